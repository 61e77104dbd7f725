"""Game records: a deck and the turns, as data that replays.

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

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import Finding, UserError, quoted, suggest
from fantasy_realms.hands.document import GAME, Finder
from fantasy_realms.hands.names import names_of
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.outcome import Outcome, outcome
from fantasy_realms.play.state import (
    PLAYERS,
    Broken,
    Draw,
    Keep,
    Move,
    Put,
    State,
    Stop,
    Take,
    Trade,
    Variant,
    apply,
    broken_rule,
    drafting,
    start,
)
from fantasy_realms.rules.best import best_score

KEYS = ("game", "title", "variant", "players", "deck", "turns", "expect")


@dataclass(frozen=True, slots=True)
class RecordResult:
    """The evaluation of a record."""

    state: State | None  # None: not valid data
    illegal: tuple[int, Broken] | None = None  # the first illegal turn
    outcome: Outcome | None = None  # None: the game is not over
    findings: tuple[Finding, ...] = ()
    players: tuple[str, ...] = ()
    begin: State | None = None  # before the first turn
    moves: tuple[Move, ...] = ()  # those that could be made

    def as_dict(self) -> dict[str, Any]:
        """Return the fields of the contract for game records."""
        if self.state is None:
            return {"legal": None, "illegal": None, "winners": [], "totals": [], "ended": None, "turns": 0}
        illegal = {"turn": self.illegal[0], "code": self.illegal[1].code} if self.illegal else None
        scores = self.outcome.scores if self.outcome else ()
        winners = [self.players[seat] for seat in self.outcome.winners] if self.outcome else []
        return {
            "legal": self.illegal is None,
            "illegal": illegal,
            "winners": winners,
            "totals": [score.total for score in scores],
            "ended": None if self.outcome is None else "time" if self.state.variant == "chaos" else "display",
            "turns": self.state.turns,
            "draw_pile": len(self.state.pile),
            "display": list(self.state.display),
        }


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


def replay(realm: Realm, record: object, best: Finder = best_score) -> RecordResult:
    """Play a record by the rules: everything wrong as data is a finding; the first illegal turn ends it."""
    findings: list[Finding] = []
    if not isinstance(record, Mapping):
        return RecordResult(None, findings=(Finding("SCHEMA-RECORD", (), f"expected a record, got {quoted(record)}"),))
    for key in record:
        if key not in KEYS:
            message = f"a record has no key {quoted(key)}"
            findings.append(Finding("SCHEMA-RECORD", (str(key),), message, suggest(key, KEYS), at_key=True))
    variant = record.get("variant", "standard")
    if variant not in PLAYERS:
        message = f"variant is {quoted(variant)}"
        findings.append(Finding("SCHEMA-RECORD", ("variant",), message, suggest(variant, PLAYERS)))
    players, deck, turns = (record.get(key) for key in ("players", "deck", "turns"))
    for key, value in (("players", players), ("deck", deck), ("turns", turns)):
        if not isinstance(value, list):
            findings.append(Finding("SCHEMA-RECORD", (key,), f"{key}: expected a list, got {quoted(value)}"))
    cards = _deck(realm, deck if isinstance(deck, list) else [], findings)
    if findings or not isinstance(players, list) or not isinstance(turns, list):
        return RecordResult(None, findings=tuple(findings))
    chosen: Variant = variant
    try:
        state = start(len(players), cards, chosen)
    except UserError as error:
        return RecordResult(None, findings=(Finding("PLAY-1", ("players",), str(error)),))
    names = tuple(str(player) for player in players)
    begin, played_moves = state, list[Move]()
    for index, turn in enumerate(turns):
        moves = _moves(realm, state, turn, index)
        if isinstance(moves, Finding):
            return RecordResult(None, findings=(moves,))
        for move in moves:
            problem = broken_rule(state, move)
            if problem is not None:
                hint = Finding(problem.code, ("turns", index), problem.message)
                return RecordResult(state, (index, problem), None, (hint,), names, begin, tuple(played_moves))
            state = apply(state, move)
            played_moves.append(move)
    ended = outcome(realm, state, best) if state.phase == "over" else None
    return RecordResult(state, None, ended, (), names, begin, tuple(played_moves))


def _deck(realm: Realm, deck: list[object], findings: list[Finding]) -> list[str]:
    names = names_of(realm)
    cards: list[str] = []
    for index, item in enumerate(deck):
        card = names.card(item, ("deck", index))
        if isinstance(card, Finding):
            findings.append(card)
        elif card in cards:
            findings.append(Finding("HAND-1", ("deck", index), f"{card} is in the deck twice"))
        else:
            cards.append(card)
    return cards


def _moves(realm: Realm, state: State, turn: object, index: int) -> list[Move] | Finding:
    """Parse the moves of one turn; report a wrong shape."""
    cards = realm.cards
    keys = len(turn) if isinstance(turn, Mapping) else 0
    match turn:
        case {"take": "pile", "put": str(put)} if put in cards and keys == 2:
            return [Draw(), Put(put)]
        case {"take": str(taken), "put": str(put)} if taken in cards and put in cards and keys == 2:
            return [Take(taken), Put(put)]
        case {"take": str(taken)} if taken in cards and keys == 1 and drafting(state):
            return [Take(taken)]
        case {"keep": str(kept), **rest} if kept in cards and set(rest) <= {"draw"}:
            if "draw" in rest and rest["draw"] != list(state.pile[:2]):
                message = f"the pile gives {quoted(list(state.pile[:2]))}, not {quoted(rest['draw'])}"
                return Finding("PLAY-6", ("turns", index, "draw"), message)
            return [Draw(), Keep(kept)]
        case {"trade": {"from": int(first), "gives": str(gives), "to": int(second), "gets": str(gets)}}:
            return [Trade(first, gives, second, gets)]
        case {"stop": True}:
            return [Stop()]
    hint = "write {take: pile, put: king}, {take: king}, {keep: king}, {trade: …} or {stop: true}, with ids of cards"
    return Finding("SCHEMA-RECORD", ("turns", index), f"this is not a turn: {quoted(turn)}", hint)
