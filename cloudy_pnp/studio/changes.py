"""Saves: what editors do to the files of a game, seen as soon as it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import aclosing, suppress
from pathlib import Path

from watchfiles.main import Change, awatch

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import below
from cloudy_pnp.data.tables.grid import ENDINGS as TABLES
from cloudy_pnp.layouts.pictures import ENDINGS as PICTURES

ENDINGS = (".yaml", ".yml", ".json", *TABLES, *PICTURES)
_QUIET = 10  # ms without another change that end a burst
_LONGEST = 200  # ms after which a burst is told although it goes on
_LOOK = 500  # ms between two looks whether the folders themselves are still there


async def saves(folders: Sequence[Path]) -> AsyncIterator[list[Path]]:
    """The data files that were saved, made, renamed or deleted, one burst after the other; and folders that are gone or
    have come back, such as when a branch without them is checked out for a while.

    Folders are watched, not files: many editors write a new file and rename it, and the old one is gone. From the first
    step on nothing is missed.
    """
    real = [folder.resolve() for folder in folders]
    known = _state(real)
    while True:
        there = {folder for folder in real if folder in known}
        async with aclosing(_bursts(there, real)) as bursts:
            async for paths in bursts:
                now = await asyncio.to_thread(_state, real)
                unlike = {path for path, _ in known.items() ^ now.items()}  # told or not
                known = now
                if told := sorted({*paths, *unlike}):
                    yield told
                if not unlike.isdisjoint(real) or not paths.isdisjoint(real):
                    break  # another folder has that name now
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


def _state(folders: Sequence[Path]) -> dict[Path, tuple[int, ...]]:
    """Which folders and data files there are, and when they were written. It shows what nobody has told: the queue of
    the system may overflow, a folder may lie on another machine, and the watcher drops what comes in the moment in
    which its patience ends.
    """
    found: dict[Path, tuple[int, ...]] = {}
    for folder in folders:
        with suppress(OSError):  # there is none
            stat = folder.stat()
            found[folder] = (stat.st_dev, stat.st_ino)
        with suppress(OSError, UserError):  # more than a project has: then what the watcher tells has to do
            for path in below(folder):
                if is_data(path, [folder]):
                    with suppress(OSError):  # gone in this moment
                        stat = path.stat()
                        found[path] = (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)
    return found


def is_data(path: Path, folders: Sequence[Path]) -> bool:
    """Whether a file is card data of one of the folders, not the hidden or temporary copy of an editor.

    >>> [is_data(Path("/game") / name, [Path("/game")]) for name in ("vines.yaml", ".vines.yaml", "vines.yaml~")]
    [True, False, False]
    """
    inside = [path.relative_to(folder).parts for folder in folders if path.is_relative_to(folder)]
    hidden = all(any(part.startswith(".") for part in parts) for parts in inside)
    return path.name.endswith(ENDINGS) and not hidden
