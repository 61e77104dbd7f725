"""What comes into a tab: zips and links from strangers are accepted as a whole, or rejected in one sentence."""

from __future__ import annotations

import base64
import io
import json
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from cli.command import REPOSITORY

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.web import carry
from cloudy_pnp.web.carry import add_pack, files_in_zip, link_of, pack_in_link, project_files, zip_of

PACK = REPOSITORY / "packs/giants-and-gales"
SPELL = "cards/cloudy-kingdom/spells.yaml"


def zipped(files: Mapping[str, bytes], mode: int = 0o644) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (mode if stat.S_IFMT(mode) else stat.S_IFREG | mode) << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def linked(**changes: Any) -> str:
    """A link with some of its parts changed."""
    content = {"version": 1, "pack": "mine", "files": {"pack.yaml": "pack: {}\n"}} | changes
    return "pack=" + base64.urlsafe_b64encode(zlib.compress(json.dumps(content).encode())).decode().rstrip("=")


def test_a_project_comes_back_from_its_zip(tmp_path: Path) -> None:
    for name in (SPELL, ".gitignore", "output/old.pdf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    packed = zip_of(tmp_path)
    assert packed == zip_of(tmp_path)
    assert files_in_zip(packed) == {SPELL: SPELL.encode(), ".gitignore": b".gitignore"}
    folder = {f"my-kingdom/{name}": content for name, content in project_files(tmp_path).items()}
    assert files_in_zip(zipped(folder)) == project_files(tmp_path), "a zipped folder is its content"


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "cards/../../evil",
        "/etc/passwd",
        "cards\\..\\evil",
        "C:/evil",
        "cards/con.yaml",
        "cards//a",
        "a/" * 20 + "b",
    ],
)
def test_a_path_that_leaves_the_project_is_rejected(name: str) -> None:
    with pytest.raises(UserError, match="nothing was unpacked"):
        files_in_zip(zipped({SPELL: b"", name: b"x"}))


def test_a_bomb_is_rejected_by_the_bytes_it_unpacks_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry, "MOST_BYTES", 1 << 20)
    bomb = zipped({SPELL: bytes(2 << 20)})
    assert len(bomb) < 10_000
    with pytest.raises(UserError, match="more than 1 MB"):
        files_in_zip(bomb)
    lying = bomb.replace((2 << 20).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    with pytest.raises(UserError):
        files_in_zip(lying)


def test_other_zips_are_rejected() -> None:
    many = {f"cards/{number}.yaml": b"" for number in range(carry.MOST_FILES + 1)}
    for content, why in (
        (b"no zip", "not a readable zip"),
        (zipped({SPELL: b"x" * 100})[:-30], "not a readable zip"),
        (zipped({"readme.txt": b""}), "no folder cards/"),
        (zipped({SPELL: b"/etc/passwd"}, stat.S_IFLNK | 0o777), "symlink"),
        (zipped({SPELL: b"a", SPELL.upper(): b"b"}), "twice"),
        (zipped(many), "2,001 files"),
    ):
        with pytest.raises(UserError, match=why):
            files_in_zip(content)


def test_a_pack_comes_back_from_its_link(tmp_path: Path) -> None:
    fragment = link_of(PACK)
    assert fragment == link_of(PACK)
    assert len(fragment) < 8000
    name, files = pack_in_link(fragment)
    folder = add_pack(tmp_path, name, files)
    assert folder is not None
    assert project_files(folder) == project_files(PACK)
    assert add_pack(tmp_path, name, files) is None, "the same one again"
    with pytest.raises(UserError, match="another pack"):
        add_pack(tmp_path, name, {**files, "pack.yaml": "pack: {}\n"})
    assert project_files(folder) == project_files(PACK)


@pytest.mark.parametrize(
    ("fragment", "why"),
    [
        ("pack=" + "A" * 1_000_000, "at most 32,000"),
        ("pack=!!!", "cut off"),
        (link_of(PACK)[:-40], "cut off"),
        ("pack=" + base64.urlsafe_b64encode(b"text").decode(), "damaged"),
        ("pack=" + base64.urlsafe_b64encode(zlib.compress(bytes(20 << 20))).decode(), "more than 512 kB"),
        ("pack=" + base64.urlsafe_b64encode(zlib.compress(b"[" * 100_000)).decode(), "damaged"),
        (linked(version=2), "damaged"),
        (linked(pack=1), "damaged"),
        (linked(files=["pack.yaml"]), "damaged"),
        (linked(files={"pack.yaml": 1}), "damaged"),
        (linked(files={"spells.yaml": ""}), "not contain a pack"),
        (linked(pack="../mine"), "not a path|not contain a pack"),
        (linked(pack="a/b"), "not contain a pack"),
        (linked(files={"pack.yaml": "", "../../cards/x.yaml": ""}), "not a path"),
        (linked(files={"pack.yaml": "", "run.py": ""}), "not card data"),
        (linked(files={"pack.yaml": "", **{f"{number}.yaml": "" for number in range(100)}}), "not contain a pack"),
    ],
)
def test_other_links_are_rejected(fragment: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        pack_in_link(fragment)


def test_a_pack_that_does_not_fit_is_not_cut_off(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("".join(f"# {number * 7919 % 100_003}\n" for number in range(40_000)), "utf-8")
    with pytest.raises(UserError, match="too large for a link"):
        link_of(tmp_path)
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    with pytest.raises(UserError, match=r"photo\.png"):
        link_of(tmp_path)
