"""Languages that packs add to a game: their words go into the game's entries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.data.entries import Entries, Entry, EntryReader, SourceFinding, unknown_reference
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.words import with_words
from cloudy_pnp.workspace.home import CARD_ENDINGS
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS, Layer, Loaded, Place
from cloudy_pnp.workspace.packs import Pack, added_languages, name_of


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
