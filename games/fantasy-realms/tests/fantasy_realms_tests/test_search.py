"""The search: against trying everything in a small game, and what can be asked of it.

The proofs of 385 and 397 take a minute of computing: `bench/bench_fantasy_realms.py` runs them.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from fantasy_realms.fast.engine import FastScorer
from fantasy_realms.model.realm import Realm, Tier, base_realm, realm_of
from fantasy_realms.search.bounds import best_runs
from fantasy_realms.search.distribution import distribution
from fantasy_realms.search.prove import _question, _Search, best_hands

REALM = base_realm()
STRONG = ["candle", "bell-tower", "gem-of-order", "collector", "earth-elemental", "king", "queen", "knights", "dragon"]
STRONG += ["wildfire", "necromancer", "magic-wand", "warlord", "book-of-changes", "doppelganger", "mirage"]


def small_realm() -> Realm:
    """Few cards, so that every hand can be scored."""
    return realm_of(REALM.suits, {card: REALM[card] for card in REALM.cards if card in STRONG})


@pytest.mark.parametrize("size", [4, 5])
def test_the_search_finds_what_trying_everything_finds(size: int) -> None:
    realm = small_realm()
    scorer = FastScorer.of(realm)
    hands = list(combinations(realm.cards, size))
    totals = scorer.totals(scorer.hands(hands))[0]
    best = best_hands(realm, size)
    top = {frozenset(hand) for hand, total in zip(hands, totals, strict=True) if total == totals.max()}
    assert best.total == totals.max()
    assert {frozenset(card.card for card in score.cards) for score in best.scores} == top
    assert all(score.total == best.total for score in best.scores)
    assert (best.complete, best.searched) == (True, len(hands))
    assert best.scored < len(hands)


@pytest.mark.parametrize("copier", ["earth-elemental", "doppelganger"])
def test_the_search_finds_equal_runs(copier: str) -> None:
    """RES-6: 4-5-6 twice is the best here; a bound that counts equal strengths once would pass over it."""
    ids = ["shield-of-keth", copier, "gem-of-order", "rangers", "cavern", "queen", "bell-tower", "king", "rainstorm"]
    plain = {card: replace(REALM[card], bonus=(), penalty=(), clears=()) for card in REALM.cards if card in ids}
    realm = realm_of(REALM.suits, {**plain, "gem-of-order": REALM["gem-of-order"]})
    scorer = FastScorer.of(realm)
    hands = list(combinations(realm.cards, 6))
    totals = scorer.totals(scorer.hands(hands))[0]
    best = best_hands(realm, 6)
    top = {frozenset(hand) for hand, total in zip(hands, totals, strict=True) if total == totals.max()}
    assert best.total == 50
    assert {frozenset(card.card for card in score.cards) for score in best.scores} == top == {frozenset(ids[:6])}


def test_with_and_without() -> None:
    realm = small_realm()
    scorer = FastScorer.of(realm)
    hands = [hand for hand in combinations(realm.cards, 4) if "dragon" in hand and "book-of-changes" not in hand]
    totals = scorer.totals(scorer.hands(hands))[0]
    best = best_hands(realm, 4, holding=["dragon"], without=["book-of-changes"])
    assert (best.total, best.searched) == (totals.max(), len(hands))


def test_progress_is_reported_after_every_task() -> None:
    reports: list[tuple[int, int, int]] = []
    best = best_hands(small_realm(), 4, progress=lambda *report: reports.append(report))
    tasks = len(reports)
    assert tasks > 5
    assert [(done, of) for done, of, _ in reports] == [(number, tasks) for number in range(1, tasks + 1)]
    assert reports[-1][2] == best.total


def test_eight_cards_need_the_necromancer() -> None:
    hand = ["bell-tower", "candle", "sword-of-keth", "shield-of-keth", "gem-of-order", "book-of-changes"]
    best = best_hands(REALM, 8, holding=hand)
    assert best.total == 397
    assert best.searched == 19  # armies, leaders, beasts and the other wizards
    assert best.as_dict()["hands"][0]["hand"] == [
        *("bell-tower", "candle", "necromancer", "warhorse"),
        *("sword-of-keth", "shield-of-keth", "gem-of-order", "book-of-changes"),
    ]


@pytest.mark.parametrize("holding", [(), ("king",), ("candle", "fountain-of-life")])
def test_only_hands_that_can_occur_are_counted(holding: tuple[str, ...]) -> None:
    """RES-0: of 133,784,560 hands of eight cards, 4,272,048 hold nothing that the Necromancer can have taken."""
    search = _Search(REALM, FastScorer.of(REALM), _question(REALM, 8, holding, ()))
    others, missing = 52 - len(holding), 7 - len(holding)
    impossible = 0 if "king" in holding else comb(33 - len(holding), missing)
    assert sum(search.count(task) for task in range(len(search.tasks))) == comb(others, missing) - impossible


def test_the_best_way_to_fill_up_a_hand() -> None:
    hand = ["book-of-changes", "gem-of-order", "collector", "candle", "earth-elemental"]
    best = best_hands(REALM, 7, holding=hand)
    assert best.total == 385
    assert best.searched == 48 * 47 // 2


@pytest.mark.parametrize(
    ("size", "holding", "without"),
    [
        (7, ["kign"], []),
        (7, ["king"], ["king"]),
        (9, [], []),
        (8, [], ["necromancer"]),
        (0, [], []),
        (2, ["king", "queen", "knights"], []),
    ],
)
def test_impossible_questions(size: int, holding: list[str], without: list[str]) -> None:
    with pytest.raises(UserError):
        best_hands(REALM, size, holding, without)


def test_bounds_of_runs_never_fall() -> None:
    tiers = (Tier(3, 10), Tier(4, 30), Tier(5, 60), Tier(6, 100), Tier(7, 150))
    assert best_runs(tiers)[3:9] == [10, 30, 60, 100, 150, 150]


def test_distribution() -> None:
    some = distribution(REALM, 1000, seed=7)
    assert sum(some.counts.values()) == 1000
    assert 80 < some.mean < 130
    assert some.share(200) < 0.1 < some.share(100)
    assert some.quantile(0.5) == pytest.approx(some.mean, abs=15)
    assert distribution(REALM, 1000, seed=7) == some
