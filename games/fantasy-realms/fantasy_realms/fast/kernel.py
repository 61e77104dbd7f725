"""RES-3 to RES-7 as compiled code: cards are numbers, groups of cards are bits of a hand's places.

A hand is five rows of numbers, one entry a place: name, suit, strength, the card whose bonus acts (always its own)
and the card whose penalty acts (−1: none). Compare `rules`, which is the readable one.

The best choices for a hand as compiled code: every combination that could matter is tried, like an odometer.

Compare `rules.best`, which is the readable one.
"""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, jit
from fantasy_realms.fast import tables as at
from fantasy_realms.fast import tables as rows

BASE = 4096  # a result is total × BASE − base strength: the higher, the better (RES-7)
NAME, SUIT, STRENGTH, BONUS, PENALTY = 0, 1, 2, 3, 4


@jit
def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jit
def matching_places(t: at.Tables, first: int, last: int, me: int, hand: Ints, size: int, struck: int) -> int:
    """Return the places matched by an effect of the card at place `me`; suits in `struck` no longer count."""
    bits = 0
    for part in range(first, last):
        for place in range(size):
            name, suit = hand[NAME, place], hand[SUIT, place]
            hit = (t.match[part, name, suit] & 1) != 0
            if struck and hit and (struck >> suit) & 1:
                hit = (t.match[part, name, suit] & 2) != 0
            if hit and not (t.part[part, at.OTHER] and place == me):
                bits |= 1 << place
    return bits


@jit
def has_words(t: at.Tables, first: int, last: int, struck: int) -> bool:
    """RES-3: return whether a clause has any word left."""
    for part in range(first, last):  # noqa: SIM110 - numba knows no any()
        if t.part[part, at.LASTING] or (t.part[part, at.WORDS] & ~struck):
            return True
    return False


@jit
def holds(t: at.Tables, row: int, me: int, hand: Ints, size: int, active: int, struck: int) -> int:
    """Return whether the condition of a row holds: 1, 0, or −1 if nothing is left of it."""
    first, last = t.row[row, at.FIRST_TEST], t.row[row, at.END_TEST]
    if first == last:
        return 1
    left = False
    every, some = True, False
    for test in range(first, last):
        begin, end = t.test[test, at.TEST_PART], t.test[test, at.TEST_END]
        if struck and not has_words(t, begin, end, struck):
            continue
        left = True
        present = (matching_places(t, begin, end, me, hand, size, struck) & active) != 0
        if present == (t.test[test, at.PRESENT] != 0):
            some = True
        else:
            every = False
    if not left:
        return -1
    return 1 if (every if t.row[row, at.EVERY] else some) else 0


@jit
def count_strength(strengths: Ints, size: int, active: int, strength: int) -> int:
    """Count the active places among the first `size` that have a certain strength."""
    count = 0
    for place in range(size):
        count += (active >> place) & 1 and strengths[place] == strength
    return count


@jit
def run_points(worth: Ints, strengths: Ints, size: int, active: int, longest_only: bool) -> int:
    """RES-6, Gem of Order: return the points of the runs; `worth` is the points by length.

    Taking out the longest run again and again puts the first card of each strength into the first round of runs,
    the second card of each strength into the second round, and so on.
    """
    total, longest = 0, 0
    for place in range(size):
        if not (active >> place) & 1:
            continue
        strength = strengths[place]
        before = count_strength(strengths, place, active, strength)
        if count_strength(strengths, size, active, strength - 1) > before:
            continue  # a weaker card begins this run
        length = 1
        while count_strength(strengths, size, active, strength + length) > before:
            length += 1
        total += worth[length]
        longest = max(longest, length)
    return worth[longest] if longest_only else total


@jit
def set_points(t: at.Tables, table: int, hand: Ints, size: int, active: int) -> int:
    """RES-6, Collector: return the points for differently named cards of a suit."""
    total = 0
    seen = 0
    for place in range(size):
        if not (active >> place) & 1 or (seen >> hand[SUIT, place]) & 1:
            continue
        suit = hand[SUIT, place]
        seen |= 1 << suit
        count = 0
        for other in range(place, size):
            if (active >> other) & 1 and hand[SUIT, other] == suit:
                count += 1
                for before in range(place, other):
                    same = hand[NAME, before] == hand[NAME, other] and hand[SUIT, before] == suit
                    if same and (active >> before) & 1:
                        count -= 1
                        break
        total += t.tiers[table, count]
    return total


@jit
def row_points(t: at.Tables, row: int, me: int, hand: Ints, size: int, active: int, struck: int) -> int:
    """RES-6: return the points of one row; −1 if its condition does not hold."""
    kind = t.row[row, at.KIND]
    if kind == at.PER_CARD:
        if struck and not has_words(t, t.row[row, at.FIRST_PART], t.row[row, at.END_PART], struck):
            return -1
        if holds(t, row, me, hand, size, active, struck) != 1:
            return -1
        places = matching_places(t, t.row[row, at.FIRST_PART], t.row[row, at.END_PART], me, hand, size, struck) & active
        return int(t.row[row, at.POINTS_OF]) * count_bits(places)
    if kind == at.ONCE:
        return int(t.row[row, at.POINTS_OF]) if holds(t, row, me, hand, size, active, struck) == 1 else -1
    if kind in (at.SUM, at.HIGHEST):
        places = matching_places(t, t.row[row, at.FIRST_PART], t.row[row, at.END_PART], me, hand, size, 0) & active
        total, best = 0, 0
        for place in range(size):
            if (places >> place) & 1:
                total += hand[STRENGTH, place]
                best = max(best, hand[STRENGTH, place])
        return int(total) if kind == at.SUM else int(best)
    if kind == at.RUNS:
        worth = t.tiers[t.row[row, at.POINTS_OF]]
        return run_points(worth, hand[STRENGTH], size, active, t.plain[at.LONGEST_ONLY] != 0)
    if kind == at.SETS:
        return set_points(t, t.row[row, at.POINTS_OF], hand, size, active)
    if kind == at.DIFFER:
        seen = 0
        for place in range(size):
            if (active >> place) & 1:
                if (seen >> hand[SUIT, place]) & 1:
                    return 0
                seen |= 1 << hand[SUIT, place]
        return int(t.row[row, at.POINTS_OF])
    return 0


@jit
def blanked_by_others(arrows: Ints, reach: Ints, size: int) -> int:
    """RES-4: return the places that are blanked."""
    waiting, blanked = 0, 0
    for place in range(size):
        if arrows[place]:
            waiting |= 1 << place
    while waiting:
        hit = 0
        for place in range(size):
            if (waiting >> place) & 1:
                hit |= arrows[place]
        safe = waiting & ~hit
        if safe:
            for place in range(size):
                if (safe >> place) & 1:
                    blanked |= arrows[place]
            waiting &= ~safe & ~blanked
            continue
        for place in range(size):
            reach[place] = arrows[place] & waiting if (waiting >> place) & 1 else 0
        for middle in range(size):
            for place in range(size):
                if (reach[place] >> middle) & 1:
                    reach[place] |= reach[middle]
        rings = 0
        for place in range(size):
            if not (reach[place] >> place) & 1:
                continue
            ring = 0
            for other in range(size):
                if (reach[place] >> other) & 1 and (reach[other] >> place) & 1:
                    ring |= 1 << other
            closed = True
            for other in range(size):
                if (waiting >> other) & 1 and not (ring >> other) & 1 and arrows[other] & ring:
                    closed = False
            if closed:
                rings |= ring
        blanked |= rings
        waiting &= ~blanked
    return blanked


@jit
def blanked_by_themselves(t: at.Tables, hand: Ints, size: int, active: int, cleared: int, words: Ints) -> int:
    """RES-5: return the places that stay active."""
    pending = False
    for place in range(size):
        card = hand[PENALTY, place]
        if card >= 0 and (active >> place) & 1 and not (cleared >> place) & 1:
            for row in range(t.card[card, at.FIRST_PENALTY], t.card[card, at.END_PENALTY]):
                if t.row[row, at.KIND] == at.UNLESS or t.row[row, at.KIND] == at.IF:
                    pending = True
    while pending:
        before = active
        for kind in (at.UNLESS, at.IF):
            while True:
                gone = 0
                for place in range(size):
                    card = hand[PENALTY, place]
                    if card < 0 or not (active >> place) & 1 or (cleared >> place) & 1:
                        continue
                    for row in range(t.card[card, at.FIRST_PENALTY], t.card[card, at.END_PENALTY]):
                        first, last, struck = t.row[row, at.FIRST_PART], t.row[row, at.END_PART], words[place]
                        if t.row[row, at.KIND] != kind or (struck and not has_words(t, first, last, struck)):
                            continue
                        present = (matching_places(t, first, last, place, hand, size, struck) & active) != 0
                        if present == (kind == at.IF):
                            gone |= 1 << place
                active &= ~gone
                if kind == at.IF or not gone:
                    break
        if active == before:
            break
    return active


@jit
def resolve(t: at.Tables, hand: Ints, size: int, cleared: int, scratch: Ints, points: Ints) -> int:
    """RES-3 to RES-7: return the result of a hand; `cleared` are the places that cards like the Island clear.

    `points` gets what each place brings; a blanked one gets −1000000.
    """
    words, arrows, reach = scratch[0], scratch[1], scratch[2]
    for place in range(size):
        words[place] = 0
        arrows[place] = 0
    for place in range(size):
        card = hand[BONUS, place]
        for row in range(t.card[card, at.FIRST_CLEAR], t.card[card, at.END_CLEAR]):
            places = matching_places(t, t.row[row, at.FIRST_PART], t.row[row, at.END_PART], place, hand, size, 0)
            if t.row[row, at.KIND] == at.CLEAR:
                cleared |= places
            else:
                for other in range(size):
                    if (places >> other) & 1:
                        words[other] |= 1 << t.row[row, at.POINTS_OF]
    pointing = False
    for place in range(size):
        card = hand[PENALTY, place]
        if card < 0 or (cleared >> place) & 1:
            continue
        for row in range(t.card[card, at.FIRST_PENALTY], t.card[card, at.END_PENALTY]):
            if t.row[row, at.KIND] == at.BLANK:
                arrows[place] |= matching_places(
                    t, t.row[row, at.FIRST_PART], t.row[row, at.END_PART], place, hand, size, words[place]
                )
                pointing = True
    active = (1 << size) - 1
    if pointing:
        active &= ~blanked_by_others(arrows, reach, size)
    active = blanked_by_themselves(t, hand, size, active, cleared, words)
    total, base = 0, 0
    for place in range(size):
        if not (active >> place) & 1:
            points[place] = -1000000
            continue
        mine = hand[STRENGTH, place]
        base += mine
        card = hand[BONUS, place]
        row = t.card[card, at.FIRST_BONUS]
        while row < t.card[card, at.END_BONUS]:
            got = row_points(t, row, place, hand, size, active, 0)
            if got >= 0:
                mine += got
                row = t.row[row, at.SKIP]
            else:
                row += 1
        card = hand[PENALTY, place]
        if card >= 0 and not (cleared >> place) & 1:
            for row in range(t.card[card, at.FIRST_PENALTY], t.card[card, at.END_PENALTY]):
                if t.row[row, at.KIND] < at.BLANK:
                    mine -= max(0, row_points(t, row, place, hand, size, active, words[place]))
        points[place] = mine
        total += mine
    return total * BASE - base


@jit
def write_printed(t: at.Tables, cards: Ints, size: int, hand: Ints) -> None:
    """Write a hand as it is printed."""
    for place in range(size):
        card = cards[place]
        hand[NAME, place] = card
        hand[SUIT, place] = t.card[card, at.SUIT_OF]
        hand[STRENGTH, place] = t.card[card, at.STRENGTH_OF]
        hand[BONUS, place] = card
        hand[PENALTY, place] = card if t.card[card, at.FIRST_PENALTY] < t.card[card, at.END_PENALTY] else -1


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
