"""The studio without a server: the same application in Python in a browser tab. `make web` builds the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cloudy_pnp.web.adapter import Tab


def start(root: str, say: Callable[[str], object]) -> tuple[Tab, list[str]]:
    """Return the project at a path, and the packages that stand-ins replace on this page."""
    try:
        from web_standins import install  # type: ignore[import-not-found,unused-ignore]  # part of some pages
    except ImportError:
        missing = []
    else:
        missing = install()
    from cloudy_pnp.web.adapter import Tab

    return Tab(root, say), missing
