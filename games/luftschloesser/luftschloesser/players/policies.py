"""Players: greedy, and one that looks ahead. A player gets the state and chance, and returns a move.

Neither uses cards that it cannot see: greedy needs none, and the player that looks ahead deals the unseen cards again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from luftschloesser.model.chance import Chance
from luftschloesser.model.realm import HAND
from luftschloesser.model.state import Action, AnyMove, GameState, Play
from luftschloesser.players.worth import balance, values, worths
from luftschloesser.rules.actions import actions
from luftschloesser.rules.turns import apply, is_new_hands
from luftschloesser.rules.weather import apply_play, choices

_Move = TypeVar("_Move")

CANDIDATES, SAMPLES = 5, 3  # turns that are looked into, and deals that are tried for them


def greedy(state: GameState, chance: Chance) -> tuple[AnyMove, Chance]:
    """Return the card with which the player's turn ends best, then the best action; break ties at random."""
    table, sky, player = state.table, state.sky, state.player
    if state.weather_done:
        possible = list(actions(table, sky, player))
        return _best(possible, values(table, sky, player, possible), chance)
    plays = _plays(state)
    return _best(plays, [_after(state, play) for play in plays], chance)


def _plays(state: GameState) -> list[Play]:
    table = state.table
    return [play for card in dict.fromkeys(state.hand) for play in choices(table, state.sky, table.realm.cards[card])]


def _after(state: GameState, play: Play) -> int:
    """Return the best result of the turn after a card."""
    table, player = state.table, state.player
    sky = apply_play(table.board, state.sky, play)
    return max(values(table, sky, player, actions(table, sky, player)))


def _best(moves: Sequence[_Move], worth: Sequence[int], chance: Chance) -> tuple[_Move, Chance]:
    most = max(worth)
    best = [move for move, value in zip(moves, worth, strict=True) if value == most]
    if len(best) == 1:
        return best[0], chance
    index, chance = chance.below(len(best))
    return best[index], chance


# --- looking ahead -----------------------------------------------------------------------------------------


def ahead(state: GameState, chance: Chance) -> tuple[AnyMove, Chance]:
    """Try the best turns on several deals of the unseen cards, until after the player's own next turn.

    All players play greedily in those trials. Of a turn, the card is chosen first and the action when it is due.
    """
    turns = _candidates(state)
    if len(turns) == 1:
        return turns[0][0], chance
    deals = []
    for _ in range(SAMPLES):
        deal, chance = redeal(state, chance)
        deals.append(deal)
    totals = []
    for turn in turns:
        total = 0
        for deal in deals:
            total += _try_turn(deal, turn, chance)
        totals.append(total)
    return turns[totals.index(max(totals))][0], chance


def _candidates(state: GameState) -> list[tuple[AnyMove, ...]]:
    """Return the turns that end best, the best one first; no card twice in the same way."""
    table, player = state.table, state.player
    rated: list[tuple[int, int, tuple[AnyMove, ...]]] = []
    plays: list[Play | None] = [None] if state.weather_done else [*_plays(state)]
    for play in plays:
        sky = state.sky if play is None else apply_play(table.board, state.sky, play)
        possible: list[Action] = list(actions(table, sky, player))
        worth = values(table, sky, player, possible)
        order = sorted(range(len(possible)), key=lambda index: (-worth[index], index))
        for index in order[: CANDIDATES if play is None else 1]:
            turn: tuple[AnyMove, ...] = (possible[index],) if play is None else (play, possible[index])
            rated.append((-worth[index], len(rated), turn))
    return [turn for _, _, turn in sorted(rated)[:CANDIDATES]]


def redeal(state: GameState, chance: Chance) -> tuple[GameState, Chance]:
    """Return the same game as far as the player can see it, with the unseen cards dealt again.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.rules.turns import start
    >>> state = start(base_realm(), ["red", "blue"], seed=1)
    >>> deal, _ = redeal(state, Chance(5))
    >>> deal.hand == state.hand, deal.hands[1] == state.hands[1]
    (True, False)
    """
    cards = state.table.realm.cards
    others = [player for player in state.clockwise() if player != state.player]
    unseen = [*state.draw_pile, *(card for player in others for card in state.hands[player])]
    pile, chance = Chance(chance.state).shuffled(sorted(unseen))
    hidden = [card for card in pile if not is_new_hands(cards, card)]
    hands, taken = list(state.hands), 0
    for player in others:
        hands[player] = tuple(hidden[taken : taken + HAND])
        taken += HAND
    left = list(pile)
    for card in hidden[:taken]:
        left.remove(card)
    deal = replace(state, hands=tuple(hands), draw_pile=tuple(left), chance=Chance(chance.state))
    return deal, chance


def _try_turn(state: GameState, turn: Sequence[AnyMove], chance: Chance) -> int:
    """Return the player's balance after this turn, a greedy turn of each other player, and a greedy one."""
    player = state.player
    for move in turn:
        state = apply(state, move)
    due = state.turns + len(state.hands)
    while state.ending is None and state.turns < due:
        move, chance = greedy(state, chance)
        state = apply(state, move)
    return balance(worths(state.table, state.sky), player)


# --- at a table with people: one move at a time ------------------------------------------------------------


def choose_greedily(position: GameState, moves: Sequence[AnyMove], seed: int) -> int:
    """Return the index of the greedy player's move."""
    return moves.index(greedy(position, Chance(seed))[0])


def choose_ahead(position: GameState, moves: Sequence[AnyMove], seed: int) -> int:
    """Return the index of the move of the player that looks ahead."""
    return moves.index(ahead(position, Chance(seed))[0])
