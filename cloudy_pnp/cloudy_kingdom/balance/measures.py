"""The measures of simulated games: arrays in, numbers with intervals out. One function per question.

The verdict on a custom spell: whether it is worth casting, and how it compares with the spells of the rulebook.

In two-player games one player holds the custom spell, the other one a shipped spell, or none; both hold two more, the
same. Every pair plays twice as many games as asked for, with changed seats, so that the first seat's advantage cancels
out. A holder casts the spell when it seems best, and in further games as soon as it is possible.

Plain-language remarks about simulated games of Cloudy Kingdom, with thresholds that separate good from bad.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from cloudy_pnp.cloudy_kingdom.checks.trial import begin_trials
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_own
from cloudy_pnp.game.kit.balance import FAIR_GAP, NUMBERS, UNFAIR_GAP, length_remark, seat_remarks, seat_series
from cloudy_pnp.simulate.base import Setting
from cloudy_pnp.simulate.intervals import (
    LEVEL,
    Estimate,
    difference_of_means,
    difference_of_rates,
    least_squares,
    mean,
    wilson,
    z_of,
)
from cloudy_pnp.simulate.study import (
    Bars,
    Column,
    Figure,
    Measure,
    Mood,
    Remark,
    Section,
    Series,
    Study,
    Table,
    Unit,
    value_text,
)

if TYPE_CHECKING:
    from cloudy_pnp.cloudy_kingdom.sim.config import Names, SimulationConfig
    from cloudy_pnp.simulate.base import Results


Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]


def seat_wins(results: Results) -> Flags:
    """Return the winners of each game by seat; a shared victory counts for all who share it (END-2)."""
    return ((results["winners"][:, None] >> results["seat_family"]) & 1).astype(bool)


def draws(results: Results) -> Flags:
    """END-5: return the games without a winner."""
    return np.asarray(results["winners"] == 0)


def lost_by_all(results: Results) -> Flags:
    """END-2: return the games won only by families without a player."""
    return ~draws(results) & ~seat_wins(results).any(axis=1)


def turns(results: Results) -> Numbers:
    """Return the lengths of the games."""
    return results["turns"].astype(np.float64)


def series(names: Names, results: Results) -> dict[str, Series]:  # noqa: ARG001  the same for all names
    """Return one value per game for each measure, used to stop a run, to compare decks and in conditions.

    Better is: fewer draws, seats that win alike, fewer games that all players lose. The length is a matter of taste.
    """
    wins = seat_wins(results).astype(np.float64)
    cast = (results["spell_turn"] > 0).sum(axis=(1, 2)).astype(np.float64)
    every = [
        Series("draws", "draws", draws(results).astype(np.float64), goal="less", watched=True),
        Series("turns", "turns a game", turns(results), unit="number"),
        *seat_series(wins),
        Series("lost-by-all", "games that all players lose", lost_by_all(results).astype(np.float64), goal="less"),
        Series("shared", "shared victories", (wins.sum(axis=1) > 1).astype(np.float64)),
        Series("spells-cast", "spells cast a game", cast, unit="number"),
        Series("tallest", "tallest stack", results["heights"].max(axis=1).astype(np.float64), unit="number"),
    ]
    return {item.name: item for item in every}


def family_wins(names: Names, results: Results) -> list[tuple[str, Estimate]]:
    """Return how often each family wins, of the games in which it has a player."""
    wins, families = seat_wins(results), results["seat_family"]
    return [
        (family, wilson(int(wins[families == number].sum()), int((families == number).sum())))
        for number, family in enumerate(names.families)
    ]


def policy_wins(players: Sequence[str], results: Results) -> list[tuple[str, Estimate]]:
    """Return how often a seat with each kind of player wins: the mean over these seats, game by game."""
    wins = seat_wins(results).astype(np.float64)
    rates = []
    for way in dict.fromkeys(players):
        shares = wins[:, [seat for seat, policy in enumerate(players) if policy == way]].mean(axis=1)
        plain = np.isin(shares, (0.0, 1.0)).all()  # one seat, or so few wins that a normal interval would be no width
        rates.append((way, wilson(int(shares.sum()), shares.size) if plain else mean(shares)))
    return rates


def endings(names: Names, results: Results) -> list[tuple[str, Estimate]]:
    """Return the rules that ended the games, draws separately."""
    drawn, rule = draws(results), results["rule"]
    rates = [
        (name, wilson(int((~drawn & (rule == number)).sum()), drawn.size)) for number, name in enumerate(names.rules)
    ]
    return [*rates, ("draw", wilson(int(drawn.sum()), drawn.size))]


class SpellUse(Struct, frozen=True):
    """One spell: its use, and its correlations."""

    spell: str
    holders: int  # seats that held it, in all games
    cast: Estimate  # share of them that cast it
    turn: Estimate  # the turn at which they did
    casters_win: Estimate | None  # at the same table: wins of those who cast it minus wins of those who did not
    draws: Estimate | None  # games with it minus games without it
    turns: Estimate | None


def spell_uses(names: Names, results: Results) -> list[SpellUse]:
    """Return the use of each spell that was in a game.

    Draws and turns with and without a spell are compared only when it was in some games and not in others: dealt at
    random, so the spell causes the difference. Casters are compared with players at the same table who held the
    spell and kept it: a caster also had the occasion, so this does not prove strength.
    """
    # one row for each seat, not for each game: numpy is quick along long rows
    held, when = (np.ascontiguousarray(results[name].transpose(2, 1, 0)) for name in ("spell_held", "spell_turn"))
    wins = np.ascontiguousarray(seat_wins(results).T)
    drawn, length = draws(results), turns(results)
    uses = []
    for number, spell in enumerate(names.spells):
        slots = held == number
        holds = slots.any(axis=0)
        present = holds.any(axis=0)
        if not present.any():
            continue
        cast_at = (when * slots).max(axis=0)
        cast = cast_at > 0
        without = ~present
        compared = bool(without.any())
        uses.append(
            SpellUse(
                spell,
                int(holds.sum()),
                wilson(int(cast.sum()), int(holds.sum())),
                mean(cast_at[cast]),
                _casters_win(cast, holds & ~cast, wins),
                difference_of_rates(*_hits(drawn[present]), *_hits(drawn[without])) if compared else None,
                difference_of_means(length[present], length[without]) if compared else None,
            )
        )
    return uses


def _hits(flags: Flags) -> tuple[int, int]:
    return int(flags.sum()), flags.size


def _casters_win(cast: Flags, kept: Flags, wins: Flags) -> Estimate | None:
    """Compare the wins of casters and keepers, by seat and game."""
    both = cast.any(axis=0) & kept.any(axis=0)
    if both.sum() < 2:
        return None
    cast, kept, wins = cast[:, both], kept[:, both], wins[:, both]
    casters = (wins & cast).sum(axis=0) / cast.sum(axis=0)
    keepers = (wins & kept).sum(axis=0) / kept.sum(axis=0)
    return mean(casters - keepers)


class CardWorth(Struct, frozen=True):
    """The effect of one more copy of a vine card, instead of an average one, on draws, seats and length."""

    card: str
    copies: float  # in the mean of the varied decks
    draws: Estimate
    first_seat: Estimate
    turns: Estimate


def card_worths(names: Names, varied: Results) -> list[CardWorth]:
    """Estimate the worth of cards by least squares over games with varied decks; skip cards whose number never changed.

    The deck keeps its size: one more copy replaces an average card of the deck.
    """
    counts = varied["counts"].astype(np.float64)
    middle = counts.mean(axis=0)
    outputs = (draws(varied).astype(np.float64), seat_wins(varied)[:, 0].astype(np.float64), turns(varied))
    fits = [least_squares(counts, output) for output in outputs]
    instead = middle / middle.sum()
    return [
        CardWorth(card, float(middle[number]), *(fit.shift(np.eye(len(middle))[number] - instead) for fit in fits))
        for number, card in enumerate(names.vines)
        if counts[:, number].min() != counts[:, number].max()
    ]


FEW_DRAWS, MANY_DRAWS = 0.02, 0.05
OFTEN_LOST, SELDOM_CAST = 0.05, 0.0005  # games that all players lose


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
    by_name = series(names, results)
    rates = [by_name[f"seat-{seat + 1}"].estimate.value for seat in range(len(config.players))]
    yield from seat_remarks(config.players, rates, by_name["seat-gap"].estimate)


def _at_table(config: SimulationConfig) -> str:
    return f"With {NUMBERS[len(config.players)]} players"


def draw_finding(config: SimulationConfig, names: Names, results: Results) -> Remark:
    """END-5: remark on games without a winner, which disappoint."""
    rate = series(names, results)["draws"].estimate
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
    rate = series(names, results)["lost-by-all"].estimate
    if rate.value >= SELDOM_CAST:
        mood: Mood = "watch" if rate.low > OFTEN_LOST else "plain"
        statement = (
            f"{_at_table(config)} all players lose {value_text(rate.value, 'rate')} of games ({_interval(rate)})"
        )
        yield Remark(mood, f"{statement} to a family without a player.")


def _families(kingdom: Kingdom, config: SimulationConfig, names: Names, results: Results) -> Iterator[Remark]:
    rates = [(estimate.value, family, estimate) for family, estimate in family_wins(names, results) if estimate.of]
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
        rates = sorted(policy_wins(config.players, results), key=lambda rate: -rate[1].value)
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
    worths = card_worths(names, varied)
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
    tallest = series(names, results)["tallest"].estimate
    placed = results["placed"].mean(axis=0, dtype=float)
    most, least = int(placed.argmax()), int(placed.argmin())
    statement = (
        f"The tallest stack has {value_text(tallest.value, 'number')} cards on average. Field {_field(most, names)} "
        f"gets most cards, {placed[most]:.1f} per game; {_field(least, names)} fewest, {placed[least]:.1f}."
    )
    return Remark("plain", statement)


def _field(number: int, names: Names) -> str:
    return f"[{number // names.cols}, {number % names.cols}]"


SELDOM = 0.02  # share of the holders who cast a spell
FAR_APART = 0.1  # difference of wins that spoils a game
NONE = ""


class Pair(Struct, frozen=True):
    """Games between a holder of a custom spell and a holder of another spell, or of none."""

    spell: str
    other: str
    eager: bool
    seat: int  # of the custom spell

    def setting(self, setting: Setting) -> Setting:
        """Return the setting for the simulator."""
        own = (self.spell, self.other) if self.seat == 0 else (self.other, self.spell)
        options = {**setting.options, "own": ",".join(own), "eager": self.spell if self.eager else None}
        return replace(setting, options=options)

    def options(self) -> str:
        """Return the options of `simulate` that play these games again."""
        asked = self.setting(Setting((), 0)).options
        return " ".join(f"--{name} {value}" for name, value in asked.items() if value)


def shipped_spells(kingdom: Kingdom) -> list[str]:
    """Return the spells of the rulebook that the game still has."""
    path = shipped_root() / "cards/cloudy-kingdom/spells.yaml"
    shipped = read_own(path)["spells"]
    return [spell["id"] for spell in shipped if spell["id"] in kingdom.spells]


def pairs(kingdom: Kingdom, players: int) -> list[Pair]:
    """Return all pairs of games: for each custom spell against each shipped one, and against none."""
    from cloudy_pnp.cloudy_kingdom.sim.config import not_played

    if players != 2:
        raise UserError(f"verdicts are for two-player games, not for {players} players")
    left_out, shipped = not_played(kingdom), shipped_spells(kingdom)
    custom = [spell for spell in kingdom.spells if spell not in shipped]
    played = [spell for spell in custom if spell not in left_out]
    if not played:
        reasons = "; ".join(f"{spell} is not simulated: {left_out[spell]}" for spell in custom)
        raise UserError(f"there is no custom spell to compare: name its pack with --pack{reasons and f' ({reasons})'}")
    others = [(other, False) for other in shipped if other not in left_out] + [(NONE, False), (NONE, True)]
    return [Pair(spell, other, eager, seat) for spell in played for other, eager in others for seat in (0, 1)]


class Verdict(Struct, frozen=True):
    """The results of the games with one custom spell."""

    spell: str
    against: Mapping[str, Estimate]  # wins of its holder minus those of the holder of another spell
    cast: Estimate  # share of the holders who cast it when it seemed best
    gain: Estimate  # wins of its holder minus those of a player without it
    gain_at_once: Estimate  # the same, cast as soon as possible
    sample: tuple[int, str]  # a game that shows it, and how to play it again


Games = Sequence[tuple[Pair, "Results"]]


def verdicts(every: Games) -> list[Verdict]:
    """Return a verdict on each spell of which all games were played."""
    done = []
    for spell in dict.fromkeys(pair.spell for pair, _ in every):
        games: dict[tuple[str, bool], Games] = {}
        for pair, results in every:
            if pair.spell == spell:
                games[pair.other, pair.eager] = [*games.get((pair.other, pair.eager), ()), (pair, results)]
        if len(games.get((NONE, True), ())) == 2:
            casts = np.concatenate([cast_turn(*part) > 0 for part in games[NONE, False]])
            against = {other: _lead(games[other, False]) for other, _ in games if other}
            cast = wilson(int(casts.sum()), casts.size)
            gains = _lead(games[NONE, False]), _lead(games[NONE, True])
            done.append(Verdict(spell, against, cast, *gains, _sample(games, against)))
    return done


def _lead(games: Games) -> Estimate:
    return mean(np.concatenate([lead(*part) for part in games]))


def lead(pair: Pair, results: Results) -> Numbers:
    """Return the wins of the custom spell's holder minus those of the other player, game by game."""
    wins = seat_wins(results).astype(float)
    return np.asarray(wins[:, pair.seat] - wins[:, 1 - pair.seat])


def cast_turn(pair: Pair, results: Results) -> Numbers:
    """Return the turn in which the custom spell was cast, 0 for never: it is the first of its holder's spells."""
    return np.asarray(results["spell_turn"][:, pair.seat, 0])


def _sample(games: Mapping[tuple[str, bool], Games], against: Mapping[str, Estimate]) -> tuple[int, str]:
    """Return a short game that shows the greatest difference: the spell is cast, and its holder wins or loses."""
    other = max(against, key=lambda name: abs(against[name].value))
    pair, results = games[other, False][0]
    sign = 1 if against[other].value >= 0 else -1
    turns = results["turns"].astype(float)
    shown = (cast_turn(pair, results) > 0) & (lead(pair, results) == sign)
    number = int(np.where(shown, turns, np.inf).argmin())
    what = f"is cast and {'wins' if sign > 0 else 'loses'}" if shown.any() else "is not cast"
    return number, f"{pair.spell} {what} against {other} (--seats 2 {pair.options()})"


# --- the report --------------------------------------------------------------------------------------------


def study(kingdom: Kingdom, setting: Setting, every: list[Results]) -> Study:
    """Return the report on all custom spells."""
    done = verdicts(list(zip(pairs(kingdom, len(setting.players)), every, strict=False)))
    tried = begin_trials(kingdom)
    remarks: list[Remark] = []
    for verdict in done:
        name = kingdom.name_of(kingdom.spells[verdict.spell])
        remarks += [worth_remark(kingdom, name, verdict), _strength(kingdom, name, verdict)]
        remarks += [Remark("bad", f"{name}: {finding.message}.") for finding in tried(verdict.spell)]
    games = sum(len(results["turns"]) for results in every)
    facts = (
        ("games", f"{len(every[0]['turns']):,} for each pair of spells and each seat"),
        ("players", ", ".join(setting.players)),
        ("seed", str(setting.seed)),
    )
    figures = (_cast_figure(kingdom, done), *(_against_figure(kingdom, verdict) for verdict in done))
    section = Section("verdicts", "Are the custom spells worth casting?", __doc__.partition("\n\n")[2], figures)
    samples = tuple(verdict.sample for verdict in done)
    return Study("verdicts", "Custom spells", games, facts, tuple(_measures(done)), tuple(remarks), (section,), samples)


def worth_remark(kingdom: Kingdom, name: str, verdict: Verdict) -> Remark:
    """Remark whether there is something to decide about a spell: to cast it never, always or at the right moment.

    The players cast a spell that draws cards without seeing them. So it is not bad just because they lose with it: it
    must also lose against every spell of the rulebook.
    """
    cast, gain, at_once = verdict.cast, verdict.gain, verdict.gain_at_once
    share = f"{value_text(cast.value, 'rate')} of its holders cast it"
    wins = f"{share} and win {_wins(gain, 'without it')}; cast at once, they win {_wins(at_once, 'without it')}"
    waits = gain.value - at_once.value > max(gain.half_width, at_once.half_width)
    if cast.value < SELDOM and at_once.sign > 0:
        return Remark("watch", f"{name} is worth more than these players see: {wins}.")
    alike = [kingdom.name_of(kingdom.spells[other]) for other, lead in verdict.against.items() if lead.sign >= 0]
    if cast.value < SELDOM or (gain.sign < 0 and not alike):
        return Remark("bad", f"{name} is never worth casting: {wins}.")
    if gain.sign < 0 and at_once.sign <= 0:
        as_good = f"it wins at least as often as {', '.join(alike)}"
        return Remark("watch", f"{name} is hard to cast at the right moment: {wins}; but {as_good}.")
    if at_once.sign > 0 and not waits:
        return Remark("watch", f"{name} is always worth casting, there is no better moment to wait for: {wins}.")
    if gain.sign == 0:
        return Remark("watch", f"{name} hardly changes who wins: {wins}.")
    return Remark("good", f"{name} is worth casting at the right moment: {wins}.")


def _strength(kingdom: Kingdom, name: str, verdict: Verdict) -> Remark:
    """Compare a spell with the shipped ones."""
    ranked = sorted(verdict.against.items(), key=lambda item: -item[1].value)
    parts = [_wins(lead, kingdom.name_of(kingdom.spells[other])) for other, lead in ranked if lead.sign]
    level = [kingdom.name_of(kingdom.spells[other]) for other, lead in ranked if not lead.sign]
    if level:
        parts.append(f"about as often as {', '.join(level)}")
    values = [lead.value for lead in verdict.against.values()]
    mood: Mood = "good" if min(values) <= 0 <= max(values) else "bad" if min(map(abs, values)) > FAR_APART else "watch"
    return Remark(mood, f"{name} wins {'; '.join(parts)}.")


def _wins(lead: Estimate, other: str) -> str:
    """Return a difference in words.

    >>> _wins(Estimate(0.031, 0.02, 0.04, 100), "Inspiration")
    '3.1 points more often than Inspiration'
    """
    if not lead.sign:
        return f"about as often as {other}"
    return f"{abs(100 * lead.value):.1f} points {'more' if lead.value > 0 else 'less'} often than {other}"


def _measures(done: Sequence[Verdict]) -> Iterator[Measure]:
    for verdict in done:
        yield Measure(f"{verdict.spell}-cast", f"{verdict.spell}: share of casters", "rate", verdict.cast)
        yield Measure(f"{verdict.spell}-gain", f"{verdict.spell}: gain", "points", verdict.gain, large=True)
        yield Measure(
            f"{verdict.spell}-at-once", f"{verdict.spell}: gain if cast at once", "points", verdict.gain_at_once
        )


def _cast_figure(kingdom: Kingdom, done: Sequence[Verdict]) -> Figure:
    columns = (
        Column("spell"),
        Column("cast", "rate"),
        Column("gain (points)", "points"),
        Column("gain if cast at once (points)", "points"),
    )
    rows = tuple(
        (kingdom.name_of(kingdom.spells[item.spell]), item.cast, item.gain, item.gain_at_once) for item in done
    )
    says = "How many holders cast the spell when it seems best, and how much more often they win than without it."
    return Figure("worth", "Worth casting", says, Table(columns, rows), Bars(2))


def _against_figure(kingdom: Kingdom, verdict: Verdict) -> Figure:
    name = kingdom.name_of(kingdom.spells[verdict.spell])
    rows = tuple((kingdom.name_of(kingdom.spells[other]), lead) for other, lead in verdict.against.items())
    table = Table((Column("against"), Column("lead (points)", "points")), rows)
    says = f"How much more often the holder of {name} wins than the holder of the other spell."
    return Figure(f"against-{verdict.spell}", f"{name} against the shipped spells", says, table, Bars(1))
