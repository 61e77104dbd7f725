"""`cloudy-pnp table`: cards to a spreadsheet, back into YAML, and a published sheet fetched once."""

from __future__ import annotations

from pathlib import Path

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.cli.reporters import problem_text
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import Severity, UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.home import Home


@click.group(name="table", no_args_is_help=False)
def command() -> None:
    """Cards to and from a spreadsheet: any kind of any game.

    \b
    Examples:
      cloudy-pnp table export spells spells.xlsx
      cloudy-pnp table import spells.xlsx spells
      cloudy-pnp table fetch https://docs.google.com/…output=csv cards/my-game/cards.csv
    """


@command.command()
@click.argument("kind")
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def export(kind: str, file: Path, home: Home) -> None:
    """Write the cards of a KIND to a FILE: .csv, .ods, or .xlsx with drop-downs.

    \b
    Example:
      cloudy-pnp table export spells spells.xlsx
    """
    from cloudy_pnp.workspace.tables import export_table

    content, count = export_table(home, kind, file)
    write_atomic(file, content)
    echo(f"{escaped(display_path(file))}: {count} {kind}")


@command.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("kind")
@click.option("--sheet", default="", metavar="NAME", help="Sheet of the spreadsheet [default: the first].")
@click.option("--dry-run", is_flag=True, help="Report what would change, without changing anything.")
@home_options
@click.pass_context
def import_(context: click.Context, file: Path, kind: str, sheet: str, dry_run: bool, home: Home) -> None:
    """Copy the cards of a table into the YAML files of a KIND.

    Comments stay, and so do keys without a column; cards that are not in the table are unchanged. Nothing is written if
    a cell is invalid.

    \b
    Example:
      cloudy-pnp table import spells.xlsx spells
    """
    from cloudy_pnp.workspace.tables import import_table

    found = import_table(home, file, kind, sheet)
    for problem in found.problems:
        echo(problem_text(problem, found.source), nl=False, err=True)
    if any(problem.severity is Severity.ERROR for problem in found.problems):
        echo("nothing has been written: fix the table and try again", err=True)
        context.exit(1)
    for path, text in found.files.items():
        if not dry_run:
            write_atomic(path, text.encode())
        echo(f"{'would write' if dry_run else 'written'}: {escaped(display_path(path))}")
    echo(f"{found.changed} changed, {len(found.added)} new, {len(found.missing)} not in the table")


@command.command()
@click.argument("url")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite the file.")
def fetch(url: str, file: Path, force: bool) -> None:
    """Download a published table to a FILE. A build never does that by itself.

    In Google Sheets: File, Share, Publish to the web, one sheet as CSV; the address shown there is the URL.

    \b
    Example:
      cloudy-pnp table fetch "https://docs.google.com/spreadsheets/d/e/…/pub?output=csv" cards/my-game/cards.csv
    """
    from cloudy_pnp.workspace.tables import fetched

    if file.exists() and not force:
        raise UserError(f"{escaped(display_path(file))} already exists: use --force to replace it")
    content = fetched(url, file.suffix.lower())
    write_atomic(file, content)
    echo(f"{escaped(display_path(file))}: {len(content):,} bytes")
