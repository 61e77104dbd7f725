"""GRO: where a vine card may be placed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face, turned
from cloudy_pnp.cloudy_kingdom.rules import board as boards


class Options(Struct, frozen=True):
    """Rule options of a game or a scenario."""

    growth: Literal["edges", "vines"] = "edges"  # GRO-6


class Broken(Struct, frozen=True):
    """A rule that a move would break, and how, with the position."""

    code: str
    message: str


def placement_problem(
    board: boards.Board, face: Face, field: boards.Field, facing: Direction, options: Options
) -> Broken | None:
    """Return the first growth rule that a placement breaks, or None if it is legal.

    >>> stem = Face.from_data({"vines": [["n", "s"]]})
    >>> placement_problem(boards.Board.empty(4, 4), stem, (1, 2), Direction.N, Options()).code
    'GRO-2'
    """
    return (
        off_the_board(board, field)
        or without_support(board, face, field, facing, options)
        or not_perpendicular(board, field, facing)
        or on_sealed_card(board, field)
        or on_protected_field(board, field)
    )


def legal_placements(board: boards.Board, face: Face, options: Options) -> Iterator[tuple[boards.Field, Direction]]:
    """GRO-7: yield every legal field and facing, as the card may be turned freely."""
    for field in board.fields():
        for facing in DIRECTIONS:
            if placement_problem(board, face, field, facing, options) is None:
                yield field, facing


def off_the_board(board: boards.Board, field: boards.Field) -> Broken | None:
    """GRO-1: reject a field outside the board."""
    if boards.on_board(board, field):
        return None
    return Broken("GRO-1", f"{boards.field_name(field)} is not a field of this board of {board.rows} × {board.cols}")


def without_support(
    board: boards.Board, face: Face, field: boards.Field, facing: Direction, options: Options
) -> Broken | None:
    """GRO-2: on an empty field, require a short side that touches a castle or the short side of a vine card.

    GRO-6 (reading): with the option `vines`, require a vine end on both touching sides.
    """
    if board.stack(field):
        return None
    touching = [side for side in boards.arms(facing) if touches(board, field, side)]
    sides = " nor ".join(side.text for side in boards.arms(facing))
    if not touching:
        fault = "does the card touch a castle or the short side of a card"
    elif options.growth == "vines" and not any(vines_meet(board, face, field, facing, side) for side in touching):
        fault = "do two vine ends meet (option growth: vines, GRO-6)"
    else:
        return None
    return Broken("GRO-2", f"on the empty field {boards.field_name(field)}, at neither {sides} {fault}")


def touches(board: boards.Board, field: boards.Field, side: Direction) -> bool:
    """GRO-2, GRO-3: return whether a short side on this side of a field touches a castle or another short side.

    A castle has its long side there; a card covers its arm towards this field (GEO-6). A vacant slot supports nothing,
    nor does the long side of a card.
    """
    castle = boards.castle_at(board, field, side)
    if castle is not None:
        return boards.family_at(board, castle) is not None
    return boards.covered(board.stack(boards.neighbour(field, side)), side.opposite)


def vines_meet(board: boards.Board, face: Face, field: boards.Field, facing: Direction, side: Direction) -> bool:
    """GRO-6: return whether both touching sides show a vine end; a castle always does."""
    if side not in turned(face, facing).ends:
        return False
    if boards.castle_at(board, field, side) is not None:
        return True
    return side.opposite in boards.ports(board.stack(boards.neighbour(field, side)))


def not_perpendicular(board: boards.Board, field: boards.Field, facing: Direction) -> Broken | None:
    """GRO-4: on a field with cards, require a card perpendicular to the top one, and nothing else."""
    stack = board.stack(field)
    if not stack or boards.upright(stack[-1].facing) != boards.upright(facing):
        return None
    message = f"the card must lie across the top one of {boards.field_name(field)}, which faces {stack[-1].facing.text}"
    return Broken("GRO-4", f"{message}; {facing.text} is parallel to it")


def on_sealed_card(board: boards.Board, field: boards.Field) -> Broken | None:
    """GRO-5: reject a card on a sealed card."""
    stack = board.stack(field)
    if not stack or not stack[-1].sealed:
        return None
    return Broken("GRO-5", f"the top card of {boards.field_name(field)}, {stack[-1].card}, is sealed")


def on_protected_field(board: boards.Board, field: boards.Field) -> Broken | None:
    """GRO-5: reject a card on a field that a spell protects."""
    if field not in board.guarded:
        return None
    return Broken("GRO-5", f"a spell protects the field {boards.field_name(field)}")
