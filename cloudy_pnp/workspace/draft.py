"""Draft a new card as a commented file in a pack, checked before it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.files import is_portable, write_atomic
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.data.files import display_path, is_within
from cloudy_pnp.data.tables.columns import slug
from cloudy_pnp.data.write import block_lines, list_file
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.findings import problems_of
from cloudy_pnp.workspace.home import PACK_FILE, Home


class Draft(Struct, frozen=True):
    """Files that are not written yet, and the result of their check."""

    pack: Path
    files: Mapping[str, str]  # path below the pack: text
    problems: Sequence[Problem]
    card: str  # the path of the card's own file, below the pack

    @property
    def sound(self) -> bool:
        """Return whether `check` finds no error in it."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    def write(self) -> Path:
        """Write what is new, the card last; returns the card's file."""
        for name, text in self.files.items():
            write_atomic(self.pack / name, text.encode())
        return self.pack / self.card


def is_id(text: str) -> bool:
    """Check whether a text is an id, and so also a file name."""
    return bool(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text)) and len(text) <= 60 and is_portable(text)


def draft(
    home: Home, pack: Path, kind: str, entry: Mapping[str, Any], comments: Sequence[str], languages: Sequence[str]
) -> Draft:
    """Draft a card for a pack (a folder that may not exist yet), checked as part of it.

    Only new files are drafted: nothing is ever overwritten. A new pack gets its name in `languages`.
    """
    name = look_for_room(pack, kind, entry["id"])
    texts = {} if (pack / PACK_FILE).is_file() else {PACK_FILE: _pack_text(home, pack, languages)}
    texts[name] = list_file(kind, entry, comments, [home.schema_line(pack / name, kind)])
    return Draft(pack, texts, _problems(home, pack, texts), name)


def look_for_room(pack: Path, kind: str, card: str) -> str:
    """Return the path of a new card's file below a pack. Raises UserError when it cannot be written there."""
    name = f"{kind}/{card}.yaml"
    if (pack / name).exists() or (pack / name).is_symlink():
        raise UserError(f"{display_path(pack / name)} already exists; choose another id")
    if not is_within(pack / name, pack):
        raise UserError(
            f"{display_path(pack / kind)} is a symlink that points outside {display_path(pack)}; put a folder there"
        )
    if (pack / PACK_FILE).exists() and not (pack / PACK_FILE).is_file():
        raise UserError(f"{display_path(pack / PACK_FILE)} is not a plain file, so this is not a pack")
    return name


def _problems(home: Home, pack: Path, texts: Mapping[str, str]) -> list[Problem]:
    """Check files that are not saved yet, and the pack's description."""
    files = Files({pack / name: text for name, text in texts.items()})
    paths = [pack / name for name in dict.fromkeys((PACK_FILE, *texts))]
    part = checking.check_pack_files(home, pack, paths, files)
    return problems_of(part.sources, part.findings)


def _pack_text(home: Home, pack: Path, languages: Sequence[str]) -> str:
    name = pack.resolve().name
    title = name.replace("-", " ").replace("_", " ").title() or "My Pack"
    data = {
        "id": slug(name) or "my-pack",
        "name": {languages[0]: title},
        "game": home.game.id,
    }
    lines = [home.schema_line(pack / PACK_FILE, "pack"), "# A pack adds cards to a game without touching it.", "pack:"]
    return "\n".join([*lines, *block_lines(data, 2)]) + "\n"
