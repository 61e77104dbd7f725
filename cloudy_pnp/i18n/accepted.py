"""Which version of the source each translation was made from: `accepted.yaml` beside the rulebook's templates.

A translation whose source has changed since then is stale. `accept` records that somebody has looked at it. Sections of
the rulebook must have a record; a text of a card or a scenario is judged from the day that it has one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted
from cloudy_pnp.data.files import require_inside, shown
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.i18n.catalogue import LocalText

if TYPE_CHECKING:
    from cloudy_pnp.i18n.template import SourceSection, Template

FILE = "accepted.yaml"
Record = dict[str, dict[str, str]]  # name: language: hash of the source it was made from
_HEAD = """\
# The version of its source that each translation was made from, as a short hash.
# Written by `cloudy-pnp i18n accept`; do not edit.
"""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The record: sections of the rulebook by id, texts of cards and scenarios by name."""

    sections: Record = field(default_factory=dict)
    texts: Record = field(default_factory=dict)


def source_hash(text: str) -> str:
    """Changes with every word, but not with how lines are broken.

    >>> source_hash("two words") == source_hash("two\\n  words") != source_hash("two swords")
    True
    """
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def read_accepted(folder: Path) -> Accepted:
    """What was recorded in a folder of templates; empty when nothing was."""
    path = folder / FILE
    if not path.is_file():
        return Accepted()
    try:
        return _read(shown(path), read_plain(require_inside(path, folder), LIMITS.file_bytes))
    except OSError as error:
        raise UserError(f"cannot read {shown(path)}: {error.strerror}") from error


@lru_cache(maxsize=2)
def _read(name: str, content: bytes) -> Accepted:
    source = parse_source(content, name)
    if source.problems:
        raise UserError(f"cannot read {source.name}: line {source.problems[0].line}: {source.problems[0].message}")
    try:
        data = source.documents[0] if source.documents else {}
        return Accepted(*(_record(data.get(part) or {}) for part in ("sections", "texts")))
    except AttributeError:
        raise UserError(f"cannot read {source.name}: it is not what `i18n accept` writes") from None


def _record(data: Mapping[str, Mapping[str, str]]) -> Record:
    return {str(name): {str(lang): str(value) for lang, value in known.items()} for name, known in data.items()}


def stale_sections(source: Template, translated: Template, accepted: Accepted) -> Iterator[SourceSection]:
    """The sections of a translation whose source is not the one that was recorded."""
    sources = source.sections()
    for section in translated.sections().values():
        known = accepted.sections.get(section.id, {})
        if section.id in sources and known.get(translated.lang) != source_hash(sources[section.id].words):
            yield section


def is_stale(text: LocalText, lang: str, source: str, accepted: Accepted) -> bool:
    """Whether a text has changed in the source language since its translation was accepted."""
    known = accepted.texts.get(text.name, {}).get(lang)
    return known is not None and lang in text.texts and known != source_hash(text.texts.get(source, ""))


def stale_findings(text: LocalText, languages: Collection[str], accepted: Accepted) -> Iterator[Finding]:
    """I18N-STALE for a text of the card data or a scenario, at each translation; the source language is the first."""
    source, *others = languages
    for lang in others:
        if is_stale(text, lang, source, accepted):
            message = f"the source has changed since this translation was accepted: {quoted(text.texts[lang])}"
            hint = f"bring it up to date, then: cloudy-pnp i18n accept {lang} --text {text.name}"
            path = (*text.path, lang)
            yield Finding("I18N-STALE", path, message, hint, Severity.WARNING, document=text.document)


def accepted_sections(
    templates: Mapping[str, Template], accepted: Record, languages: Collection[str], only: Collection[str] | None = None
) -> Record:
    """The record after the sections of some languages (or only some of them) have been accepted, in the source's
    order and without sections that are no longer there.
    """
    if not templates:
        return accepted
    source, *others = templates.values()
    hashes = {name: source_hash(section.words) for name, section in source.sections().items()}
    there = {other.lang: other.sections() for other in others}
    done = {lang: {name for name in there.get(lang, ()) if only is None or name in only} for lang in languages}
    return _accepted(hashes, accepted, done, list(there))


def accepted_texts(
    texts: Collection[LocalText],
    accepted: Record,
    languages: Collection[str],
    chosen: Collection[str],
    only: Collection[str] | None = None,
) -> Record:
    """The same for texts of cards and scenarios; `languages` has all, the source first, and `chosen` are accepted."""
    source, *others = languages
    hashes = {text.name: source_hash(text.texts.get(source, "")) for text in texts}
    done = {
        lang: {text.name for text in texts if lang in text.texts and (only is None or text.name in only)}
        for lang in chosen
    }
    return _accepted(hashes, accepted, done, others)


def _accepted(
    hashes: Mapping[str, str], accepted: Record, done: Mapping[str, Collection[str]], languages: Collection[str]
) -> Record:
    record: Record = {}
    for name, value in hashes.items():
        known = accepted.get(name, {})
        now = {lang: value if name in done.get(lang, ()) else known.get(lang) for lang in languages}
        record[name] = {lang: item for lang, item in now.items() if item is not None}
    return {name: known for name, known in record.items() if known}


def accepted_text(accepted: Accepted) -> str:
    """The record as it is written to the file: a line for each source."""
    lines = [_HEAD]
    for part, record in (("sections", accepted.sections), ("texts", accepted.texts)):
        lines += [f"{part}:\n"] if record else []
        for name, known in record.items():
            hashes = ", ".join(f'{lang}: "{value}"' for lang, value in known.items())
            lines.append(f"  {json.dumps(name, ensure_ascii=False)}: {{{hashes}}}\n")
    return "".join(lines)
