"""How fast is `build`? Decks of real cards to one PDF against raw reportlab, and a second build against the first."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.processes import ROOT, Cost, measure, peak
from bench.replay import LANG, SHEET, difference
from cloudy_pnp.core.shipped import shipped_root

GAME = "cards/cloudy-kingdom"
ROUNDS = {54: 7, 1_000: 3, 10_000: 1}
DECKS = [
    pytest.param(
        cards,
        marks=pytest.mark.benchmark(group=f"{cards:>6,} vine cards to {SHEET}.pdf (aim: below 3 × raw reportlab)"),
        id=f"{cards}_cards",
    )
    for cards in ROUNDS
]
ALL = pytest.mark.benchmark(group="build of everything in all languages (aim: the second 1/10 of the first)")
CARDS = pytest.mark.benchmark(group="build of the cards in one language (aim: the second 1/10 of the first)")
CARDS_ONLY = ["--lang", LANG, "--only", "sheets", "--only", "calibration", "--only", "svg"]


class Bench:
    """A folder for everything, game folders by the number of their vine cards, and what builds of them took."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.costs: dict[int, Cost] = {}

    def root(self, cards: int) -> Path:
        """The shipped game with so many vine cards: all faces equally often, each copy its own picture."""
        root = self.folder / f"game-{cards}"
        if not root.is_dir():
            shutil.copytree(shipped_root() / "cards", root / "cards")
            if cards != 54:
                self._grow(root / GAME, cards)
        return root

    @staticmethod
    def _grow(game: Path, cards: int) -> None:
        vines, editions = game / "vines.yaml", game / "editions.yaml"
        text = vines.read_text("utf-8")
        faces = len(re.findall(r"^ +count: ", text, re.MULTILINE))
        counts = iter([cards // faces + (face < cards % faces) for face in range(faces)])
        vines.write_text(re.sub(r"(?m)^( +count: )\d+", lambda found: f"{found[1]}{next(counts)}", text), "utf-8")
        listed = editions.read_text("utf-8")  # what is in the box is listed there: no longer true, so left out
        editions.write_text(re.sub(r"(?m)^.*of: vines.*\n", "", listed), "utf-8")

    def recording(self, cards: int) -> Path:
        """Return what raw reportlab is to draw."""
        target = self.folder / f"{cards}.recording"
        call = [sys.executable, "-m", "bench.replay", "record", str(self.root(cards)), str(target)]
        subprocess.run(call, check=True, cwd=ROOT)
        return target

    def raw(self, cards: int) -> Path:
        """Return what it has drawn."""
        return self.folder / f"raw-{cards}.pdf"

    def build(self, cards: int, *options: str) -> list[str]:
        """`cloudy-pnp build` of a game folder to the folder `out`."""
        root = self.root(cards)
        return ["cloudy_pnp", "build", "--root", str(root), "--out", str(self.folder / "out"), *options]

    def vines(self) -> list[str]:
        """Options that leave only the vine cards."""
        text = (self.root(54) / GAME / "vines.yaml").read_text("utf-8")
        return [option for card in re.findall(r"- id: (\S+)", text) for option in ("--card", card)]

    def empty(self) -> None:
        """Take the last build away."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Return what the benchmarks of this module share."""
    made = Bench(tmp_path_factory.mktemp("build"))
    peak(made.build(54, "--lang", LANG))  # compiles the modules and prepares the fonts
    return made


@pytest.mark.parametrize("cards", DECKS)
def test_baseline_raw_reportlab(benchmark: Any, bench: Bench, cards: int) -> None:
    """The same paths, pictures in pictures and lines of text, from a file, by reportlab's canvas."""
    recording, out = bench.recording(cards), bench.raw(cards)
    measure(benchmark, ["bench.replay", "draw", str(recording), str(out)], ROUNDS[cards])


@pytest.mark.parametrize("cards", DECKS)
def test_build(benchmark: Any, bench: Bench, cards: int) -> None:
    """`cloudy-pnp build`, from reading the data to the manifest."""
    call = bench.build(cards, "--lang", LANG, "--only", "sheets", "--sheet", SHEET, *bench.vines())
    cost = bench.costs[cards] = measure(benchmark, call, ROUNDS[cards], setup=bench.empty)
    made = bench.folder / f"out/cloudy-kingdom/{LANG}/{SHEET}-selection.pdf"
    if bench.raw(cards).is_file():
        assert difference(made, bench.raw(cards)) < 0.005
    fewer = bench.costs.get(1_000)
    if cards > 1_000 and fewer:
        ratio = f"{cost.seconds / fewer.seconds:.1f} × the time, {cost.memory / fewer.memory:.2f} × the memory"
        benchmark.extra_info["to 1,000 cards"] = f"{ratio} (aims: near 10 ×, flat)"


@CARDS
def test_baseline_first_build_of_the_cards(benchmark: Any, bench: Bench) -> None:
    """All sheets, the calibration page, the SVG pictures."""
    measure(benchmark, bench.build(54, *CARDS_ONLY), 4, setup=bench.empty)


@CARDS
def test_second_build_of_the_cards(benchmark: Any, bench: Bench) -> None:
    """Everything is up to date."""
    measure(benchmark, bench.build(54, *CARDS_ONLY), 8)


@ALL
def test_baseline_first_build(benchmark: Any, bench: Bench) -> None:
    """As `make deck` does it: cards and rulebooks in four languages."""
    measure(benchmark, bench.build(54), 1, setup=bench.empty)


@ALL
def test_second_build(benchmark: Any, bench: Bench) -> None:
    """Everything is up to date."""
    measure(benchmark, bench.build(54), 8)
