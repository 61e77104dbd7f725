"""The areas of items: strokes and characters as outlines, and sets of cells that can be compared quickly."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import uharfbuzz as hb

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import CLOSE, Cap, Close, Cubic, Font, Line, Move, Outline, Segment, Stroke, TextRun

_CHORDS = 10  # per curve
_WEIGHTS = [
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    for t in (step / _CHORDS for step in range(1, _CHORDS + 1))
]
_MARGIN = 2.0  # mm around a face: half the width of the widest line whose cells are exact
_SHARP = 25.0  # degrees: a corner, no curve
_DISC = 12  # corners of what rounds a join


def polylines(outline: Outline) -> Iterator[tuple[list[Point], bool]]:
    """Yield the parts of an outline as points along it, and whether each is closed."""
    points: list[Point] = []
    for segment in outline.segments:
        match segment:
            case Move(to):
                if len(points) > 1:
                    yield points, False
                points = [to]
            case Line(to):
                points.append(to)
            case Cubic(first, second, to):
                start = points[-1]
                points += (
                    Point(
                        start.x * a + first.x * b + second.x * c + to.x * d,
                        start.y * a + first.y * b + second.y * c + to.y * d,
                    )
                    for a, b, c, d in _WEIGHTS
                )
            case Close():
                yield points, True
                points = points[:1]
    if len(points) > 1:
        yield points, False


def stroke_outline(outline: Outline, stroke: Stroke) -> Outline:
    """Return the area of a line as an outline (nonzero). All joins are rounded: only faded lines need this.

    >>> line = Outline((Move(Point(0, 0)), Line(Point(10, 0))))
    >>> from cloudy_pnp.draw.colour import BLACK
    >>> stroke_outline(line, Stroke(BLACK, 2)).bounds
    Rect(x=0.0, y=-1.0, width=10.0, height=2.0)
    """
    segments: list[Segment] = []
    half = stroke.width / 2
    for points, closed in polylines(outline):
        way = [*points, points[0]] if closed else points
        for part, is_closed in _dashes(way, stroke) if stroke.dashes else ((way, closed),):
            path = [part[0], *(after for before, after in pairwise(part) if before.distance(after) > 1e-6)]
            if len(path) > 1:
                segments += _ribbons(path, half, stroke.cap, is_closed)
    return Outline(tuple(segments))


def _dashes(way: Sequence[Point], stroke: Stroke) -> Iterator[tuple[list[Point], bool]]:
    lengths = stroke.dashes * (1 + len(stroke.dashes) % 2)
    at, left, phase = 0, lengths[0], stroke.phase
    while phase >= left:
        phase -= left
        at = (at + 1) % len(lengths)
        left = lengths[at]
    left -= phase
    dash = [way[0]]
    for start, end in pairwise(way):
        length = start.distance(end)
        done = 0.0
        while length - done > left:
            done += left
            point = start.towards(end, done / length)
            if at % 2 == 0:
                yield [*dash, point], False
            dash = [point]
            at = (at + 1) % len(lengths)
            left = lengths[at]
        left -= length - done
        dash.append(end)
    if at % 2 == 0 and len(dash) > 1:
        yield dash, False


def _ribbons(path: list[Point], half: float, cap: Cap, closed: bool) -> Iterator[Segment]:
    """Yield bands along the smooth parts, and discs at sharp turns."""
    directions = [(left_side - start_point).unit for start_point, left_side in pairwise(path)]
    if cap is Cap.SQUARE and not closed:
        path = [path[0] - directions[0] * half, *path[1:-1], path[-1] + directions[-1] * half]
    corners = [
        at
        for at in range(1, len(directions))
        if directions[at - 1].dot(directions[at]) < math.cos(math.radians(_SHARP))
    ]
    for start, end in pairwise([0, *corners, len(directions)]):
        sides = []
        for at in range(start, end + 1):
            before, after = directions[max(start, at - 1)], directions[min(end - 1, at)]
            sides.append((before + after).unit.left * half)
        band = path[start : end + 1]
        left_side = [point + side for point, side in zip(band, sides, strict=True)]
        back = [point - side for point, side in zip(band, sides, strict=True)]
        yield from _polygon([*left_side, *reversed(back)])
    discs = [path[at] for at in corners]
    if closed:
        discs.append(path[0])
    elif cap is Cap.ROUND:
        discs += [path[0], path[-1]]
    for centre in discs:
        yield from _polygon([centre + Point.polar(half, -360 * step / _DISC) for step in range(_DISC)])


def _polygon(points: Sequence[Point]) -> Iterator[Segment]:
    """Yield a polygon in a fixed direction of rotation, so that bands and discs add up."""
    area = sum(start.cross(end) for start, end in zip(points, [*points[1:], points[0]], strict=True))
    ordered = points if area > 0 else list(reversed(points))
    yield Move(ordered[0])
    yield from (Line(point) for point in ordered[1:])
    yield CLOSE


def text_outline(run: TextRun) -> Outline:
    """Return the outlines of a text's characters."""
    segments: list[Segment] = []
    face = fonts.load(run.font)
    at = run.origin.x
    for index, char in enumerate(run.text):
        place = Point(at, run.origin.y)
        segments += [_place_segment(segment, place, run.size / 1000) for segment in _glyph(run.font, char)]
        kern = run.kerns[index] if run.kerns else 0
        at += (face.advances[char] + kern) * run.size / 1000
    return Outline(tuple(segments))


def _place_segment(segment: Segment, at: Point, scale: float) -> Segment:
    match segment:
        case Move(to):
            return Move(at + to * scale)
        case Line(to):
            return Line(at + to * scale)
        case Cubic(first, second, to):
            return Cubic(at + first * scale, at + second * scale, at + to * scale)
    return segment


@lru_cache(maxsize=4096)
def _glyph(font: Font, char: str) -> tuple[Segment, ...]:
    """Return a character in thousandths of an em, y down."""
    face = hb.Face(fonts.load(font).data)
    shaper = hb.Font(face)
    pen = _Pen(1000 / face.upem)
    shaper.draw_glyph_with_pen(shaper.get_nominal_glyph(ord(char)), pen)
    return tuple(pen.segments)


class _Pen:
    """A receiver of glyph outlines from HarfBuzz. Quadratic curves become cubic ones."""

    def __init__(self, scale: float) -> None:
        self.segments: list[Segment] = []
        self._scale = scale
        self._here = Point(0.0, 0.0)

    def _point(self, pair: tuple[float, float]) -> Point:
        return Point(pair[0] * self._scale, -pair[1] * self._scale)

    def moveTo(self, to: tuple[float, float]) -> None:
        self._here = self._point(to)
        self.segments.append(Move(self._here))

    def lineTo(self, to: tuple[float, float]) -> None:
        self._here = self._point(to)
        self.segments.append(Line(self._here))

    def qCurveTo(self, control: tuple[float, float], to: tuple[float, float]) -> None:
        middle, end = self._point(control), self._point(to)
        first, second = self._here.towards(middle, 2 / 3), end.towards(middle, 2 / 3)
        self.segments.append(Cubic(first, second, end))
        self._here = end

    def curveTo(self, first: tuple[float, float], second: tuple[float, float], to: tuple[float, float]) -> None:
        self._here = self._point(to)
        self.segments.append(Cubic(self._point(first), self._point(second), self._here))

    def closePath(self) -> None:
        self.segments.append(CLOSE)


@dataclass(frozen=True, slots=True)
class Cells:
    """An area as bits, one per cell: `outer` are the cells it touches, `inner` those it covers completely."""

    outer: int
    inner: int

    def __and__(self, other: Cells) -> Cells:
        return Cells(self.outer & other.outer, self.inner & other.inner)


class Raster:
    """A rectangle divided into cells."""

    def __init__(self, box: Rect, size: float = 0.2) -> None:
        self.box = box = box.inset(-_MARGIN)
        self._size = size  # mm
        self._columns = (math.ceil(box.width / size) // 8 + 1) * 8  # whole bytes
        self._rows = math.ceil(box.height / size) + 1
        every = (1 << (self._columns * self._rows)) - 1
        self.whole = Cells(every, every)

    def area(self, outline: Outline, evenodd: bool = False) -> Cells:
        """Return the cells of an outline's inside."""
        rings = [self._scale([*points, points[0]]) for points, _ in polylines(outline)]
        inside, rim = self._inside(rings, evenodd), self._touched_cells(rings)
        return Cells(inside | rim, inside & ~rim)

    def line(self, outline: Outline, width: float) -> Cells:
        """Return the cells that a line of some width touches; no cell is sure to be covered."""
        if width / 2 > _MARGIN:
            return self.rect(outline.bounds.inset(-width / 2))
        paths = [self._scale([*points, points[0]] if closed else points) for points, closed in polylines(outline)]
        cells = self._touched_cells(paths)
        for _ in range(math.ceil(width / 2 / self._size)):  # one cell wider on each side
            cells |= cells << 1 | cells >> 1
            cells |= cells << self._columns | cells >> self._columns
        return Cells(cells & self.whole.outer, 0)

    def rect(self, box: Rect) -> Cells:
        """Return the cells that a rectangle touches."""
        rows = dict[int, int]()
        (left, top), (right, bottom) = self._scale([Point(box.left, box.top), Point(box.right, box.bottom)])
        for row in range(max(0, math.floor(top)), min(self._rows - 1, math.floor(bottom)) + 1):
            rows[row] = self._span(left, right)
        return Cells(self._join_rows(rows), 0)

    def _scale(self, points: Sequence[Point]) -> list[tuple[float, float]]:
        left, top, size = self.box.x, self.box.y, self._size
        return [((point.x - left) / size, (point.y - top) / size) for point in points]

    def _join_rows(self, rows: Mapping[int, int]) -> int:
        """Join rows of bits. Most outlines are small: only the rows from the first to the last are written out."""
        if not rows:
            return 0
        wide, first = self._columns // 8, min(rows)
        content = b"".join([rows.get(row, 0).to_bytes(wide, "little") for row in range(first, max(rows) + 1)])
        return int.from_bytes(content, "little") << (first * self._columns)

    def _span(self, left: float, right: float) -> int:
        """Return the bits of a row between two places."""
        first, last = max(0, math.floor(left)), min(self._columns - 1, math.floor(right))
        return ((1 << (last - first + 1)) - 1) << first if last >= first else 0

    def _touched_cells(self, paths: Sequence[Sequence[tuple[float, float]]]) -> int:
        """Return the cells that thin lines touch."""
        rows = defaultdict[int, int](int)
        end_of_row = self._columns - 1
        for path in paths:
            for (ax, ay), (bx, by) in pairwise(path):
                if by < ay:
                    ax, ay, bx, by = bx, by, ax, ay
                slope = (bx - ax) / (by - ay) if by > ay else 0.0
                for row in range(max(0, math.floor(ay)), min(self._rows - 1, math.floor(by)) + 1):
                    x = ax if row <= ay else ax + (row - ay) * slope
                    end = bx if row + 1 >= by else ax + (row + 1 - ay) * slope
                    left, right = (x, end) if x < end else (end, x)
                    if right >= 0 and left < self._columns:
                        first, last = (int(left) if left > 0 else 0), min(int(right), end_of_row)
                        rows[row] |= (1 << last + 1) - (1 << first)
        return self._join_rows(rows)

    def _inside(self, rings: Sequence[Sequence[tuple[float, float]]], evenodd: bool) -> int:
        """Return the cells whose centres are inside."""
        rows = defaultdict[int, int](int)
        crossings: dict[int, list[tuple[float, int]]] = {}
        for ring in rings:
            for (ax, ay), (bx, by) in pairwise(ring):
                turn, x, y, end_x, end_y = (1, ax, ay, bx, by) if by > ay else (-1, bx, by, ax, ay)
                for row in range(max(0, math.ceil(y - 0.5)), min(self._rows, math.ceil(end_y - 0.5))):
                    crossings.setdefault(row, []).append((x + (end_x - x) * (row + 0.5 - y) / (end_y - y), turn))
        for row, places in crossings.items():
            places.sort()
            winding = 0
            for (x, turn), (beyond, _) in pairwise(places):
                winding += 1 if evenodd else turn
                if winding % 2 if evenodd else winding:
                    rows[row] |= self._span(math.ceil(x - 0.5), math.floor(beyond - 0.5))
        return self._join_rows(rows)
