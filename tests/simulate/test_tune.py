"""The search for counts, on a game whose answers are known."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.intervals import Estimate
from cloudy_pnp.simulate.study import Measure, Unit
from cloudy_pnp.simulate.tune import Counts, Limit, Space, Target, parse_limit, parse_target, search
from cloudy_pnp.simulate.tuned import changes_text, tuned_study

LIMITS = (Limit("stem", 0, 12), Limit("block", 0, 12), Limit("tee", 2, 9))
NOW = (6, 4, 5)
UNITS: dict[str, Unit] = {"draws": "rate", "turns": "number"}
MEASURES = {name: Measure(name, name, unit, Estimate(0, 0, 0, 1)) for name, unit in UNITS.items()}


class Known:
    """Draws and turns follow from the counts, with some noise; counts what was asked."""

    def __init__(self, noise: float = 0.002) -> None:
        self.noise = noise
        self.asked: list[tuple[Counts, int, int]] = []

    def __call__(self, counts: Counts, games: int, seed: int) -> Mapping[str, Estimate]:
        self.asked.append((counts, games, seed))
        dice = np.random.default_rng((*counts, games, seed))
        draws, turns = truth(counts)
        noisy = draws + dice.normal(0, self.noise), turns + dice.normal(0, 10 * self.noise)
        return {
            name: Estimate(value, value - 0.01, value + 0.01, games) for name, value in zip(UNITS, noisy, strict=True)
        }


def truth(counts: Counts) -> tuple[float, float]:
    stem, block, tee = counts
    return 0.01 + 0.006 * block + 0.0002 * block**2, 30 - 0.8 * stem + 0.5 * block - 0.1 * tee


def test_finds_a_deck_that_meets_both_targets_and_keeps_its_size() -> None:
    space = Space(LIMITS, NOW, same_size=True)
    targets = [Target("draws", "=", 0.02), Target("turns", "=", 24.0)]
    found = search(space, targets, UNITS, Known(), games=500, decks=30, seed=1)
    draws, turns = truth(found.best.counts)
    assert abs(draws - 0.02) < 0.005
    assert abs(turns - 24.0) < 0.6
    assert sum(found.best.counts) == sum(NOW)
    for trial in found.trials:
        assert sum(trial.counts) == sum(NOW)
        assert all(limit.low <= one <= limit.high for limit, one in zip(LIMITS, trial.counts, strict=True))


def test_the_promised_numbers_are_of_games_that_had_no_part_in_the_choice() -> None:
    play = Known()
    found = search(Space(LIMITS, NOW, True), [Target("draws", "=", 0.02)], UNITS, play, 500, 20, 1)
    assert (found.best.counts, 2000, 3) in play.asked
    assert {seed for _, games, seed in play.asked if games == 500} == {0}
    assert {seed for counts, _, seed in play.asked if counts == NOW} >= {0, 3}


def test_the_same_seed_finds_the_same() -> None:
    space = Space(LIMITS, NOW, same_size=False)
    runs = [search(space, [Target("turns", "<", 22.0)], UNITS, Known(), 500, 20, 5) for _ in range(2)]
    assert runs[0] == runs[1]
    assert truth(runs[0].best.counts)[1] < 22.3


def test_a_deck_that_is_right_is_left_alone() -> None:
    draws, turns = truth(NOW)
    targets = [Target("draws", "<", draws + 0.01), Target("turns", "=", turns)]
    found = search(Space(LIMITS, NOW, True), targets, UNITS, Known(noise=0), 500, 20, 1)
    assert not found.changed
    assert found.best.counts == NOW


def test_the_data_may_lie_outside_the_limits() -> None:
    space = Space((Limit("stem", 0, 3), Limit("block", 0, 4), Limit("tee", 2, 9)), NOW, same_size=True)
    found = search(space, [Target("draws", "<", 0.05)], UNITS, Known(), 500, 10, 1)
    assert found.changed
    assert found.best.counts[0] <= 3


def test_slopes_are_those_of_the_game() -> None:
    found = search(Space(LIMITS, NOW, False), [Target("turns", "=", 25.0)], UNITS, Known(noise=0.0001), 500, 60, 1)
    values = [shift.value for shift in found.shifts["turns"]]
    assert values == pytest.approx([-0.8, 0.5, -0.1], abs=0.02)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("draws=3%", Target("draws", "=", 0.03)),
        ("turns = 25", Target("turns", "=", 25)),
        ("seat-gap<2.5%", Target("seat-gap", "<", 0.025)),
    ],
)
def test_targets(text: str, target: Target) -> None:
    assert parse_target(text) == target


@pytest.mark.parametrize("text", ["", "draws", "draws=", "draws=x", "=3%", "draws==3%", "draws=3%%", "draws=3%;rm"])
def test_bad_targets(text: str) -> None:
    with pytest.raises(UserError, match="is not MEASURE=NUMBER"):
        parse_target(text)


def test_limits() -> None:
    counts = {"stem": 6, "tee-end": 2}
    assert parse_limit("tee-end=0..9", counts) == Limit("tee-end", 0, 9)
    for text, message in (
        ("stem=2-8", r"not CARD=LOW\.\.HIGH, such as stem=2\.\.8"),
        ("stem=8..2", "begin above their end"),
        ("stm=2..8", 'there is no card "stm" to vary; did you mean "stem"'),
    ):
        with pytest.raises(UserError, match=message):
            parse_limit(text, counts)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ((Limit("stem", 0, 3), Limit("block", 0, 3)), "the varied cards are 10 of the deck and can be 0 to 6"),
        ((Limit("stem", 0, 9),), "needs two cards to vary"),
        ((Limit("stem", 0, 9), Limit("stem", 0, 9)), "has limits twice"),
    ],
)
def test_spaces_without_a_choice(limits: tuple[Limit, ...], message: str) -> None:
    with pytest.raises(UserError, match=message):
        Space(limits, (6, 4)[: len(limits)], same_size=True).check()


def test_targets_below_and_above_are_met_or_missed() -> None:
    assert Target("draws", "<", 0.03).miss(0.02, "rate") == 0
    assert Target("draws", "<", 0.03).miss(0.05, "rate") == pytest.approx(2)
    assert Target("turns", ">", 20).miss(18, "number") == 2
    assert Target("turns", "=", 20).miss(18, "number") == 2


def test_the_report_shows_the_proposal_and_the_trade_off() -> None:
    space = Space(LIMITS, NOW, same_size=True)
    targets = [Target("draws", "=", 0.02), Target("turns", "=", 24.0)]
    found = search(space, targets, UNITS, Known(), 500, 20, 1)
    study = tuned_study(found, space, targets, MEASURES, {"seed": "1"})
    assert study.remarks[0].text == f"Proposed: {changes_text(space, found.best.counts)}."
    assert all("met" in remark.text for remark in study.remarks[1:])
    rows = study.figure("trade-off").table.rows
    assert [row[0] for row in rows[:2]] == ["present", "proposed"]
    assert len(rows) == 2 + len(found.trials)
    assert rows[1][1] == found.best.measured["draws"]
    assert study.games == sum(games for _, games, _ in _asked(found))


def _asked(found) -> list[tuple[Counts, int, int]]:  # type: ignore[no-untyped-def]
    return [(trial.counts, trial.games, 0) for trial in (*found.trials, found.best, found.present)]


def test_an_impossible_target_is_said_to_be_missed() -> None:
    space = Space(LIMITS, NOW, same_size=True)
    targets = [Target("turns", "=", 5.0)]
    study = tuned_study(search(space, targets, UNITS, Known(), 500, 20, 1), space, targets, MEASURES, {})
    assert study.remarks[1].mood == "watch"
    assert "not met" in study.remarks[1].text


@pytest.mark.parametrize(
    ("limits", "same_size", "said"),
    [
        ((Limit("stem", 2, 6), Limit("block", 2, 4)), True, "widen them, or use --any-size"),
        ((Limit("stem", 6, 6), Limit("block", 4, 4)), False, "widen them"),
    ],
)
def test_limits_that_leave_one_deck_are_told_before_anything_is_played(
    limits: tuple[Limit, ...], same_size: bool, said: str
) -> None:
    with pytest.raises(UserError, match=f"only one deck is within the limits: {said}$"):
        Space(limits, (6, 4), same_size).check()
