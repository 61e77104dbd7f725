"""The few words printed on pads, sheets and pages in addition to the cards' own."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "bonus": "Bonus",
        "penalty": "Penalty",
        "pad": "Score pad",
        "total": "Total",
        "base": "Base strength",
        "tie": "in a tie, lower wins",
        "reference": "All cards by suit",
        "cards": "cards",
        "table": "Draw pile, display and a hand: take one card (1), then put one into the display (2)",
    },
    "de": {
        "bonus": "Bonus",
        "penalty": "Strafe",
        "pad": "Wertungsblock",
        "total": "Summe",
        "base": "Basisstärke",
        "tie": "bei Gleichstand gewinnt die kleinere",
        "reference": "Alle Karten nach Farben",
        "cards": "Karten",
        "table": "Nachziehstapel, Auslage und eine Hand: eine Karte nehmen (1), dann eine in die Auslage legen (2)",
    },
    "fr": {
        "bonus": "Bonus",
        "penalty": "Pénalité",
        "pad": "Feuille de score",
        "total": "Total",
        "base": "Force de base",
        "tie": "égalité : la plus faible",
        "reference": "Toutes les cartes par couleur",
        "cards": "cartes",
        "table": "Pioche, zone de défausse et une main\u00a0: prendre une carte (1), puis en poser une (2)",
    },
    "hu": {
        "bonus": "Bónusz",
        "penalty": "Büntetés",
        "pad": "Pontozólap",
        "total": "Összesen",
        "base": "Alaperő",
        "tie": "döntetlennél a kisebb nyer",
        "reference": "Az összes lap színek szerint",
        "cards": "lap",
        "table": "Húzópakli, kirakott lapok és egy kéz: elveszünk egy lapot (1), aztán kirakunk egyet (2)",
    },
}


def words_in(lang: str) -> Mapping[str, str]:
    """Return the words of a language; a pack's own language has the English ones until the game supports it."""
    return WORDS.get(lang, WORDS["en"])
