"""Exporters of installed packages are targets like the tool's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.exporter import exporter_names, find_exporter, target_helps, target_names
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.studio_words import read_words

GUIDE = (Path(__file__).parents[2] / "docs/how-to/export.md").read_text("utf-8")
[EXAMPLE] = re.findall(r"^`my_package\.py`\n```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
POINTS = """[cloudy_pnp.exporters]
ids = my_package:IDS
broken = no_such_module:X
other = my_package:IDS
png = my_package:IDS
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages: the one in docs/how-to/export.md, and entry points that are wrong."""
    site = tmp_path / "site"
    information = site / "my_package-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text(POINTS, "utf-8")
    (site / "my_package.py").write_text(EXAMPLE, "utf-8")
    monkeypatch.syspath_prepend(str(site))
    return site


def test_an_installed_exporter_is_a_target(site: Path, tmp_path: Path) -> None:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        whole = [sys.executable, "-m", "cloudy_pnp", "export", *words, "--game", "harbour-lights"]
        return subprocess.run(
            whole, env=os.environ | {"PYTHONPATH": str(site)}, capture_output=True, text=True, check=False
        )

    assert re.search(r"^  ids +the ids of all components$", call("--help").stdout, re.MULTILINE)
    done = call("ids", "--lang", "en", "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    [made] = (tmp_path / "out").rglob("ids.txt")
    assert len(set(made.read_text("utf-8").splitlines())) > 20
    assert "cannot be loaded: ModuleNotFoundError" in call("broken").stderr


def test_what_an_entry_point_names_must_be_that_exporter(site: Path) -> None:
    assert site.is_dir()
    assert target_helps()["ids"] == "the ids of all components"
    assert target_helps()["broken"].startswith('the exporter "broken" cannot be loaded: ModuleNotFoundError')
    assert find_exporter("png").help == "every face as a PNG", "the tool's own wins"
    with pytest.raises(UserError, match='does not name the exporter "other"'):
        find_exporter("other")


def test_every_target_has_words_and_the_studio_has_them_in_every_language() -> None:
    helps = target_helps()
    assert len(set(helps.values()) - {""}) == len(target_names())
    for lang in ("de", "fr", "hu"):
        texts = read_words(home_of(), lang)["texts"]
        assert [help for help in helps.values() if help not in texts] == []
    assert not any(find_exporter(name).help for name in exporter_names()), "the studio shows their names"
