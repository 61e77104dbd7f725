"""`cloudy-pnp simulate`: play a deck many times and say how it plays."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.cli.simulating import (
    PlayCommand,
    ProgressBar,
    existing_file,
    looking_in_packs,
    players_of,
    pool_of,
    settings_of,
    simulation_of,
    table_options,
    title_of,
    write_report,
)
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped, quoted
from cloudy_pnp.data.files import display_path
from cloudy_pnp.games.contract import Game
from cloudy_pnp.simulate.base import Deck, Ranking, Setting, Simulation, Simulator
from cloudy_pnp.workspace.home import Home, find_root, infer_game

if TYPE_CHECKING:
    from cloudy_pnp.simulate.rounds import Round, TablePlayer

FORMATS = ("text", "json", "html")
_FEW = 10  # records in a folder, where nothing else is asked for


class SimulateCommand(PlayCommand):
    """With the rankings of the game as flags."""

    def rankings(self, game: Game[Any]) -> Sequence[Ranking]:
        """Return all rankings."""
        return simulation_of(game).rankings


@click.command(name="simulate", cls=SimulateCommand)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000_000),
    default=10_000,
    show_default=True,
    help="Number of games at each table.",
)
@click.option(
    "--seats",
    metavar="N|all",
    help="Players at the table; 2,4 or all plays several table sizes [default: the largest].",
)
@table_options
@click.option("--until", metavar="WIDTH", help="Stop when the confidence intervals are this narrow, e.g. 0.5%.")
@click.option(
    "--varied",
    type=click.IntRange(0, 100_000_000),
    metavar="N",
    help="Games with varied decks, to estimate the value of each card [default: as --games for html, else 0].",
)
@click.option(
    "--quantity",
    multiple=True,
    metavar="ID=N",
    shell_complete=completion.quantities,
    help="Try another number of copies of a card; may be repeated.",
)
@click.option(
    "--against", metavar="FILE|REV", help="Compare with a deck from a file or a git revision, or compare OLD..NEW."
)
@click.option(
    "--fail-if",
    "conditions",
    multiple=True,
    metavar="TEXT",
    help='Exit with code 1 if this condition holds, e.g. "draws > 5%".',
)
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", show_default=True, help="Output format.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the report to this file."
)
@click.option(
    "--record",
    type=(click.IntRange(0), click.Path(path_type=Path, dir_okay=False)),
    multiple=True,
    metavar="NUMBER FILE",
    help="Only write the record of this game, for replay; may be repeated.",
)
@click.option(
    "--records",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Only write the records of the first --games games [--games: 10] at each table there.",
)
@pack_option
@home_options
@click.pass_context
def command(
    context: click.Context,
    /,
    games: int,
    seats: str | None,
    players: str | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    until: str | None,
    varied: int | None,
    quantity: tuple[str, ...],
    against: str | None,
    conditions: tuple[str, ...],
    style: str,
    output: Path | None,
    record: tuple[tuple[int, Path], ...],
    folder: Path | None,
    packs: tuple[Path, ...],
    home: Home,
    **options: Any,
) -> None:
    """Simulate many games and report draws, length, seat advantage, and the effect of each card.

    The same seed gives the same games and results with any number of workers. Ctrl-C reports the results so far.
    Exit code: 0 done, 1 the data has errors or a --fail-if condition holds, 2 incorrect usage, 130 after Ctrl-C.

    \b
    Examples:
      cloudy-pnp simulate --games 20000 --format html --output balance.html
      cloudy-pnp simulate --seats all --until 0.5%
      cloudy-pnp simulate --players greedy,greedy,mcts:100,random
      cloudy-pnp simulate --against HEAD~1 --fail-if "draws > 5%"
      cloudy-pnp simulate --quantity crossing=10 --quantity stem=8 --against HEAD
      cloudy-pnp simulate --record 17 long.game.yaml
      cloudy-pnp simulate --games 100 --records games/
    """
    simulation = simulation_of(home.game)
    width = _width(until)
    with ExitStack() as stack:
        bar = stack.enter_context(ProgressBar())
        bar.say("reading the cards")
        decks = _decks(stack, simulation, home, packs, against)
        ranking = _ranking(simulation, options)
        if ranking:
            _refuse(ranking, until=until, varied=varied, against=against, record=record, records=folder)
            seats = seats or (None if players else str(ranking.seats))
        tables = players_of(simulation, decks[0].model, players, seats)
        settings = settings_of(tables, seed, options, dict(map(_count, quantity)))
        with looking_in_packs(home, packs):  # a simulator checks its setting
            simulators = [simulation.simulator(decks[0].model, setting) for setting in settings]
        from cloudy_pnp.simulate.gate import check_names, failures, parse_condition
        from cloudy_pnp.simulate.rounds import TablePlayer

        wanted = [parse_condition(condition) for condition in conditions]
        simulation.prepare(bar.say)
        if record or folder:
            bar.end()
            _write_records(simulators, record)
            if folder:
                chosen = context.get_parameter_source("games") is not ParameterSource.DEFAULT
                _write_folder(simulators, tables, folder, games if chosen else _FEW)
            context.exit(0)
        if wanted and not ranking:  # one game shows what is measured: a misspelt name is reported before all are played
            first = simulation.study(decks[0].model, simulators[0], settings[0], simulators[0].play(0, 1), None)
            check_names(wanted, first.measures)
        extra = _number_of_varied_games(simulation, home.game.id, varied, games if style == "html" else 0)
        with pool_of(workers, cluster) as pool:
            table = TablePlayer(simulation, pool, bar.begin, games, width, extra)
            rounds = _play(table, decks, settings, ranking)
    if not rounds:
        raise KeyboardInterrupt  # before the first game was over
    studies = [part.study for part in rounds]
    failed = failures(wanted, studies)
    asked = {
        "game": _named(home),
        "games": games,
        "seats": seats,
        "players": players,
        "seed": seed,
        "until": until,
        "varied": varied,
    }
    repeated = {"quantity": list(quantity), "pack": [path.name for path in packs]}
    flags = {ranking.name: True} if ranking else {}
    repeat = _command_text(context, {**asked, "against": against, **repeated, **options, **flags})
    extras = {"interrupted": table.interrupted, "failed": failed, **_comparisons(rounds)}
    overview = [simulation.overview(studies)] if len(studies) > 1 and not ranking else []
    write_report(style, output, title_of(home.game.id), [*overview, *studies], repeat, extras)
    context.exit(_print_outcome(failed, sum(study.games for study in studies) if table.interrupted else None))


def _play(
    table: TablePlayer, decks: Sequence[Deck], settings: Sequence[Setting], ranking: Ranking | None
) -> list[Round]:
    if ranking is None:
        return list(table.play_all(decks, settings))
    return [one for setting in settings for one in table.play_ranking(ranking, decks[0], setting)]


def _print_outcome(failed: Sequence[str], stopped_after: int | None) -> int:
    """Print the conditions that fail and the number of games after Ctrl-C; return the exit code."""
    for line in failed:
        echo(f"cloudy-pnp: failed: {escaped(line)}", err=True)
    if stopped_after is not None:
        echo(f"cloudy-pnp: stopped after {stopped_after:,} games", err=True)
    return 1 if failed else 0 if stopped_after is None else 130


def _comparisons(rounds: Sequence[Round]) -> dict[str, Any]:
    """Return the comparisons with the other deck, where there is one."""
    comparisons = {one.study.id: one.comparison.as_dict() for one in rounds if one.comparison}
    return {"comparison": comparisons} if comparisons else {}


def _named(home: Home) -> str | None:
    """Return the game's id where the command needs it: called here without one, it would choose another game."""
    root = home.root if home.is_own else find_root(Path.cwd())
    try:
        return None if infer_game(root) == home.game.id else home.game.id
    except UserError:  # there are several games
        return home.game.id


def _ranking(simulation: Simulation, options: dict[str, Any]) -> Ranking | None:
    """Return the requested ranking; the options of the game remain."""
    chosen = [ranking for ranking in simulation.rankings if options.pop(ranking.name)]
    if len(chosen) > 1:
        raise UserError(f"one ranking at a time: {' or '.join(f'--{ranking.name}' for ranking in chosen)}")
    return chosen[0] if chosen else None


def _refuse(ranking: Ranking, **asked: Any) -> None:
    """Reject options that have no effect on a ranking. Raises UserError."""
    for name, value in asked.items():
        if value:
            raise UserError(f"--{ranking.name} compares its own variants: omit --{name}")


def _decks(
    stack: ExitStack, simulation: Simulation, home: Home, packs: tuple[Path, ...], against: str | None
) -> list[Deck]:
    """Return the deck and, with --against, the one to compare it with."""

    def load(where: Path, name: str, replaced: tuple[Path, ...] = ()) -> Deck:
        return Deck(name, api.load(home.game.id, where, packs, replaced, simulation.tolerated))

    def revision(name: str) -> Deck:
        from cloudy_pnp.workspace.revision import revision_root

        return load(stack.enter_context(revision_root(home.root, name)), name)

    if against is None:
        return [load(home.root, "this deck")]
    file = existing_file(against)
    if file is not None:
        return [load(home.root, "this deck"), load(home.root, file.name, (file,))]
    old, dots, new = against.partition("..")
    if dots and old and new:
        return [revision(new), revision(old)]
    if against.endswith((".yaml", ".yml")):
        raise UserError(f"there is no file {quoted(against)}")
    return [load(home.root, "this deck"), revision(against)]


def _number_of_varied_games(simulation: Simulation, game_id: str, asked: int | None, default: int) -> int:
    if asked and not simulation.varies:
        raise UserError(f"{game_id} has no varied decks: omit --varied")
    if asked is not None:
        return asked
    return default if simulation.varies else 0


def _width(until: str | None) -> float | None:
    """Parse half the width of an interval: `0.5%` is 0.005."""
    if until is None:
        return None
    try:
        width = float(until.removesuffix("%")) / 100
    except ValueError:
        width = 0.0
    if not until.endswith("%") or not 0 < width < 1:
        raise UserError(f"--until {quoted(until)} is not a width in percent, such as 0.5%")
    return width


def _count(word: str) -> tuple[str, int]:
    card, _, number = word.partition("=")
    if not card or not number.isdecimal() or len(number) > 3:
        raise UserError(f"--quantity {quoted(word)} is not a card and a number, such as stem=2")
    return card, int(number)


def _write_records(simulators: Sequence[Simulator], records: Sequence[tuple[int, Path]]) -> None:
    if records and len(simulators) > 1:
        raise UserError("--record is for one table: choose it with --seats or --players")
    for number, path in records:
        if not path.name.endswith((".game.yaml", ".game.yml", ".game.json")):
            raise UserError(f"{quoted(str(path))} does not end in .game.yaml or .game.json, as replay expects")
        _write_record(simulators[0].record(number), path)


def _write_folder(simulators: Sequence[Simulator], tables: Sequence[Sequence[str]], folder: Path, games: int) -> None:
    """Write one file for each game; names have leading zeros, so that they sort by number."""
    digits = len(str(games - 1))
    for simulator, table in zip(simulators, tables, strict=True):
        for number in range(games):
            name = f"players-{len(table)}-{number:0{digits}}.game.yaml"
            _write_record(simulator.record(number), folder / name)


def _write_record(record: Mapping[str, Any], path: Path) -> None:
    """Write a game as a record that `replay` reads: YAML or, by the name of the file, JSON."""
    if path.name.endswith(".json"):
        content = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    else:
        import yaml  # slow to import

        content = yaml.safe_dump(record, allow_unicode=True, sort_keys=False, default_flow_style=None, width=120)
    write_atomic(path, content.encode())
    echo(escaped(display_path(path)))


def _command_text(context: click.Context, asked: dict[str, Any]) -> str:
    """Return the command that gives the same numbers again, without options that don't affect them."""
    defaults = {param.name: param.get_default(context) for param in context.command.get_params(context)}
    words = ["cloudy-pnp", "simulate"]
    for name, value in asked.items():
        for item in value if isinstance(value, list) else [value]:
            if item is True:
                words.append(f"--{name}")
            elif item is not None and (item != defaults.get(name) or name in ("games", "seed")):
                words += [f"--{name}", str(item)]
    return shlex.join(words)
