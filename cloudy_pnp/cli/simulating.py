"""Options and output shared by the commands that let the computer play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cloudy_pnp.cli.echo import echo, echo_data
from cloudy_pnp.cli.in_packs import pack_advice
from cloudy_pnp.cli.options import selected_game
from cloudy_pnp.cli.progress import Line, bar
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.games.contract import Game
from cloudy_pnp.simulate.base import Ranking, Setting, Simulation
from cloudy_pnp.workspace.home import Home

if TYPE_CHECKING:
    from cloudy_pnp.simulate.run import Pool, Progress
    from cloudy_pnp.simulate.study import Study

MOST_SEED = 2**63 - 1
Command = TypeVar("Command", bound=Callable[..., Any])


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


class PlayCommand(click.Command):
    """A command with the options of the game that is to be played: they are listed in --help like any other."""

    def rankings(self, _game: Game[Any]) -> Sequence[Ranking]:
        """Return the rankings of the game that the command can make."""
        return ()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Select the game first: the options depend on it."""
        ctx.meta["game"] = selected_game(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, then those of the game."""
        game: Game[Any] = ctx.meta.get("game") or selected_game(())
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
        options += [
            click.Option([f"--{ranking.name}"], is_flag=True, help=ranking.help) for ranking in self.rankings(game)
        ]
        params = super().get_params(ctx)
        return [*params[:-1], *options, params[-1]]  # --help stays last


def _address(_context: click.Context, _option: click.Parameter, address: str | None) -> str | None:
    if address is not None:
        from cloudy_pnp.simulate.base import need_extra

        need_extra("numpy", to="--cluster", extra="cluster")
        from cloudy_pnp.simulate.cluster import check_address  # needs numpy

        check_address(address)
    return address


def table_options(command: Command) -> Command:
    """Add the options for players, random numbers and processes."""
    for option in (
        click.option(
            "--cluster",
            metavar="ADDRESS",
            callback=_address,
            help="Play on the workers of a dask scheduler: tcp://HOST:8786.",
        ),
        click.option(
            "--workers", type=click.IntRange(1, 512), metavar="N", help="Number of processes [default: one per core]."
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, MOST_SEED),
            default=1,
            show_default=True,
            help="Random seed; another seed plays other games.",
        ),
        click.option("--players", metavar="NAMES", help="Strategy of each seat: greedy,greedy,mcts:200,random."),
    ):
        command = option(command)
    return command


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
            raise UserError(f"there is no table for {number} players; there is one for {_listed(possible)}")
    return [(simulation.default_policy,) * number for number in numbers]


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def settings_of(
    tables: Sequence[tuple[str, ...]],
    seed: int,
    options: Mapping[str, str | None],
    counts: Mapping[str, int] | None = None,
) -> list[Setting]:
    """Return a setting for each table."""
    return [Setting(players, seed, dict(options), dict(counts or {})) for players in tables]


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
        from cloudy_pnp.simulate.cluster import cluster_pool

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
