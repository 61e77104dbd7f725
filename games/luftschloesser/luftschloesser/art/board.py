"""The board: sixteen numbered fields in the sky, with their pieces for pictures of positions."""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.shapes import rectangle, rounded
from luftschloesser.art.cards import light_of, number
from luftschloesser.art.look import BLEED, Items, Light, Pen
from luftschloesser.model.board import Board, Field

FIELD, RIM = 60.0, 10.0  # mm
_CLOUDS = (Point(-14.5, -5.5), Point(14.5, -5.5), Point(-14.5, 13.5))  # about the middle of a field
CLOUD = 26.0


def board_size(board: Board) -> tuple[float, float]:
    """Return the size of the printed board in mm."""
    return board.cols * FIELD + 2 * RIM, board.rows * FIELD + 2 * RIM


def field_rect(board: Board, at: int) -> Rect:
    """Return the place of a field."""
    row, col = board.place(at)
    return Rect(RIM + col * FIELD, RIM + row * FIELD, FIELD, FIELD)


def board_items(pen: Pen, board: Board, part: Rect | None = None) -> Items:
    """Draw the empty board with its bleed; the origin is its top left corner.

    If only a `part` of it is shown, fields that are cut off have no number, as half of one would remain.
    """
    width, height = board_size(board)
    whole = Rect(0, 0, width, height)
    items = pen.tint(rectangle(whole.inset(-BLEED)), pen.tone("back-high"))
    items += _rim(pen, board)
    shown = [(at, field_rect(board, at)) for at in board.fields]
    for at, box in shown:
        if part is None or box & part:
            light = light_of(board, at, "board")
            edge = rounded(box.inset(0.9), 5)
            items += (Group(pen.draw("field", box.centre, light=light), clip=edge),)
            items += pen.line(edge, pen.tone("paper"), 0.9)
        if part is None or box in part:
            corner = Point(box.right - 8.4, box.bottom - 7.4)
            items += pen.draw("number", corner) + number(pen, corner, at, 6.6)
    return items


def _rim(pen: Pen, board: Board) -> Items:
    """Draw the frame: rooftops along every field at the edge, and a corner at each corner."""
    width, height = board_size(board)
    items: Items = ()
    for turn, across, down, fields in (
        (0, width, height, board.cols),
        (90, height, width, board.rows),
        (180, width, height, board.cols),
        (270, height, width, board.rows),
    ):
        place = Transform.translation(width / 2, height / 2) @ Transform.rotation(turn)
        spots = [Point((at + 0.5) * FIELD - fields * FIELD / 2, -down / 2) for at in range(fields)]
        side = tuple(item for spot in spots for item in pen.draw("rim", spot))
        items += (Group((*side, *pen.draw("rim-corner", Point(-across / 2, -down / 2))), place),)
    return items


def content(pen: Pen, box: Rect, field: Field, looks: Mapping[int, tuple[str, str]]) -> Items:
    """Draw the pieces on a field: clouds, castles on them, beings in front; `looks` are by player."""
    items: Items = ()
    spots = _spots(box, field.clouds)
    for index, spot in enumerate(spots):
        items += pen.draw(f"puff-{index % 4}", spot, CLOUD / 26)
        if index < len(field.castles):
            look = looks[field.castles[index]]
            items += pen.draw("castle", spot + Point(0, 2.5), 13.5 / 20, Light(looks=(look,)))
    standing = [player for player, count in enumerate(field.beings) for _ in range(count)]
    wide = min(9.5, (FIELD - 16) / max(1, len(standing)))
    for index, player in enumerate(standing):
        foot = Point(box.x + 6 + wide * (index + 0.5), box.bottom - 3.5)
        items += pen.draw("being", foot, 10.5 / 12, Light(looks=(looks[player],)))
    return items


def _spots(box: Rect, clouds: int) -> list[Point]:
    """Return the places of clouds: three have a fixed place each; more, on custom boards, are closer together."""
    if clouds <= len(_CLOUDS):
        return [box.centre + spot for spot in _CLOUDS[:clouds]]
    return [box.at(0.2 + 0.6 * index / (clouds - 1), 0.3 + 0.25 * (index % 2)) for index in range(clouds)]
