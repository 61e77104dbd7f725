"""Load a game: one loop over its layers, then the checks of the whole.

Nothing is raised for bad data. A `Loaded` game is never changed: every stage returns a new one, or findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.data.entries import Entries, EntryReader
from cloudy_pnp.data.plausible import check_plausible
from cloudy_pnp.workspace import entry_checks, layers, packs
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.loaded import COMMON_KINDS, Place
from cloudy_pnp.workspace.loaded import Loaded as Loaded
from cloudy_pnp.workspace.loaded import Sound as Sound
from cloudy_pnp.workspace.loaded import sound_part as sound_part
from cloudy_pnp.workspace.pack_languages import language_layer
from cloudy_pnp.workspace.translations import untranslated_findings
from cloudy_pnp.workspace.untranslated import fill_entries


def load(home: Home, folders: Sequence[Path] = (), files: Files | None = None, outside: Sequence[Path] = ()) -> Loaded:
    """Load and check a game with the packs in some folders."""
    with budget.run(budget.Budget(clock=budget.clock("seconds", thread=False))):
        return with_packs(load_base(home, files, outside), folders)


def load_base(home: Home, files: Files | None = None, outside: Sequence[Path] = ()) -> Loaded:
    """Load a game without packs; `with_packs` checks it. Files from `outside` replace those of their kind."""
    files = files or Files()
    home = _current(home, files)
    kinds = {**COMMON_KINDS, **{kind.name: kind for kind in home.game.data.kinds}}
    loaded = Loaded(home, files, EntryReader(kinds, home.schemas, home.game.data.schemas))
    for read in (partial(layers.card_layers, outside=outside), *layers.TEMPLATES):
        for layer in read(loaded):
            loaded = loaded.over(layer)
    shipped = next((layer.entries for layer in loaded.layers if layer.place is Place.SHIPPED), Entries())
    if shipped.of("game") and all(home.is_scenario(source.name) for source in loaded.outside):
        project = [layer.entries for layer in loaded.layers if layer.place is Place.PROJECT]
        loaded = _derive(loaded, shipped, [[name for entries in project for name in packs.ids_of(entries)]])
    findings = entry_checks.game_findings(home.game.id, loaded.entries.of("game"))
    return replace(loaded, findings=(*loaded.findings, *findings))


def _current(home: Home, files: Files) -> Home:
    """Return the home with the game as its file describes it now, saved or not; only a data game has such a file."""
    path = home.game.described_in
    if path is None:
        return home
    from cloudy_pnp.game.data_game.make import make_game

    sources = files.read([path], path.parent)
    return replace(home, game=make_game(home.game.id, path.parents[2], home.root, sources[0] if sources else None))


def with_packs(base: Loaded, folders: Sequence[Path] = ()) -> Loaded:
    """Put packs over a game, and check the whole by schemas, rules and habits of languages."""
    loaded = base
    for folder in {folder.resolve(): folder for folder in folders}.values():
        loaded = loaded.over(layers.pack_layer(loaded, folder))
    for layer in layers.pack_art_layers(loaded):
        loaded = loaded.over(layer)
    with loaded.speaking():
        return _checked(loaded, base)


def _checked(loaded: Loaded, base: Loaded) -> Loaded:
    findings = [*entry_checks.text_findings(loaded)]
    if loaded.packs:
        loaded = loaded.over(language_layer(loaded))
        loaded = _derive(loaded, base.entries, [pack.ids for pack in loaded.packs])
    findings += loaded.game.data.check(loaded.entries)
    findings += check_plausible(loaded.entries, loaded.game.data.kinds, loaded.game.data.players)
    findings += packs.empty_packs(loaded.packs)
    findings += entry_checks.layout_findings(loaded)
    loaded = loaded.over(layers.font_layer(loaded))
    about_tables = list(entry_checks.wording_findings(loaded))
    wrong = {source.name for source, finding in about_tables if finding.severity is Severity.ERROR}
    entries = entry_checks.without_tables(loaded.entries, wrong)
    findings += untranslated_findings(loaded) if loaded.languages else ()
    return fill_entries(replace(loaded, entries=entries, findings=(*loaded.findings, *findings, *about_tables)))


def _derive(loaded: Loaded, before: Entries, added: Sequence[Sequence[str]]) -> Loaded:
    """Let the game draw its conclusions from what packs add, or a project without its own game file."""
    data = loaded.game.data.derive_from_packs(before.data(), loaded.entries.data(), added)
    by_kind = {}
    for kind, some in loaded.entries.by_kind.items():
        pairs = zip(some, data.get(kind, [entry.data for entry in some]), strict=True)
        by_kind[kind] = [entry if entry.data is item else replace(entry, data=item) for entry, item in pairs]
    return replace(loaded, entries=replace(loaded.entries, by_kind=by_kind))
