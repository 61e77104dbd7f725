"""From strings to placed text runs: break into lines, hyphenate, shrink to fit, align.

>>> style = TextStyle(Font("Alegreya Sans"), size=3.2, min_size=2.4)
>>> setting = fit_text("Ziehe **zwei** Karten.", Rect(0, 0, 40, 12), style, lang="de")
>>> setting.lines, setting.findings
(('Ziehe zwei Karten.',), ())

A record of how well texts fit their boxes, made while cards are drawn: for overviews of all languages.

>>> box, style = Rect(0, 0, 40, 12), TextStyle(Font("Alegreya Sans"), size=3.2, min_size=2.4)
>>> with noting() as fits:
...     note_fit("text", box, style, fit_text("Draw two cards.", box, style))
>>> [(fit.what, fit.reserve, round(fit.fill, 2)) for fit in fits]
[('text', 1.0, 0.27)]
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from itertools import chain, groupby
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import Finding, UserError, escaped, nearest, quoted
from cloudy_pnp.draw import fonts, markup
from cloudy_pnp.draw.colour import BLACK, Colour
from cloudy_pnp.draw.scene import Font, Group, Item, Path, Stroke, TextRun
from cloudy_pnp.draw.shapes import line as straight_line
from cloudy_pnp.draw.shaping import Icon, Line, Piece, Word, balanced, break_lines, vocabulary, without_lone_word
from cloudy_pnp.i18n.habits import habits_of
from cloudy_pnp.i18n.pairs import Words

_SHRINK = 0.97  # factor between the sizes that are tested
_POINT = 25.4 / 72
_TINY = 1e-6  # mm or em: the possible error of floating point numbers
_SECOND = 0.82  # the size of the second of two languages
_RULE, _RULE_SHARE = 0.12, 0.4  # the line between the languages: mm, and its share of the width
# The distance of the languages, in ems of the second: of running texts, of names below each other, and side by side.
_RULE_GAP, _NAME_GAP, _SIDE_GAP = 0.75, -0.15, 0.9
_CLEARLY = 1.15  # names are set side by side where this makes them so much larger


class Align(StrEnum):
    """The alignment of lines in their box."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Vertical(StrEnum):
    """The vertical alignment of a block of lines in its box."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


_SHARE = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}


class TextStyle(Struct, frozen=True):
    """The style of a text. Sizes are ems in mm.

    Without `min_size` the text is never shrunk. With `one_line` it is never broken (titles). `leading` is the distance
    of lines and `gap` the extra distance of paragraphs, both in ems.
    """

    font: Font
    size: float
    min_size: float | None = None
    bold: Font | None = None
    colour: Colour = BLACK
    leading: float = 1.2
    gap: float = 0.4
    align: Align = Align.LEFT
    vertical: Vertical = Vertical.TOP
    hyphenate: bool = True
    one_line: bool = False

    @property
    def bold_font(self) -> Font:
        """The font of `**bold**`: the one given, or weight 700 of the same family."""
        return self.bold or replace(self.font, weight=700)


NO_ICONS: Mapping[str, Icon] = MappingProxyType({})


class Setting(Struct, frozen=True):
    """A finished text: the items to draw, and the findings.

    `overflow` is the number of mm by which the text is too wide or too high for its box at the smallest size, or 0. The
    findings have an empty path: the caller adds the location of the text (`Finding.under`).
    """

    items: tuple[Item, ...]
    size: float
    bounds: Rect
    overflow: float
    findings: tuple[Finding, ...]
    words: tuple[tuple[Word, ...], ...]  # of each line

    @property
    def lines(self) -> tuple[str, ...]:
        """The text of each line, with icons as `[name]`."""
        return tuple(" ".join(word.text for word in line) for line in self.words)


def fit_text(
    text: Words, box: Rect, style: TextStyle, lang: str = "en", icons: Mapping[str, Icon] = NO_ICONS
) -> Setting:
    """Set a text into a box, as large as fits between the style's size and its smallest one.

    The second text of a pair is smaller and below the first, and running texts have a thin rule between them; the
    smallest size is the same for both. Anything that does not fit or cannot be drawn is reported, never hidden: `FIT-1`
    with the missing mm, `GLYPH-1` for characters the font lacks, `GLYPH-2` for unknown icons.
    """
    pairs = [(text, lang)] if isinstance(text, str) else [(text.first, lang), (text.second, text.lang)]
    texts = [_shape(words, own, style, icons) for words, own in pairs]
    findings = [finding for shaped in texts for finding in shaped.findings]
    block = _largest(texts, box, style)
    if len(texts) > 1 and (style.one_line or block.overflow(box) > _TINY):
        block = _better(block, _largest(texts, box, replace(style, one_line=True), side_by_side=True), box)
    overflow = block.overflow(box)
    if overflow > _TINY:
        findings.append(_misfit(" / ".join(shaped.text for shaped in texts), block, box, style))
    place = _place(block, box, style)
    return Setting(
        tuple(_items(block, place, style)),
        block.size,
        place,
        overflow if overflow > _TINY else 0.0,
        tuple(findings),
        tuple([line.words for one in block.blocks for part in one.parts for line in part]),
    )


def text_width(text: str, font: Font, size: float) -> float:
    """Return the width in mm of a plain text on one line.

    >>> sans = Font("Alegreya Sans")
    >>> text_width("AV", sans, 10) < text_width("A", sans, 10) + text_width("V", sans, 10)
    True
    """
    return vocabulary(font)[fonts.normal(text)].width * size / 1000


def text_line(
    text: str, at: Point, font: Font, size: float, *, colour: Colour = BLACK, align: Align = Align.LEFT
) -> TextRun:
    """Set a line of plain text on a baseline, with no box to fit: rulers, captions, page numbers.

    Raises UserError for a character the font lacks.
    """
    (piece,) = vocabulary(font)[fonts.normal(text)].pieces
    if piece.missing:
        raise UserError(f"GLYPH-1: {_lacking(font, piece.missing)}, needed for {quoted(text)}")
    width = piece.width * size / 1000
    origin = Point(at.x - width * _SHARE[align], at.y)
    return TextRun(origin, piece.text, font, size, width, colour, piece.kerns)


# Words and missing characters


def _is_mixed(paragraphs: Iterable[Iterable[Word]]) -> bool:
    """Return whether a word needs a fallback font."""
    return any(len(word.pieces) > 1 or not word.pieces[0].font.fallback for part in paragraphs for word in part)


class _Shaped(Struct, frozen=True):
    """A text as the words of each paragraph; `marked` if a line may need several fonts or icons."""

    text: str
    lang: str
    paragraphs: list[list[Word]]
    findings: list[Finding]
    marked: bool


def _shape(text: str, lang: str, style: TextStyle, icons: Mapping[str, Icon]) -> _Shaped:
    clean = habits_of(lang).well_spaced(fonts.normal(text.strip()))
    marked = "**" in clean or "[" in clean
    paragraphs, findings = _words_of(clean, style, icons, marked=marked)
    return _Shaped(clean, lang, paragraphs, findings, marked or (bool(style.font.fallback) and _is_mixed(paragraphs)))


def _words_of(
    text: str, style: TextStyle, icons: Mapping[str, Icon], *, marked: bool
) -> tuple[list[list[Word]], list[Finding]]:
    """Return the words of each paragraph, and findings about missing characters and icons."""
    if not marked:  # most texts: the words come straight from the cache
        shaped_words = vocabulary(style.font)
        words = [[shaped_words[word] for word in part.split(" ") if word] for part in text.split("\n")]
        findings = []
    else:
        pieces = markup.paragraphs(text)
        names = dict.fromkeys(piece.text for part in pieces for word in part for piece in word if piece.is_icon)
        findings = [
            Finding("GLYPH-2", (), f"there is no icon {quoted(name)} for {quoted(text)}", icon_hint(name, icons))
            for name in names
            if name not in icons
        ]
        words = [
            [Word.of(*(part for piece in word for part in _pieces(piece, style, icons))) for word in part]
            for part in pieces
        ]
    lacking: dict[Font, dict[str, None]] = {}
    for part in words:
        for word in part:
            for piece in word.pieces:
                if piece.missing:
                    lacking.setdefault(piece.font, {}).update(dict.fromkeys(piece.missing))
    script = unsupported_script(text)
    if script:
        message = f"{script} is not supported yet, needed for {quoted(text)}"
        return words, [*findings, Finding("GLYPH-3", (), message, "write it in Latin, Greek or Cyrillic letters")]
    findings += [
        Finding("GLYPH-1", (), f"{_lacking(font, chars)}, needed for {quoted(text)}", _with_glyph(font, chars))
        for font, chars in lacking.items()
    ]
    return words, findings


def icon_hint(name: str, icons: Iterable[str]) -> str:
    """Name the icon that was probably meant, and where to see them all."""
    close = nearest(name, icons)
    every = "`cloudy-pnp list icons` shows all"
    return f'did you mean "{close}"? {every}' if close else every


def _pieces(piece: markup.Piece, style: TextStyle, icons: Mapping[str, Icon]) -> tuple[Piece, ...]:
    font = style.bold_font if piece.bold else style.font
    if not piece.is_icon:
        return vocabulary(font)[piece.text].pieces
    icon = icons.get(piece.text)
    return (Piece(f"[{piece.text}]", font, icon.width * 1000 if icon else 0.0, icon=icon or Icon(0.0, ())),)


_UNSUPPORTED = {
    "HEBREW": "Hebrew", "ARABIC": "Arabic", "CJK": "Chinese or Japanese", "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese", "HANGUL": "Korean", "DEVANAGARI": "Devanagari", "BENGALI": "Bengali", "TAMIL": "Tamil",
    "THAI": "Thai", "SYRIAC": "Syriac", "KHMER": "Khmer", "MYANMAR": "Burmese", "TIBETAN": "Tibetan",
}  # fmt: skip


def unsupported_script(text: str) -> str:
    """Return the name of the first script in a text whose lines we cannot set: other directions, joined letters.

    >>> unsupported_script("Shalom שלום"), unsupported_script("Дом, σπίτι, nhà")
    ('Hebrew', '')
    """
    words = (unicodedata.name(char, "").partition(" ")[0] for char in _PERHAPS_UNSUPPORTED.findall(text))
    return next((_UNSUPPORTED[word] for word in words if word in _UNSUPPORTED), "")


_PERHAPS_UNSUPPORTED = re.compile("[\u0590-\U0010ffff]")
_SPARE = Font("Alegreya Sans")  # comes with the tool, and has more characters than most


def _with_glyph(font: Font, chars: Iterable[str]) -> str:
    """Return the hint for a character that a font lacks."""
    if font.family != _SPARE.family and not fonts.load(_SPARE).missing("".join(chars)):
        return f"use another character, or write fonts: {{fallback: [{_SPARE.family}]}} in game.yaml"
    return "use another character, or put a font that has it into fonts/ and name its family under fonts: fallback"


def _lacking(font: Font, chars: Iterable[str]) -> str:
    """Name the characters that a font lacks.

    >>> _lacking(Font("Alegreya Sans"), "★")
    'the font "Alegreya Sans" (weight 400) has no glyph for ★ (U+2605)'
    """
    names = ", ".join(f"{escaped(char)} (U+{ord(char):04X})" for char in chars)
    return f"the font {quoted(font.family)} (weight {font.weight}) has no glyph for {names}"


# Lines


class _Block(Struct, frozen=True):
    """A text broken into lines at a size; width and height in mm."""

    size: float
    parts: list[list[Line]]
    width: float
    height: float
    marked: bool


class _Arrangement(Struct, frozen=True):
    """A text, or two of them in two languages: below each other or side by side, with a `gap` between them."""

    blocks: tuple[_Block, ...]
    width: float
    height: float
    gap: float = 0.0
    side_by_side: bool = False

    @property
    def size(self) -> float:
        """The size of the main text."""
        return self.blocks[0].size

    def overflow(self, box: Rect) -> float:
        """Return the number of mm by which it is too large."""
        return max(self.width - box.width, self.height - box.height)


def _largest(texts: Sequence[_Shaped], box: Rect, style: TextStyle, *, side_by_side: bool = False) -> _Arrangement:
    """Return the text at the largest size that fits, or at the smallest size if none does."""

    def arrange(step: int) -> _Arrangement:
        size = style.size if step == 0 else max(smallest, style.size * _SHRINK**step)
        first = _block(texts[0], size, box.width, style)
        if len(texts) == 1:
            return _Arrangement((first,), first.width, first.height)
        return _with_second(
            first, _block(texts[1], max(size * _SECOND, smallest), box.width, style), style, side_by_side
        )

    smallest = style.size if style.min_size is None else min(style.min_size, style.size)
    best = arrange(0)
    if best.overflow(box) <= _TINY or smallest == style.size:
        return best
    low, high = 1, math.ceil(math.log(smallest / style.size) / math.log(_SHRINK))
    best = arrange(high)
    while low < high:  # a smaller size never fits worse, so bisection finds the first step that fits
        middle = (low + high) // 2
        candidate = arrange(middle)
        if candidate.overflow(box) <= _TINY:
            best, high = candidate, middle
        else:
            low = middle + 1
    return best


def _with_second(first: _Block, second: _Block, style: TextStyle, side_by_side: bool) -> _Arrangement:
    if side_by_side:
        gap = second.size * _SIDE_GAP
        return _Arrangement((first, second), first.width + gap + second.width, first.height, gap, side_by_side)
    gap = second.size * (_NAME_GAP if style.one_line else _RULE_GAP)
    return _Arrangement((first, second), max(first.width, second.width), first.height + gap + second.height, gap)


def _better(below: _Arrangement, side_by_side: _Arrangement, box: Rect) -> _Arrangement:
    """Return the arrangement of two names that fits, or that is clearly larger."""
    over = below.overflow(box), side_by_side.overflow(box)
    if max(over) > _TINY:
        return below if over[0] <= over[1] else side_by_side
    return side_by_side if side_by_side.size > below.size * _CLEARLY else below


def _block(text: _Shaped, size: float, width: float, style: TextStyle) -> _Block:
    room = math.inf if style.one_line else width / size * 1000 + _TINY
    lang_or_none = text.lang if style.hyphenate else None
    paragraphs = text.paragraphs
    parts = [break_lines(words, room, lang_or_none) for words in paragraphs]
    if style.align is Align.CENTRE:
        parts = [balanced(words, lines, room) for words, lines in zip(paragraphs, parts, strict=True)]
    else:
        parts = [
            without_lone_word(words, lines, room, lang_or_none) for words, lines in zip(paragraphs, parts, strict=True)
        ]
    widest = max([line.width for part in parts for line in part], default=0.0)
    face = fonts.load(style.font)
    count = sum(map(len, parts))
    ems = (face.ascent + face.descent) / 1000 + (count - 1) * style.leading + (len(parts) - 1) * style.gap
    return _Block(size, parts, widest * size / 1000, ems * size, text.marked)


def _misfit(text: str, block: _Arrangement, box: Rect, style: TextStyle) -> Finding:
    """Report FIT-1: how much is missing, in which direction, at which size."""
    wide, high = block.width - box.width, block.height - box.height
    missing = [f"{wide:.1f} mm too wide"] if wide > _TINY else []
    missing += [f"{high:.1f} mm too high"] if high > _TINY else []
    size = f"{block.size / _POINT:.1f} pt"
    smallest = "" if style.min_size is None else ", the smallest size allowed"
    return Finding(
        "FIT-1",
        (),
        f"{quoted(text)} is {' and '.join(missing)} for its box of {box.width:.1f} × {box.height:.1f} mm"
        f" at {size}{smallest}",
        "shorten the text" if len(block.blocks) == 1 else "shorten the texts, use larger cards, or print one language",
    )


# Positions


def _place(block: _Arrangement, box: Rect, style: TextStyle) -> Rect:
    """Return the position of the block, from the ascent of its first line to the descent of its last."""
    left = box.x + (box.width - block.width) * _SHARE[style.align]
    if style.vertical is Vertical.MIDDLE:
        # The eye centres between the top of the first line's capitals and the last baseline.
        face = fonts.load(style.font)
        last = block.size if block.side_by_side else block.blocks[-1].size
        above, below = (face.ascent - face.cap_height) * block.size / 1000, face.descent * last / 1000
        top = box.centre.y - (block.height - above - below) / 2 - above
        if block.height <= box.height:
            top = min(max(top, box.top), box.bottom - block.height)
    else:
        top = box.top if style.vertical is Vertical.TOP else box.bottom - block.height
    return Rect(left, top, block.width, block.height)


def _items(block: _Arrangement, place: Rect, style: TextStyle) -> Iterator[Item]:
    first = block.blocks[0]
    if len(block.blocks) == 1:
        yield from _lines(first, place, style)
        return
    second, stroke = block.blocks[1], Stroke(style.colour, _RULE)
    if block.side_by_side:  # on the same base line
        base = place.top + fonts.load(style.font).ascent * first.size / 1000
        yield from _lines(first, Rect(place.x, place.top, first.width, first.height), style)
        start = Point(place.x + first.width + block.gap / 2, base + second.size * 0.1)
        yield Path(straight_line(start, start - Point(0.0, second.size * 0.8)), stroke=stroke)
        top = base - fonts.load(style.font).ascent * second.size / 1000
        yield from _lines(second, Rect(place.right - second.width, top, second.width, second.height), style)
        return
    yield from _lines(first, Rect(place.x, place.top, place.width, first.height), style)
    top = place.bottom - second.height
    if not style.one_line:
        long = place.width * _RULE_SHARE
        start = Point(place.x + (place.width - long) * _SHARE[style.align], top - block.gap * 0.4)
        yield Path(straight_line(start, start + Point(long, 0.0)), stroke=stroke)
    yield from _lines(second, Rect(place.x, top, place.width, second.height), style)


def _lines(block: _Block, place: Rect, style: TextStyle) -> Iterator[Item]:
    size, share, font = block.size, _SHARE[style.align], style.font
    y = place.top + fonts.load(style.font).ascent * size / 1000
    for part in block.parts:
        for line in part:
            width = line.width * size / 1000
            x = place.x + (place.width - width) * share
            if not block.marked:  # most texts: each line is one run
                text = " ".join([word.text for word in line.words])
                kerns = tuple(chain.from_iterable([word.kerns for word in line.words]))[:-1]
                yield TextRun(Point(x, y), text, font.alone, size, width, style.colour, kerns)
            else:
                yield from _mixed_line(line.words, Point(x, y), size, style.colour)
            y += style.leading * size
        y += style.gap * size


def _mixed_line(words: tuple[Word, ...], start: Point, size: float, colour: Colour) -> Iterator[Item]:
    """Yield as few runs as possible: neighbouring pieces of one font become one, with their spaces."""
    pieces: list[Piece] = []
    for word in words:
        pieces += word.pieces
        pieces += vocabulary(word.pieces[-1].font)[" "].pieces
    x = start.x
    for (font, is_icon), group in groupby(pieces[:-1], lambda piece: (piece.font, piece.icon is not None)):
        same = list(group)
        if is_icon:
            for piece in same:
                if piece.icon is not None:
                    yield Group(piece.icon.items, Transform(size, 0.0, 0.0, size, x, start.y))
                x += piece.width * size / 1000
            continue
        text = "".join([piece.text for piece in same])
        width = sum([piece.width for piece in same]) * size / 1000
        kerns = tuple(chain.from_iterable(piece.kerns or (0,) * len(piece.text) for piece in same))
        if text:
            yield TextRun(Point(x, start.y), text, font.alone, size, width, colour, kerns)
        x += width


_notes: ContextVar[list[Fit] | None] = ContextVar("fits", default=None)


class Fit(Struct, frozen=True):
    """A text in its box; sizes in mm."""

    what: str  # which text of the card
    size: float
    full: float  # the wanted size
    least: float  # the smallest size allowed
    fill: float  # the share of the box it takes, in the tighter direction
    overflow: float  # mm by which it is too large
    lines: int

    @property
    def points(self) -> float:
        """The size in points."""
        return self.size / _POINT

    @property
    def reserve(self) -> float:
        """The distance from too small: 1 at full size, 0 at the smallest, -1 where even that does not fit."""
        if self.overflow:
            return -1.0
        span = self.full - self.least
        return 1.0 if span <= 0 or self.size >= self.full else max(0.0, (self.size - self.least) / span)


@contextmanager
def noting() -> Iterator[list[Fit]]:
    """Collect the fits of all texts set in the meantime, by this thread only."""
    fits: list[Fit] = []
    token = _notes.set(fits)
    try:
        yield fits
    finally:
        _notes.reset(token)


def note_fit(what: str, box: Rect, style: TextStyle, setting: Setting) -> None:
    """Record a text that has been set, with the wanted box and style in mm."""
    fits = _notes.get()
    if fits is None:
        return
    wide = setting.bounds.width / box.width if style.one_line and box.width else 0.0
    high = setting.bounds.height / box.height if box.height else 0.0
    least = style.size if style.min_size is None else style.min_size
    fill = max(wide, high)
    fits.append(Fit(what, setting.size, style.size, least, fill, setting.overflow, len(setting.words)))
