"""The cards of a hand while they are being resolved: their current names and effects.

RES-0 to RES-2 and the Island: the player's decisions and their options.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fantasy_realms.model.realm import (
    Bonus,
    Card,
    ChangeSuit,
    Clearing,
    ClearOne,
    Condition,
    Copy,
    Penalty,
    Realm,
    TakeCard,
    Which,
)


class Seat(Struct, frozen=True):
    """One card of the hand, as it counts now; `card` is the printed card, whatever it has become."""

    card: str
    name: str
    suit: str
    strength: int
    bonus: tuple[Bonus, ...]
    clears: tuple[Clearing, ...]
    penalty: tuple[Penalty, ...]


Seats: TypeAlias = tuple[Seat, ...]


class SuitChange(Struct, frozen=True):
    """RES-2: the effect of the Book of Changes."""

    card: str
    suit: str


Decision: TypeAlias = str | SuitChange  # a card that is copied, cleared or taken; or a change of suit
Choices: TypeAlias = Mapping[str, Decision]  # by the card that decides


def seat_of(card: Card) -> Seat:
    """Return a card as it is printed."""
    return Seat(card.id, card.id, card.suit, card.strength, card.bonus, card.clears, card.penalty)


def seats_of(realm: Realm, hand: Iterable[str]) -> Seats:
    """Return a hand before anything has been decided."""
    return tuple(seat_of(realm[card]) for card in hand)


def matching_seats(seats: Sequence[Seat], which: Which, by: str) -> list[Seat]:
    """Return the seats that an effect of the card `by` matches."""
    return [
        seat
        for seat in seats
        if any(part.matches(seat.name, seat.suit) and not (part.other and seat.card == by) for part in which)
    ]


def holds(seats: Sequence[Seat], condition: Condition, by: str) -> bool:
    """Return whether a condition on the card `by` holds among these seats."""
    tests = (bool(matching_seats(seats, test.which, by)) == test.present for test in condition.tests)
    return all(tests) if condition.every else any(tests)


HAND_SIZE = 7


def options(
    realm: Realm, seats: Seats, card: str, display: Collection[str] = (), *, chaos: bool = False
) -> Iterator[Decision]:
    """Yield every decision a card can make at this point of the resolution; deciding nothing is always possible.

    >>> from fantasy_realms.model.realm import base_realm
    >>> from fantasy_realms.rules.seats import seats_of
    >>> realm = base_realm()
    >>> list(options(realm, seats_of(realm, ["doppelganger", "king", "swamp"]), "doppelganger"))
    ['king', 'swamp']
    """
    match realm[card].choice:
        case TakeCard(suits):
            if len(seats) < most_cards(realm, [seat.card for seat in seats]):
                yield from (taken for taken in display if chaos or realm[taken].suit in suits)
        case Copy("hand"):
            yield from (seat.card for seat in seats if seat.card != card)
        case Copy("game", _, suits):
            yield from (other.id for other in realm.cards.values() if other.suit in suits and other.id != card)
        case ChangeSuit(of):
            for seat in matching_seats(seats, of, card):
                yield from (SuitChange(seat.card, suit) for suit in realm.true_suits if suit != seat.suit)
        case ClearOne(of):
            yield from (seat.card for seat in matching_seats(seats, of, card))


def most_cards(realm: Realm, hand: Sequence[str]) -> int:
    """Return the largest size of a hand: one more for each card that takes one at the end (RES-0)."""
    return HAND_SIZE + sum(isinstance(realm[card].choice, TakeCard) for card in hand)


def apply_decision(realm: Realm, seats: Seats, card: str, decision: Decision) -> Seats:
    """Return the hand after one decision, by the rule of its kind."""
    match realm[card].choice, decision:
        case TakeCard(), str(taken):
            return take_card(realm, seats, taken)
        case Copy() as copy, str(copied):
            return copy_card(realm, seats, card, copy, copied)
        case ChangeSuit(), SuitChange(target, suit):
            return change_suit(seats, target, suit)
    return seats  # the Island clears together with the others, in RES-3


def take_card(realm: Realm, seats: Seats, taken: str) -> Seats:
    """RES-0: add one card of the display to the hand."""
    return (*seats, seat_of(realm[taken]))


def copy_card(realm: Realm, seats: Seats, card: str, copy: Copy, copied: str) -> Seats:
    """RES-1: copy name and suit, and for the Doppelgänger also strength and penalty.

    A card of the hand is copied as it is at that moment; a card of the game as it is printed.
    """
    model = _seat(seats, copied) if copy.source == "hand" else seat_of(realm[copied])

    def become(seat: Seat) -> Seat:
        return Seat(
            seat.card,
            model.name if "name" in copy.fields else seat.name,
            model.suit if "suit" in copy.fields else seat.suit,
            model.strength if "strength" in copy.fields else seat.strength,
            seat.bonus,
            seat.clears,
            model.penalty if "penalty" in copy.fields else seat.penalty,
        )

    return tuple(become(seat) if seat.card == card else seat for seat in seats)


def change_suit(seats: Seats, target: str, suit: str) -> Seats:
    """RES-2: give one card another suit; name, strength, bonus and penalty stay."""
    return tuple(replace(seat, suit=suit) if seat.card == target else seat for seat in seats)


def decide_all(realm: Realm, seats: Seats, choices: Choices) -> Seats:
    """RES-0 to RES-2: carry out possible choices in their order."""
    for card in realm.deciding:
        if card in choices:
            seats = apply_decision(realm, seats, card, choices[card])
    return seats


def _seat(seats: Seats, card: str) -> Seat:
    return next(seat for seat in seats if seat.card == card)
