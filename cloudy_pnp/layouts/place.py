"""Positions of boxes: distances from the sides of the card, or of an earlier box, in millimetres or shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.kit.heraldry import SHIELD
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Outline
from cloudy_pnp.draw.shapes import ellipse, polygon, rectangle, rounded

CARD, SAFE, BLEED = "card", "safe", "bleed"
NAMES = (CARD, SAFE, BLEED)  # the predefined boxes


class UnknownBox(Exception):
    """A box is placed in one that does not come before it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def place(at: str | Mapping[str, Any], around: Mapping[str, Rect], inside: str = CARD) -> Rect:
    """Return the rectangle of a box.

    >>> around = {"card": Rect(0, 0, 60, 90)}
    >>> place({"left": 5, "right": 5, "top": "50%", "height": 10}, around)
    Rect(x=5, y=45.0, width=50, height=10)
    >>> place({"width": 20, "height": 10}, around)          # in the middle
    Rect(x=20.0, y=40.0, width=20, height=10)
    """
    if isinstance(at, str):
        return _look_up(at, around)
    outer = _look_up(at.get("in", inside), around)
    if "below" in at:  # as if that box were empty: where its text ends is known when it is drawn
        begin = _look_up(at["below"], around).y - outer.y
        at = {**at, "top": begin + share_of(at.get("top", 0.0), outer.height)}
    x, width = _along(at, "left", "right", "width", "x", outer.x, outer.width)
    y, height = _along(at, "top", "bottom", "height", "y", outer.y, outer.height)
    return Rect(x, y, width, height)


def _look_up(name: str, around: Mapping[str, Rect]) -> Rect:
    if name not in around:
        raise UnknownBox(name)
    return around[name]


def share_of(value: float | str, whole: float) -> float:
    """Return a length in mm; what is not one (an unknown constant) counts as 0, and is reported by the check."""
    if not isinstance(value, str):
        return value
    return whole * float(value[:-1]) / 100 if value.endswith("%") else 0.0


def _along(
    at: Mapping[str, Any], near: str, far: str, extent: str, middle: str, start: float, whole: float
) -> tuple[float, float]:
    """Return start and length along one direction.

    Two of near, far, length and middle determine them; a superfluous one is ignored here, and reported by the check.
    """

    def length(name: str) -> float | None:
        value = at.get(name)
        return None if value is None else share_of(value, whole)

    first, last, size, centre = length(near), length(far), length(extent), length(middle)
    if first is not None and last is not None:
        return start + first, whole - first - last
    if size is None:
        if centre is not None:  # as far as the nearer side allows
            half = min(centre, whole - centre)
            return start + centre - half, 2 * half
        return start + (first or 0.0), whole - (first or 0.0) - (last or 0.0)
    if first is not None:
        return start + first, size
    if last is not None:
        return start + whole - last - size, size
    return start + (whole / 2 if centre is None else centre) - size / 2, size


def too_many(at: str | Mapping[str, Any]) -> str:
    """Return the superfluous setting: left, right and a width cannot all be given."""
    if isinstance(at, Mapping):
        for names in (("left", "right", "width", "x"), ("top", "bottom", "height", "y")):
            used = [name for name in names if name in at]
            if len(used) > 2:
                return used[-1]
    return ""


def outline_of(spec: str | Mapping[str, Any] | None, box: Rect) -> Outline:
    """Return an outline that fills a box; a custom path is in mm from the top left corner of the box."""
    if isinstance(spec, Mapping):
        if "path" in spec:
            return trace(spec["path"]).moved(Transform.translation(box.x, box.y))
        return rounded(box, spec.get("corner", 0.0))
    match spec:
        case "round":
            return ellipse(box.centre, box.width / 2, box.height / 2)
        case "hexagon":  # a corner at the top
            return _shares(box, (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
        case "hexagon-flat":  # a side at the top
            return _shares(box, (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5))
        case "diamond":
            return _shares(box, (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
        case "octagon":
            c = 0.2929
            return _shares(box, (c, 0), (1 - c, 0), (1, c), (1, 1 - c), (1 - c, 1), (c, 1), (0, 1 - c), (0, c))
        case "shield":
            return fit_outline(SHIELD, box)
    return rectangle(box)


def _shares(box: Rect, *shares: tuple[float, float]) -> Outline:
    return polygon(*(box.at(across, down) for across, down in shares))


def fit_outline(outline: Outline, box: Rect) -> Outline:
    """Stretch an outline to fill a box."""
    old = outline.bounds
    scale = Transform.scaling(box.width / old.width, box.height / old.height)
    moved = scale(Point(old.x, old.y))
    return outline.moved(Transform.translation(box.x - moved.x, box.y - moved.y) @ scale)
