"""The folders of one game, the user's and the shipped ones. No other module joins these paths."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp import __version__
from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import OWN_COPY
from cloudy_pnp.core.problems import UserError, value_at
from cloudy_pnp.core.shipped import CARDS as CARDS
from cloudy_pnp.core.shipped import OUTPUT as OUTPUT
from cloudy_pnp.core.shipped import PACK_FILE as PACK_FILE
from cloudy_pnp.core.shipped import PACKS as PACKS
from cloudy_pnp.core.shipped import SCHEMA as SCHEMA
from cloudy_pnp.core.shipped import TEMPLATES as TEMPLATES
from cloudy_pnp.core.shipped import find_root as find_root
from cloudy_pnp.core.shipped import is_installed, shared_pictures, shipped_root
from cloudy_pnp.core.shipped import is_root as is_root
from cloudy_pnp.data.files import LIMITS, below, display_path, is_within
from cloudy_pnp.data.source import read_source
from cloudy_pnp.game import registry
from cloudy_pnp.game.contract import Game, Scenario
from cloudy_pnp.i18n import habits
from cloudy_pnp.i18n.template import has_templates

CARD_ENDINGS = (".yaml", ".yml")
_ASSETS = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".ttf", ".otf", ".woff", ".woff2")
_GAME_CODE = (".py", ".schema.json")
STUDIO = "studio"  # the folder with texts of the studio
WORDING = "wording"  # the folder of wording tables, and their kind
TOOL_WORDS = (f"{TEMPLATES}/sheets/texts.yaml", f"{TEMPLATES}/rulebook/words.yaml")  # texts that all games share
_ONLINE = f"https://raw.githubusercontent.com/cloudy-pnp/cloudy-pnp/v{__version__}/{SCHEMA}"


class Home(Struct, frozen=True):
    """A game below a root of the user's."""

    root: Path
    game: Game[Any]

    # --- cards and packs ---

    @property
    def cards(self) -> Path:
        """The folder with the user's own card data; it may be missing where there are only packs."""
        return self.root / CARDS / self.game.id

    @property
    def shipped(self) -> Path:
        """Return the root of the game's own data: the folder that a package brings, or the tool's."""
        return self.game.shipped or shipped_root()

    @property
    def shipped_cards(self) -> Path:
        """The card data that comes with the game."""
        return self.shipped / CARDS / self.game.id

    @property
    def packs(self) -> list[Path]:
        """The packs of this game next to it, in order."""
        return [folder for folder in packs_in(self.root / PACKS) if self.is_mine(folder)]

    @property
    def has_packs(self) -> bool:
        """Return whether a pack in the root names this game."""
        return any(game_of_pack(folder) == self.game.id for folder in packs_in(self.packs_folder))

    @property
    def packs_folder(self) -> Path:
        """The folder with the packs next to the game."""
        return self.root / PACKS

    @property
    def new_pack(self) -> Path:
        """The folder for new cards: the pack of the current folder, or one next to the game."""
        return pack_of(Path()) or self.writable / PACKS / "my-pack"

    def is_mine(self, folder: Path) -> bool:
        """Check whether a pack is for this game; one that names no other known game has to be checked somewhere."""
        named = game_of_pack(folder)
        return named is None or named == self.game.id or not registry.is_known(named, self.root)

    def scenario_of(self, name: str) -> Scenario[Any] | None:
        """Return the kind of scenario in a file, by its name; None for card data."""
        return next((kind for kind in self.game.scenarios.values() if name.endswith(kind.endings)), None)

    def is_scenario(self, name: str) -> bool:
        """Check whether a file is a scenario, by its name."""
        return self.scenario_of(name) is not None

    @property
    def scenario_endings(self) -> tuple[str, ...]:
        """Return how the names of scenario files end."""
        return tuple(ending for kind in self.game.scenarios.values() for ending in kind.endings)

    @property
    def endings(self) -> tuple[str, ...]:
        """Return how the names of all data files end."""
        return (*CARD_ENDINGS, *self.scenario_endings)

    # --- schemas ---

    @property
    def schemas(self) -> tuple[Path, ...]:
        """The folders of schemas: the game's own, then the shared ones.

        Never below the user's root: a contributor of cards must not decide how they are checked.
        """
        return (self.shipped / SCHEMA / self.game.id, common_schemas())

    def schema_line(self, path: Path, kind: str) -> str:
        """Return the line that names the schema of a file for an editor; empty for a kind that game.yaml describes."""
        name = f"{kind}.schema.json"
        folders = (self.game.id, "common")
        near = [self.root / SCHEMA / folder / name for folder in folders]
        own = next((file for file in near if file.is_file() and is_within(path, self.root)), None)
        if own is not None:
            where = Path(os.path.relpath(own, path.parent)).as_posix()
        else:
            shipped = next((folder.name for folder in self.schemas if (folder / name).is_file()), "")
            if not shipped:
                return ""
            where = f"{_ONLINE}/{shipped}/{name}"
        return f"# yaml-language-server: $schema={where}"

    # --- templates ---

    @property
    def template_folders(self) -> tuple[Path, ...]:
        """The folders with sheets, papers and formats: what is shipped, then the user's own, which wins."""
        return tuple(dict.fromkeys((shipped_root() / TEMPLATES, self.shipped / TEMPLATES, self.root / TEMPLATES)))

    @property
    def layout_folders(self) -> tuple[Path, ...]:
        """Return the folders of layouts: those that come with the game, then the user's own, which win."""
        roots = dict.fromkeys((self.shipped, self.root))
        return tuple(root / TEMPLATES / self.game.id / "layouts" for root in roots)

    @property
    def shipped_art(self) -> Path:
        """The pictures that come with the game."""
        return self.shipped / TEMPLATES / self.game.id / "art"

    @property
    def own_art(self) -> Path:
        """The user's own pictures, which take the place of shipped ones of their name."""
        return self.root / TEMPLATES / self.game.id / "art"

    @property
    def shipped_wording(self) -> Path:
        """The wording tables that come with the game."""
        return self.shipped / TEMPLATES / self.game.id / WORDING

    @property
    def own_wording(self) -> Path:
        """The user's own wording tables: their rows take the place of shipped ones."""
        return self.root / TEMPLATES / self.game.id / WORDING

    @property
    def own_habits(self) -> Path:
        """The file with the habits of languages that the project adds or changes."""
        return self.root / TEMPLATES / habits.FILE

    @property
    def own_words(self) -> Path:
        """The folder of the words at a table; only shipped ones are read."""
        return self.root / TEMPLATES / self.game.id / "words"

    @property
    def picture_folders(self) -> tuple[Path, ...]:
        """The folders of pictures: next to the cards, next to the layouts, in packs, and shipped ones, shared last."""
        own = (self.cards, self.root / TEMPLATES / self.game.id)
        shipped = (self.shipped_cards, self.shipped / TEMPLATES / self.game.id)
        return tuple(dict.fromkeys((*own, *packs_in(self.packs_folder), *shipped, shared_pictures())))

    @property
    def own_studio(self) -> Path:
        """The user's own texts of the studio."""
        return self.root / TEMPLATES / self.game.id / STUDIO

    @property
    def studio_folders(self) -> tuple[Path, ...]:
        """Return the folders with texts of the studio: shared, the game's, of packs, the user's, which win."""
        shared, shipped = shipped_root() / TEMPLATES / STUDIO, self.shipped / TEMPLATES / self.game.id / STUDIO
        packs = (folder / STUDIO for folder in packs_in(self.packs_folder) if game_of_pack(folder) == self.game.id)
        return tuple(dict.fromkeys((shared, shipped, *packs, self.own_studio)))

    @property
    def own_book(self) -> Path:
        """The folder of the user's own rulebook."""
        return self.root / TEMPLATES / self.game.id / "rulebook"

    @property
    def has_own_book(self) -> bool:
        """Return whether a root has its own rulebook; if not, the shipped one is printed and not checked."""
        return has_templates(self.own_book)

    @property
    def book(self) -> Path:
        """The folder with the rulebook's templates: the user's own, or the shipped one."""
        return self.own_book if self.has_own_book else self.shipped_book

    @property
    def shipped_book(self) -> Path:
        """The rulebook that comes with the game."""
        return self.shipped / TEMPLATES / self.game.id / "rulebook"

    @property
    def pack_start(self) -> Path:
        """Cards that a new pack begins with."""
        return self.shipped / TEMPLATES / self.game.id / "pack"

    @property
    def book_styles(self) -> tuple[Path, ...]:
        """The folders with the layout, colours and fixed words of pages: the game's, then the shared ones."""
        roots = dict.fromkeys((self.root, self.shipped, shipped_root()))
        own = [root / TEMPLATES / self.game.id / "rulebook" for root in roots]
        return (*own, *(root / TEMPLATES / "rulebook" for root in roots))

    @property
    def shared_texts(self) -> Iterator[tuple[str, Path]]:
        """The files with texts that all games print next to cards and rules, and their names in records."""
        for name in TOOL_WORDS:
            yield name, self.root / name

    @property
    def watched(self) -> list[Path]:
        """The folders whose files a check reads."""
        return [folder for folder in (self.cards, self.root / TEMPLATES, self.root / PACKS) if folder.is_dir()]

    def owns(self, folder: Path) -> bool:
        """Check whether a folder is in the user's root, and not only among the shipped data."""
        return folder.is_relative_to(self.root)

    @property
    def own_folders(self) -> list[Path]:
        """Every folder of the root that is read or written; none of them may be a link that points outside it."""
        book = self.root / TEMPLATES / self.game.id / "rulebook"
        shared = (self.root / TEMPLATES / name for name in ("rulebook", "sheets"))
        own = (book, self.own_studio, self.own_wording, self.own_art)
        return [self.cards, self.root / PACKS, self.root / SCHEMA, *own, *shared]

    # --- output ---

    def output(self, out: Path | None = None) -> Path:
        """Return the folder for the output of the game: below `out`, or below the root."""
        inside = out or self.writable
        folder = (out or self.writable / OUTPUT) / self.game.id
        if not is_within(folder, inside):
            raise UserError(
                f"{display_path(folder)} is a symlink that points outside {display_path(inside)}; "
                "choose another folder with --out"
            )
        return folder

    @property
    def is_own(self) -> bool:
        """Return whether the root is the user's; otherwise it is the shipped data, and only read."""
        if is_installed(self.root):
            return False
        return not is_within(self.root, self.shipped) or is_within(Path(), self.root)

    @property
    def writable(self) -> Path:
        """Return the folder for what is written: the root, or the current folder if the root is the shipped data.

        It is never inside a pack: a pack is handed on without anything that was built from it.
        """
        if self.is_own:
            return self.root
        pack = pack_of(Path())
        if pack is None:
            return Path()
        beside = pack.resolve().parent
        return beside.parent if beside.name == PACKS else beside

    def need_own(self, what: str) -> None:
        """Refuse a command (`what`) that would change an installation. Raises UserError."""
        inside = [folder for folder in (Path.cwd(), *Path.cwd().parents) if is_root(folder)]
        below = any(is_within(self.root, folder) for folder in inside)  # games/<game> in a repository of games
        if not self.is_own and (is_installed(self.root) or not below):
            raise UserError(f"{what} changes files, but your own game is not here: {OWN_COPY}")

    @property
    def mark(self) -> str:
        """Return the fingerprint of a game that is not part of the tool; cached verdicts depend on it."""
        return fingerprint.of_data(
            [
                fingerprint.of_files((path for path in below(folder) if path.name.endswith(_GAME_CODE)), folder)
                for folder in self.game_folders
            ]
        )

    @property
    def asset_mark(self) -> str:
        """Return the fingerprint of the pictures, icons and fonts that layouts may draw with."""
        fonts = self.game.data.fonts
        folders = (*self.picture_folders, *(fonts.folders if fonts else ()))
        files = (path for folder in folders for path in below(folder) if path.suffix.lower() in _ASSETS)
        return fingerprint.of_times(path for path in files if path.is_file())

    @property
    def game_folders(self) -> tuple[Path, ...]:
        """The folders with the code and the data of a game that is not part of the tool."""
        if self.game.shipped is None:
            return ()
        data = [self.game.shipped / name for name in (CARDS, PACKS, SCHEMA, TEMPLATES)]
        return tuple(folder for folder in (*self.game.code, *data) if folder.is_dir())


def is_own_root(root: Path) -> bool:
    """Check whether a root is the user's; otherwise it is what is shipped, and only read."""
    return not is_installed(root) and (not is_within(root, shipped_root()) or is_within(Path(), root))


def common_schemas() -> Path:
    """Return the folder of the schemas that all games share."""
    return shipped_root() / SCHEMA / "common"


def home_of(game_id: str | None = None, root: Path | None = None, *, or_shipped: bool = False) -> Home:
    """Return the home of a game: the one with an id, or the one that the root has.

    Without a root, or (`or_shipped`) where the root has nothing of that game, it is the data that comes with the game.

    >>> home_of().game.id
    'cloudy-kingdom'
    """
    game = registry.find_game(game_id or infer_game(root or shipped_root()), root)
    if root is None and game.shipped is not None:
        return home_of(game.id, game.shipped)
    home = _confined_home(root or shipped_root(), game.id)
    root = home.root
    if not (home.cards.is_dir() or home.has_packs) and ((root / CARDS).is_dir() or not is_root(root)):
        if or_shipped and home.shipped_cards.is_dir():
            return home_of(game.id, home.shipped)
        stray = sorted(path for path in (root / CARDS).glob("*") if path.name.endswith(CARD_ENDINGS))
        lost = f", and the tool does not read {display_path(stray[0])}: move it there" if stray else ""
        raise UserError(f"there is no folder {display_path(home.cards)}{lost}")
    return home


def _confined_home(root: Path, game_id: str) -> Home:
    """Return the home of a game. Raises UserError when one of its folders is a symlink that points outside."""
    home = Home(root, registry.find_game(game_id, root))
    for folder in home.own_folders:
        if not is_within(folder, root):
            raise UserError(
                f"{display_path(folder)} is a symlink that points outside {display_path(root)}: "
                "put the folder itself there"
            )
    return home


def homes_in(root: Path) -> list[Home]:
    """Return the homes of all games of a root: those under `cards/`, then those that only packs are for.

    Of what is shipped, only the default game counts, unless the user works in that folder.
    """
    names = games_in(root)
    known = [name for name in names if registry.is_known(name, root)]
    if not is_own_root(root) or (names and not known):
        return [home_of(None, root)]
    ids = dict.fromkeys((*known, *_pack_games(root)))
    return [_confined_home(root, game_id) for game_id in ids] or [home_of(None, root)]


def homes_of(root: Path, game_id: str | None = None, packs: Sequence[Path] = ()) -> list[Home]:
    """Return the homes of the games that a check is about: the one asked for, or all of the root.

    Packs that are asked for are checked with one game.
    """
    return [home_of(game_id, root)] if game_id is not None or packs else homes_in(root)


def home_at(path: Path, root: Path) -> Home:
    """Return the home of the game that a file belongs to, by its folder or by its pack; else that of the root."""
    for name in games_in(root):
        inside = any(is_within(path, root / place / name) for place in (CARDS, TEMPLATES))
        if inside and registry.is_known(name, root):
            return _confined_home(root, name)
    pack = pack_of(path)
    named = game_of_pack(pack) if pack else None
    if named is not None and registry.is_known(named, root):
        return _confined_home(root, named)
    return home_of(None, root)


def _pack_games(root: Path) -> list[str]:
    """List the known games that the packs of a root are for."""
    named = {game_of_pack(folder) for folder in packs_in(root / PACKS)}
    return sorted(name for name in named if name and registry.is_known(name, root))


def infer_game(root: Path) -> str:
    """Return the game that a root is about: the only one it has, or the default one among several."""
    names = games_in(root)
    known = [name for name in names if registry.is_known(name, root)]
    if names and not known:
        known_ids = ", ".join(registry.game_ids(root))
        missing = f"{display_path(root / CARDS / names[0])} has no game.yaml"
        raise UserError(f"{missing} and is not a shipped game; known: {known_ids}")
    candidates = known or _pack_games(root)
    if len(candidates) == 1:
        return candidates[0]
    if candidates and registry.DEFAULT not in candidates:
        raise UserError(f"there are several games here: choose one with --game ({', '.join(candidates)})")
    return registry.DEFAULT


def misnamed(folder: Path) -> str | None:
    """Return the name of a folder that was probably meant to be `cards` or `packs`, and would not be read."""
    if is_root(folder):
        return None
    wrong = {name for right in (CARDS, PACKS) for name in (right, right.removesuffix("s"))}
    inside = sorted(path.name for path in folder.iterdir() if path.name.casefold() in wrong and path.is_dir())
    return next((name for name in inside if name not in (CARDS, PACKS) or _holds_yaml(folder / name)), None)


def _holds_yaml(folder: Path) -> bool:
    return any(path.suffix == ".yaml" for path in below(folder))


def games_in(root: Path) -> list[str]:
    """Return the names of the folders under `cards/`, in order; a folder without files is not a game."""
    place = root / CARDS
    if not place.is_dir():
        return []
    folders = sorted(path for path in place.iterdir() if path.is_dir() and not path.name.startswith("."))
    return [folder.name for folder in folders]


def packs_in(place: Path) -> list[Path]:
    """Return the packs in a folder, in order, without hidden ones."""
    if not place.is_dir():
        return []
    inside = sorted(path for path in place.iterdir() if not path.name.startswith("."))
    packs = [path for path in inside if (path / PACK_FILE).exists() or (path / PACK_FILE).is_symlink()]
    if len(packs) > LIMITS.packs:
        raise UserError(f"{display_path(place)} holds more than {LIMITS.packs:,} packs")
    return packs


def pack_of(path: Path) -> Path | None:
    """Return the folder of the pack that a file is in: the nearest parent folder with a `pack.yaml`."""
    above = path if path.is_dir() else path.parent
    return next((folder for folder in (above, *above.absolute().parents) if (folder / PACK_FILE).is_file()), None)


def game_of_pack(folder: Path) -> str | None:
    """Return the game that a pack names; None when that cannot be read."""
    if not is_within(folder / PACK_FILE, folder):
        return None
    try:
        game = value_at(read_source(folder / PACK_FILE, PACK_FILE).documents, (0, "pack", "game"))
    except UserError:
        return None
    return game if isinstance(game, str) else None
