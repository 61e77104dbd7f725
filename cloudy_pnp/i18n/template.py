"""Templates of rulebooks, one file per language, and their sections as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from cloudy_pnp.data.files import absolute, display_path, read_text, require_inside

ENDING = ".md.j2"
NOTHING: Mapping[Path, str] = MappingProxyType({})
_BEGIN = re.compile(r"#{2,3} *(?![ #])")  # the reader of the book refuses a heading without a space
_END = re.compile(r'\{#([a-z0-9-]+)(?: +rules="([^"]*)")? *\} *\Z')


class Heading(Struct, frozen=True):
    """A line with the heading of a section: `## Title {#id rules="…"}`."""

    title: str
    id: str
    rules: tuple[str, ...]
    start: int  # the place of the title in the line
    end: int


def heading_of(line: str) -> Heading | None:
    """Return the heading that a line is, if it is one.

    Looked for from both ends: one pattern for all of it would try every way to share out its spaces.

    >>> heading_of('## The turn {#turn rules="TURN-1 TURN-2"}')
    Heading(title='The turn', id='turn', rules=('TURN-1', 'TURN-2'), start=3, end=11)
    """
    begin, at = _BEGIN.match(line), line.rfind("{#")
    if begin is None or at < begin.end():
        return None
    end = _END.match(line, at)
    if end is None:
        return None
    title = line[begin.end() : at].rstrip(" ")
    return Heading(title, end[1], tuple((end[2] or "").split()), begin.end(), begin.end() + len(title))


class SourceSection(Struct, frozen=True):
    """A section as its author wrote it, without its heading line."""

    id: str
    title: str
    line: int  # of the heading, from 1
    text: str

    @property
    def words(self) -> str:
        """The heading and the text."""
        return f"{self.title} {self.text}"


class Template(Struct, frozen=True):
    """The template of one language."""

    lang: str
    path: Path
    text: str

    @property
    def name(self) -> str:
        """The file as a report names it."""
        return display_path(self.path)

    def sections(self) -> dict[str, SourceSection]:
        """Return what is written under each heading, by id."""
        return dict(_sections(self.text))


def has_templates(folder: Path) -> bool:
    """Return whether a folder holds a rulebook in any language."""
    return any(folder.glob(f"*{ENDING}"))


def find_templates(
    folder: Path, languages: Sequence[str], unsaved: Mapping[Path, str] = NOTHING
) -> dict[str, Template]:
    """Return the templates of a folder by language; empty when the source language has none."""
    paths = {lang: folder / f"{lang}{ENDING}" for lang in languages}
    found = {
        lang: read_template(path, lang, unsaved)
        for lang, path in paths.items()
        if path.is_file() or absolute(path) in unsaved
    }
    return found if languages and languages[0] in found else {}


def read_template(path: Path, lang: str, unsaved: Mapping[Path, str] = NOTHING) -> Template:
    """Return the template in a file, or the text that an editor has not saved there yet."""
    text = unsaved.get(absolute(path))
    return Template(lang, path, read_text(require_inside(path, path.parent)) if text is None else text)


@lru_cache(maxsize=16)
def _sections(text: str) -> dict[str, SourceSection]:
    return {section.id: section for section in _split(text)}


def _split(text: str) -> Iterator[SourceSection]:
    heading, title, start, lines = "", "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        found = heading_of(line)
        if found is None:
            lines.append(line)
            continue
        if heading:
            yield SourceSection(heading, title, start, "\n".join(lines).strip("\n"))
        title, heading, start, lines = found.title, found.id, number, []
    if heading:
        yield SourceSection(heading, title, start, "\n".join(lines).strip("\n"))


_CODE = re.compile(r"\{[{%]")
_ENDS = {"{{": "}}", "{%": "%}"}
_ITEM = re.compile(r" *(?:(?:[-*]|\d+\.) +|\| *)")  # how an item of a list or a row of a table starts
_ALIKE = 0.5  # how much of a paragraph must be the same for it to be a changed version of another
_MOST = 400  # paragraphs of a section, or words of a paragraph, that are compared
UNTRANSLATED = "\ue001"  # ends a paragraph that is printed in the source language
SOURCE_MARK = "°"  # after a title or a caption in the source language
Sources = Sequence[str | None]  # what each paragraph of a translated section was made from; None: nothing


class Unit(Struct, frozen=True):
    """A heading, a paragraph or an item of a list, and its place in the template."""

    section: str  # empty before the first section
    text: str
    start: int
    end: int
    lead: str = ""  # what is written between the unit before it and its start
    tail: str = ""  # the rest of the line of a heading
    is_whole: bool = False  # a section that could not be split

    @property
    def words(self) -> str:
        """The text in one line, as records have it."""
        return in_one_line(self.text)

    @property
    def message(self) -> str:
        """The text as translators' tools have it: a paragraph in one line."""
        return self.text if self.is_whole else self.words

    @property
    def has_words(self) -> bool:
        """Return whether there is something to translate, and not only code."""
        return any(char.isalpha() for part in _without_code(self.text) for char in part)


class Pair(Struct, frozen=True):
    """A unit of the source, its translation if there is one, and what that was made from if this is known."""

    source: Unit
    translated: Unit | None = None
    made_from: str | None = None

    @property
    def is_stale(self) -> bool:
        """Return whether the translation was made from another text than the source has now."""
        return self.translated is not None and self.made_from not in (None, self.source.words)


def in_one_line(text: str) -> str:
    """Return a text with single spaces instead of line breaks: how lines are broken does not matter.

    >>> in_one_line("two\\n  words ")
    'two words'
    """
    return " ".join(text.split())


def units_of(text: str) -> dict[str, list[Unit]]:
    """Return the units of a template by section: its heading, then paragraphs and items of lists.

    >>> [unit.text for unit in units_of("# T\\n\\n## A {#a}\\n\\nTwo\\nlines.\\n\\n- one\\n- two\\n")["a"]]
    ['A', 'Two\\nlines.', 'one', 'two']
    """
    sections: dict[str, list[Unit]] = {}
    section, start, offset, before = "", 0, 0, 0

    def add(begin: int, end: int, tail: str = "") -> None:
        nonlocal before
        words = text[begin:end].rstrip()
        if words:
            last = begin + len(words)
            sections.setdefault(section, []).append(Unit(section, words, begin, last, text[before:begin], tail))
            before = last + len(tail)

    for line in (*text.splitlines(keepends=True), "\n"):
        heading, item = heading_of(line.rstrip("\r\n")), _ITEM.match(line)
        if heading or item or not line.strip():
            add(start, offset)
            start = offset + (item.end() if item else len(line))
        if heading:
            section = heading.id
            add(offset + heading.start, offset + heading.end, line.rstrip("\r\n")[heading.end :])
        offset += len(line)
    return sections


def pair_units(source: str, translated: str, made_from: Mapping[str, Sources]) -> dict[str, list[Pair]]:
    """Pair each unit of the source with its translation, by section.

    `made_from` says what the units of the translation were made from. It tells a new paragraph, which has no
    translation yet, from a changed one, whose translation is stale. Without it, paragraphs are paired by their number;
    where that differs, a section is one unit.
    """
    theirs = units_of(translated)
    return {
        section: _pair_section(source, units, translated, theirs.get(section, []), made_from.get(section, ()))
        for section, units in units_of(source).items()
    }


def _pair_section(
    source: str, mine: Sequence[Unit], translated: str, theirs: Sequence[Unit], known: Sources
) -> list[Pair]:
    if not theirs:
        return [Pair(unit) for unit in mine]
    if len(known) != len(theirs) or max(len(mine), len(theirs)) > _MOST:
        if not known and len(mine) == len(theirs):
            return [Pair(unit, other) for unit, other in zip(mine, theirs, strict=True)]
        whole, other = _whole(source, mine), _whole(translated, theirs)
        return [Pair(whole, other, in_one_line(" ".join(text or "" for text in known)) or None)]
    return list(_aligned(mine, [(unit, text) for unit, text in zip(theirs, known, strict=True) if text is not None]))


def _aligned(mine: Sequence[Unit], theirs: Sequence[tuple[Unit, str]]) -> Iterator[Pair]:
    old, new = [text for _, text in theirs], [unit.words for unit in mine]
    for what, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        waiting = list(theirs[start:end])
        for unit in mine[first:last]:
            if what == "equal" or (waiting and (last - first == end - start or _is_alike(waiting[0][1], unit.words))):
                yield Pair(unit, *waiting.pop(0))
            else:
                yield Pair(unit)


def _is_alike(old: str, new: str) -> bool:
    before, after = (text.split(maxsplit=_MOST)[:_MOST] for text in (old, new))
    return old == "" or SequenceMatcher(None, before, after, autojunk=False).ratio() >= _ALIKE


def _whole(text: str, units: Sequence[Unit]) -> Unit:
    first, last = units[0], units[-1]
    return Unit(first.section, text[first.start : last.end], first.start, last.end, is_whole=True)


# --- changed and completed translations --------------------------------------------------------------------------


class Merged(Struct, frozen=True):
    """A translated template with changes, and what its units are made from."""

    text: str
    made_from: dict[str, list[str | None]]


def merge_units(
    source: str, translated: str, made_from: Mapping[str, Sources], text_of: Callable[[Pair], str | None]
) -> Merged:
    """Change a translation: `text_of` gives the new text of a pair, or None to leave it as it is.

    A new unit goes behind the one that it follows in the source; code without words is copied. A section that has no
    translated unit is not begun, but for the title.
    """
    theirs = units_of(translated)
    merging = _Merging(translated)
    for section, pairs in pair_units(source, translated, made_from).items():
        inside, known = theirs.get(section, []), made_from.get(section, ())
        texts = [text_of(pair) for pair in pairs]
        if inside or not section or any(text is not None for text in texts):
            paired = {pair.translated.start for pair in pairs if pair.translated}
            if len(known) == len(inside):
                merging.keep((unit, text) for unit, text in zip(inside, known, strict=True) if unit.start not in paired)
            for pair, text in zip(pairs, texts, strict=True):
                merging.add(pair, text)
        merging.at = max([merging.at, *(unit.end + len(unit.tail) for unit in inside)])
    return merging.merged()


class _Merging:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # where the next new unit goes
        self.edits: list[tuple[int, int, int, str]] = []  # start, number, end, new text
        self.sources: list[tuple[int, int, str, str | None]] = []  # start, number, section, made from

    def keep(self, units: Iterable[tuple[Unit, str | None]]) -> None:
        self.sources += ((unit.start, 0, unit.section, known) for unit, known in units)

    def add(self, pair: Pair, new: str | None) -> None:
        source, there, number = pair.source, pair.translated, len(self.edits) + 1
        if there is not None:
            if new is not None and new != there.text:
                self.edits.append((there.start, number, there.end, new))
            made_from = source.words if new is not None or pair.made_from is None else pair.made_from
            self.sources.append((there.start, 0, source.section, made_from))
            self.at = there.end + len(there.tail)
        elif new is not None or not source.has_words or source.tail:
            words = source.text if new is None else new
            self.edits.append((self.at, number, self.at, source.lead + words + source.tail))
            made_from = "" if new is None and source.has_words else source.words
            self.sources.append((self.at, number, source.section, made_from))

    def merged(self) -> Merged:
        parts, at = [], 0
        for start, _, end, new in sorted(self.edits):
            parts += [self.text[at:start], new]
            at = end
        made_from: dict[str, list[str | None]] = {}
        for _, _, section, known in sorted(self.sources, key=lambda item: item[:2]):
            made_from.setdefault(section, []).append(known)
        return Merged("".join((*parts, self.text[at:])), made_from)


def complete(source: str, translated: str, made_from: Mapping[str, Sources]) -> str:
    """Return a translation with the source's text, marked, wherever a paragraph is not translated yet."""

    def text_of(pair: Pair) -> str | None:
        is_missing = pair.translated is None or pair.made_from == ""
        if not is_missing:
            return None
        return _marked(pair.source.text) if pair.source.has_words else pair.source.text

    return merge_units(source, translated, made_from, text_of).text


def _marked(text: str) -> str:
    """Return a text that ends with the mark, inside the last cell of a row."""
    words = text.removesuffix("|")
    return words.rstrip() + UNTRANSLATED + (" |" if words != text else "")


def accept_units(source: str, translated: str, made_from: Mapping[str, Sources]) -> dict[str, list[str | None]]:
    """Return what the units of each translated section are made from when all of them match the source."""
    pairs, accepted = pair_units(source, translated, made_from), dict[str, list[str | None]]()
    for section, units in units_of(translated).items():
        by_start = {pair.translated.start: pair.source.words for pair in pairs.get(section, ()) if pair.translated}
        is_whole = any(pair.source.is_whole for pair in pairs.get(section, ()))
        accepted[section] = list(by_start.values()) if is_whole else [by_start.get(unit.start) for unit in units]
    return {section: known for section, known in accepted.items() if section in pairs}


def _without_code(text: str) -> Iterator[str]:
    """Yield the parts of a text that are not code, in one pass. Code that does not end is text."""
    at = 0
    for match in _CODE.finditer(text):
        if match.start() < at:
            continue
        end = text.find(_ENDS[match.group()], match.end())
        if end < 0:
            break
        yield text[at : match.start()]
        at = end + 2
    yield text[at:]
