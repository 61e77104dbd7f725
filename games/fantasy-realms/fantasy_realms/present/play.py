"""Fantasy Realms at a table: positions and moves, as any game that can be played offers them.

Games that begin with chosen hands: from a hand file, or with a card to try.

A plan lists the hands; an empty text is a card to be dealt. Two players draft, so they begin without cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.game.contract import Arranging, Lazy, Outcome, Plan, Play
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.state import DISPLAY_ENDS, Move, State, apply, drafting, legal_moves, outcome, record_of, start
from fantasy_realms.rules.seats import HAND_SIZE
from fantasy_realms.scenarios.hand import find_best

_SEATS = (2, 3, 4, 5, 6)
_NAMES = ("north", "east", "south", "west", "up", "down")


class Position(Struct, frozen=True):
    """A position and the cards that it is played with."""

    realm: Realm
    deck: tuple[str, ...]
    state: State

    @property
    def players(self) -> tuple[str, ...]:
        return _NAMES[: len(self.state.hands)]


def _start(realm: Realm, players: int, seed: int) -> Position:
    """PLAY-1, PLAY-6: shuffle the deck by the seed; two players draft."""
    deck = list(realm.cards)
    random.Random(seed).shuffle(deck)  # noqa: S311 - a game, not a secret
    return Position(realm, tuple(deck), start(players, deck, "two" if players == 2 else "standard"))


def first_position(realm: Realm, state: State) -> Position:
    """Return the position before the first turn of a game: the deck is the dealt cards and the pile."""
    return Position(realm, tuple(card for hand in (*state.hands, state.pile) for card in hand), state)


def _apply(position: Position, move: Move) -> Position:
    return Position(position.realm, position.deck, apply(position.state, move))


def _outcome(position: Position) -> Outcome | None:
    if position.state.phase != "over":
        return None
    ended = outcome(position.realm, position.state, find_best)
    by = "PLAY-6" if position.state.variant == "two" else "PLAY-4"
    return Outcome(tuple(position.players[seat] for seat in ended.winners), by)


def _broken(position: Position) -> list[str]:
    """List the broken invariants."""
    state = position.state
    lying = Counter([*state.pile, *state.display, *state.drawn, *(card for hand in state.hands for card in hand)])
    broken = [] if lying == Counter(position.deck) else ["the cards are not those of the deck"]
    if not drafting(state):
        extra = [int(state.phase == "put" and seat == state.turn) for seat in range(len(state.hands))]
        if [len(hand) for hand in state.hands] != [HAND_SIZE + more for more in extra]:
            broken.append("PLAY-2: a player has too many or too few cards")
    if state.phase != "over" and not drafting(state) and len(state.display) >= DISPLAY_ENDS[state.variant]:
        broken.append("PLAY-4: the display is full, and the game goes on")
    return broken


def _view(position: Position) -> Mapping[str, Any]:
    state = position.state
    return {
        "player": position.players[state.turn],
        "players": list(position.players),
        "phase": state.phase,
        "hands": [list(hand) for hand in state.hands],
        "display": list(state.display),
        "drawn": list(state.drawn),
        "draw_pile": len(state.pile),
    }


def _encode(begin: Position, moves: Sequence[Move]) -> Mapping[str, Any]:
    """Encode a game; an unfinished turn is omitted."""
    state, whole = begin.state, 0
    for number, move in enumerate(moves, 1):
        state = apply(state, move)
        whole = whole if state.phase in ("put", "keep") else number
    return record_of(begin.players, begin.deck, begin.state, moves[:whole])


PLAY: Play[Realm, Position, Move] = Play(
    seats=lambda _realm: _SEATS,
    start=_start,
    to_move=lambda position: position.players[position.state.turn],
    legal=lambda position: legal_moves(position.state),
    apply=_apply,
    outcome=_outcome,
    broken=_broken,
    view=_view,
    encode=_encode,
    table=Lazy("fantasy_realms.present.table:TABLE"),
)


_FEWEST, _MOST = 3, 6  # players whose hands are dealt (PLAY-1)


def _plan(*first: str) -> Plan:
    """Return a plan in which the first player holds some cards."""
    return {"hands": [[*first, *[""] * HAND_SIZE][:HAND_SIZE], *([""] * HAND_SIZE for _ in range(_FEWEST - 1))]}


def _scenario(realm: Realm, document: Mapping[str, Any]) -> Plan:
    """Return a plan in which the first player holds the hand; an eighth card is dropped."""
    hand = [card for card in document["hand"] if card in realm.cards][:HAND_SIZE]
    if not hand:
        raise UserError("this hand names no card of the game")
    return _plan(*hand)


def _begin(realm: Realm, plan: Plan, seed: int) -> Position:
    """PLAY-1 (reading): deal the open places by the seed."""
    named = [card for hand in plan["hands"] for card in hand if card]
    if len(named) != len(set(named)) or not set(named) <= set(realm.cards):
        raise UserError("PLAY-1: there is only one of each card")
    if not _FEWEST <= len(plan["hands"]) <= _MOST or any(len(hand) != HAND_SIZE for hand in plan["hands"]):
        raise UserError("PLAY-1: three to six players hold seven cards each")
    left = [card for card in realm.cards if card not in set(named)]
    random.Random(seed).shuffle(left)  # noqa: S311 - a game, not a secret
    deck = [card or left.pop() for hand in plan["hands"] for card in hand] + left
    return Position(realm, tuple(deck), start(len(plan["hands"]), deck))


def _trial(realm: Realm, kind: str, card: str, seed: int) -> Plan:
    """Return a plan for three players; the first one holds the card, and others by the seed."""
    if kind != "cards" or card not in realm.cards:
        raise UserError(f"there is no card {card}")
    others = [other for other in realm.cards if other != card]
    random.Random(seed).shuffle(others)  # noqa: S311 - a game, not a secret
    return _plan(card, *others[: HAND_SIZE - 1])


ARRANGING: Arranging[Realm, Position] = Arranging(
    scenario=_scenario,
    scenarios=("score",),
    begin=_begin,
    trial=_trial,
    tries=("cards",),
)
