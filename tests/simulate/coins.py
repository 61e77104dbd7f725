"""A tiny game for the tests: coins are thrown. Its games depend on seed and number only, like those of a real one."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cloudy_pnp.simulate.study import Series


class Coins(Struct, frozen=True):
    """Throws until somebody has three heads; nobody may, which is a draw."""

    seed: int = 1
    bias: float = 0.5
    seconds: float = 0.0  # that a batch takes
    log: Path | None = None  # a file for each batch says which process played it

    def play(self, first: int, count: int) -> dict[str, NDArray[np.generic]]:
        """One row for each game."""
        time.sleep(self.seconds)
        if self.log:
            (self.log / f"{first}-{os.getpid()}").touch()
        rows = [np.random.default_rng((self.seed, first + game)).random(3) for game in range(count)]
        thrown = np.array(rows)
        return {
            "turns": (10 + 20 * thrown[:, 0]).astype(np.int16),
            "winner": np.where(thrown[:, 1] < 0.1, 0, np.where(thrown[:, 2] < self.bias, 1, 2)).astype(np.uint8),
        }

    def record(self, number: int) -> dict[str, Any]:
        """Not needed here."""
        return {"game": number}


def measured(results: Mapping[str, NDArray[np.generic]]) -> dict[str, Series]:
    """Draws, the first seat, the length."""
    winner = np.asarray(results["winner"], dtype=float)
    turns = np.asarray(results["turns"], dtype=float)
    return {
        "draws": Series("draws", "draws", (winner == 0).astype(float), goal="less", watched=True),
        "seat-1": Series("seat-1", "wins of the first seat", (winner == 1).astype(float), watched=True),
        "gap": Series("gap", "gap", (winner == 1).astype(float) - (winner == 2), unit="points", goal="less"),
        "turns": Series("turns", "turns", turns, unit="number"),
    }
