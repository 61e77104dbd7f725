"""Everything in a game's own files that can be translated, and which translations are stale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cloudy_pnp.data.entries import Found
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n import accepted as records
from cloudy_pnp.i18n.catalogue import LocalText, document_texts, entry_texts
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS


def texts_of(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[LocalText]:
    """Yield every localized text of some files of the game's folder."""
    names = {source.name for source in sources}
    reader, entries, home = loaded.reader.with_kinds(TEMPLATE_KINDS), loaded.entries, loaded.home
    patterns = {kind: reader.entry_schema(kind).localized_paths for kind in reader.kinds if entries.of(kind)}
    yield from (text for text in entry_texts(entries, patterns) if text.source.name in names)
    folder = shown(home.cards) + "/"
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
            yield from document_texts(source, name, [(SHEET_TEXTS.name, "*") if is_sheets else ("*",)])


def stale_findings(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[Found]:
    """I18N-STALE: translations in some files of the game's folder that were made from another source text."""
    languages = loaded.own_languages
    accepted = records.read_accepted(loaded.home.own_book)
    for text in texts_of(loaded, sources) if languages and accepted.texts else ():
        yield from ((text.source, finding) for finding in records.stale_findings(text, languages, accepted))
