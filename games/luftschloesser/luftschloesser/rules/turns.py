"""SET, TURN and END: start a game, draw cards, list the legal moves, apply one, end it.

>>> from luftschloesser.model.realm import base_realm
>>> state = start(base_realm(), ["red", "blue"], seed=7)
>>> state.colour, len(state.hand), len(state.draw_pile)
('red', 3, 59)
>>> after = apply(state, legal_moves(state)[0])
>>> after.colour, len(legal_moves(after))
('red', 16)
>>> apply(after, st.Put(6)).colour
'blue'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.splitmix import MASK, mixed
from luftschloesser.model import state as st
from luftschloesser.model.board import Sky
from luftschloesser.model.realm import HAND, PLAYERS, Card, Options, Realm
from luftschloesser.model.state import Chance
from luftschloesser.rules.actions import action_problem, actions, apply_action
from luftschloesser.rules.weather import apply_play, choices, play_problem


class Piles(Struct, frozen=True):
    """The draw pile (next card first), the played cards (top card last), and the chance that shuffles them."""

    draw: tuple[str, ...]
    played: tuple[str, ...]
    chance: Chance


def draw_card(piles: Piles) -> tuple[str, Piles]:
    """TURN-3: draw one card; if the pile is empty, shuffle the played cards into a new one first.

    >>> draw_card(Piles(("storm",), (), Chance(1)))[0]
    'storm'
    >>> card, after = draw_card(Piles((), ("sun-1",), Chance(1)))
    >>> card, after.draw, after.played
    ('sun-1', (), ())
    """
    if not piles.draw:
        pile, chance = piles.chance.shuffled(piles.played)
        piles = Piles(pile, (), chance)
    return piles.draw[0], Piles(piles.draw[1:], piles.played, piles.chance)


def replace_new_hands(cards: Mapping[str, Card], card: str, piles: Piles) -> tuple[str, Piles]:
    """SET-2: shuffle *new hands* back into the pile and draw another card, until it is an ordinary one.

    TURN-4 (reading): if the pile holds nothing but *new hands*, the played cards are shuffled in with it.

    >>> from luftschloesser.model.realm import base_realm
    >>> piles = Piles(("storm",), (), Chance(None, (("storm", "new-hands"),)))
    >>> card, after = replace_new_hands(base_realm().cards, "new-hands", piles)
    >>> card, after.draw, after.chance.used
    ('storm', ('new-hands',), 1)
    """
    while is_new_hands(cards, card):
        pile, played = (*piles.draw, card), piles.played
        if all(is_new_hands(cards, other) for other in pile):
            pile, played = pile + played, ()
        shuffled, chance = piles.chance.shuffled(pile)
        card, piles = draw_card(Piles(shuffled, played, chance))
    return card, piles


def is_new_hands(cards: Mapping[str, Card], card: str) -> bool:
    """AIR-4: return whether a card gives all players a new hand."""
    return cards[card].does == "new-hands"


def deal_hands(
    cards: Mapping[str, Card], players: int, deck: tuple[str, ...], chance: Chance
) -> tuple[tuple[tuple[str, ...], ...], Piles]:
    """SET-1: deal three cards each in turn order, the rest is the draw pile; then apply SET-2 in the same order."""
    piles = Piles(deck[HAND * players :], (), chance)
    hands = []
    for player in range(players):
        hand = []
        for card in deck[HAND * player : HAND * (player + 1)]:
            ordinary, piles = replace_new_hands(cards, card, piles)
            hand.append(ordinary)
        hands.append(tuple(hand))
    return tuple(hands), piles


def after_the_turn(state: st.GameState) -> st.GameState:
    """TURN-3: draw one card; TURN-4: if it is *new hands*, give all players a new hand."""
    card, piles = draw_card(Piles(state.draw_pile, state.played, state.chance))
    if is_new_hands(state.table.realm.cards, card):
        return _new_hands(state, replace(piles, played=(*piles.played, card)))
    return _with_piles(state, state.with_hand(state.player, (*state.hand, card)), piles)


def _new_hands(state: st.GameState, piles: Piles) -> st.GameState:
    """TURN-4: put all hands under the played cards; deal three cards each, clockwise from the current player."""
    cards, order = state.table.realm.cards, state.clockwise()
    under = tuple(card for player in order for card in state.hands[player])
    piles = replace(piles, played=under + piles.played)
    hands = list(state.hands)
    for player in order:
        three = []
        for _ in range(HAND):
            card, piles = draw_card(piles)
            three.append(card)
        for place, card in enumerate(three):
            three[place], piles = replace_new_hands(cards, card, piles)
        hands[player] = tuple(three)
    return _with_piles(state, tuple(hands), piles)


def _with_piles(state: st.GameState, hands: tuple[tuple[str, ...], ...], piles: Piles) -> st.GameState:
    return replace(state, hands=hands, draw_pile=piles.draw, played=piles.played, chance=piles.chance)


# --- before the first turn ---------------------------------------------------------------------------------


def start(
    realm: Realm,
    players: Sequence[str],
    *,
    seed: int | None = None,
    deck: Sequence[str] | None = None,
    shuffles: Iterable[Sequence[str]] = (),
    options: Options | None = None,
) -> st.GameState:
    """SET-1 to SET-3: return the game before its first turn; the order of `players` is the order of play.

    Chance is passed in: without a `deck` the cards of the box are shuffled by the `seed`. Every later shuffle follows
    `shuffles`, the piles after it, and when those are used up, the seed; it makes no difference whether the deck was
    given.
    """
    if len(players) not in PLAYERS or len(set(players)) != len(players):
        raise ValueError(f"SET-1: 2 to 4 players of different colours, not {', '.join(players) or 'none'}")
    options = options or realm.options
    chance = Chance(None if seed is None else seed & MASK, tuple(tuple(pile) for pile in shuffles))
    if deck is None:
        deck = Chance(None if seed is None else mixed(seed & MASK)).shuffled(realm.deck(options.distribution))[0]
    if len(deck) <= HAND * len(players):
        raise ValueError(f"TURN-5: {len(deck)} cards are too few for {len(players)} players")
    table = st.Table(realm, tuple(players), options)
    hands, piles = deal_hands(realm.cards, len(players), tuple(deck), chance)
    sky = Sky.clear(realm.board, len(players))
    return st.GameState(table, st.Beginning(tuple(deck), chance), sky, piles.draw, piles.played, hands, piles.chance)


# --- moves -------------------------------------------------------------------------------------------------


def legal_moves(state: st.GameState) -> list[st.AnyMove]:
    """TURN-1: list every way to play a card of the hand; then TURN-2: every action. Nothing after the end.

    The order is fixed: cards as in the hand, equal ones once, choices by field, direction, owner.
    """
    if state.ending is not None:
        return []
    table, sky = state.table, state.sky
    if state.weather_done:
        return list(actions(table, sky, state.player))
    return [play for card in dict.fromkeys(state.hand) for play in choices(table, sky, table.realm.cards[card])]


def move_problem(state: st.GameState, move: st.AnyMove) -> st.Broken | None:
    """Return the rule that a move breaks, with the position in the message, or None if it is legal."""
    if state.ending is not None:
        winner = state.table.players[state.ending.winner]
        return st.Broken(state.ending.by, f"the game has ended: {winner} has won")
    match move:
        case st.Sun() | st.Rain() | st.Storm() | st.Lightning() | st.Rainbow():
            if state.weather_done:
                return st.Broken("TURN-1", f"{state.colour} has played a card already in this turn", "play")
            broken = play_problem(state.table, state.sky, move)
            if broken is not None and broken.code in ("AIR-4", "TURN-4"):
                return broken  # not a card that any player could hold
            return _not_in_hand(state, move.card) or broken
        case st.Put() | st.Move() | st.Build() | st.Oust():
            if not state.weather_done:
                return st.Broken("TURN-1", f"{state.colour} has to play a card before the action", "act")
            return action_problem(state.table, state.sky, state.player, move)


def _not_in_hand(state: st.GameState, card: str) -> st.Broken | None:
    """TURN-1: require one of the three cards in the hand."""
    if card in state.hand:
        return None
    return st.Broken("TURN-1", f"{state.colour} does not hold {card}, but {', '.join(state.hand)}", "play")


# --- applying them -----------------------------------------------------------------------------------------


def apply(state: st.GameState, move: st.AnyMove) -> st.GameState:
    """Return the state after a move; raise `IllegalMove` with the rule that an illegal one breaks."""
    broken = move_problem(state, move)
    if broken is not None:
        raise st.IllegalMove(broken)
    match move:
        case st.Put() | st.Move() | st.Build() | st.Oust():
            sky = apply_action(state.sky, state.player, move)
            gained = isinstance(move, st.Build | st.Oust)
            return _turn_done(replace(state, sky=sky, ending=find_ending(state.table, sky) if gained else None))
        case _:
            index = state.hand.index(move.card)
            hand = state.hand[:index] + state.hand[index + 1 :]
            return replace(
                state,
                sky=apply_play(state.table.board, state.sky, move),
                hands=state.with_hand(state.player, hand),
                played=(*state.played, move.card),
                weather_done=True,
            )


def _turn_done(state: st.GameState) -> st.GameState:
    """TURN-3: draw, but not after a turn that has won; SET-3: then the next player clockwise is on."""
    turns = state.turns + 1
    if state.ending is not None:
        return replace(state, turns=turns)
    state = after_the_turn(state)
    following = (state.player + 1) % len(state.hands)
    return replace(state, turns=turns, player=following, weather_done=False)


def find_ending(table: st.Table, sky: Sky) -> st.Ending | None:
    """END-1: end the game as soon as a player has enough castles at the same time."""
    for player in range(len(table.players)):
        if sky.castles_standing(player) >= table.to_win:
            return st.Ending(player, ranking(sky, player))
    return None


def ranking(sky: Sky, winner: int | None = None) -> tuple[st.Rank, ...]:
    """END-2: rank the winner first, then by castles, then by beings on the board; equal players share a rank.

    >>> from luftschloesser.model.board import Board
    >>> [rank.rank for rank in ranking(Sky.clear(Board(), 3))]
    [1, 1, 1]
    """
    merits = [
        (player == winner, sky.castles_standing(player), sky.beings_standing(player))
        for player in range(len(sky.beings))
    ]
    ranks = (
        st.Rank(player, 1 + sum(other > merit for other in merits), merit[1], merit[2])
        for player, merit in enumerate(merits)
    )
    return tuple(sorted(ranks, key=lambda rank: rank.rank))
