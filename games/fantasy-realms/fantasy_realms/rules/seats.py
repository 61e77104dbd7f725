"""The cards of a hand while they are being resolved: their current names and effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from fantasy_realms.model.effects import Bonus, Clearing, Condition, Penalty, Which
from fantasy_realms.model.realm import Card, Realm


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
