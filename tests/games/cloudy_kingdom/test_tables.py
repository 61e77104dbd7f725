"""The fast paths give the same answers as the readable rule, on tens of thousands of random positions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pytest
from chance import SEED, examples
from games.cloudy_kingdom.box import FACES, random_board

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, joined_ports, standing
from cloudy_pnp.games.cloudy_kingdom.sim.face_tables import EXITS, JOINED, PAIRS, Frame, Tables, ways_of

pytestmark = pytest.mark.fuzz
TABLES = Tables.of(FACES)
READABLE = examples(10_000)  # boards compared with the readable rule; `bench` compares the speed
FAST = examples(50_000)  # boards on which the plain and the compiled pass are compared
SIZES = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (4, 4), (4, 4), (3, 6)]


@cache
def positions() -> list[tuple[Board, Frame, list[int]]]:
    rng = random.Random(20 + SEED)
    found = []
    for index in range(READABLE):
        rows, cols = SIZES[index % len(SIZES)]
        board = random_board(rng, rows, cols, full=index % 2 == 0)
        found.append((board, Frame.of(board), TABLES.fields(board)))
    return found


def test_the_plain_pass_agrees_with_the_readable_rule() -> None:
    connected = 0
    for board, frame, fields in positions():
        expected = standing(board)
        assert frame.names(frame.connected(fields)) == expected
        connected += bool(expected)
    assert connected > READABLE // 8  # otherwise the test would prove little


def test_what_one_field_connects() -> None:
    """Whatever is connected leads through the field, or is connected without it (CON-7)."""
    rng = random.Random(21 + SEED)
    for _, frame, fields in positions():
        at = rng.randrange(len(fields))
        without = [0 if index == at else ways for index, ways in enumerate(fields)]
        through = frame.connected_through(fields, at)
        assert frame.connected(fields) == frame.connected(without) | through


def test_what_one_placement_connects() -> None:
    """The new connections of a placement are those through its field that did not stand before."""
    rng = random.Random(22 + SEED)
    for board, frame, _ in positions()[:800]:
        field = rng.choice(list(board.fields()))
        card = random_board(rng, 1, 1, full=True).stack((0, 0))[-1]
        placed = board.placed(field, card)
        at = field[0] * board.cols + field[1]
        new = frame.names(frame.connected_through(TABLES.fields(placed), at)) - standing(board)
        assert new == standing(placed) - standing(board)


def many(size: int, count: int, seed: int) -> tuple[Frame, list[list[int]]]:
    """One frame and many boards of random ways, which are all that the fast passes see of a board."""
    rng = random.Random(seed + SEED)
    frame = Frame.of(random_board(rng, size, size))
    while not frame.pairs:
        frame = Frame.of(random_board(rng, size, size))
    ways = [ways for row in TABLES.ways for ways in row]
    return frame, [[rng.choice(ways) for _ in range(size * size)] for _ in range(count)]


@pytest.mark.parametrize(("size", "count"), [(4, FAST), (1, 300), (9, 300), (14, 60), (15, 60), (33, 6), (64, 2)])
def test_the_compiled_pass_agrees_with_the_plain_one(size: int, count: int) -> None:
    compiled = pytest.importorskip("cloudy_pnp.games.cloudy_kingdom.sim.compiled")
    numpy = pytest.importorskip("numpy")
    frame, boards = many(size, count, seed=size)
    fast = compiled.CompiledFrame(frame)
    fields = fast.array(boards)
    expected = [frame.connected(board) for board in boards]
    assert [bits(column) for column in fast.connected(fields).T] == expected
    at = [index % (size * size) for index in range(count)]
    through = fast.connected_through(fields, numpy.array(at, dtype=numpy.int32))
    assert [bits(column) for column in through.T] == [
        frame.connected_through(board, field) for board, field in zip(boards, at, strict=True)
    ]
    assert size > 6 or any(expected)


def bits(column: Iterable[bool]) -> int:
    return sum(1 << index for index, value in enumerate(column) if value)


def test_the_kernels_are_the_readable_python_that_numba_compiles() -> None:
    """Run uncompiled, they give the same answers: nothing in them depends on how numba counts."""
    compiled = pytest.importorskip("cloudy_pnp.games.cloudy_kingdom.sim.compiled")
    numpy = pytest.importorskip("numpy")
    frame, boards = many(4, 40, seed=5)
    fast = compiled.CompiledFrame(frame)
    fields = fast.array(boards)
    for kernel in (compiled.connected_one_by_one, compiled.connected_in_step):
        found = numpy.zeros((len(frame.axes), len(boards)), dtype=bool)
        kernel(fields, 4, 4, fast.pairs, found)
        assert (found == fast.connected(fields)).all()


def test_the_table_is_the_readable_rule() -> None:
    rng = random.Random(23 + SEED)
    for _ in range(2_000):
        board = random_board(rng, 1, 1)
        stack = board.stack((0, 0))
        top, below = TABLES.lying(stack)
        assert TABLES.ways[top][below] == ways_of(joined_ports(stack))
    assert TABLES.lying(()) == (TABLES.nothing, TABLES.nothing)


def test_ways_say_which_ports_lead_on() -> None:
    north, east, south, _ = DIRECTIONS
    ways = ways_of([(north, south), (east,)])
    assert ways & JOINED == 1 << PAIRS.index(1 << north | 1 << south)
    assert ways >> 8 == 1 << north | 1 << south | 1 << east
    assert EXITS[ways & JOINED] == (1 << south, 0, 1 << north, 0)
    assert ways_of([]) == 0


def test_castles_are_counted_north_west_south_east() -> None:
    board = random_board(random.Random(1), 2, 3)
    frame = Frame.of(board)
    assert frame.beyond[:4] == (-1, 1, 3, -1 - 3)
    assert frame.beyond[4 * 5 : 4 * 6] == (2, -1 - 9, -1 - 7, 4)
