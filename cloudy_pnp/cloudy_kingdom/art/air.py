"""The air behind the vines, seen from above: nothing is upside down, whichever way a card is turned.

Each card has one of the style's skies with its weather, clouds in its four quarters, and perhaps something to find.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, around, placed
from cloudy_pnp.core.geometry import ORIGIN, Point, Transform
from cloudy_pnp.draw.colour import Colour, RadialGradient
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.clouds import scalloped, spiral
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Item, Outline, Symbol
from cloudy_pnp.draw.shapes import arc, circle, rectangle, star

# The feet of the bumps, clockwise, for clouds about 20 mm long; the puffs on them: place, radius and two angles.
_CLOUDS = (
    (
        (-9.6, 0.8),
        (-8.4, -3.6),
        (-4.0, -6.0),
        (1.8, -5.2),
        (6.6, -5.0),
        (9.8, -1.0),
        (8.6, 3.4),
        (4.4, 5.6),
        (-1.4, 4.8),
        (-6.2, 5.2),
    ),
    (
        (-10.0, 1.8),
        (-9.2, -2.0),
        (-5.0, -3.8),
        (0.2, -5.4),
        (5.0, -3.4),
        (9.4, -2.6),
        (10.0, 1.4),
        (6.2, 4.2),
        (1.0, 3.2),
        (-3.8, 5.0),
        (-8.0, 4.8),
    ),
    (
        (-8.0, -1.0),
        (-5.4, -5.2),
        (-0.4, -6.6),
        (4.4, -5.2),
        (8.0, -2.2),
        (7.4, 2.6),
        (3.8, 5.6),
        (-1.6, 6.2),
        (-6.4, 4.0),
    ),
    (
        (-10.0, -0.6),
        (-7.0, -4.4),
        (-2.2, -3.4),
        (2.4, -5.6),
        (7.6, -3.6),
        (9.8, 0.4),
        (6.4, 3.0),
        (2.2, 2.4),
        (-1.2, 5.2),
        (-6.4, 4.4),
    ),
)
_PUFFS = (
    ((-3.6, -0.4, 2.6, 150, 330), (3.4, 0.8, 2.2, -40, 150)),
    ((-4.6, 0.6, 2.2, 130, 320), (3.6, -0.2, 2.4, -60, 130)),
    ((-2.0, -1.6, 2.4, 150, 340), (2.8, 1.8, 2.0, -30, 150)),
    ((-4.2, 0.2, 2.0, 140, 330), (4.0, -1.0, 2.2, -60, 120)),
)
KINDS = len(_CLOUDS)


def cloud_outline(kind: int) -> Outline:
    """Return the outline of a cloud from above, about 20 mm long around the origin."""
    return scalloped([Point(x, y) for x, y in _CLOUDS[kind]], 0.34)


def cloud(pen: Pen, kind: int) -> Symbol:
    """Draw a nearby cloud: white, with a pale border all around, puffs and a curl."""

    def draw() -> Symbol:
        colours, outline = pen.colours, cloud_outline(kind)
        items = pen.shape(outline, colours.cloud_shade, colours.cloud_line if pen.style.ink_saving else None)
        items += pen.tint(outline.moved(Transform.scaling(0.9, 0.87)), colours.cloud)
        for x, y, radius, start, end in _PUFFS[kind]:
            items += pen.gleam(arc(Point(x, y), radius, start, end), colours.cloud_shade, 0.55)
        x, y, radius, *_ = _PUFFS[kind][0]
        curl = spiral(Point(x, y), radius * 0.62, 1 if kind % 2 else -1, 160.0, 380.0)
        items += pen.line(curl.outline(), colours.cloud_line, pen.lines.detail)
        return Symbol(f"cloud-above-{kind}", items, around(14, 10))

    return pen.kept(f"cloud-above-{kind}", draw)


def far_cloud(pen: Pen, kind: int) -> Symbol:
    """Draw a cloud far below: one pale veil, whatever the sky behind it."""
    name = f"far-cloud-{kind}"
    return pen.kept(name, lambda: Symbol(name, pen.tint(cloud_outline(kind), pen.colours.cloud, 0.4), around(14, 10)))


def background(pen: Pen, random: Random, empty: Sequence[tuple[int, int]] | None = None) -> Items:
    """Draw the background of a vine card: one colour along all its edges.

    `empty` are the quarters of the card (signs of x and y) where no vine runs: there is room for something to find.
    Without it there are only clouds.
    """
    sky = random.part("sky").pick(pen.style.skies)
    items: list[Item] = [*_ground(pen, sky.edge, sky.light)]
    row = pen.frame.top * 0.56
    if empty is not None:
        items += _WEATHER[sky.weather](pen, random.part("weather"), row)
    diagonal = random.sign()
    finds: list[Item] = []
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        size, turn = random.between(0.9, 1.15), random.between(0, 360)
        far = Point(x * _beside(size), y * (row + random.between(-9, 9)))
        items.append(placed(far_cloud(pen, int(random.number() * KINDS)), far, size, turn=turn))
        kind, size = int(random.number() * KINDS), random.between(0.8, 1.08)
        at = Point(x * _beside(size), y * (row + random.between(-7, 10)))
        if x * y == diagonal or random.chance(0.2):
            items.append(placed(cloud(pen, kind), at, size, turn=random.between(-35, 35) + 180 * random.chance(0.5)))
        elif empty is not None and ((x, y) in empty or random.chance(0.55)):
            finds += _find(pen, at, (x, y) in empty, random)
    return (*items, *finds)


def _ground(pen: Pen, edge: Colour, light: Colour) -> Items:
    """Draw one colour along the cut that grows lighter towards the middle."""
    glow = RadialGradient.between(ORIGIN, HALF, light, edge)
    return (*pen.tint(rectangle(pen.frame.sheet), edge), *pen.tint(rectangle(around(HALF)), glow))


def _find(pen: Pen, at: Point, is_roomy: bool, random: Random) -> Items:
    """Draw something that lives or travels here: large things mostly where there is room for them."""
    large = ("balloon", "castle-above", "dragon")
    small = ("swallow", "geese", "butterfly", "dragonfly", "bee")
    name = random.pick(large if random.chance(0.85 if is_roomy else 0.3) else small)
    return (placed(pen.art(name), at, random.between(0.92, 1.08), turn=random.between(0, 360)),)


# Weather: more things in the air, none of them with a top.


def _fair(_pen: Pen, _random: Random, _row: float) -> Items:
    return ()


def _dawn(pen: Pen, random: Random, row: float) -> Items:
    """Draw veils of mist, and a full-circle rainbow, as seen from above."""
    colours = pen.colours
    items: Items = ()
    for y in (-1, 1):
        at = Point(random.between(-9, 9), y * random.between(row * 0.2, row * 1.5))
        way = Curve.through(*(at + Point(x, 1.6 * (-1) ** number) for number, x in enumerate((-15, -5, 5, 15))))
        items += pen.gleam(way.outline(), colours.cloud, random.between(2.0, 3.4), 0.5)
        items += pen.gleam(way.moved(Transform.translation(4.0, 3.4)).outline(), colours.cloud, 1.2, 0.5)
    bow = (colours.berry, colours.flame, colours.flame_light, colours.leaf, colours.night_light, colours.dusk)
    for number, tone in enumerate(bow):
        items += pen.gleam(circle(ORIGIN, 21.5 - 1.1 * number), tone.lighter(0.45), 1.15, 0.26)
    return items


def _wind(pen: Pen, random: Random, row: float) -> Items:
    """Draw gusts that curl, with leaves and seeds on them."""
    colours = pen.colours
    items: Items = ()
    for y in (-1, 1):
        side = random.sign()
        at = Point(side * 15.5, y * (row + random.between(-12, 8)))
        gust = Curve.through(Point(-9.0, 1.6), Point(-4.0, -0.4), Point(0.0, 0.6), Point(3.4, 2.2))
        curl = spiral(Point(3.4, -0.2), 2.4, 1, 90.0, -330.0)
        place = Transform.translation(at.x, at.y) @ Transform.rotation(random.between(0, 360))
        for shift, part in ((0.0, gust + curl), (2.4, gust.part(0.1, 0.75))):
            items += pen.gleam(
                part.moved(place @ Transform.translation(0.0, shift)).outline(), colours.cloud, 0.9, 0.95
            )
        items += (placed(pen.art("seed"), place(Point(-4.0, -4.6)), 1.0, turn=random.between(0, 360)),)
        if not pen.style.ink_saving:
            items += (placed(pen.art("leaf-1"), place(Point(6.4, 4.6)), 0.36, turn=random.between(0, 360)),)
    return items


def _dusk(pen: Pen, random: Random, row: float) -> Items:
    """Draw the first stars."""
    items: Items = ()
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        for _ in range(3):
            at = Point(x * random.between(8.5, 25), y * random.between(row * 0.4, row * 1.62))
            size = random.between(0.7, 1.7)
            items += pen.tint(star(at, size, size * 0.3, 4), pen.colours.cloud)
            items += pen.tint(circle(at + Point(3.1, 1.7), 0.28), pen.colours.cloud)
    return items


_WEATHER: Mapping[str, Callable[[Pen, Random, float], Items]] = {
    "fair": _fair,
    "dawn": _dawn,
    "wind": _wind,
    "dusk": _dusk,
}


def _beside(size: float) -> float:
    """Return how far from the middle a cloud floats so that it keeps clear of the long side."""
    return HALF - 2.8 - 10.6 * size
