"""Listing: what there is, each thing with a name and a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cloudy_pnp import api
from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.files import display_path
from cloudy_pnp.game import registry
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import Loaded, load_base, with_packs
from cloudy_pnp.workspace.loaded import COMMON_KINDS
from cloudy_pnp.workspace.packs import known_packs

Listed = list[tuple[str, str]]  # name, a few words


def ids(home: Home, cards_only: bool = False) -> list[str]:
    """Return the ids of the game and of the packs next to it."""
    names: dict[str, None] = {}
    for loaded in _each(home):
        for kind, entries in loaded.entries.by_kind.items():
            if kind in loaded.kinds and (loaded.kinds[kind].cards or not cards_only):
                names |= dict.fromkeys(str(entry.data["id"]) for entry in entries if "id" in entry.data)
    return list(names)


def listed(home: Home, what: str) -> Listed:
    """List everything of a sort. Raises UserError for a sort that does not exist."""
    sorts = sorts_of(home)
    if what not in sorts:
        raise UserError(f"there is no list of {quoted(what)}; {suggest(what, sorts)}")
    return sorts[what]()


def sorts_of(home: Home) -> Mapping[str, Callable[[], Listed]]:
    """Return the sorts of things that can be listed."""
    game = home.game
    kinds = {kind.name: kind for kind in game.data.kinds if not kind.single}
    sorts: dict[str, Callable[[], Listed]] = {"cards": lambda: _entries(home, *(k for k in kinds if kinds[k].cards))}
    for name in kinds:
        sorts[name] = partial(_entries, home, name)
    if game.authoring:
        for name, words in game.authoring.load().vocabulary.items():
            sorts[name] = partial(_words, words)
    sorts |= {
        "glossary": lambda: _entries(home, "glossary"),
        "languages": lambda: [(lang, "") for lang in load_base(home).languages],
        "packs": lambda: [
            (folder.name, display_path(folder))
            for folder in known_packs(home.root, home.shipped)
            if home.is_mine(folder)
        ],
        "codes": lambda: list(api.codes_of(home.game).items()),
        "games": lambda: [(name, "") for name in registry.game_ids(home.root)],
    }
    if game.data.fonts:
        sorts["fonts"] = lambda: _fonts(home)
    if game.components:
        sorts["icons"] = lambda: _icons(home)
        sorts |= {name: partial(_printing, home, name) for name in ("sheets", "formats", "papers", "services")}
    return sorts


def _words(words: Callable[[], Sequence[tuple[str, str]]]) -> Listed:
    return list(words())


def _each(home: Home) -> Iterator[Loaded]:
    """Yield the game, then each pack next to it."""
    base = load_base(home)
    yield with_packs(base)
    yield from (with_packs(base, [folder]) for folder in home.packs)


def _entries(home: Home, *kinds: str) -> Listed:
    rows: dict[tuple[str, str], None] = {}
    for loaded in _each(home):
        lang = loaded.languages[0] if loaded.languages else ""
        for kind in kinds:
            for entry in loaded.entries.of(kind):
                rows[entry.id, _about(entry, kind if len(kinds) > 1 else "", lang)] = None
    return list(rows)


def _about(entry: Entry, kind: str, lang: str) -> str:
    name: Any = entry.data.get("name")
    words = [str(name.get(lang, ""))] if isinstance(name, Mapping) else [str(name)] if name else []
    if (count := entry.data.get("count")) is not None:
        words.append("1 copy" if count == 1 else f"{count} copies")
    words += [kind.removesuffix("s")] if kind and kind not in COMMON_KINDS else []
    words += [f"pack {entry.pack}"] if entry.pack else []
    return ", ".join(word for word in words if word)


def _fonts(home: Home) -> Listed:
    """List the game's own font files, then the installed families."""
    book = load_base(home).game.data.fonts
    if book is None:
        return []
    own = [(file.family or Path(file.path).name, file) for file in book.files]
    listed = [
        (name, f"{file.problem or f'{file.style}, {file.characters:,} characters'}, {display_path(Path(file.path))}")
        for name, file in own
    ]
    return listed + [(name, "installed") for name in book.families() if name not in dict(own)]


def _icons(home: Home) -> Listed:
    """List the icons of folders `icons/`, then those that every layout can name."""
    from cloudy_pnp.draw.kit.icons import icon_names  # drawing is slow to import
    from cloudy_pnp.layouts.pictures import Pictures

    own = Pictures(home.picture_folders).icons()
    return [*own.items(), *((name, "") for name in icon_names() if name not in own)]


def _printing(home: Home, name: str) -> Listed:
    from cloudy_pnp.export.sheets import load_catalogue  # drawing is slow to import

    if name == "services":
        from cloudy_pnp.export.services import load_services

        return [
            (item.id, f"{item.name}, {item.makes}") for item in load_services(home.template_folders).services.values()
        ]
    catalogue = load_catalogue(home.template_folders)
    if name == "sheets":
        sheets = catalogue.sheets.values()
        return [(item.id, f"{item.mode}, {item.paper.id if item.paper else 'a page for each card'}") for item in sheets]
    sizes = [*catalogue.formats.values()] if name == "formats" else [*catalogue.papers.values()]
    return [(size.id, f"{size.width:g} × {size.height:g} mm") for size in sizes]
