"""Where the data that comes with the package lies: inside it when installed, beside it in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def shipped_root() -> Path:
    """The folder that holds the shipped `cards/`, `schema/` and `templates/`."""
    package = Path(__file__).parents[1]
    inside = package / "_shipped"
    return inside if inside.is_dir() else package.parent


@cache
def is_installed() -> bool:
    """Whether the shipped data lies inside an installed package, where nothing may ever be written."""
    return shipped_root().name == "_shipped"
