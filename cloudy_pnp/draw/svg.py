"""Scenes to SVG, the same text every time.

Characters are drawn as outlines, once each, so that the picture is the same in every program, whatever fonts it has. On
top of each line is the same line as real, transparent text: it can be searched, selected and read aloud.

svgwrite creates the document and its rare elements. A book has tens of thousands of paths, groups and characters, and
an object for each took longer than drawing them: they are written as text, attributes in the order of their names.

>>> from cloudy_pnp.draw.scene import Page
>>> svg_text(Page(63.5, 88.9, ())).count("<svg")
1
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from weakref import WeakKeyDictionary

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.gradients import LinearGradient as SvgLinear
from svgwrite.gradients import RadialGradient as SvgRadial
from svgwrite.image import Image as SvgImage

from cloudy_pnp.core.geometry import IDENTITY, Point, Transform
from cloudy_pnp.draw import fonts, scene
from cloudy_pnp.draw.colour import Colour, Gradient, LinearGradient
from cloudy_pnp.draw.raster import data_uri

# The outlines of a symbol as text, by their identity and the number of decimals. Outlines live as long as their symbol,
# and many pictures show the same ones: the faces of all languages, the figures of a book.
_OUTLINES: WeakKeyDictionary[scene.Symbol, dict[tuple[int, int], str]] = WeakKeyDictionary()


def svg_text(page: scene.Page, *, title: str = "", prefix: str = "", digits: int = 4) -> str:
    """Write a page as an SVG document with its size in mm.

    `prefix` precedes every id in it: give each picture its own when several go into one HTML page. `digits` is the
    number of decimals of outlines.
    """
    document = svgwrite.Drawing(
        size=(f"{_number(page.width)}mm", f"{_number(page.height)}mm"),
        viewBox=f"0 0 {_number(page.width)} {_number(page.height)}",
        debug=False,
    )
    if title:
        document.set_desc(title=title)
    start, end = str(document.tostring()).rsplit("<defs />", 1)
    picture = _Picture(prefix, digits)
    body = picture.write_items(page.items)
    return start + _element("defs", {}, "".join(picture.definitions)) + body + end


class _Picture:
    """An SVG document while it is drawn: the contents of its `<defs>`, and their ids."""

    def __init__(self, prefix: str, digits: int) -> None:
        self.definitions: list[str] = []
        self._prefix = prefix
        self._digits = digits
        self._ids: dict[object, str] = {}
        self._outlines: dict[tuple[int, int], str] = {}  # of the symbol being drawn

    def write_items(self, items: Iterable[scene.Item]) -> str:
        """Write items in their order."""
        return "".join([self._item(item) for item in items])

    def _item(self, item: scene.Item) -> str:
        match item:
            case scene.Path():
                return self._path(item)
            case scene.TextRun():
                return self._text(item)
            case scene.Group():
                return self._group(item)
            case scene.Use():
                return self._use(item)
            case scene.Image():
                return self._image(item)

    def _name(self, key: object, kind: str) -> str:
        """Return a new id, for an element about to be defined."""
        name = self._ids[key] = f"{self._prefix}{kind}{len(self._ids)}"
        return name

    def _define(self, key: object, kind: str, tag: str, attributes: dict[str, str], inner: str = "") -> str:
        name = self._name(key, kind)
        self.definitions.append(_element(tag, {**attributes, "id": name}, inner))
        return name

    def _path(self, path: scene.Path) -> str:
        look = {"fill": "none" if path.fill is None else self._paint(path.fill)}
        if path.rule == "evenodd":
            look["fill-rule"] = "evenodd"
        if path.stroke is not None:
            look |= _stroke(path.stroke)
        if path.opacity < 1:  # of fill and stroke each, see `scene.Path`
            look["fill-opacity"] = look["stroke-opacity"] = _number(path.opacity)
        look["d"] = self._outline(path.outline)
        return _element("path", look)

    def _paint(self, paint: Colour | Gradient) -> str:
        if isinstance(paint, Colour):
            return paint.hex
        name = self._ids.get(paint)
        if name is None:
            name = self._name(paint, "g")
            element = _gradient(paint)
            element["id"] = name
            self.definitions.append(str(element.tostring()))
        return f"url(#{name})"

    def _group(self, group: scene.Group) -> str:
        look = _place(group.transform)
        if group.clip is not None:
            clip = ("clip", group.clip, group.clip_rule)
            name = self._ids.get(clip)
            if name is None:
                shape = {"d": self._outline(group.clip)}
                if group.clip_rule == "evenodd":
                    shape["clip-rule"] = "evenodd"
                name = self._define(clip, "c", "clipPath", {}, _element("path", shape))
            look["clip-path"] = f"url(#{name})"
        if group.opacity < 1:
            look["opacity"] = _number(group.opacity)
        return _element("g", look, self.write_items(group.items))

    def _use(self, use: scene.Use) -> str:
        box = use.symbol.bounds
        look = _place(use.transform)
        look["xlink:href"] = f"#{self._ids.get(use.symbol) or self._symbol(use.symbol)}"
        look |= {"x": _number(box.x), "y": _number(box.y), "width": _number(box.width), "height": _number(box.height)}
        return _element("use", look)

    def _image(self, image: scene.Image) -> str:
        """Embed the file in the document: once, however often it is shown."""
        raster, box = image.raster, image.box
        name = self._ids.get(raster)
        if name is None:
            name = self._name(raster, "i")
            element = SvgImage(data_uri(raster), size=(raster.width, raster.height), debug=False)
            element["id"] = name
            self.definitions.append(str(element.tostring()))
        look = _place(Transform(box.width / raster.width, 0.0, 0.0, box.height / raster.height, box.x, box.y))
        if image.opacity < 1:
            look["opacity"] = _number(image.opacity)
        return _element("use", {**look, "xlink:href": f"#{name}"})

    def _symbol(self, symbol: scene.Symbol) -> str:
        box = symbol.bounds
        view = " ".join(_number(value) for value in (box.x, box.y, box.width, box.height))
        around, self._outlines = self._outlines, _OUTLINES.setdefault(symbol, {})
        inner = self.write_items(symbol.items)  # the ids of its contents precede its own
        self._outlines = around
        return self._define(symbol, "s", "symbol", {"viewBox": view}, inner)

    def _outline(self, outline: scene.Outline) -> str:
        key = (id(outline), self._digits)
        text = self._outlines.get(key)
        if text is None:
            text = self._outlines[key] = outline_text(outline, self._digits)
        return text

    def _text(self, run: scene.TextRun) -> str:
        """Write the outlines of a line in units of its font, and the line itself, invisible."""
        face, x, letters = fonts.load(run.font), 0.0, []
        for at, char in enumerate(run.text):
            outline = _glyph(run.font, char)
            if outline:
                key = (run.font, char)
                name = self._ids.get(key) or self._define(key, "t", "path", {"d": outline})
                letters.append(f'<use x="{_number(x)}" xlink:href="#{name}" y="0" />')
            x += face.advances[char] + (run.kerns[at] if run.kerns else 0)
        scale = run.size / 1000
        place = _place(Transform(scale, 0, 0, scale, run.origin.x, run.origin.y))
        line = {
            "x": _number(run.origin.x),
            "y": _number(run.origin.y),
            "font-family": _escape(run.font.family).replace('"', "&quot;"),
            "font-size": _number(run.size),
            "textLength": _number(run.width),
            "fill-opacity": "0",
            "xml:space": "preserve",
        }
        look = {"fill": run.colour.hex}
        if run.opacity < 1:
            look["opacity"] = _number(run.opacity)
        outlines = _element("g", {**place, "aria-hidden": "true"}, "".join(letters))
        return _element("g", look, outlines + _element("text", line, _escape(run.text)))


def _element(tag: str, attributes: dict[str, str], inner: str = "") -> str:
    """Write an element whose attributes and content are escaped already; empty attributes are omitted."""
    look = "".join([f' {name}="{value}"' for name, value in sorted(attributes.items()) if value])
    return f"<{tag}{look}>{inner}</{tag}>" if inner else f"<{tag}{look} />"


def _escape(text: str) -> str:
    """Escape a text for XML; unpaired surrogates, which no file can contain, become their numbers."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.encode("utf-8", "xmlcharrefreplace").decode()


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


def _stroke(stroke: scene.Stroke) -> dict[str, str]:
    look = {"stroke": stroke.colour.hex, "stroke-width": _number(stroke.width)}
    if stroke.cap is not scene.Cap.BUTT:
        look["stroke-linecap"] = stroke.cap.value
    if stroke.join is not scene.Join.MITER:
        look["stroke-linejoin"] = stroke.join.value
    if stroke.dashes:
        look["stroke-dasharray"] = " ".join(_number(length) for length in stroke.dashes)
    if stroke.phase:
        look["stroke-dashoffset"] = _number(stroke.phase)
    return look


def _place(transform: Transform) -> dict[str, str]:
    if transform == IDENTITY:
        return {}
    a, b, c, d, e, f = transform.a, transform.b, transform.c, transform.d, transform.e, transform.f
    numbers = [f"{value:.6g}" for value in (a, b, c, d)] + [_number(e), _number(f)]
    return {"transform": f"matrix({' '.join(numbers)})"}


def outline_text(outline: scene.Outline, digits: int = 4) -> str:
    """Return an outline as the `d` of an SVG path."""
    parts = []
    for segment in outline.segments:  # by type: matching a pattern takes three times as long
        if isinstance(segment, scene.Cubic):
            parts.append(f"C{_pair(segment.first, digits)} {_pair(segment.second, digits)} {_pair(segment.to, digits)}")
        elif isinstance(segment, scene.Line):
            parts.append(f"L{_pair(segment.to, digits)}")
        elif isinstance(segment, scene.Move):
            parts.append(f"M{_pair(segment.to, digits)}")
        else:
            parts.append("Z")
    return "".join(parts)


def _pair(point: Point, digits: int) -> str:
    return f"{_number(point.x, digits)} {_number(point.y, digits)}"


@cache
def _glyph(font: scene.Font, char: str) -> str:
    """Return the outline of a character in thousandths of an em, y down."""
    import uharfbuzz as hb

    face = hb.Face(fonts.load(font).data)
    shaper = hb.Font(face)
    pen = _GlyphPen(1000 / face.upem)
    shaper.draw_glyph_with_pen(shaper.get_nominal_glyph(ord(char)), pen)
    return "".join(pen.parts)


class _GlyphPen:
    """A receiver of glyph outlines from HarfBuzz."""

    def __init__(self, scale: float) -> None:
        self.parts: list[str] = []
        self._scale = scale

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        numbers = (_number(value) for x, y in points for value in (x * self._scale, -y * self._scale))
        self.parts.append(letter + " ".join(numbers))

    def moveTo(self, point: tuple[float, float]) -> None:  # the names of the pen protocol
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
    """Format a length with at most four decimals and no trailing zeros: 0.1 µm is finer than any printer."""
    text = ("%.*f" % (digits, value)).rstrip("0").rstrip(".")  # noqa: UP031  twice as fast as a nested format
    return "0" if text == "-0" else text
