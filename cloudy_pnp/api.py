"""Load, check, judge, build: the library's public functions. No stage below knows the command line or the web.

Each function is a walk through the stages: a home (where things lie) → a loaded game → findings → a report, or
components → artifacts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cloudy_pnp import rulebook
from cloudy_pnp.core import budget, fingerprint, progress
from cloudy_pnp.core.cache import remember, remembered
from cloudy_pnp.core.problems import Problem, Severity, UserError, meant
from cloudy_pnp.data import entries as entry_data
from cloudy_pnp.data import files, plausible, schema, syntax, text, tree
from cloudy_pnp.data.source import SourceFile, parse_source, read_source
from cloudy_pnp.data.tables import grid as tables
from cloudy_pnp.games.contract import Game, Scenario
from cloudy_pnp.i18n import lint, wording
from cloudy_pnp.i18n.accepted import read_accepted
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace import studio_words
from cloudy_pnp.workspace.books import BookSources, book_files
from cloudy_pnp.workspace.config import heard, read_config
from cloudy_pnp.workspace.files import NOTHING_UNSAVED, Files
from cloudy_pnp.workspace.findings import has_errors
from cloudy_pnp.workspace.home import Home, home_at, home_of, homes_in, pack_of
from cloudy_pnp.workspace.home import find_root as find_root
from cloudy_pnp.workspace.load import Loaded, load_base, sound_part, with_packs
from cloudy_pnp.workspace.load import load as load_game
from cloudy_pnp.workspace.report import DataError as DataError
from cloudy_pnp.workspace.report import Part, by_cause, combined, joined
from cloudy_pnp.workspace.report import Report as Report
from cloudy_pnp.workspace.scenarios import Verdict, figure_documents, figure_files, scenario_findings
from cloudy_pnp.workspace.scenarios import judge as judge_file
from cloudy_pnp.workspace.translations import shared_texts, texts_of

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.export.plan import BuildResult
    from cloudy_pnp.export.request import BuildRequest
    from cloudy_pnp.i18n.po import Imported, Texts
    from cloudy_pnp.rulebook.figures import Documents

CODES: dict[str, str] = {
    **text.CODES,
    **syntax.CODES,
    **tree.CODES,
    **schema.CODES,
    **entry_data.CODES,
    **plausible.CODES,
    **files.CODES,
    **tables.CODES,
    **lint.CODES,
    **wording.CODES,
    **rulebook.CODES,
    **studio_words.CODES,
}


class _Codes(Mapping[str, str]):
    """The codes of games, gathered on demand: most checks find nothing, and drawing is slow to import."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        self._games = games

    @cached_property
    def _all(self) -> Mapping[str, str]:
        from cloudy_pnp.export import services, sheets
        from cloudy_pnp.layouts import check as layout_check
        from cloudy_pnp.layouts import pictures
        from cloudy_pnp.workspace import art, print_checks

        layouts = {**layout_check.CODES, **pictures.CODES, **art.CODES}
        own = {code: sentence for game in self._games for code, sentence in game.data.codes.items()}
        return {**CODES, **print_checks.CODES, **sheets.CODES, **services.CODES, **layouts, **own}

    def __getitem__(self, code: str) -> str:
        return self._all[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


def codes_of(*games: Game[Any]) -> Mapping[str, str]:
    """Every code that a problem of these games may have, with one sentence."""
    return _Codes(games)


def check(
    root: Path,
    game_id: str | None = None,
    paths: Sequence[Path] = (),
    render: bool = False,
    packs: Sequence[Path] = (),
    unsaved: Mapping[Path, str] = NOTHING_UNSAVED,
    listener: progress.Listener | None = None,
) -> Report:
    """Check every game of a root, or the one asked for; or only some files, each in the context of its game.

    A folder without game.yaml adds to the shipped game. A file outside the game's folder is judged as if it took the
    place of the game's own files of its kind; one that lies in a pack, as a part of that pack. `packs` (folders) are
    checked together with the game; without any, each pack under `packs/` is checked alone, with the game it is for.
    With `render` every card is drawn too, in every language, to see what does not fit; nothing is written. `unsaved`
    texts are judged in place of what is on disk, or as if they were there. `listener` is told how far it is.

    >>> from cloudy_pnp.core.shipped import shipped_root
    >>> check(shipped_root(), "cloudy-kingdom").exit_code
    0
    """
    with budget.run() as run, progress.told_to(listener):
        by_game = _files_by_game(root, game_id, paths, unsaved) if paths else []
        homes = [home for home, _ in by_game] if paths else homes_of(root, game_id, packs)
        codes = codes_of(*(home.game for home in homes))
        reports: list[Report] = []
        for home, some in by_game or [(home, []) for home in homes]:
            if paths:
                parts = checking.check_files(home, some, packs, render, Files(unsaved))
            else:
                parts = checking.check_whole(home, packs, render, Files(unsaved), unnamed_packs=home is homes[0])
            judged, whole = _within_limits(home, parts)
            if not paths:
                judged += _sheet_files(home)
            report = replace(joined(judged, codes), games=(home.game.id,))
            reports.append(report if paths else by_cause(report, home.is_scenario))
            if not whole:
                break
        report = combined(reports, codes)
        # A limit may have been passed in a file that nobody asked about; it is told nevertheless.
        untold = [
            name for name in sorted(run.told) if not any(budget.over(name) in each.message for each in report.problems)
        ]
        rest = joined([_not_judged(homes[0], name) for name in untold], codes)
        return combined([report, rest], codes) if untold else report


def homes_of(root: Path, game_id: str | None = None, packs: Sequence[Path] = ()) -> list[Home]:
    """Return the homes of the games that a check is about: the one asked for, or all of the root.

    Packs that are asked for are checked with one game.
    """
    return [home_of(game_id, root)] if game_id is not None or packs else homes_in(root)


def _files_by_game(
    root: Path, game_id: str | None, paths: Sequence[Path], unsaved: Mapping[Path, str]
) -> list[tuple[Home, list[Path]]]:
    """Group files, and the files in folders, by the game that they belong to."""
    endings = dict.fromkeys(ending for home in homes_of(root, game_id) for ending in home.endings)
    there = tuple(path for path in paths if path not in unsaved)
    named = [*files.named_files(there, (*endings, TEMPLATE)), *(path for path in paths if path in unsaved)]
    by_folder: dict[Path, Home] = {}
    found: dict[str, tuple[Home, list[Path]]] = {}
    for path in named:
        if path.parent not in by_folder:
            by_folder[path.parent] = home_of(game_id, root) if game_id is not None else home_at(path, root)
        home = by_folder[path.parent]
        found.setdefault(home.game.id, (home, []))[1].append(path)
    return list(found.values())


def _sheet_files(home: Home) -> list[Part]:
    """The root's own sheets, papers, formats and print services, with what is wrong with them."""
    folder = home.root / "templates"
    if not any(any(folder.glob(pattern)) for pattern in ("sheets/*", "services/*", "*.y*ml")):
        return []
    made_from = _sheet_mark(home)
    if made_from and remembered("sheets", made_from, Problem) == []:
        return []
    from cloudy_pnp.export.services.catalogue import load_services
    from cloudy_pnp.export.sheets.catalogue import load_catalogue

    by_file: dict[str, list[Problem]] = {}
    folders = home.template_folders
    for problem in (*load_catalogue(folders).problems, *load_services(folders).problems):
        by_file.setdefault(problem.file, []).append(problem)
    if made_from and not by_file:
        remember("sheets", made_from, list[Problem]())
    sources = [SourceFile(name, _original(Path(name)), problems=found) for name, found in by_file.items()]
    return [Part(tuple(sources), (), {})]


def _sheet_mark(home: Home) -> str:
    """Return the fingerprint of these files; empty where they cannot be read."""
    patterns = ("sheets/*", "services/*", "*.y*ml")
    try:
        inside = {folder: [file for name in patterns for file in folder.glob(name)] for folder in home.template_folders}
        return fingerprint.of_data([[str(folder), fingerprint.of_files(inside[folder], folder)] for folder in inside])
    except OSError:
        return ""


def _original(path: Path) -> str:
    try:
        return read_source(path, files.shown(path)).original
    except UserError:
        return ""


def _within_limits(home: Home, parts: Iterator[Part]) -> tuple[list[Part], bool]:
    """Return everything that could be judged, and whether that is all; one problem says why it is not."""
    judged: list[Part] = []
    try:
        judged.extend(parts)
    except budget.OverTime:
        return [*judged, _not_judged(home, "seconds")], False
    except MemoryError:
        return [*judged, _not_judged(home, "megabytes")], False
    return judged, True


def _not_judged(home: Home, limit: str) -> Part:
    name, message = files.shown(home.root), f"{budget.over(limit)}; the rest was not checked"
    problem = Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, budget.raising(limit))
    return Part((SourceFile(name, problems=[problem], whole=False),), (), {})


def load(
    game_id: str | None = None,
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
    with budget.run():
        loaded = with_packs(load_base(home_of(game_id, root), outside=replaced), packs)
    if replaced and loaded.files.unreadable:
        raise UserError(loaded.files.unreadable[0])
    kept = tuple((source, finding) for source, finding in loaded.findings if finding.code not in tolerated)
    return sound_part(_without_errors(replace(loaded, findings=kept))).model


def _without_errors(loaded: Loaded) -> Loaded:
    """The same game. Raises DataError when its card data has errors."""
    report = _card_report(loaded)
    if report.exit_code:
        raise DataError(report)
    return loaded


def _card_report(loaded: Loaded, more: Sequence[entry_data.Found] = ()) -> Report:
    """What is wrong with card data, packs' too; and what a pack has broken in a file of the game."""
    found = (*loaded.findings, *more)
    sources = {source.name: source for source in loaded.card_files}
    if loaded.packs:
        sources |= {source.name: source for source, _ in found if has_errors([source], found)}
    part = Part(tuple(sources.values()), found, loaded.entries.cards, tuple(loaded.files.unreadable))
    return replace(_heard(loaded, part), cards=sum(loaded.entries.cards.values()))


def _heard(loaded: Loaded, part: Part) -> Report:
    """A report without what the project, or a line itself, does not want to hear: as `check` tells it."""
    codes = codes_of(loaded.game)
    report, config = joined([part], codes), read_config(loaded.home.root, codes)
    return replace(report, problems=heard(report.problems, report.sources, config))


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """One document of a scenario file, judged, with its problems at their places."""

    verdict: Verdict
    problems: list[Problem]
    draw: Callable[[], Page | None]  # a picture of it; none of what is not valid data
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
    game_id: str | None = None,
    packs: Sequence[Path] = (),
) -> Iterator[JudgedDocument]:
    """Judge every document of scenario files (`command`: "board" or "replay") by the rules of the game; one that lies
    in a pack, with that pack.

    A file that cannot be read raises UserError before anything is judged.
    """
    yield from budget.running(_judge(command, paths, root, game_id, packs))


def _judge(
    command: str, paths: Sequence[Path], root: Path | None, game_id: str | None, packs: Sequence[Path]
) -> Iterator[JudgedDocument]:
    home = home_of(game_id, root)
    named = list(files.named_files(tuple(paths), _scenario_of(home, command).endings))
    judged = []
    for pack, some in groupby(named, lambda path: None if files.is_within(path, home.cards) else pack_of(path)):
        asked = pack is None or any(pack.resolve() == one.resolve() for one in packs)
        with_its_own = packs if pack is None or asked else [*packs, pack]  # as `check` judges it
        _, scenario, loaded = _scenario(command, root, game_id, with_its_own)
        judged.append((scenario, loaded, loaded.files.read(some)))
        if loaded.files.unreadable:
            raise UserError(loaded.files.unreadable[0])
    for scenario, loaded, sources in judged:
        yield from _judged(home, scenario, loaded, sources)


def judge_words(
    command: str,
    words: Sequence[str],
    root: Path | None = None,
    game_id: str | None = None,
    packs: Sequence[Path] = (),
) -> Iterator[JudgedDocument]:
    """Judge a scenario that is given as a few words, where the game understands them: a hand of cards for instance."""
    home, scenario, loaded = _scenario(command, root, game_id, packs)
    text_of = home.game.need(scenario.from_words, f"wants files for {command}")
    source = parse_source(text_of(sound_part(loaded).model, words).encode(), "-")
    yield from _judged(home, scenario, loaded, [source])


def _scenario(
    command: str, root: Path | None, game_id: str | None, packs: Sequence[Path]
) -> tuple[Home, Scenario[Any], Loaded]:
    home = home_of(game_id, root)
    return home, _scenario_of(home, command), _without_errors(load_game(home, packs))


def _scenario_of(home: Home, command: str) -> Scenario[Any]:
    if command not in home.game.scenarios:
        raise UserError(f"{home.game.id} has no scenarios for {command}")
    return home.game.scenarios[command]


def _judged(
    home: Home, scenario: Scenario[Any], loaded: Loaded, sources: Sequence[SourceFile]
) -> Iterator[JudgedDocument]:
    sound = sound_part(loaded)
    for source in sources:
        by_document: dict[int, list[Problem]] = {}
        for problem in source.problems:
            by_document.setdefault(source.document_at(problem.line), []).append(problem)
        verdicts = list(judge_file(home, source, scenario, sound.model))
        found = [finding for verdict in verdicts for finding in verdict.findings]
        for finding, problem in zip(found, source.problems_at(found), strict=True):
            by_document.setdefault(finding.document, []).append(problem)
        for verdict in verdicts:
            problems = sorted(by_document.get(verdict.number, []), key=Problem.sort_key)
            draw = partial(scenario.picture, sound.data, verdict.judged, loaded.languages[0])
            yield JudgedDocument(verdict, problems, draw, loaded.languages[0])


def build(
    root: Path,
    request: BuildRequest,
    game_id: str | None = None,
    out: Path | None = None,
    listener: progress.Listener | None = None,
    packs: Sequence[Path] = (),
    merged: bool = False,
) -> tuple[BuildResult, Report]:
    """Check a game, then bring its printable output up to date: all of it, only what `packs` add or override, or
    (`merged`) the game with them. What has to do with packs goes into folders of their own. `listener` is told how far
    it is.

    Raises DataError when the card data has errors. Errors that only drawing finds (a text that does not fit) are in the
    report; then the last good output stays as it is.
    """
    with budget.run(), progress.told_to(listener):
        return _build(root, request, game_id, out, packs, merged)


def _build(
    root: Path,
    request: BuildRequest,
    game_id: str | None,
    out: Path | None,
    packs: Sequence[Path],
    merged: bool,
) -> tuple[BuildResult, Report]:
    from cloudy_pnp.export import plan  # drawing is slow to import, and a check does not need it
    from cloudy_pnp.export.exporter import WITH_BOOK, exporter_names

    home = home_of(game_id, root)
    loaded = _without_errors(load_game(home, packs))
    for lang in request.languages:
        if lang not in loaded.languages:
            raise UserError(f'"{lang}" is not a language of {home.game.id}; {meant(lang, loaded.languages)}')
    sheets = joined(_sheet_files(home), codes_of(home.game))
    if sheets.exit_code:
        raise DataError(sheets)
    languages = request.languages or tuple(loaded.languages)
    request = replace(request, languages=languages, only=request.only or exporter_names())
    folder = home.output(out)
    if packs:
        request = request if merged else _only_packs(loaded, request)
        folder = folder / ("merged" if merged else "packs") / "+".join(pack.id for pack in loaded.packs)
    documents = _rulebook_figures(loaded, request) if WITH_BOOK & set(request.only) else {}
    result = plan.build(home, loaded.entries.data(), folder, request, documents, loaded.books)
    return result, _card_report(loaded, _placed(loaded, result))


def _placed(loaded: Loaded, result: BuildResult) -> list[entry_data.Found]:
    if not result.findings:
        return []
    from cloudy_pnp.workspace.drawn import placed

    return placed(loaded.entries, result.findings)


def _only_packs(loaded: Loaded, request: BuildRequest) -> BuildRequest:
    """Print what packs add or override, and nothing else; the rulebook is the game's."""
    kinds = tuple(kind for kind in request.only if kind != "rulebook")
    cards = tuple(card for pack in loaded.packs for card in pack.ids)
    if not kinds:
        raise UserError("a pack does not have its own rulebook: print the game with the pack (--merged)")
    if not cards:
        raise UserError("the pack adds no cards: print the game with the pack (--merged)")
    names = {lang: ", ".join(pack.name(lang) for pack in loaded.packs) for lang in request.languages}
    return replace(request, only=kinds, entries=cards, names=names)


def _rulebook_figures(loaded: Loaded, request: BuildRequest) -> Documents:
    """What the rulebook's figures are made from. Raises DataError when a scenario is not what it claims to be, or a
    template is wrong: a rulebook is never made of what is not true.
    """
    if loaded.game.book is None:
        return {}
    sound, sources = sound_part(loaded), figure_files(loaded)
    found = list(scenario_findings(loaded, sound, sources))
    documents = figure_documents(loaded.home, sources)
    judged = list(sources)
    if not has_errors(sources, found):
        judged += book_files(loaded, sound, BookSources(documents, request.edition))
    part = Part(tuple(judged), tuple(found), loaded.entries.cards, tuple(loaded.files.unreadable))
    report = _heard(loaded, part)
    if report.exit_code:
        raise DataError(replace(report, cards=sum(loaded.entries.cards.values())))
    return documents


def translations(root: Path, game_id: str | None = None, packs: Sequence[Path] = (), lang: str = "") -> Texts:
    """Everything in a game's own files, or in those of packs, that can be translated, with the state of translations.

    Where there are only packs, they are meant. For a language (`lang`) that one of them adds, these are the texts of
    the whole game.

    >>> from cloudy_pnp.core.shipped import shipped_root
    >>> sorted(translations(shipped_root()).templates)
    ['de', 'en', 'fr', 'hu']
    """
    from cloudy_pnp.i18n.accepted import Accepted
    from cloudy_pnp.i18n.po import Texts
    from cloudy_pnp.workspace.pack_translations import pack_that_adds, texts_to_add

    home = home_of(game_id, root)
    loaded = _with_its_packs(home, packs)
    if not loaded.languages:
        raise DataError(_card_report(loaded))
    if loaded.packs:  # they keep no record of what was accepted, and the rulebook is the game's
        adds = lang and pack_that_adds(loaded, lang) is not None
        data = texts_to_add(loaded, lang) if adds else texts_of(loaded, loaded.pack_files)
        return Texts(loaded.languages, tuple(data), {}, Accepted({}, {}))
    templates = find_templates(home.own_book, loaded.languages)
    own = [*texts_of(loaded, loaded.base.own), *shared_texts(loaded)]
    return Texts(loaded.languages, tuple(own), templates, read_accepted(home.own_book))


def import_translations(root: Path, content: str, game_id: str | None = None, packs: Sequence[Path] = ()) -> Imported:
    """Return what the files of a game or of packs become when the translations of a .po file are taken over."""
    from cloudy_pnp.i18n.po import compare_po, import_po, language_of
    from cloudy_pnp.workspace.pack_translations import change_words, pack_that_adds

    lang = language_of(content)
    texts, loaded = translations(root, game_id, packs, lang), _with_its_packs(home_of(game_id, root), packs)
    pack = pack_that_adds(loaded, lang)
    if pack is None:
        return import_po(texts, content)
    done = compare_po(texts, content)
    change_words(loaded, pack, done)
    return done


def _with_its_packs(home: Home, packs: Sequence[Path]) -> Loaded:
    with budget.run():
        return load_game(home, packs or ([] if home.cards.is_dir() else home.packs))
