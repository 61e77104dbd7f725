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
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import click

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, DIRECTIONS, Direction, Face, Strand, turned
from cloudy_pnp.cloudy_kingdom.model.steps import MANUAL, not_simulated, parse_steps
from cloudy_pnp.cloudy_kingdom.rules import board as boards
from cloudy_pnp.cloudy_kingdom.scenarios.explain import stops, stops_inside

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
            if number == HEIGHT // 2:
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
    middle, centre = HEIGHT // 2, WIDTH // 2
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
        grid[middle][centre] = _centre(stack[-1], groups, used)
    if len(stack) > 1:
        height = str(len(stack)).translate(_SUPERSCRIPT)
        grid[0][0 : len(height)] = height
    if stack[-1].sealed:
        grid[0][-1] = "*"
    return ["".join(row) for row in grid]


def _draw_arm(grid: list[list[str]], port: Direction, upright: str, level: str) -> None:
    middle, centre = HEIGHT // 2, WIDTH // 2
    if port in (N, S):
        for row in range(middle) if port is N else range(middle + 1, HEIGHT):
            grid[row][centre] = upright
    else:
        for col in range(centre) if port is W else range(centre + 1, WIDTH):
            grid[middle][col] = level


def _draw_stop(grid: list[list[str]], port: Direction, reasons: Mapping[str, str]) -> None:
    """Draw the end of a vine that joins nothing in its field: broken on its arm, or open in the centre."""
    middle, centre = HEIGHT // 2, WIDTH // 2
    reason, inside = reasons.get(port.text, ""), reasons.get("centre", "")
    row, col = _inner(port)
    if reason in BREAKS:
        grid[row][col] = BREAKS[reason]
    elif inside == "path-end" or reason:
        grid[row][col] = _HALF[port]
    else:
        grid[middle][centre] = BREAKS.get(inside, _HALF[port])


def _inner(port: Direction) -> tuple[int, int]:
    """Return the position of an arm's character next to the centre."""
    middle, centre = HEIGHT // 2, WIDTH // 2
    return {N: (middle - 1, centre), S: (middle + 1, centre), W: (middle, centre - 1), E: (middle, centre + 1)}[port]


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
    grid = [list("╭" + "─" * (_WIDE - 2) + "╮"), *_sides(), list("╰" + "─" * (_WIDE - 2) + "╯")]
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


def _sides() -> list[list[str]]:
    return [list("│" + " " * (_WIDE - 2) + "│") for _ in range(_HIGH - 2)]


def _put(grid: list[list[str]], place: tuple[int, int], sign: str) -> None:
    grid[place[0]][place[1]] = sign


def _card_centre(face: Face, ways: list[Strand]) -> str:
    if not ways:
        return " "
    if len(ways) == 1:
        return (_BRIDGE if ways[0] in face.bridges else HEAVY)[ways[0]]
    return crossing(ways, face.bridges)
