"""The stages in order: the functions that the command line, the studio and `Project` call.

Each function walks through the stages: a home (the paths of a game) → a loaded game → findings → a report, or
components → artifacts. No stage below knows the command line or the web. `Project` (project.py) is the public form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cloudy_pnp.core import budget, progress
from cloudy_pnp.core.problems import Severity, UserError
from cloudy_pnp.data.files import display_path, is_within, named_files
from cloudy_pnp.data.source import parse_source, read_documents, require_readable
from cloudy_pnp.export.reports import (
    card_report,
    check_print_files,
    codes_of,
    configured,
    print_files,
    refuse_errors,
    without_errors,
)
from cloudy_pnp.i18n.habits import habits_of
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace import scenarios
from cloudy_pnp.workspace.files import NOTHING_UNSAVED, Files, Readings
from cloudy_pnp.workspace.home import PACK_FILE, Home, find_root, game_of_pack, home_of, homes_of, pack_of
from cloudy_pnp.workspace.languages import limit_languages
from cloudy_pnp.workspace.load import Loaded, sound_part
from cloudy_pnp.workspace.load import load as load_game
from cloudy_pnp.workspace.report import DataError, Report, by_cause, combined, has_errors, joined
from cloudy_pnp.workspace.scenarios import JudgedDocument, check_figures

if TYPE_CHECKING:
    from cloudy_pnp.export.plan import BuildResult
    from cloudy_pnp.export.request import BuildRequest
    from cloudy_pnp.i18n.messages import Message, Texts
    from cloudy_pnp.i18n.po import Imported
    from cloudy_pnp.workspace.session import Session

    _Built = tuple[BuildResult, Report]

__all__ = [
    "DataError", "JudgedDocument", "Report", "Severity", "UserError",
    "build", "check", "codes_of", "find_root", "judge", "load",
]  # fmt: skip


def check(
    root: Path,
    game_id: str | None = None,
    paths: Sequence[Path] = (),
    render: bool = False,
    packs: Sequence[Path] = (),
    unsaved: Mapping[Path, str] = NOTHING_UNSAVED,
    listener: progress.Listener | None = None,
    readings: Readings | None = None,
    languages: Sequence[str] = (),
    trials: bool = True,
    clock: budget.Clock | None = None,
) -> Report:
    """Check every game of a root, or the one asked for; or only some files, each in the context of its game.

    A folder without game.yaml adds to the shipped game. A file outside the game's folder is checked in the place of the
    game's own files of its kind; one in a pack, as a part of that pack. `packs` (folders) are checked together with the
    game; without any, each pack under `packs/` is checked alone. With `render` every card is drawn, in every language,
    to see what does not fit. `unsaved` texts replace files, or add some. `listener` receives the progress. `readings`
    keeps parsed files from one check to the next. With `languages`, only these and the source must be complete;
    problems of the others are counted. Without `trials`, no card of `paths` is test-played: that takes half a second.
    `clock` is the time that is left, if several checks share it.

    >>> from cloudy_pnp.core.shipped import shipped_root
    >>> check(shipped_root(), "cloudy-kingdom").exit_code
    0
    """
    begun = budget.Budget(clock=clock or budget.clock("seconds"))
    with budget.run(begun) as run, progress.reported_to(listener):
        by_game = checking.files_by_game(root, game_id, paths, unsaved) if paths else []
        homes = [home for home, _ in by_game] if paths else homes_of(root, game_id, packs)
        codes = codes_of(*(home.game for home in homes))
        reports: list[Report] = []
        for home, some in by_game or [(home, []) for home in homes]:
            read = Files(unsaved, readings)
            printing = print_files(home, some)
            if paths:
                cards = [path for path in some if path not in printing]
                parts = checking.check_files(home, cards, packs, render, read, languages, trials)
            else:
                parts = checking.check_whole(home, packs, render, read, home is homes[0], languages)
            checked, complete = checking.within_limits(home, parts)
            if printing or not paths:
                checked += check_print_files(home, read, printing)
            report = replace(joined(checked, codes), games=(home.game.id,))
            reports.append(report if paths else by_cause(report, home.is_scenario))
            if not complete:
                break
        report = combined(reports, codes)
        # A file that is not part of the report may have passed a limit; the limit is reported all the same.
        limits = sorted(run.reported - {problem.limit for problem in report.problems})
        rest = joined([checking.limit_part(homes[0], name) for name in limits], codes)
        return combined([report, rest], codes) if limits else report


def open_session(root: Path, render: bool = True) -> Session:
    """Return the project at a root in memory, for editors; with `render`, a whole check draws every card."""
    from cloudy_pnp.workspace.session import Session  # drawing is slow to import

    return Session(root, check, render)


def load(
    game_id: str | None = None,
    root: Path | None = None,
    packs: Sequence[Path] = (),
    replaced: Sequence[Path] = (),
    tolerated: Collection[str] = (),
) -> Any:
    """Return the model of a game (for Cloudy Kingdom a `Kingdom`), with packs. Raises DataError for data with errors.

    `replaced`: files that take the place of the game's own of their kind. `tolerated`: codes that don't count.

    >>> kingdom = load("cloudy-kingdom")
    >>> sum(card.count for card in kingdom.vines.values())
    54
    """
    with budget.run():
        loaded = load_game(home_of(game_id, root), packs, outside=replaced)
    if replaced and loaded.files.unreadable:
        raise UserError(loaded.files.unreadable[0])
    return model_of(loaded, tolerated)


def model_of(loaded: Loaded, tolerated: Collection[str] = ()) -> Any:
    """Return the model of a loaded game. Raises DataError for errors, but for those with `tolerated` codes."""
    loaded = _source_only(loaded)
    kept = tuple((source, finding) for source, finding in loaded.findings if finding.code not in tolerated)
    return sound_part(without_errors(replace(loaded, findings=kept))).model


def _source_only(loaded: Loaded) -> Loaded:
    """Return a game for which no translation needs to be complete: rules and simulations don't print."""
    return limit_languages(loaded, loaded.languages[:1])


def judge(
    command: str,
    paths: Sequence[Path],
    root: Path | None = None,
    game_id: str | None = None,
    packs: Sequence[Path] = (),
) -> Iterator[JudgedDocument]:
    """Evaluate the documents of scenario files (`command`: "board", "replay" …); those of a pack, with that pack.

    A file that cannot be read raises UserError before anything is evaluated.
    """
    yield from budget.running(_judge(home_of(game_id, root), command, paths, packs))


def _judge(home: Home, command: str, paths: Sequence[Path], packs: Sequence[Path]) -> Iterator[JudgedDocument]:
    scenario = scenarios.scenario_of(home, command)
    named = named_files(tuple(paths), scenario.endings)
    groups = []
    for pack, some in groupby(named, lambda path: None if is_within(path, home.cards) else pack_of(path)):
        given = pack is None or any(pack.resolve() == folder.resolve() for folder in packs)
        loaded = load_game(home, packs if pack is None or given else [*packs, pack])
        loaded = without_errors(_source_only(loaded))
        groups += [(loaded, path, display_path(path)) for path in some]
    for _, path, name in groups:
        require_readable(path, name)
    for loaded, path, name in groups:
        yield from scenarios.evaluate(loaded, scenario, name, read_documents(path, name))


def judge_words(
    command: str,
    words: Sequence[str],
    root: Path | None = None,
    game_id: str | None = None,
    packs: Sequence[Path] = (),
) -> Iterator[JudgedDocument]:
    """Evaluate a scenario given as a few words, where the game understands them: a hand of cards for instance."""
    home = home_of(game_id, root)
    scenario = scenarios.scenario_of(home, command)
    loaded = without_errors(_source_only(load_game(home, packs)))
    text_of = home.game.need(scenario.from_words, f"wants files for {command}")
    source = parse_source(text_of(sound_part(loaded).model, words).encode(), "-")
    yield from scenarios.evaluate(loaded, scenario, source.name, [source])


def build(
    root: Path,
    request: BuildRequest,
    game_id: str | None = None,
    out: Path | None = None,
    listener: progress.Listener | None = None,
    packs: Sequence[Path] = (),
    merged: bool = False,
    strict: bool = False,
    readings: Readings | None = None,
) -> _Built:
    """Check a game, then bring its printable output up to date.

    That is all of it, only what `packs` add or override, or (`merged`) the game with them. The output of packs goes
    into separate folders. `listener` receives the progress. `readings` keeps parsed files from one build to the next.

    Raises DataError when the card data has errors in the source or a language asked for, with `strict` also when a text
    is not translated. Errors that only drawing finds (a text that does not fit) are in the
    report; then the last good output stays as it is.
    """
    with budget.run(), progress.reported_to(listener):
        loaded = load_game(home_of(game_id, root), packs, Files(readings=readings))
        return _build(loaded, request, out, merged, strict)


def _build(loaded: Loaded, request: BuildRequest, out: Path | None, merged: bool, strict: bool) -> _Built:
    from cloudy_pnp.export import plan  # drawing is slow to import, and a check does not need it
    from cloudy_pnp.export.exporter import exporter_names, find_exporter
    from cloudy_pnp.workspace.drawn import placed

    home = loaded.home
    own = [pack.has(loaded.own_languages) + pack.adds(loaded.own_languages) for pack in loaded.packs if not merged]
    chosen = request.languages or [lang for lang in loaded.languages if all(lang in some for some in own)]
    loaded = without_errors(limit_languages(loaded, chosen), strict)
    refuse_errors(joined(check_print_files(home), codes_of(home.game)))
    request = replace(request, languages=tuple(chosen), only=request.only or exporter_names())
    folder = home.output(out)
    if loaded.packs:
        request = request if merged else request.for_packs(loaded.packs)
        folder = folder / ("merged" if merged else "packs") / "+".join(pack.id for pack in loaded.packs)
    has_book = any(find_exporter(name).has_book for name in request.only)
    documents, part = check_figures(loaded, request.options) if has_book else ({}, None)
    book = configured(loaded, part) if part is not None else None
    if book is not None:
        refuse_errors(book, strict)
    result = plan.build(home, loaded.entries.data(), folder, request, documents, loaded.books)
    templates = {source.name for source in loaded.templates}
    report = card_report(loaded, placed(loaded.entries, result.findings, templates) if result.findings else ())
    if book is not None:
        problems = dict.fromkeys((*report.problems, *book.problems))
        report = replace(report, problems=list(problems), sources={**report.sources, **book.sources})
    return result, report


def translations(root: Path, game_id: str | None = None, packs: Sequence[Path] = (), lang: str = "") -> Texts:
    """Return everything in a game's own files, or in those of packs, that can be translated, with its state.

    A root without cards means its packs. `lang`: a language that a pack adds to the whole game.

    >>> from cloudy_pnp.core.shipped import shipped_root
    >>> sorted(translations(shipped_root()).templates)
    ['de', 'en', 'fr', 'hu']
    """
    from cloudy_pnp.workspace.translations import translatable

    loaded = _for_translators(home_of(game_id, root), packs, lang)
    with loaded.speaking():
        return replace(translatable(loaded, lang), plurals=habits_of(lang).plurals)


def translation_messages(
    root: Path, game_id: str | None = None, packs: Sequence[Path] = ()
) -> dict[str, list[Message]]:
    """Return the texts that each language should have, with their state.

    They are those of the game and each of its packs, or only those of `packs`. `check` reports the same texts where
    they are not translated (I18N-MISSING).
    """
    from cloudy_pnp.i18n.messages import messages
    from cloudy_pnp.workspace.translations import expected_texts

    home = home_of(game_id, root)
    inside = [] if packs else [[pack] for pack in home.packs if game_of_pack(pack) == home.game.id]
    by_language: dict[str, list[Message]] = {}
    for some in ([packs] if packs or home.cards.is_dir() else []) + inside:
        loaded = _for_translators(home, some)
        for lang, texts in expected_texts(loaded, of_game=not some):
            by_language.setdefault(lang, []).extend(messages(texts, lang))
    return by_language


def studio_words(home: Home, lang: str) -> Texts:
    """Return the words of the studio, which is written in English, with their translations."""
    from cloudy_pnp.i18n.messages import Texts
    from cloudy_pnp.workspace.studio_words import studio_texts

    return Texts(("en", lang), tuple(studio_texts(home, lang)), {}, plurals=habits_of(lang).plurals)


def add_language(root: Path, lang: str, game_id: str | None = None, pack: Path | None = None) -> dict[Path, str]:
    """Return the files that one more language begins with, in the game or in a pack; nothing is written."""
    from cloudy_pnp.i18n.po import target_language
    from cloudy_pnp.workspace import translations

    loaded = _for_translators(home_of(game_id, root), [pack] if pack and (pack / PACK_FILE).is_file() else [])
    return translations.add_language(loaded, target_language(loaded.languages[0], lang), pack)


def import_translations(root: Path, content: str, game_id: str | None = None, packs: Sequence[Path] = ()) -> Imported:
    """Return what the files of a game or of packs become with the translations of a .po file."""
    from cloudy_pnp.i18n.po import language_of
    from cloudy_pnp.workspace.translations import import_texts

    return import_texts(_for_translators(home_of(game_id, root), packs, language_of(content)), content)


def _for_translators(home: Home, packs: Sequence[Path], lang: str = "") -> Loaded:
    """Load a game whose texts can all be read, at least in the source language and in one other."""
    with budget.run():
        loaded = load_game(home, packs or (() if home.cards.is_dir() else home.packs))
    read = limit_languages(loaded, [lang] if lang in loaded.languages else loaded.languages[:1])
    wrong = [found for found in read.findings if found[1].code.startswith(("YAML-", "SCHEMA-"))]
    if not loaded.languages or has_errors(read.sources, wrong):  # texts would be missing
        raise DataError(card_report(read))
    return loaded
