"""A loaded game: the layers that its data comes from, and what they are together.

The shipped game, the project's files, its spreadsheets, files from outside, templates (layouts, wording tables,
pictures), packs and the languages of packs: each is one `Layer`, and `merge` puts it over those below. Unsaved text
takes the place of a file where it is read (`Files`), so it needs no layer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Finding, path_text, quoted
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import GLOSSARY, RULES, Entries, Entry, EntryReader, Kind, SourceFinding
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.game.contract import Data, Game
from cloudy_pnp.i18n import habits, lint
from cloudy_pnp.i18n.habits import KIND as HABITS
from cloudy_pnp.i18n.habits import using
from cloudy_pnp.i18n.messages import Accepted, read_accepted
from cloudy_pnp.workspace.art import ART
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import PACK_FILE, STUDIO, WORDING, Home
from cloudy_pnp.workspace.packs import KINDS, Pack, added_languages, name_of, rulebook_of
from cloudy_pnp.workspace.report import broken_entries

COMMON_KINDS = {"game": Kind("game", single=True), GLOSSARY: Kind(GLOSSARY), RULES: Kind(RULES)}
LAYOUT = "layout"
TEMPLATE_KINDS = {LAYOUT: Kind(LAYOUT, single=True), WORDING: Kind(WORDING, single=True)}  # in templates/<game>/
FORMATS = Kind("formats")
SHEET_TEXTS = Kind("sheet-texts", single=True)  # printed on sheets outside the cards; a pack may translate them


class Place(Enum):
    """The origin of a layer."""

    SHIPPED = auto()
    PROJECT = auto()
    OUTSIDE = auto()
    TEMPLATES = auto()
    PACK = auto()


class Layer(Struct, frozen=True):
    """The files of one place, their valid entries, and what is wrong with the others."""

    place: Place
    sources: tuple[SourceFile, ...] = ()
    entries: Entries = field(default_factory=Entries)
    findings: tuple[SourceFinding, ...] = ()
    overrides: Collection[str] = ()  # names of entries that take the place of others
    pack: Pack | None = None


def merge(below: Entries, layer: Layer) -> tuple[Entries, list[SourceFinding]]:
    """Put a layer over the entries below it: added, or in the place of what the layer overrides.

    REF-DUPLICATE: an entry of a pack has the name of another one that the pack does not override. Two such entries of
    other layers both stay, and the game's own check reports them.
    """
    by_kind, conflicts = dict(below.by_kind), list[SourceFinding]()
    for kind, added in layer.entries.by_kind.items():
        merged = list(below.of(kind))
        places = (
            {name_of(kind, entry): at for at, entry in enumerate(merged)} if kind not in (WORDING, ART, HABITS) else {}
        )
        for entry in added:
            name = name_of(kind, entry)
            at = places.get(name)
            if at is not None and name in layer.overrides:
                merged[at] = entry
            elif at is None or layer.pack is None:
                merged.append(entry)
            elif layer.pack.data and name not in layer.pack.overrides:
                conflicts.append((entry.source, _conflict(entry, merged[at], name)))
        by_kind[kind] = merged
    partial = {kind: below.partial.get(kind, []) + layer.entries.partial.get(kind, []) for kind in _kinds(below, layer)}
    cards = {**below.cards, **layer.entries.cards}
    return Entries(by_kind, partial, cards, below.whole and layer.entries.whole), conflicts


def _kinds(below: Entries, layer: Layer) -> Iterable[str]:
    return dict.fromkeys((*below.partial, *layer.entries.partial))


def _conflict(entry: Entry, other: Entry, name: str) -> Finding:
    whose = f"the pack {quoted(other.pack)}" if other.pack else "the game"
    message = f"{whose} already has {quoted(name)} ({other.source.name}, {path_text(other.path)})"
    hint = f"choose another id, or list it in {PACK_FILE}: overrides: [{name}]"
    return Finding("REF-DUPLICATE", (*entry.path, "id") if "id" in entry.data else entry.path, message, hint)


def template_reader(home: Home, kind: str) -> EntryReader:
    """Return the reader of a folder of templates: each folder holds one kind."""
    return EntryReader({kind: TEMPLATE_KINDS[kind]}, home.schemas)


class Loaded(Struct, frozen=True, dict=True):
    """A game with packs or without, as far as its layers are merged."""

    home: Home
    files: Files
    reader: EntryReader
    layers: tuple[Layer, ...] = ()
    entries: Entries = field(default_factory=Entries)  # in the end with the source text for missing translations
    findings: tuple[SourceFinding, ...] = ()
    unfilled: Entries | None = None  # the entries before that
    chosen: tuple[str, ...] = ()  # the languages that must be complete, next to the source; all without any
    pairs: tuple[str, ...] = ()  # those that are printed together, such as de+fr
    hidden: Counter[str] = field(default_factory=Counter)  # how many problems other languages have

    def over(self, layer: Layer) -> Loaded:
        """Return the game with one more layer on top."""
        entries, conflicts = merge(self.entries, layer)
        findings = (*self.findings, *layer.findings, *conflicts)
        return replace(self, layers=(*self.layers, layer), entries=entries, findings=findings)

    @property
    def game(self) -> Game[Any]:
        """The game itself."""
        return self.home.game

    def speaking(self) -> AbstractContextManager[None]:
        """Return a context in which languages have the habits that the project and its packs give them."""
        return using(entry.data for entry in self.entries.of(HABITS))

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
        if source.name == display_path(self.home.own_habits):
            return EntryReader({HABITS: KINDS[HABITS]}, self.home.schemas)
        return template_reader(self.home, WORDING if Path(source.name).parent.name == WORDING else LAYOUT)

    @property
    def languages(self) -> list[str]:
        """The languages of the game with those that packs add, the source first; empty for an invalid game file."""
        return next((list(game.data["languages"]) for game in self.entries.of("game")), [])

    @property
    def written(self) -> Entries:
        """The entries as their authors wrote them."""
        return self.entries if self.unfilled is None else self.unfilled

    @property
    def needed_languages(self) -> list[str]:
        """The languages that must be complete: all, or the source and the chosen ones."""
        chosen = (*self.languages[:1], *self.chosen)
        return [lang for lang in self.languages if not self.chosen or lang in chosen]

    def concerns(self, source: SourceFile, finding: Finding | None = None) -> bool:
        """Check whether a file or a finding in it is about a language that must be complete, or about no language."""
        return language_of(source, finding, self.languages) in ("", *self.needed_languages)

    @property
    def own_languages(self) -> list[str]:
        """The languages of the game without packs."""
        games = (game for layer in self.layers if layer.place is not Place.PACK for game in layer.entries.of("game"))
        return next((list(game.data["languages"]) for game in games), [])

    @cached_property
    def terms(self) -> list[lint.Term]:
        """The glossary; empty where one of its entries is invalid, because other words would match in its place."""
        if self.entries.partial.get(GLOSSARY):
            return []
        glossary = [entry.data for entry in self.written.of(GLOSSARY)]
        return lint.terms_from_glossary(glossary, self.languages[0], self._terms_before) if self.languages else []

    @property
    def _terms_before(self) -> dict[str, dict[str, Any]]:
        """The terms by id as the texts use them: those of the shipped game, and those translations were made from."""
        shipped = self.home.shipped_cards / f"{GLOSSARY}.yaml"
        is_own = self.home.root != self.home.shipped and shipped.is_file()
        entries, _ = self.reader.read(self.files.read([shipped]) if is_own else ())
        before = {entry.id: dict(entry.data) for entry in entries.of(GLOSSARY)}
        source = self.languages[0]
        for name, known in read_accepted(self.home.book).texts.items():
            kind, _, rest = name.partition("/")
            if kind == GLOSSARY and known and source not in known:  # else they were made from another language
                term, _, form = rest.rpartition("/")
                word = before.setdefault(term, {}).get(source, {})
                before[term][source] = {**word, form: next(iter(known.values()))}
        return {
            name: {lang: word for lang, word in entry.items() if isinstance(word, Mapping) and "term" in word}
            for name, entry in before.items()
        }

    @property
    def books(self) -> dict[str, Path]:
        """The packs' own templates of the rulebook, in the languages that they add."""
        added = added_languages(self.packs, self.own_languages)
        templates = {lang: rulebook_of(pack, lang) for lang, (pack, _) in added.items()}
        return {lang: path for lang, path in templates.items() if path}

    @property
    def accepted(self) -> Accepted:
        """The sources that translations of the rulebook were made from; a pack has a record of its own languages."""
        accepted = read_accepted(self.home.book)
        sections = {name: dict(known) for name, known in accepted.sections.items()}
        for lang, path in self.books.items():
            for name, source in read_accepted(path.parent).made_from(lang).items():
                sections.setdefault(name, {})[lang] = source
        return replace(accepted, sections=sections)


def language_of(source: SourceFile, finding: Finding | None, languages: Sequence[str]) -> str:
    """Return the language of the text that a finding is about, or of a whole file; empty where it is about none."""
    path, file = finding.path if finding else (), Path(source.name)
    named = path[2:3] if path[:1] == (GLOSSARY,) else path[-1:]
    named = (*named, file.stem) if file.parent.name in (WORDING, STUDIO) else named
    return (finding.lang if finding else "") or next((str(step) for step in named if step in languages), "")


class Sound(Struct, frozen=True, dict=True):
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
        for kind in (*loaded.kinds, *TEMPLATE_KINDS, ART, HABITS)
    }
    return Sound(loaded.game, data)


def own_habits(home: Home, files: Files) -> Iterator[Layer]:
    """Read the file with the habits of languages, if the project has one."""
    if home.own_habits != shipped_root() / "templates" / habits.FILE and files.exists(home.own_habits):
        sources = files.read([home.own_habits], home.root)
        entries, findings = EntryReader({HABITS: KINDS[HABITS]}, home.schemas).read(sources)
        found = Entries({HABITS: entries.of(HABITS)})
        yield Layer(Place.TEMPLATES, tuple(sources), found, tuple(findings))
