"""Boxes without text and pictures: shapes, lines, patterns, and the kit's ornaments.

Effects of a layout on a text that has been set: an outline, a shadow, an arc.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.kit import heraldry
from cloudy_pnp.draw.kit.clouds import scalloped
from cloudy_pnp.draw.kit.heraldry import SHIELD, Tones, patterned, ribbon, tones_of
from cloudy_pnp.draw.kit.pen import Items, Pen, Style
from cloudy_pnp.draw.press.areas import text_outline
from cloudy_pnp.draw.scene import CLOSE, Group, Item, Join, Line, Move, Outline, Path, Segment, Stroke, TextRun
from cloudy_pnp.draw.shapes import arc_segments, circle, line, polygon, rectangle, rounded
from cloudy_pnp.layouts.model import fit_outline, outline_of
from cloudy_pnp.layouts.paint import KitStyle, Painter
from cloudy_pnp.layouts.values import Settings

PATTERNS = {
    "lozenges": heraldry.lozenges,
    "dots": heraldry.dots,
    "waves": heraldry.waves,
    "stripes": heraldry.stripes,
}
_MOST_TILES = 4000  # in a pattern: a finer one on a larger board is drawn coarser


def shape_items(kind: str, settings: Settings, box: Rect, painter: Painter) -> Items:
    """Draw the items of a box in its place."""
    return _SHAPES[kind](settings, box, painter)


def _draw_outline(outline: Outline, settings: Settings, box: Rect, painter: Painter) -> Items:
    fill, stroke = painter.fill(settings.get("fill"), box), painter.stroke(settings.get("line"))
    if painter.ink_saving:
        fill = WHITE if fill is not None and stroke is not None else None
    return (Path(outline, fill, stroke),) if fill is not None or stroke is not None else ()


def _rectangle(settings: Settings, box: Rect, painter: Painter) -> Items:
    return _draw_outline(rounded(box, settings.get("corner", 0.0)), settings, box, painter)


def _shape(settings: Settings, box: Rect, painter: Painter) -> Items:
    return _draw_outline(outline_of(settings["outline"], box), settings, box, painter)


def _line(settings: Settings, box: Rect, painter: Painter) -> Items:
    ends = {
        "across": (box.at(0, 0.5), box.at(1, 0.5)),
        "down": (box.at(0.5, 0), box.at(0.5, 1)),
        "rising": (box.at(0, 1), box.at(1, 0)),
        "falling": (box.at(0, 0), box.at(1, 1)),
    }[settings.get("direction", "across")]
    return (Path(line(*ends), stroke=painter.stroke(settings["line"])),)


def _pattern(settings: Settings, box: Rect, painter: Painter) -> Items:
    colour = painter.colour(settings["colour"])
    tones = Tones(colour, colour, colour, colour)
    least = math.sqrt(box.width * box.height / 9 / _MOST_TILES)
    scale = max(settings.get("scale", 1.0), least)
    area = Rect(0.0, 0.0, box.width / scale, box.height / scale)
    items = PATTERNS[settings["pattern"]](_pen(painter), area, tones)
    place = Transform(scale, 0.0, 0.0, scale, box.x, box.y)
    return (Group((Group(items, place),), clip=outline_of(settings.get("outline"), box)),)


def _pen(painter: Painter) -> Pen[Style]:
    return Pen(KitStyle(painter.ink_saving))


def _tones(settings: Settings, painter: Painter) -> Tones:
    return tones_of(painter.colour(settings["colour"]), Colour.parse("#1d1a24"), WHITE)


def _ribbon(settings: Settings, box: Rect, painter: Painter) -> Items:
    return ribbon(_pen(painter), _tones(settings, painter), box)


def _shield(settings: Settings, box: Rect, painter: Painter) -> Items:
    pen, tones, outline = _pen(painter), _tones(settings, painter), fit_outline(SHIELD, box)
    if "pattern" in settings:
        return patterned(pen, outline, tones, PATTERNS[settings["pattern"]])
    return pen.shape(outline, tones.colour, tones.line)


def _cloud(settings: Settings, box: Rect, painter: Painter) -> Items:
    """Draw bumps around an ellipse, with a flatter base."""
    count = settings.get("bumps", 9)
    feet = []
    for index in range(count):
        angle = 360 * index / count + 100
        point = Point.polar(1.0, angle)
        feet.append(Point(point.x, min(point.y, 0.62)))
    return _draw_outline(fit_outline(scalloped(feet, 0.3), box), settings, box, painter)


def _frame(settings: Settings, box: Rect, painter: Painter) -> Items:
    """Draw two lines; the inner one bends around an ornament in each corner."""
    stroke = painter.stroke(settings["line"])
    assert stroke is not None  # noqa: S101 - required by the schema
    gap, ornament = settings.get("gap", 1.0), settings.get("ornament", "round")
    inner, size = box.inset(gap), 2.2 * gap
    thin = Stroke(stroke.colour, stroke.width * 0.5, join=stroke.join)
    items: Items = (Path(rounded(box, gap * 0.8) if ornament == "round" else rectangle(box), stroke=stroke),)
    if ornament == "none" or min(inner.width, inner.height) < 3 * size:
        return (*items, Path(rectangle(inner), stroke=thin))
    items += (Path(_notched_outline(inner, size, is_round=ornament == "round"), stroke=thin),)
    for corner, (right, down) in zip(inner.corners, ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True):
        centre = corner + Point(right * size * 0.36, down * size * 0.36)
        if ornament == "round":
            items += (Path(circle(centre, size * 0.2), fill=stroke.colour),)
        elif ornament == "diamond":
            half = size * 0.3
            points = (Point(0, -half), Point(half, 0), Point(0, half), Point(-half, 0))
            items += (Path(polygon(*(centre + point for point in points)), fill=stroke.colour),)
    return items


def _notched_outline(box: Rect, size: float, *, is_round: bool) -> Outline:
    """Return a rectangle whose corners bend inwards."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    corners = ((box.corners[1], 180.0), (box.corners[2], 270.0), (box.corners[3], 0.0), (box.corners[0], 90.0))
    starts = (
        Point(right - size, top),
        Point(right, bottom - size),
        Point(left + size, bottom),
        Point(left, top + size),
    )
    segments: list[Segment] = [Move(Point(left + size, top))]
    for (corner, angle), start in zip(corners, starts, strict=True):
        segments.append(Line(start))
        if is_round:
            segments.extend(arc_segments(corner, size, angle, angle - 90))
        else:
            inner = corner + Point.polar(size, angle) + Point.polar(size, angle - 90)
            segments += [Line(inner), Line(corner + Point.polar(size, angle - 90))]
    return Outline((*segments, CLOSE))


_SHAPES: Mapping[str, Callable[[Settings, Rect, Painter], Items]] = {
    "rectangle": _rectangle,
    "shape": _shape,
    "line": _line,
    "pattern": _pattern,
    "ribbon": _ribbon,
    "shield": _shield,
    "cloud": _cloud,
    "frame": _frame,
}


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
