"""SPL: the fields a spell can affect, and the places where it can put a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, Field, field_name, on_board, upright
from cloudy_pnp.games.cloudy_kingdom.rules.growth import (
    Broken,
    Options,
    not_perpendicular,
    off_the_board,
    on_protected_field,
    on_sealed_card,
    placement_problem,
)

# The rule that the narrowing of a place comes from.
WHERE_RULES: Mapping[str, str] = {"empty": "SPL-5", "on-last": "SPL-5", "on-card": "SPL-3", "apart": "SPL-10"}


def out_of_reach(board: Board, field: Field) -> Broken | None:
    """GEO-1: reject a field outside the board; SPL-3: reject a field protected from spells."""
    if not on_board(board, field):
        return Broken("GEO-1", f"{field_name(field)} is not a field of this board")
    if field in board.warded:
        return Broken("SPL-3", f"a spell protects the field {field_name(field)}")
    return None


def no_open_stack(board: Board, field: Field, rule: str) -> Broken | None:
    """Reject an empty field; SPL-3: reject a sealed card."""
    unreachable = out_of_reach(board, field)
    if unreachable is not None:
        return unreachable
    stack = board.stack(field)
    if not stack:
        return Broken(rule, f"there is no card on {field_name(field)}")
    if stack[-1].sealed:
        return Broken("SPL-3", f"the top card of {field_name(field)}, {stack[-1].card}, is sealed")
    return None


# --- where a card can go -----------------------------------------------------------------------------------


def where_problem(board: Board, where: str, last: Field | None, field: Field) -> Broken | None:
    """SPL-3, SPL-5: reject a field that the step's `where` excludes."""
    wrong = {
        "empty": ("is not empty", bool(board.stack(field))),
        "on-last": ("is not where the spell placed its last card", field != last),
        "on-card": ("has no card to place this one on", not board.stack(field)),
        "apart": ("is not apart from the card that the spell placed last", not apart(field, last)),
    }
    text, broken = wrong.get(where, ("", False))
    return Broken(WHERE_RULES[where], f"{field_name(field)} {text}") if broken else None


def apart(field: Field, last: Field | None) -> bool:
    """STEP-9: a field is neither that of the spell's last card nor next to it."""
    return last is None or abs(field[0] - last[0]) + abs(field[1] - last[1]) > 1


def under_problem(board: Board, field: Field, facing: Direction) -> Broken | None:
    """STEP-10: the field has cards that a spell may affect, and the card lies crosswise to the lowest."""
    unreachable = no_open_stack(board, field, "SPL-10")
    if unreachable is None and upright(board.stack(field)[0].facing) == upright(facing):
        return Broken("GRO-4", f"the card must lie crosswise to the lowest card of {field_name(field)}")
    return unreachable


def seen_by_spells(board: Board) -> Board:
    """GRO-5: return the board as a spell sees it: only fields protected from spells are closed to its cards."""
    return board if board.guarded == board.warded else replace(board, guarded=board.warded)


def unsupported_problem(board: Board, field: Field, facing: Direction) -> Broken | None:
    """Check GRO without GRO-2, for a card that may go anywhere."""
    return (
        off_the_board(board, field)
        or not_perpendicular(board, field, facing)
        or on_sealed_card(board, field)
        or on_protected_field(board, field)
    )


def place_problem(
    board: Board, face: Face, where: str, last: Field | None, field: Field, facing: Direction, options: Options
) -> Broken | None:
    """Return the rule that a card placed by a spell breaks: the step's `where` first, then GRO."""
    board = seen_by_spells(board)
    if where == "anywhere":
        return unsupported_problem(board, field, facing)
    if where == "under":
        return under_problem(board, field, facing)
    return (
        off_the_board(board, field)
        or where_problem(board, where, last, field)
        or placement_problem(board, face, field, facing, options)
    )


def places(
    board: Board, face: Face, where: str, last: Field | None, options: Options
) -> Iterator[tuple[Field, Direction]]:
    """Yield every place where a spell can put a card, in board order."""
    seen = seen_by_spells(board)
    for field in board.fields():
        if where_problem(board, where, last, field) is None:
            for facing in DIRECTIONS:
                if place_problem(seen, face, where, last, field, facing, options) is None:
                    yield field, facing
