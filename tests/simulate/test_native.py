"""Machine code does what the function does as plain Python; what is kept of it is believed only when it is whole."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chance import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from cloudy_pnp.simulate.native import machine
from cloudy_pnp.simulate.native.expressions import NotTranslated
from cloudy_pnp.simulate.native.machine import Native
from cloudy_pnp.simulate.native.translate import translated
from simulate import native_functions as functions

SMALL = st.integers(-40, 40)
COMPILED = {
    name: Native(getattr(functions, name), [Path(functions.__file__)])
    for name in ("divided", "shifted", "either", "chosen", "known", "counted", "swapped")
}


@pytest.mark.parametrize("name", COMPILED)
@settings(max_examples=examples(60))
@given(a=SMALL, b=SMALL)
def test_numbers(name: str, a: int, b: int) -> None:
    """Every operation, loop and choice."""
    if name == "divided" and b == 0:
        return
    if name in ("shifted", "counted"):
        a, b = abs(a), abs(b)
    assert COMPILED[name](a, b) == getattr(functions, name)(a, b)


def test_arrays_and_words() -> None:
    """What is written to an array is there; words go round at 64 bits."""
    native = Native(functions.filled, [])
    mine, theirs = (np.zeros(9, np.int64) for _ in range(2)), None
    first, second = mine
    words, others = np.array([5], np.uint64), np.array([5], np.uint64)
    with np.errstate(over="ignore"):
        theirs = functions.filled(first, words, 9)
    assert native(second, others, 9) == theirs
    assert first.tolist() == second.tolist() and words.tolist() == others.tolist()
    with pytest.raises(TypeError, match="64 bits"):
        native(np.zeros(3, np.int32), others, 1)
    with pytest.raises(TypeError, match="one number after the other"):
        native(np.zeros((3, 3), np.int64)[:, 0], others, 1)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (functions.calls_plain, r"native_functions, line \d+: plain is not compiled"),
        (functions.makes_a_list, r"native_functions, line \d+: List is not understood"),
        (functions.changes_its_mind, "found is of kind bool, not int"),
        (functions.takes_a_text, "str is none of int, bool"),
    ],
)
def test_what_is_not_understood_is_refused(function: Callable[..., Any], message: str) -> None:
    """With its place."""
    with pytest.raises(NotTranslated, match=message):
        translated(function)


# --- what is kept -----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cloudy-pnp" / "native"


def prepared(more: str = "") -> Native:
    """As a new process has it."""
    native = Native(functions.divided, [Path(functions.__file__)], more)
    assert native(-7, 2) == -4000 + 1
    return native


def test_code_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled once; anything that it depends on, and it is compiled anew."""
    prepared()
    assert len([*folder.iterdir()]) == 1
    with monkeypatch.context() as patch:
        patch.setattr(machine, "_compiled", lambda *_: pytest.fail("compiled again"))
        prepared()
    prepared("other")
    monkeypatch.setattr(machine, "_host", lambda: "another processor")
    prepared()
    assert len([*folder.iterdir()]) == 3


@pytest.mark.parametrize("spoil", ["cut", "empty", "bits", "longer", "folder", "text"])
def test_code_that_is_not_whole_is_made_anew(folder: Path, spoil: str) -> None:
    """Never run, and the file is whole again."""
    prepared()
    [file] = folder.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    spoilt = {
        "cut": whole[:middle],
        "empty": b"",
        "bits": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "longer": whole + b"\0",
        "text": b"no code at all",
    }
    file.unlink()
    if spoil == "folder":
        file.mkdir()
    else:
        file.write_bytes(spoilt[spoil])
    prepared()
    assert spoil == "folder" or file.read_bytes() == whole


def test_where_nothing_can_be_kept(folder: Path) -> None:
    """It is compiled all the same."""
    folder.parent.mkdir()
    folder.write_text("a file where the folder should be")
    prepared()
    folder.unlink()
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    prepared()
    folder.chmod(stat.S_IRWXU)


def test_old_code_is_forgotten(folder: Path) -> None:
    """A developer compiles many times."""
    for number in range(7):
        prepared(f"{number}")
    assert len([*folder.iterdir()]) == 4
