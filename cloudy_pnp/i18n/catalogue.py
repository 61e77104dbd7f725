"""The localised texts of a game's files one by one, each under a name that stays when files are sorted anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import DataPath, path_text
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.lint import texts_at

Patterns = Iterable[tuple[str, ...]]  # where a schema has localised texts


@dataclass(frozen=True, slots=True)
class LocalText:
    """A localised text, its name, and where it stands."""

    name: str  # "spells/chop/name", "boards/twist.board.yaml/2/caption"
    source: SourceFile
    document: int  # from 0
    path: DataPath  # in the document
    texts: Mapping[str, str]

    @property
    def line(self) -> int:
        """The line of its file that it starts at, from 1."""
        return self.source.line_of(self.document, self.path)


def entry_texts(entries: Entries, patterns: Mapping[str, Patterns]) -> Iterator[LocalText]:
    """Every localised text of the card data; `patterns` by kind."""
    for kind, paths in patterns.items():
        for entry in entries.of(kind):
            name = f"{kind}/{entry.data.get('id', kind)}"
            for path, texts in _texts(entry.data, paths):
                yield LocalText(f"{name}/{path_text(path)}", entry.source, 0, (*entry.path, *path), texts)


def document_texts(source: SourceFile, name: str, patterns: Patterns) -> Iterator[LocalText]:
    """Every localised text of a scenario file, by the number of its document."""
    for number, document in enumerate(source.documents):
        for path, texts in _texts(document, patterns):
            yield LocalText(f"{name}/{number + 1}/{path_text(path)}", source, number, path, texts)


def _texts(value: Any, patterns: Patterns) -> Iterator[tuple[DataPath, dict[str, str]]]:
    for pattern in patterns:
        for path, texts in texts_at(value, pattern):
            yield path, {lang: text for lang, text in texts.items() if isinstance(text, str)}
