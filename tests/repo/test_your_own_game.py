"""The guide to a game of one's own, followed from its first line to its last in an empty folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli.command import call

DOCS = Path(__file__).parents[2] / "docs/tutorials"
GUIDE = (DOCS / "your-own-game.md").read_text("utf-8")
STEPS = re.findall(r"(?:^`([^`\n]+)`\n)?```(console|yaml|csv)\n((?:(?!```).*\n)*)```", GUIDE, re.MULTILINE)


def test_every_step_does_what_the_guide_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for path, kind, text in STEPS:
        if kind != "console":
            (tmp_path / "night-and-day" / path).write_text(text, "utf-8")
            continue
        for part in re.split(r"(?m)^\$ ", text)[1:]:
            line, _, output = part.partition("\n")
            done = call(*shlex.split(line)[1:])
            assert done.err == "", line
            assert done.code == (1 if " error " in output else 0), line
            assert done.out.startswith(output.rstrip("\n")), f"{line}\n{done.out}"
            commands += 1
            if "init" in line:
                monkeypatch.chdir(tmp_path / "night-and-day")
    assert commands == 8


def test_commands_in_sentences_exist() -> None:
    for command in set(re.findall(r"`cloudy-pnp ([a-z0-9]+)[^`]*`", GUIDE)):
        assert call(command, "--help").code == 0, command


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", GUIDE)
    assert targets
    assert [target for target in targets if not (DOCS / target).exists()] == []
