"""A question that was answered before: the same words at once, as long as nothing that matters has changed."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import REPOSITORY, Result, command, environment, run
from cloudy_pnp.cli import again
from cloudy_pnp.core import marks

GAME = """game:
  id: tiny
  name: {en: Tiny}
  languages: [en]
  kinds:
    heroes: {layout: hero, fields: {name: words}}
"""
HEROES = "heroes:\n  - {id: ann, name: {en: Ann}}\n"
HERO = (
    "layout: {id: hero, size: poker, boxes: [{text: {text: '{name}', at: {left: 5, right: 5, top: 5, height: 8}}}]}\n"
)
SOUND = "2 files, 1 card: 0 errors, 0 warnings\n"
# What a check of a sound game that nobody has touched does without.
SLOW = ("click", "yaml", "jsonschema_rs", "dataclasses", "cloudy_pnp.api", "cloudy_pnp.cli.main", "cloudy_pnp.games")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game, a cache of its own, and an answer that is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(again, "_asked", None)
    root = tmp_path / "game"
    for name, text in (
        ("cards/tiny/game.yaml", GAME),
        ("cards/tiny/heroes.yaml", HEROES),
        ("templates/tiny/layouts/hero.yaml", HERO),
        ("pyproject.toml", ""),
        ("output.txt", "made"),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def words(root: Path) -> list[str]:
    return ["check", "--root", str(root)]


def answered(root: Path) -> None:
    """Keep an answer, and see that it is given again."""
    assert again.ask(words(root)) is None
    again.keep(SOUND)
    assert again.ask(words(root)) == SOUND


CHANGES: dict[str, Callable[[Path, pytest.MonkeyPatch], object]] = {
    "a card": lambda root, _: (root / "cards/tiny/heroes.yaml").write_text(HEROES.replace("Ann}", "Eva}")),
    "a layout": lambda root, _: (root / "templates/tiny/layouts/hero.yaml").write_text(HERO.replace("8", "9")),
    "a new file": lambda root, _: (root / "cards/tiny/more.csv").write_text(""),
    "a hidden file": lambda root, _: (root / "cards/tiny/.more").write_text(""),
    "a new folder": lambda root, _: (root / "cards/other").mkdir(),
    "a new pack": lambda root, _: (root / "packs/mine").mkdir(parents=True),
    "another name": lambda root, _: (root / "cards/tiny/heroes.yaml").rename(root / "cards/tiny/more.yaml"),
    "a file is gone": lambda root, _: (root / "cards/tiny/heroes.yaml").unlink(),
    "what is wanted": lambda root, _: (root / "pyproject.toml").write_text("[tool.cloudy-pnp]\nselect = ['FIT']\n"),
    "a file for that": lambda root, _: (root / "cloudy-pnp.toml").write_text(""),
    "a link": lambda root, _: (root / "cards/tiny/more.yaml").symlink_to("heroes.yaml"),
    "a linked folder": lambda root, _: (root / "packs").symlink_to("cards"),
    "a pipe": lambda root, _: os.mkfifo(root / "cards/tiny/pipe.yaml"),
    "a limit": lambda _, patch: patch.setenv("CLOUDY_PNP_LIMITS", "cards=1"),
    "colours": lambda _, patch: patch.setenv("FORCE_COLOR", "1"),
    "the folder one is in": lambda root, patch: patch.chdir(root),
    "the tool": lambda _, patch: patch.setattr(marks, "by_time", lambda *_: "another one"),
    "a package": lambda root, patch: patch.syspath_prepend(root / "site-packages"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_has_changed_is_judged_anew(root: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    answered(root)
    CHANGES[what](root, monkeypatch)
    assert again.ask(words(root)) is None


@pytest.mark.parametrize("what", ["a link", "a linked folder", "a pipe"])
def test_a_root_with_links_is_judged_every_time(root: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    CHANGES[what](root, monkeypatch)
    assert again.ask(words(root)) is None
    again.keep(SOUND)
    assert again.ask(words(root)) is None


def test_a_file_of_the_same_size_and_time_is_another_one(root: Path) -> None:
    answered(root)
    path = root / "cards/tiny/heroes.yaml"
    stat = path.stat()
    path.write_text(HEROES.replace("ann", "eva"))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert again.ask(words(root)) is None


def test_what_was_saved_during_the_check_is_not_kept(root: Path) -> None:
    """Not even when it is changed back: nobody knows what was read."""
    assert again.ask(words(root)) is None
    path = root / "cards/tiny/heroes.yaml"
    path.write_text("")
    path.write_text(HEROES)
    again.keep(SOUND)
    assert again.ask(words(root)) is None


@pytest.mark.parametrize(
    "extra",
    [["x.yaml"], ["-"], ["--fix"], ["--watch"], ["--pack", "mine"], ["--format", "github"], ["--help"], ["--root"]],
    ids=" ".join,
)
def test_other_calls_are_not_answered(root: Path, extra: list[str]) -> None:
    assert again.ask([*words(root), *extra]) is None
    again.keep(SOUND)
    assert not (root.parent / "cache").exists()


def test_a_build_is_up_to_date_only_while_its_files_are(root: Path) -> None:
    call = ["build", "--root", str(root), "--lang=en"]
    made = root / "output.txt"
    assert again.ask(call) is None
    again.keep("up to date\n", {str(made): again._sha256(str(made))})
    assert again.ask(call) == "up to date\n"
    made.write_text("else")
    assert again.ask(call) is None
    made.unlink()
    assert again.ask(call) is None


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"[" * 100_000,
        b"[]",
        b'{"says": 1, "made": {}}',
        b'{"says": "x"}',
        b'{"says": "x", "made": 1}',
        json.dumps({"says": "\x1b]0;owned\x07", "made": {}}).encode(),
        json.dumps({"says": "::stop-commands::x", "made": {}}).encode(),
        json.dumps({"says": "a\u202eb", "made": {}}).encode(),
        b"\xff" * 100,
    ],
)
def test_what_was_not_kept_by_us_is_not_believed(root: Path, kept: bytes) -> None:
    answered(root)
    [path] = (root.parent / "cache/cloudy-pnp/answers").iterdir()
    path.write_bytes(kept)
    assert again.ask(words(root)) is None


def test_a_second_check_says_the_same_and_loads_next_to_nothing(root: Path) -> None:
    """The whole way, with a process each; a warning is never kept."""

    def check(*options: str) -> Result:
        return run("check", "--root", root, *options, env={"XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]})

    first, second = check(), check()
    assert first == second == Result(0, "3 files, 1 card: 0 errors, 0 warnings\n", "")
    env = environment({"XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]})
    call = command(["check", "--root", root])
    told = subprocess.run([call[0], "-X", "importtime", *call[1:]], env=env, cwd=REPOSITORY, capture_output=True)
    loaded = {line.rpartition("|")[2].strip() for line in told.stderr.decode().splitlines()}
    assert "cloudy_pnp.cli.again" in loaded
    assert not loaded & set(SLOW)
    assert check("--format", "json") == check("--format", "json")
    coloured = [run("check", "--root", root, env={**env, "FORCE_COLOR": "1"}) for _ in range(2)]
    assert coloured[0] == coloured[1]
    assert "\x1b[32m" in coloured[0].out
    (root / "cards/tiny/heroes.yaml").write_text(HEROES.replace("Ann}", "''}"))
    assert check() == check() != first


def test_the_package_of_a_game_counts_too(root: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "rules.py").write_text("COUNT = 1\n")
    assert again.ask(words(root)) is None
    again.keep(SOUND, folders=[package])
    assert again.ask(words(root)) == SOUND
    (package / "rules.py").write_text("COUNT = 20\n")
    assert again.ask(words(root)) is None
    again.keep(SOUND, folders=[package])
    assert again.ask(words(root)) == SOUND
    (package / "rules.py").unlink()
    package.rmdir()
    assert again.ask(words(root)) is None
