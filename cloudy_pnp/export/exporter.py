"""What an exporter is: it plans artifacts with keys, and makes the ones that are missing. It never sees the others.

A new kind of output is one module with an `EXPORTER`: in `exporters/` if every build makes it, in `targets/` if it is
made only when it is asked for. `build --only`, `export` and the manifest follow.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Finding, UserError, meant
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.sheets.catalogue import Catalogue, load_catalogue
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind, Data, EntryRef, RenderOptions
from cloudy_pnp.workspace.home import Home, home_of

if TYPE_CHECKING:  # drawing is slow to load, and a build that finds everything up to date does without
    from cloudy_pnp.rulebook.figures import Documents
    from cloudy_pnp.workspace.drawn import DrawnSet

WITH_BOOK = frozenset({"rulebook", "tabletop-simulator"})  # exporters that need the rulebook and its figures

Groups = dict[str, str]  # a file, or a folder ending in "/", below the game's output folder: its key


@dataclass(frozen=True, slots=True)
class PlanContext:
    """What an exporter needs to know to plan the files of one language."""

    home: Home
    request: BuildRequest
    catalogue: Catalogue
    lang: str
    inputs: str  # the fingerprint of the tool, its templates and the card data
    documents: Documents  # what the rulebook's figures are made from
    books: Mapping[str, Path]  # language: a pack's template of the rulebook
    source: str = ""  # the language that others are translated from

    def prints(self, *kinds: ComponentKind) -> bool:
        """Whether the game has something of these kinds to print."""
        game = self.home.game
        return game.components is not None and any(kind in game.prints for kind in kinds)

    @property
    def look(self) -> str:
        """The fingerprint of all that the components' looks depend on."""
        options = self.request.render_options(self.lang, self.catalogue)
        values = [getattr(options, name) for name in options.__slots__]
        return fingerprint.of_data([self.inputs, values, list(self.request.cards)])


@dataclass(frozen=True)
class Job:
    """What one process makes: some groups of one language. It travels to other processes, so it is plain data."""

    game_id: str
    root: Path
    data: Data
    request: BuildRequest
    lang: str
    groups: Mapping[str, Groups]  # by exporter
    staging: Path
    looks: Mapping[str, str]  # how each card looked in the last build
    documents: Documents
    books: Mapping[str, Path]
    notes: list[tuple[EntryRef | None, Finding]] = field(default_factory=list)  # what exporters have to say

    @cached_property
    def home(self) -> Home:
        """Where the game lies."""
        return home_of(self.game_id, self.root)

    @cached_property
    def catalogue(self) -> Catalogue:
        """Sheets, papers and formats; with what a pack says on sheets in a further language."""
        return load_catalogue(self.home.template_folders, self.data.get("sheet-texts"))

    @cached_property
    def drawn(self) -> DrawnSet:
        """The components of the language, shared by all exporters: each face is drawn once."""
        return self._drawn(self.request.render_options(self.lang, self.catalogue))

    @cached_property
    def saving_ink(self) -> DrawnSet:
        """The same components without fills."""
        return self._drawn(replace(self.request.render_options(self.lang, self.catalogue), ink_saving=True))

    def _drawn(self, options: RenderOptions) -> DrawnSet:
        from cloudy_pnp.workspace.drawn import DrawnSet
        from cloudy_pnp.workspace.proof import proof_set

        make = self.home.game.need(self.home.game.components, "has nothing to print")
        printed, part = make(self.data, options), self.request.names.get(self.lang)
        if not set(self.request.only) & set(target_names()):  # what others print has no marks
            printed = proof_set(self.home.game, printed, self.data, self.lang)
        return DrawnSet(replace(printed, name=f"{printed.name} – {part}") if part else printed)

    def write(
        self,
        path: str,
        key: str,
        content: bytes,
        *,
        pages: int = 1,
        page_size: tuple[float, float] = (0.0, 0.0),
        cards: list[dict[str, Any]] | None = None,
    ) -> Artifact:
        """Write one artifact to the staging folder."""
        self.place(path).write_bytes(content)
        return Artifact(path, key, fingerprint.of_bytes(content), pages, page_size, cards or [])

    def written(
        self, path: str, key: str, pages: int, size: tuple[float, float], cards: list[dict[str, Any]]
    ) -> Artifact:
        """The record of an artifact that was written to its place."""
        return Artifact(path, key, fingerprint.of_file(self.place(path)), pages, size, cards)

    def note(self, finding: Finding, about: EntryRef | None = None) -> None:
        """Say something about what is made; an error keeps everything from being published."""
        self.notes.append((about, finding))

    @property
    def workers(self) -> int:
        """How many processes this one may start: the languages share the cores."""
        return max(1, (os.cpu_count() or 1) // max(len(self.request.languages), 1))

    def place(self, path: str) -> Path:
        """Where an artifact is made."""
        target = self.staging / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job made, and what is wrong with what it drew."""

    artifacts: list[Artifact]
    findings: list[tuple[EntryRef | None, Finding]] = field(default_factory=list)


class Exporter(Protocol):
    """One kind of output."""

    @property
    def name(self) -> str:
        """What `build --only` calls it."""

    def plan(self, context: PlanContext) -> Groups:
        """What there is to make in a language. Raises UserError for a request that cannot be met."""

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Make the missing groups."""


_HERE = Path(__file__).parent


def exporter_names() -> tuple[str, ...]:
    """All that a build makes unless something else is asked for, in the order in which it is made."""
    names = _names("exporters")
    first = [name for name in ("sheets", "calibration", "svg", "rulebook") if name in names]
    return (*first, *(name for name in names if name not in first))


def target_names() -> tuple[str, ...]:
    """All that is made only when it is asked for: what other programs, services and machines take."""
    return _names("targets")


def _names(folder: str) -> tuple[str, ...]:
    stems = {path.stem for path in (_HERE / folder).glob("*.py")} - {"__init__"}
    return tuple(sorted(stem.replace("_", "-") for stem in stems))


def find_exporter(name: str) -> Exporter:
    """The exporter with a name."""
    for folder in ("exporters", "targets"):
        if name in _names(folder):
            module = import_module(f"cloudy_pnp.export.{folder}.{name.replace('-', '_')}")
            exporter: Exporter = module.EXPORTER
            return exporter
    known = (*exporter_names(), *target_names())
    raise UserError(f'"{name}" cannot be built; {meant(name, known)}')
