"""The rules: tiles in a row, each with six lands from the east clockwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.problems import Finding, quoted
from cloudy_pnp.game.contract import Data

EAST, WEST = 0, 3


def edges_from_data(data: Data) -> Mapping[str, str]:
    """Return the six lands of each tile."""
    return {entry["id"]: entry["edges"] for entry in data.get("tiles", ())}


class Verdict(Struct, frozen=True):
    """A checked row."""

    legal: bool | None
    expected: bool | None = None
    findings: list[Finding] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict for programs."""
        return {"legal": self.legal, "expected": self.expected}

    def as_text(self) -> str:
        """Return the verdict for people."""
        return "legal\n" if self.legal else "illegal\n"


def check_row(edges: Mapping[str, str], document: Mapping[str, Any]) -> Verdict:
    """ROW-1: compare the lands where two tiles touch, then the author's claim."""
    row = document["row"]
    for number, tile in enumerate(row):
        if tile not in edges:
            return Verdict(None, findings=[Finding("REF-UNKNOWN", ("row", number), f"there is no tile {quoted(tile)}")])
    legal = all(edges[left][EAST] == edges[right][WEST] for left, right in pairwise(row))
    expected = document["legal"] == legal if "legal" in document else None
    wrong = [Finding("ROW-1", ("legal",), f"the row is {'legal' if legal else 'illegal'}")] if expected is False else []
    return Verdict(legal, expected, wrong)


def reject_row(findings: Sequence[Finding]) -> Verdict:
    """Return the verdict on a document that does not fit its schema."""
    return Verdict(None, findings=list(findings))
