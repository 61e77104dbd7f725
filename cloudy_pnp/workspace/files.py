"""Files of a workspace: each is read once, and text that is not saved yet takes the place of what is on disk."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data import files
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, parse_source, read_source
from cloudy_pnp.data.tables.grid import Grid, grid_of, read_grid
from cloudy_pnp.data.tables.read import TableUse, join_tables, read_sheet

NOTHING_UNSAVED: Mapping[Path, str] = MappingProxyType({})


_SETTLED = 100_000_000  # ns: a file that was written later may be written again within one tick of its clock


class Readings:
    """The files as they were last read, for programs that look after every key.

    A file with the same time and size is not read again, and one with the same bytes is not parsed again. A parsed file
    is never changed.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[bytes, SourceFile]] = {}
        self._stats: dict[str, tuple[int, ...]] = {}

    def parsed(self, raw: bytes, name: str) -> SourceFile:
        """Return the file with these bytes."""
        self._stats.pop(name, None)  # it may be unsaved text
        before, source = self._known.get(name, (b"", None))
        if source is None or before != raw:
            self._known.pop(name, None)
            source = parse_source(raw, name)
            if not budget.is_used_up():
                self._known[name] = (raw, source)
        return source

    def read(self, path: Path, name: str) -> SourceFile:
        """Return a saved file. Raises UserError when it cannot be read."""
        try:
            stat = path.stat()
        except OSError:
            return read_source(path, name, self.parsed)  # which reports it
        mark = (stat.st_mtime_ns, stat.st_size, stat.st_ino, stat.st_dev)
        if self._stats.get(name) == mark and name in self._known:
            return self._known[name][1]
        source = read_source(path, name, self.parsed)
        whole = len(self._known.get(name, (b"",))[0]) == stat.st_size
        if whole and time.time_ns() - stat.st_mtime_ns > _SETTLED:
            self._stats[name] = mark
        return source


class Files:
    """The files read so far, by the names that reports use, and those that could not be read."""

    def __init__(self, unsaved: Mapping[Path, str] = NOTHING_UNSAVED, readings: Readings | None = None) -> None:
        self._readings = readings
        self.unsaved = {files.absolute(path): text for path, text in unsaved.items()}
        self._sources: dict[str, SourceFile] = {}
        self._unreadable: dict[str, str] = {}  # by sentence, the file

    @property
    def unreadable_names(self) -> set[str]:
        """The names of those files."""
        return set(self._unreadable.values())

    @property
    def unreadable(self) -> list[str]:
        """A sentence for every file that could not be read."""
        return list(self._unreadable)

    def read(self, paths: Iterable[Path], within: Path | None = None) -> list[SourceFile]:
        """Return the files that can be read, each read once.

        `within`: the folder that symlinks must not point outside of.
        """
        sources = []
        for path in paths:
            try:
                with budget.reading(files.display_path(path)):
                    sources.append(self.source(path, within))
            except UserError as error:
                self._unreadable[str(error)] = files.display_path(path)
        return sources

    def source(self, path: Path, within: Path | None) -> SourceFile:
        """Return a file. Raises UserError when it cannot be read."""
        name = files.display_path(path)
        link = files.link_problem(path, within) if within else None
        if link:
            self._sources[name] = SourceFile.unread(link)
        elif name not in self._sources:
            unsaved = self.unsaved.get(files.absolute(path))
            if unsaved is not None:
                parse = self._readings.parsed if self._readings else parse_source
                self._sources[name] = parse(unsaved.encode("utf-8", "surrogatepass"), name)
            else:
                self._sources[name] = (self._readings.read if self._readings else read_source)(path, name)
        return self._sources[name]

    def read_table(
        self,
        path: Path,
        within: Path,
        uses: Mapping[str, tuple[Schema, TableUse]],
        languages: Sequence[str],
        claimed: Sequence[str] = (),
    ) -> SourceFile | None:
        """Read a table with cards of some kinds; None when it cannot be read. See `join_tables` for `claimed`."""
        name = files.display_path(path)
        link = files.link_problem(path, within)
        if link:
            return SourceFile.unread(link)
        unsaved = self.unsaved.get(files.absolute(path))
        grids: dict[str, Grid] = {}
        try:
            for sheet in dict.fromkeys(use.sheet for _, use in uses.values()):
                with budget.reading(name):
                    grids[sheet] = (
                        read_grid(path, name, sheet)
                        if unsaved is None
                        else grid_of(unsaved.encode("utf-8", "surrogatepass"), name, sheet)
                    )
        except UserError as error:
            self._unreadable[str(error)] = name
            return None
        return join_tables(
            [read_sheet(grids[use.sheet], kind, schema, languages, use) for kind, (schema, use) in uses.items()],
            claimed,
        )

    def list(self, folder: Path, endings: tuple[str, ...]) -> list[Path]:
        """List the files of a folder with one of the endings, including unsaved new ones.

        Subfolders come last, so that a new file in `spells/` does not move the cards of `spells.yaml`.
        """
        on_disk = files.data_files(folder, endings)
        known = {files.absolute(path) for path in on_disk}
        place = files.absolute(folder)
        new = [path for path in self.unsaved if path.is_relative_to(place) and path.name.endswith(endings)]
        every = [*on_disk, *(folder / path.relative_to(place) for path in new if path not in known)]
        return sorted(every, key=lambda path: (len(path.parts), path))

    def exists(self, path: Path) -> bool:
        """Check whether a file exists, saved or not; a broken symlink counts too."""
        return path.exists() or path.is_symlink() or files.absolute(path) in self.unsaved
