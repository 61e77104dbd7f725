"""The shipped card data, its schemas, and checks of data that makes no sense."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from fantasy_realms_tests.helpers import CARDS, ROOT, card_data
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from cloudy_pnp.core.problems import Severity
from fantasy_realms.checks.cards import realm_findings
from fantasy_realms.codes import CODES
from fantasy_realms.model.realm import realm_from_data
from fantasy_realms.rules.best import best_score
from fantasy_realms.rules.score import score_hand

SCHEMAS = ROOT / "schema"


def schema(kind: str) -> Draft202012Validator:
    """As an editor finds it: relative references from file to file."""
    base = "https://example.org/schema/"
    common = json.loads((SCHEMAS / "common/common.schema.json").read_text("utf-8"))
    document = json.loads((SCHEMAS / "fantasy-realms" / f"{kind}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(document)
    registry = Registry().with_resources([(base + "common/common.schema.json", Resource.from_contents(common))])
    return Draft202012Validator({**document, "$id": f"{base}fantasy-realms/{kind}.schema.json"}, registry=registry)


@pytest.mark.parametrize("kind", ["suits", "cards"])
def test_shipped_data_fits_its_schema(kind: str) -> None:
    assert [error.message for error in schema(kind).iter_errors({kind: card_data()[kind]})] == []


def test_shipped_hands_fit_their_schema() -> None:
    hands = [hand for path in CARDS.glob("hands/*.yaml") for hand in yaml.safe_load_all(path.read_text("utf-8"))]
    assert len(hands) >= 12
    assert [error.message for hand in hands for error in schema("hand").iter_errors(hand)] == []
    assert not schema("hand").is_valid({"hand": ["king"], "mode": "bset"})


def test_the_schema_can_say_no() -> None:
    data = card_data()["cards"]
    data[0]["bonus"][0]["once"]["point"] = 3
    assert not schema("cards").is_valid({"cards": data})


def test_shipped_data_makes_sense() -> None:
    assert list(realm_findings(card_data())) == []


def test_the_deck() -> None:
    realm = realm_from_data(card_data())
    assert len(realm.cards) == 53
    suits = [card.suit for card in realm.cards.values()]
    assert {suit: suits.count(suit) for suit in realm.suits} == {
        suit: 3 if suit == "wild" else 5 for suit in realm.suits
    }
    assert realm.deciding == (
        "necromancer",
        "doppelganger",
        "mirage",
        "shapeshifter",
        "book-of-changes",
        "island",
    )
    for card in realm.cards.values():
        assert set(card.name) == {"en", "de", "fr", "hu"}


def custom(**fields: Any) -> dict[str, Any]:
    return {"id": "troll", "name": {"en": "Troll"}, "suit": "beast", "strength": 10, **fields}


def once(when: Any) -> dict[str, Any]:
    return {"bonus": [{"once": {"points": 5, "when": when}}]}


WRONG: list[tuple[dict[str, Any], str, tuple[str | int, ...]]] = [
    (custom(suit="baest", bonus=[{"suits-differ": 5}]), "REF-SUIT", ("suit",)),
    (custom(), "CARD-4", ()),
    (custom(suit="wild", bonus=[{"suits-differ": 5}]), "CARD-4", ("suit",)),
    (custom(id="king", bonus=[{"suits-differ": 5}]), "CARD-1", ("id",)),
    (custom(name={"en": "King"}, bonus=[{"suits-differ": 5}]), "CARD-1", ("name", "en")),
    (
        custom(**once({"has": {"suits": ["army", "wizrad"]}})),
        "REF-SUIT",
        ("bonus", 0, "once", "when", "has", "suits", 1),
    ),
    (custom(**once({"has": {"cards": ["kign"]}})), "REF-CARD", ("bonus", 0, "once", "when", "has", "cards", 0)),
    (custom(**once({"has": {"suits": ["beast"]}})), "CARD-2", ("bonus", 0, "once", "when", "has")),
    (custom(**once({"lacks": {"suits": ["beast"]}})), "CARD-2", ("bonus", 0, "once", "when", "lacks")),
    (custom(**once({"has": {"cards": ["troll"], "other": True}})), "CARD-2", ("bonus", 0, "once", "when", "has")),
    (
        custom(**once({"all-of": [{"has": {"cards": ["king"]}}, {"lacks": {"cards": ["king"]}}]})),
        "CARD-2",
        ("bonus", 0, "once", "when", "all-of", 1),
    ),
    (
        custom(bonus=[{"per-card": {"points": 2, "of": {"suits": ["army"], "except-suits": ["army"]}}}]),
        "CARD-2",
        ("bonus", 0, "per-card", "of"),
    ),
    (
        custom(
            bonus=[
                {
                    "first-of": [
                        {"per-card": {"points": 2, "of": {"suits": ["army"]}}},
                        {"once": {"points": 5, "when": {"has": {"suits": ["army"]}}}},
                    ]
                }
            ]
        ),
        "CARD-2",
        ("bonus", 0, "first-of", 1),
    ),
    (
        custom(bonus=[{"runs": [{"cards": 3, "points": 10}, {"cards": 4, "points": 5}]}]),
        "CARD-3",
        ("bonus", 0, "runs", 1, "points"),
    ),
    (
        custom(bonus=[{"sets": [{"cards": 3, "points": 10}, {"cards": 3, "points": 10}]}]),
        "CARD-3",
        ("bonus", 0, "sets", 1, "cards"),
    ),
    (custom(bonus=[{"sets": [{"cards": 9, "points": 10}]}]), "CARD-3", ("bonus", 0, "sets", 0, "cards")),
    (custom(penalty=[{"blank": {"suits": ["beast"]}}]), "CARD-5", ("penalty", 0, "blank")),
    (custom(penalty=[{"blanked-if": "all"}]), "CARD-5", ("penalty", 0, "blanked-if")),
    (custom(penalty=[{"blanked-unless": {"suits": ["beast"]}}]), "CARD-2", ("penalty", 0, "blanked-unless")),
    (
        custom(penalty=[{"blanked-unless": {"suits": ["army"]}}, {"blanked-if": {"suits": ["army"]}}]),
        "CARD-5",
        ("penalty", 1, "blanked-if"),
    ),
    (custom(penalty=[{"blank": {"cards": ["basilisk"]}}]), "CARD-5", ("penalty",)),
    (custom(clears=[{"word": {"suit": "weapon", "of": "all"}}]), "CARD-2", ("clears", 0, "word", "suit")),
    (custom(choice={"copy": {"from": "game", "takes": ["name"]}}), "CARD-2", ("choice", "copy")),
]


@pytest.mark.parametrize(("card", "code", "path"), WRONG)
def test_cards_that_make_no_sense(card: dict[str, Any], code: str, path: tuple[str | int, ...]) -> None:
    data = card_data()
    data["cards"].append(card)
    findings = list(realm_findings(data))
    assert [(finding.code, finding.path) for finding in findings] == [(code, ("cards", 53, *path))]
    assert code in CODES


@pytest.mark.parametrize("value", [None, 3, "x", [], [3], {"bonus": 3}, {"bonus": [3]}, {"bonus": [{"once": 3}]}])
def test_checks_survive_any_data(value: Any) -> None:
    list(realm_findings({"suits": [value], "cards": [value]}))
    for key in ("bonus", "penalty", "clears", "choice", "suit", "name", "id"):
        list(realm_findings({"suits": [], "cards": [custom(**{key: value})]}))


def test_a_card_of_ones_own_is_scored() -> None:
    data = card_data()
    troll = custom(
        bonus=[{"per-card": {"points": 4, "of": {"suits": ["land"]}, "when": {"lacks": {"suits": ["army"]}}}}],
        penalty=[{"blank": {"cards": ["bell-tower"]}}],
    )
    bard = custom(id="bard", name={"en": "Bard"}, suit="wizard", choice={"copy": {"from": "hand", "takes": ["suit"]}})
    data["cards"] += [troll, bard]
    assert [finding for finding in realm_findings(data) if finding.severity is Severity.ERROR] == []
    realm = realm_from_data(data)
    score = score_hand(realm, ["troll", "cavern", "forest", "bell-tower"])
    assert (score.total, score.blanked) == (18 + 6 + 7 + 12, ("bell-tower",))
    assert best_score(realm, ["bard", "fire-elemental", "forge"]).choices == {"bard": "fire-elemental"}
