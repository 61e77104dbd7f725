"""Copy a project as a git revision has it to a temporary folder: objects are read, nothing is checked out.

Whoever sends a pull request controls the names and the contents of the revision, so both are limited, and git runs no
hook, filter or program that the repository's configuration names.
"""

from __future__ import annotations

import errno
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.core.shipped import CARDS, PACKS, TEMPLATES
from cloudy_pnp.data.files import LIMITS

_FOLDERS = (CARDS, PACKS, TEMPLATES, "fonts", "icons")
_FILES = ("pyproject.toml", "cloudy-pnp.toml")  # they configure `check`
_MOST_BYTES = 4096 * 1024 * 1024  # of all files together, on the disk; in memory there is one file at a time
_TEXTS = (b".yaml", b".yml", b".json", b".csv", b".tsv", b".j2")
_MOST_TEXT = 4 * LIMITS.file_bytes  # of all texts together: they are read whole
_LONGEST = 4096  # bytes of a path
_BAD_NAME = (errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
_SAFE = ("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null", "protocol.allow=never")
_PLAIN = ("100644", "100755")  # modes of files; symlinks and submodules are not copied


@contextmanager
def revision_root(root: Path, revision: str) -> Iterator[Path]:
    """Yield a temporary folder with the project at `root` as a revision has it.

    `A...B` is the commit where B's history leaves that of A. A name is never read as an option.
    """
    commit = resolve_commit(root, revision)
    files = list(_list_files(root, commit, revision))
    if not any(name.split("/")[0] in (CARDS, PACKS) for name, _, _ in files):
        raise UserError(f"there is no folder {CARDS} in revision {quoted(revision)}")
    with tempfile.TemporaryDirectory(prefix="cloudy-pnp-") as folder:
        place = Path(folder).resolve()
        for (name, _, _), content in zip(files, _read_objects(root, [sha for _, sha, _ in files]), strict=True):
            path = place / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except OSError as error:
                if error.errno not in _BAD_NAME:
                    raise
                message = f"revision {quoted(revision)} has a name that cannot be stored here: {quoted(name)}"
                raise UserError(message) from None
        yield place


def resolve_commit(root: Path, revision: str) -> str:
    """Return the hash of a commit. Raises UserError where there is no such revision."""
    base, dots, head = revision.partition("...")
    if dots and base and head:
        ends = [resolve_commit(root, name) for name in (base, head)]
        return _git(root, "merge-base", *ends).decode().strip()
    try:
        found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except UserError:
        _git(root, "rev-parse", "--git-dir")  # says so when there is no repository
        raise UserError(f"{quoted(revision)} is neither a file nor a git revision") from None
    return found.decode().strip()


def _list_files(root: Path, commit: str, revision: str) -> Iterator[tuple[str, str, int]]:
    """Yield name, hash and size of every file that the tool may read."""
    prefix = _git(root, "rev-parse", "--show-prefix").decode().removesuffix("\n")
    total = text = 0
    rows = _rows(root, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", *_wanted(prefix))
    for number, row in enumerate(rows, 1):
        about, _, raw = row.partition(b"\t")
        mode, _, sha, size = about.decode().split()
        length = int(size) if size.isdecimal() else 0
        total, text = total + length, text + length * raw.endswith(_TEXTS)
        if number > LIMITS.entries or total > _MOST_BYTES or text > _MOST_TEXT or len(raw) > _LONGEST:
            raise UserError(f"revision {quoted(revision)} has too many or too large files: nothing is compared")
        name = os.fsdecode(raw).removeprefix(prefix)
        if mode not in _PLAIN or not _is_safe(name):
            continue
        if not size.isdecimal():
            raise UserError(_missing(sha))
        yield name, sha, int(size)


def _rows(root: Path, *args: str) -> Iterator[bytes]:
    """Yield the rows of a git command as it writes them: a few objects can stand for billions of names."""
    command, env = _command(root, *args)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as git:
        assert git.stdout is not None  # noqa: S101 - it is a pipe
        assert git.stderr is not None  # noqa: S101
        rest = b""
        while part := git.stdout.read(1 << 16):
            *rows, rest = (rest + part).split(b"\0")
            yield from rows
        if git.wait():
            raise UserError(_failure(git.stderr.read()))


def _missing(sha: str) -> str:
    return f"git has no object {sha}: fetch the whole history of the repository"


def _wanted(prefix: str) -> list[str]:
    return [f"{prefix}{name}" for name in (*_FOLDERS, *_FILES)]


def _is_safe(name: str) -> bool:
    """Check that a name in a git tree, which anyone may have written by hand, stays inside a folder."""
    parts = name.split("/")
    strange = any(part in ("", ".", "..") or set(part) & set('\\:\0"<>|?*') for part in parts)
    return not strange and len(parts) <= LIMITS.folders


def _read_objects(root: Path, hashes: Sequence[str]) -> Iterator[bytes]:
    """Yield the content of objects, as they are stored, one at a time."""
    with tempfile.TemporaryFile() as names:
        names.write("".join(f"{sha}\n" for sha in hashes).encode())
        names.seek(0)
        command, env = _command(root, "cat-file", "--batch")
        with subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env) as git:
            answer = git.stdout
            assert answer is not None  # noqa: S101 - it is a pipe
            for sha in hashes:
                words = answer.readline().split()
                if len(words) != 3:
                    raise UserError(_missing(sha))
                yield answer.read(int(words[2]))
                answer.read(1)


def _command(root: Path, *args: str) -> tuple[list[str | Path], dict[str, str]]:
    """Return a git command that only reads objects, and its environment."""
    options = [word for setting in _SAFE for word in ("-c", setting)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env = {**kept, "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    flags = ("--no-replace-objects", "--no-optional-locks", "--literal-pathspecs")
    return ["git", "-C", root, *flags, *options, *args], env


def _git(root: Path, *args: str) -> bytes:
    """Return the output of a git command."""
    command, env = _command(root, *args)
    try:
        done = subprocess.run(command, capture_output=True, check=False, env=env)
    except FileNotFoundError:
        raise UserError("git is not installed") from None
    if done.returncode:
        raise UserError(_failure(done.stderr))
    return done.stdout


def _failure(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return f"git: {lines[0].removeprefix('fatal: ') if lines else 'failed'}"
