"""The studio without a server: the same application in Python in a browser tab. `make web` builds the page."""

from __future__ import annotations

from typing import Any


def start(root: str, say: Any) -> tuple[Any, list[str]]:
    """Return the tab of a project at a path, and the packages that stand-ins replace on this page."""
    missing: list[str] = []
    try:
        import web_standins  # type: ignore[import-not-found,unused-ignore]  # part of pages that need one
    except ImportError:
        pass
    else:
        missing = web_standins.install()
    from cloudy_pnp.web.adapter import Tab

    return Tab(root, say), missing
