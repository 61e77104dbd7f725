"""Scenes to SVG, the same text every time.

Letters are drawn as outlines, once each, so that the picture is the same in every program, whatever fonts it has.
Over each line lies the same line as real, transparent text: it can be searched, selected and read aloud.

>>> from cloudy_pnp.draw.scene import Page
>>> svg_text(Page(63.5, 88.9, ())).count("<svg")
1
"""

from __future__ import annotations

from functools import cache
from typing import Any

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup
from svgwrite.container import Symbol as SvgSymbol
from svgwrite.container import Use as SvgUse
from svgwrite.gradients import LinearGradient as SvgLinear
from svgwrite.gradients import RadialGradient as SvgRadial
from svgwrite.image import Image as SvgImage
from svgwrite.masking import ClipPath
from svgwrite.path import Path as SvgPath
from svgwrite.text import Text

from cloudy_pnp.core.geometry import IDENTITY, Transform
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.colour import Colour, Gradient, LinearGradient
from cloudy_pnp.draw.raster import data_uri
from cloudy_pnp.draw.scene import (
    Cap,
    Close,
    Cubic,
    Font,
    Group,
    Image,
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
)


def svg_text(page: Page, *, title: str = "", prefix: str = "", digits: int = 4) -> str:
    """A page as an SVG document with its size in mm.

    `prefix` stands before every id in it: give each picture its own when several go into one HTML page. `digits` is how
    many decimals outlines have.
    """
    picture = _Picture(page, prefix, digits)
    if title:
        picture.drawing.set_desc(title=title)
    picture.draw(page.items, picture.drawing)
    return str(picture.drawing.tostring())


class _Picture:
    """One SVG document while it is drawn: what stands in its `<defs>`, and under which id."""

    def __init__(self, page: Page, prefix: str, digits: int) -> None:
        self.drawing = svgwrite.Drawing(
            size=(f"{_number(page.width)}mm", f"{_number(page.height)}mm"),
            viewBox=f"0 0 {_number(page.width)} {_number(page.height)}",
            debug=False,
        )
        self._prefix = prefix
        self._digits = digits
        self._ids: dict[object, str] = {}

    def draw(self, items: tuple[Item, ...], into: BaseElement) -> None:
        for item in items:
            match item:
                case Path():
                    into.add(self._path(item))
                case TextRun():
                    into.add(self._text(item))
                case Group():
                    into.add(self._group(item))
                case Use():
                    into.add(self._use(item))
                case Image():
                    into.add(self._image(item))

    def _define(self, key: object, kind: str, element: BaseElement) -> str:
        name = self._ids[key] = f"{self._prefix}{kind}{len(self._ids)}"
        element["id"] = name
        self.drawing.defs.add(element)
        return name

    def _path(self, path: Path) -> BaseElement:
        look: dict[str, Any] = {"fill": "none" if path.fill is None else self._paint(path.fill)}
        if path.rule == "evenodd":
            look["fill_rule"] = "evenodd"
        if path.stroke is not None:
            look |= _stroke(path.stroke)
        if path.opacity < 1:  # of fill and stroke each, see `scene.Path`
            look["fill_opacity"] = look["stroke_opacity"] = _number(path.opacity)
        return SvgPath(outline_text(path.outline, self._digits), debug=False, **look)

    def _paint(self, paint: Colour | Gradient) -> str:
        if isinstance(paint, Colour):
            return paint.hex
        name = self._ids.get(paint) or self._define(paint, "g", _gradient(paint))
        return f"url(#{name})"

    def _group(self, group: Group) -> BaseElement:
        element = SvgGroup(debug=False, **_place(group.transform))
        if group.clip is not None:
            clip = ("clip", group.clip, group.clip_rule)
            name = self._ids.get(clip)
            if name is None:
                shape = ClipPath(debug=False)
                rule = {"clip_rule": "evenodd"} if group.clip_rule == "evenodd" else {}
                shape.add(SvgPath(outline_text(group.clip, self._digits), debug=False, **rule))
                name = self._define(clip, "c", shape)
            element["clip-path"] = f"url(#{name})"
        if group.opacity < 1:
            element["opacity"] = _number(group.opacity)
        self.draw(group.items, element)
        return element

    def _use(self, use: Use) -> BaseElement:
        box = use.symbol.bounds
        name = self._ids.get(use.symbol) or self._symbol(use.symbol)
        corner, size = (_number(box.x), _number(box.y)), (_number(box.width), _number(box.height))
        return SvgUse(f"#{name}", insert=corner, size=size, debug=False, **_place(use.transform))

    def _image(self, image: Image) -> BaseElement:
        """The file itself, inside the document: once, however often it is shown."""
        name = self._ids.get(image.raster)
        if name is None:
            raster = image.raster
            element = SvgImage(data_uri(raster), size=(raster.width, raster.height), debug=False)
            name = self._define(image.raster, "i", element)
        raster, box = image.raster, image.box
        place = Transform(box.width / raster.width, 0.0, 0.0, box.height / raster.height, box.x, box.y)
        faded = {"opacity": _number(image.opacity)} if image.opacity < 1 else {}
        return SvgUse(f"#{name}", debug=False, **_place(place), **faded)

    def _symbol(self, symbol: Symbol) -> str:
        box = symbol.bounds
        element = SvgSymbol(debug=False)
        element["viewBox"] = " ".join(_number(value) for value in (box.x, box.y, box.width, box.height))
        self.draw(symbol.items, element)
        return self._define(symbol, "s", element)

    def _text(self, run: TextRun) -> BaseElement:
        """The outlines of a line in units of its font, and the line itself, unseen."""
        faded = {"opacity": _number(run.opacity)} if run.opacity < 1 else {}
        whole = SvgGroup(debug=False, fill=run.colour.hex, **faded)
        scale = run.size / 1000
        letters = SvgGroup(debug=False, **_place(Transform(scale, 0, 0, scale, run.origin.x, run.origin.y)))
        letters["aria-hidden"] = "true"
        face = fonts.load(run.font)
        x = 0.0
        for at, char in enumerate(run.text):
            outline = _glyph(run.font, char)
            if outline:
                key = (run.font, char)
                name = self._ids.get(key) or self._define(key, "t", SvgPath(outline, debug=False))
                letters.add(SvgUse(f"#{name}", insert=(_number(x), "0"), debug=False))
            x += face.advances[char] + (run.kerns[at] if run.kerns else 0)
        line = Text(run.text, insert=(_number(run.origin.x), _number(run.origin.y)), debug=False)
        line["font-family"] = run.font.family
        line["font-size"] = _number(run.size)
        line["textLength"] = _number(run.width)
        line["fill-opacity"] = "0"
        line["xml:space"] = "preserve"
        whole.add(letters)
        whole.add(line)
        return whole


def _gradient(gradient: Gradient) -> BaseElement:
    if isinstance(gradient, LinearGradient):
        start, end = gradient.start, gradient.end
        ends = {"x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y}
        element = SvgLinear(debug=False)
    else:
        ends = {"cx": gradient.centre.x, "cy": gradient.centre.y, "r": gradient.radius}
        element = SvgRadial(debug=False)
    element["gradientUnits"] = "userSpaceOnUse"
    for name, value in ends.items():
        element[name] = _number(value)
    for stop in gradient.stops:
        opacity = _number(stop.opacity) if stop.opacity < 1 else None
        element.add_stop_color(_number(stop.offset), stop.colour.hex, opacity)
    return element


def _stroke(stroke: Stroke) -> dict[str, Any]:
    look: dict[str, Any] = {"stroke": stroke.colour.hex, "stroke_width": _number(stroke.width)}
    if stroke.cap is not Cap.BUTT:
        look["stroke_linecap"] = stroke.cap.value
    if stroke.join is not Join.MITER:
        look["stroke_linejoin"] = stroke.join.value
    if stroke.dashes:
        look["stroke_dasharray"] = " ".join(_number(length) for length in stroke.dashes)
    if stroke.phase:
        look["stroke_dashoffset"] = _number(stroke.phase)
    return look


def _place(transform: Transform) -> dict[str, str]:
    if transform == IDENTITY:
        return {}
    a, b, c, d, e, f = transform.a, transform.b, transform.c, transform.d, transform.e, transform.f
    numbers = [f"{value:.6g}" for value in (a, b, c, d)] + [_number(e), _number(f)]
    return {"transform": f"matrix({' '.join(numbers)})"}


def outline_text(outline: Outline, digits: int = 4) -> str:
    """An outline as SVG writes it: the `d` of a path."""
    parts = []
    for segment in outline.segments:
        match segment:
            case Move(to):
                parts.append(f"M{_number(to.x, digits)} {_number(to.y, digits)}")
            case Line(to):
                parts.append(f"L{_number(to.x, digits)} {_number(to.y, digits)}")
            case Cubic(first, second, to):
                points = (f"{_number(p.x, digits)} {_number(p.y, digits)}" for p in (first, second, to))
                parts.append("C" + " ".join(points))
            case Close():
                parts.append("Z")
    return "".join(parts)


@cache
def _glyph(font: Font, char: str) -> str:
    """The outline of a letter in thousandths of an em, y down."""
    import uharfbuzz as hb

    face = hb.Face(fonts.load(font).data)
    shaper = hb.Font(face)
    pen = _GlyphPen(1000 / face.upem)
    shaper.draw_glyph_with_pen(shaper.get_nominal_glyph(ord(char)), pen)
    return "".join(pen.parts)


class _GlyphPen:
    """Takes a glyph's outline from HarfBuzz."""

    def __init__(self, scale: float) -> None:
        self.parts: list[str] = []
        self._scale = scale

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        numbers = (_number(value) for x, y in points for value in (x * self._scale, -y * self._scale))
        self.parts.append(letter + " ".join(numbers))

    def moveTo(self, point: tuple[float, float]) -> None:  # the pen protocol's names
        self._add("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:
        self._add("L", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self._add("Q", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._add("C", *points)

    def closePath(self) -> None:
        self.parts.append("Z")


def _number(value: float, digits: int = 4) -> str:
    """A length with at most four decimals and no empty ones: 0.1 µm is finer than any printer."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
