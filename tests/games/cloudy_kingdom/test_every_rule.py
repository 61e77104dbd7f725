"""No rule without a function that says its id, and without a test that carries it and can fail."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

RULES = {"geo": 6, "face": 10, "con": 8, "gro": 7, "lay": 7, "turn": 6, "spl": 13, "end": 5}
PACKAGE = Path(importlib.import_module("cloudy_pnp.cloudy_kingdom").__file__ or "").parent
OF_ALL = {"GEO-2", "LAY-7", "SPL-11"}  # without a function: they follow from fields, LAY-1 to LAY-3, and seals


def functions(folder: Path, pattern: str) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    for path in sorted(folder.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node


@cache
def written_tests() -> list[ast.FunctionDef | ast.ClassDef]:
    return list(functions(Path(__file__).parent, "**/test_*.py"))


def can_fail(test: ast.AST) -> bool:
    """Return whether it asserts something, or expects an error."""
    return any(
        isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises")
        for node in ast.walk(test)
    )


@pytest.mark.parametrize("rule", [f"{name}_{number}" for name, last in RULES.items() for number in range(1, last + 1)])
def test_every_rule_has_a_test_named_after_it(rule: str) -> None:
    named = [test for test in written_tests() if test.name.startswith(f"test_{rule}_")]
    assert named
    assert [test.name for test in named if not can_fail(test)] == []


def test_every_rule_of_play_stands_in_the_docstring_of_its_function() -> None:
    said = {
        rule
        for node in functions(PACKAGE, "**/*.py")
        for rule in re.findall(r"\b[A-Z]+-\d+\b", ast.get_docstring(node) or "")
    }
    ids = {f"{name.upper()}-{number}" for name, last in RULES.items() for number in range(1, last + 1)}
    assert ids - said == OF_ALL
