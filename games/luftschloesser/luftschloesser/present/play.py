"""Luftschlösser at a table: positions, moves, and the view of a player, as any game that can be played offers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.game.contract import Lazy, Outcome, Play
from luftschloesser.model.realm import PLAYERS, Realm
from luftschloesser.model.state import AnyMove, Build, GameState, Move, Oust, Put
from luftschloesser.rules.invariants import state_problems
from luftschloesser.rules.turns import apply, legal_moves, start
from luftschloesser.scenarios.documents import fields_of
from luftschloesser.scenarios.moves import action_entry, play_entry
from luftschloesser.scenarios.record import ranking_of, ranks, record_of


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


def view(state: GameState, seat: int | None = None) -> dict[str, Any]:
    """Return the facts that the player on a seat knows; None: those that a spectator knows.

    Hands of others are numbers of cards, and so is the draw pile. The played cards are open, except for the hands
    face down below a *new hands* (TURN-4): only the top card is shown.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.rules.turns import start
    >>> seen = view(start(base_realm(), ["red", "blue"], seed=1), seat=1)
    >>> seen["turn"], seen["step"], [len(hand) if seen_it else hand for seen_it, hand in zip((0, 1), seen["hands"])]
    ('red', 'play', [3, 3])
    """
    table, on = state.table, state.player == seat and state.ending is None
    return {
        "players": list(table.players),
        "turn": None if state.ending else state.colour,
        "step": None if state.ending else "act" if state.weather_done else "play",
        "turns": state.turns,
        "fields": fields_of(table, state.sky),
        "clouds": state.sky.clouds,
        "beings": dict(zip(table.players, state.sky.beings, strict=True)),
        "castles": dict(zip(table.players, state.sky.castles, strict=True)),
        "hands": [list(hand) if player == seat else len(hand) for player, hand in enumerate(state.hands)],
        "draw_pile": len(state.draw_pile),
        "played_pile": len(state.played),
        "top": state.played[-1] if state.played else None,
        "winner": table.players[state.ending.winner] if state.ending else None,
        "ranking": ranking_of(table, ranks(state)),
        "moves": [move_entry(state, move) for move in legal_moves(state)] if on else [],
    }


def move_entry(state: GameState, move: AnyMove) -> dict[str, Any]:
    """Return a move as records write it: `{play: …}` before the action, then `{act: {…}}`."""
    if isinstance(move, Put | Move | Build | Oust):
        return {"act": action_entry(state.table, state.sky, state.player, move)}
    return play_entry(state.table, state.sky, move)
