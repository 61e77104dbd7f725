"""Every number of the balance report, recomputed from the raw results by other means (`recomputed.py`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cloudy_kingdom.balance.measures import series
from cloudy_pnp.cloudy_kingdom.balance.study import ENDINGS, measures, overview, study
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.cloudy_kingdom.sim.config import SimulationConfig
from cloudy_pnp.simulate.report import html_report
from cloudy_pnp.simulate.study import Study
from simulate.fake import FakeSimulator
from simulate.pages import Page
from simulate.recomputed import Games, average, card_shifts, middle_of, number, percent, rate, signed, within

ORDINALS = ("first", "second", "third", "fourth")


class Played(Struct, dict=True):
    """One table, its report, and the raw games."""

    kingdom: Kingdom
    config: SimulationConfig
    names: Any
    results: Mapping[str, Any]
    study: Study
    page: Page
    games: Games
    varied: Games


@pytest.fixture(scope="module")
def kingdom() -> Kingdom:
    loaded: Kingdom = api.load()
    return loaded


def played(kingdom: Kingdom, players: tuple[str, ...], spells: Literal["first-game", "random"]) -> Played:
    config = SimulationConfig(players, seed=len(players), spells=spells)
    simulator = FakeSimulator.of(kingdom, config)
    results, varied = simulator.play(0, 600), FakeSimulator.of(kingdom, replace(config, vary=True)).play(0, 400)
    found = study(kingdom, config, simulator.names, results, varied)
    page = Page(html_report("Test", [found], "command"))
    games = [Games.of(simulator.names, part) for part in (results, varied)]
    return Played(kingdom, config, simulator.names, results, found, page, *games)


@pytest.fixture(
    scope="module",
    params=[(2, "first-game"), (3, "random"), (4, "random"), ("mixed", "first-game")],
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def table(request: pytest.FixtureRequest, kingdom: Kingdom) -> Played:
    seats, spells = request.param
    return played(
        kingdom, ("greedy", "random", "greedy", "mcts:5") if seats == "mixed" else ("greedy",) * seats, spells
    )


def test_every_table_of_the_report(table: Played) -> None:
    expected = expected_tables(table)
    for name, rows in expected.items():
        assert table.page.tables[name][1:] == rows, name
    assert set(table.page.tables) == set(expected)  # and there is no other table


def expected_tables(table: Played) -> dict[str, list[list[str]]]:
    games, names = table.games, table.names
    turns, seats = games.turns(), len(games.seats)
    uses = {one: games.spell_use(one) for one in range(len(names.spells))}
    spells = [table.kingdom.spells[spell].name["en"] for spell in names.spells]
    effects = {one: games.spell_effect(one) for one, use in uses.items() if use}
    shifts = sorted(card_shifts(names, table.varied).items(), key=lambda item: -item[1][1][0])
    heights = games.heights()
    tables = {
        "endings": [[ENDINGS[rule], f"{hits:,}", percent(rate(hits, len(games)))] for rule, hits in games.endings()],
        "length": [[str(turn), str(turns.count(turn))] for turn in range(min(turns), max(turns) + 1)],
        "length-table": [
            ["mean", number(average(turns)), number(average([turn / seats for turn in turns]))],
            ["median", number(middle_of(turns)), number(middle_of([turn / seats for turn in turns]))],
            *(
                [
                    f"{share}% end within",
                    f"{within(turns, share / 100):.1f}",
                    f"{within(turns, share / 100) / seats:.1f}",
                ]
                for share in (5, 25, 75, 95)
            ),
        ],
        "seats": [
            [f"{ORDINALS[seat]} seat", str(games.seat(seat)[0]), percent(games.seat(seat)[1])] for seat in games.seats
        ],
        "families": [
            [table.kingdom.families[family].name["en"], str(games.family(k)[0]), percent(games.family(k)[1])]
            for k, family in enumerate(names.families)
        ],
        "spell-use": [
            [spells[k], f"{use[0]:,}", percent(use[1]), number(use[2])] for k, use in uses.items() if use is not None
        ],
        "spell-worth": [
            [
                spells[k],
                signed(games.casters_win(k), 100, 1),
                signed(effect[0], 100, 1) if effect else "–",
                signed(effect[1], 1, 2) if effect else "–",
            ]
            for k, effect in effects.items()
        ],
        "card-worth": [
            [card, f"{copies:.1f}", signed(draws, 100, 2), signed(longer, 1, 2), signed(first, 100, 2)]
            for card, (copies, draws, longer, first) in shifts
        ],
        **{
            name: [
                [str(field // names.cols), str(field % names.cols), f"{value:.1f}"]
                for field, value in enumerate(games.field_means(name))
            ]
            for name in ("placed", "heights")
        },
        "stacks": [
            [name, f"{number:,}", f"{100 * number / heights.total():.1f}%"]
            for name, number in [
                *((str(height), heights[height]) for height in range(8)),
                ("8 or more", sum(number for height, number in heights.items() if height > 7)),
            ]
        ],
    }
    if len(set(table.config.players)) > 1:
        rows = []
        for way in dict.fromkeys(table.config.players):
            chairs = [seat for seat, one in enumerate(table.config.players) if one == way]
            shares = [sum(games.won(game, seat) for seat in chairs) / len(chairs) for game in games.games]
            interval = rate(round(sum(shares)), len(shares)) if len(chairs) == 1 else average(shares)
            rows.append([way, str(len(chairs)), percent(interval)])
        tables["policies"] = rows
    return tables


def expected_measures(table: Played) -> dict[str, tuple[str, tuple[float, float, float]]]:
    games = table.games
    return {
        "draws": ("rate", games.draws()),
        "median-turns": ("count", middle_of(games.turns())),
        "turns": ("number", average(games.turns())),
        **{f"seat-{seat + 1}": ("rate", games.seat(seat)[1]) for seat in games.seats},
        "seat-gap": ("points", games.gap()),
        "lost-by-all": ("rate", games.lost()),
        "shared": ("rate", games.shared()),
        "spells-cast": ("number", average([sum(t > 0 for row in g["spell_turn"] for t in row) for g in games.games])),
        "tallest": ("number", average([max(game["heights"]) for game in games.games])),
        **{f"family-{family}": ("rate", games.family(k)[1]) for k, family in enumerate(table.names.families)},
    }


def test_every_measure(table: Played) -> None:
    expected = expected_measures(table)
    assert [one.name for one in table.study.measures] == list(expected)
    for measure in table.study.measures:
        unit, interval = expected[measure.name]
        assert measure.unit == unit
        found = (measure.estimate.value, measure.estimate.low, measure.estimate.high)
        assert found == pytest.approx(interval, abs=1e-12), measure.name
    assert measures(table.names, table.results) == table.study.measures  # type: ignore[arg-type]


def test_every_large_number(table: Played) -> None:
    expected = expected_measures(table)
    large = ["draws", "median-turns", *(f"seat-{seat + 1}" for seat in table.games.seats), "seat-gap", "lost-by-all"]
    assert list(table.page.tiles) == large
    for name in large:
        unit, interval = expected[name]
        told = {"points": signed(interval, 100, 1), "rate": percent(interval), "count": whole(interval)}[unit]
        value, _, rest = told.partition(" (")
        assert table.page.tiles[name] == f"{value} 95%: {rest.rstrip(')')}"


def test_every_finding(table: Played) -> None:
    found = [" ".join(text.split()) for text in (remark.text for remark in table.study.remarks)]
    assert found == expected_findings(table)
    shown = [re.sub("^(good|not good|keep an eye on it) ", "", text) for text in table.page.findings]
    assert set(found) <= set(shown)


def whole(one: tuple[float, float, float]) -> str:
    return f"{one[0]:.0f} ({one[1]:.0f}–{one[2]:.0f})"


def expected_findings(table: Played) -> list[str]:
    games, names, kingdom = table.games, table.names, table.kingdom
    players = {2: "With two players", 3: "With three players", 4: "With four players"}[len(games.seats)]

    def share(value: float) -> str:
        return f"{100 * value:.1f}%"

    lines = []
    if len(set(table.config.players)) == 1:
        gap = games.gap()
        rates = [share(games.seat(seat)[1][0]) for seat in games.seats]
        others = "".join(f", the {ORDINALS[seat]} {rates[seat]}" for seat in games.seats if seat)
        verdict = (
            "fair"
            if gap[2] < 0.05
            else "unfair"
            if gap[1] > 0.1
            else "not quite fair"
            if gap[1] > 0.05
            else "too few games to call it fair or unfair"
            if gap[2] - gap[1] > 0.05
            else "nearly fair"
        )
        points = f"{100 * gap[0]:.1f} points between best and worst, {100 * gap[1]:.1f} to {100 * gap[2]:.1f}"
        points = points.replace("-", "−")
        lines.append(f"{players} the first seat wins {rates[0]}{others}: {verdict} ({points}).")
    draws = games.draws()
    verdict = (
        "draws are rare."
        if draws[2] < 0.02
        else "too many; above 5% players meet one every few evenings."
        if draws[1] > 0.05
        else "acceptable, below 5%."
        if draws[2] < 0.05
        else "too few games to say whether that is more than 5%."
    )
    interval = f"({100 * draws[1]:.1f} to {100 * draws[2]:.1f}%)"
    lines.append(f"{players} {share(draws[0])} of games end without a winner {interval}: {verdict}")
    lost = games.lost()
    if lost[0] >= 0.0005:
        interval = f"({100 * lost[1]:.1f} to {100 * lost[2]:.1f}%)"
        lines.append(f"{players} all players lose {share(lost[0])} of games {interval} to a family without a player.")
    turns = games.turns()
    middle = middle_of(turns)[0]
    ends = f"nine of ten last {within(turns, 0.05):.0f} to {within(turns, 0.95):.0f} turns."
    lines.append(
        f"Half of the games end within {middle:.0f} turns, about {middle / len(games.seats):.0f} per player; {ends}"
    )
    families = sorted(
        (games.family(k)[1], kingdom.families[family].name["en"]) for k, family in enumerate(names.families)
    )
    (low, worst), (high, best) = families[0], families[-1]
    verdict = (
        "too few games to tell the families apart"
        if high[1] <= low[2] and high[2] - low[1] > 0.1
        else "the families cannot be told apart by how often they win"
        if high[1] <= low[2]
        else "unfair"
        if high[0] - low[0] > 0.1
        else "not quite fair"
        if high[0] - low[0] > 0.05
        else "a difference that no player will notice"
    )
    lines.append(
        f"{players} {best} wins most often, {share(high[0])} of its games, "
        f"{worst} least often, {share(low[0])}: {verdict}."
    )
    if len(set(table.config.players)) > 1:
        ways = [(float(row[2].split("%")[0]), row[0]) for row in expected_tables(table)["policies"]]
        told = ", ".join(f"{way} {value:.1f}%" for value, way in sorted(ways, reverse=True))
        lines.append(f"A seat wins, by the kind of player: {told}.")
    uses = [
        (use[1][0], kingdom.spells[spell].name["en"], games.spell_effect(k))
        for k, spell in enumerate(names.spells)
        if (use := games.spell_use(k))
    ]
    most, least = max(uses, key=lambda use: use[0]), min(uses, key=lambda use: use[0])
    told = f"{most[1]} is cast most often, by {share(most[0])} of those who hold it;"
    lines.append(f"{told} {least[1]} least often, by {share(least[0])}.")
    raising = [(effect[0], name) for _, name, effect in uses if effect and effect[0][1] > 0]
    if raising:
        shift, name = max(raising)
        told = f"Of all spells {name} makes draws most likely: {100 * shift[0]:.1f} points more in games that have it."
        lines.append(told)
    shifts = card_shifts(names, table.varied)
    lines += card_findings({card: one[1] for card, one in shifts.items()}, "the rate of draws", 100, "points")
    lines += card_findings({card: one[2] for card, one in shifts.items()}, "the length", 1, "turns")
    placed = games.field_means("placed")
    most_placed, least_placed = (placed.index(edge(placed)) for edge in (max, min))
    tall = average([max(game["heights"]) for game in games.games])[0]

    def field(one: int) -> str:
        return f"[{one // names.cols}, {one % names.cols}]"

    lines.append(
        f"The tallest stack has {tall:.1f} cards on average. Field {field(most_placed)} gets most cards, "
        f"{placed[most_placed]:.1f} per game; {field(least_placed)} fewest, {placed[least_placed]:.1f}."
    )
    return lines


def card_findings(shifts: dict[str, tuple[float, float, float]], what: str, factor: float, word: str) -> list[str]:
    """With 17 cards an interval has to be 2.98 standard errors wide on each side to be wrong once in 20 reports."""
    sure = [
        (value, card)
        for card, (value, low, high) in shifts.items()
        if abs(value) > (high - low) / 2 / 1.959964 * 2.9762
    ]
    parts = []
    if sure and max(sure)[0] > 0:
        parts.append(f"one more {max(sure)[1]} raises {what} most ({factor * max(sure)[0]:+.2f} {word})")
    if sure and min(sure)[0] < 0:
        parts.append(
            f"one more {min(sure)[1]} lowers {what} most ({factor * min(sure)[0]:+.2f} {word})".replace("-", "−")
        )
    line = "; ".join(parts)
    return [f"{line[0].upper()}{line[1:]}."] if line else []


def test_samples_are_what_they_claim(table: Played) -> None:
    games, turns = table.games, table.games.turns()
    whys = " ".join(why for _, why in table.study.samples)
    assert all(word in whys for word in ("shortest", "longest", "median"))
    for number_of_game, why in table.study.samples:
        game = games.games[number_of_game]
        if "shortest" in why:
            assert game["turns"] == min(turns)
        elif "longest" in why:
            assert game["turns"] == max(turns)
        elif "median" in why:
            assert game["turns"] == middle_of(turns)[0]
        elif "draw" in why:
            assert games.drawn(game)
        elif "all players lose" in why:
            assert game["winners"]
            assert not any(games.won(game, seat) for seat in games.seats)
        elif "shared" in why:
            assert sum(games.won(game, seat) for seat in games.seats) > 1
        else:
            assert max(game["heights"]) == max(max(one["heights"]) for one in games.games)


def test_overview_repeats_the_tables(kingdom: Kingdom) -> None:
    tables = [played(kingdom, ("greedy",) * seats, "first-game") for seats in (2, 3)]
    found = overview([one.study for one in tables])
    page = Page(html_report("Test", [found, *(one.study for one in tables)], "command"))
    for name in ("tables", "gaps"):
        assert page.tables[name][1:] == [
            [
                one.study.title,
                "600",
                percent(one.games.draws()),
                whole(middle_of(one.games.turns())),
                percent(one.games.seat(0)[1]),
                signed(one.games.gap(), 100, 1),
            ]
            for one in tables
        ]


def test_what_stops_a_run_is_draws_and_seats(table: Played) -> None:
    watched = [one.name for one in series(table.names, table.results).values() if one.watched]  # type: ignore[arg-type]
    assert watched == ["draws", *(f"seat-{seat + 1}" for seat in table.games.seats)]


def test_one_game_is_enough_for_a_report(kingdom: Kingdom) -> None:
    config = SimulationConfig(("greedy",) * 4, seed=1)
    simulator = FakeSimulator.of(kingdom, config)
    found = study(kingdom, config, simulator.names, simulator.play(0, 1), None)
    assert "1 games" in html_report("Test", [found], "command")


def test_decks_of_one_size_compare_with_an_average_card(kingdom: Kingdom) -> None:
    config = SimulationConfig(("greedy",) * 4, seed=1)
    simulator = FakeSimulator.of(kingdom, config)
    varied = simulator.play(0, 3000)
    dice = np.random.default_rng(1)
    counts = dice.multinomial(54, np.full(17, 1 / 17), 3000).astype(np.uint16)
    varied["counts"] = counts
    varied["turns"] = (20 + 2 * counts[:, 0].astype(int)).astype(np.int16)
    found = study(kingdom, config, simulator.names, simulator.play(0, 50), varied)
    rows = {str(row[0]): row[3] for row in found.figure("card-worth").table.rows}
    share = counts[:, 0].mean() / 54
    assert rows["stem"].value == pytest.approx(2 - 2 * share)  # type: ignore[union-attr]
    assert rows["crossing"].value == pytest.approx(-2 * share)  # type: ignore[union-attr]
    assert "in place of an average card" in found.figure("card-worth").says
