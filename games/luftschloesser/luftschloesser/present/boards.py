"""Positions of scenarios and records as pictures: before and after, with the changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group, Page
from cloudy_pnp.draw.shapes import rounded
from cloudy_pnp.game.contract import Data, Evaluation
from cloudy_pnp.game.kit.records import GameStory, ReplayResult
from luftschloesser.art.board import RIM, board_items, board_size, content, field_rect
from luftschloesser.art.look import Items, Pen, look_for, pen_for
from luftschloesser.model.board import Board, Sky
from luftschloesser.model.state import GameState, Table
from luftschloesser.scenarios.position import PositionResult

_BETWEEN = 30.0  # mm between two boards, for the arrow
_MARGIN = 4.0


def board_page(data: Data, result: Evaluation) -> Page | None:
    """Draw a position with its moves, before and after; or the end of a game."""
    pen = pen_for(look_for(data))
    looks = {entry["id"]: (entry["colour"], entry["shape"]) for entry in data.get("colours", ())}
    match result:
        case PositionResult(table=Table() as table, begin=Sky() as begin, sky=Sky() as after, legal=bool()):
            skies = [begin, after] if result.steps else [begin]
            part = _detail(table.board, skies) if result.detail else _all(table.board)
            return _page(pen, table, looks, skies, part)
        case GameStory(result=ReplayResult(final=GameState(table=table, sky=after))):
            return _page(pen, table, looks, [after], _all(table.board))
    return None


def ground_page(data: Data, board: Board) -> Page:
    """Draw the empty board, for a table on a screen. `sky_page` goes on top."""
    return Page(*board_size(board), board_items(pen_for(look_for(data)), board))


def sky_page(data: Data, table: Table, sky: Sky) -> Page:
    """Draw the pieces on the board, without a background."""
    looks = {entry["id"]: (entry["colour"], entry["shape"]) for entry in data.get("colours", ())}
    return Page(*board_size(table.board), _contents(pen_for(look_for(data)), table, looks, sky))


def _all(board: Board) -> Rect:
    """Return the whole board, in mm."""
    return Rect(0.0, 0.0, *board_size(board)).inset(RIM / 4)


def _detail(board: Board, skies: Sequence[Sky]) -> Rect:
    """Return the part of the board with pieces, in mm: at least two fields."""
    used = [at for at in board.fields for sky in skies if sky.fields[at - 1].clouds or any(sky.fields[at - 1].beings)]
    rows = _span([board.place(at)[0] for at in used], board.rows, 1)
    cols = _span([board.place(at)[1] for at in used], board.cols, 2)
    first, last = (field_rect(board, row * board.cols + col + 1) for row, col in zip(rows, cols, strict=True))
    return (first | last).inset(-RIM * 0.75) & _all(board) or _all(board)


def _span(places: Sequence[int], count: int, least: int) -> tuple[int, int]:
    """Return the first and the last row or column to show: those in use, and more of them up to the least number.

    >>> _span([1], 4, 3), _span([3], 4, 2), _span([], 4, 2)
    ((0, 2), (2, 3), (0, 1))
    """
    low, high = (min(places), max(places)) if places else (0, 0)
    while high - low + 1 < min(least, count):
        if high + 1 < count:
            high += 1
        if high - low + 1 < min(least, count) and low > 0:
            low -= 1
    return low, high


def _page(pen: Pen, table: Table, looks: Mapping[str, tuple[str, str]], skies: Sequence[Sky], part: Rect) -> Page:
    """Draw one part of the board in each position, with an arrow from one to the next."""
    fields = table.board.fields
    changed = [at for at in fields if any(sky.fields[at - 1] != skies[0].fields[at - 1] for sky in skies)]
    items: Items = ()
    left = _MARGIN
    for index, sky in enumerate(skies):
        if index:
            middle = Point(left + _BETWEEN / 2, _MARGIN + part.height / 2)
            items += pen.draw("arrow", middle, 2.4)
            left += _BETWEEN
        place = Transform.translation(left - part.x, _MARGIN - part.y)
        shown = board_items(pen, table.board, part) + _contents(pen, table, looks, sky, changed)
        items += (Group(shown, place, rounded(part, 4)),)
        left += part.width
    return Page(left + _MARGIN, part.height + 2 * _MARGIN, items)


def _contents(
    pen: Pen, table: Table, looks: Mapping[str, tuple[str, str]], sky: Sky, changed: Sequence[int] = ()
) -> Items:
    """Draw the pieces on the board; the fields that a move changes have a golden frame."""
    board = table.board
    looks_by_player = {player: looks[colour] for player, colour in enumerate(table.players)}
    items: Items = ()
    for at in board.fields:
        box = field_rect(board, at)
        if at in changed:
            items += pen.line(rounded(box.inset(2.2), 4.4), pen.tone("pick"), 2.6)
        items += content(pen, box, sky.fields[at - 1], looks_by_player)
    return items
