"""The files of a game, their names in a report, and the limits of untrusted ones.

Card data comes from pull requests by unknown people. The limits are far above the needs of a game (10,000 board
scenarios in one file are normal and take about 5 MB) and low enough that no file takes more than seconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import Problem, Severity, UserError


class Limits(Struct, frozen=True):
    """Bounds on untrusted input; exceeding those of a file is a `YAML-LIMIT` problem."""

    file_bytes: int = 32 * 1024 * 1024
    nodes: int = 4_000_000  # values of a file
    alias_nodes: int = 100_000  # values represented by its aliases
    depth: int = 50  # nested lists and maps
    digits: int = 15  # of a number: the precision of every JSON reader
    problems: int = 10_000  # per file
    files: int = 10_000  # per game
    entries: int = 50_000  # files and folders of any kind below a folder
    folders: int = 50  # nested folders
    packs: int = 200  # next to a game
    trials: int = 60  # cards that are test-played; more are skipped, with a notice


LIMITS = Limits()


_LOOKS_LIKE_DATA = (".yaml", ".yml")


def below(folder: Path) -> list[Path]:
    """Return everything below a folder, in order; symlinked folders are not entered.

    Raises UserError if folders are nested too deeply, or contain more than any real project.
    """
    paths, waiting = [], [(folder, 1)] if folder.is_dir() else []
    while waiting:
        place, depth = waiting.pop()
        if depth > LIMITS.folders:
            raise UserError(f"{display_path(folder)} has more than {LIMITS.folders} levels of nested folders")
        with os.scandir(place) as inside:
            for entry in inside:
                paths.append(place / entry.name)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((paths[-1], depth + 1))
                if len(paths) > LIMITS.entries:
                    raise UserError(f"{display_path(folder)} holds more than {LIMITS.entries:,} files and folders")
    return sorted(paths, key=lambda path: path.parts)  # comparing paths is slow


def data_files(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    """Return the files of a folder and its subfolders with one of the endings, in order, except hidden ones."""
    files = []
    for path in below(folder):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.name.endswith(endings) and not hidden:
            files.append(path)
        if len(files) > LIMITS.files:
            raise UserError(f"{display_path(folder)} holds more than {LIMITS.files:,} files")
    return files


def named_files(paths: tuple[Path, ...], endings: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files named by a caller, with folders expanded."""
    for path in paths:
        if path.is_dir():
            inside = data_files(path, endings)
            if not inside:
                raise UserError(f"there is no card data in {display_path(path)}")
            yield from inside
        elif path.exists() or path.is_symlink():
            yield path
        else:
            raise UserError(f"there is no file {display_path(path)}")


def link_problem(path: Path, folder: Path) -> Problem | None:
    """REF-LINK: reject a file of a game that is a symlink pointing outside the game's folder (into /etc, say)."""
    if is_within(path, folder):
        return None
    message = f"the file is a symlink that points outside {display_path(folder)}, or to itself"
    return Problem("REF-LINK", Severity.ERROR, display_path(path), 1, 1, "", message, "put the file itself here")


def require_inside(path: Path, folder: Path) -> Path:
    """Return a path unchanged. Raises UserError if a symlink points outside the folder: data must not read /etc."""
    if not is_within(path, folder):
        raise UserError(
            f"{display_path(path)} is a symlink that points outside {display_path(folder)}: put the file itself there"
        )
    return path


def skipped_files(folder: Path, endings: tuple[str, ...]) -> Iterator[Problem]:
    """REF-SKIPPED: report files that look like card data but are not read.

    For instance `x.YAML`, `x.yaml.txt`, or a symlinked folder.
    """
    for path in below(folder):
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        name = path.name.casefold()
        if path.is_symlink() and not path.is_file() and not path.name.endswith(endings):
            yield skipped_problem(
                path, "symlinked folders and broken symlinks are not read", "put the folder itself here"
            )
        elif path.is_dir():
            continue
        elif not path.name.endswith(endings) and (
            name.endswith(endings) or any(f"{ending}." in name for ending in _LOOKS_LIKE_DATA)
        ):
            yield skipped_problem(
                path, f"the file is not read: its name does not end in {' or '.join(_LOOKS_LIKE_DATA)}", "rename it"
            )


def skipped_problem(path: Path, message: str, hint: str) -> Problem:
    """Return REF-SKIPPED for a file or folder."""
    return Problem("REF-SKIPPED", Severity.ERROR, display_path(path), 1, 1, "", message, hint)


def is_within(path: Path, folder: Path) -> bool:
    """Check whether a path, all symlinks followed, is in a folder. A circular symlink is nowhere."""
    try:
        return leads_into(path, folder.resolve())
    except (OSError, RuntimeError):
        return False


def leads_into(path: Path, real: Path) -> bool:
    """Check whether a path is in an already resolved folder: one that has become a symlink since does not count."""
    try:
        return path.resolve().is_relative_to(real)
    except (OSError, RuntimeError):
        return False


def display_path(path: Path) -> str:
    """Format a path for people and CI systems: relative to the current directory if it is below it."""
    whole, here = absolute(path), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


def absolute(path: str | Path) -> Path:
    """Return the absolute form of a path; symlinks keep their names."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow symlinks


def read_text(path: Path, most: int = LIMITS.file_bytes) -> str:
    """Return the text of a file, with its line ends. Raises UserError for one that is too large or is not text."""
    try:
        raw = read_plain(path, most)
        if len(raw) > most:
            raise UserError(f"{display_path(path)} has more than {most:,} bytes")
        return raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UserError(f"cannot read {display_path(path)}: {reason}") from error
