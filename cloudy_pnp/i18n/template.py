"""Templates of rulebooks: where they lie, and their sections as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.rulebook import ENDING as ENDING
from cloudy_pnp.rulebook import FOLDER, has_templates

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


def find_templates(root: Path, languages: list[str]) -> dict[str, Template]:
    """The author's own templates, or the shipped ones; empty when the source language has none."""
    folder = template_folder(root)
    found = {}
    for lang in languages:
        path = folder / f"{lang}{ENDING}"
        if path.is_file():
            found[lang] = read_template(path, lang)
    return found if languages[0] in found else {}


def read_template(path: Path, lang: str) -> Template:
    """The template in a file."""
    return Template(lang, path, _text(path))


def template_folder(root: Path) -> Path:
    """The folder with the rulebook's files: the author's own, or the shipped one."""
    return (root if has_templates(root) else shipped_root()) / FOLDER


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
