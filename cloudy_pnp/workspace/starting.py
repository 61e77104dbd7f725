"""Start a project: an editable copy of a game, or a pack for it, with all that belongs around it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp import __version__
from cloudy_pnp.core.files import is_portable, read_plain, write_atomic
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import below, display_path, is_within
from cloudy_pnp.data.tables.columns import slug
from cloudy_pnp.data.write import block_lines, list_file
from cloudy_pnp.game.registry import package_of
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import CARDS, PACK_FILE, PACKS, SCHEMA, TEMPLATES, Home, common_schemas
from cloudy_pnp.workspace.report import problems_of

Project = Mapping[str, bytes]  # path below the folder: content


def copied_game(home: Home) -> Project:
    """Return an editable copy of a game: cards, schemas for the editor, the rulebook, and project files."""
    title = home.game.id.replace("-", " ").title()
    what = f"A copy of *{title}* to customize: the cards are in `{CARDS}/`, the rulebook in `{TEMPLATES}/`."
    rulebook = f"{TEMPLATES}/{home.game.id}/rulebook"
    return {
        **_tree(home.cards, f"{CARDS}/{home.game.id}"),
        **_tree(home.book, rulebook),
        **_layouts(home),
        **_schemas(home),
        **_around(title, what, package_of(home.game.id)),
    }


def _layouts(home: Home) -> dict[str, bytes]:
    """Return the shipped layouts, and over them those of the copied root."""
    files: dict[str, bytes] = {}
    for folder in home.layout_folders:
        files |= _tree(folder, f"{TEMPLATES}/{home.game.id}/layouts")
    return files


def empty_game(name: str) -> Project:
    """Return a new data-only game: its smallest part, ready to print, and project files."""
    game_id = slug(name) or "my-game"
    title = name.replace("-", " ").replace("_", " ").strip().title() or "My Game"
    what = f"A game from a table: the cards are in `{CARDS}/{game_id}/cards.csv`, their layout in `{TEMPLATES}/`."
    schemas = _tree(common_schemas(), f"{SCHEMA}/common")
    return {**first_game(game_id, title), **schemas, **_around(title, what)}


def new_pack(home: Home, name: str, languages: list[str]) -> Project:
    """Return a pack with a working card of each sort, and project files."""
    pack_id = slug(name) or "my-pack"
    title = name.replace("-", " ").replace("_", " ").strip().title() or "My Pack"
    what = f"A pack: cards added to the game {home.game.id}, which stays unchanged. They are in `{PACKS}/{pack_id}/`."
    data = {"id": pack_id, "name": {languages[0]: title}, "game": home.game.id}
    description = "\n".join(["# A pack adds cards to a game without touching it.", "pack:", *block_lines(data, 2)])
    files = {PACK_FILE: f"{description}\n"}
    for path, content in _tree(home.pack_start, "").items():
        files[path.removeprefix("/")] = content.decode()
    schemas = _schemas(home)
    inside = {}
    for path, text in files.items():
        kind = "pack" if path == PACK_FILE else path.split("/")[0]
        line = _schema_line(f"{PACKS}/{pack_id}/{path}", kind, schemas)
        inside[f"{PACKS}/{pack_id}/{path}"] = f"{line}{text}".encode()
    return {**inside, **schemas, **_around(title, what, package_of(home.game.id))}


def write_project(folder: Path, project: Project) -> None:
    """Write a project, all of it or nothing.

    Raises UserError, before anything is written, where another file of that name is there already. What a call that was
    killed has written is as it should be, and stays.
    """
    existing = [path for path in project if (folder / path).exists() or (folder / path).is_symlink()]
    others = [path for path in existing if not _holds(folder / path, project[path])]
    if others or len(existing) == len(project):
        first = display_path(folder / (others or existing)[0])
        raise UserError(f"{first} already exists and is not overwritten: choose another folder")
    missing = [folder / path for path in project if path not in existing]
    places = {place for path in missing for place in path.absolute().parents}
    new = sorted((place for place in places if not place.exists()), key=lambda place: -len(place.parts))
    try:
        for path in project:
            if path not in existing:
                write_atomic(folder / path, project[path])
    except BaseException:
        for whole in missing:
            whole.unlink(missing_ok=True)
        for place in new:
            with suppress(OSError):
                place.rmdir()
        raise


def _holds(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and read_plain(path, len(content)) == content
    except OSError:
        return False


def _around(title: str, what: str, package: str | None = None) -> dict[str, bytes]:
    """Return what belongs around the cards; `package`: the game's own, which has to be installed with the tool."""
    also = f"        additional_dependencies: [{package}]\n" if package else ""
    return {
        "README.md": _begun("README.md", title=title, what=what),
        ".gitignore": b"output/\n",
        ".pre-commit-config.yaml": _begun("pre-commit.yaml", version=__version__) + also.encode(),
        ".github/workflows/cards.yml": _begun("workflow.yml", version=__version__),
    }


def _schemas(home: Home) -> dict[str, bytes]:
    """Return the schemas for editors without a network; the tool itself uses its own."""
    found: dict[str, bytes] = {
        f"{SCHEMA}/{home.game.id}/{kind}.schema.json": schema_bytes(schema)
        for kind, schema in home.game.data.schemas.items()
    }
    for folder in home.schemas:
        found |= _tree(folder, f"{SCHEMA}/{folder.name}")
    return found


def schema_bytes(schema: Mapping[str, object]) -> bytes:
    """Return a generated schema as a file."""
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()


def _schema_line(path: str, kind: str, schemas: Project) -> str:
    names = (name for name in schemas if Path(name).name == f"{kind}.schema.json")
    return "".join(
        f"# yaml-language-server: $schema={Path(os.path.relpath(name, Path(path).parent)).as_posix()}\n"
        for name in list(names)[:1]
    )


def _tree(folder: Path, under: str) -> dict[str, bytes]:
    return {f"{under}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in below(folder) if path.is_file() and not path.name.startswith("."))


def first_game(game_id: str, title: str) -> dict[str, bytes]:
    """Return the files of a small game that is ready to print, by their paths in a project."""
    cards, layouts = f"{CARDS}/{game_id}", f"{TEMPLATES}/{game_id}/layouts"
    folders = {"game.yaml": cards, "cards.csv": cards, "card.yaml": layouts, "back.yaml": layouts}
    return {f"{place}/{name}": _begun(f"game/{name}", id=game_id, title=title) for name, place in folders.items()}


def _begun(name: str, **values: str) -> bytes:
    """Return a file that a project begins with; `{name}` in it stands for a value."""
    text = (shipped_root() / TEMPLATES / "start" / name).read_text("utf-8")
    for key, value in values.items():
        text = text.replace(f"{{{key}}}", value)
    return text.encode()


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
