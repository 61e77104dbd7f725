# mypy: disable-error-code="no-any-return, return-value"
"""An upper bound of a board's value with one field changed, without walking.

If a field can be changed before and after, no axis gets shorter or longer by more than one, because the field can be
paid for. It gets shorter only by a pair of ports that is newly joined, if the cost of a walk from one castle to one
port and of a walk from the other castle to the other port add up to one less than the distance. It gets longer only if
ports on a shortest route are separated. If nothing gets longer, and ports are joined and none separated, the axes that
get shorter are certain. (One route can use two pairs that are joined separately: then every pair counts, and nothing
is certain.)

For each field a word has a byte for each axis with the pairs that make it shorter, and another one with those on its
shortest routes.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.games.cloudy_kingdom.sim.distance import (
    BASE_AT,
    HOPES_AT,
    KEPT_AT,
    LANES,
    NORTH_EAST,
    NORTH_SOUTH,
    NORTH_WEST,
    ON_ROUTE,
    REACHED_NORTH,
    REACHED_WEST,
    SHORTENS,
    SIDE,
    SIGHT_AT,
    SOUTH_EAST,
    WEST_EAST,
    WEST_SOUTH,
)
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import FIELD, SCALE, THREAT, WIN
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    COLS,
    FAMILY,
    FIELDS,
    NONE,
    PLAYER,
    PLAYERS,
    RIMS_AT,
    SEATS,
    SHARE,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import ones
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

ALL_PAIRS = 63
# Joined ports are all reached at the same cost, so one port of a pair decides whether it is on a route.
_BY_NORTH, _BY_WEST, _BY_SOUTH = np.uint64(0b001011), np.uint64(0b010100), np.uint64(0b100000)
_NO, _ONE, _SEVEN = np.uint64(0), np.uint64(1), np.uint64(7)
_EACH, _FULL = np.uint64(0x0101010101010101), np.uint64(0x7F7F7F7F7F7F7F7F)  # in each byte
OWN_NEAR, OWN_AXES, OWN_GAIN, OTHERS = range(HOPES_AT, HOPES_AT + 4)


@jit
def find_routes(t: Ints, g: Ints, words: Words) -> None:
    """Find for each field and axis the pairs of ports that make it shorter, and those on its shortest routes."""
    row, levels = np.uint64(t[COLS] + 1), g[KEPT_AT]
    for field in range(t[FIELDS]):
        words[SHORTENS + field] = words[ON_ROUTE + field] = _NO
    for lane in range(LANES):
        base = g[BASE_AT + lane]
        back = SIDE + LANES * min(base, levels - 1) + lane
        to_north, to_west = words[REACHED_NORTH + back], words[REACHED_WEST + back]
        route_north, route_west = words[REACHED_NORTH + lane] & to_north, words[REACHED_WEST + lane] & to_west
        north_west = north_south = west_south = north_east = west_east = south_east = _NO
        for level in range(min(base, levels)):
            here, back = LANES * level + lane, SIDE + LANES * (min(base - level, levels) - 1) + lane
            north, west = words[REACHED_NORTH + here], words[REACHED_WEST + here]
            to_north, to_west = words[REACHED_NORTH + back], words[REACHED_WEST + back]
            south, east, to_south, to_east = north >> row, west >> _ONE, to_north >> row, to_west >> _ONE
            north_west |= north & to_west | west & to_north
            north_south |= north & to_south | south & to_north
            west_south |= west & to_south | south & to_west
            north_east |= north & to_east | east & to_north
            west_east |= west & to_east | east & to_west
            south_east |= south & to_east | east & to_south
            route_north |= words[REACHED_NORTH + LANES + here] & to_north
            route_west |= words[REACHED_WEST + LANES + here] & to_west
        byte = np.uint64(8 * lane)
        for field in range(t[FIELDS]):
            bit = np.uint64(t[t[RIMS_AT] + field])
            pairs = north_west >> bit & _ONE | (north_south >> bit & _ONE) << np.uint64(NORTH_SOUTH)
            pairs |= (west_south >> bit & _ONE) << np.uint64(WEST_SOUTH)
            pairs |= (north_east >> bit & _ONE) << np.uint64(NORTH_EAST)
            pairs |= (west_east >> bit & _ONE) << np.uint64(WEST_EAST)
            pairs |= (south_east >> bit & _ONE) << np.uint64(SOUTH_EAST)
            words[SHORTENS + field] |= pairs << byte
            pairs = (route_north >> bit & _ONE) * _BY_NORTH | (route_west >> bit & _ONE) * _BY_WEST
            pairs |= (route_north >> row + bit & _ONE) * _BY_SOUTH
            words[ON_ROUTE + field] |= pairs << byte


@jit
def axes_with(bytes_of_axes: np.uint64, pairs: int) -> int:
    """Return the axes, as the lowest bits of bytes, that have one of some pairs."""
    return np.int64((bytes_of_axes & _EACH * np.uint64(pairs)) + _FULL >> _SEVEN & _EACH)


@jit
def joined_apart(joined: int) -> bool:
    """Return whether two pairs that share no port are newly joined."""
    apart = joined >> NORTH_WEST & joined >> SOUTH_EAST | joined >> NORTH_SOUTH & joined >> WEST_EAST
    return (apart | joined >> WEST_SOUTH & joined >> NORTH_EAST) & 1 == 1


@jit
def find_hopes(t: Ints, p: Ints, g: Ints) -> None:
    """Find the current player's possible gains: a shorter distance, or a longer one for others."""
    at = OTHERS
    for second_gains in range(OTHERS, OTHERS + 2 * SEATS, 2):
        g[second_gains], g[second_gains + 1] = NONE, 0
    for seat in range(t[PLAYERS]):
        family = p[seat_at(seat) + FAMILY]
        first, second = g[BASE_AT + 2 * family], g[BASE_AT + 2 * family + 1]
        near = min(first, second)
        if seat == p[PLAYER]:
            wins = first == 1 or second == 1
            first_gains, second_gains = first == near or first == 1, second == near or second == 1
            g[OWN_NEAR], g[OWN_AXES] = (int(first_gains) | int(second_gains) << 8) << 16 * family, 257 << 16 * family
            g[OWN_GAIN] = 2 * WIN if wins else SCALE * FIELD + SCALE - 1
        else:
            g[at] = (int(first == near) | int(second == near) << 8) << 16 * family
            g[at + 1] = SCALE * (t[SHARE] + (THREAT if near == 0 else 0))
            at += 2


@jit
def most_worth(g: Ints, base: int, shorter: int, longer: int) -> int:
    """Return the highest value of a board worth `base` if some axes get shorter and some longer."""
    most = base + ones(shorter & g[OWN_AXES]) + (g[OWN_GAIN] & -int(shorter & g[OWN_NEAR] != 0))
    for at in (OTHERS, OTHERS + 2, OTHERS + 4):  # there are no more if walks are kept
        most += g[at + 1] & -int(g[at] & ~longer == 0)
    return most


@jit
def most_on_field(g: Ints, words: Words, base: int, field: int) -> int:
    """Return the highest value of the board, whatever is seen on a field."""
    shorter, parted = axes_with(words[SHORTENS + field], ALL_PAIRS), g[SIGHT_AT + field] & ALL_PAIRS
    return most_worth(g, base, shorter, axes_with(words[ON_ROUTE + field], parted))
