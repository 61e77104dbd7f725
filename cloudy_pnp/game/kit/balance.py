"""Common parts of the balance reports of several games: seats, length of games, tables compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.simulate.intervals import Estimate, mean, median, quantile
from cloudy_pnp.simulate.study import (
    Cell,
    Column,
    Figure,
    Histogram,
    Measure,
    Mood,
    Remark,
    Section,
    Series,
    Study,
    Table,
    value_text,
)

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")  # seats in turn order
NUMBERS = {2: "two", 3: "three", 4: "four"}
FAIR_GAP, UNFAIR_GAP = 0.05, 0.10  # between the best and the worst seat
_SHARES = (0.05, 0.25, 0.75, 0.95)

Turns = NDArray[Any]  # of each game


def seat_series(wins: NDArray[np.float64]) -> Iterator[Series]:
    """Yield the wins of each seat, and the gap between the best and the worst; `wins` has a column per seat."""
    rates = wins.mean(axis=0)
    best, worst = int(rates.argmax()), int(rates.argmin())
    for seat in range(wins.shape[1]):
        yield Series(f"seat-{seat + 1}", f"wins of the {ORDINALS[seat]} seat", wins[:, seat], watched=True)
    yield Series("seat-gap", "gap between best and worst seat", wins[:, best] - wins[:, worst], "points", goal="less")


def measures_of(series: Iterable[Series], turns: Turns, more: Iterable[Measure]) -> tuple[Measure, ...]:
    """Return all measures for conditions: the series, the median length, and further measures."""
    measures = [
        Measure(item.name, item.label, item.unit, item.estimate, item.watched or item.goal != "none") for item in series
    ]
    measures.insert(1, Measure("median-turns", "median of turns", "count", median(turns), large=True))
    return (*measures, *more)


# --- in plain language -------------------------------------------------------------------------------------


def seat_remarks(players: Sequence[str], rates: Sequence[float], gap: Estimate) -> Iterator[Remark]:
    """Yield a remark on whether it matters who begins, if all seats play alike."""
    if len(set(players)) > 1:
        return
    first, *others = (value_text(rate, "rate") for rate in rates)
    more = "".join(f", the {ORDINALS[seat]} {rate}" for seat, rate in enumerate(others, 1))
    mood, verdict = _fairness(gap)
    yield Remark(mood, f"With {NUMBERS[len(rates)]} players the first seat wins {first}{more}: {verdict}.")


def _fairness(gap: Estimate) -> tuple[Mood, str]:
    """Evaluate the whole interval of the gap, so that few games never lead to a verdict."""
    points = f"{100 * gap.value:.1f} points between best and worst, {100 * gap.low:.1f} to {100 * gap.high:.1f}"
    points = points.replace("-", "−")
    if gap.high < FAIR_GAP:
        return "good", f"fair ({points})"
    if gap.low > UNFAIR_GAP:
        return "bad", f"unfair ({points})"
    if gap.low > FAIR_GAP:
        return "watch", f"not quite fair ({points})"
    if gap.half_width > FAIR_GAP / 2:
        return "plain", f"too few games to call it fair or unfair ({points})"
    return "plain", f"nearly fair ({points})"


def length_remark(turns: Turns, seats: int) -> Remark:
    """Describe how long games are."""
    ordered = np.sort(turns.astype(float))
    middle, early, late = median(ordered).value, quantile(ordered, 0.05), quantile(ordered, 0.95)
    statement = f"Half of the games end within {middle:.0f} turns, about {middle / seats:.0f} per player; "
    return Remark("plain", f"{statement}nine of ten last {early:.0f} to {late:.0f} turns.")


# --- tables and pictures -----------------------------------------------------------------------------------


def length_figures(turns: Turns, seats: int) -> tuple[Figure, Figure]:
    """Return the lengths of games as a histogram and in numbers."""
    length = turns.astype(int)
    middle, counted = median(length).value, np.bincount(length)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (turn, int(counted[turn])) for turn in range(int(length.min()), int(length.max()) + 1)
    )
    table = Table((Column("turns", "count"), Column("games", "count")), rows)
    says = "Turns of all players together, until the game ended."
    histogram = Figure("length", "Length of a game", says, table, Histogram(middle, f"median {middle:.0f}"))
    ordered = np.sort(turns.astype(float))
    numbers: tuple[tuple[Cell, ...], ...] = (
        ("mean", mean(ordered), mean(ordered / seats)),
        ("median", median(ordered), median(ordered / seats)),
        *(
            (f"{100 * share:.0f}% end within", quantile(ordered, share), quantile(ordered, share) / seats)
            for share in _SHARES
        ),
    )
    columns = (Column(""), Column("turns", "number"), Column("turns per player", "number"))
    says = "The median is the middle value of all games. In brackets: the 95% confidence interval."
    return histogram, Figure("length-table", "Length in numbers", says, Table(columns, numbers))


def length_samples(turns: Turns) -> Iterator[tuple[int, str]]:
    """Yield a short, an average and a long game: the numbers are those of `--record`."""
    length = turns.astype(int)
    middle = int(median(length).value)
    shortest, longest = int(length.argmin()), int(length.argmax())
    yield shortest, f"the shortest game, {length[shortest]} turns"
    yield int(np.abs(length - middle).argmin()), f"a game of median length, {middle} turns"
    yield longest, f"the longest game, {length[longest]} turns"


def tables_compared(studies: Sequence[Study], columns: Mapping[str, Column]) -> Table:
    """Return one row per study: its title, its games, and the measures with these names."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (study.title, study.games, *(study.measure(name).estimate for name in columns)) for study in studies
    )
    return Table((Column("table"), Column("games", "count"), *columns.values()), rows)


def overview_of(studies: Sequence[Study], section: Section) -> Study:
    """Return several tables side by side, with the remarks of each that are not good news."""
    remarks = tuple(remark for study in studies for remark in study.remarks if remark.mood in ("bad", "watch"))
    return Study("overview", "All tables", 0, (), (), remarks, (section,))
