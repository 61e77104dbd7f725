"""The balance report of Luftschlösser: length of games, winners, effects of the weather, places of castles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cloudy_pnp.games.kit.balance import (
    NUMBERS,
    ORDINALS,
    length_figures,
    length_remark,
    length_samples,
    measures_of,
    overview_of,
    seat_remarks,
    tables_compared,
)
from cloudy_pnp.simulate.base import Setting
from cloudy_pnp.simulate.study import (
    Bars,
    Cell,
    Column,
    Figure,
    HeatMap,
    Measure,
    Remark,
    Section,
    Study,
    Table,
    value_text,
)
from luftschloesser.model.state import Table as GameTable
from luftschloesser.sim.measures import Results, field_shares, seat_wins, series, weather
from luftschloesser.sim.play import Names


def study(table: GameTable, setting: Setting, names: Names, results: Results) -> Study:
    """Return the report on the games of one table."""
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
    """Return every measure that a condition can use."""
    effects = [
        Measure(f"effect-{item.kind}", f"{item.kind}: cards that change anything", "rate", item.effect)
        for item in weather(names, results)
        if item.effect.of
    ]
    return measures_of(series(names, results).values(), results["turns"], effects)


# --- in plain language -------------------------------------------------------------------------------------


def _remarks(setting: Setting, names: Names, results: Results) -> Iterator[Remark]:
    """Yield the remarks, the most important first."""
    measures = series(names, results)
    yield from seat_remarks(setting.players, [item.value for item in seat_wins(results)], measures["seat-gap"].estimate)
    unfinished = int((results["winner"] < 0).sum())
    if unfinished:
        yield Remark("watch", f"{unfinished:,} games were stopped without a winner.")
    yield length_remark(results["turns"], len(setting.players))
    near = measures["close"].estimate
    yield Remark(
        "plain", f"In {value_text(near.value, 'rate')} of games another player is one castle short at the end."
    )
    kinds = sorted((item for item in weather(names, results) if item.effect.of), key=lambda item: -item.effect.value)
    if kinds:
        most, least = kinds[0], kinds[-1]
        yield Remark(
            "plain",
            f"{most.kind} changes the board most often, {value_text(most.effect.value, 'rate')} of the cards played; "
            f"{least.kind} least often, {value_text(least.effect.value, 'rate')}.",
        )


# --- tables and pictures -----------------------------------------------------------------------------------


def _sections(setting: Setting, names: Names, results: Results) -> Iterator[Section]:
    yield Section("ends", "How long games are", "", length_figures(results["turns"], len(setting.players)))
    yield Section("fair", "Is it fair?", "", (_seats(setting, results),))
    yield Section("weather", "The weather", "", (_weather(names, results), _winners(names, results)))
    yield Section("castles", "The castles", "", (_castles(names, results), _fields(names, results)))


def _seats(setting: Setting, results: Results) -> Figure:
    wins = seat_wins(results)
    rows = tuple(
        (f"{ORDINALS[seat]} seat", setting.players[seat], round(rate.value * rate.of) if rate.of else 0, rate)
        for seat, rate in enumerate(wins)
    )
    columns = (Column("seat"), Column("player"), Column("wins", "count"), Column("win rate", "rate"))
    says = "Of the games with a winner."
    bars = Bars(3, 1 / len(wins), "all alike")
    return Figure("seats", "Wins by seat", says, Table(columns, rows), bars)


def _weather(names: Names, results: Results) -> Figure:
    rows = tuple((item.kind, item.a_game, item.effect) for item in weather(names, results) if item.effect.of)
    columns = (Column("weather"), Column("cards a game", "number"), Column("with effect", "rate"))
    says = "Cards played in a game, on average, and how many of them changed anything on the board."
    return Figure("weather", "How often each kind of weather matters", says, Table(columns, rows), Bars(2))


def _winners(names: Names, results: Results) -> Figure:
    rows = tuple((item.kind, item.winners / 100) for item in weather(names, results) if item.effect.of)
    columns = (Column("weather"), Column("more often among the cards of winners (points)", "points"))
    says = (
        "The share of a kind among the cards that winners played, minus its share among those of the others at the "
        "same table. It correlates with winning and need not cause it."
    )
    return Figure("winners", "What winners play", says, Table(columns, rows))


def _castles(names: Names, results: Results) -> Figure:
    measures = series(names, results)
    rows = tuple(
        (measures[name].label, measures[name].estimate)
        for name in ("castles-built", "castles-ousted", "castles-rained")
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
    """Yield typical games, by their numbers for `--record`."""
    yield from length_samples(results["turns"])
    ousted = results["ousted"].sum(axis=1)
    if ousted.any():
        yield int(ousted.argmax()), f"castles ousted: {int(ousted.max())}"


def overview(studies: list[Study]) -> Study:
    """Compare several tables side by side, the most important finding of each first."""
    table = tables_compared(
        studies,
        {
            "median-turns": Column("median turns", "count"),
            "seat-1": Column("first seat wins", "rate"),
            "seat-gap": Column("best minus worst seat (points)", "points"),
            "close": Column("second one castle short", "rate"),
        },
    )
    figures = (
        Figure("tables", "Length by table", "Half of the games end within this many turns.", table, Bars(2)),
        Figure("gaps", "Seats by table", "How much more often the best seat wins.", table, Bars(4)),
    )
    return overview_of(studies, Section("tables", "Tables compared", "", figures))
