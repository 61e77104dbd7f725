"""The pictures of the rulebook: the title page, a table in mid-game, a card explained, signs."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour, RadialGradient
from cloudy_pnp.draw.kit.clouds import hills
from cloudy_pnp.draw.kit.figures import leader, numbered, swung
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import circle, rectangle, rounded
from fantasy_realms.art.pictures import emblem

_RED, _VIOLET, _GOLD = (Colour.parse(text) for text in ("#8a3324", "#4a2c7a", "#c9a24b"))
_CLOTH, _SLOT, _FREE = (Colour.parse(text) for text in ("#f1e8d6", "#b9ab8d", "#fbf8f0"))
_FOOT = tuple(Colour.parse(text) for text in ("#f3eef6", "#e9e1f0", "#ddd1e8"))


def cover(cards: Sequence[Page]) -> Page:
    """Draw cards in a fan, like a hand, under the stars; the upper third is calm, for the title."""
    wide, high, hub = 134.0, 196.0, Point(67.0, 226.0)
    night = RadialGradient.between(Point(67, 128), 125, Colour.parse("#8a74bd"), Colour.parse("#1d1733"))
    items: list[Item] = [Path(rectangle(Rect(0, 0, wide, high)), night)]
    random, star = Random("stars"), Colour.parse("#fff6d8")
    for _ in range(90):
        at = Point(random.between(2, wide - 2), random.between(2, 110))
        items.append(Path(circle(at, random.between(0.14, 0.45)), star, opacity=random.between(0.3, 0.95)))
    for place, page in enumerate(cards):
        turn = Transform.rotation((place - (len(cards) - 1) / 2) * 13.0, hub)
        spot = (
            Transform.translation(hub.x, 112.0) @ Transform.scaling(0.74) @ Transform.translation(-page.width / 2, -40)
        )
        edge = rounded(Rect(0, 0, page.width, page.height), 3)
        line = Path(edge, stroke=Stroke(Colour.parse("#f4ead2"), 0.9))
        items.append(Group((Group(page.items, clip=edge), line), turn @ spot))
    return Page(wide, high, tuple(items))


def foot() -> Page:
    """Draw hills in the haze for the foot of every page."""
    return hills("realms", _FOOT)


def explain_card(card: Page) -> Page:
    """Draw a card with a number at each of its parts: strength, suit, name, text."""
    edge, x = 4.0, 16.0
    wide, high = card.width + x + edge, card.height + 2 * edge
    items: list[Item] = [Path(rounded(Rect(0, 0, wide, high), 3), _CLOTH), _lay(card, Point(x, edge), 1.0)]
    # The parts of the layout: the two halves of the corner, the plate with the name, the panel below it.
    parts = (Point(5.6, 7.8), Point(5.6, 17.6), Point(8.0, 51.4), Point(6.6, 66.0))
    for number, part in enumerate(parts, 1):
        target = Point(x + part.x, edge + part.y)
        at = Point(7.0, target.y)
        items += leader(at, target, 0.55, _RED)
        items += numbered(at, number, 3.7, _RED)
    return Page(wide, high, tuple(items))


def table(back: Page, display: Sequence[Page], hand: Sequence[Page], places: int, disc: float = 5.4) -> Page:
    """Draw a turn: 1 a card is taken from the pile or from the display, 2 one is put into a free place of the display.

    `disc` is the radius of the numbers.
    """
    wide, high, size = 190.0, 118.0, 0.34
    across, down = back.width * size + 2.4, back.height * size + 2.6
    items: list[Item] = [Path(rounded(Rect(0, 0, wide, high), 4), _CLOTH)]
    left, top = 62.0, 6.0
    items += [_lay(back, Point(12 + lift * 0.7, 20 - lift * 0.7), 0.42) for lift in range(4)]
    free = Point(0, 0)
    for number in range(places):
        at = Point(left + number % 5 * across, top + number // 5 * down)
        if number < len(display):
            items.append(_lay(display[number], at, size))
        else:
            slot = Rect(at.x, at.y, back.width * size, back.height * size)
            items.append(Path(rounded(slot, 1.4), _FREE, Stroke(_SLOT, 0.5)))
            free = slot.centre if number == len(display) else free
    middle, reach = Point(wide / 2, 262.0), 176.0
    for place, card in enumerate(hand):
        turn = Transform.rotation((place - (len(hand) - 1) / 2) * 7.4, middle)
        corner = Point(middle.x - card.width * 0.21, middle.y - reach)
        items.append(Group((_lay(card, corner, 0.42),), turn))
    pile = Point(12 + back.width * 0.21, 20 + back.height * 0.42)
    taken = Point(left + across * 0.45, top + 2 * down - 4)
    items += swung([pile + Point(0, -6), pile + Point(3, 14), pile + Point(16, 30)], 2.0, _RED)
    items += swung([taken, taken + Point(-8, 14), taken + Point(-5, 30)], 2.0, _RED)
    items += numbered(pile + Point(17, 15), 1, disc, _RED)
    items += swung([Point(wide - 58, high - 30), Point(wide - 46, high - 46), free + Point(2, 6)], 2.0, _VIOLET)
    items += numbered(Point(wide - 38, high - 42), 2, disc, _VIOLET)
    # Everything below the lower edge is cut off, like a hand that is held.
    return Page(wide, high, (Group(tuple(items), clip=rounded(Rect(0, 0, wide, high), 4)),))


def sign(name: str, colour: str) -> Page:
    """Draw the sign of a suit on its colour."""
    ground, box = Colour.parse(colour), Rect(0, 0, 30, 22)
    return Page(
        box.width,
        box.height,
        (Path(rounded(box, 3), ground.darker(0.12)), *emblem(name, Rect.centred(box.centre, 14, 14), WHITE)),
    )


def _lay(page: Page, at: Point, size: float) -> Item:
    """Draw a card on the table."""
    edge = rounded(Rect(0, 0, page.width, page.height), 3)
    shadow = Path(edge.moved(Transform.translation(0.9, 1.2)), Colour.parse("#3a2d1c"), opacity=0.2)
    place = Transform.translation(at.x, at.y) @ Transform.scaling(size)
    return Group((shadow, Group(page.items, clip=edge), Path(edge, stroke=Stroke(WHITE, 0.5))), place)
