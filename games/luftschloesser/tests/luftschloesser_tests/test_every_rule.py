"""No rule without a function and a test that carry its id, and rooms without cycles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import luftschloesser as package

RULES = {"air": 5, "set": 3, "turn": 5, "wea": 7, "act": 5, "end": 2}
IDS = [f"{name}_{number}" for name, last in RULES.items() for number in range(1, last + 1)]
HERE = Path(package.__file__ or "").parent
ROOMS = ("codes", "model", "rules", "checks", "scenarios", "players", "sim", "balance")


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_has_a_test_named_after_it(rule: str) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert re.search(rf"^def test_(\w+_)?{rule}_", tests, re.MULTILINE)


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_stands_in_the_code(rule: str) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("*.py") if path.name != "codes.py")
    assert re.search(rf"{rule.upper().replace('_', '-')}\b", code)


def test_modules_are_short() -> None:
    for path in HERE.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 400, path


def test_every_reported_code_is_listed() -> None:
    from luftschloesser.codes import CODES

    text = "\n".join(path.read_text("utf-8") for path in HERE.rglob("*.py"))
    codes = set(re.findall(r'(?:Finding|Broken)\(\s*"([A-Z0-9]+-[A-Z0-9-]+)"', text))
    assert len(codes) > 20
    assert codes - {"REF-UNKNOWN", "REF-DUPLICATE", "PRINT-1"} <= set(CODES)
