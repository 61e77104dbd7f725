"""The picture of a vine card's face, put together from sky, strands, breaks, bridges and growth.

The growth (leaves, tendrils, pods and buds) differs for each copy and never covers a feature that the rules need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.art import air, breaks
from cloudy_pnp.cloudy_kingdom.art import stalk as stalks
from cloudy_pnp.cloudy_kingdom.art.breaks import LANDING, Gap
from cloudy_pnp.cloudy_kingdom.art.stalk import CURL_FROM, Stalk
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, placed
from cloudy_pnp.cloudy_kingdom.model.face import Face, Strand
from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Use

_STEP = 2.0  # from site to site along a vine
LEAF = 10.0  # how long a leaf is, mm
_SPACE = 6.6  # between the middles of two leaves
_LEANS = ((42.0, 116.0), (64.0, 138.0))  # from the direction of the vine, in turn
_TURNS = [{hand: [Transform.rotation(-hand * lean) for lean in leans] for hand in (1, -1)} for leans in _LEANS]


class Site(Struct, frozen=True):
    """A place where a leaf can grow: its foot, the middle of the leaf, and its direction."""

    foot: Point
    middle: Point
    turn: float


def sites(stalks: Sequence[Stalk], gaps: Sequence[Gap]) -> tuple[Site, ...]:
    """Return the places where a full-sized leaf hides no other vine, break or bridge and stays on the card."""
    room = stalks[0].frame.card.inset(3.2)
    places = []
    for stalk in stalks:
        others = [other for other in stalks if other is not stalk]
        for run in stalk.runs:
            for foot, grow in _candidates(stalk, run):
                tip = foot + grow * LEAF
                if tip not in room or stalk.clearance(tip) <= 1.6:
                    continue
                middle = foot + grow * (LEAF * 0.52)
                if (
                    stalk.clearance(middle) > -0.4
                    and all(other.clearance(tip) > 1.6 for other in others)
                    and all(other.clearance(middle) > (6 if other.is_bridge else 0) for other in others)
                    and all(gap.at.distance(point) > gap.half + 6 for gap in gaps for point in (foot, middle, tip))
                ):
                    places.append(Site(foot, middle, grow.degrees))
    return tuple(places)


def _candidates(stalk: Stalk, run: Curve) -> Iterator[tuple[Point, Point]]:
    """Yield possible feet of leaves on both sides of a vine, and their directions."""
    start = stalk.frame.margin + 4
    stop = run.length - (start if len(stalk.ends) == 2 else 8)
    if len(stalk.ends) == 1:
        stop = stalk.reach(stalk.ends[0]) - CURL_FROM + 2
    here = start
    leans = cycle(_TURNS)
    while here < stop:
        t = here / run.length
        at, way = run.place(t)
        here += _STEP
        if stalk.is_bridge and max(abs(at.x), abs(at.y)) < LANDING + 2:
            continue
        for hand in (1, -1):
            foot = at + way.left * (hand * (stalk.half - 0.7))
            for turn in next(leans)[hand]:
                yield foot, turn(way)


def leaves(pen: Pen, where: Sequence[Site], most: int, random: Random) -> tuple[Use, ...]:
    """Draw at most this many leaves and other growth, at random sites."""
    items: list[Use] = []
    taken: list[Point] = []
    for _ in range(min(4 * most, 3 * len(where))):
        if len(taken) == most:
            break
        site = random.pick(where)
        if any(site.middle.distance(other) < _SPACE for other in taken):
            continue
        taken.append(site.middle)
        items += _grow(pen, site, random)
    return tuple(items)


def _grow(pen: Pen, site: Site, random: Random) -> list[Use]:
    lot, kind, size = random.number(), int(random.number() * 3), random.between(0.7, 1.0)
    mirrored = random.chance(0.5)
    if lot < 0.66:
        # A mirrored leaf has its shade on the other half: turn it about so that it still points outwards.
        turn = site.turn + 180 if mirrored else site.turn
        growth = [placed(pen.art(f"leaf-{kind}"), site.foot, size, mirrored=mirrored, turn=turn)]
        if random.chance(0.02):
            growth.append(placed(pen.art("ladybird"), site.middle, 0.85, turn=random.between(0, 360)))
        return growth
    if lot < 0.82:
        return [placed(pen.art(f"tendril-{kind % 2}"), site.foot, size, turn=site.turn)]
    if lot < 0.92:
        return [placed(pen.art("pod"), site.foot, size, turn=site.turn)]
    return [placed(pen.art("bud"), site.foot, 1.0, turn=site.turn)]


_SWAYS = (-2.0, 2.0)
_QUARTERS = {(1, -1): (0, 1), (1, 1): (1, 2), (-1, 1): (2, 3), (-1, -1): (3, 0)}  # the ends next to each quarter


class Plan(Struct, frozen=True):
    """The parts that all copies of a face have in common, with their places."""

    stalks: tuple[Stalk, ...]  # bridges last
    gaps: tuple[Gap, ...]
    sites: tuple[Site, ...]
    empty: tuple[tuple[int, int], ...]  # quarters of the card without a vine next to them


def plan(frame: Frame, face: Face, half: float, sway: float) -> Plan:
    """Lay out a face. Most have nothing that sways: they are laid out once."""
    return _plan(frame, face, half, sway if any(_sways(face, strand) for strand in face.vines) else 0.0)


@lru_cache(maxsize=1024)
def _plan(frame: Frame, face: Face, half: float, sway: float) -> Plan:
    drawn = strands(frame, face, half, sway)
    gaps = breaks.gaps(frame, face.breaks, drawn)
    empty = tuple(quarter for quarter, ends in _QUARTERS.items() if not set(ends) & set(face.ends))
    return Plan(drawn, gaps, sites(drawn, gaps), empty)


def strands(frame: Frame, face: Face, half: float, sway: float) -> tuple[Stalk, ...]:
    """Return the strands of a face, bridges last; a single straight one may sway."""
    drawn = []
    for strand in face.vines:
        is_bridge = strand in face.bridges
        # Path ends from the short sides curl to one hand and those from the long sides to the other: so two of the
        # four quarters stay free for the writing on spells.
        curl = 1.0 if strand[0] % 2 else -1.0
        bias = curl if len(strand) == 1 else sway if _sways(face, strand) else 0.0
        drawn.append(Stalk(frame, strand, half, bias, is_bridge))
    return tuple(sorted(drawn, key=lambda stalk: stalk.is_bridge))


def _sways(face: Face, strand: Strand) -> bool:
    alone = len(face.vines) == 1 and strand not in face.bridges
    return alone and len(strand) == 2 and strand[0].opposite in strand


def vine_face(pen: Pen, face: Face, random: Random) -> Items:
    """Draw the whole card, sky included."""
    laid = plan(pen.frame, face, pen.lines.vine / 2, random.part("sway").pick(_SWAYS))
    return (*air.background(pen, random.part("sky"), laid.empty), *vines(pen, laid, random))


def vines(pen: Pen, laid: Plan, random: Random, *, rosettes: bool = True) -> Items:
    """Draw the strands with their growth, their breaks and their bridges, without the sky."""
    vine_random = random.part("vines")
    items: Items = leaves(pen, laid.sites, 12, random.part("leaves"))
    barred = breaks.blocks(laid.gaps, laid.stalks, random.part("blocks"))
    for block in barred:
        items += block.behind(pen)
    for stalk in laid.stalks:
        if stalk.is_bridge:
            items += (Use(breaks.stubs(pen, stalk)),)
        else:
            items += _vine(pen, stalk, laid.gaps, vine_random, rosettes=rosettes)
    for block in barred:
        items += block.before(pen)
    torn_below = [gap.strand for gap in laid.gaps if gap.kind == "hole" and gap.at.length < 1]
    for stalk in laid.stalks:
        if stalk.is_bridge:
            below = [vine.outline() for vine in laid.stalks if not vine.is_bridge and vine.ends not in torn_below]
            items += breaks.bridge(pen, stalk, below, vine_random)
    return items


def _vine(pen: Pen, stalk: Stalk, gaps: Sequence[Gap], random: Random, *, rosettes: bool) -> Items:
    items: Items = (Use(stalks.bark(pen, stalk)),)
    if rosettes and stalk.is_junction and not any(gap.around for gap in gaps):
        items += stalks.rosette(pen, len(stalk.ends), random)
    holes = [gap for gap in gaps if gap.kind == "hole" and gap.strand == stalk.ends]
    return breaks.draw_torn(pen, stalk, items, holes, random) if holes else items
