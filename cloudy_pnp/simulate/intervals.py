"""Estimates with 95% intervals, by formulas: the same numbers on every machine, no resampling."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95


class Estimate(Struct, frozen=True):
    """A measured value and its 95% confidence interval."""

    value: float
    low: float
    high: float
    of: int  # the number of observations

    @property
    def half_width(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    @property
    def sign(self) -> int:
        """1 or -1 when the interval is entirely on one side of 0, otherwise 0: undecided."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


def z_of(level: float = LEVEL) -> float:
    """Return the half-width of the interval of a level, in standard errors.

    >>> round(z_of(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(hits: int, of: int, level: float = LEVEL) -> Estimate:
    """Return a rate with Wilson's score interval, which is reliable near 0 and 1 and for few observations.

    >>> estimate = wilson(5, 100)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.022, 0.112)
    """
    if of == 0:
        return Estimate(float("nan"), 0.0, 1.0, 0)
    z, rate = z_of(level), hits / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    low = 0.0 if hits == 0 else middle - reach
    high = 1.0 if hits == of else middle + reach
    return Estimate(rate, low, high, of)


def mean(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return a mean with its normal interval; for hundreds of observations and more.

    >>> mean([1, 2, 3, 4]).value
    2.5
    """
    array = np.asarray(values, dtype=float)
    if array.size == 0:
        return Estimate(float("nan"), float("-inf"), float("inf"), 0)
    middle = float(array.mean())
    if array.size == 1:
        return Estimate(middle, float("-inf"), float("inf"), 1)
    reach = z_of(level) * float(array.std(ddof=1)) / sqrt(array.size)
    return Estimate(middle, middle - reach, middle + reach, array.size)


class Sums(Struct, frozen=True):
    """Observations that arrive in parts, and are not stored.

    >>> Sums(rate=False).plus([1, 2]).plus([3, 4]).estimate == mean([1, 2, 3, 4])
    True
    """

    rate: bool  # whether every value is 0 or 1
    of: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, values: ArrayLike) -> Sums:
        """Add more observations."""
        array = np.asarray(values, dtype=float)
        return Sums(
            self.rate, self.of + array.size, self.total + float(array.sum()), self.squares + float(array @ array)
        )

    @property
    def estimate(self) -> Estimate:
        """Their rate or their mean."""
        if self.rate:
            return wilson(round(self.total), self.of)
        if self.of < 2:
            return mean([self.total] * self.of)
        middle = self.total / self.of
        deviation = sqrt(max(0.0, self.squares - self.total * middle) / (self.of - 1))
        reach = z_of() * deviation / sqrt(self.of)
        return Estimate(middle, middle - reach, middle + reach, self.of)


def quantile(ordered: NDArray[Any] | Sequence[float], share: float) -> float:
    """Return the value that this share of ordered observations does not exceed; always one of them.

    >>> quantile([1, 2, 3, 10], 0.5)
    2.0
    """
    return float(ordered[max(ceil(share * len(ordered) - 1e-9) - 1, 0)])


def median(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return a median with the interval of order statistics, valid for any distribution.

    >>> median(range(1, 102)).value
    51.0
    """
    ordered = np.sort(np.asarray(values, dtype=float))
    of = ordered.size
    if of == 0:
        return Estimate(float("nan"), float("-inf"), float("inf"), 0)
    reach = z_of(level) * sqrt(of) / 2
    low, high = max(floor(of / 2 - reach), 0), min(floor(of / 2 + reach), of - 1)
    return Estimate(quantile(ordered, 0.5), float(ordered[low]), float(ordered[high]), of)


def difference_of_rates(hits: int, of: int, other_hits: int, other_of: int, level: float = LEVEL) -> Estimate:
    """Return the difference of two rates of separate observations, with Newcombe's interval from two Wilson intervals.

    >>> difference_of_rates(30, 100, 10, 100).sign
    1
    """
    if of == 0 or other_of == 0:
        return Estimate(float("nan"), -1.0, 1.0, 0)
    first, second = wilson(hits, of, level), wilson(other_hits, other_of, level)
    gap = first.value - second.value
    down = sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    up = sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    return Estimate(gap, gap - down, gap + up, of + other_of)


def difference_of_means(values: ArrayLike, other: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return the difference of two means of separate observations (Welch, normal).

    >>> difference_of_means([5, 6, 7], [1, 2, 3]).value
    4.0
    """
    first, second = mean(values, level), mean(other, level)
    gap, reach = first.value - second.value, sqrt(first.half_width**2 + second.half_width**2)
    return Estimate(gap, gap - reach, gap + reach, first.of + second.of)


class Fit(Struct, frozen=True):
    """mean = intercept + inputs · slopes; indistinguishable effects are shared evenly."""

    intercept: float
    slopes: NDArray[np.float64]
    covariance: NDArray[np.float64]  # of the slopes; robust: the variance may differ between inputs
    of: int

    def predict(self, inputs: ArrayLike) -> NDArray[np.float64]:
        """Return the expected means at some inputs."""
        return self.intercept + np.asarray(inputs, dtype=float) @ self.slopes

    def shift(self, weights: ArrayLike, level: float = LEVEL) -> Estimate:
        """Return the shift of the mean when the inputs move by `weights`."""
        along = np.asarray(weights, dtype=float)
        value = float(along @ self.slopes)
        reach = z_of(level) * float(np.sqrt(max(along @ self.covariance @ along, 0.0)))
        return Estimate(value, value - reach, value + reach, self.of)


def least_squares(inputs: ArrayLike, outputs: ArrayLike, weights: ArrayLike | None = None) -> Fit:
    """Fit outputs to inputs (a row per observation), optionally with a weight per row.

    >>> fit = least_squares([[0.0], [1.0], [2.0], [3.0]], [1.0, 3.0, 5.0, 7.0])
    >>> round(fit.intercept, 6), round(float(fit.slopes[0]), 6)
    (1.0, 2.0)
    """
    table: NDArray[Any] = np.asarray(inputs, dtype=float)
    goal: NDArray[Any] = np.asarray(outputs, dtype=float)
    rows, columns = table.shape
    share = np.ones(rows) if weights is None else np.asarray(weights, dtype=float)
    share = share / share.sum()
    middle, goal_middle = share @ table, float(share @ goal)
    centred = table - middle
    inverse = np.linalg.pinv((centred * share[:, None]).T @ centred, rcond=1e-10, hermitian=True)
    slopes = inverse @ ((centred * share[:, None]).T @ (goal - goal_middle))
    residuals = goal - goal_middle - centred @ slopes
    scores = centred * (share * residuals)[:, None]
    spread = scores.T @ scores * (rows / max(rows - columns - 1, 1))
    return Fit(goal_middle - float(middle @ slopes), slopes, inverse @ spread @ inverse, rows)
