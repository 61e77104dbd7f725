"""The wheels of the tool, of the games in this repository and of a stranger's game, built once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECTS = {path.parent.name: path.parent for path in sorted(ROOT.glob("games/*/pyproject.toml"))}
PROJECTS |= {"cloudy-pnp": ROOT, "hexes": ROOT / "tests/games/hexes"}


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By the name of the game, or of the tool; each is built from its sdist, as `make dist` does it."""
    built = {}
    for name, project in PROJECTS.items():
        out = tmp_path_factory.mktemp(f"wheel-{name}")
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(project)]
        subprocess.run(build, check=True, capture_output=True)
        [built[name]] = out.glob("*.whl")
    return built
