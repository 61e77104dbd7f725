"""The start of a game at the table from a scenario of the project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, path_text
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import is_lost, parse_source
from cloudy_pnp.game.contract import Arranging, Table
from cloudy_pnp.studio.project import Project

_MOST_DOCUMENTS = 50  # a file with more is generated


class Scene(Struct, frozen=True):
    """A document that a game can begin with."""

    file: str
    document: int
    title: str

    def as_dict(self) -> dict[str, Any]:
        """Return the record for the page."""
        return {"file": self.file, "document": self.document, "title": self.title}


def arranging_of(table: Table[Any, Any, Any] | None) -> Arranging[Any, Any]:
    """Return the game's support for games that begin in the middle. Raises UserError if it has none."""
    if table is None or table.arranging is None:
        raise UserError("this game cannot begin in the middle")
    return table.arranging.load()


@contextmanager
def understood(subject: str) -> Iterator[None]:
    """Report untrusted data from a browser that has the wrong shape, as a UserError."""
    try:
        yield
    except (AttributeError, TypeError, KeyError, IndexError, ValueError) as error:
        raise UserError(f"{subject} is not understood: {error}") from error


def scenes_of(project: Project, commands: Sequence[str], lang: str) -> Iterator[Scene]:
    """Yield every document of the project's scenario files, with its title."""
    kinds = [kind for command, kind in project.home.game.scenarios.items() if command in commands]
    for name in project.names():
        kind = project.home.scenario_of(name)
        if kind is None or kind not in kinds:
            continue
        documents = parse_source(project.read(name).text.encode(), name).documents
        if len(documents) > _MOST_DOCUMENTS:
            continue
        stem = name.rsplit("/", 1)[-1].partition(".")[0]
        first = ""
        for number, document in enumerate(documents):
            if isinstance(document, Mapping) and not is_lost(document):
                title = _title(document, lang)
                suffix = f" – {title}" if title else f" ({number + 1})"
                yield Scene(name, number, f"{first or stem}{suffix}" if number else title or stem)
                first = first or title


def _title(document: Mapping[str, Any], lang: str) -> str:
    title = document.get("title")
    return str(title.get(lang) or next(iter(title.values()), "")) if isinstance(title, Mapping) else ""


def document_of(project: Project, name: str, number: int) -> Mapping[str, Any]:
    """Return a valid document of a scenario or a record. Raises UserError otherwise."""
    kind = project.home.scenario_of(name)
    documents = parse_source(project.read(name).text.encode(), name).documents
    if kind is None or not 0 <= number < len(documents) or is_lost(documents[number]):
        raise UserError(f"{name} holds no such document")
    document = documents[number]
    for finding in Schema.load(project.home.schemas, kind.schema).findings(document):
        raise UserError(f"{name}: {path_text(finding.path)}: {finding.message}")
    if not isinstance(document, Mapping):
        raise UserError(f"{name} holds no such document")
    return document
