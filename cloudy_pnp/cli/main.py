"""The command `cloudy-pnp`: which commands there are, and what happens when a call is wrong."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from cloudy_pnp import __version__
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import selected_game
from cloudy_pnp.core import budget
from cloudy_pnp.core.files import in_words
from cloudy_pnp.core.problems import UserError, escaped, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.game.contract import Game
from cloudy_pnp.game.registry import find_game, game_ids
from cloudy_pnp.workspace.report import DataError

DEBUG = "CLOUDY_PNP_DEBUG"
_PIPE_CLOSED = 141  # as a shell says it of a program that a closed pipe has ended
ISSUES = "https://github.com/cloudy-pnp/cloudy-pnp/issues"
_FIRST = {
    "init": "Start your own project: a copy of a game, a new game, or a pack.",
    "check": "Report every problem in the card data, with its line.",
    "studio": "Edit, preview, play and print in the browser (alias: watch).",
    "new": "Start a new card from a working template.",
    "build": "Check the data, then write everything printable.",
}
_COMMANDS = {
    **_FIRST,
    "export": "Export pictures, print orders, virtual tables, cut files, lists.",
    "list": "List cards, sheets, formats, papers, packs, steps, languages, fonts, icons, codes.",
    "show": "Show everything about a card.",
    "diff": "Compare two revisions of the cards: pictures, texts, problems.",
    "explain": "Explain a problem code, with a wrong and a corrected example.",
    "calibrate": "Save the offsets measured on a printer's calibration page.",
    "simulate": "Simulate many games and report balance.",
    "table": "Export cards to a spreadsheet, or import them.",
    "schema": "Write the JSON Schemas of a data-only game for your editor.",
    "lsp": "Run the language server, for your editor.",
    "i18n": "Manage translations: status, accept, .po export and import.",
}
_OTHER_NAMES = {"watch": "studio"}
# Where a command is not the `command` of the module of its name.
_PLACES = {
    "list": "listing.command",
    "watch": "studio.command",
    "export": "build.export_command",
    "explain": "show.explain_command",
    "lsp": "studio.lsp_command",
    "schema": "studio.schema_command",
}


def _own(game: Game[Any]) -> dict[str, str]:
    """Return the commands that a game adds, with one line of help each."""
    judging = {name: command.help for name, command in game.scenarios.items()}
    return {**judging, **{name: command.help for name, command in game.commands.items()}}


class _SeenEnough(Exception):
    """Whoever reads what is printed has closed the pipe. Click would end with 1, which means something else here."""


@contextmanager
def _while_somebody_reads() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise _SeenEnough from error


class _Commands(click.Group):
    """Find a command in the module of its name, imported only when it is called: start-up stays short.

    Other commands are those of the selected game: it evaluates its own kinds of scenarios, and may answer other
    questions.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _while_somebody_reads():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _while_somebody_reads():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*_COMMANDS, *_own(selected_game(()))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _COMMANDS or cmd_name in _OTHER_NAMES:
            module, _, name = _PLACES.get(cmd_name, f"{cmd_name}.command").partition(".")
            command: click.Command = getattr(import_module(f"cloudy_pnp.cli.{module}"), name)
            return command
        game: Game[Any] = ctx.meta.get("game") or selected_game(())
        if cmd_name in game.scenarios:
            from cloudy_pnp.cli.scenarios import scenario_command

            return scenario_command(cmd_name, game.scenarios[cmd_name])
        if cmd_name in game.commands:
            from cloudy_pnp.cli.scenarios import game_command

            return game_command(cmd_name, game.commands[cmd_name])
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        game = selected_game(())
        with formatter.section("Main commands"):
            formatter.write_dl(list(_FIRST.items()))
        with formatter.section("More commands"):
            formatter.write_dl([(name, text) for name, text in _COMMANDS.items() if name not in _FIRST])
        if commands := _own(game):
            with formatter.section(f"Commands of {game.id}"):
                formatter.write_dl(list(commands.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else "-"
        if name not in _COMMANDS and name not in _OTHER_NAMES and not name.startswith("-"):
            game = ctx.meta["game"] = selected_game(args)
            if name not in _own(game):
                if any(name in _own(find_game(other)) for other in game_ids()):
                    raise click.UsageError(f"{game.id} has no {name}")
                known = (*_COMMANDS, *_own(game))
                raise click.UsageError(f'there is no command "{name}"; {suggest(name, known)}')
        return super().resolve_command(ctx, args)


def _print_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from cloudy_pnp.cli.installed import version_lines  # slow to import, and rarely needed

    lines = version_lines() if context.params["verbose"] else [f"cloudy-pnp, version {__version__}"]
    for line in lines:
        echo(line)
    context.exit()


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option(
    "--version", is_flag=True, expose_value=False, callback=_print_version, help="Print the version and exit."
)
@click.option(
    "--verbose", is_flag=True, is_eager=True, help="With --version: list installed and missing packages, too."
)
@click.option(
    "--debug", is_flag=True, expose_value=False, help="Show a traceback on internal errors (or set CLOUDY_PNP_DEBUG=1)."
)
@click.pass_context
def cli(context: click.Context, verbose: bool) -> None:  # noqa: ARG001  # read by --version
    """Design card games in YAML, check them against the rules of the game, and print them.

    \b
    Example:
      cloudy-pnp check
    """
    if context.invoked_subcommand is None:
        echo(context.get_help())


_NOT_LISTED = re.compile(r"\A(.{0,200}): '([^']{0,200})' is not one of ('.*')\.", re.DOTALL)
_ALIASES = {
    "tts": "tabletop-simulator",
    "cgs": "card-game-simulator",
    "mpc": "makeplayingcards",
    "tgc": "the-game-crafter",
}


def _plain_message(error: click.ClickException) -> str:
    """Return click's message on one line; a word that is not in a list with the one that was probably meant."""
    message = re.sub(r"\s+", " ", error.format_message())
    match = _NOT_LISTED.fullmatch(message)
    if match is None:
        return message
    known = re.findall(r"'([^']*)'", match[3])
    alias = _ALIASES.get(match[2].lower(), match[2].lower())
    hint = f'did you mean "{alias}"?' if alias in known else ""
    if "service" in known and (shipped_root() / "templates" / "services" / f"{alias}.yaml").is_file():
        hint = f"it is a print service: export service --service {alias}"
    return (
        f'{match[1]}: "{match[2]}" is not possible; {hint or suggest(match[2], known) or "known: " + ", ".join(known)}'
    )


def main(args: list[str] | None = None) -> None:
    """Run a command and exit with its code.

    0: done; 1: the data has errors; 2: the call is wrong, or a file is unreadable; 3: the tool itself has failed.
    """
    words = list(sys.argv[1:] if args is None else args)
    debug = bool(os.environ.get(DEBUG)) or "--debug" in words[: words.index("--") if "--" in words else None]
    words = [word for at, word in enumerate(words) if word != "--debug" or "--" in words[:at]]
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # what is made has no date: libraries must not find one
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an old terminal may know fewer characters than our texts have
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(words, debug)
    except (OSError, ValueError):  # not even the complaint can be written
        code = 2
    sys.exit(code)


def _run(words: list[str], debug: bool) -> int:
    """Run a command and say what went wrong; its exit code."""
    try:
        wanted = True if os.environ.get("FORCE_COLOR", "0") not in ("", "0") else None  # None: on a terminal
        colour = False if os.environ.get("NO_COLOR") else wanted
        code: int = cli.main(words, prog_name="cloudy-pnp", standalone_mode=False, color=colour)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        echo(error.ctx.get_help() if error.ctx else "", err=True)
        code = 2
    except click.ClickException as error:
        code = _complain(_plain_message(error))
    except UserError as error:
        code = _complain(str(error))
    except DataError as error:
        from cloudy_pnp.cli.reporters import text

        echo(text(error.report), nl=False, err=True)
        code = 1
    except (KeyboardInterrupt, click.Abort) as stopped:
        if isinstance(stopped, click.Abort) and stopped.__cause__ is None:  # at a question
            echo(err=True)
        echo("cloudy-pnp: stopped; no file was left half written", err=True)
        code = 130
    except (_SeenEnough, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _PIPE_CLOSED
    except OSError as error:
        code = _complain(_where() or (f"{error.filename}: {in_words(error)}" if error.filename else in_words(error)))
    except MemoryError:
        code = _complain("not enough memory")
    except budget.OverTime:
        code = _complain(budget.over("seconds"))
    except Exception as error:
        from cloudy_pnp.cli.installed import missing_package

        missing = missing_package(error)
        code = _complain(missing) if missing and not debug else _confess(error, debug)
    return code


def _where() -> str:
    """Return a message if the current directory has been deleted; otherwise an empty text."""
    try:
        Path.cwd()
    except OSError:
        return "the current directory no longer exists; change to another one and try again"
    return ""


def _confess(error: Exception, debug: bool) -> int:
    """Report an internal error: one line, or with --debug the traceback."""
    if type(error).__name__ == "BrokenProcessPool":  # its module is slow to import
        return _complain("a drawing process was killed; did the machine run out of memory?")
    if debug:
        traceback.print_exc(file=sys.stderr)
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f", {Path(frame.filename).name}:{frame.lineno}" for frame in last)
    problem = escaped(f"{type(error).__name__}: {error}"[:200])
    how = "" if debug else " with the traceback that --debug prints"
    echo(f"cloudy-pnp: internal error ({problem}{where}); please report it{how}: {ISSUES}", err=True)
    return 3


def _complain(message: str) -> int:
    echo(f"cloudy-pnp: {escaped(message)}", err=True)
    return 2
