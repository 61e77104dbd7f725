"""What lives and travels between the clouds, seen from above: symbols around the origin that may be turned any way."""

from __future__ import annotations

from cloudy_pnp.core.geometry import ORIGIN, Point, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.clouds import scalloped
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import CLOSE, Cubic, Move, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, ellipse, line, polygon, wedge
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around

_MIRROR = Transform.scaling(-1.0, 1.0)


def butterfly(pen: Pen) -> Symbol:
    """A butterfly, 5 mm wide."""

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
            items += pen.line(
                Curve.bezier(Point(0, -1.2), p(0.2, -1.8), p(0.5, -2.2), p(0.9, -2.4)).outline(), colours.ink, fine
            )
        items += pen.line(Outline((Move(Point(0, -1.2)), Cubic(ORIGIN, ORIGIN, Point(0, 1.3)))), colours.ink, 0.5)
        return Symbol("butterfly", items, around(4))

    return pen.kept("butterfly", draw)


_WING = trace("M 0.5 -1.6 C 2.0 -2.4 4.4 -1.8 7.4 1.2 C 5.0 0.2 3.0 0.2 1.6 0.8 C 1.0 1.2 0.6 1.4 0.4 1.8 Z")
_BODY = trace(
    "M 0 -3.2 C 0.9 -3.0 1.0 -1.6 0.8 0.2 C 0.7 1.4 0.6 2.0 1.7 4.8 C 0.9 4.0 0.4 3.4 0 2.6 "
    "C -0.4 3.4 -0.9 4.0 -1.7 4.8 C -0.6 2.0 -0.7 1.4 -0.8 0.2 C -1.0 -1.6 -0.9 -3.0 0 -3.2 Z"
)


def swallow(pen: Pen) -> Symbol:
    """A swallow with a forked tail, 13 mm from wing to wing."""

    def draw() -> Symbol:
        colours = pen.colours
        coat = colours.night_light.mixed(colours.night, 0.35)
        items: Items = ()
        for wing in (_WING, _WING.moved(_MIRROR)):
            items += pen.shape(wing, coat, colours.night, pen.lines.fine)
        items += pen.shape(_BODY, coat, colours.night, pen.lines.fine)
        items += pen.tint(ellipse(Point(0, -2.3), 0.42, 0.5), colours.flame)
        return Symbol("swallow", items, around(9))

    return pen.kept("swallow", draw)


def geese(pen: Pen) -> Symbol:
    """Seven wild geese in a wedge."""

    def draw() -> Symbol:
        bird = trace(
            "M -1.5 0.7 C -0.9 -0.3 -0.4 -0.4 0 -0.9 C 0.4 -0.4 0.9 -0.3 1.5 0.7 "
            "C 0.8 0.2 0.4 0.3 0 1.0 C -0.4 0.3 -0.8 0.2 -1.5 0.7 Z"
        )
        items: Items = ()
        for number in range(7):
            row, hand = (number + 1) // 2, 1 if number % 2 else -1
            place = Transform.translation(hand * row * 1.7 + 0.2 * (row % 2), row * 2.3 - 3.4)
            items += pen.shape(bird.moved(place), pen.colours.dusk, None, 0.15)
        return Symbol("geese", items, around(9))

    return pen.kept("geese", draw)


def dragonfly(pen: Pen) -> Symbol:
    """A dragonfly, 8 mm long."""

    def draw() -> Symbol:
        colours, fine = pen.colours, pen.lines.fine
        items: Items = ()
        for turn, size in ((-14, 1.0), (22, 0.86)):
            for hand in (1, -1):
                place = Transform.scaling(hand, 1.0) @ Transform.translation(0.0, -1.5) @ Transform.rotation(turn)
                wing = ellipse(Point(2.6 * size, 0.0), 2.4 * size, 0.62).moved(place)
                items += pen.shape(wing, colours.cloud, colours.night_light, fine)
        items += pen.line(line(Point(0, -1.8), Point(0, 4.4)), colours.ink, 0.95)
        items += pen.gleam(line(Point(0, -1.8), Point(0, 4.2)), colours.night_light, 0.5)
        items += pen.solid(circle(Point(0, -2.6), 0.8), colours.ink)
        return Symbol("dragonfly", items, around(7))

    return pen.kept("dragonfly", draw)


def bee(pen: Pen) -> Symbol:
    """A bee at the end of its looping way."""

    def draw() -> Symbol:
        colours, fine = pen.colours, pen.lines.fine
        way = Curve.through(
            Point(-7.0, 3.0), Point(-4.4, 0.4), Point(-2.2, 2.4), Point(-4.0, 4.0), Point(-4.6, 1.0), Point(-1.8, -0.4)
        )
        items: Items = ()
        for step in range(9):
            items += pen.solid(circle(way.at(step / 9), 0.2), colours.ink.mixed(colours.cloud, 0.3))
        for turn in (-55, 55):
            wing = ellipse(Point(0.0, 0.0), 0.75, 1.5).moved(
                Transform.translation(0.3, 1.3 if turn > 0 else -1.3) @ Transform.rotation(turn / 2.4)
            )
            items += pen.shape(wing, colours.cloud, colours.ink, fine)
        items += pen.shape(ellipse(ORIGIN, 1.7, 1.05), colours.gold, colours.ink, fine)
        for x in (-0.75, 0.25):
            items += pen.line(line(Point(x, -0.85), Point(x, 0.85)), colours.ink, 0.5)
        items += pen.solid(circle(Point(1.6, 0.0), 0.7), colours.ink)
        return Symbol("bee", items, around(9))

    return pen.kept("bee", draw)


def seed(pen: Pen) -> Symbol:
    """A flying seed with its parachute."""

    def draw() -> Symbol:
        colours = pen.colours
        tone = colours.cloud_line if pen.style.ink_saving else colours.cloud
        items: Items = ()
        for turn in range(0, 360, 40):
            items += pen.line(line(ORIGIN, Point.polar(1.7, turn)), tone, 0.28)
            items += pen.solid(circle(Point.polar(1.7, turn), 0.3), tone)
        items += pen.solid(circle(ORIGIN, 0.45), colours.wood)
        return Symbol("seed", items, around(3))

    return pen.kept("seed", draw)


def balloon(pen: Pen) -> Symbol:
    """A balloon, 11 mm wide: panels in two colours around the crown, and its shadow on the air below."""

    def draw() -> Symbol:
        colours = pen.colours
        items = pen.tint(circle(Point(2.2, 2.2), 5.0), colours.night, 0.12)
        items += pen.shape(circle(ORIGIN, 5.4), colours.paper, colours.ink, pen.lines.detail)
        for number in range(6):
            panel = wedge(ORIGIN, 5.3, number * 60, number * 60 + 30)
            items += pen.shape(panel, colours.berry.mixed(colours.flame, 0.3).mixed(colours.cloud, 0.3), None)
        items += pen.tint(circle(ORIGIN, 3.6), colours.paper, 0.22)
        items += pen.shape(circle(ORIGIN, 1.5), colours.gold, colours.ink, pen.lines.fine)
        items += pen.line(circle(ORIGIN, 5.4), colours.ink, pen.lines.detail)
        return Symbol("balloon", items, around(8))

    return pen.kept("balloon", draw)


def castle(pen: Pen) -> Symbol:
    """A castle far below on its own cloud: walls, four towers and the keep, roofs like little parasols."""

    def draw() -> Symbol:
        colours = pen.colours
        base = scalloped([Point.polar(7.6 + (number % 3) * 0.5, number * 40) for number in range(9)], 0.34)
        stone = colours.stone.mixed(colours.cloud_shade, 0.35)
        edge, roof = colours.cloud_line.mixed(colours.ink, 0.3), colours.dusk.mixed(colours.cloud, 0.4)
        items = pen.tint(base, colours.cloud_shade)
        items += pen.tint(base.moved(Transform.scaling(0.9)), colours.cloud)
        corners = [Point(x * 4.0, y * 4.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        items += pen.shape(polygon(*corners), colours.haze, edge, 1.5)
        items += pen.line(polygon(*corners), stone, 1.0)
        for at, size in (*((corner, 1.5) for corner in corners), (Point(-0.6, 0.4), 2.2)):
            items += pen.shape(circle(at, size), roof, edge, pen.lines.fine)
            for turn in range(15, 375, 90):
                items += pen.tint(wedge(at, size, turn, turn + 45), roof.lighter(0.3))
            items += pen.solid(circle(at, 0.3), colours.gold)
        return Symbol("castle-above", items, around(12))

    return pen.kept("castle-above", draw)


_DRAGON_WING = trace(
    "M 0.4 -1.6 C 2.6 -4.0 5.6 -4.4 8.0 -2.6 C 7.6 -1.6 7.4 -0.8 7.6 0.4 C 6.4 -0.4 5.4 -0.2 4.8 1.4 "
    "C 4.0 0.2 3.0 0.2 2.4 1.6 C 1.8 0.8 1.0 0.8 0.4 1.4 Z"
)


def dragon(pen: Pen) -> Symbol:
    """A small dragon on its way, 16 mm from wing to wing."""

    def draw() -> Symbol:
        colours = pen.colours
        skin, edge = colours.dusk.mixed(colours.berry, 0.25).lighter(0.25), colours.dusk.mixed(colours.ink, 0.45)
        spine = Curve.through(
            Point(0.0, -5.8), Point(0.2, -2.6), Point(-0.3, 1.0), Point(0.9, 4.2), Point(-0.9, 6.6), Point(0.8, 8.6)
        )
        items: Items = ()
        for wing in (_DRAGON_WING, _DRAGON_WING.moved(_MIRROR)):
            items += pen.shape(wing, skin.lighter(0.3), edge, pen.lines.detail)
        for hand in (1, -1):
            for x, y in ((8.0, -2.6), (7.6, 0.4), (4.8, 1.4)):
                items += pen.line(
                    line(Point(0.4 * hand, -0.8), Point(x * hand * 0.94, y * 0.94)), edge, pen.lines.fine, 0.7
                )
        items += pen.shape(
            spine.ribbon(lambda t: 2.2 - 1.9 * abs(t - 0.25) - 0.5 * t, round_end=True), skin, edge, pen.lines.detail
        )
        items += pen.shape(
            trace(
                "M 0 -8.6 C 1.0 -8.2 1.2 -6.6 1.0 -5.4 L 1.5 -4.4 L 0.5 -4.9 "
                "L -0.5 -4.9 L -1.5 -4.4 L -1.0 -5.4 C -1.2 -6.6 -1.0 -8.2 0 -8.6 Z"
            ),
            skin,
            edge,
            pen.lines.detail,
        )
        items += pen.shape(
            polygon(Point(0.0, 7.6), Point(2.2, 8.0), Point(1.2, 10.0)), skin.lighter(0.3), edge, pen.lines.detail
        )
        for t in (0.2, 0.32, 0.44, 0.56, 0.68):
            items += pen.solid(circle(spine.at(t), 0.26), edge)
        return Symbol("dragon", items, around(11))

    return pen.kept("dragon", draw)
