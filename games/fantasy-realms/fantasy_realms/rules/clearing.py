"""RES-3: clearing, once and for all cards, before any penalty."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from fantasy_realms.model.effects import ClearPenalty, ClearWord, penalty_without_words
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
