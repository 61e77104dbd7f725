"""Every text that can be translated, as messages for a translator: the one list of what a language lacks.

`i18n status`, .po files, and `check` (I18N-MISSING) all count these messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from cloudy_pnp.i18n.accepted import FILE, Accepted, accepted_text, old_source, read_accepted
from cloudy_pnp.i18n.catalogue import LocalText, RowText
from cloudy_pnp.i18n.segments import Pair, Sources, pair_units
from cloudy_pnp.i18n.template import Template
from cloudy_pnp.i18n.wording import Rows, RowUse


class Texts(Struct, frozen=True, dict=True):
    """Everything that can be translated."""

    languages: Sequence[str]  # the source first
    data: tuple[LocalText, ...]  # of cards and scenarios
    templates: Mapping[str, Template]
    folders: tuple[Path, ...] = ()  # of the records, one for each pack; the first gets the rulebook's template
    rows: tuple[RowText, ...] = ()  # of the wording table of a language without a shipped one
    table: Rows = field(default_factory=dict)  # the rows of the source
    table_file: Path | None = None  # of the language
    uses: Mapping[str, RowUse] = field(default_factory=dict)  # of the rows
    plurals: str = ""  # the forms of the language, as in the head of a .po file

    @cached_property
    def accepted(self) -> Accepted:
        """The source texts that the translations were made from."""
        records = [read_accepted(folder) for folder in self.folders]
        texts = {name: known for record in records for name, known in record.texts.items()}
        return Accepted(texts, records[0].sections if records else {})

    def record_files(self, new: Accepted) -> dict[Path, str]:
        """Return the files of a new record: each pack has the texts of its own files."""
        if len(self.folders) == 1:
            return {self.folders[0] / FILE: accepted_text(new)}
        files = {}
        for folder in self.folders:
            mine = {text.name for text in self.data if Path(text.source.name).is_relative_to(folder.parent)}
            texts = {name: known for name, known in new.texts.items() if name in mine}
            if texts:
                files[folder / FILE] = accepted_text(Accepted(texts))
        return files

    @property
    def source(self) -> str:
        """The language that is translated from."""
        return self.languages[0]

    @property
    def recorded_names(self) -> list[str]:
        """The names of the data's texts whose records are kept; records of shared words stay where there is no copy."""
        names = [text.name for text in self.data if text.is_recorded]
        copies = {_shared_file(name) for name in names}
        return [*names, *(name for name in self.accepted.texts if _shared_file(name) not in copies | {""})]

    def pairs(self, lang: str) -> Iterator[Pair]:
        """Yield the rulebook's paragraphs with their translations."""
        if self.templates:
            yield from book_pairs(self.templates, lang, self.source, self.accepted.made_from(lang))


def _shared_file(name: str) -> str:
    """Return the file of a text that all games share; empty for other texts."""
    return name.partition(".yaml/")[0] if name.startswith("templates/") else ""


class Message(Struct, frozen=True):
    """A text as a .po file has it."""

    context: str
    text: str  # in the source language
    translation: str = ""
    old_text: str | None = None  # what a stale translation was made from
    file: str = ""
    comment: str = ""
    flags: tuple[str, ...] = ()  # those of gettext
    is_recorded: bool = True  # whether it is known what the translation was made from
    place: LocalText | None = None  # of a text of the data
    start: int = 1  # its line, elsewhere

    @property
    def line(self) -> int:
        """The line of its file that it starts at, from 1."""
        return self.place.line if self.place else self.start


def messages(texts: Texts, lang: str) -> Iterator[Message]:
    """Yield every text with its translation into a language."""
    yield from data_messages(texts, lang)
    if texts.templates:
        yield from book_messages(texts.templates, lang, texts.source, texts.accepted.made_from(lang))


def data_messages(texts: Texts, lang: str) -> Iterator[Message]:
    """Yield the texts of cards, scenarios, shared words and sentences."""
    for text in texts.data:
        source = text.texts.get(texts.source)
        if source and not (text.inside and lang == "id"):  # the key of a term's id
            old = old_source(text, lang, texts.source, texts.accepted)
            known = lang in texts.accepted.texts.get(text.name, {})
            translation = text.texts.get(lang, "")
            yield Message(text.name, source, translation, old, text.source.name, is_recorded=known, place=text)
    for row in texts.rows:
        flags = ("python-brace-format",) if "{" in row.text else ()
        yield Message(row.name, row.text, row.translation, None, row.file, row.comment, flags, start=row.line)


def book_messages(
    templates: Mapping[str, Template], lang: str, source: str, made_from: Mapping[str, Sources]
) -> Iterator[Message]:
    """Yield the paragraphs of the rulebook."""
    template = templates[source]
    for pair in book_pairs(templates, lang, source, made_from):
        line = template.text.count("\n", 0, pair.source.start) + 1
        is_placeholder = pair.translated is None or pair.made_from == ""
        translation = "" if is_placeholder or pair.translated is None else pair.translated.message
        old = pair.made_from if pair.is_stale and not is_placeholder else None
        known = pair.made_from is not None
        text = pair.source.message
        yield Message(context_of(pair), text, translation, old, template.name, is_recorded=known, start=line)


def book_pairs(
    templates: Mapping[str, Template], lang: str, source: str, made_from: Mapping[str, Sources]
) -> Iterator[Pair]:
    """Yield the paragraphs of the rulebook that have words, with their translations."""
    translated = templates[lang].text if lang in templates else ""
    for pairs in pair_units(templates[source].text, translated, made_from).values():
        yield from (pair for pair in pairs if pair.source.has_words)


def context_of(pair: Pair) -> str:
    """Return the context of a paragraph: its section."""
    return f"rulebook/{pair.source.section}" if pair.source.section else "rulebook"
