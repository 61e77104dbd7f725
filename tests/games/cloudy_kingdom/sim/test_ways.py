"""The ways of a field: joined ports as one small number."""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.sim.tables import EXITS, JOINED, PAIRS, ways_of


def test_ways_say_which_ports_lead_on() -> None:
    north, east, south, _ = DIRECTIONS
    ways = ways_of([(north, south), (east,)])
    assert ways & JOINED == 1 << PAIRS.index(1 << north | 1 << south)
    assert ways >> 8 == 1 << north | 1 << south | 1 << east
    assert EXITS[ways & JOINED] == (1 << south, 0, 1 << north, 0)
    assert ways_of([]) == 0
