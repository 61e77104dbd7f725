"""Every command of the README and of its first pages does what they say."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from cli.command import Result, call

from cloudy_pnp.cli.main import cli
from cloudy_pnp.core.shipped import cache_folder

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
INSTALLING = (ROOT / "docs/how-to/install.md").read_text("utf-8")
PAGES = [ROOT / "docs/how-to" / f"{name}.md" for name in ("print", "ci", "ask-the-rules", "more-games")]
TEXT = "\n".join([README, INSTALLING, *(page.read_text("utf-8") for page in PAGES)])
SHOWN = re.findall(r"```console\n\$ (cloudy-pnp .+)\n((?:(?!```).*\n)*)```", TEXT)
WATCH = "cloudy-pnp watch --open"
NAMED = re.findall(r"^\| `(cloudy-pnp .+?)` \|", TEXT, re.MULTILINE)


def run(command: str, folder: Path = ROOT) -> Result:
    """A line of the README, as if typed in a folder."""
    with contextlib.chdir(folder):
        return call(*shlex.split(command)[1:])


def test_readme_shows_commands() -> None:
    assert len(SHOWN) >= 4
    assert len(NAMED) >= 5


def in_a_shell(command: str, folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """A line of the README as somebody types it after `make deck`: in a plain shell, with the line that activates.

    Tests may run in another checkout than the one that is installed; PYTHONPATH says which one is meant. What was
    compiled, prepared or judged before is known, as it is to somebody who has called the command before.
    """
    activate = Path(sys.executable).with_name("activate")
    plain = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    plain |= {"XDG_CACHE_HOME": str(cache_folder().parent)}
    plain |= {key: os.environ[key] for key in ("NUMBA_CACHE_DIR",) if key in os.environ}
    script = f"source {shlex.quote(str(activate))} && {command}"
    return subprocess.run(["bash", "-c", script], cwd=folder, env=plain, capture_output=True, text=True, check=False)


def test_the_readme_says_how_to_activate_what_make_deck_sets_up() -> None:
    assert "\nsource .venv/bin/activate\n" in README
    assert "VENV := .venv\n" in (ROOT / "Makefile").read_text("utf-8")
    assert "python -m pip install -e '.[simulate]'" in INSTALLING
    assert README.index("source .venv") < README.index("cloudy-pnp ")
    for command in ("simulate", "odds", "best"):
        assert f"`{command}`" in INSTALLING, "it needs an extra"


def test_the_readme_is_one_page_and_every_page_is_in_the_index() -> None:
    assert len(README.splitlines()) <= 125
    index = (ROOT / "docs/README.md").read_text("utf-8")
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("*/*.md")}
    pages = {page for page in pages if not page.startswith(("example-repo", "examples"))}
    assert len(pages) > 20
    assert [page for page in sorted(pages) if f"]({page})" not in index] == []


SUMMARY = re.compile(r"^[\d,]+ documents? found: .*\n", re.MULTILINE)  # of board, replay and score, on stderr


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_shown_output_is_real(command: str, output: str, tmp_path: Path) -> None:
    done = in_a_shell(command, tmp_path if " init " in command else ROOT, tmp_path)
    assert SUMMARY.sub("", done.stderr) == ""
    if output:
        assert done.stdout == output
    else:
        assert (done.returncode, bool(done.stdout)) == (0, True)


@pytest.mark.parametrize("command", [command for command in NAMED if command != WATCH])
def test_named_command_is_understood(command: str, tmp_path: Path) -> None:
    """Run for real, but in one language, with one card, without questions, and without what another test covers."""
    match shlex.split(command)[1]:
        case "i18n":
            done = run(command.replace("output/", f"{tmp_path}/"))
        case "new":
            steps = "" if "--text" in command else ' --step "swap: {which: stacks}"'
            done = run(f"{command}{steps} --yes", tmp_path)
            assert list(tmp_path.glob("packs/my-pack/spells/*.yaml"))
        case "list" | "explain" | "check" | "best" | "board":
            done = run(command)
        case "odds":
            done = run(f"{command} --hands 2000")
        case "init":
            done = run(command, tmp_path)
            assert list(tmp_path.rglob("game.yaml"))
        case "table":
            done = run(command.replace("output/", f"{tmp_path}/"))
            assert list(tmp_path.rglob("*.xlsx"))
        case "show":
            done = run(f"{command} --out {tmp_path}")
            assert list(tmp_path.rglob("*.svg"))
        case "export":
            done = run(f"{command} --lang en --out {tmp_path}")
            assert list(tmp_path.rglob("*.pdf"))
        case _:
            language = "" if "--lang" in command else " --lang en"
            sheet = " --only sheets" + " --sheet cards-a4-duplex" * ("--sheet" not in command)
            card = "" if any(word in command for word in ("--card", "--pack", "--game")) else " --card stem"
            done = run(f"{command}{language}{sheet}{card} --out {tmp_path}")
            assert list(tmp_path.rglob("*.pdf"))
    hint = "hint: the box of Magyar kiadás is another one: --edition hu\n" * (command.endswith("letter-duplex"))
    assert (done.code, SUMMARY.sub("", done.err)) == (0, hint)


def test_watch_starts() -> None:
    assert WATCH in NAMED
    call = [sys.executable, "-m", "cloudy_pnp", "watch", "--port", "0"]  # and no browser is opened
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        first = watching.stdout.readline()
        watching.terminate()
    assert first.startswith("http://127.0.0.1:")


def test_the_example_in_the_readme_is_the_file_it_checks() -> None:
    first = re.findall(r"```yaml\n(vines:.*?)```", README, re.DOTALL)[0]
    assert yaml.safe_load(first) == yaml.safe_load((ROOT / "docs/examples/first-try.yaml").read_text("utf-8"))
    workflow = (ROOT / "docs/example-repo/.github/workflows/cards.yml").read_text("utf-8")
    assert workflow in TEXT


@pytest.mark.parametrize("target", ["deck", "test"])
def test_the_two_commands_set_up_and_run(target: str) -> None:
    """What make would do on a fresh machine: a virtual environment, the lock file, then the command."""
    call = ["make", "--dry-run", "--always-make", target]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "-m venv" in done.stdout
    assert "--require-hashes -r requirements" in done.stdout
    expected = {"deck": ["cloudy-pnp build"], "test": ["ruff check", "mypy", "pytest"]}[target]
    assert all(part in done.stdout for part in expected)


MARKDOWN = [
    path
    for pattern in ("*.md", "docs/**/*.md", "cloudy_pnp/*/*.md", "games/*/*.md", "games/*/docs/*.md", "packs/**/*.md")
    for path in sorted(ROOT.glob(pattern))
]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them, and those that it sets itself."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'id="([^"]+)"', text))


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_pictures_are_there(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        file = page if not path else page.parent / path
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), target


def test_every_command_has_help_with_an_example() -> None:
    import click

    for name in cli.list_commands(click.Context(cli)):
        done = run(f"cloudy-pnp {name} --help")
        assert done.code == 0
        assert re.search(r"Examples?:\n +cloudy-pnp " + name, done.out), name
