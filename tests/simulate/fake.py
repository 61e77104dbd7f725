"""Results that look like those of simulated games and are drawn at random: for tests of measures and reports."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.cloudy_kingdom.sim.config import Names, SimulationConfig, plan_of


class FakeSimulator(Struct, dict=True):
    """Has the arrays of the real one, with numbers that make no sense as games but all that can occur in them."""

    names: Names
    seats: int
    seed: int
    spells: tuple[int, ...] | None
    base: tuple[int, ...]
    vary: bool
    draws: float = 0.06
    lead: float = 0.2  # of the first seat
    slope: float = 0.01  # what a copy of the first card adds to the chance of a draw

    @classmethod
    def of(cls, kingdom: Kingdom, config: SimulationConfig) -> FakeSimulator:
        """As the real one is made."""
        plan = plan_of(kingdom, config)
        spells = None if plan.spells is None else tuple(plan.names.spells.index(spell) for spell in plan.spells[0])
        return cls(plan.names, len(config.players), config.seed, spells, plan.counts, config.vary)

    def play(self, first: int, count: int) -> dict[str, NDArray[Any]]:
        """Game k depends on the seed and k only."""
        games = [self._game(np.random.default_rng((self.seed, first + number))) for number in range(count)]
        return {name: np.array([game[name] for game in games], dtype=kind) for name, kind in _KINDS.items()}

    def record(self, number: int) -> dict[str, Any]:
        """No game was played."""
        return {"game": "cloudy-kingdom", "number": number}

    def _game(self, dice: np.random.Generator) -> dict[str, Any]:
        names, fields = self.names, self.names.rows * self.names.cols
        counts = np.array(self.base)
        if self.vary:
            counts = np.maximum(counts + dice.integers(-2, 3, len(counts)), 0)
        families = dice.permutation(len(names.families))[: self.seats]
        chance = self.draws + self.slope * (counts[0] - self.base[0])
        if dice.random() < chance:
            winners, rule = 0, names.rules.index("END-5")
        else:
            first = families[0] if dice.random() < self.lead else dice.integers(len(names.families))
            winners = 1 << int(first)
            if dice.random() < 0.05:
                winners |= 1 << int(dice.integers(len(names.families)))
            rule = int(dice.choice(len(names.rules), p=(0.7, 0.1, 0.15, 0.05)))
        turns = int(dice.integers(12, 46))
        held = dice.permutation(len(names.spells))[:3] if self.spells is None else np.array(self.spells)
        cast = np.where(
            dice.random((self.seats, 3)) < 0.4 + 0.05 * held, dice.integers(1, turns + 1, (self.seats, 3)), 0
        )
        placed = dice.integers(0, 6, fields) + 5 * (dice.random(fields) < 0.05)
        return {
            "turns": turns,
            "rule": rule,
            "winners": winners,
            "seat_family": families,
            "spell_held": np.tile(held, (self.seats, 1)),
            "spell_turn": cast,
            "heights": np.maximum(placed - dice.integers(0, 2, fields), 0),
            "placed": placed,
            "counts": counts,
            "left": max(50 - turns, 0),
        }


_KINDS: dict[str, Any] = {
    "turns": np.int16,
    "rule": np.uint8,
    "winners": np.uint8,
    "seat_family": np.uint8,
    "spell_held": np.uint8,
    "spell_turn": np.int16,
    "heights": np.uint8,
    "placed": np.uint16,
    "counts": np.uint16,
    "left": np.int16,
}
