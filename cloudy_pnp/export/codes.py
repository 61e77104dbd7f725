"""Every code that a problem may have, with one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from cloudy_pnp import rulebook
from cloudy_pnp.data import entries, files, plausible, schema, syntax, text, tree
from cloudy_pnp.data.tables import grid
from cloudy_pnp.games.contract import Game
from cloudy_pnp.i18n import lint, wording
from cloudy_pnp.workspace import studio_words

_MODULES = (text, syntax, tree, schema, entries, plausible, files, grid, lint, wording, rulebook, studio_words)
CODES: dict[str, str] = {code: sentence for module in _MODULES for code, sentence in module.CODES.items()}


class _Codes(Mapping[str, str]):
    """The codes of games, gathered on demand: most checks find nothing, and drawing is slow to import."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        self._games = games

    @cached_property
    def _all(self) -> Mapping[str, str]:
        from cloudy_pnp.export import services, sheets
        from cloudy_pnp.layouts import check, pictures
        from cloudy_pnp.workspace import art, print_checks

        by_module = [module.CODES for module in (print_checks, sheets, services, check, pictures, art)]
        by_game = [game.data.codes for game in self._games]
        return CODES | {code: sentence for codes in (*by_module, *by_game) for code, sentence in codes.items()}

    def __getitem__(self, code: str) -> str:
        return self._all[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


def codes_of(*games: Game[Any]) -> Mapping[str, str]:
    """Return every code that a problem of these games may have, with one sentence."""
    return _Codes(games)
