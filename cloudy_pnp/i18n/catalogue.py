"""The localized texts of a game's files, each under a name that stays the same when files are reordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, path_text
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.lint import texts_at
from cloudy_pnp.i18n.wording import OTHER, RowData, Rows, number_words, parse_forms

Patterns = Iterable[tuple[str, ...]]  # where a schema has localized texts


class LocalText(Struct, frozen=True):
    """A localized text, its name, and its place."""

    name: str  # "spells/chop/name", "boards/twist.board.yaml/2/caption"
    source: SourceFile
    document: int  # from 0
    path: DataPath  # in the document
    texts: Mapping[str, str]
    inside: DataPath = ()  # where the text is below the key of its language
    is_recorded: bool = True  # whether a record says what its translation was made from

    def place(self, lang: str) -> DataPath:
        """Return the path of the text in a language."""
        return (*self.path, lang, *self.inside)

    @property
    def line(self) -> int:
        """The line of its file that it starts at, from 1."""
        return self.source.line_of(self.document, self.path)


class RowText(Struct, frozen=True):
    """A form of a row of the wording table, for a language that has no shipped table."""

    row: str
    form: str
    text: str  # in the source language
    translation: str = ""
    file: str = ""  # of the source language
    line: int = 1

    @property
    def name(self) -> str:
        """The context of the message."""
        return f"wording/{self.row}/{self.form}"

    @property
    def comment(self) -> str:
        """The translator's advice: some numbers that the form is for, if it is for certain plurals."""
        words = {*self.form.replace(",", " ").split()} & {"singular", "few"}
        numbers = [str(number) for number in range(50) if words & number_words(number)]
        used = f" This form is for {', '.join(numbers)} …" if words else ""
        return f"Keep what is in braces; docs/wording.md explains rows and forms.{used}"


def row_texts(source: Rows, translated: Rows, file: str = "") -> Iterator[RowText]:
    """Yield the texts of a wording table that have words of their own, with their translations.

    A translated row has the forms that its language needs: those of the source that it lacks are not yielded.
    """
    for row, forms in source.items():
        known = forms_of(translated.get(row, {}))
        for form, text in forms_of(forms).items():
            if has_words(text) and (known.get(form) or not known):
                yield RowText(row, form, text, known.get(form, ""), file)


def forms_of(row: RowData) -> Mapping[str, str]:
    """Return the forms of a row; a plain text is its only form.

    >>> forms_of("draw {number} cards")
    {'other': 'draw {number} cards'}
    """
    return {OTHER: row} if isinstance(row, str) else row


def has_words(text: str) -> bool:
    """Check whether a text of a table is more than slots."""
    return parse_forms(text)[0].has_words


def term_texts(entries: Entries) -> Iterator[LocalText]:
    """Yield the words of the glossary, singular and plural."""
    for entry in entries.of("glossary"):
        words = {lang: word for lang, word in entry.data.items() if isinstance(word, Mapping)}
        for key in ("term", "plural"):
            texts = {lang: str(word[key]) for lang, word in words.items() if key in word}
            if texts:
                yield LocalText(f"glossary/{entry.id}/{key}", entry.source, 0, entry.path, texts, (key,))


def entry_texts(entries: Entries, patterns: Mapping[str, Patterns]) -> Iterator[LocalText]:
    """Yield every localized text of the card data; `patterns` by kind."""
    for kind, paths in patterns.items():
        for entry in entries.of(kind):
            name = f"{kind}/{entry.data.get('id', kind)}"
            for path, texts in _texts(entry.data, paths):
                yield LocalText(f"{name}/{path_text(path)}", entry.source, 0, (*entry.path, *path), texts)


def document_texts(source: SourceFile, name: str, patterns: Patterns) -> Iterator[LocalText]:
    """Yield every localized text of a scenario file, by the number of its document."""
    for number, document in enumerate(source.documents):
        for path, texts in _texts(document, patterns):
            yield LocalText(f"{name}/{number + 1}/{path_text(path)}", source, number, path, texts)


def _texts(value: Any, patterns: Patterns) -> Iterator[tuple[DataPath, dict[str, str]]]:
    for pattern in patterns:
        for path, texts in texts_at(value, pattern):
            yield path, {lang: text for lang, text in texts.items() if isinstance(text, str)}
