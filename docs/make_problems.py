"""Write docs/problems.md: every problem code with its sentence, from the code itself. Run by `make docs`."""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.games.registry import find_game, game_ids

HEAD = """# What `check` can say

Every problem has a code. Codes such as `FACE-4` are rules of the game; the others name a stage: `YAML-` reading,
`SCHEMA-` shape, `REF-` references and counts, `I18N-` translations. Made from the code by `make docs`.

| code | what is wrong |
|---|---|
"""


def main() -> None:
    """Write the file beside this script."""
    codes = {code: text for game in game_ids() for code, text in api.codes_of(find_game(game)).items()}
    rows = "".join(f"| `{code}` | {sentence} |\n" for code, sentence in codes.items())
    Path(__file__).with_name("problems.md").write_text(HEAD + rows, "utf-8")


if __name__ == "__main__":
    main()
