"""Helpers for the tests of Luftschlösser: the shipped data, a small table, and random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import luftschloesser
from cloudy_pnp.core.shipped import shipped_entries
from luftschloesser.model.board import Field, Sky
from luftschloesser.model.realm import Options, base_realm
from luftschloesser.model.state import AnyMove, Build, GameState, Oust, Put, Table
from luftschloesser.rules.turns import apply, legal_moves, start

ROOT = Path(__file__).parents[2]
CARDS, SCHEMA = ROOT / "cards" / "luftschloesser", ROOT / "schema"
REALM = base_realm()
COLOURS = ("red", "blue", "green", "yellow")


def shipped() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The entries of every kind, as the data files have them."""
    return shipped_entries(Path(luftschloesser.__file__).parent, "luftschloesser")


def table(players: int = 2, **options: Any) -> Table:
    """A table of the first colours."""
    return Table(REALM, COLOURS[:players], Options(**options))


def sky(players: int = 2, **fields: tuple[int, str, str]) -> Sky:
    """A position: `f6=(1, "RB", "rrb")` is an empty cloud, castles of red and blue, and beings on field 6."""
    marks = "rbgy"[:players]
    position = Sky.clear(REALM.board, players)
    for name, (empty, castles, beings) in fields.items():
        owners = tuple(sorted(marks.index(char.lower()) for char in castles))
        field = Field(empty, owners, tuple(beings.count(mark) for mark in marks))
        position = position.changed(int(name[1:]), field, clouds=-field.clouds)
        for player in range(players):
            position = position.supplied(player, beings=-field.beings[player], castles=-owners.count(player))
    return position


def begin(players: int = 2, seed: int = 1, **rest: Any) -> GameState:
    """A game before its first turn."""
    return start(REALM, COLOURS[:players], seed=seed, **rest)


def choose(dice: random.Random, state: GameState, moves: Sequence[AnyMove]) -> AnyMove:
    """Any legal move, but castles and crowds more often than chance would have it, so that games come to an end and
    castles are ousted.
    """
    castles = [move for move in moves if isinstance(move, Build | Oust)]
    if castles and dice.random() < (0.7 if isinstance(castles[-1], Oust) else 0.4):
        return castles[-1] if dice.random() < 0.5 else dice.choice(castles)
    if not state.weather_done:
        card = dice.choice(state.hand)  # every card is as likely, however many choices it has
        return dice.choice([move for move in moves if getattr(move, "card", None) == card])
    puts = [move for move in moves if isinstance(move, Put)]
    if puts and dice.random() < 0.5:
        return max(puts, key=lambda put: (state.sky[put.at].clouds > 0, state.sky[put.at].beings[state.player]))
    return dice.choice(moves)


def random_game(players: int, seed: int, **rest: Any) -> Iterator[tuple[GameState, AnyMove, GameState]]:
    """A game to its end: the state before each move, the move, the state after it."""
    dice, state = random.Random(seed), begin(players, seed, **rest)
    while state.ending is None:
        move = choose(dice, state, legal_moves(state))
        after = apply(state, move)
        yield state, move, after
        state = after
