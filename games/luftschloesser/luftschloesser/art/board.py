"""The board: sixteen numbered fields in the sky, with their pieces for pictures of positions."""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import RadialGradient
from cloudy_pnp.draw.shapes import rectangle, rounded
from luftschloesser.art import pieces, sky
from luftschloesser.art.cards import number
from luftschloesser.art.look import BLEED, Items, Pen
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
    colours = pen.colours
    width, height = board_size(board)
    whole = Rect(0, 0, width, height)
    items = pen.tint(rectangle(whole.inset(-BLEED)), colours.sky_deep)
    items += pen.line(rounded(whole.inset(RIM / 2), 3), colours.paper, 0.6)
    for x, y in ((0, 0), (width, 0), (width, height), (0, height)):
        inwards = Point(RIM * 0.62 if x == 0 else -RIM * 0.62, RIM * 0.62 if y == 0 else -RIM * 0.62)
        items += sky.cloud(pen, Point(x, y) + inwards, 15)
    for at in board.fields:
        box = field_rect(board, at).inset(0.9)
        row, col = board.place(at)
        light = colours.sky_light if (row + col) % 2 else colours.sky_light.mixed(colours.sky, 0.35)
        edge = colours.sky if (row + col) % 2 else colours.sky.mixed(colours.sky_deep, 0.22)
        fill = RadialGradient.between(box.centre, FIELD * 0.72, light, edge)
        items += pen.shape(rounded(box, 5), fill, colours.paper, 0.7)
        if part is None or box in part:
            items += number(pen, Point(box.right - 7, box.bottom - 7), at, 5)
    return items


def content(pen: Pen, box: Rect, field: Field, looks: Mapping[int, tuple[str, str]]) -> Items:
    """Draw the pieces on a field: clouds, castles on them, beings in front; `looks` are by player."""
    items: Items = ()
    spots = _spots(box, field.clouds)
    for index, spot in enumerate(spots):
        items += sky.cloud(pen, spot, CLOUD)
        if index < len(field.castles):
            items += pieces.castle(pen, spot + Point(0, 2.5), 13.5, *looks[field.castles[index]])
    standing = [player for player, count in enumerate(field.beings) for _ in range(count)]
    wide = min(9.5, (FIELD - 16) / max(1, len(standing)))
    for index, player in enumerate(standing):
        foot = Point(box.x + 6 + wide * (index + 0.5), box.bottom - 3.5)
        items += pieces.being(pen, foot, 10.5, *looks[player])
    return items


def _spots(box: Rect, clouds: int) -> list[Point]:
    """Return the places of clouds: three have a fixed place each; more, on custom boards, are closer together."""
    if clouds <= len(_CLOUDS):
        return [box.centre + spot for spot in _CLOUDS[:clouds]]
    return [box.at(0.2 + 0.6 * index / (clouds - 1), 0.3 + 0.25 * (index % 2)) for index in range(clouds)]
