"""Compare the fast scorer with the readable one, and both with the naive one, on many random hands.

PYTHONPATH=games/fantasy-realms/tests python games/fantasy-realms/bench/fuzz_fantasy_realms.py 100000
"""

from __future__ import annotations

import sys
import time
from random import Random

from fantasy_realms_tests import naive

from fantasy_realms.fast.engine import FastScorer
from fantasy_realms.model.realm import base_realm
from fantasy_realms.rules.best import best_score


def main(count: int, seed: int) -> int:
    """The number of hands on which two scorers differ."""
    realm, chance = base_realm(), Random(seed)
    scorer, cards = FastScorer.of(realm), list(realm.cards)
    differ, naively, began = 0, 0, time.process_time()
    for first in range(0, count, 1000):
        size = 7 if first % 2000 else 8
        hands = [chance.sample(cards, size) for _ in range(min(1000, count - first))]
        totals, bases = scorer.totals(scorer.hands(hands))
        for hand, total, base in zip(hands, totals.tolist(), bases.tolist(), strict=True):
            score = best_score(realm, hand)
            same = (score.total, score.base) == (total, base)
            if same and not any(realm[card].choice for card in hand):
                naively += 1
                same = naive.best(hand) == (total, base)
            if not same:
                differ += 1
                print(hand, total, base, score.total, score.base)
    seconds = time.process_time() - began
    print(f"{count} hands, {naively} of them also naively, {differ} differ; {seconds:.0f} s of computing")
    return differ


if __name__ == "__main__":
    given = [int(arg) for arg in sys.argv[1:]]
    sys.exit(1 if main(given[0] if given else 100_000, given[1] if len(given) > 1 else 1) else 0)
