"""The balance report of Cloudy Kingdom: its tables and pictures, and their meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cloudy_pnp.cloudy_kingdom.balance import measures as measured
from cloudy_pnp.cloudy_kingdom.balance.measures import SpellUse, findings
from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Kingdom, Layout
from cloudy_pnp.game.kit.balance import (
    NUMBERS,
    ORDINALS,
    length_figures,
    length_samples,
    measures_of,
    overview_of,
    tables_compared,
)
from cloudy_pnp.simulate.intervals import wilson
from cloudy_pnp.simulate.study import Bars, Cell, Column, Figure, HeatMap, Measure, Section, Study, Table

if TYPE_CHECKING:
    from cloudy_pnp.cloudy_kingdom.sim.config import Names, SimulationConfig
    from cloudy_pnp.simulate.base import Results

ENDINGS = {
    "END-1": "A vine card connects a family",
    "END-3": "A claim made by a spell still stands",
    "END-4": "A spell connects another player",
    "END-5": "A last card or claim after the pile is empty",
    "draw": "No winner: the cards are used up",
}


def study(kingdom: Kingdom, config: SimulationConfig, names: Names, results: Results, varied: Results | None) -> Study:
    """Return the report on the games of one table."""
    layout = layout_of(kingdom, config)
    left_out = [_spell(kingdom, spell) for spell in kingdom.spells if spell not in names.spells]
    games, seats = len(results["turns"]), len(config.players)
    spells = (
        config.spells
        if isinstance(config.spells, str)
        else ", ".join(_spell(kingdom, spell) for spell in config.spells)
    )
    facts = (
        ("games", f"{games:,}"),
        ("players", ", ".join(config.players)),
        ("spells", {"first-game": "first game", "random": "three at random"}.get(spells, spells)),
        ("layout", layout.id),
        *((("waits", kingdom.name_of(kingdom.families[config.waits])),) if config.waits else ()),
        ("edition", config.edition),
        *((("growth", config.growth),) if config.growth != "edges" else ()),
        ("seed", str(config.seed)),
        *((("not simulated", ", ".join(left_out)),) if left_out else ()),
    )
    uses = measured.spell_uses(names, results)
    return Study(
        id=f"players-{seats}",
        title=f"{NUMBERS[seats].capitalize()} players, layout {layout.id}",
        games=games,
        facts=facts,
        measures=measures(names, results),
        remarks=tuple(findings(kingdom, config, names, results, uses, varied)),
        sections=tuple(_sections(kingdom, config, layout, names, results, uses, varied)),
        samples=tuple(_samples(results)),
    )


def layout_of(kingdom: Kingdom, config: SimulationConfig) -> Layout:
    """LAY-5: return the requested layout, or the first for this many players."""
    if config.layout is not None:
        return kingdom.layouts[config.layout]
    return next(layout for layout in kingdom.layouts.values() if len(config.players) in layout.players)


def measures(names: Names, results: Results) -> tuple[Measure, ...]:
    """Return every measure that a condition can use."""
    families = [
        Measure(f"family-{family}", f"wins of {family}", "rate", estimate)
        for family, estimate in measured.family_wins(names, results)
        if estimate.of
    ]
    return measures_of(measured.series(names, results).values(), measured.turns(results), families)


def _sections(
    kingdom: Kingdom,
    config: SimulationConfig,
    layout: Layout,
    names: Names,
    results: Results,
    uses: Sequence[SpellUse],
    varied: Results | None,
) -> Iterable[Section]:
    length = length_figures(results["turns"], len(config.players))
    yield Section("ends", "How games end", "", (_endings(names, results), *length))
    fair = [_seats(results), _families(kingdom, names, results)]
    fair += [_policies(config, results)] if len(set(config.players)) > 1 else []
    yield Section("fair", "Is it fair?", "A shared victory counts for each of the winners.", tuple(fair))
    yield Section("spells", "Spells", _SPELLS, tuple(_spells(kingdom, uses)))
    if varied is not None and len(varied.get("turns", ())) > 1:
        yield Section("cards", "Effect of each vine card", "", (_cards(names, varied),))
    yield Section("board", "The board", "", tuple(_board(kingdom, layout, results)))


def _endings(names: Names, results: Results) -> Figure:
    rows = tuple(
        (ENDINGS[rule], round(share.value * share.of), share)
        for rule, share in measured.endings(names, results)
        if share.value
    )
    columns = (Column("how"), Column("games", "count"), Column("share", "rate"))
    says = "How the game was decided. No player wins on a turn in which they cast a spell."
    return Figure("endings", "What ends a game", says, Table(columns, rows))


_TALL = 8  # stacks that are counted together


def _seats(results: Results) -> Figure:
    wins = measured.seat_wins(results)
    rows = tuple(
        (f"{ORDINALS[seat]} seat", int(wins[:, seat].sum()), wilson(int(wins[:, seat].sum()), len(wins)))
        for seat in range(wins.shape[1])
    )
    columns = (Column("seat"), Column("wins", "count"), Column("win rate", "rate"))
    says = "How often each seat in turn order wins. The line is the mean of all seats, where a fair game has them."
    fair = float(wins.mean())
    return Figure("seats", "Wins by seat", says, Table(columns, rows), Bars(2, fair, f"all alike {100 * fair:.1f}%"))


def _families(kingdom: Kingdom, names: Names, results: Results) -> Figure:
    rows = tuple(
        (kingdom.name_of(kingdom.families[family]), rate.of, rate)
        for family, rate in measured.family_wins(names, results)
        if rate.of
    )
    columns = (Column("family"), Column("games", "count"), Column("win rate", "rate"))
    says = "Of the games in which the family is played; its player changes from game to game."
    return Figure("families", "Wins by family", says, Table(columns, rows), Bars(2))


def _policies(config: SimulationConfig, results: Results) -> Figure:
    rows = tuple((way, config.players.count(way), rate) for way, rate in measured.policy_wins(config.players, results))
    columns = (Column("player"), Column("seats", "count"), Column("win rate of a seat", "rate"))
    says = "How often a seat with this kind of player wins against the others at this table."
    return Figure("policies", "Wins by kind of player", says, Table(columns, rows), Bars(2))


_SPELLS = (
    "A spell's use is what these players do with it. Two measures of worth: casters against those at the same table "
    "who held the spell and kept it (a caster also had the occasion, so this correlates with winning and need not "
    "cause it); and, when spells are dealt at random, games with the spell against games without it, which is its own "
    "doing."
)


def _spells(kingdom: Kingdom, uses: Sequence[SpellUse]) -> Iterable[Figure]:
    rows = tuple((_spell(kingdom, use.spell), use.holders, use.cast, use.turn) for use in uses)
    columns = (Column("spell"), Column("held", "count"), Column("cast", "rate"), Column("at turn", "number"))
    says = "Of all seats that held the spell: the share that cast it, and at which turn of the game."
    yield Figure("spell-use", "How often spells are cast", says, Table(columns, rows), Bars(2))
    worth = tuple((_spell(kingdom, use.spell), use.casters_win, use.draws, use.turns) for use in uses)
    columns = (
        Column("spell"),
        Column("casters win more often by (points)", "points"),
        Column("draws with it (points)", "points"),
        Column("turns with it", "shift"),
    )
    says = (
        "Points are percentage points. Draws and turns are those of games with the spell minus those of games without "
        "it; a dash means that all games had it."
    )
    bars = Bars(2) if any(use.draws for use in uses) else None
    title = "Effect of a spell on draws" if bars else "What correlates with a spell"
    yield Figure("spell-worth", title, says, Table(columns, worth), bars)


def _cards(names: Names, varied: Results) -> Figure:
    worths = sorted(measured.card_worths(names, varied), key=lambda worth: -worth.draws.value)
    rows = tuple((worth.card, worth.copies, worth.draws, worth.turns, worth.first_seat) for worth in worths)
    columns = (
        Column("card"),
        Column("copies (mean)", "number"),
        Column("draws (points)", "fine"),
        Column("turns", "shift"),
        Column("first seat (points)", "fine"),
    )
    says = (
        f"{len(varied['turns']):,} games whose decks were varied at random around the data's: what one copy "
        "more in place of an average card of the deck does to the rate of draws, to the length and to the wins of the "
        "first seat, worked out from all these decks together. With this many cards, one or two of the ranges in "
        "brackets miss the true value by chance; and the "
        "effect of many copies need not be that of one times their number."
    )
    return Figure("card-worth", "Effect of one more copy on draws", says, Table(columns, rows), Bars(2))


def _board(kingdom: Kingdom, layout: Layout, results: Results) -> Iterable[Figure]:
    edges: dict[str, list[str]] = {
        side: [kingdom.name_of(kingdom.families[family]) if family else "" for family in layout.castles[side]]
        for side in SIDES
    }
    heat = HeatMap(layout.rows, layout.cols, edges)
    for figure_id, title, says, array in (
        ("placed", "Where cards are placed", "Cards placed on each field in a game, on average.", results["placed"]),
        ("heights", "How high stacks are", "Cards on each field at the end, on average.", results["heights"]),
    ):
        means = array.mean(axis=0, dtype=float)
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (number // layout.cols, number % layout.cols, float(value)) for number, value in enumerate(means)
        )
        table = Table((Column("row", "count"), Column("column", "count"), Column("cards", "number")), rows)
        yield Figure(figure_id, title, says, table, heat)
    heights = results["heights"]
    counted = [int((np.minimum(heights, _TALL) == height).sum()) for height in range(_TALL + 1)]
    labels = [*map(str, range(_TALL)), f"{_TALL} or more"]
    stacks = tuple((label, number, number / heights.size) for label, number in zip(labels, counted, strict=True))
    columns = (Column("cards"), Column("fields", "count"), Column("share", "rate"))
    says = "All fields at the end of all games. 0 is a field that stayed empty."
    yield Figure("stacks", "Height of stacks", says, Table(columns, stacks), Bars(2))


def _samples(results: Results) -> Iterable[tuple[int, str]]:
    """Yield typical games, by their numbers for `--record`."""
    yield from length_samples(results["turns"])
    wins = measured.seat_wins(results)
    for flags, why in (
        (measured.draws(results), "a draw"),
        (measured.lost_by_all(results), "all players lose"),
        (wins.sum(axis=1) > 1, "a shared victory"),
        (results["heights"].max(axis=1) == results["heights"].max(), "the tallest stack"),
    ):
        if flags.any():
            yield int(np.flatnonzero(flags)[0]), why


def _spell(kingdom: Kingdom, spell: str) -> str:
    return kingdom.name_of(kingdom.spells[spell]) if spell in kingdom.spells else spell


def overview(studies: list[Study]) -> Study:
    """Compare several tables side by side, the most important finding of each first."""
    table = tables_compared(
        studies,
        {
            "draws": Column("draws", "rate"),
            "median-turns": Column("median turns", "count"),
            "seat-1": Column("first seat wins", "rate"),
            "seat-gap": Column("best minus worst seat (points)", "points"),
        },
    )
    figures = (
        Figure("tables", "Draws by layout", "Games without a winner.", table, Bars(2)),
        Figure("gaps", "Seats by layout", "How much more often the best seat wins.", table, Bars(5)),
    )
    return overview_of(studies, Section("layouts", "Layouts compared", "", figures))
