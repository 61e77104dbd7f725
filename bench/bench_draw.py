"""How fast is drawing? A plain job that other tools can do too, in whole processes (see `draw.py`)."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from bench.processes import Cost, measure, peak

CARDS = 1_000
PLAIN = pytest.mark.benchmark(
    group=f"the plain job, {CARDS:,} poker cards (aims: faster than Typst, below 3 × raw reportlab)"
)
MANY = pytest.mark.benchmark(group="the plain job by us, ten times as many cards (aim: near 10 × the time)")
ROUNDS = 8


@pytest.fixture(scope="module")
def costs() -> dict[str, Cost]:
    """Return what the jobs took, for comparing them."""
    return {}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the jobs write."""
    return tmp_path_factory.mktemp("plain")


def call(folder: Path, name: str, cards: int) -> list[str]:
    """One job."""
    return ["bench.draw", name, str(cards), str(folder / f"{name}-{cards}.pdf")]


def job(benchmark: Any, folder: Path, name: str, cards: int, rounds: int) -> Cost:
    """One job, some times; the first run compiles modules and prepares fonts."""
    cost = measure(benchmark, call(folder, name, cards), rounds)
    benchmark.extra_info["file"] = f"{(folder / f'{name}-{cards}.pdf').stat().st_size / 1024:.0f} KiB"
    return cost


@PLAIN
def test_baseline_typst(benchmark: Any, folder: Path) -> None:
    """The cards as data in a Typst document."""
    job(benchmark, folder, "typst", CARDS, ROUNDS)


@PLAIN
def test_raw_reportlab(benchmark: Any, folder: Path, costs: dict[str, Cost]) -> None:
    """reportlab's canvas, no layout."""
    costs["reportlab"] = job(benchmark, folder, "reportlab", CARDS, ROUNDS)


@PLAIN
def test_ours(benchmark: Any, folder: Path, costs: dict[str, Cost]) -> None:
    """Scene, layout with hyphenation and kerning, PDF."""
    cost = job(benchmark, folder, "ours", CARDS, ROUNDS)
    if "reportlab" in costs:
        benchmark.extra_info["to raw reportlab"] = f"{cost.seconds / costs['reportlab'].seconds:.2f} ×"


@PLAIN
def test_ours_and_typst_in_turn(benchmark: Any, folder: Path) -> None:
    """The same once more, one after the other: a busy moment of the machine hurts both."""
    theirs: list[float] = []

    def typst() -> None:
        start = perf_counter()
        peak(call(folder, "typst", CARDS))
        theirs.append(perf_counter() - start)

    cost = measure(benchmark, call(folder, "ours", CARDS), ROUNDS, setup=typst)
    benchmark.extra_info["to Typst"] = f"{cost.seconds / min(theirs):.2f} ×"


@MANY
@pytest.mark.parametrize("cards", [CARDS, 10 * CARDS], ids=["baseline_1,000", "10,000"])
def test_cards(benchmark: Any, folder: Path, cards: int, costs: dict[str, Cost]) -> None:
    """Memory must stay flat: pages are written as they come."""
    costs[str(cards)] = job(benchmark, folder, "ours", cards, 2)
    if cards > CARDS and str(CARDS) in costs:
        benchmark.extra_info["memory"] = f"{costs[str(cards)].memory / costs[str(CARDS)].memory:.2f} × (aim: flat)"
