"""Hands as scenarios (`*.hand.yaml`): scored, described card by card, and compared with their authors' claims."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import Finding
from fantasy_realms.hands.document import HandResult, evaluate_hand
from fantasy_realms.hands.names import cards_in
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.best import Fixed, Variants, best_score
from fantasy_realms.rules.score import Score, decisions, why

_MANY_CHOICES = 3  # cards that decide in one hand: trying everything takes the readable engine seconds


class HandStory(Struct, frozen=True):
    """A scored hand, for people and for programs."""

    result: HandResult
    realm: Realm | None

    @property
    def findings(self) -> list[Finding]:
        """The findings of the hand."""
        return list(self.result.findings)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields of the contract."""
        return self.result.as_dict()

    def as_text(self) -> str:
        """Return the choices, every card with its points and reasons, and the total."""
        score = self.result.score
        if score is None or self.realm is None:
            return "the hand is not valid data\n"
        names = {card.card: self.realm[card.card].name["en"] for card in score.cards}
        wide = max(map(len, names.values()))
        lines = list(decisions(self.realm, score))
        lines += [
            f"{card.points:>5}  {names[card.card]:<{wide}}  {' '.join(why(self.realm, card))}" for card in score.cards
        ]
        lines.append(f"{score.total:>5}  total; base strength {score.base}")
        return "\n".join(lines).replace("-", "−") + "\n" if score.total < 0 else "\n".join(lines) + "\n"


def find_best(realm: Realm, hand: Sequence[str], fixed: Fixed, display: Collection[str], variants: Variants) -> Score:
    """Find the best choices: with the readable engine, or with the fast one if there are many to try.

    The engine depends on the hand alone: both find the same score, but may decide differently between equally good
    choices.
    """
    deciding = sum(realm[card].choice is not None and card not in fixed for card in hand)
    if deciding >= _MANY_CHOICES and find_spec("numba"):
        from fantasy_realms.fast.engine import fast_best_score

        return fast_best_score(realm, hand, fixed, display, variants)
    return best_score(realm, hand, fixed, display, variants)


def evaluate(realm: Realm, document: Mapping[str, Any]) -> HandStory:
    """Evaluate a document that has passed its schema.

    >>> from fantasy_realms.model.realm import base_realm
    >>> print(evaluate(base_realm(), {"hand": ["wildfire", "knights", "smoke"]}).as_text(), end="")
       40  Wildfire  Strength 40.
        0  Knights   Blanked by Wildfire.
       27  Smoke     Strength 27.
       67  total; base strength 67
    """
    return HandStory(evaluate_hand(realm, document, find_best), realm)


def invalid(findings: Sequence[Finding]) -> HandStory:
    """Return the result for a document that has not passed its schema."""
    return HandStory(HandResult(None, None, tuple(findings)), None)


def from_words(realm: Realm, words: Sequence[str]) -> str:
    """Turn a hand from the command line into the text of a document.

    Cards have any name, choices are `mirage=swamp`, `unused` for an unused one, `book-of-changes=candle:wizard`.

    >>> from fantasy_realms.model.realm import base_realm
    >>> from_words(base_realm(), ["Kerze", "book", "of", "changes", "book-of-changes=candle:wizard"])
    'hand: [candle, book-of-changes]\\nchoices: {"book-of-changes": {card: "candle", suit: "wizard"}}\\n'
    """
    cards = cards_in(realm, [word for word in words if "=" not in word])
    text = f"hand: [{', '.join(card if card in realm.cards else json.dumps(card) for card in cards)}]\n"
    choices = [_choice(word) for word in words if "=" in word]
    return text + (f"choices: {{{', '.join(choices)}}}\n" if choices else "")


def _choice(word: str) -> str:
    card, _, choice = word.partition("=")
    target, _, suit = choice.partition(":")
    if suit:
        return f"{json.dumps(card)}: {{card: {json.dumps(target)}, suit: {json.dumps(suit)}}}"
    return f"{json.dumps(card)}: {'null' if choice in ('', 'unused') else json.dumps(choice)}"
