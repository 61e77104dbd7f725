# mypy: disable-error-code="no-any-return"
"""The greedy player.

It values every legal move by the board that it leads to, and makes the best; ties are broken at random (the k-th of
them replaces the one before with chance 1/k, in the order of the moves).

**Value of a board** for a player: the mean distance of the other players' families minus the player's own distance, in
units of FIELD; the distance of a family is that of its nearer axis (`distance`), at most rows + columns. Ties are
broken by the player's own nearer axis, then by the other axis. An opponent who is connected waits for their next
turn to win (END-3): that costs THREAT more.

**A vine card** that connects the player's own family is worth WIN, one that connects only others LOSS. A choice of a
spell that connects another family is worth LOSS (END-4); one that connects the player's own is a distance of 0.

**Spells.** A spell whose effect is known in advance is tried: its choices are made one by one as the best of the
moment, and it is worth the value of the board in the end, plus TEMPO for an extra turn and for each turn that others
miss, minus PRICE, because it can be cast only once. The effect of a spell that draws cards is unknown: it is worth the
value of the board as it is plus UNSEEN for each card that it plays, minus PRICE. Discarding, passing, or skipping a
choice is worth the board as it is.

**Choices** that do not change the board: no player redraws; cards the caster has seen keep their order; the other
player with the smallest distance misses a turn, or loses a card; any of the cards is kept; a coin or a die shows any
side, also when a spell is tried (the toss that counts is another one); automatic steps after a choice are not
considered when the choice is made; an option is worth what its own steps lead to, tried as above.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.bounds import (
    ALL_PAIRS,
    axes_with,
    find_hopes,
    joined_apart,
    most_on_field,
    most_worth,
)
from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import begin_cast
from cloudy_pnp.games.cloudy_kingdom.sim.changed import (
    measure_board,
    measure_changed,
    recall,
)
from cloudy_pnp.games.cloudy_kingdom.sim.distance import (
    BASE,
    BASE_AT,
    BEST,
    BOARD,
    CHANGEABLE,
    CHOSEN,
    COUNT,
    DISTANCE_AT,
    KEPT_AT,
    LANES,
    MEMO_AT,
    MOST_REMEMBERED,
    NUMBER,
    ON_ROUTE,
    SHORTENS,
    SIGHT_AT,
    TIES,
    TRIED_TO,
    WHOLE_SPELL,
    WORDS,
    board_at,
    look,
    measure,
    show,
    sight_of,
)
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import FIELD, LOSS, PRICE, SCALE, TEMPO, THREAT, UNSEEN, WIN
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    BLOCK,
    CAST_SPELL,
    CLEAR_BREAK,
    CONNECTED,
    ENDED,
    EXTRA_TURN,
    FACE_SIZE,
    FACES_AT,
    FAMILIES,
    FAMILY,
    FIELDS,
    HEIGHT,
    LAID,
    MISSES,
    MOST,
    MOVE_CARD,
    MOVE_SIZE,
    NAME_PLAYER,
    NONE,
    OP,
    PC,
    PLACE_CARD,
    PLAY_VINE,
    PLAYER,
    PLAYERS,
    POSITION,
    ROOM,
    SEALED,
    SHARE,
    SPELL,
    SPELL_SIZE,
    SPELLS_AT,
    SWAP_STACKS,
    TAKE_OPTION,
    TARGET,
    UNSEEN_CARDS,
    WITHOUT_ONE,
    WORTH,
    B,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import about_unseen_cards, left_to_chance
from cloudy_pnp.games.cloudy_kingdom.sim.moves import list_moves
from cloudy_pnp.games.cloudy_kingdom.sim.places import code_at, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import copy, field_at
from cloudy_pnp.games.cloudy_kingdom.sim.random import below
from cloudy_pnp.games.cloudy_kingdom.sim.sight import guarded_sight, sight_lifted, sight_stack, sight_with, top_of
from cloudy_pnp.games.cloudy_kingdom.sim.steps import (
    choose,
    how_affected,
    places_under,
    sight_affected,
    sight_cleared,
    unseen_in,
)
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

# --- the value of a board ----------------------------------------------------------------------------------


@jit
def nearer(g: Ints, most: int, family: int) -> int:
    """Return the distance of a family."""
    return min(most, g[DISTANCE_AT + 2 * family], g[DISTANCE_AT + 2 * family + 1])


@jit
def value_seen(t: Ints, p: Ints, g: Ints, words: Words) -> int:
    """Return the value of a board for the current player, after their spell."""
    look(t, p, g, words)
    measure(t, g, words)
    return value_measured(t, p, g, False)


@jit
def value_measured(t: Ints, p: Ints, g: Ints, by_vine: bool) -> int:
    """Return the value of a board whose distances have just been measured."""
    family_own, most, new = p[seat_at(p[PLAYER]) + FAMILY], t[MOST], 0
    for axis in range(2 * t[FAMILIES]):
        new |= int(g[DISTANCE_AT + axis] == 0) << axis
    new &= ~p[CONNECTED]
    if new:
        others = False
        for family in range(t[FAMILIES]):
            if new >> 2 * family & 3 and p[LAID] >> family & 1:
                if by_vine and family == family_own:
                    return WIN
                others = others or family != family_own
        if others:
            return LOSS
    total = 0
    for seat in range(t[PLAYERS]):
        if seat != p[PLAYER]:
            distance = nearer(g, most, p[seat_at(seat) + FAMILY])
            total += distance * t[SHARE]
            if distance == 0:
                total -= THREAT
    near = nearer(g, most, family_own)
    both = min(most, g[DISTANCE_AT + 2 * family_own]) + min(most, g[DISTANCE_AT + 2 * family_own + 1])
    return SCALE * (total - FIELD * near) - (SCALE - 1) * near - both


@jit
def value_with(
    t: Ints, p: Ints, g: Ints, words: Words, base: int, by_vine: bool, field: int, sight: int, best: int
) -> int:
    """Return the value of the board if one field were seen differently; below `best`, it may be too high."""
    sight = guarded_sight(p, field, sight)
    before, through = g[SIGHT_AT + field], sight & ALL_PAIRS == ALL_PAIRS
    if before & CHANGEABLE and (sight & CHANGEABLE or through) and g[KEPT_AT] > 0:
        joined, parted = sight & ~before & ALL_PAIRS, before & ~sight & ALL_PAIRS
        apart = not through and joined_apart(joined)
        shorter = axes_with(words[SHORTENS + field], ALL_PAIRS if apart else joined)
        longer = axes_with(words[ON_ROUTE + field], parted)
        most = most_worth(g, base, shorter, longer)
        if most < best:
            return most
        if longer == 0 and (shorter == 0 or (parted == 0 and not apart)):
            for lane in range(LANES):
                g[DISTANCE_AT + lane] = g[BASE_AT + lane] - (shorter >> 8 * lane & 1)
            return value_measured(t, p, g, by_vine)
    measure_changed(t, g, words, field, sight)
    return value_measured(t, p, g, by_vine)


@jit
def value_with_two(t: Ints, p: Ints, g: Ints, words: Words, a: int, sight: int, b: int, other_sight: int) -> int:
    """Return the value of the board if two fields were seen differently."""
    before, other_before = g[SIGHT_AT + a], g[SIGHT_AT + b]
    show(t, g, words, a, guarded_sight(p, a, sight))
    show(t, g, words, b, guarded_sight(p, b, other_sight))
    measure(t, g, words)
    show(t, g, words, b, other_before)
    show(t, g, words, a, before)
    return value_measured(t, p, g, False)


# --- results of a move -------------------------------------------------------------------------------------


@jit
def value_placed(
    t: Ints, p: Ints, g: Ints, words: Words, base: int, by_vine: bool, field: int, sight: int, best: int
) -> int:
    """Return the value of a placement; measure only sights of this field not yet known from another facing."""
    sight = guarded_sight(p, field, sight)
    if sight == g[SIGHT_AT + field]:
        return base
    if g[MEMO_AT] != field:
        g[MEMO_AT], g[MEMO_AT + 1] = field, 0
    for place in range(MEMO_AT + 2, MEMO_AT + 2 + 2 * g[MEMO_AT + 1], 2):
        if g[place] == sight:
            return g[place + 1]
    value = value_with(t, p, g, words, base, by_vine, field, sight, best)
    if g[MEMO_AT + 1] == MOST_REMEMBERED:
        return value
    place = MEMO_AT + 2 + 2 * g[MEMO_AT + 1]
    g[place], g[place + 1] = sight, value
    g[MEMO_AT + 1] += 1
    return value


@jit
def value_of(t: Ints, p: Ints, g: Ints, words: Words, base: int, kind: int, a: int, b: int, c: int, best: int) -> int:
    """Return the value of a move that changes one or two fields; of any other, that of the board as it is."""
    if kind == TARGET:
        row = code_at(t, p[PC])
        return value_with(
            t, p, g, words, base, False, a, sight_affected(t, p, t[row + OP], how_affected(t, row), a), best
        )
    if kind == SWAP_STACKS:
        return value_with_two(t, p, g, words, a, sight_stack(t, p, b), b, sight_stack(t, p, a))
    if kind == MOVE_CARD:
        moved = sight_with(t, top_of(t, p, a) & ~3 | c, top_of(t, p, b))
        return value_with_two(t, p, g, words, a, sight_lifted(t, p, a), b, moved)
    if kind == CLEAR_BREAK:
        return value_with(t, p, g, words, base, False, a, sight_cleared(t, p, a, WITHOUT_ONE + b), best)
    if kind == NAME_PLAYER:
        return -nearer(g, t[MOST], p[seat_at(a) + FAMILY])
    return base


# --- deciding ----------------------------------------------------------------------------------------------


@jit
def tempo(t: Ints, p: Ints) -> int:
    """Return the value of an extra turn and of the turns that others miss."""
    turns = p[EXTRA_TURN]
    for seat in range(t[PLAYERS]):
        if seat != p[PLAYER]:
            turns += p[seat_at(seat) + MISSES]
    return SCALE * TEMPO * turns


@jit
def consider(g: Ints, moves: Ints, value: int, chance: Words) -> None:
    """Note the value of the current move; keep the best so far, and break ties at random."""
    number = g[NUMBER]
    moves[MOVE_SIZE * number + WORTH] = value
    if g[TIES] == 0 or value > g[BEST]:
        g[BEST], g[CHOSEN], g[TIES] = value, number, 1
    elif value == g[BEST]:
        g[TIES] += 1
        if below(chance, g[TIES]) == 0:
            g[CHOSEN] = number
    g[NUMBER] = number + 1


@jit
def consider_places(
    t: Ints, p: Ints, g: Ints, words: Words, moves: Ints, here: int, every: bool, chance: Words
) -> None:
    """Consider the next placements among the moves of a level; skip fields where none can be the best."""
    number, base = g[here + NUMBER], g[here + BASE]
    board, at = g[board_at(t, g[here + BOARD]) :], words[WORDS * g[here + BOARD] :]
    best = 2 * LOSS if every or g[here + TIES] == 0 else g[here + BEST]
    now, card, most, sealed = NONE, NONE, 0, False
    under = p[SPELL] >= 0 and places_under(t, p)
    while number < g[here + COUNT]:
        row = moves[MOVE_SIZE * number :]
        kind, field, face = row[0], row[1], row[3]
        if kind != PLAY_VINE and kind != PLACE_CARD:
            break
        if face != card:
            card, sealed = face, t[t[FACES_AT] + FACE_SIZE * face + SEALED] != 0
        if field != now:
            now, most = field, 2 * WIN
            if board[KEPT_AT] > 0 and board[SIGHT_AT + field] & CHANGEABLE:
                most = most_on_field(board, at, base, field)
        if most >= best or sealed:
            if not under:
                sight = sight_with(t, 4 * face + row[2], top_of(t, p, field))
            elif p[field_at(field) + HEIGHT] == 1:
                sight = sight_with(t, top_of(t, p, field), 4 * face + row[2])
            else:
                sight = sight_stack(t, p, field)
            g[here + NUMBER] = number
            value = value_placed(t, p, board, at, base, kind == PLAY_VINE, field, sight, best)
            consider(g[here:], moves, value, chance)
            best = best if every else g[here + BEST]
        number += 1
    g[here + NUMBER] = number


@jit
def to_be_tried(t: Ints, p: Ints, kind: int, a: int, b: int) -> int:
    """Return where a trial of a spell or an option with a known effect ends; otherwise −1."""
    if kind == CAST_SPELL and t[t[SPELLS_AT] + SPELL_SIZE * b + UNSEEN_CARDS] == 0:
        return WHOLE_SPELL
    if kind == TAKE_OPTION:
        start = t[code_at(t, p[PC]) + B + a]
        end = t[code_at(t, start) + BLOCK]
        return NONE if unseen_in(t, start, end) else end
    return NONE


@jit
def value_unseen(t: Ints, p: Ints, base: int, kind: int, a: int, b: int) -> int:
    """Return the value of a spell or an option that draws unseen cards."""
    if kind == CAST_SPELL:
        return base + SCALE * (UNSEEN * t[t[SPELLS_AT] + SPELL_SIZE * b + UNSEEN_CARDS] - PRICE)
    start = t[code_at(t, p[PC]) + B + a]
    return base + tempo(t, p) + SCALE * UNSEEN * unseen_in(t, start, t[code_at(t, start) + BLOCK])


@jit
def see(t: Ints, p: Ints, g: Ints, words: Words, level: int, first: int) -> None:
    """Scan the board of a level; if it equals that of the level below, share its results."""
    board = board_at(t, level)
    if level > first:
        below_it = g[board_at(t, level - 1) + BOARD]
        if changed_fields(t, p, g[board_at(t, below_it) :]) == 0:
            g[board + BOARD] = below_it
            recall(g[board_at(t, below_it) :])
            return
    g[board + BOARD] = level
    look(t, p, g[board:], words[WORDS * level :])
    measure_board(t, g[board:], words[WORDS * level :])


@jit
def changed_fields(t: Ints, p: Ints, g: Ints) -> int:
    """Count the fields that differ from the last scan."""
    changed = 0
    for field in range(t[FIELDS]):
        changed += int(sight_of(p, field) != g[SIGHT_AT + field])
    return changed


@jit
def value_at_end(t: Ints, p: Ints, g: Ints, words: Words, level: int) -> int:
    """Return the value of the board after a trial. Usually one field differs from the last scan."""
    seen = g[board_at(t, level) + BOARD]
    board = g[board_at(t, seen) :]
    changed = changed_fields(t, p, board)
    if changed > 1:
        return value_seen(t, p, g[board_at(t, level) :], words[WORDS * level :])
    if changed == 0:
        recall(board)
        return value_measured(t, p, board, False)
    field = 0
    while sight_of(p, field) == board[SIGHT_AT + field]:
        field += 1
    return value_with(t, p, board, words[WORDS * seen :], 0, False, field, sight_of(p, field), 2 * LOSS)


@jit
def pick_greedy(
    t: Ints, ps: Ints, ms: Ints, first: int, every: bool, w: Ints, g: Ints, words: Words, chance: Words
) -> int:
    """Return the index of the greedy player's move in the position of a level.

    Trials continue on copies: a trial of a spell in the level above, one of its options in the next. A level notes the
    current move and the best so far. The value of a move is noted next to it; unless `every` value is requested, that
    of moves other than the best may be too high.
    """
    level, begun = first, False
    while True:
        p, moves, notes = ps[level * t[POSITION] :], ms[level * t[ROOM] :], g[board_at(t, level) :]
        if not begun:
            notes[COUNT] = list_moves(t, p, w, moves)
            notes[NUMBER] = notes[TIES] = notes[CHOSEN] = 0
            see(t, p, g, words, level, first)
            notes[BASE] = value_measured(t, p, g[board_at(t, notes[BOARD]) :], False)
            begun = True
            if about_unseen_cards(moves[0]):
                notes[NUMBER] = notes[COUNT]
            elif left_to_chance(moves[0]):
                notes[CHOSEN] = below(chance, notes[COUNT])
                notes[NUMBER] = notes[COUNT]
            find_hopes(t, p, g[board_at(t, notes[BOARD]) :])
        consider_places(t, p, g, words, moves, board_at(t, level), every, chance)
        if notes[NUMBER] < notes[COUNT]:
            row = moves[MOVE_SIZE * notes[NUMBER] :]
            kind, a, b = row[0], row[1], row[2]
            end = to_be_tried(t, p, kind, a, b)
            if end == NONE:
                if kind == CAST_SPELL or kind == TAKE_OPTION:  # noqa: SIM109
                    value = value_unseen(t, p, notes[BASE], kind, a, b)
                else:
                    seen, at = g[board_at(t, notes[BOARD]) :], words[WORDS * notes[BOARD] :]
                    best = 2 * LOSS if every or notes[TIES] == 0 else notes[BEST]
                    value = value_of(t, p, seen, at, notes[BASE], kind, a, b, row[3], best)
                consider(notes, moves, value, chance)
                continue
            level += 1
            trial = ps[level * t[POSITION] :]
            copy(t, p, trial)
            g[board_at(t, level) + TRIED_TO], g[board_at(t, level) + BOARD] = end, notes[BOARD]
            if kind == CAST_SPELL:
                begin_cast(t, trial, w, a, b)
            else:
                choose(t, trial, w, kind, a, 0, 0)
        elif level == first:
            return notes[CHOSEN]
        else:
            row = moves[MOVE_SIZE * notes[CHOSEN] :]
            choose(t, p, w, row[0], row[1], row[2], row[3])
        begun = False
        p, end = ps[level * t[POSITION] :], g[board_at(t, level) + TRIED_TO]
        if p[SPELL] < 0 or p[ENDED] or p[PC] >= end:
            value = LOSS
            if not p[ENDED]:
                value = value_at_end(t, p, g, words, level) + tempo(t, p)
            level, begun = level - 1, True
            if end == WHOLE_SPELL:
                value -= tempo(t, ps[level * t[POSITION] :]) + SCALE * PRICE
            notes = g[board_at(t, level) :]
            consider(notes, ms[level * t[ROOM] :], value, chance)
            g[board_at(t, notes[BOARD]) + MEMO_AT] = -1
