"""How far a long command is, at a terminal; and what Ctrl-C leaves behind."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import REPOSITORY, environment
from cli.terminal import CTRL_C, at_terminal
from cloudy_pnp.cli.echo import Line
from cloudy_pnp.core import progress
from cloudy_pnp.export.plan import ProgressReporter

ONE_SHEET = ["--lang", "en", "--only", "sheets", "--sheet", "cards-a4-duplex"]  # it takes a while


def lines_of(shown: str) -> list[str]:
    """Every line that was shown, those too that were taken away."""
    return [part.split("\n")[0].rstrip() for part in shown.split("\r")]


def test_a_build_says_from_the_beginning_what_it_is_at(tmp_path: Path) -> None:
    done = at_terminal(["build", *ONE_SHEET, "--out", tmp_path], REPOSITORY)
    assert done.code == 0, done.out
    shown = lines_of(done.out)
    assert re.fullmatch(r"(\d+ s )?checking the cards", shown[1])
    assert any(re.search(r"0/1 files · en: \w", line) for line in shown), shown
    assert re.search(rf"\r{tmp_path}/cloudy-kingdom/en/cards-a4-duplex\.pdf: \d+ pages\n", done.out)
    assert all(line.startswith(str(tmp_path)) for line in done.out.rpartition("\r")[2].splitlines())


def test_a_file_that_is_being_written_is_not_finished(tmp_path: Path) -> None:
    planned = [tmp_path / lang / "cards.pdf" for lang in ("de", "en", "fr")]
    for path in planned[:2]:
        path.parent.mkdir()
        path.touch()
    reporter, shown = ProgressReporter(planned), list[tuple[str, int, int]]()
    reporter.queue.put((1, "en: cards.pdf, page 3"))
    with progress.reported_to(lambda *now: shown.append(now)):
        reporter.report()
    assert shown == [("files · en: cards.pdf, page 3", 1, 3)]


def test_a_check_says_what_it_draws(tmp_path: Path) -> None:
    words = ["check", str(REPOSITORY / "docs/examples/my-spell.yaml")]
    done = at_terminal(words, REPOSITORY, extra={"XDG_CACHE_HOME": str(tmp_path)})
    assert done.code == 0, done.out
    assert any(": drawing" in line for line in lines_of(done.out)), done.out
    assert done.out.rpartition("\r")[2] == "1 file, 1 card: 0 errors, 0 warnings\n"


def test_ctrl_c_ends_a_build_at_once_and_says_what_is_whole(tmp_path: Path) -> None:
    words = ["build", "--lang", "en", "--out", str(tmp_path)]
    done = at_terminal(words, REPOSITORY, [("files · en: ", CTRL_C)])
    assert done.code == 130
    assert "cloudy-pnp: stopped; " in done.out
    assert "is complete, as the last finished build left it" in done.out
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_ctrl_c_in_other_commands_is_one_line(tmp_path: Path) -> None:
    words = ["check", str(REPOSITORY / "docs/examples/my-spell.yaml")]
    done = at_terminal(words, REPOSITORY, [("checking", CTRL_C)], extra={"XDG_CACHE_HOME": str(tmp_path)})
    assert done.code == 130
    assert done.out.rstrip().endswith("cloudy-pnp: stopped; no file was left half written")


def test_ctrl_c_while_the_program_is_still_being_read_is_no_traceback() -> None:
    script = """
import sys
class Stop:
    def find_spec(self, name, *_):
        if name == "click": raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from cloudy_pnp.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with Line() as line, progress.reported_to(line):
        progress.at("drawing", 1, 2)
        line.say("compiling")
    assert capsys.readouterr() == ("", "")
