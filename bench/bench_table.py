"""How fast is a deck from a table? The common job of card tools, against Typst and raw reportlab (`table_deck.py`)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.processes import measure
from bench.table_deck import make

ROUNDS = {54: 5, 1_000: 3, 10_000: 1}
JOB = pytest.mark.benchmark(
    group="1,000 poker cards from a CSV with pictures to A4 (aims: faster than Typst, below 3 × raw reportlab)"
)
MANY = pytest.mark.benchmark(group="cards from a CSV by us (aim: time grows as their number)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """A folder with a table of so many cards."""
    place = tmp_path_factory.mktemp("tables")

    def made(cards: int) -> Path:
        found = place / str(cards)
        if not found.is_dir():
            make(cards, found)
        return found

    return made


def _job(benchmark: Any, folder: Callable[[int], Path], name: str, cards: int) -> None:
    place = folder(cards)

    def fresh() -> None:
        shutil.rmtree(place / "output", ignore_errors=True)

    measure(benchmark, ["bench.table_deck", name, str(cards), str(place)], ROUNDS[cards], fresh)
    out = place / ("output/plain/en/cards-a4-fronts.pdf" if name == "ours" else f"{name}.pdf")
    benchmark.extra_info["file"] = f"{out.stat().st_size / 1024:.0f} KiB"


@JOB
@pytest.mark.parametrize("name", ["typst", "reportlab", "ours"], ids=["baseline_typst", "raw_reportlab", "ours"])
def test_from_a_table(benchmark: Any, folder: Callable[[int], Path], name: str) -> None:
    _job(benchmark, folder, name, 1_000)


@MANY
@pytest.mark.parametrize("cards", ROUNDS, ids=["baseline_54", "1,000", "10,000"])
def test_cards(benchmark: Any, folder: Callable[[int], Path], cards: int) -> None:
    _job(benchmark, folder, "ours", cards)
