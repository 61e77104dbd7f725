"""The same input gives the same bytes: in another process, folder and order of hashing, alone or with others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cloudy_pnp.core.shipped import shipped_root

CARDS = ["--only", "sheets", "--only", "calibration", "--only", "svg"]


def build(out: Path, seed: str, *options: str) -> dict[str, bytes]:
    """Every file of a fresh build, by its path below the game's folder."""
    out.mkdir()
    call = [sys.executable, "-m", "cloudy_pnp", "build", "--root", str(shipped_root()), "--out", str(out / "output")]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}"}
    subprocess.run([*call, *CARDS, *options], check=True, capture_output=True, cwd=out, env=environment)
    folder = out / "output/cloudy-kingdom"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return build(tmp_path_factory.mktemp("first") / "first", "1", "--lang", "hu")


def test_builds_have_the_same_bytes(first: dict[str, bytes], tmp_path: Path) -> None:
    second = build(tmp_path / "another second", "2", "--lang", "hu")
    assert {"manifest.json", "hu/cards-a4-duplex.pdf", "hu/calibration.pdf", "hu/svg/stem.svg"} <= first.keys()
    assert len(first) > 30
    assert list(first.keys() ^ second.keys()) == []
    assert [path for path in first if first[path] != second[path]] == []


def test_a_language_is_the_same_alone_and_with_others(first: dict[str, bytes], tmp_path: Path) -> None:
    with_others = build(tmp_path / "with others", "4", "--lang", "de", "--lang", "hu")
    alone = {path: content for path, content in first.items() if path != "manifest.json"}  # lists other files
    assert alone == {path: content for path, content in with_others.items() if path.startswith("hu/")}
