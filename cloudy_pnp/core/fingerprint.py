"""Fingerprints, which answer one question for the whole tool: has anything changed?

A fingerprint is the SHA-256 of content, so it is the same on every machine. The build plan, the cached verdicts and the
studio all compare these. Only a change *during* a run is detected by the times of files: content that was changed and
changed back would look unchanged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cloudy_pnp.core.files import open_plain
from cloudy_pnp.core.shipped import shipped_root


def of_bytes(content: bytes) -> str:
    """Return the fingerprint of bytes."""
    return hashlib.sha256(content).hexdigest()


def of_file(path: Path) -> str:
    """Return the fingerprint of a file's content, however large it is. Raises OSError."""
    with open_plain(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def of_data(value: object) -> str:
    """Return the fingerprint of plain data.

    >>> of_data({"b": 1, "a": 2}) == of_data({"a": 2, "b": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return of_bytes(text.encode("utf-8", "surrogatepass"))


def of_files(files: Iterable[Path], folder: Path) -> str:
    """Return the fingerprint of files below a folder, by name and content; where the folder is doesn't matter."""
    return of_data([(path.relative_to(folder).as_posix(), of_file(path)) for path in sorted(files)])


def of_times(files: Iterable[Path]) -> str:
    """Return a fingerprint that changes when one of the files is written, even with the content it had."""
    stats = [(file.as_posix(), file.stat()) for file in sorted(files)]
    return of_data([(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats])


@cache
def of_tool() -> str:
    """Return the fingerprint of the tool: its code, and the schemas it validates with."""
    package, schemas = Path(__file__).parents[1], shipped_root() / "schema"
    return of_data([of_files(package.rglob("*.py"), package), of_files(schemas.rglob("*.json"), schemas)])
