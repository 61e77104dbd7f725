# mypy: disable-error-code="no-any-return"
"""The game as one array: faces, castles, and the spells as small programs with jumps (`memory` names the places).

A field is one small number, its *ways*: which of its ports lead on to which. The readable rule itself (`joined_ports`)
fills the tables with these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Break, BreakKind, Direction, Face, turned
from cloudy_pnp.cloudy_kingdom.model.steps import Clear, every_step
from cloudy_pnp.cloudy_kingdom.rules import board as boards
from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.bytecode import Code
from cloudy_pnp.cloudy_kingdom.sim.config import FIELD, SPREAD, GamePlan
from cloudy_pnp.cloudy_kingdom.sim.steps import changes, most_choices
from cloudy_pnp.simulate.numba_code import Ints

NORTH_BIT, EAST_BIT, SOUTH_BIT, WEST_BIT = (1 << direction for direction in DIRECTIONS)

# Ways of a field: bits 0 to 5 say which pairs of ports are joined, in the order of PAIRS; bits 8 to 11 say
# which ports exist. An empty field is 0.
Ways: TypeAlias = int
PAIRS = (
    NORTH_BIT | WEST_BIT,
    NORTH_BIT | SOUTH_BIT,
    WEST_BIT | SOUTH_BIT,
    NORTH_BIT | EAST_BIT,
    WEST_BIT | EAST_BIT,
    SOUTH_BIT | EAST_BIT,
)
JOINED = (1 << len(PAIRS)) - 1


def ways_of(groups: Iterable[Sequence[Direction]]) -> Ways:
    """Encode joined ports (CON-4, CON-5) as one number.

    >>> bin(ways_of([(Direction.N, Direction.S), (Direction.E,)]))
    '0b11100000010'
    """
    ways = 0
    for group in groups:
        for port in group:
            ways |= 1 << 8 + port
        for first, second in combinations(group, 2):
            ways |= 1 << PAIRS.index(1 << first | 1 << second)
    return ways


def _exits(ways: Ways, port: Direction) -> int:
    """Return the ports, as bits, that can be reached from one port."""
    exits = 0
    for index, pair in enumerate(PAIRS):
        if ways >> index & 1 and pair >> port & 1:
            exits |= pair & ~(1 << port)
    return exits


EXITS = tuple(tuple(_exits(ways, port) for port in DIRECTIONS) for ways in range(JOINED + 1))


N, E, S, W = DIRECTIONS
KINDS: tuple[tuple[BreakKind, ...], ...] = (
    ("block",),
    ("hole",),
    ("block", "hole"),
)  # of the step `clear`, in this order


class Sizes(Struct, frozen=True):
    """The lengths of the arrays of a position and of its moves."""

    position: int
    moves: int
    log: int


def tables_of(plan: GamePlan) -> tuple[Ints, Sizes]:
    """Build the array `t` for a plan, with its sizes."""
    faces = Faces(plan)
    code = Code(plan, faces.number_of_spell)
    board = boards.Board.empty(plan.layout.rows, plan.layout.cols, plan.layout.castles)
    fields, players = board.rows * board.cols, len(plan.policies)
    deck = sum(plan.counts) + (SPREAD if plan.config.vary else 0)
    parts = {
        m.LYING_AT: [number for row in faces.lying() for number in row],
        m.FACES_AT: [number for row in faces.rows() for number in row],
        m.BEYOND_AT: list(_beyond(board, plan.names.families)),
        m.EXITS_AT: [EXITS[ways][port] for ways in range(JOINED + 1) for port in DIRECTIONS],
        m.GATES_AT: list(_gates(board, plan.names.families)),
        m.SPELLS_AT: code.spells,
        m.CODE_AT: [number for row in code.rows for number in (*row, changes(row))],
        m.RIVALS_AT: list(_rivals(plan)),
        m.COUNTS_AT: list(plan.counts),
        m.CYCLE_AT: _cycle(plan),
        m.CHOSEN_FAMILIES_AT: list(plan.families or (m.NONE,) * players),
        m.CHOSEN_SPELLS_AT: list(_chosen(plan)),
        m.POLICIES_AT: [policy for policy, _ in plan.policies],
        m.PLAYOUTS_AT: [playouts for _, playouts in plan.policies],
        m.RIMS_AT: [field + field // board.cols for field in range(fields)],
        m.ORDERS_AT: [place for count in (2, 3, 4) for order in permutations(range(count)) for place in order],
    }
    nodes = m.FIELDS_AT + fields * m.FIELD_SIZE
    pile = nodes + (deck + players * m.HELD) * m.NODE_SIZE
    head = {
        m.FIELDS: fields,
        m.COLS: board.cols,
        m.PLAYERS: players,
        m.FAMILIES: len(plan.names.families),
        m.GROWTH_VINES: int(plan.config.growth == "vines"),
        m.MAY_PASS: int(plan.edition.last_card == "may"),
        m.LAYS_ALL: int(plan.edition.castles == "all"),
        m.SMALL: int((board.rows + 1) * (board.cols + 1) <= 64),
        m.MOST: board.rows + board.cols,
        m.SHARE: FIELD // (players - 1),
        m.WAITS: m.NONE if plan.waits is None else plan.waits,
        m.VINES: len(plan.names.vines),
        m.SPELLS: len(plan.names.spells),
        m.EAGER: m.NONE if plan.config.eager is None else plan.names.spells.index(plan.config.eager),
        m.VARIED: int(plan.config.vary),
        m.NODES: nodes,
        m.PILE: pile,
        m.DISCARD: pile + deck,
        m.DRAWN_AT: pile + 2 * deck,
        m.TAKEN_AT: pile + 2 * deck + code.most_drawn,
        m.NODE_COUNT: deck + players * m.HELD,
        m.NOTES: 1 + 8 * fields + len(plan.names.spells) + len(plan.names.families),
    }
    sizes = Sizes(
        position=pile + 2 * deck + code.most_drawn + code.most_taken,
        moves=_most_moves(code, fields, players),
        log=deck + players + players * m.HELD * code.most_choices + 1,
    )
    head |= {m.POSITION: sizes.position, m.ROOM: sizes.moves * m.MOVE_SIZE}
    return _table(head, parts), sizes


def _table(head: dict[int, int], parts: dict[int, list[int]]) -> Ints:
    numbers = [0] * m.T_HEAD
    for place, number in head.items():
        numbers[place] = number
    for place, part in parts.items():
        numbers[place] = len(numbers)
        numbers += part
    return np.array(numbers, dtype=np.int64)


def _most_moves(code: Code, fields: int, players: int) -> int:
    placements = fields * 4 * max(1, code.most_drawn, code.most_taken) + m.HELD + 2
    return max(placements, 2**players, *(most_choices(row[m.OP], fields) for row in code.rows))


# --- faces -------------------------------------------------------------------------------------------------


class Faces:
    """Every face that can be on the board, numbered: vines first, then spells, sealed and cleared ones."""

    def __init__(self, plan: GamePlan) -> None:
        kingdom = plan.kingdom
        self.numbers: dict[tuple[int, Face, bool], int] = {}
        self.number_of_spell: dict[tuple[str, bool], int] = {}
        for vine, card in enumerate(kingdom.vines.values()):
            self.numbers[vine, card.face, False] = len(self.numbers)
        for spell, item in enumerate(kingdom.spells.values()):
            if item.face is not None:
                for sealed in (False, True):
                    key = len(kingdom.vines) + spell, item.face, sealed
                    self.number_of_spell[item.id, sealed] = self.numbers[key] = len(self.numbers)
        effects = (kingdom.steps(spell, plan.edition.id) for spell in kingdom.spells)
        self.single = any(step == Clear("break") for steps in effects for step, _ in every_step(steps))
        self.without = [self._without(*key) for key in self._growing()]

    def _growing(self) -> Iterator[tuple[int, Face, bool]]:
        """Yield the faces, including those added meanwhile."""
        done = 0
        while done < len(self.numbers):
            yield list(self.numbers)[done]
            done += 1

    def _without(self, card: int, face: Face, sealed: bool) -> list[int]:
        """Return the numbers of the face without blocks, without holes, without breaks; −1 if it has none of them.

        STEP-4: if a spell clears single breaks, the face without each of them follows.
        """
        numbers = []
        singles = face.breaks[: m.MOST_BREAKS] if self.single else ()
        cleared = [[item for item in face.breaks if item.kind in kinds] for kinds in KINDS]
        for breaks in (*cleared, *([item] for item in singles), *([[]] * (m.MOST_BREAKS - len(singles)))):
            kept = tuple(item for item in face.breaks if item not in breaks)
            if sealed or not breaks:
                numbers.append(m.NONE)
            else:
                numbers.append(self.numbers.setdefault((card, replace(face, breaks=kept), sealed), len(self.numbers)))
        return numbers

    def rows(self) -> Iterator[list[int]]:
        """Yield the rows of FACES."""
        printed: dict[int, int] = {}
        for number, ((card, _, sealed), without) in enumerate(zip(self.numbers, self.without, strict=True)):
            yield [int(sealed), printed.setdefault(card, number), *without]

    def lying(self) -> Iterator[list[int]]:
        """Yield the rows of LYING; by GEO-5, the ends and breaks on a lower card's arms make its class."""
        for _, face, _ in self.numbers:
            for facing in DIRECTIONS:
                top = boards.Placed("", face, facing)
                ends = sum(1 << end for end in turned(face, facing).ends)
                below = [boards.Placed("", item, N if facing in (E, W) else E) for item in _classes()]
                ways = [
                    ways_of(boards.joined_ports((top,))),
                    *(ways_of(boards.joined_ports((item, top))) for item in below),
                ]
                yield [ends, _class(face, facing), *ways]


_STATES = ("none", "end", "cut")


def _classes() -> Iterator[Face]:
    """Yield a face for each class of lower card, in the order of `_class`; its n is n or e on the board."""
    for north in _STATES:
        for south in _STATES:
            ends = [(end, state) for end, state in ((N, north), (S, south)) if state != "none"]
            breaks = tuple(Break("n" if end is N else "s", "hole") for end, state in ends if state == "cut")
            yield Face(tuple((end,) for end, _ in ends), (), breaks)


def _class(face: Face, facing: Direction) -> int:
    shown = turned(face, facing)
    first, second = (N, S) if boards.upright(facing) else (E, W)
    states = ["none" if arm not in shown.ends else "cut" if arm in shown.cut_ends else "end" for arm in (first, second)]
    return 1 + 3 * _STATES.index(states[0]) + _STATES.index(states[1])


# --- castles and decks -------------------------------------------------------------------------------------


def _beyond(board: boards.Board, families: Sequence[str]) -> Iterator[int]:
    for field in board.fields():
        for side in DIRECTIONS:
            castle = boards.castle_at(board, field, side)
            if castle is None:
                row, col = boards.neighbour(field, side)
                yield row * board.cols + col
            else:
                family = boards.family_at(board, castle)
                yield m.VACANT if family is None else m.CASTLE - families.index(family)


def _gates(board: boards.Board, families: Sequence[str]) -> Iterator[int]:
    beyond = list(_beyond(board, families))
    for family in range(len(families)):
        for side in DIRECTIONS:
            here = [place for place in range(side, len(beyond), 4) if beyond[place] == m.CASTLE - family]
            yield here[0] if here else m.NONE


def _chosen(plan: GamePlan) -> Iterator[int]:
    """Yield the spells of each seat."""
    for hand in plan.spells or ():
        numbers = [plan.names.spells.index(spell) for spell in hand]
        yield from (*numbers, *[m.NONE] * (m.HELD - len(numbers)))
    if plan.spells is None:
        yield m.NONE - 1


def _rivals(plan: GamePlan) -> Iterator[int]:
    """SPL-12: yield the other side of each spell's card, as both sides cannot be used."""
    other = {first: second for pair in plan.edition.pairs for first, second in (pair, pair[::-1])}
    for spell in plan.names.spells:
        rival = other.get(spell)
        yield plan.names.spells.index(rival) if rival in plan.names.spells else m.NONE


def _cycle(plan: GamePlan) -> list[int]:
    """LAY-6: return the layout's cycle of families, in the order of the north."""
    families = plan.names.families
    north = [family for family in plan.layout.castles["north"] if family is not None]
    return [families.index(family) for family in dict.fromkeys((*north, *families))]
