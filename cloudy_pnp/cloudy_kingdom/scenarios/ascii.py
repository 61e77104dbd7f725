"""A board in characters: vines as lines, breaks, castles around, the winning route in heavy lines.

Each field is 11 × 5 characters with its ports in the middle of its sides:

    ·    │    ·      │ ─ a vine; ┃ ━ the route of a connected family
         │           ┼ ┬ └ … joined in the centre; ╫ ╪ a rope bridge passes over; ╱ ╲ two bends apart
    ─────┼────○      ○ a hole, ✕ a block, ╴ a vine that stops
         │           ² two cards lie here, * the top one is sealed
    ·    │    ·      # for the last dot: a spell protects the field

The face of a card in characters, upright: for authors who write cards at a terminal.

╭───┃───╮      ┃ ━ a vine; ║ ═ a rope bridge; ○ a hole, ✕ a block
│   ┃   │      ╋ ┣ ┗ … joined in the centre; ╫ ╪ a bridge passes over; ╱ ╲ two bends apart
━━━━╋━━━━      ╹ a vine that stops
│   ┃   │
╰───┃───╯

Explain why a family is not connected: where the vines that start at its castle stop, and the reason.

Describe a replayed game turn by turn, in plain English sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import click
from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.model.face import (
    DIRECTION,
    DIRECTIONS,
    BreakKind,
    BreakPlace,
    Direction,
    Face,
    Strand,
    turned,
)
from cloudy_pnp.cloudy_kingdom.model.steps import MANUAL, not_simulated, parse_steps
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


N, E, S, W = DIRECTIONS

# By the directions that are joined.
LIGHT: dict[Strand, str] = {
    (N, S): "│", (E, W): "─", (N, E): "└", (E, S): "┌", (S, W): "┐", (N, W): "┘",
    (N, E, S): "├", (E, S, W): "┬", (N, S, W): "┤", (N, E, W): "┴", (N, E, S, W): "┼",
}  # fmt: skip
HEAVY: dict[Strand, str] = dict(zip(LIGHT, "┃━┗┏┓┛┣┳┫┻╋", strict=True))
BREAKS = {"hole": "○", "block": "✕"}


def crossing(ways: Collection[Strand], bridges: Collection[Strand]) -> str:
    """Draw two strands that are not joined: one passes over the other as a bridge, or both are bends."""
    if (N, S) in ways:
        return "╫" if (N, S) in bridges else "╪"
    return "╲" if (N, E) in ways else "╱"


WIDTH, HEIGHT = 11, 5
MIDDLE, CENTRE = HEIGHT // 2, WIDTH // 2
_MARGIN = 10  # room for the names of castles in the west and east

_HALF = {N: "╵", E: "╶", S: "╷", W: "╴"}
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def board_picture(
    board: boards.Board, connections: Iterable[boards.Connection] = (), colours: Mapping[str, str] | None = None
) -> str:
    """Draw the board as lines of text; `colours` (family: "#rrggbb") paints the names of the castles.

    >>> from cloudy_pnp.cloudy_kingdom.rules.board import Board, Placed
    >>> from cloudy_pnp.cloudy_kingdom.model.face import Face
    >>> stem = Placed("stem", Face.from_data({"vines": [["n", "s"]]}), Direction.N)
    >>> print(board_picture(Board.empty(1, 1).placed((0, 0), stem)))
              ·    │    ·
                   │
                   │
                   │
              ·    │    ·
    """
    used = _ports_used(connections)
    lines = [_name_row(board, N, colours)]
    for row in range(board.rows):
        cells = [_cell(board, (row, col), used.get((row, col), set())) for col in range(board.cols)]
        for number in range(HEIGHT):
            west, east = (" " * _MARGIN, "")
            if number == MIDDLE:
                west = _name(board.castles[W][row], _MARGIN - 1, colours, ">") + " "
                east = " " + _name(board.castles[E][row], _MARGIN - 1, colours, "<")
            lines.append((west + "".join(cell[number] for cell in cells) + east).rstrip())
    lines.append(_name_row(board, S, colours))
    lines = lines[0 if lines[0].strip() else 1 : None if lines[-1].strip() else -1]  # no castle there, no line
    return "\n".join(line.rstrip() for line in lines)


def _name_row(board: boards.Board, side: Direction, colours: Mapping[str, str] | None) -> str:
    names = "".join(_name(family, WIDTH, colours, "^") for family in board.castles[side])
    return (" " * _MARGIN + names).rstrip()


def _name(family: str | None, width: int, colours: Mapping[str, str] | None, align: str) -> str:
    text = f"{(family or '')[:width]:{align}{width}}"
    if family is None or not colours or family not in colours:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    text = text.strip()
    red, green, blue = (int(colours[family][place : place + 2], 16) for place in (1, 3, 5))
    dark = red + green + blue < 200
    paint = {"fg": "white", "bg": (red, green, blue)} if dark else {"fg": (red, green, blue)}
    return before + click.style(text, **paint) + after


def _ports_used(connections: Iterable[boards.Connection]) -> dict[boards.Field, set[Direction]]:
    """Return the ports that a route passes through, for each of its fields."""
    ends = {axis: (side, opposite) for axis, side, opposite in boards.AXES}
    used: dict[boards.Field, set[Direction]] = {}
    for connection in connections:
        start, goal = ends[connection.axis]
        used.setdefault(connection.route[0], set()).add(start)
        used.setdefault(connection.route[-1], set()).add(goal)
        for here, onward in pairwise(connection.route):
            port = next(port for port in DIRECTIONS if boards.neighbour(here, port) == onward)
            used.setdefault(here, set()).add(port)
            used.setdefault(onward, set()).add(port.opposite)
    return used


def _cell(board: boards.Board, field: boards.Field, used: set[Direction]) -> list[str]:
    """Draw one field as HEIGHT strings of WIDTH characters."""
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for row in (0, HEIGHT - 1):
        grid[row][0] = grid[row][-1] = "·"
    if field in board.guarded or field in board.warded:
        grid[-1][-1] = "#"
    stack = board.stack(field)
    if not stack:
        return ["".join(row) for row in grid]
    groups = boards.joined_ports(stack)
    for group in groups:
        for port in group:
            _draw_arm(grid, port, "┃" if port in used else "│", "━" if port in used else "─")
        if len(group) == 1:
            _draw_stop(grid, group[0], {stop.at: stop.why for stop in stops_inside(board, boards.Spot(field, group))})
    if any(len(group) > 1 for group in groups):
        grid[MIDDLE][CENTRE] = _centre(stack[-1], groups, used)
    if len(stack) > 1:
        height = str(len(stack)).translate(_SUPERSCRIPT)
        grid[0][0 : len(height)] = height
    if stack[-1].sealed:
        grid[0][-1] = "*"
    return ["".join(row) for row in grid]


def _draw_arm(grid: list[list[str]], port: Direction, upright: str, level: str) -> None:
    if port in (N, S):
        for row in range(MIDDLE) if port is N else range(MIDDLE + 1, HEIGHT):
            grid[row][CENTRE] = upright
    else:
        for col in range(CENTRE) if port is W else range(CENTRE + 1, WIDTH):
            grid[MIDDLE][col] = level


def _draw_stop(grid: list[list[str]], port: Direction, reasons: Mapping[str, str]) -> None:
    """Draw the end of a vine that joins nothing in its field: broken on its arm, or open in the centre."""
    reason, inside = reasons.get(port.text, ""), reasons.get("centre", "")
    row, col = _inner(port)
    if reason in BREAKS:
        grid[row][col] = BREAKS[reason]
    elif inside == "path-end" or reason:
        grid[row][col] = _HALF[port]
    else:
        grid[MIDDLE][CENTRE] = BREAKS.get(inside, _HALF[port])


def _inner(port: Direction) -> tuple[int, int]:
    """Return the position of an arm's character next to the centre."""
    return {N: (MIDDLE - 1, CENTRE), S: (MIDDLE + 1, CENTRE), W: (MIDDLE, CENTRE - 1), E: (MIDDLE, CENTRE + 1)}[port]


def _centre(top: boards.Placed, groups: tuple[Strand, ...], used: set[Direction]) -> str:
    ways = [group for group in groups if len(group) > 1]
    if len(ways) == 1:
        return (HEAVY if used & set(ways[0]) else LIGHT)[ways[0]]
    return crossing(ways, turned(top.face, top.facing).bridges)


def why_not(board: boards.Board, connections: Iterable[boards.Connection]) -> list[str]:
    """Return a sentence for each family and axis that is not connected: where its vine stops nearest to the goal."""
    sentences = []
    joined = {(connection.family, connection.axis) for connection in connections}
    for family in boards.families(board):
        for axis, side, opposite in boards.AXES:
            starts, goals = boards.castles_of(board, family, side), boards.castles_of(board, family, opposite)
            if (family, axis) not in joined and starts and goals:
                nearest = stops(board, starts[0], goals[0])
                reason = nearest[0].message if nearest else "no vine starts there"
                sentences.append(f"{family} is not connected {axis}: {reason}")
    return sentences


_WIDE, _HIGH = 9, 7
_CENTRE = (_HIGH // 2, _WIDE // 2)
_ARMS = {
    N: [(row, _CENTRE[1]) for row in range(_CENTRE[0])],  # from the edge to the centre
    S: [(row, _CENTRE[1]) for row in range(_HIGH - 1, _CENTRE[0], -1)],
    W: [(_CENTRE[0], col) for col in range(_CENTRE[1])],
    E: [(_CENTRE[0], col) for col in range(_WIDE - 1, _CENTRE[1], -1)],
}
_BRIDGE: dict[Strand, str] = {(N, S): "║", (E, W): "═", (N, E): "╚", (E, S): "╔", (S, W): "╗", (N, W): "╝"}
_HEAVY_HALF = {N: "╹", E: "╺", S: "╻", W: "╸"}


def portrait(kind: str, entry: Mapping[str, Any]) -> list[str]:
    """Draw a vine card, or a spell that is placed on the board; return nothing without a face.

    >>> print("\\n".join(portrait("vines", {"vines": [["n", "e", "s"]], "breaks": [{"at": "e", "kind": "block"}]})))
    ╭───┃───╮
    │   ┃   │
    │   ┃   │
    │   ┣✕━━━
    │   ┃   │
    │   ┃   │
    ╰───┃───╯
    """
    if kind == "spells" and entry.get("effect") == MANUAL:
        return ["not played by the computer: players do what the text says"]
    data = entry if kind == "vines" else entry.get("face")
    picture = face_picture(Face.from_data(data)) if data else []
    lines = [*picture, *(f"players carry out themselves: {text}" for text in _own_words(entry.get("effect", ())))]
    step = not_simulated(parse_steps(entry.get("effect", ()))) if kind == "spells" else ""
    return [*lines, f"not simulated: the simulator does not play the step {step}"] if step else lines


def _own_words(effect: Any) -> Iterator[str]:
    """Yield the texts of steps that people carry out, in the language they were written in first."""
    if isinstance(effect, Mapping):
        for name, value in effect.items():
            if name == "say" and isinstance(value, Mapping):
                yield next((text for text in value.values() if isinstance(text, str)), "")
            else:
                yield from _own_words(value)
    elif isinstance(effect, list | tuple):
        for part in effect:
            yield from _own_words(part)


def face_picture(face: Face) -> list[str]:
    """Draw a face in lines of text."""
    sides = (list("│" + " " * (_WIDE - 2) + "│") for _ in range(_HIGH - 2))
    grid = [list("╭" + "─" * (_WIDE - 2) + "╮"), *sides, list("╰" + "─" * (_WIDE - 2) + "╯")]
    for strand in face.vines:
        lines = "║═" if strand in face.bridges else "┃━"
        for end in strand:
            for row, col in _ARMS[end]:
                grid[row][col] = lines[end in (E, W)]
            if len(strand) == 1:
                _put(grid, _ARMS[end][-1], _HEAVY_HALF[end])
    ways = [strand for strand in face.vines if len(strand) > 1]
    _put(grid, _CENTRE, _card_centre(face, ways))
    for part in face.breaks:
        sign = BREAKS[str(part.kind)]
        if part.at in DIRECTION:
            _put(grid, _ARMS[DIRECTION[part.at]][-1], sign)
        elif not face.bridges:
            _put(grid, _CENTRE, sign)
        else:  # the bridge passes over it
            for end in (end for way in ways if way not in face.bridges for end in way):
                _put(grid, _ARMS[end][-1], sign)
    return ["".join(row) for row in grid]


def _put(grid: list[list[str]], place: tuple[int, int], sign: str) -> None:
    grid[place[0]][place[1]] = sign


def _card_centre(face: Face, ways: list[Strand]) -> str:
    if not ways:
        return " "
    if len(ways) == 1:
        return (_BRIDGE if ways[0] in face.bridges else HEAVY)[ways[0]]
    return crossing(ways, face.bridges)
