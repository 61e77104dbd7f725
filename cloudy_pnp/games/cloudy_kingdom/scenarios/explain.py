"""Explain why a family is not connected: where the vines that start at its castle stop, and the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from cloudy_pnp.games.cloudy_kingdom.model.face import BreakKind, BreakPlace, Direction, Strand, turned
from cloudy_pnp.games.cloudy_kingdom.rules.board import (
    Board,
    Castle,
    Field,
    Placed,
    Spot,
    arms,
    castle_at,
    covered,
    family_at,
    field_before,
    field_name,
    linked,
    neighbour,
    ports,
    seen,
    spot_at,
    walk,
)

Why: TypeAlias = BreakKind | Literal["path-end", "no-end", "no-card", "empty", "vacant", "castle"]

_REASONS: dict[str, str] = {
    "hole": "a hole interrupts the vine",
    "block": "a block interrupts the vine",
    "path-end": "the vine is a dead end and stops in the centre",
    "no-end": "the card there shows no vine end",
    "no-card": "no card lies on that arm",
    "empty": "the field is empty",
    "vacant": "the castle slot is vacant",
    "castle": "a castle blocks the way",
}


class VineStop(Struct, frozen=True):
    """A place where a vine stops: in a field, at one of its arms or its centre."""

    field: Field
    at: BreakPlace
    why: Why

    @property
    def message(self) -> str:
        """One sentence for people.

        >>> VineStop((0, 1), "e", "hole").message
        'at [0, 1] e: a hole interrupts the vine'
        """
        return f"at {field_name(self.field)} {self.at}: {_REASONS[self.why]}"


def stops(board: Board, start: Castle, goal: Castle) -> list[VineStop]:
    """List the stops of the vines that can be walked from one castle, nearest to the goal first.

    CON-7 read backwards: a route to the goal would have to go on at one of these places.
    """
    before = field_before(board, start)
    if spot_at(board, before, start.side) is None:
        return [_no_way_in(board, before, start.side)]
    reached = {
        stop
        for spot, _, _ in walk(board, [start])
        for stop in (*stops_inside(board, spot), *_stops_at_rim(board, spot, start, goal))
    }
    row, col = field_before(board, goal)

    def nearness(stop: VineStop) -> tuple[int, Field, str, str]:
        return abs(stop.field[0] - row) + abs(stop.field[1] - col), stop.field, stop.at, stop.why

    return sorted(reached, key=nearness)


def _no_way_in(board: Board, field: Field, side: Direction) -> VineStop:
    """CON-6: return why a field has no port towards a neighbouring castle or vine."""
    stack = board.stack(field)
    why: Why = "empty" if not stack else "no-end" if covered(stack, side) else "no-card"
    return VineStop(field, _place(side), why)


def _stops_at_rim(board: Board, spot: Spot, start: Castle, goal: Castle) -> Iterator[VineStop]:
    """CON-6: yield ports that are linked to nothing, or to a castle that is not the goal."""
    for port in spot.ports:
        castle = castle_at(board, spot.field, port)
        if castle is not None and castle not in (start, goal):
            yield VineStop(spot.field, _place(port), "vacant" if family_at(board, castle) is None else "castle")
        elif castle is None and linked(board, spot.field, port) is None:
            yield _no_way_in(board, neighbour(spot.field, port), port.opposite)


def stops_inside(board: Board, spot: Spot) -> Iterator[VineStop]:
    """CON-4, CON-5: yield ends of the same strand that cannot be reached inside the field."""
    top, below = seen(board.stack(spot.field))
    if top is None:
        return
    shown = turned(top.face, top.facing)
    for port in spot.ports:
        lower = _break_at(below, port) if port not in arms(top.facing) else None
        strand = next((strand for strand in shown.vines if port in strand), None)
        if lower is not None:
            yield VineStop(spot.field, _place(port), lower)
        elif strand is None:
            yield VineStop(spot.field, _place(port), "no-end")
        elif len(strand) == 1:
            yield VineStop(spot.field, "centre", "path-end")
        else:
            yield from _stops_on_strand(board, spot, port, strand)


def _stops_on_strand(board: Board, spot: Spot, port: Direction, strand: Strand) -> Iterator[VineStop]:
    """Yield the obstacles between `port` and the other ends of the top card's strand there."""
    stack = board.stack(spot.field)
    top, below = seen(stack)
    if top is None:
        return
    shown = turned(top.face, top.facing)
    breaks = {} if strand in shown.bridges else {item.at: item.kind for item in shown.breaks}
    places: tuple[BreakPlace, ...] = (_place(port), "centre")
    for place in places:
        if place in breaks:
            yield VineStop(spot.field, place, breaks[place])
            return
    for end in strand:
        lower = None if end in arms(top.facing) else _break_at(below, end)
        if _place(end) in breaks:
            yield VineStop(spot.field, _place(end), breaks[_place(end)])
        elif lower is not None:
            yield VineStop(spot.field, _place(end), lower)
        elif end not in ports(stack):
            yield VineStop(spot.field, _place(end), "no-card" if below is None else "no-end")


def _break_at(card: Placed | None, end: Direction) -> BreakKind | None:
    if card is None:
        return None
    breaks = turned(card.face, card.facing).breaks
    return next((item.kind for item in breaks if item.at == end.text), None)


def _place(direction: Direction) -> BreakPlace:
    places: tuple[BreakPlace, ...] = ("n", "e", "s", "w")
    return places[direction]
