"""Conditions such as "draws > 5%"."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.compare import check_names, failures, find_measure, parse_condition
from cloudy_pnp.simulate.intervals import Estimate
from cloudy_pnp.simulate.study import Measure, Study

MEASURES = (
    Measure("draws", "draws", "rate", Estimate(0.062, 0.058, 0.066, 1000)),
    Measure("turns", "turns", "number", Estimate(27.5, 27.0, 28.0, 1000)),
    Measure("seat-gap", "gap", "points", Estimate(0.31, 0.29, 0.33, 1000)),
    Measure("family-sun", "sun", "rate", Estimate(float("nan"), 0, 1, 0)),
)
STUDY = Study("two", "Two players", 1000, (), MEASURES, (), ())


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ("draws > 5%", True),
        ("draw > 5%", True),
        ("draws>6.3%", False),
        ("  draws  >=  6.2 %  ", True),
        ("draws < 6.2%", False),
        ("turns > 27", True),
        ("turns <= 27.5", True),
        ("seat-gap > 30%", True),
        ("seat-gap < -1%", False),
        ("family-sun < 90%", False),
    ],
)
def test_conditions(text: str, fails: bool) -> None:
    assert bool(failures([parse_condition(text)], [STUDY])) is fails


def test_a_line_for_each_failure_and_table() -> None:
    conditions = [parse_condition("draws > 5%"), parse_condition("turns > 27")]
    assert failures(conditions, [STUDY, STUDY]) == [
        "draws 6.2% (5.8–6.6) > 5.0%: Two players",
        "draws 6.2% (5.8–6.6) > 5.0%: Two players",
        "turns 27.5 (27.0–28.0) > 27.0: Two players",
        "turns 27.5 (27.0–28.0) > 27.0: Two players",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draws",
        "draws > ",
        "> 5%",
        "draws = 5%",
        "draws > five",
        "draws > 5% or 1",
        "draws > 1e9",
        "__import__('os')",
        "draws > 5%\n\x1b[31m",
        "draws > ٥%",
        "draws >> 5%",
        "x" * 10_000,
    ],
)
def test_what_is_no_condition_is_said_in_one_line(text: str) -> None:
    with pytest.raises(UserError, match="is not") as caught:
        parse_condition(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_unknown_measures_are_answered_with_the_known_ones() -> None:
    with pytest.raises(UserError, match='did you mean "turns"') as caught:
        find_measure("turn-s", MEASURES)
    assert "Known: draws, turns, seat-gap, family-sun." in str(caught.value)


def test_percent_belongs_to_shares() -> None:
    with pytest.raises(UserError, match="in percent, such as 5%"):
        check_names([parse_condition("draws > 5")], MEASURES)
    with pytest.raises(UserError, match="without %"):
        check_names([parse_condition("turns > 5%")], MEASURES)
