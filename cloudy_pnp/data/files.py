"""Which files belong to a game, and how they are called in a report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.data.limits import LIMITS

CODES = {
    "REF-LINK": "A card data file is a symlink that points outside the game's folder.",
    "REF-SKIPPED": "A file or folder looks like card data, but has a name or place that is not read.",
}
_LOOKS_LIKE_DATA = (".yaml", ".yml")


def below(folder: Path) -> list[Path]:
    """All that lies below a folder, in order; a folder that is a link is not entered. Raises UserError where there are
    more levels of nested folders, or more of anything, than a person would make.
    """
    found, waiting = [], [(folder, 1)] if folder.is_dir() else []
    while waiting:
        place, depth = waiting.pop()
        if depth > LIMITS.folders:
            raise UserError(f"{shown(folder)} has more than {LIMITS.folders} levels of nested folders")
        with os.scandir(place) as inside:
            for entry in inside:
                found.append(place / entry.name)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((found[-1], depth + 1))
                if len(found) > LIMITS.entries:
                    raise UserError(f"{shown(folder)} holds more than {LIMITS.entries:,} files and folders")
    return sorted(found, key=lambda path: path.parts)  # paths compare slowly


def data_files(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    """The files of a folder and its subfolders with one of the endings, in order; hidden ones are left out."""
    files = []
    for path in below(folder):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.name.endswith(endings) and not hidden:
            files.append(path)
        if len(files) > LIMITS.files:
            raise UserError(f"{shown(folder)} holds more than {LIMITS.files:,} files")
    return files


def named_files(paths: tuple[Path, ...], endings: tuple[str, ...]) -> Iterator[Path]:
    """The files that a caller named, folders written out."""
    for path in paths:
        if path.is_dir():
            inside = data_files(path, endings)
            if not inside:
                raise UserError(f"there is no card data in {shown(path)}")
            yield from inside
        elif path.exists() or path.is_symlink():
            yield path
        else:
            raise UserError(f"there is no file {shown(path)}")


def link_problem(path: Path, folder: Path) -> Problem | None:
    """REF-LINK: a file of a game must not be a link that leads out of the game's folder (into /etc, say)."""
    if is_within(path, folder):
        return None
    message = f"the file is a symlink that points outside {shown(folder)}, or to itself"
    return Problem("REF-LINK", Severity.ERROR, shown(path), 1, 1, "", message, "put the file itself here")


def confined(path: Path, folder: Path) -> Path:
    """The same path. Raises UserError where a link leads it out of the folder: nobody's pull request may read /etc."""
    if not is_within(path, folder):
        raise UserError(f"{shown(path)} is a symlink that points outside {shown(folder)}: put the file itself there")
    return path


def skipped_files(folder: Path, endings: tuple[str, ...]) -> Iterator[Problem]:
    """REF-SKIPPED: what somebody may take for card data although nobody reads it: `x.YAML`, `x.yaml.txt`, a folder
    that is a link.
    """
    for path in below(folder):
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        name = path.name.casefold()
        if path.is_symlink() and not path.is_file() and not path.name.endswith(endings):
            yield skipped(path, "symlinked folders and broken symlinks are not read", "put the folder itself here")
        elif path.is_dir():
            continue
        elif not path.name.endswith(endings) and (
            name.endswith(endings) or any(f"{ending}." in name for ending in _LOOKS_LIKE_DATA)
        ):
            yield skipped(
                path, f"the file is not read: its name does not end in {' or '.join(_LOOKS_LIKE_DATA)}", "rename it"
            )


def skipped(path: Path, message: str, hint: str) -> Problem:
    """REF-SKIPPED at a file or folder."""
    return Problem("REF-SKIPPED", Severity.ERROR, shown(path), 1, 1, "", message, hint)


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path, all links followed, lies in a folder. A link that leads in circles lies nowhere."""
    try:
        return leads_into(path, folder.resolve())
    except (OSError, RuntimeError):
        return False


def leads_into(path: Path, real: Path) -> bool:
    """The same for a folder whose links were followed before: one that has become a link since is another one."""
    try:
        return path.resolve().is_relative_to(real)
    except (OSError, RuntimeError):
        return False


def shown(path: Path) -> str:
    """A path as people and CI systems write it: relative to where they are, when it is below."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - links stay as they are called
    here = Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()
