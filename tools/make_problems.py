"""Write every problem code with its sentence: docs/problems.md for the tool and Cloudy Kingdom, and a page for each
other game. Run by `make docs`.
"""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.game.data_game.checks import CODES as DATA_GAME
from cloudy_pnp.game.registry import DEFAULT, find_game, game_ids, package_of
from cloudy_pnp.testing.conformance import problem_page, problem_table

PAGE = Path(__file__).parents[1] / "docs/problems.md"
HEAD = """# What `check` can say

Every problem has a code. Codes such as `FACE-4` are rules of *Cloudy Kingdom*; the others name a stage: `YAML-`
reading, `SCHEMA-` shape, `REF-` references and counts, `I18N-` translations. Other games document their own codes.
Made from the code by `make docs`.

"""


def pages() -> dict[Path, str]:
    """Return the text of every page: the tool's, and that of each game with a package."""
    codes = {**DATA_GAME, **api.codes_of(find_game(DEFAULT))}
    games = [find_game(name) for name in game_ids() if package_of(name)]
    others = {game.shipped / "docs/problems.md": problem_page(game) for game in games if game.shipped}
    return {PAGE: HEAD + problem_table(codes), **others}


def main() -> None:
    """Write every page into its folder."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
