"""One broken entry is reported; nothing is judged, tried or drawn by it, so the tool doesn't fail."""

from __future__ import annotations

import shutil
from pathlib import Path

from pack_files import write_pack

from cloudy_pnp import api
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.workspace.home import home_of

GUST = {
    "id": "gust",
    "name": {"en": "Gust", "de": "Bö", "fr": "Bourrasque", "hu": "Széllökés"},
    "effect": [{"draw": 1}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}],
}


def copied(game: str, folder: Path) -> Path:
    """Copy the cards of a shipped game, with its scenarios."""
    return Path(shutil.copytree(home_of(game).shipped_cards, folder / "cards" / game))


def problems(root: Path, game: str) -> list[str]:
    found = [problem for problem in api.check(root, game).problems if problem.severity is Severity.ERROR]
    return [
        f"{Path(problem.file).name}:{problem.line} {problem.code}" for problem in found if problem.severity == "error"
    ]


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_options_with_a_line_missing(tmp_path: Path) -> None:
    """An entry that is the only one of its kind is left out where it is wrong: scenarios are judged without it."""
    cards = copied("luftschloesser", tmp_path)
    spoil(cards / "options.yaml", "    - {players: 2, castles: 4}\n", "")
    assert problems(tmp_path, "luftschloesser") == ["options.yaml:7 END-1"]


def test_layouts_with_several_mistakes_and_a_pack(tmp_path: Path) -> None:
    """The spells of a pack are not tried on the broken boards of the game."""
    cards = copied("cloudy-kingdom", tmp_path)
    spoil(cards / "layouts.yaml", "west: [heron, rose, raven, sun]", 'west: [heron, "", ravne, sun, rose]')
    spoil(cards / "layouts.yaml", "north: [raven, rose, heron]\n", "north: raven\n")
    write_pack(tmp_path / "packs" / "gales", spells=[GUST])
    codes = [line.partition(" ")[2] for line in problems(tmp_path, "cloudy-kingdom")]
    assert codes == ["LAY-4", "REF-UNKNOWN", "REF-UNKNOWN", "SCHEMA-TYPE"]


def test_a_file_from_elsewhere_is_not_tried_on_broken_boards(tmp_path: Path) -> None:
    cards = copied("cloudy-kingdom", tmp_path)
    spoil(cards / "layouts.yaml", "west: [heron, rose, raven, sun]", 'west: [heron, "", ravne, sun, rose]')
    pack = write_pack(tmp_path / "elsewhere", spells=[GUST])
    (pack / "pack.yaml").unlink()
    assert api.check(tmp_path, "cloudy-kingdom", paths=[pack / "spells.yaml"]).exit_code == 0
