"""The time of the last edit of each card: files contain many cards, so the studio stores a fingerprint of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import read_json, write_atomic
from cloudy_pnp.core.problems import UserError

_MOST_BYTES = 16 * 1024 * 1024
EditTimes = dict[str, tuple[str, float]]  # kind/id: fingerprint, and when the file was saved with it


class Edits:
    """The last edit of every card, stored in the user's cache. A new one is as old as its file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._times = _read(path)

    def note(self, cards: Iterable[tuple[str, Mapping[str, Any], float]]) -> dict[str, float]:
        """Record the current cards, each with the time of its file; return when each was edited."""
        now: EditTimes = {}
        for name, data, saved in cards:
            digest = fingerprint.of_data(data)
            before = self._times.get(name)
            now[name] = before if before and before[0] == digest else (digest, saved)
        if now != self._times:
            self._times = now
            self._write()
        return {name: when for name, (_, when) in now.items()}

    def _write(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomic(self._path, json.dumps(self._times).encode(), lasting=False)
        except (OSError, UserError):  # a cache that cannot be written is not an error
            return


def _read(path: Path) -> EditTimes:
    try:
        stored = read_json(path, _MOST_BYTES)
        return {str(name): (str(digest), float(when)) for name, (digest, when) in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
