"""Words: texts of a further language that a pack adds to entries of the game, under the keys that they have there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.problems import DataPath, Finding, nearest, path_text, quoted, suggest
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.i18n import lint as i18n

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
