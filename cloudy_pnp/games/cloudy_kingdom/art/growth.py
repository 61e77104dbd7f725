"""The growth on the vines of a card: leaves, tendrils, pods and buds.

It differs for each copy and never covers a feature that the rules need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Use
from cloudy_pnp.games.cloudy_kingdom.art.breaks import Gap
from cloudy_pnp.games.cloudy_kingdom.art.bridge import LANDING
from cloudy_pnp.games.cloudy_kingdom.art.pen import Pen, placed
from cloudy_pnp.games.cloudy_kingdom.art.stalk import CURL_FROM, Stalk

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
