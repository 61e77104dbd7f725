"""The measures of simulated games: arrays in, numbers with intervals out. One function per question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cloudy_pnp.game.kit.balance import seat_series
from cloudy_pnp.simulate.intervals import (
    Estimate,
    difference_of_means,
    difference_of_rates,
    least_squares,
    mean,
    wilson,
)
from cloudy_pnp.simulate.study import Series

if TYPE_CHECKING:
    from cloudy_pnp.cloudy_kingdom.sim.config import Names
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
