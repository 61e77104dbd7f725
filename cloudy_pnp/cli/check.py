"""`cloudy-pnp check`: the verdict on card data, for people and for CI."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cloudy_pnp import pipeline
from cloudy_pnp.cli.options import game_options
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.problems import escaped


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
@click.option("--render", is_flag=True, help="Draw every card too, and report what does not fit; writes nothing.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved; Ctrl-C ends it.")
@game_options
@click.pass_context
def command(
    context: click.Context, paths: tuple[Path, ...], style: str, render: bool, watch: bool, game_id: str, root: Path
) -> None:
    """Validate card data: YAML, schema, rules, references, counts, translations.

    Without PATH the whole game is checked. A file outside the game's folder is judged as if it took the place of the
    game's own files of its kind. Exit code: 0 no errors, 1 errors (all are reported), 2 wrong call or unreadable file.

    \b
    Examples:
      cloudy-pnp check
      cloudy-pnp check cards/cloudy-kingdom/spells.yaml --format github
    """
    code = _check_once(root, game_id, paths, style, render)
    if watch:
        _watch(root, game_id, paths, style, render)
    context.exit(code)


def _check_once(root: Path, game_id: str, paths: tuple[Path, ...], style: str, render: bool) -> int:
    report = pipeline.check(root, game_id, paths, render)
    click.echo(REPORTERS[style](report), nl=False)
    for line in report.unreadable:
        click.echo(f"cloudy-pnp: {escaped(line)}", err=True)
    return report.exit_code


def _watch(root: Path, game_id: str, paths: tuple[Path, ...], style: str, render: bool) -> None:
    from watchfiles.main import watch  # only needed here

    folders = {root / "cards" / game_id, *(path if path.is_dir() else path.parent for path in paths)}
    for _ in watch(*folders, watch_filter=_is_data, debounce=200, step=50):
        if sys.stdout.isatty():
            click.clear()
        _check_once(root, game_id, paths, style, render)


def _is_data(_change: object, path: str) -> bool:
    return path.endswith((".yaml", ".yml", ".json"))
