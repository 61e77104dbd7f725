"""The readable scorer: every vector, and the rules one by one."""

from __future__ import annotations

from typing import Any

import pytest
from fantasy_realms_tests.helpers import choices_of, vectors

from fantasy_realms.model.realm import base_realm
from fantasy_realms.rules.best import best_score
from fantasy_realms.rules.blanking import Cleared, blanked_by_others
from fantasy_realms.rules.score import Reason, decisions, score_hand
from fantasy_realms.rules.seats import Decision, SuitChange

REALM = base_realm()


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    choices = choices_of(vector.get("choices", {}))
    if vector.get("mode") == "best":
        score = best_score(REALM, vector["hand"], choices)
    else:
        score = score_hand(REALM, vector["hand"], choices, runs=vector.get("variants", {}).get("runs", "all"))
    points = {card.card: card.points for card in score.cards}
    assert score.total == vector.get("total", score.total)
    assert points == points | vector.get("per_card", {})
    assert list(score.blanked) == sorted(vector.get("blanked", score.blanked))
    assert sum(points.values()) == score.total


def test_a_score_says_who_blanked_and_who_cleared() -> None:
    score = score_hand(REALM, ["blizzard", "great-flood", "wildfire", "cavern"])
    by_card = {card.card: card for card in score.cards}
    assert by_card["wildfire"].blanked_by == ("great-flood",)
    assert by_card["wildfire"].rule == "RES-4"
    assert by_card["cavern"].blanked_by == ("great-flood",)
    assert by_card["blizzard"].cleared_by == (Cleared("cavern"),)
    assert score.base == 62


def test_a_score_says_which_cards_brought_a_bonus() -> None:
    score = score_hand(REALM, ["forest", "elven-archers", "hydra", "king"])
    assert score.cards[0].reasons == (Reason("bonus", 24, ("elven-archers", "hydra")),)


def test_a_struck_word_is_told_only_where_it_was() -> None:
    score = score_hand(REALM, ["rangers", "dwarvish-infantry", "knights", "war-dirigible"])
    by_card = {card.card: card for card in score.cards}
    assert by_card["dwarvish-infantry"].cleared_by == (Cleared("rangers", "army"),)
    assert by_card["war-dirigible"].cleared_by == (Cleared("rangers", "army"),)
    assert by_card["knights"].cleared_by == ()


def test_a_blanked_card_has_no_name() -> None:
    """Cavern with a blanked Dragon: no bonus."""
    score = score_hand(REALM, ["cavern", "dragon", "basilisk"])
    assert {card.card: card.points for card in score.cards} == {"cavern": 6, "dragon": 0, "basilisk": 35}


def test_smoke_as_a_flame_needs_no_other_flame() -> None:
    choices = {"book-of-changes": SuitChange("smoke", "flame")}
    assert score_hand(REALM, ["smoke", "book-of-changes"], choices).blanked == ()


def test_dirigible_as_weather_cannot_stand_itself() -> None:
    choices = {"book-of-changes": SuitChange("war-dirigible", "weather")}
    score = score_hand(REALM, ["war-dirigible", "knights", "book-of-changes"], choices)
    assert score.blanked == ("war-dirigible",)
    assert score.cards[0].rule == "RES-5"


def test_a_book_ring_blanks_both() -> None:
    """RES-4: Blizzard as an Army and the Great Flood blank each other; the Forge behind them is spared."""
    choices = {"book-of-changes": SuitChange("blizzard", "army")}
    score = score_hand(REALM, ["blizzard", "great-flood", "forge", "book-of-changes"], choices)
    assert score.blanked == ("blizzard", "great-flood")


def test_the_doppelganger_copies_before_the_book_changes() -> None:
    choices: dict[str, Decision] = {"doppelganger": "candle", "book-of-changes": SuitChange("candle", "wizard")}
    score = score_hand(REALM, ["doppelganger", "candle", "book-of-changes"], choices)
    assert {card.card: card.suit for card in score.cards}["doppelganger"] == "flame"


def test_two_unused_wild_cards_share_their_colour() -> None:
    assert score_hand(REALM, ["world-tree", "mirage", "shapeshifter"]).total == 2


def test_of_equal_totals_the_lower_base_strength_is_best() -> None:
    """RES-7: any copy of the Doppelgänger that brings nothing but a tie stays unused or cheap."""
    score = best_score(REALM, ["doppelganger", "protection-rune"])
    assert (score.total, score.base) == (2, 2)


def test_eight_cards_leave_nothing_to_take() -> None:
    hand = ["necromancer", "knights", "king", "queen", "forge", "swamp", "candle", "dragon"]
    assert "necromancer" not in best_score(REALM, hand, display=["warlord"]).choices


def test_the_necromancer_may_take_nothing() -> None:
    hand = ["necromancer", "warlock-lord"]
    assert best_score(REALM, hand, display=["beastmaster"]).choices == {}
    assert best_score(REALM, hand, display=["swamp", "dragon"]).choices == {"necromancer": "dragon"}


@pytest.mark.parametrize(
    ("arrows", "blanked"),
    [
        ({"a": "b", "b": "c"}, "b"),
        ({"a": "b", "b": "a"}, "ab"),
        ({"a": "b", "b": "c", "c": "a"}, "abc"),
        ({"a": "b", "b": "ac"}, "ab"),
        ({"a": "a"}, "a"),
        ({"a": "b", "b": "at", "t": "x", "x": "y", "y": "x"}, "abx"),  # the ring frees t, which breaks the other ring
        ({"s": "a", "a": "b", "b": "a"}, "a"),  # a safe card breaks the ring
    ],
)
def test_rings(arrows: dict[str, str], blanked: str) -> None:
    hits = blanked_by_others({card: frozenset(hit) for card, hit in arrows.items()})
    assert "".join(sorted(hits)) == blanked


def test_a_choice_is_explained() -> None:
    score = best_score(REALM, ["mountain", "book-of-changes", "candle", "bell-tower"])
    assert list(decisions(REALM, score)) == ["Book of Changes changes the suit of Mountain to Wizard."]
