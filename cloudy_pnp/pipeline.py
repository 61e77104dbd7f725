"""Load and check: the library's public functions. No stage below knows the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cloudy_pnp.data import entries as entry_data
from cloudy_pnp.data import files, i18n, schema, syntax, text, tree
from cloudy_pnp.data.entries import Entries, EntryReader, Found, Kind
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.source import SourceFile, is_lost, read_source
from cloudy_pnp.games import find_game
from cloudy_pnp.games.base import Game
from cloudy_pnp.problems import Finding, Problem, Severity, UserError
from cloudy_pnp.shipped import shipped_root

CODES: dict[str, str] = {
    **text.CODES,
    **syntax.CODES,
    **tree.CODES,
    **schema.CODES,
    **entry_data.CODES,
    **files.CODES,
    **i18n.CODES,
}

_COMMON_KINDS = {"game": Kind("game", single=True), "glossary": Kind("glossary")}
_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    problems: list[Problem]
    sources: Mapping[str, SourceFile]  # the files that were judged, by name
    cards: int
    codes: Mapping[str, str]  # every code that a problem may have, with one sentence
    unreadable: list[str]

    @property
    def files(self) -> int:
        """How many files were judged."""
        return len(self.sources)

    def line(self, file: str, number: int) -> str:
        """A line of a file (from 1), to show a problem where it stands."""
        lines = text.lines(self.sources[file].original)
        return lines[number - 1] if number <= len(lines) else ""

    def count(self, severity: Severity) -> int:
        """How many problems are of a severity."""
        return sum(problem.severity is severity for problem in self.problems)

    @property
    def exit_code(self) -> int:
        """2 when a file could not be read, 1 when the data has errors, otherwise 0."""
        return 2 if self.unreadable else 1 if self.count(Severity.ERROR) else 0


def find_root(start: Path) -> Path:
    """The folder with `cards/`, here or above; without one, the data shipped in the package."""
    for folder in (start, *start.parents):
        if (folder / "cards").is_dir():
            return folder
    return shipped_root()


def check(root: Path, game_id: str = "cloudy-kingdom", paths: Sequence[Path] = ()) -> Report:
    """Check a game's folder, or only some files of it or elsewhere, in the context of the game.

    A folder without game.yaml adds to the shipped game. A file outside the game's folder is judged as if it took the
    place of the game's own files of its kind.

    >>> check(shipped_root()).exit_code
    0
    """
    return _Check(root, find_game(game_id)).run(tuple(paths))


class _Check:
    """One run: every file is read once; problems are kept for the files that were asked about."""

    def __init__(self, root: Path, game: Game) -> None:
        self.game = game
        self.folder = root / "cards" / game.id
        if not self.folder.is_dir():
            raise UserError(f"there is no folder {files.shown(self.folder)}")
        self.kinds: Mapping[str, Kind] = {**_COMMON_KINDS, **game.kinds}
        self.endings = (*_ENDINGS, *game.scenarios)
        self.reader = EntryReader(self.kinds, shipped_root() / "schema")
        self.sources: dict[str, SourceFile] = {}
        self.unreadable: list[str] = []
        self.found: dict[str, list[tuple[int, Finding]]] = {}  # by file: number of the document, finding

    def run(self, paths: tuple[Path, ...]) -> Report:
        """Everything about the files at `paths`, or about the whole game."""
        asked = [*files.named_files(paths, self.endings)]
        own = self._read(files.data_files(self.folder, self.endings), contained=True)
        outside = self._read(path for path in asked if not files.is_within(path, self.folder))
        judged = {files.shown(path) for path in asked} if paths else {source.name for source in own}
        judged &= set(self.sources)

        entries = self._entries(own, outside)
        for source in (*own, *outside):
            if source.name in judged and self._is_scenario(source):
                self._check_scenarios(source, entries)

        problems: list[Problem] = []
        for name in judged:
            source = self.sources[name]
            problems += source.problems + source.problems_at(self.found.get(name, [])[: LIMITS.problems])
        return Report(
            sorted(problems, key=Problem.sort_key),
            {name: self.sources[name] for name in sorted(judged)},
            sum(entries.cards.get(name, 0) for name in judged),
            {**CODES, **self.game.codes},
            self.unreadable,
        )

    def _entries(self, own: list[SourceFile], outside: list[SourceFile]) -> Entries:
        """The game's entries: its own files, completed by the shipped game, some kinds replaced from outside."""
        own, outside = ([source for source in sources if not self._is_scenario(source)] for sources in (own, outside))
        if not any(self.reader.kind_of(source) == "game" for source in own):
            shipped = files.data_files(shipped_root() / "cards" / self.game.id, _ENDINGS)
            own = [source for source in self._read(shipped) if not self._is_scenario(source)] + own
        replaced = {self.reader.kind_of(source) for source in outside}
        own = [source for source in own if self.reader.kind_of(source) not in replaced]
        entries = Entries()
        self._note(self.reader.read([*own, *outside], entries))
        self._note(self._texts(entries))
        self._note(self.game.check(entries))
        return entries

    def _texts(self, entries: Entries) -> Iterator[Found]:
        """I18N: every localised text of the card data, and the words of the glossary."""
        games = entries.of("game")
        languages = list(games[0].data["languages"]) if games else ["en"]
        terms = i18n.terms_from_glossary(entry.data for entry in entries.of("glossary"))
        for kind in self.kinds:
            patterns = self.reader.entry_schema(kind).localized_paths if entries.of(kind) else ()
            for entry in entries.of(kind):
                for pattern in patterns:
                    for path, localised in i18n.texts_at(entry.data, pattern):
                        for finding in i18n.text_findings(localised, languages, terms):
                            yield entry.source, finding.under(*entry.path, *path)
        for entry in entries.of("glossary"):
            for finding in i18n.term_findings(entry.data, languages):
                yield entry.source, finding.under(*entry.path)

    def _check_scenarios(self, source: SourceFile, entries: Entries) -> None:
        """Each document of a scenario file by its schema, then by the rules."""
        scenario = next(self.game.scenarios[ending] for ending in self.game.scenarios if source.name.endswith(ending))
        checker = schema.Schema.load(shipped_root() / "schema", scenario.schema)
        run = scenario.prepare(entries)
        for number, document in enumerate(source.documents):
            if not is_lost(document):
                findings = checker.findings(document) or run(document)
                self.found.setdefault(source.name, []).extend((number, finding) for finding in findings)

    def _is_scenario(self, source: SourceFile) -> bool:
        return source.name.endswith(tuple(self.game.scenarios))

    def _note(self, found: Iterable[Found]) -> None:
        for source, finding in found:
            self.found.setdefault(source.name, []).append((0, finding))

    def _read(self, paths: Iterable[Path], contained: bool = False) -> list[SourceFile]:
        sources = []
        for path in paths:
            name = files.shown(path)
            link = files.link_problem(path, self.folder) if contained else None
            try:
                if link:
                    self.sources[name] = SourceFile(name, problems=[link], whole=False)
                elif name not in self.sources:
                    self.sources[name] = read_source(path, name)
                sources.append(self.sources[name])
            except UserError as error:
                self.unreadable.append(str(error))
        return sources
