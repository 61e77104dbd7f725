"""Checking: a whole game and every pack beside it, or only some files, each in the context that it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cloudy_pnp import rulebook
from cloudy_pnp.core.problems import Finding, UserError, meant
from cloudy_pnp.data import files
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.games.contract import Game
from cloudy_pnp.workspace import packs as packing
from cloudy_pnp.workspace.project import Project


@dataclass(frozen=True, slots=True)
class Part:
    """What was looked at in one context: which files, and how many cards each has."""

    project: Project
    names: set[str]
    cards: Mapping[str, int]


def check_whole(project: Project, render: bool) -> Iterator[Part]:
    """The game with the packs that were asked for; without such packs also each one under `packs/`, alone."""
    own = project.own_files()
    entries = project.entries(own)
    yield _judged(project, entries, own, {source.name for source in (*own, *project.pack_files)}, render, whole=True)
    if project.pack_folders:
        return
    place = project.root / packing.FOLDER
    for folder in packing.pack_folders(place):
        link = files.link_problem(folder, place)
        if link:
            project.sources[link.file] = SourceFile(link.file, problems=[link], whole=False)
            yield Part(project, {link.file}, {})
            continue
        beside = project.beside(folder)
        found = beside.entries(own)
        names = {source.name for source in beside.pack_files}
        for name, findings in beside.found.items():  # a pack may break something in a file of the game
            if name not in names:
                beside.found[name] = [item for item in findings if item not in project.found.get(name, ())]
        names |= {name for name, findings in beside.found.items() if findings}
        yield _judged(beside, found, own, names, render, whole=bool(beside.books))


def check_files(root: Path, game: Game, paths: Sequence[Path], packs: Sequence[Path], render: bool) -> Iterator[Part]:
    """Some files: one that lies in a pack is judged as a part of it, every other one as a part of the game."""
    project = Project(root, game, packs)
    asked = list(files.named_files(tuple(paths), (*project.endings, rulebook.ENDING)))
    groups: dict[Path | None, list[Path]] = {}
    for path in asked:
        own = files.is_within(path, project.folder)
        groups.setdefault(None if own else packing.pack_of(path), []).append(path)
    for pack, some in groups.items():
        yield _check_some(Project(root, game, [*packs, pack]) if pack else project, some, render)


def _check_some(project: Project, asked: Sequence[Path], render: bool) -> Part:
    own = project.own_files()
    templates = [path for path in asked if path.name.endswith(rulebook.ENDING)]
    homes = (project.folder, *project.pack_folders)
    elsewhere = [
        path for path in asked if path not in templates and not any(files.is_within(path, home) for home in homes)
    ]
    outside = project.read(elsewhere)
    entries = project.entries(own, outside)
    names = {files.shown(path) for path in asked} & set(project.sources)
    part = _judged(project, entries, own, names, render, whole=False, outside=outside)
    if templates:
        _check_templates(part, entries, own, templates)
    return part


def _check_templates(part: Part, entries: Entries, own: Sequence[SourceFile], templates: Iterable[Path]) -> None:
    """Templates of the rulebook. Where the card data has errors, those are told instead: nothing can be compared."""
    project, languages = part.project, entries.of("game")[0].data["languages"] if entries.of("game") else []
    instead = {path.name.removesuffix(rulebook.ENDING): path for path in templates}
    for lang, path in instead.items():
        if languages and lang not in languages:
            raise UserError(f"{files.shown(path)} is in no language of the game; {meant(lang, languages)}")
    cards = {source.name for source in (*own, *project.pack_files) if not project.scenario(source)}
    if project.has_errors(cards):
        part.names.update(cards)
        return
    documents = project.documents(project.story_files(own))
    judged = project.check_rulebook(project.root, entries, documents, project.later_model(entries), instead=instead)
    part.names.update(name for name in judged if name in {files.shown(path) for path in instead.values()})


def _judged(
    project: Project,
    entries: Entries,
    own: Sequence[SourceFile],
    names: set[str],
    render: bool,
    *,
    whole: bool,
    outside: Sequence[SourceFile] = (),
) -> Part:
    """Stale translations, scenarios, rulebooks (of a whole game), and what only drawing finds."""
    judged = [source for source in own if source.name in names]
    if judged:
        project.check_stale(project.root, judged, entries)
    sources = (*own, *project.pack_files, *outside)
    stories = [source for source in sources if source.name in names and project.scenario(source)]
    model = project.later_model(entries)
    for source in stories:
        if scenario := project.scenario(source):
            project.check_story(source, scenario, entries, model)
    books = project.game.handbook and (rulebook.has_templates(project.root) or project.books)
    if whole and books and not project.has_errors(names):
        documents = project.documents(project.story_files(own))
        names |= set(project.check_rulebook(project.root, entries, documents, model))
    if not project.has_errors(names):
        project.try_out(entries, names)
    if render and not project.has_errors():
        from cloudy_pnp.export.render import drawn_findings  # drawing is slow to import

        languages = entries.of("game")[0].data["languages"]
        only = None if len(judged) == len(own) else _to_draw(project, entries, names)
        note_drawn(project, entries, drawn_findings(project.game.id, entries.data(), languages, only))
    return Part(project, names, entries.cards)


def _to_draw(project: Project, entries: Entries, names: Collection[str]) -> tuple[str, ...] | None:
    """What has to be drawn to judge some files: their cards; where they hold anything else, all cards (None)."""
    there = {kind: [entry for entry in found if entry.source.name in names] for kind, found in entries.by_kind.items()}
    if any(found and not (kind in project.kinds and project.kinds[kind].cards) for kind, found in there.items()):
        return None
    return tuple(entry.id for found in there.values() for entry in found)


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
