"""`cloudy-pnp list`: what there is."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from cloudy_pnp.cli.echo import echo, echo_data
from cloudy_pnp.cli.inventory import Listed, listed, sorts_of
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.home import Home, find_root, home_of


def _sorts(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in sorts_of(home_of(None, find_root(Path.cwd()))) if name.startswith(begun)]


@click.command(name="list")
@click.argument("what", required=False, shell_complete=_sorts, metavar="[WHAT]")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Of icons: a page with all of them.")
@home_options
def command(what: str | None, style: str, pdf: Path | None, home: Home) -> None:
    """List the available cards, spells, sheets, formats, papers, packs, steps, languages, fonts, icons, codes and more.

    Without WHAT, print how many there are of each. Packs next to the game are included.

    \b
    Examples:
      cloudy-pnp list
      cloudy-pnp list spells
      cloudy-pnp list sheets --format json
      cloudy-pnp list icons --pdf icons.pdf
    """
    if pdf is not None:
        _write_icons(home, what, pdf)
        return
    rows = listed(home, what) if what else [(name, _short(make())) for name, make in sorts_of(home).items()]
    if style == "json":
        echo_data(json.dumps([{"name": name, "about": about} for name, about in rows], ensure_ascii=False))
        return
    width = max((len(name) for name, _ in rows), default=0)
    for name, about in rows:
        echo(f"{escaped(name):<{width}}  {escaped(about)}".rstrip())


def _write_icons(home: Home, what: str | None, file: Path) -> None:
    """Write a page with all icons."""
    from cloudy_pnp.draw.pdf import write_pdf  # drawing is slow to import
    from cloudy_pnp.layouts.icons import icon_sheet
    from cloudy_pnp.layouts.pictures import Pictures

    if what != "icons":
        raise UserError("--pdf is for icons: cloudy-pnp list icons --pdf FILE")
    out = io.BytesIO()
    write_pdf([icon_sheet(Pictures(home.picture_folders))], out, title="Icons")
    write_atomic(file, out.getvalue())
    echo(f"{escaped(display_path(file))}: 1 page")


def _short(rows: Listed) -> str:
    names = [name for name, _ in rows]
    return f"{len(names):>3}  {', '.join(names[:5])}{', …' if len(names) > 5 else ''}"
