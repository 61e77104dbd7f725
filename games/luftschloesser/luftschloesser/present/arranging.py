"""Games that begin in the middle: from a position file, or with a card to try.

A plan is a game record without its turns, in which hands may be left to chance: an empty text is a card to be dealt.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.game.contract import Arranging, Plan
from luftschloesser.model.chance import Chance
from luftschloesser.model.realm import HAND, Realm
from luftschloesser.model.state import GameState
from luftschloesser.players.policies import greedy
from luftschloesser.rules.turns import apply, start
from luftschloesser.scenarios.documents import fields_of
from luftschloesser.scenarios.position import evaluate_position
from luftschloesser.scenarios.record import RECORDS

_TURNS = 8  # of both players, before a card is tried


def _plan(players: Sequence[str], realm: Realm, **more: Any) -> dict[str, Any]:
    options = {"storm": realm.options.storm, "distribution": realm.options.distribution}
    hands = [[""] * HAND for _ in players]
    return {"players": list(players), "options": options, "fields": [], "hands": hands, **more}


def _scenario(realm: Realm, document: Mapping[str, Any]) -> Plan:
    """Return the position before its moves, with the hands that it names."""
    result = evaluate_position(realm, document)
    if result.table is None or result.begin is None:
        raise UserError(next((finding.message for finding in result.findings), "this is not a position"))
    players = list(result.table.players)
    named = document.get("hands", {})
    hands = [[*named.get(colour, ()), *[""] * HAND][:HAND] for colour in players]
    fields = fields_of(result.table, result.begin)
    plan = _plan(players, realm, fields=fields, hands=hands)
    return {**plan, "options": {**plan["options"], **document.get("options", {})}}


def _of_state(state: GameState) -> Plan:
    if state.weather_done or state.ending is not None:
        raise UserError("go to the beginning of a turn first")
    order = state.clockwise()
    hands = [list(state.hands[seat]) for seat in order]
    players = [state.table.players[seat] for seat in order]
    return _plan(players, state.table.realm, fields=fields_of(state.table, state.sky), hands=hands)


# --- beginning ---------------------------------------------------------------------------------------------


def _begin(realm: Realm, plan: Plan, seed: int) -> GameState:
    """SET-1, SET-2: deal the open parts of the plan by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    named = Counter(card for hand in plan["hands"] for card in hand if card)
    left = list((Counter(realm.deck(plan["options"]["distribution"])) - named).elements())
    rng.shuffle(left)
    ordinary = [card for card in left if realm.cards[card].does != "new-hands"]
    deck = []
    for hand in plan["hands"]:
        for card in hand:
            deck.append(card or ordinary.pop())
            if not card:
                left.remove(deck[-1])
    setup = {"setup": {"fields": plan["fields"]}} if plan["fields"] else {}
    record = {
        "players": plan["players"],
        "options": plan["options"],
        "deck": [*deck, *left],
        "seed": seed,
        **setup,
    }
    return RECORDS.begin(realm, record)


# --- trying a card -----------------------------------------------------------------------------------------


def _trial(realm: Realm, kind: str, card: str, seed: int) -> Plan:
    """Return a two-player position in mid-game: a card of this kind is in the hand of the player to move."""
    named = next((id for id, entry in realm.cards.items() if entry.kind == card and entry.does != "new-hands"), None)
    if kind != "weather" or named is None:
        raise UserError(f"{card} is never in a hand")
    state, chance = start(realm, list(realm.colours)[:2], seed=seed), Chance(seed)
    while state.turns < _TURNS:
        move, chance = greedy(state, chance)
        after = apply(state, move)
        if after.ending is not None:
            break
        state = after
    plan = _of_state(state)
    first, *others = plan["hands"]
    return {**plan, "hands": [[named, *first[1:]], *([""] * HAND for _ in others)]}


ARRANGING: Arranging[Realm, GameState] = Arranging(
    scenario=_scenario,
    scenarios=("board",),
    begin=_begin,
    trial=_trial,
    tries=("weather",),
)
