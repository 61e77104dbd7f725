"""`cloudy-pnp build` and `export`: what they are asked for, how they run, and what they report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial, wraps
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import Line, echo
from cloudy_pnp.cli.options import CommandForGame, home_options, languages_option, many_option, pack_option
from cloudy_pnp.cli.reporters import hidden_problems, text, untranslated_texts
from cloudy_pnp.core.files import in_words
from cloudy_pnp.core.problems import Problem, Severity, UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.draw.inks import Inks, Standard
from cloudy_pnp.export import paper, request
from cloudy_pnp.export.exporter import exporter_names, target_helps, target_names
from cloudy_pnp.game.contract import BuildOption, Game
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import Loaded, load_base, pack_layer
from cloudy_pnp.workspace.packs import ids_of

if TYPE_CHECKING:
    from cloudy_pnp.export.plan import BuildResult

Command = Callable[..., Any]
_PICTURES = (".svg", ".png", ".jpg", ".webp")
OPTIONS = "options"  # the key of the values of the game's own options
MOST_SHIFT = 50  # mm


class GameOptions(CommandForGame):
    """A command with the options that the selected game adds; their values are `context.meta[OPTIONS]`."""

    def options_of(self, game: Game[Any]) -> list[click.Option]:
        """Return the options that choose among the game's variants."""
        return list(map(_game_option, game.options))


class _WithTargets(GameOptions):
    """The same, with a list of the targets in --help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Targets"):
            formatter.write_dl(list(target_helps().items()))
        super().format_options(ctx, formatter)


def _game_option(option: BuildOption) -> click.Option:
    def keep(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
        context.meta.setdefault(OPTIONS, {}).update({} if value is None else {option.name: value})

    complete = completion.ids_of(option.kind)
    return click.Option(
        [f"--{option.name}"], metavar="ID", help=option.help, shell_complete=complete, expose_value=False, callback=keep
    )


def _read(make: Callable[[Any], object]) -> Callable[..., object]:
    """Return the callback of an option that converts its value."""
    return lambda _context, _option, value: make(value)


def _shift(value: str | None) -> tuple[float, float]:
    try:
        across, down = (float(part) for part in (value or "0,0").split(","))
        if max(abs(across), abs(down)) <= MOST_SHIFT:  # not where one is no number
            return across, down
    except ValueError:
        pass
    raise UserError(f'--shift-back "{value}" is not two numbers of mm up to {MOST_SHIFT}, such as 0.5,-1')


def _quantity(value: str) -> tuple[str, int]:
    card, _, number = value.partition("=")
    if not card or not (number.isascii() and number.isdigit() and len(number) <= 4):
        raise UserError(f'--quantity "{value}" is not a card and a number, such as stem=2')
    return card, int(number)


def _length(flag: str, most: float, help: str) -> Command:
    return click.option(flag, type=click.FloatRange(0, most), metavar="MM", help=help)


# One option for each field of a request, or of its print and export options: they have the field's name.
_LANG = languages_option("Only this language, or a pair for cards in two (de+fr); may be repeated.")
_FORMAT = click.option(
    "--format",
    "card_format",
    metavar="NAME|WxH",
    shell_complete=completion.formats,
    help="Card format: bridge, poker, tcg, … or 60x90 (mm).",
)
_CARD = many_option(
    "--card",
    "cards",
    "ID",
    "Only this card (and sheets that contain it); may be repeated.",
    shell_complete=completion.cards,
)
_PICTURE_OPTIONS = (
    click.option("--dpi", type=int, metavar="N", help="Resolution of pictures [default: depends on the target]."),
    click.option(
        "--images-at",
        default="",
        metavar="URL",
        help="Web address of the pictures [default: local files, for your own use].",
    ),
    many_option(
        "--service",
        "services",
        "NAME",
        "Print service, for the target service; may be repeated.",
        shell_complete=completion.services,
    ),
    click.option(
        "--marks",
        type=click.IntRange(3, 4),
        default=3,
        show_default=True,
        help="Registration marks for the target silhouette; 4 is for the Cameo 5 Alpha.",
    ),
)
_BUILD_OPTIONS = (
    _LANG,
    many_option(
        "--only",
        "only",
        "KIND",
        f"Only this kind of output: {', '.join(exporter_names())}, or a target of `export`; may be repeated.",
        type=click.Choice((*exporter_names(), *target_names())),
    ),
    many_option(
        "--sheet",
        "sheets",
        "NAME",
        f"Which sheets [default: {', '.join(request.DEFAULT_SHEETS)}].",
        default=request.DEFAULT_SHEETS,
        shell_complete=completion.sheets,
    ),
    _FORMAT,
    click.option(
        "--paper",
        metavar="NAME|WxH",
        shell_complete=completion.papers,
        help="Paper for sheets and booklet: a4, letter, a3 or 200x300 (mm).",
    ),
    click.option(
        "--flip",
        type=click.Choice([flip.value for flip in paper.Flip]),
        callback=_read(lambda value: paper.Flip(value) if value else None),
        help="The edge a duplex printer flips on.",
    ),
    click.option(
        "--shift-back",
        metavar="X,Y",
        callback=_read(_shift),
        help="Shift the backs by this many mm (see calibration.pdf).",
    ),
    click.option("--ink-saving", is_flag=True, help="Draw outlines only, without fills."),
    click.option("--box", type=click.Choice(["paper", "bought", "glued"]), help="Make the box for cards of this kind."),
    click.option("--sleeves", is_flag=True, help="Make the box for cards in sleeves."),
    click.option(
        "--cmyk",
        "inks",
        is_flag=True,
        callback=_read(lambda value: Inks.CMYK if value else Inks.RGB),
        help="Print colours (CMYK) instead of RGB, as PDF/X-4.",
    ),
    _length("--bleed", paper.MOST_BLEED, "Override the bleed."),
    _length("--gutter", paper.MOST_GUTTER, "Override the gutter between cards."),
    _length(
        "--corner",
        paper.MOST_CORNER,
        "Add a die line with this corner radius, on its own layer and spot colour (CutContour).",
    ),
    click.option("--borderless", is_flag=True, help="The printer can print to the edge of the paper."),
    click.option(
        "--pdfx",
        type=click.Choice([standard.value for standard in Standard]),
        callback=_read(lambda value: Standard(value) if value else None),
        help="Write CMYK colours as PDF/X-4, or as PDF/X-1a:2003 without transparency [default with --cmyk: 4].",
    ),
    click.option(
        "--ink-limit", "ink", type=click.FloatRange(180, 400), metavar="PERCENT", help="Total ink limit in percent."
    ),
    click.option("--printer", metavar="NAME", help="Correct for the offsets that calibrate measured on this printer."),
    *_PICTURE_OPTIONS,
    _CARD,
    click.option(
        "--quantity",
        multiple=True,
        metavar="ID=N",
        shell_complete=completion.quantities,
        callback=_read(lambda values: dict(map(_quantity, values))),
        help="Override the number of copies of a card.",
    ),
    click.option("--changed", is_flag=True, help="Only cards that have changed in appearance since the last build."),
    click.option(
        "--strict",
        is_flag=True,
        help="A text that is not translated is an error, not printed in the source language.",
    ),
)
_EXPORT_OPTIONS = (
    click.argument(
        "only",
        nargs=-1,
        required=True,
        type=click.Choice(target_names()),
        metavar="TARGET…",
        callback=_read(lambda names: tuple(dict.fromkeys(names))),
    ),
    _LANG,
    *_PICTURE_OPTIONS,
    _length("--bleed", paper.MOST_BLEED, "Bleed of the pictures."),
    _length("--corner", paper.MOST_CORNER, "Corner radius; 0 for square corners."),
    _FORMAT,
    click.option(
        "--paper",
        metavar="NAME|WxH",
        shell_complete=completion.papers,
        help="Paper for a cutting machine [default: a4].",
    ),
    _CARD,
)


def _asking(*options: Command) -> Callable[[Command], Command]:
    """Add options, which together are the command's `asked`, and those that say where to read and write."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_request(*args: Any, **given: Any) -> Any:
            def part(kind: type[Struct]) -> dict[str, Any]:
                return {name: given.pop(name) for name in kind.__struct_fields__ if name in given}

            printing = request.PrintOptions(**part(request.PrintOptions))
            export = request.ExportOptions(**part(request.ExportOptions))
            asked = request.BuildRequest(**part(request.BuildRequest), printing=printing, export=export)
            return command(*args, asked=asked, **given)

        out = click.option(
            "--out", type=click.Path(path_type=Path), metavar="DIR", help="Output folder [default: output/]."
        )
        merged = click.option(
            "--merged", is_flag=True, help="With --pack: the whole deck with the packs, not only their cards."
        )
        added: tuple[Command, ...] = (*options, out, merged, pack_option, home_options)
        decorated: Command = with_request
        for option in reversed(added):
            decorated = option(decorated)
        return decorated

    return decorate


@click.command(name="build", cls=GameOptions)
@_asking(*_BUILD_OPTIONS)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
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
    _run(context, **given)


@click.command(name="export", cls=_WithTargets)
@_asking(*_EXPORT_OPTIONS)
@click.pass_context
def export_command(context: click.Context, /, **given: Any) -> None:
    """Write the game for other programs, print services and cutting machines.

    The data is checked first; files that are up to date are not written again.
    Exit code: 0 done, 1 problems, 2 incorrect usage or unwritable output.

    \b
    Examples:
      cloudy-pnp export png --dpi 600 --bleed 3
      cloudy-pnp export tabletop-simulator --lang en --images-at https://example.org/my-game/
      cloudy-pnp export service --service makeplayingcards --format tcg
      cloudy-pnp export silhouette --paper letter
    """
    _run(context, **given)


def _run(
    context: click.Context,
    asked: request.BuildRequest,
    home: Home,
    out: Path | None,
    packs: tuple[Path, ...],
    merged: bool,
    strict: bool = False,
) -> None:
    """Build the requested output of the game and of each pack next to it, report what was written, and exit."""
    asked = replace(asked, options=context.meta.get(OPTIONS, {}))
    packs = tuple(home.packs) if merged and not packs and home.is_own else packs
    if merged and not packs:
        raise UserError("--merged needs a pack: name one with --pack")
    code, readings, lacking = 0, Readings(), dict.fromkeys(asked.only)
    load = cache(partial(load_base, home, Files(readings=readings)))  # once, and only for those who need it
    for some in _wanted(home, packs, asked, load):
        try:
            with Line() as line:
                line.say("checking the cards")
                listener = line if line.shown else None
                result, report = api.build(
                    home.root, asked, home.game.id, out, listener, some, merged, strict, readings
                )
        except KeyboardInterrupt:
            where = display_path(home.output(out))
            echo(f"cloudy-pnp: stopped; {where} is complete, as the last finished build left it", err=True)
            context.exit(130)
        except OSError as error:  # writing to a full disk names no file
            if error.filename is not None:
                raise
            raise UserError(f"cannot write to {display_path(home.output(out))}: {in_words(error)}") from error
        lacking = {kind: None for kind in lacking if kind not in result.kinds}
        if report.exit_code:
            echo(text(report), nl=False, err=True)
            code = report.exit_code
        elif not (result.artifacts or result.current or asked.only):
            echo(escaped(f"{display_path(result.folder)}: the game has nothing to build"))
        elif result.artifacts or result.current:
            warn(report.problems)
            warn_of_languages(report)
            _tell(result)
    if lacking and not code:
        raise UserError(f"the game has nothing to build for {' and '.join(lacking)}")
    if code == 0:
        _mention_variants(home, asked, load)
    context.exit(code)


def _mention_variants(home: Home, asked: request.BuildRequest, load: Callable[[], Loaded]) -> None:
    """Print a hint about a value of the game's own options that is named after a language asked for: its edition."""
    open_options = [option for option in home.game.options if option.name not in asked.options]
    for option in open_options if asked.languages else ():
        for entry in load().entries.of(option.kind):
            if entry.id in asked.languages:
                name = entry.data.get("name", {}).get(entry.id, entry.id)
                echo(escaped(f"hint: the box of {name} is another one: --{option.name} {entry.id}"), err=True)


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


def warn_of_languages(report: api.Report) -> None:
    """Print how many texts are not translated, and how many problems other languages have."""
    if line := untranslated_texts(report):
        echo(f"cloudy-pnp: {line}", err=True)
    if line := hidden_problems(report):
        echo(f"cloudy-pnp: {line}; `cloudy-pnp check` lists them", err=True)


def _wanted(
    home: Home, packs: tuple[Path, ...], asked: request.BuildRequest, load: Callable[[], Loaded]
) -> list[tuple[Path, ...]]:
    """Return what to print: the given packs; otherwise the game, if it is here, and each pack next to it."""
    if packs:
        return [packs]
    beside = [(folder,) for folder in home.packs if home.is_own]
    if home.is_own and not home.cards.is_dir():
        return list(beside)
    wanted = {*asked.cards, *asked.quantity}
    if not beside or asked.changed or set(asked.only) == {"rulebook"}:
        return [()]
    base = load()
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
        echo(escaped(f"{display_path(folder)}: everything is up to date"))
