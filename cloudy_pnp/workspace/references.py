"""References between entries: find the places in a game's files that name one, and rename it in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, UserError, path_text, quoted
from cloudy_pnp.data.edit import Edit, Rename, Set, apply_edits
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.schema import schemas_at
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.read import TableFile
from cloudy_pnp.workspace.draft import is_id
from cloudy_pnp.workspace.load import Loaded


class Reference(Struct, frozen=True):
    """A place that names an entry."""

    source: SourceFile
    document: int
    path: DataPath
    is_key: bool

    def as_dict(self) -> dict[str, Any]:
        """Return file, line and path."""
        line = self.source.line_of(self.document, self.path)
        return {"file": self.source.name, "line": line, "path": path_text(self.path)}


def references(loaded: Loaded, entry: Entry) -> list[Reference]:
    """Return every place of the loaded files that names an entry, without its own id.

    Texts for people are skipped, as is a document that gives the name to something else.
    """
    languages = set(loaded.languages)
    places = []
    for source in loaded.sources:
        for number, document in enumerate(source.documents):
            if not _is_defined_here(document, entry.id):
                places += [
                    Reference(source, number, path, is_key)
                    for path, is_key in _places(document, entry.id, (), languages)
                    if _may_name(loaded, entry, source, path, is_key)
                ]
    return places


def entry_of(loaded: Loaded, kind: str, name: str) -> Entry:
    """Return an entry, valid or not. Raises UserError where there is none."""
    for entry in loaded.entries.valid_parts(kind):
        if entry.data.get("id") == name:
            return entry
    raise UserError(f"there is no {quoted(name)} among the {kind}")


def renamed(loaded: Loaded, kind: str, old: str, new: str) -> dict[str, tuple[str, str]]:
    """Return the texts before and after an entry has got another id, by file, with all references.

    The file of the entry is the last, so that an interrupted rename can be repeated. Raises UserError where the new id
    is invalid or taken, or a file cannot be edited.
    """
    entry = entry_of(loaded, kind, old)
    if not is_id(new):
        raise UserError(f"{quoted(new)} is not an id: a-z, 0-9 and - between them")
    if any(other.data.get("id") == new for other in loaded.entries.valid_parts(kind)):
        raise UserError(f"{quoted(new)} already exists; choose another id")
    edits: dict[str, tuple[SourceFile, list[Edit]]] = {
        entry.source.name: (entry.source, [Set((*entry.path, "id"), new)])
    }
    for place in references(loaded, entry):
        some = edits.setdefault(place.source.name, (place.source, []))[1]
        some.append((Rename if place.is_key else Set)(place.path, new, place.document))
    edits[entry.source.name] = edits.pop(entry.source.name)
    return {name: (source.original, _edited(source, some)) for name, (source, some) in edits.items()}


def _edited(source: SourceFile, edits: Sequence[Edit]) -> str:
    if isinstance(source, TableFile) or Path(source.name).suffix not in (".yaml", ".yml"):
        raise UserError(f"{source.name} is a table: rename the card there")
    return apply_edits(source.original, edits, source.name)


def _may_name(loaded: Loaded, entry: Entry, source: SourceFile, path: DataPath, is_key: bool) -> bool:
    """Check whether a value can name an entry: a card, a layout, an icon and an option may all be called the same."""
    kind, holder = str(entry.path[0]), str(path[0])
    if holder == "layout":
        return path[1:2] in (("extends",), ("back",)) if kind == "layout" else "when" in path
    by_layout = path[:2] == ("game", "kinds") and ("layout" in path[3:] or "back" in path[3:]) and not is_key
    if by_layout or kind == "layout":
        return by_layout and kind == "layout"
    if loaded.game.described_in is None or holder not in loaded.kinds:
        return source is not entry.source or path[: len(entry.path)] != entry.path
    if holder == "game":
        return path[1:2] == ("cover",)
    parts = schemas_at(loaded.reader.entry_schema(holder).bundled, path[2:])
    return any(part.get("x-to") == kind for part in parts)


def _is_defined_here(document: Any, name: str) -> bool:
    """Check whether a scenario gives the name to its own face."""
    own = document.get("define") if isinstance(document, Mapping) else None
    return isinstance(own, Mapping) and name in own


def _places(value: Any, name: str, path: DataPath, languages: set[str]) -> Iterator[tuple[DataPath, bool]]:
    if value == name:
        yield path, False
    elif isinstance(value, Mapping):
        if not languages or not languages & value.keys():
            for key, item in value.items():
                if key == name:
                    yield (*path, key), True
                elif key != "id":
                    yield from _places(item, name, (*path, key), languages)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, name, (*path, index), languages)
