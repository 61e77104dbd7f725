"""Texts that are not translated yet: they are printed in the source language, and can be told from translated ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


class Untranslated(str):
    """The source text in the place of a translation that doesn't exist yet."""

    __slots__ = ()


def fill_texts(value: Any, pattern: Sequence[str], languages: Sequence[str]) -> Any:
    """Return data whose localized texts at a path (`*` is any index or key) exist in all languages, the source first.

    >>> fill_texts({"name": {"en": "Sun", "de": "Sonne"}}, ["name"], ["en", "de", "hu"])
    {'name': {'en': 'Sun', 'de': 'Sonne', 'hu': 'Sun'}}
    """
    if not pattern:
        return _fill(value, languages) if isinstance(value, Mapping) else value
    step, rest = pattern[0], pattern[1:]
    if isinstance(value, list):
        items = [fill_texts(item, rest, languages) for item in value] if step == "*" else value
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if not isinstance(value, Mapping):
        return value
    keys = value if step == "*" else [step] if step in value else []
    new = {key: fill_texts(value[key], rest, languages) for key in keys}
    return {**value, **new} if any(new[key] is not value[key] for key in keys) else value


def fill_term(entry: Mapping[str, Any], languages: Sequence[str]) -> Mapping[str, Any]:
    """Return a glossary entry that has a word in every language."""
    source = entry.get(languages[0])
    if not isinstance(source, Mapping) or all(lang in entry for lang in languages):
        return entry
    word = {key: Untranslated(text) if isinstance(text, str) else text for key, text in source.items()}
    return {**dict.fromkeys(languages, word), **entry}


def _fill(text: Mapping[str, Any], languages: Sequence[str]) -> Mapping[str, Any]:
    source = text.get(languages[0])
    missing = [lang for lang in languages if lang not in text]
    if not missing or not isinstance(source, str):
        return text
    return {**text, **dict.fromkeys(missing, Untranslated(source))}


def is_translated(value: Any, lang: str) -> bool:
    """Check whether no text of some data is the source text in the place of a translation into a language."""
    return not any(isinstance(text, Untranslated) for text in _texts(value, lang))


def _texts(value: Any, lang: str) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key == lang:
                yield item
            yield from _texts(item, lang)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, lang)
