"""The picture of a vine card's face, put together from sky, strands, breaks and bridges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Use
from cloudy_pnp.games.cloudy_kingdom.art import air, bark, breaks, bridge, growth
from cloudy_pnp.games.cloudy_kingdom.art.breaks import Gap
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.games.cloudy_kingdom.model.face import Face, Strand

_SWAYS = (-2.0, 2.0)
_QUARTERS = {(1, -1): (0, 1), (1, 1): (1, 2), (-1, 1): (2, 3), (-1, -1): (3, 0)}  # the ends next to each quarter


class Plan(Struct, frozen=True):
    """The parts that all copies of a face have in common, with their places."""

    stalks: tuple[Stalk, ...]  # bridges last
    gaps: tuple[Gap, ...]
    sites: tuple[growth.Site, ...]
    empty: tuple[tuple[int, int], ...]  # quarters of the card without a vine next to them


def plan(frame: Frame, face: Face, half: float, sway: float) -> Plan:
    """Lay out a face. Most have nothing that sways: they are laid out once."""
    return _plan(frame, face, half, sway if any(_sways(face, strand) for strand in face.vines) else 0.0)


@lru_cache(maxsize=1024)
def _plan(frame: Frame, face: Face, half: float, sway: float) -> Plan:
    drawn = strands(frame, face, half, sway)
    gaps = breaks.gaps(frame, face.breaks, drawn)
    empty = tuple(quarter for quarter, ends in _QUARTERS.items() if not set(ends) & set(face.ends))
    return Plan(drawn, gaps, growth.sites(drawn, gaps), empty)


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
    items: Items = growth.leaves(pen, laid.sites, 12, random.part("leaves"))
    barred = breaks.blocks(laid.gaps, laid.stalks, random.part("blocks"))
    for block in barred:
        items += block.behind(pen)
    for stalk in laid.stalks:
        items += (
            (Use(bridge.stubs(pen, stalk)),)
            if stalk.is_bridge
            else _vine(pen, stalk, laid.gaps, vine_random, rosettes=rosettes)
        )
    for block in barred:
        items += block.before(pen)
    torn_below = [gap.strand for gap in laid.gaps if gap.kind == "hole" and gap.at.length < 1]
    for stalk in laid.stalks:
        if stalk.is_bridge:
            below = [vine.outline() for vine in laid.stalks if not vine.is_bridge and vine.ends not in torn_below]
            items += bridge.bridge(pen, stalk, below, vine_random)
    return items


def _vine(pen: Pen, stalk: Stalk, gaps: Sequence[Gap], random: Random, *, rosettes: bool) -> Items:
    items: Items = (Use(bark.bark(pen, stalk)),)
    if rosettes and stalk.is_junction and not any(gap.around for gap in gaps):
        items += bark.rosette(pen, len(stalk.ends), random)
    holes = [gap for gap in gaps if gap.kind == "hole" and gap.strand == stalk.ends]
    return breaks.draw_torn(pen, stalk, items, holes, random) if holes else items
