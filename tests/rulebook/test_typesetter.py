"""Typst in a process of its own: whatever a layout does, it is one line at its place, and the next book is made."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.command import is_alive

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.rulebook.pages import BOOKS, typeset

MAIN = '#import "book.typ": *\n#set document(title: "x")\n#set text(lang: "en")\n= Hello\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "main.typ").write_text(MAIN)
    (tmp_path / "book.typ").write_text("")
    (tmp_path / "fonts").mkdir()
    return tmp_path


def test_all_books_are_made_by_one_process(place: Path) -> None:
    first = typeset(place, "x/book.typ")
    worker = BOOKS.pid
    assert first.startswith(b"%PDF")
    assert typeset(place, "x/book.typ") == first
    assert BOOKS.pid == worker


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n#let x = (\n", "x/book.typ:2: unclosed delimiter"),
        ("#let x = 1.foo()", "x/book.typ:1: "),
        ('\n\n#import "@preview/cetz:0.2.2": *', "x/book.typ:3: a layout cannot use packages"),
        ('#import "@local/cetz:0.2.2": *', "x/book.typ:1: a layout cannot use packages"),
        ('#read("/etc/passwd")', "x/book.typ:1: file not found (searched at /etc/passwd)"),
        ('#read("../../../../../../etc/passwd")', "x/book.typ:1: "),
        ("#let f(x) = f(x)\n#f(1)", "x/book.typ:1: maximum function call depth exceeded"),
        ('#let x = "a" * 3000000000', "x/book.typ: this needs more than 300 megabytes of memory"),
        ("#let x = range(90000000).map(i => (i, i))", "x/book.typ: this needs more than 300 megabytes"),
        (
            "#for a in range(99999) { for b in range(99999) { let c = a * b } }",
            "x/book.typ: this needs more than 1 CPU s",
        ),
    ],
)
def test_a_hostile_layout_is_one_line(text: str, told: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 1 if "CPU s" in told else 20  # to start a worker takes CPU time too, most of all on a busy machine
    monkeypatch.setenv(budget.VARIABLE, f"book-megabytes=300, book-seconds={seconds}")
    (place / "book.typ").write_text(text)
    with pytest.raises(UserError, match=re.escape(told)) as raised:
        typeset(place, "x/book.typ")
    assert str(place) not in str(raised.value)
    (place / "book.typ").write_text("")
    assert typeset(place, "x/book.typ").startswith(b"%PDF")


def test_a_worker_that_was_ended_is_started_again(place: Path) -> None:
    good = typeset(place, "x/book.typ")
    assert BOOKS.pid is not None
    os.kill(BOOKS.pid, signal.SIGKILL)
    while BOOKS.pid is not None:
        time.sleep(0.01)
    assert typeset(place, "x/book.typ") == good


@pytest.mark.skipif(sys.platform != "linux", reason="other systems end it when its work is done")
def test_no_worker_outlives_whoever_started_it(place: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from cloudy_pnp.rulebook import pages as t\n"
        "t.typeset(Path(sys.argv[1]), 'x'); print(t.BOOKS.pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as caller:
        assert caller.stdout is not None
        worker = int(caller.stdout.readline())
        os.kill(worker, 0)
        os.kill(caller.pid, signal.SIGKILL)
    for _ in range(2000):
        if not is_alive(worker):
            return
        time.sleep(0.05)
    pytest.fail("the worker is still there")
