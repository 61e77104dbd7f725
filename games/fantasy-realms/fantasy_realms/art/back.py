"""The back of the cards: the signs of the suits in a ring around a star, the same both ways round."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Group, Path, Stroke
from cloudy_pnp.draw.shapes import circle, star
from fantasy_realms.art.pictures import emblem

_GOLD, _NIGHT = Colour.parse("#d9b560"), Colour.parse("#241d3d")


def back(box: Rect, emblems: Sequence[str]) -> Items:
    """Draw ten signs, twice around, symmetrical under a half turn."""
    centre, radius = box.centre, box.width * 0.33
    items: list[Path | Group] = [
        Path(circle(centre, radius + box.width * 0.08), stroke=Stroke(_GOLD, 0.4)),
        Path(circle(centre, radius - box.width * 0.08), stroke=Stroke(_GOLD, 0.4)),
        Path(star(centre, radius * 0.68, radius * 0.25, 10), _GOLD),
        Path(circle(centre, radius * 0.2), _NIGHT),
        Path(circle(centre, radius * 0.11), _GOLD),
    ]
    ring = list(emblems[:10]) * 2
    for index, name in enumerate(ring):
        turn = 360 / max(1, len(ring)) * index
        size = box.width * 0.07
        place = Rect.centred(Point(centre.x, centre.y - radius), size, size)
        items.append(Group(emblem(name, place, _GOLD), Transform.rotation(turn, centre)))
    for way in (0.0, 180.0):
        spot = Point(centre.x, box.y + box.height * 0.115)
        items.append(Group((Path(star(spot, 3.4, 1.2, 4), _GOLD),), Transform.rotation(way, centre)))
    return tuple(items)
