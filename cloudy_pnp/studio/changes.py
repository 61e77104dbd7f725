"""Changes of the files of a game, noticed immediately."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import aclosing, suppress
from pathlib import Path

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import below
from cloudy_pnp.data.tables.grid import ENDINGS as TABLES
from cloudy_pnp.layouts.pictures import ENDINGS as PICTURES

try:
    from watchfiles.main import Change, awatch
except ImportError:  # some systems have no build of it: the files are compared twice per second
    awatch = None  # type: ignore[assignment]

ENDINGS = (".yaml", ".yml", ".json", *TABLES, *PICTURES)
_QUIET = 10  # ms without another change that end a burst
_LONGEST = 200  # ms after which a burst is reported although it continues
_LOOK = 500  # ms between two checks whether the folders themselves still exist


async def saves(folders: Sequence[Path]) -> AsyncIterator[list[Path]]:
    """Yield the data files that were saved, created, renamed or deleted, in bursts.

    Also folders that disappear or come back, such as when a branch without them is checked out for a while.

    Folders are watched, not files: many editors write a new file and rename it, and the old one is gone. Nothing is
    missed from the first step on.
    """
    real = [folder.resolve() for folder in folders]
    before = _state(real)
    while True:
        existing = {folder for folder in real if folder in before}
        async with aclosing(_bursts(existing, real)) as bursts:
            async for paths in bursts:
                now = await asyncio.to_thread(_state, real)
                unlike = {path for path, _ in before.items() ^ now.items()}  # reported or not
                before = now
                if changed := sorted({*paths, *unlike}):
                    yield changed
                if not unlike.isdisjoint(real) or not paths.isdisjoint(real):
                    break  # another folder has that name now
            else:
                return


async def _bursts(existing: Collection[Path], real: Sequence[Path]) -> AsyncGenerator[set[Path], None]:
    """Yield changes in existing folders, and folders that disappear; now and then an empty set without changes."""

    def relevant(change: Change, path: str) -> bool:
        return is_data(Path(path), real) or (change is Change.deleted and Path(path) in existing)

    while not existing or awatch is None:
        await asyncio.sleep(_LOOK / 1000)
        yield set()
    try:
        async for changes in awatch(
            *existing, watch_filter=relevant, debounce=_LONGEST, step=_QUIET, rust_timeout=_LOOK, yield_on_timeout=True
        ):
            yield {Path(path) for _, path in changes}
    except FileNotFoundError:  # just deleted
        await asyncio.sleep(_LOOK / 1000)
        yield set(existing)


def _state(folders: Sequence[Path]) -> dict[Path, tuple[int, ...]]:
    """Return the existing folders and data files, with their times.

    This reveals unreported changes: the queue of the system may overflow, a folder may be on another machine, and the
    watcher drops changes in the moment of its timeout.
    """
    state: dict[Path, tuple[int, ...]] = {}
    for folder in folders:
        with suppress(OSError):  # it does not exist
            stat = folder.stat()
            state[folder] = (stat.st_dev, stat.st_ino)
        with suppress(OSError, UserError):  # more than a project has: then the watcher must suffice
            for path in below(folder):
                if is_data(path, [folder]):
                    with suppress(OSError):  # just deleted
                        stat = path.stat()
                        state[path] = (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)
    return state


def is_data(path: Path, folders: Sequence[Path]) -> bool:
    """Check whether a file is card data of one of the folders, not the hidden or temporary copy of an editor.

    >>> [is_data(Path("/game") / name, [Path("/game")]) for name in ("vines.yaml", ".vines.yaml", "vines.yaml~")]
    [True, False, False]
    """
    inside = [path.relative_to(folder).parts for folder in folders if path.is_relative_to(folder)]
    hidden = all(any(part.startswith(".") for part in parts) for parts in inside)
    return path.name.endswith(ENDINGS) and not hidden
