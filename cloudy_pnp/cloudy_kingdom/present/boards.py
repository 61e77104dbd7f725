"""Boards of scenarios and records as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cloudy_pnp.cloudy_kingdom.art.board_picture import board_scene
from cloudy_pnp.cloudy_kingdom.art.marks import Lesson, Place
from cloudy_pnp.cloudy_kingdom.model.cards import kingdom_from_data
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.cloudy_kingdom.present.components import style_of
from cloudy_pnp.cloudy_kingdom.rules.board import Board, connected
from cloudy_pnp.cloudy_kingdom.rules.state import GameState
from cloudy_pnp.cloudy_kingdom.scenarios.board import BoardResult
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.game.contract import Data, Evaluation
from cloudy_pnp.game.kit.records import GameStory, ReplayResult

_FEWEST = 3  # cards or turns: a shorter story has no steps


def board_page(data: Data, result: Evaluation) -> Page | None:
    """Draw the board of a scenario, or at the end of a game, with its routes highlighted: the fields in use."""
    draw = partial(board_scene, kingdom=kingdom_from_data(data), style=style_of(data))
    match result:
        case BoardResult(board=Board() as board):
            return draw(board, routes=connected(board), lesson=_lesson(result))
        case GameStory(result=ReplayResult(final=GameState(board=board), reports=reports)):
            return draw(
                board, routes=connected(board), lesson=_change(reports[-1].before.board if reports else board, board)
            )
    return None


def board_steps(data: Data, result: Evaluation) -> Sequence[Page]:
    """Draw the boards before that picture, card by card or turn by turn, all with the same fields."""
    boards: list[Board] = []
    match result:
        case BoardResult(board=Board(), boards=boards_of_cards):
            boards = list(boards_of_cards)
        case GameStory(result=ReplayResult(final=GameState(), reports=reports)):
            boards = [report.after.board for report in reports]
    if len(boards) < _FEWEST:
        return ()
    draw = partial(board_scene, kingdom=kingdom_from_data(data), style=style_of(data), like=boards[-1])
    return [
        draw(board, routes=connected(board), lesson=_change(before, board))
        for before, board in zip([Board.empty(boards[0].rows, boards[0].cols), *boards], boards[:-1], strict=False)
    ]


def _change(before: Board, after: Board) -> Lesson:
    """Return a lesson that marks the new cards on top."""
    tops = [
        (field, stack[-1]) for field in after.fields() if (stack := after.stack(field)) != before.stack(field) and stack
    ]
    return Lesson(new=tuple(tops))


def _lesson(result: BoardResult) -> Lesson:
    """Return the marks that the author of a scenario asks for; an illegal card is always marked."""
    show, laid = result.show, result.laid
    wrong = laid[-1] if result.illegal is not None else None
    return Lesson(
        new=tuple(laid[index] for index in show.get("new", ()) if index < len(laid)),
        wrong=wrong,
        touch=tuple(((row, col), DIRECTION[side]) for row, col, side in show.get("touch", ())),
        stops=_places(show, "stops"),
        numbers=_places(show, "numbers"),
        turned=tuple((row, col) for row, col in show.get("turned", ())),
        removed=tuple((row, col) for row, col in show.get("removed", ())),
        verdict=False if wrong else show.get("verdict"),
    )


def _places(show: Mapping[str, Any], name: str) -> tuple[Place, ...]:
    return tuple(((row, col), DIRECTION[side[0]] if side else None) for row, col, *side in show.get(name, ()))
