"""Drafting: a new card as a commented file in a pack, judged before it is written."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.data.files import is_within, shown
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.findings import problems_of
from cloudy_pnp.workspace.home import PACK_FILE, Home

_WIDTH = 110  # a line that is longer is broken into several


@dataclass(frozen=True, slots=True)
class Draft:
    """Files that are not written yet, and what `check` says about them."""

    pack: Path
    files: Mapping[str, str]  # path below the pack: text
    problems: Sequence[Problem]
    card: str  # the path of the card's own file, below the pack

    @property
    def sound(self) -> bool:
        """Whether `check` finds no error in it."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    def write(self) -> Path:
        """Write what is new, the card last; returns the card's file."""
        for name, text in self.files.items():
            write_atomic(self.pack / name, text.encode())
        return self.pack / self.card


def slug(name: str) -> str:
    """An id made of a name.

    >>> slug("Drei Zauberbohnen & Öl!")
    'drei-zauberbohnen-ol'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")[:60].strip("-")


def is_id(text: str) -> bool:
    """Whether a text is an id, and so the name of a file too."""
    return bool(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text)) and len(text) <= 60


def draft(home: Home, pack: Path, kind: str, entry: Mapping[str, Any], comments: Sequence[str] = ()) -> Draft:
    """A card for a pack (a folder that may not exist yet), judged as if it lay there. Only new files are drafted:
    nothing is ever overwritten.
    """
    name = f"{kind}/{entry['id']}.yaml"
    if (pack / name).exists() or (pack / name).is_symlink():
        raise UserError(f"{shown(pack / name)} is there already; choose another id")
    if not is_within(pack / name, pack):
        raise UserError(f"{shown(pack / kind)} is a link that leads out of {shown(pack)}; put a folder there")
    if (pack / PACK_FILE).exists() and not (pack / PACK_FILE).is_file():
        raise UserError(f"{shown(pack / PACK_FILE)} is no plain file, so this is no pack")
    texts = {} if (pack / PACK_FILE).is_file() else {PACK_FILE: _pack_text(home, pack)}
    texts[name] = card_text(kind, entry, comments, home.schema_line(pack / name, kind))
    return Draft(pack, texts, _judged(home, pack, texts), name)


def _judged(home: Home, pack: Path, texts: Mapping[str, str]) -> list[Problem]:
    """What `check` says about files that are not saved yet, and about the pack's description."""
    files = Files({pack / name: text for name, text in texts.items()})
    paths = [pack / name for name in dict.fromkeys((PACK_FILE, *texts))]
    part = checking.check_pack_files(home, pack, paths, files)
    return problems_of(part.sources, part.findings)


def _pack_text(home: Home, pack: Path) -> str:
    name = pack.resolve().name
    title = name.replace("-", " ").replace("_", " ").title() or "My Pack"
    data = {
        "id": slug(name) or "my-pack",
        "name": {"en": title, "de": title, "fr": title, "hu": title, "same": ["de", "fr", "hu"]},
        "game": home.game.id,
    }
    lines = [home.schema_line(pack / PACK_FILE, "pack"), "# A pack adds cards to a game without touching it.", "pack:"]
    return "\n".join([*lines, *map_lines(data, 2)]) + "\n"


# --- YAML as people write it ------------------------------------------------------------------------------


def card_text(kind: str, entry: Mapping[str, Any], comments: Sequence[str] = (), schema: str = "") -> str:
    """A file with one card: short values on one line, long ones below their key.

    >>> print(card_text("spells", {"id": "gust", "effect": [{"draw": 1}]}, ["A gust."]))
    spells:
      # A gust.
      - id: gust
        effect:
          - draw: 1
    <BLANKLINE>
    """
    notes = [f"  # {line}" for line in comments]
    first, *rest = map_lines(entry, 4)
    text = "\n".join([*([schema] if schema else []), f"{kind}:", *notes, f"  - {first.strip()}", *rest]) + "\n"
    written = parse_source(text.encode("utf-8", "replace"), kind)
    if written.documents != [{kind: [entry]}]:
        why = written.problems[0].message if written.problems else "use plain texts and numbers"
        raise UserError(f"the card cannot be written as YAML: {why}")
    return text


def map_lines(value: Mapping[str, Any], indent: int = 0) -> Iterator[str]:
    """A map as lines of YAML."""
    for key, item in value.items():
        short = f"{' ' * indent}{key}: {_flow(item)}"
        if not isinstance(item, Mapping | list) or (_is_flat(item) and len(short) <= _WIDTH):
            yield short
        else:
            yield f"{' ' * indent}{key}:"
            yield from map_lines(item, indent + 2) if isinstance(item, Mapping) else _list_lines(item, indent + 2)


def _list_lines(items: Sequence[Any], indent: int) -> Iterator[str]:
    for item in items:
        nested = (isinstance(item, Mapping) and len(item) == 1) or (isinstance(item, list) and not _is_flat(item))
        if nested:
            first, *rest = map_lines(item, indent + 2) if isinstance(item, Mapping) else _list_lines(item, indent + 2)
            yield f"{' ' * indent}- {first.strip()}"
            yield from rest
        else:
            yield f"{' ' * indent}- {_flow(item)}"


def _is_flat(value: Any) -> bool:
    """Whether a value reads well on one line: no map in a list in it."""
    if isinstance(value, Mapping):
        return all(not isinstance(item, Mapping) and _is_flat(item) for item in value.values())
    if isinstance(value, list):
        return all(_is_flat(item) and (not isinstance(item, Mapping) or len(item) > 1) for item in value)
    return True


def _flow(value: Any) -> str:
    if isinstance(value, str) and value.strip() != value:
        return json.dumps(value, ensure_ascii=False)
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10_000)
    return text.removesuffix("\n").removesuffix("\n...")
