"""Every game to every target: it works, it comes out whole, and a second run gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cloudy_pnp import api
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.export.exporter import exporter_names, find_exporter, target_names
from cloudy_pnp.export.plan import BuildResult
from cloudy_pnp.export.request import BuildRequest, ExportOptions
from cloudy_pnp.game.registry import game_ids
from cloudy_pnp.workspace.home import home_of

PACK = shipped_root() / "packs/giants-and-gales"
WHAT = [(game, (PACK,) if game == "cloudy-kingdom" else ()) for game in game_ids()]  # a pack adds to its game
PICTURES = ("the-game-crafter", "makeplayingcards")
# PDF/X-1a takes more than a second a page: test_services makes one of a few cards.


def everything(out: Path, game: str, packs: Sequence[Path]) -> BuildResult:
    """All targets in the last language of the game, coarse."""
    options = ExportOptions(dpi=30, images_at="https://example.org/x", services=PICTURES)
    request = BuildRequest(("hu",), target_names(), card_format="poker", export=options)
    result, report = api.build(home_of(game).root, request, game, out, None, packs)
    assert [problem for problem in report.problems if problem.severity is Severity.ERROR] == []
    return result


def printable() -> list[tuple[str, tuple[Path, ...]]]:
    return [(game, packs) for game, packs in WHAT if home_of(game).game.components is not None]


@pytest.mark.parametrize(("game", "packs"), printable(), ids=lambda value: str(value) if value else "")
def test_a_game_goes_everywhere(tmp_path: Path, game: str, packs: tuple[Path, ...]) -> None:
    first = everything(tmp_path / "one", game, packs)
    made = {artifact.path: artifact.sha256 for artifact in first.artifacts}
    blanks = home_of(game).game.blanks is not None
    for target in target_names() if blanks else set(target_names()) - {"blanks"}:
        assert any(path.startswith(f"hu/{target}") or path.endswith(f".{target}") for path in made), target
    for path in made:
        assert (first.folder / path).is_file()
    if game == "harbour-lights":  # the smallest; it goes through every target as the others do
        second = everything(tmp_path / "two", game, packs)
        assert {artifact.path: artifact.sha256 for artifact in second.artifacts} == made
    again = everything(tmp_path / "one", game, packs)
    assert again.artifacts == [], "what has not changed is left alone"


def test_names_of_targets_are_modules() -> None:
    assert not set(target_names()) & set(exporter_names()), "a build makes no target unless it is asked to"
    for name in (*exporter_names(), *target_names()):
        assert find_exporter(name).name == name
