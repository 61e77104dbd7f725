"""Games that begin with chosen hands: from a hand file, or with a card to try.

A plan lists the hands; an empty text is a card to be dealt. Two players draft, so they begin without cards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.game.contract import Arranging, Plan
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.state import start
from fantasy_realms.present.play import Position
from fantasy_realms.rules.deciding import HAND_SIZE

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
    """PLAY-1: deal the open places by the seed."""
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
