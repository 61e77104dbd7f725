"""Verdicts that took long to reach, kept in the user's cache folder: most checks look at what has not changed.

Rendering four templates, or playing a hundred positions, takes longer than all other checks together. The key of a
verdict is everything that it was made from, the tool's own files too, so that an old one is never taken for a new one.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, fields
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from cloudy_pnp.core.files import forget_oldest, read_json, write_atomic
from cloudy_pnp.core.marks import by_time
from cloudy_pnp.core.places import cache_folder as cache_folder
from cloudy_pnp.core.problems import Finding, Problem, Severity, UserError
from cloudy_pnp.core.shipped import shipped_root

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
    read = record(**{**item, "severity": Severity(item["severity"]), "path": path})
    for own in fields(record):
        value = getattr(read, own.name)
        plain = isinstance(value, str) if own.type in ("str", "Severity") else type(value) is _PLAIN.get(str(own.type))
        steps = isinstance(path, tuple) and all(type(step) in (str, int) for step in path)
        if not (plain or (own.name == "path" and steps)):
            raise ValueError(f"{own.name} is not the file that was written")
    return read


def fingerprint(made_from: object) -> str:
    """A short name for plain data, for keys of which it is a part."""
    text = json.dumps(made_from, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _place(namespace: str, made_from: object) -> Path:
    return cache_folder() / namespace / f"{fingerprint([_tool(), made_from])}.json"


@cache
def _tool() -> str:
    """The tool's own files as they are now: its code, and the schemas that it judges by."""
    return by_time([str(Path(__file__).parents[1]), str(shipped_root() / "schema")], (".py", ".json"))


def mark_of(files: Iterable[Path]) -> str:
    """A short name for some files as they are now, by size and time: nothing is read."""
    stats = [(file.as_posix(), file.stat()) for file in sorted(files)]
    return fingerprint([(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats])
