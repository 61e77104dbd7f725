"""LAY: the castles around the board.

Everything here takes the four sides as plain data, `{"north": [...], "east": [...], ...}` in LAY-4 order, in
which `None` is a vacant slot. Families may be any hashable names.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, TypeAlias, TypeVar

from cloudy_pnp.core.problems import Finding, quoted

FamilyName = TypeVar("FamilyName", bound=Hashable)
Sides: TypeAlias = Mapping[str, Sequence[Any]]

SIDE_NAMES = ("north", "east", "south", "west")
OPPOSITE = (("north", "south"), ("west", "east"))
# LAY-3: the slots that meet at each corner of the board, as (side, first or last slot of LAY-4)
CORNERS = (
    ("north-west", ("north", 0), ("west", 0)),
    ("north-east", ("north", -1), ("east", 0)),
    ("south-west", ("south", 0), ("west", -1)),
    ("south-east", ("south", -1), ("east", -1)),
)


def layout_findings(data: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about the castles of a layout entry; paths start at the entry.

    >>> sides = {"north": ["sun"], "east": ["sun"], "south": ["sun"], "west": ["sun"]}
    >>> sorted({finding.code for finding in layout_findings({"rows": 1, "cols": 1, "castles": sides})})
    ['LAY-2', 'LAY-3']
    """
    castles = data["castles"]
    findings = slots_as_many_as_fields(castles, data["rows"], data["cols"])
    findings += one_castle_on_each_side(castles)
    if not any(finding.code == "LAY-4" for finding in findings):
        findings += never_opposite(castles)
        findings += never_at_one_corner(castles)
    return findings


def slots_as_many_as_fields(castles: Sides, rows: int, cols: int) -> list[Finding]:
    """LAY-4: require a slot for each column in north and south, and for each row in west and east."""
    findings = []
    for side in SIDE_NAMES:
        slots, fields = (cols, "columns") if side in ("north", "south") else (rows, "rows")
        if (count := len(castles.get(side, ()))) != slots:
            message = f"{side} has {count} castle slots, but the board has {slots} {fields}"
            hint = f"list {slots} families for {side}, or null for a vacant slot"
            findings.append(Finding("LAY-4", ("castles", side), message, hint))
    return findings


def one_castle_on_each_side(castles: Sides) -> list[Finding]:
    """LAY-1: require one castle of every family on each side."""
    findings: list[Finding] = []
    missing: dict[Hashable, list[str]] = {}
    for side in SIDE_NAMES:
        seen = set()
        for slot, family in enumerate(castles.get(side, ())):
            if family is None:
                continue
            if family in seen:
                message = f"{quoted(family)} has a second castle in the {side}"
                hint = "give the slot to the family that is missing there"
                findings.append(Finding("LAY-1", ("castles", side, slot), message, hint))
            seen.add(family)
            missing.setdefault(family, [])
    for family, sides in missing.items():
        sides += [side for side in SIDE_NAMES if family not in castles.get(side, ())]
        if sides:
            message = f"{quoted(family)} has no castle in the {' and the '.join(sides)}"
            hint = "every family needs one castle on each of the four sides; is the name spelt the same?"
            findings.append(Finding("LAY-1", ("castles", sides[0]), message, hint))
    return findings


def never_opposite(castles: Sides) -> list[Finding]:
    """LAY-2: reject castles of one family directly opposite each other."""
    return [
        Finding(
            "LAY-2",
            ("castles", other, slot),
            f"the castles of {quoted(family)} lie directly opposite each other in {side} and {other}",
            f"swap {quoted(family)} with another family of the {other}",
        )
        for side, other in OPPOSITE
        for slot, (family, facing) in enumerate(zip(castles[side], castles[other], strict=True))
        if family is not None and family == facing
    ]


def never_at_one_corner(castles: Sides) -> list[Finding]:
    """LAY-3: reject castles of one family that meet at a corner of the board."""
    findings = []
    for corner, (side, slot), (other, last) in CORNERS:
        family = castles[side][slot]
        if family is not None and family == castles[other][last]:
            message = f"the castles of {quoted(family)} meet at the {corner} corner"
            hint = f"swap {quoted(family)} with another family of the {other}"
            findings.append(Finding("LAY-3", ("castles", other, last % len(castles[other])), message, hint))
    return findings


def legal_layouts(size: int, families: Sequence[FamilyName]) -> Iterator[dict[str, tuple[FamilyName, ...]]]:
    """LAY-7: yield every arrangement of `size` families around a `size × size` board that LAY-1 to LAY-3 allow.

    >>> sum(1 for castles in legal_layouts(3, ["raven", "rose", "heron"]))
    48
    """
    if size < 1 or len(set(families)) != size:
        raise ValueError(f"a {size} × {size} board needs {size} different families, not {len(set(families))}")
    orders = list(permutations(families))
    for north in orders:
        wests = [west for west in orders if west[0] != north[0]]
        easts = [east for east in orders if east[0] != north[-1]]
        for south in orders:
            if _meet(north, south):
                continue
            fitting = [east for east in easts if east[-1] != south[-1]]
            for west in wests:
                if west[-1] == south[0]:
                    continue
                for east in fitting:
                    if not _meet(west, east):
                        yield {"north": north, "east": east, "south": south, "west": west}


def _meet(side: tuple[FamilyName, ...], other: tuple[FamilyName, ...]) -> bool:
    """LAY-2: return whether a family is opposite itself, for `legal_layouts`."""
    return any(family == facing for family, facing in zip(side, other, strict=True))
