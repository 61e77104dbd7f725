"""Checking: a whole game and every pack beside it, or only some files, each in the context that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cloudy_pnp.core import progress
from cloudy_pnp.core.problems import Problem, UserError, meant, quoted
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import files as paths_of
from cloudy_pnp.data.entries import Found
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.games.contract import Data
from cloudy_pnp.games.registry import game_ids, is_known
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.art import ART
from cloudy_pnp.workspace.books import BookSources, book_files, theme_errors
from cloudy_pnp.workspace.drawn import drawn_findings, placed
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.findings import has_errors
from cloudy_pnp.workspace.home import CARD_ENDINGS, CARDS, PACK_FILE, Home, game_of_pack, games_in, pack_of
from cloudy_pnp.workspace.load import Loaded, limit_languages, load, load_base, sound_part, with_packs
from cloudy_pnp.workspace.report import Part
from cloudy_pnp.workspace.scenarios import figure_documents, figure_files, scenario_findings
from cloudy_pnp.workspace.studio_words import check_words
from cloudy_pnp.workspace.translations import stale_findings
from cloudy_pnp.workspace.trials import trial_findings


def check_whole(
    home: Home,
    packs: Sequence[Path] = (),
    render: bool = False,
    files: Files | None = None,
    unnamed_packs: bool = True,
    languages: Sequence[str] = (),
) -> Iterator[Part]:
    """Check the game with the packs that were asked for; without such packs also each one under `packs/`, alone.

    A pack that does not name a known game belongs to every game; `unnamed_packs` says whether it is checked here. With
    `languages`, only these and the source must be complete.
    """
    progress.at("reading the cards")
    base = load_base(home, files)
    whole = limit_languages(with_packs(base, packs), languages)
    yield _judged(whole, list(whole.sources), whole.findings, render=render, book=home.has_own_book)
    if packs:
        return
    yield check_words(base.home, base.files)
    yield from (
        Part((SourceFile(problem.file, problems=[problem], whole=False),), (), {}) for problem in _skipped(home)
    )
    known = set(whole.findings)
    for folder in home.packs:
        if not unnamed_packs and game_of_pack(folder) != home.game.id:
            continue
        link = paths_of.link_problem(folder, home.packs_folder)
        if link:
            yield Part((SourceFile(link.file, problems=[link], whole=False),), (), {})
            continue
        loaded = limit_languages(with_packs(base, [folder]), languages)
        new = [found for found in loaded.findings if found not in known]  # a pack may break a file of the game
        names = {source.name: source for source in (*loaded.pack_files, *(source for source, _ in new))}
        yield _judged(loaded, list(names.values()), new, render=render, book=bool(loaded.books))


def _skipped(home: Home) -> Iterator[Problem]:
    """REF-SKIPPED: folders beside the game and its packs in which somebody may look for judged cards in vain."""
    for name in games_in(home.root):
        if (
            not is_known(name, home.root) and not (shipped_root() / CARDS / name).is_dir()
        ):  # a shipped one may still be in the making
            hint = f"the folder of a game has its name; known: {', '.join(game_ids(home.root))}"
            yield paths_of.skipped(
                home.root / CARDS / name, f"there is no game {quoted(name)}: nothing here is checked", hint
            )
    if not paths_of.data_files(home.cards, home.endings) and home.cards.is_dir():
        hint = "put card data there, or delete the folder to use the shipped game"
        yield paths_of.skipped(home.cards, "the folder of the game holds no card data", hint)
    for place, instead in ((home.root / CARDS, "a folder of its game"), (home.packs_folder, "a separate folder")):
        for path in sorted(place.glob("*")) if place.is_dir() else ():
            if path.is_file() and path.name.casefold().endswith(CARD_ENDINGS):
                yield paths_of.skipped(path, "the file is in a folder that is not read", f"move it to {instead}")
    for folder in sorted(home.packs_folder.iterdir()) if home.packs_folder.is_dir() else ():
        is_pack = (folder / PACK_FILE).exists() or (folder / PACK_FILE).is_symlink() or folder.name.startswith(".")
        if folder.is_symlink() and not folder.exists():
            yield paths_of.skipped(folder, "the symlink is broken", "put the folder itself here")
        if folder.is_dir() and not is_pack and any(paths_of.data_files(folder, CARD_ENDINGS)):
            message = f"the folder is not a pack, and nothing in it is checked: it has no file {PACK_FILE}"
            yield paths_of.skipped(folder, message, f"add {PACK_FILE} with pack: {{id: …, name: {{…}}, game: …}}")


def check_files(
    home: Home,
    paths: Sequence[Path],
    packs: Sequence[Path] = (),
    render: bool = False,
    files: Files | None = None,
    languages: Sequence[str] = (),
) -> Iterator[Part]:
    """Some files: one that lies in a pack is judged as a part of it, every other one as a part of the game."""
    files = files or Files()
    words = [path for path in paths if paths_of.is_within(path, home.own_studio)]
    if words:
        yield check_words(home, files, words)
    groups: dict[Path | None, list[Path]] = {}
    for path in (path for path in paths if path not in words):
        own = paths_of.is_within(path, home.cards)
        groups.setdefault(None if own else pack_of(path), []).append(path)
    for pack, some in groups.items():
        yield _check_some(home, some, [*packs, pack] if pack else list(packs), render, files, languages)


def check_pack_files(home: Home, pack: Path, paths: Sequence[Path], files: Files) -> Part:
    """Some files of one pack, saved or not, drawn too."""
    return _check_some(home, paths, [pack], True, files)


def _check_some(
    home: Home,
    paths: Sequence[Path],
    packs: Sequence[Path],
    render: bool,
    files: Files,
    languages: Sequence[str] = (),
) -> Part:
    templates = [path for path in paths if path.name.endswith(TEMPLATE)]
    inside = (home.cards, *home.layout_folders, home.own_wording, home.own_art, *packs)
    elsewhere = [
        path for path in paths if path not in templates and not any(paths_of.is_within(path, one) for one in inside)
    ]
    loaded = limit_languages(load(home, packs, files, elsewhere), languages)
    names = {paths_of.shown(path) for path in paths}
    sources = [source for source in loaded.sources if source.name in names]
    part = _judged(loaded, sources, loaded.findings, render=render, book=False)
    unread = names - {source.name for source in sources} - {paths_of.shown(path) for path in templates}
    said = " ".join(part.unreadable)
    missed = tuple(f"{name} was not checked: it is not card data" for name in sorted(unread) if name not in said)
    part = replace(part, unreadable=(*part.unreadable, *missed))
    return _with_templates(part, loaded, templates) if templates else part


def _with_templates(part: Part, loaded: Loaded, templates: Sequence[Path]) -> Part:
    """Templates of the rulebook. Where card data has errors, those are reported instead: nothing can be compared."""
    instead = {path.name.removesuffix(TEMPLATE): path for path in templates}
    for lang, path in instead.items():
        if loaded.languages and lang not in loaded.languages:
            raise UserError(f"{paths_of.shown(path)} is in no language of the game; {meant(lang, loaded.languages)}")
    cards = loaded.card_files
    if has_errors(cards, loaded.findings):
        return Part((*part.sources, *cards), part.findings, part.cards, part.unreadable)
    documents = figure_documents(loaded.home, figure_files(loaded))
    names = {paths_of.shown(path) for path in templates}
    judged = book_files(loaded, sound_part(loaded), BookSources(documents, instead=instead))
    mine = [source for source in judged if source.name in names]
    return Part((*part.sources, *mine), part.findings, part.cards, part.unreadable)


def _judged(
    loaded: Loaded, sources: Sequence[SourceFile], findings: Sequence[Found], *, render: bool, book: bool
) -> Part:
    """Card data, stale translations, scenarios, the rulebook, trials, and what only drawing finds."""
    names = {source.name for source in sources}
    judged, found = list(sources), list(findings)
    own = [source for source in loaded.base.own if source.name in names]
    progress.at("judging the boards")
    sound = sound_part(loaded)
    more = [*stale_findings(loaded, own), *scenario_findings(loaded, sound, sources)]
    found += (found for found in more if loaded.concerns(found[1]))
    unreadable = list(loaded.files.unreadable)
    if book and loaded.game.book and not has_errors(judged, found):
        progress.at("reading the rulebook")
        try:
            judged += book_files(loaded, sound, BookSources(figure_documents(loaded.home, figure_files(loaded))))
            unreadable += theme_errors(loaded)
        except UserError as error:  # a template that cannot be read hides nothing else
            unreadable.append(str(error))
    blamed = judged if loaded.base.outside else [*loaded.base.own, *loaded.sources]
    if not has_errors(blamed, [*found, *loaded.findings]):
        found += trial_findings(loaded, names)
    if render and loaded.languages and not has_errors(blamed, [*found, *loaded.findings]):
        whole = len(own) == len(loaded.base.own) and not loaded.packs
        found += _drawn(loaded, None if whole else _to_draw(loaded, names), _drawn_data(loaded, names))
    return Part(tuple(judged), tuple(found), loaded.entries.cards, tuple(unreadable), loaded.hidden)


def _drawn_data(loaded: Loaded, names: set[str]) -> Data:
    """What is drawn: the game; with files from outside, the game's own cards too, which theirs are drawn beside."""
    data = loaded.entries.data()
    if not loaded.base.outside:
        return data
    whole = {kind: list(some) for kind, some in with_packs(load_base(loaded.home, loaded.files)).entries.data().items()}
    for kind, some in loaded.entries.by_kind.items():
        mine = [entry.data for entry in some if entry.source.name in names]
        ids = {item.get("id") for item in mine}
        whole[kind] = [item for item in whole.get(kind, ()) if item.get("id") not in ids] + mine
    return whole


def _drawn(loaded: Loaded, only: tuple[str, ...] | None, data: Data) -> list[Found]:
    """What drawing finds; the verdicts on cards that were drawn before are remembered."""
    cards = {kind.name for kind in loaded.kinds.values() if kind.cards}
    mark = loaded.home.mark
    return placed(loaded.entries, drawn_findings(loaded.game, mark, data, loaded.needed_languages, cards, only))


def _to_draw(loaded: Loaded, names: set[str]) -> tuple[str, ...] | None:
    """What has to be drawn to judge some files: their cards; where they hold anything else, all cards (None)."""
    inside = {
        kind: [entry for entry in some if entry.source.name in names] for kind, some in loaded.entries.by_kind.items()
    }
    alone = {ART, *(kind.name for kind in loaded.kinds.values() if kind.cards)}  # a picture is drawn with its card
    if any(some and kind not in alone for kind, some in inside.items()):
        return None
    return tuple(entry.id for some in inside.values() for entry in some)
