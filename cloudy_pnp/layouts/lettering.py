"""Effects of a layout on a text that has been set: an outline, a shadow, an arc."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.press.areas import text_outline
from cloudy_pnp.draw.scene import Group, Item, Join, Path, Stroke, TextRun
from cloudy_pnp.layouts.paint import Painter
from cloudy_pnp.layouts.values import Settings

_WIDTH, _SHADOW = 0.3, (0.3, 0.3)  # mm
_FAINT = 0.5


def decorated(items: Items, style: Settings, painter: Painter) -> Items:
    """Return a text with the outline and the shadow of its style, both below the letters."""
    below: Items = ()
    if shadow := style.get("shadow"):
        x, y = shadow.get("move", _SHADOW)
        moved = Transform.translation(x, y)
        runs = tuple(_recoloured(item, painter.colour(shadow["colour"])) for item in items)
        below += (Group(runs, moved, opacity=shadow.get("opacity", _FAINT)),)
    if outline := style.get("outline"):
        stroke = Stroke(painter.colour(outline["colour"]), 2 * outline.get("width", _WIDTH), join=Join.ROUND)
        below += tuple(_outlined(items, stroke))
    return below + items


def _recoloured(item: Item, colour: object) -> Item:
    match item:
        case TextRun():
            return replace(item, colour=colour)
        case Path(fill=fill) if fill is not None:
            return replace(item, fill=colour)
        case Group(inner):
            return replace(item, items=tuple(_recoloured(one, colour) for one in inner))
    return item


def _outlined(items: Items, stroke: Stroke) -> Iterator[Item]:
    for item in items:
        match item:
            case TextRun():
                yield Path(text_outline(item), stroke=stroke)
            case Group(inner, transform) if any(isinstance(one, TextRun) for one in inner):
                yield Group(tuple(_outlined(inner, stroke)), transform)


def arc_height(box: Rect, degrees: float) -> float:
    """Return how much the ends of an arc over the width of a box are lower than its middle."""
    half = math.radians(abs(degrees)) / 2
    return box.width / (2 * math.sin(half)) * (1 - math.cos(half)) if half else 0.0


def arched(items: Items, box: Rect, degrees: float) -> Items:
    """Return a line of text bent upwards in the middle, or downwards where the degrees are negative."""
    half = math.radians(degrees) / 2
    if abs(half) < 1e-3:
        return items
    radius = box.width / (2 * math.sin(half))  # negative: the middle of the circle is above the text
    drop = arc_height(box, degrees) if degrees < 0 else 0.0
    out: list[Item] = []
    for item in items:
        for x, y, part in _letters(item):
            angle = (x - box.centre.x) / radius
            place = Point(box.centre.x + radius * math.sin(angle), y + radius * (1 - math.cos(angle)) + drop)
            turned = Transform.rotation(math.degrees(angle), place) @ Transform.translation(place.x - x, place.y - y)
            out.append(Group((part,), turned))
    return tuple(out)


def _letters(item: Item) -> Iterator[tuple[float, float, Item]]:
    """Yield the letters of a line, each with the middle of its base; an icon is one letter."""
    if isinstance(item, TextRun):
        face, at = fonts.load(item.font), item.origin.x
        for index, char in enumerate(item.text):
            width = face.advances[char] * item.size / 1000
            if not char.isspace():
                run = replace(item, origin=Point(at, item.origin.y), text=char, width=width, kerns=())
                yield at + width / 2, item.origin.y, run
            at += width + (item.kerns[index] if item.kerns else 0) * item.size / 1000
    elif isinstance(item, Group):
        middle = item.transform(Point(0.5, 0.0))
        yield middle.x, middle.y, item
