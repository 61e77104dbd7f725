"""The tiles as printed: hexagons with a colour for each land."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, radians, sin, sqrt
from typing import Any

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Path, Symbol
from cloudy_pnp.draw.shapes import polygon, rectangle
from cloudy_pnp.game.contract import (
    Component,
    ComponentKind,
    Data,
    DrawnFace,
    EntryRef,
    PrintSet,
    RenderOptions,
    Sketch,
)

RADIUS, BLEED = 20.0, 3.0
SIZE = (RADIUS * sqrt(3), RADIUS * 2)
CENTRE = Point(SIZE[0] / 2, RADIUS)
LANDS = {"w": "#3b7dd8", "f": "#3f8f4f", "s": "#d9b44a"}  # water, forest, sand


def corner(number: int, radius: float = RADIUS) -> Point:
    """Return a corner of the hexagon, clockwise from the upper right."""
    angle = radians(60 * number - 30)
    return Point(CENTRE.x + radius * cos(angle), CENTRE.y + radius * sin(angle))


HEXAGON = polygon(*(corner(number) for number in range(6)))


def draw(entry: Mapping[str, Any]) -> DrawnFace:
    """Draw six triangles, painted out to the bleed."""
    whole = Rect(-BLEED, -BLEED, SIZE[0] + 2 * BLEED, SIZE[1] + 2 * BLEED)
    far = RADIUS + 3 * BLEED
    lands = [
        Path(polygon(CENTRE, corner(number, far), corner(number + 1, far)), fill=Colour.parse(LANDS[land]))
        for number, land in enumerate(entry["edges"])
    ]
    return DrawnFace(Symbol(entry["id"], (Path(rectangle(whole), fill=Colour.parse(LANDS["s"])), *lands), whole))


def always(sketch: Sketch) -> Callable[[int], Sketch]:
    """Return the same sketch for every copy."""
    return lambda _copy: sketch


def components(data: Data, options: RenderOptions) -> PrintSet:
    """Return every tile; there are no cards."""
    faces, tiles = [], []
    for entry in data.get("tiles", ()):
        if options.entries is None or entry["id"] in options.entries:
            about = EntryRef("tiles", entry["id"])
            title = entry["name"].get(options.lang, "")
            face = Sketch(entry["id"], "tiles", partial(draw, entry), entry["edges"], about, title)
            faces.append(face)
            tile = Component(
                face.name, SIZE, always(face), None, entry["count"], ComponentKind.TOKEN, HEXAGON, shows=(about,)
            )
            tiles.append(tile)
    [game] = data.get("game") or [{"name": {}}]
    return PrintSet(game["name"].get(options.lang, ""), tiles, faces)
