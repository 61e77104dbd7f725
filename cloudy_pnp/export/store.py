"""Atomically written files, and the manifest that describes them.

The output folder may come from an untrusted commit, including the manifest. So a manifest is trusted only if it is the
one that was last written here (its fingerprint is in the user's cache), and even then every path is confined to the
folder: anything invalid is rebuilt, and nothing outside is ever changed.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct, field

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
    page_size: tuple[float, float] = (0.0, 0.0)  # mm
    cards: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Artifact:
        """Read an entry of the manifest, ignoring unknown keys of a newer version. Raises ValueError if invalid."""
        path, key, sha256, pages, cards = (data[name] for name in ("path", "key", "sha256", "pages", "cards"))
        width, height = data["page_size"]
        texts = all(isinstance(text, str) for text in (path, key, sha256))
        numbers = all(type(number) in (int, float) for number in (pages, width, height))
        listed = isinstance(cards, list) and all(isinstance(card, dict) for card in cards)
        if not (texts and numbers and listed and is_plain_path(path)):
            raise ValueError("not an entry of a manifest")
        return cls(path, key, sha256, pages, (width, height), cards)


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
        artifacts = [Artifact.of(item) for item in data["files"]]
    except (OSError, ValueError, KeyError, TypeError):
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
