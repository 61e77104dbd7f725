"""Twenty slips of beginners: what the hint says, done to the letter, leads to a file that passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cloudy_pnp import api
from cloudy_pnp.core.problems import Problem, Severity
from cloudy_pnp.core.shipped import shipped_root

SPELL = "spells:\n  - id: lift\n    name: {en: Lift, de: Heber, fr: Treuil, hu: Emelő}\n    effect:\n"
VINE = "vines:\n  - id: odd\n    count: 1\n"
# Name: the text, and what in it the hint is about.
SLIPS: dict[str, tuple[str, str]] = {
    "no colon": (SPELL + "      - draw 3\n      - discard: {from: drawn}\n", "draw 3"),
    "no space after the colon": (SPELL + "      - draw:3\n      - discard: {from: drawn}\n", "draw:3"),
    "a step without a value": (SPELL + "      - swap\n", "swap"),
    "a break in words": (VINE + "    vines: [[n, s]]\n    breaks: [n hole]\n", "n hole"),
    "two steps in a line": (SPELL + "      - draw: 3, pass: left\n", "- draw: 3, pass: left"),
    "an apostrophe": (SPELL.replace("Lift,", "'Don't',") + "      - pass: left\n", "'Don't'"),
    "one bracket": (VINE + "    vines: [n, s]\n", "[n, s]"),
    "sides in words": (VINE + "    vines: [[north, s]]\n", "north"),
    "sides without a comma": (VINE + "    vines: [[n s]]\n", "n s"),
    "sides with a hyphen": (VINE + "    vines: n-s\n", "n-s"),
    "an effect in words": (SPELL.replace("effect:\n", "effect: pass left\n"), "pass left"),
    "a capital letter": (SPELL + "      - Pass: left\n", "Pass"),
    "one kind, singular": (VINE.replace("vines:", "vine:") + "    vines: [[n, s]]\n", "vine"),
    "an id with a space": (VINE.replace("odd", "My Card") + "    vines: [[n, s]]\n", "My Card"),
    "a number in words": (VINE.replace("1", "two") + "    vines: [[n, s]]\n", "two"),
    "a number with a cross": (VINE.replace("1", "2x") + "    vines: [[n, s]]\n", "2x"),
    "a key, singular": (VINE + "    vines: [[n, s], [e, w]]\n    bridge: [[n, s]]\n", "bridge"),
    "a misspelt key": (VINE.replace("count", "cuont") + "    vines: [[n, s]]\n", "cuont"),
    "a turn by a number": (SPELL + "      - turn: 1\n", "1"),
    "a removal in short": (SPELL + "      - remove: top\n", "top"),
    "a misspelt value": (SPELL + "      - pass: lfet\n", "lfet"),
    "a crossing": (VINE + "    vines: [[n, s], [e, w]]\n", "vines: [[n, s], [e, w]]"),
}


def errors(path: Path) -> list[Problem]:
    """The errors of a lone file."""
    return [one for one in api.check(shipped_root(), paths=[path]).problems if one.severity is Severity.ERROR]


_ADVICE = (r"write (.+?)(?:: an id .*)?$", r'did you mean "([^"]+)"', r"put it in square .*?: (.*)$", r"such as (.*)$")


def advice(hint: str, old: str, indent: str) -> str:
    """Return what a hint tells to put in the place of something."""
    if match := re.match(r"write each on a separate line: (.*)$", hint):
        return f"\n{indent}".join(re.findall(r'"(- [^"]*)"', match.group(1)))
    if match := re.match(r"add ([a-z]+: \[\[.*?\]\])", hint):
        return f"{old}\n{indent}{match.group(1)}"
    for pattern in (
        r"write (.+?)(?:: an id .*)?$",
        r'did you mean "([^"]+)"',
        r"put it in square .*?: (.*)$",
        r"such as (.*)$",
    ):
        if match := re.search(pattern, hint):
            return match.group(1)
    raise AssertionError(f"nobody can follow this hint: {hint!r}")


@pytest.mark.parametrize("slip", SLIPS)
def test_the_hint_leads_to_a_file_that_passes(slip: str, tmp_path: Path) -> None:
    text, old = SLIPS[slip]
    file = tmp_path / "slip.yaml"
    file.write_text(text, "utf-8")
    problems = errors(file)
    assert len(problems) == 1, [problem.message for problem in problems]
    for _ in range(2):  # one slip may hide another
        [problem] = problems
        line = text.splitlines()[problem.line - 1]
        indent = line[: len(line) - len(line.lstrip())]
        assert problem.hint, problem.message
        new = advice(problem.hint, old, indent)
        before, found, after = line.partition(old)
        assert found, f"line {problem.line} is not the line of the slip: {line}"
        lines = text.splitlines()
        lines[problem.line - 1] = before + new + after
        text, old = "\n".join(lines) + "\n", new.strip("[]")
        file.write_text(text, "utf-8")
        problems = errors(file)
        if not problems:
            return
    raise AssertionError([f"{problem.message} [{problem.hint}]" for problem in problems])


def test_there_are_twenty() -> None:
    assert len(SLIPS) >= 20
