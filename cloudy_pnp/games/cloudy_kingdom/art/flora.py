"""Leaves, tendrils, flowers and beans: symbols that grow on a beanstalk."""

from __future__ import annotations

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.clouds import spiral
from cloudy_pnp.draw.scene import CLOSE, Cubic, Line, Move, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, ellipse
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around

LEAVES = ((6.4, 0.12), (5.0, 0.04), (7.2, 0.2))  # width, and how far the leaf is drawn back like a heart
LENGTH = 10.0  # of a leaf


def leaf_outline(kind: int) -> tuple[Outline, Outline]:
    """A leaf that grows from the origin along x, and its shaded half."""
    width, heart = LEAVES[kind]
    tip = Point(LENGTH, 0.0)

    def edge(hand: float) -> tuple[Point, ...]:
        belly = hand * width / 2
        return (
            Point(-heart * LENGTH, heart * width * hand),
            Point(LENGTH * 0.08, belly),
            Point(LENGTH * 0.36, belly),
            Point(LENGTH * 0.62, belly),
            Point(LENGTH * 0.8, hand * width * 0.1),
        )

    a, b, c, d, e = edge(-1.0)
    f, g, h, i, j = edge(1.0)
    back = (Cubic(j, i, h), Cubic(g, f, ORIGIN))
    whole = Outline((Move(ORIGIN), Cubic(a, b, c), Cubic(d, e, tip), *back, CLOSE))
    shaded = Outline((Move(ORIGIN), Cubic(Point(3, 0.5), Point(7, 0.5), tip), *back, CLOSE))
    return whole, shaded


def leaf(pen: Pen, kind: int) -> Symbol:
    """A leaf 10 mm long: lit on one half, shaded on the other, with veins."""

    def draw() -> Symbol:
        colours = pen.colours
        whole, shaded = leaf_outline(kind)
        rib = Outline((Move(Point(-1.6, 0)), Cubic(Point(3, 0.5), Point(6, 0.4), Point(LENGTH * 0.86, 0.05))))
        veins: Items = ()
        for share in (0.22, 0.42, 0.6):
            x, reach = share * LENGTH, LEAVES[kind][0] * 0.3 * (1.1 - share)
            for hand in (reach, -reach):
                first, second, end = Point(x + 0.6, hand * 0.5), Point(x + 1.0, hand), Point(x + 1.7, hand * 1.3)
                vein = Outline((Move(Point(x, 0.3)), Cubic(first, second, end)))
                veins += pen.gleam(vein, colours.leaf_line, pen.lines.fine, 0.55)
        items = (
            *pen.shape(whole, colours.leaf, colours.leaf_line, pen.lines.detail),
            *pen.tint(shaded, colours.leaf_shade, 0.75),
            *veins,
            *pen.line(rib, colours.leaf_line, pen.lines.detail),
        )
        return Symbol(f"leaf-{kind}", items, Rect(-4, -6, 16, 12))

    return pen.kept(f"leaf-{kind}", draw)


def tendril(pen: Pen, kind: int) -> Symbol:
    """A thin spring that leaves the origin along x and ends in a curl."""

    def draw() -> Symbol:
        first, y = ((Point(2.2, 1.6), -0.4), (Point(2.2, -1.6), 0.4))[kind]
        centre = Point(6.6, y)
        curl = spiral(centre, 1.7, 1, 160.0, 480.0)
        if kind:
            curl = curl.moved(Transform.scaling(1, -1, about=centre))
        second = curl.start - curl.direction(0.0) * 1.9  # it goes into the curl without a kink
        way = (Curve.bezier(ORIGIN, first, second, curl.start) + curl).outline()
        return Symbol(f"tendril-{kind}", pen.cord(way, pen.colours.vine, pen.colours.vine_line, 0.3), around(12, 5))

    return pen.kept(f"tendril-{kind}", draw)


def flower(pen: Pen) -> Symbol:
    """A blossom with five petals, 5 mm wide, around the origin."""

    def draw() -> Symbol:
        colours, fine = pen.colours, pen.lines.fine
        notch = (
            Cubic(Point(0.5, -1.9), Point(2.3, -1.8), Point(2.6, -0.35)),
            Line(Point(2.35, 0)),
            Line(Point(2.6, 0.35)),
        )
        petal = Outline((Move(ORIGIN), *notch, Cubic(Point(2.3, 1.8), Point(0.5, 1.9), ORIGIN), CLOSE))
        edge = colours.berry.mixed(colours.bloom, 0.35)
        items: Items = ()
        for index in range(5):
            items += pen.shape(petal.moved(Transform.rotation(72 * index - 90)), colours.bloom, edge, fine)
        items += pen.shape(circle(ORIGIN, 0.85), colours.bloom_heart, colours.wood_line, fine)
        return Symbol("flower", items, around(4))

    return pen.kept("flower", draw)


def pod(pen: Pen) -> Symbol:
    """A bean pod that hangs from the origin along x, 9 mm long, with three beans showing."""

    def draw() -> Symbol:
        colours = pen.colours
        upper = Cubic(Point(1.5, -2.4), Point(6.5, -2.6), Point(9.2, 1.0))
        shell = Outline((Move(ORIGIN), upper, Cubic(Point(6.0, 1.4), Point(2.0, 1.6), ORIGIN), CLOSE))
        items = pen.shape(shell, colours.leaf, colours.leaf_line, pen.lines.detail)
        for x, y, r in ((2.3, -0.35, 0.85), (4.4, -0.55, 0.95), (6.4, -0.25, 0.8)):
            items += pen.shape(circle(Point(x, y), r), colours.bean, colours.leaf_line, pen.lines.fine)
        return Symbol("pod", items, Rect(-2, -4, 13, 8))

    return pen.kept("pod", draw)


def bud(pen: Pen) -> Symbol:
    """A small closed blossom on a stem along x."""

    def draw() -> Symbol:
        colours = pen.colours
        stem = Outline((Move(ORIGIN), Cubic(Point(1.2, -0.6), Point(2.2, -0.6), Point(3.4, 0.0))))
        items = pen.cord(stem, colours.vine, colours.vine_line, 0.3)
        items += pen.shape(
            ellipse(Point(4.8, 0.1), 1.7, 1.15),
            colours.bloom.mixed(colours.berry, 0.5),
            colours.berry,
            pen.lines.detail,
        )
        cup = Outline(
            (
                Move(Point(3.0, 0.0)),
                Cubic(Point(3.2, -1.3), Point(4.6, -1.2), Point(5.0, -0.5)),
                Cubic(Point(4.4, -0.1), Point(4.4, 0.3), Point(5.0, 0.7)),
                Cubic(Point(4.6, 1.4), Point(3.2, 1.3), Point(3.0, 0.0)),
                CLOSE,
            )
        )
        items += pen.shape(cup, colours.leaf, colours.leaf_line, pen.lines.fine)
        return Symbol("bud", items, Rect(-2, -3, 10, 6))

    return pen.kept("bud", draw)


def ladybird(pen: Pen) -> Symbol:
    """A ladybird 2 mm long that walks along x."""

    def draw() -> Symbol:
        colours, fine = pen.colours, pen.lines.fine
        items = pen.shape(circle(Point(0.95, 0.0), 0.5), colours.ink, colours.ink, fine)
        items += pen.shape(ellipse(ORIGIN, 1.1, 0.9), colours.berry, colours.ink, fine)
        items += pen.line(Outline((Move(Point(-1.1, 0)), Line(Point(0.9, 0)))), colours.ink, fine)
        for x, y in ((-0.4, -0.42), (-0.4, 0.42), (0.35, -0.4), (0.35, 0.4)):
            items += pen.solid(circle(Point(x, y), 0.17), colours.ink)
        return Symbol("ladybird", items, around(2.5))

    return pen.kept("ladybird", draw)
