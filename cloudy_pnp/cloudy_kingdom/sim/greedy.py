# mypy: disable-error-code="no-any-return"
"""The greedy player, and the Monte Carlo player, who looks further ahead.

The greedy player values every legal move by the board that it leads to, and makes the best; ties are broken at random
(the k-th of them replaces the one before with chance 1/k, in the order of the moves).

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

**The Monte Carlo player** considers the few best moves of the greedy player. A *playout* of a move is the game after
it, with everything that the player cannot know (the order of the draw pile, the other hands) dealt again: all players
play greedily for ROUNDS rounds; a game that has ended by then counts WON, LOST or DRAWN, any other the greedy player's
value of the board. The better half of the moves is kept after each heat; heats share the playouts evenly. The number of
playouts is fixed and does not depend on the clock: so the same game is the same on every machine.
"""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.sim import distance as d
from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.config import FIELD, LOSS, PRICE, SCALE, TEMPO, THREAT, UNSEEN, WIN
from cloudy_pnp.cloudy_kingdom.sim.deal import below, mix_in
from cloudy_pnp.cloudy_kingdom.sim.listing import about_unseen_cards, left_to_chance
from cloudy_pnp.cloudy_kingdom.sim.moves import begin_cast, carry_out, list_moves
from cloudy_pnp.cloudy_kingdom.sim.position import code_at, copy, field_at, seat_at
from cloudy_pnp.cloudy_kingdom.sim.steps import (
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
    return min(most, g[d.DISTANCE_AT + 2 * family], g[d.DISTANCE_AT + 2 * family + 1])


@jit
def value_seen(t: Ints, p: Ints, g: Ints, words: Words) -> int:
    """Return the value of a board for the current player, after their spell."""
    d.look(t, p, g, words)
    d.measure(t, g, words)
    return value_measured(t, p, g, False)


@jit
def value_measured(t: Ints, p: Ints, g: Ints, by_vine: bool) -> int:
    """Return the value of a board whose distances have just been measured."""
    family_own, most, new = p[seat_at(p[m.PLAYER]) + m.FAMILY], t[m.MOST], 0
    for axis in range(2 * t[m.FAMILIES]):
        new |= int(g[d.DISTANCE_AT + axis] == 0) << axis
    new &= ~p[m.CONNECTED]
    if new:
        others = False
        for family in range(t[m.FAMILIES]):
            if new >> 2 * family & 3 and p[m.LAID] >> family & 1:
                if by_vine and family == family_own:
                    return WIN
                others = others or family != family_own
        if others:
            return LOSS
    total = 0
    for seat in range(t[m.PLAYERS]):
        if seat != p[m.PLAYER]:
            distance = nearer(g, most, p[seat_at(seat) + m.FAMILY])
            total += distance * t[m.SHARE]
            if distance == 0:
                total -= THREAT
    near = nearer(g, most, family_own)
    both = min(most, g[d.DISTANCE_AT + 2 * family_own]) + min(most, g[d.DISTANCE_AT + 2 * family_own + 1])
    return SCALE * (total - FIELD * near) - (SCALE - 1) * near - both


@jit
def value_with(
    t: Ints, p: Ints, g: Ints, words: Words, base: int, by_vine: bool, field: int, sight: int, best: int
) -> int:
    """Return the value of the board if one field were seen differently; below `best`, it may be too high."""
    sight = d.guarded_sight(p, field, sight)
    before, through = g[d.SIGHT_AT + field], sight & d.ALL_PAIRS == d.ALL_PAIRS
    if before & d.CHANGEABLE and (sight & d.CHANGEABLE or through) and g[d.KEPT_AT] > 0:
        joined, parted = sight & ~before & d.ALL_PAIRS, before & ~sight & d.ALL_PAIRS
        apart = not through and d.joined_apart(joined)
        shorter = d.axes_with(words[d.SHORTENS + field], d.ALL_PAIRS if apart else joined)
        longer = d.axes_with(words[d.ON_ROUTE + field], parted)
        most = d.most_worth(g, base, shorter, longer)
        if most < best:
            return most
        if longer == 0 and (shorter == 0 or (parted == 0 and not apart)):
            for lane in range(d.LANES):
                g[d.DISTANCE_AT + lane] = g[d.BASE_AT + lane] - (shorter >> 8 * lane & 1)
            return value_measured(t, p, g, by_vine)
    d.measure_changed(t, g, words, field, sight)
    return value_measured(t, p, g, by_vine)


@jit
def value_with_two(t: Ints, p: Ints, g: Ints, words: Words, a: int, sight: int, b: int, other_sight: int) -> int:
    """Return the value of the board if two fields were seen differently."""
    before, other_before = g[d.SIGHT_AT + a], g[d.SIGHT_AT + b]
    d.show(t, g, words, a, d.guarded_sight(p, a, sight))
    d.show(t, g, words, b, d.guarded_sight(p, b, other_sight))
    d.measure(t, g, words)
    d.show(t, g, words, b, other_before)
    d.show(t, g, words, a, before)
    return value_measured(t, p, g, False)


# --- results of a move -------------------------------------------------------------------------------------


@jit
def value_placed(
    t: Ints, p: Ints, g: Ints, words: Words, base: int, by_vine: bool, field: int, sight: int, best: int
) -> int:
    """Return the value of a placement; measure only sights of this field not yet known from another facing."""
    sight = d.guarded_sight(p, field, sight)
    if sight == g[d.SIGHT_AT + field]:
        return base
    if g[d.MEMO_AT] != field:
        g[d.MEMO_AT], g[d.MEMO_AT + 1] = field, 0
    for place in range(d.MEMO_AT + 2, d.MEMO_AT + 2 + 2 * g[d.MEMO_AT + 1], 2):
        if g[place] == sight:
            return g[place + 1]
    value = value_with(t, p, g, words, base, by_vine, field, sight, best)
    if g[d.MEMO_AT + 1] == d.MOST_REMEMBERED:
        return value
    place = d.MEMO_AT + 2 + 2 * g[d.MEMO_AT + 1]
    g[place], g[place + 1] = sight, value
    g[d.MEMO_AT + 1] += 1
    return value


@jit
def value_of(t: Ints, p: Ints, g: Ints, words: Words, base: int, kind: int, a: int, b: int, c: int, best: int) -> int:
    """Return the value of a move that changes one or two fields; of any other, that of the board as it is."""
    if kind == m.TARGET:
        row = code_at(t, p[m.PC])
        return value_with(
            t, p, g, words, base, False, a, sight_affected(t, p, t[row + m.OP], how_affected(t, row), a), best
        )
    if kind == m.SWAP_STACKS:
        return value_with_two(t, p, g, words, a, d.sight_stack(t, p, b), b, d.sight_stack(t, p, a))
    if kind == m.MOVE_CARD:
        moved = d.sight_with(t, d.top_of(t, p, a) & ~3 | c, d.top_of(t, p, b))
        return value_with_two(t, p, g, words, a, d.sight_lifted(t, p, a), b, moved)
    if kind == m.CLEAR_BREAK:
        return value_with(t, p, g, words, base, False, a, sight_cleared(t, p, a, m.WITHOUT_ONE + b), best)
    if kind == m.NAME_PLAYER:
        return -nearer(g, t[m.MOST], p[seat_at(a) + m.FAMILY])
    return base


# --- deciding ----------------------------------------------------------------------------------------------


@jit
def tempo(t: Ints, p: Ints) -> int:
    """Return the value of an extra turn and of the turns that others miss."""
    turns = p[m.EXTRA_TURN]
    for seat in range(t[m.PLAYERS]):
        if seat != p[m.PLAYER]:
            turns += p[seat_at(seat) + m.MISSES]
    return SCALE * TEMPO * turns


@jit
def consider(g: Ints, moves: Ints, value: int, chance: Words) -> None:
    """Note the value of the current move; keep the best so far, and break ties at random."""
    number = g[d.NUMBER]
    moves[m.MOVE_SIZE * number + m.WORTH] = value
    if g[d.TIES] == 0 or value > g[d.BEST]:
        g[d.BEST], g[d.CHOSEN], g[d.TIES] = value, number, 1
    elif value == g[d.BEST]:
        g[d.TIES] += 1
        if below(chance, g[d.TIES]) == 0:
            g[d.CHOSEN] = number
    g[d.NUMBER] = number + 1


@jit
def consider_places(
    t: Ints, p: Ints, g: Ints, words: Words, moves: Ints, here: int, every: bool, chance: Words
) -> None:
    """Consider the next placements among the moves of a level; skip fields where none can be the best."""
    number, base = g[here + d.NUMBER], g[here + d.BASE]
    board, at = (
        g[d.board_at(t, g[here + d.BOARD]) :],
        words[d.WORDS * g[here + d.BOARD] :],
    )
    best = 2 * LOSS if every or g[here + d.TIES] == 0 else g[here + d.BEST]
    now, card, most, sealed = m.NONE, m.NONE, 0, False
    under = p[m.SPELL] >= 0 and places_under(t, p)
    while number < g[here + d.COUNT]:
        row = moves[m.MOVE_SIZE * number :]
        kind, field, face = row[0], row[1], row[3]
        if kind != m.PLAY_VINE and kind != m.PLACE_CARD:
            break
        if face != card:
            card, sealed = face, t[t[m.FACES_AT] + m.FACE_SIZE * face + m.SEALED] != 0
        if field != now:
            now, most = field, 2 * WIN
            if board[d.KEPT_AT] > 0 and board[d.SIGHT_AT + field] & d.CHANGEABLE:
                most = d.most_on_field(board, at, base, field)
        if most >= best or sealed:
            if not under:
                sight = d.sight_with(t, 4 * face + row[2], d.top_of(t, p, field))
            elif p[field_at(field) + m.HEIGHT] == 1:
                sight = d.sight_with(t, d.top_of(t, p, field), 4 * face + row[2])
            else:
                sight = d.sight_stack(t, p, field)
            g[here + d.NUMBER] = number
            value = value_placed(t, p, board, at, base, kind == m.PLAY_VINE, field, sight, best)
            consider(g[here:], moves, value, chance)
            best = best if every else g[here + d.BEST]
        number += 1
    g[here + d.NUMBER] = number


@jit
def to_be_tried(t: Ints, p: Ints, kind: int, a: int, b: int) -> int:
    """Return where a trial of a spell or an option with a known effect ends; otherwise −1."""
    if kind == m.CAST_SPELL and t[t[m.SPELLS_AT] + m.SPELL_SIZE * b + m.UNSEEN_CARDS] == 0:
        return d.WHOLE_SPELL
    if kind == m.TAKE_OPTION:
        start = t[code_at(t, p[m.PC]) + m.B + a]
        end = t[code_at(t, start) + m.BLOCK]
        return m.NONE if unseen_in(t, start, end) else end
    return m.NONE


@jit
def value_unseen(t: Ints, p: Ints, base: int, kind: int, a: int, b: int) -> int:
    """Return the value of a spell or an option that draws unseen cards."""
    if kind == m.CAST_SPELL:
        return base + SCALE * (UNSEEN * t[t[m.SPELLS_AT] + m.SPELL_SIZE * b + m.UNSEEN_CARDS] - PRICE)
    start = t[code_at(t, p[m.PC]) + m.B + a]
    return base + tempo(t, p) + SCALE * UNSEEN * unseen_in(t, start, t[code_at(t, start) + m.BLOCK])


@jit
def see(t: Ints, p: Ints, g: Ints, words: Words, level: int, first: int) -> None:
    """Scan the board of a level; if it equals that of the level below, share its results."""
    board = d.board_at(t, level)
    if level > first:
        below_it = g[d.board_at(t, level - 1) + d.BOARD]
        if changed_fields(t, p, g[d.board_at(t, below_it) :]) == 0:
            g[board + d.BOARD] = below_it
            d.recall(g[d.board_at(t, below_it) :])
            return
    g[board + d.BOARD] = level
    d.look(t, p, g[board:], words[d.WORDS * level :])
    d.measure_board(t, g[board:], words[d.WORDS * level :])


@jit
def changed_fields(t: Ints, p: Ints, g: Ints) -> int:
    """Count the fields that differ from the last scan."""
    changed = 0
    for field in range(t[m.FIELDS]):
        changed += int(d.sight_of(p, field) != g[d.SIGHT_AT + field])
    return changed


@jit
def value_at_end(t: Ints, p: Ints, g: Ints, words: Words, level: int) -> int:
    """Return the value of the board after a trial. Usually one field differs from the last scan."""
    seen = g[d.board_at(t, level) + d.BOARD]
    board = g[d.board_at(t, seen) :]
    changed = changed_fields(t, p, board)
    if changed > 1:
        return value_seen(t, p, g[d.board_at(t, level) :], words[d.WORDS * level :])
    if changed == 0:
        d.recall(board)
        return value_measured(t, p, board, False)
    field = 0
    while d.sight_of(p, field) == board[d.SIGHT_AT + field]:
        field += 1
    return value_with(t, p, board, words[d.WORDS * seen :], 0, False, field, d.sight_of(p, field), 2 * LOSS)


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
        p, moves, notes = ps[level * t[m.POSITION] :], ms[level * t[m.ROOM] :], g[d.board_at(t, level) :]
        if not begun:
            notes[d.COUNT] = list_moves(t, p, w, moves)
            notes[d.NUMBER] = notes[d.TIES] = notes[d.CHOSEN] = 0
            see(t, p, g, words, level, first)
            notes[d.BASE] = value_measured(t, p, g[d.board_at(t, notes[d.BOARD]) :], False)
            begun = True
            if about_unseen_cards(moves[0]):
                notes[d.NUMBER] = notes[d.COUNT]
            elif left_to_chance(moves[0]):
                notes[d.CHOSEN] = below(chance, notes[d.COUNT])
                notes[d.NUMBER] = notes[d.COUNT]
            d.find_hopes(t, p, g[d.board_at(t, notes[d.BOARD]) :])
        consider_places(t, p, g, words, moves, d.board_at(t, level), every, chance)
        if notes[d.NUMBER] < notes[d.COUNT]:
            row = moves[m.MOVE_SIZE * notes[d.NUMBER] :]
            kind, a, b = row[0], row[1], row[2]
            end = to_be_tried(t, p, kind, a, b)
            if end == m.NONE:
                if kind == m.CAST_SPELL or kind == m.TAKE_OPTION:
                    value = value_unseen(t, p, notes[d.BASE], kind, a, b)
                else:
                    seen, at = (
                        g[d.board_at(t, notes[d.BOARD]) :],
                        words[d.WORDS * notes[d.BOARD] :],
                    )
                    best = 2 * LOSS if every or notes[d.TIES] == 0 else notes[d.BEST]
                    value = value_of(t, p, seen, at, notes[d.BASE], kind, a, b, row[3], best)
                consider(notes, moves, value, chance)
                continue
            level += 1
            trial = ps[level * t[m.POSITION] :]
            copy(t, p, trial)
            g[d.board_at(t, level) + d.TRIED_TO], g[d.board_at(t, level) + d.BOARD] = (
                end,
                notes[d.BOARD],
            )
            if kind == m.CAST_SPELL:
                begin_cast(t, trial, w, a, b)
            else:
                choose(t, trial, w, kind, a, 0, 0)
        elif level == first:
            return notes[d.CHOSEN]
        else:
            row = moves[m.MOVE_SIZE * notes[d.CHOSEN] :]
            choose(t, p, w, row[0], row[1], row[2], row[3])
        begun = False
        p, end = ps[level * t[m.POSITION] :], g[d.board_at(t, level) + d.TRIED_TO]
        if p[m.SPELL] < 0 or p[m.ENDED] or p[m.PC] >= end:
            value = LOSS
            if not p[m.ENDED]:
                value = value_at_end(t, p, g, words, level) + tempo(t, p)
            level, begun = level - 1, True
            if end == d.WHOLE_SPELL:
                value -= tempo(t, ps[level * t[m.POSITION] :]) + SCALE * PRICE
            notes = g[d.board_at(t, level) :]
            consider(notes, ms[level * t[m.ROOM] :], value, chance)
            g[d.board_at(t, notes[d.BOARD]) + d.MEMO_AT] = -1


CANDIDATES, HEATS = 8, 3
ROUNDS = 2
WON, LOST, DRAWN = 60_000, -60_000, -15_000
PLAYOUT = 3  # the level of the position in which playouts are played; the greedy player tries spells above it
MOVE, SUM = 0, 1  # of the rows of candidates
ROW = 2


@jit
def deal_unknown(t: Ints, p: Ints, player: int, chance: Words) -> None:
    """Deal the cards again that a player cannot know: the other hands and the draw pile."""
    first, left = t[m.PILE] + p[m.PILE_NEXT], p[m.PILE_END] - p[m.PILE_NEXT]
    for seat in range(t[m.PLAYERS]):
        hand = seat_at(seat) + m.HAND
        if seat != player and p[hand] >= 0:
            other = below(chance, left + 1)  # the card itself is one of those that it can be
            if other < left:
                mix_in(p, hand, first + other)
    for place in range(left - 1, 0, -1):
        mix_in(p, first + place, first + below(chance, place + 1))


@jit
def outcome(t: Ints, p: Ints, player: int, g: Ints, words: Words) -> int:
    """Return the value of a playout for a player."""
    if p[m.ENDED]:
        if p[m.WINNERS] == 0:
            return DRAWN
        return WON if p[m.WINNERS] >> p[seat_at(player) + m.FAMILY] & 1 else LOST
    p[m.PLAYER] = player
    return value_seen(t, p, g, words)


@jit
def worth(moves: Ints, number: int) -> int:
    """Return the greedy player's value of a move."""
    return moves[m.MOVE_SIZE * number + m.WORTH]


@jit
def list_candidates(moves: Ints, count: int, best: int, rows: Ints) -> int:
    """List the most valuable moves, the best first; of several facings with the same value on a field only one."""
    rows[MOVE], rows[SUM] = best, 0
    listed = 1
    while listed < min(CANDIDATES, count):
        chosen = -1
        for number in range(count):
            duplicate = False
            for row in range(listed):
                other = rows[ROW * row + MOVE]
                first, second = m.MOVE_SIZE * other, m.MOVE_SIZE * number
                same = moves[first] == moves[second] and moves[first + 1] == moves[second + 1]
                duplicate = duplicate or other == number or (same and moves[first + m.WORTH] == moves[second + m.WORTH])
            if not duplicate and (chosen < 0 or worth(moves, number) > worth(moves, chosen)):
                chosen = number
        if chosen < 0:
            break
        rows[ROW * listed + MOVE], rows[ROW * listed + SUM] = chosen, 0
        listed += 1
    return listed


@jit
def keep_better(rows: Ints, count: int) -> int:
    """Sort candidates by their sums, and keep the first half; how many are left."""
    for end in range(count - 1, 0, -1):
        for row in range(end):
            first, second = ROW * row, ROW * (row + 1)
            if rows[second + SUM] > rows[first + SUM]:
                for column in (MOVE, SUM):
                    mix_in(rows, first + column, second + column)
    return (count + 1) // 2


@jit
def pick_mcts(t: Ints, ps: Ints, ms: Ints, playouts: int, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """Return the index of the Monte Carlo player's move among the moves of level 0."""
    best = pick_greedy(t, ps, ms, 0, True, w, g, words, chance)
    moves, rows = ms, ms[t[m.ROOM] :]
    if about_unseen_cards(moves[0]) or left_to_chance(moves[0]) or worth(moves, best) >= WIN:
        return best
    count = list_candidates(moves, g[d.COUNT], best, rows)
    p, player = ps[PLAYOUT * t[m.POSITION] :], ps[m.PLAYER]
    last = ps[m.TURNS] + 1 + ROUNDS * t[m.PLAYERS]
    while count > 1:
        each = max(1, playouts // (HEATS * count))
        for number in range(count * each):
            copy(t, ps, p)
            deal_unknown(t, p, player, chance)
            row = moves[m.MOVE_SIZE * rows[ROW * (number // each) + MOVE] :]
            carry_out(t, p, w, row[0], row[1], row[2], row[3])
            while not p[m.ENDED] and (p[m.SPELL] >= 0 or p[m.TURNS] < last):
                picked = pick_greedy(t, ps, ms, PLAYOUT, False, w, g, words, chance)
                row = ms[PLAYOUT * t[m.ROOM] + m.MOVE_SIZE * picked :]
                carry_out(t, p, w, row[0], row[1], row[2], row[3])
            rows[ROW * (number // each) + SUM] += outcome(t, p, player, g, words)
        count = keep_better(rows, count)
    return rows[MOVE]
