"""Players: greedy, and one that looks ahead. A player gets the state and chance, and returns a move.

Neither uses cards that it cannot see: greedy needs none, and the player that looks ahead deals the unseen cards again.

The value of a position for a player, in whole numbers: castles, and beings on the way to one.

The numbers were chosen by hand and not tuned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from luftschloesser.model.board import Field, Sky
from luftschloesser.model.realm import HAND
from luftschloesser.model.state import Action, AnyMove, Chance, GameState, Move, Play, Table
from luftschloesser.rules.actions import actions, apply_action
from luftschloesser.rules.turns import apply, is_new_hands
from luftschloesser.rules.weather import apply_play, choices

CASTLE = 100
SHELTERED = 6  # a castle next to an empty cloud: the next rain takes that one (WEA-2)
WON = 100_000
# The value of 0, 1, 2 … beings of a player on one field: next to an empty cloud, else next to another player's castle,
# else without anything to build on.
CLOUD = (0, 14, 42, 47, 56, 60, 62)
OTHERS = (0, 4, 10, 20, 42, 45, 47)
NOTHING = (0, 3, 9, 10, 11, 11, 11)
OWN, LEADER, OTHER = 4, 3, 1  # how much counts: oneself, the strongest of the others, each of the others


def field_worth(field: Field, player: int) -> int:
    """Return the value of one field for a player.

    >>> field_worth(Field(1, (), (2, 0)), 0), field_worth(Field(1, (0,), (0, 0)), 0)
    (42, 106)
    """
    castles = field.castles.count(player)
    prospects = CLOUD if field.empty else OTHERS if len(field.castles) > castles else NOTHING
    beings = min(field.beings[player], len(prospects) - 1)
    return castles * (CASTLE + (SHELTERED if field.empty else 0)) + prospects[beings]


def worths(table: Table, sky: Sky) -> list[int]:
    """Return the value of the whole sky for each player separately."""
    return [
        sum(field_worth(field, player) for field in sky.fields)
        + (WON if table.board.castles - sky.castles[player] >= table.to_win else 0)
        for player in range(len(table.players))
    ]


def balance(each: Sequence[int], player: int) -> int:
    """Return a player's value against that of the others, the strongest of them most of all.

    >>> balance([10, 4, 6], 0)
    12
    """
    others = [worth for other, worth in enumerate(each) if other != player]
    return OWN * each[player] - LEADER * max(others) - OTHER * sum(others)


def values(table: Table, sky: Sky, player: int, actions: Iterable[Action]) -> list[int]:
    """Return the balance after each action; only the fields that it touches are valued again."""
    before = worths(table, sky)
    balances = []
    for action in actions:
        after = apply_action(sky, player, action)
        touched = (action.at, action.to) if isinstance(action, Move) else (action.at,)
        each = [
            worth + sum(field_worth(after[at], owner) - field_worth(sky[at], owner) for at in touched)
            for owner, worth in enumerate(before)
        ]
        if table.board.castles - after.castles[player] >= table.to_win:
            each[player] += WON
        balances.append(balance(each, player))
    return balances


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
