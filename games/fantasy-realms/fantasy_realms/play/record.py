"""PLAY-5: the winners; and game records, a deck and the turns, written from a game that was played.

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

from msgspec import Struct

from fantasy_realms.hands.document import GAME, Finder
from fantasy_realms.model.realm import Realm
from fantasy_realms.play import state as st
from fantasy_realms.play.state import State, offered
from fantasy_realms.rules.best import Variants, best_score
from fantasy_realms.rules.score import Score


def turns_as_data(state: st.State, moves: Iterable[st.Move]) -> list[dict[str, Any]]:
    """Return the turns of a record from the moves that were made."""
    turns: list[dict[str, Any]] = []
    for move in moves:
        match move:
            case st.Draw() if st.drafting(state):
                turns.append({"draw": list(state.pile[:2])})
            case st.Draw():
                turns.append({"take": "pile"})
            case st.Take(card):
                turns.append({"take": card})
            case st.Put(card):
                turns[-1]["put"] = card
            case st.Keep(card):
                turns[-1]["keep"] = card
            case st.Trade(first, gives, second, gets):
                turns.append({"trade": {"from": first, "gives": gives, "to": second, "gets": gets}})
            case st.Stop():
                turns.append({"stop": True})
        state = st.apply(state, move)
    return turns


def record_of(players: Iterable[str], deck: Iterable[str], state: st.State, moves: Iterable[st.Move]) -> dict[str, Any]:
    """Return the record of a game that began with `state`."""
    about = {"game": GAME, "variant": state.variant, "players": list(players)}
    return {**about, "deck": list(deck), "turns": turns_as_data(state, moves)}


class Outcome(Struct, frozen=True):
    """The scores in turn order, and the seats that have won: several when even the base strengths are equal."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]


def outcome(realm: Realm, state: State, best: Finder = best_score) -> Outcome:
    """PLAY-5: return the outcome: the highest total wins, then the lower base strength (RES-7)."""
    variants = Variants(chaos=state.variant == "chaos")
    scores = tuple(best(realm, hand, {}, offered(state), variants) for hand in state.hands)
    top = max(score.rank for score in scores)
    return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score.rank == top))
