"""From files to the entries of a game: every card, family, layout … with its file and path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.files import is_portable
from cloudy_pnp.core.problems import DataPath, Finding, Severity, path_text, quoted, suggest
from cloudy_pnp.data.files import LIMITS
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, is_lost
from cloudy_pnp.data.text import LOST

GLOSSARY = "glossary"  # its entries are words by language
RULES = "rules"  # what the game's authors wrote, and what was decided where they are silent
_LANGUAGE = re.compile("(?!id)[a-z]{2,3}")


class Kind(Struct, frozen=True):
    """A top-level key of card data: its schema, and whether its entries are cards (which are counted)."""

    name: str
    cards: bool = False
    single: bool = False  # one map instead of a list of entries


class Entry(Struct, frozen=True):
    """A valid entry of a kind, or the valid keys of an invalid one."""

    source: SourceFile
    path: DataPath
    data: Mapping[str, Any]
    faults: tuple[Finding, ...] = ()  # of an invalid entry, by its schema; paths start at the entry
    written: Mapping[str, Any] | None = None  # an invalid entry as it is in the file
    pack: str = ""  # the id of its pack

    @property
    def id(self) -> str:
        """The id that references use."""
        return str(self.data["id"])

    @property
    def broken(self) -> frozenset[str]:
        """The invalid keys."""
        return frozenset(str(finding.path[0]) for finding in self.faults if finding.path)


SourceFinding = tuple[SourceFile, Finding]


class Entries(Struct):
    """The valid entries of a game by kind, and the number of checked cards, valid or not."""

    by_kind: dict[str, list[Entry]] = field(default_factory=dict)
    partial: dict[str, list[Entry]] = field(default_factory=dict)  # of invalid entries: their valid keys
    cards: dict[str, int] = field(default_factory=dict)  # by file name
    whole: bool = True  # False if an entry had to be skipped: then totals would mislead

    def of(self, kind: str) -> list[Entry]:
        """Return all valid entries of a kind."""
        return self.by_kind.get(kind, [])

    def valid_parts(self, kind: str) -> list[Entry]:
        """Return all valid entries of a kind, then the valid parts of the others: some rules still apply to them."""
        return self.of(kind) + self.partial.get(kind, [])

    def ids(self, kind: str) -> dict[str, Entry]:
        """Return the entries of a kind by id."""
        return {entry.id: entry for entry in self.of(kind)}

    def named(self, kind: str) -> dict[str, Entry]:
        """Return entries by id, including invalid ones that have an id: they can still be referred to."""
        return {
            str(entry.data["id"]): entry for entry in self.valid_parts(kind) if isinstance(entry.data.get("id"), str)
        }

    def data(self) -> dict[str, list[Mapping[str, Any]]]:
        """Return the plain data of all entries by kind."""
        return {kind: [entry.data for entry in entries] for kind, entries in self.by_kind.items()}


class EntryReader:
    """A reader that sorts the documents of files into entries and checks each against the schema of its kind."""

    def __init__(
        self,
        kinds: Mapping[str, Kind],
        schemas: tuple[Path, ...],
        generated: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ) -> None:
        self.kinds = kinds
        self._schemas = schemas
        self._generated = generated  # generated schemas, by kind: they come first
        self._entry_schemas: dict[str, Schema] = {}

    def with_kinds(self, kinds: Mapping[str, Kind]) -> EntryReader:
        """Return a reader for more kinds that shares the loaded schemas."""
        reader = EntryReader({**kinds, **self.kinds}, self._schemas, self._generated)
        reader._entry_schemas = self._entry_schemas
        return reader

    def entry_schema(self, kind: str) -> Schema:
        """Return the schema of an entry of a kind."""
        if kind not in self._entry_schemas:
            generated = self._generated.get(kind)
            schema = Schema.load(self._schemas, kind) if generated is None else Schema(dict(generated))
            path = ("properties", kind) if self.kinds[kind].single else ("properties", kind, "items")
            self._entry_schemas[kind] = schema.part(*path)
        return self._entry_schemas[kind]

    def read(self, sources: Iterable[SourceFile]) -> tuple[Entries, list[SourceFinding]]:
        """Return the valid entries of the sources, and the findings about the others."""
        entries, findings = Entries(), list[SourceFinding]()
        for source in sources:
            entries.whole &= source.whole
            entries.cards.setdefault(source.name, 0)
            findings += ((source, finding) for finding in self._read_one(source, entries))
        return entries, findings

    def kind_of(self, source: SourceFile) -> str | None:
        """Return the kind named by a file's single top-level key."""
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
            names = ", ".join(self.kinds)
            yield Finding("YAML-DOCUMENT", (), "the file holds no card data", f"start it with one of: {names}")
        if document is None or (not source.whole and not isinstance(document, dict)):
            return
        if not source.several:
            yield from self._kind_findings(document)
        kind = self.kind_of(source)
        if kind is None:
            return
        kinds = list(document) if source.several else [kind]
        reported = {problem.path for problem in source.problems}
        findings = (one for kind in kinds for one in self._findings(source, kind, document[kind], entries))
        new = (finding for finding in findings if path_text(finding.path) not in reported)
        yield from islice(new, LIMITS.problems - 1)
        if next(new, None):
            message = f"the file has more than {LIMITS.problems:,} problems"
            yield Finding("YAML-LIMIT", (kind,), message, "fix those listed; the others are not checked")

    def _findings(self, source: SourceFile, kind: str, value: Any, entries: Entries) -> Iterator[Finding]:
        """Yield the schema's findings about a list of entries, or about the single entry of a kind."""
        if self.kinds[kind].single:
            yield from self._entry(source, kind, (kind,), value, entries)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if not budget.spend("cards"):
                    entries.whole = False
                    run = budget.current()
                    if run is None or run.first_over("cards"):
                        message, hint = budget.over("cards"), budget.raising("cards")
                        yield Finding("YAML-LIMIT", (kind, index), message, hint, limit="cards")
                    return
                if not is_lost(item):
                    yield from self._entry(source, kind, (kind, index), item, entries)
        else:
            wrong = "the list is missing" if value is None else f"expected a list, got {quoted(value)}"
            yield Finding("SCHEMA-TYPE", (kind,), wrong, "start each entry with '- '")

    def _kind_findings(self, document: Any) -> Iterator[Finding]:
        names = list(self.kinds)
        if not isinstance(document, dict):
            message = f"expected a map with one key, got {quoted(document)}"
            yield Finding("SCHEMA-KIND", (), message, f"start the file with one of: {', '.join(names)}")
            return
        keys = [key for key in document if key in self.kinds]
        for key in document:
            if key not in self.kinds:
                message = f"{quoted(key)} is not a kind of card data"
                yield Finding("SCHEMA-KIND", (key,), message, suggest(key, names), at_key=True)
        for key in keys[1:]:
            message = f"a second kind {quoted(key)} in one file"
            yield Finding("SCHEMA-KIND", (key,), message, f"put it in a separate file, {key}.yaml", at_key=True)
        if not document:
            yield Finding("SCHEMA-KIND", (), "the map is empty", f"start the file with one of: {', '.join(names)}")

    def _entry(self, source: SourceFile, kind: str, path: DataPath, value: Any, entries: Entries) -> Iterator[Finding]:
        budget.tick()
        if self.kinds[kind].cards:
            entries.cards[source.name] += 1
        findings = self.entry_schema(kind).findings(value)
        yield from (finding.under(*path) for finding in findings if LOST not in finding.message)
        readable = self._without_translations(kind, value, findings) if findings else value
        if readable is None:
            entries.whole = False
            if isinstance(value, dict):
                entry = Entry(source, path, value, tuple(findings), value)
                rest = {key: item for key, item in value.items() if key not in entry.broken}
                entries.partial.setdefault(kind, []).append(replace(entry, data=rest))
        else:
            entries.by_kind.setdefault(kind, []).append(Entry(source, path, readable))

    def _without_translations(self, kind: str, value: Any, findings: Sequence[Finding]) -> Any:
        """Return an entry without its invalid translations: other languages need it. None if more is wrong with it."""
        schema = self.entry_schema(kind)
        patterns = ((),) if kind == GLOSSARY else schema.localized_paths
        for finding in findings:
            at = next((len(pattern) for pattern in patterns if _is_inside(finding.path, pattern)), None)
            if at is None or not _LANGUAGE.fullmatch(str(finding.path[at])):
                return None
            value = _without(value, finding.path[: at + 1])
        return None if schema.findings(value) else value


def _is_inside(path: DataPath, pattern: Sequence[str]) -> bool:
    return len(path) > len(pattern) and all(step in ("*", key) for step, key in zip(pattern, path, strict=False))


def _without(value: Any, path: DataPath) -> Any:
    """Return data without the value at a path, if it is there."""
    step, rest = path[0], path[1:]
    if isinstance(value, list):
        return [_without(item, rest) if index == step else item for index, item in enumerate(value)]
    kept = {key: item for key, item in value.items() if key != step}
    return {**value, step: _without(value[step], rest)} if rest and step in value else kept


_OVERRIDE = "; to replace that one, put yours into a pack and list its id there: overrides: […] in pack.yaml"


def duplicate_ids(entries: Entries, kinds: Iterable[str]) -> Iterator[SourceFinding]:
    """REF-DUPLICATE: require unique ids among all these kinds (cards of two kinds must not share one either).

    REF-NAME: warn about an id that is not a file name on Windows, because pictures are named by ids.
    """
    in_order = {name: number for number, name in enumerate(entries.cards)}  # a file added from outside comes last
    first: dict[str, Entry] = {}
    among = [entry for kind in kinds for entry in entries.valid_parts(kind) if "id" in entry.data]
    for entry in sorted(among, key=lambda entry: (in_order[entry.source.name], entry.path)):
        original = first.setdefault(entry.id, entry)
        if original is not entry:
            where = f"{original.source.name}, {path_text(original.path)}"
            message = f"the id {quoted(entry.id)} is already used ({where})"
            away = not entry.pack and Path(entry.source.name).parent != Path(original.source.name).parent
            hint = "choose another id" + (_OVERRIDE if away else "")
            yield entry.source, Finding("REF-DUPLICATE", (*entry.path, "id"), message, hint)
        elif not is_portable(entry.id):
            message = f"{quoted(entry.id)} is not a file name on Windows, and pictures are named by ids"
            yield (
                entry.source,
                Finding("REF-NAME", (*entry.path, "id"), message, "choose another id", Severity.WARNING),
            )


def unknown_reference(path: DataPath, word: str, kind: str, names: Iterable[str]) -> Finding:
    """Return REF-UNKNOWN for an unknown word, with the nearest known one as hint."""
    return Finding("REF-UNKNOWN", path, f"there is no {kind} {quoted(word)}", suggest(word, names))


_RANGES = ("players", "minutes")  # of a game
_OLDEST = 21  # years
_MANY, _TIMES = 50, 5  # copies of a card, and how many times as many as of any other
MOST_COPIES = 200  # of a card, whatever the others have


def check_plausible(entries: Entries, kinds: Iterable[Kind], players: Sequence[int]) -> Iterator[SourceFinding]:
    """Yield what no author of card data means, for any game; `players`: as many as its rules allow, if they say so."""
    for entry in entries.valid_parts("game"):
        for key in _RANGES:
            yield from ((entry.source, finding.under(*entry.path)) for finding in _order(key, entry.data.get(key)))
        wrong = [number for number in entry.data.get("players", ()) if players and number not in players]
        if wrong:
            message = f"the rules are for {players[0]} to {players[-1]} players, not for {wrong[-1]}"
            yield entry.source, large((*entry.path, "players"), message)
        if (age := entry.data.get("age", 0)) > _OLDEST:
            yield entry.source, large((*entry.path, "age"), f"the game is for players from {age} years on")
    for kind in kinds:
        yield from same_values(entries.of(kind.name), "emblem")
        if kind.cards:
            yield from _same_names(entries.of(kind.name))
            yield from _no_copies(entries.of(kind.name))
            yield from _many_copies(entries.of(kind.name))


def _order(key: str, value: Any) -> Iterator[Finding]:
    match value:
        case [int(least), int(most)] if least > most:
            yield Finding("DATA-ORDER", (key,), f"{least} is more than {most}", f"write [{most}, {least}]")


def _same_names(entries: Iterable[Entry]) -> Iterator[SourceFinding]:
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        name = entry.data.get("name")
        for lang, text in name.items() if isinstance(name, Mapping) else ():
            if lang == "same" or not isinstance(text, str):
                continue
            other = first.setdefault((lang, text.casefold()), entry)
            if other is not entry and other.id != entry.id:
                message = f'{quoted(entry.id)} has the same name in "{lang}" as {quoted(other.id)}: {quoted(text)}'
                yield entry.source, _warning((*entry.path, "name", lang), message, "give one of them another name")


def same_values(entries: Iterable[Entry], key: str) -> Iterator[SourceFinding]:
    """DATA-SAME: warn about an entry that has the same value of a key as an earlier one."""
    first: dict[str, Entry] = {}
    for entry in entries:
        value = entry.data.get(key)
        if isinstance(value, str) and first.setdefault(value, entry).id != entry.id:
            message = f"{quoted(entry.id)} has the same {key} as {quoted(first[value].id)}: {quoted(value)}"
            yield entry.source, _warning((*entry.path, key), message, f"choose another {key}")


def _no_copies(entries: Iterable[Entry]) -> Iterator[SourceFinding]:
    for entry in entries:
        if entry.data.get("count") == 0 and "count" in entry.data:
            message, hint = f"there are no copies of {quoted(entry.id)}", "delete the card, or raise its count"
            yield entry.source, Finding("DATA-COUNT", (*entry.path, "count"), message, hint, Severity.WARNING)


def _many_copies(entries: Iterable[Entry]) -> Iterator[SourceFinding]:
    counted = [entry for entry in entries if isinstance(entry.data.get("count"), int)]
    counted.sort(key=lambda entry: int(entry.data["count"]))
    match counted:
        case [*_, entry] if entry.data["count"] > MOST_COPIES:
            message = f"there are {entry.data['count']} copies of {quoted(entry.id)}"
            yield entry.source, large((*entry.path, "count"), message)
        case [*_, other, entry] if entry.data["count"] >= max(_MANY, _TIMES * other.data["count"]):
            message = f"there are {entry.data['count']} copies of {quoted(entry.id)}, and at most {other.data['count']}"
            yield entry.source, large((*entry.path, "count"), f"{message} of any other card")


def large(path: DataPath, message: str) -> Finding:
    """DATA-LARGE: warn about a number that is probably a slip."""
    return Finding("DATA-LARGE", path, message, "correct the number if it is a slip", Severity.WARNING)


def _warning(path: DataPath, message: str, hint: str) -> Finding:
    return Finding("DATA-SAME", path, message, hint, Severity.WARNING)
