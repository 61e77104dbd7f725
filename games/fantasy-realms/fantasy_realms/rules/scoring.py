"""RES-6: the points of each active card, and the cards they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from fantasy_realms.model import effects as fx
from fantasy_realms.rules.seats import Seat, Seats, holds, matching_seats

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
    """RES-6, Gem of Order: yield the points of consecutive base strengths; every run scores (author's ruling).

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
