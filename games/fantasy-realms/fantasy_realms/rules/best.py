"""The best choices for a hand: every choice that could matter is tried.

A copied name matters only if an effect in the hand refers to it, so of the other names one per suit is tried; the same
holds for suits that no effect refers to. A test compares this with trying everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from fantasy_realms.model.realm import Card, ChangeSuit, ClearOne, Copy, Realm, Sets, TakeCard, whiches
from fantasy_realms.rules.score import RunRule, Score, resolve
from fantasy_realms.rules.seats import Decision, Seats, SuitChange, apply_decision, options, seats_of

Fixed: TypeAlias = Mapping[str, Decision | None]  # decisions that stay; None: the card stays unused


class Variants(Struct, frozen=True):
    """Other readings and ways to play that change a score."""

    runs: RunRule = "all"
    chaos: bool = False  # PLAY-7: the Necromancer may take any card that is offered


def best_score(
    realm: Realm,
    hand: Sequence[str],
    fixed: Fixed | None = None,
    display: Collection[str] = (),
    variants: Variants = Variants(),  # noqa: B008
) -> Score:
    """Return the highest score of a hand: choices in `fixed` stay, all others are searched for.

    Of equal totals the one with the lower base strength is best, since it wins ties (RES-7).

    >>> from fantasy_realms.model.realm import base_realm
    >>> hand = ["candle", "book-of-changes", "bell-tower"]
    >>> score = best_score(base_realm(), hand)
    >>> score.total, score.choices
    (128, {'book-of-changes': SuitChange(card='candle', suit='wizard')})
    """
    best: Score | None = None
    for choices, seats in _ways(realm, seats_of(realm, hand), fixed or {}, display, variants.chaos):
        one_each = {card: str(target) for card, target in choices.items() if isinstance(realm[card].choice, ClearOne)}
        score = resolve(seats, choices, one_each, variants.runs)
        if best is None or score.rank > best.rank:
            best = score
    assert best is not None  # noqa: S101 - deciding nothing is always a way
    return best


def ways_at_most(realm: Realm, hand: Sequence[str], fixed: Fixed, display: Collection[str], chaos: bool) -> int:
    """Return roughly how many ways there are to decide in a hand, before any is tried.

    >>> from fantasy_realms.model.realm import base_realm
    >>> ways_at_most(base_realm(), ["king", "queen"], {}, (), False)
    1
    >>> wild = ["mirage", "shapeshifter", "book-of-changes", "doppelganger", "island"]
    >>> ways_at_most(base_realm(), wild, {}, (), False) > 1_000
    True
    """
    seats, ways = seats_of(realm, hand), 1
    for card in hand:
        if realm[card].choice is not None and card not in fixed:
            ways *= 1 + sum(1 for _ in promising(realm, seats, card, options(realm, seats, card, display, chaos=chaos)))
    return ways


def _ways(
    realm: Realm, seats: Seats, fixed: Fixed, display: Collection[str], chaos: bool
) -> Iterator[tuple[dict[str, Decision], Seats]]:
    """Yield every way to decide that could be the best one, with the resulting hand; few decisions come first."""

    def walk(seats: Seats, at: int, choices: dict[str, Decision]) -> Iterator[tuple[dict[str, Decision], Seats]]:
        if at == len(realm.deciding):
            yield choices, seats
            return
        card = realm.deciding[at]
        if all(seat.card != card for seat in seats):
            yield from walk(seats, at + 1, choices)
            return
        decisions: Iterable[Decision]
        stays = fixed.get(card)
        if stays is not None:
            decisions = (stays,)
        else:
            yield from walk(seats, at + 1, choices)
            if card in fixed:
                return
            decisions = promising(realm, seats, card, options(realm, seats, card, display, chaos=chaos))
        for decision in decisions:
            yield from walk(apply_decision(realm, seats, card, decision), at + 1, {**choices, card: decision})

    return walk(seats, 0, {})


def promising(realm: Realm, seats: Seats, card: str, every: Iterable[Decision]) -> Iterator[Decision]:
    """Yield the decisions of a card without those that are certainly no better than another one."""
    match realm[card].choice:
        case Copy("game"):
            yield from _promising_names(realm, seats, every)
        case ChangeSuit():
            yield from _promising_changes(realm, seats, every)
        case ClearOne():
            with_penalty = {seat.card for seat in seats if seat.penalty}
            yield from (target for target in every if target in with_penalty)
        case TakeCard() | Copy():
            yield from every


def _promising_names(realm: Realm, seats: Seats, every: Iterable[Decision]) -> Iterator[Decision]:
    """Yield the names that an effect refers to, and per suit as many others as there are cards that copy.

    Those may need different ones. A name that is in the hand replaces them.
    """
    hand = [realm[seat.card] for seat in seats]
    references, held = _references(hand).cards, {seat.name for seat in seats}
    rivals = sum(isinstance(other.choice, Copy) for other in hand)
    fresh: dict[str, int] = {}
    for name in every:
        suit = realm[str(name)].suit
        if name in references:
            yield name
        elif name not in held and fresh.get(suit, 0) < rivals:
            fresh[suit] = fresh.get(suit, 0) + 1
            yield name
        elif name in held and suit not in fresh:
            yield name


def _promising_changes(realm: Realm, seats: Seats, every: Iterable[Decision]) -> Iterator[SuitChange]:
    """Yield the changes to a suit that matters, and to one that nothing uses."""
    references = _references(realm[seat.card] for seat in seats)
    present = {seat.suit for seat in seats}
    fresh: str | None = None
    for change in every:
        if not isinstance(change, SuitChange):
            continue
        matters = change.suit in references.suits or (references.sets and change.suit in present)
        if matters or fresh in (None, change.suit):
            if not matters and change.suit not in present:
                fresh = change.suit
            yield change


class _References(Struct, frozen=True):
    """The names and suits that the effects of some cards refer to."""

    cards: frozenset[str]
    suits: frozenset[str]
    sets: bool


def _references(hand: Iterable[Card]) -> _References:
    parts = [_references_of(card) for card in hand]
    return _References(
        frozenset().union(*(part.cards for part in parts)),
        frozenset().union(*(part.suits for part in parts)),
        any(part.sets for part in parts),
    )


@lru_cache(maxsize=1024)
def _references_of(card: Card) -> _References:
    selectors = [selector for which in whiches(card) for selector in which]
    return _References(
        frozenset().union(*(part.cards | part.except_cards for part in selectors)),
        frozenset().union(*(part.suits | part.except_suits for part in selectors)),
        any(isinstance(effect, Sets) for effect in card.bonus),
    )
