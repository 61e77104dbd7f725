"""Start a project: an editable copy of a game, or a pack for it, with all that belongs around it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from cloudy_pnp import __version__
from cloudy_pnp.core.files import read_plain, write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import below, display_path
from cloudy_pnp.data.tables.columns import slug
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.game.registry import package_of
from cloudy_pnp.workspace.first_game import first_game
from cloudy_pnp.workspace.home import CARDS, PACK_FILE, PACKS, SCHEMA, TEMPLATES, Home, common_schemas

Project = Mapping[str, bytes]  # path below the folder: content

# Least rights, and the work of others by its hash; our own action by the release that wrote the file.
WORKFLOW = f"""\
name: cards
on: [push, pull_request]
permissions: {{contents: read}}
jobs:
  cards:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with: {{persist-credentials: false, fetch-depth: 2}}
      - uses: cloudy-pnp/cloudy-pnp@v{__version__}
        with: {{diff: HEAD^1}}
"""
PRE_COMMIT = f"""\
repos:
  - repo: https://github.com/cloudy-pnp/cloudy-pnp
    rev: v{__version__}
    hooks:
      - id: cloudy-pnp-check
"""
IGNORED = "output/\ntune.patch\n"
_README = """\
# {title}

{what}

| | |
|---|---|
| `cloudy-pnp check` | reports every problem with its line |
| `cloudy-pnp watch --open` | shows every card in the browser, drawn again on every save |
| `cloudy-pnp build` | writes what can be printed to `output/` |
| `cloudy-pnp list` | shows what there is: cards, sheets, languages, … |
"""


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
    files = {
        "README.md": _README.format(title=title, what=what),
        ".gitignore": IGNORED,
        ".pre-commit-config.yaml": PRE_COMMIT + also,
        ".github/workflows/cards.yml": WORKFLOW,
    }
    return {path: text.encode() for path, text in files.items()}


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
