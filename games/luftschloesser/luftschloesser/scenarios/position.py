"""Positions: pieces on the board, moves to try, and whether the author's claims hold.

A position has no draw pile: no card is drawn after an action. Hands are optional; without them any card may be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import unknown_reference
from luftschloesser.model.board import Sky
from luftschloesser.model.realm import Realm
from luftschloesser.model.state import Action, AnyMove, Broken, Build, Oust, Table
from luftschloesser.rules.actions import action_problem, apply_action
from luftschloesser.rules.turns import find_ending, ranking
from luftschloesser.rules.weather import apply_play, play_problem
from luftschloesser.scenarios.documents import (
    field_entry,
    fields_of,
    position_findings,
    sky_of,
    table_findings,
    table_of,
)
from luftschloesser.scenarios.moves import PLAY_KEYS, place_of, read_action, read_play
from luftschloesser.scenarios.record import ranking_of


class Step(Struct, frozen=True):
    """One move of a position: its player, and the sky before it."""

    player: int
    move: AnyMove
    before: Sky


class PositionResult(Struct, frozen=True):
    """The evaluation of a position. `legal` is None if it is invalid as data; then `findings` give the reasons."""

    legal: bool | None
    illegal: tuple[int, Broken] | None = None  # the first illegal move, and the rule that it breaks
    table: Table | None = None
    begin: Sky | None = None  # before the moves
    sky: Sky | None = None  # after every move before the illegal one
    steps: tuple[Step, ...] = ()
    expected: bool | None = None
    findings: list[Finding] = field(default_factory=list)
    detail: bool = False  # the picture shows only the part of the board that matters

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without file, document, title and problems, which the caller knows."""
        table, sky = self.table, self.sky
        ending = find_ending(table, sky) if table and sky else None
        return {
            "legal": self.legal,
            "illegal": None if self.illegal is None else {"index": self.illegal[0], "code": self.illegal[1].code},
            "winner": table.players[ending.winner] if table and ending else None,
            "ranking": ranking_of(table, ending.ranking if ending else ranking(sky)) if table and sky else [],
            "clouds": sky.clouds if sky else 0,
            "fields": fields_of(table, sky) if table and sky else [],
            "expected": self.expected,
        }

    def as_text(self) -> str:
        """Return the position in characters, the moves, and the position after them."""
        from luftschloesser.scenarios.narrate import (
            move_line,  # a check describes no moves
            sky_picture,
        )

        if self.table is None or self.begin is None or self.sky is None:
            return "the position is not valid data\n"
        lines = [sky_picture(self.table, self.begin)]
        if self.steps:
            lines.append("")
            for step in self.steps:
                sentence = move_line(self.table, step.before, step.move)
                lines.append(f"{self.table.players[step.player]} {sentence}")
            lines += ["", sky_picture(self.table, self.sky)]
        lines.append("")
        if self.illegal:
            index, broken = self.illegal
            lines.append(f"move {index} is illegal ({broken.code}): {broken.message}; nothing after it is tried")
        ending = find_ending(self.table, self.sky)
        if ending:
            lines.append(f"{self.table.players[ending.winner]} has won ({ending.by})")
        if self.expected is not None:
            lines.append("as expected" if self.expected else "not as expected")
        return "\n".join(lines).rstrip() + "\n"


def evaluate_position(realm: Realm, data: Mapping[str, Any]) -> PositionResult:
    """Try the moves of a position that has the shape of the position schema.

    >>> from luftschloesser.model.realm import base_realm
    >>> fields = [{"at": 6, "clouds": 1, "beings": {"red": 2}}]
    >>> data = {"players": ["red", "blue"], "fields": fields, "moves": [{"act": {"build": 6}}]}
    >>> evaluate_position(base_realm(), data).as_dict()["fields"]
    [{'at': 6, 'clouds': 1, 'castles': ['red'], 'beings': {}}]
    """
    findings = [*table_findings(realm, data)]
    if not findings:
        findings += position_findings(table_of(realm, data), data)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return PositionResult(None, findings=findings)
    table = table_of(realm, data)
    trial = _Trial(table, sky_of(table, data), data.get("hands", {}))
    begin = trial.sky
    detail = bool(data.get("detail"))
    result = PositionResult(True, None, table, begin, begin, findings=findings, detail=detail)
    for index, entry in enumerate(data.get("moves", ())):
        stopped = trial.entry(index, entry)
        if isinstance(stopped, Finding):
            return replace(result, legal=None, findings=[*findings, stopped], sky=trial.sky, steps=tuple(trial.steps))
        if stopped is not None:
            broken, path = stopped
            result = replace(result, legal=False, illegal=(index, broken))
            result.findings.append(Finding(broken.code, path, broken.message))
            break
    return _check_claims(replace(result, sky=trial.sky, steps=tuple(trial.steps)), data.get("expect"))


class _Trial:
    """The moves of a position, one after the other."""

    def __init__(self, table: Table, sky: Sky, hands: Mapping[str, Any]) -> None:
        self.table = table
        self.sky = sky
        self.steps: list[Step] = []
        self.hands = {colour: list(cards) for colour, cards in hands.items()}
        self.turn: int | None = None  # whose turn it is
        self.played = False  # in that turn
        self.action: Action | None = None  # of that turn

    def entry(self, index: int, entry: Mapping[str, Any]) -> Finding | tuple[Broken, DataPath] | None:
        """Carry out an entry; return the problem with it as data, or the rule it breaks and its path."""
        path: DataPath = ("moves", index)
        player = self._player(entry)
        if player is None:
            return unknown_reference((*path, "by"), entry["by"], "player", self.table.players)
        if "play" not in entry and ("act" not in entry or any(key in entry for key in PLAY_KEYS)):
            return Finding("SCHEMA-TURN", path, f"{quoted(entry)} is neither a play nor an action", "add play or act")
        if "play" in entry:
            read = read_play(self.table, self.sky, entry)
            if isinstance(read, Finding):
                return read.under(*path)
            broken = self._over() or self._second_card(player) or self._not_held(player, entry["play"])
            broken = broken or (read if isinstance(read, Broken) else play_problem(self.table, self.sky, read))
            if broken is not None or isinstance(read, Broken):
                return _at(broken, path, entry)
            self._do(player, read, apply_play(self.table.board, self.sky, read))
        if "act" in entry:
            act = read_action(self.table, self.sky, player, entry["act"])
            if isinstance(act, Finding):
                return act.under(*path, "act")
            broken = self._over() or self._second_action(player, act)
            broken = broken or (act if isinstance(act, Broken) else action_problem(self.table, self.sky, player, act))
            if broken is not None or isinstance(act, Broken):
                return _at(broken, (*path, "act"), entry["act"])
            self._do(player, act, apply_action(self.sky, player, act))
            self.action = act
        return None

    def _player(self, entry: Mapping[str, Any]) -> int | None:
        colour = entry.get("by", self.table.players[0])
        player = self.table.players.index(colour) if colour in self.table.players else None
        if player is not None and (player != self.turn or ("play" in entry and self.action is not None)):
            self.turn, self.played, self.action = player, False, None
        return player

    def _do(self, player: int, move: AnyMove, after: Sky) -> None:
        if not isinstance(move, Action):
            self.played = True
            if self.table.players[player] in self.hands:
                self.hands[self.table.players[player]].remove(move.card)
        self.steps.append(Step(player, move, self.sky))
        self.sky = after

    def _over(self) -> Broken | None:
        """END-1: reject moves after the end."""
        ending = find_ending(self.table, self.sky)
        return Broken("END-1", f"the game has ended: {self.table.players[ending.winner]} has won") if ending else None

    def _second_card(self, player: int) -> Broken | None:
        """TURN-1: require exactly one card per turn."""
        name = self.table.players[player]
        return Broken("TURN-1", f"{name} has played a card already in this turn", "play") if self.played else None

    def _second_action(self, player: int, act: Action | Broken) -> Broken | None:
        """TURN-2: require exactly one action per turn; ACT-5: never two castles in one."""
        if self.action is None:
            return None
        name = self.table.players[player]
        if isinstance(self.action, Build | Oust) and isinstance(act, Build | Oust):
            return Broken("ACT-5", f"{name} has already built a castle in this turn")
        return Broken("TURN-2", f"{name} has done an action already in this turn")

    def _not_held(self, player: int, card: str) -> Broken | None:
        """TURN-1: require a card of the hand, if the hand is known."""
        name = self.table.players[player]
        if name not in self.hands or card in self.hands[name]:
            return None
        return Broken("TURN-1", f"{name} does not hold {card}, but {', '.join(self.hands[name]) or 'nothing'}", "play")


def _at(broken: Broken | None, path: DataPath, entry: Mapping[str, Any]) -> tuple[Broken, DataPath] | None:
    return None if broken is None else (broken, (*path, *place_of(broken, entry)))


# --- the author's claims -----------------------------------------------------------------------------------


def _check_claims(result: PositionResult, expect: Mapping[str, Any] | None) -> PositionResult:
    """Return the result with the author's claims checked; an illegal move is a problem unless it was claimed."""
    claims = expect or {}
    findings = list(result.findings)
    differences = list(_differences(result, claims))
    if result.illegal and (claims.get("legal") is False or "illegal" in claims):
        findings.pop()  # the broken rule is intended
    expected = None if expect is None else not differences
    return replace(result, expected=expected, findings=[*findings, *differences])


def _differences(result: PositionResult, claims: Mapping[str, Any]) -> Iterator[Finding]:
    """REF-EXPECT: report each claim that the moves contradict."""
    results = result.as_dict()
    results["ranking"] = {row["player"]: row["rank"] for row in results["ranking"]}
    for key, claimed in claims.items():
        if key == "fields":
            yield from _field_differences(result, claimed)
            continue
        actual = results[key]
        if key == "illegal":
            same = actual is not None and all(actual[name] == value for name, value in claimed.items())
        else:
            same = actual == claimed
        if not same:
            why = f": {result.illegal[1].message}" if key in ("legal", "illegal") and result.illegal else ""
            message = f"the position expects {key}: {quoted(claimed)}, but it is {quoted(actual)}{why}"
            yield Finding("REF-EXPECT", ("expect", key), message, "see why: cloudy-pnp board FILE")


def _field_differences(result: PositionResult, claimed: list[Mapping[str, Any]]) -> Iterator[Finding]:
    table, sky = result.table, result.sky
    for index, entry in enumerate(claimed):
        path = ("expect", "fields", index)
        if table is None or sky is None or entry["at"] not in table.board.fields:
            yield Finding("AIR-1", (*path, "at"), f"there is no field {entry['at']}", "")
            continue
        content = field_entry(table, entry["at"], sky[entry["at"]])
        for key in ("clouds", "castles", "beings"):
            expected = entry.get(key, content[key])
            same = sorted(expected) == sorted(content[key]) if key == "castles" else expected == content[key]
            if not same:
                message = f"the position expects {quoted(expected)} as {key} of field {entry['at']}"
                message += f", but it is {quoted(content[key])}"
                yield Finding("REF-EXPECT", (*path, key), message, "see why: cloudy-pnp board FILE")


def invalid_position(findings: Sequence[Finding]) -> PositionResult:
    """Return the result for a document that has not passed its schema."""
    return PositionResult(None, findings=list(findings))
