"""Cached verdicts in the user's cache folder: most checks examine unchanged data.

Rendering four templates, or playing a hundred positions, takes longer than all other checks together. The key of a
verdict is everything it depends on, including the tool's own files, so that an outdated one is never used.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from msgspec import convert
from msgspec.structs import asdict

from cloudy_pnp.core import budget, fingerprint
from cloudy_pnp.core.files import forget_oldest, read_json, write_atomic
from cloudy_pnp.core.problems import Finding, Problem, UserError
from cloudy_pnp.core.shipped import cache_folder as cache_folder

Record = TypeVar("Record", Problem, Finding)
_written: dict[str, Iterator[int]] = defaultdict(count)  # by namespace, in this process

_MOST_VERDICTS = 20_000  # verdicts in a namespace; older ones are deleted
_ROUND = 1000  # verdicts between two checks of their number
_LARGEST = 16 * 1024 * 1024  # bytes of a verdict; a larger one was not written here


def cached(namespace: str, made_from: object, record: type[Record], check: Callable[[], list[Record]]) -> list[Record]:
    """Return the verdict on plain data, from the cache if possible. Without a writable cache it is recomputed."""
    verdict = cached_verdict(namespace, made_from, record)
    if verdict is not None:
        return verdict
    verdict = check()
    store_verdict(namespace, made_from, verdict)
    return verdict


def cached_verdict(namespace: str, made_from: object, record: type[Record]) -> list[Record] | None:
    """Return the cached verdict on plain data, or None."""
    try:
        return convert(read_json(_place(namespace, made_from), _LARGEST), list[record])  # type: ignore[valid-type]
    except (OSError, ValueError):
        return None


def store_verdict(namespace: str, made_from: object, verdict: list[Record]) -> None:
    """Store a verdict on plain data, and delete the oldest ones."""
    store_values(namespace, made_from, [asdict(item) for item in verdict])


def cached_values(namespace: str, made_from: object) -> dict[str, Any]:
    """Return a cached record for plain data; empty if there is none."""
    try:
        record = read_json(_place(namespace, made_from), _LARGEST)
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def store_values(namespace: str, made_from: object, values: object) -> None:
    """Store plain values for plain data, and delete the oldest ones; nothing in a run that exceeds its limits."""
    if budget.is_used_up():
        return
    path = _place(namespace, made_from)
    try:
        write_atomic(path, json.dumps(values).encode(), lasting=False)
        if next(_written[namespace]) % _ROUND == 0:
            forget_oldest(path.parent, "*.json", _MOST_VERDICTS)
    except (OSError, UserError):
        pass  # the next check examines it again


def _place(namespace: str, made_from: object) -> Path:
    return cache_folder() / namespace / f"{fingerprint.of_data([fingerprint.of_tool(), made_from])[:32]}.json"
