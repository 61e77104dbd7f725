"""What is measured of many games: plain numbers with their intervals, from the arrays of `Simulator.play`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.games.luftschloesser.sim.play import Names

Results: TypeAlias = Mapping[str, NDArray[Any]]
_Z = 1.959964  # 95 %


@dataclass(frozen=True, slots=True)
class Number:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    def percent(self) -> str:
        """As a report prints a rate.

        >>> Number(0.25, 0.241, 0.259).percent()
        '25.0 % (24.1–25.9)'
        """
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


def rate(count: int, of: int) -> Number:
    """Wilson's interval.

    >>> rate(50, 100).percent()
    '50.0 % (40.4–59.6)'
    """
    if not of:
        return Number(float("nan"), float("nan"), float("nan"))
    share, square = count / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Number(share, middle - half, middle + half)


@dataclass(frozen=True, slots=True)
class Series:
    """One value for each game, as `cloudy_pnp.simulate` wants it: `unit` rate means that every value is 0 or 1."""

    name: str
    label: str
    values: NDArray[np.float64]
    unit: Literal["rate", "number"]
    goal: Literal["less", "more", "none"] = "none"
    watched: bool = False


def series(names: Names, results: Results) -> dict[str, Series]:
    """Everything that a condition or a comparison can ask for."""
    winner = results["winner"]
    every = [
        Series("turns", "turns", results["turns"].astype(np.float64), "number", watched=True),
        Series("unfinished", "games broken off", (winner < 0).astype(np.float64), "rate", "less", True),
        *(
            Series(f"seat-{seat + 1}", f"wins of seat {seat + 1}", (winner == seat).astype(np.float64), "rate")
            for seat in range(len(names.colours))
        ),
        Series("castles-built", "castles built", results["built"].sum(axis=1).astype(np.float64), "number"),
        Series("castles-ousted", "castles ousted", results["ousted"].sum(axis=1).astype(np.float64), "number"),
        Series("castles-rained", "castles lost to rain", results["lost_to_rain"].sum(1).astype(np.float64), "number"),
        Series("shuffles", "shuffles", results["shuffles"].astype(np.float64), "number"),
        Series("new-hands", "new hands drawn", results["deals"].astype(np.float64), "number"),
        Series("close", "second one castle short", close(results).astype(np.float64), "rate"),
    ]
    return {one.name: one for one in every}


def close(results: Results) -> NDArray[np.bool_]:
    """Games in which somebody else was one castle short of winning."""
    ordered = np.sort(results["castles"], axis=1)
    near: NDArray[np.bool_] = (results["winner"] >= 0) & (ordered[:, -2] == ordered[:, -1] - 1)
    return near


def seat_wins(results: Results) -> list[Number]:
    """How often each seat wins, of the games that were finished."""
    winner = results["winner"]
    done = int((winner >= 0).sum())
    return [rate(int((winner == seat).sum()), done) for seat in range(results["castles"].shape[1])]


@dataclass(frozen=True, slots=True)
class Weather:
    """What one kind of weather did in many games."""

    kind: str
    a_game: float  # cards played in a game
    effect: Number  # how many of them changed anything
    winners: float  # of the cards of a winner, the share of this kind in points above that of the others


def weather(names: Names, results: Results) -> list[Weather]:
    """How often each kind of weather is played, and how often it matters."""
    played, effect, winner = results["played"], results["effect"], results["winner"]
    done = np.flatnonzero(winner >= 0)
    won = np.zeros(played.shape[:2], bool)
    won[done, winner[done]] = True
    share = {flag: played[won == flag].sum(axis=0) / max(1, played[won == flag].sum()) for flag in (True, False)}
    return [
        Weather(
            kind,
            float(played[:, :, index].sum() / len(winner)),
            rate(int(effect[:, :, index].sum()), int(played[:, :, index].sum())),
            float(100 * (share[True][index] - share[False][index])),
        )
        for index, kind in enumerate(names.kinds)
    ]


def field_shares(results: Results) -> NDArray[np.float64]:
    """The share of all castles that each field got."""
    total = results["put_up"].sum(axis=0).astype(np.float64)
    shares: NDArray[np.float64] = total / total.sum()
    return shares
