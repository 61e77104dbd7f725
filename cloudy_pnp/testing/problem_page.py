"""A page of documentation with the problem codes of a game, written from the codes themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloudy_pnp.game.contract import Game


def problem_page(game: Game[Any]) -> str:
    """Return the page, in Markdown; a game without codes has an empty table.

    >>> from cloudy_pnp.game.registry import find_game
    >>> problem_page(find_game("cloudy-kingdom")).splitlines()[0]
    '# Problem codes of cloudy-kingdom'
    """
    head = f"# Problem codes of {game.id}\n\n`check` may report these in addition to the codes of the tool.\n\n"
    return head + problem_table(game.data.codes)


def problem_table(codes: Mapping[str, str]) -> str:
    """Return codes with their sentences as a table in Markdown; links may point to `#face-4`."""
    rows = "".join(f'| <a id="{code.lower()}"></a>`{code}` | {sentence} |\n' for code, sentence in codes.items())
    return f"| code | meaning |\n|---|---|\n{rows}"
