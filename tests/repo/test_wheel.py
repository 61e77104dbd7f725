"""A stranger installs the wheel and runs it in an empty folder: everything it needs is inside."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_wheel_has_all_data_and_works_from_an_empty_folder(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "dist"), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    for folder in ("cards", "packs", "schema", "templates"):
        shipped = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert shipped
        assert {f"cloudy_pnp/_shipped/{name}" for name in shipped} <= names
    assert "cloudy_pnp/py.typed" in names

    empty = tmp_path / "empty"
    empty.mkdir()
    script = "import sys; sys.path.insert(0, sys.argv.pop(1)); from cloudy_pnp.cli.main import main; main()"
    command = [sys.executable, "-P", "-c", script, str(tmp_path / "installed"), "check"]
    run = subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "34 cards: 0 errors, 0 warnings" in run.stdout
    assert str(tmp_path / "installed") in run.stdout  # it judged the wheel's own data, not this checkout's
