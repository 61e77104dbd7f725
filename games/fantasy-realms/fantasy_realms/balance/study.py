"""The balance report of Fantasy Realms: seats, totals, and which cards win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cloudy_pnp.game.kit.balance import ORDINALS, tables_compared
from cloudy_pnp.simulate.intervals import mean, median
from cloudy_pnp.simulate.study import (
    Bars,
    Cell,
    Column,
    Figure,
    Histogram,
    Measure,
    Remark,
    Section,
    Series,
    Study,
    Table,
)
from fantasy_realms.play.simulate import Table as PlayedTable

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results

_SURE = 5  # times a card must have been held before it is reported
_FAIR_GAMES = 100  # fewer games say nothing about seats


def series(table: PlayedTable, results: Results) -> dict[str, Series]:
    """Return one value per game for each measure."""
    totals, over = results["totals"].astype(float), results["over"]
    every = [
        Series("total", "average total of a hand", totals.mean(axis=1), "number"),
        Series("winning-total", "total of the winner", totals.max(axis=1), "number"),
        Series("lead", "lead of the winner", _lead(totals), "number"),
        Series("turns", "turns until the end", results["turns"].astype(float), "number"),
        Series("unfinished", "unfinished games", (~over).astype(float), "rate", "less"),
        Series("shared", "shared victories", (results["won"].max(axis=1) < 1).astype(float) * over, "rate", "less"),
    ]
    every += [
        Series(
            f"seat-{seat + 1}", f"wins of the {ORDINALS[seat]} seat", results["won"][:, seat], "points", watched=True
        )
        for seat in range(len(table.players))
    ]
    return {item.name: item for item in every}


def _lead(totals: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    ordered = np.sort(totals, axis=1)
    lead: np.typing.NDArray[np.float64] = ordered[:, -1] - ordered[:, -2]
    return lead


def study(table: PlayedTable, results: Results) -> Study:
    """Return the report on the games of one table."""
    games, seats = len(results["turns"]), len(table.players)
    measures = [
        Measure(
            item.name, item.label, "rate" if item.unit == "points" else item.unit, item.estimate, item.name in _LARGE
        )
        for item in series(table, results).values()
    ]
    facts = (
        ("games", f"{games:,}"),
        ("players", ", ".join(table.players)),
        ("variant", table.variant),
        ("cards", str(len(table.realm.cards))),
        ("seed", str(table.seed)),
    )
    return Study(
        id=f"players-{seats}",
        title=f"{seats} players" + (f", {table.variant}" if table.variant != "standard" else ""),
        games=games,
        facts=facts,
        measures=tuple(measures),
        remarks=tuple(_remarks(table, results)),
        sections=(
            Section("totals", "What hands are worth", "", (_totals(results), _players(table, results))),
            Section("fair", "Is it fair?", "A shared victory counts in equal parts.", (_seats(table, results),)),
            Section("cards", "Which cards win", "Of the hands at the end of the game.", (_cards(table, results),)),
        ),
        samples=(
            (int(results["totals"].max(axis=1).argmax()), "the highest hand"),
            (int(_lead(results["totals"].astype(float)).argmin()), "the closest end"),
        ),
    )


_LARGE = ("total", "winning-total", "turns")


def _totals(results: Results) -> Figure:
    step = 10
    values = results["totals"].ravel() // step * step
    totals, counts = np.unique(values, return_counts=True)
    hands = dict(zip(totals.tolist(), counts.tolist(), strict=True))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (total, hands.get(total, 0)) for total in range(int(totals.min()), int(totals.max()) + step, step)
    )
    middle = median(results["totals"].ravel().astype(float)).value
    columns = (Column("total", "count"), Column("hands", "count"))
    says = "The hands of all players at the end, in steps of ten points."
    return Figure("totals", "Totals", says, Table(columns, rows), Histogram(middle, f"median {middle:.0f}"))


def _players(table: PlayedTable, results: Results) -> Figure:
    rows: list[tuple[Cell, ...]] = []
    for player in dict.fromkeys(table.players):
        seats = [seat for seat, name in enumerate(table.players) if name == player]
        totals, won = results["totals"][:, seats].astype(float), results["won"][:, seats]
        rows.append((player, len(seats), mean(totals.ravel()), mean(won.ravel())))
    columns = (Column("player"), Column("seats", "count"), Column("total", "number"), Column("wins a seat", "rate"))
    return Figure("players", "Ways to play", "Results by kind of player.", Table(columns, tuple(rows)))


def _seats(table: PlayedTable, results: Results) -> Figure:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{ORDINALS[seat]} seat", mean(results["totals"][:, seat].astype(float)), mean(results["won"][:, seat]))
        for seat in range(len(table.players))
    )
    columns = (Column("seat"), Column("average total", "number"), Column("win rate", "rate"))
    fair = float(results["won"].mean())
    says = "How often each seat in turn order wins."
    return Figure("seats", "Wins by seat", says, Table(columns, rows), Bars(2, fair, f"all alike {100 * fair:.1f}%"))


def _cards(table: PlayedTable, results: Results) -> Figure:
    held, won, totals = results["held"], results["won"], results["totals"]
    rows: list[tuple[Cell, ...]] = []
    for index, card in enumerate(table.realm.cards.values()):
        with_it = held[:, :, index]
        if int(with_it.sum()) >= _SURE:
            share = float(with_it.any(axis=1).mean())
            rows.append((card.name["en"], mean(won[with_it]), mean(totals[with_it].astype(float)), share))
    rows.sort(key=lambda row: -row[1].value)  # type: ignore[union-attr]
    columns = (
        Column("card"),
        Column("hands with it win", "rate"),
        Column("their total", "number"),
        Column("held", "rate"),
    )
    fair = float(won.mean())
    says = "How often a hand with the card wins, its average value, and how often it is held at the end."
    return Figure("cards", "Cards", says, Table(columns, tuple(rows)), Bars(1, fair, f"all alike {100 * fair:.1f}%"))


def _remarks(table: PlayedTable, results: Results) -> Iterator[Remark]:
    games = len(results["turns"])
    unfinished = int((~results["over"]).sum())
    if unfinished:
        yield Remark(
            "watch", f"{unfinished:,} of {games:,} games did not end: all players kept taking from the display."
        )
    wins = [mean(results["won"][:, seat]) for seat in range(len(table.players))]
    fair = float(results["won"].mean())
    if len(set(table.players)) == 1 and games >= _FAIR_GAMES:
        away = [seat for seat, rate in enumerate(wins) if not rate.low <= fair <= rate.high]
        for seat in away:
            word = "more" if wins[seat].value > fair else "less"
            yield Remark(
                "watch", f"The {ORDINALS[seat]} seat wins {word} often than others: {100 * wins[seat].value:.1f}%."
            )
        if not away:
            yield Remark("good", "No seat wins more often than the others, as far as these games can tell.")
    top = results["totals"].max()
    yield Remark("plain", f"The best hand of all these games was worth {int(top)} points.")


def overview(studies: list[Study]) -> Study:
    """Compare the tables side by side."""
    labels = {"total": "total", "winning-total": "of the winner", "lead": "lead", "turns": "turns"}
    table = tables_compared(studies, {name: Column(label, "number") for name, label in labels.items()})
    figure = Figure("tables", "All tables", "Value of hands at each table.", table)
    games = sum(item.games for item in studies)
    section = Section("tables", "All tables", "", (figure,))
    return Study("overview", "All tables", games, (("games", f"{games:,}"),), (), (), (section,))
