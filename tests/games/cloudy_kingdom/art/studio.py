"""What the tests of the art share: the shipped game and style, pictures of faces, and cuts through outlines."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from PIL import Image
from PIL.Image import Image as Picture

from cloudy_pnp.cloudy_kingdom.art.style import Style, pen_for, style_from_data
from cloudy_pnp.cloudy_kingdom.art.vine_face import vine_face
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, kingdom_from_data
from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_source
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Close, Cubic, Line, Move, Outline, Page, Symbol, Use

FORMATS = {
    "bridge": (57.15, 88.9),
    "poker": (63.5, 88.9),
    "tcg": (63.0, 88.0),
    "mini euro": (44.0, 68.0),
    "tarot": (70.0, 120.0),
    "domino": (44.45, 88.9),
    "square": (70.0, 70.0),
}


@cache
def shipped() -> dict[str, Any]:
    """The shipped card data by kind."""
    data: dict[str, Any] = {}
    for path in sorted((shipped_root() / "cards" / "cloudy-kingdom").glob("*.yaml")):
        if not path.name.endswith((".board.yaml", ".game.yaml")):
            data |= read_source(path, path.name).documents[0]
    return data


@cache
def kingdom() -> Kingdom:
    return kingdom_from_data({**shipped(), "game": [shipped()["game"]]})


@cache
def style(name: str = "bridge") -> Style:
    return style_from_data(shipped()["style"]).sized(*FORMATS[name])


def face(**data: Any) -> Face:
    """A face as card data writes it; strands as words: `face(vines=["ns", "e"], bridges=["ns"], e="hole")`."""
    breaks = [{"at": at, "kind": kind} for at, kind in data.items() if at in ("n", "e", "s", "w", "centre")]
    return Face.from_data(
        {"vines": [list(word) for word in data["vines"]], "bridges": [list(word) for word in data.get("bridges", [])]}
        | {"breaks": breaks}
    )


def drawn(what: Face, look: Style | None = None, copy: int = 1) -> Symbol:
    """A vine card with this face."""
    pen = pen_for(look or style())
    return pen.frame.symbol("card", vine_face(pen, what, Random("card", copy)))


def picture(symbol: Symbol, dpi: float = 127, *, grey: bool = False) -> Picture:
    """The cut card in pixels; at 127 dpi a millimetre is five pixels. The bleed is the style's."""
    bleed = style().frame.bleed
    width, height = symbol.bounds.width - 2 * bleed, symbol.bounds.height - 2 * bleed
    page = Page(width, height, (Use(symbol, Transform.translation(0.0, 0.0)),))
    return Image.open(io.BytesIO(png_bytes(page, dpi, grey=grey))).convert("L" if grey else "RGB")


def pixel(shown: Picture, at: Point, dpi: float = 127) -> tuple[int, int, int]:
    """The colour of a place of the drawing (origin in the middle of a bridge card)."""
    x, y = (shown.width / 2 + at.x * dpi / 25.4, shown.height / 2 + at.y * dpi / 25.4)
    return colour(shown, min(int(x), shown.width - 1), min(int(y), shown.height - 1))


def colour(shown: Picture, x: int, y: int) -> tuple[int, int, int]:
    """The colour of a pixel."""
    found = shown.getpixel((x, y))
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue


def is_sky(shown: tuple[int, int, int]) -> bool:
    """Light in all its parts: some sky or cloud, and nothing that the rules know."""
    return min(shown) > 190


def is_green(shown: tuple[int, int, int]) -> bool:
    red, green, blue = shown
    return green > red + 10 and green > blue + 10


Chords = list[tuple[Point, Point]]


def chords(outline: Outline) -> Chords:
    """An outline in short straight lines."""
    return list(_chords(outline))


def cut(lines: Chords, start: Point, end: Point) -> list[float]:
    """Return where the straight line from start to end meets an outline: distances from its start, sorted."""
    way = (end - start).unit
    level = way.cross(start)
    found = []
    for a, b in lines:
        here, there = way.x * a.y - way.y * a.x - level, way.x * b.y - way.y * b.x - level
        if (here < 0) != (there < 0):
            along = way.dot(a.towards(b, here / (here - there)) - start)
            if 0 <= along <= start.distance(end):
                found.append(along)
    return sorted(found)


def _chords(outline: Outline) -> Iterator[tuple[Point, Point]]:
    here = first = Point(0.0, 0.0)
    for segment in outline.segments:
        match segment:
            case Move(to):
                here = first = to
            case Line(to):
                yield here, to
                here = to
            case Cubic(one, two, to):
                points = [_at(here, one, two, to, step / 16) for step in range(17)]
                yield from pairwise(points)
                here = to
            case Close():
                yield here, first
                here = first


def _at(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    s = 1 - t
    a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
    return Point(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
