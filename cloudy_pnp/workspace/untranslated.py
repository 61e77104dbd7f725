"""The languages that each text of a game has: source texts replace missing translations, findings by language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.data.entries import Entries, Entry, EntryReader
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n import wording
from cloudy_pnp.i18n.pairs import single_languages
from cloudy_pnp.i18n.untranslated import fill_term, fill_texts
from cloudy_pnp.workspace.home import WORDING
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS, Loaded, language_of
from cloudy_pnp.workspace.report import is_untranslated


def limit_languages(loaded: Loaded, languages: Sequence[str]) -> Loaded:
    """Return a game of which only the source and some languages, or pairs of them, must be complete; count the rest.

    Raises UserError for a language that the game doesn't have.
    """
    singles = single_languages(languages)
    for lang in singles:
        if loaded.languages and lang not in loaded.languages:
            raise UserError(f'"{lang}" is not a language of {loaded.game.id}; {suggest(lang, loaded.languages)}')
    pairs = tuple(lang for lang in dict.fromkeys(languages) if lang not in singles)
    limited = replace(loaded, chosen=tuple(singles), pairs=pairs)
    layers = tuple(replace(layer, sources=tuple(filter(limited.concerns, layer.sources))) for layer in loaded.layers)
    kept = tuple(found for found in loaded.findings if limited.concerns(*found))
    others = (found for found in loaded.findings if not (limited.concerns(*found) or is_untranslated(found[1])))
    hidden = Counter(language_of(*found, loaded.languages) for found in others)
    return replace(limited, layers=layers, findings=kept, hidden=hidden + hidden_problems(limited, loaded.sources))


def hidden_problems(limited: Loaded, sources: Iterable[SourceFile]) -> Counter[str]:
    """Return how many problems files have that are whole in another language than those that must be complete."""
    others = [source for source in sources if not limited.concerns(source)]
    return Counter(language_of(source, None, limited.languages) for source in others for _ in source.problems)


def fill_entries(loaded: Loaded) -> Loaded:
    """Return the game with the source text wherever a translation doesn't exist."""
    languages, entries = loaded.languages, loaded.entries
    if len(languages) < 2:
        return loaded
    reader = loaded.reader.with_kinds({SHEET_TEXTS.name: SHEET_TEXTS, **TEMPLATE_KINDS})
    by_kind = dict(entries.by_kind)
    for kind in (kind for kind in reader.kinds if entries.of(kind)):
        by_kind[kind] = [_filled(kind, entry, reader, languages) for entry in entries.of(kind)]
    if loaded.game.data.wording is not None:
        by_kind[WORDING] = [*_source_tables(loaded), *by_kind.get(WORDING, ())]
    return replace(loaded, entries=replace(entries, by_kind=by_kind), unfilled=entries)


def _filled(kind: str, entry: Entry, reader: EntryReader, languages: Sequence[str]) -> Entry:
    data = entry.data
    for pattern in reader.entry_schema(kind).localized_paths:
        data = fill_texts(data, pattern, languages)
    data = fill_term(data, languages) if kind == "glossary" else data
    return entry if data is entry.data else replace(entry, data=data)


def _source_tables(loaded: Loaded) -> Iterator[Entry]:
    """Yield the sentences of the source language for each language that has no shipped table."""
    rows = source_rows(loaded, loaded.entries)
    for lang in loaded.languages[1:]:
        if not wording.shipped_rows(loaded.home.shipped_wording, lang):
            yield Entry(SourceFile(""), (), {"id": lang, "rows": rows, "borrowed": True})


def source_rows(loaded: Loaded, entries: Entries) -> wording.Rows:
    """Return the sentences of the source language: the shipped ones, and over them those of `entries`."""
    own = wording.merged_rows(entry.data for entry in entries.of(WORDING))
    source = loaded.languages[0]
    return {**wording.shipped_rows(loaded.home.shipped_wording, source), **own.get(source, {})}
