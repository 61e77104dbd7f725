"""Words with their widths and kerning, shaped once by HarfBuzz and remembered.

Lengths are thousandths of an em, so that a word is measured once for all sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font, Item


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture that stands in a line like a letter.

    It is drawn in ems: x from 0 to `width`, the baseline at y = 0, capital letters up to about y = -0.65.
    """

    width: float
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one font (or an icon, then `text` is its name in brackets)."""

    text: str
    font: Font
    width: float
    kerns: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()  # characters that the font lacks; they are left out of `text`
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """Pieces that stay together on a line. `space` is the width of the space that follows it, if one does."""

    pieces: tuple[Piece, ...]
    width: float
    space: float

    @classmethod
    def of(cls, pieces: tuple[Piece, ...]) -> Word:
        """The space after a word has the font of the word's last piece."""
        return cls(pieces, sum(piece.width for piece in pieces), space_width(pieces[-1].font))

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@lru_cache(maxsize=50_000)
def shape(text: str, font: Font) -> Piece:
    """A stretch of text in one font.

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


@lru_cache(maxsize=50_000)
def plain_word(text: str, font: Font) -> Word:
    """A word of one font."""
    return Word.of((shape(text, font),))


@cache
def space_width(font: Font) -> float:
    """The width of a space."""
    return fonts.load(font).advances[" "]


def _advances(text: str, font: Font) -> dict[int, float]:
    """How far each character moves on, kerning included."""
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
