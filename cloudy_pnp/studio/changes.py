"""Saves: what editors do to the files of a game, seen as soon as it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import aclosing
from pathlib import Path

from watchfiles.main import Change, awatch

from cloudy_pnp.data.tables.grid import ENDINGS as TABLES
from cloudy_pnp.layouts.pictures import ENDINGS as PICTURES

ENDINGS = (".yaml", ".yml", ".json", *TABLES, *PICTURES)
_QUIET = 10  # ms without another change that end a burst
_LONGEST = 200  # ms after which a burst is told although it goes on
_LOOK = 500  # ms between two looks whether the folders themselves are still there


async def saves(folders: Sequence[Path]) -> AsyncIterator[list[Path]]:
    """The data files that were saved, made, renamed or deleted, one burst after the other; and folders that are gone or
    have come back, such as when a branch without them is checked out for a while.

    Folders are watched, not files: many editors write a new file and rename it, and the old one is gone.
    """
    real = [folder.resolve() for folder in folders]
    known = {folder: _identity(folder) for folder in real}
    missed: set[Path] = set()  # what may have changed while nobody was looking
    while True:
        there = {folder for folder in real if known[folder]}
        async with aclosing(_bursts(there, real)) as bursts:
            async for paths in bursts:
                now = {folder: _identity(folder) for folder in real}
                lost = {folder for folder in real if now[folder] != known[folder] or folder in paths}
                if told := sorted({*paths, *lost, *missed}):
                    yield told
                known, missed = now, lost
                if lost:
                    break
            else:
                return


async def _bursts(there: Collection[Path], real: Sequence[Path]) -> AsyncGenerator[set[Path], None]:
    """What is saved in folders that are there, with each of them that goes; nothing, now and then, when nothing is."""

    def wanted(change: Change, path: str) -> bool:
        return is_data(Path(path), real) or (change is Change.deleted and Path(path) in there)

    while not there:
        await asyncio.sleep(_LOOK / 1000)
        yield set()
    try:
        async for changes in awatch(
            *there, watch_filter=wanted, debounce=_LONGEST, step=_QUIET, rust_timeout=_LOOK, yield_on_timeout=True
        ):
            yield {Path(path) for _, path in changes}
    except FileNotFoundError:  # gone in this moment
        await asyncio.sleep(_LOOK / 1000)
        yield set(there)


def _identity(folder: Path) -> tuple[int, int] | None:
    """Which folder has this name now; None: there is none."""
    try:
        stat = folder.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def is_data(path: Path, folders: Sequence[Path]) -> bool:
    """Whether a file is card data of one of the folders, not the hidden or temporary copy of an editor.

    >>> [is_data(Path("/game") / name, [Path("/game")]) for name in ("vines.yaml", ".vines.yaml", "vines.yaml~")]
    [True, False, False]
    """
    below = [path.relative_to(folder).parts for folder in folders if path.is_relative_to(folder)]
    hidden = all(any(part.startswith(".") for part in parts) for parts in below)
    return path.name.endswith(ENDINGS) and not hidden
