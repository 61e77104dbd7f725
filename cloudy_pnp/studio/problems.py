"""The list of problems of a project: the same for every page of the studio and for the command `check`."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.core.problems import UserError, path_text
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.data.files import display_path
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.config import as_configured
from cloudy_pnp.workspace.files import NOTHING_UNSAVED
from cloudy_pnp.workspace.fixing import has_fix
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import load
from cloudy_pnp.workspace.report import Report


class Checker(Struct):
    """A checker of a project that works like the command `check`."""

    project: Project
    packs: Sequence[Path] = ()
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def report(self, unsaved: Mapping[Path, str] = NOTHING_UNSAVED) -> Report:
        """Check all files; `unsaved` texts replace those on disk.

        Packs next to the game are checked one by one, as `check` does without `--pack`; any others together, as it does
        with it.
        """
        home = self.project.home
        near = {path.resolve() for path in home.packs}
        together = () if {path.resolve() for path in self.packs} == near else tuple(self.packs)
        with self._lock:
            report = api.check(home.root, home.game.id, render=True, packs=together, unsaved=unsaved)
        return configured(report, home)

    def check_saved(self) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the problems of the saved files for the pages that show cards, and unreadable files."""
        report = self.report()
        home = self.project.home
        return list(records(report, home, load(home, self.packs).entries)), report.unreadable

    def check_typed(self, name: str, text: str) -> dict[str, Any]:
        """Return the problems of all files while one of them is edited."""
        report = self.report(self.project.unsaved(name, text))
        names = {display_path(self.project.path(file_name)): file_name for file_name in self.project.names_with_cards()}
        problems = [
            {**problem.as_dict(), "name": names.get(problem.file, ""), "fix": has_fix(problem)}
            for problem in report.problems
        ]
        return {"problems": problems, "failures": report.unreadable}


def configured(report: Report, home: Home) -> Report:
    """Return what a project's configuration lets through: a note never appears before `check` takes it back.

    A configuration that cannot be read is reported like any other file.
    """
    try:
        return as_configured(report, home.root)
    except UserError as error:
        return replace(report, unreadable=[*report.unreadable, str(error)])


def records(report: Report, home: Home, entries: Entries) -> Iterator[dict[str, Any]]:
    """Yield the problems of a report, each with the id of its entry, or with the name of its scenario."""
    ids = {
        (entry.source.name, path_text(entry.path)): str(entry.data["id"])
        for kind in {**entries.by_kind, **entries.partial}
        for entry in entries.valid_parts(kind)
        if "id" in entry.data
    }
    for problem in report.problems:
        source = report.sources.get(problem.file)
        entry = ids.get((problem.file, problem.path[: problem.path.find("]") + 1]), "")
        if source is not None and home.scenario_of(problem.file):
            entry = scenario_name(problem.file, source.document_at(problem.line))
        yield {**problem.as_dict(), "entry": entry}


def scenario_name(file: str, document: int) -> str:
    """Name a document of a scenario file.

    >>> scenario_name("one.board.yaml", 0)
    'one.board.yaml 1'
    """
    return f"{file} {document + 1}"
