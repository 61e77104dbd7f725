"""Reading files that may be endless, and writing files atomically."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.core.shipped import is_installed

_BESIDE = re.compile(r"\.new-(\d{1,9})-\w+")  # the id of the writing process
_swept: set[tuple[int, Path]] = set()  # by which process: a cache gets thousands of files, and is searched only once
_HALF = re.compile(rb"\\u[dD][89a-fA-F]|[\xed][\xa0-\xbf]")  # an unpaired surrogate, perhaps
OWN_COPY = "run `cloudy-pnp init` to make your own copy, and try again there"


_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9]) *(\..*)?", re.IGNORECASE | re.DOTALL)  # of Windows


def is_portable(name: str) -> bool:
    """Check whether every system can store a file or folder of this name.

    >>> [is_portable(name) for name in ("con.png", "content.png", "a: b", "a\\nb", "end.")]
    [False, True, False, False, False]
    """
    return name.isprintable() and not re.search(r'[<>:"/\\|?*]|[ .]\Z', name) and not _DEVICE.fullmatch(name)


class NotPlain(OSError):
    """A pipe, a device or a folder instead of a file."""


def open_plain(path: Path) -> BufferedReader:
    """Open a plain file for reading. Raises OSError for anything else: a pipe or a device could be endless."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, flags), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotPlain(0, "not a plain file")
    return file


def read_plain(path: Path, most: int) -> bytes:
    """Read at most one byte more than `most` from a plain file: a pipe or a device could be endless. Raises OSError."""
    with open_plain(path) as stream:
        return stream.read(most + 1)


def read_json(path: Path, most: int) -> Any:
    """Read an untrusted JSON file. Raises OSError or ValueError, whatever is wrong with it."""
    return parse_json(read_plain(path, most), most)


def parse_json(content: bytes, most: int) -> Any:
    """Parse untrusted JSON. Raises ValueError.

    >>> parse_json(b"[" * 100_000, 1_000_000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    if len(content) > most:
        raise ValueError(f"more than {most:,} bytes")
    try:
        value = json.loads(content)
        if _HALF.search(content):  # an unpaired surrogate could not be written or printed
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def write_atomic(path: Path, content: bytes, *, lasting: bool = True, within: Path | None = None) -> None:
    """Write a file atomically, and (`lasting`) durably.

    Nothing is ever written into an installed package. `within` is a resolved folder that the file must not leave, even
    if a folder is replaced by a symlink in the meantime: the file is moved from its real location, or not at all.
    """
    if is_installed(path):
        raise UserError(f"{escaped(str(path))} belongs to an installed package and is not changed: {OWN_COPY}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if lasting or (os.getpid(), path.parent) not in _swept:
            _sweep(path.parent)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".new-{os.getpid()}-", delete=False) as new:
            beside = Path(new.name)
            try:
                if within is not None:
                    beside = beside.resolve()
                    path = beside.with_name(path.name)
                    if not beside.is_relative_to(within):
                        raise UserError(f"{escaped(path.name)} is not written: its folder has become a symlink")
                new.write(content)
                new.flush()
                if lasting:
                    os.fsync(new.fileno())
                beside.chmod(0o644)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise
        try:
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"cannot write {escaped(str(path))}: {in_words(error)}") from error


def forget_oldest(folder: Path, pattern: str, kept: int) -> None:
    """Delete the oldest files of a folder that match a pattern, if there are more than `kept`. Raises OSError."""
    inside = list(folder.glob(pattern))
    if len(inside) > kept:
        for old in sorted(inside, key=lambda file: file.stat().st_mtime_ns)[:-kept]:
            old.unlink(missing_ok=True)


@contextlib.contextmanager
def lock_folder(folder: Path, patience: float) -> Iterator[None]:
    """Lock a folder for one process at a time; without locks, or after some seconds, continue in parallel.

    >>> with tempfile.TemporaryDirectory() as folder, lock_folder(Path(folder), 1):
    ...     pass
    """
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        for _ in range(int(patience * 20)):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(1 / 20)
            except OSError:  # a file system without locks
                break
            else:
                break
        yield
    finally:
        os.close(descriptor)


def _sweep(folder: Path) -> None:
    """Delete the leftovers of processes that were killed while writing."""
    _swept.add((os.getpid(), folder))
    with os.scandir(folder) as inside:  # a cache has thousands of files: no path objects
        names = [entry.name for entry in inside]
    for name in names:
        match = _BESIDE.fullmatch(name) if name.startswith(".") else None
        if match and not _is_running(int(match[1])):
            with contextlib.suppress(OSError):
                (folder / name).unlink()


def _is_running(process: int) -> bool:
    """Check whether a process exists; on Windows a file that is open cannot be deleted anyway."""
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def in_words(error: OSError) -> str:
    """Explain why a file cannot be read or written, with a remedy where one is known."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full; free some space and try again"
        case errno.EROFS:
            return "the disk is read-only; choose another folder"
        case errno.EACCES | errno.EPERM:
            return "no permission; choose another folder, or change its permissions"
    return error.strerror or str(error)
