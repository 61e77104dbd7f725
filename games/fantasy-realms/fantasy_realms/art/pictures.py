"""The picture of every card: a file of the card's id in `templates/fantasy-realms/art`.

Cards of packs have their own picture, show another card's, or the emblem of their suit.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import art
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Group, Path
from fantasy_realms.art.canvas import HIGH, WIDE, Canvas, tones_of
from fantasy_realms.art.emblems import EMBLEMS

_FOLDER = data_root(FilePath(__file__).parents[1]) / "templates" / "fantasy-realms" / "art"
_WINDOW = Rect(0.0, 0.0, WIDE, HIGH)  # the view box of every file
PICTURES = frozenset(path.stem for path in _FOLDER.glob("*.svg"))


def picture(name: str, suit: str, colour: str, emblem: str, box: Rect, *, saving: bool = False) -> Items:
    """Draw a picture in the tones of its card's suit, filling a box of its width.

    It is named, or a file of a project or a pack.
    """
    scale = box.width / WIDE
    items = _paint(name, suit, colour, emblem, saving)
    return (Group(items, Transform(scale, 0.0, 0.0, scale, box.x, box.y)),)


@lru_cache(1024)
def _paint(name: str, suit: str, colour: str, emblem: str, saving: bool) -> Items:
    suit_tones = tones_of(suit, colour)
    tones = art.Tones(suit_tones.tones, art.Widths(), suit_tones["ink"], saving)
    if isinstance(name, art.ArtFile):
        return art.Art(_FOLDER, portraits=(name,)).portrait(name.name, tones, _WINDOW, _WINDOW).items
    if name in PICTURES:
        return art.Art(_FOLDER).symbol(name, tones).items
    canvas = Canvas(suit_tones, saving=saving)
    _emblem_picture(canvas, emblem)
    return tuple(canvas.items)


def _emblem_picture(canvas: Canvas, emblem: str) -> None:
    """Draw the fallback picture of a card: the sign of its suit in the evening sky."""
    canvas.sky()
    canvas.disc(50, 38, 27)
    outline = EMBLEMS[emblem].moved(Transform(4.0, 0.0, 0.0, 4.0, 30.0, 18.0))
    canvas.items.append(Path(outline, canvas.tones["near"]))
    canvas.ground(72, "base", 2)
    canvas.ground(77, "near", 1.5)


def emblem(name: str, box: Rect, colour: Colour) -> Items:
    """Draw the sign of a suit, as large as its box."""
    size = min(box.width, box.height)
    scale = Transform(size / 10, 0.0, 0.0, size / 10, box.centre.x - size / 2, box.centre.y - size / 2)
    return (Path(EMBLEMS[name].moved(scale), colour, rule="nonzero"),)
