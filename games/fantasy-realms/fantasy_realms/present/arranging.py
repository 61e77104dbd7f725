"""Games that begin with chosen hands: from a hand file, by hand, or with a card to try.

A plan lists the hands; an empty text is a card to be dealt. Two players draft, so they begin without cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.contract import Arranging, Plan
from cloudy_pnp.games.kit.plans import count_choice, hand_choices, rotate
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.state import drafting, start
from fantasy_realms.present.play import Position
from fantasy_realms.present.words import WORDS
from fantasy_realms.rules.deciding import HAND_SIZE

_FEWEST, _MOST = 3, 6  # players whose hands are dealt (PLAY-1)


def _blank(_realm: Realm, players: int) -> Plan:
    return {"hands": [[""] * HAND_SIZE for _ in range(max(_FEWEST, players))]}


def _scenario(realm: Realm, document: Mapping[str, Any]) -> Plan:
    """Return a plan in which the first player holds the hand; an eighth card is dropped."""
    hand = [card for card in document["hand"] if card in realm.cards][:HAND_SIZE]
    if not hand:
        raise UserError("this hand names no card of the game")
    plan = _blank(realm, _FEWEST)
    return {"hands": [[*hand, *[""] * HAND_SIZE][:HAND_SIZE], *plan["hands"][1:]]}


def _of(position: Position) -> Plan:
    state = position.state
    if state.phase != "take" or state.display or drafting(state):
        raise UserError("only a game that has just begun can be changed")
    return {"hands": [list(hand) for hand in rotate(state.hands, state.turn)]}


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


def _change(realm: Realm, plan: Plan, act: Mapping[str, Any], _lang: str) -> Plan:
    hands = [list(hand) for hand in plan["hands"]]
    match act:
        case {"many": True, "value": value}:
            hands = [*hands, *([""] * HAND_SIZE for _ in range(_MOST))][: int(value)]
        case {"hand": int(seat), "place": int(place), "value": str(card)} if not card or card in realm.cards:
            hands = [["" if other == card else other for other in hand] for hand in hands]  # it is there once
            hands[seat][place] = card
        case {"clear": True}:
            hands = [[""] * HAND_SIZE for _ in hands]
        case _:
            raise ValueError("this would change something that does not exist")
    return {"hands": hands}


def _choices(realm: Realm, plan: Plan, lang: str) -> Mapping[str, Any]:
    return {"tools": [], "turns": False, "slots": {}, "fields": list(_fields(realm, plan, lang)), "notes": []}


def _fields(realm: Realm, plan: Plan, lang: str) -> Iterator[dict[str, Any]]:
    yield count_choice(WORDS, lang, range(_FEWEST, _MOST + 1), len(plan["hands"]))
    players = Position(realm, (), start(len(plan["hands"]), list(realm.cards))).players
    yield from hand_choices(WORDS, lang, players, plan["hands"], [(card, f"{{{card}}}") for card in realm.cards])


def _trial(realm: Realm, kind: str, card: str, seed: int) -> Plan:
    """Return a plan for three players; the first one holds the card, and others by the seed."""
    if kind != "cards" or card not in realm.cards:
        raise UserError(f"there is no card {card}")
    others = [other for other in realm.cards if other != card]
    random.Random(seed).shuffle(others)  # noqa: S311 - a game, not a secret
    plan = _blank(realm, _FEWEST)
    return {"hands": [[card, *others[: HAND_SIZE - 1]], *plan["hands"][1:]]}


ARRANGING: Arranging[Realm, Position] = Arranging(
    blank=_blank,
    scenario=_scenario,
    scenarios=("score",),
    of=_of,
    change=_change,
    choices=_choices,
    begin=_begin,
    trial=_trial,
    tries=("cards",),
)
