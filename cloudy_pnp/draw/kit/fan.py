"""Cards in a fan, as a hand holds them: the contents of a box at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import rounded

_TURN = 11.0  # degrees from card to card
_EDGE = 3.0  # mm around
_WIDE, _HIGH = 100.0, 118.0  # mm: every fan has the same size, whatever its cards


def fanned(cards: Sequence[Page]) -> Page:
    """The cards, the last one on top, in a picture of a fixed size. Landscape cards lie one above the other."""
    lying, alone = cards[0].width > cards[0].height, len(cards) == 1
    tallest, widest = max(page.height for page in cards), max(page.width for page in cards)
    size = min(
        (_WIDE - 2 * _EDGE) / (widest * (1.0 if lying or alone else 1.62)),
        (_HIGH - 2 * _EDGE) / (tallest * (1.0 if alone else 1.75 if lying else 1.22)),
    )
    items: list[Item] = []
    for place, page in enumerate(cards):
        away = place - (len(cards) - 1) / 2
        if lying:
            at = Point(_WIDE / 2 + away * 1.5, _HIGH / 2 + away * page.height * size * 0.26)
            turn = 0.0
        else:
            at = Point(_WIDE / 2 + away * page.width * size * 0.3, _HIGH / 2 + abs(away) * 2.5)
            turn = away * _TURN
        place_there = (
            Transform.translation(at.x, at.y)
            @ Transform.rotation(turn)
            @ Transform.scaling(size)
            @ Transform.translation(-page.width / 2, -page.height / 2)
        )
        edge = rounded(Rect(0, 0, page.width, page.height), 3.0)
        shadow = Path(edge.moved(Transform.translation(0.8, 1.4)), BLACK, opacity=0.18)
        line = Path(edge, None, Stroke(BLACK, 0.35), opacity=0.6)
        items.append(Group((shadow, Group(page.items, clip=edge), line), place_there))
    return Page(_WIDE, _HIGH, tuple(items))
