"""Drafting: a new card as a commented file in a pack, judged before it is written."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cloudy_pnp import __version__
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import data_files, is_within, shown
from cloudy_pnp.data.write import block_lines, list_file
from cloudy_pnp.export.store import write_whole
from cloudy_pnp.games.contract import Game
from cloudy_pnp.rulebook import ENDING as TEMPLATE
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace.packs import FILE, FOLDER
from cloudy_pnp.workspace.project import Project

_ONLINE = f"https://raw.githubusercontent.com/cloudy-pnp/cloudy-pnp/v{__version__}/schema"


@dataclass(frozen=True, slots=True)
class Draft:
    """Files that are not written yet, and what `check` says about them."""

    pack: Path
    files: Mapping[str, str]  # path below the pack: text
    problems: Sequence[Problem]
    card: str  # the path of the card's own file, below the pack

    @property
    def sound(self) -> bool:
        """Whether `check` finds no error in it."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    def write(self) -> Path:
        """Write what is new, the card last; returns the card's file."""
        for name, text in self.files.items():
            write_whole(self.pack / name, text.encode())
        return self.pack / self.card


def slug(name: str) -> str:
    """An id made of a name.

    >>> slug("Drei Zauberbohnen & Öl!")
    'drei-zauberbohnen-ol'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")[:60].strip("-")


def is_id(text: str) -> bool:
    """Whether a text is an id, and so the name of a file too."""
    return bool(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text)) and len(text) <= 60


def draft(
    root: Path,
    game: Game,
    pack: Path,
    kind: str,
    entry: Mapping[str, Any],
    comments: Sequence[str],
    languages: Sequence[str],
) -> Draft:
    """A card for a pack (a folder that may not be there yet), judged as if it lay there. Only new files are drafted:
    nothing is ever overwritten. A new pack gets its name in `languages`.
    """
    name = f"{kind}/{entry['id']}.yaml"
    if (pack / name).exists() or (pack / name).is_symlink():
        raise UserError(f"{shown(pack / name)} is there already; choose another id")
    if not is_within(pack / name, pack):
        raise UserError(f"{shown(pack / kind)} is a link that leads out of {shown(pack)}; put a folder there")
    if (pack / FILE).exists() and not (pack / FILE).is_file():
        raise UserError(f"{shown(pack / FILE)} is no plain file, so this is no pack")
    files = {} if (pack / FILE).is_file() else {FILE: _pack_text(root, game, pack, languages)}
    files[name] = list_file(kind, entry, comments, [_schema(root, pack / name, kind)])
    return Draft(pack, files, list(_judged(root, game, pack, files)), name)


def _judged(root: Path, game: Game, pack: Path, files: Mapping[str, str]) -> Iterator[Problem]:
    """What `check` says about the files, and about the pack's description, on a copy of the pack."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / (pack.resolve().name or "pack")
        _copy_data(pack, copy, (*Project(root, game).endings, TEMPLATE))
        for name, text in files.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_text(text, "utf-8")
        names = {shown(copy / name): name for name in (FILE, *files)}
        for part in checking.check_files(root, game, [copy / name for name in names.values()], (), render=True):
            for problem in part.project.problems(part.names):
                told = problem.message.replace(shown(copy), shown(pack))
                yield replace(problem, file=shown(pack / names[problem.file]), message=told)


def _copy_data(pack: Path, copy: Path, endings: tuple[str, ...]) -> None:
    """The files of a pack that `check` reads, links as they are; whatever else lies there stays there."""
    for path in data_files(pack, endings):
        if path.is_file() or path.is_symlink():
            target = copy / path.relative_to(pack)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target, follow_symlinks=False)


def default_pack(root: Path) -> Path:
    """Where new cards go: `packs/my-pack` of the root, or of here where only the shipped data is used."""
    here = root.resolve() == shipped_root().resolve() and not Path("cards").is_dir()
    return (Path() if here else root) / FOLDER / "my-pack"


def _pack_text(root: Path, game: Game, pack: Path, languages: Sequence[str]) -> str:
    name = pack.resolve().name
    title = name.replace("-", " ").replace("_", " ").title() or "My Pack"
    data = {
        "id": slug(name) or "my-pack",
        "name": {**dict.fromkeys(languages, title), **({"same": list(languages[1:])} if languages[1:] else {})},
        "game": game.id,
    }
    lines = [_schema(root, pack / FILE, "pack"), "# A pack adds cards to a game without touching it.", "pack:"]
    return "\n".join([*lines, *block_lines(data, 2)]) + "\n"


def _schema(root: Path, path: Path, kind: str) -> str:
    """The line that tells an editor which schema a file has."""
    own = root / "schema" / f"{kind}.schema.json"
    near = own.is_file() and is_within(path, root)
    where = Path(os.path.relpath(own, path.parent)).as_posix() if near else f"{_ONLINE}/{own.name}"
    return f"# yaml-language-server: $schema={where}"
