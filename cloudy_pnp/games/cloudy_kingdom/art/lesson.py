"""The marks of a figure on a board: the new card, touching sides, stops, numbers, arrows, and the verdict."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.frame import OUT, RIGHT
from cloudy_pnp.draw.scene import Cap, Font, Group, Join, Line, Move, Outline, Path, Stroke
from cloudy_pnp.draw.shapes import circle, line, polygon, rounded
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import arrow
from cloudy_pnp.games.cloudy_kingdom.model.face import Direction
from cloudy_pnp.games.cloudy_kingdom.rules.board import Field, Placed

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
