"""A scored hand as a picture: its cards in a row, their points, and the total below them.

The distribution of totals as a picture.
"""

from __future__ import annotations

from functools import lru_cache

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.scene import Cap, Font, Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import line, polyline, rectangle, rounded
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text, text_line
from cloudy_pnp.game.contract import Data
from fantasy_realms.art.pictures import emblem
from fantasy_realms.art.pictures import picture as painted
from fantasy_realms.model.realm import Realm
from fantasy_realms.present.components import Fields, card_fields
from fantasy_realms.present.words import words_in
from fantasy_realms.rules.score import CardScore
from fantasy_realms.rules.seats import SuitChange
from fantasy_realms.scenarios.hand import HandStory
from fantasy_realms.search.distribution import Distribution

_WIDE, _HIGH, _GAP = 24.0, 38.0, 1.5  # mm
_EDGE, _POINTS, _SUM = 2.4, 8.4, 8.6  # around, for the points below the cards, for the total
_ART = 17.6  # the height of a picture
_INK, _BAD = Colour.parse("#26222b"), Colour.parse("#b3261e")
_GROUND, _BAR = Colour.parse("#f1e8d6"), Colour.parse("#4a2c7a")
_DISPLAY, _BODY, _STRONG = Font("Fraunces", 700), Font("Alegreya Sans"), Font("Alegreya Sans", 700)
_NAME = TextStyle(
    _STRONG, 3.8, 3.55, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, leading=1.02, hyphenate=False
)
_UNDER = TextStyle(_BODY, 3.8, 3.55, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, leading=1.05)
_CORNER = TextStyle(_DISPLAY, 4.4, 3, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)


def hand_page(data: Data, story: HandStory, lang: str) -> Page | None:
    """Draw the hand in a language; return None if it is not valid data."""
    score, realm = story.result.score, story.realm
    if score is None or realm is None:
        return None
    fields_by_id = {fields["id"]: fields for fields in _fields(data, lang)}
    changed = {choice.card: choice.suit for choice in score.choices.values() if isinstance(choice, SuitChange)}
    wide = max(2, len(score.cards)) * (_WIDE + _GAP) - _GAP + 2 * _EDGE
    high = _HIGH + _POINTS + _SUM + _EDGE
    sheet = rounded(Rect(0, 0, wide, high), 2.4)
    bar = Rect(0, high - _SUM, wide, _SUM)
    items: list[Item] = [Path(sheet, _GROUND), Group((Path(rectangle(bar), _BAR),), clip=sheet)]
    for place, card in enumerate(score.cards):
        at = Rect(_EDGE + place * (_WIDE + _GAP), _EDGE, _WIDE, _HIGH)
        items += _card(at, fields_by_id[card.card], card, realm, lang, card.card in changed)
        if place:
            plus = Point(at.x - _GAP / 2, at.bottom + _POINTS * 0.72)
            items.append(text_line("+", plus, _BODY, 4.6, colour=_INK, align=Align.CENTRE))
    line_of = bar.bottom - _SUM * 0.3
    word = text_line(words_in(lang)["total"], Point(_EDGE + 1, line_of), _STRONG, 4.4, colour=WHITE)
    total = Point(bar.right - _EDGE - 1, line_of + 0.5)
    items += [word, text_line(_signed(score.total), total, _DISPLAY, 7.0, colour=WHITE, align=Align.RIGHT)]
    return Page(wide, high, tuple(items))


@lru_cache(maxsize=8)
def _cached(key: int, lang: str) -> list[Fields]:
    return list(card_fields(_DATA[key], lang))


_DATA: dict[int, Data] = {}


def _fields(data: Data, lang: str) -> list[Fields]:
    """Return the words of all cards, composed once for a book with many hands."""
    if _DATA.get(id(data)) is not data:
        _DATA.clear()
        _cached.cache_clear()
        _DATA[id(data)] = data
    return _cached(id(data), lang)


def _signed(points: int) -> str:
    return f"{points}".replace("-", "−")


def _card(box: Rect, fields: Fields, card: CardScore, realm: Realm, lang: str, changed: bool) -> list[Item]:
    """Draw a card without its text: picture, strength and suit, its name, its role, and its sum."""
    suit = fields["suit"]
    colour = Colour.parse(suit["colour"])
    window = Rect(box.x + 1, box.y + 1, box.width - 2, _ART)
    panel = Rect(box.x + 1, window.bottom + 0.4, box.width - 2, box.height - _ART - 2.4)
    art = painted(fields["picture"], suit["id"], suit["colour"], suit["emblem"], window)
    items: list[Item] = [
        Path(rounded(box, 1.8), colour.darker(0.12)),
        Group(art, clip=rounded(window, 0.9)),
        Path(rounded(Rect(box.x + 1, box.y + 1, 6.2, 10), 0.9), WHITE),
        *emblem(suit["emblem"], Rect(box.x + 2.1, box.y + 6.4, 4, 4), colour.darker(0.25)),
    ]
    items += fit_text(str(fields["strength"]), Rect(box.x + 1.2, box.y + 1.5, 5.8, 4.6), _CORNER, lang).items
    if card.blanked:
        items = [Group(tuple(items), opacity=0.4), *_cross_out(window)]
    items.append(Path(rounded(panel, 0.9), WHITE))
    under = _role_of(card, realm, lang, changed)
    # Two lines for the name, two for the role of the card; a name alone has all the room.
    name = Rect(panel.x + 0.5, panel.y + 0.6, panel.width - 1, 8.2 if under else panel.height - 1.2)
    items += fit_text(fields["name"][lang], name, _NAME, lang).items
    if under:
        items += fit_text(under, Rect(panel.x + 0.5, name.bottom, panel.width - 1, 8.4), _UNDER, lang).items
    below = Point(box.centre.x, box.bottom + _POINTS * 0.76)
    ink = _BAD if card.blanked else _INK
    items.append(text_line(_signed(card.points), below, _DISPLAY, 5.8, colour=ink, align=Align.CENTRE))
    return items


def _role_of(card: CardScore, realm: Realm, lang: str, changed: bool) -> str:
    """Return the role of a card, and the sum of its strength, bonus and penalty, if there is any."""
    parts = []
    if card.name != card.card:
        parts.append(f"= {realm[card.name].name[lang]}")
    elif changed:
        parts.append(f"= {realm.suits[card.suit].name[lang]}")
    counted = [_step(reason.points) for reason in card.reasons if reason.points]
    if counted and not card.blanked:
        parts.append(" ".join([str(card.strength), *counted]))
    return "\n".join(parts)


def _cross_out(window: Rect) -> list[Item]:
    """Strike out the picture of a blanked card, in white and red, visible on any picture and in grey."""
    box = window.inset(window.width * 0.14, window.height * 0.14)
    lines = [line(box.at(0, 0), box.at(1, 1)), line(box.at(1, 0), box.at(0, 1))]
    return [
        Path(path, None, Stroke(paint, wide, Cap.ROUND))
        for paint, wide in ((WHITE, 2.4), (_BAD, 1.3))
        for path in lines
    ]


def _step(points: int) -> str:
    return f"+ {points}" if points > 0 else f"− {-points}"


WIDE, HIGH = 180.0, 90.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 6.0, 16.0, 14.0
STEP = 5  # totals that share a bar
INK, BAR, MARK, GRID = (Colour.parse(text) for text in ("#2b2a38", "#5b7db8", "#b5472d", "#d9d6cf"))
LETTERS, STRONG = Font("Alegreya Sans"), Font("Alegreya Sans", 700)


def odds_page(result: Distribution) -> Page:
    """Draw a bar for every five points; mark the median and the best hundredth."""
    bars: dict[int, int] = {}
    for total, count in result.counts.items():
        bars[total // STEP * STEP] = bars.get(total // STEP * STEP, 0) + count
    low, high = min(bars), max(bars) + STEP
    tallest = max(bars.values())
    across = (WIDE - LEFT - RIGHT) / (high - low)
    ground = HIGH - BOTTOM
    items: list[Item] = [Path(rectangle(Rect(0, 0, WIDE, HIGH)), fill=Colour.parse("#ffffff"))]
    for tick in range((low + 49) // 50 * 50, high + 1, 50):
        x = LEFT + (tick - low) * across
        items.append(Path(polyline([Point(x, TOP), Point(x, ground)]), stroke=Stroke(GRID, 0.2)))
        items.append(
            text_line(f"{tick}".replace("-", "−"), Point(x, ground + 5), LETTERS, 3.4, colour=INK, align=Align.CENTRE)
        )
    for start, count in bars.items():
        tall = (ground - TOP) * count / tallest
        box = Rect(LEFT + (start - low) * across, ground - tall, STEP * across * 0.86, tall)
        items.append(Path(rectangle(box), fill=BAR))
    items.append(Path(polyline([Point(LEFT, ground), Point(WIDE - RIGHT, ground)]), stroke=Stroke(INK, 0.3)))
    for share, words in ((0.5, "half"), (0.99, "99 of 100")):
        total = result.quantile(share)
        x = LEFT + (total - low) * across
        items.append(Path(polyline([Point(x, TOP - 5), Point(x, ground)]), stroke=Stroke(MARK, 0.4)))
        label = f"{words} reach at most {total}" if share < 0.9 else f"{words} at most {total}"
        items.append(text_line(label, Point(x + 1.5, TOP - 2.6), STRONG, 3.6, colour=MARK))
    head = f"What {result.hands:,} random hands are worth: {result.mean:.1f} points on average"
    items.append(text_line(head, Point(LEFT, 8), STRONG, 5, colour=INK))
    items.append(
        text_line("points of a hand", Point(WIDE - RIGHT, HIGH - 3), LETTERS, 3.4, colour=INK, align=Align.RIGHT)
    )
    return Page(WIDE, HIGH, tuple(items))
