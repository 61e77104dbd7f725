"""A scored hand as a picture: its cards in a row, what each of them brings, and the total."""

from __future__ import annotations

from functools import lru_cache

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import line, rounded
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text, text_line
from cloudy_pnp.games.contract import Data
from cloudy_pnp.games.fantasy_realms.art.pictures import emblem
from cloudy_pnp.games.fantasy_realms.art.pictures import picture as painted
from cloudy_pnp.games.fantasy_realms.model.realm import Realm
from cloudy_pnp.games.fantasy_realms.present.components import Fields, card_fields
from cloudy_pnp.games.fantasy_realms.present.words import words_in
from cloudy_pnp.games.fantasy_realms.rules.score import CardScore
from cloudy_pnp.games.fantasy_realms.rules.seats import SuitChange
from cloudy_pnp.games.fantasy_realms.scenarios.hand import HandStory

_WIDE, _HIGH, _GAP, _SUM = 21.0, 34.0, 1.6, 17.0  # mm
_EDGE = 2.0
_INK, _BAD = Colour.parse("#26222b"), Colour.parse("#b3261e")
_DISPLAY, _BODY, _STRONG = Font("Fraunces", 700), Font("Alegreya Sans"), Font("Alegreya Sans", 700)


def hand_page(data: Data, story: HandStory, lang: str) -> Page | None:
    """The hand in a language; None of what is not valid data."""
    score, realm = story.judged.score, story.realm
    if score is None or realm is None:
        return None
    known = {fields["id"]: fields for fields in _fields(data, lang)}
    items: list[Item] = []
    changed = {made.card: made.suit for made in score.choices.values() if isinstance(made, SuitChange)}
    for place, card in enumerate(score.cards):
        at = Rect(place * (_WIDE + _GAP), 0, _WIDE, _HIGH)
        items += _card(at, known[card.card], card, realm, lang, card.card in changed)
    x = len(score.cards) * (_WIDE + _GAP)
    style = TextStyle(_BODY, 3.2, 2, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)
    items += fit_text(words_in(lang)["total"], Rect(x, 8, _SUM, 5), style, lang).items
    items.append(
        text_line(_signed(score.total), Point(x + _SUM / 2, 21), _DISPLAY, 8.4, colour=_INK, align=Align.CENTRE)
    )
    wide, high = x + _SUM + 2 * _EDGE, _HIGH + 8.5 + 2 * _EDGE
    sheet = Path(rounded(Rect(0, 0, wide, high), 2), Colour.parse("#fffdf8"))
    return Page(wide, high, (sheet, Group(tuple(items), Transform.translation(_EDGE, _EDGE))))


@lru_cache(maxsize=8)
def _cached(key: int, lang: str) -> list[Fields]:
    return list(card_fields(_DATA[key], lang))


_DATA: dict[int, Data] = {}


def _fields(data: Data, lang: str) -> list[Fields]:
    """The words of all cards, composed once for a book with many hands."""
    if _DATA.get(id(data)) is not data:
        _DATA.clear()
        _cached.cache_clear()
        _DATA[id(data)] = data
    return _cached(id(data), lang)


def _signed(points: int) -> str:
    return f"{points}".replace("-", "−")


def _card(box: Rect, fields: Fields, card: CardScore, realm: Realm, lang: str, changed: bool) -> list[Item]:
    suit = fields["suit"]
    colour = Colour.parse(suit["colour"])
    window = Rect(box.x + 1, box.y + 1, box.width - 2, 15.4)
    art = painted(fields["picture"], suit["id"], suit["colour"], suit["emblem"], window)
    items: list[Item] = [
        Path(rounded(box, 1.6), colour.darker(0.12)),
        Group(art, clip=rounded(window, 0.8)),
        Path(rounded(Rect(box.x + 1, box.y + 16.8, box.width - 2, 16.2), 0.8), WHITE),
        Path(rounded(Rect(box.x + 1, box.y + 1, 5.4, 8.6), 0.8), WHITE),
        *emblem(suit["emblem"], Rect(box.x + 2, box.y + 5.8, 3.4, 3.4), colour.darker(0.25)),
    ]
    small = TextStyle(_DISPLAY, 3.6, 2.4, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)
    items += fit_text(str(fields["strength"]), Rect(box.x + 1.2, box.y + 1.4, 5, 4), small, lang).items
    name = TextStyle(_STRONG, 2.7, 1.7, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, leading=1.05)
    items += fit_text(fields["name"][lang], Rect(box.x + 1.6, box.y + 17.2, box.width - 3.2, 6.4), name, lang).items
    if card.name != card.card or changed:
        became = realm[card.name].name[lang] if card.name != card.card else ""
        told = " · ".join(part for part in (became, realm.suits[card.suit].name[lang]) if part)
        under = TextStyle(_BODY, 2.3, 1.5, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, leading=1.05)
        items += fit_text(f"= {told}", Rect(box.x + 1.6, box.y + 23.8, box.width - 3.2, 8.6), under, lang).items
    else:
        parts = " ".join([str(card.strength), *(_step(reason.points) for reason in card.reasons if reason.points)])
        if card.reasons and not card.blanked:
            under = TextStyle(_BODY, 2.6, 1.6, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)
            items += fit_text(parts, Rect(box.x + 1.4, box.y + 25, box.width - 2.8, 6), under, lang).items
    if card.blanked:
        items = [Group(tuple(items), opacity=0.55)]
        for start, end in ((box.at(0.12, 0.1), box.at(0.88, 0.9)), (box.at(0.88, 0.1), box.at(0.12, 0.9))):
            items.append(Path(line(start, end), stroke=Stroke(_BAD, 0.7)))
    below = Point(box.centre.x, box.bottom + 6.4)
    items.append(
        text_line(_signed(card.points), below, _DISPLAY, 5.4, colour=_BAD if card.blanked else _INK, align=Align.CENTRE)
    )
    return items


def _step(points: int) -> str:
    return f"+ {points}" if points > 0 else f"− {-points}"
