"""Explain why a family is not connected: where the vines that start at its castle stop, and the reason.

Describe a replayed game turn by turn, in plain English sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.model.face import BreakKind, BreakPlace, Direction, Strand, turned
from cloudy_pnp.cloudy_kingdom.rules import board as boards
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import automatic_steps, begin_cast, carry_out_choice, step_to_choose
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.cloudy_kingdom.rules.state import CastSpell, DiscardVine, GameState, Move, Pass, PlayVine, Skip
from cloudy_pnp.cloudy_kingdom.rules.turns import apply
from cloudy_pnp.game.kit.records import TurnReport


def turn_lines(report: TurnReport[GameState, Move]) -> list[str]:
    """Describe one turn: each move, its connections, the card drawn, and the end of the game."""
    lines: list[str] = []
    state, kept = report.before, False
    for move in report.moves:
        lines += _move_lines(state, move)
        kept = _keeps_card(state, move)
        state = apply(state, move)
    drawn = state.hands[report.before.player]
    if drawn is not None and not kept and report.before.last_turns is None and not (state.ending and state.casting):
        lines.append(f"draws {drawn} to the hand")
    if state.last_turns is not None and report.before.last_turns is None:
        lines.append("the draw pile is empty: everyone has one last turn")
    lines += [f"{family} misses a turn" for family in state.missed]
    if not state.ending and not state.missed and state.player == report.before.player and state.others():
        lines.append("has another turn")
    return [*lines, *_end_lines(state)]


def _move_lines(state: GameState, move: Move) -> Iterator[str]:
    """Describe a move, its connections and cuts, and the steps of a spell that follow automatically."""
    yield move_line(state, move)
    now = _carried_out(state, move)
    if not isinstance(move, CastSpell):
        yield from _connection_lines(state, now or apply(state, move))
    if now is None:
        return
    for before, step, after in automatic_steps(now):
        yield from filter(None, [rules_of(step).describe_result(before, after, step)])
        yield from _connection_lines(before, after)
        now = after
    casting = now.casting
    if casting and casting.index == len(casting.steps) and not now.ending and (rest := casting.drawn + casting.taken):
        yield f"discards {' and '.join(rest)}"


def _carried_out(state: GameState, move: Move) -> GameState | None:
    """Return the state after a move of a spell, before the steps that follow automatically."""
    match move:
        case PlayVine() | DiscardVine() | Pass():
            return None
        case CastSpell(spell):
            return begin_cast(state, spell)
    return carry_out_choice(state, move)


def _keeps_card(state: GameState, move: Move) -> bool:
    """STEP-1: return whether the caster holds a card when the spell is done, and so draws none."""
    now = _carried_out(state, move)
    for _, _, after in automatic_steps(now) if now else ():
        now = after
    return now is not None and now.casting is not None and now.casting.kept is not None


def _connection_lines(before: GameState, after: GameState) -> Iterator[str]:
    for family, axis in sorted(after.connected - before.connected):
        yield f"connects {family} {axis}"
    for family, axis in sorted(before.connected - after.connected):
        yield f"cuts the connection of {family} {axis}"


def move_line(state: GameState, move: Move) -> str:
    """Describe a move."""
    match move:
        case PlayVine(at, facing):
            return f"plays {state.hand} at {boards.field_name(at)} facing {facing.text}"
        case CastSpell(spell):
            return f"pays {state.hand} and casts {spell}"
        case DiscardVine():
            return f"has no place for {state.hand} and discards it"
        case Pass():
            return "passes" if state.hand is None else f"keeps {state.hand} and passes"
        case Skip():
            return "leaves out a step of the spell"
    step = step_to_choose(state)
    return "" if step is None else rules_of(step).describe_choice(state, step, move)


def _end_lines(state: GameState) -> list[str]:
    if state.ending is None:
        return []
    ending = state.ending
    if not ending.winners:
        return [f"the game is a draw ({ending.by})"]
    played = [family for family in ending.winners if family in state.setting.players]
    lost = "" if played else ", which has no player: everyone has lost"
    verb = "wins" if len(ending.winners) == 1 else "share the victory"
    return [f"{' and '.join(ending.winners)} {verb}{lost} ({ending.how}, {ending.by})"]


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

    field: boards.Field
    at: BreakPlace
    why: Why

    @property
    def message(self) -> str:
        """One sentence for people.

        >>> VineStop((0, 1), "e", "hole").message
        'at [0, 1] e: a hole interrupts the vine'
        """
        return f"at {boards.field_name(self.field)} {self.at}: {_REASONS[self.why]}"


def stops(board: boards.Board, start: boards.Castle, goal: boards.Castle) -> list[VineStop]:
    """List the stops of the vines that can be walked from one castle, nearest to the goal first.

    CON-7 read backwards: a route to the goal would have to go on at one of these places.
    """
    before = boards.field_before(board, start)
    if boards.spot_at(board, before, start.side) is None:
        return [_no_way_in(board, before, start.side)]
    reached = {
        stop
        for spot, _, _ in boards.walk(board, [start])
        for stop in (*stops_inside(board, spot), *_stops_at_rim(board, spot, start, goal))
    }
    row, col = boards.field_before(board, goal)

    def nearness(stop: VineStop) -> tuple[int, boards.Field, str, str]:
        return abs(stop.field[0] - row) + abs(stop.field[1] - col), stop.field, stop.at, stop.why

    return sorted(reached, key=nearness)


def _no_way_in(board: boards.Board, field: boards.Field, side: Direction) -> VineStop:
    """CON-6: return why a field has no port towards a neighbouring castle or vine."""
    stack = board.stack(field)
    why: Why = "empty" if not stack else "no-end" if boards.covered(stack, side) else "no-card"
    return VineStop(field, _place(side), why)


def _stops_at_rim(
    board: boards.Board, spot: boards.Spot, start: boards.Castle, goal: boards.Castle
) -> Iterator[VineStop]:
    """CON-6: yield ports that are linked to nothing, or to a castle that is not the goal."""
    for port in spot.ports:
        castle = boards.castle_at(board, spot.field, port)
        if castle is not None and castle not in (start, goal):
            yield VineStop(spot.field, _place(port), "vacant" if boards.family_at(board, castle) is None else "castle")
        elif castle is None and boards.linked(board, spot.field, port) is None:
            yield _no_way_in(board, boards.neighbour(spot.field, port), port.opposite)


def stops_inside(board: boards.Board, spot: boards.Spot) -> Iterator[VineStop]:
    """CON-4, CON-5: yield ends of the same strand that cannot be reached inside the field."""
    top, below = boards.seen(board.stack(spot.field))
    if top is None:
        return
    shown = turned(top.face, top.facing)
    for port in spot.ports:
        lower = _break_at(below, port) if port not in boards.arms(top.facing) else None
        strand = next((strand for strand in shown.vines if port in strand), None)
        if lower is not None:
            yield VineStop(spot.field, _place(port), lower)
        elif strand is None:
            yield VineStop(spot.field, _place(port), "no-end")
        elif len(strand) == 1:
            yield VineStop(spot.field, "centre", "path-end")
        else:
            yield from _stops_on_strand(board, spot, port, strand)


def _stops_on_strand(board: boards.Board, spot: boards.Spot, port: Direction, strand: Strand) -> Iterator[VineStop]:
    """Yield the obstacles between `port` and the other ends of the top card's strand there."""
    stack = board.stack(spot.field)
    top, below = boards.seen(stack)
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
        lower = None if end in boards.arms(top.facing) else _break_at(below, end)
        if _place(end) in breaks:
            yield VineStop(spot.field, _place(end), breaks[_place(end)])
        elif lower is not None:
            yield VineStop(spot.field, _place(end), lower)
        elif end not in boards.ports(stack):
            yield VineStop(spot.field, _place(end), "no-card" if below is None else "no-end")


def _break_at(card: boards.Placed | None, end: Direction) -> BreakKind | None:
    if card is None:
        return None
    breaks = turned(card.face, card.facing).breaks
    return next((item.kind for item in breaks if item.at == end.text), None)


def _place(direction: Direction) -> BreakPlace:
    places: tuple[BreakPlace, ...] = ("n", "e", "s", "w")
    return places[direction]
