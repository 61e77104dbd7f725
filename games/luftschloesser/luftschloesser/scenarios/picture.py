"""A position in characters, with a legend.

Each field shows its number, its clouds and its beings:

    │ 6            │    ( ) an empty cloud
    │ ( ) (R)      │    (R) a cloud with a castle of red
    │ rr b         │    rr two beings of red, b one of blue
"""

from __future__ import annotations

from luftschloesser.model.board import Field, Sky
from luftschloesser.model.state import Table

_LEAST = 13  # characters of a field


def letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return a character for each player: the first free one of the name, or the number of the seat.

    >>> letters(("blue", "black", "b"))
    ('b', 'l', '3')
    """
    taken: list[str] = []
    for seat, name in enumerate(players, 1):
        taken.append(next((char for char in name if char.isalpha() and char not in taken), str(seat)))
    return tuple(taken)


def sky_picture(table: Table, sky: Sky) -> str:
    """Draw the whole board with its legend.

    >>> from luftschloesser.model.board import Board
    >>> from luftschloesser.model.realm import Options, Realm
    >>> table = Table(Realm(Board(1, 2), {}, {}), ("red", "blue"), Options())
    >>> print(sky_picture(table, Sky.clear(table.board, 2).changed(2, Field(1, (0,), (0, 2)), clouds=-2)))
    ┌─────────────┬─────────────┐
    │ 1           │ 2           │
    │             │ (R) ( )     │
    │             │ bb          │
    └─────────────┴─────────────┘
    ( ) an empty cloud, 18 in the supply
    (R) a castle of red: 1 of 4 standing · r a being of red: 0 of 6 on the board
    (B) a castle of blue: 0 of 4 standing · b a being of blue: 2 of 6 on the board
    """
    board, marks = table.board, letters(table.players)
    cells = [_cell(at, field, marks) for at, field in enumerate(sky.fields, 1)]
    width = max(_LEAST, *(len(line) + 2 for cell in cells for line in cell))
    bars = ["─" * width] * board.cols
    lines = [f"┌{'┬'.join(bars)}┐"]
    for row in range(board.rows):
        if row:
            lines.append(f"├{'┼'.join(bars)}┤")
        across = cells[row * board.cols : (row + 1) * board.cols]
        lines += ("│" + "│".join(f" {cell[number]:<{width - 1}}" for cell in across) + "│" for number in range(3))
    return "\n".join([*lines, f"└{'┴'.join(bars)}┘", *_legend(table, sky, marks)])


def _cell(at: int, field: Field, marks: tuple[str, ...]) -> tuple[str, str, str]:
    clouds = [f"({marks[owner].upper()})" for owner in field.castles] + ["( )"] * field.empty
    beings = [mark * count for mark, count in zip(marks, field.beings, strict=True) if count]
    return str(at), " ".join(clouds), " ".join(beings)


def _legend(table: Table, sky: Sky, marks: tuple[str, ...]) -> list[str]:
    board = table.board
    lines = [f"( ) an empty cloud, {sky.clouds} in the supply"]
    for player, (name, mark) in enumerate(zip(table.players, marks, strict=True)):
        castles, beings = sky.castles_standing(player), sky.beings_standing(player)
        lines.append(
            f"({mark.upper()}) a castle of {name}: {castles} of {board.castles} standing"
            f" · {mark} a being of {name}: {beings} of {board.beings} on the board"
        )
    return lines
