"""Which inks print what: a scene for the screen becomes one whose colours say their inks.

Text and fine dark lines get black alone, because four inks never meet to a tenth of a millimetre, and it prints over
what lies beneath, so that no white shows at their edges. Greys are black alone too. Only large black areas get some of
the other inks as well: black alone looks grey there. Nothing gets more ink than the press can dry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from weakref import WeakKeyDictionary

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.draw.colour import Colour, Paint
from cloudy_pnp.draw.inks import LEAST_TINT, Cmyk, black_for, drier, inks_for, is_neutral
from cloudy_pnp.draw.press.profile import lab
from cloudy_pnp.draw.scene import Group, Image, Item, Page, Path, Stroke, Symbol, TextRun, Use, bounds

FINE_LINE = 0.25  # mm (0.7 pt)
SMALL_TEXT = 12 / 72 * 25.4  # mm: larger letters may have a colour
LARGE_AREA = 15.0  # mm: a black area that is wider and higher gets rich black
RICH_BLACK: Cmyk = (0.5, 0.4, 0.4, 1.0)  # 230 %: within every limit that services ask for

_DARK = 50.0  # lightness below which text and fine lines are printed in black
_SOLID = 35.0  # below this in solid black: a screen of dots frays small letters
_COLOURFUL = 30.0  # chroma from which fine lines and large letters keep their colour
_OVER = 0.8  # from so much black on it prints over what lies beneath


class Separator:
    """Gives colours their inks, for one ink limit. The same symbol becomes the same symbol each time."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._symbols: WeakKeyDictionary[Symbol, dict[bool, Symbol]] = WeakKeyDictionary()
        self._heavy: WeakKeyDictionary[Symbol, list[Rect]] = WeakKeyDictionary()

    def page(self, page: Page) -> Page:
        """The page with inks."""
        return replace(page, items=self._items(page.items, (), True))

    def symbol(self, symbol: Symbol, over: bool = True) -> Symbol:
        """The symbol with inks; `over`: black may print over what lies beneath the whole of it."""
        known = self._symbols.setdefault(symbol, {})
        if over not in known:
            known[over] = replace(symbol, items=self._items(symbol.items, (), over))
        return known[over]

    def _items(self, items: Sequence[Item], around: Sequence[Rect], over: bool) -> tuple[Item, ...]:
        """The items with inks; `around` is where there is much colour in what they are part of."""
        heavy = [(at, box) for at, item in enumerate(items) for box in self._heavy_among([item])]
        done = []
        for at, item in enumerate(items):
            own = isinstance(item, Path | TextRun)  # a picture looks after what is inside it by itself
            near = [*around, *(box for other, box in heavy if own or other != at)] if heavy else around
            done.append(self._item(item, near, over))
        return tuple(done)

    def _item(self, item: Item, heavy: Sequence[Rect], over: bool) -> Item:
        match item:
            case Path(outline, fill, stroke, opacity):
                box = outline.bounds
                if fill is not None:
                    fill = self._area(fill, min(box.width, box.height) >= LARGE_AREA)
                if stroke is not None:
                    wide = box.inset(-stroke.width)
                    stroke = self._line(stroke, over and opacity == 1 and not _meets(wide, heavy))
                return replace(item, fill=fill, stroke=stroke)
            case TextRun():
                box = bounds([item]) or Rect(0.0, 0.0, 0.0, 0.0)
                return replace(item, colour=self._text(item, over and item.opacity == 1 and not _meets(box, heavy)))
            case Group(inner, transform, _, opacity):
                inside = _moved(heavy, transform)
                return replace(item, items=self._items(inner, inside, over and opacity == 1))
            case Use(symbol, transform):
                free = over and not _meets(transform.bounds(symbol.bounds), heavy)
                return Use(self.symbol(symbol, free), transform)
            case Image():
                return item  # its pixels get their inks when the file is written

    def _area(self, paint: Paint, large: bool) -> Paint:
        if isinstance(paint, Colour):
            return _area(paint, large, self._most)
        colours = _graded(tuple(stop.colour for stop in paint.stops), self._most)
        stops = (replace(stop, colour=colour) for stop, colour in zip(paint.stops, colours, strict=True))
        return replace(paint, stops=tuple(stops))

    def _line(self, stroke: Stroke, over: bool) -> Stroke:
        return replace(stroke, colour=_thin(stroke.colour, stroke.width <= FINE_LINE, False, over, self._most))

    def _text(self, run: TextRun, over: bool) -> Colour:
        return _thin(run.colour, True, run.size < SMALL_TEXT, over, self._most)

    def _heavy_in(self, symbol: Symbol) -> list[Rect]:
        """Where in a symbol there is so much colour that solid black over it would be too much ink."""
        known = self._heavy.get(symbol)
        if known is None:
            known = self._heavy[symbol] = list(self._heavy_among(symbol.items))
        return known

    def _heavy_among(self, items: Iterable[Item]) -> Iterator[Rect]:
        for item in items:
            match item:
                case Path(outline, fill, stroke):
                    paints = (
                        [] if fill is None else [fill] if isinstance(fill, Colour) else [s.colour for s in fill.stops]
                    )
                    if any(sum(_area(colour, False, self._most).inks[:3]) + 1 > self._most for colour in paints):
                        yield outline.bounds
                    if stroke is not None and sum(self._line(stroke, False).colour.inks[:3]) + 1 > self._most:
                        yield outline.bounds.inset(-stroke.width)
                case Group(inner, transform):
                    yield from (transform.bounds(box) for box in self._heavy_among(inner))
                case Use(symbol, transform):
                    yield from (transform.bounds(box) for box in self._heavy_in(symbol))
                case Image(_, place):  # nobody knows how dark its pixels are
                    yield place


def _moved(heavy: Sequence[Rect], transform: Transform) -> Sequence[Rect]:
    if not heavy or transform == IDENTITY:
        return heavy
    back = transform.inverse
    return [back.bounds(box) for box in heavy]


def _meets(box: Rect, others: Iterable[Rect]) -> bool:
    return any(
        box.left < other.right and other.left < box.right and box.top < other.bottom and other.top < box.bottom
        for other in others
    )


@lru_cache(maxsize=4096)
def _area(colour: Colour, large: bool, most: float) -> Colour:
    if colour.spot:
        return colour
    inks = drier(colour.cmyk, most) if colour.cmyk else inks_for(*colour.rgb, most)
    if large and inks[3] >= 0.9 and not any(inks[:3]):
        inks = drier(RICH_BLACK, most)
    return replace(colour, cmyk=inks)


@lru_cache(maxsize=4096)
def _graded(colours: tuple[Colour, ...], most: float) -> tuple[Colour, ...]:
    """The colours of a gradient. Every ink of it is in all of them, so that none breaks off where its dots become too
    small to print; only towards white they fade.
    """
    found = [_area(colour, False, most) for colour in colours]
    present = [any(colour.inks[ink] for colour in found) for ink in range(4)]
    return tuple(
        replace(colour, cmyk=drier(_at_least(colour.inks, present), most)) if any(colour.inks) else colour
        for colour in found
    )


def _at_least(inks: Cmyk, present: Sequence[bool]) -> Cmyk:
    c, m, y, k = (max(ink, LEAST_TINT) if there else ink for ink, there in zip(inks, present, strict=True))
    return (c, m, y, k)


@lru_cache(maxsize=4096)
def _thin(colour: Colour, fine: bool, small: bool, over: bool, most: float) -> Colour:
    """The inks of text and lines. `fine`: black alone if dark; `small`: even if it is colourful."""
    if colour.cmyk or colour.spot or not fine:
        return _area(colour, False, most)
    look = lab(*colour.rgb)
    chroma = (look[1] ** 2 + look[2] ** 2) ** 0.5
    if look[0] < _DARK and (small or chroma < _COLOURFUL):
        black = 1.0 if look[0] <= _SOLID else black_for(look[0])
        return replace(colour, cmyk=(0.0, 0.0, 0.0, black), overprint=over and black >= _OVER)
    separated = _area(colour, False, most)
    return replace(separated, overprint=over and is_neutral(look) and separated.inks[3] >= _OVER)


def area_inks(colour: Colour, most: float) -> Colour:
    """A colour of an area, with its inks."""
    return _area(colour, False, most)


def thin_inks(colour: Colour, *, small: bool, over: bool, most: float) -> Colour:
    """A colour of text (`small`) or of a fine line, with its inks."""
    return _thin(colour, True, small, over, most)
