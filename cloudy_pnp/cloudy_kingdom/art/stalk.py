"""The shape of a beanstalk: the exact course of a strand, for every number of ends.

Every strand leaves the card straight, centred and equally wide, and stays so over the whole arm: two cards meet
without a step, and so do an arm and the card that covers its middle. All curves are inside the centre square.

An outline is made of one side from each end to the next one clockwise. `inset` gives a narrower copy that runs
exactly parallel; stacked, the copies are the layers of the bark.

The bark has grooves that wind around it, and a rosette where strands join.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, placed
from cloudy_pnp.cloudy_kingdom.model.face import Direction, Strand
from cloudy_pnp.core.geometry import ORIGIN, Point, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT, Frame
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Cubic, Group, Line, Move, Outline, Segment, Symbol
from cloudy_pnp.draw.shapes import QUARTER, smooth

BEND = HALF * 0.84  # radius of a bend's centre line
FILLET = 6.2  # radius of the inner corners where strands join
SWAY = HALF * 0.84  # how far from the middle a straight vine begins to sway
CURL = 7.0  # radius of the spiral of a path end where it begins
CURL_FROM = HALF * 0.72  # how far from the middle that is
_TURNS = 372.0  # degrees that a path end curls
_TIGHT = 0.8  # how much closer its tip is to the middle of the curl
_TIP = 0.13  # how thick the tip of a path end is, as a share of the vine
_OUT = [(out.x, out.y) for out in OUT]


class Stalk(Struct, frozen=True, dict=True):
    """One strand of a card: its ends clockwise, half its width, and how it sways or to which hand it curls."""

    frame: Frame
    ends: Strand
    half: float
    sway: float = 0.0
    is_bridge: bool = False

    @property
    def is_bend(self) -> bool:
        """Return whether it joins two neighbouring sides."""
        return len(self.ends) == 2 and (self.ends[1] - self.ends[0]) % 2 == 1

    @property
    def is_junction(self) -> bool:
        """Return whether three or four ends meet."""
        return len(self.ends) > 2

    def reach(self, end: Direction) -> float:
        """Return how far the strand is drawn: over the cut and out to the bleed."""
        return self.frame.edge(end) + self.frame.margin

    @cached_property
    def runs(self) -> tuple[Curve, ...]:
        """The centre lines, each from a cut edge inwards: to the other end, to the joint, or to the tip."""
        if len(self.ends) == 2:
            return (self._through(*self.ends),)
        if len(self.ends) == 1:
            return (self._curl(self.ends[0]),)
        return tuple(Curve.straight(OUT[end] * self.reach(end), Point(0.0, 0.0)) for end in self.ends)

    def outline(self, inset: float = 0.0) -> Outline:
        """Return the outline of the strand, or one that runs inside it at a distance."""
        if len(self.ends) == 1:
            return self._curled_outline(inset)
        segments: list[Segment] = []
        rail = self.half - inset
        for a, b in zip(self.ends, (*self.ends[1:], self.ends[0]), strict=True):
            begin, finish = OUT[a] * self.reach(a) + RIGHT[a] * rail, OUT[b] * self.reach(b) - RIGHT[b] * rail
            segments += [Line(begin) if segments else Move(begin), *self._side(a, b, inset), Line(finish)]
        return Outline((*segments, CLOSE))

    def _side(self, a: Direction, b: Direction, inset: float) -> Iterator[Segment]:
        """Yield the curved part of the side from end `a` to the next end `b`, clockwise."""
        rail = self.half - inset
        quarters = (b - a) % 4
        if quarters == 2:
            yield from _swaying(OUT[a], RIGHT[a], rail, self.sway)
        elif self.is_junction:
            yield from _corner(a, b, self.half + FILLET, rail)
        else:  # a bend: its inner side, or the outer one if the other end is three quarters further
            yield from _corner(a, b, BEND, rail)

    def _through(self, a: Direction, b: Direction) -> Curve:
        start, end = OUT[a] * self.reach(a), OUT[b] * self.reach(b)
        inner = tuple(_corner(a, b, BEND, 0.0) if self.is_bend else _swaying(OUT[a], RIGHT[a], 0.0, self.sway))
        return Curve(start, tuple(_cubics(start, (*inner, Line(end)))))

    def _curl(self, end: Direction) -> Curve:
        """Return a line straight in, then a narrowing spiral; a negative sway curls to the other side."""
        hand = -1.0 if self.sway < 0 else 1.0
        centre = Point(hand * CURL, -CURL_FROM)
        steps = 20
        points = []
        for step in range(steps + 1):
            share = step / steps
            # It leaves the straight part without a kink: the radius does not change there, nor does the width.
            radius = CURL * (1 - _TIGHT * math.pow(share, 1.5))
            angle = math.radians(180 - _TURNS * share)
            points.append(centre + Point(hand * radius * math.cos(angle), radius * math.sin(angle)))
        spiral = Curve.through(*points)
        first = spiral.spans[0]
        leave = points[0].distance(points[1]) / 3
        spiral = Curve(points[0], (Cubic(points[0] + Point(0.0, leave), first.second, first.to), *spiral.spans[1:]))
        start = Point(0.0, -self.reach(end))
        turn = Transform.rotation(90 * end)
        return (Curve.straight(start, points[0]) + spiral).moved(turn)

    def _curled_outline(self, inset: float) -> Outline:
        (run,) = self.runs
        straight = (self.reach(self.ends[0]) - CURL_FROM) / run.length
        steps = 34
        left, right = [], []
        for step in range(steps + 1):
            share = step / steps
            t = straight + (1 - straight) * share
            thick = self.thickness(share) * (self.half - inset) / self.half
            at, side = run.at(t), run.normal(t) * thick
            left.append(at + side)
            right.append(at - side)
        begin, side = run.start, run.normal(0.0) * (self.half - inset)
        tip = run.at(1.0) + run.direction(1.0) * (self.thickness(1.0) * (self.half - inset) / self.half)
        forth = smooth([*left, tip]).segments[1:]
        back = smooth([tip, *reversed(right)]).segments[1:]
        return Outline((Move(begin + side), Line(left[0]), *forth, *back, Line(begin - side), CLOSE))

    def clearance(self, point: Point) -> float:
        """Return about how far a point is outside the vine; negative inside. Called hundreds of times per card."""
        x, y = point.x, point.y
        if self._corner is not None:
            a, b = self.ends
            right, down = x - self._corner.x, y - self._corner.y
            (ax, ay), (bx, by) = _OUT[a], _OUT[b]
            if right * ax + down * ay < 0 and right * bx + down * by < 0:
                return abs(math.hypot(right, down) - BEND) - self.half
        curl = self._curl_centre
        beyond = CURL_FROM if curl else 0.0
        nearest = max(0.0, math.hypot(x - curl.x, y - curl.y) - CURL) if curl else math.hypot(x, y)
        for end in self.ends:
            out, down = _OUT[end]
            if x * out + y * down > beyond:
                nearest = min(nearest, abs(x * down - y * out))
        return nearest - self.half - (0.0 if curl else abs(self.sway))

    @cached_property
    def _corner(self) -> Point | None:
        """The centre of the circle that a bend follows."""
        return (OUT[self.ends[0]] + OUT[self.ends[1]]) * BEND if self.is_bend else None

    @cached_property
    def _curl_centre(self) -> Point | None:
        """The middle of the spiral of a path end."""
        if len(self.ends) > 1:
            return None
        return Point(-CURL if self.sway < 0 else CURL, -CURL_FROM).turned(90 * self.ends[0])

    def thickness(self, share: float) -> float:
        """Return half the width of a path end at a share of its spiral."""
        return self.half * (_TIP + (1 - _TIP) * math.pow(1 - math.pow(share, 1.25), 1.5))

    def taper(self, t: float) -> float:
        """Return the share of its full width that a strand has at a share of its run: less than 1 only in a curl."""
        if len(self.ends) > 1:
            return 1.0
        (run,) = self.runs
        straight = (self.reach(self.ends[0]) - CURL_FROM) / run.length
        return self.thickness((t - straight) / (1 - straight)) / self.half if t > straight else 1.0


def _corner(a: Direction, b: Direction, at: float, rail: float) -> Iterator[Segment]:
    """Yield a quarter circle from the line of one end to that of the next; its centre is `at` from both axes."""
    quarters = (b - a) % 4
    inner, outer = (a, b) if quarters == 1 else (b, a)
    centre = (OUT[inner] + OUT[outer]) * at
    radius = at - rail if quarters == 1 else at + rail
    start, end = centre - OUT[b] * radius, centre - OUT[a] * radius
    yield Line(start)
    pull = radius * QUARTER
    yield Cubic(start - OUT[a] * pull, end - OUT[b] * pull, end)


def _swaying(out: Point, right: Point, rail: float, sway: float) -> Iterator[Segment]:
    """Yield a straight side through the middle that swings a little to one side and then to the other."""
    side = right * rail

    def place(along: float, across: float) -> Point:
        return out * (SWAY * along) + right * across + side

    yield Line(place(1.0, 0.0))
    if sway == 0:
        yield Line(place(-1.0, 0.0))
        return
    yield Cubic(place(0.74, 0.0), place(0.76, sway), place(0.5, sway))
    yield Cubic(place(0.2, sway), place(-0.2, -sway), place(-0.5, -sway))
    yield Cubic(place(-0.76, -sway), place(-0.74, 0.0), place(-1.0, 0.0))


def _cubics(start: Point, segments: tuple[Segment, ...]) -> Iterator[Cubic]:
    here = start
    for segment in segments:
        match segment:
            case Line(to):
                yield Cubic(here.towards(to, 1 / 3), here.towards(to, 2 / 3), to)
                here = to
            case Cubic(_, _, to):
                yield segment
                here = to


Taper = Callable[[float], float]

_PITCH = 7.6  # from groove to groove, about
_WRUNG = 0.62  # how much of a curl has grooves


def bark(pen: Pen, stalk: Stalk) -> Symbol:
    """Draw a whole strand without leaves, as one symbol for all cards that have it."""
    name = f"vine-{''.join(end.text for end in stalk.ends)}{stalk.sway:+.1f}"

    def draw() -> Symbol:
        items = layers(pen, stalk.outline, stalk.half)
        wrung: Items = ()
        for run, start, end in _stretches(stalk):
            wrung += grooves(pen, run, start, end, stalk.half, stalk.taper)
        return Symbol(name, (*items, inside(pen, stalk.outline, wrung)), pen.frame.sheet.inset(-1))

    return pen.kept(name, draw)


def layers(pen: Pen, outline: Callable[[float], Outline], half: float) -> Items:
    """Draw the layers of a cross-section, from the outline to the light in the middle; `outline` takes the inset."""
    colours, line = pen.colours, pen.lines.outline
    if pen.style.ink_saving:
        return pen.shape(outline(line / 2), colours.vine, colours.vine_line, line)
    return (
        *pen.tint(outline(0.0), colours.vine_line),
        *pen.tint(outline(line), colours.vine_shade),
        *pen.tint(outline(line + half * 0.2), colours.vine),
        *pen.tint(outline(half * 0.66), colours.vine_light),
    )


def inside(pen: Pen, outline: Callable[[float], Outline], wrung: Items) -> Group:
    """Clip grooves at the end of the bark, so that they do not notch the line around it."""
    return Group(wrung, clip=outline(pen.lines.outline))


def _stretches(stalk: Stalk) -> Iterator[tuple[Curve, float, float]]:
    """Yield the parts of each run with separate grooves.

    A groove begins and ends at the cut and at the edge of the centre, where another card may continue.
    """
    for index, run in enumerate(stalk.runs):
        marks = [*arm_marks(stalk, stalk.ends[index])]
        if len(stalk.ends) == 2:
            marks += [run.length - mark for mark in reversed([*arm_marks(stalk, stalk.ends[1])])]
        elif stalk.is_junction:
            marks.append(stalk.reach(stalk.ends[index]) - stalk.half - FILLET)
        else:
            begin = stalk.reach(stalk.ends[index]) - CURL_FROM
            marks += [begin, begin + (run.length - begin) * _WRUNG]
        for start, end in pairwise(marks):
            if end - start > 2:
                yield run, start, end


def arm_marks(stalk: Stalk, end: Direction) -> Iterator[float]:
    """Yield the distances from the end of a run to the cut, and to the edge of the centre."""
    yield stalk.frame.margin
    if end % 2 == 0 and stalk.frame.arm > 2:
        yield stalk.frame.margin + stalk.frame.arm


def grooves(pen: Pen, run: Curve, start: float, end: float, half: float, taper: Taper = lambda _t: 1.0) -> Items:
    """Draw grooves that run around the stalk from one side to the other, as if it had been wrung.

    `taper` gives the share of the width along the run.
    """
    colours, length = pen.colours, run.length
    items: Items = ()
    count = max(1, round((end - start) / _PITCH))
    pitch = (end - start) / count
    reach = half - pen.lines.outline
    for index in range(count):
        first, last = (start + index * pitch) / length, (start + (index + 1) * pitch) / length
        begin = run.at(first) + run.normal(first) * (reach * taper(first))
        finish = run.at(last) - run.normal(last) * (reach * taper(last))
        way = Curve.hermite(begin, run.direction(first) * pitch * 1.3, finish, run.direction(last) * pitch * 1.3)
        items += pen.gleam(way.outline(), colours.vine_shade, 1.0, 0.7)
        items += pen.line(way.outline(), colours.vine_line, pen.lines.fine, 0.85)
    return items


def rosette(pen: Pen, ends: int, random: Random) -> Items:
    """Draw leaves around a blossom where three or four ends meet, to show at a glance that they are joined."""
    leaves = 4 + ends // 2
    turn, step = random.between(0, 360), 360 / leaves
    around = [turn + step * index + random.between(-7, 7) for index in range(leaves)]
    rim = tuple(placed(pen.art("leaf-1"), ORIGIN + Point.polar(1.0, angle), 0.7, turn=angle) for angle in around)
    return (*rim, placed(pen.art("flower"), ORIGIN, 1.2, turn=turn / 5))
