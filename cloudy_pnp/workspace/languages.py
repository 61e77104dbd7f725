"""The languages that each text of a game has: source texts replace missing translations, findings by language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, UserError, nearest, path_text, quoted, suggest
from cloudy_pnp.data.entries import Entries, Entry, EntryReader, SourceFinding, unknown_reference
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n import lint as i18n
from cloudy_pnp.i18n import wording
from cloudy_pnp.i18n.localized import fill_term, fill_texts
from cloudy_pnp.i18n.pairs import single_languages
from cloudy_pnp.workspace.home import CARD_ENDINGS, WORDING
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS, Layer, Loaded, Place, language_of
from cloudy_pnp.workspace.packs import Pack, added_languages, name_of
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


def language_layer(loaded: Loaded) -> Layer:
    """Return the entries with the words of the languages that packs add."""
    languages, some = loaded.own_languages, loaded.packs
    if not languages or not any(pack.adds(languages) or pack.entries.of("words") for pack in some):
        return Layer(Place.PACK)
    reader = loaded.reader.with_kinds({SHEET_TEXTS.name: SHEET_TEXTS, **TEMPLATE_KINDS})
    sheets = _sheet_texts(loaded, reader)
    by_kind = {**loaded.entries.by_kind, **({SHEET_TEXTS.name: [sheets]} if sheets else {})}
    changed, findings = _add_words(replace(loaded.entries, by_kind=by_kind), some, reader, languages[0])
    if sheets:
        changed.setdefault((SHEET_TEXTS.name, SHEET_TEXTS.name), sheets)
    [game, *_] = loaded.entries.of("game")
    game = changed.get(("game", game.id), game)
    every = [*languages, *added_languages(some, languages)]
    changed["game", game.id] = replace(game, data={**game.data, "languages": every})
    words: dict[str, list[Entry]] = {}
    for (kind, _), entry in changed.items():
        words.setdefault(kind, []).append(entry)
    layer = Layer(Place.PACK, entries=Entries(words), overrides={name for _, name in changed})
    return replace(layer, findings=(*findings, *_language_findings(some, languages, loaded.books)))


def _sheet_texts(loaded: Loaded, reader: EntryReader) -> Entry | None:
    """Return the texts printed on sheets: the project's file or the shipped one."""
    sheets = EntryReader({SHEET_TEXTS.name: SHEET_TEXTS}, loaded.home.schemas)
    for folder in reversed(loaded.home.template_folders):
        sources = loaded.files.read(loaded.files.list(folder / "sheets", CARD_ENDINGS), folder)
        texts = [source for source in sources if sheets.kind_of(source) == SHEET_TEXTS.name]
        entries, findings = reader.read(texts)
        if texts and not findings:
            return replace(entries.of(SHEET_TEXTS.name)[-1], source=SourceFile(f"{SHEET_TEXTS.name}.yaml"))
    return None


Name = tuple[str, str]  # the kind of an entry, and its name


def _add_words(
    entries: Entries, packs: Sequence[Pack], reader: EntryReader, source: str
) -> tuple[dict[Name, Entry], list[SourceFinding]]:
    """Return the entries with the words of packs, and what is wrong with the words."""
    changed: dict[Name, Entry] = {}
    findings = list[SourceFinding]()
    named: dict[str, list[tuple[str, Entry]]] = {}
    for kind, some in entries.by_kind.items():
        for entry in some:
            named.setdefault(name_of(kind, entry), []).append((kind, entry))
    for pack in packs:
        for words in pack.entries.of("words") if pack.data else ():  # else the languages that it adds are unknown
            name = words.data["of"]
            matches = [(kind, entry) for kind, entry in named.get(name, []) if words.data.get("kind", kind) == kind]
            if len(matches) != 1:
                finding = _not_one(entries, words.data, [kind for kind, _ in matches])
                findings.append((words.source, finding.under(*words.path)))
                continue
            [(kind, entry)] = matches
            entry = changed.get((kind, name), entry)
            new = with_words(entry.data, words.data, pack.languages, reader.entry_schema(kind), source)
            findings += ((words.source, finding.under(*words.path)) for finding in new.findings)
            if not any(finding.severity is Severity.ERROR for finding in new.findings):
                changed[kind, name] = replace(entry, data=new.data)
    return changed, findings


def _not_one(entries: Entries, words: Mapping[str, Any], kinds: Sequence[str]) -> Finding:
    if kinds:
        message = f"{quoted(words['of'])} is the id of entries of several kinds: {', '.join(kinds)}"
        return Finding("REF-UNKNOWN", ("of",), message, f"name the kind: kind: {kinds[0]}")
    if "kind" in words and words["kind"] not in entries.by_kind:
        return unknown_reference(("kind",), words["kind"], "kind", entries.by_kind)
    chosen = [words["kind"]] if "kind" in words else list(entries.by_kind)
    known = {name_of(kind, entry) for kind in chosen for entry in entries.of(kind)}
    return unknown_reference(("of",), words["of"], "entry", sorted(known))


def _language_findings(packs: Sequence[Pack], known: Sequence[str], books: Collection[str]) -> Iterator[SourceFinding]:
    """Report, as a note, each added language that has no rulebook."""
    for lang, (pack, index) in added_languages(packs, known).items():
        if lang not in books:
            message = f"there is no rulebook in {quoted(lang)}: only cards are printed in it"
            hint = f"for a rulebook, add the template rulebook/{lang}.md.j2 to the pack"
            path = ("pack", "languages", index)
            yield pack.source, Finding("I18N-SECTION", path, message, hint, Severity.INFO, lang=lang)


_NAMES = ("of", "kind")  # the keys that say which entry is meant
_CODE = re.compile(r"[a-z]{2,3}")


class Added(Struct):
    """An entry with words added to it, and what is wrong with the words (paths start at the words' entry)."""

    data: dict[str, Any]
    findings: list[Finding] = field(default_factory=list)


def with_words(
    data: Mapping[str, Any], words: Mapping[str, Any], languages: Sequence[str], schema: Schema, source: str
) -> Added:
    """Add the words of a pack that adds `languages`; `source` is the language that translations are compared with.

    >>> from cloudy_pnp.core.shipped import shipped_root
    >>> folder = shipped_root() / "schema/cloudy-kingdom"
    >>> spells = Schema.load((folder,), "spells").part("properties", "spells", "items")
    >>> spell = {"id": "twist", "name": {"en": "Twist"}, "effect": [{"draw": 1}]}
    >>> with_words(spell, {"of": "twist", "name": {"es": "Giro"}}, ["es"], spells, "en").data["name"]
    {'en': 'Twist', 'es': 'Giro'}
    """
    patch = {key: value for key, value in words.items() if key not in _NAMES}
    adding = _Adding(languages, schema.localized_paths)
    added = Added(adding.map(data, patch, ()), adding.findings)
    if not patch:
        added.findings.append(Finding("SCHEMA-REQUIRED", (), "there are no words here", "add a key such as name: {…}"))
    elif not added.findings:
        added.findings += schema.findings(added.data)
    if not added.findings:
        added.findings += _texts(data, patch, schema, source, languages)
    return added


class _Adding(Struct):
    languages: Sequence[str]
    localized: Iterable[Sequence[str]]
    findings: list[Finding] = field(default_factory=list)

    def map(self, data: Mapping[str, Any], patch: Mapping[str, Any], path: DataPath) -> dict[str, Any]:
        whole = dict(data)
        for key, value in patch.items():
            whole |= self._value(data, key, value, (*path, key))
        return whole

    def _value(self, data: Mapping[str, Any], key: str, value: Any, path: DataPath) -> dict[str, Any]:
        """Return the key with its present value; empty when the words do not fit."""
        match data.get(key), value:
            case Mapping() as old, Mapping():
                return {key: self.map(old, value, path)}
            case list() as old, list() if key == "same":
                return {key: [*old, *(lang for lang in value if lang not in old)]}
            case list() as old, list() if len(value) <= len(old) and all(isinstance(item, Mapping) for item in value):
                items = [self.map(item, value[at], (*path, at)) for at, item in enumerate(old[: len(value)])]
                return {key: [*items, *old[len(value) :]]}
            case None, Mapping() if self._may_begin(path):
                return {key: self.map({}, value, path)}
            case None, _ if key in self.languages or key == "same":
                return {key: value}
        self.findings.append(self._wrong(data, key, value, path))
        return {}

    def _may_begin(self, path: DataPath) -> bool:
        return any(
            len(path) == len(pattern) and all(want in ("*", step) for want, step in zip(pattern, path, strict=True))
            for pattern in self.localized
        )

    def _wrong(self, data: Mapping[str, Any], key: str, value: Any, path: DataPath) -> Finding:
        if key in data:
            message = f"{quoted(path_text(path))} already exists, and words can only add to it"
            return Finding("REF-DUPLICATE", path, message, "to replace the whole entry, list its id in overrides")
        if _CODE.fullmatch(key) and not (isinstance(value, Mapping) and nearest(key, data)):
            message = f"{quoted(key)} is not a language that this pack adds"
            return Finding("I18N-LANGUAGE", path, message, f"write languages: [{key}] in pack.yaml", at_key=True)
        return Finding("SCHEMA-KEY", path, f"the entry has no key {quoted(key)}", suggest(key, data), at_key=True)


def _texts(
    data: Mapping[str, Any], patch: Mapping[str, Any], schema: Schema, source: str, languages: Sequence[str]
) -> Iterator[Finding]:
    """Check the texts themselves: empty, not translated, badly set."""
    for pattern in schema.localized_paths:
        originals = dict(i18n.texts_at(data, pattern))
        for path, text in i18n.texts_at(patch, pattern):
            original = originals.get(path, {})
            both = {**({source: original[source]} if source in original else {}), **text}
            for finding in i18n.text_findings(both, [source, *languages], []):
                if finding.code != "I18N-MISSING":
                    yield finding.under(*path)
