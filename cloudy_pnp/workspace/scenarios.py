"""Scenario files of a game: each document is checked by its schema, by the rules, and by the linter of languages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import budget, fingerprint, progress
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Finding, Problem, Severity, UserError, value_at
from cloudy_pnp.data.entries import Entry, SourceFinding
from cloudy_pnp.data.files import LIMITS, display_path
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, is_lost
from cloudy_pnp.data.text import LOST
from cloudy_pnp.game.contract import Evaluation, Scenario
from cloudy_pnp.i18n import lint
from cloudy_pnp.i18n.template import ENDING, find_templates, read_template
from cloudy_pnp.rulebook.book import Documents, figure_name, figure_pictures
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.loaded import Loaded, Sound, sound_part
from cloudy_pnp.workspace.report import Part, broken_ids, has_errors

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page

FIGURES = "figures"  # how the names of their texts start in .po files and in the words of packs


class Verdict(Struct, frozen=True):
    """One document of a scenario file, and what the rules say about it."""

    source: SourceFile
    number: int | None  # of the document, from 0; None: only findings of the file, in no document
    document: Any
    evaluation: Evaluation
    sound: bool  # by its schema
    findings: Sequence[Finding]


def judge(home: Home, source: SourceFile, scenario: Scenario[Any], model: Any) -> Iterator[Verdict]:
    """Evaluate each document of a scenario file by its schema, then by the rules."""
    schema = Schema.load(home.schemas, scenario.schema)
    unread = {source.document_at(problem.line) for problem in source.problems if problem.severity is Severity.ERROR}
    for number, document in enumerate(source.documents):
        budget.tick()
        wrong = [] if is_lost(document) else schema.findings(document)
        sound = not wrong and number not in unread and not is_lost(document)
        wrong = [finding for finding in wrong if LOST not in finding.message]
        evaluation = scenario.judge.load()(model, document) if sound else scenario.invalid.load()(wrong)
        findings = [replace(finding, document=number) for finding in evaluation.findings]
        yield Verdict(source, number, document, evaluation, sound, findings)
    if not source.documents:
        empty = Finding("YAML-DOCUMENT", (), "the file holds no document", "start with the line game: …")
        findings = [empty] if source.whole else []
        yield Verdict(source, None, None, scenario.invalid.load()([]), False, findings)


class JudgedDocument(Struct, frozen=True):
    """One document of a scenario file, evaluated, with its problems at their places."""

    verdict: Verdict
    problems: list[Problem]
    draw: Callable[[], Page | None]  # a picture of it; none of invalid data
    source: str  # the language that others are translated from

    @property
    def title(self) -> str:
        """Its title in the source language; empty when it has none."""
        return str(value_at(self.verdict.document, ("title", self.source), ""))


def scenario_of(home: Home, command: str) -> Scenario[Any]:
    """Return the kind of scenario that a command evaluates."""
    if command not in home.game.scenarios:
        raise UserError(f"{home.game.id} has no scenarios for {command}")
    return home.game.scenarios[command]


def evaluate(
    loaded: Loaded, scenario: Scenario[Any], name: str, documents: Iterable[SourceFile]
) -> Iterator[JudgedDocument]:
    """Evaluate the documents of one scenario file by the rules of a valid game."""
    valid, lang = sound_part(loaded), loaded.languages[0]
    number, source = 0, None
    for source in documents:
        if run := budget.current():
            run.reported.clear()  # every document that exceeds a limit says so
        for verdict in judge(loaded.home, source, scenario, valid.model):
            problems = sorted(source.all_problems(verdict.findings), key=Problem.sort_key)
            draw = partial(scenario.picture, valid.data, verdict.evaluation, lang)
            if verdict.number is not None:
                verdict, number = replace(verdict, number=number), number + 1
            yield JudgedDocument(verdict, problems, draw, lang)
    if source is None:
        yield from evaluate(loaded, scenario, name, [SourceFile(name)])


def scenario_findings(loaded: Loaded, sound: Sound, sources: Sequence[SourceFile]) -> Iterator[SourceFinding]:
    """Return all findings of some scenario files and their texts; cached as long as file and game are the same.

    Findings of the rules in a document that names an invalid entry are left out: the entry itself is reported.
    """
    broken = broken_ids(loaded.entries, loaded.findings)
    for source in sources:
        if scenario := loaded.home.scenario_of(source.name):
            made_from = [loaded.home.mark, sound.mark, scenario.schema, source.original, bool(source.problems)]
            findings = partial(_findings, loaded, sound, source, scenario, broken)
            made_from += [sorted(broken)] if broken else []
            yield from ((source, finding) for finding in cached("scenarios", made_from, Finding, findings))


def _names(value: Any, ids: Collection[str]) -> bool:
    """Check whether a document names one of some ids, as a value or as a key."""
    if isinstance(value, Mapping):
        return any(_names(key, ids) or _names(item, ids) for key, item in value.items())
    return any(_names(item, ids) for item in value) if isinstance(value, list) else str(value) in ids


def _findings(
    loaded: Loaded, sound: Sound, source: SourceFile, scenario: Scenario[Any], broken: Collection[str]
) -> list[Finding]:
    """Return the findings of one file."""
    languages, terms = loaded.own_languages, loaded.terms
    schema = Schema.load(loaded.home.schemas, scenario.schema)
    patterns = schema.localized_paths
    findings: list[Finding] = []
    for verdict in judge(loaded.home, source, scenario, sound.model):
        if not (verdict.sound and broken and _names(verdict.document, broken)):
            findings += verdict.findings
        if verdict.number is not None and verdict.sound and not verdict.findings:
            findings += _expects_nothing(schema, verdict.document, verdict.number)
        for pattern in patterns if verdict.sound and languages else ():
            for path, localised in lint.texts_at(verdict.document, pattern):
                with loaded.speaking():
                    found = list(lint.text_findings(localised, languages, terms))
                findings += (replace(finding, document=verdict.number).under(*path) for finding in found)
    return findings


def _expects_nothing(schema: Schema, document: Mapping[str, Any], number: int) -> Iterator[Finding]:
    """DATA-EXPECT: warn about a position without claims; the turns of a record are checked anyway."""
    if "expect" in schema.bundled["properties"] and not {"expect", "turns"} & document.keys():
        hint = "add what the rules say about it, such as expect: {legal: true}"
        message = "the scenario expects nothing: no change of rules or cards would be noticed"
        yield Finding("DATA-EXPECT", (), message, hint, Severity.WARNING, document=number)


def figure_files(loaded: Loaded) -> list[SourceFile]:
    """Return the game's scenario files, completed by the shipped ones: the sources of the rulebook's figures."""
    home, files = loaded.home, loaded.files
    own = [source for source in loaded.own if home.scenario_of(source.name)]
    names = {Path(source.name).name for source in own}
    shipped = files.list(home.shipped_cards, home.scenario_endings) if home.scenario_endings else []
    return own + files.read(path for path in shipped if path.name not in names)


def figure_documents(loaded: Loaded, sources: Sequence[SourceFile]) -> Documents:
    """Return the documents of scenario files, by their names in a rulebook, with the words that packs add to them."""
    home = loaded.home
    added = {name: words for pack in loaded.packs for name, words in pack.book_words.items()}
    return {
        (name, number): (command, _with_words(document, f"{FIGURES}/{name}/{number}", added))
        for source in sources
        for command, kind in home.game.scenarios.items()
        if kind is home.scenario_of(source.name)
        for name in [figure_name(source.name, kind)]
        for number, document in enumerate(source.documents, 1)
        if isinstance(document, Mapping)
    }


def _with_words(document: Mapping[str, Any], name: str, added: Mapping[str, Mapping[str, str]]) -> Mapping[str, Any]:
    new = {key: {**text, **added.get(f"{name}/{key}", {})} for key, text in document.items() if isinstance(text, dict)}
    return {**document, **new} if added else document


def trial_findings(loaded: Loaded, names: Collection[str]) -> Iterator[SourceFinding]:
    """Test-play the cards of some files and report the findings.

    A verdict is cached as long as its data, without texts, is the same.
    """
    trials = loaded.game.data.trials
    if trials is None:
        return
    cards = [entry for entry in loaded.entries.of(trials.kind) if entry.source.name in names]
    if len(cards) > LIMITS.trials:
        message = f"{len(cards)} {trials.kind} are too many to test-play"
        hint = "check them file by file"
        yield cards[0].source, Finding("YAML-LIMIT", cards[0].path, message, hint, Severity.WARNING)
        return
    sound = sound_part(loaded, ("I18N-", "REF-"))  # a lone file may lack what others refer to
    begin = cache(lambda: trials.begin.load()(sound.model))

    def played(kind: str, entries: Sequence[Entry]) -> list[object]:
        texts = loaded.reader.entry_schema(kind).localized_paths if entries else ()
        return [reduce(_without, texts, entry.data) for entry in entries]

    kinds = [played(kind, loaded.entries.of(kind)) for kind in trials.depend_on]
    fixed = fingerprint.of_data([loaded.home.mark, loaded.game.id, *kinds]) if cards else ""

    def run(card: str) -> list[Finding]:
        if not budget.left("trials"):
            raise _NothingLeft
        return begin()(card)

    for number, (entry, known) in enumerate(zip(cards, played(trials.kind, cards), strict=True)):
        progress.at(f"test-playing the {trials.kind}", number, len(cards))
        try:
            findings = cached("trials", [fixed, known], Finding, partial(run, entry.id))
        except _NothingLeft:
            message = f"{len(cards) - number} {trials.kind} were not test-played: {budget.over('trials')}"
            hint, severity = budget.raising("trials"), Severity.WARNING
            yield entry.source, Finding("YAML-LIMIT", entry.path, message, hint, severity, limit="trials")
            return
        for finding in findings:
            yield entry.source, finding.under(*entry.path)


def _without(value: Any, path: Sequence[str]) -> Any:
    """Return data without the value at a path, in which `*` is any index or key."""
    if not path:
        return None
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {key: _without(item, rest) if step in ("*", key) else item for key, item in value.items()}
    return [_without(item, rest) for item in value] if isinstance(value, list) and step == "*" else value


class _NothingLeft(Exception):
    """The run's budget for trials is spent."""


class BookSources(Struct, frozen=True):
    """The context of a rulebook's check: the figures' documents, the game's options, and templates under test."""

    documents: Documents
    options: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[str, Path] = field(default_factory=dict)  # in the place of those of their language


def _without_source(folder: Path, source: str) -> list[SourceFile]:
    """I18N-SECTION: there are translations, but nothing that they could be compared with."""
    first = next(iter(sorted(folder.glob(f"*{ENDING}"))), None)
    if first is None:
        return []
    message = f'there is no rulebook in "{source}", the language that the others are translated from'
    finding = Finding("I18N-SECTION", (), message, f"add {source}{ENDING}")
    return [SourceFile.unread(finding.at(display_path(first), 1, 1))]


def theme_errors(loaded: Loaded) -> list[str]:
    """Report errors in the colours, fixed words, style and layout of the rulebook, where the root has its own."""
    from cloudy_pnp.rulebook.theme import THEME_FILES, load_theme

    home = loaded.home
    if not any((folder / name).exists() for folder in home.book_styles for name in THEME_FILES if home.owns(folder)):
        return []
    errors: dict[str, None] = {}
    for lang in loaded.own_languages:
        try:
            load_theme(home.book_styles, lang)
        except UserError as error:
            errors[str(error)] = None
    return list(errors)


def book_files(loaded: Loaded, sound: Sound, sources: BookSources) -> list[SourceFile]:
    """Return the checked templates, each with its problems."""
    book = loaded.game.book
    wanted = loaded.needed_languages
    known = [lang for lang in loaded.own_languages if lang in wanted]
    more = {**{lang: path for lang, path in loaded.books.items() if lang in wanted}, **sources.instead}
    languages = [*known, *(lang for lang in more if lang not in known)]
    unsaved = loaded.files.unsaved
    templates = find_templates(loaded.home.book, languages, unsaved)
    templates |= {lang: read_template(path, lang, unsaved) for lang, path in more.items()}
    if book is None or not languages:
        return []
    if languages[0] not in templates:
        return _without_source(loaded.home.book, languages[0])
    accepted = loaded.accepted

    def check() -> list[Problem]:
        from cloudy_pnp.rulebook.checks import BookSetting, rulebook_problems

        setting = BookSetting(
            game=loaded.game,
            languages=languages,
            terms=loaded.terms,
            context=lambda lang: book.texts(sound.data, lang, sources.options),
            figures=lambda lang: figure_pictures(loaded.game, sound.data, sound.model, sources.documents, lang),
            accepted=accepted,
        )
        with loaded.speaking():
            return rulebook_problems(setting, templates)

    texts = [[template.name, template.text] for template in templates.values()]
    figures = [[*name, *document] for name, document in sources.documents.items()]
    written = [texts, accepted.sections, languages]
    made_from = [loaded.home.mark, loaded.game.id, sound.data, figures, written, sources.options]
    problems = cached("rulebook", made_from, Problem, check)
    files = []
    for template in templates.values():
        mine = [problem for problem in problems if problem.file == template.name]
        files.append(SourceFile(template.name, original=template.text, problems=mine))
    return files


def check_figures(loaded: Loaded, options: Mapping[str, str]) -> tuple[Documents, Part]:
    """Return the documents that the rulebook's figures are made from, and what is wrong with them or the templates."""
    if loaded.game.book is None:
        return {}, Part()
    valid, sources = sound_part(loaded), figure_files(loaded)
    found = scenario_findings(loaded, valid, sources)
    findings = tuple((source, finding) for source, finding in found if loaded.concerns(source, finding))
    documents = figure_documents(loaded, sources)
    if not has_errors(sources, findings):
        sources = sources + book_files(loaded, valid, BookSources(documents, options))
    return documents, Part(tuple(sources), findings, loaded.entries.cards, tuple(loaded.files.unreadable))
