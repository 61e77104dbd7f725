"""`make bench`: what is recorded, and what is marked. Nothing is measured here."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
LESS, MORE = "a job that should be short", "a job that should be much"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The table with a history of its own."""
    monkeypatch.syspath_prepend(ROOT)
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):  # the table sets them for what it measures
        monkeypatch.setenv(name, "1")
    from bench import table

    monkeypatch.setattr(table, "HISTORY", tmp_path / "history.csv")
    return table


def measured(table: ModuleType, monkeypatch: pytest.MonkeyPatch, short: float, much: float) -> None:
    """From now on the jobs have these values."""
    rows = (table.Row(LESS, "s", 1, lambda _: short), table.Row(MORE, "games (more is better)", 1, lambda _: much))
    monkeypatch.setattr(table, "ROWS", rows)


def test_what_is_kept_is_the_last_value_of_each_job(table: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.recorded() == {}
    monkeypatch.setattr(table, "commit", lambda: "abc")
    measured(table, monkeypatch, 2.0, 1234.5)
    assert table.main([]) == 0
    assert not table.HISTORY.exists()
    assert table.main(["--keep"]) == 0
    measured(table, monkeypatch, 1.5, 1234.5)
    assert table.main(["--keep", "short"]) == 0
    assert table.HISTORY.read_text("utf-8") == f"commit,job,value\nabc,{LESS},2\nabc,{MORE},1234\nabc,{LESS},1.5\n"
    assert table.recorded() == {LESS: 1.5, MORE: 1234.0}


@pytest.mark.parametrize(
    ("short", "much", "worse"),
    [(1.19, 85.0, []), (1.21, 100.0, [LESS]), (1.0, 82.0, [MORE]), (2.0, 10.0, [LESS, MORE])],
)
def test_what_got_worse_by_more_than_a_fifth_is_marked(
    table: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    short: float,
    much: float,
    worse: list[str],
) -> None:
    measured(table, monkeypatch, 1.0, 100.0)
    table.main(["--keep"])
    capsys.readouterr()
    measured(table, monkeypatch, short, much)
    assert table.main([]) == (1 if worse else 0)
    lines = capsys.readouterr().out.splitlines()
    assert [name for name in (LESS, MORE) if any(line.startswith(name) and "WORSE" in line for line in lines)] == worse
    assert all("1.00" in line or "100.00" in line for line in lines[1:])  # the last value stands beside the new one


def test_the_table_has_a_row_for_every_promise(table: ModuleType) -> None:
    names = [row.name for row in table.ROWS]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 57 and row.aim > 0 for name, row in zip(names, table.ROWS, strict=True))
