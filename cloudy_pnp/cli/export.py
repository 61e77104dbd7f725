"""`cloudy-pnp export`: the game for other programs, services and machines."""

from __future__ import annotations

from pathlib import Path

import click

from cloudy_pnp.cli import completion
from cloudy_pnp.cli.exporting import (
    GameOptions,
    card_option,
    export_options,
    format_option,
    lang_option,
    merged_option,
    out_option,
    run,
)
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.export.exporter import target_names
from cloudy_pnp.export.options import PrintOptions
from cloudy_pnp.export.paper import MOST_BLEED, MOST_CORNER
from cloudy_pnp.export.pictures.options import ExportOptions
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.workspace.home import Home


@click.command(name="export", cls=GameOptions)
@click.argument("targets", nargs=-1, required=True, type=click.Choice(target_names()), metavar="TARGET…")
@lang_option
@export_options
@click.option("--bleed", type=click.FloatRange(0, MOST_BLEED), metavar="MM", help="Bleed of the pictures.")
@click.option(
    "--corner", type=click.FloatRange(0, MOST_CORNER), metavar="MM", help="Corner radius; 0 for square corners."
)
@format_option
@click.option(
    "--paper", metavar="NAME|WxH", shell_complete=completion.papers, help="Paper for a cutting machine [default: a4]."
)
@card_option
@out_option
@merged_option
@pack_option
@home_options
@click.pass_context
def command(
    context: click.Context,
    targets: tuple[str, ...],
    languages: tuple[str, ...],
    export: ExportOptions,
    bleed: float | None,
    corner: float | None,
    card_format: str | None,
    paper: str | None,
    cards: tuple[str, ...],
    out: Path | None,
    merged: bool,
    packs: tuple[Path, ...],
    home: Home,
) -> None:
    """Write the game for other programs, print services and cutting machines.

    \b
    Targets:
      png, jpeg, webp       one picture per distinct face
      card-list             all cards as PDF, HTML, Markdown and CSV
      playtest              half-size outlines, as many per page as fit
      tabletop-simulator    a saved object: decks, board, pieces, rulebook
      pcio                  a table for playingcards.io and VirtualTabletop
      card-game-simulator   a folder with cgs.json
      picture-set           pictures, sheets and a CSV for Screentop, Tabletopia, …
      service               an order for a print service; with --service NAME
      silhouette            sheets with registration marks and cut paths
      die-line              cut lines as PDF, DXF and SVG
      blanks                blank cards to write on, for games that have them

    The data is checked first; files that are up to date are not written again.
    Exit code: 0 done, 1 problems, 2 incorrect usage or unwritable output.

    \b
    Examples:
      cloudy-pnp export png --dpi 600 --bleed 3
      cloudy-pnp export tabletop-simulator --lang en --images-at https://example.org/my-game/
      cloudy-pnp export service --service makeplayingcards --format tcg
      cloudy-pnp export silhouette --paper letter
    """
    request = BuildRequest(
        languages=tuple(dict.fromkeys(languages)),
        only=tuple(dict.fromkeys(targets)),
        card_format=card_format,
        paper=paper,
        printing=PrintOptions(bleed=bleed, corner=corner),
        cards=tuple(dict.fromkeys(cards)),
        export=export,
    )
    run(context, home, request, out, packs, merged)
