"""What stays true whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

from chance import examples
from games.cloudy_kingdom.box import FACES, random_board, random_game
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Break, BreakPlace, Direction, Face, Strand, joined
from cloudy_pnp.cloudy_kingdom.rules.board import Axis, Board, Placed, joined_ports, standing, upright
from cloudy_pnp.cloudy_kingdom.rules.growth import Options, legal_placements
from cloudy_pnp.cloudy_kingdom.rules.state import GameState
from cloudy_pnp.cloudy_kingdom.rules.turns import apply

N, E, S, W = DIRECTIONS
SEEDS = st.integers(0, 2**32)


def boards(seed: int) -> tuple[Board, random.Random]:
    rng = random.Random(seed)
    return random_board(rng, rng.randint(1, 4), rng.randint(1, 4), full=rng.random() < 0.5), rng


def states(seed: int) -> list[GameState]:
    begin, moves, _ = random_game(random.Random(seed))
    found = [begin]
    for move in moves:
        found.append(apply(found[-1], move))
    return found


@settings(max_examples=examples(25))
@given(SEEDS)
def test_stacks_alternate(seed: int) -> None:
    """GEO-5: neighbours in a stack are always perpendicular, whatever was played and cast."""
    for stack in states(seed)[-1].board.stacks:
        facings = [upright(card.facing) for card in stack]
        assert all(one != other for one, other in pairwise(facings))


@settings(max_examples=examples(25))
@given(SEEDS)
def test_a_sealed_card_never_changes(seed: int) -> None:
    """SPL-3: once sealed, a stack stays as it is to the end of the game."""
    sealed: dict[int, tuple[Placed, ...]] = {}
    for state in states(seed):
        for index, stack in enumerate(state.board.stacks):
            assert sealed.get(index, stack) == stack
            assert not any(card.sealed for card in stack[:-1])
            if stack and stack[-1].sealed:
                sealed[index] = stack


@settings(max_examples=examples(25))
@given(SEEDS)
def test_no_card_appears_or_disappears(seed: int) -> None:
    everything = states(seed)
    first = counted(everything[0])
    assert all(counted(state) == first for state in everything)


def counted(state: GameState) -> Counter[str]:
    """Every card of the game, wherever it is."""
    cards = Counter(state.draw_pile + state.discard_pile + state.box)
    cards.update(card for card in state.hands if card is not None)
    cards.update(spell for own in state.spells for spell in own)
    cards.update(card.card for stack in state.board.stacks for card in stack)
    if state.casting is not None:
        cards.update(state.casting.drawn + state.casting.taken)
        cards.update(() if state.casting.kept is None else (state.casting.kept,))
        cards.update(() if state.casting.placed_self else (state.casting.spell,))
    return cards


@settings(max_examples=examples(25))
@given(SEEDS)
def test_the_state_knows_its_own_connections(seed: int) -> None:
    for state in states(seed)[::5]:
        assert state.connected == standing(state.board)


@given(SEEDS)
def test_removing_what_was_placed_restores_the_ports(seed: int) -> None:
    board, rng = boards(seed)
    card = rng.choice(list(FACES))
    for field, facing in list(legal_placements(board, FACES[card], Options()))[:5]:
        placed = board.placed(field, Placed(card, FACES[card], facing))
        assert placed.removed(field) == board
        assert joined_ports(placed.removed(field).stack(field)) == joined_ports(board.stack(field))
        assert len(placed.stack(field)) == len(board.stack(field)) + 1


@given(SEEDS)
def test_turning_a_stack_four_times_changes_nothing(seed: int) -> None:
    board, rng = boards(seed)
    field = rng.choice(list(board.fields()))
    quarters = rng.randint(1, 3)
    assert board.turned_stack(field, quarters).turned_stack(field, 4 - quarters) == board


def quarter_turned(board: Board) -> Board:
    """The whole board turned clockwise: row r, col c goes to row c, col rows − 1 − r; the north to the east."""
    north, east, south, west = board.castles
    around = (tuple(reversed(west)), north, tuple(reversed(east)), south)
    stacks = []
    for row in range(board.cols):
        for col in range(board.rows):
            old = board.stack((board.rows - 1 - col, row))
            stacks.append(tuple(replace(card, facing=card.facing.turned(1)) for card in old))
    return Board(board.cols, board.rows, around, tuple(stacks))


OTHER_AXIS: dict[Axis, Axis] = {"north-south": "east-west", "east-west": "north-south"}


@given(SEEDS)
def test_turning_the_whole_board_turns_the_answer(seed: int) -> None:
    board, _ = boards(seed)
    turned = quarter_turned(board)
    assert standing(turned) == {(family, OTHER_AXIS[axis]) for family, axis in standing(board)}
    back = quarter_turned(quarter_turned(quarter_turned(turned)))
    assert back == board


@given(SEEDS)
def test_turning_the_whole_board_turns_the_placements(seed: int) -> None:
    board, rng = boards(seed)
    face, options = rng.choice(list(FACES.values())), Options(rng.choice(["edges", "vines"]))
    here = {
        ((col, board.rows - 1 - row), facing.turned(1)) for (row, col), facing in legal_placements(board, face, options)
    }
    assert set(legal_placements(quarter_turned(board), face, options)) == here


def mirrored_direction(direction: Direction) -> Direction:
    return {N: N, E: W, S: S, W: E}[direction]


def mirrored_face(face: Face) -> Face:
    """The face in a mirror that swaps its e and w."""

    def mirror(strands: tuple[Strand, ...]) -> tuple[Strand, ...]:
        return tuple(sorted(tuple(sorted(map(mirrored_direction, strand))) for strand in strands))

    places: dict[BreakPlace, BreakPlace] = {"n": "n", "e": "w", "s": "s", "w": "e", "centre": "centre"}
    breaks = sorted(Break(places[item.at], item.kind) for item in face.breaks)
    return Face(mirror(face.vines), mirror(face.bridges), tuple(breaks))


def mirrored(board: Board) -> Board:
    """The whole board in a mirror that swaps east and west."""
    north, east, south, west = board.castles
    stacks = [
        tuple(
            replace(card, face=mirrored_face(card.face), facing=mirrored_direction(card.facing))
            for card in board.stack((row, board.cols - 1 - col))
        )
        for row, col in board.fields()
    ]
    return Board(board.rows, board.cols, (tuple(reversed(north)), west, tuple(reversed(south)), east), tuple(stacks))


@given(SEEDS)
def test_mirrored_faces_mirror_the_connections(seed: int) -> None:
    board, _ = boards(seed)
    assert standing(mirrored(board)) == standing(board)
    assert mirrored(mirrored(board)) == board


def test_a_mirrored_face_joins_the_mirrored_ends() -> None:
    for face in FACES.values():
        ends = sorted(tuple(sorted(map(mirrored_direction, group))) for group in joined(face))
        assert list(joined(mirrored_face(face))) == ends


@given(SEEDS)
def test_a_card_on_top_of_nothing_that_changes_hides_nothing_else(seed: int) -> None:
    """GEO-5: what lies two cards down is hidden."""
    board, _ = boards(seed)
    deep = [board.stack(field) for field in board.fields() if len(board.stack(field)) > 2]
    assume(deep)
    assert [stack for stack in deep if joined_ports(stack) != joined_ports(stack[-2:])] == []
