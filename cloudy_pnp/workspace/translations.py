"""Everything in a game's own files that can be translated, and which translations are stale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, parse_source
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n import accepted as records
from cloudy_pnp.i18n import wording
from cloudy_pnp.i18n.catalogue import LocalText, RowText, document_texts, entry_texts, row_texts, term_texts
from cloudy_pnp.workspace.home import PACK_FILE, TEMPLATES, WORDING, Home
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS
from cloudy_pnp.workspace.untranslated import source_rows


def texts_of(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[LocalText]:
    """Yield every localized text of some files of the game's folder."""
    names = {source.name for source in sources}
    reader, entries, home = loaded.reader.with_kinds(TEMPLATE_KINDS), loaded.written, loaded.home
    patterns = {kind: reader.entry_schema(kind).localized_paths for kind in reader.kinds if entries.of(kind)}
    some = (*entry_texts(entries, patterns), *term_texts(entries))
    yield from (text for text in some if text.source.name in names)
    folder = display_path(home.cards) + "/"
    for source in sources:
        if scenario := home.scenario_of(source.name):
            paths = Schema.load(home.schemas, scenario.schema).localized_paths
            yield from document_texts(source, source.name.removeprefix(folder), paths)


def shared_texts(loaded: Loaded) -> Iterator[LocalText]:
    """Yield the texts that are printed next to cards and rules, where the root has its own files for them."""
    for name, path in loaded.home.shared_texts:
        for source in loaded.files.read([path], loaded.home.root):
            is_sheets = any(
                isinstance(document, dict) and SHEET_TEXTS.name in document for document in source.documents
            )
            sheets = Schema.load(loaded.home.schemas, SHEET_TEXTS.name).localized_paths
            yield from document_texts(source, name, sheets if is_sheets else [("*",)])


def add_language(loaded: Loaded, lang: str, pack: Path | None) -> dict[Path, str]:
    """Return the files that a game or a pack needs to have one more language: what is translated comes later."""
    home = loaded.home
    if lang in loaded.languages:
        raise UserError(f"{quoted(lang)} is a language of {home.game.id} already")
    if pack is not None:
        return {pack / PACK_FILE: _pack_with(home, pack, loaded.languages[0], lang)}
    games = [entry for entry in loaded.written.of("game") if entry.source in loaded.own]
    if not games:
        raise UserError("the game itself is not here: add the language in a pack (--pack NAME)")
    file = Path(games[0].source.name)
    languages = Set((*games[0].path, "languages"), [*loaded.languages, lang])
    files = {file: apply_edits(games[0].source.original, [languages], file.name)}
    for folder, name in (("sheets", "texts.yaml"), ("rulebook", "words.yaml")):
        own = home.root / TEMPLATES / folder / name
        if not own.is_file():  # the words that all games share: translated in a copy
            files[own] = read_plain(shipped_root() / TEMPLATES / folder / name, LIMITS.file_bytes).decode("utf-8")
    return files


def _pack_with(home: Home, pack: Path, source: str, lang: str) -> str:
    """Return the description of a pack, new or not, that adds a language."""
    path = pack / PACK_FILE
    if path.is_file():
        text = read_plain(path, LIMITS.file_bytes).decode("utf-8")
        known = (parse_source(text.encode(), path.name).documents or [{}])[0]
        languages = known.get("pack", {}).get("languages", []) if isinstance(known, dict) else []
        return apply_edits(text, [Set(("pack", "languages"), [*languages, lang])], path.name)
    title = pack.name.title()
    name = {source: title, lang: title, "same": [lang]}
    data = {"id": pack.name, "name": name, "game": home.game.id, "languages": [lang]}
    lines = [home.schema_line(path, "pack"), f"# A pack that adds the language {lang} to the game.", "pack:"]
    return "\n".join([*(line for line in lines if line), *block_lines(data, 2)]) + "\n"


def table_of(loaded: Loaded, lang: str, folder: Path) -> tuple[tuple[RowText, ...], wording.Rows, Path | None]:
    """Return the sentences for a language without a shipped wording table, the source's rows, and the file.

    The file in `folder` is the one that the language has or gets. Nothing is returned where the sentences are shipped,
    or the game has none.
    """
    home, source = loaded.home, loaded.languages[0]
    if not lang or loaded.game.data.wording is None or wording.shipped_rows(home.shipped_wording, lang):
        return (), {}, None
    own = wording.merged_rows(entry.data for entry in loaded.written.of(WORDING))
    rows = source_rows(loaded, loaded.written)
    name = f"{home.shipped_wording.name}/{source}.yaml"
    return tuple(row_texts(rows, own.get(lang, {}), name)), rows, folder / f"{lang}.yaml"


def stale_findings(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[SourceFinding]:
    """I18N-STALE: translations in some files of the game's folder that were made from another source text."""
    languages = loaded.own_languages
    accepted = records.read_accepted(loaded.home.own_book)
    for text in texts_of(loaded, sources) if languages and accepted.texts else ():
        yield from ((text.source, finding) for finding in records.stale_findings(text, languages, accepted))
