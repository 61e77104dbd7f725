"""The texts of a rulebook's templates one by one, as a translator sees them, and the way back into the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cloudy_pnp.i18n.template import Template, heading_of

_CODE = re.compile(r"\{[{%]")
_ENDS = {"{{": "}}", "{%": "%}"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A heading, a paragraph or a whole section; `start` and `end` say where it stands in the template."""

    context: str
    section: str
    text: str
    start: int
    end: int


def paired_units(source: Template, translated: Template | None) -> Iterator[tuple[Unit, Unit]]:
    """Each text of the source with the one that stands for it in the translation.

    Paragraphs go by their number; where a translation has more or fewer of them, the section goes as a whole. Without
    a translation every text stands for itself.
    """
    theirs = _by_section((translated or source).text)
    for section, units in _by_section(source.text).items():
        others = theirs.get(section, [])
        if len(units) == len(others):
            yield from ((mine, other) for mine, other in zip(units, others, strict=True) if _has_words(mine.text))
        elif others:
            yield units[0], others[0]
            yield _whole(source.text, units[1:]), _whole((translated or source).text, others[1:])


def replaced(text: str, changes: Mapping[Unit, str]) -> str:
    """A template with some of its texts replaced."""
    for unit, new in sorted(changes.items(), key=lambda item: -item[0].start):
        text = text[: unit.start] + new + text[unit.end :]
    return text


def _by_section(text: str) -> dict[str, list[Unit]]:
    """The title of each section, then its paragraphs; what stands before the first section has the name ""."""
    found: dict[str, list[Unit]] = {}
    section, start, offset = "", 0, 0
    for line in (*text.splitlines(keepends=True), "\n"):
        match = heading_of(line.rstrip("\n"))
        if match or not line.strip():
            if text[start:offset].strip():
                _add(found, section, text, start, offset)
            start = offset + len(line)
        if match:
            section = match.id
            _add(found, section, text, offset + match.start, offset + match.end)
        offset += len(line)
    return found


def _add(found: dict[str, list[Unit]], section: str, text: str, start: int, end: int) -> None:
    words = text[start:end].rstrip()
    units = found.setdefault(section, [])
    context = f"rulebook/{section}/{len(units)}"
    units.append(Unit(context, section, words, start, start + len(words)))


def _whole(text: str, units: list[Unit]) -> Unit:
    start, end = (units[0].start, units[-1].end) if units else (0, 0)
    section = units[0].section if units else ""
    return Unit(f"rulebook/{section}/whole", section, text[start:end], start, end)


def _has_words(text: str) -> bool:
    return any(char.isalpha() for part in _without_code(text) for char in part)


def _without_code(text: str) -> Iterator[str]:
    """The parts of a text that are not code, in one pass. Code that does not end is text."""
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
