"""Game records: a deck and the turns, written from a game that was played.

game: fantasy-realms
variant: standard            # standard, two or chaos
players: [Anna, Ben, Cleo]   # in turn order
deck: [mountain, …]          # deck[0] is dealt first, seven cards each in turn order
turns:
  - {take: pile, put: swamp}            # PLAY-2
  - {take: swamp, put: king}            # a card of the display
  - {draw: [king, dragon], keep: king}  # PLAY-6, while hands are built; or {take: king}
  - {trade: {from: 0, gives: king, to: 1, gets: swamp}}   # PLAY-7
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fantasy_realms.hands.document import GAME
from fantasy_realms.play.state import Draw, Keep, Move, Put, State, Stop, Take, Trade, apply, drafting


def turns_as_data(state: State, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return the turns of a record from the moves that were made."""
    turns: list[dict[str, Any]] = []
    for move in moves:
        match move:
            case Draw() if drafting(state):
                turns.append({"draw": list(state.pile[:2])})
            case Draw():
                turns.append({"take": "pile"})
            case Take(card):
                turns.append({"take": card})
            case Put(card):
                turns[-1]["put"] = card
            case Keep(card):
                turns[-1]["keep"] = card
            case Trade(first, gives, second, gets):
                turns.append({"trade": {"from": first, "gives": gives, "to": second, "gets": gets}})
            case Stop():
                turns.append({"stop": True})
        state = apply(state, move)
    return turns


def record_of(players: Iterable[str], deck: Iterable[str], state: State, moves: Iterable[Move]) -> dict[str, Any]:
    """Return the record of a game that began with `state`."""
    about = {"game": GAME, "variant": state.variant, "players": list(players)}
    return {**about, "deck": list(deck), "turns": turns_as_data(state, moves)}
