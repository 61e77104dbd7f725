"""A game from one player's view, as plain data: the display of a table in the browser, and the legal moves."""

from __future__ import annotations

from typing import Any

from luftschloesser.model.state import AnyMove, Build, GameState, Move, Oust, Put
from luftschloesser.rules.turns import legal_moves
from luftschloesser.scenarios.fields import fields_of
from luftschloesser.scenarios.moves import action_entry, play_entry
from luftschloesser.scenarios.record import ranking_of, ranks


def view(state: GameState, seat: int | None = None) -> dict[str, Any]:
    """Return the facts that the player on a seat knows; None: those that a spectator knows.

    Hands of others are numbers of cards, and so is the draw pile. The played cards are open, except for the hands
    face down below a *new hands* (TURN-4): only the top card is shown.

    >>> from luftschloesser.model.example import example_realm
    >>> from luftschloesser.rules.turns import start
    >>> seen = view(start(example_realm(), ["red", "blue"], seed=1), seat=1)
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
