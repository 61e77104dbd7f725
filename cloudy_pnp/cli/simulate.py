"""`cloudy-pnp simulate`: play a deck many times and say how it plays."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click import IntRange
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import Line, bar, echo, echo_data
from cloudy_pnp.cli.options import CommandForGame, home_options, opt, options_of, pack_advice, pack_option
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped, quoted
from cloudy_pnp.data.files import display_path
from cloudy_pnp.game.contract import Game
from cloudy_pnp.simulate.base import Deck, Ranking, Setting, Simulation, Simulator
from cloudy_pnp.workspace.home import Home, find_root, infer_game

if TYPE_CHECKING:
    from cloudy_pnp.simulate.run import Pool, Progress, Round, TablePlayer
    from cloudy_pnp.simulate.study import Study

MOST_SEED = 2**63 - 1
FORMATS = ("text", "json", "html")
_FEW = 10  # records in a folder, where nothing else is asked for
_FILE = click.Path(path_type=Path, dir_okay=False)
_VARIED = "Games with varied decks, to estimate the value of each card [default: as --games for html, else 0]."
_QUANTITY = "Try another number of copies of a card; may be repeated."
_RECORD = "Only write the record of this game, for replay; may be repeated."
_RECORDS = "Only write the records of the first --games games [--games: 10] at each table there."


def simulation_of(game: Game[Any]) -> Simulation:
    """Return the simulation of a game."""
    return game.need(game.simulation, "cannot be played by the computer")


def title_of(game_id: str) -> str:
    """Return the heading of a game's report."""
    return game_id.replace("-", " ").title()


def write_report(
    style: str, output: Path | None, title: str, studies: Sequence[Study], repeat: str, extra: dict[str, Any]
) -> None:
    """Print a report or write it to a file: `repeat` is the command that repeats it, `extra` is for JSON only."""
    from cloudy_pnp.simulate.report import html_report, json_report, text_report

    if style == "json":
        content = json_report(studies, repeat, extra)
    else:
        content = html_report(title, studies, repeat) if style == "html" else text_report(studies)
    if output is None:
        (echo_data if style == "json" else echo)(content, nl=False)
    else:
        write_atomic(output, content.encode())
        echo(escaped(display_path(output)))


class SimulateCommand(CommandForGame):
    """A command with the options and rankings of the game to play: they are listed in --help like any other."""

    def options_of(self, game: Game[Any]) -> list[click.Option]:
        """Return the options of a game, then its rankings."""
        options = [
            click.Option(
                [f"--{option.name}"],
                metavar=option.metavar,
                help=option.help,
                default=option.default,
                show_default=option.default is not None,
            )
            for option in simulation_of(game).options
        ]
        rankings = [
            click.Option([f"--{ranking.name}"], is_flag=True, help=ranking.help)
            for ranking in simulation_of(game).rankings
        ]
        return [*options, *rankings]


def _address(_context: click.Context, _option: click.Parameter, address: str | None) -> str | None:
    if address is not None:
        from cloudy_pnp.simulate.base import need_extra

        need_extra("numpy", to="--cluster", extra="cluster")
        from cloudy_pnp.simulate.run import check_address  # needs numpy

        check_address(address)
    return address


class Asked(Struct, frozen=True):
    """What is asked for, except what the game adds."""

    games: Annotated[int, opt("Number of games at each table.", type=IntRange(1, 100_000_000), show_default=True)] = (
        10_000
    )
    seats: Annotated[
        str | None,
        opt("Players at the table; 2,4 or all plays several table sizes [default: the largest].", metavar="N|all"),
    ] = None
    players: Annotated[str | None, opt("Strategy of each seat: greedy,greedy,mcts:200,random.", metavar="NAMES")] = None
    seed: Annotated[
        int, opt("Random seed; another seed plays other games.", type=IntRange(0, MOST_SEED), show_default=True)
    ] = 1
    workers: Annotated[
        int | None, opt("Number of processes [default: one per core].", type=IntRange(1, 512), metavar="N")
    ] = None
    cluster: Annotated[
        str | None,
        opt("Play on the workers of a dask scheduler: tcp://HOST:8786.", metavar="ADDRESS", callback=_address),
    ] = None
    until: Annotated[
        str | None, opt("Stop when the confidence intervals are this narrow, e.g. 0.5%.", metavar="WIDTH")
    ] = None
    varied: Annotated[int | None, opt(_VARIED, type=IntRange(0, 100_000_000), metavar="N")] = None
    quantity: Annotated[tuple[str, ...], opt(_QUANTITY, metavar="ID=N", shell_complete=completion.quantities)] = ()
    against: Annotated[
        str | None, opt("Compare with a deck from a file or a git revision, or compare OLD..NEW.", metavar="FILE|REV")
    ] = None
    fail_if: Annotated[
        tuple[str, ...], opt('Exit with code 1 if this condition holds, e.g. "draws > 5%".', metavar="TEXT")
    ] = ()
    style: Annotated[str, opt("Output format.", "--format", type=click.Choice(FORMATS), show_default=True)] = "text"
    output: Annotated[Path | None, opt("Write the report to this file.", type=_FILE, metavar="FILE")] = None
    record: Annotated[tuple[tuple[int, Path], ...], opt(_RECORD, type=(IntRange(0), _FILE), metavar="NUMBER FILE")] = ()
    records: Annotated[Path | None, opt(_RECORDS, type=click.Path(path_type=Path, file_okay=False), metavar="DIR")] = (
        None
    )


@click.command(name="simulate", cls=SimulateCommand)
@options_of(Asked)
@pack_option
@home_options
@click.pass_context
def command(context: click.Context, /, asked: Asked, packs: tuple[Path, ...], home: Home, **options: Any) -> None:
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
    width = _width(asked.until)
    with ExitStack() as stack:
        bar = stack.enter_context(ProgressBar())
        bar.say("reading the cards")
        decks = _decks(stack, simulation, home, packs, asked.against)
        ranking = _ranking(simulation, options)
        if ranking:
            _refuse(ranking, asked)
            asked = replace(asked, seats=asked.seats or (None if asked.players else str(ranking.seats)))
        tables = players_of(simulation, decks[0].model, asked.players, asked.seats)
        counts = dict(map(_count, asked.quantity))
        settings = [Setting(table, asked.seed, dict(options), counts) for table in tables]
        with looking_in_packs(home, packs):  # a simulator checks its setting
            simulators = [simulation.simulator(decks[0].model, setting) for setting in settings]
        from cloudy_pnp.simulate.compare import check_names, failures, parse_condition
        from cloudy_pnp.simulate.run import TablePlayer

        wanted = [parse_condition(condition) for condition in asked.fail_if]
        simulation.prepare(bar.say)
        if asked.record or asked.records:
            bar.end()
            _write_records(simulators, asked.record)
            if asked.records:
                chosen = context.get_parameter_source("games") is not ParameterSource.DEFAULT
                _write_folder(simulators, tables, asked.records, asked.games if chosen else _FEW)
            context.exit(0)
        if wanted and not ranking:  # one game shows what is measured: a misspelt name is reported before all are played
            first = simulation.study(decks[0].model, simulators[0], settings[0], simulators[0].play(0, 1), None)
            check_names(wanted, first.measures)
        extra = _number_of_varied_games(simulation, home.game.id, asked)
        with pool_of(asked.workers, asked.cluster) as pool:
            table = TablePlayer(simulation, pool, bar.begin, asked.games, width, extra)
            rounds = _play(table, decks, settings, ranking)
    if not rounds:
        raise KeyboardInterrupt  # before the first game was over
    studies = [part.study for part in rounds]
    failed = failures(wanted, studies)
    given = {name: getattr(asked, name) for name in ("games", "seats", "players", "seed", "until", "varied", "against")}
    repeated = {"quantity": list(asked.quantity), "pack": [path.name for path in packs]}
    flags = {ranking.name: True} if ranking else {}
    repeat = _command_text(context, {"game": _named(home), **given, **repeated, **options, **flags})
    extras = {"interrupted": table.interrupted, "failed": failed, **_comparisons(rounds)}
    overview = [simulation.overview(studies)] if len(studies) > 1 and not ranking else []
    write_report(asked.style, asked.output, title_of(home.game.id), [*overview, *studies], repeat, extras)
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


def _refuse(ranking: Ranking, asked: Asked) -> None:
    """Reject options that have no effect on a ranking. Raises UserError."""
    for name in ("until", "varied", "against", "record", "records"):
        if getattr(asked, name):
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


def _number_of_varied_games(simulation: Simulation, game_id: str, asked: Asked) -> int:
    if asked.varied and not simulation.varies:
        raise UserError(f"{game_id} has no varied decks: omit --varied")
    if asked.varied is not None:
        return asked.varied
    return asked.games if asked.style == "html" and simulation.varies else 0


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


def players_of(simulation: Simulation, model: Any, players: str | None, seats: str | None) -> list[tuple[str, ...]]:
    """Return the tables: one with the named players, or one for each number of seats.

    Without names, every seat has the default player.
    """
    if players is not None:
        table = tuple(name.strip() for name in players.split(","))
        if seats not in (None, str(len(table))):
            raise UserError(f"--players names {len(table)} players, but --seats is {seats}: omit one of them")
        return [table]
    possible = simulation.tables(model)
    if seats == "all":
        return [(simulation.default_policy,) * number for number in possible]
    try:
        numbers = list(dict.fromkeys(int(part) for part in (seats or str(max(possible))).split(",")))
    except ValueError:
        raise UserError(f'--seats "{seats}" is not a number of players, such as 3 or 2,4 or all') from None
    for number in numbers:
        if number not in possible:
            raise UserError(f"there is no table for {number} players; there is one for {', '.join(map(str, possible))}")
    return [(simulation.default_policy,) * number for number in numbers]


@contextmanager
def looking_in_packs(home: Home, packs: Sequence[Path]) -> Iterator[None]:
    """Advise how to play with a card that only a pack next to the game has."""
    try:
        yield
    except UserError as error:
        if advice := pack_advice(home, packs, str(error)):
            raise UserError(f"{error} {advice}") from error
        raise


@contextmanager
def pool_of(workers: int | None, cluster: str | None) -> Iterator[Pool]:
    """Return the pool that plays the games."""
    if cluster is not None:
        from cloudy_pnp.simulate.run import cluster_pool

        with cluster_pool(cluster) as pool:
            yield pool
        return
    from joblib import cpu_count

    from cloudy_pnp.simulate.run import local_pool

    with local_pool(workers or cpu_count()) as pool:
        yield pool


class ProgressBar(Line):
    """Games played and time left, on a terminal only."""

    def begin(self, what: str) -> Progress | None:
        """Return a bar for one run; None without a terminal."""
        if not self.shown:
            return None
        begun = time.monotonic()
        self.say(f"{bar(0, 1)} {what}: the first games are being played")

        def tell(done: int, of: int) -> None:
            left = (time.monotonic() - begun) * (of - done) / done
            self.say(f"{bar(done, of)} {what}: {done:,}/{of:,} games, {int(left) // 60}:{int(left) % 60:02} left")

        return tell


def existing_file(name: str) -> Path | None:
    """Return the file of that name, if it exists."""
    try:
        return Path(name) if Path(name).is_file() else None
    except (OSError, ValueError):
        return None
