"""The rooms of the package that need no compiled code really need none (order: tests/repo/test_architecture.py)."""

from __future__ import annotations

import ast
from pathlib import Path

from fantasy_realms_tests.helpers import ROOT

from fantasy_realms import ROOMS

PACKAGE = ROOT / "fantasy_realms"
COMPILED = {"numpy", "numba", "joblib"}


def imports(path: Path) -> set[str]:
    imports = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            imports.add(node.module)
        elif isinstance(node, ast.Import):
            imports |= {name.name for name in node.names}
    return imports


def test_rooms_above_the_fast_one_import_nothing_compiled() -> None:
    seen = 0
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room != "__init__" and ROOMS.index(room) < ROOMS.index("fast"):
            seen += 1
            assert not {module.split(".")[0] for module in imports(path)} & COMPILED, path
    assert seen > 15


def test_modules_are_short() -> None:
    assert [path.name for path in PACKAGE.rglob("*.py") if len(path.read_text("utf-8").splitlines()) > 600] == []
