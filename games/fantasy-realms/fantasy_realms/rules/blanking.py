"""RES-4 and RES-5: which cards are blanked, and by whom."""

from __future__ import annotations

from collections.abc import Mapping

from fantasy_realms.model.effects import Blank, BlankedIf, BlankedUnless
from fantasy_realms.rules.seats import Seats, matching_seats

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
    """RES-4: return the blanked cards, each with those that blank it.

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
    """RES-5 (house rule): return the active cards that blank themselves.

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
