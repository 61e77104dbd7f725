"""The pictures of the rulebook other than cards and positions: title page, box, the table at the start, foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.kit.clouds import cloud_bank
from cloudy_pnp.draw.kit.figures import numbered
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import rounded
from luftschloesser.art.board import board_items, board_size
from luftschloesser.art.look import Items, Light, Pen
from luftschloesser.model.board import Board

Looks = Sequence[tuple[str, str]]  # colour and shape of each player

_NUMBER, _CLOTH = Colour.parse("#a02048"), Colour.parse("#e3eef3")
_FOOT = tuple(Colour.parse(text) for text in ("#eef5f9", "#dfecf4", "#cfe1ee"))
_FAN = (100.0, 118.0)  # mm: the size of a fan of cards
_PILE = ((22, 70), (66, 66), (42, 84), (78, 88), (28, 98), (58, 102))  # where the clouds of the supply lie


def foot() -> Page:
    """Draw clouds for the foot of every page."""
    return cloud_bank("castles", _FOOT)


def boxed_board(pen: Pen, board: Board) -> Page:
    """Draw the board, as large as a fan of cards."""
    size = board_size(board)
    scale = (_FAN[0] - 6) / max(size)
    middle = Point(_FAN[0] / 2 - size[0] * scale / 2, _FAN[1] / 2 - size[1] * scale / 2)
    return Page(*_FAN, (_board(pen, board, middle, scale),))


def boxed_clouds(pen: Pen) -> Page:
    """Draw a heap of clouds, as large as a fan of cards."""
    items: Items = ()
    for number, (x, y) in enumerate(_PILE):
        items += pen.draw(f"puff-{number % 4}", Point(x, y - 26), 1.5)
    return Page(*_FAN, items)


def boxed_pieces(pen: Pen, looks: Looks, castles: int, beings: int) -> Page:
    """Draw the pieces of every colour side by side."""
    across, high = 62.0, 46.0
    items: Items = ()
    for place, look in enumerate(looks):
        left = place * (across + 4)
        items += (Path(rounded(Rect(left, 0, across, high), 3), _CLOTH),)
        items += _set(pen, Rect(left + 3, 3, across - 6, high - 6), look, castles, beings)
    return Page(len(looks) * (across + 4) - 4, high, items)


def start(pen: Pen, board: Board, looks: Looks, back: Page, hand: Sequence[Page]) -> Page:
    """Draw the table before the first turn: 1 board and clouds, 2 the pieces of a player, 3 cards."""
    wide, high, scale = 230.0, 148.0, 0.4
    size = board_size(board)
    across = size[0] * scale
    corner = Point((wide - across) / 2, 4.0)
    items: list[Item] = [Path(rounded(Rect(0, 0, wide, high), 5), _CLOTH), _board(pen, board, corner, scale)]
    for number, (x, y) in enumerate(_PILE):
        items += pen.draw(f"puff-{number % 4}", Point(10 + x * 0.5, y * 0.62 - 24), 0.78)
    supply = Rect(8, high - 58, 56, 50)
    items += _set(pen, supply, looks[0], board.castles, board.beings)
    pile = Point(corner.x + across + 8, 12)
    items += [_lay(back, pile + Point(lift * 0.6, -lift * 0.6), 0.36) for lift in range(5)]
    played = Rect(pile.x + back.width * 0.36 + 5, pile.y, back.width * 0.36, back.height * 0.36)
    items.append(Path(rounded(played, 1.4), WHITE, Stroke(pen.tone("rule"), 0.5)))
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
    light = Light(looks=(look,))
    wide = min(14.0, box.width / max(1, castles) - 1)
    for number in range(castles):
        x = box.x + (number + 0.5) * box.width / castles
        items += pen.draw("castle", Point(x, box.y + box.height * 0.55), wide / 20, light)
    for number in range(beings):
        x = box.x + (number + 0.5) * box.width / beings
        items += pen.draw("being", Point(x, box.bottom - 0.5), min(8.4, box.width / beings - 0.6) / 12, light)
    return items


def _lay(page: Page, at: Point, size: float) -> Item:
    """Draw a card on the table."""
    edge = rounded(Rect(0, 0, page.width, page.height), 3)
    shadow = Path(edge.moved(Transform.translation(0.9, 1.2)), Colour.parse("#26384a"), opacity=0.2)
    place = Transform.translation(at.x, at.y) @ Transform.scaling(size)
    return Group((shadow, Group(page.items, clip=edge), Path(edge, stroke=Stroke(WHITE, 0.6))), place)


WIDE, HIGH = 134.0, 196.0  # mm


def cover_page(pen: Pen, looks: Mapping[str, tuple[str, str]]) -> Page:
    """Draw the whole picture; `looks` are colour and shape of each player."""
    whole = Rect(0, 0, WIDE, HIGH)
    light = Light(looks=tuple(looks.values()))
    return Page(WIDE, HIGH, pen.draw("cover", whole.centre, max(WIDE / 64, HIGH / 96), light))
