"""Files that appear whole or not at all, and the manifest that says what they are."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cloudy_pnp.data.files import shown
from cloudy_pnp.problems import UserError

MANIFEST = "manifest.json"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Made:
    """One file of the output: what it is, and from what it was made (`key`)."""

    path: str  # below the game's output folder
    key: str
    sha256: str = ""
    pages: int = 1
    page_size: tuple[float, float] = (0.0, 0.0)  # mm
    cards: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Made:
        """From the manifest; unknown keys of a newer version are ignored."""
        width, height = data["page_size"]
        return cls(data["path"], data["key"], data["sha256"], data["pages"], (width, height), data["cards"])


def read_manifest(folder: Path) -> dict[str, Made]:
    """What the last build made, by path; empty when there was none or its record cannot be understood."""
    try:
        data = json.loads((folder / MANIFEST).read_text("utf-8"))
        return {made["path"]: Made.of(made) for made in data["files"]} if data["version"] == VERSION else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _manifest(files: Iterable[Made]) -> str:
    """The manifest as JSON, with a line for every file and for every card on it, so that it can be compared by line."""

    def told(made: Made) -> str:
        values = {name: getattr(made, name) for name in ("path", "key", "sha256", "pages", "page_size")}
        cards = ",\n".join(json.dumps(card, ensure_ascii=False) for card in made.cards)
        return f'{json.dumps(values, ensure_ascii=False)[:-1]}, "cards": [\n{cards}\n]}}'

    lines = ",\n".join(map(told, files))
    return f'{{"version": {VERSION}, "files": [\n{lines}\n]}}\n'


def is_current(folder: Path, made: Made | None, key: str) -> bool:
    """Whether a file was made from the same input and nobody has changed it since."""
    if made is None or made.key != key:
        return False
    try:
        return sha256_of_file(folder / made.path) == made.sha256
    except OSError:
        return False


def sha256_of(content: bytes) -> str:
    """The fingerprint of a file's content."""
    return hashlib.sha256(content).hexdigest()


def sha256_of_file(path: Path) -> str:
    """The same of a file that may be large."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint(value: object) -> str:
    """The same for plain data."""
    return sha256_of(json.dumps(value, sort_keys=True, ensure_ascii=False).encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write one file so that it appears whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as new:
            new.write(content)
        Path(new.name).chmod(0o644)
        Path(new.name).replace(path)
    except OSError as error:
        raise UserError(f"cannot write {shown(path)}: {error.strerror}") from error


@contextmanager
def workshop(folder: Path) -> Iterator[Path]:
    """A folder beside the output where files are made; it is gone afterwards, whatever happens."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    except OSError as error:
        raise UserError(f"cannot write to {shown(folder)}: {error.strerror}") from error
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def publish(folder: Path, made_in: Path, new: Iterable[Made], kept: Iterable[Made], gone: Iterable[str]) -> None:
    """Put finished files into the output, one by one, then the manifest, then delete what is no longer made."""
    new = list(new)
    try:
        for made in new:
            target = folder / made.path
            target.parent.mkdir(parents=True, exist_ok=True)
            (made_in / made.path).replace(target)
        text = _manifest(sorted((*new, *kept), key=lambda made: made.path))
        (made_in / MANIFEST).write_text(text, "utf-8")
        (made_in / MANIFEST).replace(folder / MANIFEST)
        for path in gone:
            (folder / path).unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"cannot write {shown(Path(error.filename or folder))}: {error.strerror}") from error
