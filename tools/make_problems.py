"""Write every problem code with its sentence. Run by `make docs`.

docs/reference/problems.md is about the tool and Cloudy Kingdom; each other game gets a page of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.game.data_game.checks import CODES as DATA_GAME
from cloudy_pnp.game.registry import DEFAULT, find_game, game_ids, package_of
from cloudy_pnp.testing.conformance import problem_page, problem_table

PAGE = Path(__file__).parents[1] / "docs/reference/problems.md"
HEAD = """# What `check` can report

Every problem has a code. `cloudy-pnp explain CODE` shows more about it, in most cases a wrong and a corrected example.
The codes are in the order in which data is checked. Rules such as `FACE-4` are those of *Cloudy Kingdom*; other games
document theirs. [Configuration](configuration.md) tells which codes can be ignored.
"""
STAGES = {
    "Reading files": "YAML TABLE",
    "Structure": "SCHEMA",
    "References and counts": "REF DATA GAME KIND",
    "Texts and translations": "I18N WORDING",
    "Rules: faces of vine cards": "FACE GEO",
    "Rules: layouts of castles": "LAY",
    "Rules: spells": "SPL",
    "Rules: growing, turns and the end": "GRO TURN END",
    "Drawing": "LAYOUT PICTURE FONT ICON GLYPH FIT",
    "Printing and exporting": "PRINT EXPORT",
}


def by_stage(codes: Mapping[str, str]) -> str:
    """Return a table for each stage, sorted by prefix and number. Raises SystemExit for a code without a stage."""
    places = {prefix: at for at, prefix in enumerate(" ".join(STAGES.values()).split())}
    if unplaced := {code for code in codes if code.partition("-")[0] not in places}:
        raise SystemExit(f"tools/make_problems.py: these codes are in no stage: {sorted(unplaced)}")
    parts = []
    for title, prefixes in STAGES.items():
        mine = [code for code in codes if code.partition("-")[0] in prefixes.split()]
        mine.sort(key=lambda code: (places[code.partition("-")[0]], [*map(int, re.findall(r"\d+", code))]))
        parts.append(f"\n## {title}\n\n{problem_table({code: codes[code] for code in mine})}")
    return "".join(parts)


def pages() -> dict[Path, str]:
    """Return the text of every page: the tool's, and that of each game with a package."""
    codes = {**DATA_GAME, **api.codes_of(find_game(DEFAULT))}
    games = [find_game(name) for name in game_ids() if package_of(name)]
    others = {game.shipped / "docs/problems.md": problem_page(game) for game in games if game.shipped}
    return {PAGE: HEAD + by_stage(codes), **others}


def main() -> None:
    """Write every page into its folder."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
