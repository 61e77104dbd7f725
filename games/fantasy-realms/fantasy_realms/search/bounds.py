"""Upper bounds of the points two cards can bring each other, which let the search skip hands without scoring them.

A hand is worth no more than the sum, over its cards, of the value of each alone and, over its pairs, of the points the
two can bring each other. Penalties and blanking only subtract, so they are ignored; a bonus that needs several cards is
split among them; a wild card counts as whatever suits each partner best. A change of suit adds at most the points that
one card, as any suit, brings to each of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product

import numpy as np
from msgspec import Struct

from cloudy_pnp.simulate.numba_code import Ints
from fantasy_realms.model import realm as fx
from fantasy_realms.model.realm import Card, Realm
from fantasy_realms.rules.score import tier_points

SCALE = 48  # bounds are whole numbers of 1/48 point: a bonus is shared by two, three or four cards, and halved


class Bounds(Struct, frozen=True):
    """Upper bounds in 1/SCALE points, by the numbers of the cards."""

    alone: Ints  # [card]: strength and whatever needs no certain partner
    pair: Ints  # [card, card]: the points two cards bring each other
    gain: Ints  # [card, card]: the gain of the first from the second, whatever that copies
    plain: Ints  # [card, card]: the gain of the first from a card like the second as printed
    change: Ints  # [card, changed card]: the gain of a card from a change of suit
    shift: Ints  # [changed card, suit, card]: the same for one suit, with the loss of the old suit
    changing: Ints  # [card]: whether it changes a suit
    runs: Ints  # [card, strengths in a row]: the most that its bonus for runs can bring; last: what `alone` holds
    sets: Ints  # [card, cards of a suit]: the same for sets
    free: Ints  # [card]: how many cards can have another suit thanks to it
    strange: int  # whether a card can take over a strength that is not in the hand


@lru_cache(maxsize=8)
def bounds_of(realm: Realm, size: int) -> Bounds:
    """Return the bounds for hands of this many cards."""
    cards = list(realm.cards.values())
    count = len(cards)
    strongest = max(card.strength for card in cards)
    gains = [_Gains(card, size, strongest) for card in cards]
    identities = [list(_identities(realm, card)) for card in cards]
    alone = np.array([who.alone for who in gains], np.int64)
    gain, change = np.zeros((count, count), np.int64), np.zeros((count, count), np.int64)
    suits = list(realm.suits)
    plain = np.zeros((count, count), np.int64)
    shift = np.full((count, len(suits), count), -(10**9), np.int64)
    for me, other in product(range(count), range(count)):
        plain[me, other] = gains[me].gain(cards[other].id, cards[other].suit, cards[other].strength)
        if me == other:
            for suit in realm.true_suits:
                shift[me, suits.index(suit), me] = gains[me].by_itself(suit)
            change[me, me] = shift[me, :, me].max()
            continue
        strength = _most_strength(cards[other], strongest)
        as_it_is = max(gains[me].gain(name, suit, strength) for name, suit in identities[other])
        names = {name for name, _ in identities[other]}
        for suit in realm.true_suits:
            turned = max(gains[me].gain(name, suit, strength) for name in names)
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
        changing=np.array([isinstance(card.choice, fx.ChangeSuit) for card in cards], np.int64),
        runs=_tier_lines(cards, size, fx.Runs),
        sets=_tier_lines(cards, size, fx.Sets),
        free=np.array([isinstance(card.choice, fx.ChangeSuit | fx.Copy) for card in cards], np.int64),
        strange=int(any(_strange(card) for card in cards)),
    )


def _strange(card: Card) -> bool:
    return isinstance(card.choice, fx.Copy) and card.choice.source == "game" and "strength" in card.choice.fields


def _tier_lines(cards: Sequence[Card], size: int, kind: type[fx.Runs] | type[fx.Sets]) -> Ints:
    """Return the points that the runs or sets of each card can bring, by length; the last column is in `alone`."""
    lines = np.zeros((len(cards), 12), np.int64)
    for line, card in zip(lines, cards, strict=True):
        for effect in card.bonus:
            if isinstance(effect, kind):
                line[:11] += SCALE * np.array(best_runs(effect.tiers), np.int64)
                line[11] += SCALE * best_runs(effect.tiers)[size]
    return lines


def _identities(realm: Realm, card: Card) -> Iterator[tuple[str, str]]:
    """Yield every name and suit that a card can have before its suit is changed."""
    yield card.id, card.suit
    if isinstance(card.choice, fx.Copy):
        for other in realm.cards.values():
            if card.choice.source == "hand" or other.suit in card.choice.suits:
                name = other.id if "name" in card.choice.fields else card.id
                yield name, other.suit if "suit" in card.choice.fields else card.suit


def _most_strength(card: Card, strongest: int) -> int:
    copies = isinstance(card.choice, fx.Copy) and "strength" in card.choice.fields
    return strongest if copies else card.strength


class _Gains:
    """The possible gains of one card."""

    def __init__(self, card: Card, size: int, strongest: int) -> None:
        self.card = card
        self.size = size
        self.strongest = strongest
        from_effects = sum(self._alone(effect) for effect in card.bonus)
        self.alone = SCALE * _most_strength(card, strongest) + from_effects
        self.gain = cache(self._gain)

    def _matches_itself(self, which: fx.Which) -> bool:
        """Return whether an effect matches the printed card itself."""
        return any(part.matches(self.card.id, self.card.suit) and not part.other for part in which)

    def _open_tests(self, effect: fx.Once) -> list[fx.Which]:
        """Return the conditions that other cards must meet before the bonus is paid."""
        return [test.which for test in effect.when.tests if test.present and not self._matches_itself(test.which)]

    def _alone(self, effect: fx.Bonus) -> int:
        match effect:
            case fx.PerCard(points, of):
                return SCALE * points if self._matches_itself(of) else 0
            case fx.Once(points):
                left = self._open_tests(effect)
                free = not left if effect.when.every else len(left) < len(effect.when.tests)
                return SCALE * points if free else 0
            case fx.FirstOf(cases):
                return max(self._alone(case) for case in cases)
            case fx.Strengths(of, "sum"):
                return SCALE * self.card.strength if self._matches_itself(of) else 0
            case fx.Strengths():
                return SCALE * self.strongest
            case fx.Runs(tiers):
                return SCALE * best_runs(tiers)[self.size]
            case fx.Sets(tiers):
                return SCALE * best_runs(tiers)[self.size]
            case fx.SuitsDiffer(points):
                return SCALE * points

    def _gain(self, name: str, suit: str, strength: int) -> int:
        return sum(self._gain_of(effect, name, suit, strength) for effect in self.card.bonus)

    def _gain_of(self, effect: fx.Bonus, name: str, suit: str, strength: int) -> int:
        """Return the gain from another card with this name and suit."""
        match effect:
            case fx.PerCard(points, of):
                return SCALE * points if _matches(of, name, suit) else 0
            case fx.Once(points):
                left = self._open_tests(effect)
                hit = sum(_matches(which, name, suit) for which in left)
                if not effect.when.every:
                    return SCALE * points if hit else 0
                return -(-SCALE * points * hit // len(left)) if left else 0
            case fx.FirstOf(cases):
                return max(self._gain_of(case, name, suit, strength) for case in cases)
            case fx.Strengths(of, "sum"):
                return SCALE * strength if _matches(of, name, suit) else 0
        return 0

    def by_itself(self, suit: str) -> int:
        """Return the extra gain of the card from itself in another suit."""
        return sum(self._by_itself(effect, suit) for effect in self.card.bonus)

    def _by_itself(self, effect: fx.Bonus, suit: str) -> int:
        name = self.card.id

        def newly(which: fx.Which) -> bool:
            matched = any(part.matches(name, suit) and not part.other for part in which)
            return matched and not self._matches_itself(which)

        match effect:
            case fx.PerCard(points, of):
                return SCALE * points if newly(of) else 0
            case fx.Once(points, when):
                return SCALE * points if any(newly(test.which) for test in when.tests) else 0
            case fx.FirstOf(cases):
                return max(self._by_itself(case, suit) for case in cases)
            case fx.Strengths(of, "sum"):
                return SCALE * self.card.strength if newly(of) else 0
        return 0


def _matches(which: fx.Which, name: str, suit: str) -> bool:
    return any(part.matches(name, suit) for part in which)


def best_runs(tiers: Sequence[fx.Tier], most: int = 10) -> list[int]:
    """Return the most points this many cards can bring as runs or sets, by their number: as one, or as several.

    >>> best_runs((fx.Tier(3, 10), fx.Tier(5, 15)))[:8]
    [0, 0, 0, 10, 10, 15, 20, 20]
    """
    best = [0] * (most + 1)
    for length in range(1, most + 1):
        parts = (best[first] + best[length - first] for first in range(1, length))
        best[length] = max(tier_points(tiers, length), *parts, 0)
    return best
