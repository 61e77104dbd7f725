"""The measures of many games: plain numbers with their intervals, from the arrays of `Simulator.play`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.games.kit.balance import seat_series
from cloudy_pnp.simulate.intervals import Estimate, wilson
from cloudy_pnp.simulate.study import Series
from luftschloesser.sim.play import Names

Results: TypeAlias = Mapping[str, NDArray[Any]]


def series(names: Names, results: Results) -> dict[str, Series]:
    """Return every measure that a condition or a comparison can use."""
    winner = results["winner"]
    wins = (winner[:, None] == np.arange(len(names.colours))).astype(np.float64)
    every = [
        Series("turns", "turns a game", results["turns"].astype(np.float64), "number"),
        Series("unfinished", "games broken off", (winner < 0).astype(np.float64), "rate", "less", True),
        *seat_series(wins),
        Series("castles-built", "castles built", results["built"].sum(axis=1).astype(np.float64), "number"),
        Series("castles-ousted", "castles ousted", results["ousted"].sum(axis=1).astype(np.float64), "number"),
        Series("castles-rained", "castles lost to rain", results["lost_to_rain"].sum(1).astype(np.float64), "number"),
        Series("shuffles", "shuffles", results["shuffles"].astype(np.float64), "number"),
        Series("new-hands", "new hands drawn", results["deals"].astype(np.float64), "number"),
        Series("close", "second one castle short", close(results).astype(np.float64), "rate"),
    ]
    return {item.name: item for item in every}


def close(results: Results) -> NDArray[np.bool_]:
    """Return the games in which another player was one castle short of winning."""
    ordered = np.sort(results["castles"], axis=1)
    near: NDArray[np.bool_] = (results["winner"] >= 0) & (ordered[:, -2] == ordered[:, -1] - 1)
    return near


def seat_wins(results: Results) -> list[Estimate]:
    """Return how often each seat wins, of the finished games."""
    winner = results["winner"]
    done = int((winner >= 0).sum())
    return [wilson(int((winner == seat).sum()), done) for seat in range(results["castles"].shape[1])]


@dataclass(frozen=True, slots=True)
class Weather:
    """The effects of one kind of weather in many games."""

    kind: str
    a_game: float  # cards played in a game
    effect: Estimate  # how many of them changed anything
    winners: float  # of the cards of a winner, the share of this kind in points above that of the others


def weather(names: Names, results: Results) -> list[Weather]:
    """Return how often each kind of weather is played, and how often it has an effect."""
    played, effect, winner = results["played"], results["effect"], results["winner"]
    done = np.flatnonzero(winner >= 0)
    won = np.zeros(played.shape[:2], bool)
    won[done, winner[done]] = True
    share = {flag: played[won == flag].sum(axis=0) / max(1, played[won == flag].sum()) for flag in (True, False)}
    return [
        Weather(
            kind,
            float(played[:, :, index].sum() / len(winner)),
            wilson(int(effect[:, :, index].sum()), int(played[:, :, index].sum())),
            float(100 * (share[True][index] - share[False][index])),
        )
        for index, kind in enumerate(names.kinds)
    ]


def field_shares(results: Results) -> NDArray[np.float64]:
    """Return the share of all castles that each field got."""
    total = results["put_up"].sum(axis=0).astype(np.float64)
    shares: NDArray[np.float64] = total / total.sum()
    return shares
