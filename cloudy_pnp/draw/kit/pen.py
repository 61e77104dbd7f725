"""The pen that draws everything on a card: the ink-saving look is decided only here.

The parts of a game's style that a pen needs. A game's own style has more: its palette, its own line widths.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour, Paint
from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.scene import Cap, Item, Join, Outline, Path, Stroke, Symbol, Use


class Lines(Protocol):
    """Line widths in mm of the drawing, from the boldest to the finest."""

    @property
    def outline(self) -> float: ...
    @property
    def detail(self) -> float: ...
    @property
    def fine(self) -> float: ...


class Fonts(Struct, frozen=True):
    """Font families: `display` for names, `body` for texts; no text is set smaller than `smallest` mm."""

    display: str
    display_weight: int
    body: str
    smallest: float


class Style(Protocol):
    """The look of a whole deck. `ink_saving` omits every fill and tint and keeps the lines."""

    @property
    def frame(self) -> Frame: ...
    @property
    def lines(self) -> Lines: ...
    @property
    def fonts(self) -> Fonts: ...
    @property
    def ink(self) -> Colour: ...
    @property
    def ink_saving(self) -> bool: ...


Items = tuple[Item, ...]
S = TypeVar("S", bound=Style, covariant=True)


class Pen(Generic[S]):
    """A tool that draws shapes, tints and lines in a style; each method returns items in painting order.

    It caches the symbols it has drawn: leaves, clouds and whole faces are drawn once and reused. A game keeps one pen
    per style, so that the deck in a second language costs little more than its texts.
    """

    __slots__ = ("_symbols", "frame", "ink", "lines", "style")

    def __init__(self, style: S) -> None:
        self.style = style
        self.frame = style.frame
        self.ink = style.ink
        self.lines: Lines = style.lines
        self._symbols: dict[str, Symbol] = {}

    def kept(self, name: str, draw: Callable[[], Symbol]) -> Symbol:
        """Return the symbol with a name, drawn on first use."""
        symbol = self._symbols.get(name)
        if symbol is None:
            symbol = self._symbols[name] = draw()
        return symbol

    def shape(self, outline: Outline, fill: Paint, line: Colour | None = None, width: float | None = None) -> Items:
        """Draw an opaque shape. Saving ink, it is white with a line around it."""
        if self.style.ink_saving:
            default = self.lines.fine if line is None else self.lines.outline
            stroke = Stroke(line or self.ink, width or default, join=Join.ROUND)
            return (Path(outline, WHITE, stroke),)
        if line is None:
            return (Path(outline, fill),)
        return (Path(outline, fill, Stroke(line, width or self.lines.outline, join=Join.ROUND)),)

    def tint(self, outline: Outline, fill: Paint, opacity: float = 1.0) -> Items:
        """Draw shade, light or a background, omitted when ink is saved."""
        return () if self.style.ink_saving else (Path(outline, fill, opacity=opacity),)

    def solid(self, outline: Outline, fill: Colour) -> Items:
        """Fill a small shape that is needed in every look, such as an emblem."""
        return (Path(outline, fill),)

    def line(self, outline: Outline, colour: Colour, width: float | None = None, opacity: float = 1.0) -> Items:
        """Draw a line with round ends that is part of every look."""
        stroke = Stroke(colour, width or self.lines.detail, Cap.ROUND, Join.ROUND)
        return (Path(outline, None, stroke, opacity=opacity),)

    def gleam(self, outline: Outline, colour: Colour, width: float, opacity: float = 1.0) -> Items:
        """Draw a line of light or shade, omitted when ink is saved."""
        return () if self.style.ink_saving else self.line(outline, colour, width, opacity)

    def cord(self, outline: Outline, colour: Colour, line: Colour, width: float) -> Items:
        """Draw a thick line with an outline: ropes, tendrils, brambles."""
        inner = WHITE if self.style.ink_saving else colour
        return (*self.line(outline, line, width + 2 * self.lines.detail), *self.line(outline, inner, width))


def around(radius: float, height: float | None = None) -> Rect:
    """Return the bounds of a symbol drawn around the origin."""
    down = radius if height is None else height
    return Rect(-radius, -down, 2 * radius, 2 * down)


def placed(symbol: Symbol, at: Point, scale: float = 1.0, *, mirrored: bool = False, turn: float = 0.0) -> Use:
    """Place a symbol at a point, scaled, optionally mirrored left and right, then turned clockwise."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    across = -1.0 if mirrored else 1.0
    return Use(symbol, Transform(cos * across, sin * across, -sin, cos, at.x, at.y))
