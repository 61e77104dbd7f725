"""The guide for custom spells, followed from its first line to its last in an empty folder."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import polib
import pytest
from cli.command import call

DOCS = Path(__file__).parents[2] / "docs/tutorials"
GUIDE = (DOCS / "custom-spells.md").read_text("utf-8")
BLOCKS = re.findall(r"```(console|yaml)\n((?:(?!```).*\n)*)```", GUIDE)
FILE = Path("packs/my-pack/spells/sky-hook.yaml")


def test_every_command_does_what_the_guide_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, text in BLOCKS:
        if kind == "yaml":
            (tmp_path / FILE).write_text(text, "utf-8")
            continue
        line, _, output = text.partition("\n")
        done = call(*shlex.split(line)[2:])
        assert done.err == "", line
        assert done.code == (1 if " error " in output else 0), line
        assert same(output, done.out), f"{line}\n{done.out}"
        commands += 1
    assert commands >= 7


def same(shown: str, printed: str) -> bool:
    """Checks are shown whole; of longer answers the guide shows how they begin."""
    return printed == shown if "files, " in shown else printed.startswith(shown.rstrip("\n")) and bool(printed)


def test_commands_in_sentences_exist() -> None:
    named = re.findall(r"`cloudy-pnp ([a-z0-9]+)[^`]*`", GUIDE)
    assert {"new", "watch"} <= set(named)
    for command in set(named):
        assert call(command, "--help").code == 0, command


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", GUIDE)
    assert targets
    assert [target for target in targets if not (DOCS / target).exists()] == []


def test_an_export_or_import_that_does_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "packs/espanol"
    folder.mkdir(parents=True)
    pack = {"id": "espanol", "name": {"en": "Spanish"}, "game": "harbour-lights", "languages": ["es"]}
    (folder / "pack.yaml").write_text(json.dumps({"pack": pack}), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert call("i18n", "export", "es", "es.po", "--pack", "espanol").code == 0
    po = polib.pofile("es.po")
    assert len(po) > 20
    for entry in po:
        entry.msgctxt, entry.msgstr = f"{entry.msgctxt}/old", "Texto"
    po.save("es.po")
    done = call("i18n", "import", "es.po", "--pack", "espanol")
    assert done.code == 1
    assert "no text of es.po could be used" in done.err
    (folder / "pack.yaml").write_text(json.dumps({"pack": {**pack, "languages": []}}), "utf-8")
    nothing = call("i18n", "export", "es", "new.po", "--pack", "espanol")
    assert nothing.code == 2
    assert "cloudy-pnp i18n add es --pack" in nothing.err
    assert not Path("new.po").exists()
