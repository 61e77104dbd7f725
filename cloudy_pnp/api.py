"""Load, check, judge scenarios: the library's public functions. No stage below knows the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cloudy_pnp import rulebook
from cloudy_pnp.core.problems import Problem, Severity, UserError, meant
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import entries as entry_data
from cloudy_pnp.data import files, schema, syntax, text, tree
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.source import SourceFile, read_source
from cloudy_pnp.export import sheets
from cloudy_pnp.games import find_game
from cloudy_pnp.i18n import lint as i18n
from cloudy_pnp.i18n.catalogue import LocalText, document_texts
from cloudy_pnp.rulebook import figures as stories
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace import packs as packing
from cloudy_pnp.workspace.project import Project, Verdict

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.export.plan import Result
    from cloudy_pnp.export.request import Order
    from cloudy_pnp.i18n.po import Texts

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
    """The folder with `cards/`, or with packs, here or above; without one, the data shipped in the package."""
    return next((folder for folder in (start, *start.parents) if packing.is_root(folder)), shipped_root())


def check(
    root: Path,
    game_id: str = DEFAULT_GAME,
    paths: Sequence[Path] = (),
    render: bool = False,
    packs: Sequence[Path] = (),
) -> Report:
    """Check a game's folder, or only some files of it or elsewhere, in the context of the game.

    A folder without game.yaml adds to the shipped game. A file outside the game's folder is judged as if it took the
    place of the game's own files of its kind; one that lies in a pack, as a part of that pack. `packs` (folders) are
    checked together with the game; without any, each pack under `packs/` is checked alone. With `render` every card is
    drawn too, in every language, to see what does not fit; nothing is written.

    >>> check(shipped_root()).exit_code
    0
    """
    game = find_game(game_id)
    if paths:
        return _joined(checking.check_files(root, game, paths, packs, render))
    return _joined(checking.check_whole(Project(root, game, packs), render))


def _joined(parts: Iterable[checking.Part]) -> Report:
    """One report on files that were judged in several contexts; what two contexts say alike is said once."""
    cards: dict[str, int] = {}
    problems: dict[Problem, None] = {}
    sources: dict[str, SourceFile] = {}
    codes: dict[str, str] = {}
    unreadable: dict[str, None] = {}
    for part in parts:
        report = _report(part.project, part.names, 0)
        problems |= dict.fromkeys(report.problems)
        sources |= report.sources
        codes |= report.codes
        unreadable |= dict.fromkeys(report.unreadable)
        cards |= {name: number for name, number in part.cards.items() if name in part.names}
    in_order = sorted(problems, key=Problem.sort_key)
    return Report(in_order, dict(sorted(sources.items())), sum(cards.values()), codes, list(unreadable))


def load(
    game_id: str = DEFAULT_GAME,
    root: Path | None = None,
    packs: Sequence[Path] = (),
    replaced: Sequence[Path] = (),
    tolerated: Collection[str] = (),
) -> Any:
    """The model of a game (for Cloudy Kingdom a `Kingdom`), with packs. Raises DataError when its data has errors.

    `replaced`: files that take the place of the game's own of their kind. `tolerated`: codes that are no hindrance.

    >>> kingdom = load("cloudy-kingdom")
    >>> sum(card.count for card in kingdom.vines.values())
    54
    """
    project = Project(root or shipped_root(), find_game(game_id), packs)
    return project.model(_sound(project, replaced, tolerated)[1])


def _sound(
    project: Project, replaced: Sequence[Path] = (), tolerated: Collection[str] = ()
) -> tuple[list[SourceFile], Entries, Report]:
    """The game's own files, its entries, and the report on them. Raises DataError when there are errors."""
    own, outside = project.own_files(), project.read(replaced)
    if replaced and project.unreadable:
        raise UserError(project.unreadable[0])
    entries = project.entries(own, outside)
    for found in project.found.values():
        found[:] = [pair for pair in found if pair[1].code not in tolerated]
    report = _card_report(project, [*own, *outside], entries)
    if report.exit_code:
        raise DataError(report)
    return own, entries, report


def _card_report(project: Project, own: Sequence[SourceFile], entries: Entries) -> Report:
    """What is wrong with card data, packs' too; and what a pack has broken in a file of the game."""
    names = [source.name for source in (*own, *project.pack_files) if not project.scenario(source)]
    if project.packs:
        names += [name for name in project.found if name not in names and project.has_errors([name])]
    return _report(project, names, sum(entries.cards.values()))


@dataclass(frozen=True, slots=True)
class Story:
    """One document of a scenario file, judged, with its problems at their places."""

    verdict: Verdict
    problems: list[Problem]
    draw: Callable[[], Page | None]  # a picture of it; none of what is wrong as data
    source: str  # the language that others are translated from

    @property
    def title(self) -> str:
        """Its title in the source language; empty when it has none."""
        title = self.verdict.document.get("title") if isinstance(self.verdict.document, dict) else None
        return str(title.get(self.source, "")) if isinstance(title, dict) else ""


def judge(
    command: str,
    paths: Sequence[Path],
    root: Path | None = None,
    game_id: str = DEFAULT_GAME,
    packs: Sequence[Path] = (),
) -> Iterator[Story]:
    """Judge every document of scenario files (`command`: "board" or "replay") by the rules of the game.

    A file that cannot be read raises UserError before anything is judged.
    """
    project = Project(root or shipped_root(), find_game(game_id), packs)
    if command not in project.game.scenarios:
        raise UserError(f"{game_id} has no scenarios for {command}")
    scenario = project.game.scenarios[command]
    entries = _sound(project)[1]
    model, source_language = project.model(entries), entries.of("game")[0].data["languages"][0]
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
            draw = partial(scenario.draw, project.data, verdict.judged)
            yield Story(verdict, problems, draw, source_language)


def build(
    root: Path,
    order: Order,
    game_id: str = DEFAULT_GAME,
    out: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    packs: Sequence[Path] = (),
    merged: bool = False,
) -> tuple[Result, Report]:
    """Check a game, then bring its printable output up to date: all of it, only what `packs` add or override, or
    (`merged`) the game with them. What has to do with packs goes into folders of their own.

    Raises DataError when the card data has errors. Errors that only drawing finds (a text that does not fit) are in the
    report; then the last good output stays as it is.
    """
    from cloudy_pnp.export import plan as builder  # drawing is slow to import, and a check does not need it

    project = Project(root, find_game(game_id), packs)
    own, entries, _ = _sound(project)
    known = list(entries.of("game")[0].data["languages"])
    for lang in order.languages:
        if lang not in known:
            raise UserError(f'"{lang}" is no language of {game_id}; {meant(lang, known)}')
    order = replace(order, languages=order.languages or tuple(known))
    folder = (out or root / "output") / game_id
    if packs:
        order = order if merged else _only_packs(project, order)
        folder = folder / ("merged" if merged else "packs") / "+".join(pack.id for pack in project.packs)
    documents = _rulebook_figures(project, root, own, entries, order) if "rulebook" in order.only else {}
    result = builder.build(root, game_id, entries.data(), folder, order, progress, documents, project.books)
    checking.note_drawn(project, entries, result.findings)
    return result, _card_report(project, own, entries)


def _only_packs(project: Project, order: Order) -> Order:
    """Print what packs add or override, and nothing else; the rulebook is the game's."""
    kinds = tuple(kind for kind in order.only if kind != "rulebook")
    cards = tuple(card for pack in project.packs for card in pack.ids)
    if not kinds:
        raise UserError("a pack has no rulebook of its own: print the game with the pack (--merged)")
    if not cards:
        raise UserError("the pack adds no cards: print the game with the pack (--merged)")
    return replace(order, only=kinds, showing=cards)


def _rulebook_figures(
    project: Project, root: Path, own: list[SourceFile], entries: Entries, order: Order
) -> stories.Documents:
    """What the rulebook's figures are made from. Raises DataError when a scenario is not what it claims to be, or a
    template is wrong: a rulebook is never made of what is not true.
    """
    model, sources = project.later_model(entries), project.story_files(own)
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
    from cloudy_pnp.i18n.accepted import read_accepted
    from cloudy_pnp.i18n.po import Texts
    from cloudy_pnp.i18n.template import find_templates

    project = Project(root, find_game(game_id))
    own = project.own_files()
    entries = project.entries(own)
    if not entries.of("game"):
        names = [source.name for source in own if not project.scenario(source)]
        raise DataError(_report(project, names, sum(entries.cards.values())))
    languages = list(entries.of("game")[0].data["languages"])
    templates = find_templates(root, languages) if rulebook.has_templates(root) else {}
    data = [*project.texts(own, entries), *_template_texts(root)]
    return Texts(languages, tuple(data), templates, read_accepted(root / rulebook.FOLDER))


def _template_texts(root: Path) -> Iterator[LocalText]:
    """What is printed beside cards and rules, where a root has files of its own for it."""
    patterns = {"templates/sheets/texts.yaml": ("sheet-texts", "*"), "templates/rulebook/words.yaml": ("*",)}
    for name, pattern in patterns.items():
        path = root / name
        if path.is_file():
            yield from document_texts(read_source(path, files.shown(path)), name, [pattern])


def _report(project: Project, names: Sequence[str] | set[str], cards: int) -> Report:
    return Report(
        project.problems(names),
        {name: project.sources[name] for name in sorted(names)},
        cards,
        {**CODES, **RENDER_CODES, **project.game.codes},
        project.unreadable,
    )
