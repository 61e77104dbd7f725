"""`make mutants` reaches every module, and each area has tests. Nothing is mutated here."""

from __future__ import annotations

from pathlib import Path

import mutants
import pytest

ROOT = Path(__file__).parents[2]


def test_every_package_is_reached() -> None:
    packages = [ROOT / "cloudy_pnp", *(path.parent for path in ROOT.glob("games/*/*/__init__.py"))]
    every = {path.relative_to(ROOT).as_posix() for package in packages for path in package.rglob("*.py")}
    assert set(mutants.modules()) == every
    assert {mutants.area_of(path) for path in every} == set(mutants.AREAS), "no area is left without modules"


def test_every_folder_of_the_tool_has_its_own_area() -> None:
    folders = {f"cloudy_pnp/{path.parent.name}" for path in ROOT.glob("cloudy_pnp/*/__init__.py")}
    assert folders <= set(mutants.AREAS)


@pytest.mark.parametrize("area", mutants.AREAS)
def test_every_area_has_tests(area: str) -> None:
    assert mutants.AREAS[area]
    for tests in mutants.AREAS[area]:
        path = ROOT / tests
        assert path.is_file() or any(path.rglob("test_*.py")), tests


def test_one_place_is_broken_at_a_time() -> None:
    source = "def f(a: int = 3) -> bool:\n    'Été.'\n    return a < 2 and not a\n"
    found = [(mutant.line, mutant.before, mutant.after) for mutant in mutants.mutants_of("x.py", source)]
    assert found == [
        (1, "3", "(4)"),
        (3, "a < 2 and (not a)", "(a < 2 or not a)"),
        (3, "a < 2", "(a <= 2)"),
        (3, "2", "(3)"),
        (3, "not a", "(a)"),
    ]
    for mutant in mutants.mutants_of("x.py", source):
        compile(mutant.source, "x.py", "exec")


def test_a_failure_shows_what_failed_and_an_endless_loop_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_x.py").write_text("def test_good():\n    pass\n\ndef test_bad():\n    assert 1 == 2\n")
    (tmp_path / "test_y.py").write_text("def test_endless():\n    while True:\n        pass\n")
    assert mutants._failure(tmp_path, ["test_x.py::test_good"]) == ""
    assert "assert 1 == 2" in mutants._failure(tmp_path, ["test_x.py"])
    monkeypatch.setattr(mutants, "LONGEST", 2)
    assert mutants._failure(tmp_path, ["test_y.py"]).endswith("exit code -9")
