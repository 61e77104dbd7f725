"""Any board as a picture, with the cards of the deck: stacks with shadows, routes, marks, vacant slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.kit.frame import OUT, RIGHT
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import (
    CLOSE,
    Cap,
    Font,
    Group,
    Item,
    Join,
    Line,
    Move,
    Outline,
    Page,
    Path,
    Stroke,
    Symbol,
    Use,
)
from cloudy_pnp.draw.shapes import circle, rectangle, rounded
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.games.cloudy_kingdom.art import air
from cloudy_pnp.games.cloudy_kingdom.art.board_spell import strands
from cloudy_pnp.games.cloudy_kingdom.art.castle_face import castle_face
from cloudy_pnp.games.cloudy_kingdom.art.lesson import BAD, Lesson, Pointer, compass, verdict
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, pen_for
from cloudy_pnp.games.cloudy_kingdom.art.routes import Places, drawn_routes
from cloudy_pnp.games.cloudy_kingdom.art.style import Style
from cloudy_pnp.games.cloudy_kingdom.art.vine_face import plan, vine_face
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family, Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, Castle, Connection, Field, Placed, on_board, seen

_MARGIN = 5.0  # around the board
_AROUND = 3.5  # around the part of a board
_LOOKS = 3  # how many different copies of one face boards show

Marks = Mapping[Field | Castle, str]
NO_MARKS: Marks = MappingProxyType({})


def board_scene(
    board: Board,
    kingdom: Kingdom,
    style: Style,
    *,
    routes: Sequence[Connection] = (),
    marks: Marks = NO_MARKS,
    ink_saving: bool = False,
    lesson: Lesson | None = None,
    like: Board | None = None,
    north: str = "",
) -> Page:
    """Draw the board from above, north at the top, in the real size of the cards.

    `routes` are drawn from castle to castle in the families' colours, `marks` as characters next to fields or castles.
    With a `lesson` only the fields in use are shown, those of the board `like` if it is given, and the marks of the
    lesson. `north` is the character on a compass.
    """
    picture = _Picture(board, kingdom, pen_for(style.saving_ink() if ink_saving else style))
    return picture.page(routes, marks, north) if lesson is None else picture.part(routes, lesson, like or board)


def ground_scene(board: Board, kingdom: Kingdom, style: Style) -> Page:
    """Draw the parts that stay the same from move to move: the table and the castles. `cards_scene` goes on top."""
    picture = _Picture(board, kingdom, pen_for(style))
    return Page(*picture.size(), picture.ground())


def cards_scene(board: Board, kingdom: Kingdom, style: Style, routes: Sequence[Connection]) -> Page:
    """Draw the parts that change from move to move, without a background."""
    picture = _Picture(board, kingdom, pen_for(style))
    return Page(*picture.size(), picture.upon(routes))


def field_places(board: Board, style: Style) -> tuple[tuple[float, float], dict[Field, Rect]]:
    """Return the size of a board's picture and the places of its fields, without drawing anything."""
    picture = _Picture(board, Kingdom({}, {}, {}, {}, {}), pen_for(style))
    places = {field: Rect.centred(picture.centre(field), picture.pitch, picture.pitch) for field in board.fields()}
    return picture.size(), places


def slot_places(board: Board, style: Style) -> dict[Castle, Rect]:
    """Return the places of the castle slots on the picture; a board without any castle is drawn without them."""
    picture = _Picture(board, Kingdom({}, {}, {}, {}, {}), pen_for(style))
    return {castle: picture.castle_box(castle) for castle in picture.slots()} if picture.has_castles else {}


class _Picture:
    def __init__(self, board: Board, kingdom: Kingdom, pen: Pen) -> None:
        self.board, self.kingdom, self.pen = board, kingdom, pen
        self.frame = pen.frame
        self.pitch = self.frame.height
        has_castles = any(family for side in board.castles for family in side)
        self.edge = _MARGIN + (self.frame.width + 1.0 if has_castles else 0.0)
        self.has_castles = has_castles

    def size(self) -> tuple[float, float]:
        """Return width and height, castles included."""
        return self.board.cols * self.pitch + 2 * self.edge, self.board.rows * self.pitch + 2 * self.edge

    def page(self, routes: Sequence[Connection], marks: Marks, north: str) -> Page:
        width, height = self.size()
        items: list[Item] = [*self._table(), *self._fields(), *self._castles(), *self._cards(routes)]
        for where, letter in marks.items():
            items += self._mark(where, letter)
        if north:
            font = Font(self.pen.style.fonts.display, self.pen.style.fonts.display_weight)
            items += compass(self.pen, Point(width / 2, height / 2), north, font)
        return Page(width, height, tuple(items))

    def ground(self) -> Items:
        """Draw the table and the castles."""
        return self._table() + self._castles()

    def upon(self, routes: Sequence[Connection]) -> Items:
        """Draw empty fields, cards, and routes."""
        return self._fields() + self._cards(routes)

    def _table(self) -> Items:
        return self.pen.tint(rectangle(Rect(0.0, 0.0, *self.size())), self.pen.colours.table)

    def _castles(self) -> Items:
        slots = self.slots() if self.has_castles else ()
        return tuple(item for castle in slots for item in self._castle(castle))

    def _fields(self) -> Items:
        return tuple(item for field in self.board.fields() for item in self._field(field))

    def _cards(self, routes: Sequence[Connection]) -> Items:
        stacks = tuple(item for field in self.board.fields() for item in self._stack(field))
        return stacks + drawn_routes(self.pen, Places(self.board, self.pitch, self.centre), self.kingdom, routes)

    def part(self, routes: Sequence[Connection], lesson: Lesson, like: Board) -> Page:
        """Draw the fields in use, with the castles in front of them."""
        used = {field for field in like.fields() if like.stack(field)} | lesson.fields
        used = {field for field in used if on_board(like, field)} or set(like.fields())
        rows, cols = ([field[axis] for field in used] for axis in (0, 1))
        span = (min(rows), max(cols), max(rows), min(cols))  # to the north, east, south and west
        castles = [castle for castle in self.slots() if self._beside(castle, span)]
        box = Rect.around([self.centre((span[0], span[3])), self.centre((span[2], span[1]))])
        box = box.inset(-self.pitch / 2)
        for castle in castles:
            box |= self.castle_box(castle)
        box = box.inset(-_AROUND)
        pointer = Pointer(self.pen, self.pitch, self.centre)
        items: list[Item] = [*self.pen.tint(rectangle(box), self.pen.colours.table)]
        for field in self.board.fields():
            if span[0] <= field[0] <= span[2] and span[3] <= field[1] <= span[1]:
                items += self._field(field)
        for castle in castles:
            items += self._castle(castle)
        for field in self.board.fields():
            items += self._stack(field)
        if lesson.wrong is not None and on_board(self.board, lesson.wrong[0]):
            items += self._wrong(pointer, *lesson.wrong)
        items += drawn_routes(self.pen, Places(self.board, self.pitch, self.centre), self.kingdom, routes)
        items += pointer.items(lesson)
        if lesson.verdict is not None:
            items += verdict(box, self.frame.unit, lesson.verdict)
        shift = Transform.translation(-box.x, -box.y)
        return Page(box.width, box.height, (Group(tuple(items), shift, rectangle(box)),))

    def _beside(self, castle: Castle, span: tuple[int, int, int, int]) -> bool:
        """Return whether a castle faces one of the fields shown."""
        if self.board.castles[castle.side][castle.slot] is None:
            return False
        rim = (0, self.board.cols - 1, self.board.rows - 1, 0)[castle.side]
        low, high = (span[3], span[1]) if castle.side % 2 == 0 else (span[0], span[2])
        return span[castle.side] == rim and low <= castle.slot <= high

    def castle_box(self, castle: Castle) -> Rect:
        """Return the place of a castle."""
        size = (self.frame.height, self.frame.width) if castle.side % 2 == 0 else (self.frame.width, self.frame.height)
        return Rect.centred(self.castle_centre(castle), *size)

    def _wrong(self, pointer: Pointer, field: Field, card: Placed) -> Items:
        """Draw an illegal card, shifted if it would hide the one below."""
        symbol = self._card_symbol(card, 1)
        laid = self._laid(symbol, self.centre(field), 90.0 * card.facing, self.frame.width, self.frame.height)
        items = laid + pointer.outline(field, card, BAD)
        below = self.board.stack(field)
        if below and (below[-1].facing - card.facing) % 2 == 0:
            middle = self.centre(field)
            return (Group(items, Transform.translation(9.0, 5.0) @ Transform.rotation(7.0, middle)),)
        return items

    # Places

    def centre(self, field: Field) -> Point:
        """Return the middle of a field."""
        row, col = field
        return Point(self.edge + (col + 0.5) * self.pitch, self.edge + (row + 0.5) * self.pitch)

    def castle_centre(self, castle: Castle) -> Point:
        """Return the middle of a castle slot: its long side is at the edge of the field in front of it."""
        along = castle.slot
        row, col = {0: (0, along), 1: (along, self.board.cols - 1), 2: (self.board.rows - 1, along), 3: (along, 0)}[
            castle.side
        ]
        return self.centre((row, col)) + OUT[castle.side] * ((self.pitch + self.frame.width) / 2)

    def slots(self) -> Iterator[Castle]:
        """Yield every place for a castle."""
        for side in DIRECTIONS:
            for slot in range(len(self.board.castles[side])):
                yield Castle(side, slot)

    # Things

    def _field(self, field: Field) -> Items:
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
        plus = Outline((Move(at + corners[0]), *(Line(at + corner) for corner in corners[1:]), CLOSE))
        return self._dotted(plus)

    def _dotted(self, outline: Outline) -> Items:
        ink = self.pen.colours.table.mixed(self.pen.colours.ink, 0.35)
        return (Path(outline, None, Stroke(ink, 0.5, Cap.ROUND, Join.ROUND, (2.0, 2.0))),)

    def _castle(self, castle: Castle) -> Items:
        at, turn = self.castle_centre(castle), 90.0 * castle.side
        family = self.board.castles[castle.side][castle.slot]
        if family is None:
            return self._dotted(rounded(self.castle_box(castle).inset(2.0), 3.0))
        symbol = self._castle_symbol(self.kingdom.families[family], castle)
        return self._laid(symbol, at, turn, self.frame.height, self.frame.width)

    def _castle_symbol(self, family: Family, castle: Castle) -> Symbol:
        def draw() -> Symbol:
            items = castle_face(self.pen, family, Random("castle", family.id, castle.side + 1))
            return self.frame.lying(f"castle-{family.id}-{castle.side + 1}", items)

        return self.pen.kept(f"lying castle {family.id} {family.colour} {family.emblem} {castle.side}", draw)

    def _stack(self, field: Field) -> Items:
        """GEO-5: draw the top card and the arms of the one below it."""
        items: Items = ()
        stack = self.board.stack(field)
        for below, card in reversed([(below, card) for below, card in enumerate(seen(stack)) if card is not None]):
            # By its place, so that a card looks the same from step to step.
            symbol = self._card_symbol(card, (field[0] + 2 * field[1] + len(stack) - below) % _LOOKS + 1)
            items += self._laid(symbol, self.centre(field), 90.0 * card.facing, self.frame.width, self.frame.height)
        return items

    def _card_symbol(self, card: Placed, copy: int) -> Symbol:
        def draw() -> Symbol:
            random = Random(card.card, copy)
            if not card.sealed:
                return self.frame.symbol(f"{card.card}-{copy}", vine_face(self.pen, card.face, random))
            laid = plan(self.frame, card.face, self.pen.lines.vine / 2, 2.0)
            items = (*air.background(self.pen, random.part("sky")), *strands(self.pen, laid, True, random))
            return self.frame.symbol(f"{card.card}-{copy}", items)

        return self.pen.kept(f"placed {card.card} {copy} {card.face} {card.sealed}", draw)

    def _laid(self, symbol: Symbol, at: Point, turn: float, width: float, height: float) -> Items:
        """Draw a card on the table: its shadow, the card cut out of its bleed, and a thin edge. Boards share it."""

        def draw() -> Symbol:
            place = Transform.rotation(turn) @ Transform.translation(-width / 2, -height / 2)
            outline = rounded(Rect(0.0, 0.0, width, height), 1.2)
            cut = outline.moved(place)
            edge = self.pen.colours.ink
            items = (
                *self.pen.tint(cut.moved(Transform.translation(0.5, 0.9)), edge, 0.16),
                *self.pen.tint(cut.moved(Transform.translation(0.2, 0.4)), edge, 0.2),
                Group((Use(symbol),), place, outline),
                Path(cut, None, Stroke(edge, 0.18, join=Join.ROUND), opacity=0.55),
            )
            return Symbol(f"{symbol.name}-laid-{turn:g}", items, cut.bounds.inset(-2.0))

        return (Use(self.pen.kept(f"laid {id(symbol)} {turn}", draw), Transform.translation(at.x, at.y)),)

    # Marks

    def _mark(self, where: Field | Castle, letter: str) -> Items:
        if isinstance(where, Castle):
            at = self.castle_centre(where) + RIGHT[where.side] * (self.pitch * 0.3)
        else:
            corner = (self.frame.width / 2 + self.frame.height / 2) / 2
            at = self.centre(where) + Point(-corner, -corner)
        colours, unit, fonts = self.pen.colours, self.frame.unit, self.pen.style.fonts
        size = 7.6 * unit
        badge = Path(circle(at, 6.0 * unit), colours.paper, Stroke(colours.ink, 0.7 * unit))
        font = Font(fonts.display, fonts.display_weight)
        return (
            badge,
            text_line(letter, at + Point(0.0, size * 0.35), font, size, colour=colours.ink, align=Align.CENTRE),
        )
