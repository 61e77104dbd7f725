"""The same input gives the same bytes: in another process, folder and order of hashing, alone or beside others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


def test_builds_have_the_same_bytes(tmp_path: Path) -> None:
    first = build(tmp_path / "first", "1", "--lang", "hu")
    second = build(tmp_path / "another second", "2", "--lang", "hu")
    assert {"manifest.json", "hu/cards-a4-duplex.pdf", "hu/calibration.pdf", "hu/svg/stem.svg"} <= first.keys()
    assert len(first) > 30
    assert list(first.keys() ^ second.keys()) == []
    assert [path for path in first if first[path] != second[path]] == []


def test_a_language_is_the_same_alone_and_beside_others(tmp_path: Path) -> None:
    alone = build(tmp_path / "alone", "3", "--lang", "fr")
    beside = build(tmp_path / "beside", "4", "--lang", "de", "--lang", "fr")
    del alone["manifest.json"], beside["manifest.json"]  # lists other files
    assert alone == {path: content for path, content in beside.items() if path.startswith("fr/")}
