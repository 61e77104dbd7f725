"""Unfinished answers at a terminal, kept in the user's cache folder until the card is written.

Ctrl-C, a closed window or a crash loses nothing that was typed.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

from cloudy_pnp.cli.dialogue import Said
from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.cache import cache_folder
from cloudy_pnp.core.files import read_json, write_atomic
from cloudy_pnp.core.problems import UserError

_LARGEST = 1_000_000  # bytes


class KeptAnswers:
    """The answers about one card of one pack."""

    def __init__(self, pack: Path, sort: str, card: str) -> None:
        self.path = cache_folder() / "unfinished" / f"{fingerprint.of_data([str(pack.resolve()), sort, card])}.json"
        self.written = False  # whether there is anything to resume

    def read(self) -> list[Said]:
        """Read the answers of an earlier session; return none when they cannot be read."""
        try:
            kept = read_json(self.path, _LARGEST)
        except (OSError, ValueError):
            return []
        whole = isinstance(kept, list) and all(
            isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], str | int)
            for one in kept
        )
        self.written = whole and bool(kept)
        return [(question, answer) for question, answer in kept] if whole else []

    def write(self, said: Sequence[Said]) -> None:
        """Save the answers so far. Without a writable folder, nothing is saved."""
        try:
            write_atomic(self.path, json.dumps(said, ensure_ascii=False).encode("utf-8", "backslashreplace"))
            self.written = True
        except (OSError, UserError):
            self.written = False

    def forget(self) -> None:
        """Delete the answers: the card is written, or the person starts again."""
        with contextlib.suppress(OSError):  # where none can be kept, there is none
            self.path.unlink()
