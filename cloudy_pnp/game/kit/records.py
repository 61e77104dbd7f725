"""Game records: play them by the rules of a game, compare them with their author's claims, describe them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted

M = TypeVar("M")  # the game's model
S = TypeVar("S")  # a position of the game
A = TypeVar("A")  # a move

Record = Mapping[str, Any]  # a document that has the shape of the game's record schema


class TurnReport(Struct, Generic[S, A], frozen=True):
    """A turn: its player, the moves, and the positions before the first of them and after each."""

    turn: int
    player: str
    moves: tuple[A, ...]
    states: tuple[S, ...]

    @property
    def before(self) -> S:
        """The position before the turn."""
        return self.states[0]

    @property
    def after(self) -> S:
        """The position after the turn."""
        return self.states[-1]


class Stopped(Exception):
    """A record that cannot be continued: it breaks the rule `code`; without a code it is not valid data."""

    def __init__(self, *findings: Finding, code: str = "", report: TurnReport[Any, Any] | None = None) -> None:
        super().__init__(findings[0].message)
        self.findings = findings
        self.code = code
        self.report = report  # the part of the turn that ended the game, if the record continues after it


class ReplayResult(Struct, Generic[S, A], frozen=True):
    """The result of a replay. `legal` is None when the record is not valid data; then `findings` say why."""

    legal: bool | None
    illegal: tuple[int, str] | None  # the first illegal turn and the rule it breaks
    final: S | None  # after the last turn that could be played
    describe: Callable[[S | None], dict[str, Any]]
    reports: tuple[TurnReport[S, A], ...] = ()
    findings: tuple[Finding, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the replay, without the file name."""
        illegal = None if self.illegal is None else dict(zip(("turn", "code"), self.illegal, strict=True))
        return {"legal": self.legal, "illegal": illegal, **self.describe(self.final)}


def _no_findings(_final: Any, _record: Record) -> Iterable[Finding]:
    return ()


class Records(Struct, Generic[M, S, A], frozen=True):
    """The records of a game: the parts that depend on its rules, and what follows from them."""

    check: Callable[[M, Record], Iterable[Finding]]  # the data before the first turn
    start: Callable[[M, Record], S]  # the first position of a record without errors; may raise Stopped
    play: Callable[[S, Record, int], TurnReport[S, A]]  # the turn with this number; may raise Stopped
    describe: Callable[[S | None], dict[str, Any]]  # the JSON of the final position, after `legal` and `illegal`
    tell_turn: Callable[[TurnReport[S, A]], str]
    tell_end: Callable[[S], Sequence[str]]  # the final position in lines of text
    check_end: Callable[[S, Record], Iterable[Finding]] = _no_findings  # superfluous parts of a legal record
    claimable: Callable[[dict[str, Any]], Mapping[str, Any]] = dict  # that JSON in the form of claims

    def replay(self, model: M, data: Record) -> ReplayResult[S, A]:
        """Play a record by the rules, as far as it is legal."""
        findings = list(self.check(model, data))
        if any(finding.severity is Severity.ERROR for finding in findings):
            return ReplayResult(None, None, None, self.describe, findings=tuple(findings))
        reports: list[TurnReport[S, A]] = []
        final: S | None = None
        try:
            final = state = self.start(model, data)
            for turn in range(len(data["turns"])):
                reports.append(self.play(state, data, turn))
                final = state = reports[-1].after
        except Stopped as stopped:
            illegal = (len(reports), stopped.code) if stopped.code else None
            if stopped.report:
                reports.append(stopped.report)
                final = stopped.report.after
            findings += stopped.findings
            legal = False if illegal else None
            return ReplayResult(legal, illegal, final, self.describe, tuple(reports), tuple(findings))
        findings += self.check_end(state, data)
        return ReplayResult(True, None, state, self.describe, tuple(reports), tuple(findings))

    def read(self, model: M, data: Record) -> tuple[S, list[A]]:
        """Return the first position and all moves. Raises UserError if the record is not a legal game."""
        result = self.replay(model, data)
        if not result.legal:
            raise UserError(result.findings[0].message if result.findings else "this is not a game record")
        return self.start(model, data), [move for report in result.reports for move in report.moves]

    def begin(self, model: M, data: Record) -> S:
        """Return the first position. Raises UserError with the first errors of the record."""
        result = self.replay(model, {**data, "turns": []})
        wrong = [finding for finding in result.findings if finding.severity is Severity.ERROR]
        if wrong or result.final is None:
            raise UserError("; ".join(f"{finding.code}: {finding.message}" for finding in wrong[:3]))
        return result.final

    def judge(self, model: M, data: Record) -> GameStory[S, A]:
        """Replay a record and compare it with its author's claims."""
        result = self.replay(model, data)
        claims, findings = data.get("expect"), list(result.findings)
        if claims is None or result.legal is None:
            return GameStory(result, None, findings, self)
        differences = list(claim_findings(self.claimable(result.as_dict()), claims))
        expected = not differences
        if result.illegal is not None and (claims.get("legal") is False or "illegal" in claims):
            findings = [finding for finding in findings if finding.code != result.illegal[1]]
        elif result.illegal is not None:  # the game stops at the illegal turn: its end is not a second mistake
            differences = [finding for finding in differences if finding.path == ("expect", "legal")]
        return GameStory(result, expected, [*findings, *differences], self)

    def invalid(self, findings: Sequence[Finding]) -> GameStory[S, A]:
        """Return the result for a document that has not passed its schema."""
        return GameStory(ReplayResult(None, None, None, self.describe), None, list(findings), self)


class GameStory(Struct, Generic[S, A], frozen=True):
    """A replayed record and whether its author's claims hold."""

    result: ReplayResult[S, A]
    expected: bool | None
    findings: list[Finding]
    records: Records[Any, S, A]

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the replay, and whether the author's claims hold."""
        return {**self.result.as_dict(), "expected": self.expected}

    def as_text(self) -> str:
        """Return the game turn by turn, and its end."""
        result = self.result
        if result.final is None:
            return "the record is not valid data\n"
        lines = [f"{report.turn:>3} {self.records.tell_turn(report)}" for report in result.reports]
        if result.illegal:
            turn, code = result.illegal
            message = next((finding.message for finding in result.findings if finding.code == code), "")
            lines.append(f"turn {turn} is illegal ({code}): {message}")
        lines += self.records.tell_end(result.final)
        if self.expected is not None:
            lines.append("as expected" if self.expected else "not as expected")
        return "\n".join(lines) + "\n"


def claim_findings(answer: Mapping[str, Any], claims: Mapping[str, Any]) -> Iterator[Finding]:
    """REF-EXPECT: yield each claim of the author that does not hold; of an illegal turn only a part may be claimed.

    >>> [finding.message for finding in claim_findings({"winners": ["red"], "turns": 3}, {"winners": [], "turns": 3})]
    ['the record expects winners: [], but the replay gives ["red"]']
    """
    for key, claimed in claims.items():
        actual = answer[key]
        if key == "winners":
            same = sorted(actual) == sorted(claimed)
        elif key == "illegal":
            same = actual is not None and all(actual[name] == value for name, value in claimed.items())
        else:
            same = actual == claimed
        if not same:
            message = f"the record expects {key}: {quoted(claimed)}, but the replay gives {quoted(actual)}"
            yield Finding("REF-EXPECT", ("expect", key), message, "see why: cloudy-pnp replay FILE")
