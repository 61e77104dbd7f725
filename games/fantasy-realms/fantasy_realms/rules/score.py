"""RES-0 to RES-7 in their order: the score of a hand, which explains itself.

RES-6: the points of each active card, and the cards they come from.

A score in English sentences, card by card: its points and their reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from fantasy_realms.model import realm as fx
from fantasy_realms.model.realm import ClearOne, Realm
from fantasy_realms.rules.blanking import Cleared, arrows_of, blanked_by_others, blanked_by_themselves, clear
from fantasy_realms.rules.seats import Choices, Seat, Seats, SuitChange, decide_all, holds, matching_seats, seats_of

RunRule: TypeAlias = Literal["all", "longest"]


class Reason(Struct, frozen=True):
    """Points of one effect, and the cards that bring them; negative for a penalty."""

    kind: Literal["bonus", "penalty"]
    points: int
    cards: tuple[str, ...]


def bonus_reasons(active: Seats, seat: Seat, runs: RunRule = "all") -> Iterator[Reason]:
    """RES-6: yield the bonuses of a card among the active ones."""
    for effect in seat.bonus:
        for points, cards in _bonus(active, seat, effect, runs):
            if points:
                yield Reason("bonus", points, tuple(card.card for card in cards))


def penalty_reasons(active: Seats, seat: Seat) -> Iterator[Reason]:
    """RES-6: yield the rest of a card's penalty."""
    for clause in seat.penalty:
        if isinstance(clause, fx.PerCard | fx.Once):
            award = _award(active, seat, clause)
            if award and award[0]:
                yield Reason("penalty", -award[0], tuple(card.card for card in award[1]))


Award: TypeAlias = tuple[int, Sequence[Seat]]


def _bonus(active: Seats, seat: Seat, effect: fx.Bonus, runs: RunRule) -> Iterator[Award]:
    match effect:
        case fx.PerCard() | fx.Once():
            if award := _award(active, seat, effect):
                yield award
        case fx.FirstOf(cases):
            awards = (_award(active, seat, case) for case in cases)
            if first := next((award for award in awards if award is not None), None):
                yield first
        case fx.Strengths(of, "sum"):
            cards = matching_seats(active, of, seat.card)
            yield sum(card.strength for card in cards), cards
        case fx.Strengths(of):
            cards = matching_seats(active, of, seat.card)
            if cards:
                best = max(cards, key=lambda card: card.strength)
                yield best.strength, [best]
        case fx.Runs(tiers):
            yield from run_awards(active, tiers, runs)
        case fx.Sets(tiers):
            yield from set_awards(active, tiers)
        case fx.SuitsDiffer(points):
            if len({card.suit for card in active}) == len(active):
                yield points, active


def _award(active: Seats, seat: Seat, effect: fx.PerCard | fx.Once) -> Award | None:
    """Return the points of an award, once or per card; None if its condition does not hold."""
    if effect.when is not None and not holds(active, effect.when, seat.card):
        return None
    if isinstance(effect, fx.PerCard):
        cards = matching_seats(active, effect.of, seat.card)
        return effect.points * len(cards), cards
    helping = [
        card for test in effect.when.tests if test.present for card in matching_seats(active, test.which, seat.card)
    ]
    return effect.points, list(dict.fromkeys(helping))


def tier_points(tiers: Sequence[fx.Tier], count: int) -> int:
    """Return the points of the highest tier that this many cards reach.

    >>> tier_points((fx.Tier(3, 10), fx.Tier(4, 40)), 5)
    40
    """
    return max((tier.points for tier in tiers if tier.cards <= count), default=0)


def run_awards(active: Seats, tiers: Sequence[fx.Tier], runs: RunRule) -> Iterator[Award]:
    """RES-6 (reading), Gem of Order: yield the points of runs of base strengths; every run scores (author's ruling).

    Take the longest run out of the cards, score it, repeat. With the variant `longest`, only the first one scores.
    """
    left = list(active)
    while left:
        run = longest_run(left)
        left = [seat for seat in left if seat not in run]
        if points := tier_points(tiers, len(run)):
            yield points, run
        if runs == "longest":
            return


def longest_run(seats: Sequence[Seat]) -> list[Seat]:
    """Return one card of each strength of the longest run: of equal runs the lowest, of equal strengths the first."""
    by_strength = {seat.strength: seat for seat in reversed(seats)}
    best: list[Seat] = []
    run: list[Seat] = []
    for strength in sorted(by_strength):
        run = [*run, by_strength[strength]] if run and run[-1].strength == strength - 1 else [by_strength[strength]]
        best = max(best, run, key=len)
    return best


def set_awards(active: Seats, tiers: Sequence[fx.Tier]) -> Iterator[Award]:
    """RES-6, Collector: yield the points of differently named cards that share a suit; every such suit scores."""
    for suit in dict.fromkeys(seat.suit for seat in active):
        cards = [seat for seat in active if seat.suit == suit]
        if points := tier_points(tiers, len({seat.name for seat in cards})):
            yield points, cards


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
        """RES-7 (reading): the higher, the better: first the total, then the lower base strength."""
        return (self.total, -self.base)


def score_hand(realm: Realm, hand: Sequence[str], choices: Choices | None = None, *, runs: RunRule = "all") -> Score:
    """Score a hand with exactly these choices; a card without one stays as it is.

    >>> from fantasy_realms.model.realm import base_realm
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
