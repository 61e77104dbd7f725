"""The interface of exporters: they plan artifacts with keys, and write the missing ones.

A new kind of output is a module with an `EXPORTER`: in `exporters/` if every build runs it, in `targets/` if it runs
only on demand. `build --only`, `export` and the manifest follow.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Finding, UserError, suggest
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.sheets.catalogue import Catalogue, load_catalogue
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind, Data, EntryRef, RenderOptions
from cloudy_pnp.i18n.pairs import join_pair
from cloudy_pnp.workspace.home import Home, home_of

if TYPE_CHECKING:  # drawing is slow to load, and not needed if everything is up to date
    from cloudy_pnp.rulebook.figures import Documents
    from cloudy_pnp.workspace.drawn import DrawnSet

WITH_BOOK = frozenset({"rulebook", "tabletop-simulator"})  # exporters that need the rulebook and its figures

Groups = dict[str, str]  # a file, or a folder ending in "/", below the game's output folder: its key


class PlanContext(Struct, frozen=True):
    """The context in which an exporter plans the files of a language."""

    home: Home
    request: BuildRequest
    catalogue: Catalogue
    lang: str
    second: str  # the language of the smaller texts; empty: none
    inputs: str  # the fingerprint of the tool, its templates and the card data
    documents: Documents  # the documents of the rulebook's figures
    books: Mapping[str, Path]  # language: a pack's template of the rulebook
    source: str = ""  # the language that others are translated from

    @property
    def folder(self) -> str:
        """The name of the output folder of the language, or of the two languages."""
        return join_pair(self.lang, self.second)

    def prints(self, *kinds: ComponentKind) -> bool:
        """Check whether the game has components of these kinds."""
        game = self.home.game
        return game.components is not None and any(kind in game.prints for kind in kinds)

    @property
    def look(self) -> str:
        """The fingerprint of everything that affects the look of the components."""
        options = self.request.render_options(self.lang, self.catalogue, self.second)
        return fingerprint.of_data([self.inputs, astuple(options), list(self.request.cards)])


class Job(Struct, frozen=True, dict=True):
    """The work of one process: some groups of a language. It is sent to other processes, so it is plain data."""

    game_id: str
    root: Path
    data: Data
    request: BuildRequest
    lang: str
    second: str  # the language of the smaller texts; empty: none
    groups: Mapping[str, Groups]  # by exporter
    staging: Path
    looks: Mapping[str, str]  # the look of each card in the last build
    documents: Documents
    books: Mapping[str, Path]
    notes: list[tuple[EntryRef | None, Finding]] = field(default_factory=list)  # findings of exporters

    @property
    def folder(self) -> str:
        """The name of the output folder of the language, or of the two languages."""
        return join_pair(self.lang, self.second)

    @cached_property
    def home(self) -> Home:
        """The paths of the game."""
        return home_of(self.game_id, self.root)

    @cached_property
    def catalogue(self) -> Catalogue:
        """Sheets, papers and formats; with a pack's sheet texts in another language."""
        return load_catalogue(self.home.template_folders, self.data.get("sheet-texts"))

    @cached_property
    def deck(self) -> DrawnSet:
        """The components of the language, shared by all exporters: each face is drawn once."""
        return self._draw_deck(self.request.render_options(self.lang, self.catalogue, self.second))

    @cached_property
    def saving_ink(self) -> DrawnSet:
        """The same components without fills."""
        options = self.request.render_options(self.lang, self.catalogue, self.second)
        return self._draw_deck(replace(options, ink_saving=True))

    def _draw_deck(self, options: RenderOptions) -> DrawnSet:
        from cloudy_pnp.workspace.drawn import DrawnSet
        from cloudy_pnp.workspace.proof import proof_set

        make = self.home.game.need(self.home.game.components, "has nothing to print")
        printed, part = make(self.data, options), self.request.names.get(self.lang)
        if printed.second != self.second:
            raise UserError(f"{self.home.game.id} cannot print two languages on one card")
        if not set(self.request.only) & set(target_names()):  # what others print has no marks
            for lang in filter(None, (self.lang, self.second)):
                printed = proof_set(self.home.game, printed, self.data, lang)
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
        """Write an artifact to the staging folder."""
        self.place(path).write_bytes(content)
        return Artifact(path, key, fingerprint.of_bytes(content), pages, page_size, cards or [])

    def record(
        self, path: str, key: str, pages: int, size: tuple[float, float], cards: list[dict[str, Any]]
    ) -> Artifact:
        """Return the record of an artifact that was written to its place."""
        return Artifact(path, key, fingerprint.of_file(self.place(path)), pages, size, cards)

    def note(self, finding: Finding, about: EntryRef | None = None) -> None:
        """Record a finding; an error prevents publishing."""
        self.notes.append((about, finding))

    @property
    def workers(self) -> int:
        """The number of processes this one may start: the languages share the cores."""
        return max(1, (os.cpu_count() or 1) // max(len(self.request.languages), 1))

    def place(self, path: str) -> Path:
        """Return the path of an artifact in the staging folder."""
        target = self.staging / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target


class JobResult(Struct, frozen=True):
    """The artifacts of a job, and the findings about them."""

    artifacts: list[Artifact]
    findings: list[tuple[EntryRef | None, Finding]] = field(default_factory=list)


class Exporter(Protocol):
    """A kind of output."""

    @property
    def name(self) -> str:
        """The name for `build --only`."""

    def plan(self, context: PlanContext) -> Groups:
        """Return the groups of a language. Raises UserError for an impossible request."""

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the missing groups."""


_HERE = Path(__file__).parent


def exporter_names() -> tuple[str, ...]:
    """Return the names of the default outputs of a build, in order."""
    names = _names("exporters")
    first = [name for name in ("sheets", "calibration", "svg", "rulebook") if name in names]
    return (*first, *(name for name in names if name not in first))


def target_names() -> tuple[str, ...]:
    """Return the names of outputs on demand: for other programs, services and machines."""
    return _names("targets")


def _names(folder: str) -> tuple[str, ...]:
    stems = {path.stem for path in (_HERE / folder).glob("*.py")} - {"__init__"}
    return tuple(sorted(stem.replace("_", "-") for stem in stems))


def find_exporter(name: str) -> Exporter:
    """Return the exporter with a name."""
    for folder in ("exporters", "targets"):
        if name in _names(folder):
            module = import_module(f"cloudy_pnp.export.{folder}.{name.replace('-', '_')}")
            exporter: Exporter = module.EXPORTER
            return exporter
    names = (*exporter_names(), *target_names())
    raise UserError(f'"{name}" cannot be built; {suggest(name, names)}')
