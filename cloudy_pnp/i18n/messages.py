"""Every text that can be translated, as messages for a translator: the one list of what a language lacks.

`i18n status`, .po files, and `check` (I18N-MISSING) all count these messages.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import DataPath, UserError, path_text
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.files import LIMITS, display_path, require_inside
from cloudy_pnp.data.source import SourceFile, map_of, parse_source
from cloudy_pnp.i18n.lint import texts_at
from cloudy_pnp.i18n.template import Pair, Sources, Template, complete, in_one_line, pair_units
from cloudy_pnp.i18n.wording import OTHER, RowData, Rows, RowUse, number_words, parse_forms

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
        return f"Keep what is in braces; docs/reference/wording.md explains rows and forms.{used}"


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


FILE = "accepted.yaml"
Source = TypeVar("Source")
Record = dict[str, dict[str, Source]]  # name: language: what the translation was made from
_HEAD = """\
# The source texts that translations were made from: what has changed since then is stale.
# Written by `cloudy-pnp i18n accept` and `i18n import`; do not edit.
"""


class Accepted(Struct, frozen=True):
    """The record: texts of cards and scenarios by name, paragraphs of the rulebook by section."""

    texts: Record[str] = field(default_factory=dict)
    sections: Record[tuple[str | None, ...]] = field(default_factory=dict)

    def made_from(self, lang: str) -> dict[str, tuple[str | None, ...]]:
        """Return what the paragraphs of a language were made from, by section."""
        return {name: known[lang] for name, known in self.sections.items() if lang in known}


def read_accepted(folder: Path) -> Accepted:
    """Read the record in a folder of templates; without one, it is empty."""
    path = folder / FILE
    if not path.is_file():
        return Accepted()
    try:
        return _read(display_path(path), read_plain(require_inside(path, folder), LIMITS.file_bytes))
    except OSError as error:
        raise UserError(f"cannot read {display_path(path)}: {error.strerror}") from error


@lru_cache(maxsize=2)
def _read(name: str, content: bytes) -> Accepted:
    source = parse_source(content, name)
    map_of(source)  # its syntax
    try:
        data = source.documents[0] if source.documents else {}
        texts, sections = (_record(data.get(part) or {}) for part in ("texts", "sections"))
    except (AttributeError, TypeError, KeyError):
        raise UserError(f"cannot read {source.name}: it is not what `i18n accept` writes") from None
    return Accepted(
        {name: {lang: str(text) for lang, text in known.items()} for name, known in texts.items()},
        {name: {lang: tuple(units) for lang, units in known.items()} for name, known in sections.items()},
    )


def _record(data: Mapping[str, Any]) -> Record[Any]:
    """Return the sources by name and language. A record with hashes, which an older version wrote, counts as none."""
    return {
        str(name): {str(lang): item["source"] for item in known for lang in item["langs"]}
        for name, known in data.items()
        if not isinstance(known, Mapping)
    }


def complete_template(source: Template, translated: Template, accepted: Accepted) -> Template:
    """Return a template with the source's paragraphs, marked, where a translation doesn't exist yet."""
    if source.lang == translated.lang:
        return translated
    text = complete(source.text, translated.text, accepted.made_from(translated.lang))
    return replace(translated, text=text)


def accepted_text(accepted: Accepted) -> str:
    """Return the record as it is written to the file: each source once, with the languages made from it."""
    lines = [_HEAD]
    for part, record in (("texts", accepted.texts), ("sections", accepted.sections)):
        lines += [f"{part}:\n"] if record else []
        for name, known in record.items():
            lines.append(f"  {_quoted(name)}:\n")
            groups: dict[Any, list[str]] = {}
            for lang, source in known.items():
                groups.setdefault(source, []).append(lang)
            for source, langs in groups.items():
                lines.append(f"    - langs: [{', '.join(map(_quoted, langs))}]\n")
                if isinstance(source, str):
                    lines.append(f"      source: {_quoted(source)}\n")
                else:
                    lines.append("      source:\n")
                    lines += (f"        - {'null' if text is None else _quoted(text)}\n" for text in source)
    return "".join(lines)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def old_source(text: LocalText, lang: str, source: str, accepted: Accepted) -> str | None:
    """Return the source text that a stale translation was made from; None for one that is not stale."""
    known = accepted.texts.get(text.name, {}).get(lang)
    is_stale = known is not None and lang in text.texts and known != in_one_line(text.texts.get(source, ""))
    return known if is_stale else None


def with_record(
    known: Record[Source], new: Record[Source], names: Collection[str], languages: Collection[str]
) -> Record[Source]:
    """Return a record with changes, in the order of `names` and `languages`, without what no longer exists."""
    whole = {
        name: {
            lang: new.get(name, {}).get(lang, known.get(name, {}).get(lang))
            for lang in languages
            if lang in new.get(name, {}) or lang in known.get(name, {})
        }
        for name in names
    }
    return {name: by_language for name, by_language in whole.items() if by_language}  # type: ignore[misc]


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
