"""Faces that would not survive the knife: text too near to the cut, colour that ends too early."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.painted import Fault, box_of, unreadable, white_edge
from cloudy_pnp.draw.scene import Group, Image, Item, Outline, Path, Symbol, TextRun, Use
from cloudy_pnp.game.contract import DrawnFace

SAFE = 3.0  # mm
SMALLEST = 6.5  # points
_POINT = 25.4 / 72  # mm
_TINY = 1e-3  # mm
_BELOW = 0.22  # em: how far letters such as g go below the line

_AT_CUT = 0.6  # mm: about as exact as the edge is measured
_LEAST_BLEED = 0.75  # mm; a layout with less has a warning of its own
_UNREADABLE = {
    Fault.LOST: ("PRINT-11", "{} has almost the same colour as its background", "choose a lighter or darker colour"),
    Fault.HIDDEN: ("PRINT-12", "{} is hidden by a shape painted over it", "paint the shape before the text"),
    Fault.CROSSED: ("PRINT-12", "{} and {} are printed over each other", "move one of the two boxes"),
}

_WITH_TEXT: WeakKeyDictionary[Symbol, bool] = WeakKeyDictionary()


def face_findings(
    face: DrawnFace,
    name: str,
    size: tuple[float, float],
    bleed: float,
    safe: float = SAFE,
    outline: Outline | None = None,
) -> Iterator[Finding]:
    """PRINT-2, PRINT-3, PRINT-7, PRINT-11 and PRINT-12 for one face, which the messages call `name`.

    Paths are empty: the caller knows the entry. The cause is the box of a layout, where one is.
    """
    symbol, boxes = face.symbol, face.boxes
    yield from safe_zone_findings(symbol, name, size, safe)
    smallest = min(
        ((round(em / _POINT, 2), text) for text, _, em in _texts((Use(symbol),), IDENTITY, None)),
        key=lambda pair: pair[0],
        default=(SMALLEST, ""),
    )
    if smallest[0] < SMALLEST:
        message = f"on the {name}, {quoted(smallest[1])} is {smallest[0]:.1f} points high"
        yield Finding("PRINT-7", (), message, "use larger cards, or shorten the text", Severity.WARNING)
    reported = set[tuple[Fault, DataPath]]()  # one text of each sort is enough
    for item in unreadable(symbol, boxes) if boxes or _has_text(symbol) else ():
        if (item.fault, item.box) not in reported:
            reported.add((item.fault, item.box))
            code, message, hint = _UNREADABLE[item.fault]
            message = (
                f"on the {name}, {message.format(quoted(item.text) if item.text else 'an icon', quoted(item.other))}"
            )
            yield Finding(code, (), message, hint, Severity.WARNING, cause=item.box)
    edge = white_edge(symbol, size, bleed, outline) if bleed >= _LEAST_BLEED else None
    if edge is not None:
        side = "at" if abs(edge.reach) < _AT_CUT else "beyond" if edge.reach > 0 else "inside"
        where = side if side == "at" else f"{abs(edge.reach):.1f} mm {side}"
        message = f"the colour of the {name} ends {where} the cut, not {bleed:g} mm beyond it"
        hint = f"paint the background {bleed:g} mm further than the card"
        yield Finding("PRINT-3", (), message, hint, Severity.WARNING, cause=box_of(edge.items, boxes))


def safe_zone_findings(symbol: Symbol, name: str, size: tuple[float, float], safe: float) -> Iterator[Finding]:
    """PRINT-2: require that text is inside the safe zone."""
    cut = Rect(0.0, 0.0, *size)
    inside = cut.inset(safe)
    for text, box, _ in _texts((Use(symbol),), IDENTITY, None):
        outside, beyond = _outside(box, inside), _outside(box, cut)
        if outside > _TINY:
            far = f"{beyond:.1f} mm beyond the cut" if beyond > _TINY else f"{outside:.1f} mm outside the safe zone"
            message = f"on the {name}, {quoted(text)} goes {far}"
            yield Finding("PRINT-2", (), message, f"keep text {safe:g} mm inside the cut", Severity.WARNING)


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
