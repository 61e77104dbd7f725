"""Proofs: a small mark on every face with a text that is not translated yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.game.contract import Component, Data, DrawnFace, EntryRef, Game, PrintSet, Sketch
from cloudy_pnp.i18n.untranslated import is_translated
from cloudy_pnp.workspace.home import WORDING

MARK = "#d6336c"  # a colour that stands out on any card
_SIDE = 3.0  # mm of a corner that it covers
LAYER = "untranslated"


def proof_set(game: Game[Any], printed: PrintSet, data: Data, lang: str) -> PrintSet:
    """Return the set with a small triangle in a corner of each face whose texts are partly in the source language."""
    entries = untranslated_entries(game, data, lang)
    if not entries:
        return printed
    marked: dict[Any, Any] = {}  # by face: equal faces stay the same Symbol object

    def mark(sketch: Sketch, component: Component | None = None) -> Sketch:
        about = {sketch.entry} if sketch.entry else set(component.shows if component else ())
        if not entries & about:
            return sketch
        draw = sketch.draw

        def draw_marked() -> DrawnFace:
            face = draw()
            if face.symbol not in marked:
                marked[face.symbol] = _with_mark(face)
            return face._replace(symbol=marked[face.symbol])

        return replace(sketch, draw=draw_marked, key=sketch.key and f"{sketch.key} {LAYER}")

    def side(component: Component, make: Callable[[int], Sketch]) -> Callable[[int], Sketch]:
        return lambda copy: mark(make(copy), component)

    components = [
        replace(component, front=side(component, component.front)) if entries & set(component.shows) else component
        for component in printed.components
    ]
    return replace(printed, components=components, faces=[mark(face) for face in printed.faces])


def untranslated_entries(game: Game[Any], data: Data, lang: str, *, but: str = "") -> set[EntryRef]:
    """Return the entries with a text that is printed in the source language instead; `but`: a field that may be."""
    borrowed = [table.get("borrowed", False) for table in data.get(WORDING, ()) if table["id"] == lang]
    lacks_table = bool(borrowed) and all(borrowed)
    return {
        EntryRef(kind, str(item["id"]))
        for kind, items in data.items()
        for item in items
        if "id" in item
        and (
            not is_translated({field: value for field, value in item.items() if field != but}, lang)
            or (lacks_table and kind in game.data.composed and game.data.composed[kind][0] not in item)
        )
    }


def _with_mark(face: DrawnFace) -> Any:
    from cloudy_pnp.core.geometry import Point
    from cloudy_pnp.draw.colour import Colour
    from cloudy_pnp.draw.scene import CLOSE, Group, Line, Move, Outline, Path

    corner = Outline((Move(Point(0, 0)), Line(Point(_SIDE, 0)), Line(Point(0, _SIDE)), CLOSE))
    mark = Group((Path(corner, fill=Colour.parse(MARK)),), layer=LAYER)
    return replace(face.symbol, items=(*face.symbol.items, mark))
