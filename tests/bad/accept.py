"""The corpus of bad inputs, and how its expected problems are written down.

A case is a lone file `NAME.yaml` (judged like `check FILE`) or a folder `NAME/` with `cards/GAME/…` in it (judged like
`check --root NAME`). A file in a folder named after a game is judged as that game's, the others as the default
game's. `NAME.expected` lists its problems, one a line. After a change of messages, run

    python tests/bad/accept.py

and read the diff as the author of the bad file would: is the place exact, the sentence clear, the hint of use?
"""

from __future__ import annotations

import os
from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.api import Report
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.games.registry import DEFAULT, built_in

FOLDER = Path(__file__).parent
REPOSITORY = FOLDER.parent.parent


def cases() -> list[str]:
    """The names of all cases."""
    files = [path.stem for path in FOLDER.glob("*.yaml")]
    folders = [path.parent.name for path in FOLDER.glob("*/cards")]
    others = [f"{game}/{path.stem}" for game in built_in() for path in (FOLDER / game).glob("*.yaml")]
    return sorted(files + folders + others)


def expected_files() -> set[str]:
    """The names of all cases that have a list of expected problems."""
    files = [*FOLDER.glob("*.expected"), *(path for game in built_in() for path in (FOLDER / game).glob("*.expected"))]
    return {path.relative_to(FOLDER).with_suffix("").as_posix() for path in files}


def report_on(name: str) -> Report:
    """What `check` says about a case, called from the top of the repository."""
    if (FOLDER / name).is_dir():
        return api.check(FOLDER / name)
    game, _, lone = name.rpartition("/")
    return api.check(shipped_root(), game or DEFAULT, paths=[FOLDER / game / f"{lone}.yaml"])


def expected_file(name: str) -> Path:
    """The file that lists a case's problems."""
    return FOLDER / f"{name}.expected"


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
