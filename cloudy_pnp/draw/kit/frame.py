"""The frame that a card is drawn in: the same for every card format.

All art is drawn for a card whose short side is `SHORT`, with the origin in the middle of the card, and is scaled to
the real format at the very end. Only the length of the arms (what a card is longer than wide) differs between formats,
so proportions hold by themselves and no drawing needs to know the format.

Sides count clockwise from the top: 0 is north (a short side), 1 east, 2 south, 3 west.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group, Item, Symbol

SHORT = 57.15  # the short side of a bridge card
HALF = SHORT / 2

OUT = (Point(0.0, -1.0), Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0))  # n, e, s, w
RIGHT = (Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0), Point(0.0, -1.0))  # the right hand when looking out


@dataclass(frozen=True, slots=True)
class Frame:
    """A card format as the art sees it: width, height and bleed in mm; north and south are the short sides.

    >>> round(Frame(57.15, 88.9, 3).arm, 3)
    15.875
    """

    width: float
    height: float
    bleed: float

    @property
    def unit(self) -> float:
        """Real mm for one mm of the drawing."""
        return self.width / SHORT

    @property
    def top(self) -> float:
        """From the middle to a short side."""
        return self.height / self.unit / 2

    @property
    def arm(self) -> float:
        """From the centre square to a short side."""
        return self.top - HALF

    @property
    def margin(self) -> float:
        """The bleed in the drawing's own mm."""
        return self.bleed / self.unit

    @property
    def card(self) -> Rect:
        """The cut card."""
        return Rect(-HALF, -self.top, SHORT, 2 * self.top)

    @property
    def sheet(self) -> Rect:
        """The card with its bleed: what a background fills."""
        return self.card.inset(-self.margin)

    def edge(self, side: int) -> float:
        """From the middle to the cut on a side."""
        return HALF if side % 2 else self.top

    def symbol(self, name: str, items: Iterable[Item]) -> Symbol:
        """A finished face: scaled, with the origin at the top left corner of the cut card."""
        return Symbol(name, (Group(tuple(items), self._place),), self._bounds)

    def lying(self, name: str, items: Iterable[Item]) -> Symbol:
        """A landscape face as one looks at it, with the origin at its own top left corner."""
        place = Transform.translation(self.height / 2, self.width / 2) @ Transform.scaling(self.unit)
        return Symbol(name, (Group(tuple(items), place),), Rect(0.0, 0.0, self.height, self.width).inset(-self.bleed))

    def turned(self, name: str, items: Iterable[Item]) -> Symbol:
        """A landscape face stored upright like all other cards, so that one sheet holds both: its top is west."""
        return Symbol(name, (Group(tuple(items), self._place @ Transform.rotation(-90)),), self._bounds)

    @property
    def _place(self) -> Transform:
        return Transform.translation(self.width / 2, self.height / 2) @ Transform.scaling(self.unit)

    @property
    def _bounds(self) -> Rect:
        return Rect(0.0, 0.0, self.width, self.height).inset(-self.bleed)
