"""When each card was last edited: files hold many cards, so the studio remembers what each one said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import read_json, write_atomic
from cloudy_pnp.core.problems import UserError

_MOST_BYTES = 16 * 1024 * 1024
Noted = dict[str, tuple[str, float]]  # kind/id: what it said, and when its file was saved with that


class Edits:
    """The last edit of every card, kept in the user's cache. One that is new here is as old as its file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._noted = _read(path)

    def note(self, cards: Iterable[tuple[str, Mapping[str, Any], float]]) -> dict[str, float]:
        """Tell what the cards say now, each with the time of its file; returns when each was edited."""
        now: Noted = {}
        for name, data, saved in cards:
            said = fingerprint.of_data(data)
            before = self._noted.get(name)
            now[name] = before if before and before[0] == said else (said, saved)
        if now != self._noted:
            self._noted = now
            self._write()
        return {name: when for name, (_, when) in now.items()}

    def _write(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomic(self._path, json.dumps(self._noted).encode(), lasting=False)
        except (OSError, UserError):  # a cache that cannot be written is no error
            return


def _read(path: Path) -> Noted:
    try:
        kept = read_json(path, _MOST_BYTES)
        return {str(name): (str(said), float(when)) for name, (said, when) in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
