"""Two decks on the same seeds."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from numpy.typing import NDArray

from cloudy_pnp.simulate.compare import changed_counts, compare, compared_section
from cloudy_pnp.simulate.study import Goal, Series
from simulate.coins import Coins, measured


def test_differences_are_measured_game_by_game() -> None:
    one, other = Coins(bias=0.5).play(0, 3000), Coins(bias=0.6).play(0, 3000)
    found = compare(measured(one), measured(other))
    gap = next(item for item in found.differences if item.series.name == "gap")

    def value(winner: int) -> int:
        return (winner == 1) - (winner == 2)

    pairs = [value(a) - value(b) for a, b in zip(one["winner"].tolist(), other["winner"].tolist(), strict=True)]
    assert gap.change.value == pytest.approx(statistics.fmean(pairs))
    assert gap.change.half_width == pytest.approx(1.959964 * statistics.stdev(pairs) / 3000**0.5)
    assert found.verdict == "better"
    assert found.games == 3000
    assert [item.series.name for item in found.differences if item.verdict == "better"] == ["gap"]
    assert compare(measured(other), measured(one)).verdict == "worse"


def test_the_same_deck_cannot_be_told_apart() -> None:
    results = measured(Coins().play(0, 500))
    found = compare(results, results)
    assert found.verdict == "cannot tell"
    assert all(item.change.value == item.change.low == item.change.high == 0 for item in found.differences)
    assert "no significant difference in draws, gap" in found.reason


def series(name: str, values: NDArray[np.bool_], goal: Goal) -> dict[str, Series]:
    return {name: Series(name, name, values.astype(float), goal=goal)}


def test_better_in_one_goal_and_worse_in_another_is_no_verdict() -> None:
    many, few = np.arange(1000) < 200, np.arange(1000) < 100
    this = {**series("draws", few, "less"), **series("wins", few, "more")}
    other = {**series("draws", many, "less"), **series("wins", many, "more")}
    found = compare(this, other)
    assert found.verdict == "cannot tell"
    assert "better: draws 20.0% → 10.0%, but worse: wins 20.0% → 10.0%" in found.reason


def test_what_has_no_goal_decides_nothing() -> None:
    this = series("turns", np.arange(1000) < 200, "none")
    assert compare(this, series("turns", np.arange(1000) < 900, "none")).verdict == "cannot tell"


def test_chance_alone_rarely_makes_a_verdict() -> None:
    dice = np.random.default_rng(3)
    verdicts = []
    for _ in range(400):
        decks = [
            {key: one for name in "abc" for key, one in series(name, dice.random(300) < 0.1, "less").items()}
            for _ in "xy"
        ]
        verdicts.append(compare(*decks).verdict)
    assert verdicts.count("cannot tell") >= 0.92 * 400


def test_the_report_says_what_better_means() -> None:
    found = compare(measured(Coins().play(0, 2000)), measured(Coins(bias=0.7).play(0, 2000)))
    remark, section = compared_section(found, "HEAD~1")
    assert remark.mood == "good"
    assert remark.text.startswith("Meaning: this deck is better: gap ")
    changed = changed_counts({"stem": 6, "tee": 2, "knot": 1}, {"stem": 9, "tee": 2}, "HEAD~1")
    assert changed.text == "Changes since HEAD~1: stem 6 → 9, knot 1 → 0."
    assert "card counts are unchanged" in changed_counts({"stem": 6}, {"stem": 6}, "HEAD~1").text
    figure = section.figures[0]
    assert [row[0] for row in figure.table.rows] == ["draws", "wins of the first seat", "gap", "turns"]
    assert "none gets worse" in figure.says
