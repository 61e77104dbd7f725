"""A table on a screen: moves as plain data and in words, why one is not legal, and the board as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.games.cloudy_kingdom.art.board_picture import board_scene, field_places
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.games.cloudy_kingdom.present.components import style_of
from cloudy_pnp.games.cloudy_kingdom.rules.board import connected
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cards_to_place, step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.games.cloudy_kingdom.rules.state import CastSpell, DiscardVine, GameState, Move, Pass, PlayVine, Skip
from cloudy_pnp.games.cloudy_kingdom.rules.turns import move_problem
from cloudy_pnp.games.cloudy_kingdom.scenarios.choice_entries import choice_entry, choice_from, is_entry_of
from cloudy_pnp.games.cloudy_kingdom.scenarios.narrate import move_line
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import replay, start_of_record
from cloudy_pnp.games.contract import Data, Lazy, Spots, Table


def _entry(state: GameState, move: Move) -> dict[str, Any]:
    match move:
        case PlayVine(at, facing):
            return {"card": state.hand, "at": _name(at), "facing": facing.text}
        case CastSpell(spell):
            return {"spell": spell}
        case DiscardVine():
            return {"discard": True}
        case Pass():
            return {"pass": True}
    entry = choice_entry(move, name_card=True)
    return {key: _name(value) if key in ("at", "to", "with") else value for key, value in entry.items()}


def _name(field: Any) -> str:
    """A field as the picture calls it."""
    return f"{field[0]},{field[1]}"


def _move(state: GameState, entry: Mapping[str, Any]) -> Move | None:
    """The move that some plain data means; None where it means none."""
    read = {
        key: [int(part) for part in str(value).split(",")] if key in ("at", "to", "with") else value
        for key, value in entry.items()
    }
    match read:
        case {"spell": str(spell)}:
            return CastSpell(spell)
        case {"discard": True}:
            return DiscardVine()
        case {"pass": True}:
            return Pass()
        case {"skip": True}:
            return Skip()
        case {"at": [row, col], "facing": str(facing)} if state.casting is None and facing in DIRECTION:
            return PlayVine((row, col), DIRECTION[facing])
    step = step_to_choose(state)
    answer = rules_of(step).answer if step else None
    if answer is None or not is_entry_of(answer, read):
        return None
    cards = cards_to_place(state)
    move: Move = choice_from(answer, {"card": cards[0], **read} if cards else read)
    return move


def _refusal(state: GameState, entry: Mapping[str, Any]) -> tuple[str, str] | None:
    try:
        move = _move(state, entry)
    except (ValueError, KeyError, TypeError):
        move = None
    if move is None:
        step = step_to_choose(state)
        return "TURN-2", f"what is asked for is {rules_of(step).asked(state, step)}" if step else "this is no move"
    broken = move_problem(state, move)
    return (broken.code, broken.message) if broken else None


def _picture(data: Data, state: GameState) -> Page:
    board = state.board
    return board_scene(board, state.setting.kingdom, style_of(data), routes=connected(board))


def _size(data: Data, state: GameState) -> tuple[tuple[float, float], Spots]:
    size, places = field_places(state.board, style_of(data))
    return size, {_name(at): (rect.x, rect.y, rect.width, rect.height) for at, rect in places.items()}


def _read(kingdom: Kingdom, record: Mapping[str, Any]) -> tuple[GameState, list[Move]]:
    """Raises UserError where the record is not a legal game, as far as it goes."""
    result = replay(kingdom, record)
    if not result.legal:
        raise UserError(result.findings[0].message if result.findings else "this is no game record")
    return start_of_record(kingdom, record), [move for report in result.reports for move in report.moves]


TABLE: Table[Kingdom, GameState, Move] = Table(
    entry=_entry,
    words=move_line,
    refusal=_refusal,
    picture=_picture,
    size=_size,
    read=_read,
    players={"greedy": Lazy("cloudy_pnp.games.cloudy_kingdom.sim.at_table:greedy")},
    cards="vines",
)
