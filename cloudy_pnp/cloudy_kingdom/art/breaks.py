"""FACE-3, FACE-5: rope bridges and breaks.

The vine comes in from both edges; between two pairs of posts hangs the bridge. A break is a hole torn through a vine,
or thorns that bar the way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, partial

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.art import stalk as stalks
from cloudy_pnp.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.cloudy_kingdom.art.style import Colours, Items, Pen, around, placed
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, Break, BreakKind, Direction, Strand
from cloudy_pnp.core.geometry import ORIGIN, Point
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT, Frame
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, line, polygon, polyline, rectangle, smooth

LANDING = HALF - 7.0  # how far from the middle the vine ends and the bridge begins
_DECK = 4.5  # half the length of a plank
_RAIL = 5.7  # how far from the middle the hand ropes begin, at the posts
_BELLY = 1.5  # how much further out they hang half-way
_PITCH = 2.75  # from plank to plank


def stub_outline(stalk: Stalk, end: Direction, inset: float = 0.0) -> Outline:
    """Return the outline of the vine from the edge to the beam where the bridge begins."""
    out, right, rail = OUT[end], RIGHT[end], stalk.half - inset
    tip, far = out * (LANDING + inset), out * stalk.reach(end)
    return polyline((far + right * rail, tip + right * rail, tip - right * rail, far - right * rail), closed=True)


def stubs(pen: Pen, stalk: Stalk) -> Symbol:
    """Draw the two ends of the vine that carry the bridge."""
    name = f"stubs-{''.join(end.text for end in stalk.ends)}"

    def draw() -> Symbol:
        items: Items = ()
        for end in stalk.ends:
            items += stalks.layers(pen, partial(stub_outline, stalk, end), stalk.half)
            run = Curve.straight(OUT[end] * stalk.reach(end), Point(0.0, 0.0))
            start, *rim = stalks.arm_marks(stalk, end)
            stop = rim[0] if rim else stalk.reach(end) - LANDING - 1.5
            wrung = stalks.grooves(pen, run, start, stop, stalk.half)
            items += (stalks.inside(pen, partial(stub_outline, stalk, end), wrung),)
            for place in (LANDING + 2.3, LANDING + 3.5):  # ropes that lash the beam to the vine
                at, side = OUT[end] * place, RIGHT[end] * (stalk.half + 0.1)
                items += pen.cord(line(at - side, at + side), pen.colours.rope, pen.colours.wood_line, 0.7)
        return Symbol(name, items, pen.frame.sheet.inset(-1))

    return pen.kept(name, draw)


@lru_cache(maxsize=256)
def span(stalk: Stalk) -> Curve:
    """Return the middle line of the bridge, from post to post."""
    (run,) = stalk.runs
    first, last = (stalk.reach(end) - LANDING for end in stalk.ends)
    return run.part(first / run.length, 1 - last / run.length)


def plank_colour(colours: Colours) -> Colour:
    """Return a sun-bleached colour, much lighter than a vine, so that it differs without green and brown."""
    return colours.wood.mixed(colours.rope, 0.85).mixed(colours.paper, 0.25)


def bridge(pen: Pen, stalk: Stalk, crossed: Sequence[Outline], random: Random) -> Items:
    """Draw planks and ropes between two beams, with a shadow on everything below."""
    colours, lines = pen.colours, pen.lines
    way = span(stalk)
    items: Items = ()
    shade = pen.gleam(way.outline(), colours.ink, 2 * _DECK + 4.4, 0.42)
    if shade:
        items += tuple(Group(shade, clip=outline) for outline in crossed)
    planks = max(3, round(way.length / _PITCH))
    rails = [_rope(way, hand) for hand in (1, -1)]
    for hand in (1, -1):  # the ropes that carry the planks
        items += pen.line(way.offset(hand * 3.0).outline(), colours.wood_line, 0.8)
    for index in range(planks):
        items += _plank(pen, way, (index + 0.5) / planks, way.length / planks * 0.74, random)
    for index in range(1, planks - 1, 2):  # every second plank hangs from both hand ropes
        t = (index + 0.5) / planks
        for rail, hand in zip(rails, (1, -1), strict=True):
            tie, knot = way.at(t) + way.normal(t) * (hand * (_DECK - 0.7)), rail.at(t)
            items += pen.line(line(tie, knot), colours.wood_line, lines.outline)
            items += pen.solid(circle(tie, 0.5), colours.wood_line)
    for rail in rails:
        items += pen.cord(rail.outline(), colours.wood, colours.wood_line, 0.75)
    for t in (0.0, 1.0):
        items += _landing(pen, way, t)
    return items


def _landing(pen: Pen, way: Curve, t: float) -> Items:
    """Draw a beam across the end of the vine, with a post at each end."""
    colours, lines = pen.colours, pen.lines
    at, across = way.at(t), way.normal(t) * _RAIL
    beam = line(at - across, at + across)
    items = pen.cord(beam, colours.wood, colours.wood_line, 2.3)
    items += pen.gleam(line(at - across * 0.7, at + across * 0.6), plank_colour(colours), 0.5, 0.8)
    for hand in (1, -1):
        post = at + across * hand
        items += pen.shape(circle(post, 1.9), plank_colour(colours), colours.wood_line, lines.outline)
        items += pen.line(circle(post, 0.95), colours.wood_line, lines.fine)
    return items


def _rope(way: Curve, hand: int) -> Curve:
    """Return the curve of a hand rope, which bellies out between the posts."""
    points = []
    for step in range(7):
        t = step / 6
        points.append(way.at(t) + way.normal(t) * (hand * (_RAIL + 4 * _BELLY * t * (1 - t))))
    return Curve.through(*points)


def _plank(pen: Pen, way: Curve, t: float, thick: float, random: Random) -> Items:
    at = way.at(t)
    along = way.direction(t).turned(random.between(-4, 4))
    across = along.left * (_DECK + random.between(-0.35, 0.35))
    deep = along * (thick / 2)
    board = polygon(at - deep - across, at + deep - across, at + deep + across, at - deep + across)
    fill = plank_colour(pen.colours).mixed(pen.colours.wood, random.between(0.0, 0.28))
    return (
        *pen.shape(board, fill, pen.colours.wood_line, pen.lines.detail * 1.2),
        *pen.line(
            line(at - across * 0.6, at + across * random.between(0.1, 0.7)), pen.colours.wood_line, pen.lines.fine, 0.6
        ),
    )


RIM = 10.0  # distance of a break at the edge of the centre from the cut
_GAP = 5.0  # half the length of a hole
_UNDER_BRIDGE = 15.0  # the same where a bridge crosses the hole: sky must show on both sides of the bridge
_JOINT = 12.4  # the same in a joint, from the middle
_TAPER = 3.2  # over so much a torn end grows narrow
_NECK = 0.85  # to this share of its width
_WOOD = 0.74  # the wood inside the bark, as a share of its width


class Gap(Struct, frozen=True):
    """One break as it is drawn: its strand, its place, the direction of the vine there, half its length.

    `around` means that it lies in a joint and takes away all that is nearer than `half`.
    """

    kind: BreakKind
    strand: Strand
    at: Point
    along: Point
    half: float
    around: bool = False
    taper: float = _TAPER


def break_place(frame: Frame, place: str) -> tuple[Point, float]:
    """FACE-5: return the middle of a break at an end, and half its length: on the arm, or at the edge of the centre.

    >>> break_place(Frame(57.15, 88.9, 3), "n")[0].rounded(2)
    Point(x=0.0, y=-36.51)
    """
    end = DIRECTION[place]
    room = frame.arm / 2 - 2.4  # room for the hole between two stubs that still show the vine
    if end % 2 == 0 and room >= 2.5:
        return OUT[end] * (HALF + frame.arm / 2), min(room, _GAP)
    return OUT[end] * (frame.edge(end) - RIM), _GAP


def gaps(frame: Frame, breaks: Sequence[Break], stalks: Sequence[Stalk]) -> tuple[Gap, ...]:
    """Return the breaks of a card; one at the centre breaks every strand of two or more ends except bridges."""
    under_bridge = any(stalk.is_bridge for stalk in stalks)
    drawn = []
    for item in breaks:
        if item.at != "centre":
            at, half = break_place(frame, item.at)
            end = DIRECTION[item.at]
            strand = next(stalk.ends for stalk in stalks if end in stalk.ends)
            stub = frame.edge(end) - at.length - half
            drawn.append(Gap(item.kind, strand, at, OUT[end], half, taper=min(_TAPER, stub - 1.2)))
            continue
        for stalk in stalks:
            if stalk.is_junction:
                drawn.append(Gap(item.kind, stalk.ends, ORIGIN, OUT[0], _JOINT, around=True))
            elif len(stalk.ends) == 2 and not stalk.is_bridge:
                (run,) = stalk.runs
                half = _UNDER_BRIDGE if under_bridge and item.kind == "hole" else _GAP + 0.6
                drawn.append(Gap(item.kind, stalk.ends, run.at(0.5), run.direction(0.5), half))
    return tuple(drawn)


class _Stump(Struct, frozen=True):
    """One torn end. Places on it are `u`, how far from the middle of the hole into the vine, and `v` across."""

    run: Curve
    origin: float  # the middle of the hole on the run
    sign: int  # which way along the run leads into this end
    half: float
    tear: float  # where it is torn, in u
    taper: float

    def at(self, u: float, v: float) -> Point:
        t = (self.origin + self.sign * u) / self.run.length
        return self.run.at(t) + self.run.normal(t) * (self.sign * v)

    def shoulder(self, hand: int, inset: float = 0.0) -> list[Point]:
        """Return one side, from the full width of the vine to the tear."""
        steps = 5
        places = []
        for step in range(steps + 1):
            share = step / steps
            narrow = 1 - (1 - _NECK) * share * share * (3 - 2 * share)
            places.append(self.at(self.tear + self.taper * (1 - share), hand * (self.half * narrow - inset)))
        return places


def _stumps(gap: Gap, stalk: Stalk) -> list[_Stump]:
    """Return the ends that a hole leaves, in the order of the strand's ends."""
    if gap.around:
        return [
            _Stump(run, stalk.reach(end), -1, stalk.half, gap.half, gap.taper)
            for end, run in zip(stalk.ends, stalk.runs, strict=True)
        ]
    index = 0
    if len(stalk.ends) != 2:
        index = next(number for number, end in enumerate(stalk.ends) if gap.at.dot(OUT[end]) > 1)
    run = stalk.runs[index]
    origin = min(
        (step * 0.25 for step in range(int(run.length * 4) + 1)), key=lambda s: run.at(s / run.length).distance(gap.at)
    )
    return [_Stump(run, origin, sign, stalk.half, gap.half, gap.taper) for sign in (-1, 1)]


def _hole(stumps: Sequence[_Stump], peeled: Sequence[Sequence[Point]]) -> Outline:
    """Return the outline of a hole, counter-clockwise (so that it cuts a hole into a clockwise clip)."""
    ring: list[Point] = []
    for stump, edge in zip(stumps, peeled, strict=True):
        beside = [stump.at(stump.tear + stump.taper, hand * (stump.half + 1.5)) for hand in (1, -1)]
        ring += [beside[0], *stump.shoulder(1), *edge, *reversed(stump.shoulder(-1)), beside[1]]
    area = sum(a.cross(b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    return polyline(ring if area < 0 else [*reversed(ring)], closed=True)


def _bark_edge(stump: _Stump, random: Random) -> list[Point]:
    """Return the edge of the bark from one shoulder to the other, in shreds."""
    shreds = (1.0, 0.1, 1.5, 0.3, 1.1)
    return [
        stump.at(stump.tear + back + random.between(-0.25, 0.25), stump.half * _NECK * (0.68 - 0.34 * index))
        for index, back in enumerate(shreds)
    ]


def _splinters(stump: _Stump, random: Random) -> list[Point]:
    """Return the edge of the torn wood: clefts and splinters in turn, of varying width and length."""
    lengths = [2.7, 1.3, 2.1, 1.0]
    turn = int(random.number() * len(lengths))
    lengths = [*lengths[turn:], *lengths[:turn]]
    widths = [random.between(0.8, 1.2) for _ in lengths]
    side, total = stump.half * _WOOD, sum(widths)
    edge, here = [stump.at(stump.tear + 0.6, side)], 0.0
    for index, (length, width) in enumerate(zip(lengths, widths, strict=True)):
        lean = (here + width / 2) / total * 2 - 1
        edge.append(stump.at(stump.tear - length * random.between(0.85, 1.1), -side * lean * 1.1))
        here += width
        cleft = 0.6 if index == len(lengths) - 1 else random.between(-0.2, 0.4)
        edge.append(stump.at(stump.tear + cleft, -side * (here / total * 2 - 1)))
    return edge


def draw_torn(pen: Pen, stalk: Stalk, bark: Items, holes: Sequence[Gap], random: Random) -> Items:
    """Draw a strand with holes, through which the sky shows.

    Each end tapers, its bark is in shreds, and pale splinters stick out of its dark core.
    """
    clip = rectangle(pen.frame.sheet.inset(-5))
    below: Items = ()
    above: Items = ()
    for gap in holes:
        stumps = _stumps(gap, stalk)
        peeled = [_bark_edge(stump, random) for stump in stumps]
        clip = clip + _hole(stumps, peeled)
        for stump, edge in zip(stumps, peeled, strict=True):
            below += _wood(pen, stump, random)
            inset = pen.lines.outline / 2
            rim = polyline([*stump.shoulder(1, inset), *edge, *reversed(stump.shoulder(-1, inset))])
            above += pen.line(rim, pen.colours.vine_line, pen.lines.outline)
    return (*below, Group(bark, clip=clip), *above)


def _wood(pen: Pen, stump: _Stump, random: Random) -> Items:
    """Draw the dark wood and the splinters where the bark has come off."""
    colours, lines = pen.colours, pen.lines
    wide = stump.half * _NECK - 0.3
    inside = smooth(
        [stump.at(stump.tear + u, wide * v) for v, u in ((1, 2.2), (0.97, 0.3), (0.6, -0.4), (0, -0.6))]
        + [stump.at(stump.tear + u, wide * v) for v, u in ((-0.6, -0.4), (-0.97, 0.3), (-1, 2.2))],
        closed=True,
    )
    dark = colours.vine_line.mixed(colours.ink, 0.6)
    items = (*pen.solid(inside, dark), *pen.line(inside, dark, lines.detail))
    teeth = _splinters(stump, random)
    foot = [stump.at(stump.tear + 2.4, hand * stump.half * _WOOD * 0.9) for hand in (-1, 1)]
    wood = polyline([*teeth, *foot], closed=True)
    items += pen.shape(wood, colours.torn, dark, lines.detail * 1.2)
    for cleft in teeth[2:-1:2]:  # cracks run back from the clefts
        away = stump.at(stump.tear + 2.0, 0.0) - stump.at(stump.tear, 0.0)
        items += pen.line(line(cleft, cleft + away * random.between(0.3, 0.6)), dark, lines.detail)
    return items


# Brambles wind around the vine: hand, where a cane begins along the vine, how far it goes, and where around it.
_CANES = ((1, -5.7, 11.4, 0.02), (-1, -5.4, 10.8, 0.1), (1, -4.6, 8.4, 0.52))
_CANE = 1.25  # how thick a cane is
_TURN = 8.2  # how far along the vine it gets in one turn around it


def thorns(pen: Pen, kind: int, half: float, *, behind: bool) -> Symbol:
    """Draw brambles wound around a vine along x: the part behind the vine, or the part in front of it."""
    name = f"thorns-{kind}-{half:.2f}-{'behind' if behind else 'before'}"

    def draw() -> Symbol:
        colours = pen.colours
        canes: list[Curve] = []
        for hand, start, long, phase in _CANES:
            canes += _cane_parts(hand * (-1 if kind else 1), start, long, phase, half + 1.5, behind=behind)
        items: Items = ()
        for number, cane in enumerate(canes):
            items += _spikes(pen, cane, number, half)
        for cane in canes:
            items += pen.cord(cane.outline(), colours.thorn, colours.thorn_line, _CANE)
            items += pen.gleam(cane.outline(), colours.thorn.lighter(0.3), 0.3, 0.8)
        if not behind:
            for x, y in ((-4.0, -half - 1.6), (-1.4, 2.4), (2.4, -2.0), (3.8, half + 1.4)):
                at = Point(x, -y if kind else y)
                items += pen.shape(circle(at, 1.05), colours.berry, colours.thorn_line, pen.lines.detail)
                items += pen.tint(circle(at + Point(-0.3, -0.35), 0.28), colours.bloom)
        return Symbol(name, items, around(12, half + 8))

    return pen.kept(name, draw)


def thorns_shadow(pen: Pen, kind: int, half: float) -> Symbol:
    """Draw the shadow that the brambles in front of a vine cast on it."""
    name = f"thorns-{kind}-{half:.2f}-shadow"

    def draw() -> Symbol:
        items: Items = ()
        for hand, start, long, phase in _CANES:
            for cane in _cane_parts(hand * (-1 if kind else 1), start, long, phase, half + 1.5, behind=False):
                items += pen.gleam(cane.outline(), pen.colours.vine_line, _CANE + 2.6, 0.4)
        return Symbol(name, items, around(12, half + 8))

    return pen.kept(name, draw)


def _cane_parts(hand: int, start: float, long: float, phase: float, reach: float, *, behind: bool) -> list[Curve]:
    """Return the parts of a cane on one side of the vine, from edge to edge, with loose free ends."""
    steps, parts = 60, []
    part: list[Point] = []
    for step in range(steps + 1):
        share = step / steps
        angle = 2 * math.pi * (phase + share * long / _TURN)
        off = 1 + 0.35 * max(0.0, 1 - 7 * min(share, 1 - share))
        at = Point(start + long * share, hand * reach * off * math.cos(angle))
        if (math.sin(angle) < 0) == behind or (part and step == steps):
            part.append(at)
        elif part:
            part.append(at)  # both sides overlap a little, so that no gap shows
            parts.append(part)
            part = []
    if part:
        parts.append(part)
    return [Curve.through(*places[:: max(1, len(places) // 6)], places[-1]) for places in parts if len(places) > 3]


def _spikes(pen: Pen, cane: Curve, number: int, half: float) -> Items:
    """Draw thorns on both sides in turn; they stick out far where the cane bends around the vine."""
    items: Items = ()
    count = max(2, int(cane.length / 2.7))
    for index in range(count + 1):
        t = (index + 0.3) / (count + 0.6)
        at, side, way = cane.at(t), cane.normal(t) * (1 if (index + number) % 2 else -1), cane.direction(t)
        long = 2.7
        if abs(at.y) > half:
            side = Point(0.12 * (-1) ** index, math.copysign(1.0, at.y))
            way, long = Point(1.0, 0.0), 2.8
        spike = polygon(at - way * 0.8, at + side * long + way * 0.5, at + way * 0.8)
        items += pen.shape(spike, pen.colours.torn, pen.colours.thorn_line, pen.lines.detail)
    return items


class Block(Struct, frozen=True):
    """Brambles at a gap, as they will be drawn: behind the vine and before it."""

    gap: Gap
    stalk: Stalk
    kind: int

    def behind(self, pen: Pen) -> Items:
        """Draw the part behind the vine."""
        return self._wound(pen, behind=True)

    def before(self, pen: Pen) -> Items:
        """Draw the shadow on the vine, and the part in front of it."""
        turn, half = self.gap.along.degrees, self.stalk.half
        cast: Items = (placed(thorns_shadow(pen, self.kind, half), self.gap.at, 1.0, turn=turn),)
        if self.gap.around:
            cast += (placed(thorns_shadow(pen, 1 - self.kind, half), self.gap.at, 1.15, turn=turn + 90),)
        return (Group(cast, clip=self.stalk.outline()), *self._wound(pen, behind=False))

    def _wound(self, pen: Pen, *, behind: bool) -> Items:
        turn, half = self.gap.along.degrees, self.stalk.half
        items: Items = (placed(thorns(pen, self.kind, half, behind=behind), self.gap.at, 1.0, turn=turn),)
        if self.gap.around:
            across = placed(thorns(pen, 1 - self.kind, half, behind=behind), self.gap.at, 1.15, turn=turn + 90)
            return (across, *items)
        return items


def blocks(gaps: Sequence[Gap], stalks: Sequence[Stalk], random: Random) -> list[Block]:
    """Return the blocks of a card."""
    return [
        Block(gap, stalk, int(random.number() * 2))
        for stalk in stalks
        for gap in gaps
        if gap.kind == "block" and gap.strand == stalk.ends
    ]
