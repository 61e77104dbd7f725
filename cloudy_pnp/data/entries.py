"""From files to the entries of a game: every card, family, layout … with the file and path it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import DataPath, Finding, meant, path_text, quoted
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, is_lost

CODES = {
    "YAML-DOCUMENT": "A card data file holds no document, or more than one.",
    "REF-DUPLICATE": "An id is used twice.",
    "REF-UNKNOWN": "A reference names something that does not exist.",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A top-level key of card data: its schema, and whether its entries are cards (they are counted)."""

    name: str
    cards: bool = False
    single: bool = False  # one map instead of a list of entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One sound entry of a kind, or the sound keys of an unsound one."""

    source: SourceFile
    path: DataPath
    data: Mapping[str, Any]
    broken: frozenset[str] = frozenset()  # keys that stand in the file and are not sound
    pack: str = ""  # the id of the pack that it belongs to

    @property
    def id(self) -> str:
        """The id that references use."""
        return str(self.data["id"])


Found = tuple[SourceFile, Finding]


@dataclass(slots=True)
class Entries:
    """The sound entries of a game by kind, and how many cards were looked at, sound or not."""

    by_kind: dict[str, list[Entry]] = field(default_factory=dict)
    partial: dict[str, list[Entry]] = field(default_factory=dict)  # of unsound entries: their sound keys
    cards: dict[str, int] = field(default_factory=dict)  # by file name
    whole: bool = True  # False when an entry had to be left out: then totals would mislead

    def of(self, kind: str) -> list[Entry]:
        """All sound entries of a kind."""
        return self.by_kind.get(kind, [])

    def sound_parts(self, kind: str) -> list[Entry]:
        """All sound entries of a kind, then what is sound of the others: a rule can still say what it thinks."""
        return self.of(kind) + self.partial.get(kind, [])

    def ids(self, kind: str) -> dict[str, Entry]:
        """The entries of a kind by id."""
        return {entry.id: entry for entry in self.of(kind)}

    def named(self, kind: str) -> dict[str, Entry]:
        """The same with unsound entries that have an id: what is wrong in one respect can still be referred to."""
        return {
            str(entry.data["id"]): entry for entry in self.sound_parts(kind) if isinstance(entry.data.get("id"), str)
        }

    def data(self) -> dict[str, list[Mapping[str, Any]]]:
        """The plain data of all entries by kind."""
        return {kind: [entry.data for entry in entries] for kind, entries in self.by_kind.items()}


class EntryReader:
    """Sorts the documents of files into entries and checks each against the schema of its kind."""

    def __init__(
        self,
        kinds: Mapping[str, Kind],
        schemas: tuple[Path, ...],
        made: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ) -> None:
        self.kinds = kinds
        self._schemas = schemas
        self._made = made  # schemas that are in no file, by kind: they come first
        self._entry_schemas: dict[str, Schema] = {}

    def with_kinds(self, kinds: Mapping[str, Kind]) -> EntryReader:
        """A reader that knows more kinds; what is known about the schemas is shared."""
        other = EntryReader({**kinds, **self.kinds}, self._schemas, self._made)
        other._entry_schemas = self._entry_schemas
        return other

    def entry_schema(self, kind: str) -> Schema:
        """The schema of one entry of a kind."""
        if kind not in self._entry_schemas:
            whole = Schema(dict(self._made[kind])) if kind in self._made else Schema.load(self._schemas, kind)
            path = ("properties", kind) if self.kinds[kind].single else ("properties", kind, "items")
            self._entry_schemas[kind] = whole.part(*path)
        return self._entry_schemas[kind]

    def read(self, sources: Iterable[SourceFile]) -> tuple[Entries, list[Found]]:
        """Return the valid entries of the sources, and what is wrong with the others."""
        entries, findings = Entries(), list[Found]()
        for source in sources:
            entries.whole &= source.whole
            entries.cards.setdefault(source.name, 0)
            findings += ((source, finding) for finding in self._read_one(source, entries))
        return entries, findings

    def kind_of(self, source: SourceFile) -> str | None:
        """The kind that a file's one top-level key names."""
        document = source.documents[0] if source.documents else None
        if isinstance(document, dict):
            return next((key for key in document if key in self.kinds), None)
        return None

    def _read_one(self, source: SourceFile, entries: Entries) -> Iterator[Finding]:
        document = source.documents[0] if source.documents else None
        if len(source.documents) > 1 and source.whole:
            message = f"a second document begins here; the file holds {len(source.documents)}"
            yield Finding("YAML-DOCUMENT", (), message, "put it in a separate file; only the first is read", document=1)
        elif document is None and source.whole and not source.problems:
            known = ", ".join(self.kinds)
            yield Finding("YAML-DOCUMENT", (), "the file holds no card data", f"start it with one of: {known}")
        if document is None or (not source.whole and not isinstance(document, dict)):
            return
        yield from self._kind_findings(document)
        kind = self.kind_of(source)
        if kind is None:
            return
        value = document[kind]
        reported = {problem.path for problem in source.problems}
        findings = self._findings(source, kind, value, entries)
        new = (finding for finding in findings if path_text(finding.path) not in reported)
        yield from islice(new, LIMITS.problems - 1)
        if next(new, None):
            message = f"the file has more than {LIMITS.problems:,} problems"
            yield Finding("YAML-LIMIT", (kind,), message, "fix those listed; the others are not checked")

    def _findings(self, source: SourceFile, kind: str, value: Any, entries: Entries) -> Iterator[Finding]:
        """What the schema dislikes about a list of entries, or about the one that a kind is."""
        if self.kinds[kind].single:
            yield from self._entry(source, kind, (kind,), value, entries)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if not budget.spend("cards"):
                    entries.whole = False
                    run = budget.current()
                    if run is None or run.first_over("cards"):
                        yield Finding("YAML-LIMIT", (kind, index), budget.over("cards"), budget.raising("cards"))
                    return
                if not is_lost(item):
                    yield from self._entry(source, kind, (kind, index), item, entries)
        else:
            wrong = "the list is missing" if value is None else f"expected a list, got {quoted(value)}"
            yield Finding("SCHEMA-TYPE", (kind,), wrong, "start each entry with '- '")

    def _kind_findings(self, document: Any) -> Iterator[Finding]:
        known = list(self.kinds)
        if not isinstance(document, dict):
            message = f"expected a map with one key, got {quoted(document)}"
            yield Finding("SCHEMA-KIND", (), message, f"start the file with one of: {', '.join(known)}")
            return
        found = [key for key in document if key in self.kinds]
        for key in document:
            if key not in self.kinds:
                message = f"{quoted(key)} is not a kind of card data"
                yield Finding("SCHEMA-KIND", (key,), message, meant(key, known), at_key=True)
        for key in found[1:]:
            message = f"a second kind {quoted(key)} in one file"
            yield Finding("SCHEMA-KIND", (key,), message, f"put it in a separate file, {key}.yaml", at_key=True)
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
                broken = frozenset(str(finding.path[0]) for finding in findings if finding.path)
                rest = {key: item for key, item in value.items() if key not in broken}
                entries.partial.setdefault(kind, []).append(Entry(source, path, rest, broken))
        else:
            entries.by_kind.setdefault(kind, []).append(Entry(source, path, value))


_OVERRIDE = "; to replace that one, put yours into a pack and list its id there: overrides: […] in pack.yaml"


def duplicate_ids(entries: Entries, kinds: Iterable[str]) -> Iterator[Found]:
    """REF-DUPLICATE: an id is unique among all kinds named (cards of two kinds must not share one either)."""
    in_order = {name: number for number, name in enumerate(entries.cards)}  # a file added from outside comes last
    first: dict[str, Entry] = {}
    among = [entry for kind in kinds for entry in entries.of(kind)]
    for entry in sorted(among, key=lambda entry: in_order[entry.source.name]):
        other = first.setdefault(entry.id, entry)
        if other is not entry:
            where = f"{other.source.name}, {path_text(other.path)}"
            message = f"the id {quoted(entry.id)} is already used ({where})"
            away = not entry.pack and Path(entry.source.name).parent != Path(other.source.name).parent
            hint = "choose another id" + (_OVERRIDE if away else "")
            yield entry.source, Finding("REF-DUPLICATE", (*entry.path, "id"), message, hint)


def unknown_reference(path: DataPath, word: str, what: str, known: Iterable[str]) -> Finding:
    """REF-UNKNOWN: a finding for a word that names nothing, with the nearest known one as hint."""
    return Finding("REF-UNKNOWN", path, f"there is no {what} {quoted(word)}", meant(word, known))
