"""Hand documents: the contract's shape, the shipped scenarios, and everything that can be wrong."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from fantasy_realms_tests.helpers import CARDS

from cloudy_pnp.core.problems import Severity
from fantasy_realms.hands.document import evaluate_hand
from fantasy_realms.hands.names import hand_from_words
from fantasy_realms.model.realm import base_realm

REALM = base_realm()
SEVEN = ["mountain", "wildfire", "smoke", "great-flood", "whirlwind", "mirage", "air-elemental"]


def shipped() -> list[tuple[str, dict[str, Any]]]:
    found = [
        (f"{path.stem}-{index}", document)
        for path in sorted((CARDS / "hands").glob("*.hand.yaml"))
        for index, document in enumerate(yaml.load_all(path.read_bytes(), yaml.CSafeLoader))
    ]
    assert len(found) >= 12
    return found


@pytest.mark.parametrize("document", [document for _, document in shipped()], ids=[name for name, _ in shipped()])
def test_shipped_hands_are_what_they_claim(document: dict[str, Any]) -> None:
    result = evaluate_hand(REALM, document)
    assert result.findings == ()
    assert result.expected is True
    assert set(document["title"]) == {"en", "de", "fr", "hu"}


def test_the_shape_of_the_contract() -> None:
    document = {"game": "fantasy-realms", "hand": SEVEN, "mode": "given", "choices": {"mirage": "rainstorm"}}
    assert evaluate_hand(REALM, document).as_dict() == {
        "legal": True,
        "total": 260,
        "base": 125,
        "cards": {
            "mountain": 59,
            "wildfire": 40,
            "smoke": 27,
            "great-flood": 32,
            "whirlwind": 53,
            "mirage": 0,
            "air-elemental": 49,
        },
        "blanked": [],
        "choices": {"mirage": "rainstorm"},
        "expected": None,
    }


def test_what_is_not_valid_data_has_the_same_keys() -> None:
    wrong, right = evaluate_hand(REALM, {"hand": []}), evaluate_hand(REALM, {"hand": ["king"]})
    assert list(wrong.as_dict()) == list(right.as_dict())
    assert wrong.as_dict()["legal"] is None
    assert wrong.as_dict()["total"] is None


def test_choices_given_stay_and_the_others_are_found() -> None:
    hand = ["book-of-changes", "candle", "bell-tower", "mirage", "hydra"]
    result = evaluate_hand(REALM, {"hand": hand, "choices": {"book-of-changes": {"card": "hydra", "suit": "wizard"}}})
    assert result.as_dict()["choices"] == {
        "mirage": "swamp",
        "book-of-changes": {"card": "hydra", "suit": "wizard"},
    }
    unused = evaluate_hand(REALM, {"hand": hand, "choices": {"mirage": None}})
    assert "mirage" not in unused.as_dict()["choices"]  # type: ignore[operator]


def test_names_in_any_language() -> None:
    result = evaluate_hand(REALM, {"hand": ["Große Flut", "Licorne", "Varázspálca", "elven_archers"]})
    assert list(result.as_dict()["cards"]) == ["great-flood", "unicorn", "magic-wand", "elven-archers"]  # type: ignore[call-overload]


def test_words_of_a_command_line() -> None:
    cards, findings = hand_from_words(REALM, ["Buch", "der", "Veränderung", "king,", "Celestial Knights", "swmap"])
    assert cards == ("book-of-changes", "king", "knights")
    assert [(finding.code, finding.hint) for finding in findings] == [("REF-CARD", 'did you mean "swamp"?')]


BOOK = {"hand": ["book-of-changes", "candle", "swamp"]}
WRONG: list[tuple[Any, str, tuple[str | int, ...]]] = [
    ("mountain", "SCHEMA-HAND", ()),
    ({}, "SCHEMA-HAND", ()),
    ({"hand": "mountain"}, "SCHEMA-HAND", ("hand",)),
    ({"hand": []}, "HAND-2", ("hand",)),
    ({"hand": ["king", 3]}, "SCHEMA-HAND", ("hand", 1)),
    ({"hand": ["king", "kign"]}, "REF-CARD", ("hand", 1)),
    ({"hand": ["king", "König"]}, "HAND-1", ("hand", 1)),
    ({"hand": [*SEVEN, "king"]}, "HAND-2", ("hand",)),
    ({"hand": [*SEVEN, "necromancer", "king"]}, "HAND-2", ("hand",)),
    ({"hand": ["king"], "display": ["king"]}, "HAND-1", ("display", 0)),
    ({"hand": ["king"], "mode": "bset"}, "SCHEMA-HAND", ("mode",)),
    ({"hand": ["king"], "game": "cloudy-kingdom"}, "SCHEMA-HAND", ("game",)),
    ({"hand": ["king"], "dislpay": []}, "SCHEMA-HAND", ("dislpay",)),
    ({"hand": ["king"], "choices": ["mirage"]}, "SCHEMA-HAND", ("choices",)),
    ({"hand": ["king"], "choices": {"mirgae": "swamp"}}, "REF-CARD", ("choices", "mirgae")),
    ({"hand": ["king"], "choices": {"king": "queen"}}, "HAND-3", ("choices", "king")),
    ({"hand": ["king"], "choices": {"mirage": "swamp"}}, "HAND-3", ("choices", "mirage")),
    ({"hand": ["mirage"], "choices": {"mirage": "swmap"}}, "REF-CARD", ("choices", "mirage")),
    ({"hand": ["mirage"], "choices": {"mirage": "king"}}, "HAND-4", ("choices", "mirage")),
    ({"hand": ["mirage"], "choices": {"mirage": "doppelganger"}}, "HAND-4", ("choices", "mirage")),
    ({"hand": ["shapeshifter"], "choices": {"shapeshifter": "swamp"}}, "HAND-4", ("choices", "shapeshifter")),
    ({"hand": ["doppelganger"], "choices": {"doppelganger": "king"}}, "HAND-4", ("choices", "doppelganger")),
    ({"hand": ["doppelganger"], "choices": {"doppelganger": "doppelganger"}}, "HAND-4", ("choices", "doppelganger")),
    ({**BOOK, "choices": {"book-of-changes": "candle"}}, "SCHEMA-HAND", ("choices", "book-of-changes")),
    ({**BOOK, "choices": {"book-of-changes": {"card": "candle"}}}, "SCHEMA-HAND", ("choices", "book-of-changes")),
    (
        {**BOOK, "choices": {"book-of-changes": {"card": "king", "suit": "army"}}},
        "HAND-4",
        ("choices", "book-of-changes", "card"),
    ),
    (
        {**BOOK, "choices": {"book-of-changes": {"card": "book-of-changes", "suit": "army"}}},
        "HAND-4",
        ("choices", "book-of-changes", "card"),
    ),
    (
        {**BOOK, "choices": {"book-of-changes": {"card": "candle", "suit": "wild"}}},
        "HAND-4",
        ("choices", "book-of-changes", "suit"),
    ),
    (
        {**BOOK, "choices": {"book-of-changes": {"card": "candle", "suit": "wizzard"}}},
        "REF-SUIT",
        ("choices", "book-of-changes", "suit"),
    ),
    ({"hand": ["island", "king"], "choices": {"island": "king"}}, "HAND-4", ("choices", "island")),
    ({"hand": ["island", "king"], "choices": {"island": "swamp"}}, "HAND-4", ("choices", "island")),
    ({"hand": ["necromancer"], "choices": {"necromancer": "king"}}, "HAND-4", ("choices", "necromancer")),
    (
        {"hand": ["necromancer"], "display": ["swamp"], "choices": {"necromancer": "swamp"}},
        "HAND-4",
        ("choices", "necromancer"),
    ),
    ({"hand": ["king"], "variants": {"rusn": "all"}}, "SCHEMA-HAND", ("variants", "rusn")),
    ({"hand": ["king"], "variants": {"runs": "some"}}, "SCHEMA-HAND", ("variants", "runs")),
    ({"hand": ["king"], "expect": 8}, "SCHEMA-HAND", ("expect",)),
    ({"hand": ["king"], "expect": {"totla": 8}}, "SCHEMA-HAND", ("expect", "totla")),
    ({"hand": ["king"], "expect": {"total": True}}, "SCHEMA-HAND", ("expect", "total")),
    ({"hand": ["king"], "expect": {"cards": {"kign": 8}}}, "REF-CARD", ("expect", "cards", "kign")),
]


@pytest.mark.parametrize(("document", "code", "path"), WRONG)
def test_wrong_documents(document: Any, code: str, path: tuple[str | int, ...]) -> None:
    result = evaluate_hand(REALM, document)
    assert [(finding.code, finding.path) for finding in result.findings] == [(code, path)]
    assert result.findings[0].severity is Severity.ERROR
    assert result.legal is None


def test_everything_wrong_is_told_at_once() -> None:
    document: dict[str, Any] = {
        "hand": ["kign", "quene"],
        "display": ["swmap"],
        "mode": 1,
        "choices": {"x": 1},
        "expect": {"total": "x"},
    }
    assert len(evaluate_hand(REALM, document).findings) == 6


@pytest.mark.parametrize(
    ("expect", "codes"),
    [
        ({"total": 33}, []),
        ({"total": 34}, ["REF-EXPECT"]),
        ({"base": 28, "blanked": []}, []),
        ({"base": 27, "blanked": ["king"]}, ["REF-EXPECT", "REF-EXPECT"]),
        ({"cards": {"knights": 20, "king": 13}, "total": 33}, []),
        ({"cards": {"knights": 20, "king": 13}, "total": 34}, ["HAND-5"]),
        ({"cards": {"knights": 20}, "blanked": ["knights"]}, ["HAND-5"]),
        ({"cards": {"swamp": 20}}, ["HAND-5"]),
        ({"blanked": ["swamp"]}, ["HAND-5"]),
    ],
)
def test_claims(expect: dict[str, Any], codes: list[str]) -> None:
    result = evaluate_hand(REALM, {"hand": ["knights", "king"], "expect": expect})
    assert [finding.code for finding in result.findings] == codes
    assert result.legal is True
    assert result.expected is (not codes)


def test_no_claims_are_neither_right_nor_wrong() -> None:
    assert evaluate_hand(REALM, {"hand": ["king"], "expect": {}}).expected is None


def test_a_change_into_the_same_suit_is_pointless_but_possible() -> None:
    document = {**BOOK, "mode": "given", "choices": {"book-of-changes": {"card": "candle", "suit": "flame"}}}
    result = evaluate_hand(REALM, document)
    assert [(finding.code, finding.severity) for finding in result.findings] == [("HAND-4", Severity.WARNING)]
    assert result.as_dict()["total"] == 3 + 2 + 15


def test_eight_cards_that_only_chaos_can_bring() -> None:
    hand = ["necromancer", *SEVEN]
    result = evaluate_hand(REALM, {"hand": hand, "mode": "given"})
    assert [finding.severity for finding in result.findings] == [Severity.WARNING]
    assert result.legal is True


def test_chaos_offers_any_card() -> None:
    document = {"hand": ["necromancer"], "display": ["swamp"], "variants": {"chaos": True}}
    assert evaluate_hand(REALM, document).as_dict()["choices"] == {"necromancer": "swamp"}
