"""Where things are: the data shipped with a package, the root of a project, the user's cache.

Shipped data is inside an installed package, and next to it in a checkout.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

_INSIDE = "_shipped"
_INSTALLED = frozenset((_INSIDE, "site-packages", "dist-packages"))


def data_root(package: Path) -> Path:
    """Return the folder with the `cards/`, `schema/` and `templates/` shipped with a package's folder."""
    inside = package / _INSIDE
    return inside if inside.is_dir() else package.parent


def shipped_entries(package: Path, game: str) -> dict[str, list[Any]]:
    """Return the unchecked entries of each kind of a game that a package ships, for examples and tests."""
    import yaml

    entries: dict[str, list[Any]] = {}
    for path in sorted((data_root(package) / "cards" / game).glob("*.yaml")):
        for kind, value in yaml.load(path.read_bytes(), yaml.CSafeLoader).items():
            entries[kind] = value if isinstance(value, list) else [value]
    return entries


@cache
def shipped_root() -> Path:
    """Return the folder with the tool's own `cards/`, `schema/` and `templates/`."""
    return data_root(Path(__file__).parents[1])


def shared_pictures() -> Path:
    """Return the folder of the pictures that the layouts of every game may name: `motifs/hull-clipper.svg`."""
    return shipped_root() / "templates" / "pictures"


@cache
def example_roots() -> tuple[Path, ...]:
    """Return the roots of the data-only games shipped with the tool; games with a package bring their own data."""
    folders = sorted(path.parent for path in (shipped_root() / "games").glob("*/cards"))
    return tuple(folder for folder in folders if not (folder / "pyproject.toml").exists())


def is_installed(path: Path) -> bool:
    """Check whether a path is inside an installed package, the tool's or a game's: nothing is written there."""
    return not _INSTALLED.isdisjoint(path.resolve().parts)


def page_template(path: Path, **names: Any) -> Template:
    """Return a template of the tool's own, with filters and functions by name; what is not markup is escaped in it."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # slow to import

    environment = Environment(
        loader=FileSystemLoader(path.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= names
    return environment.get_template(path.name)


CARDS, PACKS, SCHEMA, TEMPLATES, OUTPUT = "cards", "packs", "schema", "templates", "output"
PACK_FILE = "pack.yaml"
GAME_FILE = "game.yaml"


def cache_folder() -> Path:
    """Return the user's cache folder, by the convention of the system, for verdicts and prepared fonts."""
    return user_folder(".cache", "XDG_CACHE_HOME", "LOCALAPPDATA")


def user_folder(usual: str, *variables: str) -> Path:
    """Return our folder in the first location named by the environment, or in the default one of the home directory.

    A relative location is ignored, as XDG specifies: it would be a different one in each folder, even in untrusted
    ones. Without a home directory, as in some containers, the result is a folder that cannot be created.
    """
    locations = (Path(os.environ.get(variable, "")) for variable in variables)
    place = next((folder for folder in locations if folder.is_absolute()), None)
    try:
        return (place or Path.home() / usual) / "cloudy-pnp"
    except RuntimeError:
        return Path(os.devnull, "cloudy-pnp")


def is_root(folder: Path) -> bool:
    """Check whether a folder contains cards of a game, or packs for the shipped one."""
    return (folder / CARDS).is_dir() or any((folder / PACKS).glob(f"*/{PACK_FILE}"))


def find_root(start: Path) -> Path:
    """Return the nearest folder with `cards/`, or with packs, here or above; otherwise the shipped data."""
    return next((folder for folder in (start, *start.parents) if is_root(folder)), shipped_root())


def xml_text(text: str) -> Markup:
    """Return a text as XML, for a template: quotes stay as they are, unlike in attributes."""
    from xml.sax.saxutils import escape

    from markupsafe import Markup

    return Markup(escape(text))  # noqa: S704
