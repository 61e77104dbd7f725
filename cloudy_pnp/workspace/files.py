"""Files of a workspace: each is read once, and text that is not saved yet takes the place of what is on disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data import files
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, parse_source, read_source
from cloudy_pnp.data.tables.grid import grid_of, read_grid
from cloudy_pnp.data.tables.read import table_file

NOTHING_UNSAVED: Mapping[Path, str] = MappingProxyType({})


class Readings:
    """Files as they were last read, for callers that read them after every key: unchanged files are not parsed again.
    No caller changes a file that was read.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[bytes, SourceFile]] = {}

    def parsed(self, raw: bytes, name: str) -> SourceFile:
        """Return the file with these bytes."""
        before, source = self._known.get(name, (b"", None))
        if source is None or before != raw:
            source = parse_source(raw, name)
            self._known[name] = (raw, source)
        return source


class Files:
    """What has been read so far, by the names that reports use, and what could not be read."""

    def __init__(self, unsaved: Mapping[Path, str] = NOTHING_UNSAVED, readings: Readings | None = None) -> None:
        self._parse = readings.parsed if readings else parse_source
        self._unsaved = {_absolute(path): text for path, text in unsaved.items()}
        self._sources: dict[str, SourceFile] = {}
        self._unreadable: dict[str, None] = {}

    @property
    def unreadable(self) -> list[str]:
        """A sentence for every file that could not be read."""
        return list(self._unreadable)

    def read(self, paths: Iterable[Path], within: Path | None = None) -> list[SourceFile]:
        """Return the files that can be read, each read once. `within`: the folder that symlinks must not point outside
        of.
        """
        sources = []
        for path in paths:
            try:
                sources.append(self._read(path, within))
            except UserError as error:
                self._unreadable[str(error)] = None
        return sources

    def _read(self, path: Path, within: Path | None) -> SourceFile:
        name = files.shown(path)
        link = files.link_problem(path, within) if within else None
        if link:
            self._sources[name] = SourceFile(name, problems=[link], whole=False)
        elif name not in self._sources:
            unsaved = self._unsaved.get(_absolute(path))
            text = None if unsaved is None else unsaved.encode("utf-8", "surrogatepass")
            self._sources[name] = self._parse(text, name) if text is not None else read_source(path, name, self._parse)
        return self._sources[name]

    def read_table(
        self, path: Path, within: Path, sheet: str, kind: str, schema: Schema, languages: Sequence[str]
    ) -> SourceFile | None:
        """Return a table of cards of a kind; None when it cannot be read."""
        name = files.shown(path)
        link = files.link_problem(path, within)
        if link:
            return SourceFile(name, problems=[link], whole=False)
        unsaved = self._unsaved.get(_absolute(path))
        try:
            grid = read_grid(path, name, sheet) if unsaved is None else grid_of(unsaved.encode("utf-8"), name, sheet)
        except UserError as error:
            self._unreadable[str(error)] = None
            return None
        return table_file(grid, kind, schema, languages)

    def list(self, folder: Path, endings: tuple[str, ...]) -> list[Path]:
        """List the files of a folder with one of the endings, in order, including unsaved new ones."""
        on_disk = files.data_files(folder, endings)
        known = {_absolute(path) for path in on_disk}
        place = _absolute(folder)
        new = [path for path in self._unsaved if path.is_relative_to(place) and path.name.endswith(endings)]
        return sorted([*on_disk, *(folder / path.relative_to(place) for path in new if path not in known)])

    def exists(self, path: Path) -> bool:
        """Check whether a file exists, saved or not; a broken symlink counts too."""
        return path.exists() or path.is_symlink() or _absolute(path) in self._unsaved


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - links stay as they are called
