"""Card data of another revision of git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.workspace.revision import revision_root


def git(folder: Path, *args: str, given: str = "") -> str:
    who = {f"GIT_{role}_{what}": "tester" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", *args], cwd=folder, check=True, capture_output=True, text=True, env={**os.environ, **who}, input=given
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


def test_no_program_of_the_repository_runs(repository: Path) -> None:
    """A smudge filter, a text conversion, a hook or a file monitor would run with the rights of whoever compares."""
    program = repository / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch {repository}/owned\ncat\n", "utf-8")
    program.chmod(0o755)
    for name in ("filter.x.smudge", "filter.x.clean", "diff.x.textconv", "core.fsmonitor", "core.sshCommand"):
        git(repository, "config", name, str(program))
    git(repository, "config", "core.hooksPath", str(repository))
    (repository / "cards/.gitattributes").write_text("* filter=x diff=x export-subst\n", "utf-8")
    git(repository, "-c", "filter.x.clean=cat", "-c", "core.fsmonitor=false", "add", "cards")
    git(repository, "-c", "filter.x.clean=cat", "-c", "core.fsmonitor=false", "commit", "-qm", "attributes")
    (repository / "owned").unlink(missing_ok=True)
    with revision_root(repository, "HEAD") as root:
        assert count_in(root) == "count: 3\n"
    assert not (repository / "owned").exists()


def test_links_and_names_that_leave_the_folder_are_not_copied(repository: Path) -> None:
    blob = git(repository, "hash-object", "-w", "--stdin", given="/etc/passwd")
    inner = git(repository, "mktree", given=f"120000 blob {blob}\tlink.yaml\n100644 blob {blob}\tplain.yaml\n")
    up = git(repository, "mktree", given=f"100644 blob {blob}\towned\n040000 tree {inner}\tgame\n")
    cards = git(repository, "mktree", given=f"040000 tree {up}\t..\n040000 tree {inner}\tgame\n")
    top = git(repository, "mktree", given=f"040000 tree {cards}\tcards\n")
    commit = git(repository, "commit-tree", top, "-m", "hostile")
    with revision_root(repository, commit) as root:
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()]
        assert names == ["cards/game/plain.yaml"]
        assert not (root.parent / "owned").exists()


def test_merge_base(repository: Path) -> None:
    git(repository, "checkout", "-qfb", "other", "first")
    (repository / "cards/game/deck.yaml").write_text("count: 9\n", "utf-8")
    git(repository, "commit", "-qam", "other")
    with revision_root(repository, "HEAD~1...other") as root:
        assert count_in(root) == "count: 1\n"


def test_object_that_is_missing(repository: Path) -> None:
    sha = git(repository, "rev-parse", "first:cards/game/deck.yaml")
    (repository / ".git/objects" / sha[:2] / sha[2:]).unlink()
    with pytest.raises(UserError, match="git"), revision_root(repository, "first"):
        pass


@pytest.mark.parametrize("limit", ["_MOST_BYTES", "_MOST_TEXT"])
def test_more_files_than_a_game_has_are_refused(repository: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(f"cloudy_pnp.workspace.revision.{limit}", 3)
    with pytest.raises(UserError, match="too many or too large"), revision_root(repository, "HEAD"):
        pass


def test_a_few_trees_that_stand_for_billions_of_names_are_refused_while_they_are_read(repository: Path) -> None:
    """Git listed a billion names first: more than a minute, and all memory."""
    blob = git(repository, "hash-object", "-w", "--stdin", given="x")
    tree = git(repository, "mktree", given=f"100644 blob {blob}\tx.yaml\n")
    for _ in range(9):
        tree = git(repository, "mktree", given="".join(f"040000 tree {tree}\t{name}\n" for name in range(10)))
    top = git(repository, "mktree", given=f"040000 tree {tree}\tcards\n")
    commit = git(repository, "commit-tree", top, "-m", "hostile")
    with pytest.raises(UserError, match="too many or too large"), revision_root(repository, commit):
        pass


@pytest.mark.parametrize("names", [("zz", "zz/inner"), ("\N{FIRE}" * 100,), ("a/" * 20 + "b" * 300,)])
def test_a_name_that_cannot_be_stored_is_named_with_its_revision(names: tuple[str, ...], repository: Path) -> None:
    """The message named a temporary folder of ours."""
    blob = git(repository, "hash-object", "-w", "--stdin", given="x")

    def tree_of(paths: list[str]) -> str:
        rows = [f"100644 blob {blob}\t{path}\n" for path in paths if "/" not in path]
        for first in {path.partition("/")[0] for path in paths if "/" in path}:
            inner = tree_of([path.partition("/")[2] for path in paths if path.startswith(f"{first}/")])
            rows.append(f"040000 tree {inner}\t{first}\n")
        return git(repository, "mktree", given="".join(sorted(rows)))

    top = git(repository, "mktree", given=f"040000 tree {tree_of(list(names))}\tcards\n")
    commit = git(repository, "commit-tree", top, "-m", "hostile")
    with pytest.raises(UserError, match="cannot be stored") as error, revision_root(repository, commit):
        pass
    assert commit in str(error.value)
    assert "cards/" + names[-1][:20] in str(error.value)
    assert "cloudy-pnp-" not in str(error.value)
