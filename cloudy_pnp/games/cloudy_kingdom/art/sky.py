"""Sky and clouds. Clouds are a few symbols, used again and again at other places, sizes and hands."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import RadialGradient
from cloudy_pnp.draw.kit.clouds import scalloped, spiral
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Cubic, Item, Move, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, polygon, rectangle
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed

# The feet of the bumps, clockwise from the left, for clouds about 20 mm wide; the last two are the flat underside.
_CLOUDS = (
    ((-10, 1.6), (-9.2, -2.2), (-5.4, -4.6), (0.6, -5.4), (5.2, -3.2), (8.6, -0.8), (10, 1.8), (4.6, 2.6), (-4.8, 2.6)),
    ((-10, 2.0), (-7.6, -1.4), (-3, -2.6), (-0.6, -5.6), (4.8, -5.2), (7.4, -1.6), (10, 2.0), (3.2, 2.8), (-4, 2.8)),
    ((-10, 1.4), (-8.4, -1.6), (-4, -3.2), (1.2, -2.4), (5, -3), (8.8, -1), (10, 1.4), (3.6, 2), (-3.6, 2)),
)
_CURLS = ((-4.4, -1.4, 2.5, 1), (3.6, -1.2, 2.1, -1), (5.0, -0.4, 1.9, 1))  # one in each: place, size, hand
KINDS = len(_CLOUDS)


def cloud_outline(kind: int) -> Outline:
    """One of the clouds, about 20 mm wide around the origin."""
    return scalloped([Point(x, y) for x, y in _CLOUDS[kind]])


def cloud(pen: Pen, kind: int) -> Symbol:
    """A cloud near by: white, shaded below, with a curl."""

    def draw() -> Symbol:
        colours, outline = pen.colours, cloud_outline(kind)
        x, y, radius, hand = _CURLS[kind]
        lit = outline.moved(Transform.scaling(0.93, 0.86, about=Point(0.0, -6.0)))
        items = (
            *pen.shape(outline, colours.cloud_shade, colours.cloud_line if pen.style.ink_saving else None),
            *pen.tint(lit, colours.cloud),
            *pen.line(spiral(Point(x, y), radius, hand).outline(), colours.cloud_line, pen.lines.detail),
        )
        return Symbol(f"cloud-{kind}", items, around(14, 10))

    return pen.kept(f"cloud-{kind}", draw)


def far_cloud(pen: Pen, kind: int) -> Symbol:
    """A cloud far away: one pale tint."""
    name = f"far-cloud-{kind}"
    return pen.kept(name, lambda: Symbol(name, pen.tint(cloud_outline(kind), pen.colours.haze), around(14, 10)))


def far_castle(pen: Pen) -> Symbol:
    """A castle in the distance, on a cloud: a pale silhouette about 14 mm wide."""

    def draw() -> Symbol:
        colours = pen.colours
        tone, roof = colours.haze.mixed(colours.cloud_line, 0.5), colours.haze.mixed(colours.cloud_line, 0.8)
        items: Items = ()
        for x, width, top in (
            (-4.4, 2.0, -3.4),
            (4.2, 2.2, -2.8),
            (-1.9, 3.8, -4.6),
            (1.7, 2.2, -6.6),
            (-2.6, 1.5, -7.4),
        ):
            items += pen.tint(rectangle(Rect(x - width / 2, top, width, 2.5 - top)), tone)
            tip = Point(x, top - width * 1.25)
            items += pen.tint(polygon(Point(x - width * 0.66, top), tip, Point(x + width * 0.66, top)), roof)
        base = cloud_outline(2).moved(Transform.scaling(0.74, 0.74)).moved(Transform.translation(0.0, 2.6))
        items += pen.tint(base, colours.haze.mixed(colours.cloud, 0.5))
        return Symbol("far-castle", items, around(11))

    return pen.kept("far-castle", draw)


def birds(pen: Pen) -> Symbol:
    """Three birds far away."""

    def draw() -> Symbol:
        items: Items = ()
        for x, y, size in ((-3.2, 0.6, 1.0), (0.4, -1.3, 0.8), (2.6, 0.9, 0.66)):
            wings = Outline(
                (
                    Move(Point(x - 1.7 * size, y - 0.7 * size)),
                    Cubic(Point(x - 1.0 * size, y - 1.1 * size), Point(x - 0.3 * size, y - 0.6 * size), Point(x, y)),
                    Cubic(
                        Point(x + 0.3 * size, y - 0.6 * size),
                        Point(x + 1.0 * size, y - 1.1 * size),
                        Point(x + 1.7 * size, y - 0.7 * size),
                    ),
                )
            )
            items += pen.line(wings, pen.colours.dusk, pen.lines.detail)
        return Symbol("birds", items, around(6, 4))

    return pen.kept("birds", draw)


def butterfly(pen: Pen) -> Symbol:
    """A butterfly seen from above, 5 mm wide."""

    def draw() -> Symbol:
        colours, fine = pen.colours, pen.lines.fine
        items: Items = ()
        for hand in (1.0, -1.0):

            def p(x: float, y: float, hand: float = hand) -> Point:
                return Point(x * hand, y)

            upper = Outline(
                (
                    Move(ORIGIN),
                    Cubic(p(0.4, -2.6), p(3.0, -3.0), p(2.7, -0.9)),
                    Cubic(p(2.5, 0.1), p(1.0, 0.2), ORIGIN),
                    CLOSE,
                )
            )
            lower = Outline(
                (
                    Move(ORIGIN),
                    Cubic(p(1.6, 0.0), p(2.6, 1.0), p(1.8, 1.9)),
                    Cubic(p(1.1, 2.4), p(0.2, 1.4), ORIGIN),
                    CLOSE,
                )
            )
            items += pen.shape(lower, colours.flame_light, colours.flame_line, fine)
            items += pen.shape(upper, colours.flame, colours.flame_line, fine)
            items += pen.tint(circle(p(1.8, -1.3), 0.45), colours.flame_light)
        items += pen.line(Outline((Move(Point(0, -1.2)), Cubic(ORIGIN, ORIGIN, Point(0, 1.3)))), colours.ink, 0.5)
        return Symbol("butterfly", items, around(4))

    return pen.kept("butterfly", draw)


def vine_sky(pen: Pen, random: Random, empty: Sequence[tuple[int, int]] | None = None) -> Items:
    """The background of a vine card: one colour along every edge, so that neighbours do not clash.

    `empty` are the quarters of the card (signs of x and y) where no vine runs: there is room for something to find.
    Without it there are only clouds.
    """
    colours = pen.colours
    light = RadialGradient.between(ORIGIN, HALF, colours.sky_light, colours.sky)
    items: list[Item] = [
        *pen.tint(rectangle(pen.frame.sheet), colours.sky),
        *pen.tint(rectangle(around(HALF)), light),
    ]
    row = pen.frame.top * 0.56
    diagonal = random.sign()
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        size, mirrored = random.between(0.9, 1.15), random.chance(0.5)
        far = Point(x * _beside(size), y * (row + random.between(-9, 9)))
        items.append(placed(far_cloud(pen, int(random.number() * KINDS)), far, size, mirrored=mirrored))
        kind, size, mirrored = int(random.number() * KINDS), random.between(0.85, 1.12), random.chance(0.5)
        at = Point(x * _beside(size), y * (row + random.between(-7, 11)))
        if x * y == diagonal or random.chance(0.25):
            items.append(placed(cloud(pen, kind), at, size, mirrored=mirrored))
        elif empty is None:
            continue
        elif (x, y) in empty and random.chance(0.6):
            items.append(placed(far_castle(pen), at, size, mirrored=mirrored))
        elif random.chance(0.3):
            items.append(placed(birds(pen), at, size, mirrored=mirrored))
        elif random.chance(0.25):
            items.append(placed(butterfly(pen), at, 0.9, turn=random.between(-50, 50)))
    return tuple(items)


def _beside(size: float) -> float:
    """How far from the middle a cloud floats so that it keeps clear of the long side."""
    return HALF - 2.8 - 10.6 * size
