"""Text in several languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from cloudy_pnp.i18n.habits import habits_of


def colon(lang: str) -> str:
    """Return a colon as a language sets it, with the space before it.

    >>> colon("de"), colon("fr")
    (':', '\\xa0:')
    """
    return f"{habits_of(lang).before(':')}:"


class Localized(Struct, frozen=True):
    """One text in every language it was written in. There is no fall-back: asking for a missing language fails.

    >>> name = Localized.of({"en": "Twist", "de": "Verdrehen"})
    >>> name["de"]
    'Verdrehen'
    """

    texts: Mapping[str, str]

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Localized:
        """From card data; the mark `same: […]` is not a language."""
        texts = {lang: text for lang, text in data.items() if lang != "same" and isinstance(text, str)}
        return cls(MappingProxyType(texts))

    def __getitem__(self, lang: str) -> str:
        return self.texts[lang]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __hash__(self) -> int:
        return hash(frozenset(self.texts.items()))


def name_of(glossary: Iterable[Mapping[str, Any]], term: str, lang: str, *, plural: bool = False) -> str:
    """Return the word for a term with a capital letter, as the name of a thing; empty without such a word.

    >>> vine = {"id": "vine-card", "en": {"term": "vine card", "plural": "vine cards"}}
    >>> name_of([vine], "vine-card", "en", plural=True), name_of([vine], "vine-card", "de")
    ('Vine cards', '')
    """
    forms = next((entry.get(lang) for entry in glossary if entry.get("id") == term), None) or {}
    word = str(forms.get("plural") or forms.get("term", "") if plural else forms.get("term", ""))
    return word[:1].upper() + word[1:]


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
