"""No package has more lines than its ceiling in pyproject.toml, and no function is excused from the limit of branches
without need.
"""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SIZE = runpy.run_path(str(ROOT / "tools/size.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = list(SIZE["packages"]())


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_a_package_stays_below_its_ceiling(package: Any) -> None:
    assert 0 < package.lines <= package.ceiling, "`make size` prints every folder: find what can go"


def test_every_package_has_a_ceiling() -> None:
    assert {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("games/*/pyproject.toml")} == {
        package.name for package in PACKAGES if package.name.startswith("games/")
    }


def test_code_is_counted_without_blank_lines_comments_and_docstrings(tmp_path: Path) -> None:
    text = '"""A.\n\nB."""\n\n# c\nX = """\n# counts\n"""\n\ndef f():\n    """D."""\n    return 1  # e\n'
    assert SIZE["python_lines"](text) == 4  # not the line like a comment, though it is in a string
    limits = '[tool.size]\npython = {a = 9, "a/b" = 9}\njavascript = {a = 9}'
    (tmp_path / "pyproject.toml").write_text(limits, encoding="utf-8")
    for name in ("a/x.py", "a/tests/x.py", "a/b/x.py", "a/b/c/x.py", "a/vendor/x.js", "a/c/x.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1\n\n2\n", encoding="utf-8")
    assert [package.folders for package in SIZE["packages"](tmp_path)] == [
        {"a": 2},
        {"a/b": 2, "a/b/c": 2},
        {"a/c": 3},
    ]


def test_every_file_excused_from_the_limit_of_branches_needs_it() -> None:
    lint = PROJECT["tool"]["ruff"]["lint"]
    limit = f"lint.mccabe.max-complexity={lint['mccabe']['max-complexity']}"
    call = [sys.executable, "-m", "ruff", "check", "--isolated", "--select=C901", "--config", limit, "--no-cache"]
    findings = json.loads(
        subprocess.run([*call, "--output-format=json", "cloudy_pnp", "games"], cwd=ROOT, capture_output=True).stdout
    )
    complex_files = {Path(finding["filename"]).relative_to(ROOT).as_posix() for finding in findings}
    excused = {name for name, rules in lint["per-file-ignores"].items() if "C901" in rules and "*" not in name}
    assert {name for name in complex_files if "/tests/" not in name} == excused
