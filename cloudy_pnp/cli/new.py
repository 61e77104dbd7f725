"""`cloudy-pnp new`: start a card from flags, a sentence or a template; it passes `check` before it is written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import flag_option, flag_parameter, home_options, pack_folder, selected_game
from cloudy_pnp.cli.reporters import problem_text
from cloudy_pnp.cli.show import card_lines, preview_folder, write_previews
from cloudy_pnp.core.problems import UserError, escaped, suggest
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import SourceFile, read_source
from cloudy_pnp.data.tables.columns import slug
from cloudy_pnp.game.contract import Answers, Game, Maker, Unclear
from cloudy_pnp.workspace import starting as drafting
from cloudy_pnp.workspace.home import PACK_FILE, Home
from cloudy_pnp.workspace.load import load
from cloudy_pnp.workspace.loaded import sound_part


class _Makers(click.Group):
    """A command for every sort of card that the game can start."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Select the game first: its kinds of cards are commands."""
        ctx.meta["game"] = selected_game(args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._makers(ctx))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        makers = self._makers(ctx)
        return _command(cmd_name, makers[cmd_name]) if cmd_name in makers else None

    def _makers(self, ctx: click.Context) -> Mapping[str, Maker]:
        game: Game[Any] = ctx.meta.get("game") or selected_game(())
        return game.need(game.authoring, "has no cards that can be started with `new`").makers

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            raise click.UsageError(f'"{args[0]}" is not something `new` can start; {suggest(args[0], known)}')
        return super().resolve_command(ctx, args)


@click.command(name="new", cls=_Makers, no_args_is_help=False)
def command() -> None:
    """Start a new card from options, from a sentence, or without both from a commented template.

    The card goes into a pack (packs/my-pack, created if it does not exist) as a commented file that passes check.
    Exit code: 0 written, 1 the card would not pass and nothing is written, 2 incorrect usage. Each of the commands
    below takes --game, --root and --pack.

    \b
    Examples:
      cloudy-pnp new spell "Second Thought"
      cloudy-pnp new spell "Sky Hook" --text "Draw three cards, play one and discard the others."
      cloudy-pnp new vine "Long Ladder" --vines "n-s, e" --count 2
    """


def _command(name: str, maker: Maker) -> click.Command:
    """Return the command that starts a card."""

    def run(**given: Any) -> None:
        flags = {flag.name: given.pop(flag_parameter(flag.name)) for flag in maker.flags}
        answers = {key: value if isinstance(value, tuple) else (value,) for key, value in flags.items() if value}
        click.get_current_context().exit(_start(name, answers, **given))

    decorated: Callable[..., Any] = run
    for flag in reversed(maker.flags):
        decorated = flag_option(flag)(decorated)
    for decorate in reversed(_OPTIONS):
        decorated = decorate(decorated)
    help_text = f"{maker.help}\n\n\b\nExample:\n  cloudy-pnp {maker.example}"
    return click.command(name=name, help=help_text)(home_options(decorated))


_OPTIONS = (
    click.argument("title", metavar="NAME"),
    click.option("--id", "card_id", metavar="ID", help="Id of the card [default: derived from the name]."),
    click.option(
        "--name", "names", multiple=True, metavar="LANG=NAME", help="Name of the card in one language; may be repeated."
    ),
    click.option("--pack", metavar="NAME|DIR", help="The pack to put it into [default: packs/my-pack]."),
    click.option("--yes", is_flag=True, help="Do not ask which reading of --text is meant."),
    click.option("--open", "look", is_flag=True, help="Open the picture."),
    click.option(
        "--out", type=click.Path(path_type=Path), metavar="DIR", help="Output folder of pictures [default: output/]."
    ),
)


def _start(
    sort: str,
    answers: Answers,
    *,
    title: str,
    card_id: str | None,
    names: tuple[str, ...],
    pack: str | None,
    yes: bool,
    look: bool,
    out: Path | None,
    home: Home,
) -> int:
    makers = home.game.need(home.game.authoring, "has no cards that can be started with `new`").makers
    if sort not in makers:
        raise UserError(f"{home.game.id} has no {sort}; {suggest(sort, makers)}")
    maker, folder = makers[sort], home.new_pack if pack is None else pack_folder(pack, home)
    loaded = load(home, [folder] if (folder / PACK_FILE).is_file() else [])
    known = loaded.languages
    if not known:
        raise UserError(f"the languages of {home.game.id} cannot be read: fix what `cloudy-pnp check` reports first")
    name = card_id or slug(title)
    if not drafting.is_id(name):
        raise UserError(
            f'"{name or title}" cannot be turned into an id: pass --id with a-z, 0-9 and single "-" in between'
        )
    drafting.look_for_room(folder, maker.kind, name)
    given = dict.fromkeys(answers.get("lang", ()), title) | dict(map(_name, names))
    for lang in given:
        if lang not in known:
            raise UserError(f'"{lang}" is not a language of the game; {suggest(lang, known)}')

    try:
        comments: Sequence[str] = ()
        if not answers.keys() - {"lang"}:
            answers, comments = maker.template()
        if maker.read:
            data = sound_part(loaded).data
            answers, lines = maker.read(answers, _choose if sys.stdin.isatty() and not yes else None, data)
            echo("".join(f"{escaped(line)}\n" for line in lines), nl=False)
        entry: dict[str, Any] = {"id": name}
        if maker.named:
            entry["name"] = _names(title, given, known)
        entry |= maker.make(answers)
        if isinstance(entry.get("text"), str):  # in one language so far
            entry["text"] = {known[0]: entry["text"]}
        comments = [*_comments(maker, entry, given, known), *comments]
        draft = drafting.draft(home, folder, maker.kind, entry, comments, known)
    except Unclear as unclear:
        echo("".join(f"{escaped(line)}\n" for line in unclear.lines), nl=False, err=True)
        echo("nothing has been written", err=True)
        return 1
    if not draft.sound:
        _complain(draft)
        return 1
    _show(draft, name, known, preview_folder(home, out), home, look)
    return 0


def _choose(question: str, options: Sequence[str], default: int) -> int:
    """Ask which of several options is meant; numbers count from 0."""
    echo(escaped(question))
    for number, words in enumerate(options, 1):
        echo(escaped(f"  {number:>2} {words}"))
    return int(click.prompt("Number", type=click.IntRange(1, len(options)), default=default + 1)) - 1


def _complain(draft: drafting.Draft) -> None:
    """Report the problems with the lines of the unwritten file, or of the existing pack.yaml."""
    sources = {display_path(draft.pack / name): SourceFile(name, original=text) for name, text in draft.files.items()}
    for problem in draft.problems:
        source = sources.get(problem.file) or read_source(Path(problem.file), problem.file)
        echo(problem_text(problem, source), nl=False, err=True)
    echo("nothing has been written: fix the problems and try again", err=True)


def _show(draft: drafting.Draft, name: str, known: Sequence[str], folder: Path, home: Home, look: bool) -> None:
    from cloudy_pnp.workspace.inspect import show  # drawing is slow to import

    path = draft.write()
    for card in show(home, [name], [draft.pack], known[:1]):
        for line in card_lines(card):
            echo(line)
        for problem in card.problems:
            echo(problem_text(problem, card.source), nl=False)
        pictures = write_previews(card, folder, [".svg", ".png"])
        echo("".join(f"picture: {escaped(display_path(picture))}\n" for picture in pictures), nl=False)
        if look and pictures:
            click.launch(str(pictures[-1]))
    echo(escaped(f"written: {display_path(path)}"))
    echo(escaped(f"to print it: cloudy-pnp build --pack {display_path(draft.pack)}"))


def _name(text: str) -> tuple[str, str]:
    lang, equals, name = text.partition("=")
    if not equals or not lang or not name:
        raise UserError(f'--name "{text}" is not a language and a name, such as de=Wirbelwind')
    return lang, name


def _names(title: str, given: Mapping[str, str], known: Sequence[str]) -> dict[str, str]:
    """Return the name in the source language and in those that it is given in; the rest is not translated yet.

    A card needs a name in the source language: where there is none yet, the one that was typed stands in for it.
    """
    names = {known[0]: given.get(known[0], title), **given}
    return {lang: names[lang] for lang in known if names.get(lang)}


def _comments(maker: Maker, entry: Mapping[str, Any], given: Mapping[str, str], known: Sequence[str]) -> list[str]:
    texts = [entry[part] for part in ("name", "text") if isinstance(entry.get(part), Mapping)]
    missing = [lang for lang in known if any(lang not in text for text in texts)]
    if maker.named and given and known[0] not in given and entry["name"].get(known[0]) in given.values():
        missing.insert(0, known[0])
    translate = [f"Not translated yet: {', '.join(missing)}."] if missing else []
    return [maker.comment, *translate, "cloudy-pnp check reports problems; cloudy-pnp show prints the card's texts."]
