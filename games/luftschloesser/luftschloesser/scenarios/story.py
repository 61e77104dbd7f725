"""Game records as scenarios: replayed, told turn by turn, and compared with their author's claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import Finding, quoted
from luftschloesser.model.realm import Realm
from luftschloesser.scenarios.record import ReplayResult, replay


@dataclass(frozen=True, slots=True)
class GameStory:
    """A replayed record."""

    result: ReplayResult
    expected: bool | None
    findings: list[Finding]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of the contracts, and whether the author's claims hold."""
        return {**self.result.as_dict(), "expected": self.expected}

    def as_text(self) -> str:
        """The game turn by turn, the board at its end, and the ranking."""
        from luftschloesser.scenarios.narrate import turn_lines  # a check tells no stories
        from luftschloesser.scenarios.picture import sky_picture

        final = self.result.final
        if final is None:
            return "the record is not valid data\n"
        lines = [f"{one.turn:>3} {one.colour} {'; '.join(turn_lines(one))}" for one in self.result.reports]
        if self.result.illegal:
            turn, code = self.result.illegal
            message = next((found.message for found in self.result.findings if found.code == code), "")
            lines.append(f"turn {turn} is illegal ({code}): {message}")
        lines += ["", sky_picture(final.table, final.sky), ""]
        if final.ending is None:
            lines.append("the game is not over")
        else:
            ranked = (f"{one.rank}. {final.table.players[one.player]}" for one in final.ending.ranking)
            lines.append(f"ranking: {', '.join(ranked)}")
        if self.expected is not None:
            lines.append("as expected" if self.expected else "not as expected")
        return "\n".join(lines) + "\n"


def judge_record(realm: Realm, data: Mapping[str, Any]) -> GameStory:
    """Replay a record that has the shape of the record schema, and compare it with its claims."""
    result = replay(realm, data)
    claims = data.get("expect")
    differences = [] if result.legal is None else list(_differences(result.as_dict(), claims or {}))
    findings = list(result.findings)
    if claims and (claims.get("legal") is False or "illegal" in claims) and result.illegal is not None:
        findings = [found for found in findings if found.code != (result.illegal or (0, ""))[1]]
    expected = None if claims is None or result.legal is None else not differences
    return GameStory(result, expected, [*findings, *differences])


def _differences(there: Mapping[str, Any], claims: Mapping[str, Any]) -> Iterator[Finding]:
    """REF-EXPECT: each claim of the author that the replay does not bear out."""
    ranks = {row["player"]: row["rank"] for row in there["ranking"]}
    for key, claimed in claims.items():
        found = ranks if key == "ranking" else there[key]
        if key == "illegal":
            same = found is not None and all(found[name] == value for name, value in claimed.items())
        else:
            same = found == claimed
        if not same:
            message = f"the record expects {key}: {quoted(claimed)}, but the replay gives {quoted(found)}"
            yield Finding("REF-EXPECT", ("expect", key), message, "see why: cloudy-pnp replay FILE")


def invalid_record(findings: Sequence[Finding]) -> GameStory:
    """The answer for a document that has not passed its schema."""
    return GameStory(ReplayResult(None, None, None), None, list(findings))
