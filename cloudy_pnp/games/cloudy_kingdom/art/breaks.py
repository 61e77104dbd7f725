"""FACE-5: where a vine is broken, and what it looks like: a hole torn through it, or thorns that bar the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cloudy_pnp.core.geometry import ORIGIN, Point
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, Frame
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, line, polygon, polyline, rectangle, smooth
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION, Break, Kind, Strand

RIM = 9.2  # how far inside the cut a break at the rim of the centre lies
_GAP = 5.0  # half the length of a hole
_UNDER_BRIDGE = 15.0  # the same where a bridge crosses the hole: sky must show on both sides of the bridge
_JOINT = 12.4  # the same in a joint, from the middle
_TAPER = 3.2  # over so much a torn end grows narrow
_NECK = 0.85  # to this share of its width
_WOOD = 0.74  # the wood inside the bark, as a share of its width


@dataclass(frozen=True, slots=True)
class Gap:
    """One break as it is drawn: on which strand, where, in which direction the vine runs there, half its length.

    `around` means that it lies in a joint and takes away all that is nearer than `half`.
    """

    kind: Kind
    strand: Strand
    at: Point
    along: Point
    half: float
    around: bool = False
    taper: float = _TAPER


def break_place(frame: Frame, place: str) -> tuple[Point, float]:
    """FACE-5: the middle of a break at an end, and half its length: on the arm, or at the rim of the centre.

    >>> break_place(Frame(57.15, 88.9, 3), "n")[0].rounded(2)
    Point(x=0.0, y=-36.51)
    """
    end = DIRECTION[place]
    room = frame.arm / 2 - 2.4  # what is left for the hole between two stubs that still show the vine
    if end % 2 == 0 and room >= 2.5:
        return OUT[end] * (HALF + frame.arm / 2), min(room, _GAP)
    return OUT[end] * (frame.edge(end) - RIM), _GAP


def gaps(frame: Frame, breaks: Sequence[Break], stalks: Sequence[Stalk]) -> tuple[Gap, ...]:
    """All breaks of a card; one at the centre breaks every strand (of two or more ends) that is no bridge."""
    under_bridge = any(stalk.is_bridge for stalk in stalks)
    found = []
    for item in breaks:
        if item.at != "centre":
            at, half = break_place(frame, item.at)
            end = DIRECTION[item.at]
            strand = next(stalk.ends for stalk in stalks if end in stalk.ends)
            stub = frame.edge(end) - at.length - half
            found.append(Gap(item.kind, strand, at, OUT[end], half, taper=min(_TAPER, stub - 1.2)))
            continue
        for stalk in stalks:
            if stalk.is_junction:
                found.append(Gap(item.kind, stalk.ends, ORIGIN, OUT[0], _JOINT, around=True))
            elif len(stalk.ends) == 2 and not stalk.is_bridge:
                (run,) = stalk.runs
                half = _UNDER_BRIDGE if under_bridge and item.kind == "hole" else _GAP + 0.6
                found.append(Gap(item.kind, stalk.ends, run.at(0.5), run.direction(0.5), half))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Stump:
    """One torn end. Places on it are `u`, how far from the middle of the hole into the vine, and `v` across."""

    run: Curve
    origin: float  # where the middle of the hole lies on the run
    sign: int  # which way along the run leads into this end
    half: float
    tear: float  # where it is torn, in u
    taper: float

    def at(self, u: float, v: float) -> Point:
        t = (self.origin + self.sign * u) / self.run.length
        return self.run.at(t) + self.run.normal(t) * (self.sign * v)

    def shoulder(self, hand: int, inset: float = 0.0) -> list[Point]:
        """One side, from where the vine has its full width to the tear."""
        steps = 5
        places = []
        for step in range(steps + 1):
            share = step / steps
            narrow = 1 - (1 - _NECK) * share * share * (3 - 2 * share)
            places.append(self.at(self.tear + self.taper * (1 - share), hand * (self.half * narrow - inset)))
        return places


def _stumps(gap: Gap, stalk: Stalk) -> list[_Stump]:
    """The ends that a hole leaves, in the order of the strand's ends."""
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
    """What a hole takes away, counter-clockwise (so that it cuts a hole into a clip that runs clockwise)."""
    ring: list[Point] = []
    for stump, edge in zip(stumps, peeled, strict=True):
        beside = [stump.at(stump.tear + stump.taper, hand * (stump.half + 1.5)) for hand in (1, -1)]
        ring += [beside[0], *stump.shoulder(1), *edge, *reversed(stump.shoulder(-1)), beside[1]]
    area = sum(a.cross(b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    return polyline(ring if area < 0 else [*reversed(ring)], closed=True)


def _peeled(stump: _Stump, random: Random) -> list[Point]:
    """Where the bark ends, from one shoulder to the other: it has come off in shreds."""
    shreds = (1.0, 0.1, 1.5, 0.3, 1.1)
    return [
        stump.at(stump.tear + back + random.between(-0.25, 0.25), stump.half * _NECK * (0.68 - 0.34 * index))
        for index, back in enumerate(shreds)
    ]


def _splinters(stump: _Stump, random: Random) -> list[Point]:
    """The torn wood from one side to the other: clefts and splinters in turn, of every width and length."""
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


def torn(pen: Pen, stalk: Stalk, bark: Items, holes: Sequence[Gap], random: Random) -> Items:
    """A strand with holes in it: nothing is painted there, so the sky shows. Each end grows narrow, its bark is in
    shreds, and pale splinters stand out of its dark core."""
    clip = rectangle(pen.frame.sheet.inset(-5))
    below: Items = ()
    above: Items = ()
    for gap in holes:
        stumps = _stumps(gap, stalk)
        peeled = [_peeled(stump, random) for stump in stumps]
        clip = clip + _hole(stumps, peeled)
        for stump, edge in zip(stumps, peeled, strict=True):
            below += _wood(pen, stump, random)
            inset = pen.lines.outline / 2
            rim = polyline([*stump.shoulder(1, inset), *edge, *reversed(stump.shoulder(-1, inset))])
            above += pen.line(rim, pen.colours.vine_line, pen.lines.outline)
    return (*below, Group(bark, clip=clip), *above)


def _wood(pen: Pen, stump: _Stump, random: Random) -> Items:
    """What shows where the bark has come off: the dark inside, and splinters."""
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


_CANES = (
    ((-3.8, -10.2), (2.4, -6.6), (-2.4, -1.4), (2.6, 3.8), (-2.8, 10.2)),
    ((4.0, -9.6), (-2.6, -5.4), (2.6, -0.4), (-2.6, 5.4), (3.8, 9.8)),
    ((-5.6, -2.6), (-0.6, -5.4), (5.0, -3.4), (0.0, 0.4), (-5.2, 3.8), (0.6, 6.4), (5.6, 3.0)),
)
_BERRIES = ((2.6, -8.0), (-4.0, 0.6), (2.4, 7.8), (4.4, -0.2), (-3.0, -6.4))


def thorns(pen: Pen, kind: int) -> Symbol:
    """A tangle of brambles, 22 mm long, that lies across a vine running along x."""

    def draw() -> Symbol:
        colours = pen.colours
        hand = -1.0 if kind else 1.0
        items: Items = ()
        for number, places in enumerate(_CANES):
            cane = Curve.through(*(Point(x * hand, y) for x, y in places))
            items += _spikes(pen, cane, number)
            items += pen.cord(cane.outline(), colours.thorn, colours.thorn_line, 1.0)
            for t, hand in ((0.0, -1), (1.0, 1)):  # the canes end in thorns
                tip, side = cane.at(t) + cane.direction(t) * (2.6 * hand), cane.normal(t) * 0.75
                point = polygon(cane.at(t) - side, tip, cane.at(t) + side)
                items += pen.shape(point, colours.thorn, colours.thorn_line, pen.lines.detail)
        for x, y in _BERRIES:
            items += pen.shape(circle(Point(x * hand, y), 1.05), colours.berry, colours.thorn_line, pen.lines.detail)
            items += pen.tint(circle(Point(x * hand - 0.3, y - 0.35), 0.28), colours.bloom)
        return Symbol(f"thorns-{kind}", items, around(10, 14))

    return pen.kept(f"thorns-{kind}", draw)


def _spikes(pen: Pen, cane: Curve, number: int) -> Items:
    items: Items = ()
    count = int(cane.length / 3.1)
    for index in range(count + 1):
        t = index / count
        at, side, way = cane.at(t), cane.normal(t) * (1 if (index + number) % 2 else -1), cane.direction(t)
        spike = polygon(at - way * 0.9, at + side * 3.1 + way * 0.5, at + way * 0.7)
        items += pen.shape(spike, pen.colours.torn, pen.colours.thorn_line, pen.lines.detail)
    return items


def block(pen: Pen, gap: Gap, stalk: Stalk, random: Random) -> Items:
    """Brambles across the vine; in a joint, all around."""
    shade = pen.tint(circle(gap.at, 8.5 if gap.around else 6.4), pen.colours.vine_line, 0.34)
    shadow: Items = (Group(shade, clip=stalk.outline()),) if shade else ()
    kind, turn = int(random.number() * 2), gap.along.degrees + random.between(-6, 6)
    if gap.around:
        crossed = placed(thorns(pen, 1 - kind), gap.at, 1.1, turn=turn + 90)
        return (*shadow, crossed, placed(thorns(pen, kind), gap.at, 1.1, turn=turn))
    return (*shadow, placed(thorns(pen, kind), gap.at, 1.0, turn=turn))
