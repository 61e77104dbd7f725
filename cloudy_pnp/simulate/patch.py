"""The change of a file as a patch for `git apply` and `patch`."""

from __future__ import annotations

import difflib
from collections.abc import Iterator


def unified_patch(name: str, before: str, after: str) -> str:
    """Return the change of a file as a patch for `git apply` and `patch -p1`; empty when nothing changed."""
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(_end_lines(lines))


def _lines(text: str) -> list[str]:
    """Split a text into lines; only a line feed ends one, as in git."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _end_lines(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
