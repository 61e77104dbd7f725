"""SPL: what of the board a spell can affect, and where it can put a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face, Kind
from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    STEP_RULES,
    WHERE_RULES,
    Clear,
    MoveTop,
    Protect,
    Remove,
    Swap,
    Turn,
)
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, Field, field_name, on_board
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken, Options, off_the_board, placement_problem
from cloudy_pnp.games.cloudy_kingdom.rules.state import MoveCard, SwapStacks

FieldStep: TypeAlias = Remove | Turn | Clear | Protect  # steps that ask for one field

# What a step `clear` takes away.
CLEARED: Mapping[str, tuple[Kind, ...]] = {"blocks": ("block",), "holes": ("hole",), "breaks": ("block", "hole")}


def target_problem(board: Board, step: FieldStep, field: Field) -> Broken | None:
    """SPL-1, SPL-8: the target is a field with cards, for `clear` one that shows a break; SPL-3: no spell affects
    a sealed card or a protected field. SPL-10: any other field can be protected."""
    if isinstance(step, Protect):
        return _out_of_reach(board, field)
    return _no_open_stack(board, field, STEP_RULES[type(step)]) or _nothing_to_clear(board, step, field)


def _out_of_reach(board: Board, field: Field) -> Broken | None:
    """GEO-1: the field is on the board; SPL-3: no spell affects a protected field."""
    if not on_board(board, field):
        return Broken("GEO-1", f"{field_name(field)} is not a field of this board")
    if field in board.guarded:
        return Broken("SPL-3", f"a spell protects the field {field_name(field)}")
    return None


def _no_open_stack(board: Board, field: Field, rule: str) -> Broken | None:
    """The field has cards; SPL-3: no spell affects a sealed card."""
    unreachable = _out_of_reach(board, field)
    if unreachable is not None:
        return unreachable
    stack = board.stack(field)
    if not stack:
        return Broken(rule, f"there is no card on {field_name(field)}")
    if stack[-1].sealed:
        return Broken("SPL-3", f"the top card of {field_name(field)}, {stack[-1].card}, is sealed")
    return None


def _nothing_to_clear(board: Board, step: FieldStep, field: Field) -> Broken | None:
    """SPL-10: a card is cleared only of breaks that it shows."""
    if not isinstance(step, Clear):
        return None
    top = board.stack(field)[-1]
    if any(item.kind in CLEARED[step.kind] for item in top.face.breaks):
        return None
    return Broken("SPL-10", f"the top card of {field_name(field)}, {top.card}, shows no {step.kind}")


def targets(board: Board, step: FieldStep) -> Iterator[Field]:
    """Every field that a step can affect, in board order."""
    return (field for field in board.fields() if target_problem(board, step, field) is None)


# --- where a card can go -----------------------------------------------------------------------------------


def where_problem(board: Board, where: str, last: Field | None, field: Field) -> Broken | None:
    """SPL-3, SPL-5: the spell narrows where its card may be placed."""
    wrong = {
        "empty": ("is not empty", bool(board.stack(field))),
        "on-last": ("is not where the spell placed its last card", field != last),
        "on-card": ("has no card to place this one on", not board.stack(field)),
    }
    text, broken = wrong.get(where, ("", False))
    return Broken(WHERE_RULES[where], f"{field_name(field)} {text}") if broken else None


def place_problem(
    board: Board, face: Face, where: str, last: Field | None, field: Field, facing: Direction, options: Options
) -> Broken | None:
    """The rule that a card breaks which a spell places: its own narrowing first, then GRO."""
    return (
        off_the_board(board, field)
        or where_problem(board, where, last, field)
        or placement_problem(board, face, field, facing, options)
    )


def places(
    board: Board, face: Face, where: str, last: Field | None, options: Options
) -> Iterator[tuple[Field, Direction]]:
    """Everywhere a spell can place a card, in board order."""
    for field in board.fields():
        if where_problem(board, where, last, field) is None:
            for facing in DIRECTIONS:
                if placement_problem(board, face, field, facing, options) is None:
                    yield field, facing


# --- moving and swapping -----------------------------------------------------------------------------------


def move_problem(board: Board, step: MoveTop, move: MoveCard, options: Options) -> Broken | None:
    """SPL-10: an uncovered card goes to another field, by GRO on the board without it."""
    unreachable = _no_open_stack(board, move.at, STEP_RULES[type(step)])
    if unreachable is not None:
        return unreachable
    if move.to == move.at:
        return Broken("SPL-10", f"the card of {field_name(move.at)} must go to another field")
    face = board.stack(move.at)[-1].face
    return place_problem(board.removed(move.at), face, step.where, None, move.to, move.facing, options)


def moves(board: Board, step: MoveTop, options: Options) -> Iterator[MoveCard]:
    """Every way to move a card: by its field, then by where it goes."""
    for at in board.fields():
        if _no_open_stack(board, at, "SPL-10") is None:
            without, face = board.removed(at), board.stack(at)[-1].face
            for to, facing in places(without, face, step.where, None, options):
                if to != at:
                    yield MoveCard(at, to, facing)


def swap_problem(board: Board, step: Swap, swap: SwapStacks) -> Broken | None:
    """SPL-10: two different stacks change places, whatever GRO says."""
    rule = STEP_RULES[type(step)]
    if swap.at == swap.other:
        return Broken(rule, f"{field_name(swap.at)} cannot change places with itself")
    return _no_open_stack(board, swap.at, rule) or _no_open_stack(board, swap.other, rule)


def swaps(board: Board) -> Iterator[SwapStacks]:
    """Every pair of stacks that can change places, in board order."""
    fields = [field for field in board.fields() if _no_open_stack(board, field, "SPL-10") is None]
    return (SwapStacks(at, other) for at, other in combinations(fields, 2))
