"""Game records as scenarios (`*.game.yaml`): replayed, described turn by turn, and compared with the claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import Finding
from cloudy_pnp.games.kit.records import claim_findings
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.record import RecordResult, replay
from fantasy_realms.scenarios.hand import find_best

_BY = {"standard": "PLAY-4", "two": "PLAY-6", "chaos": "PLAY-7"}


@dataclass(frozen=True, slots=True)
class GameStory:
    """A replayed record."""

    replayed: RecordResult
    expected: bool | None
    findings: list[Finding]
    realm: Realm | None
    turns: Sequence[Mapping[str, Any]] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the fields of the contract."""
        return {**_result_fields(self.replayed), "expected": self.expected}

    def as_text(self) -> str:
        """Describe the game turn by turn, and the value of every hand."""
        replayed, realm = self.replayed, self.realm
        if replayed.state is None or realm is None:
            return "the record is not valid data\n"
        lines = [
            f"{number:>3} {_who(replayed, number)}: {_turn_text(realm, turn)}"
            for number, turn in enumerate(self.turns[: replayed.state.turns + 1])
            if replayed.illegal is None or number < replayed.illegal[0]
        ]
        if replayed.illegal:
            turn, broken = replayed.illegal
            lines.append(f"turn {turn} is illegal ({broken.code}): {broken.message}")
        elif replayed.outcome is None:
            lines.append("the game is not over")
        else:
            for player, score in zip(replayed.players, replayed.outcome.scores, strict=True):
                cards = ", ".join(realm[card.card].name["en"] for card in score.cards)
                lines.append(f"{score.total:>5}  {player} (base strength {score.base}): {cards}")
            winners = [replayed.players[seat] for seat in replayed.outcome.winners]
            lines.append(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} (PLAY-5)")
        return "\n".join(lines) + "\n"


def _result_fields(replayed: RecordResult) -> dict[str, Any]:
    ended = replayed.outcome is not None and replayed.state is not None
    return {**replayed.as_dict(), "by": _BY[replayed.state.variant] if ended and replayed.state else None}


def _who(replayed: RecordResult, turn: int) -> str:
    if replayed.state is None or replayed.state.variant == "chaos":
        return "trade"
    return replayed.players[turn % len(replayed.players)]


def _turn_text(realm: Realm, turn: Mapping[str, Any]) -> str:
    def name(card: str) -> str:
        return realm[card].name["en"] if card in realm.cards else card

    match turn:
        case {"take": "pile", "put": put}:
            return f"draws from the pile, puts {name(put)}"
        case {"take": taken, "put": put}:
            return f"takes {name(taken)}, puts {name(put)}"
        case {"take": taken}:
            return f"takes {name(taken)}"
        case {"keep": kept}:
            return f"draws two cards, keeps {name(kept)}"
        case {"trade": {"from": first, "gives": gives, "to": second, "gets": gets}}:
            return f"seat {first} gives {name(gives)} to seat {second} for {name(gets)}"
    return "the time is up"


def evaluate(realm: Realm, document: Mapping[str, Any]) -> GameStory:
    """Evaluate a document that has passed its schema."""
    replayed = replay(realm, document, find_best)
    claims = document.get("expect")
    differences = (
        list(claim_findings(_result_fields(replayed), claims)) if claims and replayed.state is not None else []
    )
    findings = list(replayed.findings)
    if claims and replayed.illegal and claims.get("legal") is False:
        findings = []  # the author knows
    expected = None if claims is None or replayed.state is None else not differences
    return GameStory(replayed, expected, [*findings, *differences], realm, document["turns"])


def invalid(findings: Sequence[Finding]) -> GameStory:
    """Return the result for a document that has not passed its schema."""
    return GameStory(RecordResult(None), None, list(findings), None)
