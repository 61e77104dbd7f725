"""The face of a card in characters, upright: for authors who write cards at a terminal.

╭───┃───╮      ┃ ━ a vine; ║ ═ a rope bridge; ○ a hole, ✕ a block
│   ┃   │      ╋ ┣ ┗ … joined in the centre; ╫ ╪ a bridge passes over; ╱ ╲ two bends apart
━━━━╋━━━━      ╹ a vine that stops
│   ┃   │
╰───┃───╯
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION, Face, Strand
from cloudy_pnp.games.cloudy_kingdom.model.steps import MANUAL, not_simulated, parse_steps
from cloudy_pnp.games.cloudy_kingdom.scenarios.line_art import BREAKS, HEAVY, E, N, S, W, crossing

_WIDE, _HIGH = 9, 7
_CENTRE = (_HIGH // 2, _WIDE // 2)
_ARMS = {
    N: [(row, _CENTRE[1]) for row in range(_CENTRE[0])],  # from the edge to the centre
    S: [(row, _CENTRE[1]) for row in range(_HIGH - 1, _CENTRE[0], -1)],
    W: [(_CENTRE[0], col) for col in range(_CENTRE[1])],
    E: [(_CENTRE[0], col) for col in range(_WIDE - 1, _CENTRE[1], -1)],
}
_BRIDGE: dict[Strand, str] = {(N, S): "║", (E, W): "═", (N, E): "╚", (E, S): "╔", (S, W): "╗", (N, W): "╝"}
_HALF = {N: "╹", E: "╺", S: "╻", W: "╸"}


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
                _put(grid, _ARMS[end][-1], _HALF[end])
    ways = [strand for strand in face.vines if len(strand) > 1]
    _put(grid, _CENTRE, _centre(face, ways))
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


def _centre(face: Face, ways: list[Strand]) -> str:
    if not ways:
        return " "
    if len(ways) == 1:
        return (_BRIDGE if ways[0] in face.bridges else HEAVY)[ways[0]]
    return crossing(ways, face.bridges)
