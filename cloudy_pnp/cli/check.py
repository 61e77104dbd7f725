"""`cloudy-pnp check`: the verdict on card data, for people and for CI."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.api import Report
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import Line, echo
from cloudy_pnp.cli.options import games_options, opt, options_of, pack_option, without_twins
from cloudy_pnp.cli.reporters import PRINTERS, REPORTERS, problem_text
from cloudy_pnp.core import budget
from cloudy_pnp.core.files import read_plain, write_atomic
from cloudy_pnp.core.packages import need_package
from cloudy_pnp.core.problems import Severity, UserError, escaped
from cloudy_pnp.data.edit import in_order
from cloudy_pnp.data.tables.grid import ENDINGS as TABLES
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.config import Config, read_config, strictly, untranslated_as_errors, wanted
from cloudy_pnp.workspace.fixing import apply_fixes, as_patch, key_orders
from cloudy_pnp.workspace.home import CARD_ENDINGS, Home, home_at, home_of, homes_of, is_own_root, pack_of
from cloudy_pnp.workspace.load import Loaded, load

_RENDER = "Also draw the cards and report text that does not fit, as build does [default], or skip that."
_LANGUAGES = "Only this language (or de+fr, a pair) and the source; may be repeated. Problems of others are counted."
_NO_CONFIG = "Ignore cloudy-pnp.toml and [tool.cloudy-pnp], for a CI job that must not obey the checked data."
_STDIN = 'With PATH "-": file name to report for standard input.'
_LOOK = 65536  # bytes at the beginning of a file that show what is in it


class Asked(Struct, frozen=True):
    """What is asked for, besides the paths, the packs and the games."""

    style: Annotated[str, opt("Output format.", "--format", type=click.Choice(list(REPORTERS)), show_default=True)] = (
        "text"
    )
    render: Annotated[bool, opt(_RENDER, "--render/--no-render")] = True
    fix: Annotated[
        bool, opt("Fix mechanical problems: tabs, quotes, dots, a missing space or same, order of keys.")
    ] = False
    diff: Annotated[bool, opt("Show what --fix would change, without writing anything.")] = False
    languages: Annotated[
        tuple[str, ...],
        opt(_LANGUAGES, "--lang", metavar="LANG", shell_complete=completion.languages, callback=without_twins),
    ] = ()
    strict: Annotated[bool, opt("Report texts that are not translated as errors.")] = False
    warnings_as_errors: Annotated[bool, opt("Exit with code 1 for warnings too.")] = False
    no_config: Annotated[bool, opt(_NO_CONFIG)] = False
    quiet: Annotated[bool, opt("Print errors only, without the summary.", "--quiet", "-q")] = False
    stdin_name: Annotated[Path, opt(_STDIN, type=click.Path(path_type=Path), metavar="FILE")] = Path("stdin.yaml")
    watch: Annotated[bool, opt("Check again whenever a file is saved; Ctrl-C stops it.")] = False


@click.command(name="check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@options_of(Asked)
@pack_option
@games_options
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[Path, ...],
    asked: Asked,
    packs: tuple[Path, ...],
    game_id: str | None,
    root: Path,
) -> None:
    """Validate card data: YAML, schema, rules, references, counts, translations.

    Without PATH, check every game of the root, and each pack under packs/ with its game; with --pack, one game and
    these packs together. A file outside the game's folder is checked as if it replaced the game's own files of its
    kind, a file in a pack as part of the pack; rulebook templates are checked too. Exit code: 0 no errors, 1 errors
    (all are reported), 2 incorrect usage or unreadable file. PATH "-" is standard input.

    To suppress warnings and notes, use [tool.cloudy-pnp] in pyproject.toml or cloudy-pnp.toml (select, ignore,
    per-file-ignores, warnings-as-errors), or end a line with the comment "# cloudy-pnp: ignore FACE-10". The summary
    counts what a configuration suppresses.

    \b
    Examples:
      cloudy-pnp check
      cloudy-pnp check --fix --diff
      cloudy-pnp check cards/cloudy-kingdom/spells.yaml --format github
      cloudy-pnp check --pack giants-and-gales --pack ../my-pack
    """

    homes = homes_of(root, game_id, packs)
    codes = api.codes_of(*(home.game for home in homes))
    unsaved: dict[Path, str] = {}
    if Path("-") in paths:
        unsaved[asked.stdin_name] = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
        paths = tuple(asked.stdin_name if path == Path("-") else path for path in paths)

    def check_once() -> int:
        with budget.memory(budget.limit("megabytes")):
            return check_and_report(budget.clock("seconds"))

    def check_and_report(clock: budget.Clock) -> int:
        def look(texts: Mapping[Path, str]) -> Report:
            with Line() as line:
                line.say("checking")
                given, listener = {**unsaved, **texts}, line if line.shown else None
                return api.check(
                    root, game_id, paths, asked.render, packs, given, listener, languages=asked.languages, clock=clock
                )

        report = look({})
        if asked.fix or asked.diff:
            report = _fix(report, look, asked.diff, root, game_id)
        config = Config() if asked.no_config else read_config(root, codes)
        report = wanted(report, config)
        report = untranslated_as_errors(report) if asked.strict else report
        report = strictly(report) if asked.warnings_as_errors or config.warnings_as_errors else report
        streams = [path for path in paths if path.exists() and not (path.is_file() or path.is_dir())]
        _print(report, asked.style, asked.quiet, streams)
        if here and not asked.quiet:
            echo(f"cloudy-pnp: there is no game here; checked {homes[0].game.id} as it comes with the tool", err=True)
        return report.exit_code

    # only what comes with the tool, and nothing that was asked for by name
    chosen = game_id is not None or context.get_parameter_source("root") is ParameterSource.COMMANDLINE
    here = root == homes[0].shipped and not (chosen or is_own_root(root) or paths or packs)
    if here and (stray := _stray(homes[0])):
        advice = f"check it by name (cloudy-pnp check {stray}), or put it into a pack (cloudy-pnp init --pack)"
        raise UserError(f"{stray} is in a folder that is not read: {advice}")
    code = check_once()
    if asked.watch:
        _watch(check_once, _watched(homes, paths, packs))
        code = 130
    context.exit(code)


def _stray(home: Home) -> str:
    """Return the name of a file in this folder that looks like cards of the game but is not read; empty without one."""
    kinds = "|".join(re.escape(kind.name) for kind in home.game.data.kinds)
    for path in sorted(Path().iterdir()):
        if path.name.endswith(CARD_ENDINGS):
            with suppress(OSError):
                if re.search(rf"^({kinds}):".encode(), read_plain(path, _LOOK), re.MULTILINE):
                    return escaped(path.name)
    return ""


def _print(report: Report, style: str, quiet: bool, streams: Sequence[Path]) -> None:
    if quiet:
        errors = [problem for problem in report.problems if problem.severity is Severity.ERROR]
        report = replace(report, problems=errors)
    if style == "text" and report.unreadable and not report.sources:
        pass  # a summary of nothing would look as if all were well
    elif quiet and style == "text":
        for problem in report.problems:
            echo(problem_text(problem, report.sources[problem.file]), nl=False)
    else:
        PRINTERS[style](REPORTERS[style](report))
    for line in report.unreadable:
        piped = (
            "; standard input is read by `cloudy-pnp check -`" if any(str(stream) in line for stream in streams) else ""
        )
        echo(f"cloudy-pnp: {escaped(line)}{piped}", err=True)


def _fix(
    report: Report, look: Callable[[Mapping[Path, str]], Report], only_show: bool, root: Path, game_id: str | None
) -> Report:
    """Fix what can be fixed mechanically and return the remaining problems; write the files, or show the changes."""
    texts = {name: source.original for name, source in report.sources.items() if _can_be_fixed(name)}
    changed: dict[str, str] = {}
    games: dict[tuple[str, Path | None], Loaded] = {}  # with the pack of a file
    for name, text in texts.items():
        home, pack = home_of(game_id, root) if game_id is not None else home_at(Path(name), root), pack_of(Path(name))
        if (home.game.id, pack) not in games:
            games[home.game.id, pack] = load(home, [pack] if pack else [])
        loaded = games[home.game.id, pack]
        with loaded.speaking():
            better = apply_fixes({name: text}, report.problems, lambda unsaved: look(unsaved).problems).get(name, text)
        tidy = in_order(better, key_orders(home), loaded.languages)
        if tidy != text:
            changed[name] = tidy
    for name, after in changed.items():
        if only_show:
            echo(as_patch(name, texts[name], after), nl=False)
        else:
            write_atomic(Path(name), after.encode())
            echo(f"{name}: fixed")
    return look({Path(name): text for name, text in changed.items()}) if changed else report


def _can_be_fixed(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) and Path(name).is_file()


def _watched(homes: Sequence[Home], paths: tuple[Path, ...], packs: tuple[Path, ...]) -> set[Path]:
    """Return the folders whose files a check reads."""
    named = [path if path.is_dir() else path.parent for path in paths]
    folders = [folder for home in homes for folder in home.watched]
    return {folder for folder in (*folders, *named, *packs) if folder.is_dir()}


def _watch(check_once: Callable[[], int], folders: set[Path]) -> None:
    """Check again after every change until Ctrl-C."""
    need_package("watchfiles", "--watch")
    from watchfiles.main import watch  # only needed here

    with suppress(KeyboardInterrupt):
        for _ in watch(*folders, watch_filter=_is_data, debounce=200, step=50):
            if sys.stdout.isatty():
                click.clear()
            check_once()


def _is_data(_change: object, path: str) -> bool:
    from cloudy_pnp.layouts.pictures import ENDINGS as PICTURES  # drawing is slow to import

    return path.endswith((".yaml", ".yml", ".json", TEMPLATE, *TABLES, *PICTURES))
