"""Estimates with 95 % intervals, by formulas: the same numbers on every machine, no resampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value and the interval that holds the true one, 95 times of 100."""

    value: float
    low: float
    high: float
    of: int  # how many observations it is made of

    @property
    def half_width(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    @property
    def sign(self) -> int:
        """1 or -1 when the interval is wholly on one side of 0, otherwise 0: nobody can tell."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def as_dict(self) -> dict[str, float | int]:
        """For JSON."""
        return {"value": self.value, "low": self.low, "high": self.high, "of": self.of}


def z_of(level: float = LEVEL) -> float:
    """How many standard errors the interval of a level reaches to each side.

    >>> round(z_of(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(hits: int, of: int, level: float = LEVEL) -> Estimate:
    """A rate with Wilson's score interval, which stays honest near 0 and 1 and for few observations.

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
    """A mean with its normal interval; for hundreds of observations and more.

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


@dataclass(frozen=True, slots=True)
class Sums:
    """Observations that come bit by bit, and are not kept.

    >>> Sums(rate=False).plus([1, 2]).plus([3, 4]).estimate == mean([1, 2, 3, 4])
    True
    """

    rate: bool  # whether every value is 0 or 1
    of: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, values: ArrayLike) -> Sums:
        """With more of them."""
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
    """The value that this share of ordered observations does not exceed; always one of them.

    >>> quantile([1, 2, 3, 10], 0.5)
    2.0
    """
    return float(ordered[max(ceil(share * len(ordered) - 1e-9) - 1, 0)])


def median(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """A median with the interval of order statistics, which holds whatever the distribution.

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
    """One rate minus another of separate observations, with Newcombe's interval made of two Wilson intervals.

    >>> difference_of_rates(30, 100, 10, 100).sign
    1
    """
    if of == 0 or other_of == 0:
        return Estimate(float("nan"), -1.0, 1.0, 0)
    one, other = wilson(hits, of, level), wilson(other_hits, other_of, level)
    gap = one.value - other.value
    down = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    up = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(gap, gap - down, gap + up, of + other_of)


def difference_of_means(values: ArrayLike, other: ArrayLike, level: float = LEVEL) -> Estimate:
    """One mean minus another of separate observations (Welch, normal).

    >>> difference_of_means([5, 6, 7], [1, 2, 3]).value
    4.0
    """
    one, two = mean(values, level), mean(other, level)
    gap, reach = one.value - two.value, sqrt(one.half_width**2 + two.half_width**2)
    return Estimate(gap, gap - reach, gap + reach, one.of + two.of)
