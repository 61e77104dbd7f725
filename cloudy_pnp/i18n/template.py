"""Templates of rulebooks, one file per language, and their sections as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import absolute, display_path, require_inside
from cloudy_pnp.data.limits import LIMITS

ENDING = ".md.j2"
NOTHING: Mapping[Path, str] = MappingProxyType({})
_BEGIN = re.compile(r"#{2,3} +")
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
    return Template(lang, path, _text(require_inside(path, path.parent)) if text is None else text)


def _text(path: Path) -> str:
    try:
        raw = read_plain(path, LIMITS.file_bytes)
        if len(raw) > LIMITS.file_bytes:
            raise UserError(f"{display_path(path)} has more than {LIMITS.file_bytes:,} bytes")
        return raw.decode("utf-8")
    except OSError as error:
        raise UserError(f"cannot read {display_path(path)}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise UserError(f"cannot read {display_path(path)}: it is not UTF-8") from None


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
