"""Box-drawing characters for vines: joins in the centre of a card or a field, and breaks."""

from __future__ import annotations

from collections.abc import Collection

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Strand

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
