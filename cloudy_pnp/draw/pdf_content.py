"""A picture as PDF operators, and the objects they refer to.

Operators refer to other pictures, gradients and graphics states by short names that are valid within one picture. So a
picture is translated once, however many files it goes into; each file defines the names. Only text belongs to one file:
each file has its own codes for the characters.

Fingerprints of pictures: equal looks have equal fingerprints, whichever objects they consist of.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol
from weakref import WeakKeyDictionary

from msgspec import Struct

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw import scene
from cloudy_pnp.draw.colour import Colour, Gradient
from cloudy_pnp.draw.inks import Inks

_CACHED_OUTLINES = 2_000
_OUTLINES: dict[int, tuple[scene.Outline, str]] = {}  # keeps the outline alive, so that its id stays unique

_CAPS = {scene.Cap.BUTT: 0, scene.Cap.ROUND: 1, scene.Cap.SQUARE: 2}
_JOINS = {scene.Join.MITER: 0, scene.Join.ROUND: 1, scene.Join.BEVEL: 2}


class FileFont(Protocol):
    """A font in a file."""

    selected: str  # the operator that selects it

    def show(self, text: str, kerns: tuple[int, ...]) -> str:
        """Return the operators that show a kerned text."""


class Shade(Struct, frozen=True):
    """The colours of a gradient, or its opacities as greys."""

    gradient: Gradient
    grey: bool = False


class Mask(Struct, frozen=True):
    """A graphics state that fades like a gradient's opacities, within a box."""

    gradient: Gradient
    box: Rect


class Overprint(Struct, frozen=True):
    """A graphics state: whether areas and text, and whether lines, print over what is beneath them."""

    fill: bool
    line: bool


class Spot(Struct, frozen=True):
    """A separate ink, and the process inks that replace it where it is not available."""

    name: str
    inks: tuple[float, ...]


class Layer(Struct, frozen=True):
    """A layer that readers show or hide by its name."""

    name: str


class Drawing(Struct, frozen=True, eq=False):
    """A finished picture: its packed operators, and the names they use.

    `/X…` are pictures, `/S…` gradients, `/G…` graphics states, `/C…` spot colours, `/L…` layers.
    """

    packed: bytes
    box: Rect
    named: Mapping[Named, str]
    has_text: bool
    group: str = ""  # its transparency group, if any


Named = (
    scene.Symbol | Drawing | scene.Raster | Shade | Mask | Overprint | Spot | Layer | float
)  # a number is an opacity
# The first letters of names, by operator.
_LETTERS = {"Do": "X", "sh": "S", "gs": "G", "cs": "C", "CS": "C", "BDC": "L"}


class Translator:
    """The settings that all pictures of a file share: inks and fonts."""

    def __init__(self, inks: Inks, font: Callable[[scene.Font], FileFont], layers: bool = True) -> None:
        self.font = font
        self.inks = inks
        self.layers = layers

    def drawing(self, items: Iterable[scene.Item], box: Rect, group: str = "", start: str = "") -> Drawing:
        """Translate items into operators, preceded by `start`."""
        content = _Content(self)
        if start:
            content.ops.append(start)
        content.draw(items)
        return content.finish(box, group)

    def parts(self, colour: Colour) -> tuple[float, ...]:
        """Return the components of a colour in the file's inks."""
        return colour.inks if self.inks is Inks.CMYK else colour.rgb


def fade(gradient: Gradient, box: Rect) -> Drawing:
    """Return the picture of a gradient's opacities, for a mask."""
    packed = zlib.compress(b"/S0 sh")
    return Drawing(packed, box, {Shade(gradient, True): "/S0"}, False, "/Group<</S/Transparency/CS/DeviceGray>>")


_NOTHING_OVER = Overprint(False, False)

# Most of a file consists of these, and printf-style formatting is twice as fast as format strings.
_CURVE, _LINE, _MOVE = "%.3f %.3f %.3f %.3f %.3f %.3f c", "%.3f %.3f l", "%.3f %.3f m"
_TEXT, _PLACED, _RGB = "BT %.4f 0 0 %.4f %.4f %.4f Tm %s ET", "%.6f %.6f %.6f %.6f %.4f %.4f cm", "%.4f %.4f %.4f %s"


class _Content:
    """A picture while its operators are written."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator
        self._is_press = translator.inks is Inks.CMYK  # elsewhere nothing overprints
        self.ops: list[str] = []
        self._named: dict[Named, str] = {}
        self._has_text = False
        self._fill: Colour | None = None  # the current state, so that it is not set again
        self._line: scene.Stroke | None = None
        self._font: FileFont | None = None
        self._over = _NOTHING_OVER
        self._saved: list[tuple[Colour | None, scene.Stroke | None, FileFont | None, Overprint]] = []

    def finish(self, box: Rect, group: str) -> Drawing:
        packed = zlib.compress("\n".join(self.ops).encode("latin-1"), 6)
        return Drawing(packed, box, self._named, self._has_text, group)

    def draw(self, items: Iterable[scene.Item]) -> None:
        for item in items:
            match item:
                case scene.Path():
                    self._path(item)
                case scene.TextRun():
                    self._text(item)
                case scene.Group():
                    self._group(item)
                case scene.Use(symbol, transform):
                    self._set_over(_NOTHING_OVER)  # a form inherits the state
                    with_place = () if transform == IDENTITY else (_matrix(transform),)
                    self.ops += ("q", *with_place, self._apply("Do", symbol), "Q")
                case scene.Image(raster, box, opacity):
                    faded = () if opacity >= 1 else (self._apply("gs", opacity),)
                    place = f"{box.width:.4f} 0 0 {-box.height:.4f} {box.left:.4f} {box.bottom:.4f} cm"
                    self.ops += ("q", *faded, place, self._apply("Do", raster), "Q")

    def _apply(self, operator: str, resource: Named) -> str:
        name = self._named.get(resource)
        if name is None:
            name = self._named[resource] = f"/{_LETTERS[operator]}{len(self._named)}"
        return f"{name} {operator}"

    def _path(self, path: scene.Path) -> None:
        fill, stroke, opacity = path.fill, path.stroke, path.opacity
        if opacity < 1:
            self._save(self._apply("gs", opacity))
        shape = outline_operators(path.outline)
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

    def _gradient(self, gradient: Gradient, outline: scene.Outline, shape: str, even: str) -> None:
        self._save(shape, f"W{even} n")
        if any(stop.opacity < 1 for stop in gradient.stops):
            self.ops.append(self._apply("gs", Mask(gradient, outline.bounds)))
        self.ops.append(self._apply("sh", Shade(gradient)))
        self._restore()

    def _text(self, run: scene.TextRun) -> None:
        self._has_text = True
        if run.opacity < 1:
            self._save(self._apply("gs", run.opacity))
        self._set_fill(run.colour)
        font = self.translator.font(run.font)
        if font is not self._font:
            self.ops.append(font.selected)
            self._font = font
        size, at, operators = run.size, run.origin, font.show(run.text, run.kerns)
        self.ops.append(_TEXT % (size, -size, at.x, at.y, operators))
        if run.opacity < 1:
            self._restore()

    def _group(self, group: scene.Group) -> None:
        self._save(*(() if group.transform == IDENTITY else (_matrix(group.transform),)))
        if group.clip is not None:
            even = "*" if group.clip_rule == "evenodd" else ""
            self.ops += (outline_operators(group.clip), f"W{even} n")
        layer = bool(group.layer) and self.translator.layers
        if layer:
            self.ops.append(f"/OC {self._apply('BDC', Layer(group.layer))}")
        if group.opacity < 1:
            box = scene.bounds(group.items)
            if box is not None:
                # Painted separately and then composed as one, as in SVG. Overprinting items depend on what is beneath
                # them.
                isolated = "" if self._is_press else "/I true"
                apart = self.translator.drawing(group.items, box, f"/Group<</S/Transparency{isolated}>>")
                self._has_text |= apart.has_text
                self._set_over(_NOTHING_OVER)
                self.ops += (self._apply("gs", group.opacity), self._apply("Do", apart))
        else:
            self.draw(group.items)
        if layer:
            self.ops.append("EMC")
        self._restore()

    def _set_fill(self, colour: Colour) -> None:
        if colour is not self._fill:
            self.ops.append(self._operator(colour, "k", "rg"))
            self._fill = colour
        if self._is_press:
            self._set_over(Overprint(colour.overprint, self._over.line))

    def _set_over(self, over: Overprint) -> None:
        if over != self._over:
            self.ops.append(self._apply("gs", over))
            self._over = over

    def _set_line(self, stroke: scene.Stroke) -> None:
        if self._is_press:
            self._set_over(Overprint(self._over.fill, stroke.colour.overprint))
        if stroke is self._line:
            return
        self._line = stroke
        dashes = " ".join(f"{length:.3f}" for length in stroke.dashes)
        self.ops.append(
            f"{self._operator(stroke.colour, 'K', 'RG')} {stroke.width:.4f} w {_CAPS[stroke.cap]} J"
            f" {_JOINS[stroke.join]} j [{dashes}] {stroke.phase:.3f} d"
        )

    def _operator(self, colour: Colour, cmyk: str, rgb: str) -> str:
        if self._is_press:
            if colour.spot:
                line = cmyk.isupper()
                space = self._apply("CS" if line else "cs", Spot(colour.spot, colour.inks))
                return f"{space} 1 {'SCN' if line else 'scn'}"
            return f"{numbers(colour.inks)} {cmyk}"
        return _RGB % (colour.red, colour.green, colour.blue, rgb)

    def _save(self, *ops: str) -> None:
        self._saved.append((self._fill, self._line, self._font, self._over))
        self.ops += ("q", *ops)

    def _restore(self) -> None:
        self._fill, self._line, self._font, self._over = self._saved.pop()
        self.ops.append("Q")


def numbers(values: Iterable[float]) -> str:
    """Format numbers as in PDF, with four decimals."""
    return " ".join(f"{value:.4f}" for value in values)


def outline_operators(outline: scene.Outline) -> str:
    """Return the operators that build a path, to a thousandth of a millimetre.

    They are cached: the same object often comes again at once, moved by its group, or for its fingerprint.
    """
    entry = _OUTLINES.get(id(outline))
    if entry is None:
        if len(_OUTLINES) >= _CACHED_OUTLINES:
            _OUTLINES.clear()
        entry = _OUTLINES[id(outline)] = (outline, _outline_operators(outline))
    return entry[1]


def _outline_operators(outline: scene.Outline) -> str:
    ops = []
    for segment in outline.segments:
        if isinstance(segment, scene.Cubic):
            first, second, to = segment.first, segment.second, segment.to
            ops.append(_CURVE % (first.x, first.y, second.x, second.y, to.x, to.y))
        elif isinstance(segment, scene.Line):
            ops.append(_LINE % (segment.to.x, segment.to.y))
        elif isinstance(segment, scene.Move):
            ops.append(_MOVE % (segment.to.x, segment.to.y))
        else:
            ops.append("h")
    return _finite("\n".join(ops))


def _matrix(transform: Transform) -> str:
    return _finite(_PLACED % (transform.a, transform.b, transform.c, transform.d, transform.e, transform.f))


def _finite(operators: str) -> str:
    """Return the operators of a path or a transform. Raises UserError for `nan` and `inf`, which PDF lacks."""
    if "n" in operators:
        raise UserError("the position of a shape is not a number: it cannot be printed")
    return operators


_FINGERPRINTS: WeakKeyDictionary[scene.Symbol, str] = WeakKeyDictionary()  # cards share most of their symbols


def look(symbol: scene.Symbol) -> str:
    """Return the SHA-256 of everything a symbol paints, without its name.

    >>> from cloudy_pnp.core.geometry import Rect
    >>> look(scene.Symbol("leaf", (), Rect(0, 0, 1, 1))) == look(scene.Symbol("bud", (), Rect(0, 0, 1, 1)))
    True
    """
    digest = _FINGERPRINTS.get(symbol)
    if digest is None:
        painted = "\n".join((repr(symbol.bounds), *_describe(symbol.items)))
        digest = _FINGERPRINTS[symbol] = hashlib.sha256(painted.encode()).hexdigest()
    return digest


def _describe(items: Iterable[scene.Item]) -> Iterator[str]:
    for item in items:
        match item:
            case scene.Use(symbol, transform):
                yield f"use {look(symbol)} {transform}"
            case scene.Group(inner, transform, clip, opacity):
                yield f"group {transform} {clip} {opacity}"
                yield from _describe(inner)
                yield "end"
            case scene.Path(outline, fill, stroke, opacity, rule):
                yield f"path {outline_operators(outline)} {fill} {stroke} {opacity} {rule}"  # much faster than its repr
            case scene.TextRun():
                yield repr(item)
            case scene.Image(raster, box, opacity):
                yield f"image {raster.key} {box} {opacity}"
