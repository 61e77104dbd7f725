"""The worth of random hands: the share of every total."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from fantasy_realms.fast.engine import FastScorer
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.seats import HAND_SIZE


class Distribution(Struct, frozen=True):
    """Totals of random hands with their best choices."""

    hands: int
    counts: dict[int, int]  # hands by total, from the lowest
    mean: float
    deviation: float

    def share(self, at_least: int) -> float:
        """Return the share of hands that are worth this much or more."""
        return sum(count for total, count in self.counts.items() if total >= at_least) / self.hands

    def quantile(self, share: float) -> int:
        """Return the lowest total that this share of the hands do not exceed."""
        seen = 0
        for total, count in self.counts.items():
            seen += count
            if seen >= share * self.hands:
                return total
        return max(self.counts)


def distribution(realm: Realm, hands: int, seed: int = 0, size: int = HAND_SIZE) -> Distribution:
    """Score many random hands; the same seed gives the same hands.

    >>> from fantasy_realms.model.realm import base_realm
    >>> some = distribution(base_realm(), 200, seed=1)
    >>> sum(some.counts.values()), some.quantile(0) == min(some.counts), some.share(at_least=-1000)
    (200, True, 1.0)
    """
    scorer, chance = FastScorer.of(realm), np.random.default_rng(seed)
    batches: list[np.typing.NDArray[np.int64]] = []
    for first in range(0, hands, 5000):
        count = min(5000, hands - first)
        order = chance.random((count, len(realm.cards))).argsort(axis=1, kind="stable")[:, :size]
        batches.append(scorer.totals(np.ascontiguousarray(order, np.int64))[0])
    totals = np.concatenate(batches)
    values, counts = np.unique(totals, return_counts=True)
    table = {int(total): int(count) for total, count in zip(values, counts, strict=True)}
    return Distribution(hands, table, float(totals.mean()), float(totals.std()))
