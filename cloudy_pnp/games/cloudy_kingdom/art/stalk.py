"""The shape of a beanstalk: the exact course of a strand, for every number of ends.

Every strand leaves the card straight, centred and equally wide, and stays so over the whole arm: two cards meet
without a step, and so do an arm and the card that covers its middle. All curves are inside the centre square.

An outline is made of one side from each end to the next one clockwise. `inset` gives a narrower copy that runs
exactly parallel; stacked, the copies are the layers of the bark.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT, Frame
from cloudy_pnp.draw.scene import CLOSE, Cubic, Line, Move, Outline, Segment
from cloudy_pnp.draw.shapes import QUARTER, smooth
from cloudy_pnp.games.cloudy_kingdom.model.face import Direction, Strand

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
