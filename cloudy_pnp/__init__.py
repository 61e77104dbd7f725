"""cloudy-pnp: design card games as data, check them by the rules of the game, and print them.

>>> import cloudy_pnp
>>> project = cloudy_pnp.open(game="cloudy-kingdom")
>>> next(card for card in project.cards if card.id == "stem").count
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Card", "DataError", "Project", "Report", "Severity", "UserError", "find_root", "open"]

if TYPE_CHECKING:
    from cloudy_pnp.api import DataError, Report, Severity, UserError, find_root
    from cloudy_pnp.project import Card, Project
    from cloudy_pnp.project import open_project as open

_PROJECT = {"Card": "Card", "Project": "Project", "open": "open_project"}


def __getattr__(name: str) -> Any:
    """Import public names on first use: `import cloudy_pnp` stays cheap."""
    if name in _PROJECT:
        from cloudy_pnp import project

        return getattr(project, _PROJECT[name])
    if name in __all__:
        from cloudy_pnp import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
