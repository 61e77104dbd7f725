"""A project as one object: what docs/reference/api.md names here is stable from version 1.0.

>>> import cloudy_pnp
>>> project = cloudy_pnp.open(game="cloudy-kingdom")
>>> project.check().exit_code, len(project.cards)
(0, 41)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cloudy_pnp import api
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.core.problems import UserError as UserError
from cloudy_pnp.workspace.home import Home, find_root, home_of
from cloudy_pnp.workspace.load import load as load_game
from cloudy_pnp.workspace.packs import find_pack
from cloudy_pnp.workspace.report import Report

if TYPE_CHECKING:
    from cloudy_pnp.diff.compare import Diff
    from cloudy_pnp.simulate.base import Results


class Card(Struct, frozen=True):
    """One entry of card data."""

    kind: str
    id: str
    pack: str  # the id of the pack that it comes from; empty for the game itself
    data: Mapping[str, Any]

    @property
    def count(self) -> int:
        """The number of copies in the deck."""
        return int(self.data.get("count", 1))


class Built(Struct, frozen=True):
    """The result of a build or an export."""

    folder: Path
    written: tuple[Path, ...]  # files that are new or different
    report: Report  # warnings; and errors that only drawing finds, in which case nothing was written


class ScenarioResult(Struct, frozen=True):
    """One document of a scenario file, evaluated by the rules of the game."""

    title: str
    result: Mapping[str, Any]  # as `--format json` prints it; empty for problems of a file that are in no document
    problems: tuple[Problem, ...]


class Project(Struct, frozen=True):
    """A game below a root, with packs or without."""

    root: Path
    game: str
    packs: tuple[Path, ...] = ()

    def check(self, paths: Iterable[str | Path] = (), *, render: bool = False) -> Report:
        """Check the game with its packs, or only some files; with `render`, draw every card as well."""
        return api.check(self.root, self.game, [Path(path) for path in paths], render, self.packs)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card with valid data, by kind."""
        loaded = load_game(self._home, self.packs)
        kinds = [kind.name for kind in loaded.kinds.values() if kind.cards]
        return tuple(
            Card(kind, entry.id, entry.pack or "", entry.data) for kind in kinds for entry in loaded.entries.of(kind)
        )

    @property
    def model(self) -> Any:
        """The game's own model, for its rules. Raises DataError when the data has errors."""
        return api.load(self.game, self.root, self.packs)

    def build(
        self,
        out: str | Path | None = None,
        *,
        languages: Sequence[str] = (),
        only: Sequence[str] = (),
        sheets: Sequence[str] = (),
        merged: bool = False,
        **options: Any,
    ) -> Built:
        """Bring the printable output up to date: all of it, or `only` some kinds ("sheets", "rulebook", …).

        With packs, print what they add, or (`merged`) the game with them. `options` are the other fields of
        `BuildRequest`. Raises DataError when the card data has errors.
        """
        from cloudy_pnp.export.request import DEFAULT_SHEETS, BuildRequest  # drawing is slow to import

        request = BuildRequest(tuple(languages), tuple(only), tuple(sheets) or DEFAULT_SHEETS, **options)
        place = None if out is None else Path(out)
        result, report = api.build(self.root, request, self.game, place, packs=self.packs, merged=merged)
        return Built(result.folder, tuple(result.folder / item.path for item in result.artifacts), report)

    def export(
        self,
        target: str,
        out: str | Path | None = None,
        *,
        languages: Sequence[str] = (),
        merged: bool = False,
        **options: Any,
    ) -> Built:
        """Write the game for another program or a service; `options` are the fields of `ExportOptions`."""
        from cloudy_pnp.export.exporter import target_names
        from cloudy_pnp.export.request import ExportOptions

        if target not in target_names():
            raise UserError(f'there is no export target "{target}"; known: {", ".join(target_names())}')
        return self.build(out, languages=languages, only=[target], merged=merged, export=ExportOptions(**options))

    def replay(self, *paths: str | Path, command: str = "replay") -> list[ScenarioResult]:
        """Evaluate scenario files by the rules: game records, or with `command` another kind of scenario ("board")."""
        documents = api.judge(command, [Path(path) for path in paths], self.root, self.game, self.packs)
        return [
            ScenarioResult(
                document.title,
                {} if document.verdict.number is None else document.verdict.evaluation.as_dict(),
                tuple(document.problems),
            )
            for document in documents
        ]

    def diff(
        self,
        base: str | None = None,
        head: str | None = None,
        *,
        unsaved: Mapping[str | Path, str] | None = None,
        games: int = 0,
    ) -> Diff:
        """Compare two revisions, or folders: by default HEAD of git with the files as they are now.

        `unsaved` texts take the place of files; with `games`, that many are simulated with both decks.
        """
        from cloudy_pnp.diff.compare import compare

        texts = {Path(path): text for path, text in (unsaved or {}).items()}
        return compare(self.root, self.game, base, head, self.packs, texts, games)

    def simulate(
        self, games: int = 1000, *, players: Sequence[str] = (), seed: int = 1, options: Mapping[str, str] | None = None
    ) -> Results:
        """Play many games and return arrays by name, one row per game; `players` names a policy for each seat."""
        from cloudy_pnp.simulate.base import Setting

        game = self._home.game
        simulation = game.need(game.simulation, "cannot be played by the computer")
        model = api.load(self.game, self.root, self.packs, tolerated=simulation.tolerated)
        simulation.prepare(lambda _: None)
        seats = tuple(players) or (simulation.default_policy,) * max(simulation.tables(model))
        return simulation.simulator(model, Setting(seats, seed, options or {})).play(0, games)

    @property
    def _home(self) -> Home:
        return home_of(self.game, self.root)


def open_project(root: str | Path | None = None, game: str | None = None, packs: Iterable[str | Path] = ()) -> Project:
    """Open the game of a root, which is searched for in the parent folders too.

    Without a root, the search starts in the current folder, and the shipped data is the last resort. A root without
    cards raises UserError. `game` is needed only where a root has several games; `packs` are folders or names under
    `packs/`.
    """
    start = Path(root or ".").resolve()
    found = find_root(start)
    if root is not None and not (start.is_dir() and start.is_relative_to(found)):
        raise UserError(f"there is no folder cards in {start}, or in a folder above it")
    home = home_of(game, found, or_shipped=root is None)
    return Project(home.root, home.game.id, tuple(find_pack(pack, home.root, home.shipped) for pack in packs))
