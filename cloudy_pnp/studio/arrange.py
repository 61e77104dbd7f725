"""Where a game at the table can begin: scenarios of the project, and positions that are put up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import UserError, path_text
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import is_lost, parse_source
from cloudy_pnp.games.contract import Arranging, Table
from cloudy_pnp.studio.project import Project

_MOST_DOCUMENTS = 50  # a file with more is for machines


@dataclass(frozen=True, slots=True)
class Scene:
    """A document that a game can begin with."""

    file: str
    document: int
    title: str

    def as_dict(self) -> dict[str, Any]:
        """The record that the page reads."""
        return {"file": self.file, "document": self.document, "title": self.title}


def arranging_of(table: Table[Any, Any, Any] | None) -> Arranging[Any, Any]:
    """How the game puts up positions. Raises UserError where it does not."""
    if table is None or table.arranging is None:
        raise UserError("positions of this game cannot be set up")
    return table.arranging.load()


@contextmanager
def understood(what: str) -> Iterator[None]:
    """What comes from a browser may be anything: that it has not the right shape is told, and nothing else happens."""
    try:
        yield
    except (AttributeError, TypeError, KeyError, IndexError, ValueError) as error:
        raise UserError(f"{what} is not understood: {error}") from error


def scenes_of(project: Project, commands: Sequence[str], lang: str) -> Iterator[Scene]:
    """Every document of the project's scenario files, by its title."""
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
                own = f" – {title}" if title else f" ({number + 1})"
                yield Scene(name, number, f"{first or stem}{own}" if number else title or stem)
                first = first or title


def _title(document: Mapping[str, Any], lang: str) -> str:
    title = document.get("title")
    return str(title.get(lang) or next(iter(title.values()), "")) if isinstance(title, Mapping) else ""


def document_of(project: Project, name: str, number: int) -> Mapping[str, Any]:
    """One document of a scenario or a record that has passed its schema. Raises UserError otherwise."""
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
