"""The rulebook context of a data-only game: its name and credits, its cards, and their pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.kit.fan import fanned
from cloudy_pnp.draw.scene import Group, Item, Outline, Page
from cloudy_pnp.game.contract import CARD_SCALE, BookContext, Data, Facts, Picture, RenderOptions, Sketch, game_texts
from cloudy_pnp.game.data_game.definition import Definition
from cloudy_pnp.game.data_game.printing import Expander, components
from cloudy_pnp.layouts.values import format_value

_GAP = 4.0  # mm between the pieces of the cover
_MOST_PIECES = 5
_WIDE, _HIGH, _PIECE = 104.0, 108.0, 17.0  # mm: the picture of the cover, and a piece in it
_FAN = 0.8  # of the size that a fan has


def book_context(
    definition: Definition, folders: Sequence[Path], data: Data, lang: str, _options: Mapping[str, str]
) -> BookContext:
    """Return the context in one language. Templates call `card("mill")` for a picture, and list `kinds.boats`."""
    [game] = data["game"]
    printed = components(definition, folders, data, RenderOptions(lang))
    outlines = {part.id: part.outline for part in printed.components}
    faces = [face for face in printed.faces if face.group != "boxes"]
    pictures = {
        face.name: Picture(
            partial(_cut_out, face, outlines.get(face.name)), face.title or face.name, beside=True, scale=CARD_SCALE
        )
        for face in faces
    }
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
            "contents": [
                {"count": sum(entry["count"] for entry in kinds[name]), "name": _kind_name(game, name, lang)}
                for name, kind in definition.kinds.items()
                if kind.is_printed and kinds[name]
            ],
            "choices": {
                name: [
                    {"id": key, "name": format_value({"id": key, **option}, lang)} for key, option in options.items()
                ]
                for name, options in definition.choices.items()
            },
        },
        pictures={"card": pictures, "cards": pictures},
        cover=Picture(partial(_cover, faces, outlines, game.get("cover", "")), name),
        quotes={},
        facts=Facts.of(game),
        fonts=[font.alone for font in definition.fonts.font("").fallback],
    )


def _kind_name(game: Mapping[str, Any], kind: str, lang: str) -> str:
    """Return the players' name of a kind, or its key."""
    return str(game["kinds"][kind].get("name", {}).get(lang, kind.replace("-", " ")))


def _cut_out(face: Sketch, outline: Outline | None) -> Page:
    """Return a picture of a face in the shape it is cut in: a round token is round."""
    page = face.page()
    return page if outline is None else Page(page.width, page.height, (Group(page.items, clip=outline),))


def _cover(faces: Sequence[Sketch], outlines: Mapping[str, Outline | None], first: str) -> Page:
    """Draw a fan of cards, the one named by the game on top, and a row of pieces below it."""
    fronts = [face for face in faces if face.entry is not None]
    at = next((number for number, face in enumerate(fronts) if face.name == first), 0)
    kinds = [face for face in fronts if face.group == fronts[at].group]
    inside = kinds.index(fronts[at])
    others = [kinds[(inside + step) % len(kinds)] for step in (2, 1) if len(kinds) > step]
    fan = fanned([face.page() for face in (*others, fronts[at])])
    pieces = [_cut_out(face, outlines[face.name]) for face in fronts if outlines.get(face.name) is not None]
    pieces = pieces[:_MOST_PIECES]
    middle = Transform(_FAN, 0.0, 0.0, _FAN, (_WIDE - fan.width * _FAN) / 2, 0.0)
    items: list[Item] = [Group(fan.items, middle)]
    scales = [_PIECE / max(page.width, page.height) for page in pieces]
    x = (_WIDE - len(pieces) * (_PIECE + _GAP) + _GAP) / 2
    for page, scale in zip(pieces, scales, strict=True):
        items.append(Group(page.items, Transform(scale, 0.0, 0.0, scale, x, _HIGH - _PIECE)))
        x += _PIECE + _GAP
    return Page(_WIDE, _HIGH, tuple(items))


def _plain(fields: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return a card's fields as words and numbers."""
    return {
        name: value if isinstance(value, int | float) else format_value(value, lang) for name, value in fields.items()
    }
