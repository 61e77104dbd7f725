"""CON-8 on a board picture: the connected families and their vines.

Each route has its family's colour and a light casing; routes along the same vine run side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from cloudy_pnp.core.geometry import ORIGIN, Point, Transform
from cloudy_pnp.draw.kit.frame import OUT
from cloudy_pnp.draw.scene import Cap, Cubic, Group, Join, Line, Move, Outline, Path, Segment, Stroke
from cloudy_pnp.draw.shapes import QUARTER, circle
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import arms_of, emblem
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.art.stalk import BEND, FILLET
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction, turned
from cloudy_pnp.games.cloudy_kingdom.rules.board import AXES, Board, Connection, Field, neighbour

_LINE, _CASING, _EDGE = 2.2, 3.5, 4.1  # widths: the family's colour, the casing around it, the dark line around that
_LANE = 3.6  # from the middle of one route to the next where they share a way
_INTO = 9.0  # how far a route goes into a gate
_BADGE = 4.3  # radius of the badge at each end

_Rim = tuple[int, int]  # a side of a field: twice its row and column, and a step towards the side


class Places(Struct, frozen=True):
    """The places of a board's fields on its picture."""

    board: Board
    pitch: float
    centre: Callable[[Field], Point]


def drawn_routes(pen: Pen, places: Places, kingdom: Kingdom, routes: Sequence[Connection]) -> Items:
    """Draw all routes, one above the other, and then the badges at their ends."""
    unit = pen.frame.unit
    ways = [list(_steps(route)) for route in routes]
    lanes = _lanes(ways, _LANE * unit)
    lines: Items = ()
    badges: Items = ()
    for number, route in enumerate(routes):
        arms = arms_of(pen, kingdom.families[route.family])
        outline = Outline(tuple(_walk(pen, places, ways[number], lanes, number)))
        for tone, width in ((pen.colours.ink, _EDGE), (pen.colours.route, _CASING), (arms.colour, _LINE)):
            lines += (Path(outline, None, Stroke(tone, width * unit, Cap.ROUND, Join.ROUND)),)
        for segment in (outline.segments[0], outline.segments[-1]):
            if isinstance(segment, Move | Line):
                badge: Items = (
                    Path(circle(ORIGIN, _BADGE), pen.colours.route, Stroke(pen.colours.ink, 0.4)),
                    Path(circle(ORIGIN, _BADGE - 0.8), arms.colour),
                    *emblem(pen, arms, ORIGIN, 5.8),
                )
                at = Transform.translation(segment.to.x, segment.to.y) @ Transform.scaling(unit)
                badges += (Group(badge, at),)
    return lines + badges


_Step = tuple[Field, Direction, Direction]  # a field, where the route comes in, and where it leaves


def _steps(connection: Connection) -> Iterator[_Step]:
    """Yield the steps of a route, field by field from gate to gate."""
    enter, opposite = next((side, other) for axis, side, other in AXES if axis == connection.axis)
    fields = connection.route
    for index, field in enumerate(fields):
        leave = opposite
        if index + 1 < len(fields):
            leave = next(direction for direction in DIRECTIONS if neighbour(field, direction) == fields[index + 1])
        yield field, enter, leave
        enter = leave.opposite


def _rim(field: Field, side: Direction) -> _Rim:
    """Return a key for a side, the same for the two fields that share it."""
    out = OUT[side]
    return 2 * field[0] + round(out.y), 2 * field[1] + round(out.x)


def _lanes(ways: Sequence[Sequence[_Step]], apart: float) -> dict[tuple[int, _Rim], Point]:
    """Return how far each route keeps from the middle of the vine at each side it crosses.

    The first route over a side defines its left, so that routes which turn together do not cross.
    """
    crossing: dict[_Rim, list[int]] = defaultdict(list)
    left: dict[_Rim, Point] = {}
    for number, way in enumerate(ways):
        for field, enter, leave in way:
            for rim, ahead in ((_rim(field, enter), OUT[enter] * -1.0), (_rim(field, leave), OUT[leave])):
                left.setdefault(rim, ahead.left)
                if number not in crossing[rim]:
                    crossing[rim].append(number)
    return {
        (number, rim): left[rim] * ((lane - (len(numbers) - 1) / 2) * apart)
        for rim, numbers in crossing.items()
        for lane, number in enumerate(numbers)
    }


def _walk(
    pen: Pen, places: Places, way: Sequence[_Step], lanes: dict[tuple[int, _Rim], Point], number: int
) -> Iterator[Segment]:
    """Yield the segments from gate to gate along the vines, through every field of the route."""
    into, half = _INTO * pen.frame.unit, places.pitch / 2
    field, enter, _ = way[0]
    yield Move(places.centre(field) + OUT[enter] * (half + into) + lanes[number, _rim(field, enter)])
    for field, enter, leave in way:
        off, on = lanes[number, _rim(field, enter)], lanes[number, _rim(field, leave)]
        yield from _through(pen, places, field, enter, leave, off, on)
    field, _, leave = way[-1]
    yield Line(places.centre(field) + OUT[leave] * (half + into) + lanes[number, _rim(field, leave)])


def _through(
    pen: Pen, places: Places, field: Field, enter: Direction, leave: Direction, off: Point, on: Point
) -> Iterator[Segment]:
    """Yield the segments along the top card's own strand: a bend is a wide curve, a turn at a joint a narrow one."""
    at, unit = places.centre(field), pen.frame.unit
    if (leave - enter) % 2:
        top = places.board.stack(field)[-1]
        strand = next(ends for ends in turned(top.face, top.facing).vines if enter in ends)
        radius = (BEND if len(strand) == 2 else FILLET + pen.lines.vine / 2) * unit
        start, end, corner = at + OUT[enter] * radius + off, at + OUT[leave] * radius + on, at + off + on
        yield Line(start)
        yield Cubic(start.towards(corner, QUARTER), end.towards(corner, QUARTER), end)
    elif off.distance(on) > 1e-6:  # the routes part or meet: change lanes between the arms
        radius = BEND * unit
        start, end = at + OUT[enter] * radius + off, at + OUT[leave] * radius + on
        yield Line(start)
        yield Cubic(at + off, at + on, end)
    yield Line(at + OUT[leave] * (places.pitch / 2) + on)
