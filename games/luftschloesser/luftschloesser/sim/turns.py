"""One turn for compiled code: the moves of a player, their effects, and the notes on them."""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, Words, jit
from luftschloesser.sim.cards import draw, hand_at, lay_down
from luftschloesser.sim.chance import below
from luftschloesser.sim.greedy import pick_action, pick_play
from luftschloesser.sim.memory import (
    BUILD,
    CASTLES,
    DEALS,
    FIELDS,
    GREEDY,
    HAND,
    KIND_AT,
    KINDS,
    OUST,
    PLAYER,
    PLAYERS,
    POLICIES_AT,
    RAIN,
    RESULT_DEALS,
    RESULT_HEAD,
    RESULT_SEAT,
    RESULT_SHUFFLES,
    RESULT_TURNS,
    RESULT_WINNER,
    SEAT_BEINGS,
    SEAT_BUILT,
    SEAT_CASTLES,
    SEAT_LOST_TO_OTHERS,
    SEAT_LOST_TO_RAIN,
    SEAT_OUSTED,
    SHUFFLES,
    TO_WIN,
    TURNS,
    WINNER,
)
from luftschloesser.sim.skies import act, being_at, castle_at, list_actions, list_card, play


@jit
def list_plays(t: Ints, s: Ints, g: Ints, plays: Ints) -> int:
    """List the plays as `rules.turns.legal_moves` does: equal cards once, in the order of the hand."""
    hand, row = hand_at(g[PLAYER]), 0
    for place in range(HAND):
        card, again = g[hand + place], False
        for earlier in range(place):
            again = again or g[hand + earlier] == card
        if not again:
            row = list_card(t, s, card, plays, row)
    return row


@jit
def end_turn(t: Ints, s: Ints, g: Ints, chance: Words) -> None:
    """TURN-3, END-1: end the game, or draw and pass the turn."""
    player = g[PLAYER]
    g[TURNS] += 1
    if t[CASTLES] - s[castle_at(t, t[FIELDS], player)] >= t[TO_WIN]:
        g[WINNER] = player
    else:
        draw(t, g, chance)
        g[PLAYER] = (player + 1) % t[PLAYERS]


@jit
def seat_at(player: int) -> int:
    """Return the offset of a seat in a result."""
    return RESULT_HEAD + RESULT_SEAT * player


@jit
def kind_at(t: Ints, player: int, kind: int) -> int:
    """Return the offset of the count of plays of a kind of weather by a seat; the count of effects follows it."""
    return int(RESULT_HEAD + RESULT_SEAT * t[PLAYERS] + 2 * (t[KINDS] * player + kind))


@jit
def built_at(t: Ints, field: int) -> int:
    """Return the offset of the count of castles built on a field."""
    return kind_at(t, t[PLAYERS], 0) + field


@jit
def clear(s: Ints, g: Ints, full: Ints) -> None:
    """SET-1: clear the board; `full` are the supplies."""
    for index in range(len(s) - len(full)):
        s[index] = 0
    for index in range(len(full)):
        s[len(s) - len(full) + index] = full[index]
    g[PLAYER], g[TURNS], g[WINNER], g[SHUFFLES], g[DEALS] = 0, 0, -1, 0, 0


@jit
def note_play(t: Ints, player: int, row: Ints, effect: bool, result: Ints) -> None:
    """Note the effect of a card."""
    kind = kind_at(t, player, t[t[KIND_AT] + row[1]])
    result[kind] += 1
    result[kind + 1] += effect
    if row[0] == RAIN and effect and row[3] >= 0:
        result[seat_at(row[3]) + SEAT_LOST_TO_RAIN] += 1


@jit
def note_action(t: Ints, player: int, row: Ints, result: Ints) -> None:
    """Note the effect of an action."""
    if row[0] == BUILD or row[0] == OUST:
        result[built_at(t, row[2])] += 1
        result[seat_at(player) + SEAT_BUILT] += row[0] == BUILD
        result[seat_at(player) + SEAT_OUSTED] += row[0] == OUST
        if row[0] == OUST:
            result[seat_at(row[3]) + SEAT_LOST_TO_OTHERS] += 1


@jit
def keep(t: Ints, s: Ints, g: Ints, result: Ints) -> None:
    """Store the results of a game."""
    result[RESULT_TURNS], result[RESULT_WINNER] = g[TURNS], g[WINNER]
    result[RESULT_SHUFFLES], result[RESULT_DEALS] = g[SHUFFLES], g[DEALS]
    for player in range(t[PLAYERS]):
        castles, beings = 0, 0
        for field in range(t[FIELDS]):
            castles += s[castle_at(t, field, player)]
            beings += s[being_at(t, field, player)]
        result[seat_at(player) + SEAT_CASTLES] = castles
        result[seat_at(player) + SEAT_BEINGS] = beings


@jit
def choose_play(t: Ints, skies: Ints, g: Ints, moves: Ints, rated: Ints, w: Ints, chance: Words) -> int:
    """Return the card of a greedy or random player."""
    s, player = skies[0], g[PLAYER]
    count = list_plays(t, s, g, moves[0])
    if t[t[POLICIES_AT] + player] == GREEDY:
        return pick_play(t, s, player, moves[0], count, moves[1], skies[1], w, rated, chance)
    return below(chance, 1, count)


@jit
def choose_action(t: Ints, skies: Ints, g: Ints, moves: Ints, rated: Ints, w: Ints, chance: Words) -> int:
    """Return the action of a greedy or random player."""
    s, player = skies[0], g[PLAYER]
    if t[t[POLICIES_AT] + player] == GREEDY:
        return pick_action(t, s, player, moves[1], w, rated, chance)
    return below(chance, 1, list_actions(t, s, player, moves[1]))


@jit
def do_play(t: Ints, s: Ints, g: Ints, row: Ints, w: Ints, result: Ints) -> None:
    """TURN-1: carry out and note a card."""
    effect = play(t, s, row, w)
    lay_down(t, g, g[PLAYER], row[1])
    note_play(t, g[PLAYER], row, effect, result)


@jit
def do_action(t: Ints, s: Ints, g: Ints, row: Ints, result: Ints, chance: Words) -> None:
    """TURN-2, TURN-3: carry out and note an action, and end the turn."""
    act(t, s, g[PLAYER], row)
    note_action(t, g[PLAYER], row, result)
    end_turn(t, s, g, chance)
