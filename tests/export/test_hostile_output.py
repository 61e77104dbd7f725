"""An output folder that somebody else filled: nothing outside it is touched, nothing in it is believed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import Result, call
from msgspec import convert

from cloudy_pnp.core.files import parse_json
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.export.store import Artifact, publish, read_manifest

SVG = ("--only", "svg", "--lang", "en")


def build(root: Path, *args: str, expect: int = 0) -> Result:
    done = call("build", "--root", root, "--out", root / "output", *args)
    assert done.code == expect, done.err
    assert "Traceback" not in done.err
    return done


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(shipped_root() / "cards", tmp_path / "project/cards")
    return tmp_path / "project"


def entry(path: str, content: bytes = b"", key: str = "") -> dict[str, object]:
    sha256 = hashlib.sha256(content).hexdigest()
    return {"path": path, "key": key, "sha256": sha256, "pages": 1, "page_size": [1.0, 1.0], "cards": []}


def write_manifest(root: Path, *entries: object) -> None:
    folder = root / "output/cloudy-kingdom"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps({"version": 1, "files": entries}), "utf-8")


@pytest.mark.parametrize("climb", ["en/svg/../../../../../victim", "en/svg/..//../../../../victim"])
def test_a_manifest_deletes_nothing_outside_the_output(root: Path, climb: str) -> None:
    victim = root.parent / "victim"
    victim.write_text("precious")
    write_manifest(root, entry(climb))
    build(root, *SVG)
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("text", [r'["\ud800"]', '["\ud800"]'], ids=["written", "raw"])
def test_half_a_letter_is_no_text(text: str) -> None:
    with pytest.raises(ValueError, match=r"surrogate|invalid"):
        parse_json(text.encode("utf-8", "surrogatepass"), 99)
    assert parse_json(rb'["\ud83d\ude00"]', 99) == ["😀"]


def test_no_folder_is_made_through_a_link(tmp_path: Path) -> None:
    outside, folder, made = (tmp_path / name for name in ("outside", "o", "made"))
    for place in (outside, folder, made / "en/svg"):
        place.mkdir(parents=True)
    (made / "en/svg/x.svg").touch()
    (folder / "en").symlink_to(outside)
    with pytest.raises(UserError, match="a symlink that points outside"):
        publish(folder, made, [convert(entry("en/svg/x.svg"), Artifact)], [], [])
    assert not list(outside.iterdir())


def test_a_linked_folder_of_the_output_leads_nowhere(root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "old.svg").write_text("precious")
    write_manifest(root, entry("en/svg/old.svg", b"precious"))
    (root / "output/cloudy-kingdom/en").mkdir()
    (root / "output/cloudy-kingdom/en/svg").symlink_to(outside)
    assert "link" in build(root, *SVG, expect=2).err
    assert sorted(path.name for path in outside.iterdir()) == ["old.svg"]


def test_a_manifest_that_is_a_device_or_a_pipe_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").symlink_to("/dev/zero")
    assert not read_manifest(tmp_path).files
    (tmp_path / "manifest.json").unlink()
    os.mkfifo(tmp_path / "manifest.json")
    assert not read_manifest(tmp_path).files


def test_a_swapped_file_with_its_fingerprint_in_the_manifest_is_made_anew(root: Path) -> None:
    build(root, *SVG)
    folder = root / "output/cloudy-kingdom"
    data = json.loads((folder / "manifest.json").read_text("utf-8"))
    good = (folder / "en/svg/stem.svg").read_bytes()
    (folder / "en/svg/stem.svg").write_bytes(b"<svg/>")
    for made in data["files"]:
        if made["path"] == "en/svg/stem.svg":
            made["sha256"] = hashlib.sha256(b"<svg/>").hexdigest()
    (folder / "manifest.json").write_text(json.dumps(data), "utf-8")
    build(root, *SVG)
    assert (folder / "en/svg/stem.svg").read_bytes() == good
    assert "everything is up to date" in build(root, *SVG).out


@pytest.mark.parametrize(
    "wrong",
    [
        5,
        {},
        {**entry("en/svg/x.svg"), "path": 5},
        {**entry("en/svg/x.svg"), "page_size": [1, "x"]},
        {**entry("en/svg/x.svg"), "cards": {"a": 1}},
        {**entry("en/svg/x.svg"), "cards": ["stem"]},
        {**entry("en/svg/x.svg"), "path": "C:\\x"},
    ],
)
def test_a_manifest_that_is_not_sound_is_no_manifest(root: Path, wrong: object) -> None:
    write_manifest(root, entry("en/svg/good.svg"), wrong)
    assert not read_manifest(root / "output/cloudy-kingdom").files


def test_a_deeply_nested_manifest_is_no_manifest(root: Path) -> None:
    write_manifest(root)
    (root / "output/cloudy-kingdom/manifest.json").write_text("[" * 200_000)
    assert not read_manifest(root / "output/cloudy-kingdom").files


def test_the_action_imports_nothing_from_the_repository_it_checks(tmp_path: Path) -> None:
    """Every call of Python is isolated; and isolation does keep a folder `pip` of the checkout out."""
    text = (Path(__file__).parents[2] / "action.yml").read_text("utf-8")
    calls = re.findall(r"^\s*(?:run: )?(python .*)$", text, re.MULTILINE)
    assert len(calls) == 3
    assert all(call.startswith("python -I -m ") for call in calls), calls
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip/__init__.py").write_text("")
    (tmp_path / "pip/__main__.py").write_text("print('taken over')")
    for flags, taken in ((["-I"], False), ([], True)):
        done = subprocess.run(
            [sys.executable, *flags, "-m", "pip", "--version"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ("taken over" in done.stdout) is taken


def test_a_half_made_folder_that_nobody_can_delete_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object, **__: object) -> None:
        raise RecursionError

    (tmp_path / "cloudy-kingdom/.new-x").mkdir(parents=True)
    monkeypatch.setattr("shutil.rmtree", too_deep)
    result = call("build", "--only=svg", "--lang=en", "--card=stem", "--out", tmp_path)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "nested too deeply" in result.err
