"""Where a root begins and where the user's cache lies: known before anything else is loaded."""

from __future__ import annotations

import os
from pathlib import Path

from cloudy_pnp.core.shipped import shipped_root

CARDS, PACKS, SCHEMA, TEMPLATES, OUTPUT = "cards", "packs", "schema", "templates", "output"
PACK_FILE = "pack.yaml"


def cache_folder() -> Path:
    """The user's cache folder, by the custom of the system: verdicts and prepared fonts are kept there."""
    return user_folder(".cache", "XDG_CACHE_HOME", "LOCALAPPDATA")


def user_folder(usual: str, *variables: str) -> Path:
    """Our folder in the first place that the surroundings name, or in the usual one of the user's home.

    A relative place is none, by the custom of XDG: it would be another one in each folder, and in a stranger's one
    theirs. Who has no home, as in some containers, has a folder that cannot be made.
    """
    named = (Path(os.environ.get(variable, "")) for variable in variables)
    place = next((folder for folder in named if folder.is_absolute()), None)
    try:
        return (place or Path.home() / usual) / "cloudy-pnp"
    except RuntimeError:
        return Path(os.devnull, "cloudy-pnp")


def is_root(folder: Path) -> bool:
    """Whether a folder holds cards of a game, or packs for the shipped one."""
    return (folder / CARDS).is_dir() or any((folder / PACKS).glob(f"*/{PACK_FILE}"))


def find_root(start: Path) -> Path:
    """The folder with `cards/`, or with packs, here or above; without one, the data shipped in the package."""
    return next((folder for folder in (start, *start.parents) if is_root(folder)), shipped_root())
