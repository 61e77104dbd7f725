"""Words of a glossary as the names of things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def name_of(glossary: Iterable[Mapping[str, Any]], term: str, lang: str, *, plural: bool = False) -> str:
    """Return the word for a term with a capital letter, as the name of a thing; empty without such a word.

    >>> vine = {"id": "vine-card", "en": {"term": "vine card", "plural": "vine cards"}}
    >>> name_of([vine], "vine-card", "en", plural=True), name_of([vine], "vine-card", "de")
    ('Vine cards', '')
    """
    forms = next((entry.get(lang) for entry in glossary if entry.get("id") == term), None) or {}
    word = str(forms.get("plural") or forms.get("term", "") if plural else forms.get("term", ""))
    return word[:1].upper() + word[1:]
