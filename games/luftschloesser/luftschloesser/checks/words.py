"""Findings that several checks share."""

from __future__ import annotations

from collections.abc import Iterable

from cloudy_pnp.core.problems import DataPath, Finding, quoted, suggest


def unknown(path: DataPath, value: object, kind: str, names: Iterable[str]) -> Finding:
    """REF-UNKNOWN: report a reference to something that does not exist.

    >>> unknown(("players", 1), "gren", "colour", ["red", "green"]).hint
    'did you mean "green"? Known: red, green.'
    """
    return Finding("REF-UNKNOWN", path, f"there is no {kind} {quoted(value)}", suggest(value, names))
