"""Words with their widths and kerning, shaped once by HarfBuzz and cached; and the lines that they fill.

Lengths are thousandths of an em, so that a word is measured once for all sizes. A word is hyphenated where a line
would be too empty, and lone words are avoided.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple
from unicodedata import combining

from msgspec import Struct

from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font, Item
from cloudy_pnp.i18n.habits import habits_of


class Icon(Struct, frozen=True):
    """A small picture in a line of text, like a character.

    It is drawn in ems: x from 0 to `width`, the baseline at y = 0, capital letters up to about y = -0.65.
    """

    width: float
    items: tuple[Item, ...]


class Piece(Struct, frozen=True):
    """A stretch of one font (or an icon; then `text` is its name in brackets)."""

    text: str
    font: Font
    width: float
    kerns: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()  # characters the font lacks; they are removed from `text`
    icon: Icon | None = None


class Word(Struct, frozen=True):
    """Pieces that stay together on a line. `space` is the width of the space after it, if there is one."""

    pieces: tuple[Piece, ...]
    text: str
    width: float
    space: float
    kerns: tuple[int, ...]  # of a word in one font, and of the space after it

    @classmethod
    def of(cls, *pieces: Piece) -> Word:
        """Join pieces into a word. The space after it has the font of the last piece."""
        last = pieces[-1]
        text = "".join(piece.text for piece in pieces)
        width = sum(piece.width for piece in pieces)
        space = fonts.load(last.font).advances[" "]
        if len(pieces) > 1 or last.icon is not None:
            return cls(pieces, text, width, space, ())
        return cls(pieces, text, width, space, (*(last.kerns or (0,) * len(text)), 0))


class Vocabulary(dict[str, Word]):
    """The words of a font; looking up a new one shapes it.

    >>> vocabulary(Font("Alegreya Sans"))["Wort"].text
    'Wort'
    """

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, text: str) -> Word:
        if len(self) > _CACHED_WORDS:  # a very long run with ever new words: clear the cache
            self.clear()
        word = self[text] = Word.of(*pieces(text, self._font))
        return word


_CACHED_WORDS = 50_000


@cache
def vocabulary(font: Font) -> Vocabulary:
    """Return the shaped words of a font."""
    return Vocabulary(font)


def pieces(text: str, font: Font) -> tuple[Piece, ...]:
    """Shape a stretch of text, cut where the font lacks characters that one of its fallbacks has.

    >>> pair = Font("Fraunces", fallback=(Font("Alegreya Sans"),))
    >>> [(piece.text, piece.font.family) for piece in pieces("No → yes", pair)]
    [('No ', 'Fraunces'), ('→', 'Alegreya Sans'), (' yes', 'Fraunces')]
    """
    if not font.fallback or not fonts.load(font).missing(text):
        return (shape(text, font),)
    chain = (font, *font.fallback)
    runs: list[tuple[Font, str]] = []
    for char in text:
        own = next((one for one in chain if char in fonts.load(one).advances), font)
        if runs and (runs[-1][0] is own or combining(char)):
            runs[-1] = (runs[-1][0], runs[-1][1] + char)
        else:
            runs.append((own, char))
    return tuple(shape(run, own) for own, run in runs)


def shape(text: str, font: Font) -> Piece:
    """Shape a stretch of text in one font.

    >>> shape("AV", Font("Alegreya Sans")).kerns        # V moves under A
    (-22, 0)
    """
    face = fonts.load(font)
    missing = face.missing(text)
    if missing:
        text = "".join(char for char in text if char not in missing)
    if not text:
        return Piece("", font, 0.0, (), missing)
    walked = _advances(text, font)
    kerns = tuple(round(walked.get(at, 0.0) - face.advances[char]) for at, char in enumerate(text))
    width = sum(map(face.advances.__getitem__, text)) + sum(kerns)
    return Piece(text, font, width, kerns if any(kerns) else (), missing)


def _advances(text: str, font: Font) -> dict[int, float]:
    """Return the advance of each character, kerning included."""
    import uharfbuzz as hb

    shaper, scale = _shaper(font)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(shaper, buffer, {"kern": True, "liga": False, "clig": False})
    walked: dict[int, float] = {}
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        walked[info.cluster] = walked.get(info.cluster, 0.0) + position.x_advance * scale
    return walked


@cache
def _shaper(font: Font) -> tuple[Any, float]:
    import uharfbuzz as hb

    face = hb.Face(fonts.load(font).data)
    return hb.Font(face), 1000 / face.upem


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
