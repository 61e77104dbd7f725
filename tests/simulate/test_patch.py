"""Patches of counts: comments stay, and `git apply` and `patch` take them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.simulate.patch import unified_patch

TEXT = """# a deck
cards:
  - id: one   # the first
    count: 6
  - {id: two, count: 12, note: "count: 3"} # inline
  - id: three
    count:   1   # spaced
"""
CHANGES = [Set(("cards", 0, "count"), 10), Set(("cards", 1, "count"), 0), Set(("cards", 2, "count"), 7)]
CHANGED = TEXT.replace("count: 6", "count: 10").replace("two, count: 12", "two, count: 0").replace("  1   #", "  7   #")


@pytest.mark.parametrize(
    "form",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n").replace("   # spaced", ""),
        lambda text: text.replace("# a deck", "# ein Deck für Größe 😀"),
    ],
    ids=["plain", "windows", "mark", "no-last-line-end", "unicode"],
)
@pytest.mark.parametrize("tool", ["git", "patch"])
def test_patch_applies(form, tool: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    before, after = form(TEXT), form(CHANGED)
    assert apply_edits(before, CHANGES) == after
    file = tmp_path / "cards/game/deck.yaml"
    file.parent.mkdir(parents=True)
    file.write_bytes(before.encode())
    (tmp_path / "tune.patch").write_bytes(unified_patch("cards/game/deck.yaml", before, after).encode())
    commands = {"git": ["git", "apply", "tune.patch"], "patch": ["patch", "-p1", "--binary", "-i", "tune.patch"]}
    if shutil.which(commands[tool][0]) is None:
        pytest.skip(f"no {tool} on this machine")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(commands[tool], cwd=tmp_path, check=True, capture_output=True)
    assert file.read_bytes().decode() == after


def test_no_change_is_no_patch() -> None:
    assert unified_patch("x", TEXT, TEXT) == ""
