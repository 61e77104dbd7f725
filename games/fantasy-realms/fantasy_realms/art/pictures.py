"""The picture of every card, by the card's id; cards of packs show another card's picture, or their suit's emblem."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Group, Path
from fantasy_realms.art import nature, people, things
from fantasy_realms.art.canvas import WIDE, Canvas, tones_of
from fantasy_realms.art.emblems import EMBLEMS

Draw = Callable[[Canvas], None]


def _drawn(*rooms: object) -> dict[str, Draw]:
    """Every public function of some modules that draws a picture, by the id of its card."""
    return {
        name.replace("_", "-"): thing
        for room in rooms
        for name, thing in vars(room).items()
        if callable(thing) and getattr(thing, "__module__", "") == getattr(room, "__name__", "-") and name[0] != "_"
    }


PICTURES: Mapping[str, Draw] = _drawn(nature, people, things)


def picture(name: str, suit: str, colour: str, emblem: str, box: Rect, *, saving: bool = False) -> Items:
    """A picture in the tones of its card's suit; it fills a box as wide as it is."""
    tones = tones_of(suit, colour)
    canvas = Canvas(tones, saving=saving)
    if name in PICTURES:
        PICTURES[name](canvas)
    else:
        _emblem_picture(canvas, emblem)
    scale = box.width / WIDE
    return (Group(tuple(canvas.items), Transform(scale, 0.0, 0.0, scale, box.x, box.y)),)


def _emblem_picture(canvas: Canvas, emblem: str) -> None:
    """A card that nobody has drawn: the sign of its suit in the evening sky."""
    canvas.sky()
    canvas.disc(50, 38, 27)
    outline = EMBLEMS[emblem].moved(Transform(4.0, 0.0, 0.0, 4.0, 30.0, 18.0))
    canvas.items.append(Path(outline, canvas.tones["near"]))
    canvas.ground(72, "base", 2)
    canvas.ground(77, "near", 1.5)


def emblem(name: str, box: Rect, colour: Colour) -> Items:
    """The sign of a suit, as large as its box."""
    size = min(box.width, box.height)
    scale = Transform(size / 10, 0.0, 0.0, size / 10, box.centre.x - size / 2, box.centre.y - size / 2)
    return (Path(EMBLEMS[name].moved(scale), colour, rule="nonzero"),)
