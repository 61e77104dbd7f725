"""Scenes to PDF: vector, small, the same bytes every time.

Coordinates stay in millimetres with y down: one transform at the start of each page does the rest.

>>> import io
>>> from cloudy_pnp.draw.scene import Page
>>> out = io.BytesIO()
>>> write_pdf([Page(63.5, 88.9, ())], out)
1
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import BinaryIO
from weakref import WeakKeyDictionary

from cloudy_pnp.draw.colour import Colour, Gradient, LinearGradient
from cloudy_pnp.draw.inks import Inks
from cloudy_pnp.draw.pdf_file import PdfFile, PdfFont
from cloudy_pnp.draw.scene import (
    Cap,
    Close,
    Cubic,
    Font,
    Group,
    Item,
    Join,
    Line,
    Move,
    Outline,
    Page,
    Path,
    Stroke,
    Symbol,
    TextRun,
    Use,
    bounds,
)
from cloudy_pnp.geometry import IDENTITY, Rect, Transform

__all__ = ["Duplex", "Inks", "write_pdf"]

POINTS = 72 / 25.4

_REMEMBERED = 1_000  # outlines

_CAPS = {Cap.BUTT: 0, Cap.ROUND: 1, Cap.SQUARE: 2}
_JOINS = {Join.MITER: 0, Join.ROUND: 1, Join.BEVEL: 2}


class Duplex(StrEnum):
    """What the print dialogue is asked to choose."""

    LONG_EDGE = "DuplexFlipLongEdge"
    SHORT_EDGE = "DuplexFlipShortEdge"


def write_pdf(
    pages: Iterable[Page],
    out: BinaryIO,
    *,
    inks: Inks = Inks.RGB,
    title: str = "",
    lang: str = "en",
    duplex: Duplex | None = None,
) -> int:
    """Write pages to a file as they come, and return how many there were.

    A page may be forgotten as soon as the next one is asked for, so `pages` can be a generator of any length.
    """
    book = _Book(PdfFile(out, title, lang, duplex.value if duplex else None), inks)
    count = 0
    with _seldom_collected():
        for page in pages:
            book.page(page)
            count += 1
    book.file.finish()
    return count


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Scenes have no cycles, and looking for some after every 700 new objects takes a tenth of all the time."""
    usual = gc.get_threshold()
    gc.set_threshold(50_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Book:
    """What the pages of one file share: fonts, forms, gradients, graphics states."""

    def __init__(self, file: PdfFile, inks: Inks) -> None:
        self.file = file
        self.inks = inks
        self.space = "/DeviceCMYK" if inks is Inks.CMYK else "/DeviceRGB"
        self.group = f"/Group<</S/Transparency/CS{self.space}>>"
        self._fonts: dict[Font, PdfFont] = {}
        self._font_ids: dict[int, tuple[Font, PdfFont]] = {}  # keeps the key, so that its id stays its own
        self._symbols: WeakKeyDictionary[Symbol, str] = WeakKeyDictionary()
        self._shadings: dict[tuple[Gradient, bool], str] = {}
        self._states: dict[float, str] = {}
        self._outlines: dict[int, tuple[Outline, str]] = {}  # keeps the outline, so that its id stays its own
        self._masks = 0

    def page(self, page: Page) -> None:
        content = _Content(self)
        content.ops.append(f"{POINTS:.7f} 0 0 {-POINTS:.7f} 0 {page.height * POINTS:.4f} cm 4 M")
        content.draw(page.items)
        stream = self.file.add("", content.stream())
        boxes = {"Media": page.media, "Bleed": page.bleed_box, "Trim": page.trim_box}
        parts = [f"/{name}Box[{_box(box, page.height)}]" for name, box in boxes.items()]
        self.file.add_page(f"{''.join(parts)}{self.group}{content.resources()}/Contents {stream}")

    def font(self, font: Font) -> PdfFont:
        """The font in this file. Runs share their `Font` object, and its id is found faster than its value."""
        known = self._font_ids.get(id(font))
        if known is None:
            if font not in self._fonts:
                self._fonts[font] = PdfFont(font, self.file)
            known = self._font_ids[id(font)] = (font, self._fonts[font])
        return known[1]

    def outline(self, outline: Outline) -> str:
        """The operators of an outline. The same object often comes again at once, moved by its group."""
        known = self._outlines.get(id(outline))
        if known is None:
            if len(self._outlines) >= _REMEMBERED:
                self._outlines.clear()
            known = self._outlines[id(outline)] = (outline, _outline(outline))
        return known[1]

    def symbol(self, symbol: Symbol) -> str:
        """The reference to a symbol's form, written at its first use."""
        form = self._symbols.get(symbol)
        if form is None:
            form = self._symbols[symbol] = self.form(symbol.items, symbol.bounds)
        return form

    def form(self, items: Sequence[Item], box: Rect, group: str = "") -> str:
        content = _Content(self)
        content.draw(items)
        return self.raw_form(content, box, group)

    def raw_form(self, content: _Content, box: Rect, group: str) -> str:
        corners = f"{box.left:.3f} {box.top:.3f} {box.right:.3f} {box.bottom:.3f}"
        head = f"/Type/XObject/Subtype/Form/BBox[{corners}]{group}{content.resources()}"
        return self.file.add(head, content.stream())

    def shading(self, gradient: Gradient, *, grey: bool = False) -> str:
        """The reference to a gradient's colours, or to its opacities as greys."""
        key = (gradient, grey)
        if key not in self._shadings:
            values = [[stop.opacity] if grey else self.parts(stop.colour) for stop in gradient.stops]
            function = _function([stop.offset for stop in gradient.stops], values)
            if isinstance(gradient, LinearGradient):
                ends: tuple[float, ...] = (gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y)
            else:
                centre = gradient.centre
                ends = (centre.x, centre.y, 0.0, centre.x, centre.y, gradient.radius)
            kind = 2 if isinstance(gradient, LinearGradient) else 3
            space = "/DeviceGray" if grey else self.space
            coordinates = " ".join(f"{value:.4f}" for value in ends)
            self._shadings[key] = self.file.add(
                f"/ShadingType {kind}/ColorSpace{space}/Coords[{coordinates}]/Extend[true true]/Function{function}"
            )
        return self._shadings[key]

    def parts(self, colour: Colour) -> Sequence[float]:
        return colour.inks if self.inks is Inks.CMYK else colour.rgb

    def opacity(self, value: float) -> str:
        """The name of the graphics state with an opacity."""
        if value not in self._states:
            self._states[value] = f"O{len(self._states)}"
            self.file.add_state(self._states[value], f"/ca {value:.4f}/CA {value:.4f}")
        return self._states[value]

    def mask(self, gradient: Gradient, box: Rect) -> str:
        """The name of the graphics state that fades as a gradient's opacities say."""
        content = _Content(self)
        content.shade(self.shading(gradient, grey=True))
        form = self.raw_form(content, box, "/Group<</S/Transparency/CS/DeviceGray>>")
        self._masks += 1
        name = f"M{self._masks}"
        self.file.add_state(name, f"/SMask<</S/Luminosity/G {form}>>")
        return name


class _Content:
    """The operators of one page or form, and the resources that they name."""

    def __init__(self, book: _Book) -> None:
        self.book = book
        self.ops: list[str] = []
        self._objects: dict[str, str] = {}  # reference → name
        self._shadings: dict[str, str] = {}
        self._fill: Colour | None = None  # what is in force, so that it is not said again
        self._line: Stroke | None = None
        self._font: PdfFont | None = None
        self._saved: list[tuple[Colour | None, Stroke | None, PdfFont | None]] = []

    def stream(self) -> bytes:
        return "\n".join(self.ops).encode("latin-1")

    def resources(self) -> str:
        kinds = {"XObject": self._objects, "Shading": self._shadings}
        parts = [
            f"/{kind}<<{''.join(f'/{name} {reference}' for reference, name in names.items())}>>"
            for kind, names in kinds.items()
            if names
        ]
        return f"/Resources<</Font {self.book.file.fonts}/ExtGState {self.book.file.states}{''.join(parts)}>>"

    def draw(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Path():
                    self._path(item)
                case TextRun():
                    self._text(item)
                case Group():
                    self._group(item)
                case Use(symbol, transform):
                    with_place = () if transform == IDENTITY else (_matrix(transform),)
                    self.ops += ("q", *with_place, self._do(self.book.symbol(symbol)), "Q")

    def shade(self, shading: str) -> None:
        name = self._shadings.setdefault(shading, f"S{len(self._shadings)}")
        self.ops.append(f"/{name} sh")

    def _do(self, form: str) -> str:
        return f"/{self._objects.setdefault(form, f'X{len(self._objects)}')} Do"

    def _path(self, path: Path) -> None:
        fill, stroke, opacity = path.fill, path.stroke, path.opacity
        if opacity < 1:
            self._save(f"/{self.book.opacity(opacity)} gs")
        shape = self.book.outline(path.outline)
        even = "*" if path.rule == "evenodd" else ""
        if fill is not None and not isinstance(fill, Colour):
            self._gradient(fill, path.outline, shape, even)
            fill = None
        if fill is not None:
            self._set_fill(fill)
        if stroke is not None:
            self._set_line(stroke)
        if fill is not None and stroke is not None and opacity < 1:
            # One operator for both would hide the fill under the stroke: each has its own opacity.
            self.ops += (shape, f"f{even}", shape, "S")
        elif fill is not None:
            self.ops += (shape, f"B{even}" if stroke else f"f{even}")
        elif stroke is not None:
            self.ops += (shape, "S")
        if opacity < 1:
            self._restore()

    def _gradient(self, gradient: Gradient, outline: Outline, shape: str, even: str) -> None:
        self._save(shape, f"W{even} n")
        if any(stop.opacity < 1 for stop in gradient.stops):
            self.ops.append(f"/{self.book.mask(gradient, outline.bounds)} gs")
        self.shade(self.book.shading(gradient))
        self._restore()

    def _text(self, run: TextRun) -> None:
        if run.opacity < 1:
            self._save(f"/{self.book.opacity(run.opacity)} gs")
        self._set_fill(run.colour)
        font = self.book.font(run.font)
        if font is not self._font:
            self.ops.append(font.selected)
            self._font = font
        size, at, shown = run.size, run.origin, font.shown(run.text, run.kerns)
        self.ops.append(f"BT {size:.4f} 0 0 {-size:.4f} {at.x:.4f} {at.y:.4f} Tm {shown} ET")
        if run.opacity < 1:
            self._restore()

    def _group(self, group: Group) -> None:
        self._save(*(() if group.transform == IDENTITY else (_matrix(group.transform),)))
        if group.clip is not None:
            self.ops += (self.book.outline(group.clip), "W n")
        if group.opacity < 1:
            box = bounds(group.items)
            if box is not None:
                # Painted apart and then laid down as one, as SVG does it.
                form = self.book.form(group.items, box, "/Group<</S/Transparency/I true>>")
                self.ops += (f"/{self.book.opacity(group.opacity)} gs", self._do(form))
        else:
            self.draw(group.items)
        self._restore()

    def _set_fill(self, colour: Colour) -> None:
        if colour is not self._fill:
            self.ops.append(self._operator(colour, "k", "rg"))
            self._fill = colour

    def _set_line(self, stroke: Stroke) -> None:
        if stroke is self._line:
            return
        self._line = stroke
        dashes = " ".join(f"{length:.3f}" for length in stroke.dashes)
        self.ops.append(
            f"{self._operator(stroke.colour, 'K', 'RG')} {stroke.width:.4f} w {_CAPS[stroke.cap]} J"
            f" {_JOINS[stroke.join]} j [{dashes}] {stroke.phase:.3f} d"
        )

    def _operator(self, colour: Colour, cmyk: str, rgb: str) -> str:
        if self.book.inks is Inks.CMYK:
            return f"{_numbers(colour.inks)} {cmyk}"
        return f"{colour.red:.4f} {colour.green:.4f} {colour.blue:.4f} {rgb}"

    def _save(self, *ops: str) -> None:
        self._saved.append((self._fill, self._line, self._font))
        self.ops += ("q", *ops)

    def _restore(self) -> None:
        self._fill, self._line, self._font = self._saved.pop()
        self.ops.append("Q")


def _outline(outline: Outline) -> str:
    ops = []
    for segment in outline.segments:
        match segment:
            case Line(to):
                ops.append(f"{to.x:.3f} {to.y:.3f} l")
            case Cubic(first, second, to):
                ops.append(f"{first.x:.3f} {first.y:.3f} {second.x:.3f} {second.y:.3f} {to.x:.3f} {to.y:.3f} c")
            case Move(to):
                ops.append(f"{to.x:.3f} {to.y:.3f} m")
            case Close():
                ops.append("h")
    return "\n".join(ops)


def _matrix(transform: Transform) -> str:
    a, b, c, d, e, f = transform.a, transform.b, transform.c, transform.d, transform.e, transform.f
    return f"{a:.6f} {b:.6f} {c:.6f} {d:.6f} {e:.4f} {f:.4f} cm"


def _box(rect: Rect, height: float) -> str:
    """A page box in points with y up."""
    corners = (rect.left, height - rect.bottom, rect.right, height - rect.top)
    return " ".join(f"{value * POINTS:.4f}" for value in corners)


def _function(offsets: Sequence[float], values: Sequence[Sequence[float]]) -> str:
    """The function from 0…1 to colour parts that goes straight from stop to stop."""
    places, colours = list(offsets), list(values)
    if places[0] > 0:
        places.insert(0, 0.0)
        colours.insert(0, colours[0])
    if places[-1] < 1:
        places.append(1.0)
        colours.append(colours[-1])
    spans = [
        (end, f"<</FunctionType 2/Domain[0 1]/C0[{_numbers(c0)}]/C1[{_numbers(c1)}]/N 1>>")
        for start, end, c0, c1 in zip(places, places[1:], colours, colours[1:], strict=False)
        if end > start  # two stops at one place make a hard edge
    ]
    if len(spans) == 1:
        return spans[0][1]
    edges = " ".join(f"{end:.5f}" for end, _ in spans[:-1])
    parts = "".join(function for _, function in spans)
    return f"<</FunctionType 3/Domain[0 1]/Functions[{parts}]/Bounds[{edges}]/Encode[{'0 1 ' * len(spans)}]>>"


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:.4f}" for value in values)
