"""A score in English sentences, card by card: its points and their reasons."""

from __future__ import annotations

from collections.abc import Iterator

from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.score import CardScore, Score
from fantasy_realms.rules.seats import SuitChange

_MINUS = "−"


def decisions(realm: Realm, score: Score) -> Iterator[str]:
    """Yield one sentence for each choice."""
    for card, decision in score.choices.items():
        if isinstance(decision, SuitChange):
            suit = realm.suits[decision.suit].name["en"]
            yield f"{_name(realm, card)} changes the suit of {_name(realm, decision.card)} to {suit}."
        else:
            yield f"{_name(realm, card)} chooses {_name(realm, decision)}."


def why(realm: Realm, scored: CardScore) -> Iterator[str]:
    """Yield the reasons for a card's points, in short sentences."""
    if scored.rule == "RES-4":
        yield f"Blanked by {_names(realm, scored.blanked_by)}."
    elif scored.rule == "RES-5":
        yield "Blanked by its own penalty."
    else:
        yield f"Strength {scored.strength}."
    for cleared in scored.cleared_by:
        if cleared.word is None:
            yield f"Penalty cleared by {_name(realm, cleared.by)}."
        else:
            word = realm.suits[cleared.word].name["en"]
            yield f"The word {word} struck out of its penalty by {_name(realm, cleared.by)}."
    for reason in scored.reasons:
        sign = "+" if reason.points >= 0 else _MINUS
        source = f" from {_names(realm, reason.cards)}" if reason.cards else ""
        yield f"{reason.kind.capitalize()} {sign}{abs(reason.points)}{source}."


def _name(realm: Realm, card: str) -> str:
    return realm[card].name["en"]


def _names(realm: Realm, cards: tuple[str, ...]) -> str:
    return ", ".join(_name(realm, card) for card in cards)
