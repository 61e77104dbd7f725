"""The frame of a card drawing: the same for every card format.

All art is drawn for a card whose short side is `SHORT`, with the origin in the middle of the card, and is scaled to
the real format at the very end. Only the length of the arms (the excess of a card's height over its width) differs
between formats, so proportions hold by themselves and drawings are independent of the format.

Sides count clockwise from the top: 0 is north (a short side), 1 east, 2 south, 3 west.

Hand-drawn outlines, written as short strings.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group, Item, Outline, Symbol
from cloudy_pnp.draw.shapes import path_outline

SHORT = 57.15  # the short side of a bridge card
HALF = SHORT / 2

OUT = (Point(0.0, -1.0), Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0))  # n, e, s, w
RIGHT = (Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0), Point(0.0, -1.0))  # the right hand when facing outwards


class Frame(Struct, frozen=True):
    """A card format for the art: width, height and bleed in mm; north and south are the short sides.

    >>> round(Frame(57.15, 88.9, 3).arm, 3)
    15.875
    """

    width: float
    height: float
    bleed: float

    @property
    def unit(self) -> float:
        """Real mm per mm of the drawing."""
        return self.width / SHORT

    @property
    def top(self) -> float:
        """The distance from the middle to a short side."""
        return self.height / self.unit / 2

    @property
    def arm(self) -> float:
        """The distance from the centre square to a short side."""
        return self.top - HALF

    @property
    def margin(self) -> float:
        """The bleed in mm of the drawing."""
        return self.bleed / self.unit

    @property
    def card(self) -> Rect:
        """The cut card."""
        return Rect(-HALF, -self.top, SHORT, 2 * self.top)

    @property
    def sheet(self) -> Rect:
        """The card with its bleed: the area of a background."""
        return self.card.inset(-self.margin)

    def edge(self, side: int) -> float:
        """Return the distance from the middle to the cut on a side."""
        return HALF if side % 2 else self.top

    def symbol(self, name: str, items: Iterable[Item]) -> Symbol:
        """Return a finished face: scaled, with the origin at the top left corner of the cut card."""
        return Symbol(name, (Group(tuple(items), self._place),), self._bounds)

    def lying(self, name: str, items: Iterable[Item]) -> Symbol:
        """Return a landscape face as it is viewed, with the origin at its own top left corner."""
        place = Transform.translation(self.height / 2, self.width / 2) @ Transform.scaling(self.unit)
        return Symbol(name, (Group(tuple(items), place),), Rect(0.0, 0.0, self.height, self.width).inset(-self.bleed))

    def turned(self, name: str, items: Iterable[Item]) -> Symbol:
        """Return a landscape face stored upright like other cards, so that both fit on one sheet: its top is west."""
        return Symbol(name, (Group(tuple(items), self._place @ Transform.rotation(-90)),), self._bounds)

    @property
    def _place(self) -> Transform:
        return Transform.translation(self.width / 2, self.height / 2) @ Transform.scaling(self.unit)

    @property
    def _bounds(self) -> Rect:
        return Rect(0.0, 0.0, self.width, self.height).inset(-self.bleed)


def trace(text: str) -> Outline:
    """Parse an outline of letters and numbers: `M` starts at a point, `L` is a line, `C` a curve, `Z` closes.

    >>> trace("M 0 0 L 4 0 C 4 2 2 4 0 4 Z").bounds
    Rect(x=0.0, y=0.0, width=4.0, height=4.0)
    """
    return path_outline(text)
