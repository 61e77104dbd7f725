"""Whole pages: the score pad, and the sheet with all cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Font, Item, Path, Stroke
from cloudy_pnp.draw.shapes import line, rectangle, rounded
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text, text_line
from fantasy_realms.art.pictures import emblem
from fantasy_realms.present.words import scorer_words, words_in

_INK, _RULE = Colour.parse("#26222b"), Colour.parse("#8f8a97")
_DISPLAY, _BODY, _STRONG = Font("Fraunces", 600), Font("Alegreya Sans"), Font("Alegreya Sans", 700)
_TOTALS, _EXTRA = Colour.parse("#eee8d8"), Colour.parse("#f4f2f6")
_PLAYERS, _BLOCKS, _CARDS = 4, 2, 8
_LABEL = 15.0  # mm for the numbers of cards
_GUTTER, _GAP = 6.0, 0.9

Suits = Mapping[str, Mapping[str, Any]]


def pad(box: Rect, lang: str, game: Mapping[str, str]) -> Items:
    """Draw a pad for two games of up to four players, or one of up to eight: a row per card, and the totals."""
    words, tie = words_in(lang), scorer_words(lang)["tie"]
    items: list[Item] = [text_line(game.get(lang, ""), Point(box.x, box.y + 5), _DISPLAY, 5.6, colour=_INK)]
    items.append(text_line(words["pad"], Point(box.right, box.y + 5), _BODY, 4, colour=_INK, align=Align.RIGHT))
    each = (box.height - 13) / _BLOCKS
    for number in range(_BLOCKS):
        items += _block(Rect(box.x, box.y + 9 + number * each, box.width, each - 4), lang, words)
    items += _label(tie, Rect(box.x, box.bottom - 6, box.width, 6), _BODY, lang)
    return tuple(items)


def _block(box: Rect, lang: str, words: Mapping[str, str]) -> list[Item]:
    """Draw the rows of some players: name, headings, eight cards (the last one is the Necromancer's), totals."""
    high, wide = box.height / (_CARDS + 3), (box.width - _LABEL) / (_PLAYERS * 3)
    rows = [Rect(box.x, box.y + index * high, box.width, high) for index in range(_CARDS + 3)]
    items: list[Item] = [Path(rectangle(rows[-1]), _TOTALS), Path(rectangle(rows[-2]), _EXTRA)]
    for index, row in enumerate(rows):
        items.append(Path(line(Point(box.x, row.y), Point(box.right, row.y)), stroke=Stroke(_RULE, 0.2)))
        label = words["total"] if row is rows[-1] else str(index - 1) if index > 1 else ""
        items += _label(label, Rect(box.x, row.y, _LABEL, high), _STRONG, lang)
    for column in range(_PLAYERS * 3):
        left = box.x + _LABEL + column * wide
        heading = (words["short"], "+/−", words["total"])[column % 3]
        items += _label(heading, Rect(left, rows[1].y, wide, high), _BODY, lang)
        stroke, top = (Stroke(_INK, 0.4), box.y) if column % 3 == 0 else (Stroke(_RULE, 0.2), rows[1].y)
        items.append(Path(line(Point(left, top), Point(left, box.bottom)), stroke=stroke))
    items.append(Path(rectangle(box), stroke=Stroke(_INK, 0.4)))
    return items


def _label(text: str, cell: Rect, font: Font, lang: str) -> Items:
    style = TextStyle(font, 3.2, 1.8, colour=_INK, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)
    return fit_text(text, Rect(cell.x + 0.5, cell.y, cell.width - 1, cell.height), style, lang).items if text else ()


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
