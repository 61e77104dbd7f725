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
from fantasy_realms.art.emblems import EMBLEMS
from fantasy_realms.art.tones import tones_of

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
