"""The text on a card, composed from its effects in every language."""

from __future__ import annotations

from collections.abc import Mapping

from fantasy_realms.model.realm import Card, Realm
from fantasy_realms.wording.english import English
from fantasy_realms.wording.french import French
from fantasy_realms.wording.german import German
from fantasy_realms.wording.hungarian import Hungarian
from fantasy_realms.wording.voice import CardText, Voice

VOICES: Mapping[str, type[Voice]] = {"en": English, "de": German, "fr": French, "hu": Hungarian}


def card_text(realm: Realm, card: Card, lang: str) -> CardText:
    """What is printed on a card: bonus and penalty apart; the author's own text replaces both.

    >>> from fantasy_realms.shipped import base_realm
    >>> realm = base_realm()
    >>> print(card_text(realm, realm["mountain"], "en").bonus)
    +50 with Smoke and Wildfire. Clears the penalty of every Flood.
    >>> print(card_text(realm, realm["swamp"], "de").penalty)
    −3 für jede Flamme und jede Armee.
    """
    if card.text is not None and lang in card.text:
        return CardText(card.text[lang], "")
    return VOICES[lang](realm, lang).text(card)
