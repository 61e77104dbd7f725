"""Line breaking: fill lines, hyphenate where a line would be too empty, avoid lone words.

Widths are in thousandths of an em, as `shaping` measures them.
"""

from __future__ import annotations

from typing import NamedTuple

from cloudy_pnp.draw.shaping import Word, vocabulary
from cloudy_pnp.i18n.habits import habits_of

# A word is broken only if its line would otherwise be this empty: ragged text reads better with few hyphens.
_LOOSE = 0.2
_LONE = 0.25  # a last line shorter than this share looks lost


class Line(NamedTuple):
    """The words of a line, and their width with the spaces between them."""

    words: tuple[Word, ...]
    width: float


def break_lines(words: list[Word], room: float, lang: str | None) -> list[Line]:
    """Fill line after line; `lang` is None if words must not be broken."""
    lines: list[Line] = []
    line: list[Word] = []
    used = space = 0.0  # width of the line with the space after its last word, and that space
    for whole in words:
        word = whole
        while used + word.width > room:
            left = room - used
            parts = None
            if lang is not None and (not line or left > room * _LOOSE):
                parts = _break_word(word, left, lang)
            if parts:
                line.append(parts[0])
                used += parts[0].width
                space = 0.0
                word = parts[1]
            elif not line:
                break  # alone on its line and unbreakable: it sticks out
            lines.append(Line(tuple(line), used - space))
            line, used = [], 0.0
        line.append(word)
        space = word.space
        used += word.width + space
    if line:
        lines.append(Line(tuple(line), used - space))
    return lines


def _break_word(word: Word, room: float, lang: str) -> tuple[Word, Word] | None:
    """Split a word in two, the first part as long as fits into the room; None if that is impossible."""
    from cloudy_pnp.draw import hyphens  # slow to import, and rarely needed

    for at in reversed(range(len(word.pieces))):
        piece = word.pieces[at]
        if piece.icon is not None:
            continue
        before, after = word.pieces[:at], word.pieces[at + 1 :]
        used = sum(part.width for part in before)
        for left, right in hyphens.breaks(habits_of(lang).tied(piece.text), lang):
            words = vocabulary(piece.font)
            if used + words[left].width <= room:
                if not before and not after:
                    return words[left], words[right]
                return Word.of(*before, *words[left].pieces), Word.of(*words[right].pieces, *after)
    return None


def without_lone_word(words: list[Word], lines: list[Line], room: float, lang: str | None) -> list[Line]:
    """Return the same number of lines with more than a lone short word on the last one, if possible."""
    if len(lines) < 2 or lines[-1].width >= room * _LONE:
        return lines
    hyphens_now = _hyphens(lines)
    best = lines
    for share in (0.95, 0.9, 0.85):
        # Avoiding a lone word is not worth a hyphen.
        candidate = break_lines(words, room * share, lang if hyphens_now else None)
        if len(candidate) > len(lines) or any(line.width > room for line in candidate):
            break
        if candidate[-1].width > best[-1].width and _hyphens(candidate) <= hyphens_now:
            best = candidate
        if best[-1].width >= room * _LONE:
            break
    return best


def balanced(words: list[Word], lines: list[Line], room: float) -> list[Line]:
    """Return the same number of lines with the shortest longest one: centred text must not end in a lone word."""
    if len(lines) < 2 or any(line.width > room for line in lines):
        return lines
    low, high = room / 2, room
    best = lines
    for _ in range(6):
        middle = (low + high) / 2
        candidate = break_lines(words, middle, None)
        if len(candidate) <= len(lines) and all(line.width <= middle for line in candidate):
            best, high = candidate, middle
        else:
            low = middle
    return _with_company(best)


def _with_company(lines: list[Line]) -> list[Line]:
    """Move the word before a lone last word to its line, where no line gets longer than the longest."""
    *first, before, last = lines
    if len(first) < 1 or len(last.words) > 1 or len(before.words) < 3:
        return lines
    moved = before.words[-1]
    width = moved.width + moved.space + last.width
    if width > max(line.width for line in lines):
        return lines
    shorter = Line(before.words[:-1], before.width - moved.width - before.words[-2].space)
    return [*first, shorter, Line((moved, *last.words), width)]


def _hyphens(lines: list[Line]) -> int:
    return sum(line.words[-1].text.endswith("-") for line in lines)
