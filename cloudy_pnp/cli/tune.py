"""`cloudy-pnp tune`: numbers of copies that bring the game near what its author wants."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.cli.simulating import (
    MOST_SEED,
    PlayCommand,
    ProgressBar,
    looking_in_packs,
    players_of,
    pool_of,
    settings_of,
    simulation_of,
    table_options,
    title_of,
    write_report,
)
from cloudy_pnp.core.files import OWN_COPY, write_atomic
from cloudy_pnp.core.problems import UserError, escaped, quoted
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import load

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Setting, Simulation
    from cloudy_pnp.simulate.intervals import Estimate
    from cloudy_pnp.simulate.run import Pool
    from cloudy_pnp.simulate.study import Study
    from cloudy_pnp.simulate.tune import Counts, SearchResult, Space


@click.command(name="tune", cls=PlayCommand)
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TEXT",
    help="A target, e.g. draws=3%, turns=25 or draws<2%; may be repeated.",
)
@click.option(
    "--vary", "limits", multiple=True, metavar="CARD=LOW..HIGH", help="A card and its limits; may be repeated."
)
@click.option("--any-size", is_flag=True, help="Let the size of the deck change.")
@click.option(
    "--games",
    type=click.IntRange(100, 1_000_000),
    default=1000,
    show_default=True,
    help="Number of games for each deck.",
)
@click.option(
    "--decks", type=click.IntRange(5, 10_000), default=40, show_default=True, help="Number of random decks to try."
)
@click.option("--seats", metavar="N", help="Players at the table [default: the largest table].")
@table_options
@click.option(
    "--patch",
    type=click.Path(path_type=Path, dir_okay=False),
    default="tune.patch",
    show_default=True,
    help="File to write the proposed change to.",
)
@click.option("--apply", "applied", is_flag=True, help="Write the proposed counts into the files instead of a patch.")
@click.option("--format", "style", type=click.Choice(("text", "json", "html")), default="text", show_default=True)
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the report to this file."
)
@pack_option
@home_options
@click.pass_context
def command(
    context: click.Context,
    /,
    targets: tuple[str, ...],
    limits: tuple[str, ...],
    any_size: bool,
    games: int,
    decks: int,
    seats: str | None,
    players: str | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    patch: Path,
    applied: bool,
    style: str,
    output: Path | None,
    packs: tuple[Path, ...],
    home: Home,
    **options: str | None,
) -> None:
    """Search for card counts that meet targets within limits; show the trade-off and write a patch.

    No game file is changed unless you pass --apply: review the patch, then `git apply` it. The measures are those of
    `simulate --fail-if`.
    Exit code: 0 done, 1 the data has errors, 2 incorrect usage.

    \b
    Example:
      cloudy-pnp tune --target draws=2% --target turns=25 --vary stem=2..10 --vary crossing=8..16 --spells random
    """
    simulation = simulation_of(home.game)
    if not targets or not limits:
        raise UserError("name at least one --target and one card to --vary")
    if applied:
        home.need_own("tune --apply")
    with ProgressBar() as bar:
        bar.say("reading the cards")
        model = api.load(home.game.id, home.root, packs, tolerated=simulation.tolerated)
        tables = players_of(simulation, model, players, seats)
        if len(tables) > 1:
            raise UserError("tune plays at one table: name one number of --seats")
        [setting] = settings_of(tables, seed, options)
        search = _Search(simulation, model, setting, bar)
        with looking_in_packs(home, packs):
            search.ask(targets, limits, same_size=not any_size)
        with pool_of(workers, cluster) as pool:
            result = search.run(pool, games, decks)
    study = search.study(result)
    words = ["cloudy-pnp", "tune", *(word for text in targets for word in ("--target", text))]
    words += [*(word for text in limits for word in ("--vary", text)), *(["--any-size"] if any_size else [])]
    words += ["--games", str(games), "--decks", str(decks), "--seed", str(seed)]
    usual = {option.name: option.default for option in simulation.options}
    for name, value in {"seats": seats, "players": players, **options}.items():
        words += [f"--{name}", value] if value is not None and value != usual.get(name) else []
    write_report(style, output, f"{title_of(home.game.id)}: tuning", [study], shlex.join(words), {})
    if result.changed:
        change = dict(zip((limit.card for limit in search.space.limits), result.best.counts, strict=True))
        changed = _changed(home, packs, simulation.counted, change)
        _write_changes(home, changed, None if applied else patch, err=output is None and style != "text")
    context.exit(0)


def _write_changes(home: Home, changed: Changed, patch: Path | None, *, err: bool) -> None:
    """Write the patch or, without its path, change the files themselves."""
    if not home.is_own:
        echo(f"no patch is written: your own game is not here; {OWN_COPY}", err=True)
    elif patch:
        write_atomic(patch, _patch(home, changed).encode())
        echo(f"{escaped(display_path(patch))}: apply it with git apply", err=err)
    else:
        for path, (_, after) in changed.items():
            write_atomic(path, after.encode())
            echo(f"{escaped(display_path(path))}: changed", err=err)


class _Search:
    """A search with everything it needs to play decks."""

    def __init__(self, simulation: Simulation, model: Any, setting: Setting, bar: ProgressBar) -> None:
        self.simulation = simulation
        self.model = model
        self.setting = setting
        self.bar = bar
        self.space: Space

    def ask(self, targets: tuple[str, ...], limits: tuple[str, ...], same_size: bool) -> None:
        """Return the targets and the space to search; report every mistake before a game is played."""
        from cloudy_pnp.simulate.gate import find_measure
        from cloudy_pnp.simulate.tune import Space, parse_limit, parse_target

        counts = self.simulation.counts(self.model)
        parsed = tuple(parse_limit(limit, counts) for limit in limits)
        wanted = [parse_target(target) for target in targets]
        self.space = Space(parsed, tuple(counts[limit.card] for limit in parsed), same_size)
        self.space.check()
        simulator = self.simulation.simulator(self.model, self.setting)
        self.simulation.prepare(self.bar.say)
        known = self.simulation.series(simulator, simulator.play(0, 2))
        study = self.simulation.study(self.model, simulator, self.setting, simulator.play(0, 2), None)
        possible = [measure for measure in study.measures if measure.name in known]
        self.targets = [replace(target, name=find_measure(target.name, possible).name) for target in wanted]
        self.measures = {target.name: find_measure(target.name, possible) for target in self.targets}
        for target, written in zip(self.targets, targets, strict=True):
            share = self.measures[target.name].unit in ("rate", "points", "fine")
            if share != written.rstrip().endswith("%"):
                raise UserError(
                    f"the target {quoted(written)} must be written {'in percent' if share else 'without %'}"
                )

    def run(self, pool: Pool, games: int, decks: int) -> SearchResult:
        """Play decks until one is found."""
        from cloudy_pnp.simulate.tune import search

        units = {name: measure.unit for name, measure in self.measures.items()}

        def play_deck(counts: Counts, number_of_games: int, number: int) -> Mapping[str, Estimate]:
            return self._play(pool, counts, number_of_games, number)

        return search(self.space, self.targets, units, play_deck, games, decks, self.setting.seed)

    def _play(self, pool: Pool, counts: Counts, games: int, number: int) -> Mapping[str, Estimate]:
        from cloudy_pnp.simulate.run import play

        deck = dict(zip((limit.card for limit in self.space.limits), counts, strict=True))
        setting = replace(self.setting, counts=deck, seed=(self.setting.seed + number) % (MOST_SEED + 1))
        simulator = self.simulation.simulator(self.model, setting)
        batch = min(self.simulation.batch(setting), -(-games // pool.workers))
        step = "exploring" if number == 0 else "checking candidates" if number < 3 else "checking the proposal"
        run = play(simulator, games, pool, batch, self.bar.begin(step))
        if run.interrupted:
            raise KeyboardInterrupt
        series = self.simulation.series(simulator, run.results)
        return {target.name: series[target.name].estimate for target in self.targets}

    def study(self, result: SearchResult) -> Study:
        """Return the result for the report."""
        from cloudy_pnp.simulate.tuned import tuned_study

        facts = {"players": ", ".join(self.setting.players), "seed": str(self.setting.seed)}
        return tuned_study(result, self.space, self.targets, self.measures, facts)


Changed = Mapping[Path, tuple[str, str]]  # a file: its text before and after


def _changed(home: Home, packs: tuple[Path, ...], kind: str, counts: Mapping[str, int]) -> Changed:
    """Return every file with a card whose count changes."""
    from cloudy_pnp.data.edit import Set, apply_edits

    changes: dict[str, list[Set]] = {}
    for entry in load(home, packs).entries.of(kind):
        if entry.id in counts and entry.data["count"] != counts[entry.id]:
            changes.setdefault(entry.source.name, []).append(Set((*entry.path, "count"), counts[entry.id]))
    files = {}
    for name, edits in changes.items():
        before = Path(name).read_bytes().decode()
        files[Path(name).resolve()] = before, apply_edits(before, edits, name)
    return files


def _patch(home: Home, changed: Changed) -> str:
    """Return the changes, with names relative to the folder with cards/."""
    from cloudy_pnp.simulate.patch import unified_patch

    patches = []
    for path, (before, after) in changed.items():
        if not path.is_relative_to(home.root.resolve()):
            raise UserError(f"{display_path(path)} is not in {display_path(home.root)}: {OWN_COPY}")
        patches.append(unified_patch(path.relative_to(home.root.resolve()).as_posix(), before, after))
    return "".join(patches)
