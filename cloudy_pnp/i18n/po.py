"""Translations to and from .po, the format of translators' tools: texts of cards, sentences, words and the rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import polib
from msgspec import Struct, field

from cloudy_pnp import __version__
from cloudy_pnp.core.problems import DataPath, UserError, quoted, value_at
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.files import display_path, read_text
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.data.tables.read import TableFile
from cloudy_pnp.data.tables.write import with_cells
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n.messages import (
    Accepted,
    LocalText,
    Message,
    Texts,
    context_of,
    forms_of,
    has_words,
    messages,
    old_source,
    with_record,
)
from cloudy_pnp.i18n.template import ENDING, Pair, in_one_line, merge_units
from cloudy_pnp.i18n.wording import RowData, lost_slots

_LONGEST_PATH = 40_000  # characters, on any system


class Imported(Struct):
    """The changes of an import: the new content of files, and what could not be used."""

    lang: str
    files: dict[Path, str] = field(default_factory=dict)
    texts: list[tuple[LocalText, str]] = field(default_factory=list)  # of the data, with their new translations
    accepted: Accepted = field(default_factory=Accepted)  # the new record
    changed: int = 0
    confirmed: int = 0  # unchanged translations of a changed source that are no longer fuzzy
    same: int = 0  # texts that are there already
    fuzzy: list[str] = field(default_factory=list)  # contexts of translations that are not confirmed yet
    unknown: list[str] = field(default_factory=list)  # contexts that do not exist (any more)
    outdated: list[str] = field(default_factory=list)  # contexts whose source has changed since the export
    partial: list[str] = field(default_factory=list)  # contexts of sentences or terms that lack other forms
    lacking: list[str] = field(default_factory=list)  # imported texts without a slot of their source, and which
    in_tables: list[str] = field(default_factory=list)  # contexts of texts in spreadsheets, which are not written
    twice: list[str] = field(default_factory=list)  # contexts of messages with two translations: the first is taken


def target_language(source: str, lang: str) -> str:
    """Return a language to translate into: the code of any but the source.

    The code becomes a key of the data and the name of a template, so nothing else is allowed.
    """
    if not re.fullmatch("[a-z]{2,3}", lang):
        raise UserError(f"{quoted(lang)} is not the code of a language, such as de or hu")
    if lang == source:
        raise UserError(f"{quoted(lang)} is the game's first language: the others are translated from it")
    return lang


class _Catalogue(polib.POFile):  # type: ignore[misc]
    """Keeps its header as it was written: polib makes a map of it, where the last of two languages would win."""

    head = ""

    def remove(self, value: polib.POEntry) -> None:
        """Keep the header, which is taken out of the entries when it is read."""
        self.head = self.head or value.msgstr
        super().remove(value)


def _language(head: str) -> str:
    """Return the language that a header names."""
    lines = re.sub(r"\n(?![\w-]+:)", " ", "\n".join(head.splitlines())).split("\n")  # each with what belongs to it
    named = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("language:")]
    if not any(named):
        raise UserError("the .po file does not name its language: its header needs Language")
    if len(named) > 1:
        raise UserError(f"the .po file names {len(named)} languages: its header needs one line with Language")
    return named[0]


# --- to translators ----------------------------------------------------------------------------------------------


def export_po(texts: Texts, lang: str, project: str = "") -> str:
    """Return the .po file of a language. What is stale is fuzzy, with the old source text."""
    po = polib.POFile(wrapwidth=80)
    po.metadata = {
        "Project-Id-Version": project or "cloudy-pnp",
        "Report-Msgid-Bugs-To": "",
        "PO-Revision-Date": "YEAR-MO-DA HO:MI+ZONE",
        "Last-Translator": "FULL NAME <EMAIL@ADDRESS>",
        "Language-Team": f"{lang} <EMAIL@ADDRESS>",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        **({"Plural-Forms": texts.plurals} if texts.plurals else {}),
        "X-Generator": f"cloudy-pnp {__version__}",
    }
    written: set[tuple[str, str]] = set()
    for message in messages(texts, lang):
        if (message.context, message.text) not in written:
            written.add((message.context, message.text))
            po.append(_entry(message))
    return str(po).rstrip("\n") + "\n"


def _entry(message: Message) -> polib.POEntry:
    return polib.POEntry(
        msgctxt=message.context,
        msgid=message.text,
        msgstr=message.translation,
        occurrences=[(message.file.replace(" ", "-"), str(message.line or ""))],
        comment=message.comment,
        flags=[*(["fuzzy"] if message.old_text is not None else []), *message.flags],
        previous_msgctxt=message.context if message.old_text else None,
        previous_msgid=message.old_text or None,
    )


# --- and back ----------------------------------------------------------------------------------------------------


def language_of(content: str) -> str:
    """Return the language that a .po file is in."""
    return _language(_catalogue(content).head)


def _catalogue(content: str) -> _Catalogue:
    content = content.replace("\r\n", "\n")
    try:  # polib opens a file where the text is the name of one: no name is as long
        catalogue: _Catalogue = polib.pofile(content + "\n" * _LONGEST_PATH, klass=_Catalogue)
    except (OSError, ValueError) as error:
        raise UserError(f"this is not a .po file: {error}") from error
    return catalogue


def compare_po(texts: Texts, content: str) -> Imported:
    """Compare a .po file with the texts: what is new in it, what it accepts, and what the rulebook becomes."""
    po = _catalogue(content)
    lang = target_language(texts.source, _language(po.head))
    done = Imported(lang)
    known = {(message.context, message.text): message for message in messages(texts, done.lang)}
    contexts = {context for context, _ in known}
    wanted: dict[tuple[str, str], str] = {}
    for entry in po:
        key = (entry.msgctxt or "", entry.msgid)
        if entry.obsolete or not entry.msgstr.strip():
            continue
        if key not in known:
            (done.outdated if key[0] in contexts else done.unknown).append(key[0])
        elif entry.fuzzy:
            done.fuzzy.append(key[0])
        elif key in wanted:
            done.twice += [key[0]] * (entry.msgstr != wanted[key])
        else:
            wanted[key] = entry.msgstr
            if entry.msgstr != known[key].translation:
                done.changed += 1
            elif known[key].old_text is not None:
                done.confirmed += 1
            else:
                done.same += 1
    record = _import_data(texts, wanted, done)
    _import_rows(texts, wanted, done)
    made_from = _import_rulebook(texts, wanted, done)
    sections = texts.templates[texts.source].sections() if texts.templates else {}
    languages = dict.fromkeys((*texts.languages[1:], done.lang))
    done.accepted = Accepted(
        with_record(texts.accepted.texts, record, texts.recorded_names, languages),
        with_record(texts.accepted.sections, made_from, ["", *sections], languages),
    )
    return done


def _import_data(texts: Texts, wanted: Mapping[tuple[str, str], str], done: Imported) -> dict[str, dict[str, str]]:
    """Note the new translations; return what they, and those that are confirmed, are made from."""
    record: dict[str, dict[str, str]] = {}
    terms = {(text.source.name, text.path): text for text in texts.data if text.inside == ("term",)}
    for text in texts.data:
        source = text.texts.get(texts.source, "")
        new = wanted.get((text.name, source))
        if new is None:
            continue
        term = terms.get((text.source.name, text.path)) if text.inside else None
        if term and done.lang not in term.texts and (term.name, term.texts.get(texts.source, "")) not in wanted:
            done.partial.append(text.name)  # a plural without its singular
            done.changed -= 1
            continue
        is_stale = old_source(text, done.lang, texts.source, texts.accepted) is not None
        if new != text.texts.get(done.lang):
            done.texts.append((text, new))
        if text.is_recorded and (new != text.texts.get(done.lang) or is_stale):
            record[text.name] = {done.lang: in_one_line(source)}
    changed = {text.source.name for text, _ in done.texts}
    for text in texts.data:  # a file that begins as a copy of the tool's, whose translations are right
        if text.source.name in changed and not Path(text.source.name).is_file():
            rest = {lang: in_one_line(text.texts[texts.source]) for lang in texts.languages[1:] if lang in text.texts}
            record[text.name] = {**rest, **record.get(text.name, {})}
    return record


def change_data(done: Imported) -> None:
    """Put the new translations into the files that the texts are in."""
    changes: dict[str, list[Set]] = {}
    new: dict[tuple[str, DataPath], dict[str, str]] = {}  # words of a term that has none in this language yet
    tables: dict[str, tuple[TableFile, dict[DataPath, str]]] = {}
    for text, translation in done.texts:
        if isinstance(text.source, TableFile):
            if text.source.name.lower().endswith((".csv", ".tsv")):
                tables.setdefault(text.source.name, (text.source, {}))[1][text.place(done.lang)] = translation
            else:
                done.in_tables.append(text.name)
                done.changed -= 1
            continue
        edits = changes.setdefault(text.source.name, [])
        if text.inside and not _has(text, done.lang):
            key = (text.source.name, (*text.path, done.lang))
            if key not in new:
                edits.append(Set(key[1], new.setdefault(key, {})))
            new[key][str(text.inside[0])] = translation
        else:
            edits.append(Set(text.place(done.lang), translation, text.document))
    for file, (table, cells) in tables.items():
        mark = "\ufeff" if read_text(Path(file)).startswith("\ufeff") else ""
        done.files[Path(file)] = mark + with_cells(table, cells)
    originals = {text.source.name: text.source.original for text, _ in done.texts}  # of files that begin as a copy
    for file, edits in changes.items():
        before = read_text(Path(file)) if Path(file).is_file() else originals[file]
        done.files[Path(file)] = apply_edits(before, edits, file)


def _has(text: LocalText, lang: str) -> bool:
    """Check whether the entry of a text has the key of a language."""
    return lang in value_at(text.source.documents, (text.document, *text.path))


def _import_rows(texts: Texts, wanted: Mapping[tuple[str, str], str], done: Imported) -> None:
    """Write the changed forms of the wording table, and new rows all of whose forms are translated."""
    path = texts.table_file
    new = {(row.row, row.form): wanted[row.name, row.text] for row in texts.rows if (row.name, row.text) in wanted}
    old = {(row.row, row.form): row.translation for row in texts.rows if row.translation}
    if path is None or not (new.items() - old.items()):
        return
    own, rows = {row for row, _ in old}, dict[str, RowData]()
    for row, source in texts.table.items():
        forms = {form: new.get((row, form), "") if has_words(text) else text for form, text in forms_of(source).items()}
        if row not in own and all(forms[form] for form, text in forms_of(source).items() if has_words(text)):
            rows[row] = next(iter(forms.values())) if isinstance(source, str) else forms
    partial = [row.name for row in texts.rows if (row.row, row.form) in new and row.row not in {*own, *rows}]
    done.partial += partial
    done.changed -= len(partial)
    if path.is_file():
        table = parse_source(path.read_bytes(), path.name).documents[0]["wording"]["rows"]
        changes = [Set(("wording", "rows", row), data) for row, data in rows.items() if row not in table]
        for (row, form), text in new.items():
            if row in own and text != old[row, form]:
                is_plain = isinstance(table[row], str)
                changes.append(Set(("wording", "rows", row, *(() if is_plain else (form,))), text))
                rows[row] = text if is_plain else {**rows.get(row, table[row]), form: text}
        done.files[path] = apply_edits(read_text(path), changes, display_path(path))
        known = {**texts.table, **table, **rows}
    elif rows:
        done.files[path] = "\n".join(block_lines({"wording": {"id": done.lang, "rows": rows}}, 0)) + "\n"
        known = {**texts.table, **rows}
    lost = lost_slots(texts.table, known, rows, texts.uses) if rows else ()
    done.lacking = [f"wording/{'/'.join(map(str, finding.path))}: {finding.message}" for finding in lost]


def _import_rulebook(
    texts: Texts, wanted: Mapping[tuple[str, str], str], done: Imported
) -> dict[str, dict[str, tuple[str | None, ...]]]:
    """Change the template of the language, or begin it; return what its paragraphs are made from."""
    if not texts.templates or not texts.folders:
        return {}
    source, translated = texts.templates[texts.source], texts.templates.get(done.lang)
    before = translated.text if translated else ""

    def text_of(pair: Pair) -> str | None:
        new = wanted.get((context_of(pair), pair.source.message))
        if new is None or not pair.source.has_words:
            return None
        is_known = pair.translated is not None and pair.translated.message == new
        return pair.translated.text if is_known and pair.translated else new

    known = texts.accepted.made_from(done.lang)
    if not any((context_of(pair), pair.source.message) in wanted for pair in texts.pairs(done.lang)):
        return {}
    merged = merge_units(source.text, before, known, text_of)
    if merged.text != before:
        done.files[texts.folders[0] / f"{done.lang}{ENDING}"] = merged.text.rstrip("\n") + "\n"
    confirmed = {
        pair.source.section
        for pair in texts.pairs(done.lang)
        if pair.is_stale and (context_of(pair), pair.source.message) in wanted
    }
    sections = merged.made_from if merged.text != before else {name: merged.made_from[name] for name in confirmed}
    return {section: {done.lang: tuple(units)} for section, units in sections.items()}
