"""The text of a card, composed from its effects by the wording table of a language."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.i18n.wording import Phrase, Table, shipped_rows
from fantasy_realms.model.realm import Card, Realm
from fantasy_realms.wording.phrases import Phrases

LANGUAGES = ("en", "de", "fr", "hu")  # of the shipped tables
FOLDER = data_root(Path(__file__).parents[1]) / "templates/fantasy-realms/wording"


class CardText(Struct, frozen=True):
    """The text of a card; either part may be empty."""

    bonus: str
    penalty: str

    @property
    def whole(self) -> str:
        """Both parts."""
        return " ".join(part for part in (self.bonus, self.penalty) if part)


def has_text(realm: Realm, card: Card, lang: str) -> bool:
    """Check whether a card has a text in a language: its author's, or one of a wording table."""
    return lang in LANGUAGES or lang in realm.wording or (card.text is not None and lang in card.text)


def card_text(realm: Realm, card: Card, lang: str) -> CardText:
    """Return the text of a card: bonus and penalty apart; the author's own text replaces both.

    >>> from fantasy_realms.model.realm import base_realm
    >>> realm = base_realm()
    >>> print(card_text(realm, realm["mountain"], "en").bonus)
    +50 with Smoke and Wildfire. Clears the penalty of every Flood.
    >>> print(card_text(realm, realm["swamp"], "de").penalty)
    −3 für jede Flamme und jede Armee.
    """
    if card.text is not None and lang in card.text:
        return CardText(card.text[lang], "")
    table = Table({**shipped_rows(FOLDER, lang), **realm.wording.get(lang, {})})
    phrases = Phrases(realm, lang, table)
    bonus, penalty = (
        " ".join(table.sentence(Phrase("sentence", slots={"text": phrase})) for phrase in part)
        for part in (phrases.bonuses(card), phrases.penalties(card))
    )
    return CardText(bonus, penalty)
