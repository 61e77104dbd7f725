"""How much two cards can bring each other at most: what lets the search pass over hands without scoring them.

A hand is worth no more than the sum, over its cards, of what each is worth alone and, over its pairs, of what the two
can bring each other. Penalties and blanking only take away, so they are left out; a bonus that needs several cards is
shared out among them; a wild card is taken as whatever suits each partner best. A change of suit adds at most what
one card, as any suit, brings to each of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import numpy as np

from cloudy_pnp.simulate.numba_code import Ints
from fantasy_realms.model.effects import (
    Bonus,
    ChangeSuit,
    Copy,
    FirstOf,
    Once,
    PerCard,
    Runs,
    Sets,
    Strengths,
    SuitsDiffer,
    Tier,
    Which,
)
from fantasy_realms.model.realm import Card, Realm
from fantasy_realms.rules.scoring import tier_points

SCALE = 48  # bounds are whole numbers of 1/48 point: a bonus is shared by two, three or four cards, and halved


@dataclass(frozen=True, slots=True)
class Bounds:
    """Upper bounds in 1/SCALE points, by the numbers of the cards."""

    alone: Ints  # [card]: strength and whatever needs no certain partner
    pair: Ints  # [card, card]: what two cards bring each other
    gain: Ints  # [card, card]: what the first gets from the second, whatever that copies
    plain: Ints  # [card, card]: what the first gets from a card like the second as it is printed
    change: Ints  # [card, changed card]: what a change of suit adds to a card
    shift: Ints  # [changed card, suit, card]: the same for one suit, and what is lost with the old suit
    changing: Ints  # [card]: whether it changes a suit
    runs: Ints  # [card, strengths in a row]: the most that its bonus for runs can bring; last: what `alone` holds
    sets: Ints  # [card, cards of a suit]: the same for sets
    free: Ints  # [card]: how many cards can have another suit thanks to it
    strange: int  # whether a card can take over a strength that is not in the hand


@lru_cache(maxsize=8)
def bounds_of(realm: Realm, size: int) -> Bounds:
    """The bounds for hands of so many cards."""
    cards = list(realm.cards.values())
    count = len(cards)
    strongest = max(card.strength for card in cards)
    known = [_CachedFont(card, size, strongest) for card in cards]
    identities = [list(_identities(realm, card)) for card in cards]
    alone = np.array([who.alone for who in known], np.int64)
    gain, change = np.zeros((count, count), np.int64), np.zeros((count, count), np.int64)
    suits = list(realm.suits)
    plain = np.zeros((count, count), np.int64)
    shift = np.full((count, len(suits), count), -(10**9), np.int64)
    for me, other in product(range(count), range(count)):
        plain[me, other] = known[me].gain(cards[other].id, cards[other].suit, cards[other].strength)
        if me == other:
            for suit in realm.true_suits:
                shift[me, suits.index(suit), me] = known[me].by_itself(suit)
            change[me, me] = shift[me, :, me].max()
            continue
        strength = _most_strength(cards[other], strongest)
        as_it_is = max(known[me].gain(name, suit, strength) for name, suit in identities[other])
        names = {name for name, _ in identities[other]}
        for suit in realm.true_suits:
            turned = max(known[me].gain(name, suit, strength) for name in names)
            shift[other, suits.index(suit), me] = turned - as_it_is
        gain[me, other] = as_it_is
        change[me, other] = max(0, shift[other, :, me].max())
    return Bounds(
        alone,
        gain + gain.T,
        gain,
        plain,
        change,
        shift,
        changing=np.array([isinstance(card.choice, ChangeSuit) for card in cards], np.int64),
        runs=_tier_lines(cards, size, Runs),
        sets=_tier_lines(cards, size, Sets),
        free=np.array([isinstance(card.choice, ChangeSuit | Copy) for card in cards], np.int64),
        strange=int(any(_strange(card) for card in cards)),
    )


def _strange(card: Card) -> bool:
    return isinstance(card.choice, Copy) and card.choice.source == "game" and "strength" in card.choice.fields


def _tier_lines(cards: Sequence[Card], size: int, kind: type[Runs] | type[Sets]) -> Ints:
    """What the runs or sets of each card can bring, by their length; the last column is what `alone` holds."""
    lines = np.zeros((len(cards), 12), np.int64)
    for line, card in zip(lines, cards, strict=True):
        for effect in card.bonus:
            if isinstance(effect, kind):
                line[:11] += SCALE * np.array(best_runs(effect.tiers), np.int64)
                line[11] += SCALE * best_runs(effect.tiers)[size]
    return lines


def _identities(realm: Realm, card: Card) -> Iterator[tuple[str, str]]:
    """Every name and suit that a card can have before its suit is changed."""
    yield card.id, card.suit
    if isinstance(card.choice, Copy):
        for other in realm.cards.values():
            if card.choice.source == "hand" or other.suit in card.choice.suits:
                name = other.id if "name" in card.choice.fields else card.id
                yield name, other.suit if "suit" in card.choice.fields else card.suit


def _most_strength(card: Card, strongest: int) -> int:
    copies = isinstance(card.choice, Copy) and "strength" in card.choice.fields
    return strongest if copies else card.strength


class _CachedFont:
    """What one card can gain."""

    def __init__(self, card: Card, size: int, strongest: int) -> None:
        self.card = card
        self.size = size
        self.strongest = strongest
        own = sum(self._alone(effect) for effect in card.bonus)
        self.alone = SCALE * _most_strength(card, strongest) + own
        self.gain = cache(self._gain)

    def _meant(self, which: Which) -> bool:
        """Whether an effect means the printed card itself."""
        return any(part.matches(self.card.id, self.card.suit) and not part.other for part in which)

    def _open_tests(self, effect: Once) -> list[Which]:
        """What other cards must bring before the bonus is paid."""
        return [test.which for test in effect.when.tests if test.present and not self._meant(test.which)]

    def _alone(self, effect: Bonus) -> int:
        match effect:
            case PerCard(points, of):
                return SCALE * points if self._meant(of) else 0
            case Once(points):
                left = self._open_tests(effect)
                free = not left if effect.when.every else len(left) < len(effect.when.tests)
                return SCALE * points if free else 0
            case FirstOf(cases):
                return max(self._alone(case) for case in cases)
            case Strengths(of, "sum"):
                return SCALE * self.card.strength if self._meant(of) else 0
            case Strengths():
                return SCALE * self.strongest
            case Runs(tiers):
                return SCALE * best_runs(tiers)[self.size]
            case Sets(tiers):
                return SCALE * best_runs(tiers)[self.size]
            case SuitsDiffer(points):
                return SCALE * points

    def _gain(self, name: str, suit: str, strength: int) -> int:
        return sum(self._gain_of(effect, name, suit, strength) for effect in self.card.bonus)

    def _gain_of(self, effect: Bonus, name: str, suit: str, strength: int) -> int:
        """What another card with this name and suit brings."""
        match effect:
            case PerCard(points, of):
                return SCALE * points if _matches(of, name, suit) else 0
            case Once(points):
                left = self._open_tests(effect)
                hit = sum(_matches(which, name, suit) for which in left)
                if not effect.when.every:
                    return SCALE * points if hit else 0
                return -(-SCALE * points * hit // len(left)) if left else 0
            case FirstOf(cases):
                return max(self._gain_of(case, name, suit, strength) for case in cases)
            case Strengths(of, "sum"):
                return SCALE * strength if _matches(of, name, suit) else 0
        return 0

    def by_itself(self, suit: str) -> int:
        """What the card can gain more from itself in another suit."""
        return sum(self._by_itself(effect, suit) for effect in self.card.bonus)

    def _by_itself(self, effect: Bonus, suit: str) -> int:
        name = self.card.id

        def newly(which: Which) -> bool:
            meant = any(part.matches(name, suit) and not part.other for part in which)
            return meant and not self._meant(which)

        match effect:
            case PerCard(points, of):
                return SCALE * points if newly(of) else 0
            case Once(points, when):
                return SCALE * points if any(newly(test.which) for test in when.tests) else 0
            case FirstOf(cases):
                return max(self._by_itself(case, suit) for case in cases)
            case Strengths(of, "sum"):
                return SCALE * self.card.strength if newly(of) else 0
        return 0


def _matches(which: Which, name: str, suit: str) -> bool:
    return any(part.matches(name, suit) for part in which)


def best_runs(tiers: Sequence[Tier], most: int = 10) -> list[int]:
    """The most that so many cards can bring as runs or sets, by their number: as one, or as several.

    >>> best_runs((Tier(3, 10), Tier(5, 15)))[:8]
    [0, 0, 0, 10, 10, 15, 20, 20]
    """
    best = [0] * (most + 1)
    for length in range(1, most + 1):
        parts = (best[first] + best[length - first] for first in range(1, length))
        best[length] = max(tier_points(tiers, length), *parts, 0)
    return best
