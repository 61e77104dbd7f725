"""cloudy-pnp: card data that is checked by the rules of its game, and printed.

>>> import cloudy_pnp
>>> cloudy_pnp.load("cloudy-kingdom").vines["stem"].count
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["DataError", "Report", "check", "find_root", "judge", "load"]

if TYPE_CHECKING:
    from cloudy_pnp.api import DataError, Report, check, find_root, judge, load


def __getattr__(name: str) -> Any:
    """Import the public functions of `api` on first use: `import cloudy_pnp` stays cheap."""
    if name in __all__:
        from cloudy_pnp import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
