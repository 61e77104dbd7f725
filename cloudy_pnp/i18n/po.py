"""Translations to and from .po, the format of translators' tools: the texts of the card data and of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polib

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.files import shown
from cloudy_pnp.i18n.accepted import Accepted, is_stale, stale_sections
from cloudy_pnp.i18n.catalogue import LocalText
from cloudy_pnp.i18n.segments import Unit, paired_units, replaced
from cloudy_pnp.i18n.template import Template

# How many forms a counted word has; tools do not guess Hungarian right.
_PLURALS = {
    "en": "nplurals=2; plural=(n != 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "hu": "nplurals=2; plural=(n != 1);",
}

_LONGEST_PATH = 40_000  # characters, on any system


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything that can be translated."""

    languages: Sequence[str]  # the source first
    data: tuple[LocalText, ...]  # of cards and scenarios
    templates: Mapping[str, Template]
    accepted: Accepted

    @property
    def source(self) -> str:
        """The language that is translated from."""
        return self.languages[0]

    def units(self, lang: str) -> Iterator[tuple[Unit, Unit]]:
        """The rulebook's texts with their translations."""
        if self.templates:
            yield from paired_units(self.templates[self.source], self.templates.get(lang))


@dataclass(slots=True)
class Imported:
    """What an import changes: the new content of files, and what could not be used."""

    lang: str
    files: dict[Path, str] = field(default_factory=dict)
    texts: list[tuple[LocalText, str]] = field(default_factory=list)  # of the data, with their new translations
    changed: int = 0
    same: int = 0  # texts that are there already
    unknown: list[str] = field(default_factory=list)  # contexts that do not exist (any more)
    outdated: list[str] = field(default_factory=list)  # contexts whose source has changed since the export


def target_language(texts: Texts, lang: str) -> str:
    """A language to translate into: the code of any but the source. It need not be one of the game's: that is how a
    new language begins. The code becomes a key of the data and the name of a template, so nothing else may pass.
    """
    if not re.fullmatch("[a-z]{2,3}", lang):
        raise UserError(f"{quoted(lang)} is not the code of a language, such as de or hu")
    if lang == texts.source:
        raise UserError(f"{quoted(lang)} is the game's first language: the others are translated from it")
    return lang


class _Catalogue(polib.POFile):  # type: ignore[misc]
    """Keeps its header as it was written: polib makes a map of it, where the last of two languages would win."""

    head = ""

    def remove(self, value: polib.POEntry) -> None:
        """The header is taken out of the entries when it is read."""
        self.head = self.head or value.msgstr
        super().remove(value)


def _language(head: str) -> str:
    """The language that a header says."""
    lines = re.sub(r"\n(?![\w-]+:)", " ", "\n".join(head.splitlines())).split("\n")  # each with what belongs to it
    said = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("language:")]
    if not any(said):
        raise UserError("the .po file does not name its language: its header needs Language")
    if len(said) > 1:
        raise UserError(f"the .po file says {len(said)} languages: its header needs one line with Language")
    return said[0]


def export_po(texts: Texts, lang: str) -> str:
    """The .po file of a language. What is stale is marked fuzzy."""
    po = polib.POFile(wrapwidth=100)
    po.metadata = {
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        **({"Plural-Forms": _PLURALS[lang]} if lang in _PLURALS else {}),
    }
    for text in texts.data:
        if text.texts.get(texts.source):
            entry = _entry(text.name, text.texts[texts.source], text.texts.get(lang, ""), text.source.name)
            entry.flags = ["fuzzy"] if is_stale(text, lang, texts.source, texts.accepted) else []
            po.append(entry)
    translated = texts.templates.get(lang)
    stale: set[str] = set()
    if translated and lang != texts.source:
        source = texts.templates[texts.source]
        stale = {section.id for section in stale_sections(source, translated, texts.accepted)}
    for mine, other in texts.units(lang):
        entry = _entry(mine.context, mine.text, other.text if translated else "", texts.templates[texts.source].name)
        entry.flags = ["fuzzy"] if mine.section in stale else []
        po.append(entry)
    return str(po).rstrip("\n") + "\n"


def _entry(context: str, source: str, translation: str, file: str) -> polib.POEntry:
    return polib.POEntry(msgctxt=context, msgid=source, msgstr=translation, occurrences=[(file.replace(" ", "-"), "")])


def language_of(content: str) -> str:
    """Return the language that a .po file is in."""
    return _language(_catalogue(content).head)


def _catalogue(content: str) -> _Catalogue:
    try:  # polib opens a file where the text is the name of one: no name is as long
        found: _Catalogue = polib.pofile(content + "\n" * _LONGEST_PATH, klass=_Catalogue)
    except (OSError, ValueError) as error:
        raise UserError(f"this is not a .po file: {error}") from error
    return found


def import_po(texts: Texts, content: str) -> Imported:
    """What the files become when a .po file is taken over; nothing is written yet."""
    done = compare_po(texts, content)
    _change_data(done)
    return done


def compare_po(texts: Texts, content: str) -> Imported:
    """Compare a .po file with the texts: what is new in it, and what the rulebook becomes."""
    po = _catalogue(content)
    done = Imported(target_language(texts, _language(po.head)))
    wanted = {entry.msgctxt: entry for entry in po if entry.msgstr and not entry.obsolete}
    known = {text.name for text in texts.data} | {mine.context for mine, _ in texts.units(done.lang)}
    done.unknown = [str(context) for context in wanted if context not in known]
    _import_data(texts, wanted, done)
    _import_rulebook(texts, wanted, done)
    return done


def _import_data(texts: Texts, wanted: Mapping[str | None, polib.POEntry], done: Imported) -> None:
    for text in texts.data:
        entry = wanted.get(text.name)
        if entry is None:
            continue
        if entry.msgid != text.texts.get(texts.source):
            done.outdated.append(text.name)
        elif entry.msgstr != text.texts.get(done.lang):
            done.texts.append((text, entry.msgstr))
            done.changed += 1
        else:
            done.same += 1


def _change_data(done: Imported) -> None:
    """Put the new translations into the files that the texts are in."""
    changes: dict[str, list[Set]] = {}
    for text, translation in done.texts:
        changes.setdefault(text.source.name, []).append(Set((*text.path, done.lang), translation, text.document))
    for file, edits in changes.items():
        done.files[Path(file)] = apply_edits(_read(Path(file)), edits, file)


def _import_rulebook(texts: Texts, wanted: Mapping[str | None, polib.POEntry], done: Imported) -> None:
    changes: dict[Unit, str] = {}
    for mine, other in texts.units(done.lang):
        entry = wanted.get(mine.context)
        if entry is None:
            continue
        if entry.msgid != mine.text:
            done.outdated.append(mine.context)
        elif entry.msgstr != other.text:
            changes[other] = entry.msgstr
        else:
            done.same += 1
    if changes:
        base = texts.templates.get(done.lang) or texts.templates[texts.source]
        path = base.path.with_name(base.path.name.replace(base.lang, done.lang, 1))
        done.files[path] = replaced(base.text, changes)
        done.changed += len(changes)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")  # line ends stay as they are
    except OSError as error:
        raise UserError(f"cannot read {shown(path)}: {error.strerror}") from error
