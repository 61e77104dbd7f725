"""The picture of every card: a file of the card's id in `templates/fantasy-realms/art`.

Cards of packs have their own picture, show another card's, or the emblem of their suit.

The back of the cards: the signs of the suits in a ring around a star, the same both ways round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path as FilePath

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.kit import art
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Group, Outline, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, ellipse, polygon, star

_CREAM, _NIGHT, _GOLD = (Colour.parse(text) for text in ("#fff3d6", "#191522", "#f2b53a"))
_DIM = 0.3  # a darker frame carries a lighter pattern
_ACCENTS = {"flame": "#ffd257", "army": "#c8452f", "wizard": "#ffd76a", "artifact": "#7a2f6b", "weapon": "#c8452f"}


def tones_of(suit: str, colour: str) -> dict[str, Colour]:
    """Return the tones of a suit by their names."""
    base = Colour.parse(colour)
    accent = Colour.parse(_ACCENTS[suit]) if suit in _ACCENTS else _GOLD
    frame = base.darker(0.12)
    return {
        "top": base.mixed(WHITE, 0.42),
        "low": base.mixed(_CREAM, 0.86),
        "far": base.mixed(_CREAM, 0.58),
        "mid": base.mixed(_CREAM, 0.28),
        "base": base,
        "near": base.mixed(_NIGHT, 0.42),
        "ink": base.mixed(_NIGHT, 0.78),
        "light": _CREAM,
        "white": WHITE,
        "accent": accent,
        "deep": accent.mixed(_NIGHT, 0.35),
        "mark": frame.mixed(_NIGHT, 0.34) if frame.luminance > _DIM else frame.mixed(_CREAM, 0.2),
    }


TONES = tuple(tones_of("", "#000000"))  # their names


# In a box of ten by ten, from (0, 0).
EMBLEMS: Mapping[str, Outline] = {
    "mountain": trace("M 0.3 9 L 3.8 2.2 L 5.4 5 L 6.6 3.2 L 9.7 9 Z"),
    "drop": trace(
        "M 5 0.4 C 6.2 3 8.6 4.6 8.6 6.8 C 8.6 8.6 7 9.7 5 9.7 C 3 9.7 1.4 8.6 1.4 6.8 C 1.4 4.6 3.8 3 5 0.4 Z"
    ),
    "cloud": trace(
        "M 2.4 8.2 C 0.6 8.2 0 6.8 0.4 5.6 C 0.8 4.6 1.8 4.4 2.2 4.5 C 2.4 2.6 4 1.6 5.6 2 C 7 "
        "2.3 7.6 3.5 7.6 4.4 C 9 4.2 10 5.2 9.9 6.4 C 9.8 7.6 9 8.2 7.8 8.2 Z"
    ),
    "flame": trace(
        "M 5 9.8 C 2.4 9.8 1.2 8.2 1.4 6.2 C 1.6 4.6 2.8 4 2.9 2.4 C 3.9 2.9 4.2 3.7 4.2 4.4 C 5 "
        "3.4 5.2 1.8 4.8 0.2 C 7 1.4 8.7 4 8.6 6.4 C 8.5 8.4 7.2 9.8 5 9.8 Z"
    ),
    "shield": trace("M 1 0.8 L 9 0.8 L 9 4.4 C 9 7 7 8.9 5 9.8 C 3 8.9 1 7 1 4.4 Z"),
    "star": star(Point(5, 5.3), 5.0, 2.1, 5),
    "crown": trace("M 0.4 2.4 L 2.9 5 L 5 1 L 7.1 5 L 9.6 2.4 L 8.7 8.8 L 1.3 8.8 Z"),
    "paw": ellipse(Point(5, 7), 2.7, 2.3)
    + ellipse(Point(1.6, 4.6), 1.05, 1.5)
    + ellipse(Point(3.8, 2.3), 1.1, 1.6)
    + ellipse(Point(6.2, 2.3), 1.1, 1.6)
    + ellipse(Point(8.4, 4.6), 1.05, 1.5),
    "sword": trace(
        "M 5 0 L 5.9 1.4 L 5.9 6.2 L 8.2 6.2 L 8.2 7.3 L 5.6 7.3 L 5.6 9 L 6 9.9 L 4 9.9 L 4.4 9 "
        "L 4.4 7.3 L 1.8 7.3 L 1.8 6.2 L 4.1 6.2 L 4.1 1.4 Z"
    ),
    "gem": polygon(Point(2.4, 1.2), Point(7.6, 1.2), Point(9.8, 4), Point(5, 9.6), Point(0.2, 4)),
    "spiral": trace(
        "M 5 0.4 C 8 0.4 9.8 2.6 9.6 5.2 C 9.4 7.8 7.4 9.6 5 9.6 C 2.4 9.6 0.6 7.8 0.6 5.4 C 0.6 "
        "3.4 2.2 2 4.2 2 C 6.2 2 7.6 3.4 7.6 5 C 7.6 6.4 6.6 7.4 5.2 7.4 C 4 7.4 3.2 6.6 3.2 5.6 "
        "L 4.8 5.2 C 4.8 5.8 5.8 5.8 5.8 5 C 5.8 4.2 5.2 3.8 4.4 3.8 C 3.2 3.8 2.4 4.6 2.4 5.6 C "
        "2.4 7 3.6 7.8 5 7.8 C 6.6 7.8 7.8 6.6 7.8 5.2 C 7.8 3.4 6.6 2.2 5 2.2 Z"
    ),
    "leaf": trace("M 1 9 C 0.4 4 3.4 0.8 9.4 0.8 C 9.6 6 6.8 9.4 2.6 8 L 1.6 9.6 Z"),
    "moon": trace(
        "M 6.6 0.6 C 2.4 1 0.6 3.8 0.8 6 C 1 8.6 3.4 9.8 5.6 9.6 C 7.4 9.4 8.8 8.4 9.4 6.8 C 7 "
        "7.6 4.6 6.4 4.4 4.2 C 4.2 2.6 5.2 1.2 6.6 0.6 Z"
    ),
    "key": circle(Point(2.6, 5), 2.4)
    + trace("M 4.4 4.2 L 9.8 4.2 L 9.8 7.4 L 8.6 7.4 L 8.6 5.8 L 7.4 5.8 L 7.4 7 L 6.2 7 L 6.2 5.8 L 4.4 5.8 Z"),
}


_FOLDER = data_root(FilePath(__file__).parents[1]) / "templates" / "fantasy-realms" / "art"
_WINDOW = Rect(0.0, 0.0, 100.0, 80.0)  # the view box of every file
PICTURES = frozenset(path.stem for path in _FOLDER.glob("*.svg"))


def picture(name: str, suit: str, colour: str, emblem: str, box: Rect, *, saving: bool = False) -> Items:
    """Draw a picture in the tones of its card's suit, filling a box of its width.

    It is named, or a file of a project or a pack.
    """
    scale = box.width / _WINDOW.width
    items = _paint(name, suit, colour, emblem, saving)
    return (Group(items, Transform(scale, 0.0, 0.0, scale, box.x, box.y)),)


@lru_cache(1024)
def _paint(name: str, suit: str, colour: str, emblem: str, saving: bool) -> Items:
    colours = tones_of(suit, colour)
    tones = art.Tones(colours, art.Widths(), colours["ink"], saving)
    if isinstance(name, art.ArtFile):
        return art.Art(_FOLDER, portraits=(name,)).portrait(name.name, tones, _WINDOW, _WINDOW).items
    if name in PICTURES:
        return art.Art(_FOLDER).symbol(name, tones).items
    scene = art.Art(_FOLDER / "suit")  # the sign of the suit in the evening sky
    sign = Path(EMBLEMS[emblem].moved(Transform(4.0, 0.0, 0.0, 4.0, 30.0, 18.0)), colours["near"])
    return (*scene.symbol("sky", tones).items, sign, *scene.symbol("ground", tones).items)


def emblem(name: str, box: Rect, colour: Colour) -> Items:
    """Draw the sign of a suit, as large as its box."""
    size = min(box.width, box.height)
    scale = Transform(size / 10, 0.0, 0.0, size / 10, box.centre.x - size / 2, box.centre.y - size / 2)
    return (Path(EMBLEMS[name].moved(scale), colour, rule="nonzero"),)


BAND, _TILE = 3.0, 6.0  # mm: how wide the frame is, how long a piece of its pattern


@lru_cache(64)
def border(name: str, suit: str, colour: str, box: Rect, *, saving: bool = False) -> Items:
    """Draw the pattern of a suit in the frame of a card; the box is the cut card. It tells suits apart without colour."""
    tones = art.Tones(tones_of(suit, colour), art.Widths(), BLACK, saving)
    tile, corner = (art.Art(_FOLDER / "border").symbol(part, tones) for part in (name, "corner"))
    items: list[Use] = []
    for turn in range(4):
        across, down = (box.width, box.height) if turn % 2 == 0 else (box.height, box.width)
        middle = Transform.translation(box.centre.x, box.centre.y) @ Transform.rotation(90 * turn)
        edge = middle @ Transform.translation(-across / 2, -down / 2)
        count = round((across - 2 * BAND) / _TILE)
        step = (across - 2 * BAND) / count
        spots = (
            Transform.translation(BAND + at * step, 0.0) @ Transform.scaling(step / _TILE, 1.0) for at in range(count)
        )
        items += [Use(corner, edge), *(Use(tile, edge @ spot) for spot in spots)]
    return (Use(Symbol(f"border-{name}", tuple(items), box)),)


_STARLIGHT, _DARK = Colour.parse("#d9b560"), Colour.parse("#241d3d")


def back(box: Rect, emblems: Sequence[str]) -> Items:
    """Draw ten signs, twice around, symmetrical under a half turn."""
    centre, radius = box.centre, box.width * 0.33
    items: list[Path | Group] = [
        Path(circle(centre, radius + box.width * 0.08), stroke=Stroke(_STARLIGHT, 0.4)),
        Path(circle(centre, radius - box.width * 0.08), stroke=Stroke(_STARLIGHT, 0.4)),
        Path(star(centre, radius * 0.68, radius * 0.25, 10), _STARLIGHT),
        Path(circle(centre, radius * 0.2), _DARK),
        Path(circle(centre, radius * 0.11), _STARLIGHT),
    ]
    ring = list(emblems[:10]) * 2
    for index, name in enumerate(ring):
        turn = 360 / max(1, len(ring)) * index
        size = box.width * 0.07
        place = Rect.centred(Point(centre.x, centre.y - radius), size, size)
        items.append(Group(emblem(name, place, _STARLIGHT), Transform.rotation(turn, centre)))
    for way in (0.0, 180.0):
        spot = Point(centre.x, box.y + box.height * 0.115)
        items.append(Group((Path(star(spot, 3.4, 1.2, 4), _STARLIGHT),), Transform.rotation(way, centre)))
    return tuple(items)
