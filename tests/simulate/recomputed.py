"""Every number of the balance report once more, from the raw results, in plain Python: loops, no shared formulas."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

Z = 1.9599639845400545
Interval = tuple[float, float, float]  # value, low, high


def rate(hits: int, of: int) -> Interval:
    """Wilson's interval: the two rates p with (hits/of - p)² = z² p (1 - p) / of, a quadratic equation."""
    a, b, c = of + Z * Z, -(2 * hits + Z * Z), hits * hits / of
    root = math.sqrt(max(b * b - 4 * a * c, 0))
    low, high = (-b - root) / (2 * a), (-b + root) / (2 * a)
    return hits / of, 0.0 if hits == 0 else low, 1.0 if hits == of else high


def average(values: Sequence[float]) -> Interval:
    middle = statistics.fmean(values)
    reach = Z * math.sqrt(statistics.variance(values) / len(values))
    return middle, middle - reach, middle + reach


def middle_of(values: Sequence[float]) -> Interval:
    ordered = sorted(values)
    half, reach = len(ordered) / 2, Z * math.sqrt(len(ordered)) / 2
    low, high = ordered[max(int(half - reach), 0)], ordered[min(int(half + reach), len(ordered) - 1)]
    return statistics.median_low(ordered), low, high


def within(values: Sequence[float], share: float) -> float:
    """The least value that at least this share of all does not exceed."""
    for value in sorted(set(values)):
        if sum(one <= value for one in values) >= share * len(values) - 1e-9:
            return value
    raise AssertionError


def percent(one: Interval) -> str:
    return f"{100 * one[0]:.1f}% ({100 * one[1]:.1f}–{100 * one[2]:.1f})"


def number(one: Interval) -> str:
    return f"{one[0]:.1f} ({one[1]:.1f}–{one[2]:.1f})"


def signed(one: Interval, factor: float, digits: int) -> str:
    def told(value: float) -> str:
        text = f"{factor * value:+.{digits}f}"
        return f"{0:.{digits}f}" if float(text) == 0 else text.replace("-", "−")

    return f"{told(one[0])} ({told(one[1])} to {told(one[2])})"


class Games(Struct, dict=True):
    """The games as a list of plain records."""

    names: Any
    games: list[dict[str, Any]]

    @classmethod
    def of(cls, names: Any, results: Mapping[str, Any]) -> Games:
        plain = {name: array.tolist() for name, array in results.items()}
        return cls(names, [{name: plain[name][k] for name in plain} for k in range(len(plain["turns"]))])

    def __len__(self) -> int:
        return len(self.games)

    def won(self, game: dict[str, Any], seat: int) -> bool:
        families = [one for one in range(8) if game["winners"] // 2**one % 2 == 1]
        return game["seat_family"][seat] in families

    @property
    def seats(self) -> range:
        return range(len(self.games[0]["seat_family"]))

    def drawn(self, game: dict[str, Any]) -> bool:
        return bool(game["winners"] == 0)

    def draws(self) -> Interval:
        return rate(sum(map(self.drawn, self.games)), len(self))

    def lost(self) -> Interval:
        hits = sum(not self.drawn(one) and not any(self.won(one, seat) for seat in self.seats) for one in self.games)
        return rate(hits, len(self))

    def shared(self) -> Interval:
        return rate(sum(sum(self.won(one, seat) for seat in self.seats) > 1 for one in self.games), len(self))

    def turns(self) -> list[int]:
        return [game["turns"] for game in self.games]

    def seat(self, seat: int) -> tuple[int, Interval]:
        hits = sum(self.won(game, seat) for game in self.games)
        return hits, rate(hits, len(self))

    def gap(self) -> Interval:
        hits = [self.seat(seat)[0] for seat in self.seats]
        best, worst = hits.index(max(hits)), hits.index(min(hits))
        return average([self.won(game, best) - self.won(game, worst) for game in self.games])

    def family(self, family: int) -> tuple[int, Interval]:
        played = [(game, game["seat_family"].index(family)) for game in self.games if family in game["seat_family"]]
        return len(played), rate(sum(self.won(game, seat) for game, seat in played), len(played))

    def endings(self) -> list[tuple[str, int]]:
        counted = Counter("draw" if self.drawn(game) else self.names.rules[game["rule"]] for game in self.games)
        return [(rule, counted[rule]) for rule in (*self.names.rules, "draw") if counted[rule]]

    def casts(self, spell: int) -> list[list[int | None]]:
        """For each game the turn at which each seat cast the spell, 0 for never, None for a seat without it."""
        table = []
        for game in self.games:
            row: list[int | None] = []
            for held, when in zip(game["spell_held"], game["spell_turn"], strict=True):
                row.append(max((t for s, t in zip(held, when, strict=True) if s == spell), default=None))
            table.append(row)
        return table

    def spell_use(self, spell: int) -> tuple[int, Interval, Interval] | None:
        held = [turn for row in self.casts(spell) for turn in row if turn is not None]
        cast = [turn for turn in held if turn > 0]
        return (len(held), rate(len(cast), len(held)), average(cast)) if held else None

    def casters_win(self, spell: int) -> Interval:
        gaps = []
        for game, row in zip(self.games, self.casts(spell), strict=True):
            cast = [self.won(game, seat) for seat, turn in enumerate(row) if turn]
            kept = [self.won(game, seat) for seat, turn in enumerate(row) if turn == 0]
            if cast and kept:
                gaps.append(statistics.fmean(cast) - statistics.fmean(kept))
        return average(gaps)

    def spell_effect(self, spell: int) -> tuple[Interval, Interval] | None:
        """Draws and turns with the spell minus without it."""
        with_it = [g for g, row in zip(self.games, self.casts(spell), strict=True) if any(t is not None for t in row)]
        without = [g for g, row in zip(self.games, self.casts(spell), strict=True) if all(t is None for t in row)]
        if not without:
            return None
        one, other = (rate(sum(map(self.drawn, part)), len(part)) for part in (with_it, without))
        gap = one[0] - other[0]
        low = gap - math.hypot(one[0] - one[1], other[2] - other[0])
        high = gap + math.hypot(one[2] - one[0], other[0] - other[1])
        lengths = [[g["turns"] for g in part] for part in (with_it, without)]
        longer = statistics.fmean(lengths[0]) - statistics.fmean(lengths[1])
        reach = Z * math.sqrt(sum(statistics.variance(part) / len(part) for part in lengths))
        return (gap, low, high), (longer, longer - reach, longer + reach)

    def field_means(self, name: str) -> list[float]:
        return [statistics.fmean(game[name][field] for game in self.games) for field in range(len(self.games[0][name]))]

    def heights(self) -> Counter[int]:
        return Counter(height for game in self.games for height in game["heights"])


def card_shifts(names: Any, varied: Games) -> dict[str, tuple[float, Interval, Interval, Interval]]:
    """Card: mean copies, and shifts of draws, turns, first seat; textbook least squares with a column of ones."""
    counts = np.array([game["counts"] for game in varied.games], dtype=float)
    table = np.hstack([np.ones((len(varied), 1)), counts])
    inverse = np.linalg.inv(table.T @ table)
    outputs = [
        [float(varied.drawn(game)) for game in varied.games],
        [float(game["turns"]) for game in varied.games],
        [float(varied.won(game, 0)) for game in varied.games],
    ]
    shifts: list[list[Interval]] = []
    for output in outputs:
        goal = np.array(output)
        slopes = inverse @ table.T @ goal
        residuals = goal - table @ slopes
        meat = sum(np.outer(row, row) * rest**2 for row, rest in zip(table, residuals, strict=True))
        spread = inverse @ meat @ inverse * len(varied) / (len(varied) - table.shape[1])
        row: list[Interval] = []
        for card in range(counts.shape[1]):
            exchange = np.array([0.0, *(-counts.sum(axis=0) / counts.sum())])  # an average card goes,
            exchange[1 + card] += 1  # this one comes
            shift, reach = float(exchange @ slopes), Z * math.sqrt(exchange @ spread @ exchange)
            row.append((shift, shift - reach, shift + reach))
        shifts.append(row)
    return {
        card: (statistics.fmean(counts[:, k]), shifts[0][k], shifts[1][k], shifts[2][k])
        for k, card in enumerate(names.vines)
    }
