"""Verdicts that took long to reach, kept in the user's cache folder: most checks look at what has not changed.

Rendering four templates, or playing a hundred positions, takes longer than all other checks together. The key of a
verdict is everything that it was made from, the tool's own files too, so that an old one is never taken for a new one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import forget_oldest, read_json, write_atomic
from cloudy_pnp.core.places import cache_folder as cache_folder
from cloudy_pnp.core.problems import Finding, Problem, Severity, UserError

_PLAIN = {"int": int, "bool": bool}
Record = TypeVar("Record", Problem, Finding)
_written: dict[str, Iterator[int]] = defaultdict(count)  # by namespace, in this process

_KEPT = 20_000  # verdicts in a namespace; older ones are forgotten
_ROUND = 1000  # verdicts after which one process looks again whether there are too many
_LARGEST = 16 * 1024 * 1024  # bytes of a verdict; a larger one was not written here


def cached(namespace: str, made_from: object, record: type[Record], judge: Callable[[], list[Record]]) -> list[Record]:
    """The verdict on plain data, from the cache if it was judged before. Without a writable cache it is judged anew."""
    known = remembered(namespace, made_from, record)
    if known is not None:
        return known
    verdict = judge()
    remember(namespace, made_from, verdict)
    return verdict


def remembered(namespace: str, made_from: object, record: type[Record]) -> list[Record] | None:
    """The verdict on plain data that was judged before; None when it was not."""
    try:
        kept = read_json(_place(namespace, made_from), _LARGEST)
        return [_read(record, item) for item in kept] if isinstance(kept, list) else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def remember(namespace: str, made_from: object, verdict: list[Record]) -> None:
    """Keep a verdict on plain data, and forget the oldest ones."""
    keep_values(namespace, made_from, [asdict(item) for item in verdict])


def kept_values(namespace: str, made_from: object) -> dict[str, Any]:
    """Return a plain record that was kept for plain data; an empty one when there is none."""
    try:
        kept = read_json(_place(namespace, made_from), _LARGEST)
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def keep_values(namespace: str, made_from: object, values: object) -> None:
    """Keep plain values for plain data, and forget the oldest ones."""
    path = _place(namespace, made_from)
    try:
        write_atomic(path, json.dumps(values).encode(), lasting=False)
        if next(_written[namespace]) % _ROUND == 0:
            forget_oldest(path.parent, "*.json", _KEPT)
    except (OSError, UserError):
        pass  # the next check examines it again


def _read(record: type[Record], item: dict[str, Any]) -> Record:
    """A record as it was written. Raises ValueError where anything in it is not of the kind that it should be."""
    path = item["path"] if isinstance(item["path"], str) else tuple(item["path"])
    steps = {"cause": tuple(item["cause"])} if "cause" in item else {}
    read = record(**{**item, "severity": Severity(item["severity"]), "path": path, **steps})
    for own in fields(record):
        value = getattr(read, own.name)
        plain = isinstance(value, str) if own.type in ("str", "Severity") else type(value) is _PLAIN.get(str(own.type))
        is_path = isinstance(value, tuple) and all(type(step) in (str, int) for step in value)
        if not (plain or (own.name in ("path", "cause") and is_path)):
            raise ValueError(f"{own.name} is not the file that was written")
    return read


def _place(namespace: str, made_from: object) -> Path:
    return cache_folder() / namespace / f"{fingerprint.of_data([fingerprint.of_tool(), made_from])[:32]}.json"
