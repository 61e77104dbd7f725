"""The composed texts: all 53 cards in four languages against the golden file, and habits of each typography."""

from __future__ import annotations

import json
import os
import re

import pytest
from fantasy_realms_tests.helpers import HERE, card_data

from cloudy_pnp.i18n.wording import shipped_rows, table_findings
from fantasy_realms.model.realm import base_realm, card_from_data, realm_from_data
from fantasy_realms.present.components import marked_text
from fantasy_realms.wording import FOLDER, LANGUAGES, card_text
from fantasy_realms.wording.phrases import ROWS, SUITS

REALM = base_realm()
GOLDEN = HERE / "golden" / "texts.json"


def texts() -> dict[str, dict[str, str]]:
    return {card.id: {lang: card_text(REALM, card, lang).whole for lang in LANGUAGES} for card in REALM.cards.values()}


def test_golden_texts() -> None:
    """Set REGOLD=1 to write the file anew, and read every line that changes."""
    if os.environ.get("REGOLD"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(json.dumps(texts(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert json.loads(GOLDEN.read_text("utf-8")) == texts()
    assert len(texts()) == 53


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_begins_and_ends_well(lang: str) -> None:
    for card in REALM.cards.values():
        text = card_text(REALM, card, lang).whole
        assert re.fullmatch(r"[A-ZÁÉÍÓÖŐÚÜŰ+−].*\.", text), text
        assert "  " not in text and " ." not in text and " ," not in text, text
        assert "-" not in re.sub(r"\w-\w", "", text), text  # a minus sign is not a hyphen


def test_typography() -> None:
    all_texts = {lang: " ".join(text[lang] for text in texts().values()) for lang in LANGUAGES}
    assert '"' not in "".join(all_texts.values())
    assert all_texts["de"].count("„") == all_texts["de"].count("“") > 20
    assert all_texts["hu"].count("„") == all_texts["hu"].count("”") > 20
    assert all_texts["fr"].count("«\u202f") == all_texts["fr"].count("\u202f»") == all_texts["fr"].count("«") > 20
    assert not re.search("[^\u202f];|[^\u00a0]:", all_texts["fr"])


def test_a_number_stays_with_its_noun() -> None:
    for text in texts().values():
        for sentence in text.values():
            assert not re.search(r"(?<![+−\d])\d+ \w", sentence), sentence


def test_words_in_bold_have_the_colon_of_their_language() -> None:
    """On the card, French goes on with a small letter after « Pénalité : »."""
    assert marked_text(REALM, "smoke", "fr").startswith("**Pénalité\u00a0:** carte bloquée")
    assert marked_text(REALM, "smoke", "de").startswith("**Strafe:** Ist ohne Flamme")


def test_numbers_are_the_effects_numbers() -> None:
    """Every language says the same numbers in the same order."""
    for text in texts().values():
        numbers = {tuple(re.findall(r"[+−]\d+", text[lang])) for lang in LANGUAGES}
        assert len(numbers) == 1, text


def test_what_only_custom_cards_say() -> None:
    data = card_data()
    data["suits"].append({"id": "ship", "name": {"en": "Ship", "de": "Schiff", "fr": "Navire", "hu": "Hajó"}})
    bonus = [
        {"per-card": {"points": 4, "of": {"suits": ["ship"], "other": True}}},
        {"once": {"points": 9, "when": {"any-of": [{"has": {"suits": ["ship"]}}, {"lacks": {"cards": ["king"]}}]}}},
        {"per-card": {"points": 2, "of": {"other": True}, "when": {"lacks": {"suits": ["army"]}}}},
        {"strengths": {"sum": {"cards": ["king"]}}},
    ]
    penalty = [{"blanked-if": {"suits": ["leader"], "other": True}}, {"blank": {"cards": ["king"]}}]
    name = {"en": "Raft", "de": "Floß", "fr": "Radeau", "hu": "Tutaj"}
    data["cards"].append(
        {"id": "raft", "name": name, "suit": "leader", "strength": 3, "bonus": bonus, "penalty": penalty}
    )
    realm = realm_from_data(data)
    said = {lang: card_text(realm, realm["raft"], lang) for lang in LANGUAGES}
    assert said["en"].bonus == (
        "+4 for each other Ship. +9 with any Ship or without King. Without any Army, +2 for each other card. "
        "Adds the base strength of King."
    )
    assert said["en"].penalty == "Blanked with any other Leader. Blanks King."
    assert said["de"].bonus == (
        "+4 für jede andere Karte der Farbe Schiff. +9 mit mindestens einer Karte der Farbe Schiff oder ohne „König“. "
        "Ohne Armee +2 für jede andere Karte. Zählt die Basisstärken von „König“ hinzu."
    )
    assert said["de"].penalty == "Ist mit mindestens einem anderen Anführer blockiert. Blockiert „König“."


def test_an_authors_own_text_replaces_the_composed_one() -> None:
    data = {"id": "x", "name": {"en": "X"}, "suit": "land", "strength": 1, "text": {"en": "Just stands there."}}
    card = card_from_data(data)
    assert card_text(REALM, card, "en").whole == "Just stands there."
    assert card_text(REALM, card, "de").whole == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tables_can_word_every_phrase(lang: str) -> None:
    assert list(table_findings(shipped_rows(FOLDER, lang), ROWS)) == []


def test_tables_know_every_suit() -> None:
    assert set(SUITS) == set(REALM.suits)


def test_a_project_replaces_rows() -> None:
    data = {**card_data(), "wording": [{"id": "de", "rows": {"blanks": "löscht {nouns.every} aus"}}]}
    realm = realm_from_data(data)
    assert card_text(realm, realm["wildfire"], "de").penalty.startswith("Löscht alle Karten außer")


def test_points_for_single_cards_only() -> None:
    bonus = [{"per-card": {"points": 4, "of": {"cards": ["king", "queen"]}}}]
    card = card_from_data({"id": "x", "name": {}, "suit": "army", "strength": 1, "bonus": bonus})
    assert card_text(REALM, card, "en").whole == "+4 for King and for Queen."
