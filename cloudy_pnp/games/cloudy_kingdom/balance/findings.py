"""Plain-language remarks about simulated games of Cloudy Kingdom, with thresholds that separate good from bad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cloudy_pnp.games.cloudy_kingdom.balance import measures as measured
from cloudy_pnp.games.cloudy_kingdom.balance.measures import SpellUse
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.kit.balance import FAIR_GAP, NUMBERS, UNFAIR_GAP, length_remark, seat_remarks
from cloudy_pnp.simulate.intervals import LEVEL, Estimate, z_of
from cloudy_pnp.simulate.study import Mood, Remark, Unit, value_text

if TYPE_CHECKING:
    from cloudy_pnp.games.cloudy_kingdom.sim.config import Names, SimulationConfig
    from cloudy_pnp.simulate.base import Results

FEW_DRAWS, MANY_DRAWS = 0.02, 0.05
OFTEN_LOST, SELDOM = 0.05, 0.0005  # games that all players lose


def findings(
    kingdom: Kingdom,
    config: SimulationConfig,
    names: Names,
    results: Results,
    uses: Sequence[SpellUse],
    varied: Results | None,
) -> Iterator[Remark]:
    """Yield the remarks, the most important first."""
    yield from seat_findings(config, names, results)
    yield draw_finding(config, names, results)
    yield from _lost(config, names, results)
    yield length_remark(results["turns"], results["seat_family"].shape[1])
    yield from _families(kingdom, config, names, results)
    yield from _policies(config, results)
    yield from _spells(kingdom, uses)
    if varied is not None and len(varied.get("turns", ())) > 1:
        yield from _cards(names, varied)
    yield _board(names, results)


def seat_findings(config: SimulationConfig, names: Names, results: Results) -> Iterator[Remark]:
    """Yield remarks on the advantage of a seat, only if all seats play alike."""
    series = measured.series(names, results)
    rates = [series[f"seat-{seat + 1}"].estimate.value for seat in range(len(config.players))]
    yield from seat_remarks(config.players, rates, series["seat-gap"].estimate)


def _at_table(config: SimulationConfig) -> str:
    return f"With {NUMBERS[len(config.players)]} players"


def draw_finding(config: SimulationConfig, names: Names, results: Results) -> Remark:
    """END-5: remark on games without a winner, which disappoint."""
    rate = measured.series(names, results)["draws"].estimate
    statement = (
        f"{_at_table(config)} {value_text(rate.value, 'rate')} of games end without a winner ({_interval(rate)})"
    )
    limit = f"{100 * MANY_DRAWS:.0f}%"
    if rate.high < FEW_DRAWS:
        return Remark("good", f"{statement}: draws are rare.")
    if rate.low > MANY_DRAWS:
        return Remark("bad", f"{statement}: too many; above {limit} players meet one every few evenings.")
    if rate.high < MANY_DRAWS:
        return Remark("watch", f"{statement}: acceptable, below {limit}.")
    return Remark("plain", f"{statement}: too few games to say whether that is more than {limit}.")


def _interval(rate: Estimate) -> str:
    return f"{100 * rate.low:.1f} to {100 * rate.high:.1f}%"


def _lost(config: SimulationConfig, names: Names, results: Results) -> Iterator[Remark]:
    rate = measured.series(names, results)["lost-by-all"].estimate
    if rate.value >= SELDOM:
        mood: Mood = "watch" if rate.low > OFTEN_LOST else "plain"
        statement = (
            f"{_at_table(config)} all players lose {value_text(rate.value, 'rate')} of games ({_interval(rate)})"
        )
        yield Remark(mood, f"{statement} to a family without a player.")


def _families(kingdom: Kingdom, config: SimulationConfig, names: Names, results: Results) -> Iterator[Remark]:
    rates = [
        (estimate.value, family, estimate) for family, estimate in measured.family_wins(names, results) if estimate.of
    ]
    if len(rates) < 2:
        return
    (_, worst, low), (_, best, high) = min(rates), max(rates)
    apart = high.value - low.value
    sure = high.low > low.high
    statement = (
        f"{_at_table(config)} {kingdom.name_of(kingdom.families[best])} wins most often, "
        f"{value_text(high.value, 'rate')} of its games, "
        f"{kingdom.name_of(kingdom.families[worst])} least often, {value_text(low.value, 'rate')}"
    )
    if not sure and high.high - low.low > UNFAIR_GAP:
        yield Remark("plain", f"{statement}: too few games to tell the families apart.")
    elif not sure:
        yield Remark("good", f"{statement}: the families cannot be told apart by how often they win.")
    else:
        mood: Mood = "bad" if apart > UNFAIR_GAP else "watch" if apart > FAIR_GAP else "good"
        words = {"bad": "unfair", "watch": "not quite fair", "good": "a difference that no player will notice"}[mood]
        yield Remark(mood, f"{statement}: {words}.")


def _policies(config: SimulationConfig, results: Results) -> Iterator[Remark]:
    if len(set(config.players)) > 1:
        rates = sorted(measured.policy_wins(config.players, results), key=lambda rate: -rate[1].value)
        statement = ", ".join(f"{way} {value_text(rate.value, 'rate')}" for way, rate in rates)
        yield Remark("plain", f"A seat wins, by the kind of player: {statement}.")


def _spells(kingdom: Kingdom, uses: Sequence[SpellUse]) -> Iterator[Remark]:
    if not uses:
        return
    uses = sorted(uses, key=lambda use: -use.cast.value)

    def name(use: SpellUse) -> str:
        return kingdom.name_of(kingdom.spells[use.spell])

    most, least = uses[0], uses[-1]
    yield Remark(
        "plain",
        f"{name(most)} is cast most often, by {value_text(most.cast.value, 'rate')} of those who hold it; "
        f"{name(least)} least often, by {value_text(least.cast.value, 'rate')}.",
    )
    compared = [(use.draws, use) for use in uses if use.draws is not None and use.draws.sign > 0]
    if compared:
        shift, use = max(compared, key=lambda pair: pair[0].value)
        statement = f"Of all spells {name(use)} makes draws most likely: {_points(shift)} more in games that have it."
        yield Remark("watch" if shift.low > FEW_DRAWS else "plain", statement)


def _points(shift: Estimate) -> str:
    return f"{abs(100 * shift.value):.1f} points"


def _cards(names: Names, varied: Results) -> Iterator[Remark]:
    worths = measured.card_worths(names, varied)
    yield from _extremes([(worth.card, worth.draws) for worth in worths], "the rate of draws", "fine", "points")
    yield from _extremes([(worth.card, worth.turns) for worth in worths], "the length", "shift", "turns")


def _extremes(shifts: Sequence[tuple[str, Estimate]], measure: str, unit: Unit, word: str) -> Iterator[Remark]:
    """Remark on the cards that raise and lower a measure most, if that is certain for this many cards."""
    wider = z_of(1 - (1 - LEVEL) / max(len(shifts), 1)) / z_of()
    sure = [(shift.value, card) for card, shift in shifts if abs(shift.value) > wider * shift.half_width]
    up, down = [shift_of for shift_of in sure if shift_of[0] > 0], [shift_of for shift_of in sure if shift_of[0] < 0]
    parts = []
    if up:
        parts.append(f"one more {max(up)[1]} raises {measure} most ({value_text(max(up)[0], unit)} {word})")
    if down:
        parts.append(f"one more {min(down)[1]} lowers {measure} most ({value_text(min(down)[0], unit)} {word})")
    if parts:
        text = "; ".join(parts)
        yield Remark("plain", f"{text[0].upper()}{text[1:]}.")


def _board(names: Names, results: Results) -> Remark:
    tallest = measured.series(names, results)["tallest"].estimate
    placed = results["placed"].mean(axis=0, dtype=float)
    most, least = int(placed.argmax()), int(placed.argmin())
    statement = (
        f"The tallest stack has {value_text(tallest.value, 'number')} cards on average. Field {_field(most, names)} "
        f"gets most cards, {placed[most]:.1f} per game; {_field(least, names)} fewest, {placed[least]:.1f}."
    )
    return Remark("plain", statement)


def _field(number: int, names: Names) -> str:
    return f"[{number // names.cols}, {number % names.cols}]"
