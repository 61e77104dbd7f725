"""Languages that packs add to a game: their words go into the game's entries, and what is missing is reported."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cloudy_pnp.core.problems import Finding, Severity, path_text, quoted
from cloudy_pnp.data.entries import Entries, Entry, Found, unknown_reference
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n import lint
from cloudy_pnp.i18n.words import with_words
from cloudy_pnp.workspace.packs import Pack, name_of

SchemaOf = Callable[[str], Schema]  # of one entry of a kind
Composed = Mapping[str, tuple[str, Sequence[str]]]  # kind: the key that may be left out, the languages it is made in


def added_languages(packs: Sequence[Pack], known: Sequence[str]) -> dict[str, tuple[Pack, int]]:
    """Return the languages that packs add to the known ones: by which pack first, and where in its list."""
    added: dict[str, tuple[Pack, int]] = {}
    for pack in packs:
        for index, lang in enumerate(pack.languages):
            if lang not in known:
                added.setdefault(lang, (pack, index))
    return added


class AddedWords(NamedTuple):
    """The entries with the words of packs, and what is wrong with the words."""

    entries: Entries
    findings: list[Found]
    unsound: set[tuple[str, str]]  # kind and name of entries whose words are not sound: nothing more is said of them


def add_words(entries: Entries, packs: Sequence[Pack], schema_of: SchemaOf, source: str) -> AddedWords:
    """Put the words of packs into the entries that they belong to."""
    by_kind = {kind: list(some) for kind, some in entries.by_kind.items()}
    added = AddedWords(replace(entries, by_kind=by_kind), [], set())
    places: dict[str, list[tuple[str, int]]] = {}  # by name: kind, number
    for kind, some in by_kind.items():
        for at, entry in enumerate(some):
            places.setdefault(name_of(kind, entry), []).append((kind, at))
    for pack in packs:
        for words in pack.entries.of("words") if pack.data else ():  # else nobody knows which languages it adds
            named = places.get(words.data["of"], [])
            matches = [(kind, at) for kind, at in named if words.data.get("kind", kind) == kind]
            if len(matches) != 1:
                finding = _not_one(entries, words.data, [kind for kind, _ in matches])
                added.findings.append((words.source, finding.under(*words.path)))
                continue
            [(kind, at)] = matches
            entry = by_kind[kind][at]
            new = with_words(entry.data, words.data, pack.languages, schema_of(kind), source)
            added.findings.extend((words.source, finding.under(*words.path)) for finding in new.findings)
            if any(finding.severity is Severity.ERROR for finding in new.findings):
                added.unsound.add((kind, name_of(kind, entry)))
            else:
                by_kind[kind][at] = replace(entry, data=new.data)
    return added


def _not_one(entries: Entries, words: Mapping[str, Any], kinds: Sequence[str]) -> Finding:
    if kinds:
        message = f"{quoted(words['of'])} is the id of entries of several kinds: {', '.join(kinds)}"
        return Finding("REF-UNKNOWN", ("of",), message, f"name the kind: kind: {kinds[0]}")
    if "kind" in words and words["kind"] not in entries.by_kind:
        return unknown_reference(("kind",), words["kind"], "kind", entries.by_kind)
    chosen = [words["kind"]] if "kind" in words else list(entries.by_kind)
    known = {name_of(kind, entry) for kind in chosen for entry in entries.of(kind)}
    return unknown_reference(("of",), words["of"], "entry", sorted(known))


def missing_words(
    entries: Entries,
    packs: Sequence[Pack],
    known: Sequence[str],
    schema_of: SchemaOf,
    composed: Composed,
    books: Collection[str],
) -> Iterator[tuple[tuple[str, str], SourceFile, Finding]]:
    """I18N-MISSING, with the kind and name of the entry: what a language that a pack adds still lacks. It is told where
    the pack lists the language, or at the pack's own entries. The glossary's words are only needed where there is a
    rulebook in that language (`books`).
    """
    for lang, (pack, index) in added_languages(packs, known).items():
        for kind, found in entries.by_kind.items():
            if kind == "glossary" and lang not in books:
                continue
            for entry in found:
                lacking = list(_lacking(kind, entry, lang, schema_of(kind)))
                reasons = [why for _, why in not_composed(kind, entry, lang, composed)]
                lacking += [key for key, _ in not_composed(kind, entry, lang, composed)]
                if lacking:
                    own = entry.pack == pack.id
                    name = name_of(kind, entry)
                    message = f"{quoted(name)} ({kind}) has no {', '.join(lacking)} in {quoted(lang)}"
                    hint = f"write {lang}: … there, or in" if own else "write it in"
                    hint += f" a file with the key words: - of: {name} …"
                    source, path = (entry.source, entry.path) if own else (pack.source, ("pack", "languages", index))
                    yield (kind, name), source, lint.untranslated(message + "".join(reasons), hint, lang, path)


def _lacking(kind: str, entry: Entry, lang: str, schema: Schema) -> Iterator[str]:
    if kind == "glossary" and lang not in entry.data:
        yield "word"
    for pattern in schema.localized_paths:
        for path, text in lint.texts_at(entry.data, pattern):
            if lang not in text:
                yield path_text(path)


def not_composed(kind: str, entry: Entry, lang: str, composed: Composed) -> Iterator[tuple[str, str]]:
    """The text that an entry leaves to the tool, although there is no wording table of the language; and a reason."""
    if kind in composed:
        key, voices = composed[kind]
        if key not in entry.data and lang not in voices:
            why = f"; the tool composes {key} only in {', '.join(voices)}, and there is no wording/{lang}.yaml"
            yield key, why


def language_findings(packs: Sequence[Pack], known: Sequence[str], books: Collection[str]) -> Iterator[Found]:
    """Yield a note for each added language that has no rulebook."""
    for lang, (pack, index) in added_languages(packs, known).items():
        if lang not in books:
            message = f"there is no rulebook in {quoted(lang)}: only cards are printed in it"
            hint = f"for a rulebook, add the template rulebook/{lang}.md.j2 to the pack"
            path = ("pack", "languages", index)
            yield pack.source, Finding("I18N-SECTION", path, message, hint, Severity.INFO, lang=lang)
