"""The fast scorer as Python calls it: one hand, or many at once.

Measured on one core of a shared machine: see `bench/bench_fantasy_realms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct

from cloudy_pnp.simulate.numba_code import Ints, entry, sources
from fantasy_realms.fast import tables as at
from fantasy_realms.fast.kernel import BASE, BEST_AT, COLUMNS, OPTIONS, ROWS, SLOTS, best_result
from fantasy_realms.model.realm import Realm, TakeCard
from fantasy_realms.rules.best import Fixed, Variants, best_score
from fantasy_realms.rules.score import Score, score_hand
from fantasy_realms.rules.seats import Decision, SuitChange, options, seats_of


def _compiled(digest: int) -> Callable[[at.Tables, Ints, Ints, Ints], None]:
    def score_many(t: at.Tables, hands: Ints, work: Ints, results: Ints) -> None:
        for index in range(len(hands)):
            digest  # noqa: B018 - part of the key under which numba keeps the function
            results[index] = best_result(t, hands[index], hands.shape[1], work)

    return entry(score_many)


_score_many = _compiled(sources(Path(__file__).parent))


def workspace() -> Ints:
    """Return an array for the compiled functions to write on."""
    return np.zeros((ROWS, COLUMNS), np.int64)


class FastScorer(Struct, frozen=True):
    """Scores hands of one game, given as numbers of cards."""

    realm: Realm
    tables: at.Tables
    numbers: dict[str, int]

    @classmethod
    def of(cls, realm: Realm, *, longest_only: bool = False) -> FastScorer:
        numbers = {card: index for index, card in enumerate(realm.cards)}
        return cls(realm, at.tables_of(realm, longest_only), numbers)

    def __hash__(self) -> int:
        return hash((id(self.realm), int(self.tables.plain[at.LONGEST_ONLY])))

    def hands(self, hands: Sequence[Sequence[str]]) -> Ints:
        """Return hands of equal size as an array."""
        return np.array([[self.numbers[card] for card in hand] for hand in hands], np.int64)

    def totals(self, hands: Ints) -> tuple[Ints, Ints]:
        """Return the best total and the base strength of each hand.

        >>> from fantasy_realms.model.realm import base_realm
        >>> scorer = FastScorer.of(base_realm())
        >>> totals, bases = scorer.totals(scorer.hands([["knights", "king"], ["smoke", "candle"]]))
        >>> totals.tolist(), bases.tolist()
        ([33, 29], [28, 29])
        """
        results = np.zeros(len(hands), np.int64)
        _score_many(self.tables, hands, workspace(), results)
        totals = -((-results) // BASE)
        return totals, totals * BASE - results

    def best(self, hand: Sequence[str]) -> Score:
        """Return the best score of a hand, found by compiled code and explained by the readable engine."""
        cards, work = self.hands([hand]), workspace()
        _score_many(self.tables, cards, work, np.zeros(1, np.int64))
        deciding = sum(int(self.tables.card[card, at.CHOICE]) not in (at.NO_CHOICE, at.TAKE) for card in cards[0])
        choices: dict[str, Decision] = {}
        names, suits = list(self.realm.cards), list(self.realm.suits)
        for slot in range(deciding):
            option = int(work[OPTIONS + slot, work[BEST_AT, slot]])
            if option < 0:
                continue
            card = int(cards[0, work[SLOTS, slot]])
            match int(self.tables.card[card, at.CHOICE]):
                case kind if kind == at.CHANGE_SUIT:
                    target, suit = divmod(option, int(self.tables.plain[at.SUITS]))
                    choices[names[card]] = SuitChange(hand[target], suits[suit])
                case kind if kind == at.COPY_GAME:
                    choices[names[card]] = names[option]
                case _:
                    choices[names[card]] = hand[option]
        return score_hand(self.realm, hand, choices, runs="longest" if self.tables.plain[at.LONGEST_ONLY] else "all")


def fast_best_score(
    realm: Realm,
    hand: Sequence[str],
    fixed: Fixed | None = None,
    display: Collection[str] = (),
    variants: Variants = Variants(),  # noqa: B008
) -> Score:
    """Return the score of `rules.best.best_score`; with fixed choices, call that function.

    >>> from fantasy_realms.model.realm import base_realm
    >>> fast_best_score(base_realm(), ["necromancer", "dragon"], display=["king", "swamp"]).choices
    {'necromancer': 'king'}
    """
    if fixed:
        return best_score(realm, hand, fixed, display, variants)
    scorer = FastScorer.of(realm, longest_only=variants.runs == "longest")
    best = scorer.best(hand)
    takers = [card for card in hand if isinstance(realm[card].choice, TakeCard)]
    for taker in takers:
        for taken in options(realm, seats_of(realm, hand), taker, display, chaos=variants.chaos):
            score = scorer.best([*hand, str(taken)])
            if score.rank > best.rank:
                best = Score(score.total, score.base, score.cards, {taker: taken, **score.choices})
    return best
