"""A project as one object, in games that are not Cloudy Kingdom."""

from __future__ import annotations

from pathlib import Path

import pytest

import cloudy_pnp
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.workspace.starting import empty_game, write_project


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_project(tmp_path, empty_game("tides"))
    return tmp_path


def test_a_project_is_found_from_a_folder_inside_it(root: Path) -> None:
    project = cloudy_pnp.open(root / "cards/tides")
    assert (project.root, project.game) == (root, "tides")
    assert project.check().exit_code == 0


def test_cards_have_kind_id_and_count(root: Path) -> None:
    cards = cloudy_pnp.open(root).cards
    assert cards
    assert {card.kind for card in cards} == {"cards"}
    assert all(card.id and card.count >= 1 and card.data["id"] == card.id for card in cards)


def test_a_mistake_is_in_the_report_and_stops_a_build(root: Path) -> None:
    table = root / "cards/tides/cards.csv"
    table.write_text(table.read_text("utf-8").replace("count", "id", 1), "utf-8")
    project = cloudy_pnp.open(root)
    assert project.check().exit_code == 1
    with pytest.raises(cloudy_pnp.DataError):
        project.build(only=["svg"])


def test_build_and_export_say_what_they_wrote(root: Path) -> None:
    project = cloudy_pnp.open(root)
    built = project.build(root / "out", languages=["en"], only=["svg"])
    assert built.written
    assert all(path.is_file() and path.suffix == ".svg" for path in built.written)
    assert project.build(root / "out", languages=["en"], only=["svg"]).written == ()
    assert project.export("card-list", root / "out", languages=["en"]).written
    with pytest.raises(UserError, match="there is no export target"):
        project.export("nothing")


def test_a_record_is_replayed() -> None:
    project = cloudy_pnp.open(game="luftschloesser")
    [result] = project.replay(*(project.root / "cards/luftschloesser").glob("**/whole-game.game.yaml"))
    assert result.result["legal"] is True
    assert result.problems == ()


def test_a_game_is_simulated() -> None:
    results = cloudy_pnp.open(game="luftschloesser").simulate(3, players=["random", "random"])
    assert {len(rows) for rows in results.values()} == {3}


def test_a_root_that_does_not_exist_is_not_replaced_by_the_shipped_data(tmp_path: Path) -> None:
    with pytest.raises(cloudy_pnp.UserError, match="no folder cards"):
        cloudy_pnp.open(tmp_path / "mistyped")


def test_problems_are_counted_by_severity_or_word() -> None:
    report = cloudy_pnp.open(game="cloudy-kingdom").check()
    assert report.count("info") == report.count(cloudy_pnp.Severity.INFO) == len(report.problems) > 0
    with pytest.raises(ValueError, match="eror"):
        report.count("eror")
