"""A good hand found quickly, so that the proof has little left to look at: swap one card at a time for a better one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

import numpy as np

from fantasy_realms.fast.engine import FastScorer


def climb(
    scorer: FastScorer, size: int, fixed: Sequence[str], pool: Sequence[str], fits: Collection[str], starts: int = 12
) -> int:
    """Return the best total reached from a few random hands; always the same for the same question."""
    chance = Random(20_200)  # noqa: S311 - not for secrets
    need = size - len(fixed)
    numbers = scorer.numbers
    best = -(10**6)
    able = {numbers[card] for card in fits}
    for _ in range(starts if need else 1):
        hand = [numbers[card] for card in (*fixed, *chance.sample(list(pool), need))]
        if able and not able & set(hand):
            continue
        here = int(scorer.totals(np.array([hand], np.int64))[0][0])
        while need:
            others = [numbers[card] for card in pool if numbers[card] not in hand]
            swaps = [
                [*hand[:place], other, *hand[place + 1 :]] for place in range(len(fixed), size) for other in others
            ]
            swaps = [swap for swap in swaps if not able or able & set(swap)]
            if not swaps:
                break
            totals = scorer.totals(np.array(swaps, np.int64))[0]
            top = int(np.argmax(totals))
            if totals[top] <= here:
                break
            hand, here = swaps[top], int(totals[top])
        best = max(best, here)
    return best
