"""Games and positions in words: a move in every language, a turn in English sentences.

A position in characters, with a legend.

Each field shows its number, its clouds and its beings:

    │ 6            │    ( ) an empty cloud
    │ ( ) (R)      │    (R) a cloud with a castle of red
    │ rr b         │    rr two beings of red, b one of blue
"""

from __future__ import annotations

from collections.abc import Callable

from luftschloesser.model import state as st
from luftschloesser.model.board import Field, Sky
from luftschloesser.model.state import Table
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


_LEAST = 13  # characters of a field


def letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return a character for each player: the first free one of the name, or the number of the seat.

    >>> letters(("blue", "black", "b"))
    ('b', 'l', '3')
    """
    taken: list[str] = []
    for seat, name in enumerate(players, 1):
        taken.append(next((char for char in name if char.isalpha() and char not in taken), str(seat)))
    return tuple(taken)


def sky_picture(table: Table, sky: Sky) -> str:
    """Draw the whole board with its legend.

    >>> from luftschloesser.model.board import Board
    >>> from luftschloesser.model.realm import Options, Realm
    >>> table = Table(Realm(Board(1, 2), {}, {}), ("red", "blue"), Options())
    >>> print(sky_picture(table, Sky.clear(table.board, 2).changed(2, Field(1, (0,), (0, 2)), clouds=-2)))
    ┌─────────────┬─────────────┐
    │ 1           │ 2           │
    │             │ (R) ( )     │
    │             │ bb          │
    └─────────────┴─────────────┘
    ( ) an empty cloud, 18 in the supply
    (R) a castle of red: 1 of 4 standing · r a being of red: 0 of 6 on the board
    (B) a castle of blue: 0 of 4 standing · b a being of blue: 2 of 6 on the board
    """
    board, marks = table.board, letters(table.players)
    cells = [_cell(at, field, marks) for at, field in enumerate(sky.fields, 1)]
    width = max(_LEAST, *(len(line) + 2 for cell in cells for line in cell))
    bars = ["─" * width] * board.cols
    lines = [f"┌{'┬'.join(bars)}┐"]
    for row in range(board.rows):
        if row:
            lines.append(f"├{'┼'.join(bars)}┤")
        across = cells[row * board.cols : (row + 1) * board.cols]
        lines += ("│" + "│".join(f" {cell[number]:<{width - 1}}" for cell in across) + "│" for number in range(3))
    return "\n".join([*lines, f"└{'┴'.join(bars)}┘", *_legend(table, sky, marks)])


def _cell(at: int, field: Field, marks: tuple[str, ...]) -> tuple[str, str, str]:
    clouds = [f"({marks[owner].upper()})" for owner in field.castles] + ["( )"] * field.empty
    beings = [mark * count for mark, count in zip(marks, field.beings, strict=True) if count]
    return str(at), " ".join(clouds), " ".join(beings)


def _legend(table: Table, sky: Sky, marks: tuple[str, ...]) -> list[str]:
    board = table.board
    lines = [f"( ) an empty cloud, {sky.clouds} in the supply"]
    for player, (name, mark) in enumerate(zip(table.players, marks, strict=True)):
        castles, beings = sky.castles_standing(player), sky.beings_standing(player)
        lines.append(
            f"({mark.upper()}) a castle of {name}: {castles} of {board.castles} standing"
            f" · {mark} a being of {name}: {beings} of {board.beings} on the board"
        )
    return lines
