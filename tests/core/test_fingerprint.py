"""One answer to "has anything changed?": content decides, wherever and whenever a file was written."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import pytest

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import NotPlain


def write(folder: Path, **files: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def test_a_copy_elsewhere_has_the_same_fingerprint(tmp_path: Path) -> None:
    first, copy = write(tmp_path / "a", x="1", y="2"), write(tmp_path / "b", y="2", x="1")
    assert fingerprint.of_files(first, tmp_path / "a") == fingerprint.of_files(copy, tmp_path / "b")


@pytest.mark.parametrize("other", [{"x": "1", "y": "3"}, {"x": "1", "z": "2"}, {"x": "1"}, {"x": "12", "y": ""}])
def test_other_content_and_other_names_differ(tmp_path: Path, other: dict[str, str]) -> None:
    first, second = write(tmp_path / "a", x="1", y="2"), write(tmp_path / "b", **other)
    assert fingerprint.of_files(first, tmp_path / "a") != fingerprint.of_files(second, tmp_path / "b")


def test_content_of_the_same_size_and_time_differs(tmp_path: Path) -> None:
    [file] = write(tmp_path, x="1")
    before, then = fingerprint.of_files([file], tmp_path), file.stat()
    file.write_text("2")
    os.utime(file, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert fingerprint.of_files([file], tmp_path) != before


def test_a_file_written_again_is_noticed_by_its_time_only(tmp_path: Path) -> None:
    [file] = write(tmp_path, x="1")
    times, content = fingerprint.of_times([file]), fingerprint.of_files([file], tmp_path)
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))
    assert fingerprint.of_times([file]) != times
    assert fingerprint.of_files([file], tmp_path) == content


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    [file] = write(tmp_path, photo="1" * 300_000)
    return file


def test_a_large_file_is_read_once(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "_FRESH", 0)
    mark = fingerprint.of_file(large)
    monkeypatch.setattr(hashlib, "file_digest", None)
    assert fingerprint.of_file(large) == mark == fingerprint.of_bytes(large.read_bytes())


@pytest.mark.parametrize("fresh", [0, 10**10], ids=["settled", "just written"])
def test_a_large_file_with_the_same_size_and_time_differs(
    fresh: int, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprint, "_FRESH", fresh)
    before, then = fingerprint.of_file(large), large.stat()
    if not fresh:
        time.sleep(0.05)  # more than the clock of a file system counts
    large.write_text("2" * 300_000)
    os.utime(large, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert fingerprint.of_file(large) != before


def test_a_published_file_is_not_read_again(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = fingerprint.of_bytes(large.read_bytes())
    fingerprint.store_of_file(large, mark)
    monkeypatch.setattr(hashlib, "file_digest", None)
    assert fingerprint.of_file(large) == mark


def test_a_damaged_cache_is_not_used(large: Path, tmp_path: Path) -> None:
    fingerprint.store_of_file(large, "x")
    assert fingerprint.of_file(large) == fingerprint.of_bytes(large.read_bytes())


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless")
    with pytest.raises(NotPlain):
        fingerprint.of_file(tmp_path / "endless")


def test_the_files_of_a_folder_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(fingerprint, "_FRESH", 0)
    files = write(tmp_path / "a", x="1", y="2")
    mark = fingerprint.of_files(files, tmp_path / "a")
    monkeypatch.setattr(hashlib, "file_digest", None)
    assert fingerprint.of_files(files, tmp_path / "a") == mark
    with pytest.raises(TypeError):  # from another folder they have other names
        fingerprint.of_files(files, tmp_path)
