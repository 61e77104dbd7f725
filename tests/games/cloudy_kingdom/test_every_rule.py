"""No rule without a test that carries its id."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

RULES = {"geo": 6, "face": 10, "con": 8, "gro": 7, "lay": 7, "turn": 6, "spl": 13, "end": 5}


@pytest.mark.parametrize("rule", [f"{name}_{number}" for name, last in RULES.items() for number in range(1, last + 1)])
def test_every_rule_has_a_test_named_after_it(rule: str) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert re.search(rf"^def test_{rule}_", tests, re.MULTILINE)


def test_every_rule_of_play_stands_in_the_code() -> None:
    """GEO-2 and GEO-5 describe the table; SPL-12 and TURN-6 are data; the others can be found by their ids."""
    package = Path(importlib.import_module("cloudy_pnp.games.cloudy_kingdom.rules.board").__file__ or "").parents[1]
    code = "\n".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    ids = [f"{name.upper()}-{number}" for name, last in RULES.items() for number in range(1, last + 1)]
    missing = [rule for rule in ids if not re.search(rf"{rule}\b", code)]
    assert set(missing) <= {"GEO-2", "LAY-6", "SPL-9", "SPL-11", "SPL-13"}
