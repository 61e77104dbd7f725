"""All four rulebooks, cold and warm, against Typst compiling one empty page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typst

from cloudy_pnp import api
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.export.request import BuildRequest

GROUP = "rulebooks in four languages"


@pytest.mark.benchmark(group=GROUP)
def test_baseline_one_empty_typst_page(benchmark: Any, tmp_path: Path) -> None:
    """What the engine costs by itself."""
    page = tmp_path / "empty.typ"
    page.write_text("#set page(width: 148mm, height: 210mm)\n", "utf-8")
    benchmark(lambda: typst.compile(page, ignore_system_fonts=True))


@pytest.mark.benchmark(group=GROUP)
def test_cold(benchmark: Any, tmp_path: Path) -> None:
    """As a user calls it: everything is imported, checked, evaluated, drawn and set."""
    numbers = iter(range(100))

    def build() -> None:
        out = tmp_path / str(next(numbers))
        call = [sys.executable, "-m", "cloudy_pnp", "build", "--only", "rulebook", "--root", str(shipped_root())]
        subprocess.run([*call, "--out", str(out)], check=True, capture_output=True)

    benchmark.pedantic(build, rounds=2)


@pytest.mark.benchmark(group=GROUP)
def test_warm(benchmark: Any, tmp_path: Path) -> None:
    """Again, when nothing has changed: checked and left alone."""
    order = BuildRequest(only=("rulebook",))
    api.build(shipped_root(), order, out=tmp_path)

    def build() -> None:
        result, _ = api.build(shipped_root(), order, out=tmp_path)
        assert not result.artifacts

    benchmark.pedantic(build, rounds=3)
