"""Names that people use for cards and suits: by id or by name, in any language, with or without accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, Finding, quoted, suggest
from fantasy_realms.model.realm import Realm

_MOST_WORDS = 5  # of a name on the command line: "Buch der Veränderung"


def folded(text: str) -> str:
    """Return a name without case, accents, spaces and signs.

    >>> folded("Große Flut"), folded("great_flood"), folded("Élémentaire d’eau")
    ('grosseflut', 'greatflood', 'elementairedeau')
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if char.isalnum())


class Names(Struct, frozen=True):
    """Every way to call a card or a suit of one game."""

    cards: Mapping[str, frozenset[str]]  # by the folded name; two cards of a pack may share one
    suits: Mapping[str, frozenset[str]]
    known_cards: tuple[str, ...]  # as they are suggested; ids last, since they win
    known_suits: tuple[str, ...]

    def card(self, text: object, path: DataPath) -> str | Finding:
        """Return the id of the card with this name, or the problem with the name."""
        return _look_up(text, path, self.cards, self.known_cards, "REF-CARD", "card")

    def suit(self, text: object, path: DataPath) -> str | Finding:
        """Return the id of the suit with this name, or the problem with the name."""
        return _look_up(text, path, self.suits, self.known_suits, "REF-SUIT", "suit")


@lru_cache(maxsize=16)
def names_of(realm: Realm) -> Names:
    """Collect the names of a game, in all its languages.

    >>> from fantasy_realms.model.realm import base_realm
    >>> names = names_of(base_realm())
    >>> names.card("Große Flut", ()), names.card("great_flood", ()), names.suit("Armee", ())
    ('great-flood', 'great-flood', 'army')
    >>> names.card("montain", ()).hint
    'did you mean "mountain"?'
    """
    cards: dict[str, frozenset[str]] = {}
    suits: dict[str, frozenset[str]] = {}
    for card in realm.cards.values():
        for text in (*card.name.values(), *card.also):
            cards[folded(text)] = cards.get(folded(text), frozenset()) | {card.id}
    for suit in realm.suits.values():
        for text in suit.name.values():
            suits[folded(text)] = suits.get(folded(text), frozenset()) | {suit.id}
    cards |= {folded(card): frozenset({card}) for card in realm.cards}  # an id is never ambiguous
    suits |= {folded(suit): frozenset({suit}) for suit in realm.suits}
    spoken = (text for card in realm.cards.values() for text in (*card.name.values(), *card.also))
    spoken_suits = (text for suit in realm.suits.values() for text in suit.name.values())
    return Names(
        MappingProxyType(cards),
        MappingProxyType(suits),
        (*dict.fromkeys(spoken), *realm.cards),
        (*dict.fromkeys(spoken_suits), *realm.suits),
    )


def _look_up(
    text: object, path: DataPath, names: Mapping[str, frozenset[str]], existing: Sequence[str], code: str, kind: str
) -> str | Finding:
    if not isinstance(text, str):
        return Finding("SCHEMA-HAND", path, f"expected the id of a {kind}, got {quoted(text)}")
    ids = names.get(folded(text), frozenset())
    if len(ids) == 1:
        return next(iter(ids))
    if ids:
        return Finding(code, path, f"{quoted(text)} can be {' or '.join(sorted(ids))}", "write the id")
    return Finding(code, path, f"there is no {kind} {quoted(text)}", suggest(text, existing))


def cards_in(realm: Realm, words: Iterable[str]) -> list[str]:
    """Split typed words into cards: ids of known cards, and the other words unchanged.

    Names of several words need no quotes; commas may separate them.

    >>> from fantasy_realms.model.realm import base_realm
    >>> cards_in(base_realm(), ["mountain", "Große", "Flut,", "wldfire"])
    ['mountain', 'great-flood', 'wldfire']
    """
    names = names_of(realm)
    waiting = [part for word in words for part in word.replace(",", " , ").split(" ") if part]
    cards: list[str] = []
    while waiting:
        if waiting[0] == ",":
            waiting.pop(0)
            continue
        for length in range(min(_MOST_WORDS, len(waiting)), 0, -1):
            card = names.card(" ".join(waiting[:length]), ())
            if isinstance(card, str) and "," not in waiting[:length]:
                cards.append(card)
                del waiting[:length]
                break
        else:
            cards.append(waiting.pop(0))
    return cards


def hand_from_words(realm: Realm, words: Iterable[str]) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Return the typed cards, and the problems with the other words.

    >>> from fantasy_realms.model.realm import base_realm
    >>> hand_from_words(base_realm(), ["mountain", "Große", "Flut,", "wildfire"])[0]
    ('mountain', 'great-flood', 'wildfire')
    """
    names = names_of(realm)
    results = [names.card(word, (index,)) for index, word in enumerate(cards_in(realm, words))]
    cards = tuple(card for card in results if isinstance(card, str))
    return cards, tuple(card for card in results if isinstance(card, Finding))
