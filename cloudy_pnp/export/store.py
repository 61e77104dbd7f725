"""Atomically written files, the manifest that describes them, and the lock of an output folder.

The output folder may come from an untrusted commit, including the manifest. So a manifest is trusted only if it is the
one that was last written here (its fingerprint is in the user's cache), and even then every path is confined to the
folder: anything invalid is rebuilt, and nothing outside is ever changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, field

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.cache import cache_folder
from cloudy_pnp.core.files import in_words, parse_json, read_plain, write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import display_path, is_within

MANIFEST = "manifest.json"
_MOST_BYTES = 128 * 1024 * 1024  # of a manifest: far above that of any deck
VERSION = 1
_STAGING = ".new-"


class Artifact(Struct, frozen=True):
    """A file of the output: its description, and the fingerprint of its sources (`key`)."""

    path: str  # below the game's output folder
    key: str
    sha256: str = ""
    pages: int = 1
    page_size: tuple[int | float, int | float] = (0.0, 0.0)  # mm
    cards: list[dict[str, Any]] = field(default_factory=list)


def is_plain_path(path: str) -> bool:
    """Check whether a path points below the folder it is relative to, on every system.

    >>> [is_plain_path(path) for path in ("en/svg/stem.svg", "../x", "/x", "en//x", "en/./x", "C:x", "")]
    [True, False, False, False, False, False, False]
    """
    parts = path.split("/")
    return not any(part in ("", ".", "..") or any(char in part for char in "\\:\0") for part in parts)


class Manifest(Struct, frozen=True):
    """The results of the last build, by path; `own` if it was written by this user."""

    files: Mapping[str, Artifact] = field(default_factory=dict)
    own: bool = False


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of an output folder; empty if it is missing or invalid."""
    try:
        content = read_plain(folder / MANIFEST, _MOST_BYTES)
        data = parse_json(content, _MOST_BYTES)
        if data["version"] != VERSION:
            return Manifest()
        artifacts = convert(data["files"], list[Artifact])  # without unknown keys of a newer version
    except (OSError, ValueError, KeyError, TypeError):
        return Manifest()
    if not all(is_plain_path(item.path) for item in artifacts):
        return Manifest()
    places = {Path(item.path).parent for item in artifacts}
    followed = {place: is_within(folder / place, folder) for place in places}  # no symlink leads out
    inside = {item.path: item for item in artifacts if followed[Path(item.path).parent]}
    return Manifest(inside, _seal_of(folder) == fingerprint.of_bytes(content))


def _need_inside(folder: Path, target: Path) -> None:
    if not is_within(target.parent, folder):
        raise UserError(
            f"{display_path(target.parent)} is a symlink that points outside {display_path(folder)}: delete it"
        )


def _seal(folder: Path) -> Path:
    return cache_folder() / "manifests" / fingerprint.of_bytes(str(folder.resolve()).encode())[:32]


def _seal_of(folder: Path) -> str | None:
    """Return the fingerprint of the manifest last written to a folder by this user."""
    try:
        return read_plain(_seal(folder), 100).decode("ascii")
    except (OSError, ValueError):
        return None


def _write_seal(folder: Path, content: bytes) -> None:
    """Store the fingerprint of a manifest; without a writable cache the next build rebuilds everything."""
    with contextlib.suppress(OSError, UserError):
        write_atomic(_seal(folder), fingerprint.of_bytes(content).encode("ascii"))


def _manifest(files: Iterable[Artifact]) -> bytes:
    """Write the manifest as JSON, with a line for every file and every card on it, so that it can be compared by line.

    A deck may be large: it is only kept as bytes.
    """

    def pieces() -> Iterator[str]:
        yield f'{{"version": {VERSION}, "files": ['
        for number, artifact in enumerate(files):
            values = {name: getattr(artifact, name) for name in ("path", "key", "sha256", "pages", "page_size")}
            yield f'{"," if number else ""}\n{json.dumps(values, ensure_ascii=False)[:-1]}, "cards": ['
            for place, card in enumerate(artifact.cards):
                yield f"{',' if place else ''}\n{json.dumps(card, ensure_ascii=False)}"
            yield "\n]}"
        yield "\n]}\n"

    out = BytesIO()
    out.writelines(piece.encode() for piece in pieces())
    return out.getvalue()


def is_current(folder: Path, artifact: Artifact | None, key: str) -> bool:
    """Check whether a file was made from the same input and is unchanged since."""
    if artifact is None or artifact.key != key:
        return False
    try:
        return fingerprint.of_file(folder / artifact.path) == artifact.sha256
    except OSError:
        return False


def _clear(stale: Path) -> None:
    """Delete a staging folder, whoever has created it."""
    try:
        shutil.rmtree(stale, ignore_errors=True)
    except RecursionError:
        raise UserError(f"{display_path(stale)} is nested too deeply to come from a build: delete it") from None


@contextmanager
def staging_dir(folder: Path, alone: bool) -> Iterator[Path]:
    """Create a staging folder in the output, which is deleted afterwards, whatever happens.

    Leftovers of killed builds are deleted first, if no other build is running.
    """
    try:
        for stale in folder.glob(f"{_STAGING}*") if alone else ():
            if stale.is_symlink() or not stale.is_dir():
                stale.unlink()
            else:
                _clear(stale)
        place = Path(tempfile.mkdtemp(prefix=_STAGING, dir=folder))
    except OSError as error:
        raise UserError(f"cannot write to {display_path(folder)}: {in_words(error)}") from error
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def publish(
    folder: Path, made_in: Path, new: Iterable[Artifact], unchanged: Iterable[Artifact], gone: Iterable[str]
) -> None:
    """Move finished files into the output, one by one, and delete obsolete ones.

    The manifest is written last, so that the work of an interrupted build is not in it, and is repeated by the next
    one.
    """
    new = list(new)
    content = _manifest(sorted((*new, *unchanged), key=lambda artifact: artifact.path))
    try:
        for artifact in new:
            target = folder / artifact.path
            _need_inside(folder, target)  # before a folder is created through a symlink
            target.parent.mkdir(parents=True, exist_ok=True)
            _need_inside(folder, target)
            (made_in / artifact.path).replace(target)
        for path in gone:
            (folder / path).unlink(missing_ok=True)
        write_atomic(folder / MANIFEST, content)
        _write_seal(folder, content)
        for artifact in new:
            fingerprint.store_of_file(folder / artifact.path, artifact.sha256)
    except OSError as error:
        raise UserError(f"cannot write {display_path(Path(error.filename or folder))}: {in_words(error)}") from error


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Lock a folder, which is created if missing, and yield whether this system supports that.

    It is the system's lock on the folder itself: it leaves no file behind, and ends with the process.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write to {display_path(folder)}: {in_words(error)}") from error
    try:
        import fcntl
    except ImportError:
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"another build is writing to {display_path(folder)}: try again when it is done") from None
        except OSError:  # a file system without locks
            yield False
            return
        yield True
    finally:
        os.close(descriptor)


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Wait for the lock of a folder, held by this process or another, where the system supports it."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # no locks here, or no such folder
            import fcntl

            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
