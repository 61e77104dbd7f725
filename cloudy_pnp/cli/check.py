"""`cloudy-pnp check`: the verdict on card data, for people and for CI."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from cloudy_pnp import api
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import escaped
from cloudy_pnp.data.tables.grid import ENDINGS as TABLES
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.home import Home


@click.command(name="check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(REPORTERS)),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option(
    "--render/--no-render",
    default=True,
    help="Draw the cards too, and report what does not fit, as build does [default]; or leave that out.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved; Ctrl-C ends it.")
@pack_option
@home_options
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[Path, ...],
    style: str,
    render: bool,
    watch: bool,
    packs: tuple[Path, ...],
    home: Home,
) -> None:
    """Validate card data: YAML, schema, rules, references, counts, translations.

    Without PATH the whole game is checked, and each pack under packs/ alone; with --pack, the game and these packs
    together. A file outside the game's folder is judged as if it took the place of the game's own files of its kind,
    one in a pack as a part of it; a template of the rulebook is judged too. Exit code: 0 no errors, 1 errors (all are
    reported), 2 wrong call or unreadable file.

    \b
    Examples:
      cloudy-pnp check
      cloudy-pnp check cards/cloudy-kingdom/spells.yaml --format github
      cloudy-pnp check --pack giants-and-gales --pack ../my-pack
    """

    def check_once() -> int:
        with budget.deadline(budget.limit("seconds")):
            report = api.check(home.root, home.game.id, paths, render, packs)
        click.echo(REPORTERS[style](report), nl=False)
        for line in report.unreadable:
            click.echo(f"cloudy-pnp: {escaped(line)}", err=True)
        return report.exit_code

    code = check_once()
    if watch:
        _watch(check_once, _watched(home, paths, packs))
    context.exit(code)


def _watched(home: Home, paths: tuple[Path, ...], packs: tuple[Path, ...]) -> set[Path]:
    """The folders whose files a check reads."""
    named = [path if path.is_dir() else path.parent for path in paths]
    return {folder for folder in (*home.watched, *named, *packs) if folder.is_dir()}


def _watch(check_once: Callable[[], int], folders: set[Path]) -> None:
    from watchfiles.main import watch  # only needed here

    for _ in watch(*folders, watch_filter=_is_data, debounce=200, step=50):
        if sys.stdout.isatty():
            click.clear()
        check_once()


def _is_data(_change: object, path: str) -> bool:
    from cloudy_pnp.layouts.pictures import ENDINGS as PICTURES  # drawing is slow to import

    return path.endswith((".yaml", ".yml", ".json", TEMPLATE, *TABLES, *PICTURES))
