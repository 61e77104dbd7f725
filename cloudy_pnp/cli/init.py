"""`cloudy-pnp init`: start a project, ready to edit."""

from __future__ import annotations

from pathlib import Path

import click

from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.game import registry
from cloudy_pnp.workspace.home import CARDS, PACKS, Home, find_root, home_of, is_own_root
from cloudy_pnp.workspace.load import load
from cloudy_pnp.workspace.starting import Project, copied_game, empty_game, new_pack, write_project


@click.command(name="init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".", metavar="[FOLDER]")
@click.option(
    "--from", "source", metavar="GAME", help=f"Start from a copy of this game [default: {registry.DEFAULT}].",
    shell_complete=completion.games,
)  # fmt: skip
@click.option(
    "--pack", "only_pack", is_flag=True, help="Start a pack instead: cards added to a game, with two examples."
)
@click.option("--empty", is_flag=True, help="Start a new game from a card table and a layout; no programming.")
@click.option("--game", "game_id", metavar="ID", help="The game the pack is for; same as --from.")
@click.option(
    "--root", type=click.Path(path_type=Path), metavar="DIR", help="Copy from this folder instead of the shipped data."
)
def command(
    folder: Path, source: str | None, only_pack: bool, empty: bool, game_id: str | None, root: Path | None
) -> None:
    """Start your own project in FOLDER (default: the current one).

    It is a copy of a game to change, a pack for it, or a new game made from a table. Inside a project with its own
    cards, --pack starts a pack for its game, in packs/.

    Includes the schemas for your editor, a CI workflow, a pre-commit file and a .gitignore. No file is ever
    overwritten. Afterwards check, watch and build work there. Exit code: 0 done, 2 incorrect usage.

    \b
    Examples:
      cloudy-pnp init my-kingdom
      cloudy-pnp init my-kingdom --from cloudy-kingdom
      cloudy-pnp init my-spells --pack
      cloudy-pnp init my-game --empty
    """
    if empty:
        if only_pack or source or game_id or root:
            raise UserError("--empty starts from scratch: omit --pack, --from and --root")
        project = empty_game(folder.resolve().name)
        write_project(folder, project)
        _tell(folder, project, "a new game")
        return
    here = find_root(Path.cwd())
    if only_pack and not (source or game_id or root) and (here / CARDS).is_dir() and is_own_root(here):
        home = home_of(root=here)
        files = new_pack(home, folder.resolve().name, load(home).own_languages)
        own = {path: content for path, content in files.items() if path.startswith(f"{PACKS}/")}
        write_project(here, own)
        pack = (here / min(own)).parent
        echo(f"{escaped(display_path(pack))}: a pack for {home.game.id}, the game of this project")
        echo(f"next: cloudy-pnp new, with --pack {pack.name}, adds cards to it")
        return
    game = registry.find_game(source or game_id or registry.DEFAULT, root)
    home = Home(root, game) if root else home_of(game.id)
    if not home.cards.is_dir():
        raise UserError(f"there is no folder {display_path(home.cards)} to copy")
    project = new_pack(home, folder.resolve().name, load(home).own_languages) if only_pack else copied_game(home)
    write_project(folder, project)
    _tell(folder, project, f"{'a pack for' if only_pack else 'a copy of'} {home.game.id} to customize")


def _tell(folder: Path, project: Project, what: str) -> None:
    folders = dict.fromkeys(f"{name.split('/')[0]}/" for name in project if "/" in name and not name.startswith("."))
    echo(f"{escaped(display_path(folder))}: {what} ({', '.join(folders)})")
    inside = "" if folder.resolve() == Path.cwd().resolve() else f"cd {display_path(folder)} && "
    echo(f"next: {inside}cloudy-pnp check, then cloudy-pnp watch --open")
