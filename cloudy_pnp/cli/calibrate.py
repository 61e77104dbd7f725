"""`cloudy-pnp calibrate`: keep what was measured on the calibration page."""

from __future__ import annotations

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.export.paper import DEFAULT_FORMAT, DEFAULT_SHEET, Flip
from cloudy_pnp.workspace.home import Home


@click.command(name="calibrate")
@click.option("--name", default="home", show_default=True, metavar="NAME", help="Name of the printer profile.")
@click.option(
    "--measured",
    multiple=True,
    metavar="X,Y",
    help="Offset read off a grid, in mm; give it four times, in the order of the grids (once: the same everywhere).",
)
@click.option(
    "--sheet", default=DEFAULT_SHEET, show_default=True, metavar="NAME", help="The sheet the page was made for."
)
@click.option("--format", "card_format", default=DEFAULT_FORMAT, show_default=True, metavar="NAME|WxH")
@click.option("--paper", metavar="NAME|WxH", help="The paper of the page, if not the sheet's default.")
@click.option("--flip", type=click.Choice([flip.value for flip in Flip]), help="The edge the printer flipped on.")
@click.option("--again", is_flag=True, help="The page was made with --printer: add to the saved offsets.")
@home_options
def command(
    name: str,
    measured: tuple[str, ...],
    sheet: str,
    card_format: str,
    paper: str | None,
    flip: str | None,
    again: bool,
    home: Home,
) -> None:
    """Save the offsets measured on calibration.pdf; later builds correct for them with --printer NAME.

    \b
    Examples:
      cloudy-pnp calibrate --measured 0.5,-1 --measured 0.4,-0.8 --measured 0.6,-1 --measured 0.5,-0.9
      cloudy-pnp calibrate --name office --measured 0.5,-1 --flip short
    """
    from cloudy_pnp.export import paper as printers
    from cloudy_pnp.export.request import BuildRequest
    from cloudy_pnp.export.sheets import load_catalogue
    from cloudy_pnp.export.sheets.calibrate import behind
    from cloudy_pnp.export.sheets.grid import best_grid

    moves = [_pair(text) for text in measured]
    if len(moves) not in (1, 4):
        raise UserError(f"--measured was given {len(moves)} times: give it for each of the four grids, or once for all")
    catalogue = load_catalogue(home.template_folders)
    request = BuildRequest(sheets=(sheet,), paper=paper, flip=Flip(flip) if flip else None)
    wanted = request.duplex_sheet(catalogue)
    if wanted is None:
        raise UserError(f'the sheet "{sheet}" has no back pages that could be shifted')
    grid = best_grid(wanted, catalogue.format(card_format))
    places, page = behind(grid), (grid.width, grid.height)
    moves = moves * 4 if len(moves) == 1 else moves
    if again:
        known = printers.find_printer(name).correction(*page)
        moves = [known(place) - place + move for place, move in zip(places, moves, strict=True)]
    printer = printers.fit_printer(name, page, places, moves)
    path = printers.keep(printer)
    echo(f"{name}: {printer.summary()}")
    echo(f"{escaped(display_path(path))}: used by cloudy-pnp build --printer {name}")


def _pair(text: str) -> Point:
    try:
        across, down = (float(part) for part in text.split(","))
    except ValueError:
        raise UserError(f'--measured "{text}" is not two numbers of mm, such as 0.5,-1') from None
    return Point(across, down)
