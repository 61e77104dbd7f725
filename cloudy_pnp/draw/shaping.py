"""Words with their widths and kerning, shaped once by HarfBuzz and cached.

Lengths are thousandths of an em, so that a word is measured once for all sizes.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from unicodedata import combining

from msgspec import Struct

from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font, Item


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
