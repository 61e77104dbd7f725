"""Read the layers of a game, lowest first; `loaded.merge` puts each over those below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import Entries, Entry, EntryReader
from cloudy_pnp.data.files import display_path, skipped_files, skipped_problem
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.data.tables.read import TableUse
from cloudy_pnp.i18n import habits
from cloudy_pnp.workspace import packs
from cloudy_pnp.workspace.art import ART, read_art
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import CARD_ENDINGS, PACK_FILE, STUDIO, WORDING, Home
from cloudy_pnp.workspace.loaded import FORMATS, LAYOUT, Layer, Loaded, Place, template_reader

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
    return [*files.read(paths, folder), *(_unread(problem) for problem in problems)]


def _unread(problem: Problem) -> SourceFile:
    return SourceFile(problem.file, problems=[problem], whole=False)


def _is_game_file(reader: EntryReader, source: SourceFile) -> bool:
    """Check the key of a file or, when that cannot be read, its name: a broken game.yaml still describes a game."""
    return reader.kind_of(source) == "game" or Path(source.name).stem == "game"


def _languages_in(sources: Sequence[SourceFile]) -> list[str]:
    """Return the languages that a game file names, valid or not: column headers may end with one."""
    for source in sources:
        document = source.documents[0] if source.documents else None
        game = document.get("game") if isinstance(document, dict) else None
        languages = game.get("languages") if isinstance(game, dict) else None
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
    return Layer(Place.TEMPLATES, tuple(_unread(skipped_problem(path, message, hint)) for path in paths))


def art_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the project's pictures for the art of the game."""
    yield _art_layer(loaded, Place.TEMPLATES, loaded.home.own_art)


def font_layer(loaded: Loaded) -> Layer:
    """FONT-FILE: read the fonts that layouts use; each file that cannot be used has a problem of its own."""
    found = loaded.game.data.fonts.problems() if loaded.game.data.fonts else ()
    hint = "save it again as .ttf or .otf, or delete it"
    problems = [
        Problem("FONT-FILE", Severity.ERROR, display_path(Path(path)), 1, 1, "", message, hint)
        for path, message in found
    ]
    return Layer(Place.TEMPLATES, tuple(map(_unread, problems)))


def habit_layers(loaded: Loaded) -> Iterator[Layer]:
    """Read the habits of languages that the project adds or changes."""
    yield from own_habits(loaded.home, loaded.files)


def own_habits(home: Home, files: Files) -> Iterator[Layer]:
    """Read the file with the habits of languages, if the project has one."""
    if home.own_habits != shipped_root() / "templates" / habits.FILE and files.exists(home.own_habits):
        sources = files.read([home.own_habits], home.root)
        entries, findings = EntryReader({habits.KIND: packs.KINDS[habits.KIND]}, home.schemas).read(sources)
        found = Entries({habits.KIND: entries.of(habits.KIND)})
        yield Layer(Place.TEMPLATES, tuple(sources), found, tuple(findings))


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
