"""Games and positions described in plain English sentences."""

from __future__ import annotations

from luftschloesser.model.board import Direction
from luftschloesser.model.sky import Sky
from luftschloesser.model.state import (
    Action,
    AnyMove,
    Being,
    Build,
    Lightning,
    Move,
    Oust,
    Put,
    Rain,
    Rainbow,
    Storm,
    Sun,
    Table,
)
from luftschloesser.rules.drawing import Piles, draw_card, is_new_hands
from luftschloesser.scenarios.record import Turn

_WINDS = {
    Direction.N: "north",
    Direction.NE: "north-east",
    Direction.E: "east",
    Direction.SE: "south-east",
    Direction.S: "south",
    Direction.SW: "south-west",
    Direction.W: "west",
    Direction.NW: "north-west",
}


def turn_lines(report: Turn) -> list[str]:
    """Describe one turn: the weather, the action, the card drawn, and the end of the game."""
    table, after = report.before.table, report.after
    steps = zip(report.states, report.states[1:], report.moves, strict=False)
    lines = [move_line(table, before.sky, then.sky, move) for before, then, move in steps]
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


def move_line(table: Table, before: Sky, after: Sky, move: AnyMove) -> str:
    """Describe a move and its effect, without the name of the player.

    >>> from luftschloesser.model.example import example_realm
    >>> from luftschloesser.model.realm import Options
    >>> from luftschloesser.rules.weather import sun
    >>> table = Table(example_realm(), ("red", "blue"), Options())
    >>> sky = Sky.clear(table.board, 2)
    >>> move_line(table, sky, sun(table.board, sky, 7), Sun("sun-7", 7))
    'plays sun-7: a cloud comes to field 7'
    """
    if isinstance(move, Action):
        return _action_line(table, move)
    return f"plays {move.card}: {_weather_line(table, before, after, move)}"


def _weather_line(table: Table, before: Sky, after: Sky, play: Sun | Rain | Storm | Lightning | Rainbow) -> str:
    match play:
        case Sun(_, at):
            if before != after:
                return f"a cloud comes to field {at}"
            why = "the supply is empty" if not before.clouds else f"{before[at].clouds} clouds lie there already"
            return f"nothing happens on field {at}, {why}"
        case Rain(_, at, castle):
            if before == after:
                return f"nothing happens, no cloud lies on field {at}"
            fallen = "" if castle is None else f", and the castle of {table.players[castle]} returns"
            return f"a cloud of field {at} goes{fallen}"
        case Storm(_, towards):
            lost = after.clouds - before.clouds
            back = f", {_number(lost, 'returns', 'return')} to the supply" if lost else ""
            return f"the empty clouds move {_WINDS[towards]}{back}"
        case Lightning(_, at):
            struck = [f"{n} of {table.players[player]}" for player, n in enumerate(before[at].beings) if n]
            verb = "returns" if sum(before[at].beings) <= 1 else "return"
            return f"it strikes field {at}: {' and '.join(struck) or 'no being'} {verb}"
        case Rainbow(_, swap):
            if swap is None:
                return "no beings swap places"
            return f"{_being(table, swap[0])} and {_being(table, swap[1])} change places"


def _number(count: int, singular: str, plural: str) -> str:
    return f"{count} {singular if count == 1 else plural}"


def _being(table: Table, being: Being) -> str:
    return f"{table.players[being.player]} on field {being.at}"


def _action_line(table: Table, action: Action) -> str:
    match action:
        case Put(at):
            return f"places a being on field {at}"
        case Move(at, to):
            return f"moves a being from field {at} to field {to}"
        case Build(at):
            return f"builds a castle on field {at}"
        case Oust(at, castle):
            return f"ousts a castle of {table.players[castle]} on field {at}"
