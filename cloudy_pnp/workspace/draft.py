"""Drafting: a new card as a commented file in a pack, judged before it is written."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp import __version__
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import data_files, is_within, shown
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.export.store import write_whole
from cloudy_pnp.games.contract import Game
from cloudy_pnp.rulebook import ENDING as TEMPLATE
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace.packs import FILE, FOLDER
from cloudy_pnp.workspace.project import Project

_ONLINE = f"https://raw.githubusercontent.com/cloudy-pnp/cloudy-pnp/v{__version__}/schema"
_WIDTH = 110  # a line that is longer is broken into several


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
    root: Path, game: Game, pack: Path, kind: str, entry: Mapping[str, Any], comments: Sequence[str] = ()
) -> Draft:
    """A card for a pack (a folder that may not be there yet), judged as if it lay there. Only new files are drafted:
    nothing is ever overwritten.
    """
    name = f"{kind}/{entry['id']}.yaml"
    if (pack / name).exists() or (pack / name).is_symlink():
        raise UserError(f"{shown(pack / name)} is there already; choose another id")
    if not is_within(pack / name, pack):
        raise UserError(f"{shown(pack / kind)} is a link that leads out of {shown(pack)}; put a folder there")
    if (pack / FILE).exists() and not (pack / FILE).is_file():
        raise UserError(f"{shown(pack / FILE)} is no plain file, so this is no pack")
    files = {} if (pack / FILE).is_file() else {FILE: _pack_text(root, game, pack)}
    files[name] = card_text(kind, entry, comments, _schema(root, pack / name, kind))
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


def _pack_text(root: Path, game: Game, pack: Path) -> str:
    name = pack.resolve().name
    title = name.replace("-", " ").replace("_", " ").title() or "My Pack"
    data = {
        "id": slug(name) or "my-pack",
        "name": {"en": title, "de": title, "fr": title, "hu": title, "same": ["de", "fr", "hu"]},
        "game": game.id,
    }
    lines = [_schema(root, pack / FILE, "pack"), "# A pack adds cards to a game without touching it.", "pack:"]
    return "\n".join([*lines, *map_lines(data, 2)]) + "\n"


def _schema(root: Path, path: Path, kind: str) -> str:
    """The line that tells an editor which schema a file has."""
    own = root / "schema" / f"{kind}.schema.json"
    near = own.is_file() and is_within(path, root)
    where = Path(os.path.relpath(own, path.parent)).as_posix() if near else f"{_ONLINE}/{own.name}"
    return f"# yaml-language-server: $schema={where}"


# --- YAML as people write it ------------------------------------------------------------------------------


def card_text(kind: str, entry: Mapping[str, Any], comments: Sequence[str] = (), schema: str = "") -> str:
    """A file with one card: short values on one line, long ones below their key.

    >>> print(card_text("spells", {"id": "gust", "effect": [{"draw": 1}]}, ["A gust."]))
    spells:
      # A gust.
      - id: gust
        effect:
          - draw: 1
    <BLANKLINE>
    """
    notes = [f"  # {line}" for line in comments]
    first, *rest = map_lines(entry, 4)
    text = "\n".join([*([schema] if schema else []), f"{kind}:", *notes, f"  - {first.strip()}", *rest]) + "\n"
    written = parse_source(text.encode("utf-8", "replace"), kind)
    if written.documents != [{kind: [entry]}]:
        why = written.problems[0].message if written.problems else "use plain texts and numbers"
        raise UserError(f"the card cannot be written as YAML: {why}")
    return text


def map_lines(value: Mapping[str, Any], indent: int = 0) -> Iterator[str]:
    """A map as lines of YAML."""
    for key, item in value.items():
        short = f"{' ' * indent}{key}: {_flow(item)}"
        if not isinstance(item, Mapping | list) or (_is_flat(item) and len(short) <= _WIDTH):
            yield short
        else:
            yield f"{' ' * indent}{key}:"
            yield from map_lines(item, indent + 2) if isinstance(item, Mapping) else _list_lines(item, indent + 2)


def _list_lines(items: Sequence[Any], indent: int) -> Iterator[str]:
    for item in items:
        nested = (isinstance(item, Mapping) and len(item) == 1) or (isinstance(item, list) and not _is_flat(item))
        if nested:
            first, *rest = map_lines(item, indent + 2) if isinstance(item, Mapping) else _list_lines(item, indent + 2)
            yield f"{' ' * indent}- {first.strip()}"
            yield from rest
        else:
            yield f"{' ' * indent}- {_flow(item)}"


def _is_flat(value: Any) -> bool:
    """Whether a value reads well on one line: no map in a list in it."""
    if isinstance(value, Mapping):
        return all(not isinstance(item, Mapping) and _is_flat(item) for item in value.values())
    if isinstance(value, list):
        return all(_is_flat(item) and (not isinstance(item, Mapping) or len(item) > 1) for item in value)
    return True


def _flow(value: Any) -> str:
    if isinstance(value, str) and value.strip() != value:
        return json.dumps(value, ensure_ascii=False)
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10_000)
    return text.removesuffix("\n").removesuffix("\n...")
