"""Words: texts of a further language that a pack adds to entries of the game, under the keys that they have there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Severity, meant, nearest, path_text, quoted
from cloudy_pnp.data.entries import Entries, Entry, Found, unknown_reference
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n import lint as i18n
from cloudy_pnp.workspace.packs import Pack, name_of

_NAMES = ("of", "kind")  # the keys that say which entry is meant
_CODE = re.compile(r"[a-z]{2,3}")


@dataclass(slots=True)
class Added:
    """An entry with words added to it, and what is wrong with the words (paths start at the words' entry)."""

    data: dict[str, Any]
    findings: list[Finding] = field(default_factory=list)


def with_words(
    data: Mapping[str, Any], words: Mapping[str, Any], languages: Sequence[str], schema: Schema, source: str
) -> Added:
    """Add the words of a pack that adds `languages`; `source` is the language that translations are compared with.

    >>> from cloudy_pnp.core.shipped import shipped_root
    >>> spells = Schema.load(shipped_root() / "schema", "spells").part("properties", "spells", "items")
    >>> spell = {"id": "twist", "name": {"en": "Twist"}, "effect": [{"turn": {"target": "stack", "quarters": 1}}]}
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


@dataclass(slots=True)
class _Adding:
    languages: Sequence[str]
    localized: Iterable[Sequence[str]]
    findings: list[Finding] = field(default_factory=list)

    def map(self, data: Mapping[str, Any], patch: Mapping[str, Any], path: DataPath) -> dict[str, Any]:
        whole = dict(data)
        for key, value in patch.items():
            whole |= self._value(data, key, value, (*path, key))
        return whole

    def _value(self, data: Mapping[str, Any], key: str, value: Any, path: DataPath) -> dict[str, Any]:
        """The key with its value as it is now; empty when the words do not fit."""
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
            message = f"{quoted(path_text(path))} is there already, and words only add to it"
            return Finding("REF-DUPLICATE", path, message, "to replace the whole entry, list its id in overrides")
        if _CODE.fullmatch(key) and not (isinstance(value, Mapping) and nearest(key, data)):
            message = f"{quoted(key)} is not a language that this pack adds"
            return Finding("I18N-LANGUAGE", path, message, f"write languages: [{key}] in pack.yaml", at_key=True)
        return Finding("SCHEMA-KEY", path, f"the entry has no key {quoted(key)}", meant(key, data), at_key=True)


def _texts(
    data: Mapping[str, Any], patch: Mapping[str, Any], schema: Schema, source: str, languages: Sequence[str]
) -> Iterator[Finding]:
    """The texts themselves: empty, not translated, badly set."""
    for pattern in schema.localized_paths:
        originals = dict(i18n.texts_at(data, pattern))
        for path, text in i18n.texts_at(patch, pattern):
            original = originals.get(path, {})
            both = {**({source: original[source]} if source in original else {}), **text}
            for finding in i18n.text_findings(both, [source, *languages], []):
                if finding.code != "I18N-MISSING":
                    yield finding.under(*path)


SchemaOf = Callable[[str], Schema]  # of one entry of a kind
Composed = Mapping[str, tuple[str, Sequence[str]]]  # kind: the key that may be left out, the languages it is made in


def added_languages(packs: Sequence[Pack]) -> dict[str, tuple[Pack, int]]:
    """The languages that packs add: by which pack first, and where in its list."""
    found: dict[str, tuple[Pack, int]] = {}
    for pack in packs:
        for index, lang in enumerate(pack.languages):
            found.setdefault(lang, (pack, index))
    return found


def add_words(
    entries: Entries, packs: Sequence[Pack], schema_of: SchemaOf, source: str, wrong: set[tuple[str, str]]
) -> Iterator[Found]:
    """Put the words of packs into the entries that they are of; yield what is wrong with them. `wrong` collects the
    entries (kind, name) whose words are not sound: nothing more is said about what they lack.
    """
    places: dict[str, list[tuple[str, int]]] = {}  # by name: kind, number
    for kind, some in entries.by_kind.items():
        for at, entry in enumerate(some):
            places.setdefault(name_of(kind, entry), []).append((kind, at))
    for pack in packs:
        for words in pack.entries.of("words") if pack.data else ():  # else nobody knows which languages it adds
            named = places.get(words.data["of"], [])
            found = [(kind, at) for kind, at in named if words.data.get("kind", kind) == kind]
            if len(found) == 1:
                [(kind, at)] = found
                entry = entries.by_kind[kind][at]
                added = with_words(entry.data, words.data, pack.languages, schema_of(kind), source)
                yield from ((words.source, finding.under(*words.path)) for finding in added.findings)
                if not any(finding.severity is Severity.ERROR for finding in added.findings):
                    entries.by_kind[kind][at] = replace(entry, data=added.data)
                else:
                    wrong.add((kind, name_of(kind, entry)))
            else:
                yield words.source, _not_one(entries, words.data, [kind for kind, _ in found]).under(*words.path)


def _not_one(entries: Entries, words: Mapping[str, Any], kinds: Sequence[str]) -> Finding:
    if kinds:
        message = f"{quoted(words['of'])} is the id of entries of several kinds: {', '.join(kinds)}"
        return Finding("REF-UNKNOWN", ("of",), message, f"say which one is meant: kind: {kinds[0]}")
    if "kind" in words and words["kind"] not in entries.by_kind:
        return unknown_reference(("kind",), words["kind"], "kind", entries.by_kind)
    chosen = [words["kind"]] if "kind" in words else list(entries.by_kind)
    known = {name_of(kind, entry) for kind in chosen for entry in entries.of(kind)}
    return unknown_reference(("of",), words["of"], "entry", sorted(known))


def missing_words(
    entries: Entries, packs: Sequence[Pack], schema_of: SchemaOf, composed: Composed, books: Collection[str]
) -> Iterator[tuple[tuple[str, str], SourceFile, Finding]]:
    """I18N-MISSING, with the kind and name of the entry: what a language that a pack adds still lacks. It is told where
    the pack lists the language, or at the pack's own entries. The glossary's words are only needed where there is a
    rulebook in that language (`books`).
    """
    for lang, (pack, index) in added_languages(packs).items():
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
                    yield (kind, name), source, Finding("I18N-MISSING", path, message + "".join(reasons), hint)


def _lacking(kind: str, entry: Entry, lang: str, schema: Schema) -> Iterator[str]:
    if kind == "glossary" and lang not in entry.data:
        yield "word"
    for pattern in schema.localized_paths:
        for path, text in i18n.texts_at(entry.data, pattern):
            if lang not in text:
                yield path_text(path)


def not_composed(kind: str, entry: Entry, lang: str, composed: Composed) -> Iterator[tuple[str, str]]:
    """The text that an entry leaves to the tool, although the tool does not speak the language; and a reason."""
    if kind in composed:
        key, voices = composed[kind]
        if key not in entry.data and lang not in voices:
            yield key, f"; the tool composes {key} only in {', '.join(voices)}"


def language_findings(packs: Sequence[Pack], known: Sequence[str], books: Collection[str]) -> Iterator[Found]:
    """A language that the game has already; and, as an information, one without a rulebook."""
    for pack in packs:
        for index, lang in enumerate(pack.languages):
            path = ("pack", "languages", index)
            if lang in known:
                message = f"{quoted(lang)} is a language of the game already"
                yield pack.source, Finding("REF-DUPLICATE", path, message, "take it out of the list")
            elif lang not in books:
                message = f"there is no rulebook in {quoted(lang)}: only cards are printed in it"
                hint = f"for a rulebook, add the template rulebook/{lang}.md.j2 to the pack"
                yield pack.source, Finding("I18N-SECTION", path, message, hint, Severity.INFO)
