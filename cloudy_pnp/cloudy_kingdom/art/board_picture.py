"""Any board as a picture, with the cards of the deck: stacks with shadows, routes, marks, vacant slots.

CON-8 on a board picture: the connected families and their vines.

Each route has its family's colour and a light casing; routes along the same vine run side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.art import air
from cloudy_pnp.cloudy_kingdom.art.castle_face import castle_face
from cloudy_pnp.cloudy_kingdom.art.castles import arms_of, emblem
from cloudy_pnp.cloudy_kingdom.art.marks import BAD, Lesson, Pointer, compass, verdict
from cloudy_pnp.cloudy_kingdom.art.spell_face import strands
from cloudy_pnp.cloudy_kingdom.art.stalk import BEND, FILLET
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, Style, pen_for
from cloudy_pnp.cloudy_kingdom.art.vine_face import plan, vine_face
from cloudy_pnp.cloudy_kingdom.model.cards import Family, Kingdom
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Direction, turned
from cloudy_pnp.cloudy_kingdom.rules import board as boards
from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw import scene
from cloudy_pnp.draw.kit.frame import OUT, RIGHT
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.shapes import QUARTER, circle, rectangle, rounded
from cloudy_pnp.draw.text import Align, text_line

_LINE, _CASING, _EDGE = 2.2, 3.5, 4.1  # widths: the family's colour, the casing around it, the dark line around that
_LANE = 3.6  # from the middle of one route to the next where they share a way
_INTO = 9.0  # how far a route goes into a gate
_BADGE = 4.3  # radius of the badge at each end

_Rim = tuple[int, int]  # a side of a field: twice its row and column, and a step towards the side


class Places(Struct, frozen=True):
    """The places of a board's fields on its picture."""

    board: boards.Board
    pitch: float
    centre: Callable[[boards.Field], Point]


def drawn_routes(pen: Pen, places: Places, kingdom: Kingdom, routes: Sequence[boards.Connection]) -> Items:
    """Draw all routes, one above the other, and then the badges at their ends."""
    unit = pen.frame.unit
    ways = [list(_steps(route)) for route in routes]
    lanes = _lanes(ways, _LANE * unit)
    lines: Items = ()
    badges: Items = ()
    for number, route in enumerate(routes):
        arms = arms_of(pen, kingdom.families[route.family])
        outline = scene.Outline(tuple(_walk(pen, places, ways[number], lanes, number)))
        for tone, width in ((pen.colours.ink, _EDGE), (pen.colours.route, _CASING), (arms.colour, _LINE)):
            lines += (scene.Path(outline, None, scene.Stroke(tone, width * unit, scene.Cap.ROUND, scene.Join.ROUND)),)
        for segment in (outline.segments[0], outline.segments[-1]):
            if isinstance(segment, scene.Move | scene.Line):
                badge: Items = (
                    scene.Path(circle(ORIGIN, _BADGE), pen.colours.route, scene.Stroke(pen.colours.ink, 0.4)),
                    scene.Path(circle(ORIGIN, _BADGE - 0.8), arms.colour),
                    *emblem(pen, arms, ORIGIN, 5.8),
                )
                at = Transform.translation(segment.to.x, segment.to.y) @ Transform.scaling(unit)
                badges += (scene.Group(badge, at),)
    return lines + badges


_Step = tuple[boards.Field, Direction, Direction]  # a field, where the route comes in, and where it leaves


def _steps(connection: boards.Connection) -> Iterator[_Step]:
    """Yield the steps of a route, field by field from gate to gate."""
    enter, opposite = next((side, other) for axis, side, other in boards.AXES if axis == connection.axis)
    fields = connection.route
    for index, field in enumerate(fields):
        leave = opposite
        if index + 1 < len(fields):
            leave = next(
                direction for direction in DIRECTIONS if boards.neighbour(field, direction) == fields[index + 1]
            )
        yield field, enter, leave
        enter = leave.opposite


def _rim(field: boards.Field, side: Direction) -> _Rim:
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
) -> Iterator[scene.Segment]:
    """Yield the segments from gate to gate along the vines, through every field of the route."""
    into, half = _INTO * pen.frame.unit, places.pitch / 2
    field, enter, _ = way[0]
    yield scene.Move(places.centre(field) + OUT[enter] * (half + into) + lanes[number, _rim(field, enter)])
    for field, enter, leave in way:
        off, on = lanes[number, _rim(field, enter)], lanes[number, _rim(field, leave)]
        yield from _through(pen, places, field, enter, leave, off, on)
    field, _, leave = way[-1]
    yield scene.Line(places.centre(field) + OUT[leave] * (half + into) + lanes[number, _rim(field, leave)])


def _through(
    pen: Pen, places: Places, field: boards.Field, enter: Direction, leave: Direction, off: Point, on: Point
) -> Iterator[scene.Segment]:
    """Yield the segments along the top card's own strand: a bend is a wide curve, a turn at a joint a narrow one."""
    at, unit = places.centre(field), pen.frame.unit
    if (leave - enter) % 2:
        top = places.board.stack(field)[-1]
        strand = next(ends for ends in turned(top.face, top.facing).vines if enter in ends)
        radius = (BEND if len(strand) == 2 else FILLET + pen.lines.vine / 2) * unit
        start, end, corner = at + OUT[enter] * radius + off, at + OUT[leave] * radius + on, at + off + on
        yield scene.Line(start)
        yield scene.Cubic(start.towards(corner, QUARTER), end.towards(corner, QUARTER), end)
    elif off.distance(on) > 1e-6:  # the routes part or meet: change lanes between the arms
        radius = BEND * unit
        start, end = at + OUT[enter] * radius + off, at + OUT[leave] * radius + on
        yield scene.Line(start)
        yield scene.Cubic(at + off, at + on, end)
    yield scene.Line(at + OUT[leave] * (places.pitch / 2) + on)


_MARGIN = 5.0  # around the board
_AROUND = 3.5  # around the part of a board
_LOOKS = 3  # how many different copies of one face boards show

Marks = Mapping[boards.Field | boards.Castle, str]
NO_MARKS: Marks = MappingProxyType({})


def board_scene(
    board: boards.Board,
    kingdom: Kingdom,
    style: Style,
    *,
    routes: Sequence[boards.Connection] = (),
    marks: Marks = NO_MARKS,
    ink_saving: bool = False,
    lesson: Lesson | None = None,
    like: boards.Board | None = None,
    north: str = "",
) -> scene.Page:
    """Draw the board from above, north at the top, in the real size of the cards.

    `routes` are drawn from castle to castle in the families' colours, `marks` as characters next to fields or castles.
    With a `lesson` only the fields in use are shown, those of the board `like` if it is given, and the marks of the
    lesson. `north` is the character on a compass.
    """
    picture = _Picture(board, kingdom, pen_for(style.saving_ink() if ink_saving else style))
    return picture.page(routes, marks, north) if lesson is None else picture.part(routes, lesson, like or board)


def ground_scene(board: boards.Board, kingdom: Kingdom, style: Style) -> scene.Page:
    """Draw the parts that stay the same from move to move: the table and the castles. `cards_scene` goes on top."""
    picture = _Picture(board, kingdom, pen_for(style))
    return scene.Page(*picture.size(), picture.ground())


def cards_scene(board: boards.Board, kingdom: Kingdom, style: Style, routes: Sequence[boards.Connection]) -> scene.Page:
    """Draw the parts that change from move to move, without a background."""
    picture = _Picture(board, kingdom, pen_for(style))
    return scene.Page(*picture.size(), picture.upon(routes))


def field_places(board: boards.Board, style: Style) -> tuple[tuple[float, float], dict[boards.Field, Rect]]:
    """Return the size of a board's picture and the places of its fields, without drawing anything."""
    picture = _Picture(board, Kingdom({}, {}, {}, {}, {}), pen_for(style))
    places = {field: Rect.centred(picture.centre(field), picture.pitch, picture.pitch) for field in board.fields()}
    return picture.size(), places


class _Picture:
    def __init__(self, board: boards.Board, kingdom: Kingdom, pen: Pen) -> None:
        self.board, self.kingdom, self.pen = board, kingdom, pen
        self.frame = pen.frame
        self.pitch = self.frame.height
        has_castles = any(family for side in board.castles for family in side)
        self.edge = _MARGIN + (self.frame.width + 1.0 if has_castles else 0.0)
        self.has_castles = has_castles

    def size(self) -> tuple[float, float]:
        """Return width and height, castles included."""
        return self.board.cols * self.pitch + 2 * self.edge, self.board.rows * self.pitch + 2 * self.edge

    def page(self, routes: Sequence[boards.Connection], marks: Marks, north: str) -> scene.Page:
        width, height = self.size()
        items: list[scene.Item] = [*self._table(), *self._fields(), *self._castles(), *self._cards(routes)]
        for where, letter in marks.items():
            items += self._mark(where, letter)
        if north:
            font = scene.Font(self.pen.style.fonts.display, self.pen.style.fonts.display_weight)
            items += compass(self.pen, Point(width / 2, height / 2), north, font)
        return scene.Page(width, height, tuple(items))

    def ground(self) -> Items:
        """Draw the table and the castles."""
        return self._table() + self._castles()

    def upon(self, routes: Sequence[boards.Connection]) -> Items:
        """Draw empty fields, cards, and routes."""
        return self._fields() + self._cards(routes)

    def _table(self) -> Items:
        return self.pen.tint(rectangle(Rect(0.0, 0.0, *self.size())), self.pen.colours.table)

    def _castles(self) -> Items:
        slots = self.slots() if self.has_castles else ()
        return tuple(item for castle in slots for item in self._castle(castle))

    def _fields(self) -> Items:
        return tuple(item for field in self.board.fields() for item in self._field(field))

    def _cards(self, routes: Sequence[boards.Connection]) -> Items:
        stacks = tuple(item for field in self.board.fields() for item in self._stack(field))
        return stacks + drawn_routes(self.pen, Places(self.board, self.pitch, self.centre), self.kingdom, routes)

    def part(self, routes: Sequence[boards.Connection], lesson: Lesson, like: boards.Board) -> scene.Page:
        """Draw the fields in use, with the castles in front of them."""
        used = {field for field in like.fields() if like.stack(field)} | lesson.fields
        used = {field for field in used if boards.on_board(like, field)} or set(like.fields())
        rows, cols = ([field[axis] for field in used] for axis in (0, 1))
        span = (min(rows), max(cols), max(rows), min(cols))  # to the north, east, south and west
        castles = [castle for castle in self.slots() if self._beside(castle, span)]
        box = Rect.around([self.centre((span[0], span[3])), self.centre((span[2], span[1]))])
        box = box.inset(-self.pitch / 2)
        for castle in castles:
            box |= self.castle_box(castle)
        box = box.inset(-_AROUND)
        pointer = Pointer(self.pen, self.pitch, self.centre)
        items: list[scene.Item] = [*self.pen.tint(rectangle(box), self.pen.colours.table)]
        for field in self.board.fields():
            if span[0] <= field[0] <= span[2] and span[3] <= field[1] <= span[1]:
                items += self._field(field)
        for castle in castles:
            items += self._castle(castle)
        for field in self.board.fields():
            items += self._stack(field)
        if lesson.wrong is not None and boards.on_board(self.board, lesson.wrong[0]):
            items += self._wrong(pointer, *lesson.wrong)
        items += drawn_routes(self.pen, Places(self.board, self.pitch, self.centre), self.kingdom, routes)
        items += pointer.items(lesson)
        if lesson.verdict is not None:
            items += verdict(box, self.frame.unit, lesson.verdict)
        shift = Transform.translation(-box.x, -box.y)
        return scene.Page(box.width, box.height, (scene.Group(tuple(items), shift, rectangle(box)),))

    def _beside(self, castle: boards.Castle, span: tuple[int, int, int, int]) -> bool:
        """Return whether a castle faces one of the fields shown."""
        if self.board.castles[castle.side][castle.slot] is None:
            return False
        rim = (0, self.board.cols - 1, self.board.rows - 1, 0)[castle.side]
        low, high = (span[3], span[1]) if castle.side % 2 == 0 else (span[0], span[2])
        return span[castle.side] == rim and low <= castle.slot <= high

    def castle_box(self, castle: boards.Castle) -> Rect:
        """Return the place of a castle."""
        size = (self.frame.height, self.frame.width) if castle.side % 2 == 0 else (self.frame.width, self.frame.height)
        return Rect.centred(self.castle_centre(castle), *size)

    def _wrong(self, pointer: Pointer, field: boards.Field, card: boards.Placed) -> Items:
        """Draw an illegal card, shifted if it would hide the one below."""
        symbol = self._card_symbol(card, 1)
        laid = self._laid(symbol, self.centre(field), 90.0 * card.facing, self.frame.width, self.frame.height)
        items = laid + pointer.outline(field, card, BAD)
        below = self.board.stack(field)
        if below and (below[-1].facing - card.facing) % 2 == 0:
            middle = self.centre(field)
            return (scene.Group(items, Transform.translation(9.0, 5.0) @ Transform.rotation(7.0, middle)),)
        return items

    # Places

    def centre(self, field: boards.Field) -> Point:
        """Return the middle of a field."""
        row, col = field
        return Point(self.edge + (col + 0.5) * self.pitch, self.edge + (row + 0.5) * self.pitch)

    def castle_centre(self, castle: boards.Castle) -> Point:
        """Return the middle of a castle slot: its long side is at the edge of the field in front of it."""
        along = castle.slot
        row, col = {0: (0, along), 1: (along, self.board.cols - 1), 2: (self.board.rows - 1, along), 3: (along, 0)}[
            castle.side
        ]
        return self.centre((row, col)) + OUT[castle.side] * ((self.pitch + self.frame.width) / 2)

    def slots(self) -> Iterator[boards.Castle]:
        """Yield every place for a castle."""
        for side in DIRECTIONS:
            for slot in range(len(self.board.castles[side])):
                yield boards.Castle(side, slot)

    # Things

    def _field(self, field: boards.Field) -> Items:
        """Draw an empty field as a dotted plus."""
        if self.board.stack(field):
            return ()
        at, long, short = self.centre(field), self.frame.height / 2 - 1.5, self.frame.width / 2 - 1.5
        corners = [
            Point(short, -long),
            Point(short, -short),
            Point(long, -short),
            Point(long, short),
            Point(short, short),
            Point(short, long),
            Point(-short, long),
            Point(-short, short),
            Point(-long, short),
            Point(-long, -short),
            Point(-short, -short),
            Point(-short, -long),
        ]
        plus = scene.Outline(
            (scene.Move(at + corners[0]), *(scene.Line(at + corner) for corner in corners[1:]), scene.CLOSE)
        )
        return self._dotted(plus)

    def _dotted(self, outline: scene.Outline) -> Items:
        ink = self.pen.colours.table.mixed(self.pen.colours.ink, 0.35)
        return (scene.Path(outline, None, scene.Stroke(ink, 0.5, scene.Cap.ROUND, scene.Join.ROUND, (2.0, 2.0))),)

    def _castle(self, castle: boards.Castle) -> Items:
        at, turn = self.castle_centre(castle), 90.0 * castle.side
        family = self.board.castles[castle.side][castle.slot]
        if family is None:
            return self._dotted(rounded(self.castle_box(castle).inset(2.0), 3.0))
        symbol = self._castle_symbol(self.kingdom.families[family], castle)
        return self._laid(symbol, at, turn, self.frame.height, self.frame.width)

    def _castle_symbol(self, family: Family, castle: boards.Castle) -> scene.Symbol:
        def draw() -> scene.Symbol:
            items = castle_face(self.pen, family, Random("castle", family.id, castle.side + 1))
            return self.frame.lying(f"castle-{family.id}-{castle.side + 1}", items)

        return self.pen.kept(f"lying castle {family.id} {family.colour} {family.emblem} {castle.side}", draw)

    def _stack(self, field: boards.Field) -> Items:
        """GEO-5: draw the top card and the arms of the one below it."""
        items: Items = ()
        stack = self.board.stack(field)
        for below, card in reversed(
            [(below, card) for below, card in enumerate(boards.seen(stack)) if card is not None]
        ):
            # By its place, so that a card looks the same from step to step.
            symbol = self._card_symbol(card, (field[0] + 2 * field[1] + len(stack) - below) % _LOOKS + 1)
            items += self._laid(symbol, self.centre(field), 90.0 * card.facing, self.frame.width, self.frame.height)
        return items

    def _card_symbol(self, card: boards.Placed, copy: int) -> scene.Symbol:
        def draw() -> scene.Symbol:
            random = Random(card.card, copy)
            if not card.sealed:
                return self.frame.symbol(f"{card.card}-{copy}", vine_face(self.pen, card.face, random))
            laid = plan(self.frame, card.face, self.pen.lines.vine / 2, 2.0)
            items = (*air.background(self.pen, random.part("sky")), *strands(self.pen, laid, True, random))
            return self.frame.symbol(f"{card.card}-{copy}", items)

        return self.pen.kept(f"placed {card.card} {copy} {card.face} {card.sealed}", draw)

    def _laid(self, symbol: scene.Symbol, at: Point, turn: float, width: float, height: float) -> Items:
        """Draw a card on the table: its shadow, the card cut out of its bleed, and a thin edge. Boards share it."""

        def draw() -> scene.Symbol:
            place = Transform.rotation(turn) @ Transform.translation(-width / 2, -height / 2)
            outline = rounded(Rect(0.0, 0.0, width, height), 1.2)
            cut = outline.moved(place)
            edge = self.pen.colours.ink
            items = (
                *self.pen.tint(cut.moved(Transform.translation(0.5, 0.9)), edge, 0.16),
                *self.pen.tint(cut.moved(Transform.translation(0.2, 0.4)), edge, 0.2),
                scene.Group((scene.Use(symbol),), place, outline),
                scene.Path(cut, None, scene.Stroke(edge, 0.18, join=scene.Join.ROUND), opacity=0.55),
            )
            return scene.Symbol(f"{symbol.name}-laid-{turn:g}", items, cut.bounds.inset(-2.0))

        return (scene.Use(self.pen.kept(f"laid {id(symbol)} {turn}", draw), Transform.translation(at.x, at.y)),)

    # Marks

    def _mark(self, where: boards.Field | boards.Castle, letter: str) -> Items:
        if isinstance(where, boards.Castle):
            at = self.castle_centre(where) + RIGHT[where.side] * (self.pitch * 0.3)
        else:
            corner = (self.frame.width / 2 + self.frame.height / 2) / 2
            at = self.centre(where) + Point(-corner, -corner)
        colours, unit, fonts = self.pen.colours, self.frame.unit, self.pen.style.fonts
        size = 7.6 * unit
        badge = scene.Path(circle(at, 6.0 * unit), colours.paper, scene.Stroke(colours.ink, 0.7 * unit))
        font = scene.Font(fonts.display, fonts.display_weight)
        return (
            badge,
            text_line(letter, at + Point(0.0, size * 0.35), font, size, colour=colours.ink, align=Align.CENTRE),
        )
