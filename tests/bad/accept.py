"""The corpus of bad inputs, and how its expected problems are written down.

A case is a lone file `NAME.yaml` (judged like `check FILE`) or a folder `NAME/` with `cards/GAME/…` in it (judged like
`check --root NAME`). A case in `games/GAME/tests/bad` is called `GAME/NAME`; a lone file there is checked as that
game's, the others as the default game's. `NAME.expected` lists its problems, one per line. After a change of
messages, run

    python tests/bad/accept.py

and read the diff as the author of the bad file would: is the place exact, the sentence clear, the hint of use?
"""

from __future__ import annotations

import os
from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.api import Report
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.game.registry import DEFAULT
from cloudy_pnp.workspace.files import Readings
from cloudy_pnp.workspace.home import home_of

FOLDER = Path(__file__).parent
REPOSITORY = FOLDER.parent.parent
GAMES = {folder.parents[1].name: folder for folder in sorted(REPOSITORY.glob("games/*/tests/bad"))}
FOLDERS = {"": FOLDER, **{f"{game}/": folder for game, folder in GAMES.items()}}  # by how the names of cases begin
READINGS = Readings()  # the game around a case is parsed once


def cases() -> list[str]:
    """The names of all cases."""
    files = [f"{begin}{path.stem}" for begin, folder in FOLDERS.items() for path in folder.glob("*.yaml")]
    folders = [f"{begin}{path.parent.name}" for begin, folder in FOLDERS.items() for path in folder.glob("*/cards")]
    return sorted(files + folders)


def expected_files() -> set[str]:
    """The names of all cases that have a list of expected problems."""
    return {f"{begin}{path.stem}" for begin, folder in FOLDERS.items() for path in folder.glob("*.expected")}


def report_on(name: str) -> Report:
    """Return what `check` says about a case, called from the top of the repository."""
    game, _, case = name.rpartition("/")
    folder = GAMES.get(game, FOLDER)
    if (folder / case).is_dir():
        return api.check(folder / case)
    root, path = home_of(game or DEFAULT).root, folder / f"{case}.yaml"
    return api.check(root, game or DEFAULT, paths=[path], readings=READINGS)


def expected_file(name: str) -> Path:
    """The file that lists a case's problems."""
    game, _, case = name.rpartition("/")
    return GAMES.get(game, FOLDER) / f"{case}.expected"


def as_line(problem: Problem) -> str:
    """One problem as it stands in an expected file."""
    place = f"{Path(problem.file).name}:{problem.line}:{problem.column}"
    what = f"{problem.severity} {problem.code} {problem.path}".rstrip()
    return f"{place} {what}: {problem.message}" + (f" [{problem.hint}]" if problem.hint else "")


def as_text(report: Report) -> str:
    """A report as it stands in an expected file: first the problems, then the files that cannot be read."""
    return "".join(f"{line}\n" for line in [*map(as_line, report.problems), *report.unreadable])


def main() -> None:
    """Write every expected file anew, and take away those whose case is gone."""
    os.chdir(REPOSITORY)
    names = cases()
    for stale in expected_files() - set(names):
        expected_file(stale).unlink()
    for name in names:
        expected_file(name).write_text(as_text(report_on(name)), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
