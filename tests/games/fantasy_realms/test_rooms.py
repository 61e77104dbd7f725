"""The rooms of the package: each imports only from those before it, and the readable ones need no compiled code."""

from __future__ import annotations

import ast
from pathlib import Path

from games.fantasy_realms.helpers import ROOT

PACKAGE = ROOT / "cloudy_pnp" / "games" / "fantasy_realms"
PREFIX = "cloudy_pnp.games.fantasy_realms"
ROOMS = ["codes", "model", "shipped", "rules", "hands", "checks", "wording", "fast", "search", "play"]
COMPILED = {"numpy", "numba", "joblib"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def test_rooms_import_only_from_rooms_before_them() -> None:
    seen = 0
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room == "__init__":
            continue
        seen += 1
        for module in imports(path):
            if module.startswith(f"{PREFIX}."):
                other = module.removeprefix(f"{PREFIX}.").split(".")[0]
                assert ROOMS.index(other) <= ROOMS.index(room), f"{path} imports {module}"
            elif module.startswith("cloudy_pnp"):
                assert module == "cloudy_pnp.core.problems", f"{path} imports {module}"
            if module.split(".")[0] in COMPILED:
                assert ROOMS.index(room) >= ROOMS.index("fast"), f"{path} imports {module}"
    assert seen > 25


def test_modules_are_short() -> None:
    assert [path.name for path in PACKAGE.rglob("*.py") if len(path.read_text("utf-8").splitlines()) > 420] == []
