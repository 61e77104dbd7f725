"""RES-0 to RES-7 in their order: the score of a hand, which explains itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from fantasy_realms.model.effects import ClearOne
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.blanking import Cleared, arrows_of, blanked_by_others, blanked_by_themselves, clear
from fantasy_realms.rules.deciding import decide_all
from fantasy_realms.rules.scoring import Reason, RunRule, bonus_reasons, penalty_reasons
from fantasy_realms.rules.seats import Choices, Seats, seats_of


class CardScore(Struct, frozen=True):
    """The final state and the points of one card of the hand."""

    card: str
    name: str  # as it counted: a wild card's copied name
    suit: str  # as it counted
    strength: int  # as it counted, whether blanked or not
    points: int  # 0 when blanked
    rule: Literal["RES-4", "RES-5"] | None  # the rule by which it is blanked
    blanked_by: tuple[str, ...]  # itself by RES-5
    cleared_by: tuple[Cleared, ...]
    reasons: tuple[Reason, ...]

    @property
    def blanked(self) -> bool:
        return self.rule is not None


class Score(Struct, frozen=True):
    """RES-7: the score of a hand, with the choices that led to it."""

    total: int
    base: int  # the strengths of cards that are not blanked
    cards: tuple[CardScore, ...]
    choices: Choices

    @property
    def blanked(self) -> tuple[str, ...]:
        return tuple(sorted(card.card for card in self.cards if card.blanked))

    @property
    def rank(self) -> tuple[int, int]:
        """RES-7: the higher, the better: first the total, then the lower base strength."""
        return (self.total, -self.base)


def score_hand(realm: Realm, hand: Sequence[str], choices: Choices | None = None, *, runs: RunRule = "all") -> Score:
    """Score a hand with exactly these choices; a card without one stays as it is.

    >>> from fantasy_realms.model.parsing import base_realm
    >>> score = score_hand(base_realm(), ["blizzard", "great-flood", "wildfire", "cavern"])
    >>> score.total, score.blanked
    (62, ('cavern', 'wildfire'))
    """
    choices = choices or {}
    seats = decide_all(realm, seats_of(realm, hand), choices)
    return resolve(seats, choices, one_each=clear_ones(realm, choices), runs=runs)


def clear_ones(realm: Realm, choices: Choices) -> dict[str, str]:
    """Return the choices that clear one penalty: they are carried out together with every other clearing."""
    return {
        card: target
        for card, target in choices.items()
        if isinstance(realm[card].choice, ClearOne) and isinstance(target, str)
    }


def resolve(seats: Seats, choices: Choices, one_each: dict[str, str], runs: RunRule = "all") -> Score:
    """RES-3 to RES-7: resolve a hand once everything has been decided."""
    seats, cleared = clear(seats, one_each)
    by_others = blanked_by_others(arrows_of(seats))
    standing = tuple(seat for seat in seats if seat.card not in by_others)
    by_themselves = blanked_by_themselves(standing)
    active = tuple(seat for seat in standing if seat.card not in by_themselves)
    cards = []
    for seat in seats:
        rule: Literal["RES-4", "RES-5"] | None = None
        by: tuple[str, ...] = ()
        reasons: tuple[Reason, ...] = ()
        points = 0
        if seat.card in by_others:
            rule, by = "RES-4", tuple(sorted(by_others[seat.card]))
        elif seat.card in by_themselves:
            rule, by = "RES-5", (seat.card,)
        else:
            reasons = (*bonus_reasons(active, seat, runs), *penalty_reasons(active, seat))
            points = seat.strength + sum(reason.points for reason in reasons)
        clearings = cleared.get(seat.card, ())
        cards.append(CardScore(seat.card, seat.name, seat.suit, seat.strength, points, rule, by, clearings, reasons))
    base = sum(seat.strength for seat in active)
    return Score(sum(card.points for card in cards), base, tuple(cards), choices)
