"""Text in several languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

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
