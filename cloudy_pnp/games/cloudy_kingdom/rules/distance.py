"""The distance of a family from being connected, in vine cards."""

from __future__ import annotations

from heapq import heappop, heappush

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction
from cloudy_pnp.games.cloudy_kingdom.rules.board import (
    AXES,
    Board,
    Castle,
    Field,
    castles_of,
    field_before,
    neighbour,
    on_board,
)

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
