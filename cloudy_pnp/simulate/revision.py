"""Card data of a git revision, in a separate folder that is deleted afterwards."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cloudy_pnp.core.problems import UserError, quoted


@contextmanager
def revision_root(root: Path, revision: str) -> Iterator[Path]:
    """Extract `cards/` of a revision to a folder. The checkout and its index are unchanged.

    The name is never parsed as an option, whatever it begins with, and the extracted files cannot leave the folder.
    """
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except UserError:
        _git(root, "rev-parse", "--git-dir")  # reports a missing repository
        raise UserError(f"{quoted(revision)} is neither a file nor a git revision") from None
    try:
        content = _git(root, "archive", "--format=tar", commit.decode().strip(), "--", "cards")
    except UserError:
        raise UserError(f"there is no folder cards in revision {quoted(revision)}") from None
    with tempfile.TemporaryDirectory(prefix="cloudy-pnp-") as name:
        folder = Path(name)
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(folder, filter="data")
        yield folder


def _git(root: Path, *args: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", root, *args], capture_output=True, check=False)
    except FileNotFoundError:
        raise UserError("git is not installed") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise UserError(f"git: {lines[0].removeprefix('fatal: ') if lines else 'failed'}")
    return done.stdout
