"""Untrusted SVG pictures: converted to a scene, or rejected with the reason.

Only supported parts of the file reach the output: shapes, paths, groups, gradients, plain colours. Scripts, links,
external references, text, filters, embedded pictures and entities are rejected, each with a sentence.

A game's own art is read by the same code; there, classes represent the tones of the game (`ClassRules`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Protocol
from xml.parsers import expat

from msgspec import Struct, field

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient, Paint, RadialGradient, Stop
from cloudy_pnp.draw.scene import Cap, Group, Item, Join, Outline, Path, Stroke, Symbol
from cloudy_pnp.draw.shapes import BadPath, ellipse, path_outline, polyline, rectangle, rounded

MOST_BYTES = 4 * 1024 * 1024
MOST_ELEMENTS = 20_000
MOST_SEGMENTS = 150_000  # of all paths together
MOST_WORK = 8_000_000  # characters of attributes and styles, counted every time they are used
DEEPEST = 40
_LARGEST = 1e9  # of all transforms around an element together
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_NUMBER = re.compile(r"[-+]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?+")
_LONGEST_NUMBER = 100  # characters
_LOCAL = re.compile(r"url\(\s*+['\"]?+#([^'\"()\s]++)['\"]?+\s*+\)")
_CLASS = re.compile(r"\.([\w-]+)")
_SILENT = frozenset(("title", "desc", "metadata"))
_UNPAINTED = ("defs", "symbol", "clipPath", "linearGradient", "radialGradient", "style", *_SILENT)
_REJECTED = {
    "script": "it holds a script",
    "foreignObject": "it contains foreign content",
    "text": "it holds text: turn it into outlines",
    "image": "it contains a bitmap: use the bitmap file itself",
    "filter": "it uses a filter",
    "mask": "it uses a mask",
    "pattern": "it uses a pattern",
    "a": "it holds a link",
    "animate": "it is animated",
    "animateTransform": "it is animated",
    "set": "it is animated",
}
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class BadSvg(Exception):
    """A picture is rejected; the message says why."""


class UnknownClass(BadSvg):
    """A class that neither the game nor the picture's own style sheet defines."""


class ClassRules(Protocol):
    """The meaning of the classes of a picture. It overrides rules for these classes in its own style sheet."""

    def knows(self, name: str) -> bool:
        """Check whether a class is defined here. Raises UnknownClass for one that looks as if it were."""

    def declare(self, names: Collection[str], attributes: Mapping[str, str]) -> Mapping[str, str]:
        """Return the attributes that some classes set on an element with these attributes."""


class _Node(Struct):
    """An element and its contents."""

    tag: str
    attributes: dict[str, str]
    children: list[_Node] = field(default_factory=list)
    text: str = ""


def read_svg(content: bytes, name: str = "picture") -> Symbol:
    """Read a picture as a symbol whose bounds are its view box. Raises BadSvg.

    >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="4" height="4"/></svg>'
    >>> read_svg(svg).bounds
    Rect(x=0.0, y=0.0, width=10.0, height=5.0)
    """
    return SvgDocument(content).symbol(name)


class SvgDocument:
    """A picture that is parsed once and converted to a symbol for each look. Raises BadSvg."""

    def __init__(self, content: bytes) -> None:
        if len(content) > MOST_BYTES:
            raise BadSvg(f"it has {len(content):,} bytes; at most {MOST_BYTES:,} are read")
        self._root = _parse(content)
        if self._root.tag != "svg":
            raise BadSvg("it is not an SVG picture")
        self.box = _view_box(self._root)
        self._paths: dict[str, Outline] = {}

    def symbol(self, name: str, rules: ClassRules | None = None) -> Symbol:
        """Return the picture as a symbol whose bounds are its view box. Raises BadSvg."""
        reader = _Reader(self._root, self._paths, rules)
        items = tuple(reader.items(self._root, _Look()))
        if all(child.tag in _UNPAINTED for child in self._root.children):
            raise BadSvg("it paints nothing")
        return Symbol(name, items, self.box)


def _parse(content: bytes) -> _Node:
    """Parse the tree of elements, omitting the namespaces of drawing programs."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    top = _Node("", {})
    stack, count, skipped = [top], 0, 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count, skipped
        space, _, tag = name.rpartition(" ")
        count += 1
        if count > MOST_ELEMENTS or len(stack) > DEEPEST:
            raise BadSvg(f"it has more than {MOST_ELEMENTS:,} elements, or they are nested deeper than {DEEPEST}")
        if skipped or space != _SVG:
            if not space and len(stack) == 1:
                raise BadSvg('it lacks the namespace of SVG: xmlns="http://www.w3.org/2000/svg"')
            skipped += 1
            return
        if tag in _REJECTED:
            raise BadSvg(f"{_REJECTED[tag]} (line {parser.CurrentLineNumber})")
        node = _Node(tag, {key.rpartition(" ")[2]: value for key, value in attributes.items() if _is_ours(key)})
        _check(node, parser.CurrentLineNumber)
        stack[-1].children.append(node)
        stack.append(node)

    def end(_name: str) -> None:
        nonlocal skipped
        if skipped:
            skipped -= 1
        else:
            stack.pop()

    def text(data: str) -> None:
        if not skipped and stack[-1].tag == "style":
            stack[-1].text += data

    def doctype(_name: str, _system: str | None, _public: str | None, internal: int) -> None:
        if internal:
            raise BadSvg("it defines entities")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError) as error:
        raise BadSvg(f"it is not XML: {error}") from None
    if not top.children:
        raise BadSvg("it is not an SVG picture")
    return top.children[0]


def _is_ours(key: str) -> bool:
    space, _, _ = key.rpartition(" ")
    return space in ("", _XLINK)


def _check(node: _Node, line: int) -> None:
    for key, value in node.attributes.items():
        if key.lower().startswith("on"):
            raise BadSvg(f"it holds a script (line {line})")
        if key == "href" and not value.startswith("#"):
            raise BadSvg(f"it refers to something outside the file (line {line})")
        if "url(" in value and not _LOCAL.search(value):
            raise BadSvg(f"it refers to something outside the file (line {line})")


def _length(text: str | None, default: float = 0.0) -> float:
    match = _NUMBER.match(text.strip()) if text else None
    if not text or not match:
        return default
    unit = text.strip()[match.end() :]
    if unit not in _UNITS:
        raise BadSvg(f"the length {text.strip()[:20]} has a unit that is not understood")
    return _parse_number(match[0]) * _UNITS[unit]


def _parse_number(number: str) -> float:
    value = float(number) if len(number) <= _LONGEST_NUMBER else math.inf
    if not -1e6 < value < 1e6:
        raise BadSvg("a number in it is far too large")
    return value


def _numbers(text: str) -> list[float]:
    return [_parse_number(match[0]) for match in _NUMBER.finditer(text)]


def _view_box(root: _Node) -> Rect:
    view_box = _numbers(root.attributes.get("viewBox", ""))
    if len(view_box) == 4:
        box = Rect(*view_box)
    else:
        box = Rect(0.0, 0.0, *(_length(root.attributes.get(side)) for side in ("width", "height")))
    if box.width <= 0 or box.height <= 0:
        raise BadSvg("it has no size: neither a viewBox nor width and height")
    return box


class _Look(Struct, frozen=True):
    """The attributes that elements inherit."""

    values: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, _DEFAULTS.get(name, ""))


_DEFAULTS = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "color": "#000000",
}
_INHERITED = frozenset(("stroke-dasharray", "visibility", *_DEFAULTS))


class _Reader:
    """A document: its elements by id, its classes, and the amount of work done."""

    def __init__(self, root: _Node, paths: dict[str, Outline], rules: ClassRules | None) -> None:
        self._by_id: dict[str, _Node] = {}
        self._classes: dict[str, dict[str, str]] = {}
        self._rules = rules
        self._drawn = self._work = 0
        self._outer = IDENTITY  # all transforms around the current element
        self._segments = 0
        self._paths = paths  # by their data: outlines already read for another look
        self._clips: dict[str, tuple[Outline, int]] = {}  # with what they cost
        self._colours: dict[int, tuple[tuple[Stop, ...], int]] = {}
        self._collect(root)

    def _collect(self, node: _Node) -> None:
        if "id" in node.attributes:
            self._by_id.setdefault(node.attributes["id"], node)
        if node.tag == "style":
            for names, declared in _rules(node.text):
                self._spend(sum(map(len, names)) + len(names) * len(declared))
                for name in names:
                    self._classes.setdefault(name, {}).update(declared)
        for child in node.children:
            self._collect(child)

    def _attributes(self, node: _Node) -> dict[str, str]:
        attributes = dict(node.attributes)
        self._spend(20 + sum(map(len, attributes.values())))
        names = attributes.get("class", "").split()
        for name in names:
            if self._rules is not None and self._rules.knows(name):
                continue
            if self._rules is not None and name not in self._classes:
                raise UnknownClass(f"the class {name[:60]!r} is neither a tone of the game nor in its style sheet")
            self._spend(len(declared := self._classes.get(name, {})))
            attributes |= declared
        if self._rules is not None:
            attributes |= self._rules.declare(names, node.attributes)
        attributes |= _declarations(attributes.get("style", ""))
        for key in ("filter", "mask"):
            if attributes.get(key, "none") != "none":
                raise BadSvg(f"it uses a {key}")
        return attributes

    def _spend(self, characters: int) -> None:
        """Count the cost of repeated parts: a path may be used a thousand times, a style by every element."""
        self._work += characters
        if self._work > MOST_WORK:
            raise BadSvg("it repeats its parts so often that it is far too large")

    def items(self, node: _Node, look: _Look, depth: int = 0) -> Iterator[Item]:
        """Yield the items of an element's children."""
        for child in node.children:
            yield from self._item(child, look, depth + 1)

    def _item(self, node: _Node, look: _Look, depth: int) -> Iterator[Item]:
        self._drawn += 1
        if self._drawn > MOST_ELEMENTS or depth > DEEPEST:
            raise BadSvg(f"it paints more than {MOST_ELEMENTS:,} things, or uses itself")
        if node.tag in _UNPAINTED:
            return
        attributes = self._attributes(node)
        if attributes.get("display") == "none":
            return
        inherited = {key: value for key, value in attributes.items() if key in _INHERITED and value != "inherit"}
        inner_look = _Look({**look.values, **inherited})
        place = _transform(attributes.get("transform", ""))
        outer, self._outer = self._outer, _bounded_transform(self._outer @ place)
        match node.tag:
            case "g" | "svg" | "switch":
                inner: tuple[Item, ...] = tuple(self.items(node, inner_look, depth))
            case "use":
                inner = tuple(self._use_items(attributes, inner_look, depth))
            case _:
                inner = tuple(self._shape(node.tag, attributes, inner_look))
        self._outer = outer
        clip = self._clip(attributes)
        opacity = _share(attributes.get("opacity", "1"))
        if inner and (place != IDENTITY or clip is not None or opacity < 1):
            yield Group(inner, place, clip, opacity)
        else:
            yield from inner

    def _use_items(self, attributes: Mapping[str, str], look: _Look, depth: int) -> Iterator[Item]:
        target = self._by_id.get(attributes.get("href", "")[1:])
        if target is None:
            raise BadSvg("it uses an element that it does not contain")
        shift = Transform.translation(_length(attributes.get("x")), _length(attributes.get("y")))
        if target.tag == "symbol":
            items = tuple(self.items(target, look, depth))
        else:
            items = tuple(self._item(target, look, depth + 1))
        yield Group(items, shift)

    def _clip(self, element: Mapping[str, str]) -> Outline | None:
        match = _LOCAL.search(element.get("clip-path", ""))
        node = self._by_id.get(match[1]) if match else None
        if match is None or node is None:
            return None
        if match[1] in self._clips:
            outline, cost = self._clips[match[1]]
            self._spend(cost)
            return outline
        before, parts = self._work, list[Outline]()
        for child in node.children:
            attributes = self._attributes(child)
            if child.tag in _SHAPES:
                outline = self._outline(child.tag, attributes)
                parts.append(outline.moved(_transform(attributes.get("transform", ""))))
        outline = Outline(tuple(segment for part in parts for segment in part.segments))
        self._clips[match[1]] = outline, self._work - before
        return outline

    def _shape(self, tag: str, attributes: Mapping[str, str], look: _Look) -> Iterator[Item]:
        if tag not in _SHAPES:
            raise BadSvg(f"the element <{tag}> is not understood")
        if look["visibility"] in ("hidden", "collapse"):
            return
        outline = self._outline(tag, attributes)
        if not outline.segments:
            return
        fill = self._paint(look["fill"], outline, look)
        stroke = self._stroke(look, outline)
        fade = _share(look["fill-opacity"]) if fill is not None else 1.0
        line_fade = _share(look["stroke-opacity"]) if stroke is not None else 1.0
        rule = "evenodd" if look["fill-rule"] == "evenodd" else "nonzero"
        if fill is not None and stroke is not None and fade != line_fade:
            yield Path(outline, fill, None, fade, rule)  # type: ignore[arg-type]
            yield Path(outline, None, stroke, line_fade)
        elif fill is not None or stroke is not None:
            yield Path(outline, fill, stroke, min(fade, line_fade), rule)  # type: ignore[arg-type]

    def _outline(self, tag: str, attributes: Mapping[str, str]) -> Outline:
        """Return the outline of a shape; a repeated path is parsed once."""
        if tag != "path":
            return _outline(tag, attributes)
        data = attributes.get("d", "")
        if data not in self._paths:
            self._paths[data] = _outline(tag, attributes)
            self._segments += len(self._paths[data].segments)
            if self._segments > MOST_SEGMENTS:
                raise BadSvg(f"its paths have more than {MOST_SEGMENTS:,} parts")
        return self._paths[data]

    def _stroke(self, look: _Look, outline: Outline) -> Stroke | None:
        paint = self._paint(look["stroke"], outline, look)
        width = _length(look["stroke-width"], 1.0)
        if paint is None or width <= 0:
            return None
        colour = paint if isinstance(paint, Colour) else paint.stops[0].colour
        cap = Cap(look["stroke-linecap"]) if look["stroke-linecap"] in tuple(Cap) else Cap.BUTT
        join = Join(look["stroke-linejoin"]) if look["stroke-linejoin"] in tuple(Join) else Join.MITER
        dashes = tuple(abs(value) for value in _numbers(look["stroke-dasharray"]))[:16]
        return Stroke(colour, width, cap, join, dashes if any(dashes) else ())

    def _paint(self, text: str, outline: Outline, look: _Look) -> Paint | None:
        word = text.strip()
        if word in ("none", "transparent"):
            return None
        match = _LOCAL.search(word)
        if match:
            node = self._by_id.get(match[1])
            if node is None:
                return None
            return self._gradient(node, outline)
        return _colour(look["color"] if word == "currentColor" else word)

    def _gradient(self, node: _Node, outline: Outline) -> Paint:
        attributes, stops, source = dict(node.attributes), self._stops(node), node
        for _ in range(4):  # a gradient may inherit its stops from another
            link = source.attributes.get("href", "")
            if not link or link[1:] not in self._by_id:
                break
            source = self._by_id[link[1:]]
            attributes = {**source.attributes, **attributes}
            stops = stops or self._stops(source)
        if not stops:
            raise BadSvg("a gradient has no colours")
        if len(stops) == 1:
            return stops[0].colour
        box = outline.bounds
        is_relative = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        to_scene = Transform(box.width or 1.0, 0.0, 0.0, box.height or 1.0, box.x, box.y) if is_relative else IDENTITY
        place = to_scene @ _transform(attributes.get("gradientTransform", ""))
        share = 1.0 if is_relative else 0.0

        def at(key: str, default: float) -> float:
            text = attributes.get(key, "")
            if text.endswith("%"):
                return (_numbers(text) or [0.0])[0] / 100 * (1.0 if is_relative else box.width)
            return _length(text, default) if text else default

        if node.tag == "linearGradient":
            start, end = Point(at("x1", 0.0), at("y1", 0.0)), Point(at("x2", share), at("y2", 0.0))
            return LinearGradient(place(start), place(end), stops)
        centre, radius = Point(at("cx", 0.5), at("cy", 0.5)), at("r", 0.5)
        rim = place(centre + Point(radius, 0.0))
        return RadialGradient(place(centre), max(place(centre).distance(rim), 1e-6), stops)

    def _stops(self, node: _Node) -> tuple[Stop, ...]:
        if id(node) in self._colours:
            cached, cost = self._colours[id(node)]
            self._spend(cost)
            return cached
        before, stops, last = self._work, list[Stop](), 0.0
        for child in node.children:
            if child.tag == "stop":
                attributes = self._attributes(child)
                last = max(last, _share(attributes.get("offset", "0")))
                colour = _colour(attributes.get("stop-color", "#000000"))
                stops.append(Stop(last, colour, _share(attributes.get("stop-opacity", "1"))))
        self._colours[id(node)] = tuple(stops), self._work - before
        return tuple(stops)


def _rules(text: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the classes of a style sheet with their declarations, in one pass. Raises BadSvg for anything else."""
    parts, at = [], 0
    while (start := text.find("/*", at)) >= 0:
        parts.append(text[at:start])
        at = text.find("*/", start + 2) + 2
        if at < 2:
            raise BadSvg("its style sheet has an unclosed comment")
    *rules, rest = "".join([*parts, text[at:]]).split("}")
    for rule in [*rules, *([rest] if rest.strip() else [])]:
        names, brace, body = rule.partition("{")
        matches = [_CLASS.fullmatch(name.strip()) for name in names.split(",")]
        if not brace or rule is rest or None in matches or "{" in body:
            raise BadSvg(f"its style sheet is not understood: {rule.strip()[:40]!r}; use presentation attributes")
        yield [match[1] for match in matches if match], _declarations(body)


def _declarations(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";"))
    return {key.strip(): value.replace("!important", "").strip() for key, _, value in pairs if key.strip()}


def _share(text: str) -> float:
    numbers = _numbers(text)
    value = numbers[0] / (100 if text.strip().endswith("%") else 1) if numbers else 1.0
    return min(max(value, 0.0), 1.0)


_PART = r"([01]|0\.\d{1,20}|1\.0|\d(?:\.\d{1,20})?e-\d\d)"
_EXACT = re.compile(rf"color\(srgb {_PART} {_PART} {_PART}\)")


def _colour(text: str) -> Colour:
    exact = _EXACT.fullmatch(text)  # the CSS notation of colours finer than 1/255
    if exact:
        return Colour(float(exact[1]), float(exact[2]), float(exact[3]))
    from PIL import ImageColor

    try:
        red, green, blue = ImageColor.getrgb(text.strip().lower())[:3]
    except ValueError:
        raise BadSvg(f"the colour {text.strip()[:30]!r} is not understood") from None
    return Colour(min(red, 255) / 255, min(green, 255) / 255, min(blue, 255) / 255)  # rgb(300, 0, 0) is red in CSS


_CALL = re.compile(r"\s*+,?+\s*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)")


def _transform(text: str) -> Transform:
    place, at = IDENTITY, 0
    text = text.strip()
    while at < len(text):
        match = _CALL.match(text, at)
        if not match:
            raise BadSvg(f"the transform {text[at : at + 30]!r} is not understood")
        at = match.end()
        place = _bounded_transform(place @ _one_transform(match[1], _numbers(match[2])))
    return place


def _bounded_transform(place: Transform) -> Transform:
    """Return the transform unchanged. Raises BadSvg if combined transforms become too large to print."""
    if not all(-_LARGEST < value < _LARGEST for value in (place.a, place.b, place.c, place.d, place.e, place.f)):
        raise BadSvg("its transforms together are far too large")
    return place


def _one_transform(name: str, n: list[float]) -> Transform:
    match name, n:
        case "matrix", [a, b, c, d, e, f]:
            return Transform(a, b, c, d, e, f)
        case "translate", [x]:
            return Transform.translation(x, 0.0)
        case "translate", [x, y]:
            return Transform.translation(x, y)
        case "scale", [x]:
            return Transform.scaling(x)
        case "scale", [x, y]:
            return Transform.scaling(x, y)
        case "rotate", [angle]:
            return Transform.rotation(angle)
        case "rotate", [angle, x, y]:
            return Transform.rotation(angle, Point(x, y))
        case "skewX", [angle]:
            return Transform(c=math.tan(math.radians(angle)))
        case "skewY", [angle]:
            return Transform(b=math.tan(math.radians(angle)))
    raise BadSvg(f"the transform {name} has {len(n)} numbers")


# --- shapes ------------------------------------------------------------------------------------------------------


def _outline(tag: str, attributes: Mapping[str, str]) -> Outline:
    try:
        return _SHAPES[tag](attributes)
    except BadPath as error:
        raise BadSvg(str(error)) from None


def _rect(attributes: Mapping[str, str]) -> Outline:
    box = Rect(*(_length(attributes.get(key)) for key in ("x", "y", "width", "height")))
    if box.width <= 0 or box.height <= 0:
        return Outline(())
    radius = _length(attributes.get("rx", attributes.get("ry")))
    return rounded(box, radius) if radius > 0 else rectangle(box)


def _ellipse(attributes: Mapping[str, str]) -> Outline:
    radius = attributes.get("r")
    across, down = _length(attributes.get("rx", radius)), _length(attributes.get("ry", radius))
    if across <= 0 or down <= 0:
        return Outline(())
    return ellipse(Point(_length(attributes.get("cx")), _length(attributes.get("cy"))), across, down)


def _line(attributes: Mapping[str, str]) -> Outline:
    ends = [Point(_length(attributes.get(f"x{n}")), _length(attributes.get(f"y{n}"))) for n in (1, 2)]
    return polyline(ends)


def _points(attributes: Mapping[str, str], closed: bool) -> Outline:
    numbers = _numbers(attributes.get("points", ""))
    points = [Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
    return polyline(points, closed=closed) if len(points) > 1 else Outline(())


_SHAPES: Mapping[str, Callable[[Mapping[str, str]], Outline]] = {
    "path": lambda attributes: path_outline(attributes.get("d", "")),
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": lambda attributes: _points(attributes, closed=False),
    "polygon": lambda attributes: _points(attributes, closed=True),
}
