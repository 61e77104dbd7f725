"""Options that every command has."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import fields

from cloudy_pnp.cli import completion
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.game import registry
from cloudy_pnp.game.contract import Flag, Game
from cloudy_pnp.workspace.home import PACK_FILE, PACKS, Home, find_root, home_of, infer_game, is_root, misnamed
from cloudy_pnp.workspace.packs import find_pack

Command = Callable[..., Any]


class Opt(NamedTuple):
    """The option of a field: its flags, if not named like the field, and the other settings of click."""

    flags: tuple[str, ...]
    settings: dict[str, Any]


def opt(help: str, *flags: str, **settings: Any) -> Opt:
    """Describe the option of a field, as its annotation."""
    return Opt(flags, {"help": help, **settings})


def options_of(kind: type[Struct]) -> Callable[[Command], Command]:
    """Add an option for every field of a Struct, which together are the command's `asked`.

    A field that is false is a flag, and one with an empty tuple may be repeated.
    """
    hints = get_type_hints(kind, include_extras=True)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_fields(*args: Any, **given: Any) -> Any:
            asked = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
            return command(*args, asked=asked, **given)

        decorated: Command = with_fields
        for field in reversed(fields(kind)):
            flags, settings = hints[field.name].__metadata__[0]
            usual = {"is_flag": field.default is False, "multiple": field.default == (), "default": field.default}
            names = flags or (f"--{field.name.replace('_', '-')}",)
            plain = {name: value for name, value in usual.items() if value not in (None, False, ())}
            decorated = click.option(*names, field.name, **plain, **settings)(decorated)
        return decorated

    return decorate


def home_options(command: Command) -> Command:
    """Add `--game ID` and `--root DIR`, which together are the command's `home`."""

    @wraps(command)
    def with_home(*args: Any, game_id: str | None, root: Path, **given: Any) -> Any:
        home = _home(game_id, root)
        if "packs" in given:
            given["packs"] = tuple(find_pack(name, root, home.shipped) for name in given["packs"])
        return command(*args, home=home, **given)

    return _game_and_root(with_home, f"the one in the root; {registry.DEFAULT} among several")


def games_options(command: Command) -> Command:
    """Add `--game ID` and `--root DIR` to a command that covers every game of the root; it also needs `pack_option`."""

    @wraps(command)
    def with_games(*args: Any, game_id: str | None, root: Path, packs: tuple[str, ...], **given: Any) -> Any:
        folders: tuple[Path, ...] = ()
        if game_id is not None or packs:
            home = _home(game_id, root)
            folders = tuple(find_pack(name, root, home.shipped) for name in packs)
            root = home.root
        return command(*args, game_id=game_id, root=root, packs=folders, **given)

    return _game_and_root(with_games, "every game of the root")


class CommandForGame(click.Command):
    """A command with options that depend on the selected game: they are listed in --help like any other."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Select the game first: the options depend on it."""
        ctx.meta["game"] = selected_game(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, then those of the game."""
        *params, help_option = super().get_params(ctx)
        return [*params, *self.options_of(ctx.meta.get("game") or selected_game(())), help_option]

    def options_of(self, game: Game[Any]) -> Sequence[click.Option]:
        """Return the options that a game adds."""
        raise NotImplementedError


def _home(game_id: str | None, root: Path) -> Home:
    """Return the home of a game; without `--root`, a game that the folder doesn't have is the shipped one."""
    is_given = click.get_current_context().get_parameter_source("root") is ParameterSource.COMMANDLINE
    return home_of(game_id, root, or_shipped=not is_given)


def _game_and_root(command: Command, default: str) -> Command:
    decorated: Command = click.option(
        "--root",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=_root,
        is_eager=True,  # other options are looked up in it
        help="The folder with cards/ or packs/ [default: searched in the parent folders; else the shipped data].",
    )(command)
    return click.option(
        "--game",
        "game_id",
        metavar="ID",
        shell_complete=completion.games,
        help=f"Which game [default: {default}].",
    )(decorated)


def pack_option(command: Command) -> Command:
    """Add `--pack NAME|DIR`, a tuple `packs` of folders, to a command that has the options of a home too."""
    return click.option(
        "--pack",
        "packs",
        multiple=True,
        metavar="NAME|DIR",
        shell_complete=completion.packs,
        help="Include this pack: a folder, or a name under packs/; may be repeated.",
    )(command)


def languages_option(help: str) -> Command:
    """Return `--lang LANG`, a tuple `languages` without twins."""
    return many_option("--lang", "languages", "LANG", help, shell_complete=completion.languages)


def many_option(flag: str, name: str, metavar: str, help: str, **more: Any) -> Command:
    """Return an option that may be repeated: a tuple without twins."""
    return click.option(flag, name, multiple=True, metavar=metavar, help=help, callback=without_twins, **more)


def without_twins(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Return the values of a repeated option, each once."""
    return tuple(dict.fromkeys(values))


def flag_option(flag: Flag) -> Command:
    """Return an option that a game adds to a command of its own."""
    return click.option(
        f"--{flag.name}", flag_parameter(flag.name), metavar=flag.metavar, multiple=flag.many, help=flag.help
    )


def flag_parameter(name: str) -> str:
    """Return a flag as a Python name: --with is a keyword."""
    return f"flag_{name.replace('-', '_')}"


def pack_folder(pack: str, home: Home) -> Path:
    """Return the folder of a pack that need not exist yet: a path, or a name under packs/."""
    if not pack:
        raise UserError("--pack is empty: pass a folder, or a name under packs/")
    plain = Path(pack).name == pack and pack not in (".", "..") and not Path(pack).is_dir()
    return home.new_pack.parent / pack if plain else Path(pack)


def selected_game(args: Sequence[str]) -> Game[Any]:
    """Return the game that a call is about, before its options are parsed: commands and options depend on it."""
    game_id, root = _value(args, "--game"), _value(args, "--root")
    place = Path(root) if root else find_root(Path.cwd())
    if game_id is not None:
        return registry.find_game(game_id, place)
    try:
        return registry.find_game(infer_game(place), place)
    except (UserError, OSError):  # said when the command itself looks for its game
        return registry.find_game(registry.DEFAULT)


def _value(args: Sequence[str], option: str) -> str | None:
    """Return the last value of an option in the arguments."""
    value = None
    for number, word in enumerate(args):
        if word == "--":
            break
        if word == option and number + 1 < len(args):
            value = args[number + 1]
        elif word.startswith(f"{option}="):
            value = word.removeprefix(f"{option}=")
    return value


def _root(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path:
    if value is None:
        root = find_root(Path.cwd())
        if root == shipped_root() and (name := misnamed(Path.cwd())):
            if name == PACKS:
                raise UserError(f"no folder in {name} is a pack: a pack has a file {PACK_FILE}, which `new` would make")
            raise UserError(
                f"the folder {name} is not read: card data belongs in cards/<game>/, packs in packs/<pack>/"
            )
        return root
    if not is_root(value):
        raise UserError(f"there is no folder cards in {value}")
    return value


def pack_advice(home: Home, packs: Sequence[Path], *messages: str) -> str:
    """Return the advice, if something that the messages quote is in a pack; otherwise an empty text."""
    from cloudy_pnp.workspace.load import load

    names = {name for message in messages for name in re.findall(r'"([^"]*)"', message)}
    for folder in home.packs if names and home.is_own and not packs else ():
        if any(names & set(pack.ids) for pack in load(home, [folder]).packs):
            return f"It is in a pack: add --pack {folder.name}"
    return ""
