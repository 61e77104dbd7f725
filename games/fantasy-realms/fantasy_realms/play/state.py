"""PLAY-1 to PLAY-7: positions, legal moves and their results.

PLAY-5: the winners; and game records, a deck and the turns, written from a game that was played.

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

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from fantasy_realms.hands.document import GAME, Finder
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.best import Variants, best_score
from fantasy_realms.rules.score import Score
from fantasy_realms.rules.seats import HAND_SIZE

Variant: TypeAlias = Literal["standard", "two", "chaos"]
Phase: TypeAlias = Literal["take", "put", "keep", "trade", "over"]
PLAYERS: dict[Variant, range] = {"standard": range(3, 7), "two": range(2, 3), "chaos": range(3, 8)}
DISPLAY_ENDS: dict[Variant, int] = {"standard": 10, "two": 12, "chaos": 0}
OFFERED = 3  # PLAY-7: cards of the pile among which the Necromancer chooses


class Draw(Struct, frozen=True):
    """Take the top card of the pile; while two players draft, the top two (PLAY-6)."""


class Take(Struct, frozen=True):
    """Take a card of the display."""

    card: str


class Put(Struct, frozen=True):
    """Put a card of the hand into the display."""

    card: str


class Keep(Struct, frozen=True):
    """Keep one of the two drawn cards; the other goes into the display (PLAY-6)."""

    card: str


class Trade(Struct, frozen=True):
    """Two players trade one card each (PLAY-7)."""

    first: int
    gives: str
    second: int
    gets: str


class Stop(Struct, frozen=True):
    """The time is up (PLAY-7)."""


Move: TypeAlias = Draw | Take | Put | Keep | Trade | Stop


class State(Struct, frozen=True):
    """A position; `pile[0]` is drawn next."""

    variant: Variant
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    display: tuple[str, ...] = ()
    turn: int = 0  # whose turn it is
    turns: int = 0  # turns that are over
    phase: Phase = "take"
    drawn: tuple[str, ...] = ()  # PLAY-6: the two cards of which one is kept

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[self.turn]


class Broken(Struct, frozen=True):
    """A rule that a move would break."""

    code: str
    message: str


def start(players: int, deck: Sequence[str], variant: Variant = "standard") -> State:
    """PLAY-1, PLAY-6, PLAY-7: return the first position; seven cards each, from the top, in turn order.

    >>> from fantasy_realms.model.realm import base_realm
    >>> state = start(3, list(base_realm().cards))
    >>> [len(hand) for hand in state.hands], len(state.pile)
    ([7, 7, 7], 32)
    """
    allowed = PLAYERS[variant]
    if players not in allowed:
        many = f"{allowed.start} to {allowed.stop - 1}" if len(allowed) > 1 else f"{allowed.start}"
        raise UserError(f"this game is for {many} players, not for {players}")
    if variant == "two":
        return State(variant, ((),) * players, tuple(deck))
    dealt = players * HAND_SIZE
    spare = OFFERED if variant == "chaos" else DISPLAY_ENDS[variant]
    if len(deck) < dealt + spare:
        raise UserError(f"{len(deck)} cards are too few for {players} players")
    hands = tuple(tuple(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(players))
    return State(variant, hands, tuple(deck[dealt:]), phase="trade" if variant == "chaos" else "take")


def drafting(state: State) -> bool:
    """PLAY-6: return whether the two players still build their hands."""
    return state.variant == "two" and any(len(hand) < HAND_SIZE for hand in state.hands)


def broken_rule(state: State, move: Move) -> Broken | None:
    """Return the rule that a move breaks, or None if it is legal."""
    match move, state.phase:
        case _, "over":
            return Broken(_end_rule(state), "the game is over")
        case Draw(), "take":
            need = 2 if drafting(state) else 1
            return None if len(state.pile) >= need else Broken(_turn_rule(state), "the pile is empty")
        case Take(card), "take":
            if card not in state.display:
                return Broken(_turn_rule(state), f"{card} is not in the display")
            return None
        case Put(card), "put":
            return None if card in state.hand else Broken("PLAY-2", f"{card} is not in the hand")
        case Keep(card), "keep":
            return None if card in state.drawn else Broken("PLAY-6", f"{card} was not drawn")
        case Trade(first, gives, second, gets), "trade":
            seats = range(len(state.hands))
            if first not in seats or second not in seats or first == second:
                return Broken("PLAY-7", "two different players trade")
            if gives not in state.hands[first] or gets not in state.hands[second]:
                return Broken("PLAY-7", f"{gives if gives not in state.hands[first] else gets} is not in that hand")
            return None
        case Stop(), "trade":
            return None
    return Broken(_turn_rule(state), f"this is not the time to {type(move).__name__.lower()}")


def _turn_rule(state: State) -> str:
    return "PLAY-7" if state.variant == "chaos" else "PLAY-6" if drafting(state) else "PLAY-2"


def _end_rule(state: State) -> str:
    return {"standard": "PLAY-4", "two": "PLAY-6", "chaos": "PLAY-7"}[state.variant]


def legal_moves(state: State) -> list[Move]:
    """List every legal move; in Chaos every possible trade of the first of two players with a later one.

    PLAY-2: the display is empty at first, so the first card comes from the pile.
    """
    match state.phase:
        case "take":
            moves: list[Move] = [Draw(), *(Take(card) for card in state.display)]
            return [move for move in moves if broken_rule(state, move) is None]
        case "put":
            return [Put(card) for card in state.hand]
        case "keep":
            return [Keep(card) for card in state.drawn]
        case "trade":
            seats = range(len(state.hands))
            trades = [
                Trade(first, gives, second, gets)
                for first in seats
                for second in seats[first + 1 :]
                for gives in state.hands[first]
                for gets in state.hands[second]
            ]
            return [*trades, Stop()]
        case "over":
            return []


def apply(state: State, move: Move) -> State:
    """Return the position after a legal move; raise ValueError with the rule for an illegal one.

    >>> from fantasy_realms.model.realm import base_realm
    >>> state = apply(start(3, list(base_realm().cards)), Draw())
    >>> state = apply(state, Put("mountain"))
    >>> state.display, state.turn
    (('mountain',), 1)
    """
    problem = broken_rule(state, move)
    if problem is not None:
        raise ValueError(f"{problem.code}: {problem.message}")
    match move:
        case Draw() if drafting(state):
            return replace(state, drawn=state.pile[:2], pile=state.pile[2:], phase="keep")
        case Draw():
            return replace(_with_hand(state, (*state.hand, state.pile[0])), pile=state.pile[1:], phase="put")
        case Take(card):
            taken = replace(
                _with_hand(state, (*state.hand, card)), display=tuple(other for other in state.display if other != card)
            )
            return _next(taken) if drafting(state) else replace(taken, phase="put")
        case Put(card):
            left = tuple(other for other in state.hand if other != card)
            return _next(replace(_with_hand(state, left), display=(*state.display, card)))
        case Keep(card):
            other = next(other for other in state.drawn if other != card)
            kept = _with_hand(state, (*state.hand, card))
            return _next(replace(kept, display=(*state.display, other), drawn=()))
        case Trade(first, gives, second, gets):
            hands = list(state.hands)
            hands[first] = (*(card for card in hands[first] if card != gives), gets)
            hands[second] = (*(card for card in hands[second] if card != gets), gives)
            return replace(state, hands=tuple(hands), turns=state.turns + 1)
        case Stop():
            return replace(state, phase="over")


def _with_hand(state: State, hand: tuple[str, ...]) -> State:
    hands = (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])
    return replace(state, hands=hands)


def _next(state: State) -> State:
    """PLAY-4, PLAY-6: pass the turn, unless the display ends the game."""
    over = len(state.display) >= DISPLAY_ENDS[state.variant] and not drafting(state)
    turn = (state.turn + 1) % len(state.hands)
    return replace(state, turn=turn, turns=state.turns + 1, phase="over" if over else "take")


def offered(state: State) -> tuple[str, ...]:
    """RES-0: return the cards for the Necromancer: the display, or in Chaos the top three of the pile."""
    return state.pile[:OFFERED] if state.variant == "chaos" else state.display


def unseen(realm: Realm, state: State, seat: int, known_cards: Collection[str] = ()) -> list[str]:
    """List the cards whose place a player does not know."""
    seen = {*state.hands[seat], *state.display, *known_cards, *(state.drawn if seat == state.turn else ())}
    return [card for card in realm.cards if card not in seen]


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
