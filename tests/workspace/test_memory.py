"""Verdicts are remembered as long as nothing that they depend on has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cloudy_pnp.core import cache as memory
from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.core.shipped import shipped_root


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own, and schemas that may be changed."""
    shutil.copytree(shipped_root() / "schema", tmp_path / "schema")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(fingerprint, "shipped_root", lambda: tmp_path)
    return tmp_path


def judged(made_from: object, message: str) -> str:
    """Return the verdict, from the cache or, if it must be computed, `message`."""
    fingerprint.of_tool.cache_clear()
    [finding] = memory.cached("test", made_from, Finding, lambda: [Finding("SPL-10", ("effect", 0), message)])
    assert finding.path == ("effect", 0)
    return finding.message


def test_a_verdict_is_kept_until_data_or_schemas_change(root: Path) -> None:
    assert judged({"a": 1}, "first") == "first"
    assert judged({"a": 1}, "again") == "first"
    assert judged({"a": 2}, "other data") == "other data"
    assert judged({"a": 2}, "again") == "other data"  # there is room for more than one
    schema = root / "schema/cloudy-kingdom/spells.schema.json"
    schema.write_text(schema.read_text("utf-8") + "\n", "utf-8")
    assert judged({"a": 1}, "other schema") == "other schema"


def test_a_damaged_verdict_is_evaluated_again(root: Path) -> None:
    judged({}, "first")
    [file] = (path for path in (root / "cache").rglob("*.json") if path.parent.name != "fingerprints")
    file.write_text('[{"code": 1}]', "utf-8")
    assert judged({}, "again") == "again"
