"""GEO and CON: fields, stacks, castles, ports, and which castles are connected.

This is the readable rule. `tables` answers the same questions fast; a test compares the two.

LAY: the castles around the board.

Everything here takes the four sides as plain data, `{"north": [...], "east": [...], ...}` in LAY-4 order, in
which `None` is a vacant slot. Families may be any hashable names.

The distance of a family from being connected, in vine cards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Break, Direction, Face, Strand, joined, turned
from cloudy_pnp.core.problems import Finding, quoted

Field: TypeAlias = tuple[int, int]
Axis: TypeAlias = Literal["north-south", "east-west"]
N, E, S, W = DIRECTIONS

AXES: tuple[tuple[Axis, Direction, Direction], ...] = (("east-west", E, W), ("north-south", N, S))
_MOVE = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Placed(Struct, frozen=True, eq=False):
    """A card on the board: its facing says where its own n points (GEO-3)."""

    card: str
    face: Face
    facing: Direction
    sealed: bool = False
    number: int = 0  # STEP-5: the first card placed is 1; cards with other numbers are equal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placed) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[str, Face, Direction, bool]:
        return self.card, self.face, self.facing, self.sealed


Stack: TypeAlias = tuple[Placed, ...]  # from the bottom to the top


class Castle(NamedTuple):
    """A castle slot: its side of the board and its number in LAY-4 order."""

    side: Direction
    slot: int


class Board(Struct, frozen=True, eq=False, dict=True):
    """GEO-1: `rows × cols` fields, each with a stack, and the castle slots around them.

    >>> board = Board.empty(1, 1).placed((0, 0), Placed("stem", Face(((N, S),)), N))
    >>> joined_ports(board.stack((0, 0)))
    ((<Direction.N: 0>, <Direction.S: 2>),)
    """

    rows: int
    cols: int
    castles: tuple[tuple[str | None, ...], ...]  # by side n, e, s, w, in LAY-4 order; None is a vacant slot
    stacks: tuple[Stack, ...]  # row by row
    guarded: frozenset[Field] = frozenset()  # fields that a spell protects from vine cards that are played
    warded: frozenset[Field] = frozenset()  # fields that a spell protects from spells
    newest: Field | None = None  # the field with the card placed last on top; None once it is gone
    number: int = 0  # of the card that was placed last; boards with other numbers are equal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and astuple(self)[:-1] == astuple(other)[:-1]

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])

    @classmethod
    def empty(cls, rows: int, cols: int, castles: Castles | None = None) -> Board:
        """Return a board with no cards; without `castles` every slot is vacant."""
        counts = (cols, rows, cols, rows)
        slots = tuple(castles[side] for side in SIDES) if castles else tuple((None,) * n for n in counts)
        if rows < 1 or cols < 1 or tuple(len(side) for side in slots) != counts:
            raise ValueError(f"a board of {rows} × {cols} fields cannot have the castle slots {slots}")
        return cls(rows, cols, slots, ((),) * (rows * cols))

    def stack(self, field: Field) -> Stack:
        """Return the cards of a field, from the bottom to the top."""
        return self.stacks[field[0] * self.cols + field[1]]

    @cached_property
    def _joined(self) -> dict[Field, tuple[Strand, ...]]:
        return {}

    def joined(self, field: Field) -> tuple[Strand, ...]:
        """Return the joined ports of a field (CON-4, CON-5), cached because walks ask for them often."""
        if field not in self._joined:
            self._joined[field] = joined_ports(self.stack(field))
        return self._joined[field]

    def fields(self) -> Iterator[Field]:
        """Yield every field, row by row."""
        return ((row, col) for row in range(self.rows) for col in range(self.cols))

    def with_stack(self, field: Field, stack: Stack) -> Board:
        """Return the board with other cards in one field."""
        index = field[0] * self.cols + field[1]
        return replace(self, stacks=(*self.stacks[:index], stack, *self.stacks[index + 1 :]))

    def placed(self, field: Field, card: Placed) -> Board:
        """Return the board with one more card, on top of a field's stack. A card that was moved keeps its number."""
        number = card.number or self.number + 1
        stack = (*self.stack(field), replace(card, number=number))
        return replace(self.with_stack(field, stack), newest=field, number=max(number, self.number))

    def placed_under(self, field: Field, card: Placed) -> Board:
        """STEP-10: return the board with one more card, below a field's stack."""
        number = self.number + 1
        stack = (replace(card, number=number), *self.stack(field))
        return replace(self.with_stack(field, stack), newest=None, number=number)

    def removed(self, field: Field) -> Board:
        """Return the board without the top card of a field."""
        newest = None if self.newest == field else self.newest
        return replace(self.with_stack(field, self.stack(field)[:-1]), newest=newest)

    def turned_stack(self, field: Field, quarters: int) -> Board:
        """Return the board with the cards of a field turned clockwise, all together."""
        stack = tuple(replace(card, facing=card.facing.turned(quarters)) for card in self.stack(field))
        return self.with_stack(field, stack)

    def turned_top(self, field: Field, quarters: int) -> Board:
        """STEP-3: return the board with the top card of a field turned clockwise."""
        *below, top = self.stack(field)
        return self.with_stack(field, (*below, replace(top, facing=top.facing.turned(quarters))))

    def moved(self, field: Field, to: Field, facing: Direction) -> Board:
        """Return the board with the top card of one field moved to another one, with this facing."""
        card = replace(self.stack(field)[-1], facing=facing)
        return self.removed(field).placed(to, card)

    def swapped(self, field: Field, other: Field) -> Board:
        """Return the board with the stacks of two fields exchanged; `newest` follows its card."""
        board = self.with_stack(field, self.stack(other)).with_stack(other, self.stack(field))
        newest = {field: other, other: field}.get(self.newest, self.newest) if self.newest else None
        return replace(board, newest=newest)

    def castles_swapped(self, side: Direction, slot: int, other: int) -> Board:
        """Return the board with two castles of one side exchanged."""
        slots = list(self.castles[side])
        slots[slot], slots[other] = slots[other], slots[slot]
        return replace(self, castles=(*self.castles[:side], tuple(slots), *self.castles[side + 1 :]))

    def cleared(self, field: Field, breaks: Collection[Break]) -> Board:
        """Return the board on which the top card of a field has no longer some of its breaks; it keeps its name."""
        top = self.stack(field)[-1]
        left = tuple(item for item in top.face.breaks if item not in breaks)
        face = Face(top.face.vines, top.face.bridges, left)
        return self.with_stack(field, (*self.stack(field)[:-1], replace(top, face=face)))


def field_name(field: Field) -> str:
    """Return a field in readable form.

    >>> field_name((0, 1))
    '[0, 1]'
    """
    return f"[{field[0]}, {field[1]}]"


# --- GEO ---------------------------------------------------------------------------------------------------


def on_board(board: Board, field: Field) -> bool:
    """GEO-1: return whether a field exists; fields are [row, col], from 0, row 0 in the north, col 0 in the west."""
    return 0 <= field[0] < board.rows and 0 <= field[1] < board.cols


def upright(facing: Direction) -> bool:
    """GEO-4: return whether a card is upright (facing n or s), not sideways (e or w)."""
    return facing in (N, S)


def parallel(board: Board, field: Field) -> str:
    """GEO-5: return a sentence about cards of a field that do not lie crosswise; empty if all do."""
    if any(upright(lower.facing) == upright(upper.facing) for lower, upper in pairwise(board.stack(field))):
        return f"GEO-5: two cards are parallel in the stack at {field_name(field)}"
    return ""


def arms(facing: Direction) -> tuple[Direction, Direction]:
    """GEO-4: return the two arms of its field that a card covers."""
    return (N, S) if upright(facing) else (E, W)


def seen(stack: Stack) -> tuple[Placed | None, Placed | None]:
    """GEO-5: return the top card of a stack and the one below it, of which the arms are visible."""
    return (stack[-1] if stack else None), (stack[-2] if len(stack) > 1 else None)


def covered(stack: Stack, arm: Direction) -> bool:
    """GEO-6: return whether the top card or the one below it covers an arm."""
    return any(card is not None and arm in arms(card.facing) for card in seen(stack))


# --- CON ---------------------------------------------------------------------------------------------------


def ports(stack: Stack) -> tuple[Direction, ...]:
    """CON-1: return the directions in which a vine reaches the edge of the field."""
    return tuple(sorted(port for group in joined_ports(stack) for port in group))


def _ports_of_top(top: Placed) -> list[Direction]:
    """CON-2: return the ports on the two arms that the top card covers: those where it has an end."""
    ends = turned(top.face, top.facing).ends
    return [arm for arm in arms(top.facing) if arm in ends]


def _ports_of_lower(top: Placed, below: Placed | None) -> list[Direction]:
    """CON-3: return the ports on the other two arms: those where the card below has an end."""
    if below is None:
        return []
    ends = turned(below.face, below.facing).ends
    return [arm for arm in DIRECTIONS if arm not in arms(top.facing) and arm in ends]


def joined_ports(stack: Stack) -> tuple[Strand, ...]:
    """CON-4, CON-5: partition the ports into groups that are continuous inside the field.

    >>> cross, stem = Face(((N, E, S, W),)), Face(((N, S),))
    >>> joined_ports((Placed("stem", stem, N), Placed("crossing", cross, E)))[0] == (N, E, S, W)
    True
    """
    top, below = seen(stack)
    return () if top is None else _joined_ports(top, below)


@lru_cache(maxsize=1 << 14)
def _joined_ports(top: Placed, below: Placed | None) -> tuple[Strand, ...]:
    upper = _ports_of_top(top)
    lower = _ports_of_lower(top, below)
    going_on = [port for port in lower if _goes_on(port, top, below)]
    groups = [tuple(end for end in group if end in upper or end in going_on) for group in _top_groups(top)]
    groups += [(port,) for port in lower if port not in going_on]
    return tuple(sorted(group for group in groups if group))


def _top_groups(top: Placed) -> tuple[Strand, ...]:
    """CON-4: return the strands of the top card, split at its breaks."""
    return joined(turned(top.face, top.facing))


def _goes_on(port: Direction, top: Placed, below: Placed | None) -> bool:
    """CON-5 (reading): return whether a port on the lower card's arm continues into the top card.

    The lower card has no break at its end, and the top card has an end there. A break at the lower card's centre is
    hidden and cuts nothing.
    """
    if below is None:
        return False
    return port not in turned(below.face, below.facing).cut_ends and port in turned(top.face, top.facing).ends


def neighbour(field: Field, direction: Direction) -> Field:
    """Return the next field in a direction; it may be off the board.

    >>> neighbour((0, 0), Direction.N)
    (-1, 0)
    """
    down, right = _MOVE[direction]
    return field[0] + down, field[1] + right


def castle_at(board: Board, field: Field, side: Direction) -> Castle | None:
    """Return the castle slot next to a field on a side, vacant or not; None if another field is there."""
    if on_board(board, neighbour(field, side)):
        return None
    return Castle(side, field[1] if side in (N, S) else field[0])


def family_at(board: Board, castle: Castle) -> str | None:
    """Return the family whose castle is in a slot; None if it is vacant."""
    return board.castles[castle.side][castle.slot]


def field_before(board: Board, castle: Castle) -> Field:
    """Return the field in front of a castle."""
    return {
        N: (0, castle.slot),
        E: (castle.slot, board.cols - 1),
        S: (board.rows - 1, castle.slot),
        W: (castle.slot, 0),
    }[castle.side]


class Spot(NamedTuple):
    """A stretch of vine inside one field that can be walked without leaving the field."""

    field: Field
    ports: Strand


def spot_at(board: Board, field: Field, port: Direction) -> Spot | None:
    """Return the spot that is entered at a port of a field; None if there is no such port."""
    for group in board.joined(field):
        if port in group:
            return Spot(field, group)
    return None


def linked(board: Board, field: Field, port: Direction) -> Spot | Castle | None:
    """CON-6: return the spot or castle linked to a port of a field, or None.

    The neighbour's vine if both have the port on their shared edge, a castle if the field has the port towards it.
    """
    if spot_at(board, field, port) is None:
        return None
    castle = castle_at(board, field, port)
    if castle is not None:
        return castle if family_at(board, castle) is not None else None
    return spot_at(board, neighbour(field, port), port.opposite)


def walk(board: Board, starts: Iterable[Castle]) -> Iterator[tuple[Spot, Spot | None, list[Castle]]]:
    """CON-7: yield every spot that can be walked to from some castles, nearest first.

    Each comes with the spot before it and the castles it leads to. A castle blocks the way (CON-6), so the walk never
    passes one.
    """
    waiting: deque[tuple[Spot, Spot | None]] = deque()
    for castle in starts:
        spot = spot_at(board, field_before(board, castle), castle.side)
        if spot is not None:
            waiting.append((spot, None))
    seen_spots = {spot for spot, _ in waiting}
    while waiting:
        spot, before = waiting.popleft()
        castles = []
        for port in spot.ports:
            next_spot = linked(board, spot.field, port)
            if isinstance(next_spot, Castle):
                castles.append(next_spot)
            elif next_spot is not None and next_spot not in seen_spots:
                seen_spots.add(next_spot)
                waiting.append((next_spot, spot))
        yield spot, before, castles


def route(board: Board, starts: Sequence[Castle], goals: Sequence[Castle]) -> tuple[Field, ...] | None:
    """CON-7: return the fields of a shortest route from one of `starts` to one of `goals`, or None."""
    came_from: dict[Spot, Spot | None] = {}
    for spot, before, castles in walk(board, starts):
        came_from[spot] = before
        if any(castle in goals for castle in castles):
            fields = []
            at: Spot | None = spot
            while at is not None:
                fields.append(at.field)
                at = came_from[at]
            return tuple(reversed(fields))
    return None


class Connection(Struct, frozen=True):
    """A family that is connected on an axis, with a shortest route, field by field."""

    family: str
    axis: Axis
    route: tuple[Field, ...]


def castles_of(board: Board, family: str, side: Direction) -> list[Castle]:
    """Return the castles of a family on one side: one by LAY-1, but a scenario may have any number."""
    return [Castle(side, slot) for slot, owner in enumerate(board.castles[side]) if owner == family]


def families(board: Board) -> list[str]:
    """List every family with a castle at this board, sorted."""
    return sorted({family for side in board.castles for family in side if family is not None})


def connected(board: Board) -> list[Connection]:
    """CON-8: list the families whose castles on opposite sides are connected, sorted by family, then axis.

    Neighbouring sides never count: only the pairs north-south and east-west are asked for.
    """
    connections = []
    for family in families(board):
        for axis, side, opposite in AXES:
            fields = route(board, castles_of(board, family, side), castles_of(board, family, opposite))
            if fields is not None:
                connections.append(Connection(family, axis, fields))
    return connections


def standing(board: Board) -> frozenset[tuple[str, Axis]]:
    """CON-8: return the connected families and axes, without the routes."""
    return frozenset((connection.family, connection.axis) for connection in connected(board))


def castles_joined(board: Board, family: str) -> int:
    """STEP-8: return the most castles of a family that one network of vines reaches."""
    castles = [castle for side in DIRECTIONS for castle in castles_of(board, family, side)]
    networks = ({goal for _, _, goals in walk(board, [castle]) for goal in goals} for castle in castles)
    return max((sum(castle in network for castle in castles) for network in networks), default=0)


FamilyName = TypeVar("FamilyName", bound=Hashable)
Sides: TypeAlias = Mapping[str, Sequence[Any]]

SIDE_NAMES = ("north", "east", "south", "west")
OPPOSITE = (("north", "south"), ("west", "east"))
# LAY-3: the slots that meet at each corner of the board, as (side, first or last slot of LAY-4)
CORNERS = (
    ("north-west", ("north", 0), ("west", 0)),
    ("north-east", ("north", -1), ("east", 0)),
    ("south-west", ("south", 0), ("west", -1)),
    ("south-east", ("south", -1), ("east", -1)),
)


def layout_findings(data: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about the castles of a layout entry; paths start at the entry.

    >>> sides = {"north": ["sun"], "east": ["sun"], "south": ["sun"], "west": ["sun"]}
    >>> sorted({finding.code for finding in layout_findings({"rows": 1, "cols": 1, "castles": sides})})
    ['LAY-2', 'LAY-3']
    """
    castles = data["castles"]
    findings = slots_as_many_as_fields(castles, data["rows"], data["cols"])
    findings += one_castle_on_each_side(castles)
    if not any(finding.code == "LAY-4" for finding in findings):
        findings += never_opposite(castles)
        findings += never_at_one_corner(castles)
    return findings


def slots_as_many_as_fields(castles: Sides, rows: int, cols: int) -> list[Finding]:
    """LAY-4: require a slot for each column in north and south, and for each row in west and east."""
    findings = []
    for side in SIDE_NAMES:
        slots, fields = (cols, "columns") if side in ("north", "south") else (rows, "rows")
        if (count := len(castles.get(side, ()))) != slots:
            message = f"{side} has {count} castle slots, but the board has {slots} {fields}"
            hint = f"list {slots} families for {side}, or null for a vacant slot"
            findings.append(Finding("LAY-4", ("castles", side), message, hint))
    return findings


def one_castle_on_each_side(castles: Sides) -> list[Finding]:
    """LAY-1: require one castle of every family on each side."""
    findings: list[Finding] = []
    missing: dict[Hashable, list[str]] = {}
    for side in SIDE_NAMES:
        seen = set()
        for slot, family in enumerate(castles.get(side, ())):
            if family is None:
                continue
            if family in seen:
                message = f"{quoted(family)} has a second castle in the {side}"
                hint = "give the slot to the family that is missing there"
                findings.append(Finding("LAY-1", ("castles", side, slot), message, hint))
            seen.add(family)
            missing.setdefault(family, [])
    for family, sides in missing.items():
        sides += [side for side in SIDE_NAMES if family not in castles.get(side, ())]
        if sides:
            message = f"{quoted(family)} has no castle in the {' and the '.join(sides)}"
            hint = "every family needs one castle on each of the four sides; is the name spelt the same?"
            findings.append(Finding("LAY-1", ("castles", sides[0]), message, hint))
    return findings


def never_opposite(castles: Sides) -> list[Finding]:
    """LAY-2: reject castles of one family directly opposite each other."""
    return [
        Finding(
            "LAY-2",
            ("castles", other, slot),
            f"the castles of {quoted(family)} lie directly opposite each other in {side} and {other}",
            f"swap {quoted(family)} with another family of the {other}",
        )
        for side, other in OPPOSITE
        for slot, (family, facing) in enumerate(zip(castles[side], castles[other], strict=True))
        if family is not None and family == facing
    ]


def never_at_one_corner(castles: Sides) -> list[Finding]:
    """LAY-3: reject castles of one family that meet at a corner of the board."""
    findings = []
    for corner, (side, slot), (other, last) in CORNERS:
        family = castles[side][slot]
        if family is not None and family == castles[other][last]:
            message = f"the castles of {quoted(family)} meet at the {corner} corner"
            hint = f"swap {quoted(family)} with another family of the {other}"
            findings.append(Finding("LAY-3", ("castles", other, last % len(castles[other])), message, hint))
    return findings


FAR = 1_000_000  # no number of cards connects the family


def remaining(board: Board, family: str) -> int:
    """Return how many cards connect a family (CON-8) on one of its axes, if every card drawn is the one needed.

    A card lets a route straight through a field; round a corner of an empty field it takes two, because one card covers
    only two opposite arms (GEO-4). A field with a sealed card on top, or a protected one, stays as it is.
    """
    return min(
        (
            cheapest(board, castle, other, corner=2)
            for _, side, opposite in AXES
            for castle in castles_of(board, family, side)
            for other in castles_of(board, family, opposite)
        ),
        default=FAR,
    )


def cheapest(board: Board, castle: Castle, goal: Castle, corner: int) -> int:
    """Return the cost of the cheapest walk from gate to gate.

    A field that has to change costs 1, or `corner` for a turn on an empty field.
    """
    end = field_before(board, goal)
    done: set[tuple[Field, Direction]] = set()
    waiting = [(0, field_before(board, castle), castle.side)]
    cheapest_found = FAR
    while waiting:
        paid, field, entered = heappop(waiting)
        if (field, entered) in done or paid >= cheapest_found:
            continue
        done.add((field, entered))
        through = next((group for group in board.joined(field) if entered in group), ())
        stack = board.stack(field)
        fixed = field in board.guarded or bool(stack and stack[-1].sealed)
        for side in DIRECTIONS:
            if side == entered or (side not in through and fixed):
                continue
            turns = side != entered.opposite
            price = paid if side in through else paid + (corner if turns and not stack else 1)
            if field == end and side == goal.side:
                cheapest_found = min(cheapest_found, price)
            elif on_board(board, next_field := neighbour(field, side)):
                heappush(waiting, (price, next_field, side.opposite))
    return cheapest_found
