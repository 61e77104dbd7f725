"""How fast is `check`? Against reading the same file with PyYAML's C loader, and against starting Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.processes import peak
from cloudy_pnp import api
from cloudy_pnp.core.shipped import shipped_root

TEN_THOUSAND = pytest.mark.benchmark(group="check of a 10,000-card file (aim: below 3 × yaml.load)", min_rounds=3)
COLD = pytest.mark.benchmark(group="cold check of the shipped game (aim: below 15 × python -c pass)", min_rounds=10)
# As on a user's machine: the compiled modules are kept from the run before.
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 10,000 valid vine cards: every face of the shipped deck, again and again."""
    shipped = (shipped_root() / "cards/cloudy-kingdom/vines.yaml").read_text("utf-8")
    faces = yaml.load(shipped, yaml.CSafeLoader)["vines"]
    cards = [{**faces[number % len(faces)], "id": f"card-{number}"} for number in range(10_000)]
    path = tmp_path_factory.mktemp("deck") / "vines.yaml"
    path.write_text(yaml.safe_dump({"vines": cards}, sort_keys=False), "utf-8")
    return path


@TEN_THOUSAND
def test_baseline_yaml_load(benchmark: Any, deck: Path) -> None:
    """PyYAML's fastest loader, no positions, no checks."""
    text = deck.read_text("utf-8")
    benchmark(yaml.load, text, yaml.CSafeLoader)


@TEN_THOUSAND
def test_check(benchmark: Any, deck: Path) -> None:
    """The same file read and checked by schema and rules: 10,000 cards, most of them the same face as another."""
    report = benchmark(api.check, shipped_root(), "cloudy-kingdom", [deck])
    assert report.cards == 10_000
    used = peak(["cloudy_pnp", "check", "--root", str(shipped_root()), str(deck)])
    benchmark.extra_info["peak memory"] = f"{used:.0f} MiB"


@COLD
def test_baseline_python_pass(benchmark: Any) -> None:
    """Starting Python and doing nothing."""
    benchmark(subprocess.run, [sys.executable, "-c", "pass"], check=True, env=COMPILED)


@COLD
def test_cold_check(benchmark: Any) -> None:
    """`cloudy-pnp check` of the shipped game, from nothing."""
    command = [sys.executable, "-m", "cloudy_pnp", "check", "--root", str(shipped_root())]
    benchmark(subprocess.run, command, check=True, stdout=subprocess.DEVNULL, env=COMPILED)
