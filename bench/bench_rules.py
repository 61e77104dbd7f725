"""Connection checks of full 4×4 boards, by networkx, the readable rule, and the fast paths; and larger boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bench.rules import Sample, networkx_connected, sample
from cloudy_pnp.games.cloudy_kingdom.rules.board import standing

BOARDS = 512
CONNECTION = pytest.mark.benchmark(
    group=f"connection of {BOARDS} full 4×4 boards (aims: plain Python 1/15, compiled 1/5000 of networkx)"
)
SIZES = [4, 8, 16, 32, 64]
GROWTH = pytest.mark.benchmark(group="connection in plain Python, 4,096 fields in all (aim: the same for all sizes)")


@pytest.fixture(scope="module")
def few() -> Sample:
    """The boards that all of them look at."""
    return sample(4, BOARDS)


@CONNECTION
def test_baseline_networkx(benchmark: Any, few: Sample) -> None:
    """A graph of ports and castles, and its connected components."""
    benchmark(lambda: [networkx_connected(few.frame, board) for board in few.fields])


@CONNECTION
def test_readable_rule(benchmark: Any, few: Sample) -> None:
    """Walks from castle to castle; on new boards each time, because a board remembers its ports."""

    def setup() -> tuple[tuple[list[Any]], dict[str, Any]]:
        return ([replace(board) for board in few.boards],), {}

    benchmark.pedantic(lambda boards: [standing(board) for board in boards], setup=setup, rounds=3)


@CONNECTION
def test_plain_python(benchmark: Any, few: Sample) -> None:
    """One pass over the fields."""
    benchmark(lambda: [few.frame.connected(board) for board in few.fields])


@CONNECTION
def test_plain_python_one_placement(benchmark: Any, few: Sample) -> None:
    """Only what leads through one field."""
    benchmark(lambda: [few.frame.connected_through(board, 5) for board in few.fields])


@CONNECTION
def test_compiled(benchmark: Any, few: Sample) -> None:
    """The same pass, hundreds of boards in step."""
    compiled = few.compiled
    benchmark(compiled.connected, compiled.array(few.fields))


@CONNECTION
def test_compiled_one_placement(benchmark: Any, few: Sample) -> None:
    """Only what leads through one field, compiled."""
    compiled = few.compiled
    at = np.arange(BOARDS, dtype=np.int32) % 16
    benchmark(compiled.connected_through, compiled.array(few.fields), at)


@GROWTH
@pytest.mark.parametrize("size", SIZES, ids=[f"{size}×{size}" for size in SIZES])
def test_growth(benchmark: Any, size: int) -> None:
    """As many boards as make 4,096 fields."""
    many = sample(size, 4096 // size**2)
    benchmark(lambda: [many.frame.connected(board) for board in many.fields])
