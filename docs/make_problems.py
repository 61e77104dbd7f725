"""Write every problem code with its sentence: docs/problems.md for the tool and Cloudy Kingdom, and a page for each
other game. Run by `make docs`.
"""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.games.data_game.checks import CODES as DATA_GAME
from cloudy_pnp.games.registry import DEFAULT, built_in, find_game
from cloudy_pnp.testing.problem_page import problem_page, problem_table

FOLDER = Path(__file__).parent
HEAD = """# What `check` can say

Every problem has a code. Codes such as `FACE-4` are rules of *Cloudy Kingdom*; the others name a stage: `YAML-`
reading, `SCHEMA-` shape, `REF-` references and counts, `I18N-` translations. Other games document their own codes.
Made from the code by `make docs`.

"""


def pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    codes = {**DATA_GAME, **api.codes_of(find_game(DEFAULT))}
    others = {f"problems-{game}.md": problem_page(find_game(game)) for game in built_in() if game != DEFAULT}
    return {"problems.md": HEAD + problem_table(codes), **others}


def main() -> None:
    """Write the files next to this script."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
