"""Everything in a game's own files that can be translated, and which translations are stale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cloudy_pnp.data.entries import Found
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n import accepted as records
from cloudy_pnp.i18n import wording
from cloudy_pnp.i18n.catalogue import LocalText, RowText, document_texts, entry_texts, row_texts, term_texts
from cloudy_pnp.workspace.home import WORDING
from cloudy_pnp.workspace.load import SHEET_TEXTS, TEMPLATE_KINDS, Loaded


def texts_of(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[LocalText]:
    """Every localised text of some files of the game's folder."""
    names = {source.name for source in sources}
    reader, entries, home = loaded.base.reader.with_kinds(TEMPLATE_KINDS), loaded.written, loaded.home
    patterns = {kind: reader.entry_schema(kind).localized_paths for kind in reader.kinds if entries.of(kind)}
    some = (*entry_texts(entries, patterns), *term_texts(entries))
    yield from (text for text in some if text.source.name in names)
    folder = shown(home.cards) + "/"
    for source in sources:
        if scenario := home.scenario_of(source.name):
            paths = Schema.load(home.schemas, scenario.schema).localized_paths
            yield from document_texts(source, source.name.removeprefix(folder), paths)


def shared_texts(loaded: Loaded) -> Iterator[LocalText]:
    """What is printed beside cards and rules, where the root has files of its own for it."""
    for name, path in loaded.home.shared_texts:
        for source in loaded.files.read([path], loaded.home.root):
            is_sheets = any(
                isinstance(document, dict) and SHEET_TEXTS.name in document for document in source.documents
            )
            yield from document_texts(source, name, [(SHEET_TEXTS.name, "*") if is_sheets else ("*",)])


def table_of(loaded: Loaded, lang: str, folder: Path) -> tuple[tuple[RowText, ...], wording.Rows, Path | None]:
    """Return the sentences of the wording table for a language without a shipped one, the source's rows, and the file
    in `folder` that the language has or gets; nothing where its sentences are shipped, or a game has none.
    """
    home, source = loaded.home, loaded.languages[0]
    if not lang or loaded.game.data.wording is None or wording.shipped_rows(home.shipped_wording, lang):
        return (), {}, None
    own = wording.merged_rows(entry.data for entry in loaded.written.of(WORDING))
    rows = {**wording.shipped_rows(home.shipped_wording, source), **own.get(source, {})}
    name = f"{home.shipped_wording.name}/{source}.yaml"
    return tuple(row_texts(rows, own.get(lang, {}), name)), rows, folder / f"{lang}.yaml"


def stale_findings(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[Found]:
    """I18N-STALE: translations in some files of the game's folder that were made from another source text."""
    languages = loaded.own_languages
    accepted = records.read_accepted(loaded.home.own_book)
    for text in texts_of(loaded, sources) if languages and accepted.texts else ():
        yield from ((text.source, finding) for finding in records.stale_findings(text, languages, accepted))
