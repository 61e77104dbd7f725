"""Nets to cut out and fold: a tuck box for cards, and a figure that stands on two feet.

A net has its outline (cut), its folds and its faces, all in millimetres from its top left corner. The art of a face is
passed in; a face of a figure that is upside down on paper is upright when folded.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import CLOSE, Group, Item, Join, Line, Move, Outline, Path, Segment, Stroke, Symbol
from cloudy_pnp.draw.shapes import arc_segments, polygon, rectangle


class Net(Struct, frozen=True):
    """A flat shape to cut, fold and glue."""

    size: tuple[float, float]
    cut: Outline
    folds: Outline
    faces: Mapping[str, Rect]
    turned: frozenset[str] = frozenset()  # faces that are upside down on paper

    def ground(self, colour: Colour, bleed: float = 3.0) -> Path:
        """Fill the net up to its bleed with a colour, without wasting ink further out."""
        return Path(self.cut, colour, Stroke(colour, 2 * bleed, join=Join.ROUND))

    def symbol(
        self, name: str, ground: tuple[Item, ...], art: Mapping[str, tuple[Item, ...]], bleed: float = 3.0
    ) -> Symbol:
        """Draw the net with pictures.

        `ground` covers all of it and its bleed; the art of a face has its origin at the face's top left corner and is
        clipped at its edges.
        """
        items: list[Item] = list(ground)
        for face, items_of_face in art.items():
            box = self.faces[face]
            place = Transform.translation(box.x, box.y)
            if face in self.turned:
                place = Transform.rotation(180, box.centre) @ place
            items.append(Group(items_of_face, place, rectangle(Rect(0.0, 0.0, box.width, box.height))))
        return Symbol(name, tuple(items), Rect(0.0, 0.0, *self.size).inset(-bleed))


# --- a tuck box --------------------------------------------------------------------------------------------

GLUE, TUCK = 11.0, 13.0  # the strip glued to the back, and the tucked-in flap
BOUGHT, GLUED = "bought", "glued"
THICKNESS = {"paper": 0.2, BOUGHT: 0.31, GLUED: 0.45}  # of a card: home paper, cardboard, two layers with glue
BULK, _PASTE = 0.001, 0.05  # mm: of a sheet for each g/m², and of the glue between two
PLAY = 1.6  # how much larger than the deck a box is
SLEEVE, SLEEVED = 0.12, 4.0  # how much thicker and wider a sleeve makes a card
_TAPER, _EASE = 2.5, 0.6  # how much glue strip and flaps narrow, to slide in easily
NOTCH = 9.0  # the radius of the thumb's notch in the front
_ROUND = 5.0  # the corners of the tucked-in flaps


def tuck_box(width: float, height: float, depth: float) -> Net:
    """Return a box with two lids at its back: side, front, side, back in a row, and a strip to glue.

    The sizes are those of the box inside, for thin cardboard; the caller adds some play for the contents.

    >>> box = tuck_box(60, 90, 20)
    >>> [round(box.faces[name].width) for name in ("left", "front", "right", "back")]
    [20, 60, 20, 60]
    """
    rise = depth + TUCK
    top, bottom = rise, rise + height
    x = [GLUE, GLUE + depth, GLUE + depth + width, GLUE + 2 * depth + width, GLUE + 2 * depth + 2 * width]
    faces = {
        "glue": Rect(0.0, top, GLUE, height),
        "left": Rect(x[0], top, depth, height),
        "front": Rect(x[1], top, width, height),
        "right": Rect(x[2], top, depth, height),
        "back": Rect(x[3], top, width, height),
        "lid": Rect(x[3], TUCK, width, depth),
        "base": Rect(x[3], bottom, width, depth),
        "lid tuck": Rect(x[3], 0.0, width, TUCK),
        "base tuck": Rect(x[3], bottom + depth, width, TUCK),
    }
    cut = Outline((*_upper_edge(x, top, depth), *_lower_edge(x, bottom, depth)))
    lines = [(Point(at, top), Point(at, bottom)) for at in x[:4]]
    lines += [(Point(a, y), Point(b, y)) for a, b in ((x[0], x[1]), (x[2], x[3])) for y in (top, bottom)]  # dust flaps
    lines += [(Point(x[3], y), Point(x[4], y)) for y in (TUCK, top, bottom, bottom + depth)]
    folds = Outline(tuple(part for a, b in lines for part in (Move(a), Line(b))))
    return Net((x[4], 2 * rise + height), cut, folds, faces)


def thickness(made: str = BOUGHT, paper: float | None = None, *, sleeves: bool = False) -> float:
    """Return the thickness of a card in mm, of paper with a weight in g/m² or of the usual one.

    >>> thickness("paper"), thickness("paper", 300), round(thickness("glued", 160, sleeves=True), 2)
    (0.2, 0.3, 0.49)
    """
    sheets = 2 if made == GLUED else 1
    plain = THICKNESS[made] if paper is None else sheets * paper * BULK + (sheets - 1) * _PASTE
    return plain + (SLEEVE if sleeves else 0.0)


def deck_box(
    card: tuple[float, float], count: int, made: str = BOUGHT, *, sleeves: bool = False, paper: float | None = None
) -> Net:
    """Return a tuck box that fits a deck of cards `made` in one of the ways of `THICKNESS`, of a weight of `paper`.

    >>> front = deck_box((57.15, 88.9), 65).faces["front"]
    >>> round(front.width, 2), round(front.height, 2)
    (58.75, 90.5)
    """
    wider, thick = SLEEVED if sleeves else 0.0, thickness(made, paper, sleeves=sleeves)
    return tuck_box(card[0] + PLAY + wider, card[1] + PLAY + wider, count * thick + PLAY)


def _upper_edge(x: list[float], top: float, depth: float) -> tuple[Segment, ...]:
    """Return the edge from the glue strip along the top to the right end of the back."""
    dust = min(depth * 0.8, depth + TUCK - 1)
    middle = (x[1] + x[2]) / 2
    return (
        Move(Point(x[0], top)),
        Line(Point(x[0] + _EASE, top - dust)),
        Line(Point(x[1] - _TAPER, top - dust)),
        Line(Point(x[1], top)),
        Line(Point(middle - NOTCH, top)),
        *arc_segments(Point(middle, top), NOTCH, 180, 0),
        Line(Point(x[2], top)),
        Line(Point(x[2] + _TAPER, top - dust)),
        Line(Point(x[3] - _EASE, top - dust)),
        Line(Point(x[3], top)),
        Line(Point(x[3], TUCK)),
        Line(Point(x[3] + _EASE, TUCK - 1)),
        Line(Point(x[3] + _EASE, _ROUND)),
        *arc_segments(Point(x[3] + _EASE + _ROUND, _ROUND), _ROUND, 180, 270),
        Line(Point(x[4] - _EASE - _ROUND, 0.0)),
        *arc_segments(Point(x[4] - _EASE - _ROUND, _ROUND), _ROUND, 270, 360),
        Line(Point(x[4] - _EASE, TUCK - 1)),
        Line(Point(x[4], TUCK)),
    )


def _lower_edge(x: list[float], bottom: float, depth: float) -> tuple[Segment, ...]:
    """Return the edge from the right end of the back along the bottom and around the glue strip."""
    dust, low = min(depth * 0.8, depth + TUCK - 1), bottom + depth + TUCK
    top = depth + TUCK
    return (
        Line(Point(x[4], bottom + depth)),
        Line(Point(x[4] - _EASE, bottom + depth + 1)),
        Line(Point(x[4] - _EASE, low - _ROUND)),
        *arc_segments(Point(x[4] - _EASE - _ROUND, low - _ROUND), _ROUND, 0, 90),
        Line(Point(x[3] + _EASE + _ROUND, low)),
        *arc_segments(Point(x[3] + _EASE + _ROUND, low - _ROUND), _ROUND, 90, 180),
        Line(Point(x[3] + _EASE, bottom + depth + 1)),
        Line(Point(x[3], bottom + depth)),
        Line(Point(x[3], bottom)),
        Line(Point(x[3] - _EASE, bottom + dust)),
        Line(Point(x[2] + _TAPER, bottom + dust)),
        Line(Point(x[2], bottom)),
        Line(Point(x[1], bottom)),
        Line(Point(x[1] - _TAPER, bottom + dust)),
        Line(Point(x[0] + _EASE, bottom + dust)),
        Line(Point(x[0], bottom)),
        Line(Point(0.0, bottom - _TAPER)),
        Line(Point(0.0, top + _TAPER)),
        CLOSE,
    )


# --- a standing figure -------------------------------------------------------------------------------------


def standee(width: float, height: float, foot: float) -> Net:
    """Return a figure whose front and back meet at the fold above their heads, with two feet bent apart.

    >>> figure = standee(20, 30, 8)
    >>> figure.size, figure.faces["front"].top == figure.faces["back"].bottom
    ((20, 76), True)
    """
    top, fold, low = foot, foot + height, foot + 2 * height
    total = 2 * (foot + height)
    ease = min(1.5, width / 8)
    faces = {
        "back foot": Rect(0.0, 0.0, width, foot),
        "back": Rect(0.0, top, width, height),
        "front": Rect(0.0, fold, width, height),
        "front foot": Rect(0.0, low, width, foot),
    }
    cut = polygon(
        Point(ease, 0.0),
        Point(width - ease, 0.0),
        Point(width, top),
        Point(width, low),
        Point(width - ease, total),
        Point(ease, total),
        Point(0.0, low),
        Point(0.0, top),
    )
    folds = Outline(tuple(part for y in (top, fold, low) for part in (Move(Point(0.0, y)), Line(Point(width, y)))))
    return Net((width, total), cut, folds, faces, frozenset(("back", "back foot")))
