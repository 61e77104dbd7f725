"""The pictures of the rulebook other than cards and positions: title page, box, the table at the start, foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.kit.clouds import cloud_bank
from cloudy_pnp.draw.kit.figures import numbered
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import rounded
from luftschloesser.art import pieces, sky
from luftschloesser.art.board import board_items, board_size
from luftschloesser.art.look import LOOK, Items, Pen, pen_for
from luftschloesser.model.board import Board

Looks = Sequence[tuple[str, str]]  # colour and shape of each player

_NUMBER, _CLOTH = Colour.parse("#a02048"), Colour.parse("#e3eef3")
_FOOT = tuple(Colour.parse(text) for text in ("#eef5f9", "#dfecf4", "#cfe1ee"))
_FAN = (100.0, 118.0)  # mm: the size of a fan of cards
_PILE = ((22, 70), (66, 66), (42, 84), (78, 88), (28, 98), (58, 102))  # where the clouds of the supply lie


def foot() -> Page:
    """Draw clouds for the foot of every page."""
    return cloud_bank("castles", _FOOT)


def boxed_board(board: Board) -> Page:
    """Draw the board, as large as a fan of cards."""
    size = board_size(board)
    scale = (_FAN[0] - 6) / max(size)
    middle = Point(_FAN[0] / 2 - size[0] * scale / 2, _FAN[1] / 2 - size[1] * scale / 2)
    return Page(*_FAN, (_board(pen_for(LOOK), board, middle, scale),))


def boxed_clouds() -> Page:
    """Draw a heap of clouds, as large as a fan of cards."""
    pen = pen_for(LOOK)
    items: Items = ()
    for x, y in _PILE:
        items += sky.cloud(pen, Point(x, y - 26), 42)
    return Page(*_FAN, items)


def boxed_pieces(looks: Looks, castles: int, beings: int) -> Page:
    """Draw the pieces of every colour side by side."""
    pen = pen_for(LOOK)
    across, high = 62.0, 46.0
    items: Items = ()
    for place, look in enumerate(looks):
        left = place * (across + 4)
        items += (Path(rounded(Rect(left, 0, across, high), 3), _CLOTH),)
        items += _set(pen, Rect(left + 3, 3, across - 6, high - 6), look, castles, beings)
    return Page(len(looks) * (across + 4) - 4, high, items)


def start(board: Board, looks: Looks, back: Page, hand: Sequence[Page]) -> Page:
    """Draw the table before the first turn: 1 board and clouds, 2 the pieces of a player, 3 cards."""
    pen = pen_for(LOOK)
    wide, high, scale = 230.0, 148.0, 0.4
    size = board_size(board)
    across = size[0] * scale
    corner = Point((wide - across) / 2, 4.0)
    items: list[Item] = [Path(rounded(Rect(0, 0, wide, high), 5), _CLOTH), _board(pen, board, corner, scale)]
    for x, y in _PILE:
        items += sky.cloud(pen, Point(10 + x * 0.5, y * 0.62 - 24), 21)
    supply = Rect(8, high - 58, 56, 50)
    items += _set(pen, supply, looks[0], board.castles, board.beings)
    pile = Point(corner.x + across + 8, 12)
    items += [_lay(back, pile + Point(lift * 0.6, -lift * 0.6), 0.36) for lift in range(5)]
    played = Rect(pile.x + back.width * 0.36 + 5, pile.y, back.width * 0.36, back.height * 0.36)
    items.append(Path(rounded(played, 1.4), WHITE, Stroke(pen.colours.cloud_line, 0.5)))
    middle = Point(wide / 2, high + 112)
    for place, card in enumerate(hand):
        turn = Transform.rotation((place - (len(hand) - 1) / 2) * 10.5, middle)
        items.append(Group((_lay(card, Point(middle.x - card.width * 0.26, high - 36), 0.52),), turn))
    if len(looks) > 1:
        other = Rect(wide - 62, high - 58, 56, 50)
        items += _set(pen, other, looks[1], board.castles, board.beings)
    for number, at in enumerate((Point(corner.x, 10), Point(supply.x + 3, supply.y), Point(pile.x - 1, pile.y)), 1):
        items += numbered(at, number, 5.6, _NUMBER)
    return Page(wide, high, (Group(tuple(items), clip=rounded(Rect(0, 0, wide, high), 5)),))


def _board(pen: Pen, board: Board, at: Point, scale: float) -> Item:
    size = board_size(board)
    edge = rounded(Rect(0, 0, *size), 6)
    place = Transform.translation(at.x, at.y) @ Transform.scaling(scale)
    return Group((Group(board_items(pen, board), clip=edge), Path(edge, None, Stroke(pen.ink, 0.9))), place)


def _set(pen: Pen, box: Rect, look: tuple[str, str], castles: int, beings: int) -> Items:
    """Draw castles in a row, and the beings in front of them."""
    items: Items = ()
    wide = min(14.0, box.width / max(1, castles) - 1)
    for number in range(castles):
        x = box.x + (number + 0.5) * box.width / castles
        items += pieces.castle(pen, Point(x, box.y + box.height * 0.55), wide, *look)
    for number in range(beings):
        x = box.x + (number + 0.5) * box.width / beings
        items += pieces.being(pen, Point(x, box.bottom - 0.5), min(8.4, box.width / beings - 0.6), *look)
    return items


def _lay(page: Page, at: Point, size: float) -> Item:
    """Draw a card on the table."""
    edge = rounded(Rect(0, 0, page.width, page.height), 3)
    shadow = Path(edge.moved(Transform.translation(0.9, 1.2)), Colour.parse("#26384a"), opacity=0.2)
    place = Transform.translation(at.x, at.y) @ Transform.scaling(size)
    return Group((shadow, Group(page.items, clip=edge), Path(edge, stroke=Stroke(WHITE, 0.6))), place)


WIDE, HIGH = 134.0, 196.0  # mm
# Where the castles and the beings stand: foot and width, in the order of the colours.
_CASTLES = ((67.0, 128.0, 40.0), (26.0, 112.0, 25.0), (109.0, 116.0, 25.0), (30.0, 158.0, 27.0))
_BEINGS = ((88.0, 160.0), (99.0, 162.0), (110.0, 160.0), (121.0, 162.0))


def cover_page(looks: Mapping[str, tuple[str, str]]) -> Page:
    """Draw the whole picture; `looks` are colour and shape of each player."""
    pen = pen_for(LOOK)
    colours = pen.colours
    deep = colours.sky_deep.darker(0.35)
    items: Items = sky.heavens(pen, Rect(0, 0, WIDE, HIGH), deep, colours.sky_light)
    items += sky.rainbow(pen, Point(67, 150), 66, 4.2)
    items += sky.sun(pen, Point(112, 78), 11)
    for x, y, width in ((20.0, 82.0, 26.0), (62.0, 74.0, 18.0), (8.0, 132.0, 24.0), (126.0, 138.0, 26.0)):
        items += sky.cloud(pen, Point(x, y), width)
    items += sky.cloud(pen, Point(22, 78), 30, dark=True)
    items += sky.drops(pen, Rect(11, 84, 22, 12), 1.5)
    for (x, y, width), (colour, shape) in zip(_CASTLES, looks.values(), strict=False):
        items += sky.cloud(pen, Point(x, y + width * 0.1), width * 1.75)
        items += pieces.castle(pen, Point(x, y + width * 0.08), width, colour, shape)
    items += sky.cloud(pen, Point(104, 166), 66)
    for (x, y), (colour, shape) in zip(_BEINGS, looks.values(), strict=False):
        items += pieces.being(pen, Point(x, y + 4), 11, colour, shape)
    for x, y, width in ((10.0, 186.0, 60.0), (60.0, 190.0, 70.0), (118.0, 188.0, 64.0), (88.0, 198.0, 70.0)):
        items += sky.cloud(pen, Point(x, y), width)
    return Page(WIDE, HIGH, items)
