"""FACE-5: where a vine is broken, and what it looks like: a hole torn through it, or thorns that bar the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cloudy_pnp.core.geometry import ORIGIN, Point
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, Frame
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Symbol
from cloudy_pnp.draw.shapes import circle, line, polygon, polyline, rectangle
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION, Break, BreakKind, Strand

RIM = 8.8  # how far inside the cut a break at the rim of the centre lies
_GAP = 3.7  # half the length of a hole


@dataclass(frozen=True, slots=True)
class Gap:
    """One break as it is drawn: on which strand, where, in which direction the vine runs there, half its length.

    `around` means that it lies in a joint and takes away all that is nearer than `half`.
    """

    kind: BreakKind
    strand: Strand
    at: Point
    along: Point
    half: float
    around: bool = False


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
            found.append(Gap(item.kind, strand, at, OUT[end], half))
            continue
        for stalk in stalks:
            if stalk.is_junction:
                found.append(Gap(item.kind, stalk.ends, ORIGIN, OUT[0], 11.4, around=True))
            elif len(stalk.ends) == 2 and not stalk.is_bridge:
                (run,) = stalk.runs
                half = 9.6 if under_bridge and item.kind == "hole" else _GAP + 0.8
                found.append(Gap(item.kind, stalk.ends, run.at(0.5), run.direction(0.5), half))
    return tuple(found)


def _ragged(gap: Gap, half_width: float, random: Random) -> list[Point]:
    """The edge of a hole, counter-clockwise (so that it cuts a hole into a clip that runs clockwise)."""
    if gap.around:
        shares = _splinters(24, random)
        return [gap.at + Point.polar(gap.half + tooth, -360 * share) for share, tooth in shares]
    across, wide = gap.along.left, half_width + 1.2

    def side(hand: int) -> list[Point]:
        return [
            gap.at + gap.along * (hand * (gap.half + tooth)) + across * (wide * (2 * share - 1))
            for share, tooth in _splinters(11, random)
        ]

    return [*reversed(side(-1)), *side(1)]


def _splinters(count: int, random: Random) -> list[tuple[float, float]]:
    """Clefts and splinters in turn, of every width and length: places from 0 to 1, and how far each goes back."""
    places = [(index + random.between(-0.32, 0.32)) / (count - 1) for index in range(count)]
    long = int(random.number() * count) | 1  # one splinter is left that is longer than the others
    teeth = [random.between(0.4, 1.4) if index % 2 == 0 else -random.between(0.0, 1.5) for index in range(count)]
    teeth[min(long, count - 1)] -= 1.2
    return list(zip(places, teeth, strict=True))


def torn(pen: Pen, stalk: Stalk, bark: Items, holes: Sequence[Gap], random: Random) -> Items:
    """A strand with holes in it: nothing is painted there, so the sky shows; the edges are ragged and pale."""
    colours, lines = pen.colours, pen.lines
    strand = stalk.outline()
    clip = rectangle(pen.frame.sheet.inset(-5))
    pale: Items = ()
    edges: Items = ()
    for gap in holes:
        ring = _ragged(gap, stalk.half, random)
        hole = polyline(ring, closed=True)
        clip = clip + hole
        rim = [point + _outwards(gap, point) * 1.7 for point in ring]
        soft = [a.towards(b, 0.5) for a, b in zip(rim, [*rim[1:], rim[0]], strict=True)]
        pale += pen.shape(polyline(soft, closed=True), colours.torn, colours.vine_line, lines.fine)
        for a, b in zip(ring[::2], soft[::2], strict=False):
            pale += pen.line(line(a, a.towards(b, 0.8)), colours.wood_line, lines.fine, 0.6)
        edges += pen.line(hole, colours.vine_line, lines.detail)
    return (Group((*bark, Group(pale, clip=strand)), clip=clip), Group(edges, clip=strand))


def _outwards(gap: Gap, point: Point) -> Point:
    away = point - gap.at
    return away.unit if gap.around else gap.along * (1.0 if away.dot(gap.along) > 0 else -1.0)


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
