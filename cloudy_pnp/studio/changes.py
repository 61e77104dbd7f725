"""Saves: what editors do to the files of a game, seen as soon as it is done."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from watchfiles.main import Change, awatch

from cloudy_pnp.data.tables.grid import ENDINGS as TABLES
from cloudy_pnp.layouts.pictures import ENDINGS as PICTURES

ENDINGS = (".yaml", ".yml", ".json", *TABLES, *PICTURES)
_QUIET = 10  # ms without another change that end a burst
_LONGEST = 200  # ms after which a burst is told although it goes on


async def saves(folders: Sequence[Path]) -> AsyncIterator[list[Path]]:
    """The data files that were saved, made, renamed or deleted, one burst after the other.

    Folders are watched, not files: many editors write a new file and rename it, and the old one is gone.
    """
    real = [folder.resolve() for folder in folders]

    def wanted(_change: Change, path: str) -> bool:
        return is_data(Path(path), real)

    async for changes in awatch(*real, watch_filter=wanted, debounce=_LONGEST, step=_QUIET):
        yield sorted({Path(path) for _, path in changes})


def is_data(path: Path, folders: Sequence[Path]) -> bool:
    """Whether a file is card data of one of the folders, not the hidden or temporary copy of an editor.

    >>> [is_data(Path("/game") / name, [Path("/game")]) for name in ("vines.yaml", ".vines.yaml", "vines.yaml~")]
    [True, False, False]
    """
    below = [path.relative_to(folder).parts for folder in folders if path.is_relative_to(folder)]
    hidden = all(any(part.startswith(".") for part in parts) for parts in below)
    return path.name.endswith(ENDINGS) and not hidden
