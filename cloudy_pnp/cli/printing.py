"""The options of a print: what `build` may be asked for beyond the description of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.core.problems import Problem, Severity
from cloudy_pnp.draw.press.standard import Standard
from cloudy_pnp.export.options import PrintOptions
from cloudy_pnp.export.paper import MOST_BLEED, MOST_CORNER, MOST_GUTTER

Command = Callable[..., Any]


def print_options(command: Command) -> Command:
    """Add the options that together are the command's `printing`.

    They are `--bleed`, `--gutter`, `--corner`, `--borderless`, `--pdfx`, `--ink-limit` and `--printer`.
    """

    @wraps(command)
    def with_printing(*args: Any, pdfx: str | None, **given: Any) -> Any:
        names = ("bleed", "gutter", "corner", "borderless", "ink", "printer")
        values = {name: given.pop(name) for name in names}
        printing = PrintOptions(pdfx=Standard(pdfx) if pdfx else None, **values)
        return command(*args, printing=printing, **given)

    options = (
        click.option("--bleed", type=click.FloatRange(0, MOST_BLEED), metavar="MM", help="Override the bleed."),
        click.option(
            "--gutter", type=click.FloatRange(0, MOST_GUTTER), metavar="MM", help="Override the gutter between cards."
        ),
        click.option(
            "--corner",
            type=click.FloatRange(0, MOST_CORNER),
            metavar="MM",
            help="Add a die line with this corner radius, on its own layer and spot colour (CutContour).",
        ),
        click.option("--borderless", is_flag=True, help="The printer can print to the edge of the paper."),
        click.option(
            "--pdfx",
            type=click.Choice([standard.value for standard in Standard]),
            help="Write CMYK colours as PDF/X-4, or as PDF/X-1a:2003 without transparency [default with --cmyk: 4].",
        ),
        click.option(
            "--ink-limit", "ink", type=click.FloatRange(180, 400), metavar="PERCENT", help="Total ink limit in percent."
        ),
        click.option(
            "--printer", metavar="NAME", help="Correct for the offsets that calibrate measured on this printer."
        ),
    )
    decorated: Command = with_printing
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


def warn(problems: Iterable[Problem]) -> bool:
    """Print one line on stderr for each kind of warning about the print: the first, and the number of others.

    Return whether there was any.
    """
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.severity is Severity.WARNING and problem.code.startswith(("PRINT-", "EXPORT-")):
            kinds.setdefault(problem.code, []).append(problem)
    for code, (first, *others) in sorted(kinds.items()):
        more = f" (and {len(others)} more)" if others else ""
        hint = f": {first.hint}" if first.hint else ""
        echo(f"{first.severity.value} {code}: {first.message}{hint}{more}", err=True)
    return bool(kinds)
