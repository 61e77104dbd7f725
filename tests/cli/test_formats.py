"""Every format of a report: whole against a golden file, and in the shape that its readers rely on."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
from bad.accept import FOLDER as BAD

from cli.accept import GOLDEN, REPOSITORY, report_in, without_version
from cli.command import call
from cli.sarif import SARIF
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.core.problems import Severity

PROBLEM_KEYS = ["code", "severity", "file", "line", "column", "path", "message", "hint"]
COMMAND = re.compile(r"::(?P<command>[a-z]+) (?P<properties>[^:]*)::(?P<message>[^\r\n]*)")


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


def bad_json() -> dict[str, Any]:
    """The JSON report on the fixed bad file."""
    report: dict[str, Any] = json.loads(report_in("json"))
    return report


@pytest.mark.parametrize("style", REPORTERS)
def test_a_report_is_as_it_was(style: str) -> None:
    assert report_in(style) == (GOLDEN / f"bad.{style}").read_text("utf-8")


def test_the_command_prints_the_report() -> None:
    for style in REPORTERS:
        printed = call("check", GOLDEN / "bad.yaml", "--format", style)
        assert printed.code == 1
        assert printed.err == ""
        plain = re.sub(r"\x1b\[[0-9;]*m", "", (GOLDEN / f"bad.{style}").read_text("utf-8"))
        assert without_version(printed.out) == plain


def test_the_fixed_file_shows_every_severity() -> None:
    assert {problem["severity"] for problem in bad_json()["problems"]} == {str(severity) for severity in Severity}
    assert any(problem["path"] == "" for problem in bad_json()["problems"])


# --- json --------------------------------------------------------------------------------------------------


def test_json_is_that_of_the_contracts() -> None:
    report = bad_json()
    assert list(report) == ["version", "summary", "problems"]
    assert report["version"] == 1
    assert list(report["summary"]) == ["files", "cards", "errors", "warnings", "suppressed"]
    severities = [problem["severity"] for problem in report["problems"]]
    assert report["summary"]["files"] == 1
    assert report["summary"]["errors"] == severities.count("error")
    assert report["summary"]["warnings"] == severities.count("warning")
    for problem in report["problems"]:
        assert list(problem) == PROBLEM_KEYS
        assert isinstance(problem["line"], int) and problem["line"] >= 1
        assert isinstance(problem["column"], int) and problem["column"] >= 1
        assert all(isinstance(problem[key], str) for key in PROBLEM_KEYS if key not in ("line", "column"))


def test_problems_are_sorted_by_file_line_column_code() -> None:
    result = call("check", "--format=json", *sorted(BAD.glob("face-*.yaml")), *sorted(BAD.glob("i18n-*.yaml")))
    problems = json.loads(result.out)["problems"]
    keys = [(problem["file"], problem["line"], problem["column"], problem["code"]) for problem in problems]
    assert len(keys) > 50
    assert keys == sorted(keys)


def test_a_sound_game_has_an_empty_report() -> None:
    result = call("check", "--format=json", REPOSITORY / "cards" / "cloudy-kingdom" / "spells.yaml")
    assert result.code == 0
    assert json.loads(result.out) == {
        "version": 1,
        "summary": {"files": 1, "cards": 8, "errors": 0, "warnings": 0, "suppressed": 0},
        "problems": [],
    }


# --- github ------------------------------------------------------------------------------------------------


def unescaped(text: str) -> str:
    """A property or message of a workflow command as the runner reads it."""
    return text.replace("%3A", ":").replace("%2C", ",").replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")


def test_github_lines_are_workflow_commands() -> None:
    kinds = {"error": "error", "warning": "warning", "info": "notice"}
    lines = report_in("github").split("\n")
    assert lines.pop() == ""
    for line, problem in zip(lines, bad_json()["problems"], strict=True):
        parts = COMMAND.fullmatch(line)
        assert parts, line
        assert parts["command"] == kinds[problem["severity"]]
        properties = dict(item.split("=", 1) for item in parts["properties"].split(","))
        assert {key: unescaped(value) for key, value in properties.items()} == {
            "file": problem["file"],
            "line": str(problem["line"]),
            "col": str(problem["column"]),
            "title": problem["code"],
        }
        assert unescaped(parts["message"]).startswith(problem["message"])


# --- sarif -------------------------------------------------------------------------------------------------


def test_sarif_has_its_shape() -> None:
    jsonschema.Draft202012Validator(SARIF).validate(json.loads(report_in("sarif")))


def test_sarif_says_what_json_says() -> None:
    levels = {"error": "error", "warning": "warning", "info": "note"}
    (run,) = json.loads(report_in("sarif"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result, problem in zip(run["results"], bad_json()["problems"], strict=True):
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == problem["code"]
        assert result["level"] == levels[problem["severity"]]
        assert unquote(place["artifactLocation"]["uri"]) == problem["file"]
        assert place["region"] == {"startLine": problem["line"], "startColumn": problem["column"]}
        assert result["message"]["text"].startswith(problem["message"])
    assert len({rule["id"] for rule in rules}) == len(rules)


def test_sarif_of_a_sound_file_has_its_shape_too() -> None:
    result = call("check", "--format=sarif", REPOSITORY / "cards" / "cloudy-kingdom" / "spells.yaml")
    report = json.loads(result.out)
    jsonschema.Draft202012Validator(SARIF).validate(report)
    assert report["runs"][0]["results"] == []


# --- junit -------------------------------------------------------------------------------------------------


def suite(text: str) -> ElementTree.Element:
    """The one test suite of a JUnit report."""
    suites = ElementTree.fromstring(text)  # noqa: S314 - our own output
    assert suites.tag == "testsuites"
    (found,) = suites
    assert found.tag == "testsuite"
    assert {key: suites.attrib[key] for key in ("tests", "failures")} == {
        key: found.attrib[key] for key in ("tests", "failures")
    }
    return found


def test_junit_counts_errors_as_failures() -> None:
    found = suite(report_in("junit"))
    errors = [problem for problem in bad_json()["problems"] if problem["severity"] == "error"]
    cases = found.findall("testcase")
    assert found.attrib["tests"] == str(len(cases)) == str(len(errors))
    assert found.attrib["failures"] == str(len(found.findall("testcase/failure")))
    for case, problem in zip(cases, errors, strict=True):
        (failure,) = case
        assert failure.attrib["type"] == problem["code"]
        assert failure.attrib["message"].startswith(problem["message"])
        assert case.attrib["file"] == case.attrib["classname"] == problem["file"]
        assert case.attrib["line"] == str(problem["line"])
    assert len({case.attrib["name"] for case in cases}) == len(cases)


def test_junit_has_a_passed_test_for_a_sound_file() -> None:
    sound = "cards/cloudy-kingdom/spells.yaml"
    found = suite(call("check", "--format=junit", sound, GOLDEN / "bad.yaml").out)
    passed = [case for case in found.findall("testcase") if len(case) == 0]
    assert [case.attrib["classname"] for case in passed] == [sound]
    assert int(found.attrib["tests"]) == int(found.attrib["failures"]) + 1


# --- text --------------------------------------------------------------------------------------------------


def test_the_caret_stands_under_the_column() -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", report_in("text")).splitlines()
    under = [(line, shown[number + 1]) for number, line in enumerate(shown) if re.match(r" *\d+ \| ", line)]
    marked = [line[len(caret) - 1 - wide(line, len(caret) - 1) :] for line, caret in under]
    assert [text.split(",")[0].split("}")[0] for text in marked] == [
        '"漢字é<b>&"',
        "-1",
        "x]]",
        "stem",
        "id: bend-turned",
        "hool",
        "[[n",
        "id: rope # plays like stem",
    ]


def wide(line: str, cells: int) -> int:
    """Return how many characters of a line take two cells of a terminal before a cell."""
    return sum(char in "漢字" for char in line[:cells])
