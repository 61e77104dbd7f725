"""Card data of another revision of git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.revision import revision_root


def git(folder: Path, *args: str) -> str:
    who = {f"GIT_{role}_{what}": "tester" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", *args], cwd=folder, check=True, capture_output=True, text=True, env={**os.environ, **who}
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two revisions of a deck, and then a change that is not committed."""
    folder = tmp_path / "repo"
    (folder / "cards/game").mkdir(parents=True)
    git(folder, "init", "-q")
    file = folder / "cards/game/deck.yaml"
    for number in (1, 2):
        file.write_text(f"count: {number}\n", "utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", f"deck {number}")
    git(folder, "tag", "first", "HEAD~1")
    file.write_text("count: 3\n", "utf-8")
    return folder


def count_in(root: Path) -> str:
    return (root / "cards/game/deck.yaml").read_text("utf-8")


@pytest.mark.parametrize(("name", "count"), [("HEAD", 2), ("HEAD~1", 1), ("first", 1)])
def test_data_of_a_revision(repository: Path, name: str, count: int) -> None:
    with revision_root(repository, name) as root:
        assert count_in(root) == f"count: {count}\n"
    assert not root.exists()
    assert count_in(repository) == "count: 3\n"
    assert git(repository, "status", "--short") == "M cards/game/deck.yaml"


def test_no_command_of_the_repository_is_run(repository: Path) -> None:
    """A folder from a stranger may contain a .git/config with commands."""
    (repository / ".gitattributes").write_text("*.yaml filter=x\n", "utf-8")
    (repository / "cards/link.yaml").symlink_to("/etc/passwd")
    git(repository, "add", ".gitattributes", "cards/link.yaml")
    git(repository, "commit", "-q", "-m", "attributes")
    git(repository, "config", "filter.x.smudge", f"touch {repository}/smudged; cat")
    with revision_root(repository, "HEAD") as root:
        assert count_in(root) == "count: 2\n"
        assert not (root / "cards/link.yaml").is_symlink()
    assert not (repository / "smudged").exists()


def test_folder_below_the_top_of_the_repository(repository: Path) -> None:
    inner = repository / "games"
    (inner / "cards/game").mkdir(parents=True)
    (inner / "cards/game/deck.yaml").write_text("count: 7\n", "utf-8")
    git(repository, "add", "games")
    git(repository, "commit", "-q", "-m", "inner")
    with revision_root(inner, "HEAD") as root:
        assert count_in(root) == "count: 7\n"


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "--help",
        "--output=x",
        "-o/tmp/owned",
        "HEAD; touch owned",
        "$(touch owned)",
        "HEAD\nHEAD",
        "",
        "HEAD:cards",
        "--upload-pack=touch owned",
        "\x1b[31m",
    ],
)
def test_names_are_names_and_nothing_else(repository: Path, name: str) -> None:
    with pytest.raises(UserError, match="neither a file nor a git revision") as caught, revision_root(repository, name):
        pass
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert not (repository / "owned").exists()
    assert not (repository / "x").exists()


def test_revision_without_cards(repository: Path) -> None:
    git(repository, "rm", "-rq", "--cached", "cards")
    git(repository, "commit", "-q", "-m", "nothing left")
    with pytest.raises(UserError, match="there is no folder cards in revision"), revision_root(repository, "HEAD"):
        pass


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not a git repository"), revision_root(tmp_path, "HEAD"):
        pass
