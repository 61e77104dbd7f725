"""Fingerprints, which answer one question for the whole tool: has anything changed?

A fingerprint is the SHA-256 of content, so it is the same on every machine. The build plan, the cached verdicts and the
studio all compare these. Only a change *during* a run is detected by the times of files: content that was changed and
changed back would look unchanged.

Large files, and the many files of a folder, are not read again by every run: their fingerprint is cached under what the
system knows about them. That includes the time of the last change, which no program can set back.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

from cloudy_pnp.core.files import forget_oldest, open_plain, read_json, write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import cache_folder, shipped_root

_LARGE = 1 << 18  # bytes of a file whose fingerprint is cached
_FRESH = 2_000_000_000  # ns: a file may change again without another time, if its system counts in seconds
_MOST_CACHED, _ROUND = 20_000, 1000  # fingerprints, and new ones between two checks of their number
_stored = count()


def of_bytes(content: bytes) -> str:
    """Return the fingerprint of bytes."""
    return hashlib.sha256(content).hexdigest()


def of_file(path: Path) -> str:
    """Return the fingerprint of a file's content, however large it is. Raises OSError."""
    with open_plain(path) as file:
        stat = os.fstat(file.fileno())

        def read() -> str:
            return hashlib.file_digest(file, "sha256").hexdigest()

        return read() if stat.st_size < _LARGE else _cached([stat], read)


def store_of_file(path: Path, mark: str) -> None:
    """Cache the fingerprint of a large file that this process has just written."""
    with suppress(OSError):
        stat = path.stat()
        if stat.st_size >= _LARGE:
            _store(_place([stat]), mark)


def _cached(stats: Sequence[os.stat_result], read: Callable[[], str], names: Sequence[str] = ()) -> str:
    """Return the fingerprint of files with these stats and names; read them only if it is not cached."""
    place, newest = _place(stats, names), max(max(stat.st_mtime_ns, stat.st_ctime_ns) for stat in stats)
    try:
        mark = read_json(place, 100)
        if isinstance(mark, str) and len(mark) == hashlib.sha256().digest_size * 2:
            return mark
    except (OSError, ValueError):
        pass
    is_settled = newest + _FRESH < time.time_ns()
    mark = read()
    if is_settled:
        _store(place, mark)
    return mark


def _place(stats: Iterable[os.stat_result], names: Sequence[str] = ()) -> Path:
    known = [(stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns) for stat in stats]
    return cache_folder() / "fingerprints" / f"{of_data([known, names])[:32]}.json"


def _store(place: Path, mark: str) -> None:
    try:
        write_atomic(place, json.dumps(mark).encode(), lasting=False)
        if next(_stored) % _ROUND == 0:
            forget_oldest(place.parent, "*.json", _MOST_CACHED)
    except (OSError, UserError):
        pass  # the next run reads the file again


def of_data(value: object) -> str:
    """Return the fingerprint of plain data.

    >>> of_data({"b": 1, "a": 2}) == of_data({"a": 2, "b": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return of_bytes(text.encode("utf-8", "surrogatepass"))


def of_files(files: Iterable[Path | str], folder: Path) -> str:
    """Return the fingerprint of files below a folder, by name and content; where the folder is doesn't matter."""
    paths = sorted(str(path) for path in files)  # as text: hundreds of Path objects are slow to compare
    names = [path.removeprefix(f"{folder}{os.sep}").replace(os.sep, "/") for path in paths]

    def read() -> str:
        return of_data(list(zip(names, map(of_file, map(Path, paths)), strict=True)))

    return _cached([os.stat(path) for path in paths], read, names) if paths else read()  # noqa: PTH116


def of_times(files: Iterable[Path]) -> str:
    """Return a fingerprint that changes when one of the files is written, even with the content it had."""
    stats = [(file.as_posix(), file.stat()) for file in sorted(files)]
    return of_data([(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats])


@cache
def of_tool() -> str:
    """Return the fingerprint of the tool: its code, the tables and templates it reads, and the schemas."""
    package, schemas = Path(__file__).parents[1], shipped_root() / "schema"
    return of_data(
        [*(_of_kind(package, kind) for kind in (".py", ".yaml", ".json", ".j2", ".xml")), _of_kind(schemas, ".json")]
    )


def _of_kind(folder: Path, ending: str) -> str:
    """Return the fingerprint of all files of one kind in a folder of the tool."""
    walk = os.walk(folder)
    return of_files(
        (f"{place}{os.sep}{name}" for place, _, names in walk for name in names if name.endswith(ending)), folder
    )
