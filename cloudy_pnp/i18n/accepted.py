"""The source text that each translation was made from: `accepted.yaml` next to the rulebook's templates.

A translation whose source has changed since then is stale, and the old source tells a translator what has changed.
`i18n accept` and `i18n import` write it. A translation that has no record is trusted.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import display_path, require_inside
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.i18n.catalogue import LocalText
from cloudy_pnp.i18n.segments import complete, in_one_line
from cloudy_pnp.i18n.template import Template

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
    if source.problems:
        raise UserError(f"cannot read {source.name}: line {source.problems[0].line}: {source.problems[0].message}")
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
