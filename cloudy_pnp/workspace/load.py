"""From the files of a project to a loaded game: one loop over its layers, then the checks of the whole.

Nothing is raised for bad data. A `Loaded` game is never changed: every stage returns a new one, or findings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.data.entries import Entries, EntryReader, Found, Kind
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.games.contract import Data, Game
from cloudy_pnp.i18n import lint
from cloudy_pnp.workspace import layers, packs
from cloudy_pnp.workspace.art import ART
from cloudy_pnp.workspace.entry_checks import (
    game_findings,
    layout_findings,
    text_findings,
    without_tables,
    wording_findings,
)
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.findings import broken_entries
from cloudy_pnp.workspace.home import WORDING, Home
from cloudy_pnp.workspace.layers import COMMON_KINDS, LAYOUT, TEMPLATE_KINDS, Layer, Place
from cloudy_pnp.workspace.pack_languages import added_languages, language_layer
from cloudy_pnp.workspace.packs import Pack


@dataclass(frozen=True)
class Loaded:
    """A game with packs or without, as far as its layers are merged."""

    home: Home
    files: Files
    reader: EntryReader
    layers: tuple[Layer, ...] = ()
    entries: Entries = field(default_factory=Entries)
    findings: tuple[Found, ...] = ()

    def over(self, layer: Layer) -> Loaded:
        """Return the game with one more layer on top."""
        entries, conflicts = layers.merge(self.entries, layer)
        findings = (*self.findings, *layer.findings, *conflicts)
        return replace(self, layers=(*self.layers, layer), entries=entries, findings=findings)

    @property
    def game(self) -> Game[Any]:
        """The game itself."""
        return self.home.game

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The packs, in the order that they are merged."""
        return tuple(layer.pack for layer in self.layers if layer.pack is not None)

    @property
    def own(self) -> tuple[SourceFile, ...]:
        """Every file in the game's folder of the project."""
        return self._sources(Place.PROJECT)

    @property
    def outside(self) -> tuple[SourceFile, ...]:
        """Files that take the place of the game's own of their kind."""
        return self._sources(Place.OUTSIDE)

    @property
    def templates(self) -> tuple[SourceFile, ...]:
        """The project's own layouts, wording tables and pictures."""
        return self._sources(Place.TEMPLATES)

    @property
    def pack_files(self) -> tuple[SourceFile, ...]:
        """The files of packs."""
        return self._sources(Place.PACK)

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """The files of the game's folder, of packs, and those from outside."""
        return (*self.own, *self.templates, *self.pack_files, *self.outside)

    def _sources(self, place: Place) -> tuple[SourceFile, ...]:
        return tuple(source for layer in self.layers if layer.place is place for source in layer.sources)

    @property
    def card_files(self) -> list[SourceFile]:
        """The files with card data, without scenarios."""
        return [source for source in self.sources if not self.home.scenario_of(source.name)]

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of card data."""
        return self.reader.kinds

    @property
    def written_kinds(self) -> Mapping[str, Kind]:
        """The kinds of card data and of templates."""
        return {**self.kinds, **TEMPLATE_KINDS}

    def reader_of(self, source: SourceFile) -> EntryReader:
        """Return the reader of a file: templates have their own kinds."""
        if source not in self.templates:
            return self.reader
        return layers.template_reader(self.home, WORDING if Path(source.name).parent.name == WORDING else LAYOUT)

    @property
    def languages(self) -> list[str]:
        """The languages of the game with those that packs add, the source first; empty for an invalid game file."""
        return next((list(game.data["languages"]) for game in self.entries.of("game")), [])

    @property
    def own_languages(self) -> list[str]:
        """The languages of the game without packs."""
        games = (game for layer in self.layers if layer.place is not Place.PACK for game in layer.entries.of("game"))
        return next((list(game.data["languages"]) for game in games), [])

    @cached_property
    def terms(self) -> list[lint.Term]:
        """The glossary; empty where one of its entries is invalid, because other words would match in its place."""
        if self.entries.partial.get("glossary"):
            return []
        glossary = [entry.data for entry in self.entries.of("glossary")]
        return lint.terms_from_glossary(glossary, self.languages[0]) if self.languages else []

    @property
    def composed(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """The texts that the tool composes, by kind, and the languages that have a wording table."""
        tables = [entry.data["id"] for entry in self.entries.of(WORDING)]
        kinds = self.game.data.composed.items()
        return {kind: (key, tuple(dict.fromkeys((*shipped, *tables)))) for kind, (key, shipped) in kinds}

    @property
    def books(self) -> dict[str, Path]:
        """The packs' own templates of the rulebook, in the languages that they add."""
        templates = {lang: packs.rulebook_of(pack, lang) for lang, (pack, _) in added_languages(self.packs).items()}
        return {lang: path for lang, path in templates.items() if path}


@dataclass(frozen=True)
class Sound:
    """The valid part of a loaded game, from which models, pictures and verdicts are made."""

    game: Game[Any]
    data: Data

    @cached_property
    def mark(self) -> str:
        """The fingerprint of the data, for the keys of caches."""
        return fingerprint.of_data([self.game.id, self.data])

    @cached_property
    def model(self) -> Any:
        """The game's model, made on demand: most verdicts are cached and need none."""
        return self.game.data.model.load()(self.data)


def sound_part(loaded: Loaded, despite: tuple[str, ...] = ("I18N-",)) -> Sound:
    """Return the entries without errors; errors whose codes start with `despite` don't count."""
    broken = broken_entries(loaded.findings, despite)
    data = {
        kind: [entry.data for entry in loaded.entries.of(kind) if (entry.source.name, *entry.path) not in broken]
        for kind in (*loaded.kinds, *TEMPLATE_KINDS, ART)
    }
    return Sound(loaded.game, data)


def load(home: Home, folders: Sequence[Path] = (), files: Files | None = None, outside: Sequence[Path] = ()) -> Loaded:
    """Load and check a game with the packs in some folders."""
    return with_packs(load_base(home, files, outside), folders)


def load_base(home: Home, files: Files | None = None, outside: Sequence[Path] = ()) -> Loaded:
    """Load a game without packs; `with_packs` checks it. Files from `outside` replace those of their kind."""
    files = files or Files()
    home = _current(home, files)
    kinds = {**COMMON_KINDS, **{kind.name: kind for kind in home.game.data.kinds}}
    loaded = Loaded(home, files, EntryReader(kinds, home.schemas, home.game.data.schemas))
    for read in (
        lambda game: layers.card_layers(game, outside),
        layers.layout_layers,
        layers.wording_layers,
        layers.art_layers,
    ):
        for layer in read(loaded):
            loaded = loaded.over(layer)
    shipped = next((layer.entries for layer in loaded.layers if layer.place is Place.SHIPPED), Entries())
    if shipped.of("game") and not any(not home.scenario_of(source.name) for source in loaded.outside):
        project = [layer.entries for layer in loaded.layers if layer.place is Place.PROJECT]
        names = [
            str(entry.data["id"])
            for some in project
            for kind in some.by_kind.values()
            for entry in kind
            if "id" in entry.data
        ]
        loaded = _derive(loaded, shipped, [names])
    return replace(loaded, findings=(*loaded.findings, *game_findings(home.game.id, loaded.entries.of("game"))))


def _current(home: Home, files: Files) -> Home:
    """Return the home with the game as its file describes it now, saved or not; only a data game has such a file."""
    path = home.game.described_in
    if path is None:
        return home
    from cloudy_pnp.games.data_game.make import make_game

    sources = files.read([path], path.parent)
    return replace(home, game=make_game(home.game.id, path.parents[2], home.root, sources[0] if sources else None))


def with_packs(base: Loaded, folders: Sequence[Path] = ()) -> Loaded:
    """Put packs over a game, and check the whole by schemas, rules and habits of languages."""
    loaded = base
    for folder in {folder.resolve(): folder for folder in folders}.values():
        loaded = loaded.over(layers.pack_layer(loaded, folder))
    for layer in layers.pack_art_layers(loaded):
        loaded = loaded.over(layer)
    findings = [*text_findings(loaded)]
    if loaded.packs:
        loaded = loaded.over(language_layer(loaded))
        loaded = _derive(loaded, base.entries, [pack.ids for pack in loaded.packs])
    findings += loaded.game.data.check(loaded.entries)
    findings += layout_findings(loaded)
    wrong = list(wording_findings(loaded))
    entries = without_tables(loaded.entries, {source.name for source, _ in wrong})
    return replace(loaded, entries=entries, findings=(*loaded.findings, *findings, *wrong))


def _derive(loaded: Loaded, before: Entries, added: Sequence[Sequence[str]]) -> Loaded:
    """Let the game draw its conclusions from what packs add, or a project without its own game file."""
    data = loaded.game.data.derive_from_packs(before.data(), loaded.entries.data(), added)
    by_kind = {}
    for kind, some in loaded.entries.by_kind.items():
        pairs = zip(some, data.get(kind, [entry.data for entry in some]), strict=True)
        by_kind[kind] = [entry if entry.data is item else replace(entry, data=item) for entry, item in pairs]
    return replace(loaded, entries=replace(loaded.entries, by_kind=by_kind))
