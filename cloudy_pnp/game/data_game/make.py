"""From a game file to a `Game`: the same capabilities as a game with a package, as far as data allows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import example_roots, shipped_root
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.data.source import SourceFile, read_source
from cloudy_pnp.draw.fontbook import FOLDER
from cloudy_pnp.game.contract import ComponentKind, Data, DataPart, Game, Lazy, Rulebook
from cloudy_pnp.game.data_game.checks import CODES, check, layout_fields
from cloudy_pnp.game.data_game.definition import COMPONENTS, definition_of, described_in
from cloudy_pnp.game.data_game.schemas import schemas_of
from cloudy_pnp.i18n.template import has_templates

_HERE = "cloudy_pnp.game.data_game"


def find(root: Path, game_id: str) -> Game[Any] | None:
    """Return the data-only game of a root, or a shipped one; None if no game file describes it."""
    for place in dict.fromkeys((root, *example_roots(), shipped_root())):
        path = described_in(place, game_id)
        if path is not None:
            return make_game(game_id, place, root, _read(path))
    return None


def _read(path: Path) -> SourceFile | None:
    try:
        return read_source(path, path.name)
    except UserError:
        return None  # reported where the file is read for its cards


def make_game(game_id: str, place: Path, root: Path, source: SourceFile | None) -> Game[Any]:
    """Create a game from its file. `place` is the root of the file, `root` that of the call."""
    folders = _picture_folders(game_id, dict.fromkeys((root, place)))
    definition = definition_of(game_id, source, [folder / FOLDER for folder in (*folders, root, place)])
    has_book = any(has_templates(one / "templates" / game_id / "rulebook") for one in (root, place))
    return Game(
        id=game_id,
        data=DataPart(
            kinds=tuple(Kind(kind.name, cards=kind.component != "none") for kind in definition.kinds.values()),
            codes=CODES,
            check=partial(check, definition, folders),
            model=Lazy(f"{_HERE}.make:model"),
            layout_fields=partial(layout_fields, definition),
            schemas=schemas_of(definition),
            fonts=definition.fonts,
            tables={kind.name: kind.table for kind in definition.kinds.values()},
        ),
        components=Lazy(f"{_HERE}.printing:components", (definition, folders)),
        book=Rulebook(Lazy(f"{_HERE}.book:book_context", (definition, folders))) if has_book else None,
        prints=tuple(
            dict.fromkeys(
                (
                    *(COMPONENTS[kind.component] for kind in definition.kinds.values() if kind.is_printed),
                    *((ComponentKind.BOX,) if definition.has_box else ()),
                )
            )
        ),
        authoring=Lazy(f"{_HERE}.authoring:authoring", (definition,), made=True),
        shipped=next((example for example in example_roots() if described_in(example, game_id)), None),
        described_in=place / "cards" / game_id / "game.yaml",
    )


def _picture_folders(game_id: str, roots: Mapping[Path, None]) -> tuple[Path, ...]:
    """Return the folders of pictures: next to the cards, next to the layouts, in packs."""
    folders: list[Path] = []
    for root in roots:
        packs = sorted(path for path in (root / "packs").glob("*") if (path / "pack.yaml").is_file())
        folders += [root / "cards" / game_id, root / "templates" / game_id, *packs]
    return tuple(dict.fromkeys(folders))


def model(data: Data) -> Data:
    """Return the data: a game without rules has no other model."""
    return data
