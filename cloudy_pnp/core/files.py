"""Writing: a file appears whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from cloudy_pnp.core.problems import UserError, escaped


def write_atomic(path: Path, content: bytes) -> None:
    """Write one file so that it appears whole or not at all, and stays so when the power fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        Path(new.name).chmod(0o644)
        Path(new.name).replace(path)
    except OSError as error:
        raise UserError(f"cannot write {escaped(str(path))}: {error.strerror}") from error
