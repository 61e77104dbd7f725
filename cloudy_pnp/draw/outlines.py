"""A picture as a drawing in black on white: lines instead of areas, for a quick print."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from msgspec.structs import replace

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour, Paint
from cloudy_pnp.draw.scene import Group, Image, Item, Line, Move, Outline, Path, Stroke, Symbol, TextRun, Use
from cloudy_pnp.draw.shapes import rectangle

_FINEST, _BOLDEST = 0.12, 0.35  # mm
_SMALL = 30.0  # mm²: a dark spot up to this size is a sign, a larger one a background
_DARK = 0.3
_FAINT = 0.35  # anything less opaque is only a tint


class Outliner:
    """A converter of symbols into line drawings; a repeated symbol is converted once."""

    def __init__(self) -> None:
        self._symbols: WeakKeyDictionary[Symbol, Symbol] = WeakKeyDictionary()

    def symbol(self, symbol: Symbol) -> Symbol:
        """Convert a symbol into lines."""
        if symbol not in self._symbols:
            self._symbols[symbol] = Symbol(symbol.name, self.items(symbol.items), symbol.bounds)
        return self._symbols[symbol]

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Convert items into lines."""
        return tuple(part for item in items for part in self._item(item))

    def _item(self, item: Item) -> tuple[Item, ...]:
        match item:
            case Path(outline, fill, stroke, opacity):
                return _path(item, outline, fill, stroke, opacity)
            case TextRun():
                return (replace(item, colour=BLACK, opacity=1.0),)
            case Use(symbol):
                return (replace(item, symbol=self.symbol(symbol)),)
            case Image(_, box):
                return (Path(_crossed_box(box), stroke=Stroke(BLACK, _FINEST)),)
            case Group(inner, opacity=opacity):
                if opacity < _FAINT:
                    return ()
                return (replace(item, items=self.items(inner), opacity=1.0),)


def _path(item: Path, outline: Outline, fill: Paint | None, stroke: Stroke | None, opacity: float) -> tuple[Item, ...]:
    if opacity < _FAINT:
        return ()
    box = outline.bounds
    line = replace(stroke, colour=BLACK, width=min(max(stroke.width, _FINEST), _BOLDEST)) if stroke else None
    if stroke is not None and stroke.colour.luminance > 1 - _DARK:
        line = None if fill is None else replace(stroke, colour=BLACK, width=_FINEST)
    if fill is None:
        return () if line is None else (replace(item, stroke=line, opacity=1.0),)
    dark = isinstance(fill, Colour) and fill.luminance < _DARK
    if dark and box.width * box.height <= _SMALL:
        return (replace(item, fill=BLACK, stroke=line, opacity=1.0),)
    edge = line or (Stroke(BLACK, _FINEST) if dark else None)
    return (replace(item, fill=WHITE, stroke=edge, opacity=1.0),)


def _crossed_box(box: Rect) -> Outline:
    """Return a box with a cross: the placeholder of a picture."""
    first, second, third, fourth = box.corners
    return rectangle(box) + Outline((Move(first), Line(third), Move(second), Line(fourth)))
