"""The player that looks ahead, for compiled code: the same deals, the same choices as `players.policies.ahead`."""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, Words, jit
from luftschloesser.players.policies import CANDIDATES, SAMPLES
from luftschloesser.sim.cards import first_at, hand_at, lay_down, pile_at
from luftschloesser.sim.chance import shuffle
from luftschloesser.sim.greedy import balance, best_action, pick_action, pick_play, sky_worths
from luftschloesser.sim.memory import (
    CARDS,
    DOES_AT,
    HAND,
    MOVE_SIZE,
    NEW_HANDS,
    PILE_LEFT,
    PLAYER,
    PLAYERS,
    TURNS,
    WINNER,
)
from luftschloesser.sim.skies import act, play
from luftschloesser.sim.turns import end_turn, list_plays

# a candidate: its card as a move (none when only an action is due), its action, where it stood in the list, its worth
C_ACTION, C_INDEX, C_WORTH, C_TOTAL = MOVE_SIZE, 2 * MOVE_SIZE, 2 * MOVE_SIZE + 1, 2 * MOVE_SIZE + 2
CANDIDATE_SIZE = 2 * MOVE_SIZE + 3
REAL, TRIAL, DEAL = range(3)  # skies


@jit
def greedy_turn(t: Ints, skies: Ints, g: Ints, moves: Ints, rated: Ints, w: Ints, chance: Words) -> None:
    """Play a whole greedy turn on the sky of a deal."""
    s, player = skies[DEAL], g[PLAYER]
    count = list_plays(t, s, g, moves[0])
    row = moves[0, pick_play(t, s, player, moves[0], count, moves[1], skies[TRIAL], w, rated, chance)]
    play(t, s, row, w)
    lay_down(t, g, player, row[1])
    act(t, s, player, moves[1, pick_action(t, s, player, moves[1], w, rated, chance)])
    end_turn(t, s, g, chance)


@jit
def pick_ahead(
    t: Ints,
    skies: Ints,
    games: Ints,
    moves: Ints,
    rated: Ints,
    w: Ints,
    candidates: Ints,
    weather_done: bool,
    chance: Words,
    trial: Words,
) -> int:
    """Return the index of the move that looks best after every player's next turn. `moves` are overwritten.

    `games` has the game itself first, then one for each deal and one to try on.
    """
    g, player = games[0], games[0, PLAYER]
    count = _candidates(t, skies, g, moves, rated, w, candidates, weather_done)
    if count == 1:
        return int(candidates[0, C_INDEX])
    for sample in range(SAMPLES):
        redeal(t, g, games[1 + sample], w, chance)
        trial[2 + sample] = chance[1]  # later shuffles of this deal
    for index in range(count):
        candidates[index, C_TOTAL] = 0
        for sample in range(SAMPLES):
            for place in range(skies.shape[1]):
                skies[DEAL, place] = skies[REAL, place]
            deal = games[1 + SAMPLES]
            for place in range(len(deal)):
                deal[place] = games[1 + sample, place]
            trial[0], trial[1] = trial[2 + sample], chance[1]
            if not weather_done:
                play(t, skies[DEAL], candidates[index, :MOVE_SIZE], w)
                lay_down(t, deal, player, candidates[index, 1])
            act(t, skies[DEAL], player, candidates[index, C_ACTION:C_INDEX])
            end_turn(t, skies[DEAL], deal, trial)
            due = deal[TURNS] + t[PLAYERS]
            while deal[WINNER] < 0 and deal[TURNS] < due:
                greedy_turn(t, skies, deal, moves, rated, w, trial)
            each = w[: t[PLAYERS]]
            sky_worths(t, skies[DEAL], each)
            candidates[index, C_TOTAL] += balance(t, each, player)
    best = 0
    for index in range(1, count):
        if candidates[index, C_TOTAL] > candidates[best, C_TOTAL]:
            best = index
    return int(candidates[best, C_INDEX])


@jit
def _candidates(
    t: Ints, skies: Ints, g: Ints, moves: Ints, rated: Ints, w: Ints, candidates: Ints, weather_done: bool
) -> int:
    """Find the turns that end best, the best one first; return their number."""
    s, player, count = skies[REAL], g[PLAYER], 0
    if weather_done:
        best_action(t, s, player, moves[1], w, rated)
        for index in range(rated[-1]):
            count = _insert(candidates, count, moves[1, index], moves[1, index], index, rated[index])
        return count
    plays, trial = list_plays(t, s, g, moves[0]), skies[TRIAL]
    for index in range(plays):
        for place in range(len(s)):
            trial[place] = s[place]
        play(t, trial, moves[0, index], w)
        worth = best_action(t, trial, player, moves[1], w, rated)
        first = 0
        while rated[first] != worth:
            first += 1
        count = _insert(candidates, count, moves[0, index], moves[1, first], index, worth)
    return count


@jit
def _insert(candidates: Ints, count: int, row: Ints, action: Ints, index: int, worth: int) -> int:
    """Insert a turn among the best; of equals the first stays first. Return the new number."""
    if count == CANDIDATES and candidates[count - 1, C_WORTH] >= worth:
        return count
    place = count if count < CANDIDATES else CANDIDATES - 1
    while place > 0 and candidates[place - 1, C_WORTH] < worth:
        for column in range(CANDIDATE_SIZE):
            candidates[place, column] = candidates[place - 1, column]
        place -= 1
    for column in range(MOVE_SIZE):
        candidates[place, column] = row[column]
        candidates[place, C_ACTION + column] = action[column]
    candidates[place, C_INDEX], candidates[place, C_WORTH] = index, worth
    return min(count + 1, CANDIDATES)


@jit
def redeal(t: Ints, g: Ints, deal: Ints, w: Ints, chance: Words) -> None:
    """Redeal as `players.policies.redealt` does: sort and shuffle the unseen cards, and deal them to the others."""
    player, players, pile = g[PLAYER], t[PLAYERS], pile_at(t)
    for place in range(len(g)):
        deal[place] = g[place]
    for card in range(t[CARDS]):
        w[card] = 0
    for index in range(g[PILE_LEFT]):
        w[g[pile + g[first_at(t)] + index]] += 1
    for other in range(players):
        if other != player:
            for place in range(HAND):
                w[g[hand_at(other) + place]] += 1
    count = 0
    for card in range(t[CARDS]):  # cards are numbered in the order of their names
        for _ in range(w[card]):
            deal[pile + count] = card
            count += 1
    shuffle(chance, 1, deal, pile, count)
    kept, given, cards_to_deal = 0, 0, HAND * (players - 1)
    for index in range(count):
        card = deal[pile + index]
        if given < cards_to_deal and t[t[DOES_AT] + card] != NEW_HANDS:
            deal[hand_at((player + 1 + given // HAND) % players) + given % HAND] = card
            given += 1
        else:
            deal[pile + kept] = card
            kept += 1
    deal[first_at(t)], deal[PILE_LEFT] = 0, kept
