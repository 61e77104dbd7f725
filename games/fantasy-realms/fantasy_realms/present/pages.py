"""Whole pages: the score pad, and the sheet with all cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Font, Item, Path, Stroke
from cloudy_pnp.draw.shapes import line, rectangle, rounded
from cloudy_pnp.draw.text import TextStyle, Vertical, fit_text, text_line
from fantasy_realms.art.pictures import emblem
from fantasy_realms.present.words import words_in

_INK, _RULE = Colour.parse("#26222b"), Colour.parse("#8f8a97")
_DISPLAY, _BODY, _STRONG = Font("Fraunces", 600), Font("Alegreya Sans"), Font("Alegreya Sans", 700)
_PLAYERS, _GAMES = 6, 2
_LABEL = 31.0  # mm for the names of suits
_GUTTER, _GAP = 6.0, 0.9

Suits = Mapping[str, Mapping[str, Any]]


def pad(box: Rect, lang: str, game: Mapping[str, str], suits: Suits) -> Items:
    """Draw a pad for two games of up to six players: a line per suit, the total, and the base strength."""
    words = words_in(lang)
    items: list[Item] = [text_line(game.get(lang, ""), Point(box.x, box.y + 5), _DISPLAY, 5.6, colour=_INK)]
    items.append(_right(words["pad"], box.right, box.y + 5, _BODY, 4))
    each = (box.height - 9) / _GAMES
    for number in range(_GAMES):
        block = Rect(box.x, box.y + 9 + number * each, box.width, each - 5)
        items += _block(block, lang, words, suits)
    return tuple(items)


def _right(text: str, right: float, y: float, font: Font, size: float) -> Item:
    run = text_line(text, Point(0, y), font, size, colour=_INK)
    return text_line(text, Point(right - run.width, y), font, size, colour=_INK)


def _block(box: Rect, lang: str, words: Mapping[str, str], suits: Suits) -> list[Item]:
    rows = [("", None), *((str(suit["name"].get(lang, key)), suit) for key, suit in suits.items())]
    rows += [(words["total"], None), (words["base"], None)]
    high = box.height / len(rows)
    items: list[Item] = []
    wide = (box.width - _LABEL) / _PLAYERS
    for index, (label, suit) in enumerate(rows):
        top = box.y + index * high
        row = Rect(box.x, top, box.width, high)
        if suit is not None:
            colour = Colour.parse(suit["colour"])
            items.append(Path(rectangle(Rect(box.x, top, _LABEL, high)), colour.lighter(0.78)))
            items += emblem(str(suit["emblem"]), Rect(box.x + 1.2, top + 1, high - 2, high - 2), colour.darker(0.2))
        elif label == words["total"]:
            items.append(Path(rectangle(row), Colour.parse("#eee8d8")))
        space = Rect(box.x + (high + 0.6 if suit is not None else 1.2), top, _LABEL - high - 1.4, high)
        strong = suit is None
        if index and strong:
            space = Rect(box.x + 1.2, top, _LABEL - 2, high if label == words["total"] else high * 0.62)
        if label:
            style = TextStyle(
                _STRONG if strong else _BODY, 3.4, 2.2, colour=_INK, vertical=Vertical.MIDDLE, one_line=True
            )
            items += fit_text(label, space, style, lang).items
        if label == words["base"]:
            under = TextStyle(_BODY, 2.6, 2.3, colour=_INK, vertical=Vertical.MIDDLE, one_line=True)
            items += fit_text(
                words["tie"], Rect(box.x + 1.2, top + high * 0.56, _LABEL - 2, high * 0.4), under, lang
            ).items
        items.append(Path(line(Point(box.x, top), Point(box.right, top)), stroke=Stroke(_RULE, 0.2)))
    for column in range(_PLAYERS + 1):
        x = box.x + _LABEL + column * wide
        items.append(Path(line(Point(x, box.y), Point(x, box.bottom)), stroke=Stroke(_RULE, 0.2)))
    items.append(Path(rectangle(box), stroke=Stroke(_INK, 0.4)))
    return items


def reference(box: Rect, lang: str, game: Mapping[str, str], suits: Suits, cards: Sequence[Mapping[str, Any]]) -> Items:
    """Draw two columns; a suit stays with its heading. The type is as large as fits."""
    words = words_in(lang)
    head = [
        text_line(f"{game.get(lang, '')} · {words['reference']}", Point(box.x, box.y + 5), _DISPLAY, 5.2, colour=_INK)
    ]
    inner = Rect(box.x, box.y + 8, box.width, box.height - 8)
    groups = [(suit, [card for card in cards if card["suit"]["id"] == key]) for key, suit in suits.items()]
    for step in range(24):
        items, fits = _columns(inner, lang, groups, 3.0 - step * 0.06)
        if fits:
            break
    return (*head, *items)


def _columns(
    box: Rect, lang: str, groups: Sequence[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]], size: float
) -> tuple[list[Item], bool]:
    items: list[Item] = []
    wide = (box.width - _GUTTER) / 2
    column, y = 0, box.y
    for suit, cards in groups:
        colour = Colour.parse(suit["colour"])
        first = True
        for card in cards:
            about = f"**{card['strength']} {_name(card, lang)}.** {_plain(card['text'])}"
            style = TextStyle(_BODY, size, None, colour=_INK, leading=1.12)
            x = box.x + column * (wide + _GUTTER)
            set_text = fit_text(about, Rect(x, y, wide, 200), style, lang)
            need = set_text.bounds.height + _GAP + (7.2 if first else 0)
            if y + need > box.bottom:
                column, y = column + 1, box.y
                if column > 1:
                    return items, False
                x = box.x + column * (wide + _GUTTER)
            if first:
                bar = Rect(x, y + 1, wide, 5)
                items.append(Path(rounded(bar, 1), colour.darker(0.4)))
                items += emblem(str(suit["emblem"]), Rect(x + 1, y + 1.6, 3.8, 3.8), WHITE)
                items.append(
                    text_line(str(suit["name"].get(lang, "")), Point(x + 6.2, y + 4.6), _STRONG, 3.4, colour=WHITE)
                )
                y, first = y + 7.2, False
            set_text = fit_text(about, Rect(x, y, wide, 200), style, lang)
            items += set_text.items
            y += set_text.bounds.height + _GAP
    return items, True


def _name(card: Mapping[str, Any], lang: str) -> str:
    return str(card["name"].get(lang, card["id"]))


def _plain(text: str) -> str:
    return text.replace("**", "").replace("\n", " ")
