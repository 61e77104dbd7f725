"""A game on disk, with packs or without: its files read once, its entries, and what is wrong with any of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cloudy_pnp.core.cache import fingerprint, remembered
from cloudy_pnp.core.problems import Finding, Problem, Severity, UserError, quoted
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import files
from cloudy_pnp.data.entries import Entries, Entry, EntryReader, Found, Kind
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, is_lost, read_source
from cloudy_pnp.games.contract import Data, Game, Judged, Scenario
from cloudy_pnp.i18n import lint as i18n
from cloudy_pnp.i18n import words as wording
from cloudy_pnp.i18n.catalogue import LocalText, document_texts, entry_texts
from cloudy_pnp.rulebook import FOLDER
from cloudy_pnp.rulebook.figures import Documents, story_name, story_pictures
from cloudy_pnp.workspace import packs as packing
from cloudy_pnp.workspace.packs import Pack

_COMMON_KINDS = {"game": Kind("game", single=True), "glossary": Kind("glossary")}
_ENDINGS = (".yaml", ".yml")
SHEET_TEXTS = "sheet-texts"  # what is printed on sheets outside the cards; a pack may have words for it


@dataclass(frozen=True, slots=True)
class Verdict:
    """One document of a scenario file, and what the rules say about it."""

    source: SourceFile
    number: int  # of the document, from 0
    document: Any
    judged: Judged
    sound: bool  # by its schema


class Project:
    """The files of one game. Nothing is raised for bad data: findings are noted by file."""

    def __init__(self, root: Path, game: Game, packs: Sequence[Path] = ()) -> None:
        self.game = game
        self.root = root
        self.folder = root / "cards" / game.id
        if not self.folder.is_dir() and ((root / "cards").is_dir() or not packing.is_root(root)):
            raise UserError(f"there is no folder {files.shown(self.folder)}")
        self.kinds: Mapping[str, Kind] = {**_COMMON_KINDS, **game.kinds}
        self.endings = (*_ENDINGS, *(ending for kind in game.scenarios.values() for ending in kind.endings))
        self.reader = EntryReader(self.kinds, shipped_root() / "schema")
        self.pack_folders = list({folder.resolve(): folder for folder in packs}.values())
        self.packs: list[Pack] = []  # as they were read with the entries
        self.pack_files: list[SourceFile] = []
        self._base: Entries | None = None  # without packs
        self.sources: dict[str, SourceFile] = {}
        self.unreadable: list[str] = []
        self.data: Data = {}  # what the model is made of
        self._mark: str | None = None  # the fingerprint of that, when it has been asked for
        self._texts_need: tuple[list[str], list[i18n.Term]] | None = None
        self.found: dict[str, list[tuple[int, Finding]]] = {}  # by file: number of the document, finding

    def own_files(self) -> list[SourceFile]:
        """Every file in the game's folder."""
        return self.read(files.data_files(self.folder, self.endings), self.folder)

    def beside(self, pack: Path) -> Project:
        """The same game with a pack; what was read and found without it is not read and found again."""
        other = Project(self.root, self.game, [pack])
        other.sources, other.reader, other._base = self.sources, self.reader, self._base
        return other

    def read(self, paths: Iterable[Path], within: Path | None = None) -> list[SourceFile]:
        """Files, each read once; those that cannot be read are remembered in `unreadable`. `within`: the folder that
        links must not lead out of.
        """
        sources = []
        for path in paths:
            name = files.shown(path)
            link = files.link_problem(path, within) if within else None
            try:
                if link:
                    self.sources[name] = SourceFile(name, problems=[link], whole=False)
                elif name not in self.sources:
                    self.sources[name] = read_source(path, name)
                sources.append(self.sources[name])
            except UserError as error:
                self.unreadable.append(str(error))
        return sources

    def entries(self, own: list[SourceFile], outside: Sequence[SourceFile] = ()) -> Entries:
        """The game's entries, checked: its own files, completed by the shipped game, some kinds replaced; and packs."""
        if self._base is None:
            self._base = self._without_packs(own, outside)
        base = self._base
        self.packs = [self._read_pack(folder) for folder in self.pack_folders]
        entries, conflicts = packing.merged(base, self.packs) if self.packs else (base, [])
        self._note(conflicts)
        self._note(self._texts(entries))
        if self.packs:
            self._add_languages(entries)
            self._settle(base, entries)
        self._note(self.game.check(entries))
        return entries

    def _without_packs(self, own: list[SourceFile], outside: Sequence[SourceFile]) -> Entries:
        own, others = ([source for source in sources if not self.scenario(source)] for sources in (own, outside))
        shipped: list[SourceFile] = []
        if not any(self._is_game_file(source) for source in own):
            found = self.read(files.data_files(shipped_root() / "cards" / self.game.id, _ENDINGS))
            shipped = [source for source in found if not self.scenario(source)]
            own = shipped + own
        replaced = {self.reader.kind_of(source) for source in others}
        own = [source for source in own if self.reader.kind_of(source) not in replaced]
        entries = Entries()
        self._note(self.reader.read([*own, *others], entries))
        self._note(self._games(entries))
        if shipped and not others:
            self._settle_add_on(entries, {source.name for source in shipped})
        return entries

    def _read_pack(self, folder: Path) -> Pack:
        """A pack's own entries; what is wrong with them is noted."""
        if not (folder / packing.FILE).exists() and not (folder / packing.FILE).is_symlink():
            raise UserError(f"{files.shown(folder)} is no pack: it has no file {packing.FILE}")
        inside = files.data_files(folder, self.endings)
        sources = self.read((path for path in inside if path.parent != folder / packing.BOOK), folder)
        self.pack_files += sources
        reader = self.reader.with_kinds(packing.KINDS)
        entries, name = Entries(), files.shown(folder / packing.FILE)
        self._note(reader.read((source for source in sources if not self.scenario(source)), entries))
        source = self.sources.get(name) or SourceFile(name)
        told = bool(source.problems or self.found.get(name)) or name not in self.sources
        pack, findings = packing.described(folder, source, entries, self.game.id, told)
        self._note(findings)
        return pack

    def _add_languages(self, entries: Entries) -> None:
        """Texts of the languages that packs add, and what is missing of them."""
        known, _ = self._languages_and_terms(entries)
        added = wording.added_languages(self.packs)
        if not known or not any(pack.languages or pack.entries.of("words") for pack in self.packs):
            return
        from cloudy_pnp.export.sheets.catalogue import KINDS, load_catalogue  # only where there is a language to print

        reader = self.reader.with_kinds(KINDS)
        sheets = Entry(SourceFile(f"{SHEET_TEXTS}.yaml"), (SHEET_TEXTS,), load_catalogue(self.root).texts_data)
        entries.by_kind[SHEET_TEXTS] = [sheets]
        wrong: set[tuple[str, str]] = set()
        self._note(wording.add_words(entries, self.packs, reader.entry_schema, known[0], wrong))
        lacking = wording.missing_words(entries, self.packs, reader.entry_schema, self.game.composed, self.books)
        self._note((source, finding) for (kind, name), source, finding in lacking if (kind, name) not in wrong)
        self._note(wording.language_findings(self.packs, known, self.books))
        [game, *rest] = entries.of("game")
        languages = [*known, *(lang for lang in added if lang not in known)]
        entries.by_kind["game"] = [replace(game, data={**game.data, "languages": languages}), *rest]

    def _settle(self, base: Entries, entries: Entries) -> None:
        """Let the game draw its conclusions from what packs add."""
        self._settle_data(base.data(), entries, [pack.ids for pack in self.packs])

    def _settle_add_on(self, entries: Entries, shipped: Collection[str]) -> None:
        """The same for a folder that adds to the shipped game."""
        kinds = entries.by_kind.items()
        before = {kind: [entry.data for entry in found if entry.source.name in shipped] for kind, found in kinds}
        own = [entry for _, found in kinds for entry in found if entry.source.name not in shipped]
        self._settle_data(before, entries, [[str(entry.data["id"]) for entry in own if "id" in entry.data]])

    def _settle_data(self, before: Data, entries: Entries, added: Sequence[Sequence[str]]) -> None:
        data = self.game.settle(before, entries.data(), added)
        for kind, found in entries.by_kind.items():
            pairs = zip(found, data.get(kind, [entry.data for entry in found]), strict=True)
            entries.by_kind[kind] = [
                entry if entry.data is item else replace(entry, data=item) for entry, item in pairs
            ]

    def _is_game_file(self, source: SourceFile) -> bool:
        """By its key, or, when that cannot be read, by its name: a broken game.yaml still makes a game of its own."""
        return self.reader.kind_of(source) == "game" or Path(source.name).stem == "game"

    def _games(self, entries: Entries) -> Iterator[Found]:
        """A game is described once, under the name of its folder."""
        for number, entry in enumerate(entries.of("game")):
            if number:
                first = entries.of("game")[0].source.name
                message = f"the game is already described in {first}"
                yield entry.source, Finding("REF-DUPLICATE", entry.path, message, "delete one of the two", at_key=True)
            if entry.id != self.game.id:
                message = f"the id {quoted(entry.id)} is not the name of the game's folder"
                yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, f"write {self.game.id}")

    def model(self, entries: Entries, despite: tuple[str, ...] = ("I18N-",)) -> Any:
        """The game's model, made of the entries that no rule objects to, but for codes that begin with `despite`."""
        return self.later_model(entries, despite)()

    def later_model(self, entries: Entries, despite: tuple[str, ...] = ("I18N-",)) -> Callable[[], Any]:
        """The same, made when it is first asked for: most verdicts are remembered, and need no model."""
        broken = {
            (name, *finding.path[:2])
            for name, found in self.found.items()
            for _, finding in found
            if finding.severity is Severity.ERROR and not finding.code.startswith(despite)
        }
        self.data = {
            kind: [entry.data for entry in entries.of(kind) if (entry.source.name, *entry.path) not in broken]
            for kind in self.kinds
        }
        self._mark = None
        return cache(partial(self.game.build, self.data))

    def scenario(self, source: SourceFile) -> Scenario | None:
        """The kind of scenario that a file holds, by its name; None for card data."""
        return next((kind for kind in self.game.scenarios.values() if source.name.endswith(kind.endings)), None)

    def judge(self, source: SourceFile, scenario: Scenario, model: Any) -> Iterator[Verdict]:
        """Each document of a scenario file by its schema, then by the rules."""
        checker = Schema.load(shipped_root() / "schema", scenario.schema)
        noted = self.found.setdefault(source.name, [])
        if not source.documents:  # nothing could be read, or there is nothing
            empty = Finding("YAML-DOCUMENT", (), "the file holds no document", "start with the line game: …")
            noted += [] if source.problems else [(0, empty)]
            yield Verdict(source, 0, None, scenario.wrong([]), False)
        for number, document in enumerate(source.documents):
            findings = [] if is_lost(document) else checker.findings(document)
            sound = not findings and not is_lost(document)
            judged = scenario.judge(model, document) if sound else scenario.wrong(findings)
            noted += ((number, finding) for finding in judged.findings)
            yield Verdict(source, number, document, judged, sound)

    def problems(self, names: Iterable[str]) -> list[Problem]:
        """Everything that was found in some files, each at its line and column, in order."""
        problems: list[Problem] = []
        for name in names:
            source = self.sources[name]
            found = self.found.get(name, [])
            problems += source.problems + source.problems_at(found[: LIMITS.problems])
            if len(found) > LIMITS.problems:
                message = f"{len(found):,} problems; only the first {LIMITS.problems:,} are shown"
                problems.append(Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, "mend these first"))
        return sorted(problems, key=Problem.sort_key)

    def has_errors(self, names: Iterable[str] | None = None) -> bool:
        """Whether anything in some files, or in all that were read so far, is wrong; no line is looked up for that."""
        for name in self.sources if names is None else names:
            found = self.found.get(name, [])
            severities = [item.severity for item in self.sources[name].problems]
            severities += [finding.severity for _, finding in found]
            if len(found) > LIMITS.problems or Severity.ERROR in severities:
                return True
        return False

    def check_story(self, source: SourceFile, scenario: Scenario, entries: Entries, model: Callable[[], Any]) -> None:
        """Everything about a scenario file, its texts too; remembered as long as the file and the game are the same."""
        if self._mark is None:
            self._mark = fingerprint([self.game.id, self.data])
        made_from = [self._mark, scenario.schema, source.original, bool(source.problems)]
        story = partial(self._story_findings, source, scenario, entries, model)
        noted = self.found.setdefault(source.name, [])
        for finding in remembered("stories", made_from, Finding, story):
            number, *path = finding.path
            noted.append((int(number), replace(finding, path=tuple(path))))

    def _story_findings(
        self, source: SourceFile, scenario: Scenario, entries: Entries, model: Callable[[], Any]
    ) -> list[Finding]:
        """Paths start with the number of the document. A missing translation is only a note there."""
        languages, terms = self._languages_and_terms(entries)
        patterns = Schema.load(shipped_root() / "schema", scenario.schema).localized_paths
        noted = self.found[source.name]
        before = len(noted)
        for verdict in self.judge(source, scenario, model()):
            for pattern in patterns if verdict.sound and languages else ():
                for path, localised in i18n.texts_at(verdict.document, pattern):
                    for finding in i18n.text_findings(localised, languages, terms, missing=Severity.INFO):
                        noted.append((verdict.number, finding.under(*path)))
        findings = [finding.under(number) for number, finding in noted[before:]]
        del noted[before:]
        return findings

    def texts(self, sources: Sequence[SourceFile], entries: Entries) -> Iterator[LocalText]:
        """Every localised text of some files of the game's folder."""
        names = {source.name for source in sources}
        patterns = {kind: self.reader.entry_schema(kind).localized_paths for kind in self.kinds if entries.of(kind)}
        yield from (text for text in entry_texts(entries, patterns) if text.source.name in names)
        folder = files.shown(self.folder) + "/"
        for source in sources:
            if scenario := self.scenario(source):
                paths = Schema.load(shipped_root() / "schema", scenario.schema).localized_paths
                yield from document_texts(source, source.name.removeprefix(folder), paths)

    def check_stale(self, root: Path, sources: Sequence[SourceFile], entries: Entries) -> None:
        """I18N-STALE: translations in some files of the game's folder that were made from another source text."""
        from cloudy_pnp.i18n.accepted import read_accepted, stale_findings

        languages, _ = self._languages_and_terms(entries)
        accepted = read_accepted(root / FOLDER)
        for text in self.texts(sources, entries) if languages and accepted.texts else ():
            for finding in stale_findings(text, languages, accepted):
                self.found.setdefault(text.source.name, []).append((text.document, finding))

    def story_files(self, own: Sequence[SourceFile]) -> list[SourceFile]:
        """The game's scenario files, completed by the shipped ones: what the rulebook's figures are made from."""
        found = [source for source in own if self.scenario(source)]
        names = {Path(source.name).name for source in found}
        endings = tuple(ending for kind in self.game.scenarios.values() for ending in kind.endings)
        shipped = files.data_files(shipped_root() / "cards" / self.game.id, endings)
        return found + self.read(path for path in shipped if path.name not in names)

    def documents(self, stories: Sequence[SourceFile]) -> Documents:
        """The documents of scenario files, by the names that a rulebook calls them."""
        return {
            (story_name(source.name, kind), number): (command, document)
            for source in stories
            for command, kind in self.game.scenarios.items()
            if kind is self.scenario(source)
            for number, document in enumerate(source.documents, 1)
            if isinstance(document, Mapping)
        }

    @property
    def books(self) -> dict[str, Path]:
        """The packs' own templates of the rulebook, in the languages that they add."""
        added = wording.added_languages(self.packs)
        found = {lang: packing.rulebook_of(pack, lang) for lang, (pack, _) in added.items()}
        return {lang: path for lang, path in found.items() if path}

    def check_rulebook(
        self,
        root: Path,
        entries: Entries,
        documents: Documents,
        model: Callable[[], Any],
        edition: str | None = None,
        instead: Mapping[str, Path] = MappingProxyType({}),
    ) -> list[str]:
        """Everything about the rulebook's templates, some of them (by language) read from other files; returns the
        files that were judged.
        """
        from cloudy_pnp.i18n.accepted import read_accepted
        from cloudy_pnp.i18n.template import find_templates, read_template, template_folder

        known, terms = self._languages_and_terms(entries)
        more = {**self.books, **instead}
        languages = [*known, *(lang for lang in more if lang not in known)]
        templates = find_templates(root, languages) | {lang: read_template(path, lang) for lang, path in more.items()}
        make = self.game.handbook
        if languages[0] not in templates or make is None:
            return []
        data, accepted = self.data, read_accepted(template_folder(root))

        def judged() -> list[Problem]:
            from cloudy_pnp.rulebook.checks import Setting, rulebook_problems

            setting = Setting(
                game=self.game,
                languages=languages,
                terms=terms,
                handbook=lambda lang: make(data, lang, edition),
                stories=lambda lang: story_pictures(self.game, data, model(), documents, lang),
                accepted=accepted,
            )
            return rulebook_problems(setting, templates)

        texts = [[template.name, template.text] for template in templates.values()]
        figures = [[*name, *document] for name, document in documents.items()]
        judged_by = [self.game.id, data, figures, texts, accepted.sections, edition]
        problems = remembered("rulebook", judged_by, Problem, judged)
        for template in templates.values():
            stale = template.lang in self.books and "I18N-STALE"  # packs keep no record of what was accepted
            mine = [problem for problem in problems if problem.file == template.name and problem.code != stale]
            self.sources[template.name] = SourceFile(template.name, original=template.text, problems=mine)
        return [template.name for template in templates.values()]

    def try_out(self, entries: Entries, names: Collection[str]) -> None:
        """What playing shows about the cards of some files; a verdict is remembered as long as its data is the same."""
        trials = self.game.trials
        cards = [entry for entry in entries.of(trials.kind) if entry.source.name in names] if trials else []
        if not trials or not cards:
            return
        if len(cards) > LIMITS.tried:
            message = f"{len(cards)} {trials.kind} are too many to try out by playing"
            told = Finding(trials.code, cards[0].path, message, "check them file by file", Severity.INFO)
            self._note([(cards[0].source, told)])
            return
        model = self.later_model(entries, ("I18N-", "REF-"))  # a lone file may lack what others refer to
        begin = cache(lambda: trials.begin(model()))

        def run(card: str) -> list[Finding]:
            return begin()(card)

        fixed = fingerprint([self.game.id, *([entry.data for entry in entries.of(kind)] for kind in trials.depend_on)])
        for entry in cards:
            made_from = [fixed, entry.data]
            findings = remembered("trials", made_from, Finding, partial(run, entry.id))
            self._note((entry.source, finding.under(*entry.path)) for finding in findings)

    def _texts(self, entries: Entries) -> Iterator[Found]:
        """I18N: every localised text of the card data, and the words of the glossary.

        When the game itself cannot be read, its languages are not known, and nothing is said about texts.
        """
        languages, terms = self._languages_and_terms(entries)
        if not languages:
            return
        # Where a text lacks a language of a pack is told once the words are there.
        added = [lang for lang in wording.added_languages(self.packs) if lang not in languages]
        for kind in self.kinds:
            patterns = self.reader.entry_schema(kind).localized_paths if entries.of(kind) else ()
            for entry in entries.of(kind):
                for pattern in patterns:
                    for path, localised in i18n.texts_at(entry.data, pattern):
                        wanted = [*languages, *(lang for lang in added if lang in localised)]
                        for finding in i18n.text_findings(localised, wanted, terms):
                            yield entry.source, finding.under(*entry.path, *path)
                for lang in languages:
                    for key, why in wording.not_composed(kind, entry, lang, self.game.composed):
                        message, hint = f'there is no {key} in "{lang}"{why}', f"add {key}: {{{lang}: …}}"
                        yield entry.source, Finding("I18N-MISSING", entry.path, message, hint)
        for pack in self.packs:
            wanted = list(dict.fromkeys((*languages, *pack.languages)))
            for finding in i18n.text_findings(pack.data.get("name", {}), wanted, terms):
                if pack.data:
                    yield pack.source, finding.under("pack", "name")
        for entry in entries.of("glossary"):
            for finding in i18n.term_findings(entry.data, languages):
                yield entry.source, finding.under(*entry.path)

    def _languages_and_terms(self, entries: Entries) -> tuple[list[str], list[i18n.Term]]:
        """What texts are compared with, made once."""
        if self._texts_need is None:
            games = entries.of("game")
            languages = list(games[0].data["languages"]) if games else []
            glossary = [entry.data for entry in entries.of("glossary")] if languages else []
            self._texts_need = languages, i18n.terms_from_glossary(glossary, languages[0] if languages else "")
        return self._texts_need

    def _note(self, found: Iterable[Found]) -> None:
        for source, finding in found:
            self.found.setdefault(source.name, []).append((0, finding))
