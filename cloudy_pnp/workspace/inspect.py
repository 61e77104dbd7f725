"""Showing: everything that the tool knows about one entry of a game, a card for instance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, Problem, Severity, UserError, path_text, quoted, suggest, value_at
from cloudy_pnp.data.edit import Edit, Rename, Set, apply_edits
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding
from cloudy_pnp.data.schema import schemas_at
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.read import TableFile
from cloudy_pnp.draw.scene import Page, page_of
from cloudy_pnp.game.contract import Data, EntryRef, RenderOptions, Sketch
from cloudy_pnp.i18n.pairs import split_pair
from cloudy_pnp.workspace.drawn import untranslated_entries
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.languages import limit_languages
from cloudy_pnp.workspace.load import Loaded, load_base, sound_part, with_packs
from cloudy_pnp.workspace.packs import KINDS
from cloudy_pnp.workspace.report import has_errors
from cloudy_pnp.workspace.scenarios import figure_files, trial_findings
from cloudy_pnp.workspace.starting import is_id


class Place(Struct, frozen=True):
    """A place that uses an entry: a path in a file, by its first line."""

    file: str
    line: int
    path: str


class CardInfo(Struct, frozen=True):
    """An entry and what there is to say about it."""

    id: str
    kind: str
    file: str
    line: int
    pack: str
    data: Mapping[str, Any]
    words: Mapping[str, tuple[str, str]]  # language: name, text
    portrait: Sequence[str]
    used: Sequence[Place]
    problems: Sequence[Problem]
    pages: Mapping[str, Page]  # language: the face as it is cut; none of what is broken
    source: SourceFile
    untranslated: Sequence[str] = ()  # languages in which texts of it are in the source language
    nameless: Sequence[str] = ()  # those of them in which it is only the name

    def as_dict(self) -> dict[str, Any]:
        """Return the same as plain data."""
        return {
            **{name: getattr(self, name) for name in ("id", "kind", "file", "line", "pack", "data")},
            "words": {lang: {"name": name, "text": text} for lang, (name, text) in self.words.items()},
            "portrait": list(self.portrait),
            "used": [{"file": place.file, "line": place.line, "path": place.path} for place in self.used],
            "problems": [problem.as_dict() for problem in self.problems],
        }


def show(
    home: Home, names: Sequence[str], packs: Sequence[Path] = (), languages: Sequence[str] | None = None
) -> list[CardInfo]:
    """Return every entry with one of these ids, in their order.

    That is usually one for each, but families and terms may share an id. Faces are drawn in `languages` (or pairs of
    them), or else in the game's first language.

    Without `packs`, ids that the game does not have are searched in each pack next to it.
    """
    base = load_base(home)
    loaded = limit_languages(with_packs(base, packs), languages or ())
    matches: list[CardInfo] = []
    for name in dict.fromkeys(names):
        cards, known = _look(loaded, name, languages)
        for folder in () if cards or packs else home.packs:
            loaded = limit_languages(with_packs(base, [folder]), languages or ())
            more, ids = _look(loaded, name, languages)
            cards, known = cards + more, known + ids
        if not cards:
            hint = suggest(name, dict.fromkeys(known))
            raise UserError(f"there is no {quoted(name)} in {home.game.id}; {hint}".rstrip("; "))
        matches += cards
    return matches


def _look(loaded: Loaded, name: str, languages: Sequence[str] | None) -> tuple[list[CardInfo], list[str]]:
    """Return the entries with an id, and all ids."""
    named = list(_named(loaded.entries, name)) or list(_printed(loaded, name))
    if not named:
        return [], [entry.id for _, entry in _all(loaded.entries)]
    languages = loaded.languages[:1] if languages is None else languages
    findings = list(loaded.findings)
    if not has_errors(loaded.card_files, findings):
        findings += trial_findings(loaded, {entry.source.name for _, entry in named})
    pack_scenarios = [source for source in loaded.pack_files if loaded.home.scenario_of(source.name)]
    scenarios = [*figure_files(loaded), *pack_scenarios]
    data = sound_part(loaded).data
    sketches = {lang: face_sketches(loaded, data, lang) for lang in dict.fromkeys((*loaded.languages, *languages))}
    return [
        _info(loaded, EntryRef(kind, entry.id), entry, findings, scenarios, sketches, languages)
        for kind, entry in named
    ], []


def _all(entries: Entries) -> Iterator[tuple[str, Entry]]:
    for entries_by_kind in (entries.by_kind, entries.partial):
        for kind, some in entries_by_kind.items():
            if kind not in KINDS:
                yield from ((kind, entry) for entry in some if "id" in entry.data)


def _named(entries: Entries, name: str) -> Iterator[tuple[str, Entry]]:
    return ((kind, entry) for kind, entry in _all(entries) if entry.data["id"] == name)


def _printed(loaded: Loaded, name: str) -> Iterator[tuple[str, Entry]]:
    """Return the entries that a printed card shows, whose own id people read on sheets and files."""
    options = RenderOptions(next(iter(loaded.languages), ""))
    if (printed := loaded.game.try_printed(sound_part(loaded).data, options)) is None:
        return
    shown = {ref for component in printed.components if component.id == name for ref in component.shows}
    yield from ((kind, entry) for kind, entry in _all(loaded.entries) if EntryRef(kind, entry.id) in shown)


def face_sketches(loaded: Loaded, data: Data, lang: str) -> dict[EntryRef, Sketch]:
    """Return the faces of entries in a language, or a pair of them; none where the data has too many errors."""
    first, second = split_pair(lang)
    printed = loaded.game.try_printed(data, RenderOptions(first, partial=True, second=second))
    return {face.entry: face for face in reversed(printed.faces if printed else ()) if face.entry}


def _info(
    loaded: Loaded,
    ref: EntryRef,
    entry: Entry,
    found: Sequence[SourceFinding],
    scenarios: Sequence[SourceFile],
    sketches: Mapping[str, Mapping[EntryRef, Sketch]],
    languages: Sequence[str],
) -> CardInfo:
    mine = {lang: faces[ref] for lang, faces in sketches.items() if ref in faces}
    findings = [
        finding for source, finding in found if source is entry.source and finding.path[: len(entry.path)] == entry.path
    ]
    pages = {}
    for lang in languages:
        if lang in mine:
            symbol, drawn, _ = mine[lang].draw()
            pages[lang] = page_of(symbol)
            findings += [finding.under(*entry.path) for finding in drawn]
    broken = any(finding.severity is Severity.ERROR for finding in findings)
    authoring = loaded.game.authoring
    problems = entry.source.problems_at(dict.fromkeys(findings))
    data = loaded.entries.data()
    borrowed = [lang for lang in loaded.languages if ref in untranslated_entries(loaded.game, data, lang)]
    return CardInfo(
        entry.id,
        ref.kind,
        entry.source.name,
        entry.source.line_of(0, entry.path),
        entry.pack,
        entry.data,
        {
            lang: (mine[lang].title, _name_icons(mine[lang].text, loaded, lang))
            for lang in loaded.languages
            if lang in mine
        }
        or _names(entry),
        [] if broken or authoring is None else authoring.load().portrait(ref.kind, entry.data),
        list(_uses(entry, loaded.entries, scenarios)),
        sorted(problems, key=Problem.sort_key),
        pages,
        entry.source,
        borrowed,
        [lang for lang in borrowed if ref not in untranslated_entries(loaded.game, data, lang, but="name")],
    )


def _name_icons(text: str, loaded: Loaded, lang: str) -> str:
    """Return a card's text with the names that the game gives its icons, as choices of a field, in a language."""
    for game in loaded.entries.of("game"):
        for options in game.data.get("choices", {}).values():
            for key, option in options.items():
                text = text.replace(f"[{key}]", f"[{option.get('name', {}).get(lang, key)}]")
    return text


def _names(entry: Entry) -> dict[str, tuple[str, str]]:
    name = entry.data.get("name", {})
    return {lang: (text, "") for lang, text in name.items() if isinstance(text, str)} if isinstance(name, dict) else {}


def _uses(entry: Entry, entries: Entries, stories: Sequence[SourceFile]) -> Iterator[Place]:
    """Return where other entries, scenarios and game records name the entry; of a document, the first place."""
    for _, other in _all(entries):
        if other is not entry:
            for path, _ in _places(other.data, entry.id):
                whole = (*other.path, *path)
                added = "" if _is_written(other.source, whole) else " (follows from the packs)"
                yield Place(other.source.name, other.source.line_of(0, whole), path_text(whole) + added)
    for source in stories:
        for number, document in enumerate(source.documents):
            for path, _ in islice(_places(document, entry.id), 1):
                yield Place(source.name, source.line_of(number, path), path_text(path))


def _is_written(source: SourceFile, path: DataPath) -> bool:
    """Check whether a path is in the file itself; a game may add to the data what follows from packs."""
    return value_at(source.documents, (0, *path), ...) is not ...


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
                    for path, is_key in _places(document, entry.id, languages)
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


def _places(
    value: Any, name: str, languages: Collection[str] = (), path: DataPath = ()
) -> Iterator[tuple[DataPath, bool]]:
    """Yield the paths of a name in some data, as a value or as a key; not in texts in some languages."""
    if value == name:
        yield path, False
    elif isinstance(value, Mapping):
        if not any(lang in value for lang in languages):
            for key, item in value.items():
                if key == name:
                    yield (*path, key), True
                elif key != "id":
                    yield from _places(item, name, languages, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, name, languages, (*path, index))
