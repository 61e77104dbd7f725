"""END: the end of a game and its winners. Connections are pairs of family and axis (CON-8)."""

from __future__ import annotations

from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.rules.board import Axis
from cloudy_pnp.games.cloudy_kingdom.rules.state import Ending

Connections: TypeAlias = frozenset[tuple[str, Axis]]


def newly_connected(before: Connections, after: Connections) -> Connections:
    """END-1: return the connections that did not exist before."""
    return after - before


def ended_by_vine(new: Connections, player: str) -> Ending | None:
    """END-1: end the game if the vine card just played connects a family."""
    return Ending("connected", winners_by_vine(new, player), "END-1") if new else None


def winners_by_vine(new: Connections, player: str) -> tuple[str, ...]:
    """END-2: return the winners among the connected families: the current player alone, otherwise all of them.

    A family without a player wins or shares like any other.

    >>> winners_by_vine(frozenset({("rose", "north-south"), ("sun", "east-west")}), "raven")
    ('rose', 'sun')
    """
    connected = {family for family, _ in new}
    return (player,) if player in connected else tuple(sorted(connected))


def claimed_by_spell(new: Connections, caster: str) -> frozenset[Axis]:
    """END-3: return the caster's new connections as claims: in a turn with a spell the caster cannot win."""
    return frozenset(axis for family, axis in new if family == caster)


def ended_by_claim(claims: frozenset[Axis], standing: Connections, player: str) -> Ending | None:
    """END-3: let the caster win at the start of their next turn if a claimed connection still exists."""
    if any((player, axis) in standing for axis in claims):
        return Ending("pending-connection", (player,), "END-3")
    return None


def ended_by_spell(new: Connections, caster: str) -> Ending | None:
    """END-4: let other families that a spell connects win at once, whatever it does for the caster."""
    others = tuple(sorted({family for family, _ in new if family != caster}))
    return Ending("connected", others, "END-4") if others else None


def ended_without_winner() -> Ending:
    """END-5: return a draw, for last turns without a winner."""
    return Ending("draw", (), "END-5")
