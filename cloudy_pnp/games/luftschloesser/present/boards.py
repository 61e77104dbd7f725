"""Positions of scenarios and records as pictures: before and after, with what has changed."""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group, Page
from cloudy_pnp.draw.shapes import rectangle, rounded
from cloudy_pnp.games.contract import Data, Judged
from cloudy_pnp.games.luftschloesser.art import sky as weather
from cloudy_pnp.games.luftschloesser.art.board import RIM, board_items, board_size, content, field_rect
from cloudy_pnp.games.luftschloesser.art.look import LOOK, Items, Pen, pen_for
from cloudy_pnp.games.luftschloesser.model.sky import Sky
from cloudy_pnp.games.luftschloesser.model.state import GameState, Table
from cloudy_pnp.games.luftschloesser.scenarios.position import PositionResult
from cloudy_pnp.games.luftschloesser.scenarios.record import ReplayResult
from cloudy_pnp.games.luftschloesser.scenarios.story import GameStory

_BETWEEN = 44.0  # mm between two boards, for the arrow
_MARGIN = 4.0


def board_page(data: Data, judged: Judged) -> Page | None:
    """A position with its moves, before and after; or the end of a game."""
    pen = pen_for(LOOK)
    looks = {entry["id"]: (entry["colour"], entry["shape"]) for entry in data.get("colours", ())}
    match judged:
        case PositionResult(table=Table() as table, begin=Sky() as begin, sky=Sky() as after, legal=bool()):
            return _page(pen, table, looks, begin, after if judged.steps else None)
        case GameStory(result=ReplayResult(final=GameState(table=table, sky=after))):
            return _page(pen, table, looks, after, None)
    return None


def _page(pen: Pen, table: Table, looks: Mapping[str, tuple[str, str]], begin: Sky, after: Sky | None) -> Page:
    width, height = board_size(table.board)
    changed = [] if after is None else [at for at in table.board.fields if begin.fields[at - 1] != after.fields[at - 1]]
    items: Items = (Group(_position(pen, table, looks, begin, changed), Transform.translation(_MARGIN, _MARGIN)),)
    whole = width
    if after is not None:
        middle = Point(_MARGIN + width + _BETWEEN / 2, _MARGIN + height / 2)
        items += weather.arrow(pen, middle, 0, _BETWEEN * 0.7, pen.colours.gold)
        place = Transform.translation(_MARGIN + width + _BETWEEN, _MARGIN)
        items += (Group(_position(pen, table, looks, after, changed), place),)
        whole = 2 * width + _BETWEEN
    return Page(whole + 2 * _MARGIN, height + 2 * _MARGIN, items)


def _position(pen: Pen, table: Table, looks: Mapping[str, tuple[str, str]], sky: Sky, changed: list[int]) -> Items:
    """The board with everything on it; the fields that a move changes have a golden frame."""
    board = table.board
    own = {player: looks[colour] for player, colour in enumerate(table.players)}
    clip = rectangle(Rect(0.0, 0.0, *board_size(board)).inset(RIM / 4))
    items: Items = (Group(board_items(pen, board), clip=clip),)
    for at in board.fields:
        box = field_rect(board, at)
        if at in changed:
            items += pen.line(rounded(box.inset(2.2), 4.4), pen.colours.gold, 2.6)
        items += content(pen, box, sky.fields[at - 1], own)
    return items
