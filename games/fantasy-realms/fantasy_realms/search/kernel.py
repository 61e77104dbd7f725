"""Branch and bound as compiled code: all hands that begin with certain cards.

Cards are tried in one order, those that change a suit first. Behind every chosen card, the best that the rest could
add is bounded by sums of pairs; only when that could reach the best total so far is the branch followed, and only
hands that could reach it are scored.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cloudy_pnp.simulate.numba_code import Ints, entry, jit, sources
from fantasy_realms.fast.kernel import BASE, best_result, run_points
from fantasy_realms.fast.tables import CHOICE, COPIES, COPY_GAME, COPY_HAND, STRENGTH_OF, SUIT_OF, Tables
from fantasy_realms.search.bounds import SCALE

# places of `state`
BEST, HITS, SCORED, FULL, NEED_FIT = 0, 1, 2, 3, 4
LEVELS = 12


class BoundTables(NamedTuple):
    """The bounds of one question, in 1/SCALE points."""

    alone: Ints
    pairs: Ints  # [card, card]
    pair: Ints  # [card, place in the order]
    gain: Ints  # [card, card]
    plain: Ints  # [card, card]
    change: Ints  # [card, changed card]
    shift: Ints  # [changed card, suit, card]
    most: Ints  # [cards left, changed card]: the most that so many more cards can add to a change
    changing: Ints
    half: Ints  # [cards left, place in the order]: half of a card's gain from the others that are left
    order: Ints  # the cards in the order in which they are tried
    fits: Ints  # cards of which a hand of eight needs one
    runs: Ints
    sets: Ints
    free: Ints
    strange: int
    strongest: int


@jit
def top_sum(values: Ints, half: Ints, first: int, last: int, count: int) -> int:
    """Return the sum of the `count` highest values[k] + half[k] of first ≤ k < last."""
    low = -(1 << 40)
    a, b, c, d, e, f, g, h = low, low, low, low, low, low, low, low
    for at in range(first, last):
        value = values[at] + half[at]
        if value <= h:
            continue
        h = value
        if h > g:
            g, h = h, g
        if g > f:
            f, g = g, f
        if f > e:
            e, f = f, e
        if e > d:
            d, e = e, d
        if d > c:
            c, d = d, c
        if c > b:
            b, c = c, b
        if b > a:
            a, b = b, a
    total = a
    if count > 1:
        total += b
    if count > 2:
        total += c
    if count > 3:
        total += d
    if count > 4:
        total += e
    if count > 5:
        total += f
    if count > 6:
        total += g
    return total + h if count > 7 else total


@jit
def copy_excess(t: Tables, b: BoundTables, cards: Ints, size: int, place: int) -> int:
    """Return the excess of a copy that was valued as the best for each partner, not as one card for all of them.

    A copy of a card in hand is examined only if it is the only one, since those copy each other.
    """
    card = cards[place]
    kind = t.card[card, CHOICE]
    if kind not in (COPY_HAND, COPY_GAME) or t.card[card, COPIES] & 3 != 3:
        return 0
    taken, unused = 0, 0
    for other in range(size):
        if other != place:
            taken += b.gain[cards[other], card]
            unused += b.plain[cards[other], card]
            if kind == COPY_HAND and t.card[cards[other], CHOICE] == COPY_HAND:
                return 0
    if kind == COPY_GAME and b.strange:
        return 0
    best = unused
    if kind == COPY_HAND:
        strong = t.card[card, COPIES] & 4
        taken += b.alone[card]
        best += b.alone[card] - SCALE * (b.strongest - t.card[card, STRENGTH_OF] if strong else 0)
        for copied in range(size):
            if copied == place:
                continue
            value = b.alone[card] - SCALE * (b.strongest - t.card[cards[copied], STRENGTH_OF] if strong else 0)
            for other in range(size):
                if other != place:
                    value += b.plain[cards[other], cards[copied]]
            best = max(best, value)
        return int(taken - best)
    for copied in range(len(t.card)):
        if t.names[card, copied] & 1:
            value = 0
            for other in range(size):
                if other != place:
                    value += b.plain[cards[other], copied]
            best = max(best, value)
    return taken - best


@jit
def closer(t: Tables, b: BoundTables, cards: Ints, size: int, bound: int, work: Ints) -> int:
    """Return a closer bound than the sum of pairs `bound`: actual runs and sets, one change of suit."""
    books, free = 0, 0
    for place in range(size):
        books += b.changing[cards[place]]
        free += b.free[cards[place]]
    less = 0
    if free > books:
        for place in range(size):
            less += copy_excess(t, b, cards, size, place)
    if books == 1:
        most = -less
        for place in range(size):
            changed = cards[place]
            kept = less - copy_excess(t, b, cards, size, place) if less else less
            for suit in range(b.shift.shape[1]):
                more = -kept
                for other in range(size):
                    more += b.shift[changed, suit, cards[other]]
                most = max(most, more)
        bound += most
    elif books > 1:
        for place in range(size):
            most = 0
            for other in range(size):
                most = max(most, b.change[cards[place], cards[other]])
            bound += books * most
    else:
        bound -= less
    for place in range(size):
        card = cards[place]
        if b.runs[card, 11] and not b.strange:
            bound += run_bound(t, b, card, cards, size, work[0]) - b.runs[card, 11]
        if b.sets[card, 11]:
            most = b.sets[card, min(free, 10)]  # a suit of cards that all got it by a choice
            seen = 0
            for other in range(size):
                suit = t.card[cards[other], SUIT_OF]
                if (seen >> suit) & 1:
                    continue
                seen |= 1 << suit
                count = free
                for third in range(other, size):
                    count += t.card[cards[third], SUIT_OF] == suit
                most += b.sets[card, min(count, 10)]
            bound += min(most, b.sets[card, 11]) - b.sets[card, 11]
    return bound


@jit
def run_bound(t: Tables, b: BoundTables, card: int, cards: Ints, size: int, strengths: Ints) -> int:
    """Bound the points of a card's runs; `strengths` is room for the strengths of the hand.

    A card that copies a strength of the hand is tried with each of them; two such cards get no closer bound.
    """
    copier = -1
    for place in range(size):
        strengths[place] = t.card[cards[place], STRENGTH_OF]
        if t.card[cards[place], CHOICE] == COPY_HAND and t.card[cards[place], COPIES] & 4:
            if copier >= 0:
                return int(b.runs[card, 11])
            copier = place
    everyone = (1 << size) - 1
    most = run_points(b.runs[card], strengths, size, everyone, False)
    if copier >= 0:
        for place in range(size):
            if place != copier:
                strengths[copier] = strengths[place]
                most = max(most, run_points(b.runs[card], strengths, size, everyone, False))
    return most


@jit
def decide_hand(
    t: Tables, b: BoundTables, cards: Ints, size: int, bound: int, state: Ints, hits: Ints, work: Ints
) -> None:
    """Score one hand, unless it cannot be among the best, and keep it when it is."""
    if state[NEED_FIT]:
        fitting = 0
        for place in range(size):
            fitting += b.fits[cards[place]]
        if fitting == 0:
            return
    if closer(t, b, cards, size, bound, work) < state[BEST] * SCALE:
        return
    state[SCORED] += 1
    result = best_result(t, cards, size, work)
    total = -((-result) // BASE)
    if total < state[BEST]:
        return
    if total > state[BEST]:
        state[BEST] = total
        state[HITS] = 0
    if state[HITS] >= len(hits):
        state[FULL] = 1
        return
    for place in range(size):
        hits[state[HITS], place] = cards[place]
    state[HITS] += 1


@jit
def most_change(added: Ints, most: Ints, cards: Ints, chosen: int, order: Ints, first: int) -> int:
    """Return the most that a change of suit can still add: to a chosen card, or to one that may be chosen."""
    best = 0
    for place in range(chosen):
        best = max(best, added[cards[place]] + most[cards[place]])
    for at in range(first, len(order)):
        best = max(best, added[order[at]] + most[order[at]])
    return best


def _compiled(digest: int) -> Callable[..., None]:
    def search_from(
        t: Tables,
        b: BoundTables,
        prefix: Ints,
        start: int,
        size: int,
        state: Ints,
        hits: Ints,
        work: Ints,
        levels: Ints,  # [LEVELS, 2, cards]
    ) -> None:
        digest  # noqa: B018 - part of the key under which numba keeps the function
        alone, pair, change, changing, order = b.alone, b.pair, b.change, b.changing, b.order
        count = len(order)
        cards, at, total = work[len(work) - 1], work[len(work) - 2], work[len(work) - 3]
        chosen = len(prefix)
        need = size - chosen
        books, later = 0, 0
        total[0] = 0
        for card in range(len(alone)):
            levels[0, 1, card] = 0
        for place in range(chosen):
            card = prefix[place]
            cards[place] = card
            total[0] += alone[card]
            books += changing[card]
            for other in range(place):
                total[0] += b.pairs[card, prefix[other]]
            for target in range(len(alone)):
                levels[0, 1, target] += change[card, target]
        for k in range(start, count):
            later += changing[order[k]]
            levels[0, 0, k] = alone[order[k]]
            for place in range(chosen):
                levels[0, 0, k] += pair[prefix[place], k]
        if need == 0:
            decide_hand(t, b, cards, size, total[0], state, hits, work)
            return
        track = books + later > 0
        level = 0
        at[0] = start
        while level >= 0:
            left = need - level
            values, added = levels[level, 0], levels[level, 1]
            k = at[level]
            if left == 1:
                limit = state[BEST] * SCALE - total[level]
                for last in range(k, count):
                    card = order[last]
                    bound = values[last]
                    if track and bound < limit:
                        held = changing[card]
                        for place in range(size - 1):
                            held += changing[cards[place]]
                        if held:
                            extra = added[card] + change[card, card]
                            for place in range(size - 1):
                                other = cards[place]
                                extra = max(extra, added[other] + change[card, other])
                            bound += held * extra
                    if bound >= limit:
                        cards[size - 1] = card
                        decide_hand(t, b, cards, size, total[level] + values[last], state, hits, work)
                        limit = state[BEST] * SCALE - total[level]
                level -= 1
                if level >= 0:
                    at[level] += 1
                continue
            if k > count - left:
                level -= 1
                if level >= 0:
                    at[level] += 1
                continue
            card = order[k]
            cards[chosen + level] = card
            total[level + 1] = total[level] + values[k]
            below = levels[level + 1, 0]
            for other in range(k + 1, count):
                below[other] = values[other] + pair[card, other]
            bound = total[level + 1] + top_sum(below, b.half[left - 1], k + 1, count, left - 1)
            if track:
                below_added = levels[level + 1, 1]
                for target in range(len(alone)):
                    below_added[target] = added[target] + change[card, target]
                held = 0
                for place in range(chosen + level + 1):
                    held += changing[cards[place]]
                for other in range(k + 1, count):
                    held += changing[order[other]]
                if held:
                    bound += held * most_change(below_added, b.most[left - 1], cards, chosen + level + 1, order, k + 1)
            if bound >= state[BEST] * SCALE:
                level += 1
                at[level] = k + 1
            else:
                at[level] += 1

    return entry(search_from)


search_from = _compiled(sources(Path(__file__).parents[1] / "fast", Path(__file__).parent))
