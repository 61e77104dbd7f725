"""Every problem code that the code can report is listed, with its sentence, where reports and documents look it up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from cloudy_pnp.api import codes_of
from cloudy_pnp.games.registry import find_game

PACKAGE = Path(__file__).parent.parent / "cloudy_pnp"
CODE = re.compile(r"[A-Z][A-Z0-9]+-[A-Z0-9]+(?:-[A-Z0-9]+)*")
LISTED = codes_of(find_game("cloudy-kingdom"))


def reported() -> Iterator[tuple[str, str]]:
    """Each code that stands as the first argument of a `Finding` or a `Problem`, and where."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Finding" | "Problem"), args=[ast.Constant(value=str(code)), *_]):
                    yield code, f"{path.relative_to(PACKAGE)}:{node.lineno}"


def test_every_reported_code_is_listed() -> None:
    found = list(reported())
    assert len(found) > 60, "the search finds too little to prove anything"
    assert not [f"{code} at {place}" for code, place in found if code and code not in LISTED]


def test_listed_codes_have_the_form_of_one_and_a_sentence() -> None:
    for code, sentence in LISTED.items():
        assert CODE.fullmatch(code), code
        assert sentence.endswith("."), code
