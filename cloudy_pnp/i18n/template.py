"""Templates of rulebooks, one file per language, and their sections as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.limits import LIMITS

ENDING = ".md.j2"
HEADING = re.compile(r"^(#{2,3}) +(.*?) *\{#([a-z0-9-]+)(?: +rules=\"([^\"]*)\")? *\} *$")


@dataclass(frozen=True, slots=True)
class SourceSection:
    """A section as its author wrote it, without its heading line."""

    id: str
    title: str
    line: int  # of the heading, from 1
    text: str

    @property
    def words(self) -> str:
        """The heading and the text."""
        return f"{self.title} {self.text}"


@dataclass(frozen=True, slots=True)
class Template:
    """The template of one language."""

    lang: str
    path: Path
    text: str

    @property
    def name(self) -> str:
        """The file as a report names it."""
        return shown(self.path)

    def sections(self) -> dict[str, SourceSection]:
        """What is written under each heading, by id."""
        return {section.id: section for section in _split(self.text)}


def has_templates(folder: Path) -> bool:
    """Whether a folder holds a rulebook in any language."""
    return any(folder.glob(f"*{ENDING}"))


def find_templates(folder: Path, languages: Sequence[str]) -> dict[str, Template]:
    """The templates of a folder by language; empty when the source language has none."""
    paths = {lang: folder / f"{lang}{ENDING}" for lang in languages}
    found = {lang: read_template(path, lang) for lang, path in paths.items() if path.is_file()}
    return found if languages and languages[0] in found else {}


def read_template(path: Path, lang: str) -> Template:
    """The template in a file."""
    return Template(lang, path, _text(path))


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
        if len(raw) > LIMITS.file_bytes:
            raise UserError(f"{shown(path)} has more than {LIMITS.file_bytes:,} bytes")
        return raw.decode("utf-8")
    except OSError as error:
        raise UserError(f"cannot read {shown(path)}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise UserError(f"cannot read {shown(path)}: it is not UTF-8") from None


def _split(text: str) -> Iterator[SourceSection]:
    heading, title, start, lines = "", "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        match = HEADING.match(line)
        if match is None:
            lines.append(line)
            continue
        if heading:
            yield SourceSection(heading, title, start, "\n".join(lines).strip("\n"))
        title, heading, start, lines = match.group(2), match.group(3), number, []
    if heading:
        yield SourceSection(heading, title, start, "\n".join(lines).strip("\n"))
