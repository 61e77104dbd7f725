"""The cards and suits of a game as data: references, doubles, tiers and effects that make no sense.

Wrong types and unknown keys are the schema's to report; they are passed over here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import ValidationError
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted, suggest
from cloudy_pnp.data.entries import Entries, SourceFinding, duplicate_ids
from fantasy_realms.checks.effects import effect_findings, maps, selectors_in
from fantasy_realms.hands.names import folded
from fantasy_realms.model.realm import Card, card_from_data
from fantasy_realms.rules.blanking import arrows_of
from fantasy_realms.rules.seats import seat_of

Data = Mapping[str, Any]


def realm_findings(data: Mapping[str, Sequence[Data]]) -> Iterator[Finding]:
    """Yield the findings of `{"suits": […], "cards": […]}`.

    >>> hill = {"id": "hill", "name": {"en": "Hill"}, "suit": "lnad", "strength": 3}
    >>> found = list(realm_findings({"suits": [{"id": "land", "name": {"en": "Land"}}], "cards": [hill]}))
    >>> found[0].code, found[0].path, found[0].hint
    ('REF-SUIT', ('cards', 0, 'suit'), 'did you mean "land"? Known: land.')
    """
    suits, cards = maps(data.get("suits")), maps(data.get("cards"))
    yield from _duplicates("suits", suits)
    yield from _duplicates("cards", cards)
    known_suits = [suit["id"] for suit in suits if isinstance(suit.get("id"), str)]
    known_cards = [card["id"] for card in cards if isinstance(card.get("id"), str)]
    jokers = [suit.get("id") for suit in suits if suit.get("joker") is True]
    suit_of = {card["id"]: card.get("suit") for card in cards if isinstance(card.get("id"), str)}
    words = {word for card in cards for word in _penalty_words(card)}
    sound: list[tuple[int, Card]] = []
    for index, card in enumerate(cards):
        of_card = [
            *_references(card, known_suits, known_cards),
            *_excepts_nothing(card, suit_of),
            *effect_findings(card, joker=card.get("suit") in jokers, penalty_words=words),
        ]
        yield from (finding.under("cards", index) for finding in of_card)
        if all(finding.severity is not Severity.ERROR for finding in of_card) and (parsed := _parse(card)):
            sound.append((index, parsed))
    yield from _rings(sound)


def _parse(card: Data) -> Card | None:
    """Return the card, or None if the schema rejects it."""
    try:
        return card_from_data(card)
    except (KeyError, TypeError, ValueError, AttributeError, ValidationError):
        return None


def _duplicates(kind: str, items: Sequence[Data]) -> Iterator[Finding]:
    """CARD-1: report ids and names that occur twice."""
    ids: dict[object, int] = {}
    names: dict[tuple[str, str], int] = {}
    for index, item in enumerate(items):
        if isinstance(item_id := item.get("id"), str):
            if item_id in ids:
                message = f"{quoted(item_id)} is the id of {kind}[{ids[item_id]}] already"
                yield Finding("CARD-1", (kind, index, "id"), message, "choose another id")
            ids.setdefault(item_id, index)
        name = item.get("name")
        for lang, text in name.items() if isinstance(name, Mapping) else ():
            if lang == "same" or not isinstance(text, str):
                continue
            first = names.setdefault((lang, folded(text)), index)
            if first != index and items[first].get("id") != item.get("id"):
                message = f"{quoted(text)} is the name of {quoted(items[first].get('id'))} already"
                yield Finding("CARD-1", (kind, index, "name", lang), message, "players could not tell them apart")


def _references(card: Data, suits: Sequence[str], cards: Sequence[str]) -> Iterator[Finding]:
    """REF-SUIT and REF-CARD: report names that do not exist."""
    if isinstance(suit := card.get("suit"), str) and suit not in suits:
        yield Finding("REF-SUIT", ("suit",), f"there is no suit {quoted(suit)}", suggest(suit, suits))
    for key in ("bonus", "clears", "choice", "penalty"):
        for path, selector in selectors_in(card.get(key), (key,)):
            for names, existing, code in (
                ("suits", suits, "REF-SUIT"),
                ("except-suits", suits, "REF-SUIT"),
                ("cards", cards, "REF-CARD"),
                ("except-cards", cards, "REF-CARD"),
            ):
                yield from _unknown(selector.get(names), existing, code, (*path, names))
    for index, effect in enumerate(maps(card.get("clears"))):
        match effect.get("word"):
            case {"suit": str(word)} if word not in suits:
                path = ("clears", index, "word", "suit")
                yield Finding("REF-SUIT", path, f"there is no suit {quoted(word)}", suggest(word, suits))


def _excepts_nothing(card: Data, suit_of: Mapping[str, Any]) -> Iterator[Finding]:
    """CARD-2: warn about an excepted card of another suit than those matched."""
    for key in ("bonus", "clears", "choice", "penalty"):
        for path, selector in selectors_in(card.get(key), (key,)):
            suits, names = selector.get("suits"), selector.get("except-cards")
            if not isinstance(suits, list) or not isinstance(names, list):
                continue
            for index, name in enumerate(names):
                if isinstance(name, str) and name in suit_of and suit_of[name] not in suits:
                    message = f"{quoted(name)} has another suit: the exception changes nothing"
                    hint = "except a card of the suit, or delete the exception"
                    yield Finding("CARD-2", (*path, "except-cards", index), message, hint, Severity.WARNING)


def _unknown(names: object, existing: Sequence[str], code: str, path: DataPath) -> Iterator[Finding]:
    if isinstance(names, list):
        for index, name in enumerate(names):
            if isinstance(name, str) and name not in existing:
                kind = "suit" if code == "REF-SUIT" else "card"
                yield Finding(code, (*path, index), f"there is no {kind} {quoted(name)}", suggest(name, existing))


def _penalty_words(card: Data) -> Iterator[str]:
    for _, selector in selectors_in(card.get("penalty"), ()):
        words = selector.get("suits")
        yield from (word for word in words if isinstance(word, str)) if isinstance(words, list) else ()


def _rings(cards: Sequence[tuple[int, Card]]) -> Iterator[Finding]:
    """CARD-5: report two cards that blank each other whenever they meet: both are always blanked (RES-4)."""
    arrows = arrows_of(tuple(seat_of(card) for _, card in cards))
    for index, card in cards:
        for other in arrows.get(card.id, ()):
            if other < card.id and card.id in arrows.get(other, ()):
                message = f"{other} and {card.id} blank each other: in one hand, both are always blanked (RES-4)"
                hint = f"except {other} from the penalty if that is not intended"
                yield Finding("CARD-5", ("cards", index, "penalty"), message, hint, Severity.WARNING)


_KINDS = ("suits", "cards")


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Check the data of the game; entries are valid by their schemas."""
    for kind in (*_KINDS, "glossary"):
        yield from duplicate_ids(entries, (kind,))
    among = {kind: entries.of(kind) for kind in _KINDS}
    for finding in realm_findings({kind: [entry.data for entry in of_kind] for kind, of_kind in among.items()}):
        name, index, *rest = finding.path
        entry = among[str(name)][int(index)]
        doubled = finding.code == "CARD-1" and rest == ["id"]  # reported already, with the other file
        unread = finding.code.startswith("REF-") and not entries.whole  # it may be in a file that could not be read
        if not doubled and not unread:
            yield entry.source, replace(finding, path=(*entry.path, *rest))
