"""A record of how well texts fit their boxes, made while cards are drawn: for overviews of all languages.

>>> from cloudy_pnp.draw.scene import Font
>>> from cloudy_pnp.draw.text import TextStyle, fit_text
>>> from cloudy_pnp.core.geometry import Rect
>>> box, style = Rect(0, 0, 40, 12), TextStyle(Font("Alegreya Sans"), size=3.2, min_size=2.4)
>>> with noting() as fits:
...     note("text", box, style, fit_text("Draw two cards.", box, style))
>>> [(fit.what, fit.reserve, round(fit.fill, 2)) for fit in fits]
[('text', 1.0, 0.27)]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.text import Setting, TextStyle

_POINT = 25.4 / 72
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


def note(what: str, box: Rect, style: TextStyle, setting: Setting) -> None:
    """Record a text that has been set, with the wanted box and style in mm."""
    fits = _notes.get()
    if fits is None:
        return
    wide = setting.bounds.width / box.width if style.one_line and box.width else 0.0
    high = setting.bounds.height / box.height if box.height else 0.0
    least = style.size if style.min_size is None else style.min_size
    fill = max(wide, high)
    fits.append(Fit(what, setting.size, style.size, least, fill, setting.overflow, len(setting.words)))
