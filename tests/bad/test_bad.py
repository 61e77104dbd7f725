"""Every bad input gives exactly its expected problems, to the column and to the word."""

from __future__ import annotations

import re

import pytest

from bad.accept import GAMES, REPOSITORY, as_text, cases, expected_file, expected_files, report_on
from cloudy_pnp.api import codes_of
from cloudy_pnp.game.registry import DEFAULT, find_game

ENOUGH = 80
# What an author of cards must never read: words of the schema language, of Python, of our own placeholders.
JARGON = re.compile(
    r"given schemas|[aA]dditionalProperties|oneOf|anyOf|allOf|ValidationError|Traceback|patternProperties|\$ref"
    r"|does not match|non-empty|is a required property|\bu'|\bNone\b|\bTrue\b|\bFalse\b|<class|�lost|this is not YAML:"
)
# Found while drawing: see tests/layouts. FONT-SYSTEM depends on the computer: see tests/draw/test_fontbook.py.
UNREACHED = {"FONT-SYSTEM", "LAYOUT-ART", "PICTURE-DPI", "PICTURE-SHAPE"}
CODE = re.compile(r"^\S+:\d+:\d+ (?:error|warning|info) ([A-Z0-9]+-[A-Z0-9]+)\b", re.MULTILINE)


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """File names in a report are relative to where the command is called."""
    monkeypatch.chdir(REPOSITORY)


@pytest.mark.parametrize("name", cases())
def test_problems_are_as_expected(name: str) -> None:
    assert as_text(report_on(name)) == expected_file(name).read_text("utf-8")


def test_there_are_enough_cases_and_each_has_its_expected_file() -> None:
    assert len(cases()) >= ENOUGH
    assert expected_files() == set(cases())


def test_every_case_has_a_problem() -> None:
    assert not [name for name in cases() if not expected_file(name).read_text("utf-8")]


def test_every_code_has_a_bad_example() -> None:
    """Of the tool, and of every game that has bad examples."""
    shown = {code for name in cases() for code in CODE.findall(expected_file(name).read_text("utf-8"))}
    games = {DEFAULT, "harbour-lights", *GAMES}
    known = {
        *(code for code in codes_of() if not code.startswith(("PRINT-", "EXPORT-", "FIT-", "GLYPH-"))),
        "PRINT-4",  # of print files; a build reports the others
        *(code for game in games for code in find_game(game).data.codes),
    }
    assert known - shown == UNREACHED, "codes without a bad example"
    assert shown - known == set(), "codes that the tool does not list"


def test_no_problem_speaks_jargon() -> None:
    lines = [line for name in cases() for line in expected_file(name).read_text("utf-8").splitlines()]
    assert not [line for line in lines if JARGON.search(line)]


def test_one_mistake_is_told_once() -> None:
    for name in cases():
        lines = expected_file(name).read_text("utf-8").splitlines()
        assert len(lines) == len(set(lines)), name
