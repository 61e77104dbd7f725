"""The best hands of a game, proved on all cores.

Measured with eighteen other processes on the same two cores, so in seconds of computing on one core, without the
10 to 20 s that the first run takes to compile: seven cards 24.6 s (154,143,080 hands decided, 41,659 of them scored),
eight cards 62.3 s (129,512,512 decided, 117,179 scored). A plain C++ search took 86 s and 164 s *on two cores*. The
clock showed 127 s and 254 s then; `bench/bench_fantasy_realms.py` measures it on a quiet machine. Nearly all of the
time goes into hands with both the Book of Changes and a card that copies.

A good hand found quickly, so that the proof has little left to look at: swap one card at a time for a better one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from math import comb
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from cloudy_pnp.core.problems import UserError, quoted, suggest
from fantasy_realms.fast.engine import FastScorer
from fantasy_realms.fast.kernel import COLUMNS, ROWS
from fantasy_realms.hands.document import choices_as_data
from fantasy_realms.model.realm import ChangeSuit, Copy, Realm, TakeCard
from fantasy_realms.rules.score import Score
from fantasy_realms.rules.seats import HAND_SIZE
from fantasy_realms.search.bounds import Bounds, bounds_of
from fantasy_realms.search.kernel import BEST, FULL, HITS, LEVELS, SCORED, BoundTables, search_from


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


MOST_HITS = 2000  # best hands that are kept; a low total of few cards can have many


class Best(Struct, frozen=True):
    """The best hands: all of them, unless there are more than are kept."""

    total: int
    scores: tuple[Score, ...]
    searched: int  # hands that can occur and are decided
    scored: int  # of these, hands that had to be scored
    complete: bool  # no best hand is missing

    def as_dict(self) -> dict[str, Any]:
        """Return the fields of the contract."""
        hands = [
            {"hand": [card.card for card in score.cards], "choices": choices_as_data(score.choices)}
            for score in self.scores
        ]
        return {"total": self.total, "hands": hands, "proved": True, "searched": self.searched}


class _Question(Struct, frozen=True):
    size: int
    fixed: tuple[str, ...]
    pool: tuple[str, ...]
    fits: frozenset[str]  # one of these must be in the hand; empty: none need be


def best_hands(
    realm: Realm,
    size: int = HAND_SIZE,
    holding: Collection[str] = (),
    without: Collection[str] = (),
    *,
    cores: int | None = None,
    progress: Callable[[int, int, int], None] = lambda _done, _tasks, _best: None,
) -> Best:
    """Find and prove the best hands of this many cards, with and without certain cards.

    Eight cards need a card that takes one at the end (the Necromancer), and one that it can have taken. `progress` is
    called after each of many tasks with the number of finished ones, of all, and the best total so far.

    >>> from fantasy_realms.model.realm import base_realm
    >>> best = best_hands(base_realm(), size=3, holding=["king", "queen"])
    >>> best.total, [[card.card for card in score.cards] for score in best.scores], best.searched
    (74, [['knights', 'king', 'queen']], 51)
    """
    question = _question(realm, size, holding, without)
    scorer = FastScorer.of(realm)
    search = _Search(realm, scorer, question)
    best = climb(scorer, question.size, question.fixed, question.pool, question.fits)
    search.best[0] = best
    top: set[tuple[str, ...]] = set()
    scored, full = 0, False
    # Copying takes longest: a good hand should be known by then.
    tasks = sorted(range(len(search.tasks)), key=search.copies)
    with ThreadPoolExecutor(cores or os.cpu_count() or 1) as pool:
        running = [pool.submit(search.run, task) for task in tasks]
        for done, future in enumerate(as_completed(running), 1):
            total, hands, tried, overflow = future.result()
            if total > best:
                best, top = total, set()
            if total == best:
                top.update(hands)
            scored, full = scored + tried, full or overflow
            progress(done, len(tasks), best)
    ordered = sorted(top, key=lambda hand: [scorer.numbers[card] for card in hand])
    searched = sum(map(search.count, tasks))
    return Best(best, tuple(map(scorer.best, ordered)), searched, scored, not full)


def _question(realm: Realm, size: int, holding: Collection[str], without: Collection[str]) -> _Question:
    for card in (*holding, *without):
        if card not in realm.cards:
            raise UserError(f"there is no card {quoted(card)}; {suggest(card, realm.cards)}")
    both = sorted(set(holding) & set(without))
    if both:
        raise UserError(f"a best hand cannot be both with and without {', '.join(both)}")
    fixed = tuple(dict.fromkeys(holding))
    fits: frozenset[str] = frozenset()
    if size > HAND_SIZE:
        taker, suits = _taker(realm, size, fixed, without)
        fixed = tuple(dict.fromkeys((*fixed, taker)))
        fits = frozenset(card.id for card in realm.cards.values() if card.suit in suits and card.id != taker)
    pool = tuple(card for card in realm.cards if card not in fixed and card not in without)
    if not size >= 1 or len(fixed) > size or len(fixed) + len(pool) < size:
        raise UserError(f"no hand of {size} cards can be made of {len(fixed)} chosen and {len(pool)} other cards")
    return _Question(size, fixed, pool, fits)


def _taker(realm: Realm, size: int, fixed: Collection[str], without: Collection[str]) -> tuple[str, frozenset[str]]:
    """Return the card that lets a hand have one card more, and the suits that this card may have."""
    able = {
        card.id: card.choice.suits
        for card in realm.cards.values()
        if isinstance(card.choice, TakeCard) and card.id not in without
    }
    if size > HAND_SIZE + 1 or not able:
        raise UserError(f"no hand has {size} cards{'' if able else ' without the necromancer'}")
    taker = next((card for card in able if card in fixed), next(iter(able)))
    return taker, able[taker]


class _Search:
    """One question, cut into tasks: each is all hands that begin with certain cards."""

    def __init__(self, realm: Realm, scorer: FastScorer, question: _Question) -> None:
        self.scorer, self.question = scorer, question
        self.names = list(realm.cards)
        self.bounds: Bounds = bounds_of(realm, question.size)
        numbers = scorer.numbers
        self.fixed = np.array([numbers[card] for card in question.fixed], np.int64)

        def rank(card: str) -> tuple[int, int]:
            choice = realm[card].choice
            kind = 0 if isinstance(choice, ChangeSuit) else 1 if isinstance(choice, Copy) else 2
            return kind, -int(self.bounds.alone[numbers[card]])

        pool = sorted(question.pool, key=rank)
        self.order = np.array([numbers[card] for card in pool], np.int64)
        self.need = question.size - len(question.fixed)
        self.tasks = list(_tasks(len(pool), self.need))
        self.best = np.full(1, -(10**6), np.int64)
        bounds = self.bounds
        everyone = np.concatenate([self.fixed, self.order])
        half, most = np.zeros((LEVELS, len(pool)), np.int64), np.zeros((LEVELS, len(self.names)), np.int64)
        among = np.sort(bounds.pair[np.ix_(self.order, self.order)], axis=1)[:, ::-1]
        added = np.sort(bounds.change[everyone], axis=0)[::-1]
        for left in range(1, LEVELS):
            half[left] = (among[:, : left - 1].sum(axis=1) + 1) // 2
            most[left] = added[: left + 1].sum(axis=0)
        self.tables = BoundTables(
            bounds.alone,
            bounds.pair,
            np.ascontiguousarray(bounds.pair[:, self.order]),
            bounds.gain,
            bounds.plain,
            bounds.change,
            bounds.shift,
            most,
            bounds.changing,
            half,
            self.order,
            np.array([card in question.fits for card in self.names], np.int64),
            bounds.runs,
            bounds.sets,
            bounds.free,
            bounds.strange,
            max(card.strength for card in realm.cards.values()),
        )

    def run(self, task: int) -> tuple[int, list[tuple[str, ...]], int, bool]:
        """Search every hand of a task: return the best total, the hands that reach it, and how many were scored."""
        picked, start = self.tasks[task]
        prefix = np.concatenate([self.fixed, self.order[list(picked)]]).astype(np.int64)
        need_fit = int(bool(self.question.fits))
        state = np.array([self.best[0], 0, 0, 0, need_fit], np.int64)
        hits = np.zeros((MOST_HITS, self.question.size), np.int64)
        work = np.zeros((ROWS + 3, COLUMNS), np.int64)
        levels = np.zeros((LEVELS, 2, len(self.names)), np.int64)
        tables, size = self.scorer.tables, self.question.size
        search_from(tables, self.tables, prefix, start, size, state, hits, work, levels)
        best = int(state[BEST])
        if best > self.best[0]:
            self.best[0] = best  # the others profit from it
        winners = [tuple(self.names[card] for card in sorted(hit)) for hit in hits[: int(state[HITS])].tolist()]
        return best, winners, int(state[SCORED]), bool(state[FULL])

    def copies(self, task: int) -> int:
        """Return how many cards that copy others a task begins with."""
        cards = [self.names[int(self.order[at])] for at in self.tasks[task][0]]
        return sum(isinstance(self.scorer.realm[card].choice, Copy) for card in cards)

    def count(self, task: int) -> int:
        """Return how many possible hands a task decides: not those without a card that was taken at the end."""
        picked, start = self.tasks[task]
        missing = self.need - len(picked)
        fits = self.tables.fits
        held = fits[self.fixed].any() or fits[self.order[list(picked)]].any()
        hands = comb(len(self.order) - start, missing)
        if not self.question.fits or held:
            return hands
        return hands - comb(int((fits[self.order[start:]] == 0).sum()), missing)


def _tasks(count: int, need: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the first two cards of every hand; few cards are one task."""
    if need < 3:
        yield (), 0
        return
    for first in range(count):
        for second in range(first + 1, count):
            if count - second > need - 2:
                yield (first, second), second + 1
