"""Callouts for parts of a picture: numbers in discs, leader lines, thick arrows, visible on light and dark.

Cards in a fan, as held in a hand: the contents of a box at a glance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.scene import Cap, Font, Group, Item, Join, Page, Path, Stroke
from cloudy_pnp.draw.shapes import circle, line, polygon, rounded, smooth
from cloudy_pnp.draw.text import Align, text_line

_FONT = Font("Alegreya Sans", 700)


def numbered(at: Point, number: int, radius: float, colour: Colour) -> tuple[Item, ...]:
    """Draw a number in a disc, like those of the steps in the text."""
    size = radius * 1.42
    return (
        Path(circle(at, radius), colour, Stroke(WHITE, radius * 0.2)),
        text_line(str(number), at + Point(0, size * 0.33), _FONT, size, colour=WHITE, align=Align.CENTRE),
    )


def leader(start: Point, end: Point, width: float, colour: Colour) -> tuple[Item, ...]:
    """Draw a line from a number to the part it refers to, with a dot at its end."""
    path = line(start, end)
    return (
        Path(path, None, Stroke(WHITE, width * 2.6, Cap.ROUND)),
        Path(circle(end, width * 2.6), WHITE),
        Path(path, None, Stroke(colour, width, Cap.ROUND)),
        Path(circle(end, width * 1.7), colour),
    )


def swung(points: Sequence[Point], width: float, colour: Colour) -> tuple[Item, ...]:
    """Draw an arrow along a smooth curve through some points; its head ends at the last one."""
    ahead = (points[-1] - points[-2]).unit
    neck = points[-1] - ahead * (width * 2.2)
    shaft = smooth([*points[:-1], neck])
    head = polygon(Point(0, -1.5 * width), Point(2.6 * width, 0), Point(0, 1.5 * width))
    turned = Transform.translation(neck.x, neck.y) @ Transform.rotation(ahead.degrees)
    return (
        Path(shaft, None, Stroke(WHITE, width * 1.9, Cap.ROUND, Join.ROUND)),
        Path(head.moved(turned), WHITE, Stroke(WHITE, width * 0.9, join=Join.ROUND)),
        Path(shaft, None, Stroke(colour, width, Cap.ROUND, Join.ROUND)),
        Path(head.moved(turned), colour),
    )


_TURN = 11.0  # degrees from card to card
_EDGE = 3.0  # mm around
_WIDE, _HIGH = 100.0, 118.0  # mm: every fan has the same size, whatever its cards
_UPRIGHT, _LYING = 3, 4  # the usual number of cards: a fan of fewer shows them at the same size


def fanned(cards: Sequence[Page]) -> Page:
    """Draw the cards, the last one on top, in a picture of a fixed size. Landscape cards are stacked."""
    usual = 1 if len(cards) == 1 else _LYING if cards[0].width > cards[0].height else _UPRIGHT
    room = _bounds([*cards, *[cards[-1]] * (usual - len(cards))])
    size = min((_WIDE - 2 * _EDGE) / room.width, (_HIGH - 2 * _EDGE) / room.height)
    middle = _bounds(cards).centre
    fitting = (
        Transform.translation(_WIDE / 2, _HIGH / 2)
        @ Transform.scaling(size)
        @ Transform.translation(-middle.x, -middle.y)
    )
    places = zip(cards, _card_places(cards), strict=True)
    return Page(_WIDE, _HIGH, tuple(_card(page, fitting @ place) for page, place in places))


def _card_places(cards: Sequence[Page]) -> list[Transform]:
    """Return the transform of each card in the hand, in its own millimetres; the middle card is at 0, 0."""
    places = []
    for place, page in enumerate(cards):
        away = place - (len(cards) - 1) / 2
        if page.width > page.height:
            at, turn = Point(away * 1.5, away * page.height * 0.26), 0.0
        else:
            at, turn = Point(away * page.width * 0.3, abs(away) * 4.0), away * _TURN
        middle = Transform.translation(-page.width / 2, -page.height / 2)
        places.append(Transform.translation(at.x, at.y) @ Transform.rotation(turn) @ middle)
    return places


def _bounds(cards: Sequence[Page]) -> Rect:
    """Return the bounds of the cards in the hand."""
    boxes = zip(_card_places(cards), (Rect(0, 0, page.width, page.height) for page in cards), strict=True)
    return reduce(or_, (place.bounds(box) for place, box in boxes))


def _card(page: Page, place: Transform) -> Group:
    edge = rounded(Rect(0, 0, page.width, page.height), 3.0)
    shadow = Path(edge.moved(Transform.translation(0.8, 1.4)), BLACK, opacity=0.18)
    line = Path(edge, None, Stroke(BLACK, 0.35), opacity=0.6)
    return Group((shadow, Group(page.items, clip=edge), line), place)
