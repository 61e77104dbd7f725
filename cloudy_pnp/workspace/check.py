"""Check a whole game and every pack next to it, or only some files, each in its own context."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from cloudy_pnp.core import budget, fingerprint, progress
from cloudy_pnp.core.problems import Problem, Severity, UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import files as paths_of
from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.game.contract import Data
from cloudy_pnp.game.registry import game_ids, is_known
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.art import ART
from cloudy_pnp.workspace.causes import omit_consequences
from cloudy_pnp.workspace.drawn import drawn_findings, placed
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import (
    CARD_ENDINGS,
    CARDS,
    PACK_FILE,
    Home,
    game_of_pack,
    games_in,
    home_at,
    home_of,
    homes_of,
    pack_of,
)
from cloudy_pnp.workspace.languages import hidden_problems, limit_languages
from cloudy_pnp.workspace.load import Loaded, load, load_base, sound_part, with_packs
from cloudy_pnp.workspace.report import Part, has_errors, is_untranslated
from cloudy_pnp.workspace.scenarios import (
    BookSources,
    book_files,
    figure_documents,
    figure_files,
    scenario_findings,
    theme_errors,
    trial_findings,
)
from cloudy_pnp.workspace.studio_words import check_words
from cloudy_pnp.workspace.translations import stale_findings


def files_by_game(
    root: Path, game_id: str | None, paths: Sequence[Path], unsaved: Collection[Path]
) -> list[tuple[Home, list[Path]]]:
    """Group files, and the files in folders, by the game that they belong to."""
    endings = dict.fromkeys(ending for home in homes_of(root, game_id) for ending in home.endings)
    saved = tuple(path for path in paths if path not in unsaved)
    named = [*paths_of.named_files(saved, (*endings, TEMPLATE)), *(path for path in paths if path in unsaved)]
    by_folder: dict[Path, Home] = {}
    groups: dict[str, tuple[Home, list[Path]]] = {}
    for path in named:
        if path.parent not in by_folder:
            by_folder[path.parent] = home_of(game_id, root) if game_id is not None else home_at(path, root)
        home = by_folder[path.parent]
        groups.setdefault(home.game.id, (home, []))[1].append(path)
    return list(groups.values())


def within_limits(home: Home, parts: Iterator[Part]) -> tuple[list[Part], bool]:
    """Return everything that could be checked, and whether that is all; otherwise one problem reports the limit."""
    checked: list[Part] = []
    try:
        checked.extend(parts)
    except budget.OverTime:  # the run reports it
        return checked, False
    except MemoryError:
        return [*checked, limit_part(home, "megabytes")], False
    return checked, True


def limit_part(home: Home, limit: str) -> Part:
    """Report a limit that the run has passed."""
    name, message = paths_of.display_path(home.root), f"{budget.over(limit)}; the rest was not checked"
    problem = Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, budget.raising(limit), limit=limit)
    return Part((SourceFile.unread(problem),))


def check_whole(
    home: Home,
    packs: Sequence[Path] = (),
    render: bool = False,
    files: Files | None = None,
    unnamed_packs: bool = True,
    languages: Sequence[str] = (),
) -> Iterator[Part]:
    """Check the game with the given packs; without packs, also each one under `packs/`, alone.

    A pack that does not name a known game belongs to every game; `unnamed_packs` says whether it is checked here. With
    `languages`, only these and the source must be complete.
    """
    progress.at("reading the cards")
    base = load_base(home, files)
    whole = limit_languages(with_packs(base, packs), languages)
    shared = [source for source, finding in whole.findings if is_untranslated(finding)]  # words of sheets and books
    sources = {source.name: source for source in (*whole.sources, *shared)}
    yield _check_part(whole, list(sources.values()), whole.findings, render=render, book=home.has_own_book)
    if packs:
        return
    words = check_words(base.home, base.files)
    mine = tuple(source for source in words.sources if whole.concerns(source))
    yield replace(words, sources=mine, hidden=whole.hidden + hidden_problems(whole, words.sources))
    yield Part(tuple(map(SourceFile.unread, _skipped(home))))
    known = set(whole.findings)
    for folder in home.packs:
        if not unnamed_packs and game_of_pack(folder) != home.game.id:
            continue
        link = paths_of.link_problem(folder, home.packs_folder)
        if link:
            yield Part((SourceFile.unread(link),))
            continue
        loaded = limit_languages(with_packs(base, [folder]), languages)
        new = [finding for finding in loaded.findings if finding not in known]  # a pack may break a file of the game
        names = {source.name: source for source in (*loaded.pack_files, *(source for source, _ in new))}
        yield _check_part(loaded, list(names.values()), new, render=render, book=bool(loaded.books))


def _skipped(home: Home) -> Iterator[Problem]:
    """REF-SKIPPED: report folders next to the game and its packs whose cards are not checked."""
    for name in games_in(home.root):
        if (
            not is_known(name, home.root) and not (shipped_root() / CARDS / name).is_dir()
        ):  # a shipped one may still be in the making
            hint = f"the folder of a game has its name; known: {', '.join(game_ids(home.root))}"
            yield paths_of.skipped_problem(
                home.root / CARDS / name, f"there is no game {quoted(name)}: nothing here is checked", hint
            )
    if not paths_of.data_files(home.cards, home.endings) and home.cards.is_dir():
        hint = "put card data there, or delete the folder to use the shipped game"
        yield paths_of.skipped_problem(home.cards, "the folder of the game holds no card data", hint)
    for place, instead in ((home.root / CARDS, "a folder of its game"), (home.packs_folder, "a separate folder")):
        for path in sorted(place.glob("*")) if place.is_dir() else ():
            if path.is_file() and path.name.casefold().endswith(CARD_ENDINGS):
                yield paths_of.skipped_problem(
                    path, "the file is in a folder that is not read", f"move it to {instead}"
                )
    for folder in sorted(home.packs_folder.iterdir()) if home.packs_folder.is_dir() else ():
        is_pack = (folder / PACK_FILE).exists() or (folder / PACK_FILE).is_symlink() or folder.name.startswith(".")
        if folder.is_symlink() and not folder.exists():
            yield paths_of.skipped_problem(folder, "the symlink is broken", "put the folder itself here")
        if folder.is_dir() and not is_pack and any(paths_of.data_files(folder, CARD_ENDINGS)):
            message = f"the folder is not a pack, and nothing in it is checked: it has no file {PACK_FILE}"
            yield paths_of.skipped_problem(
                folder, message, f"add {PACK_FILE} with pack: {{id: …, name: {{…}}, game: …}}"
            )


def check_files(
    home: Home,
    paths: Sequence[Path],
    packs: Sequence[Path] = (),
    render: bool = False,
    files: Files | None = None,
    languages: Sequence[str] = (),
    trials: bool = True,
) -> Iterator[Part]:
    """Check some files: one in a pack as part of the pack, every other one as part of the game."""
    files = files or Files()
    words = [path for path in paths if paths_of.is_within(path, home.own_studio)]
    if words:
        yield check_words(home, files, words)
    groups: dict[Path | None, list[Path]] = {}
    for path in (path for path in paths if path not in words):
        in_game = paths_of.is_within(path, home.cards)
        groups.setdefault(None if in_game else pack_of(path), []).append(path)
    for pack, some in groups.items():
        yield _check_some(home, some, [*packs, pack] if pack else list(packs), render, files, languages, trials)


def check_pack_files(home: Home, pack: Path, paths: Sequence[Path], files: Files) -> Part:
    """Check some files of one pack, saved or not, and draw them."""
    return _check_some(home, paths, [pack], True, files)


def _check_some(
    home: Home,
    paths: Sequence[Path],
    packs: Sequence[Path],
    render: bool,
    files: Files,
    languages: Sequence[str] = (),
    trials: bool = True,
) -> Part:
    templates = [path for path in paths if path.name.endswith(TEMPLATE)]
    inside = (home.cards, *home.layout_folders, home.own_wording, home.own_art, home.own_habits, *packs)
    elsewhere = [
        path
        for path in paths
        if path not in templates and not any(paths_of.is_within(path, folder) for folder in inside)
    ]
    loaded = limit_languages(load(home, packs, files, elsewhere), languages)
    names = {paths_of.display_path(path) for path in paths}
    sources = [source for source in loaded.sources if source.name in names]
    part = _check_part(loaded, sources, loaded.findings, render=render, book=False, trials=trials)
    unread = names - {source.name for source in sources} - {paths_of.display_path(path) for path in templates}
    missed = tuple(f"{name} was not checked: it is not card data" for name in sorted(unread - files.unreadable_names))
    part = replace(part, unreadable=(*part.unreadable, *missed))
    return _with_templates(part, loaded, templates) if templates else part


def _with_templates(part: Part, loaded: Loaded, templates: Sequence[Path]) -> Part:
    """Check templates of the rulebook. Where card data has errors, report those instead: nothing can be compared."""
    instead = {path.name.removesuffix(TEMPLATE): path for path in templates}
    for lang, path in instead.items():
        if loaded.languages and lang not in loaded.languages:
            raise UserError(
                f"{paths_of.display_path(path)} is in no language of the game; {suggest(lang, loaded.languages)}"
            )
    cards = loaded.card_files
    if has_errors(cards, loaded.findings):
        return Part((*part.sources, *cards), part.findings, part.cards, part.unreadable)
    documents = figure_documents(loaded, figure_files(loaded))
    names = {paths_of.display_path(path) for path in templates}
    books = book_files(loaded, sound_part(loaded), BookSources(documents, instead=instead))
    mine = [source for source in books if source.name in names]
    return Part((*part.sources, *mine), part.findings, part.cards, part.unreadable)


def _check_part(
    loaded: Loaded,
    sources: Sequence[SourceFile],
    findings: Sequence[SourceFinding],
    *,
    render: bool,
    book: bool,
    trials: bool = True,
) -> Part:
    """Check card data, stale translations, scenarios, the rulebook, trials, and the drawn cards."""
    names = {source.name for source in sources}
    checked, results = list(sources), list(findings)
    own = [source for source in loaded.own if source.name in names]
    in_packs = [source for source in loaded.pack_files if source.name in names]
    unreadable = list(loaded.files.unreadable)
    with suppress(budget.OverTime):  # what was found until then is reported
        progress.at("checking the boards")
        sound = sound_part(loaded)
        more = chain(stale_findings(loaded, [*own, *in_packs]), scenario_findings(loaded, sound, sources))
        results += ((source, finding) for source, finding in more if loaded.concerns(source, finding))
        if book and loaded.game.book and not has_errors(checked, results):
            progress.at("reading the rulebook")
            try:
                checked += book_files(loaded, sound, BookSources(figure_documents(loaded, figure_files(loaded))))
                unreadable += theme_errors(loaded)
            except UserError as error:  # a template that cannot be read hides nothing else
                unreadable.append(str(error))
        blamed = checked if loaded.outside else [*loaded.own, *loaded.sources]
        if trials and not has_errors(blamed, [*results, *loaded.findings]):
            results += trial_findings(loaded, names)
        if render and loaded.languages and not has_errors(blamed, [*results, *loaded.findings]):
            whole = len(own) == len(loaded.own) and not loaded.packs
            results += _drawn(loaded, None if whole else _to_draw(loaded, names), _drawn_data(loaded, names))
    results = omit_consequences(loaded, results)
    return Part(tuple(checked), tuple(results), loaded.entries.cards, tuple(unreadable), loaded.hidden)


def _drawn_data(loaded: Loaded, names: set[str]) -> Data:
    """Return the data to draw: the game; with files from outside, also the cards that theirs are printed with."""
    data = loaded.entries.data()
    if not loaded.outside:
        return data
    whole = {kind: list(some) for kind, some in with_packs(load_base(loaded.home, loaded.files)).entries.data().items()}
    for kind, some in loaded.entries.by_kind.items():
        mine = [entry.data for entry in some if entry.source.name in names]
        ids = {item.get("id") for item in mine}
        whole[kind] = [item for item in whole.get(kind, ()) if item.get("id") not in ids] + mine
    return whole


def _drawn(loaded: Loaded, only: tuple[str, ...] | None, data: Data) -> list[SourceFinding]:
    """Return what drawing finds; the verdicts on cards are cached."""
    cards = {kind.name for kind in loaded.kinds.values() if kind.cards}
    mark = fingerprint.of_data([loaded.home.mark, loaded.home.asset_mark])
    own = {source.name for source in loaded.templates}
    languages = [*loaded.needed_languages, *loaded.pairs]
    return placed(loaded.entries, drawn_findings(loaded.game, mark, data, languages, cards, only), own)


def _to_draw(loaded: Loaded, names: set[str]) -> tuple[str, ...] | None:
    """Return the entries to draw for some files: their cards; where they contain anything else, all cards (None)."""
    inside = {
        kind: [entry for entry in some if entry.source.name in names] for kind, some in loaded.entries.by_kind.items()
    }
    alone = {ART, *(kind.name for kind in loaded.kinds.values() if kind.cards)}  # a picture is drawn with its card
    if any(some and kind not in alone for kind, some in inside.items()):
        return None
    return tuple(entry.id for some in inside.values() for entry in some)
