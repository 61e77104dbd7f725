"""From files to the entries of a game: every card, family, layout … with the file and path it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, is_lost
from cloudy_pnp.problems import DataPath, Finding, meant, quoted

CODES = {
    "YAML-DOCUMENT": "A file of card data holds no document, or more than one.",
    "REF-DUPLICATE": "An id is used twice.",
    "REF-UNKNOWN": "A reference names something that is not there.",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A top-level key of card data: its schema, and whether its entries are cards (they are counted)."""

    name: str
    cards: bool = False
    single: bool = False  # one map instead of a list of entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One sound entry of a kind."""

    source: SourceFile
    path: DataPath
    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The id that references use."""
        return str(self.data["id"])


Found = tuple[SourceFile, Finding]


@dataclass(slots=True)
class Entries:
    """The sound entries of a game by kind, and how many cards were looked at, sound or not."""

    by_kind: dict[str, list[Entry]] = field(default_factory=dict)
    remains: dict[str, list[Entry]] = field(default_factory=dict)  # of unsound entries: their sound keys
    cards: dict[str, int] = field(default_factory=dict)  # by file name
    whole: bool = True  # False when an entry had to be left out: then totals would mislead

    def of(self, kind: str) -> list[Entry]:
        """All sound entries of a kind."""
        return self.by_kind.get(kind, [])

    def sound_parts(self, kind: str) -> list[Entry]:
        """All sound entries of a kind, then what is sound of the others: a rule can still say what it thinks."""
        return self.of(kind) + self.remains.get(kind, [])

    def ids(self, kind: str) -> dict[str, Entry]:
        """The entries of a kind by id."""
        return {entry.id: entry for entry in self.of(kind)}

    def data(self) -> dict[str, list[Mapping[str, Any]]]:
        """The plain data of all entries by kind."""
        return {kind: [entry.data for entry in entries] for kind, entries in self.by_kind.items()}


class EntryReader:
    """Sorts the documents of files into entries and checks each against the schema of its kind."""

    def __init__(self, kinds: Mapping[str, Kind], schema_folder: Path) -> None:
        self.kinds = kinds
        self._folder = schema_folder
        self._entry_schemas: dict[str, Schema] = {}

    def entry_schema(self, kind: str) -> Schema:
        """The schema of one entry of a kind."""
        if kind not in self._entry_schemas:
            whole = Schema.load(self._folder, kind)
            path = ("properties", kind) if self.kinds[kind].single else ("properties", kind, "items")
            self._entry_schemas[kind] = whole.part(*path)
        return self._entry_schemas[kind]

    def read(self, sources: Iterable[SourceFile], entries: Entries) -> Iterator[Found]:
        """Put every sound entry of the sources into `entries`; yield what is wrong with the others."""
        for source in sources:
            entries.whole &= source.whole
            entries.cards.setdefault(source.name, 0)
            yield from ((source, finding) for finding in self._read_one(source, entries))

    def kind_of(self, source: SourceFile) -> str | None:
        """The kind that a file's one top-level key names."""
        document = source.documents[0] if source.documents else None
        if isinstance(document, dict):
            return next((key for key in document if key in self.kinds), None)
        return None

    def _read_one(self, source: SourceFile, entries: Entries) -> Iterator[Finding]:
        if len(source.documents) != 1 or source.documents[0] is None:
            if source.whole and not source.problems:
                number = len([document for document in source.documents if document is not None])
                message = "the file holds no card data" if number == 0 else f"the file holds {number} documents"
                yield Finding("YAML-DOCUMENT", (), message, "one document a file, such as a list under vines:")
            if not source.documents or source.documents[0] is None:
                return
        document = source.documents[0]
        if is_lost(document):
            return
        yield from self._kind_findings(document)
        kind = self.kind_of(source)
        if kind is None:
            return
        value = document[kind]
        if self.kinds[kind].single:
            yield from self._entry(source, kind, (kind,), value, entries)
        elif not isinstance(value, list):
            yield Finding(
                "SCHEMA-TYPE", (kind,), f"a list is wanted, not {quoted(value)}", "start each entry with '- '"
            )
        else:
            for index, item in enumerate(value):
                if not is_lost(item):
                    yield from self._entry(source, kind, (kind, index), item, entries)

    def _kind_findings(self, document: Any) -> Iterator[Finding]:
        known = list(self.kinds)
        if not isinstance(document, dict):
            message = f"a map with one key is wanted, not {quoted(document)}"
            yield Finding("SCHEMA-KIND", (), message, f"start the file with one of: {', '.join(known)}")
            return
        found = [key for key in document if key in self.kinds]
        for key in document:
            if key not in self.kinds:
                message = f"{quoted(key)} names no kind of card data"
                yield Finding("SCHEMA-KIND", (key,), message, meant(key, known), at_key=True)
        for key in found[1:]:
            message = f"a second kind {quoted(key)} in one file"
            yield Finding("SCHEMA-KIND", (key,), message, f"put it in a file of its own, {key}.yaml", at_key=True)
        if not document:
            yield Finding("SCHEMA-KIND", (), "the map is empty", f"start the file with one of: {', '.join(known)}")

    def _entry(self, source: SourceFile, kind: str, path: DataPath, value: Any, entries: Entries) -> Iterator[Finding]:
        if self.kinds[kind].cards:
            entries.cards[source.name] += 1
        findings = self.entry_schema(kind).findings(value)
        if findings:
            entries.whole = False
            yield from (finding.under(*path) for finding in findings)
            if isinstance(value, dict):
                broken = {finding.path[0] for finding in findings if finding.path}
                rest = {key: item for key, item in value.items() if key not in broken}
                entries.remains.setdefault(kind, []).append(Entry(source, path, rest))
        else:
            entries.by_kind.setdefault(kind, []).append(Entry(source, path, value))


def duplicate_ids(entries: Entries, kinds: Iterable[str]) -> Iterator[Found]:
    """REF-DUPLICATE: an id is unique among all kinds named (cards of two kinds must not share one either)."""
    first: dict[str, Entry] = {}
    for kind in kinds:
        for entry in entries.of(kind):
            if entry.id in first:
                other = first[entry.id]
                where = f"{other.source.name}, {other.path[0]}[{other.path[1]}]"
                message = f"the id {quoted(entry.id)} is already used ({where})"
                finding = Finding("REF-DUPLICATE", (*entry.path, "id"), message, "choose another id")
                yield entry.source, finding
            else:
                first[entry.id] = entry


def unknown_reference(path: DataPath, word: str, what: str, known: Iterable[str]) -> Finding:
    """REF-UNKNOWN: a finding for a word that names nothing, with the nearest known one as hint."""
    return Finding("REF-UNKNOWN", path, f"there is no {what} {quoted(word)}", meant(word, known))
