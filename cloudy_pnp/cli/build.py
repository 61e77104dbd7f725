"""`cloudy-pnp build`: everything printable, in every language."""

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
    strict_option,
)
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.cli.printing import print_options
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.inks import Inks
from cloudy_pnp.export.exporter import exporter_names, target_names
from cloudy_pnp.export.options import PrintOptions
from cloudy_pnp.export.paper import Flip
from cloudy_pnp.export.pictures.options import ExportOptions
from cloudy_pnp.export.request import DEFAULT_SHEETS, BuildRequest
from cloudy_pnp.workspace.home import Home

MOST_SHIFT = 50  # mm


@click.command(name="build", cls=GameOptions)
@lang_option
@click.option(
    "--only",
    multiple=True,
    type=click.Choice((*exporter_names(), *target_names())),
    metavar="KIND",
    help=f"Only this kind of output: {', '.join(exporter_names())}, or a target of `export`; may be repeated.",
)
@click.option(
    "--sheet",
    "sheets",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.sheets,
    help=f"Which sheets [default: {', '.join(DEFAULT_SHEETS)}].",
)
@format_option
@click.option(
    "--paper",
    metavar="NAME|WxH",
    shell_complete=completion.papers,
    help="Paper for sheets and booklet: a4, letter, a3 or 200x300 (mm).",
)
@click.option("--flip", type=click.Choice([flip.value for flip in Flip]), help="The edge a duplex printer flips on.")
@click.option("--shift-back", metavar="X,Y", help="Shift the backs by this many mm (see calibration.pdf).")
@click.option("--ink-saving", is_flag=True, help="Draw outlines only, without fills.")
@click.option("--cmyk", is_flag=True, help="Print colours (CMYK) instead of RGB, as PDF/X-4.")
@print_options
@export_options
@card_option
@click.option(
    "--quantity",
    "quantities",
    multiple=True,
    metavar="ID=N",
    shell_complete=completion.quantities,
    help="Override the number of copies of a card.",
)
@click.option("--changed", is_flag=True, help="Only cards that have changed in appearance since the last build.")
@strict_option
@out_option
@merged_option
@pack_option
@home_options
@click.pass_context
def command(
    context: click.Context,
    languages: tuple[str, ...],
    only: tuple[str, ...],
    sheets: tuple[str, ...],
    card_format: str | None,
    paper: str | None,
    flip: str | None,
    shift_back: str | None,
    ink_saving: bool,
    cmyk: bool,
    printing: PrintOptions,
    export: ExportOptions,
    cards: tuple[str, ...],
    quantities: tuple[str, ...],
    changed: bool,
    strict: bool,
    out: Path | None,
    merged: bool,
    packs: tuple[Path, ...],
    home: Home,
) -> None:
    """Check the data, then write everything printable to output/.

    Only the source language and the languages asked for (--lang) must be free of errors; a text that is not
    translated is printed in the source language, with a small mark. `--lang de+fr` prints cards in German, with the
    French text smaller below, and a rulebook in two columns. Files that are up to date are not written again.
    Files are written atomically; after an error the last good output stays. The game is printed, and the cards of each
    pack next to it; with --pack, only those packs.
    Exit code: 0 done, 1 the data has errors, 2 incorrect usage or unwritable output.

    \b
    Examples:
      cloudy-pnp build
      cloudy-pnp build --lang de --only sheets --sheet cards-a4-duplex --flip short
      cloudy-pnp build --only rulebook --lang hu
      cloudy-pnp build --lang de+fr
      cloudy-pnp build --card stem --quantity stem=9 --ink-saving
      cloudy-pnp build --sheet cards-service --pdfx 1a --ink-limit 240
      cloudy-pnp build --pack giants-and-gales --lang en
    """
    request = BuildRequest(
        languages=tuple(dict.fromkeys(languages)),
        only=tuple(dict.fromkeys(only)),
        sheets=tuple(dict.fromkeys(sheets)) or DEFAULT_SHEETS,
        card_format=card_format,
        ink_saving=ink_saving,
        paper=paper,
        flip=Flip(flip) if flip else None,
        inks=Inks.CMYK if cmyk else Inks.RGB,
        shift_back=_shift(shift_back),
        printing=printing,
        export=export,
        cards=tuple(dict.fromkeys(cards)),
        quantity=dict(map(_quantity, quantities)),
        changed=changed,
    )
    run(context, home, request, out, packs, merged, strict)


def _shift(text_value: str | None) -> tuple[float, float]:
    try:
        across, down = (float(part) for part in (text_value or "0,0").split(","))
        if max(abs(across), abs(down)) <= MOST_SHIFT:  # not where one is no number
            return across, down
    except ValueError:
        pass
    raise UserError(f'--shift-back "{text_value}" is not two numbers of mm up to {MOST_SHIFT}, such as 0.5,-1')


def _quantity(text_value: str) -> tuple[str, int]:
    card, _, number = text_value.partition("=")
    if not card or not (number.isascii() and number.isdigit() and len(number) <= 4):
        raise UserError(f'--quantity "{text_value}" is not a card and a number, such as stem=2')
    return card, int(number)
