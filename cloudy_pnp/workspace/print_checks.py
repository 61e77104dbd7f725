"""Faces that would not survive the knife: text too near to the cut, colour that ends too early."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.readable import unreadable_texts
from cloudy_pnp.draw.scene import Group, Image, Item, Path, Symbol, TextRun, Use

CODES = {
    "FIT-1": "A text does not fit its box, even at the smallest size.",
    "GLYPH-1": "A font has no glyph for a character.",
    "FIT-2": "Icons overlap, because their box is too small for them.",
    "GLYPH-3": "A text is written in a script that is not supported yet.",
    "GLYPH-2": "A text names an icon that does not exist.",
    "PRINT-1": "Two colours that must be distinguishable are too similar, in grey or for colour-blind people.",
    "PRINT-2": "There is text outside the safe zone of its card: a slightly misaligned cut may remove it.",
    "PRINT-3": "A picture ends before the bleed: a slightly misaligned cut may leave a white edge.",
    "PRINT-6": "The game does not work with cards of this shape.",
    "PRINT-7": "Text is smaller than 6.5 points, too small for many people to read.",
    "PRINT-11": "Text has almost the same colour as what is behind it.",
    "PRINT-12": "Text is hidden by a shape painted over it.",
}
SAFE = 3.0  # mm
SMALLEST = 6.5  # points
_POINT = 25.4 / 72  # mm
_TINY = 1e-3  # mm
_BELOW = 0.22  # em: how far letters such as g go below the line

_WITH_TEXT: WeakKeyDictionary[Symbol, bool] = WeakKeyDictionary()


def symbol_findings(
    symbol: Symbol, name: str, size: tuple[float, float], bleed: float, safe: float = SAFE
) -> Iterator[Finding]:
    """PRINT-2, PRINT-3 and PRINT-7 for one face, which the messages call `name`.

    Paths are empty: the caller knows the entry.
    """
    cut = Rect(0.0, 0.0, *size)
    inside = cut.inset(safe)
    smallest = (SMALLEST, "")
    for text, box, em in _texts((Use(symbol),), IDENTITY, None):
        smallest = min(smallest, (round(em / _POINT, 2), text), key=lambda pair: pair[0])
        outside, beyond = _outside(box, inside), _outside(box, cut)
        if outside > _TINY:
            far = f"{beyond:.1f} mm beyond the cut" if beyond > _TINY else f"{outside:.1f} mm outside the safe zone"
            message = f"on the {name}, {quoted(text)} goes {far}"
            yield Finding("PRINT-2", (), message, f"keep text {safe:g} mm inside the cut", Severity.WARNING)
    if smallest[0] < SMALLEST:
        message = f"on the {name}, {quoted(smallest[1])} is {smallest[0]:.1f} points high"
        yield Finding("PRINT-7", (), message, "use larger cards, or shorten the text", Severity.WARNING)
    unreadable = dict[bool, str]()  # one text of each sort is enough
    for text, is_hidden in unreadable_texts(symbol) if _has_text(symbol) else ():
        unreadable.setdefault(is_hidden, text)
    if True in unreadable:
        message = f"on the {name}, {quoted(unreadable[True])} is hidden by a shape painted over it"
        yield Finding("PRINT-12", (), message, "paint the shape before the text", Severity.WARNING)
    if False in unreadable:
        message = f"on the {name}, {quoted(unreadable[False])} has almost the same colour as its background"
        yield Finding("PRINT-11", (), message, "choose a lighter or darker colour", Severity.WARNING)
    missing = _outside(cut.inset(-bleed), symbol.bounds)
    if missing > _TINY:
        message = f"the {name} is painted {bleed - missing:.1f} mm beyond the cut, not {bleed:g} mm"
        hint = f"paint the background {bleed:g} mm further than the card"
        yield Finding("PRINT-3", (), message, hint, Severity.WARNING)


def _outside(box: Rect, inside: Rect) -> float:
    """Return how far a rectangle sticks out of another one, at most 0 when it does not."""
    return max(
        inside.left - box.left,
        inside.top - box.top,
        box.right - inside.right,
        box.bottom - inside.bottom,
    )


def _texts(items: Iterable[Item], to_card: Transform, clip: Rect | None) -> Iterator[tuple[str, Rect, float]]:
    """Yield every visible text with its rectangle on the card, and its size there in mm."""
    for item in items:
        match item:
            case TextRun(origin, text, font, size, width):
                above = fonts.load(font).cap_height * size / 1000
                box = to_card.bounds(Rect(origin.x, origin.y - above, width, above + _BELOW * size))
                seen = box if clip is None else box & clip
                if text.strip() and seen is not None:
                    yield text, seen, size * math.sqrt(abs(to_card.a * to_card.d - to_card.b * to_card.c))
            case Group(inner, transform, cut):
                place = to_card @ transform
                inside = clip
                if cut is not None:
                    inside = place.bounds(cut.bounds)
                    inside = inside if clip is None else (inside & clip) or Rect(0.0, 0.0, 0.0, 0.0)
                yield from _texts(inner, place, inside)
            case Use(symbol, transform):
                if _has_text(symbol):
                    yield from _texts(symbol.items, to_card @ transform, clip)
            case Path() | Image():
                pass


def _has_text(symbol: Symbol) -> bool:
    """Check whether a symbol contains text. Most symbols that are used often, such as leaves, have none."""
    known = _WITH_TEXT.get(symbol)
    if known is None:
        known = _WITH_TEXT[symbol] = _have_text(symbol.items)
    return known


def _have_text(items: Iterable[Item]) -> bool:
    for item in items:
        match item:
            case TextRun():
                return True
            case Group(inner) if _have_text(inner):
                return True
            case Use(symbol) if _has_text(symbol):
                return True
    return False
