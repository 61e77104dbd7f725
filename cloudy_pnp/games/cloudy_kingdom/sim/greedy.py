# mypy: disable-error-code="no-any-return"
"""The greedy player.

It values every legal move by the board that it leads to, and makes the best; of equal ones, one by lot (the k-th of
them replaces the one before with chance 1/k, in the order of the moves).

**Value of a board** for a player: the mean distance of the other players' families minus the own distance, in units
of FIELD; the distance of a family is that of its nearer axis (`distance`), at most rows + columns. What is equal so
far is told apart by the own nearer axis, then by the own other axis. An opponent who is connected waits for their next
turn to win (END-3): that costs THREAT more.

**A vine card** that connects the own family is worth WIN, one that connects only others LOSS. A choice of a spell
that connects another family is worth LOSS (END-4); one that connects the own is a distance of 0.

**Spells.** A spell whose caster sees what it does is tried: its choices are made one by one as the best of the moment,
and it is worth the value of the board in the end, plus TEMPO for an extra turn and for each turn that others miss,
minus PRICE, because it can be cast only once. Of a spell that draws cards nothing is seen before: it is worth the
value of the board as it is plus UNSEEN for each card that it plays, minus PRICE. To discard, to pass, or to leave out a
choice is worth the board as it is.

**Choices** that do not change the board: nobody redraws; cards that were looked at stay as they are; of the other
players the one with the smallest distance misses a turn; an option is worth what its own steps lead to, tried as above.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import begin_cast, choose
from cloudy_pnp.games.cloudy_kingdom.sim.chance import below
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, Words, jit
from cloudy_pnp.games.cloudy_kingdom.sim.distance import (
    CHANGEABLE,
    DISTANCE_AT,
    MEMO_AT,
    MOST_REMEMBERED,
    SIGHT_AT,
    look,
    measure,
    show,
)
from cloudy_pnp.games.cloudy_kingdom.sim.memory import (
    ALL,
    BLOCK,
    CAST_SPELL,
    CLEAR,
    COLS,
    CONNECTED,
    DRAW,
    ENDED,
    EXTRA_TURN,
    FACE_SIZE,
    FACES_AT,
    FAMILIES,
    FAMILY,
    FIELDS,
    FROM_DRAWN,
    LAID,
    MISSES,
    MOVE_CARD,
    NAME_PLAYER,
    NODE_LYING,
    NODE_UNDER,
    NONE,
    OP,
    ORDER,
    PC,
    PLACE_CARD,
    PLAY,
    PLAY_VINE,
    PLAYER,
    PLAYERS,
    PROTECT,
    REDRAW,
    REMOVE,
    SEALED,
    SPELL,
    SPELL_SIZE,
    SPELLS_AT,
    SWAP_STACKS,
    TAKE_OPTION,
    TARGET,
    TOP,
    UNSEEN_CARDS,
    WITHOUT,
    A,
    B,
)
from cloudy_pnp.games.cloudy_kingdom.sim.moves import list_moves, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import copy, field_at, lower_lying, node_at, ways_with
from cloudy_pnp.games.cloudy_kingdom.sim.possible import code_at
from cloudy_pnp.games.cloudy_kingdom.sim.values import FIELD, LOSS, PRICE, SCALE, TEMPO, THREAT, UNSEEN, WIN

# --- the value of a board ----------------------------------------------------------------------------------


@jit
def nearer(g: Ints, most: int, family: int) -> int:
    """The distance of a family."""
    return min(most, g[DISTANCE_AT + 2 * family], g[DISTANCE_AT + 2 * family + 1])


@jit
def value_seen(t: Ints, p: Ints, g: Ints, words: Words, by_vine: bool) -> int:
    """What the board as it is seen is worth for the player whose turn it is, after a move of theirs."""
    measure(t, g, words)
    own = p[seat_at(p[PLAYER]) + FAMILY]
    most = t[COLS] + t[FIELDS] // t[COLS]
    others = False
    for family in range(t[FAMILIES]):
        for axis in (2 * family, 2 * family + 1):
            new = g[DISTANCE_AT + axis] == 0 and not p[CONNECTED] >> axis & 1
            if new and p[LAID] >> family & 1:
                if by_vine and family == own:
                    return WIN
                others = others or family != own
    if others:
        return LOSS
    players, total = t[PLAYERS], 0
    for seat in range(players):
        if seat != p[PLAYER]:
            there = nearer(g, most, p[seat_at(seat) + FAMILY])
            total += there * (FIELD // (players - 1))
            if there == 0:
                total -= THREAT
    near = nearer(g, most, own)
    both = min(most, g[DISTANCE_AT + 2 * own]) + min(most, g[DISTANCE_AT + 2 * own + 1])
    return SCALE * (total - FIELD * near) - (SCALE - 1) * near - both


@jit
def value_with(
    t: Ints, p: Ints, g: Ints, words: Words, by_vine: bool, field: int, sight: int, other: int, other_sight: int
) -> int:
    """What the board would be worth if one or two fields (`other` −1 for none) were seen otherwise."""
    before, other_before = g[SIGHT_AT + field], 0
    show(t, g, words, field, sight)
    if other >= 0:
        other_before = g[SIGHT_AT + other]
        show(t, g, words, other, other_sight)
    value = value_seen(t, p, g, words, by_vine)
    if other >= 0:
        show(t, g, words, other, other_before)
    show(t, g, words, field, before)
    return value


# --- what a move leads to ----------------------------------------------------------------------------------


@jit
def sight_with(t: Ints, lying: int, below_it: int) -> int:
    """A field with a card on top of another."""
    sealed = t[t[FACES_AT] + FACE_SIZE * (lying >> 2) + SEALED]
    return ways_with(t, lying, below_it) & 63 | (0 if sealed else CHANGEABLE)


@jit
def top_of(t: Ints, p: Ints, field: int) -> int:
    """The top card of a field as it lies, −1 for none."""
    node = p[field_at(field) + TOP]
    return NONE if node < 0 else p[node_at(t, node) + NODE_LYING]


@jit
def sight_lifted(t: Ints, p: Ints, field: int) -> int:
    """A field without its top card."""
    under = p[node_at(t, p[field_at(field) + TOP]) + NODE_UNDER]
    if under < 0:
        return CHANGEABLE
    return sight_with(t, p[node_at(t, under) + NODE_LYING], lower_lying(t, p, under))


@jit
def sight_affected(t: Ints, p: Ints, op: int, how: int, field: int) -> int:
    """A field after a step that affects it."""
    if op == REMOVE:
        return sight_lifted(t, p, field)
    node = p[field_at(field) + TOP]
    if op == PROTECT:
        return 0 if node < 0 else ways_with(t, top_of(t, p, field), lower_lying(t, p, node)) & 63
    top, under = p[node_at(t, node) + NODE_LYING], lower_lying(t, p, node)
    if op == CLEAR:
        return sight_with(t, 4 * t[t[FACES_AT] + FACE_SIZE * (top >> 2) + WITHOUT + how] + (top & 3), under)
    turned = top & ~3 | top + how & 3
    return sight_with(t, turned, NONE if under < 0 else under & ~3 | under + how & 3)


@jit
def value_placed(t: Ints, p: Ints, g: Ints, words: Words, base: int, by_vine: bool, field: int, sight: int) -> int:
    """What a placement is worth; only what is not known of this field from another facing is measured."""
    if sight == g[SIGHT_AT + field]:
        return base
    if g[MEMO_AT] != field:
        g[MEMO_AT], g[MEMO_AT + 1] = field, 0
    for place in range(MEMO_AT + 2, MEMO_AT + 2 + 2 * g[MEMO_AT + 1], 2):
        if g[place] == sight:
            return g[place + 1]
    value = value_with(t, p, g, words, by_vine, field, sight, NONE, 0)
    if g[MEMO_AT + 1] == MOST_REMEMBERED:
        return value
    place = MEMO_AT + 2 + 2 * g[MEMO_AT + 1]
    g[place], g[place + 1] = sight, value
    g[MEMO_AT + 1] += 1
    return value


@jit
def value_of(t: Ints, p: Ints, g: Ints, words: Words, base: int, kind: int, a: int, b: int, c: int) -> int:
    """What a move that changes one or two fields is worth; any other, what the board is worth as it is."""
    if kind in (PLAY_VINE, PLACE_CARD):
        return value_placed(t, p, g, words, base, kind == PLAY_VINE, a, sight_with(t, 4 * c + b, top_of(t, p, a)))
    if kind == TARGET:
        row = code_at(t, p[PC])
        return value_with(t, p, g, words, False, a, sight_affected(t, p, t[row + OP], t[row + A], a), NONE, 0)
    if kind == SWAP_STACKS:
        return value_with(t, p, g, words, False, a, g[SIGHT_AT + b], b, g[SIGHT_AT + a])
    if kind == MOVE_CARD:
        moved = sight_with(t, top_of(t, p, a) & ~3 | c, top_of(t, p, b))
        return value_with(t, p, g, words, False, a, sight_lifted(t, p, a), b, moved)
    if kind == NAME_PLAYER:
        return -nearer(g, t[COLS] + t[FIELDS] // t[COLS], p[seat_at(a) + FAMILY])
    return base


# --- deciding ----------------------------------------------------------------------------------------------


@jit
def pick_simple(t: Ints, p: Ints, moves: Ints, count: int, g: Ints, words: Words, chance: Words) -> int:
    """The best choice of a spell, apart from options; which of the moves it is."""
    if moves[0, 0] == REDRAW or moves[0, 0] == ORDER:
        return 0
    look(t, p, g, words)
    base = value_seen(t, p, g, words, False)
    best, index, ties = 0, 0, 0
    for number in range(count):
        kind = moves[number, 0]
        value = value_of(t, p, g, words, base, kind, moves[number, 1], moves[number, 2], moves[number, 3])
        if ties == 0 or value > best:
            best, index, ties = value, number, 1
        elif value == best:
            ties += 1
            if below(chance, ties) == 0:
                index = number
    return index


@jit
def tempo(t: Ints, p: Ints) -> int:
    """What an extra turn and the turns that others miss are worth."""
    turns = p[EXTRA_TURN]
    for seat in range(t[PLAYERS]):
        if seat != p[PLAYER]:
            turns += p[seat_at(seat) + MISSES]
    return SCALE * TEMPO * turns


@jit
def value_now(t: Ints, p: Ints, g: Ints, words: Words) -> int:
    """What a position is worth in which a spell was tried, as far as it was carried out."""
    if p[ENDED]:
        return LOSS
    look(t, p, g, words)
    return value_seen(t, p, g, words, False) + tempo(t, p)


@jit
def unseen_in(t: Ints, start: int, end: int) -> int:
    """As `code.unseen`, for the plain steps of an option."""
    drawn = cards = 0
    for pc in range(start, end):
        row = code_at(t, pc)
        if t[row + OP] == DRAW:
            drawn += t[row + A]
        elif t[row + OP] == PLAY and t[row + A] == FROM_DRAWN:
            cards += drawn if t[row + B] == ALL else t[row + B]
    return max(cards, 1) if drawn else 0


@jit
def value_of_option(
    t: Ints, ps: Ints, ms: Ints, level: int, option: int, w: Ints, g: Ints, words: Words, chance: Words
) -> int:
    """Try the steps of an option, on the copy of the next level."""
    p, moves = ps[level + 1], ms[level + 1]
    copy(ps[level], p)
    start = t[code_at(t, p[PC]) + B + option]
    end = t[code_at(t, start) + BLOCK]
    cards = unseen_in(t, start, end)
    if cards:
        return value_now(t, p, g, words) + SCALE * UNSEEN * cards
    choose(t, p, w, TAKE_OPTION, option, 0, 0)
    while p[SPELL] >= 0 and not p[ENDED] and p[PC] < end:
        index = pick_simple(t, p, moves, list_moves(t, p, moves), g, words, chance)
        choose(t, p, w, moves[index, 0], moves[index, 1], moves[index, 2], moves[index, 3])
    return value_now(t, p, g, words)


@jit
def pick_choice(t: Ints, ps: Ints, ms: Ints, level: int, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """The best choice of a spell; which of the moves of that level it is."""
    p, moves = ps[level], ms[level]
    count = list_moves(t, p, moves)
    if moves[0, 0] != TAKE_OPTION:
        return pick_simple(t, p, moves, count, g, words, chance)
    best, index, ties = 0, 0, 0
    for number in range(count):
        value = value_of_option(t, ps, ms, level, moves[number, 1], w, g, words, chance)
        if ties == 0 or value > best:
            best, index, ties = value, number, 1
        elif value == best:
            ties += 1
            if below(chance, ties) == 0:
                index = number
    return index


@jit
def value_of_spell(
    t: Ints, ps: Ints, ms: Ints, level: int, place: int, spell: int, w: Ints, g: Ints, words: Words, chance: Words
) -> int:
    """Try a spell whose cards are seen, on the copy of the next level."""
    p, moves = ps[level + 1], ms[level + 1]
    copy(ps[level], p)
    begin_cast(t, p, place, spell)
    while p[SPELL] >= 0 and not p[ENDED]:
        index = pick_choice(t, ps, ms, level + 1, w, g, words, chance)
        choose(t, p, w, moves[index, 0], moves[index, 1], moves[index, 2], moves[index, 3])
    return value_now(t, p, g, words) - tempo(t, ps[level]) - SCALE * PRICE


@jit
def pick_greedy(t: Ints, ps: Ints, ms: Ints, level: int, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """The greedy player's move; which of the moves of that level it is."""
    p, moves = ps[level], ms[level]
    if p[SPELL] >= 0:
        return pick_choice(t, ps, ms, level, w, g, words, chance)
    count = list_moves(t, p, moves)
    look(t, p, g, words)
    base = value_seen(t, p, g, words, False)
    best, index, ties = 0, 0, 0
    for number in range(count):
        kind, a, b = moves[number, 0], moves[number, 1], moves[number, 2]
        if kind == CAST_SPELL:
            cards = t[t[SPELLS_AT] + SPELL_SIZE * b + UNSEEN_CARDS]
            if cards:
                value = base + SCALE * UNSEEN * cards - SCALE * PRICE
            else:
                value = value_of_spell(t, ps, ms, level, a, b, w, g, words, chance)
                look(t, p, g, words)
        else:
            value = value_of(t, p, g, words, base, kind, a, b, moves[number, 3])
        if ties == 0 or value > best:
            best, index, ties = value, number, 1
        elif value == best:
            ties += 1
            if below(chance, ties) == 0:
                index = number
    return index
