"""The marks of a figure on a board: the new card, touching sides, stops, numbers, arrows, and the verdict.

And the little pictures in running text: `[vine]`, `[castle]`, `[spell]` and each family's emblem by its id. They are
drawn in ems (see `Icon`): the baseline at y = 0, capitals up to about y = -0.65.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.art.castles import arms_of, shield
from cloudy_pnp.cloudy_kingdom.art.parts import arrow
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen
from cloudy_pnp.cloudy_kingdom.model.cards import Family
from cloudy_pnp.cloudy_kingdom.model.face import Direction
from cloudy_pnp.cloudy_kingdom.rules.board import Field, Placed
from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.frame import OUT, RIGHT, trace
from cloudy_pnp.draw.scene import Cap, Font, Group, Join, Line, Move, Outline, Path, Stroke
from cloudy_pnp.draw.shapes import circle, line, polygon, rounded, star
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.draw.text import Align, text_line

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


GOOD, BAD = Colour.parse("#2f7d3b"), Colour.parse("#b3261e")
_BADGE, _VERDICT = 6.6, 11.5  # radius in mm
_OUTLINE = 2.4

Place = tuple[Field, Direction | None]  # a side of a field, or its middle


class Lesson(Struct, frozen=True):
    """The marks of a figure. Only the fields in use are shown."""

    new: tuple[tuple[Field, Placed], ...] = ()  # cards with an outline
    wrong: tuple[Field, Placed] | None = None  # an illegal card
    touch: tuple[tuple[Field, Direction], ...] = ()
    stops: tuple[Place, ...] = ()
    numbers: tuple[Place, ...] = ()
    turned: tuple[Field, ...] = ()
    removed: tuple[Field, ...] = ()
    verdict: bool | None = None

    @property
    def fields(self) -> set[Field]:
        """The marked fields."""
        sides = (*self.touch, *self.stops, *self.numbers, *self.new, *((self.wrong,) if self.wrong else ()))
        return {field for field, _ in sides} | {*self.turned, *self.removed}


class Pointer:
    """Draws a lesson over a board."""

    def __init__(self, pen: Pen, pitch: float, centre: Callable[[Field], Point]) -> None:
        self.pen, self.pitch, self.centre = pen, pitch, centre
        self.unit = pen.frame.unit

    def items(self, lesson: Lesson) -> Items:
        """Draw everything but the verdict."""
        good = lesson.wrong is None and lesson.verdict is not False
        items: Items = ()
        for field, card in lesson.new:
            items += self.outline(field, card, self.pen.colours.gold)
        for field, side in lesson.touch:
            items += self._bar(field, side, GOOD if good else BAD)
        for field in lesson.turned:
            radius = self.pitch / 2 / self.unit - 3
            items += self._moved(arrow(self.pen, ORIGIN, radius, -80.0, 62.0), self.centre(field))
        for field in lesson.removed:
            items += self._moved(_straight(self.pen, Point(9, -9), Point(30, -30)), self.centre(field))
        for place in lesson.stops:
            items += sign(self._at(place), _BADGE * self.unit, False)
        for number, place in enumerate(lesson.numbers, 1):
            items += self._number(self._at(place), number)
        return items

    def outline(self, field: Field, card: Placed, colour: Colour) -> Items:
        """Draw a line around a card."""
        width, height = self.pen.frame.width, self.pen.frame.height
        size = (width, height) if card.facing % 2 == 0 else (height, width)
        shape = rounded(Rect.centred(self.centre(field), *size).inset(0.6), 1.6)
        wide = _OUTLINE * self.unit
        return (
            Path(shape, None, Stroke(self.pen.colours.ink, wide * 1.55, join=Join.ROUND)),
            Path(shape, None, Stroke(colour, wide, join=Join.ROUND)),
        )

    def _at(self, place: Place) -> Point:
        field, side = place
        return self.centre(field) + (OUT[side] * (self.pitch / 2) if side is not None else ORIGIN)

    def _bar(self, field: Field, side: Direction, colour: Colour) -> Items:
        """Draw a bar along the short side of a card where it touches something, with a sign next to the vine."""
        half = self.pen.frame.width / 2 - 1.5
        middle = self._at((field, side))
        bar = line(middle - RIGHT[side] * half, middle + RIGHT[side] * half)
        casing = Stroke(self.pen.colours.paper, 5.4 * self.unit, Cap.ROUND)
        return (
            Path(bar, None, casing),
            Path(bar, None, Stroke(colour, 3.4 * self.unit, Cap.ROUND)),
            *sign(middle + RIGHT[side] * (half * 0.72), _BADGE * self.unit, colour is GOOD),
        )

    def _number(self, at: Point, number: int) -> Items:
        colours, fonts = self.pen.colours, self.pen.style.fonts
        size, radius = 8.6 * self.unit, _BADGE * self.unit
        font = Font(fonts.display, fonts.display_weight)
        return (
            Path(circle(at, radius), GOOD, Stroke(colours.paper, 1.1 * self.unit)),
            text_line(str(number), at + Point(0, size * 0.35), font, size, colour=colours.paper, align=Align.CENTRE),
        )

    def _moved(self, items: Items, at: Point) -> Items:
        return (Group(items, Transform.translation(at.x, at.y) @ Transform.scaling(self.unit)),)


def verdict(box: Rect, unit: float, good: bool) -> Items:
    """Draw the verdict in the corner of a picture."""
    radius = _VERDICT * unit
    return sign(Point(box.right - radius * 1.25, box.top + radius * 1.25), radius, good)


def sign(at: Point, radius: float, good: bool) -> Items:
    """Draw a tick or a cross in a disc, readable without its colour."""
    white = Colour.parse("#ffffff")
    stroke = Stroke(white, radius * 0.3, Cap.ROUND, Join.ROUND)
    if good:
        points = (Point(-0.45, 0.05), Point(-0.12, 0.4), Point(0.5, -0.35))
        marks = [Outline((Move(points[0]), Line(points[1]), Line(points[2])))]
    else:
        marks = [line(Point(-0.38, -0.38), Point(0.38, 0.38)), line(Point(0.38, -0.38), Point(-0.38, 0.38))]
    place = Transform.translation(at.x, at.y) @ Transform.scaling(radius)
    return (
        Path(circle(at, radius), GOOD if good else BAD, Stroke(white, radius * 0.17)),
        *(Path(mark.moved(place), None, stroke) for mark in marks),
    )


def compass(pen: Pen, at: Point, letter: str, font: Font) -> Items:
    """Draw a needle with the character for north."""
    colours, size = pen.colours, 26.0
    needle = polygon(Point(0, -22), Point(7, 6), Point(0, 1), Point(-7, 6))
    items: Items = (
        Path(circle(ORIGIN, 30.0), colours.paper, Stroke(colours.ink, 0.9)),
        Path(needle.moved(Transform.translation(0, -3)), BAD, Stroke(colours.ink, 0.8, join=Join.ROUND)),
        text_line(letter, Point(0, 22), font, size * 0.72, colour=colours.ink, align=Align.CENTRE),
    )
    return (Group(items, Transform.translation(at.x, at.y) @ Transform.scaling(pen.frame.unit)),)


def _straight(pen: Pen, start: Point, end: Point) -> Items:
    """Draw a bold golden arrow."""
    colours, ahead = pen.colours, (end - start).unit
    head = polygon(end + ahead * 6.0, end + ahead.left * 5.0, end - ahead.left * 5.0)
    shaft = line(start, end)
    return (
        *pen.line(shaft, colours.ink, 4.6),
        *pen.shape(head, colours.gold, colours.ink, 2 * pen.lines.outline),
        *pen.line(shaft, colours.gold, 3.2),
        *pen.tint(head, colours.gold),
    )
