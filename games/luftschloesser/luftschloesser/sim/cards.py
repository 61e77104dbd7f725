"""SET-1, SET-2, TURN-3, TURN-4 for compiled code: deals, draws and shuffles, as in `rules.drawing`.

The draw pile is in `g` with its next card first; drawn cards leave a gap before it, which `first_at` counts.
"""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, Words, jit
from luftschloesser.sim.chance import shuffle
from luftschloesser.sim.memory import (
    DEALS,
    DECK,
    DECK_AT,
    DOES_AT,
    G_HEAD,
    HAND,
    NEW_HANDS,
    PILE_LEFT,
    PLAYED,
    PLAYER,
    PLAYERS,
    SHUFFLES,
)


@jit
def hand_at(player: int) -> int:
    """Return the offset of a player's cards."""
    return G_HEAD + HAND * player


@jit
def pile_at(t: Ints) -> int:
    """Return the offset of the draw pile, which has room for twice the deck and moves back when shuffled."""
    return int(G_HEAD + HAND * t[PLAYERS] + 1)


@jit
def played_at(t: Ints) -> int:
    """Return the offset of the played cards."""
    return int(pile_at(t) + 2 * t[DECK])


@jit
def first_at(t: Ints) -> int:
    """Return the offset of the number of cards that have left the front of the draw pile."""
    return int(G_HEAD + HAND * t[PLAYERS])


@jit
def deal(t: Ints, g: Ints, chance: Words) -> None:
    """SET-1, SET-2: shuffle the deck, deal three cards each, and replace new hands."""
    deck, pile = t[DECK], pile_at(t)
    for index in range(deck):
        g[pile + index] = t[t[DECK_AT] + index]
    shuffle(chance, 2, g, pile, deck)
    g[first_at(t)], g[PILE_LEFT], g[PLAYED] = 0, deck, 0
    for player in range(t[PLAYERS]):
        for place in range(HAND):
            g[hand_at(player) + place] = take(t, g, chance)
    for player in range(t[PLAYERS]):
        replace(t, g, player, chance)


@jit
def take(t: Ints, g: Ints, chance: Words) -> int:
    """TURN-3: return the next card; if the pile is empty, shuffle the played cards first."""
    first = first_at(t)
    if not g[PILE_LEFT]:
        pile, played = pile_at(t), played_at(t)
        for index in range(g[PLAYED]):
            g[pile + index] = g[played + index]
        g[first], g[PILE_LEFT], g[PLAYED] = 0, g[PLAYED], 0
        shuffle(chance, 0, g, pile, g[PILE_LEFT])
        g[SHUFFLES] += 1
    card = g[pile_at(t) + g[first]]
    g[first] += 1
    g[PILE_LEFT] -= 1
    return int(card)


@jit
def replace(t: Ints, g: Ints, player: int, chance: Words) -> None:
    """SET-2: shuffle new hands in a hand back and replace them, one after the other."""
    first, does = first_at(t), t[DOES_AT]
    for place in range(hand_at(player), hand_at(player) + HAND):
        while t[does + g[place]] == NEW_HANDS:
            begin = pile_at(t) + g[first]
            for index in range(g[PILE_LEFT]):  # to the front, where there is room behind it
                g[pile_at(t) + index] = g[begin + index]
            g[first] = 0
            g[pile_at(t) + g[PILE_LEFT]] = g[place]
            g[PILE_LEFT] += 1
            ordinary = False
            for index in range(g[PILE_LEFT]):
                ordinary = ordinary or t[does + g[pile_at(t) + index]] != NEW_HANDS
            if not ordinary:
                for index in range(g[PLAYED]):
                    g[pile_at(t) + g[PILE_LEFT] + index] = g[played_at(t) + index]
                g[PILE_LEFT] += g[PLAYED]
                g[PLAYED] = 0
            shuffle(chance, 0, g, pile_at(t), g[PILE_LEFT])
            g[SHUFFLES] += 1
            g[place] = take(t, g, chance)


@jit
def lay_down(t: Ints, g: Ints, player: int, card: int) -> None:
    """TURN-1: move a card from the hand onto the played cards; the others move up."""
    hand = hand_at(player)
    place = hand
    while g[place] != card:
        place += 1
    while place < hand + HAND - 1:
        g[place] = g[place + 1]
        place += 1
    g[played_at(t) + g[PLAYED]] = card
    g[PLAYED] += 1


@jit
def draw(t: Ints, g: Ints, chance: Words) -> None:
    """TURN-3, TURN-4: draw one card, or deal new hands to all players."""
    player, players, played = g[PLAYER], t[PLAYERS], played_at(t)
    card = take(t, g, chance)
    if t[t[DOES_AT] + card] != NEW_HANDS:
        g[hand_at(player) + HAND - 1] = card
        return
    g[DEALS] += 1
    g[played + g[PLAYED]] = card
    g[PLAYED] += 1
    under = HAND * players - 1  # one card of the player's own was played
    for index in range(g[PLAYED] - 1, -1, -1):
        g[played + index + under] = g[played + index]
    g[PLAYED] += under
    place = played
    for turn in range(players):
        hand = hand_at((player + turn) % players)
        for index in range(HAND - (turn == 0)):
            g[place] = g[hand + index]
            place += 1
    for turn in range(players):
        hand = hand_at((player + turn) % players)
        for index in range(HAND):
            g[hand + index] = take(t, g, chance)
        replace(t, g, (player + turn) % players, chance)
