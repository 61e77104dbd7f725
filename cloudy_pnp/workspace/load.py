"""Load a game: one loop over its layers, then the checks of the whole.

Nothing is raised for bad data. A `Loaded` game is never changed: every stage returns a new one, or findings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted, value_at
from cloudy_pnp.data.entries import RULES, Entries, Entry, EntryReader, SourceFinding, check_plausible, duplicate_ids
from cloudy_pnp.data.files import display_path, skipped_files, skipped_problem
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.data.tables.read import TableUse
from cloudy_pnp.i18n import lint, wording
from cloudy_pnp.i18n.messages import forms_of
from cloudy_pnp.workspace import packs
from cloudy_pnp.workspace.art import ART, read_art
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import CARD_ENDINGS, PACK_FILE, STUDIO, WORDING, Home
from cloudy_pnp.workspace.languages import fill_entries, language_layer, source_rows
from cloudy_pnp.workspace.loaded import (
    COMMON_KINDS,
    FORMATS,
    LAYOUT,
    TEMPLATE_KINDS,
    Layer,
    Place,
    own_habits,
    template_reader,
)
from cloudy_pnp.workspace.loaded import Loaded as Loaded
from cloudy_pnp.workspace.loaded import Sound as Sound
from cloudy_pnp.workspace.loaded import sound_part as sound_part
from cloudy_pnp.workspace.packs import added_languages
from cloudy_pnp.workspace.translations import untranslated_findings

# --- cards -------------------------------------------------------------------------------------------------------


def card_layers(loaded: Loaded, outside: Sequence[Path] = ()) -> Iterator[Layer]:
    """Read the game's files; a project without a game file adds to the shipped game.

    Files from `outside` take the place of the others of their kind.
    """
    home, files, reader = loaded.home, loaded.files, loaded.reader
    own = _data_files(home, files, home.cards)
    others = files.read(outside)
    has_game = any(_is_game_file(reader, source) for source in own if not home.scenario_of(source.name))
    shipped = [] if has_game else files.read(files.list(home.shipped_cards, CARD_ENDINGS))
    languages = _languages_in([*shipped, *own])
    tables = _tables(home, files, reader, home.cards, languages)
    shipped += [] if has_game else _tables(home, files, reader, home.shipped_cards, languages)
    replaced = {reader.kind_of(source) for source in others if not home.scenario_of(source.name)}
    below = ((Place.SHIPPED, shipped), (Place.PROJECT, own), (Place.PROJECT, tables), (Place.OUTSIDE, others))
    for place, sources in below:
        cards = [source for source in sources if not home.scenario_of(source.name)]
        if place is not Place.OUTSIDE:
            cards = [source for source in cards if reader.kind_of(source) not in replaced]
        entries, findings = reader.read(cards)
        yield Layer(place, tuple(sources), entries, tuple(findings))


def _data_files(home: Home, files: Files, folder: Path, without: Sequence[Path] = ()) -> list[SourceFile]:
    """Read the data files of a folder; files that look like card data but are not read have a problem each."""
    paths = [path for path in files.list(folder, home.endings) if path.parent not in without]
    problems = skipped_files(folder, home.endings)
    return [*files.read(paths, folder), *map(SourceFile.unread, problems)]


def _is_game_file(reader: EntryReader, source: SourceFile) -> bool:
    """Check the key of a file or, when that cannot be read, its name: a broken game.yaml still describes a game."""
    return reader.kind_of(source) == "game" or Path(source.name).stem == "game"


def _languages_in(sources: Sequence[SourceFile]) -> list[str]:
    """Return the languages that a game file names, valid or not: column headers may end with one."""
    for source in sources:
        languages = value_at(source.documents, (0, "game", "languages"))
        if isinstance(languages, list):
            return [lang for lang in languages if isinstance(lang, str)]
    return []


def _tables(home: Home, files: Files, reader: EntryReader, folder: Path, languages: Sequence[str]) -> list[SourceFile]:
    """Read the spreadsheets of a folder whose file name, or the game file, names a kind of card."""
    known = home.game.data.tables
    claimed = [word for use in known.values() for words in use.rows.values() for word in words]
    tables = []
    for path in files.list(folder, TABLE_ENDINGS):
        inside = path.relative_to(folder).as_posix()
        uses = {kind: use for kind, use in known.items() if use.file == inside}
        uses = uses or {path.stem: known.get(path.stem, TableUse())}
        read = {
            kind: (reader.entry_schema(kind), use)
            for kind, use in uses.items()
            if kind in reader.kinds and not reader.kinds[kind].single
        }
        if read:
            tables.append(files.read_table(path, folder, read, languages, claimed))
    return [table for table in tables if table is not None]


# --- templates ---------------------------------------------------------------------------------------------------


def layout_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the layouts; one of the project replaces the shipped one with its id. Only the project's are checked."""
    home, files = loaded.home, loaded.files
    for folder in home.layout_folders:
        sources = files.read(files.list(folder, CARD_ENDINGS), folder) if folder.is_dir() else []
        entries, findings = template_reader(home, LAYOUT).read(sources)
        sizes = formats(home, files) if entries.valid_parts(LAYOUT) else {}
        layouts = [_with_size(entry, sizes) for entry in entries.of(LAYOUT)]
        broken = {kind: [_with_size(entry, sizes) for entry in some] for kind, some in entries.partial.items()}
        merged = Entries({LAYOUT: layouts} if layouts else {}, broken)
        own, ids = folder.is_relative_to(home.root), list(entries.named(LAYOUT))  # a wrong one replaces another too
        yield (
            Layer(Place.TEMPLATES, tuple(sources), merged, tuple(findings), ids)
            if own
            else Layer(Place.SHIPPED, entries=merged, overrides=ids)
        )


def formats(home: Home, files: Files) -> dict[str, list[float]]:
    """Return the card formats that layouts may name: width and height. Their problems are reported with the sheets."""
    sources = [
        source
        for folder in home.template_folders
        if (folder / "formats.yaml").is_file()
        for source in files.read([folder / "formats.yaml"], folder)
    ]
    entries, _ = EntryReader({FORMATS.name: FORMATS}, home.schemas).read(sources)
    return {entry.id: [entry.data["width"], entry.data["height"]] for entry in entries.of(FORMATS.name)}


def _with_size(entry: Entry, sizes: Mapping[str, list[float]]) -> Entry:
    """Return a layout with the size of its format in numbers; the name of an unknown format stays, to be reported."""
    size = entry.data.get("size")
    known = isinstance(size, str) and size in sizes
    return replace(entry, data={**entry.data, "size": sizes[str(size)]}) if known else entry


def wording_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the project's wording tables. Shipped ones are read when a text is composed."""
    home, files = loaded.home, loaded.files
    if home.root != home.shipped:
        shipped = home.shipped / home.own_words.relative_to(home.root)
        changed = [path for path in _files_in(loaded, home.own_words) if not _is_copy(path, shipped / path.name)]
        yield _unused_files(changed, "a project cannot replace the words at a table", "delete the file")
    if not home.own_wording.is_dir():
        return
    if home.game.data.wording is None:
        message = "the wording table is not used: the tool composes no texts of this game"
        hint = "delete it, or write the texts into the card data"
        yield _unused_files(_files_in(loaded, home.own_wording), message, hint)
        return
    paths = files.list(home.own_wording, CARD_ENDINGS)
    sources = files.read(paths, home.own_wording)
    entries, findings = template_reader(home, WORDING).read(sources)
    yield Layer(Place.TEMPLATES, tuple(sources), Entries({WORDING: entries.of(WORDING)}), tuple(findings))


def _files_in(loaded: Loaded, folder: Path) -> list[Path]:
    return loaded.files.list(folder, CARD_ENDINGS) if folder.is_dir() else []


def _is_copy(path: Path, shipped: Path) -> bool:
    """Return whether a file is a copy of the shipped one; equal sizes keep the reading bounded."""
    is_similar = path.is_file() and shipped.is_file() and path.stat().st_size == shipped.stat().st_size
    return is_similar and path.read_bytes() == shipped.read_bytes()


def _unused_files(paths: Sequence[Path], message: str, hint: str) -> Layer:
    return Layer(Place.TEMPLATES, tuple(SourceFile.unread(skipped_problem(path, message, hint)) for path in paths))


def art_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the project's pictures for the art of the game."""
    yield _art_layer(loaded, Place.TEMPLATES, loaded.home.own_art)


def font_layer(loaded: Loaded) -> Layer:
    """FONT-FILE: read the fonts that layouts use; each file that cannot be used has a problem of its own."""
    found = loaded.game.data.fonts.problems() if loaded.game.data.fonts else ()
    hint = "save it again as .ttf or .otf, or delete it"
    problems = (Finding("FONT-FILE", (), message, hint).at(display_path(Path(path)), 1, 1) for path, message in found)
    return Layer(Place.TEMPLATES, tuple(map(SourceFile.unread, problems)))


def habit_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the habits of languages that the project adds or changes."""
    yield from own_habits(loaded.home, loaded.files)


TEMPLATES = (layout_layers, wording_layers, art_layers, habit_layers)  # in order


def pack_art_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the packs' pictures; a pack may have one for the card of another pack."""
    for pack in loaded.packs:
        yield _art_layer(loaded, Place.PACK, pack.folder / ART, pack.id)


def _art_layer(loaded: Loaded, place: Place, folder: Path, pack: str = "") -> Layer:
    art = read_art(loaded.home, folder, loaded.entries, pack)
    return Layer(place, art.sources, Entries({ART: list(art.entries)} if art.entries else {}), art.findings)


# --- packs -------------------------------------------------------------------------------------------------------


def pack_layer(loaded: Loaded, folder: Path) -> Layer:
    """Read one pack, which comes over the game and the packs before it."""
    home, files = loaded.home, loaded.files
    if not files.exists(folder / PACK_FILE):
        raise UserError(f"{display_path(folder)} is not a pack: it has no file {PACK_FILE}")
    sources = _data_files(home, files, folder, without=(folder / packs.BOOK, folder / STUDIO))
    sources += _tables(home, files, loaded.reader, folder, loaded.own_languages)
    composes = home.game.data.wording is not None
    kinds = {name: kind for name, kind in packs.KINDS.items() if composes or name != WORDING}
    cards = [source for source in sources if not home.scenario_of(source.name)]
    entries, findings = loaded.reader.with_kinds(kinds).read(cards)
    name = display_path(folder / PACK_FILE)
    source = next((source for source in sources if source.name == name), None)
    reported = (
        source is None or not source.whole or bool(source.problems) or any(where is source for where, _ in findings)
    )
    pack, more = packs.described(folder, source or SourceFile(name), entries, home.game.id, reported)
    conflicts = packs.override_findings(pack, loaded.packs, loaded.entries)
    before = {name for other in loaded.packs for name in other.overrides}
    overrides = [name for name in pack.overrides if name not in before]
    return Layer(Place.PACK, tuple(sources), pack.cards, (*findings, *more, *conflicts), overrides, pack)


def game_findings(game_id: str, games: Sequence[Entry]) -> Iterator[SourceFinding]:
    """Report a game that is described twice, or not under the name of its folder."""
    for entry in games[1:]:
        message = f"the game is already described in {games[0].source.name}"
        yield entry.source, Finding("REF-DUPLICATE", entry.path, message, "delete one of the two", at_key=True)
    for entry in games:
        if entry.id != game_id:
            message = f"the id {quoted(entry.id)} is not the name of the game's folder"
            yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, f"write {game_id}")


def text_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """I18N: report every localized text of the card data, the names of packs, and the words of the glossary.

    Without a valid game file its languages are unknown, and no text is checked.
    """
    languages, terms, entries = loaded.languages, loaded.terms, loaded.entries
    if not languages:
        return
    added = list(added_languages(loaded.packs, languages))
    by_pack = {pack.id: pack.has(languages) for pack in loaded.packs}
    reader = loaded.reader.with_kinds(TEMPLATE_KINDS)
    for kind in reader.kinds:
        parts = entries.valid_parts(kind)
        patterns = reader.entry_schema(kind).localized_paths if parts else ()
        for entry in parts:
            budget.tick()
            expected = by_pack.get(entry.pack, languages)
            left_out = [*(lang for lang in languages if lang not in expected), *added]
            for pattern in patterns:
                for path, text in lint.texts_at(entry.data, pattern):
                    wanted = [*expected, *(lang for lang in left_out if lang in text)]
                    for finding in lint.text_findings(text, wanted, terms):
                        finding = lint.in_pack(finding) if entry.pack else finding
                        yield entry.source, finding.under(*entry.path, *path)
    for pack in loaded.packs:
        name = pack.data.get("name", {})
        wanted = _unique(by_pack[pack.id], pack.adds(languages), [lang for lang in languages if lang in name])
        for finding in lint.text_findings(name, wanted, terms):
            if pack.data:
                yield pack.source, lint.in_pack(finding).under("pack", "name")
    for entry in entries.of("glossary"):
        for finding in lint.term_findings(entry.data, languages):
            yield entry.source, finding.under(*entry.path)


def _unique(*languages: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(lang for some in languages for lang in some))


def renamed_rows(loaded: Loaded) -> Iterator[SourceFinding]:
    """I18N-TERM: report a renamed term in rows of the shipped tables that the project does not replace."""
    own = {(entry.data["id"], row) for entry in loaded.entries.of(WORDING) for row in entry.data["rows"]}
    for entry in loaded.entries.of("glossary") if loaded.game.data.wording else ():
        for lang in (lang for term in loaded.terms if term.id == entry.id for lang in term.renamed):
            others = [one for one in loaded.terms if one.id == entry.id or not one.renamed]
            left = [
                row
                for row, forms in wording.shipped_rows(loaded.home.shipped_wording, lang).items()
                for text in forms_of(forms).values()
                if (lang, row) not in own and any(lint.words_renamed({lang: text}, [lang], others))
            ]
            if left:
                now, rows = quoted(entry.data[lang]["term"]), ", ".join(dict.fromkeys(left))
                message = f"composed texts have the former word, {lint.RENAMED} {now}: rows {rows}"
                hint = f"write these rows into {display_path(loaded.home.own_wording / lang)}.yaml"
                path = (*entry.path, lang, "term")
                yield entry.source, Finding("I18N-TERM", path, message, hint, Severity.WARNING)


def wording_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """Report what is wrong with the wording tables of a project and of packs, each over the rows below it."""
    if loaded.game.data.wording is None or not loaded.entries.of(WORDING):
        return
    uses = loaded.game.data.wording.load  # the words of every step: slow to import, and not needed for cached verdicts
    below: dict[str, wording.Rows] = {}
    for entry in loaded.entries.of(WORDING):
        lang, rows = entry.data["id"], entry.data["rows"]
        if lang not in loaded.languages:
            message, hint = f"{quoted(lang)} is not a language of the game", "a pack that adds one brings its table"
            yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, hint)
            continue
        known = below.get(lang) or wording.shipped_rows(loaded.home.shipped_wording, lang)
        for row, forms in rows.items():
            for form, text in forms_of(forms).items():
                for finding in lint.words_renamed({lang: text}, [lang], loaded.terms):
                    at = ("rows", row, form) if isinstance(forms, Mapping) else ("rows", row)
                    yield entry.source, replace(finding, path=(*entry.path, *at), lang=lang)
        source = source_rows(loaded, loaded.entries)
        whole = {**(known or source), **rows}
        check = partial(_own_rows, source, whole, rows, uses)
        for finding in cached("wording", [loaded.home.mark, source, whole, list(rows)], Finding, check):
            yield entry.source, replace(finding.under(*entry.path, "rows"), lang=lang)
        below[lang] = whole


def _own_rows(
    source: wording.Rows, whole: wording.Rows, rows: wording.Rows, uses: Callable[[], Mapping[str, wording.RowUse]]
) -> list[Finding]:
    found = list(wording.own_findings(whole, rows, uses()))
    return found or list(wording.lost_slots(source, whole, rows, uses()))


def without_tables(entries: Entries, files: Collection[str]) -> Entries:
    """Leave out every table of a language of which one is in `files`: rows of the others may depend on it."""
    wrong = {entry.data["id"] for entry in entries.of(WORDING) if entry.source.name in files}
    tables = [entry for entry in entries.of(WORDING) if entry.data["id"] not in wrong]
    return replace(entries, by_kind={**entries.by_kind, WORDING: tables}) if wrong else entries


def layout_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """Report what is wrong with the project's layouts; the shipped ones are tested with their game."""
    parts = [entry for entry in loaded.entries.valid_parts(LAYOUT) if "id" in entry.data]
    if not loaded.templates or not parts:
        return
    from cloudy_pnp.draw.fontbook import NO_FONTS
    from cloudy_pnp.layouts import check  # only needed where there are layouts
    from cloudy_pnp.layouts.pictures import Pictures

    names = {source.name for source in loaded.templates}
    own = {entry.id for entry in parts if entry.source.name in names}  # even a broken one replaces the shipped one
    parts = [entry for entry in parts if entry.source.name in names or entry.id not in own]
    fields = loaded.game.data.layout_fields(loaded.entries.data())
    pictures = Pictures(loaded.home.picture_folders)
    sizes, fonts = formats(loaded.home, loaded.files), loaded.game.data.fonts or NO_FONTS
    for source, finding in check.layout_findings(parts, sizes, fields, pictures.icons(), fonts, pictures):
        if source.name in names:
            yield source, finding


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
    for read in (partial(card_layers, outside=outside), *TEMPLATES):
        for layer in read(loaded):
            loaded = loaded.over(layer)
    shipped = next((layer.entries for layer in loaded.layers if layer.place is Place.SHIPPED), Entries())
    if shipped.of("game") and all(home.is_scenario(source.name) for source in loaded.outside):
        project = [layer.entries for layer in loaded.layers if layer.place is Place.PROJECT]
        loaded = _derive(loaded, shipped, [[name for entries in project for name in packs.ids_of(entries)]])
    findings = [*game_findings(home.game.id, loaded.entries.of("game")), *duplicate_ids(loaded.entries, (RULES,))]
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
        loaded = loaded.over(pack_layer(loaded, folder))
    for layer in pack_art_layers(loaded):
        loaded = loaded.over(layer)
    with loaded.speaking():
        return _checked(loaded, base)


def _checked(loaded: Loaded, base: Loaded) -> Loaded:
    findings = [*text_findings(loaded)]
    if loaded.packs:
        loaded = loaded.over(language_layer(loaded))
        loaded = _derive(loaded, base.entries, [pack.ids for pack in loaded.packs])
    findings += loaded.game.data.check(loaded.entries)
    findings += check_plausible(loaded.entries, loaded.game.data.kinds, loaded.game.data.players)
    findings += packs.empty_packs(loaded.packs)
    findings += layout_findings(loaded)
    loaded = loaded.over(font_layer(loaded))
    about_tables = [*wording_findings(loaded), *renamed_rows(loaded)]
    wrong = {source.name for source, finding in about_tables if finding.severity is Severity.ERROR}
    entries = without_tables(loaded.entries, wrong)
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
