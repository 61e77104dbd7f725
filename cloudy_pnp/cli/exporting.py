"""The options of an export, which `build --only TARGET` has too; and how a build or an export runs and reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import selected_game
from cloudy_pnp.cli.printing import warn
from cloudy_pnp.cli.progress import Line
from cloudy_pnp.cli.reporters import hidden_problems, text, untranslated_texts
from cloudy_pnp.core.files import in_words
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.export.pictures.options import ExportOptions
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.games.contract import BuildOption
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.layers import pack_layer
from cloudy_pnp.workspace.load import load_base
from cloudy_pnp.workspace.packs import ids_of

if TYPE_CHECKING:
    from cloudy_pnp.export.plan import BuildResult

Command = Callable[..., Any]
_PICTURES = (".svg", ".png", ".jpg", ".webp")
OPTIONS = "options"  # the key of the values of the game's own options

# What `build` and `export` are both asked for.
lang_option = click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="LANG",
    shell_complete=completion.languages,
    help="Only this language, or a pair for cards in two (de+fr); may be repeated.",
)
format_option = click.option(
    "--format",
    "card_format",
    metavar="NAME|WxH",
    shell_complete=completion.formats,
    help="Card format: bridge, poker, tcg, … or 60x90 (mm).",
)
card_option = click.option(
    "--card",
    "cards",
    multiple=True,
    metavar="ID",
    shell_complete=completion.cards,
    help="Only this card (and sheets that contain it); may be repeated.",
)
out_option = click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Output folder [default: output/]."
)
strict_option = click.option(
    "--strict", is_flag=True, help="A text that is not translated is an error, not printed in the source language."
)
merged_option = click.option(
    "--merged", is_flag=True, help="With --pack: the whole deck with the packs, not only their cards."
)


class GameOptions(click.Command):
    """A command with the options that the selected game adds; their values are `context.meta[OPTIONS]`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Select the game first: the options depend on it."""
        ctx.meta["game"] = selected_game(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, then those of the game."""
        game = ctx.meta.get("game") or selected_game(())
        *params, help_option = super().get_params(ctx)
        return [*params, *map(_game_option, game.options), help_option]


def _game_option(option: BuildOption) -> click.Option:
    def keep(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
        context.meta.setdefault(OPTIONS, {}).update({} if value is None else {option.name: value})

    complete = completion.ids_of(option.kind)
    return click.Option(
        [f"--{option.name}"], metavar="ID", help=option.help, shell_complete=complete, expose_value=False, callback=keep
    )


def export_options(command: Command) -> Command:
    """Add `--dpi`, `--images-at`, `--service` and `--marks`: together the command's `export`."""

    @wraps(command)
    def with_export(*args: Any, **given: Any) -> Any:
        values = {name: given.pop(name) for name in ("dpi", "images_at", "marks")}
        services = tuple(dict.fromkeys(given.pop("services")))
        return command(*args, export=ExportOptions(**values, services=services), **given)

    options = (
        click.option("--dpi", type=int, metavar="N", help="Resolution of pictures [default: depends on the target]."),
        click.option(
            "--images-at",
            default="",
            metavar="URL",
            help="Web address of the pictures [default: local files, for your own use].",
        ),
        click.option(
            "--service",
            "services",
            multiple=True,
            metavar="NAME",
            shell_complete=completion.services,
            help="Print service, for the target service; may be repeated.",
        ),
        click.option(
            "--marks",
            type=click.IntRange(3, 4),
            default=3,
            show_default=True,
            help="Registration marks for the target silhouette; 4 is for the Cameo 5 Alpha.",
        ),
    )
    decorated: Command = with_export
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


def run(
    context: click.Context,
    home: Home,
    request: BuildRequest,
    out: Path | None,
    packs: tuple[Path, ...],
    merged: bool,
    strict: bool = False,
) -> None:
    """Build the requested output of the game and of each pack next to it, report what was written, and exit."""
    request = replace(request, options=context.meta.get(OPTIONS, {}))
    packs = tuple(home.packs) if merged and not packs and home.is_own else packs
    if merged and not packs:
        raise UserError("--merged needs a pack: name one with --pack")
    code, readings = 0, Readings()
    for some in _wanted(home, packs, request, Files(readings=readings)):
        try:
            with Line() as line:
                line.say("checking the cards")
                listener = line if line.shown else None
                result, report = api.build(
                    home.root, request, home.game.id, out, listener, some, merged, strict, readings
                )
        except KeyboardInterrupt:
            where = display_path(home.output(out))
            echo(f"cloudy-pnp: stopped; {where} is complete, as the last finished build left it", err=True)
            context.exit(130)
        except OSError as error:  # writing to a full disk names no file
            if error.filename is not None:
                raise
            raise UserError(f"cannot write to {display_path(home.output(out))}: {in_words(error)}") from error
        if report.exit_code:
            echo(text(report), nl=False, err=True)
            code = report.exit_code
        elif not (result.artifacts or result.current):
            kinds = f" for {' and '.join(request.only)}" if request.only else ""
            echo(escaped(f"{display_path(result.folder)}: the game has nothing to build{kinds}"))
        else:
            warn(report.problems)
            warn_of_languages(report)
            _tell(result)
    context.exit(code)


def warn_of_languages(report: api.Report) -> None:
    """Print how many texts are not translated, and how many problems other languages have."""
    if line := untranslated_texts(report):
        echo(f"cloudy-pnp: {line}", err=True)
    if line := hidden_problems(report):
        echo(f"cloudy-pnp: {line}; `cloudy-pnp check` lists them", err=True)


def _wanted(home: Home, packs: tuple[Path, ...], request: BuildRequest, files: Files) -> list[tuple[Path, ...]]:
    """Return what to print: the given packs; otherwise the game, if it is here, and each pack next to it."""
    if packs:
        return [packs]
    beside = [(folder,) for folder in home.packs if home.is_own]
    if home.is_own and not home.cards.is_dir():
        return list(beside)
    wanted = {*request.cards, *request.quantity}
    if not beside or request.changed or set(request.only) == {"rulebook"}:
        return [()]
    base = load_base(home, files)
    ids = {
        folders: {name for folder in folders for name in ids_of(pack_layer(base, folder).entries)} for folders in beside
    }
    if not wanted:
        return [(), *(folders for folders in beside if ids[folders])]
    own = {*ids_of(base.entries)}
    return [folders for folders in beside if wanted <= own | ids[folders] and not wanted <= own] or [()]


def _tell(result: BuildResult) -> None:
    folder = result.folder
    counted: dict[str, list[str]] = {}  # folder: the endings of what is in it
    for artifact in result.artifacts:
        path = PurePosixPath(artifact.path)
        if path.suffix == ".pdf":
            echo(escaped(f"{display_path(folder / artifact.path)}: {artifact.pages} page{'s' * (artifact.pages != 1)}"))
        elif len(path.parts) <= 2:  # in the folder of its language
            echo(escaped(display_path(folder / artifact.path)))
        else:
            place = "" if path.parts[1] == "svg" else "/".join(path.parts[:2])
            counted.setdefault(place, []).append(path.suffix)
    for place, endings in counted.items():
        pictures = len(set(endings)) == 1 and endings[0] in _PICTURES
        noun = f"{endings[0][1:].upper()} picture" if pictures else "file"
        echo(escaped(f"{display_path(folder / place)}: {len(endings)} {noun}{'s' * (len(endings) != 1)}"))
    if not result.artifacts:
        echo(_up_to_date(folder), nl=False)


def _up_to_date(folder: Path) -> str:
    return escaped(f"{display_path(folder)}: everything is up to date") + "\n"
