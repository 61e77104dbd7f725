"""Luftschlösser at a table: positions and moves, as any game that can be played offers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.games.contract import Lazy, Outcome, Play
from luftschloesser.model.realm import PLAYERS, Realm
from luftschloesser.model.state import AnyMove, GameState
from luftschloesser.rules.invariants import state_problems
from luftschloesser.rules.turns import apply, legal_moves, start
from luftschloesser.scenarios.record import record_of
from luftschloesser.scenarios.view import view


def _seats(realm: Realm) -> Sequence[int]:
    """SET-1: return the numbers of players that have enough colours."""
    return [players for players in PLAYERS if players <= len(realm.colours)]


def _start(realm: Realm, players: int, seed: int) -> GameState:
    return start(realm, list(realm.colours)[:players], seed=seed)


def _outcome(state: GameState) -> Outcome | None:
    ending = state.ending
    return Outcome((state.table.players[ending.winner],), ending.by) if ending else None


def _broken(state: GameState) -> Sequence[str]:
    return [f"{broken.code}: {broken.message}" for broken in state_problems(state)]


def _view(state: GameState) -> Mapping[str, Any]:
    """Return the view of the current player."""
    return view(state, state.player)


PLAY: Play[Realm, GameState, AnyMove] = Play(
    seats=_seats,
    start=_start,
    to_move=lambda state: state.colour,
    legal=legal_moves,
    apply=apply,
    outcome=_outcome,
    broken=_broken,
    view=_view,
    encode=record_of,
    table=Lazy("luftschloesser.present.table:TABLE"),
)
