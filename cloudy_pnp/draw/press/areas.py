"""The areas of items: strokes and characters as outlines, and sets of cells that can be compared quickly."""

from __future__ import annotations

import cmath
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import uharfbuzz as hb
from msgspec import Struct

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import CLOSE, Cap, Close, Cubic, Font, Line, Move, Outline, Segment, Stroke, TextRun

_CHORDS = 32  # at most per curve
_LINE_CHORDS = 10  # per curve of a line that becomes an area
_BEND = 8.0  # chords of a curve, squared, by its bend in cells: they are off by less than a tenth of a cell
# By the number of chords less one: the weights of a curve's four points at each end of a chord but the last.
_WEIGHTS = [
    [
        ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        for t in (step / chords for step in range(1, chords))
    ]
    for chords in range(1, _CHORDS + 1)
]
_MARGIN = 2.0  # mm around a face: half the width of the widest line whose cells are exact
_SHARP = math.cos(math.radians(25.0))  # a sharper turn is a corner, not a curve
_DISC = [cmath.rect(1.0, -math.tau * step / 12) for step in range(12)]  # rounds a join


def _polylines(outline: Outline) -> Iterator[tuple[list[complex], bool]]:
    """Yield the parts of an outline as points along it, and whether each is closed."""
    points: list[complex] = []
    for segment in outline.segments:
        match segment:
            case Move(to):
                if len(points) > 1:
                    yield points, False
                points = [complex(to.x, to.y)]
            case Line(to):
                points.append(complex(to.x, to.y))
            case Cubic(one, two, to):
                p0, p1, p2, p3 = points[-1], complex(one.x, one.y), complex(two.x, two.y), complex(to.x, to.y)
                points += [p0 * a + p1 * b + p2 * c + p3 * d for a, b, c, d in _WEIGHTS[_LINE_CHORDS - 1]]
                points.append(p3)
            case Close():
                yield points, True
                points = points[:1]
    if len(points) > 1:
        yield points, False


def stroke_outline(outline: Outline, stroke: Stroke, place: Transform = IDENTITY) -> Outline:
    """Return the area of a placed line as an outline (nonzero). All joins are rounded: only faded lines need this.

    Points are complex numbers here, because calculating with these is several times faster.

    >>> line = Outline((Move(Point(0, 0)), Line(Point(10, 0))))
    >>> from cloudy_pnp.draw.colour import BLACK
    >>> stroke_outline(line, Stroke(BLACK, 2)).bounds
    Rect(x=0.0, y=-1.0, width=10.0, height=2.0)
    """
    segments: list[Segment] = []
    half = stroke.width / 2
    for points, closed in _polylines(outline):
        way = [*points, points[0]] if closed else points
        for part, is_closed in _dashes(way, stroke) if stroke.dashes else ((way, closed),):
            path = [part[0], *(after for before, after in pairwise(part) if abs(after - before) > 1e-6)]
            if len(path) > 1:
                for polygon in _ribbons(path, half, stroke.cap, is_closed):
                    segments += _polygon(polygon, place)
    return Outline(tuple(segments))


def _dashes(way: Sequence[complex], stroke: Stroke) -> Iterator[tuple[list[complex], bool]]:
    lengths = stroke.dashes * (1 + len(stroke.dashes) % 2)
    at, left, phase = 0, lengths[0], stroke.phase
    while phase >= left:
        phase -= left
        at = (at + 1) % len(lengths)
        left = lengths[at]
    left -= phase
    dash = [way[0]]
    for start, end in pairwise(way):
        length = abs(end - start)
        done = 0.0
        while length - done > left:
            done += left
            point = start + (end - start) * (done / length)
            if at % 2 == 0:
                yield [*dash, point], False
            dash = [point]
            at = (at + 1) % len(lengths)
            left = lengths[at]
        left -= length - done
        dash.append(end)
    if at % 2 == 0 and len(dash) > 1:
        yield dash, False


def _ribbons(path: list[complex], half: float, cap: Cap, closed: bool) -> Iterator[list[complex]]:
    """Yield bands along the smooth parts, and discs at sharp turns."""
    directions = [(end - start) / abs(end - start) for start, end in pairwise(path)]
    if cap is Cap.SQUARE and not closed:
        path = [path[0] - directions[0] * half, *path[1:-1], path[-1] + directions[-1] * half]
    corners = [
        at
        for at, (before, after) in enumerate(pairwise(directions), start=1)
        if before.real * after.real + before.imag * after.imag < _SHARP
    ]
    for start, end in pairwise([0, *corners, len(directions)]):
        sides = []
        for at in range(start, end + 1):
            along = directions[max(start, at - 1)] + directions[min(end - 1, at)]
            sides.append(along / abs(along) * -1j * half)
        band = path[start : end + 1]
        left_side = [point + side for point, side in zip(band, sides, strict=True)]
        yield left_side + [point - side for point, side in zip(reversed(band), reversed(sides), strict=True)]
    discs = [path[at] for at in corners]
    if closed:
        discs.append(path[0])
    elif cap is Cap.ROUND:
        discs += [path[0], path[-1]]
    for centre in discs:
        yield [centre + corner * half for corner in _DISC]


def _polygon(points: list[complex], place: Transform) -> Iterator[Segment]:
    """Yield a polygon in a fixed direction of rotation, so that bands and discs add up."""
    area = sum((start.conjugate() * end).imag for start, end in pairwise([*points, points[0]]))
    a, b, c, d, e, f = place.a, place.b, place.c, place.d, place.e, place.f
    corners = [
        Point(a * point.real + c * point.imag + e, b * point.real + d * point.imag + f)
        for point in (points if area > 0 else reversed(points))
    ]
    yield Move(corners[0])
    yield from map(Line, corners[1:])
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


class Cells(Struct, frozen=True):
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

    def area(self, outline: Outline, evenodd: bool = False, place: Transform = IDENTITY) -> Cells:
        """Return the cells of a placed outline's inside."""
        touched, crossings = self._trace([[*path, path[0]] for path, _ in self._paths(outline, place)])
        rows: dict[int, int] = {}
        for row, places in crossings.items():
            places.sort()
            winding = bits = 0
            for (x, turn), (beyond, _) in pairwise(places):
                winding += turn
                if winding % 2 if evenodd else winding:
                    bits |= self._span(math.ceil(x - 0.5), math.floor(beyond - 0.5))
            rows[row] = bits
        inside, border = self._join_rows(rows), self._join_rows(touched)
        return Cells(inside | border, inside & ~border)

    def line(self, outline: Outline, width: float, place: Transform = IDENTITY) -> Cells:
        """Return the cells that a placed line of some width touches; no cell is sure to be covered."""
        if width / 2 > _MARGIN:
            return self.rect(outline.moved(place).bounds.inset(-width / 2))
        paths = [[*path, path[0]] if closed else path for path, closed in self._paths(outline, place)]
        cells = self._join_rows(self._trace(paths)[0])
        return Cells(self.grown(cells, math.ceil(width / 2 / self._size)), 0)

    def grown(self, cells: int, steps: int) -> int:
        """Return some cells and those so many steps around them."""
        for _ in range(steps):
            cells |= cells << 1 | cells >> 1
            cells |= cells << self._columns | cells >> self._columns
        return cells & self.whole.outer

    def rect(self, box: Rect) -> Cells:
        """Return the cells that a rectangle touches."""
        left, right = (box.left - self.box.x) / self._size, (box.right - self.box.x) / self._size
        top, bottom = (box.top - self.box.y) / self._size, (box.bottom - self.box.y) / self._size
        rows = range(max(0, math.floor(top)), min(self._rows - 1, math.floor(bottom)) + 1)
        return Cells(self._join_rows(dict.fromkeys(rows, self._span(left, right))), 0)

    def _paths(self, outline: Outline, place: Transform) -> Iterator[tuple[list[tuple[float, float]], bool]]:
        """Yield the parts of a placed outline as points, measured in cells, and whether each is closed."""
        size = self._size
        a, b, c, d = place.a / size, place.b / size, place.c / size, place.d / size
        e, f = (place.e - self.box.x) / size, (place.f - self.box.y) / size
        path: list[tuple[float, float]] = []
        for segment in outline.segments:
            if isinstance(segment, Close):
                yield path, True
                path = path[:1]
                continue
            to = segment.to
            x, y = a * to.x + c * to.y + e, b * to.x + d * to.y + f
            if isinstance(segment, Move):
                if len(path) > 1:
                    yield path, False
                path = [(x, y)]
                continue
            if isinstance(segment, Cubic):
                (x0, y0), first, second = path[-1], segment.first, segment.second
                x1, y1 = a * first.x + c * first.y + e, b * first.x + d * first.y + f
                x2, y2 = a * second.x + c * second.y + e, b * second.x + d * second.y + f
                bend = max(abs(x0 - 2 * x1 + x2), abs(y0 - 2 * y1 + y2), abs(x1 - 2 * x2 + x), abs(y1 - 2 * y2 + y))
                for w0, w1, w2, w3 in _WEIGHTS[min(_CHORDS - 1, int(math.sqrt(bend * _BEND)))]:
                    path.append((x0 * w0 + x1 * w1 + x2 * w2 + x * w3, y0 * w0 + y1 * w1 + y2 * w2 + y * w3))
            path.append((x, y))
        if len(path) > 1:
            yield path, False

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

    def _trace(
        self, paths: Iterable[Sequence[tuple[float, float]]]
    ) -> tuple[dict[int, int], dict[int, list[tuple[float, int]]]]:
        """Follow thin lines, and return the cells they touch and where they cross the middle of each row.

        A crossing is a place and the direction of the line there: 1 down, -1 up.
        """
        touched, crossings = defaultdict[int, int](int), defaultdict[int, list[tuple[float, int]]](list)
        last_row, last_column = self._rows - 1, self._columns - 1
        for path in paths:
            start_x, start_y = path[0]
            for end_x, end_y in path:
                if end_y > start_y:
                    ax, ay, bx, by, turn = start_x, start_y, end_x, end_y, 1
                else:
                    ax, ay, bx, by, turn = end_x, end_y, start_x, start_y, -1
                start_x, start_y = end_x, end_y
                if by < 0 or ay >= last_row + 1:
                    continue
                slope = (bx - ax) / (by - ay) if by > ay else 0.0
                first, last = (int(ay) if ay > 0 else 0), (int(by) if by < last_row else last_row)
                x = ax if first <= ay else ax + (first - ay) * slope
                for row in range(first, last + 1):
                    middle = row + 0.5
                    if ay <= middle < by:
                        crossings[row].append((ax + (middle - ay) * slope, turn))
                    end = bx if row == last and row + 1 >= by else ax + (row + 1 - ay) * slope
                    left, right = (x, end) if x < end else (end, x)
                    x = end
                    if right >= 0 and left <= last_column:
                        low, high = (int(left) if left > 0 else 0), (int(right) if right < last_column else last_column)
                        touched[row] |= (2 << high) - (1 << low)
        return touched, crossings
