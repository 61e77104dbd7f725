"""The data shipped with a package: inside it when installed, next to it in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

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
