"""Ends a command at every single thing that it does to the disk, and looks at what is left: for `test_crashes.py`.

`python crashes.py FOLDER WORD …` calls the command in a copy of FOLDER again and again, each time ending it hard one
step later: before it opens a file for writing, renames, makes or deletes anything. Every copy is a forked process, so
that imports are paid for once. What the page of the studio has written is tried in the same way (`studio rename`).
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from cloudy_pnp.cli.main import main
from cloudy_pnp.studio.project import Project

KILLED = 77
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
EVENTS = {"os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
HALF = ".new-"  # how what is not finished is called

Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def ended_at(step: int, words: list[str]) -> int:
    """Call the command in a forked process that ends hard before its step of that number; its exit code."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    left = step

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal left
        if event in EVENTS or (event == "open" and isinstance(args[2], int) and args[2] & WRITING):
            if event == "open" and str(args[0]).startswith("/dev/"):
                return
            left -= 1
            if left == 0:
                os._exit(KILLED)

    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    sys.addaudithook(hook)
    code = 1
    try:
        act(words)
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    finally:
        os._exit(code)


def act(words: list[str]) -> None:
    """Call the command, or do what a page of the studio asks for."""
    if words[0] != "studio":
        main(words)
        return
    from cloudy_pnp.studio.cards import Cards
    from cloudy_pnp.studio.desk import Desk
    from cloudy_pnp.studio.project import Draft
    from cloudy_pnp.workspace.home import home_of

    _, what, root = words
    home = home_of("cloudy-kingdom", Path(root))
    project = Project(home)
    file = "cards/cloudy-kingdom/vines.yaml"
    now = project.read(file)
    if what == "save":
        if "# saved" not in now.text:
            project.write(file, f"{now.text}# saved\n", now.mark)
        project.keep(Draft(file, "tab", "half a thought", now.mark))
        project.forget(file, "tab")
    elif what == "game":
        saved_game(project)
    elif what == "rename":
        Cards(project, Desk(project, ())).rename("vines", "stem", "stalk")
    else:
        Cards(project, Desk(project, ())).create("vines", "twig", "stem", "pack:mine")


def saved_game(project: Project) -> None:
    """Play a few moves at the table and save them, unless they are saved already."""
    from cloudy_pnp.studio.play_table import Tables

    tables = Tables(project)
    view = tables.begin(["random", "random"], 4)
    for _ in range(6):
        view = tables.step(view["id"], view["at"])
    if not any(name.endswith("/games/evening.game.yaml") for name in project.names()):
        tables.save(view["id"], "evening")
    [saved] = tables.options()["records"]
    assert tables.load(saved)["length"] == 6


def tried(start: Path, words: list[str], every: int) -> int:
    """End a command at every step, or every few: how many there are. What it leaves is checked each time."""
    work, cache, warm = (start.with_name(name) for name in ("work", "cache", "cache-warm"))

    def afresh() -> None:
        shutil.rmtree(work, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
        shutil.copytree(start, work)
        cache.mkdir()
        for kept in (warm, start.with_name("cache-before")):
            if kept.exists():
                shutil.copytree(kept, cache, dirs_exist_ok=True)

    os.environ["XDG_CACHE_HOME"] = str(cache)
    os.environ["XDG_CONFIG_HOME"] = str(work / "config")
    afresh()
    try:
        with redirect_stdout(io.StringIO()):
            act(words)  # here: what it imports is there for all copies
    except SystemExit as ended:
        assert not ended.code, "the command does not work at all"
    old, new = tree(start), tree(work)
    shutil.copytree(cache, warm, ignore=shutil.ignore_patterns("manifests"))  # what was made is not known yet
    assert old != new, "the command does nothing"
    steps = 1 - every
    while True:
        steps += every
        afresh()
        if ended_at(steps, words) != KILLED:
            assert tree(work) == new
            return steps - 1
        for name, content in tree(work).items():
            assert HALF in name or content in (old.get(name), new.get(name)), f"step {steps}: {name} is torn"
        shown = set()
        if ended_at(-1, words) and words[0] == "new":  # the card is there already: only its pictures may be missing
            assert ended_at(-1, ["show", "long-ladder", "--pack", f"{work}/packs/my-pack", *words[-2:]]) == 0
            shown = {name for name in new if name.startswith("output/")}
        left = tree(work)
        assert {**{name: new[name] for name in shown}, **left} == new, f"step {steps}"
        for name in (*left, *tree(cache)):
            assert HALF not in name, f"step {steps}: {name} stays behind"


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    print(tried(Path(sys.argv[1]), sys.argv[2:], int(os.environ.get("EVERY", "1"))))
