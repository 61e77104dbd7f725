"""SET and TURN: start a game, list the legal moves, apply one.

>>> from luftschloesser.model.example import example_realm
>>> state = start(example_realm(), ["red", "blue"], seed=7)
>>> state.colour, len(state.hand), len(state.draw_pile)
('red', 3, 59)
>>> after = apply(state, legal_moves(state)[0])
>>> after.colour, len(legal_moves(after))
('red', 16)
>>> apply(after, Put(6)).colour
'blue'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from cloudy_pnp.core.splitmix import MASK, mixed
from luftschloesser.model.chance import Chance
from luftschloesser.model.realm import HAND, PLAYERS, Options, Realm
from luftschloesser.model.sky import Sky
from luftschloesser.model.state import (
    AnyMove,
    Beginning,
    Broken,
    Build,
    GameState,
    IllegalMove,
    Lightning,
    Move,
    Oust,
    Put,
    Rain,
    Rainbow,
    Storm,
    Sun,
    Table,
)
from luftschloesser.rules.actions import action_problem, actions, apply_action
from luftschloesser.rules.drawing import after_the_turn, deal_hands
from luftschloesser.rules.ending import find_ending
from luftschloesser.rules.weather import apply_play, choices, play_problem

# --- before the first turn ---------------------------------------------------------------------------------


def start(
    realm: Realm,
    players: Sequence[str],
    *,
    seed: int | None = None,
    deck: Sequence[str] | None = None,
    shuffles: Iterable[Sequence[str]] = (),
    options: Options | None = None,
) -> GameState:
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
    table = Table(realm, tuple(players), options)
    hands, piles = deal_hands(realm.cards, len(players), tuple(deck), chance)
    sky = Sky.clear(realm.board, len(players))
    return GameState(table, Beginning(tuple(deck), chance), sky, piles.draw, piles.played, hands, piles.chance)


# --- moves -------------------------------------------------------------------------------------------------


def legal_moves(state: GameState) -> list[AnyMove]:
    """TURN-1: list every way to play a card of the hand; then TURN-2: every action. Nothing after the end.

    The order is fixed: cards as in the hand, equal ones once, choices by field, direction, owner.
    """
    if state.ending is not None:
        return []
    table, sky = state.table, state.sky
    if state.weather_done:
        return list(actions(table, sky, state.player))
    return [play for card in dict.fromkeys(state.hand) for play in choices(table, sky, table.realm.cards[card])]


def move_problem(state: GameState, move: AnyMove) -> Broken | None:
    """Return the rule that a move breaks, with the position in the message, or None if it is legal."""
    if state.ending is not None:
        winner = state.table.players[state.ending.winner]
        return Broken(state.ending.by, f"the game has ended: {winner} has won")
    match move:
        case Sun() | Rain() | Storm() | Lightning() | Rainbow():
            if state.weather_done:
                return Broken("TURN-1", f"{state.colour} has played a card already in this turn", "play")
            broken = play_problem(state.table, state.sky, move)
            if broken is not None and broken.code in ("AIR-4", "TURN-4"):
                return broken  # not a card that any player could hold
            return _not_in_hand(state, move.card) or broken
        case Put() | Move() | Build() | Oust():
            if not state.weather_done:
                return Broken("TURN-1", f"{state.colour} has to play a card before the action", "act")
            return action_problem(state.table, state.sky, state.player, move)


def _not_in_hand(state: GameState, card: str) -> Broken | None:
    """TURN-1: require one of the three cards in the hand."""
    if card in state.hand:
        return None
    return Broken("TURN-1", f"{state.colour} does not hold {card}, but {', '.join(state.hand)}", "play")


# --- applying them -----------------------------------------------------------------------------------------


def apply(state: GameState, move: AnyMove) -> GameState:
    """Return the state after a move; raise `IllegalMove` with the rule that an illegal one breaks."""
    broken = move_problem(state, move)
    if broken is not None:
        raise IllegalMove(broken)
    match move:
        case Put() | Move() | Build() | Oust():
            sky = apply_action(state.sky, state.player, move)
            gained = isinstance(move, Build | Oust)
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


def _turn_done(state: GameState) -> GameState:
    """TURN-3: draw, but not after a turn that has won; SET-3: then the next player clockwise is on."""
    turns = state.turns + 1
    if state.ending is not None:
        return replace(state, turns=turns)
    state = after_the_turn(state)
    following = (state.player + 1) % len(state.hands)
    return replace(state, turns=turns, player=following, weather_done=False)
