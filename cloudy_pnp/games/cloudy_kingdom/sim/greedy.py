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
players the one with the smallest distance misses a turn, or loses a card; what a spell does by itself after a choice is
not seen when the choice is made; an option is worth what its own steps lead to, tried as above.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import begin_cast
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, Words, jit
from cloudy_pnp.games.cloudy_kingdom.sim.distance import (
    BASE,
    BEST,
    CHOSEN,
    COUNT,
    DISTANCE_AT,
    FRAME_SIZE,
    FRAMES_AT,
    MEMO_AT,
    MOST_REMEMBERED,
    NUMBER,
    SIGHT_AT,
    TIES,
    TRIED_TO,
    WHOLE_SPELL,
    look,
    measure,
    show,
)
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import FIELD, LOSS, PRICE, SCALE, TEMPO, THREAT, UNSEEN, WIN
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    BLOCK,
    CAST_SPELL,
    COLS,
    CONNECTED,
    ENDED,
    EXTRA_TURN,
    FAMILIES,
    FAMILY,
    FIELDS,
    LAID,
    MISSES,
    MOVE_CARD,
    NAME_PLAYER,
    NONE,
    OP,
    PC,
    PLACE_CARD,
    PLAY_VINE,
    PLAYER,
    PLAYERS,
    SPELL,
    SPELL_SIZE,
    SPELLS_AT,
    SWAP_STACKS,
    TAKE_OPTION,
    TARGET,
    UNSEEN_CARDS,
    WORTH,
    A,
    B,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import about_unseen_cards
from cloudy_pnp.games.cloudy_kingdom.sim.moves import list_moves
from cloudy_pnp.games.cloudy_kingdom.sim.places import code_at, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import copy
from cloudy_pnp.games.cloudy_kingdom.sim.random import below
from cloudy_pnp.games.cloudy_kingdom.sim.sight import guarded_sight, sight_lifted, sight_stack, sight_with, top_of
from cloudy_pnp.games.cloudy_kingdom.sim.steps import choose, sight_affected, unseen_in

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
            distance = nearer(g, most, p[seat_at(seat) + FAMILY])
            total += distance * (FIELD // (players - 1))
            if distance == 0:
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
    show(t, g, words, field, guarded_sight(p, field, sight))
    if other >= 0:
        other_before = g[SIGHT_AT + other]
        show(t, g, words, other, guarded_sight(p, other, other_sight))
    value = value_seen(t, p, g, words, by_vine)
    if other >= 0:
        show(t, g, words, other, other_before)
    show(t, g, words, field, before)
    return value


# --- what a move leads to ----------------------------------------------------------------------------------


@jit
def value_placed(t: Ints, p: Ints, g: Ints, words: Words, base: int, by_vine: bool, field: int, sight: int) -> int:
    """What a placement is worth; only what is not known of this field from another facing is measured."""
    sight = guarded_sight(p, field, sight)
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
        return value_with(t, p, g, words, False, a, sight_stack(t, p, b), b, sight_stack(t, p, a))
    if kind == MOVE_CARD:
        moved = sight_with(t, top_of(t, p, a) & ~3 | c, top_of(t, p, b))
        return value_with(t, p, g, words, False, a, sight_lifted(t, p, a), b, moved)
    if kind == NAME_PLAYER:
        return -nearer(g, t[COLS] + t[FIELDS] // t[COLS], p[seat_at(a) + FAMILY])
    return base


# --- deciding ----------------------------------------------------------------------------------------------


@jit
def tempo(t: Ints, p: Ints) -> int:
    """What an extra turn and the turns that others miss are worth."""
    turns = p[EXTRA_TURN]
    for seat in range(t[PLAYERS]):
        if seat != p[PLAYER]:
            turns += p[seat_at(seat) + MISSES]
    return SCALE * TEMPO * turns


@jit
def consider(g: Ints, moves: Ints, frame: int, value: int, chance: Words) -> None:
    """Note what the move that is looked at is worth; the best so far is kept, of equal ones one by lot."""
    number = g[frame + NUMBER]
    moves[number, WORTH] = value
    if g[frame + TIES] == 0 or value > g[frame + BEST]:
        g[frame + BEST], g[frame + CHOSEN], g[frame + TIES] = value, number, 1
    elif value == g[frame + BEST]:
        g[frame + TIES] += 1
        if below(chance, g[frame + TIES]) == 0:
            g[frame + CHOSEN] = number
    g[frame + NUMBER] = number + 1


@jit
def to_be_tried(t: Ints, p: Ints, kind: int, a: int, b: int) -> int:
    """For a spell or an option whose caster sees what it does: where a trial of it ends; otherwise −1."""
    if kind == CAST_SPELL and t[t[SPELLS_AT] + SPELL_SIZE * b + UNSEEN_CARDS] == 0:
        return WHOLE_SPELL
    if kind == TAKE_OPTION:
        start = t[code_at(t, p[PC]) + B + a]
        end = t[code_at(t, start) + BLOCK]
        return NONE if unseen_in(t, start, end) else end
    return NONE


@jit
def value_unseen(t: Ints, p: Ints, base: int, kind: int, a: int, b: int) -> int:
    """What a spell or an option is worth that draws cards nobody has seen."""
    if kind == CAST_SPELL:
        return base + SCALE * (UNSEEN * t[t[SPELLS_AT] + SPELL_SIZE * b + UNSEEN_CARDS] - PRICE)
    start = t[code_at(t, p[PC]) + B + a]
    return base + tempo(t, p) + SCALE * UNSEEN * unseen_in(t, start, t[code_at(t, start) + BLOCK])


@jit
def pick_greedy(t: Ints, ps: Ints, ms: Ints, first: int, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """The greedy player's move in the position of a level; which of the moves of that level it is.

    Trials go on on copies: a spell that is tried in the level above, an option of it in the next. A level remembers in
    its frame which of its moves is being looked at, and which was the best so far.
    """
    level, begun = first, False
    while True:
        p, moves, frame = ps[level], ms[level], FRAMES_AT + FRAME_SIZE * level
        if not begun:
            g[frame + COUNT] = list_moves(t, p, moves)
            g[frame + NUMBER] = g[frame + TIES] = g[frame + CHOSEN] = 0
            look(t, p, g, words)
            g[frame + BASE] = value_seen(t, p, g, words, False)
            begun = True
            if about_unseen_cards(moves[0, 0]):
                g[frame + NUMBER] = g[frame + COUNT]
        number = g[frame + NUMBER]
        if number < g[frame + COUNT]:
            kind, a, b = moves[number, 0], moves[number, 1], moves[number, 2]
            end = to_be_tried(t, p, kind, a, b)
            if end == NONE:
                if kind == CAST_SPELL or kind == TAKE_OPTION:  # noqa: SIM109
                    value = value_unseen(t, p, g[frame + BASE], kind, a, b)
                else:
                    value = value_of(t, p, g, words, g[frame + BASE], kind, a, b, moves[number, 3])
                consider(g, moves, frame, value, chance)
                continue
            level += 1
            copy(p, ps[level])
            g[frame + FRAME_SIZE + TRIED_TO] = end
            if kind == CAST_SPELL:
                begin_cast(t, ps[level], w, a, b)
            else:
                choose(t, ps[level], w, kind, a, 0, 0)
        elif level == first:
            return g[frame + CHOSEN]
        else:
            row = moves[g[frame + CHOSEN]]
            choose(t, p, w, row[0], row[1], row[2], row[3])
        begun = False
        p, frame = ps[level], FRAMES_AT + FRAME_SIZE * level
        if p[SPELL] < 0 or p[ENDED] or p[PC] >= g[frame + TRIED_TO]:
            value = LOSS
            if not p[ENDED]:
                look(t, p, g, words)
                value = value_seen(t, p, g, words, False) + tempo(t, p)
            if g[frame + TRIED_TO] == WHOLE_SPELL:
                value -= tempo(t, ps[level - 1]) + SCALE * PRICE
            level, begun = level - 1, True
            consider(g, ms[level], frame - FRAME_SIZE, value, chance)
            look(t, ps[level], g, words)
