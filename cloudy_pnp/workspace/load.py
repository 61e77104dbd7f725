"""From the files of a home to a loaded game: its entries, with packs or without, and what is wrong with them.

Nothing is raised for bad data. A `Loaded` game is never changed: every later stage returns findings of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted
from cloudy_pnp.data.entries import Entries, Entry, EntryReader, Found, Kind
from cloudy_pnp.data.files import shown, skipped_files
from cloudy_pnp.data.plausible import check_plausible
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.games.contract import Data, Game
from cloudy_pnp.i18n import lint, wording
from cloudy_pnp.workspace import pack_languages, packs
from cloudy_pnp.workspace.art import ART, OwnArt, read_art
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.findings import broken_entries
from cloudy_pnp.workspace.home import CARD_ENDINGS, PACK_FILE, WORDING, Home
from cloudy_pnp.workspace.packs import Pack

COMMON_KINDS = {"game": Kind("game", single=True), "glossary": Kind("glossary")}
# What lies in templates/<game>/.
TEMPLATE_KINDS = {"layout": Kind("layout", single=True), WORDING: Kind(WORDING, single=True)}
FORMATS = Kind("formats")
SHEET_TEXTS = Kind("sheet-texts", single=True)  # printed on sheets outside the cards; a pack may have words for it


@dataclass(frozen=True, slots=True)
class Base:
    """A game without packs."""

    home: Home
    files: Files
    reader: EntryReader
    own: tuple[SourceFile, ...]  # every file in the game's folder
    outside: tuple[SourceFile, ...]  # files that take the place of the game's own of their kind
    entries: Entries
    findings: tuple[Found, ...]
    templates: tuple[SourceFile, ...] = ()  # the user's own layouts, wording tables and pictures

    @property
    def game(self) -> Game[Any]:
        """The game itself."""
        return self.home.game

    @property
    def languages(self) -> list[str]:
        """The languages of the game, the source first; none when it cannot be read."""
        games = self.entries.of("game")
        return list(games[0].data["languages"]) if games else []


@dataclass(frozen=True)
class Loaded:
    """A game with packs or without: frozen, and passed from stage to stage."""

    base: Base
    packs: tuple[Pack, ...]
    pack_files: tuple[SourceFile, ...]
    entries: Entries
    findings: tuple[Found, ...]  # of the base, the packs, and both together

    @property
    def home(self) -> Home:
        """Where it lies."""
        return self.base.home

    @property
    def game(self) -> Game[Any]:
        """The game itself."""
        return self.base.game

    @property
    def files(self) -> Files:
        """What has been read."""
        return self.base.files

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """The files of the game's folder, of packs, and those from outside."""
        return (*self.base.own, *self.base.templates, *self.pack_files, *self.base.outside)

    @property
    def card_files(self) -> list[SourceFile]:
        """Those of them that hold card data, not scenarios."""
        return [source for source in self.sources if not self.home.scenario_of(source.name)]

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """What kinds of card data there are."""
        return self.base.reader.kinds

    @property
    def written_kinds(self) -> Mapping[str, Kind]:
        """Those, and what lies in templates."""
        return {**self.kinds, **TEMPLATE_KINDS}

    @property
    def own_layouts(self) -> list[Entry]:
        """The layouts that are the user's own, and sound."""
        return [entry for entry in self.entries.of("layout") if entry.source in self.base.templates]

    def reader_of(self, source: SourceFile) -> EntryReader:
        """What reads a file: templates have places and kinds of their own."""
        if source not in self.base.templates:
            return self.base.reader
        is_table = Path(source.name).parent.name == WORDING
        return _template_reader(self.home, WORDING if is_table else "layout")

    @property
    def languages(self) -> list[str]:
        """The languages of the game with those that packs add, the source first; none when it cannot be read."""
        games = self.entries.of("game")
        return list(games[0].data["languages"]) if games else []

    @property
    def own_languages(self) -> list[str]:
        """Those of the game alone."""
        return self.base.languages

    @cached_property
    def terms(self) -> list[lint.Term]:
        """The glossary; nothing where an entry of it is broken, because others would be taken in its place."""
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
        added = pack_languages.added_languages(self.packs)
        templates = {lang: packs.rulebook_of(pack, lang) for lang, (pack, _) in added.items()}
        return {lang: path for lang, path in templates.items() if path}


@dataclass(frozen=True)
class Sound:
    """The part of a loaded game that no rule objects to: what a model, pictures and verdicts are made of."""

    game: Game[Any]
    data: Data

    @cached_property
    def mark(self) -> str:
        """The fingerprint of the data, for keys of what is made of it."""
        return fingerprint.of_data([self.game.id, self.data])

    @cached_property
    def model(self) -> Any:
        """The game's model, made when it is first asked for: most verdicts are cached, and need none."""
        return self.game.data.model.load()(self.data)


def sound_part(loaded: Loaded, despite: tuple[str, ...] = ("I18N-",)) -> Sound:
    """The entries without errors, but for codes that begin with `despite`."""
    broken = broken_entries(loaded.findings, despite)
    data = {
        kind: [entry.data for entry in loaded.entries.of(kind) if (entry.source.name, *entry.path) not in broken]
        for kind in (*loaded.kinds, *TEMPLATE_KINDS, ART)
    }
    return Sound(loaded.game, data)


def load_base(home: Home, files: Files | None = None, outside: Sequence[Path] = ()) -> Base:
    """The game's own files, completed by the shipped game; files from `outside` replace those of their kind."""
    files = files or Files()
    home = _current(home, files)
    kinds = {**COMMON_KINDS, **{kind.name: kind for kind in home.game.data.kinds}}
    reader = EntryReader(kinds, home.schemas, home.game.data.schemas)
    own = files.read(files.list(home.cards, home.endings), home.cards)
    own += _skipped(home.cards, home.endings)
    own += _tables(home, files, reader, home.cards, _languages_in(own))
    others = files.read(outside)
    cards, replacing = ([source for source in some if not home.scenario_of(source.name)] for some in (own, others))
    shipped: list[SourceFile] = []
    if not any(_is_game_file(reader, source) for source in cards):
        shipped = files.read(files.list(home.shipped_cards, CARD_ENDINGS))
        shipped = [source for source in shipped if not home.scenario_of(source.name)]
        cards = shipped + cards
    replaced = {reader.kind_of(source) for source in replacing}
    cards = [source for source in cards if reader.kind_of(source) not in replaced]
    entries = Entries()
    findings = [*reader.read([*cards, *replacing], entries)]
    findings += _one_game(home, entries)
    if shipped and not replacing:
        entries = _add_on(home.game, entries, {source.name for source in shipped})
    templates = (*_layouts(home, files, entries, findings), *_wording(home, files, entries, findings))
    templates += _add_art(entries, [read_art(home, home.own_art, entries)], findings)
    return Base(home, files, reader, tuple(own), tuple(others), entries, tuple(findings), templates)


def _languages_in(sources: Sequence[SourceFile]) -> list[str]:
    """The languages that a game file names, before it is judged: heads of columns are read by them."""
    for source in sources:
        document = source.documents[0] if source.documents else None
        game = document.get("game") if isinstance(document, dict) else None
        languages = game.get("languages") if isinstance(game, dict) else None
        if isinstance(languages, list):
            return [lang for lang in languages if isinstance(lang, str)]
    return []


def _tables(home: Home, files: Files, reader: EntryReader, folder: Path, languages: Sequence[str]) -> list[SourceFile]:
    """The tables of a folder whose names, or the game file, say which kind of card they hold; others are none."""
    named = {name.partition("#")[0]: (kind, name.partition("#")[2]) for name, kind in home.game.data.tables.items()}
    found = []
    for path in files.list(folder, TABLE_ENDINGS):
        inside = path.relative_to(folder).as_posix()
        kind, sheet = named.get(inside, (path.stem, ""))
        if kind in reader.kinds and not reader.kinds[kind].single:
            table = files.read_table(path, folder, sheet, kind, reader.entry_schema(kind), languages)
            found += [table] if table else []
    return found


def _current(home: Home, files: Files) -> Home:
    """A game that is data only is what its file says now, saved or not."""
    path = home.game.described_in
    if path is None:
        return home
    from cloudy_pnp.games.data_game.make import make_game

    place = path.parents[2]
    found = files.read([path], path.parent)
    return replace(home, game=make_game(home.game.id, place, home.root, found[0] if found else None))


def _template_reader(home: Home, kind: str) -> EntryReader:
    """What reads a folder of templates: each holds one kind."""
    return EntryReader({kind: TEMPLATE_KINDS[kind]}, home.schemas)


def _layouts(home: Home, files: Files, entries: Entries, findings: list[Found]) -> tuple[SourceFile, ...]:
    """Add the layouts to the entries; those of a later folder replace others of their id.

    What is wrong with shipped ones is not the user's affair. Returns the user's own files of layouts.
    """
    reader = _template_reader(home, "layout")
    own: list[SourceFile] = []
    for folder in home.layout_folders:
        sources = files.read(files.list(folder, CARD_ENDINGS), folder) if folder.is_dir() else []
        some = Entries(cards=dict(entries.cards))
        found = [*reader.read(sources, some)]
        mine = set(some.named("layout"))  # a wrong one replaces the shipped one too
        kept = [entry for entry in entries.of("layout") if entry.id not in mine]
        entries.by_kind["layout"] = kept + some.of("layout")
        if some.partial:
            entries.partial.setdefault("layout", []).extend(some.partial["layout"])
        if folder.is_relative_to(home.root):
            own += sources
            findings += found
    found_layouts = entries.by_kind.pop("layout", [])
    if found_layouts:
        sizes = _formats(home, files)
        entries.by_kind["layout"] = [_sized(entry, sizes) for entry in found_layouts]
    return tuple(own)


def _wording(home: Home, files: Files, entries: Entries, findings: list[Found]) -> Sequence[SourceFile]:
    """Add the user's own wording tables to the entries. Shipped ones are read when a text is composed."""
    if home.game.data.wording is None or not home.own_wording.is_dir():
        return ()
    sources = files.read(files.list(home.own_wording, CARD_ENDINGS), home.own_wording)
    own = Entries()
    findings += _template_reader(home, WORDING).read(sources, own)
    entries.by_kind[WORDING] = own.of(WORDING)
    return sources


def _add_art(entries: Entries, art: Sequence[OwnArt], findings: list[Found]) -> tuple[SourceFile, ...]:
    """Add pictures to the entries, the more important ones last; return their files."""
    more = [entry for one in art for entry in one.entries]
    if more:
        entries.by_kind[ART] = [*entries.of(ART), *more]
    findings += [found for one in art for found in one.findings]
    return tuple(source for one in art for source in one.sources)


def _formats(home: Home, files: Files) -> dict[str, list[float]]:
    """The card formats that layouts may name: width and height."""
    reader = EntryReader({FORMATS.name: FORMATS}, home.schemas)
    some = Entries()
    for folder in home.template_folders:
        path = folder / "formats.yaml"
        sources = files.read([path], folder) if path.is_file() else []
        list(reader.read(sources, some))  # what is wrong with them is told where sheets are made
    return {entry.id: [entry.data["width"], entry.data["height"]] for entry in some.of(FORMATS.name)}


def _sized(entry: Entry, sizes: Mapping[str, list[float]]) -> Entry:
    """A layout with its format as numbers; a format that there is not stays as it is written, and is told of."""
    size = entry.data.get("size")
    known = isinstance(size, str) and size in sizes
    return replace(entry, data={**entry.data, "size": sizes[str(size)]}) if known else entry


def with_packs(base: Base, folders: Sequence[Path] = ()) -> Loaded:
    """The game with packs, checked by schemas, rules and habits of languages."""
    chosen = list({folder.resolve(): folder for folder in folders}.values())
    findings, some, pack_files = list(base.findings), [], list[SourceFile]()
    for folder in chosen:
        pack, sources, found = _read_pack(base, folder)
        some.append(pack)
        pack_files += sources
        findings += found
    entries = base.entries
    if some:
        entries, conflicts = packs.merged(base.entries, some)
        findings += conflicts
        entries.by_kind[WORDING] = [
            *base.entries.of(WORDING),
            *(entry for pack in some for entry in pack.entries.of(WORDING)),
        ]
        art = [read_art(base.home, pack.folder / ART, entries, pack.id) for pack in some]
        pack_files += _add_art(entries, art, findings)
    loaded = Loaded(base, tuple(some), tuple(pack_files), entries, ())
    findings += _text_findings(loaded)
    if some:
        entries, found = _with_languages(loaded)
        findings += found
        entries = _derived(base.game, base.entries.data(), entries, [pack.ids for pack in some])
    findings += base.game.data.check(entries)
    findings += check_plausible(entries, base.game.data.kinds)
    findings += _empty_packs(some)
    findings += _layout_findings(base, entries)
    if entries.of(WORDING):
        wrong = list(_wording_findings(base.home, entries))
        findings += wrong
        entries = _without_wrong_tables(entries, {source.name for source, _ in wrong})
    return Loaded(base, tuple(some), tuple(pack_files), entries, tuple(findings))


def _empty_packs(found: Sequence[Pack]) -> Iterator[Found]:
    """DATA-EMPTY: report a pack that adds nothing: no card, language, word, picture or page."""
    for pack in found:
        is_filled = any(kind != "pack" for kind in (*pack.entries.by_kind, *pack.entries.partial))
        has_folders = any(path.is_dir() for path in pack.folder.iterdir())  # art, pages of a rulebook
        if pack.data and not is_filled and not has_folders and not pack.languages:
            message, hint = "the pack has no cards", "put them into a file next to pack.yaml"
            yield pack.source, Finding("DATA-EMPTY", ("pack",), message, hint, Severity.WARNING, True)


def load(home: Home, folders: Sequence[Path] = (), files: Files | None = None, outside: Sequence[Path] = ()) -> Loaded:
    """A game with the packs in some folders."""
    return with_packs(load_base(home, files, outside), folders)


def _layout_findings(base: Base, entries: Entries) -> Iterator[Found]:
    """What is wrong with the user's own layouts; those that come with a game are its tests' affair."""
    if not base.templates or not entries.valid_parts("layout"):
        return
    from cloudy_pnp.layouts.check import layout_findings  # only needed where there are layouts

    names = {source.name for source in base.templates}
    formats = _formats(base.home, base.files)
    fields = base.game.data.layout_fields(entries.data())
    parts = [entry for entry in entries.valid_parts("layout") if "id" in entry.data]
    for source, finding in layout_findings(parts, formats, fields):
        if source.name in names:
            yield source, finding


def _wording_findings(home: Home, entries: Entries) -> Iterator[Found]:
    """What is wrong with the wording tables of a project and of packs, each over the rows that it changes."""
    if home.game.data.wording is None:
        return
    uses = home.game.data.wording.load()
    languages = [lang for game in entries.of("game") for lang in game.data["languages"]]
    before: dict[str, wording.Rows] = {}
    for entry in entries.of(WORDING):
        lang, rows = entry.data["id"], entry.data["rows"]
        if lang not in languages:
            message, hint = f"{quoted(lang)} is not a language of the game", "a pack that adds one brings its table"
            yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, hint)
            continue
        whole = {**(before.get(lang) or wording.shipped_rows(home.shipped_wording, lang)), **rows}
        for finding in wording.own_findings(whole, rows, uses):
            yield entry.source, finding.under(*entry.path, "rows")
        before[lang] = whole


def _without_wrong_tables(entries: Entries, files: Collection[str]) -> Entries:
    """Leave out every table of a language of which one is wrong: rows of the others may depend on it."""
    tables = entries.of(WORDING)
    wrong = {entry.data["id"] for entry in tables if entry.source.name in files}
    sound = [entry for entry in tables if entry.data["id"] not in wrong]
    return replace(entries, by_kind={**entries.by_kind, WORDING: sound})


# --- the game itself ---------------------------------------------------------------------------------------------


def _skipped(folder: Path, endings: tuple[str, ...]) -> list[SourceFile]:
    """What looks like card data and is not read."""
    found = skipped_files(folder, endings)
    return [SourceFile(problem.file, problems=[problem], whole=False) for problem in found]


def _is_game_file(reader: EntryReader, source: SourceFile) -> bool:
    """By its key, or, when that cannot be read, by its name: a broken game.yaml still makes a game of its own."""
    return reader.kind_of(source) == "game" or Path(source.name).stem == "game"


def _one_game(home: Home, entries: Entries) -> Iterator[Found]:
    """A game is described once, under the name of its folder."""
    for number, entry in enumerate(entries.of("game")):
        if number:
            first = entries.of("game")[0].source.name
            message = f"the game is already described in {first}"
            yield entry.source, Finding("REF-DUPLICATE", entry.path, message, "delete one of the two", at_key=True)
        if entry.id != home.game.id:
            message = f"the id {quoted(entry.id)} is not the name of the game's folder"
            yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, f"write {home.game.id}")


def _add_on(game: Game[Any], entries: Entries, shipped: Collection[str]) -> Entries:
    """A folder without a game of its own adds to the shipped one, as a pack does."""
    kinds = entries.by_kind.items()
    before = {kind: [entry.data for entry in some if entry.source.name in shipped] for kind, some in kinds}
    own = [entry for _, some in kinds for entry in some if entry.source.name not in shipped]
    return _derived(game, before, entries, [[str(entry.data["id"]) for entry in own if "id" in entry.data]])


def _derived(game: Game[Any], before: Data, entries: Entries, added: Sequence[Sequence[str]]) -> Entries:
    """Let the game draw its conclusions from what packs add."""
    data = game.data.derive_from_packs(before, entries.data(), added)
    by_kind = {}
    for kind, some in entries.by_kind.items():
        pairs = zip(some, data.get(kind, [entry.data for entry in some]), strict=True)
        by_kind[kind] = [entry if entry.data is item else replace(entry, data=item) for entry, item in pairs]
    return replace(entries, by_kind=by_kind)


# --- packs -------------------------------------------------------------------------------------------------------


def _read_pack(base: Base, folder: Path) -> tuple[Pack, list[SourceFile], list[Found]]:
    """A pack's own entries, its files, and what is wrong with them."""
    home, files = base.home, base.files
    if not files.exists(folder / PACK_FILE):
        raise UserError(f"{shown(folder)} is not a pack: it has no file {PACK_FILE}")
    inside = files.list(folder, home.endings)
    sources = files.read((path for path in inside if path.parent != folder / packs.BOOK), folder)
    sources += _skipped(folder, home.endings)
    composes = base.game.data.wording is not None
    reader = base.reader.with_kinds({name: kind for name, kind in packs.KINDS.items() if composes or name != WORDING})
    sources += _tables(home, files, base.reader, folder, base.languages)
    entries, name = Entries(), shown(folder / PACK_FILE)
    findings = [*reader.read((source for source in sources if not home.scenario_of(source.name)), entries)]
    source = next((source for source in sources if source.name == name), None)
    reported = source is None or bool(source.problems) or any(where is source for where, _ in findings)
    pack, more = packs.described(folder, source or SourceFile(name), entries, home.game.id, reported)
    return pack, sources, [*findings, *more]


def _with_languages(loaded: Loaded) -> tuple[Entries, list[Found]]:
    """The entries with the texts of the languages that packs add, and what is missing of them."""
    known, some = loaded.own_languages, loaded.packs
    if not known or not any(pack.languages or pack.entries.of("words") for pack in some):
        return loaded.entries, []
    reader = loaded.base.reader.with_kinds({SHEET_TEXTS.name: SHEET_TEXTS, **TEMPLATE_KINDS})
    sheets = _sheet_texts(loaded, reader)
    by_kind = {**loaded.entries.by_kind, **({SHEET_TEXTS.name: [sheets]} if sheets else {})}
    added = pack_languages.add_words(replace(loaded.entries, by_kind=by_kind), some, reader.entry_schema, known[0])
    entries, findings = added.entries, added.findings
    composed, books = loaded.composed, loaded.books
    for named, source, finding in pack_languages.missing_words(entries, some, reader.entry_schema, composed, books):
        if named not in added.unsound:
            findings.append((source, finding))
    findings += pack_languages.language_findings(some, known, books)
    [game, *rest] = entries.of("game")
    languages = list(dict.fromkeys((*known, *pack_languages.added_languages(some))))
    entries.by_kind["game"] = [replace(game, data={**game.data, "languages": languages}), *rest]
    return entries, findings


def _sheet_texts(loaded: Loaded, reader: EntryReader) -> Entry | None:
    """What is printed on sheets: the user's own words, or the shipped ones."""
    sheets = EntryReader({SHEET_TEXTS.name: SHEET_TEXTS}, loaded.home.schemas)
    for folder in reversed(loaded.home.template_folders):
        sources = loaded.files.read(loaded.files.list(folder / "sheets", CARD_ENDINGS), folder)
        entries = Entries()
        some = [source for source in sources if sheets.kind_of(source) == SHEET_TEXTS.name]
        if some and not list(reader.read(some, entries)):
            return replace(entries.of(SHEET_TEXTS.name)[-1], source=SourceFile(f"{SHEET_TEXTS.name}.yaml"))
    return None


# --- texts -------------------------------------------------------------------------------------------------------


def _text_findings(loaded: Loaded) -> Iterator[Found]:
    """I18N: every localised text of the card data, and the words of the glossary.

    When the game itself cannot be read, its languages are not known, and nothing is said about texts.
    """
    languages, terms, entries = loaded.languages, loaded.terms, loaded.entries
    if not languages:
        return
    # Where a text lacks a language of a pack is reported once the words are there.
    added = [lang for lang in pack_languages.added_languages(loaded.packs) if lang not in languages]
    reader = loaded.base.reader.with_kinds(TEMPLATE_KINDS)
    for kind in reader.kinds:
        patterns = reader.entry_schema(kind).localized_paths if entries.of(kind) else ()
        for entry in entries.of(kind):
            yield from _entry_texts(entry, patterns, languages, added, terms)
            for lang in languages:
                for key, why in pack_languages.not_composed(kind, entry, lang, loaded.composed):
                    message, hint = f'there is no {key} in "{lang}"{why}', f"add {key}: {{{lang}: …}}"
                    yield entry.source, Finding("I18N-MISSING", entry.path, message, hint)
    for pack in loaded.packs:
        wanted = list(dict.fromkeys((*languages, *pack.languages)))
        for finding in lint.text_findings(pack.data.get("name", {}), wanted, terms):
            if pack.data:
                yield pack.source, lint.in_pack(finding).under("pack", "name")
    for entry in entries.of("glossary"):
        for finding in lint.term_findings(entry.data, languages):
            yield entry.source, finding.under(*entry.path)


def _entry_texts(
    entry: Entry,
    patterns: Sequence[tuple[str, ...]],
    languages: Sequence[str],
    added: Sequence[str],
    terms: Sequence[lint.Term],
) -> Iterator[Found]:
    for pattern in patterns:
        for path, localised in lint.texts_at(entry.data, pattern):
            wanted = [*languages, *(lang for lang in added if lang in localised)]
            for finding in lint.text_findings(localised, wanted, terms):
                told = lint.in_pack(finding) if entry.pack else finding
                yield entry.source, told.under(*entry.path, *path)
