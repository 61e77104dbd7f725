"""RES-3: clearing, once and for all cards; RES-4 and RES-5: which cards are blanked, and by whom."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from fantasy_realms.model.realm import Blank, BlankedIf, BlankedUnless, ClearPenalty, ClearWord, penalty_without_words
from fantasy_realms.rules.seats import Seats, matching_seats


class Cleared(Struct, frozen=True):
    """The card that cleared a card's penalty: all of it, or one suit word."""

    by: str
    word: str | None = None


def clear(seats: Seats, one_each: Mapping[str, str]) -> tuple[Seats, dict[str, tuple[Cleared, ...]]]:
    """RES-3: return the rest of the penalties, and which card cleared what.

    `one_each` names the card that cards like the Island clear. Clearing without an effect is not listed.
    """
    whole: dict[str, list[Cleared]] = {}
    words: dict[str, list[Cleared]] = {}
    for by, target in one_each.items():
        whole.setdefault(target, []).append(Cleared(by))
    for seat in seats:
        for effect in seat.clears:
            match effect:
                case ClearPenalty(of):
                    for target_seat in matching_seats(seats, of, seat.card):
                        whole.setdefault(target_seat.card, []).append(Cleared(seat.card))
                case ClearWord(word, on):
                    for target_seat in matching_seats(seats, on, seat.card):
                        words.setdefault(target_seat.card, []).append(Cleared(seat.card, word))
    if not whole and not words:
        return seats, {}
    left, clearings = [], {}
    for seat in seats:
        if not seat.penalty:
            left.append(seat)
        elif seat.card in whole:
            left.append(replace(seat, penalty=()))
            clearings[seat.card] = tuple(whole[seat.card])
        elif seat.card in words:
            struck = frozenset(cleared.word for cleared in words[seat.card] if cleared.word is not None)
            clauses = (penalty_without_words(clause, struck) for clause in seat.penalty)
            penalty = tuple(clause for clause in clauses if clause is not None)
            left.append(replace(seat, penalty=penalty))
            if penalty != seat.penalty:
                clearings[seat.card] = tuple(words[seat.card])
        else:
            left.append(seat)
    return tuple(left), clearings


Arrows = Mapping[str, frozenset[str]]  # from each card to those that its penalty would blank


def arrows_of(seats: Seats) -> dict[str, frozenset[str]]:
    """RES-4: return the arrows from A to B, where the rest of A's penalty blanks B."""
    arrows = {}
    for seat in seats:
        hit = [
            target.card
            for clause in seat.penalty
            if isinstance(clause, Blank)
            for target in matching_seats(seats, clause.of, seat.card)
        ]
        if hit:
            arrows[seat.card] = frozenset(hit)
    return arrows


def blanked_by_others(arrows: Arrows) -> dict[str, frozenset[str]]:
    """RES-4 (reading): return the blanked cards, each with those that blank it.

    Arrows of a card take effect once nothing that is not blanked points at it; arrows of a blanked card vanish. When
    only closed rings are left to begin with, their cards are all blanked (two Basilisks), and their arrows vanish.

    >>> blanked_by_others({"blizzard": frozenset({"great-flood"}), "great-flood": frozenset({"wildfire"})})
    {'great-flood': frozenset({'blizzard'})}
    >>> ring = blanked_by_others({"a": frozenset({"b", "c"}), "b": frozenset({"a"})})
    >>> sorted(ring)  # nothing is left that could blank c
    ['a', 'b']
    """
    blanked: dict[str, frozenset[str]] = {}
    open_arrows = dict(arrows)
    while open_arrows:
        safe = [card for card in open_arrows if not any(card in hit for hit in open_arrows.values())]
        if safe:
            hits = {card: open_arrows.pop(card) for card in safe}
        else:
            hits = {}
            for ring in _closed_rings(open_arrows):
                hits.update({card: open_arrows[card] & ring for card in ring})
        for by, hit in hits.items():
            for card in hit:
                blanked[card] = blanked.get(card, frozenset()) | {by}
        for card in blanked:
            open_arrows.pop(card, None)
    return blanked


def _closed_rings(arrows: Arrows) -> list[frozenset[str]]:
    """Return the groups of cards that reach each other by arrows, and that no arrow from outside reaches."""
    reach = {card: _reachable(arrows, card) for card in arrows}
    rings = {
        frozenset(other for other in arrows if other in reach[card] and card in reach[other])
        for card in arrows
        if card in reach[card]
    }
    outside = {ring: [card for card in arrows if card not in ring and arrows[card] & ring] for ring in rings}
    return [ring for ring in rings if not outside[ring]]


def _reachable(arrows: Arrows, start: str) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for card in arrows.get(waiting.pop(), frozenset()):
            if card not in reached:
                reached.add(card)
                waiting.append(card)
    return reached


def blanked_by_themselves(active: Seats) -> frozenset[str]:
    """RES-5 (reading): return the active cards that blank themselves.

    First “unless with”, until nothing changes; then, all at one moment, “with”; and again until it is stable.
    """
    left = active
    while True:
        before = len(left)
        while alone := _lacking(left):
            left = tuple(seat for seat in left if seat.card not in alone)
        disturbed = _disturbed(left)
        left = tuple(seat for seat in left if seat.card not in disturbed)
        if len(left) == before:
            return frozenset(seat.card for seat in active) - frozenset(seat.card for seat in left)


def _lacking(active: Seats) -> set[str]:
    """Return the cards that need a card that is missing."""
    return {
        seat.card
        for seat in active
        for clause in seat.penalty
        if isinstance(clause, BlankedUnless) and not matching_seats(active, clause.having, seat.card)
    }


def _disturbed(active: Seats) -> set[str]:
    """Return the cards that another card's presence blanks."""
    return {
        seat.card
        for seat in active
        for clause in seat.penalty
        if isinstance(clause, BlankedIf) and matching_seats(active, clause.having, seat.card)
    }
