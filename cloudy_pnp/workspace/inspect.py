"""Showing: everything that the tool knows about one entry of a game, a card for instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, UserError, meant, path_text, quoted
from cloudy_pnp.data.entries import Entries, Entry
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.draw.scene import Page, Symbol, Use
from cloudy_pnp.games import find_game
from cloudy_pnp.games.contract import Sketch
from cloudy_pnp.workspace.packs import FOLDER, KINDS, pack_folders
from cloudy_pnp.workspace.project import Project


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry is used: a path in a file, by its first line."""

    file: str
    line: int
    path: str


@dataclass(frozen=True, slots=True)
class Shown:
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

    def as_dict(self) -> dict[str, Any]:
        """For other programs."""
        return {
            **{name: getattr(self, name) for name in ("id", "kind", "file", "line", "pack", "data")},
            "words": {lang: {"name": name, "text": text} for lang, (name, text) in self.words.items()},
            "portrait": list(self.portrait),
            "used": [{"file": place.file, "line": place.line, "path": place.path} for place in self.used],
            "problems": [problem.as_dict() for problem in self.problems],
        }


def show(
    name: str, root: Path, game_id: str, packs: Sequence[Path] = (), languages: Sequence[str] | None = None
) -> list[Shown]:
    """Every entry with an id: usually one, but families and terms may share one. Faces are drawn in `languages`, or
    else in the game's first language.

    Without `packs`, what the game does not have is looked for in each pack beside it.
    """
    found, known = _look(name, root, game_id, packs, languages)
    for folder in () if found or packs else pack_folders(root / FOLDER):
        more, names = _look(name, root, game_id, [folder], languages)
        found, known = found + more, known + names
    if not found:
        raise UserError(f"there is no {quoted(name)} in {game_id}; {meant(name, dict.fromkeys(known))}".rstrip("; "))
    return found


def _look(
    name: str, root: Path, game_id: str, packs: Sequence[Path], languages: Sequence[str] | None
) -> tuple[list[Shown], list[str]]:
    """The entries with an id, and the ids that there are."""
    project = Project(root, find_game(game_id), packs)
    own = project.own_files()
    entries = project.entries(own)
    if not any(_named(entries, name)):
        return [], [entry.id for _, entry in _all(entries)]
    stories = [source for source in (*project.story_files(own), *project.pack_files) if project.scenario(source)]
    project.model(entries)  # says what is sound enough to be drawn
    if not project.has_errors(_cards(project, own)):
        project.try_out(entries, {entry.source.name for _, entry in _named(entries, name)})
    games = entries.of("game")
    known = list(games[0].data["languages"]) if games else []
    languages = known[:1] if languages is None else languages
    for lang in languages:
        if lang not in known:
            raise UserError(f'"{lang}" is no language of {game_id}; {meant(lang, known)}')
    sketches = {lang: _sketch(project, name, lang) for lang in known}
    named = _named(entries, name)
    return [_shown(project, kind, entry, entries, stories, sketches, languages) for kind, entry in named], []


def _cards(project: Project, own: Sequence[SourceFile]) -> list[str]:
    return [source.name for source in (*own, *project.pack_files) if not project.scenario(source)]


def _all(entries: Entries) -> Iterator[tuple[str, Entry]]:
    for found in (entries.by_kind, entries.remains):
        for kind, some in found.items():
            if kind not in KINDS:
                yield from ((kind, entry) for entry in some if "id" in entry.data)


def _named(entries: Entries, name: str) -> Iterator[tuple[str, Entry]]:
    return ((kind, entry) for kind, entry in _all(entries) if entry.data["id"] == name)


def _sketch(project: Project, name: str, lang: str) -> Sketch | None:
    try:
        found = project.game.sketches(project.data, lang)
    except KeyError:  # the data has too many errors for a picture
        return None
    return next((sketch for sketch in found if sketch.entry == name), None)


def _shown(
    project: Project,
    kind: str,
    entry: Entry,
    entries: Entries,
    stories: Sequence[SourceFile],
    sketches: Mapping[str, Sketch | None],
    languages: Sequence[str],
) -> Shown:
    mine = {lang: sketch for lang, sketch in sketches.items() if sketch}
    pages, findings = {}, _findings(project, entry)
    for lang in languages:
        if lang in mine:
            symbol, drawn = mine[lang].draw()
            pages[lang] = page_of(symbol)
            findings += [finding.under(*entry.path) for finding in drawn]
    broken = any(finding.severity is Severity.ERROR for finding in findings)
    problems = entry.source.problems_at([(0, finding) for finding in dict.fromkeys(findings)])
    return Shown(
        entry.id,
        kind,
        entry.source.name,
        entry.source.line_of(0, entry.path),
        entry.pack,
        entry.data,
        {lang: (sketch.title, sketch.says) for lang, sketch in mine.items()} or _names(entry),
        [] if broken else project.game.portrait(kind, entry.data),
        list(_uses(entry, entries, stories)),
        sorted(problems, key=Problem.sort_key),
        pages,
        entry.source,
    )


def page_of(symbol: Symbol) -> Page:
    """A face as a picture of the cut card."""
    return Page(symbol.bounds.width + 2 * symbol.bounds.x, symbol.bounds.height + 2 * symbol.bounds.y, (Use(symbol),))


def _findings(project: Project, entry: Entry) -> list[Finding]:
    found = project.found.get(entry.source.name, [])
    return [finding for _, finding in found if finding.path[: len(entry.path)] == entry.path]


def _names(entry: Entry) -> dict[str, tuple[str, str]]:
    name = entry.data.get("name", {})
    return {lang: (text, "") for lang, text in name.items() if isinstance(text, str)} if isinstance(name, dict) else {}


def _uses(entry: Entry, entries: Entries, stories: Sequence[SourceFile]) -> Iterator[Place]:
    """Where other entries, scenarios and game records name the entry; of a document, the first place."""
    for _, other in _all(entries):
        if other is not entry:
            for path in _paths(other.data, entry.id, ()):
                whole = (*other.path, *path)
                added = "" if _is_written(other.source, whole) else " (follows from the packs)"
                yield Place(other.source.name, other.source.line_of(0, whole), path_text(whole) + added)
    for source in stories:
        for number, document in enumerate(source.documents):
            first = next(_paths(document, entry.id, ()), None)
            if first is not None:
                yield Place(source.name, source.line_of(number, first), path_text(first))


def _is_written(source: SourceFile, path: DataPath) -> bool:
    """Whether a path is in the file itself; a game may add to the data what follows from packs."""
    value: Any = source.documents[0]
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _paths(value: Any, name: str, path: DataPath) -> Iterator[DataPath]:
    """Where in some data a name stands, as a value or as a key."""
    if value == name:
        yield path
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key == name:
                yield (*path, key)
            elif key != "id":
                yield from _paths(item, name, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _paths(item, name, (*path, index))
