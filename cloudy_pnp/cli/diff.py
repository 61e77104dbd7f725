"""`cloudy-pnp diff`: two revisions of the cards, side by side."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from cloudy_pnp.cli.echo import Line, echo, echo_data
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.core import budget
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.home import Home

_FILES = {"text": "diff.txt", "json": "diff.json", "markdown": "diff.md", "html": "diff.html"}


@click.command(name="diff")
@click.argument("base", required=False)
@click.argument("head", required=False)
@click.option("--format", "style", type=click.Choice(list(_FILES)), default="text", show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the result to this folder; Markdown and JSON then have pictures, as files next to them.",
)
@click.option(
    "--simulate", "games", type=click.IntRange(2, 100_000), metavar="N", help="Play N games with both decks as well."
)
@pack_option
@home_options
def command(
    base: str | None,
    head: str | None,
    style: str,
    out: Path | None,
    games: int | None,
    packs: tuple[Path, ...],
    home: Home,
) -> None:
    """Compare two revisions of the cards: texts, faces, counts, problems, scenarios, rulebook.

    BASE and HEAD are git revisions, or folders with their own cards/. Without HEAD, BASE is compared with the files as
    they are now; without BASE, HEAD of git is. main...topic is the point where topic left main, main..topic compares
    the two. Only cards that changed are drawn. Files of a revision are read from git's objects: nothing is checked out,
    and no code, hook or filter runs. Problems are listed only if they appeared or went away. Exit code 1: something
    could not be compared; it is named.

    \b
    Examples:
      cloudy-pnp diff
      cloudy-pnp diff HEAD~3 --format html --out review
      cloudy-pnp diff main...topic topic --format markdown
      cloudy-pnp diff ../old-deck . --simulate 2000
    """
    from cloudy_pnp.diff.compare import compare
    from cloudy_pnp.diff.formats import json_format, markdown_format, picture_files, text_format

    with (
        ExitStack() as stack,
        Line() as line,
        budget.run(budget.Budget(clock=budget.clock("seconds", 4))),
        budget.memory(budget.limit("megabytes")),
    ):
        line.say("comparing")
        try:
            diff = compare(home.root, home.game.id, base, head, packs, games=games or 0)
        except budget.OverTime:
            raise UserError(f"{budget.over('seconds')}; {budget.raising('seconds')}") from None
        except MemoryError:
            raise UserError(f"{budget.over('megabytes')}; {budget.raising('megabytes')}") from None
        stack.callback(diff.close)
        pictures: dict[tuple[int, int, str], str] = {}
        if out is not None and style in ("markdown", "json"):
            for key, name, content in picture_files(diff):
                write_atomic(out / name, content, lasting=False)
                pictures[key] = name
        if style == "html":
            from cloudy_pnp.diff.page import html_format

            text = html_format(diff)
        elif style == "json":
            text = json_format(diff, pictures)
        else:
            text = markdown_format(diff, pictures) if style == "markdown" else text_format(diff)
    if out is None:
        (echo_data if style == "json" else echo)(text, nl=False)
    else:
        write_atomic(out / _FILES[style], text.encode())
        echo(escaped(display_path(out / _FILES[style])))
    for note in diff.notes if out or style != "text" else ():
        echo(escaped(f"cloudy-pnp: not compared: {note}"), err=True)
    click.get_current_context().exit(1 if diff.notes else 0)
