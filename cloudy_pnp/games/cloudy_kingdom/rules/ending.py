"""END: when a game ends and who has won. Connections are pairs of family and axis (CON-8)."""

from __future__ import annotations

from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.rules.board import Axis
from cloudy_pnp.games.cloudy_kingdom.rules.state import Ending

Connections: TypeAlias = frozenset[tuple[str, Axis]]


def newly_connected(before: Connections, after: Connections) -> Connections:
    """END-1: only a family that was not connected on that axis before counts."""
    return after - before


def ended_by_vine(new: Connections, player: str) -> Ending | None:
    """END-1: a vine card just played ends the game when it connects a family."""
    return Ending("connected", winners_by_vine(new, player), "END-1") if new else None


def winners_by_vine(new: Connections, player: str) -> tuple[str, ...]:
    """END-2: of several families, the one whose turn it is wins alone; without it the others share.

    A family that nobody plays wins or shares like any other.

    >>> winners_by_vine(frozenset({("rose", "north-south"), ("sun", "east-west")}), "raven")
    ('rose', 'sun')
    """
    connected = {family for family, _ in new}
    return (player,) if player in connected else tuple(sorted(connected))


def claimed_by_spell(new: Connections, caster: str) -> frozenset[Axis]:
    """END-3: in a turn with a spell the caster cannot win; a connection of theirs becomes a claim."""
    return frozenset(axis for family, axis in new if family == caster)


def ended_by_claim(claims: frozenset[Axis], standing: Connections, player: str) -> Ending | None:
    """END-3: at the start of their next turn the caster wins if a claimed connection still stands."""
    if any((player, axis) in standing for axis in claims):
        return Ending("pending-connection", (player,), "END-3")
    return None


def ended_by_spell(new: Connections, caster: str) -> Ending | None:
    """END-4: a spell that connects other families makes them win at once, whatever it does for the caster."""
    others = tuple(sorted({family for family, _ in new if family != caster}))
    return Ending("connected", others, "END-4") if others else None


def ended_without_winner() -> Ending:
    """END-5: without a winner in the last turns the game is a draw."""
    return Ending("draw", (), "END-5")
