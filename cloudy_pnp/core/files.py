"""Reading what may be endless, and writing so that a file appears whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.core.shipped import is_installed, shipped_root

OWN_COPY = "run `cloudy-pnp init` for a copy of your own, and try again there"


class NotPlain(OSError):
    """What should be a file is a pipe, a device or a folder."""


def read_plain(path: Path, most: int) -> bytes:
    """The bytes of a plain file, at most one more than `most`: a pipe or a device could be endless. Raises OSError."""
    with open(path, "rb", opener=_without_waiting) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise NotPlain(0, "not a plain file")
        return stream.read(most + 1)


def read_json(path: Path, most: int) -> Any:
    """What a JSON file holds that may come from anywhere. Raises OSError or ValueError, whatever is wrong with it."""
    return parse_json(read_plain(path, most), most)


def parse_json(content: bytes, most: int) -> Any:
    """The same of its bytes.

    >>> parse_json(b"[" * 100_000, 1_000_000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    if len(content) > most:
        raise ValueError(f"more than {most:,} bytes")
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to would otherwise keep us waiting for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_atomic(path: Path, content: bytes) -> None:
    """Write one file so that it appears whole or not at all, and stays so when the power fails.

    Nothing is ever written into an installed package.
    """
    if is_installed() and path.resolve().is_relative_to(shipped_root().resolve()):
        raise UserError(f"{escaped(str(path))} belongs to the installed tool and is not changed: {OWN_COPY}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        Path(new.name).chmod(0o644)
        Path(new.name).replace(path)
    except OSError as error:
        raise UserError(f"cannot write {escaped(str(path))}: {in_words(error)}") from error


def in_words(error: OSError) -> str:
    """Why a file cannot be read or written, and what to do about it where that is known."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full; make room and try again"
        case errno.EROFS:
            return "the disk is read-only; say another folder"
        case errno.EACCES | errno.EPERM:
            return "no permission; say another folder, or change its rights"
    return error.strerror or str(error)
