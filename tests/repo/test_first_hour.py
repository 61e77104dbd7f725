"""docs/tutorials/first-hour.md is a transcript: the same script writes and compares it."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_first_hour_is_as_it_is_told() -> None:
    told = runpy.run_path(str(ROOT / "tools/make_first_hour.py"))["told"]()
    committed = (ROOT / "docs/tutorials/first-hour.md").read_text("utf-8")
    assert committed == told, "if the change is meant: make docs"
    assert committed.count("```console") >= 12
    assert "Traceback" not in committed
