"""The balance report of Luftschlösser: how long games are, who wins, which weather matters, where castles stand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cloudy_pnp.simulate.base import Setting
from cloudy_pnp.simulate.intervals import mean, median, quantile
from cloudy_pnp.simulate.study import (
    Bars,
    Cell,
    Column,
    Figure,
    HeatMap,
    Histogram,
    Measure,
    Remark,
    Section,
    Study,
    Table,
    value_text,
)
from luftschloesser.model.state import Table as GameTable
from luftschloesser.sim.measures import ORDINALS, Results, field_shares, seat_wins, series, weather
from luftschloesser.sim.play import Names

NUMBERS = {2: "two", 3: "three", 4: "four"}
FAIR_GAP, UNFAIR_GAP = 0.05, 0.10  # between the best and the worst seat
_SHARES = (0.05, 0.25, 0.75, 0.95)


def study(table: GameTable, setting: Setting, names: Names, results: Results) -> Study:
    """Everything about the games of one table."""
    games, seats = len(results["turns"]), len(setting.players)
    facts = (
        ("games", f"{games:,}"),
        ("players", ", ".join(setting.players)),
        ("storm", table.options.storm),
        ("distribution", table.options.distribution),
        ("castles to win", str(table.to_win)),
        ("seed", str(setting.seed)),
    )
    return Study(
        id=f"players-{seats}",
        title=f"{NUMBERS[seats].capitalize()} players",
        games=games,
        facts=facts,
        measures=_measures(names, results),
        remarks=tuple(_remarks(setting, names, results)),
        sections=tuple(_sections(setting, names, results)),
        samples=tuple(_samples(results)),
    )


def _measures(names: Names, results: Results) -> tuple[Measure, ...]:
    """Everything that a condition can ask for."""
    every = [
        Measure(one.name, one.label, one.unit, one.estimate, one.watched or one.goal != "none")
        for one in series(names, results).values()
    ]
    every.insert(1, Measure("median-turns", "median of turns", "count", median(results["turns"]), large=True))
    every += [
        Measure(f"effect-{one.kind}", f"{one.kind}: cards that change anything", "rate", one.effect)
        for one in weather(names, results)
        if one.effect.of
    ]
    return tuple(every)


# --- in plain language -------------------------------------------------------------------------------------


def _remarks(setting: Setting, names: Names, results: Results) -> Iterator[Remark]:
    """The most important first."""
    yield from _fairness(setting, names, results)
    unfinished = int((results["winner"] < 0).sum())
    if unfinished:
        yield Remark("watch", f"{unfinished:,} games were stopped without a winner.")
    ordered = np.sort(results["turns"].astype(float))
    middle, early, late = median(ordered).value, quantile(ordered, 0.05), quantile(ordered, 0.95)
    yield Remark(
        "plain",
        f"Half of the games end within {middle:.0f} turns, about {middle / len(setting.players):.0f} per player; "
        f"nine of ten last {early:.0f} to {late:.0f} turns.",
    )
    near = series(names, results)["close"].estimate
    yield Remark(
        "plain", f"In {value_text(near.value, 'rate')} of games another player is one castle short at the end."
    )
    kinds = sorted((one for one in weather(names, results) if one.effect.of), key=lambda one: -one.effect.value)
    if kinds:
        most, least = kinds[0], kinds[-1]
        yield Remark(
            "plain",
            f"{most.kind} changes the board most often, {value_text(most.effect.value, 'rate')} of the cards played; "
            f"{least.kind} least often, {value_text(least.effect.value, 'rate')}.",
        )


def _fairness(setting: Setting, names: Names, results: Results) -> Iterator[Remark]:
    """Whether it matters who begins; said only when all seats play alike, and judged by the whole interval."""
    if len(set(setting.players)) > 1:
        return
    gap = series(names, results)["seat-gap"].estimate
    rates = [value_text(one.value, "rate") for one in seat_wins(results)]
    others = "".join(f", the {ORDINALS[seat]} {rate}" for seat, rate in enumerate(rates) if seat)
    points = f"({100 * gap.value:.1f} points between best and worst, {100 * gap.low:.1f} to {100 * gap.high:.1f})"
    statement = f"With {NUMBERS[len(rates)]} players the first seat wins {rates[0]}{others}"
    points = points.replace("-", "−")
    if gap.high < FAIR_GAP:
        yield Remark("good", f"{statement}: fair {points}.")
    elif gap.low > UNFAIR_GAP:
        yield Remark("bad", f"{statement}: unfair {points}.")
    elif gap.low > FAIR_GAP:
        yield Remark("watch", f"{statement}: not quite fair {points}.")
    else:
        yield Remark("plain", f"{statement}: nearly fair, or too few games to tell {points}.")


# --- tables and pictures -----------------------------------------------------------------------------------


def _sections(setting: Setting, names: Names, results: Results) -> Iterator[Section]:
    yield Section("ends", "How long games are", "", (_length(results), _length_table(results)))
    yield Section("fair", "Is it fair?", "", (_seats(setting, results),))
    yield Section("weather", "The weather", "", (_weather(names, results), _winners(names, results)))
    yield Section("castles", "The castles", "", (_castles(names, results), _fields(names, results)))


def _length(results: Results) -> Figure:
    length = results["turns"].astype(int)
    middle = median(length).value
    counted = np.bincount(length)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (turn, int(counted[turn])) for turn in range(int(length.min()), int(length.max()) + 1)
    )
    table = Table((Column("turns", "count"), Column("games", "count")), rows)
    says = "Turns of all players together, until the game ended."
    return Figure("length", "Length of a game", says, table, Histogram(middle, f"median {middle:.0f}"))


def _length_table(results: Results) -> Figure:
    ordered = np.sort(results["turns"].astype(float))
    seats = results["castles"].shape[1]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("mean", mean(ordered), mean(ordered / seats)),
        ("median", median(ordered), median(ordered / seats)),
        *(
            (f"{100 * share:.0f}% end within", quantile(ordered, share), quantile(ordered, share) / seats)
            for share in _SHARES
        ),
    )
    columns = (Column(""), Column("turns", "number"), Column("turns a player", "number"))
    says = "The median is the middle of all games. In brackets: the 95% confidence interval."
    return Figure("length-table", "Length in numbers", says, Table(columns, rows))


def _seats(setting: Setting, results: Results) -> Figure:
    wins = seat_wins(results)
    rows = tuple(
        (f"{ORDINALS[seat]} seat", setting.players[seat], round(one.value * one.of) if one.of else 0, one)
        for seat, one in enumerate(wins)
    )
    columns = (Column("seat"), Column("player"), Column("wins", "count"), Column("win rate", "rate"))
    says = "Of the games with a winner."
    bars = Bars(3, 1 / len(wins), "all alike")
    return Figure("seats", "Wins by seat", says, Table(columns, rows), bars)


def _weather(names: Names, results: Results) -> Figure:
    rows = tuple((one.kind, one.a_game, one.effect) for one in weather(names, results) if one.effect.of)
    columns = (Column("weather"), Column("cards a game", "number"), Column("with effect", "rate"))
    says = "Cards played in a game, on average, and how many of them changed anything on the board."
    return Figure("weather", "How often each kind of weather matters", says, Table(columns, rows), Bars(2))


def _winners(names: Names, results: Results) -> Figure:
    rows = tuple((one.kind, one.winners / 100) for one in weather(names, results) if one.effect.of)
    columns = (Column("weather"), Column("more often among the cards of winners (points)", "points"))
    says = (
        "The share of a kind among the cards that winners played, minus its share among those of the others at the "
        "same table. It correlates with winning and need not cause it."
    )
    return Figure("winners", "What winners play", says, Table(columns, rows))


def _castles(names: Names, results: Results) -> Figure:
    found = series(names, results)
    rows = tuple(
        (found[name].label, found[name].estimate) for name in ("castles-built", "castles-ousted", "castles-rained")
    )
    columns = (Column("castles"), Column("a game", "number"))
    return Figure("castles", "What happens to castles", "In the mean of all games.", Table(columns, rows))


def _fields(names: Names, results: Results) -> Figure:
    shares = field_shares(results) if results["put_up"].sum() else np.zeros(names.rows * names.cols)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (number // names.cols, number % names.cols, 100 * float(share)) for number, share in enumerate(shares)
    )
    table = Table((Column("row", "count"), Column("column", "count"), Column("% of all castles", "number")), rows)
    says = "The percentage of all castles that were built on each field."
    return Figure("fields", "Where castles are built", says, table, HeatMap(names.rows, names.cols))


def _samples(results: Results) -> Iterator[tuple[int, str]]:
    """Games that show something: the numbers are those of `--record`."""
    length = results["turns"].astype(int)
    shortest, longest = int(length.argmin()), int(length.argmax())
    yield shortest, f"the shortest game, {length[shortest]} turns"
    middle = int(median(length).value)
    yield int(np.abs(length - middle).argmin()), f"a game of median length, {middle} turns"
    yield longest, f"the longest game, {length[longest]} turns"
    ousted = results["ousted"].sum(axis=1)
    if ousted.any():
        yield int(ousted.argmax()), f"castles ousted: {int(ousted.max())}"


def overview(studies: list[Study]) -> Study:
    """Several tables side by side, the most important finding of each first."""
    names = ("median-turns", "seat-1", "seat-gap", "close")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one.title, one.games, *(one.measure(name).estimate for name in names)) for one in studies
    )
    columns = (
        Column("table"),
        Column("games", "count"),
        Column("median turns", "count"),
        Column("first seat wins", "rate"),
        Column("best minus worst seat (points)", "points"),
        Column("second one castle short", "rate"),
    )
    table = Table(columns, rows)
    figures = (
        Figure("tables", "Length by table", "Half of the games end within this many turns.", table, Bars(2)),
        Figure("gaps", "Seats by table", "How much more often the best seat wins.", table, Bars(4)),
    )
    remarks = tuple(remark for one in studies for remark in one.remarks if remark.mood in ("bad", "watch"))
    return Study("overview", "All tables", 0, (), (), remarks, (Section("tables", "Tables compared", "", figures),))
