"""The location of a root and of the user's cache: known before anything else is loaded."""

from __future__ import annotations

import os
from pathlib import Path

from cloudy_pnp.core.shipped import shipped_root

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
