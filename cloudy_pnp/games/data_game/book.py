"""The rulebook context of a data-only game: its name and credits, its cards, and their pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Group, Item, Page
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.games.contract import CARD_SCALE, BookContext, Data, Facts, Picture, RenderOptions, Sketch, game_texts
from cloudy_pnp.games.data_game.definition import Definition
from cloudy_pnp.games.data_game.printing import Expander, components
from cloudy_pnp.layouts.values import format_value

_GAP = 4.0  # mm between the cards of the cover


def book_context(
    definition: Definition, folders: Sequence[Path], data: Data, lang: str, _options: Mapping[str, str]
) -> BookContext:
    """Return the context in one language. Templates call `card("mill")` for a picture, and list `kinds.boats`."""
    [game] = data["game"]
    faces = components(definition, folders, data, RenderOptions(lang)).faces
    pictures = {face.name: Picture(face.page, face.title or face.name, beside=True, scale=CARD_SCALE) for face in faces}
    if not pictures:
        raise UserError(f"{definition.id} has nothing to print, and so no cover for a rulebook")
    expander = Expander(definition, data)
    kinds = {
        name: [_plain(expander.fields(kind, entry), lang) for entry in data.get(name, ())]
        for name, kind in definition.kinds.items()
    }
    name = game["name"][lang]
    return BookContext(
        name=name,
        context={
            "game": game_texts(game, lang),
            "kinds": kinds,
            "count": {name: sum(entry["count"] for entry in entries) for name, entries in kinds.items()},
            "choices": {
                name: [
                    {"id": key, "name": format_value({"id": key, **option}, lang)} for key, option in options.items()
                ]
                for name, options in definition.choices.items()
            },
        },
        pictures={"card": pictures, "cards": pictures},
        cover=Picture(partial(_cover, faces, game.get("cover", "")), name),
        quotes={},
        facts=Facts.of(game),
    )


def _cover(faces: Sequence[Sketch], first: str) -> Page:
    """Draw three cards side by side, the one named by the game in the middle."""
    fronts = [face for face in faces if face.entry is not None]
    at = next((number for number, face in enumerate(fronts) if face.name == first), 0)
    chosen = [fronts[(at + step) % len(fronts)] for step in (-1, 0, 1)] if len(fronts) > 2 else fronts[at : at + 1]
    pages = [face.page() for face in chosen]
    items, x, tallest = list[Item](), 0.0, max(page.height for page in pages)
    for page in pages:
        items.append(Group(page.items, Transform.translation(x, (tallest - page.height) / 2), rectangle(page.media)))
        x += page.width + _GAP
    return Page(x - _GAP, tallest, tuple(items))


def _plain(fields: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return a card's fields as words and numbers."""
    return {
        name: value if isinstance(value, int | float) else format_value(value, lang) for name, value in fields.items()
    }
