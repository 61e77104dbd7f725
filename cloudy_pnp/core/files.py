"""Writing: a file appears whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.core.shipped import is_installed, shipped_root

OWN_COPY = "run `cloudy-pnp init` for a copy of your own, and try again there"


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
