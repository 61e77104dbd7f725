"""Load, check, judge scenarios: the library's public functions. No stage below knows the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cloudy_pnp import rulebook, sheets
from cloudy_pnp.data import entries as entry_data
from cloudy_pnp.data import files, i18n, schema, syntax, text, tree
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.games import find_game
from cloudy_pnp.problems import Finding, Problem, Severity, UserError, meant
from cloudy_pnp.project import Project, Verdict
from cloudy_pnp.rulebook import stories
from cloudy_pnp.shipped import shipped_root

if TYPE_CHECKING:
    from cloudy_pnp.build import Result
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.order import Order
    from cloudy_pnp.rulebook.po import Texts

CODES: dict[str, str] = {
    **text.CODES,
    **syntax.CODES,
    **tree.CODES,
    **schema.CODES,
    **entry_data.CODES,
    **files.CODES,
    **i18n.CODES,
    **rulebook.CODES,
}

# What only drawing finds: by `build` and `check --render`.
RENDER_CODES: dict[str, str] = {
    "FIT-1": "A text does not fit its box, even at the smallest size.",
    "GLYPH-1": "A font has no glyph for a character.",
    "GLYPH-2": "A text names an icon that there is not.",
    "PRINT-1": "Two colours that must be told apart come too close, in grey or for colour-blind eyes.",
    **sheets.CODES,
}

DEFAULT_GAME = "cloudy-kingdom"


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

    def count(self, severity: Severity) -> int:
        """How many problems are of a severity."""
        return sum(problem.severity is severity for problem in self.problems)

    @property
    def exit_code(self) -> int:
        """2 when a file could not be read, 1 when the data has errors, otherwise 0."""
        return 2 if self.unreadable else 1 if self.count(Severity.ERROR) else 0


class DataError(Exception):
    """The card data has errors, so that nothing can be made of it; `report` says which."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(f"the card data has {report.count(Severity.ERROR)} errors")


def find_root(start: Path) -> Path:
    """The folder with `cards/`, here or above; without one, the data shipped in the package."""
    for folder in (start, *start.parents):
        if (folder / "cards").is_dir():
            return folder
    return shipped_root()


def check(root: Path, game_id: str = DEFAULT_GAME, paths: Sequence[Path] = (), render: bool = False) -> Report:
    """Check a game's folder, or only some files of it or elsewhere, in the context of the game.

    A folder without game.yaml adds to the shipped game. A file outside the game's folder is judged as if it took the
    place of the game's own files of its kind. With `render` every card is drawn too, in every language, to see what
    does not fit; nothing is written.

    >>> check(shipped_root()).exit_code
    0
    """
    project = Project(root, find_game(game_id))
    asked = [*files.named_files(tuple(paths), project.endings)]
    own = project.own_files()
    outside = project.read(path for path in asked if not files.is_within(path, project.folder))
    names = {files.shown(path) for path in asked} if paths else {source.name for source in own}
    names &= set(project.sources)

    found = project.entries(own, outside)
    project.check_stale(root, [source for source in own if source.name in names], found)
    stories = [source for source in (*own, *outside) if source.name in names and project.scenario(source)]
    model = project.model(found) if stories else None
    for source in stories:
        if scenario := project.scenario(source):
            project.check_story(source, scenario, found, model)
    if not paths and project.game.handbook and rulebook.has_templates(root) and not project.has_errors(names):
        documents = project.documents(project.story_files(own))
        names |= set(project.check_rulebook(root, found, documents, model or project.model(found)))
    if render and not project.has_errors():
        from cloudy_pnp.make import drawn_findings  # drawing is slow to import

        languages = found.of("game")[0].data["languages"]
        note_drawn(project, found, drawn_findings(game_id, found.data(), languages))
    return _report(project, names, sum(found.cards.get(name, 0) for name in names))


def load(game_id: str = DEFAULT_GAME, root: Path | None = None) -> Any:
    """The model of a game (for Cloudy Kingdom a `Kingdom`). Raises DataError when its data has errors.

    >>> kingdom = load("cloudy-kingdom")
    >>> sum(card.count for card in kingdom.vines.values())
    54
    """
    return _load(Project(root or shipped_root(), find_game(game_id)))


def _load(project: Project) -> Any:
    own = project.own_files()
    found = project.entries(own)
    cards = [source.name for source in own if not project.scenario(source)]
    report = _report(project, cards, sum(found.cards.values()))
    if report.exit_code:
        raise DataError(report)
    return project.model(found)


@dataclass(frozen=True, slots=True)
class Story:
    """One document of a scenario file, judged, with its problems at their places."""

    verdict: Verdict
    problems: list[Problem]
    draw: Callable[[], Page | None]  # a picture of it; none of what is wrong as data


def judge(
    command: str, paths: Sequence[Path], root: Path | None = None, game_id: str = DEFAULT_GAME
) -> Iterator[Story]:
    """Judge every document of scenario files (`command`: "board" or "replay") by the rules of the game.

    A file that cannot be read raises UserError before anything is judged.
    """
    project = Project(root or shipped_root(), find_game(game_id))
    if command not in project.game.scenarios:
        raise UserError(f"{game_id} has no scenarios for {command}")
    scenario = project.game.scenarios[command]
    model = _load(project)
    sources = project.read(files.named_files(tuple(paths), scenario.endings))
    if project.unreadable:
        raise UserError(project.unreadable[0])
    for source in sources:
        verdicts = list(project.judge(source, scenario, model))
        by_document: dict[int, list[Problem]] = {}
        for problem in source.problems:
            by_document.setdefault(source.document_at(problem.line), []).append(problem)
        found = project.found[source.name]
        for (number, _), problem in zip(found, source.problems_at(found), strict=True):
            by_document.setdefault(number, []).append(problem)
        for verdict in verdicts:
            problems = sorted(by_document.get(verdict.number, []), key=Problem.sort_key)
            yield Story(verdict, problems, partial(scenario.draw, project.data, verdict.judged))


def build(
    root: Path,
    order: Order,
    game_id: str = DEFAULT_GAME,
    out: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Result, Report]:
    """Check a game, then bring its printable output up to date.

    Raises DataError when the card data has errors. Errors that only drawing finds (a text that does not fit) are in the
    report; then the last good output stays as it is.
    """
    from cloudy_pnp import build as builder  # drawing is slow to import, and a check does not need it

    project = Project(root, find_game(game_id))
    own = project.own_files()
    entries = project.entries(own)
    names = [source.name for source in own if not project.scenario(source)]
    report = _report(project, names, sum(entries.cards.values()))
    if report.exit_code:
        raise DataError(report)
    known = list(entries.of("game")[0].data["languages"])
    for lang in order.languages:
        if lang not in known:
            raise UserError(f'"{lang}" is no language of {game_id}; {meant(lang, known)}')
    order = replace(order, languages=order.languages or tuple(known))
    documents = _rulebook_figures(project, root, own, entries, order) if "rulebook" in order.only else {}
    folder = (out or root / "output") / game_id
    result = builder.build(root, game_id, entries.data(), folder, order, progress, documents)
    note_drawn(project, entries, result.findings)
    return result, _report(project, names, sum(entries.cards.values()))


def _rulebook_figures(
    project: Project, root: Path, own: list[SourceFile], entries: Entries, order: Order
) -> stories.Documents:
    """What the rulebook's figures are made from. Raises DataError when a scenario is not what it claims to be, or a
    template is wrong: a rulebook is never made of what is not true.
    """
    model, sources = project.model(entries), project.story_files(own)
    for source in sources:
        if scenario := project.scenario(source):
            project.check_story(source, scenario, entries, model)
    names = [source.name for source in sources]
    documents = project.documents(sources)
    if not project.has_errors(names):
        names += project.check_rulebook(root, entries, documents, model, order.edition)
    report = _report(project, names, sum(entries.cards.values()))
    if report.exit_code:
        raise DataError(report)
    return documents


def translations(root: Path, game_id: str = DEFAULT_GAME) -> Texts:
    """Everything in a game's own files that can be translated, with the state of its translations.

    >>> sorted(translations(shipped_root()).templates)
    ['de', 'en', 'fr', 'hu']
    """
    from cloudy_pnp.rulebook.accepted import read_accepted
    from cloudy_pnp.rulebook.po import Texts
    from cloudy_pnp.rulebook.template import find_templates

    project = Project(root, find_game(game_id))
    own = project.own_files()
    entries = project.entries(own)
    if not entries.of("game"):
        names = [source.name for source in own if not project.scenario(source)]
        raise DataError(_report(project, names, sum(entries.cards.values())))
    languages = list(entries.of("game")[0].data["languages"])
    templates = find_templates(root, languages) if rulebook.has_templates(root) else {}
    return Texts(languages, tuple(project.texts(own, entries)), templates, read_accepted(root / rulebook.FOLDER))


def note_drawn(project: Project, entries: Entries, findings: Iterable[tuple[str, str, Finding]]) -> None:
    """Note what drawing found (language, card id, finding) at the place where the card is written."""
    cards = {entry.id: entry for kind in project.kinds for entry in entries.of(kind) if "id" in entry.data}
    somewhere = entries.of("style") or entries.of("game")
    seen = set()
    for lang, card, finding in findings:
        entry = cards.get(card, somewhere[0])
        told = replace(finding, message=f"{lang}: {finding.message}").under(*entry.path)
        if (entry.source.name, told) not in seen:
            seen.add((entry.source.name, told))
            project.found.setdefault(entry.source.name, []).append((0, told))


def _report(project: Project, names: Sequence[str] | set[str], cards: int) -> Report:
    return Report(
        project.problems(names),
        {name: project.sources[name] for name in sorted(names)},
        cards,
        {**CODES, **RENDER_CODES, **project.game.codes},
        project.unreadable,
    )
