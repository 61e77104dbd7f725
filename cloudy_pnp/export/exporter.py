"""The interface of exporters: they plan artifacts with keys, and write the missing ones.

A new kind of output is an `Exporter` in the `EXPORTERS` of a module of `exporters/`, or of an installed package whose
entry point of the group `cloudy_pnp.exporters` names it. `build --only`, `export`, the studio and the manifest follow.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.packages import has_package
from cloudy_pnp.core.problems import Finding, UserError, suggest
from cloudy_pnp.export.request import LOOK, BuildRequest
from cloudy_pnp.export.sheets import Catalogue, load_catalogue
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import ComponentKind, Data, EntryRef, Lazy, RenderOptions
from cloudy_pnp.game.registry import entry_points_of
from cloudy_pnp.i18n.pairs import join_pair
from cloudy_pnp.workspace.home import Home, home_of

if TYPE_CHECKING:  # drawing is slow to load, and not needed if everything is up to date
    from cloudy_pnp.draw.inks import Press
    from cloudy_pnp.draw.pdf import Duplex
    from cloudy_pnp.draw.pixels import PictureFormat, Shot
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.rulebook.book import Documents
    from cloudy_pnp.workspace.drawn import DrawnSet

GROUP = "cloudy_pnp.exporters"  # of entry points
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

    def path(self, name: str, *options: str, end: str = "/") -> str:
        """Return the path of a folder, or a file with an `end`, whose name has a part for each of these options."""
        return f"{self.folder}/{name}{self.request.ending(*options)}{end}"

    def prints(self, *kinds: ComponentKind) -> bool:
        """Check whether the game has components of these kinds, or of any."""
        game = self.home.game
        return game.components is not None and (not kinds or any(kind in game.prints for kind in kinds))

    def key(self, *parts: object) -> str:
        """Return the key of a group: the fingerprint of the look of the components and of what else affects it."""
        return fingerprint.of_data([self.look, *parts])

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
        from cloudy_pnp.workspace.drawn import DrawnSet, proof_set

        printed, part = self.home.game.printed(self.data, options), self.request.names.get(self.lang)
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

    def pdf(
        self,
        path: str,
        key: str,
        pages: Iterable[Page],
        cards: list[dict[str, Any]],
        *,
        title: str = "",
        press: Press | None = None,
        duplex: Duplex | None = None,
    ) -> Artifact:
        """Write pages to a PDF, with the name of the game as its title or before that of the file."""
        from cloudy_pnp.draw.pdf import write_pages

        target = self.place(path)
        title = title or f"{self.deck.printed.name} – {target.stem}"
        return self.record(path, key, *write_pages(target, pages, title, self.lang, press, duplex), cards)

    def pictures(
        self, shots: Mapping[str, Shot], key: str, form: PictureFormat, cards: Mapping[str, str] | None = None
    ) -> Iterator[Artifact]:
        """Render pictures, each to its place, by path; `cards` are those that they show."""
        from cloudy_pnp.draw.pixels import take

        take(list(shots.values()), form, self.workers)
        for path, shot in shots.items():
            shown = [{"card": cards[path]}] if cards else []
            yield self.record(path, key, 1, (shot.page.width, shot.page.height), shown)

    def shot(self, path: str, page: Page, dpi: float, most: int) -> Shot:
        """Return a picture to render at a resolution, or at the finest one at which no side has more pixels."""
        from cloudy_pnp.draw.pixels import Shot

        fine = min(dpi / 25.4, most / max(page.width, page.height))
        pixels = (max(round(page.width * fine), 1), max(round(page.height * fine), 1))
        return Shot(page, pixels, self.place(path), clear=True)

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


Plan = Callable[[PlanContext], Groups]  # raises UserError for an impossible request
Make = Callable[[Job, Groups], Iterator[Artifact]]  # writes the missing groups


class Exporter(Struct, frozen=True):
    """A kind of output: its name for `build --only` and `export`, and what plans and makes it."""

    name: str
    plan: Plan
    make: Make | Lazy[Make]
    help: str = ""  # of one made on demand: for --help and the studio, which translates it
    in_every_build: bool = False  # otherwise only on demand: for other programs, services and machines
    has_book: bool = False  # needs the rulebook and its figures
    needs: tuple[str, ...] = ()  # packages that some systems have no build of

    def write(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the missing groups."""
        return (self.make.load() if isinstance(self.make, Lazy) else self.make)(job, groups)


def planned(name: str, *options: str, needs: tuple[ComponentKind, ...] = (), end: str = "/") -> Plan:
    """Return the plan of a folder, or a file with an `end`, for games that print some kinds of components, or any.

    Its path has a part for each of the options that change what is in it: with the look, it is the whole key.
    """

    def plan(context: PlanContext) -> Groups:
        if not context.prints(*needs):
            return {}
        path = context.path(name, *LOOK, *options, end=end)
        return {path: context.key(path)}

    return plan


@cache
def _own() -> dict[str, Exporter]:
    """Return the tool's own exporters by name: those of each build in the order in which they run, then the others."""
    modules = sorted(path.stem for path in Path(__file__).with_name("exporters").glob("[!_]*.py"))
    some = [exporter for name in modules for exporter in import_module(f"cloudy_pnp.export.exporters.{name}").EXPORTERS]
    first = ("sheets", "calibration", "svg", "rulebook")
    some.sort(
        key=lambda exporter: (first.index(exporter.name) if exporter.name in first else len(first), exporter.name)
    )
    return {exporter.name: exporter for exporter in some}


def exporter_names() -> tuple[str, ...]:
    """Return the names of the default outputs of a build, in order."""
    return tuple(name for name, exporter in _own().items() if exporter.in_every_build)


def target_names() -> tuple[str, ...]:
    """Return the names of outputs on demand: for other programs, services and machines."""
    own = _own()
    names = {*own, *entry_points_of(GROUP, tuple(sys.path))}
    return tuple(sorted(name for name in names if name not in own or not own[name].in_every_build))


def is_usable(name: str) -> bool:
    """Check whether the packages that an output needs are here."""
    return name not in _own() or all(map(has_package, _own()[name].needs))


def target_helps() -> dict[str, str]:
    """Return a few words about each output on demand; about one that cannot be loaded, why."""
    helps = {}
    for name in target_names():
        try:
            helps[name] = find_exporter(name).help
        except UserError as error:
            helps[name] = str(error)
    return helps


def find_exporter(name: str) -> Exporter:
    """Return the exporter with a name: one of the tool, or of an installed package. Raises UserError without one."""
    if name in _own():
        return _own()[name]
    points = entry_points_of(GROUP, tuple(sys.path))
    if name not in points:
        raise UserError(f'"{name}" cannot be built; {suggest(name, (*exporter_names(), *target_names()))}')
    try:
        exporter = points[name].load()
    except Exception as error:  # whatever the module of a stranger does
        raise UserError(f'the exporter "{name}" cannot be loaded: {type(error).__name__}: {error}') from error
    if not isinstance(exporter, Exporter) or exporter.name != name:
        raise UserError(f'the entry point {points[name].value} does not name the exporter "{name}"')
    return exporter
