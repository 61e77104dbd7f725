"""Least squares with intervals: how much one more of something shifts a mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from cloudy_pnp.simulate.intervals import LEVEL, Estimate, z_of


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
