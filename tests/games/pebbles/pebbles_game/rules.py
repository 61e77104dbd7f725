"""The rules: a heap of pebbles, wishes that take some of them, and who takes the last one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, quoted, suggest
from cloudy_pnp.game.contract import Data, Outcome, Play


class Heap(Struct, frozen=True):
    """The model: how many pebbles there are, and how many each wish takes."""

    pebbles: int
    wishes: Mapping[str, int]


def heap_from_data(data: Data) -> Heap:
    """From sound data."""
    pebbles = sum(entry["count"] for entry in data.get("pebbles", ()))
    return Heap(pebbles, {entry["id"]: entry["take"] for entry in data.get("wishes", ())})


class Position(Struct, frozen=True):
    """Between two moves."""

    heap: Heap
    left: int
    players: tuple[str, ...]
    turn: int = 0

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.players[self.turn % len(self.players)]


def legal(position: Position) -> list[str]:
    """TAKE-1: wishes that do not take more than there is."""
    return [name for name, take in position.heap.wishes.items() if take <= position.left]


def take(position: Position, wish: str) -> Position:
    """The pebbles of a wish are gone, and the next player is on."""
    return replace(position, left=position.left - position.heap.wishes[wish], turn=position.turn + 1)


def outcome(position: Position) -> Outcome | None:
    """END-1: whoever took the last pebble wins; a rest that nobody can take is a draw."""
    if position.left == 0:
        return Outcome((position.players[(position.turn - 1) % len(position.players)],), "END-1")
    return None if legal(position) else Outcome((), "TAKE-1")


def start(heap: Heap, players: int, seed: int) -> Position:
    """Choose at random who begins."""
    names = ["első", "második", "harmadik", "negyedik"][:players]
    random.Random(seed).shuffle(names)
    return Position(heap, heap.pebbles, tuple(names))


PLAY: Play[Heap, Position, str] = Play(
    seats=lambda _heap: (2, 3, 4),
    start=start,
    to_move=lambda position: position.player,
    legal=legal,
    apply=take,
    outcome=outcome,
    broken=lambda position: ["fewer than no pebbles"] if position.left < 0 else [],
    view=lambda position: {"left": position.left, "player": position.player, "players": list(position.players)},
    encode=lambda begin, moves: {"game": "pebbles", "players": list(begin.players), "moves": list(moves)},
)


class Verdict(Struct, frozen=True):
    """A replayed record."""

    legal: bool | None
    winners: tuple[str, ...] = ()
    expected: bool | None = None
    findings: list[Finding] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {"legal": self.legal, "winners": list(self.winners), "expected": self.expected}

    def as_text(self) -> str:
        """For people."""
        return f"{', '.join(self.winners) or 'nobody'} wins\n"


def judge(heap: Heap, document: Mapping[str, Any]) -> Verdict:
    """Every move by the rules, then the author's claim."""
    position = Position(heap, heap.pebbles, tuple(document["players"]))
    for number, wish in enumerate(document["moves"]):
        if wish not in legal(position):
            message = f"{quoted(wish)} cannot be taken from {position.left} pebbles"
            return Verdict(False, findings=[Finding("TAKE-1", ("moves", number), message, suggest(wish, heap.wishes))])
        position = take(position, wish)
    ended = outcome(position)
    winners = ended.winners if ended else ()
    claim = document.get("expect", {}).get("winner")
    expected = None if claim is None else claim in winners
    wrong = [Finding("END-1", ("expect", "winner"), f"{quoted(claim)} does not win")] if expected is False else []
    return Verdict(True, winners, expected, wrong)


def invalid(findings: Sequence[Finding]) -> Verdict:
    """A document that has not passed its schema."""
    return Verdict(None, findings=list(findings))
