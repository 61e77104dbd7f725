"""Explanations of problem codes: the rule, what to do, and a wrong and a right example where it is short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.game import registry
from cloudy_pnp.workspace.home import TEMPLATES, Home

FILE = "explain.yaml"


class Explanation(Struct, frozen=True):
    """A code, its meaning, and how to fix the problem."""

    code: str
    rule: str
    fix: str = ""
    wrong: str = ""
    right: str = ""
    file: str = "slip.yaml"  # what the example would be called


def explain(home: Home, code: str, codes: Mapping[str, str]) -> Explanation:
    """Return the explanation of a code. Raises UserError for a code that does not exist."""
    found = code.upper()
    if found not in codes:
        raise UserError(f"there is no code {quoted(code)}; {suggest(found, codes)}".rstrip("; "))
    data = explanations(home).get(found, {})
    more = {name: str(data[name]) for name in ("fix", "wrong", "right") if name in data}
    return Explanation(found, codes[found], **more, file=str(data.get("as", "slip.yaml")))


def explanations(home: Home) -> Mapping[str, Mapping[str, Any]]:
    """Return the shipped explanations by code.

    The game's own come first, then those of the default game, which has one for every common code.
    """
    import yaml  # slow to import

    entries: dict[str, Mapping[str, Any]] = {}
    for root, game in ((shipped_root(), registry.DEFAULT), (home.shipped, home.game.id)):
        path = root / TEMPLATES / game / FILE
        if path.is_file():
            entries |= yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return entries
