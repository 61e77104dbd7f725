"""The best choices for a hand as compiled code: every combination that could matter is tried, like an odometer.

Compare `rules.best`, which is the readable one.
"""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, jit
from fantasy_realms.fast import tables as rows
from fantasy_realms.fast.kernel import NAME, PENALTY, STRENGTH, SUIT, matching_places, resolve, write_printed

# rows of the work space behind the hand (rows 0 to 4)
SCRATCH, POINTS, SLOTS, AT, COUNT, BEST_AT = 5, 8, 9, 10, 11, 12
OPTIONS = 13  # one row for each slot
ROWS = OPTIONS + 10
COLUMNS = 320  # of a work space: the most options of a slot


@jit
def find_slots(t: rows.Tables, cards: Ints, size: int, work: Ints) -> int:
    """Find the places with a decision, in the order of decisions."""
    slots = 0
    for place in range(size):
        kind = t.card[cards[place], rows.CHOICE]
        if kind in (rows.NO_CHOICE, rows.TAKE):
            continue
        at = slots
        while at > 0 and t.card[cards[work[SLOTS, at - 1]], rows.TURN] > t.card[cards[place], rows.TURN]:
            work[SLOTS, at] = work[SLOTS, at - 1]
            at -= 1
        work[SLOTS, at] = place
        slots += 1
    return slots


@jit
def list_options(t: rows.Tables, cards: Ints, size: int, work: Ints, slots: int) -> None:
    """List the options of each slot, without those that are certainly no better; option 0 is to decide nothing."""
    copying, asked_suits, present, sets = 0, 0, 0, 0
    for place in range(size):
        card = cards[place]
        copying += t.card[card, rows.CHOICE] == rows.COPY_HAND or t.card[card, rows.CHOICE] == rows.COPY_GAME
        asked_suits |= t.card[card, rows.ASKED]
        present |= 1 << t.card[card, rows.SUIT_OF]
        sets += t.card[card, rows.HAS_SETS]
    for slot in range(slots):
        place = work[SLOTS, slot]
        card = cards[place]
        options = work[OPTIONS + slot]
        options[0] = -1
        count = 1
        kind = t.card[card, rows.CHOICE]
        if kind in (rows.COPY_HAND, rows.CLEAR_ONE):
            for other in range(size):
                options[count] = other
                count += 1
        elif kind == rows.COPY_GAME:
            count = list_names(t, cards, size, card, copying, options)
        elif kind == rows.CHANGE_SUIT:
            grouped = (present if copying == 0 else t.plain[rows.TRUE_SUITS]) if sets else 0
            suits = promising_suits(t, asked_suits | grouped, asked_suits | present, copying)
            for other in range(size):
                for suit in range(t.plain[rows.SUITS]):
                    if (suits >> suit) & 1:
                        options[count] = other * t.plain[rows.SUITS] + suit
                        count += 1
        work[COUNT, slot] = count


@jit
def list_names(t: rows.Tables, cards: Ints, size: int, card: int, copying: int, options: Ints) -> int:
    """List the names that a card copies from the game, after option 0; return the number of options.

    Per suit those that an effect refers to, and as many others as there are copies.
    """
    count = 1
    for suit in range(t.plain[rows.SUITS]):
        fresh = 0
        for name in range(len(t.card)):
            if t.card[name, rows.SUIT_OF] != suit or not (t.names[card, name] & 1):
                continue
            asked_for, held = False, False
            for other in range(size):
                asked_for |= (t.names[cards[other], name] & 2) != 0
                held |= cards[other] == name
            if not asked_for and not held:
                fresh += 1
            if asked_for or (held and fresh == 0) or (not held and fresh <= copying):
                options[count] = name
                count += 1
    return count


@jit
def promising_suits(t: rows.Tables, matter: int, used: int, copying: int) -> int:
    """Return the suits (as bits) that a change may need: those that matter, and a few that nothing uses; or all."""
    every: int = t.plain[rows.TRUE_SUITS]
    suits, fresh = matter, 0
    for suit in range(t.plain[rows.SUITS]):
        unused = not (used >> suit) & 1 and (every >> suit) & 1
        if unused and fresh <= copying:
            suits |= 1 << suit
            fresh += 1
    return suits & every if fresh else every


@jit
def decide(t: rows.Tables, cards: Ints, size: int, work: Ints, slots: int) -> int:
    """Apply RES-1 and RES-2 with the current options; return the places cleared, or −1 if impossible."""
    write_printed(t, cards, size, work)
    cleared = 0
    for slot in range(slots):
        option = work[OPTIONS + slot, work[AT, slot]]
        if option < 0:
            continue
        place = work[SLOTS, slot]
        card = cards[place]
        kind = t.card[card, rows.CHOICE]
        if kind in (rows.COPY_HAND, rows.COPY_GAME):
            name, suit, strength = option, 0, 0
            penalty = -1
            if kind == rows.COPY_HAND:
                if option == place:
                    return -1
                name, suit, strength = work[NAME, option], work[SUIT, option], work[STRENGTH, option]
                penalty = work[PENALTY, option]
            else:
                suit, strength = t.card[option, rows.SUIT_OF], t.card[option, rows.STRENGTH_OF]
                penalty = option if t.card[option, rows.FIRST_PENALTY] < t.card[option, rows.END_PENALTY] else -1
            if t.card[card, rows.COPIES] & 1:
                work[NAME, place] = name
            if t.card[card, rows.COPIES] & 2:
                work[SUIT, place] = suit
            if t.card[card, rows.COPIES] & 4:
                work[STRENGTH, place] = strength
            if t.card[card, rows.COPIES] & 8:
                work[PENALTY, place] = penalty
            continue
        target = option // t.plain[rows.SUITS] if kind == rows.CHANGE_SUIT else option
        allowed = matching_places(
            t, t.card[card, rows.FIRST_CHOICE], t.card[card, rows.END_CHOICE], place, work, size, 0
        )
        if not (allowed >> target) & 1:
            return -1
        if kind == rows.CHANGE_SUIT:
            if work[SUIT, target] == option % t.plain[rows.SUITS]:
                return -1
            work[SUIT, target] = option % t.plain[rows.SUITS]
        else:
            if work[PENALTY, target] < 0 or (cleared >> target) & 1:
                return -1
            cleared |= 1 << target
    return cleared


@jit
def best_result(t: rows.Tables, cards: Ints, size: int, work: Ints) -> int:
    """Return the best result of a hand over all choices; the row BEST_AT holds the best options.

    `work` is an array of ROWS × COLUMNS numbers.
    """
    slots = find_slots(t, cards, size, work)
    if slots == 0:
        write_printed(t, cards, size, work)
        return resolve(t, work, size, 0, work[SCRATCH : SCRATCH + 3], work[POINTS])
    list_options(t, cards, size, work, slots)
    for slot in range(slots):
        work[AT, slot] = 0
        work[BEST_AT, slot] = 0
    best = -(1 << 40)
    while True:
        cleared = decide(t, cards, size, work, slots)
        if cleared >= 0:
            result = resolve(t, work, size, cleared, work[SCRATCH : SCRATCH + 3], work[POINTS])
            if result > best:
                best = result
                for slot in range(slots):
                    work[BEST_AT, slot] = work[AT, slot]
        slot = slots - 1
        while slot >= 0:
            work[AT, slot] += 1
            if work[AT, slot] < work[COUNT, slot]:
                break
            work[AT, slot] = 0
            slot -= 1
        if slot < 0:
            return best
