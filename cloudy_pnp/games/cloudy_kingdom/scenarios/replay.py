"""Game records as scenarios: replayed, told turn by turn, and compared with their author's claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import Finding, quoted
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.rules.board import connected
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import ReplayResult, replay


@dataclass(frozen=True, slots=True)
class GameStory:
    """A replayed record."""

    result: ReplayResult
    expected: bool | None
    findings: list[Finding]
    colours: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of the contracts, and whether the author's claims hold."""
        return {**self.result.as_dict(), "expected": self.expected}

    def as_text(self) -> str:
        """The game turn by turn, and the board at its end."""
        from cloudy_pnp.games.cloudy_kingdom.scenarios.ascii_board import board_picture
        from cloudy_pnp.games.cloudy_kingdom.scenarios.narrate import turn_lines  # a check tells no stories

        reports = self.result.reports
        lines = [f"{report.turn:>3} {report.family}: {'; '.join(turn_lines(report))}" for report in reports]
        if self.result.illegal:
            turn, code = self.result.illegal
            message = next((finding.message for finding in self.result.findings if finding.code == code), "")
            lines.append(f"turn {turn} is illegal ({code}): {message}")
        if self.result.final is None:
            return "the record is not valid data\n"
        board = self.result.final.board
        lines += ["", board_picture(board, connected(board), self.colours), ""]
        if self.result.final.ending is None:
            lines.append("the game is not over")
        if self.expected is not None:
            lines.append("as expected" if self.expected else "not as expected")
        return "\n".join(lines) + "\n"


def judge_record(kingdom: Kingdom, data: Mapping[str, Any]) -> GameStory:
    """Replay a record that has the shape of the record schema."""
    result = replay(kingdom, data)
    claims = data.get("expect")
    differences = [] if result.legal is None else list(_differences(result.as_dict(), claims or {}))
    findings = list(result.findings)
    if claims and (claims.get("legal") is False or "illegal" in claims) and result.legal is False:
        findings = [finding for finding in findings if result.illegal is None or finding.code != result.illegal[1]]
    expected = None if claims is None or result.legal is None else not differences
    if claims and result.illegal and "illegal" not in claims and claims.get("legal") is not False:
        # The game stops at the illegal turn: that the end is not as claimed is no second mistake.
        differences = [finding for finding in differences if finding.path == ("expect", "legal")]
    colours = {family.id: family.colour for family in kingdom.families.values()}
    return GameStory(result, expected, [*findings, *differences], colours)


def _differences(result: Mapping[str, Any], claims: Mapping[str, Any]) -> Iterator[Finding]:
    """REF-EXPECT: each claim of the author that the replay does not bear out."""
    for key, claimed in claims.items():
        actual = result[key]
        if key == "winners":
            same = sorted(actual) == sorted(claimed)
        elif key == "illegal":
            same = actual is not None and all(actual[name] == value for name, value in claimed.items())
        else:
            same = actual == claimed
        if not same:
            message = f"the record expects {key}: {quoted(claimed)}, but the replay gives {quoted(actual)}"
            yield Finding("REF-EXPECT", ("expect", key), message, "see why: cloudy-pnp replay FILE")


def invalid_record(findings: Sequence[Finding]) -> GameStory:
    """The answer for a document that has not passed its schema."""
    return GameStory(ReplayResult(None, None, None), None, list(findings), {})
