"""PLAY-5: the winners."""

from __future__ import annotations

from msgspec import Struct

from fantasy_realms.hands.document import Finder
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.state import State, offered
from fantasy_realms.rules.best import Variants, best_score
from fantasy_realms.rules.score import Score


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
