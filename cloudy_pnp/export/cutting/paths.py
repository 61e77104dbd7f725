"""Cut paths, closed lines of corners connected by lines or arcs; and an SVG of them.

A bulge is the roundness of an arc: the tangent of a quarter of its angle, positive where the arc turns to the left on
paper whose y points upwards, as in DXF.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.scene import Close, Cubic, Line, Move, Outline

QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter circle: 0.41421356
_FLAT = 0.02  # mm: the largest deviation of the lines that approximate a curve
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


class CutPath(Struct, frozen=True):
    """Corners in mm from the top left of the page, y downwards, each with the bulge of the line to the next one."""

    corners: tuple[tuple[float, float, float], ...]  # x, y, bulge

    def moved(self, x: float, y: float) -> CutPath:
        """Move the path."""
        return CutPath(tuple((corner_x + x, corner_y + y, bulge) for corner_x, corner_y, bulge in self.corners))

    @property
    def bounds(self) -> Rect:
        """The bounds of all corners; a rounded rectangle touches all its sides with corners."""
        return Rect.around(Point(x, y) for x, y, _ in self.corners)


def rounded_cut(rect: Rect, radius: float) -> CutPath:
    """Return a rectangle with round corners, clockwise from its top left.

    >>> len(rounded_cut(Rect(0, 0, 63, 88), 3).corners), len(rounded_cut(Rect(0, 0, 63, 88), 0).corners)
    (8, 4)
    """
    r = min(radius, rect.width / 2, rect.height / 2)
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    if r <= 0:
        return CutPath(((left, top, 0.0), (right, top, 0.0), (right, bottom, 0.0), (left, bottom, 0.0)))
    arc = -QUARTER  # clockwise on the page
    return CutPath(
        (
            (left + r, top, 0.0),
            (right - r, top, arc),
            (right, top + r, 0.0),
            (right, bottom - r, arc),
            (right - r, bottom, 0.0),
            (left + r, bottom, arc),
            (left, bottom - r, 0.0),
            (left, top + r, arc),
        )
    )


def cuts_of(outline: Outline) -> list[CutPath]:
    """Return the closed parts of an outline; its curves become short lines."""
    return [CutPath(tuple((at.x, at.y, 0.0) for at in part)) for part in _parts(outline) if len(part) > 2]


def lines_of(outline: Outline) -> list[list[Point]]:
    """Return all parts of an outline as lines, such as folds."""
    return [part for part in _parts(outline) if len(part) > 1]


def _parts(outline: Outline) -> Iterator[list[Point]]:
    part: list[Point] = []
    for segment in outline.segments:
        match segment:
            case Move(to):
                if part:
                    yield part
                part = [to]
            case Line(to):
                part.append(to)
            case Cubic(first, second, to):
                part.extend(_flat(part[-1], first, second, to))
            case Close():
                if len(part) > 1 and part[0].distance(part[-1]) < 1e-6:
                    part.pop()
    if part:
        yield part


def _flat(start: Point, first: Point, second: Point, end: Point) -> Sequence[Point]:
    """Return points along a curve, close enough together."""
    reach = max((start - first * 2 + second).length, (first - second * 2 + end).length)
    steps = max(1, math.ceil(math.sqrt(0.75 * reach / _FLAT)))
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        s = 1 - t
        points.append(start * s**3 + first * (3 * s * s * t) + second * (3 * s * t * t) + end * t**3)
    return points


def svg_cuts(cuts: Iterable[CutPath], folds: Iterable[Sequence[Point]], size: tuple[float, float]) -> str:
    """Write the file; layers are groups with an id, which Inkscape also treats as layers."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{_INKSCAPE}" width="{_number(size[0])}mm"'
        f' height="{_number(size[1])}mm" viewBox="0 0 {_number(size[0])} {_number(size[1])}">',
        _layer("cut", "#ff0000", [_closed_path(path) for path in cuts]),
    ]
    folded = [_open_path(fold) for fold in folds]
    if folded:
        lines.append(_layer("fold", "#0000ff", folded))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _layer(name: str, colour: str, paths: Sequence[str]) -> str:
    inside = "\n".join(f'  <path d="{path}"/>' for path in paths)
    look = f'fill="none" stroke="{colour}" stroke-width="0.1"'
    return f' <g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {look}>\n{inside}\n </g>'


def _closed_path(path: CutPath) -> str:
    """Write a path; its arcs are quarter circles."""
    corners = path.corners
    parts = [f"M{_number(corners[0][0])} {_number(corners[0][1])}"]
    for (x, _, bulge), (to_x, to_y, _) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if bulge:
            radius = abs(to_x - x) if abs(abs(bulge) - QUARTER) < 1e-9 else 0.0
            parts.append(f"A{_number(radius)} {_number(radius)} 0 0 1 {_number(to_x)} {_number(to_y)}")
        else:
            parts.append(f"L{_number(to_x)} {_number(to_y)}")
    return " ".join([*parts, "Z"])


def _open_path(fold: Sequence[Point]) -> str:
    return "M" + " L".join(f"{_number(at.x)} {_number(at.y)}" for at in fold)


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:g}"
