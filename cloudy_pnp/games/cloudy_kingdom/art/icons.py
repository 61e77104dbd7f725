"""Little pictures for running text: `[vine]`, `[castle]`, `[spell]` and each family's emblem by its id.

They are drawn in ems (see `Icon`): the baseline at y = 0, capitals up to about y = -0.65.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.shapes import line, rounded, star
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import arms_of, shield
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family

_TALL = 0.78  # height of an icon in ems
_DOWN = 0.1  # how far it goes below the baseline


@lru_cache(maxsize=16)
def text_icons(pen: Pen, families: tuple[Family, ...] = ()) -> Mapping[str, Icon]:
    """Return all icons by the names that texts use."""
    icons = {"vine": _icon(_vine(pen), 7.0), "castle": _icon(_castle(pen), 10.0), "spell": _icon(_spell(pen), 7.0)}
    for family in families:
        icons[family.id] = _icon(shield(pen, arms_of(pen, family), Point(4.0, 5.0), 10.0), 8.0)
    return icons


def _icon(items: Items, width: float) -> Icon:
    """Build an icon from a drawing `width` wide and 10 high with its origin at the top left."""
    scale = _TALL / 10
    place = Transform.translation(0.04, _DOWN - _TALL) @ Transform.scaling(scale)
    return Icon(width * scale + 0.08, (Group(items, place),))


def _card(pen: Pen, picture: Items) -> Items:
    outline = rounded(Rect(0.3, 0.3, 6.4, 9.4), 0.9)
    return (*pen.shape(outline, pen.colours.sky, pen.colours.ink, 0.55), *picture)


def _vine(pen: Pen) -> Items:
    colours = pen.colours
    items: Items = ()
    for way in (line(Point(3.5, 0.7), Point(3.5, 9.3)), line(Point(3.5, 5.0), Point(6.3, 5.0))):
        items += pen.line(way, colours.vine_line, 1.5)
    for way in (line(Point(3.5, 0.9), Point(3.5, 9.1)), line(Point(3.5, 5.0), Point(6.2, 5.0))):
        items += pen.gleam(way, colours.vine_light, 0.7)
    return _card(pen, items)


def _castle(pen: Pen) -> Items:
    walls = trace(
        "M 0.6 9.6 L 0.6 2.6 L 2.0 2.6 L 2.0 3.8 L 3.2 3.8 L 3.2 1.2 L 4.4 1.2 L 4.4 2.2 L 5.6 2.2 L 5.6 1.2 L 6.8 1.2 "
        "L 6.8 3.8 L 8.0 3.8 L 8.0 2.6 L 9.4 2.6 L 9.4 9.6 L 6.2 9.6 L 6.2 7.6 C 6.2 5.6 3.8 5.6 3.8 7.6 L 3.8 9.6 Z"
    )
    return pen.shape(walls, pen.colours.stone, pen.colours.ink, 0.55)


def _spell(pen: Pen) -> Items:
    outline = rounded(Rect(0.3, 0.3, 6.4, 9.4), 0.9)
    shine = star(Point(3.5, 5.0), 2.8, 0.9, 4)
    return (
        *pen.shape(outline, pen.colours.dusk, pen.colours.ink, 0.55),
        *pen.shape(shine, pen.colours.flame_light, None, 0.3),
    )
