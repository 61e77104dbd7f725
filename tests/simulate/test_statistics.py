"""Intervals and least squares against published values, other formulas and random data with known truth."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from cloudy_pnp.simulate.intervals import (
    difference_of_means,
    difference_of_rates,
    least_squares,
    mean,
    median,
    quantile,
    wilson,
)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [  # the examples of Newcombe 1998, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson(hits: int, of: int, low: float, high: float) -> None:
    estimate = wilson(hits, of)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (low, high)
    assert estimate.value == hits / of


def test_wilson_holds_the_truth_95_times_of_100() -> None:
    dice = np.random.default_rng(5)
    for truth in (0.02, 0.3, 0.66):
        inside = [wilson(int(hits), 400) for hits in dice.binomial(400, truth, 2000)]
        share = sum(one.low <= truth <= one.high for one in inside) / 2000
        assert 0.93 < share < 0.97


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090)],  # Newcombe 1998, method 10
)
def test_difference_of_rates(one: tuple[int, int], other: tuple[int, int], low: float, high: float) -> None:
    found = difference_of_rates(*one, *other)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_means_and_medians() -> None:
    values = [3.0, 9.0, 4.0, 4.0, 12.0, 7.0]
    found = mean(values)
    assert found.value == pytest.approx(statistics.fmean(values))
    assert found.half_width == pytest.approx(1.959964 * statistics.stdev(values) / math.sqrt(6))
    assert median([5, 1, 9]).value == 5
    assert quantile([1, 2, 3, 4], 0.25) == 1
    assert quantile([1, 2, 3, 4], 0.26) == 2
    assert quantile([7], 0.95) == 7
    gap = difference_of_means([1, 2, 3, 4], [2, 2, 4])
    assert gap.value == pytest.approx(2.5 - 8 / 3)
    assert gap.half_width == pytest.approx(1.959964 * math.sqrt((5 / 3) / 4 + (4 / 3) / 3))


def test_median_interval_holds_the_truth() -> None:
    dice = np.random.default_rng(6)
    found = [median(dice.exponential(1, 300)) for _ in range(1000)]
    assert 0.93 < sum(one.low <= math.log(2) <= one.high for one in found) / 1000 < 0.98


def test_nothing_measured_is_no_number() -> None:
    assert math.isnan(wilson(0, 0).value)
    assert math.isnan(mean([]).value)
    assert mean([3]).sign == 0  # one observation says nothing about the others


def test_least_squares_finds_the_slopes_and_is_honest_about_them() -> None:
    dice = np.random.default_rng(7)
    inside = 0
    for _ in range(300):
        inputs = dice.integers(0, 5, (200, 3)).astype(float)
        noise = dice.normal(0, 1 + inputs[:, 0])  # uneven scatter
        fit = least_squares(inputs, 2 + inputs @ [1.0, -0.5, 0.0] + noise)
        shift = fit.shift([1, 0, 0])
        inside += shift.low <= 1.0 <= shift.high
    assert 0.91 < inside / 300 < 0.98


def test_least_squares_by_normal_equations() -> None:
    dice = np.random.default_rng(8)
    inputs, outputs = dice.normal(size=(50, 4)), dice.normal(size=50)
    fit = least_squares(inputs, outputs)
    table = np.hstack([np.ones((50, 1)), inputs])
    expected = np.linalg.solve(table.T @ table, table.T @ outputs)
    assert fit.intercept == pytest.approx(expected[0])
    assert fit.slopes == pytest.approx(expected[1:])
    assert fit.predict(inputs[:3]) == pytest.approx(table[:3] @ expected)


def test_inputs_that_always_sum_to_the_same_are_told_apart_as_far_as_possible() -> None:
    dice = np.random.default_rng(9)
    first = dice.integers(0, 10, 500).astype(float)
    second = dice.integers(0, 10, 500).astype(float)
    inputs = np.column_stack([first, second, 30 - first - second])
    fit = least_squares(inputs, 3 * first + second)
    assert fit.shift([1, -1, 0]).value == pytest.approx(2)
    assert fit.shift([1, 0, -1]).value == pytest.approx(3)


def test_weights_count_like_repeated_rows() -> None:
    inputs, outputs = [[0.0], [1.0], [2.0]], [0.0, 2.0, 1.0]
    weighted = least_squares(inputs, outputs, [1, 3, 2])
    repeated = least_squares([[0.0], [1.0], [1.0], [1.0], [2.0], [2.0]], [0, 2, 2, 2, 1, 1])
    assert weighted.slopes == pytest.approx(repeated.slopes)
    assert weighted.intercept == pytest.approx(repeated.intercept)
