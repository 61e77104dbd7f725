"""Three scorers against each other: readable, fast, and the naive one that knows no card data."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from chance import SEED, examples
from fantasy_realms_tests import naive
from fantasy_realms_tests.helpers import card_data, vectors
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fantasy_realms.fast.engine import FastScorer, fast_best_score
from fantasy_realms.model.realm import base_realm, realm_from_data
from fantasy_realms.rules.best import Variants, best_score
from fantasy_realms.rules.score import score_hand
from fantasy_realms.rules.seats import Decision, SuitChange, apply_decision, options, seats_of

REALM = base_realm()
CARDS = list(REALM.cards)
PLAIN = [card for card in CARDS if REALM[card].choice is None]
STEADY = settings(suppress_health_check=list(HealthCheck), max_examples=examples(40))


def random_choices(chance: Random, hand: list[str]) -> dict[str, Decision]:
    """Any possible choices."""
    seats, choices = seats_of(REALM, hand), {}
    for card in REALM.deciding:
        if card in hand and card != "necromancer" and chance.random() < 0.8:
            possible = list(options(REALM, seats, card))
            if possible:
                choices[card] = chance.choice(possible)
                seats = apply_decision(REALM, seats, card, choices[card])
    return choices


def test_readable_and_naive_agree_with_given_choices() -> None:
    chance = Random(1)
    deciding = ["doppelganger", "mirage", "shapeshifter", "book-of-changes", "island"]
    blanked = 0
    for _ in range(3000):
        hand = chance.sample(deciding, chance.randint(0, 4))
        hand += chance.sample([card for card in CARDS if card not in hand], chance.randint(1, 8 - len(hand)))
        choices = random_choices(chance, hand)
        score = score_hand(REALM, hand, choices)
        pick: dict[str, object] = {
            card: (choices_made.card, choices_made.suit) if isinstance(choices_made, SuitChange) else choices_made
            for card, choices_made in choices.items()
        }
        assert naive.score(hand, pick) == (score.total, score.base, list(score.blanked)), (hand, choices)
        blanked += bool(score.blanked)
    assert blanked > 500


def test_naive_on_the_vectors() -> None:
    given = [vector for vector in vectors() if "mode" not in vector and "variants" not in vector and "total" in vector]
    assert len(given) > 100
    for vector in given:
        pick = {
            c: tuple(choices_made.values()) if isinstance(choices_made, dict) else choices_made
            for c, choices_made in vector.get("choices", {}).items()
        }
        found = naive.score(vector["hand"], pick)
        assert found is not None
        assert found[0] == vector["total"], vector["id"]


def test_naive_and_readable_find_the_same_best() -> None:
    chance = Random(2)
    for size in (2, 3, 4):
        for _ in range(25):
            hand = [chance.choice(["mirage", "doppelganger", "book-of-changes", "island", "shapeshifter"])]
            hand += chance.sample([card for card in CARDS if card not in hand], size)
            if sum(REALM[card].choice is not None for card in hand) > 2:
                continue
            score = best_score(REALM, hand)
            assert naive.best(hand) == (score.total, score.base), hand


@pytest.mark.fuzz
def test_fast_and_readable_agree() -> None:
    scorer, chance = FastScorer.of(REALM), Random(SEED + 3)
    hands = [chance.sample(PLAIN, 7) for _ in range(examples(500))]
    hands += [chance.sample(CARDS, 7) for _ in range(examples(50))]
    totals, bases = scorer.totals(scorer.hands(hands))
    for hand, total, base in zip(hands, totals.tolist(), bases.tolist(), strict=True):
        score = best_score(REALM, hand)
        assert (score.total, score.base) == (total, base), hand


def test_fast_finds_choices_that_bring_its_total() -> None:
    scorer, chance = FastScorer.of(REALM), Random(4)
    for _ in range(60):
        hand = [*chance.sample(["mirage", "doppelganger", "book-of-changes", "shapeshifter", "island"], 2)]
        hand += chance.sample(PLAIN, 5)
        assert scorer.best(hand).total == int(scorer.totals(scorer.hands([hand]))[0][0])


@pytest.mark.parametrize("vector", [v for v in vectors() if v.get("mode") == "best"], ids=lambda vector: vector["id"])
def test_fast_on_the_vectors(vector: dict[str, Any]) -> None:
    assert fast_best_score(REALM, vector["hand"]).total == vector["total"]


def test_fast_takes_from_the_display() -> None:
    hand = ["bell-tower", "candle", "necromancer", "sword-of-keth", "shield-of-keth", "gem-of-order", "book-of-changes"]
    score = fast_best_score(REALM, hand, display=["warhorse", "swamp", "dragon"])
    assert (score.total, score.choices["necromancer"]) == (397, "warhorse")
    assert fast_best_score(REALM, ["necromancer"], None, ["swamp"], Variants(chaos=True)).total == 21


def test_fast_knows_the_variant_of_runs() -> None:
    hand = ["gem-of-order", "warhorse", "fire-elemental", "king", "beastmaster", "elven-archers", "lightning"]
    readable = best_score(REALM, hand, variants=Variants(runs="longest"))
    assert fast_best_score(REALM, hand, variants=Variants(runs="longest")).total == readable.total
    assert readable.total == best_score(REALM, hand).total - 10


# --- games of other cards: what the vocabulary can say, both engines must do

NAMES = [f"c{n}" for n in range(9)]
SUITS = ["land", "army", "beast"]
selectors = st.one_of(
    st.just("all"),
    st.fixed_dictionaries(
        {},
        optional={
            "suits": st.lists(st.sampled_from(SUITS), min_size=1, max_size=2, unique=True),
            "cards": st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True),
            "except-cards": st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True),
            "except-suits": st.lists(st.sampled_from(SUITS), min_size=1, max_size=1),
            "other": st.booleans(),
        },
    ).filter(bool),
)
whiches = st.one_of(selectors, st.lists(selectors.filter(lambda part: part != "all"), min_size=2, max_size=2))
tests = st.one_of(st.fixed_dictionaries({"has": whiches}), st.fixed_dictionaries({"lacks": whiches}))
conditions = st.one_of(
    tests,
    st.fixed_dictionaries({"all-of": st.lists(tests, min_size=2, max_size=2)}),
    st.fixed_dictionaries({"any-of": st.lists(tests, min_size=2, max_size=2)}),
)
points = st.integers(1, 20)
awards = st.one_of(
    st.fixed_dictionaries(
        {"per-card": st.fixed_dictionaries({"points": points, "of": whiches}, optional={"when": conditions})}
    ),
    st.fixed_dictionaries({"once": st.fixed_dictionaries({"points": points, "when": conditions})}),
)
TIERS = [{"cards": 2, "points": 5}, {"cards": 3, "points": 12}]
bonuses = st.one_of(
    awards,
    st.fixed_dictionaries({"first-of": st.lists(awards, min_size=2, max_size=3)}),
    st.fixed_dictionaries({"strengths": st.one_of(*(st.fixed_dictionaries({k: whiches}) for k in ("sum", "highest")))}),
    st.just({"runs": TIERS}),
    st.just({"sets": TIERS}),
    st.just({"suits-differ": 7}),
)
penalties = st.one_of(
    awards, *(st.fixed_dictionaries({key: whiches}) for key in ("blank", "blank", "blanked-unless", "blanked-if"))
)
clearings = st.one_of(
    st.fixed_dictionaries({"penalty-of": whiches}),
    st.fixed_dictionaries({"word": st.fixed_dictionaries({"suit": st.sampled_from(SUITS), "of": whiches})}),
)
choices = st.one_of(
    st.just({"copy": {"from": "hand", "takes": ["name", "suit", "strength", "penalty"]}}),
    st.just({"copy": {"from": "game", "suits": ["land", "army"], "takes": ["name", "suit"]}}),
    st.fixed_dictionaries({"change-suit": whiches}),
    st.fixed_dictionaries({"clear-one": whiches}),
)


@st.composite
def games(draw: st.DrawFn) -> dict[str, list[dict[str, Any]]]:
    cards = []
    for name in NAMES:
        card: dict[str, Any] = {
            "id": name,
            "name": {"en": name},
            "suit": draw(st.sampled_from(SUITS)),
            "strength": draw(st.integers(0, 9)),
        }
        card["bonus"] = draw(st.lists(bonuses, max_size=2))
        card["penalty"] = draw(st.lists(penalties, max_size=2))
        card["clears"] = draw(st.lists(clearings, max_size=1))
        cards.append(card)
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True)):
        cards[int(name[1:])]["choice"] = draw(choices)
    return {"suits": [{"id": suit, "name": {"en": suit}} for suit in SUITS], "cards": cards}


@STEADY
@given(games(), st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True))
def test_any_game_is_scored_alike(data: dict[str, list[dict[str, Any]]], hand: list[str]) -> None:
    realm = realm_from_data(data)
    scorer = FastScorer.of(realm)
    totals, bases = scorer.totals(scorer.hands([hand]))
    every = _every_way(realm, hand)
    readable = best_score(realm, hand)
    assert (readable.total, -readable.base) == every
    assert (int(totals[0]), -int(bases[0])) == every


def _every_way(realm: Any, hand: list[str]) -> tuple[int, int]:
    """The best over simply all choices."""
    best = None
    waiting: list[tuple[int, Any, dict[str, Decision]]] = [(0, seats_of(realm, hand), {})]
    while waiting:
        at, seats, choices_made = waiting.pop()
        if at == len(realm.deciding):
            rank = score_hand(realm, hand, choices_made).rank
            best = rank if best is None else max(best, rank)
            continue
        card = realm.deciding[at]
        waiting.append((at + 1, seats, choices_made))
        if card in hand:
            waiting += [
                (at + 1, apply_decision(realm, seats, card, option), {**choices_made, card: option})
                for option in options(realm, seats, card)
            ]
    assert best is not None
    return best


def test_card_data_and_the_naive_scorer_know_the_same_cards() -> None:
    data = {card["id"]: (card["suit"], card["strength"]) for card in card_data()["cards"]}
    assert data == {card: (naive.SUIT[card], naive.STRENGTH[card]) for card in naive.SUIT}


def test_all_engines_score_equal_runs() -> None:
    """RES-6: hands of low strengths, in which a strength often occurs twice."""
    scorer, chance = FastScorer.of(REALM), Random(24)
    low = [card for card in PLAIN if REALM[card].strength < 10 and card != "gem-of-order"]
    hands = [["gem-of-order", *chance.sample(low, 6)] for _ in range(400)]
    hands += [["gem-of-order", "doppelganger", *chance.sample(low, 5)] for _ in range(40)]
    totals = scorer.totals(scorer.hands(hands))[0].tolist()
    for hand, total in zip(hands, totals, strict=True):
        assert naive.best(hand)[0] == best_score(REALM, hand).total == total, hand


def test_equal_runs_name_their_own_cards() -> None:
    hand = ["shield-of-keth", "gem-of-order", "cavern", "earth-elemental", "rangers", "queen"]
    gem = next(card for card in score_hand(REALM, hand).cards if card.card == "gem-of-order")
    cards = [sorted(reason.cards) for reason in gem.reasons]
    assert cards == [["cavern", "gem-of-order", "shield-of-keth"], ["earth-elemental", "queen", "rangers"]]
