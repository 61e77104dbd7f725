"""Card data of a git revision, in a separate folder that is deleted afterwards."""

from __future__ import annotations

import io
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cloudy_pnp.core.problems import UserError, quoted

_MOST_BYTES = 256 * 1024 * 1024  # of the files of a revision


@contextmanager
def revision_root(root: Path, revision: str) -> Iterator[Path]:
    """Extract `cards/` of a revision to a folder. The checkout and its index are unchanged.

    The name is never parsed as an option, whatever it begins with, and the extracted files cannot leave the folder.
    Only the stored bytes are read: no filter that the repository's own configuration names is run, and no link is made.
    """
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except UserError:
        _git(root, "rev-parse", "--git-dir")  # reports a missing repository
        raise UserError(f"{quoted(revision)} is neither a file nor a git revision") from None
    try:
        listing = _git(root, "ls-tree", "-r", "-l", "-z", commit.decode().strip(), "--", "cards").split(b"\0")
    except UserError:
        listing = []
    entries = [_Entry.of(line) for line in listing if line]
    files = [entry for entry in entries if entry.is_file]
    if not files:
        raise UserError(f"there is no folder cards in revision {quoted(revision)}")
    if sum(file.size for file in files) > _MOST_BYTES:
        raise UserError(f"cards in revision {quoted(revision)} has more than {_MOST_BYTES:,} bytes")
    with tempfile.TemporaryDirectory(prefix="cloudy-pnp-") as name:
        folder = Path(name)
        content = io.BytesIO(_git(root, "cat-file", "--batch", given=b"".join(file.digest + b"\n" for file in files)))
        for file in files:
            content.readline()  # digest, type and size
            path = folder / os.fsdecode(file.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read(file.size))
            content.read(1)  # the line break after each file
        yield folder


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a tree of git."""

    path: bytes
    digest: bytes
    size: int
    is_file: bool

    @classmethod
    def of(cls, line: bytes) -> _Entry:
        """Parse a line of `git ls-tree -l`."""
        about, _, path = line.partition(b"\t")
        mode, kind, digest, size = about.split()
        is_plain = not path.startswith(b"/") and b".." not in path.split(b"/")
        is_file = kind == b"blob" and mode.startswith(b"100") and is_plain
        return cls(path, digest, int(size) if is_file else 0, is_file)


def _git(root: Path, *args: str, given: bytes = b"") -> bytes:
    environment = {**os.environ, "GIT_NO_LAZY_FETCH": "1"}  # fetching runs what the repository's configuration names
    try:
        done = subprocess.run(
            ["git", "-C", root, *args], capture_output=True, check=False, input=given, env=environment
        )
    except FileNotFoundError:
        raise UserError("git is not installed") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise UserError(f"git: {lines[0].removeprefix('fatal: ') if lines else 'failed'}")
    return done.stdout
