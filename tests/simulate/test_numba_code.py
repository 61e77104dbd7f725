"""What numba has kept on disk may be cut off: then it is compiled again, and kept again."""

from __future__ import annotations

import runpy
from pathlib import Path

import numba
import pytest

PROGRAM = """
from cloudy_pnp.simulate.numba_code import entry

def twice(number: int) -> int:
    return number * 2

twice = entry(twice)
"""


def answer(program: Path) -> tuple[int, int]:
    """What a fresh copy of the program says, and how often it was read from what is kept."""
    twice = runpy.run_path(str(program))["twice"]
    return twice(21), sum(twice.stats.cache_hits.values())


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize(
    "damage", [lambda old: old[: len(old) // 2], lambda old: b"", lambda old: b"cnowhere\nnobody\n."]
)
def test_what_is_kept_and_broken_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, damage: object
) -> None:
    assert callable(damage)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    assert answer(program) == (42, 0)
    assert answer(program) == (42, 1)
    [kept] = (tmp_path / "kept").rglob(f"*.{ending}")
    kept.write_bytes(damage(kept.read_bytes()))
    assert answer(program) == (42, 0)
    assert answer(program) == (42, 1)
