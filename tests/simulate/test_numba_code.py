"""Parts compiled into their entry, and entries kept on disk: a file that is cut off is compiled again."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from cloudy_pnp.simulate.numba_code import Ints, entry, jit, memory, sources

PROGRAM = """
from cloudy_pnp.simulate.numba_code import entry

def twice(number: int) -> int:
    return number * 2

twice = entry(twice)
"""


def answer(program: Path) -> tuple[int, int]:
    """Return what a fresh copy of the program says, and how often it was read from what is kept."""
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


def test_processes_that_start_together_compile_once(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"{PROGRAM}\nprint(twice(21), sum(twice.stats.cache_hits.values()))\n")
    command, words = [sys.executable, str(program)], {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    both = [subprocess.Popen(command, env=words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(process.communicate()[0] for process in both) == ["42 0\n", "42 1\n"]


@jit
def add_from(numbers: Ints, first: int) -> int:
    """Add up three numbers."""
    total = 0
    for place in (0, 1, 2):
        total += numbers[first + place]
    return total


@jit
def fill_and_add(numbers: Ints, count: int) -> int:
    """Call a part with a constant, with another one and with a variable, on the whole memory and on the rest of it."""
    for place in range(count):
        numbers[place] = place * place
    return add_from(numbers, 0) + 10 * add_from(numbers, 1) + 100 * add_from(numbers[2:], count - 5)


def fill(table: Any) -> int:
    """Fill a table of any shape."""
    return fill_and_add(memory(table), table.size)


def test_parts_stay_plain_for_python() -> None:
    table = np.zeros((2, 4), np.int64)
    assert fill(table) == 5 + 10 * 14 + 100 * 110
    assert table.ravel().tolist() == [0, 1, 4, 9, 16, 25, 36, 49]


def test_compiled_parts_do_the_same_and_are_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    compiled, table = entry(fill), np.zeros((2, 4), np.int64)
    assert compiled(table) == 5 + 10 * 14 + 100 * 110
    assert table.ravel().tolist() == [0, 1, 4, 9, 16, 25, 36, 49]
    assert len(add_from.__dict__["dispatcher"].signatures) == 1


def test_only_the_entry_becomes_machine_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    entry(fill)(np.zeros(8, np.int64))
    engine = numba.core.registry.cpu_target.target_context.codegen()._engine
    names = [part.__dict__["dispatcher"].overloads.values() for part in (add_from, fill_and_add)]
    defined = [engine.is_symbol_defined(made.fndesc.llvm_func_name) for parts in names for made in parts]
    assert defined and not any(defined)


def test_sources_depend_on_modules_and_names(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("A = 1")
    before = sources(tmp_path, names=("draw",))
    assert sources(tmp_path, names=("draw",)) == before != sources(tmp_path, names=("take",))
    module.write_text("A = 2")
    assert sources(tmp_path, names=("draw",)) != before
