"""Games and positions in words: a move in every language, a turn in English sentences."""

from __future__ import annotations

from collections.abc import Callable

from luftschloesser.model import state as st
from luftschloesser.model.board import Sky
from luftschloesser.rules.turns import Piles, draw_card, is_new_hands
from luftschloesser.rules.weather import apply_play
from luftschloesser.scenarios.record import Turn
from luftschloesser.words import WORDS


def turn_lines(report: Turn) -> list[str]:
    """Describe one turn: the weather, the action, the card drawn, and the end of the game."""
    table, after = report.before.table, report.after
    lines = [move_line(table, state.sky, move) for state, move in zip(report.states, report.moves, strict=False)]
    if after.ending is not None:
        return [*lines, f"{table.players[after.ending.winner]} wins ({after.ending.by})"]
    return [*lines, *_draw_lines(report)]


def _draw_lines(report: Turn) -> list[str]:
    """TURN-3, TURN-4: describe the draw, and a shuffle of the played cards for it."""
    between = report.states[1]
    card, _ = draw_card(Piles(between.draw_pile, between.played, between.chance))
    lines = ["the played cards are shuffled into a new draw pile"] * (not between.draw_pile)
    if is_new_hands(between.table.realm.cards, card):
        return [*lines, f"draws {card}: all players get three new cards"]
    return [*lines, f"draws {card}"]


def move_line(table: st.Table, sky: Sky, move: st.AnyMove) -> str:
    """Describe a move and its effect, without the name of the player.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.model.realm import Options
    >>> table = st.Table(base_realm(), ("red", "blue"), Options())
    >>> move_line(table, Sky.clear(table.board, 2), st.Sun("sun-7", 7))
    'plays Sun 7: a cloud comes to field 7'
    """
    words = move_words(table, sky, move, "en")
    return words if isinstance(move, st.Action) else f"plays {words}"


def move_words(table: st.Table, sky: Sky, move: st.AnyMove, lang: str, name: Callable[[str], str] = str) -> str:
    """Describe a move in a language; `name` returns that of a player."""

    def say(key: str, player: int | None = None, **parts: object) -> str:
        return WORDS.say(key, lang, player=name(table.players[player or 0]), **parts)

    match move:
        case st.Put(at):
            return say("put", at=at)
        case st.Move(at, to):
            return say("move", at=at, to=to)
        case st.Build(at):
            return say("build", at=at)
        case st.Oust(at, other):
            return say("oust", other, at=at)
    entry = table.realm.cards[move.card]
    card = f"{say(entry.does)}{'' if entry.at is None else f' {entry.at}'}"
    changed = apply_play(table.board, sky, move) != sky
    match move:
        case st.Sun(_, at):
            return say("came" if changed else "full", card=card, at=at)
        case st.Rain(_, at, castle):
            key = "dry" if not changed else "went" if castle is None else "fell"
            return say(key, castle, card=card, at=at)
        case st.Storm(_, towards):
            return say("blown", card=card, towards=say(towards.text))
        case st.Lightning(_, at):
            return say("struck", card=card, at=at)
        case st.Rainbow(_, (first, second)):
            return say("slid", card=card, at=first.at, to=second.at)
    return say("nobody", card=card)
