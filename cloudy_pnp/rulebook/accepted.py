"""Which version of the source each translated section was made from: `accepted.yaml` beside the templates.

A section whose source has changed since then is stale. `accept` records that somebody has looked at the translation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import yaml

from cloudy_pnp.data.files import shown
from cloudy_pnp.problems import UserError
from cloudy_pnp.rulebook.template import SourceSection, Template

FILE = "accepted.yaml"
Accepted = Mapping[str, Mapping[str, str]]  # language: section id: hash of its source
_HEAD = """\
# Which source section each translation was made from. Written by `cloudy-pnp i18n accept`; do not edit.
"""


def read_accepted(folder: Path) -> dict[str, dict[str, str]]:
    """What was recorded; empty when nothing was."""
    path = folder / FILE
    if not path.is_file():
        return {}
    try:
        data = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        return {
            str(lang): {str(section): str(value) for section, value in (sections or {}).items()}
            for lang, sections in (data or {}).items()
        }
    except (OSError, UnicodeDecodeError, yaml.YAMLError, AttributeError) as error:
        raise UserError(f"cannot read {shown(path)}: {' '.join(str(error).split())}") from error


def stale_sections(source: Template, translated: Template, accepted: Accepted) -> Iterator[SourceSection]:
    """The sections of a translation whose source is not the one that was recorded."""
    known, sources = accepted.get(translated.lang, {}), source.sections()
    for section in translated.sections().values():
        if section.id in sources and known.get(section.id) != sources[section.id].hash:
            yield section


def accepted_now(
    templates: Mapping[str, Template], accepted: Accepted, languages: Collection[str], sections: Collection[str] = ()
) -> dict[str, dict[str, str]]:
    """The record after the translations of some languages (and only some sections) have been accepted."""
    source_lang = next(iter(templates))
    sources = templates[source_lang].sections()
    record = {lang: dict(known) for lang, known in accepted.items() if lang in templates}
    for lang in languages:
        known = record.setdefault(lang, {})
        for section in templates[lang].sections():
            if section in sources and (not sections or section in sections):
                known[section] = sources[section].hash
        record[lang] = {section: known[section] for section in sources if section in known}
    return {lang: record[lang] for lang in templates if lang in record and lang != source_lang}


def accepted_text(accepted: Accepted) -> str:
    """The record as it is written to the file."""
    lines = [_HEAD]
    for lang, sections in accepted.items():
        lines.append(f"{lang}:\n")
        lines += (f'  {section}: "{value}"\n' for section, value in sections.items())
    return "".join(lines)
