"""The emblems of the families: heraldic figures 20 mm across around the origin, in two tones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cloudy_pnp.core.geometry import ORIGIN, Point, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.shapes import circle
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen

# It croaks: the heavy bill is open, the throat shaggy, the tail a wedge; so it is not taken for a dove.
_RAVEN = trace(
    "M -10.2 -5.2 C -8.9 -6.9 -7.3 -7.5 -5.9 -7.6 C -4.5 -9.6 -1.0 -9.8 0.8 -7.6 C 2.0 -6.0 3.2 -4.4 4.8 -2.6 "
    "C 6.8 -0.4 8.2 2.4 8.8 5.8 L 7.0 5.2 L 7.2 7.4 L 5.4 6.3 L 4.9 8.0 C 3.8 6.7 2.8 6.1 1.6 5.9 L 1.0 7.0 L 0.0 6.0 "
    "C -3.4 5.4 -5.6 3.2 -5.8 0.6 L -7.3 0.8 L -6.1 -0.6 L -7.6 -1.0 L -6.1 -2.0 C -6.1 -2.5 -6.0 -2.9 -5.9 -3.2 "
    "L -9.2 -2.2 C -8.5 -3.2 -7.6 -3.9 -6.6 -4.4 C -7.9 -4.4 -9.2 -4.6 -10.2 -5.2 Z"
)
_RAVEN_WING = trace(
    "M -2.8 -1.8 C -3.4 2.0 1.0 4.4 6.4 5.2 M -1.6 0.2 C 0.0 2.0 2.0 2.8 4.2 3.2 M -0.6 -1.8 C 0.8 0.2 2.4 1.2 4.6 1.8"
)
_RAVEN_BILL = trace("M -6.6 -6.9 C -6.1 -6.2 -5.9 -5.4 -6.0 -4.6 M -9.0 -6.0 C -8.4 -6.2 -7.8 -6.2 -7.2 -6.0")
_RAVEN_LEGS = trace(
    "M -1.2 5.6 L -1.6 8.4 L -3.6 9.2 M -1.6 8.4 L -1.4 9.6 M -1.6 8.4 L 0.2 9.2 M 1.6 5.8 L 1.8 8.4 L 0.8 9.2 "
    "M 1.8 8.4 L 3.6 9.2"
)

_HERON = trace(
    "M -10.0 -6.2 L -4.9 -8.7 C -3.8 -9.9 -1.8 -9.7 -1.4 -8.3 L 2.6 -8.9 L -1.0 -7.0 C -0.9 -5.4 -2.4 -4.2 -2.3 -2.9 "
    "C -2.2 -1.9 -0.4 -2.7 1.6 -2.5 C 4.8 -2.1 7.2 0.4 9.4 4.2 C 6.4 4.7 3.6 4.6 1.8 4.2 C -1.6 3.4 -4.4 1.2 -4.7 -1.8 "
    "C -4.9 -3.8 -3.5 -5.0 -3.8 -6.3 C -4.0 -6.9 -4.6 -7.0 -5.2 -6.9 Z"
)
_HERON_WING = trace("M -1.6 -0.6 C 0.6 2.6 4.4 3.6 8.0 3.6 M 0.8 -0.9 C 2.4 1.0 4.4 2.0 6.6 2.4")
_HERON_LEGS = trace("M 1.4 4.0 L 0.6 9.7 M -1.2 9.9 L 2.2 9.7 M 3.0 4.3 L 4.6 6.6 L 2.6 8.0 L 4.2 8.5")
_WAVES = trace(
    "M -5.6 9.2 C -4.8 8.5 -4.0 8.5 -3.2 9.2 C -2.6 9.7 -2.0 9.7 -1.4 9.3 "
    "M 3.0 9.3 C 3.7 8.7 4.4 8.7 5.1 9.3 C 5.4 9.6 5.8 9.6 6.2 9.4"
)

_PETAL = trace(
    "M 0 0 C -4.4 -2.4 -5.6 -6.2 -3.8 -8.6 C -2.6 -10.2 -0.8 -9.8 0 -8.8 "
    "C 0.8 -9.8 2.6 -10.2 3.8 -8.6 C 5.6 -6.2 4.4 -2.4 0 0 Z"
)
_SEPAL = trace("M -1.6 -5.6 C -1.2 -8.0 -0.6 -9.2 0 -10.2 C 0.6 -9.2 1.2 -8.0 1.6 -5.6 Z")

_RAY = trace("M -1.5 -5.2 L 0 -10.0 L 1.5 -5.2 Z")
_FLAME_RAY = trace("M -1.2 -5.4 C -2.2 -6.8 0.6 -7.4 -0.3 -9.4 C 1.6 -8.0 0.2 -6.8 1.3 -5.4 Z")
_SUN_FACE = trace(
    "M -2.9 -0.9 C -2.4 -1.5 -1.5 -1.5 -1.0 -0.9 M 1.0 -0.9 C 1.5 -1.5 2.4 -1.5 2.9 -0.9 "
    "M 0 -0.8 C -0.4 0.2 -0.5 0.7 0.2 0.8 M -1.8 1.6 C -0.9 2.7 0.9 2.7 1.8 1.6"
)


def _raven(pen: Pen, figure: Colour, ground: Colour) -> Items:
    return (
        *pen.line(_RAVEN_LEGS, figure, 0.75),
        *pen.solid(_RAVEN, figure),
        *pen.line(_RAVEN_WING, ground, 0.5),
        *pen.line(_RAVEN_BILL, ground, 0.35),
        *pen.solid(circle(Point(-3.9, -6.5), 0.85), ground),
        *pen.solid(circle(Point(-4.0, -6.4), 0.45), figure),
    )


def _rose(pen: Pen, figure: Colour, ground: Colour) -> Items:
    items: Items = ()
    for turn in range(5):
        items += pen.solid(_SEPAL.moved(Transform.rotation(72 * turn + 36)), figure)
    for size in (1.0, 0.58):
        for turn in range(5):
            place = Transform.rotation(72 * turn + (0 if size == 1 else 36)) @ Transform.scaling(size)
            petal = _PETAL.moved(place)
            items += pen.solid(petal, figure)
            items += pen.line(petal, ground, 0.55)
    items += pen.solid(circle(ORIGIN, 1.9), ground)
    for turn in range(6):
        items += pen.solid(circle(Point.polar(1.05, 60 * turn), 0.36), figure)
    return items


def _heron(pen: Pen, figure: Colour, ground: Colour) -> Items:
    return (
        *pen.line(_WAVES, figure, 0.7),
        *pen.line(_HERON_LEGS, figure, 0.7),
        *pen.solid(_HERON, figure),
        *pen.line(_HERON_WING, ground, 0.55),
        *pen.solid(circle(Point(-3.4, -8.2), 0.5), ground),
    )


def _sun(pen: Pen, figure: Colour, ground: Colour) -> Items:
    items: Items = ()
    for turn in range(8):
        items += pen.solid(_RAY.moved(Transform.rotation(45 * turn)), figure)
        items += pen.solid(_FLAME_RAY.moved(Transform.rotation(45 * turn + 22.5)), figure)
    items += pen.solid(circle(ORIGIN, 5.5), ground)
    items += pen.solid(circle(ORIGIN, 4.9), figure)
    items += pen.line(_SUN_FACE, ground, 0.5)
    return items


EMBLEMS: Mapping[str, Callable[[Pen, Colour, Colour], Items]] = {
    "raven": _raven,
    "rose": _rose,
    "heron": _heron,
    "sun": _sun,
}
