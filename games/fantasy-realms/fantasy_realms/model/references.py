"""The cards and suits that the effects of a card refer to."""

from __future__ import annotations

from collections.abc import Iterator

from fantasy_realms.model.effects import (
    Blank,
    BlankedIf,
    BlankedUnless,
    ChangeSuit,
    ClearOne,
    ClearPenalty,
    ClearWord,
    FirstOf,
    Once,
    PerCard,
    Strengths,
    Which,
)
from fantasy_realms.model.realm import Card


def whiches(card: Card) -> Iterator[Which]:
    """Yield every group of cards that the effects of a card refer to."""
    for effect in (*card.bonus, *card.penalty, *card.clears, *((card.choice,) if card.choice else ())):
        match effect:
            case FirstOf(cases):
                for case in cases:
                    yield from _award_whiches(case)
            case PerCard() | Once():
                yield from _award_whiches(effect)
            case Strengths(which) | Blank(which) | BlankedIf(which) | BlankedUnless(which) | ClearPenalty(which):
                yield which
            case ClearWord(_, which) | ClearOne(which) | ChangeSuit(which):
                yield which


def _award_whiches(award: PerCard | Once) -> Iterator[Which]:
    if isinstance(award, PerCard):
        yield award.of
    if award.when is not None:
        yield from (test.which for test in award.when.tests)
