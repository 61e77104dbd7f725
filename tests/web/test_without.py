"""The tool works without the packages that some systems have no build of; what needs one says so in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import REPOSITORY

from cloudy_pnp.core import worker
from cloudy_pnp.core.packages import has_package, need_package
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import Ended, Worker

MISSING = ("jsonschema_rs", "watchfiles", "uvicorn", "pikepdf", "numba", "llvmlite", "numpy", "joblib", "distributed")
NEED_ONE = {  # modules that are a package's only user; whoever imports them asks before
    "uvicorn": {"studio.listening"},
    "pikepdf": {"draw.press.convert", "draw.press.preflight", "rulebook.booklet", "rulebook.pages"},
}
HIDE = f"""
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {MISSING}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name.partition(".")[0] in {MISSING} else found(name, *rest)
"""
IMPORTS = """
import importlib, json, pkgutil
import cloudy_pnp
failed = {}
from cloudy_pnp.core.problems import UserError
walked = pkgutil.walk_packages(cloudy_pnp.__path__, "cloudy_pnp.", onerror=lambda name: None)
names = [module.name for module in walked if "_shipped" not in module.name]
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        failed[name] = error.name.partition(".")[0]
    except UserError as error:
        failed[name] = "numba" if "needs numba and numpy: " in str(error) else str(error)
print(json.dumps([len(names), failed]))
"""


def run(script: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a script where these packages are missing."""
    call = [sys.executable, "-c", HIDE + script, *words]
    return subprocess.run(call, cwd=cwd, capture_output=True, text=True, check=False)


def command(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run("from cloudy_pnp.cli.main import main; main()", *words, cwd=cwd)


def test_every_module_of_the_studio_is_imported_without_them(tmp_path: Path) -> None:
    done = run(IMPORTS, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    count, failed = json.loads(done.stdout)
    assert count > 200
    arrays = ("simulate.", "cloudy_kingdom.sim", "cloudy_kingdom.balance", "game.kit.balance", "lsp.")
    for name, package in failed.items():
        own = name.removeprefix("cloudy_pnp.")
        assert own in NEED_ONE.get(package, ()) or own.startswith(arrays), f"{name} needs {package}"
    assert {name.removeprefix("cloudy_pnp.") for name, package in failed.items() if package == "pikepdf"} == NEED_ONE[
        "pikepdf"
    ]


def test_commands_work_or_name_the_package(tmp_path: Path) -> None:
    made = command("init", "mine", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    mine = tmp_path / "mine"
    spells = mine / "cards/cloudy-kingdom/spells.yaml"
    spells.write_text(spells.read_text("utf-8").replace("count: 1", "count: many", 1), "utf-8")
    checked = command("check", cwd=mine)
    assert checked.returncode == 1
    assert "SCHEMA" in checked.stdout, "the reference validator judges alone"
    for words, package in (
        (("studio",), "uvicorn"),
        (("check", "--watch"), "watchfiles"),
        (("build", "--root", str(REPOSITORY), "--out", str(tmp_path), "--cmyk", "--only", "sheets"), "pikepdf"),
    ):
        done = command(*words, cwd=mine)
        assert done.returncode == 2, done.stderr
        [line] = done.stderr.splitlines()
        assert f"needs the package {package}, run: pip install {package}" in line


def test_a_rulebook_is_the_web_page_alone(tmp_path: Path) -> None:
    words = ("build", "--root", str(REPOSITORY), "--out", str(tmp_path), "--only", "rulebook", "--lang", "en")
    done = command(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.rglob("rulebook*")] == ["rulebook.html"]


def test_without_processes_the_worker_calls_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "IN_A_TAB", True)
    files = Worker("file-seconds", "file-megabytes", ())
    assert files.call(divmod, 7, 2) == (3, 1)
    assert files.pid is None
    with pytest.raises(UserError, match="needs the package absent"):
        files.call(need_package, "absent", "this")
    with pytest.raises(Ended, match="crashed"):
        files.call(divmod, 7, 0)


def test_a_stand_in_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = type(sys)("colours")
    monkeypatch.setitem(sys.modules, "colours", stand_in)
    assert has_package("colours")
    stand_in.IS_STAND_IN = True  # type: ignore[attr-defined]
    assert not has_package("colours")
