"""Luftschlösser at a table: positions, moves, and the view of a player, as any game that can be played offers them.

Games that begin in the middle: from a position file, or with a card to try.

A plan is a game record without its turns, in which hands may be left to chance: an empty text is a card to be dealt.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.game.contract import Arranging, Lazy, Outcome, Plan, Play
from luftschloesser.model.realm import HAND, PLAYERS, Realm
from luftschloesser.model.state import AnyMove, Build, Chance, GameState, Move, Oust, Put
from luftschloesser.players.policies import greedy
from luftschloesser.rules.invariants import state_problems
from luftschloesser.rules.turns import apply, legal_moves, start
from luftschloesser.scenarios.documents import fields_of
from luftschloesser.scenarios.moves import action_entry, play_entry
from luftschloesser.scenarios.position import evaluate_position
from luftschloesser.scenarios.record import RECORDS, ranking_of, ranks, record_of


def _seats(realm: Realm) -> Sequence[int]:
    """SET-1: return the numbers of players that have enough colours."""
    return [players for players in PLAYERS if players <= len(realm.colours)]


def _start(realm: Realm, players: int, seed: int) -> GameState:
    return start(realm, list(realm.colours)[:players], seed=seed)


def _outcome(state: GameState) -> Outcome | None:
    ending = state.ending
    return Outcome((state.table.players[ending.winner],), ending.by) if ending else None


def _broken(state: GameState) -> Sequence[str]:
    return [f"{broken.code}: {broken.message}" for broken in state_problems(state)]


def _view(state: GameState) -> Mapping[str, Any]:
    """Return the view of the current player."""
    return view(state, state.player)


PLAY: Play[Realm, GameState, AnyMove] = Play(
    seats=_seats,
    start=_start,
    to_move=lambda state: state.colour,
    legal=legal_moves,
    apply=apply,
    outcome=_outcome,
    broken=_broken,
    view=_view,
    encode=record_of,
    table=Lazy("luftschloesser.present.table:TABLE"),
)


def view(state: GameState, seat: int | None = None) -> dict[str, Any]:
    """Return the facts that the player on a seat knows; None: those that a spectator knows.

    Hands of others are numbers of cards, and so is the draw pile. The played cards are open, except for the hands
    face down below a *new hands* (TURN-4): only the top card is shown.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.rules.turns import start
    >>> seen = view(start(base_realm(), ["red", "blue"], seed=1), seat=1)
    >>> seen["turn"], seen["step"], [len(hand) if seen_it else hand for seen_it, hand in zip((0, 1), seen["hands"])]
    ('red', 'play', [3, 3])
    """
    table, on = state.table, state.player == seat and state.ending is None
    return {
        "players": list(table.players),
        "turn": None if state.ending else state.colour,
        "step": None if state.ending else "act" if state.weather_done else "play",
        "turns": state.turns,
        "fields": fields_of(table, state.sky),
        "clouds": state.sky.clouds,
        "beings": dict(zip(table.players, state.sky.beings, strict=True)),
        "castles": dict(zip(table.players, state.sky.castles, strict=True)),
        "hands": [list(hand) if player == seat else len(hand) for player, hand in enumerate(state.hands)],
        "draw_pile": len(state.draw_pile),
        "played_pile": len(state.played),
        "top": state.played[-1] if state.played else None,
        "winner": table.players[state.ending.winner] if state.ending else None,
        "ranking": ranking_of(table, ranks(state)),
        "moves": [move_entry(state, move) for move in legal_moves(state)] if on else [],
    }


def move_entry(state: GameState, move: AnyMove) -> dict[str, Any]:
    """Return a move as records write it: `{play: …}` before the action, then `{act: {…}}`."""
    if isinstance(move, Put | Move | Build | Oust):
        return {"act": action_entry(state.table, state.sky, state.player, move)}
    return play_entry(state.table, state.sky, move)


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
