"""Card data as it was in a revision of git, in a folder of its own that is gone afterwards."""

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
    """A folder with `cards/` as that revision has it. The checkout and its index are left alone.

    The name is never read as an option, whatever it begins with, and what is taken out of git cannot leave the folder.
    """
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except UserError:
        _git(root, "rev-parse", "--git-dir")  # says so when there is no repository
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
