"""Many cards on one picture, within the limits of a program: the columns and rows, and the size of each card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")
_FINE = 200  # dpi: a deck is split into more sheets rather than drawn coarser


class Limits(Struct, frozen=True):
    """The limits of a program: columns and rows, and pixels per side."""

    columns: int = 10
    rows: int = 7
    pixels: int = 4095


class Atlas(Struct, frozen=True):
    """A grid of cells with a size in pixels."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of the whole picture."""
        return self.columns * self.cell[0], self.rows * self.cell[1]


def atlas_for(count: int, size: tuple[float, float], dpi: float, limits: Limits) -> Atlas:
    """Return the grid with the finest cells for some cards of a size in mm; ties go to the fewest cells.

    >>> atlas_for(54, (57.15, 88.9), 300, Limits())
    Atlas(columns=9, rows=6, cell=(438, 682))
    """
    ways = []
    for columns in range(1, limits.columns + 1):
        rows = -(-count // columns)
        if rows <= limits.rows:
            fine = min(dpi, limits.pixels * 25.4 / (columns * size[0]), limits.pixels * 25.4 / (rows * size[1]))
            cell = (max(int(size[0] * fine / 25.4 + 1e-9), 1), max(int(size[1] * fine / 25.4 + 1e-9), 1))
            ways.append((round(fine, 3), -columns * rows, -abs(columns - rows), Atlas(columns, rows, cell)))
    return max(ways, key=lambda way: way[:3])[3]


def split_cards(cards: Sequence[T], size: tuple[float, float], dpi: float, limits: Limits) -> list[Sequence[T]]:
    """Split cards into as few equal parts as possible so that each has a fine enough sheet."""
    fine = min(dpi, _FINE)
    across = min(limits.columns, int(limits.pixels * 25.4 / (size[0] * fine)))
    down = min(limits.rows, int(limits.pixels * 25.4 / (size[1] * fine)))
    most = max(across * down, 1)
    parts = -(-len(cards) // most)
    share = -(-len(cards) // parts)
    return [cards[first : first + share] for first in range(0, len(cards), share)]
