"""One mistake, one problem: every scalar of the shipped cards, changed one at a time."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chance import SEED, examples

from cloudy_pnp import api
from cloudy_pnp.core.problems import Problem, Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.source import read_source
from cloudy_pnp.i18n.lint import RENAMED
from cloudy_pnp.workspace.files import Readings

GAME = "cloudy-kingdom"
MOST = 3  # problems that one changed value may have
EVERY = 29 // examples(1)  # a round of `make fuzz` changes other values, and more of them
READINGS = Readings()  # the files around a changed one are parsed once
Path_ = tuple[str | int, ...]


def scalars(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value of some data that is not a list or a map."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from scalars(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from scalars(item, (*path, index))
    else:
        yield path, value


def changed(value: Any) -> Any:
    """Another value of the same sort, as a slip of the finger makes it."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else f"{value}x"


def all_scalars() -> list[tuple[str, Path_, Any]]:
    """File, path and value, over all card files."""
    files = sorted((shipped_root() / "cards" / GAME).glob("*.yaml"))
    return [
        (file.name, path, value) for file in files for path, value in scalars(read_source(file, file.name).documents[0])
    ]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the game, as `init` makes it."""
    folder = tmp_path_factory.mktemp("scalars")
    for name in ("cards", "templates"):
        shutil.copytree(shipped_root() / name / GAME, folder / name / GAME)
    return folder


def problems_after(root: Path, name: str, path: Path_, value: Any) -> list[Problem]:
    """Return what `check` says when one value is another one; of the places that have a renamed term's former word,
    which are all to be changed, one if there is nothing else.
    """
    file = root / "cards" / GAME / name
    before = file.read_text("utf-8")
    file.write_text(apply_edits(before, [Set(path, changed(value))], name), "utf-8")
    try:
        found = api.check(root, render=False, readings=READINGS).problems
    finally:
        file.write_text(before, "utf-8")
    told = [problem for problem in found if problem.severity is not Severity.INFO]
    renamed = [problem for problem in told if RENAMED in problem.message]
    assert not renamed or name == "glossary.yaml"
    assert len({(one.file, one.line, one.column, one.lang) for one in renamed}) == len(renamed)
    return [problem for problem in told if problem not in renamed] or renamed[:1]


@pytest.mark.fuzz
def test_one_changed_value_is_one_problem_where_it_was_changed(root: Path) -> None:
    todo = all_scalars()
    assert len(todo) > 500
    numbers = []
    for name, path, value in todo[SEED % EVERY :: EVERY]:
        found = problems_after(root, name, path, value)
        numbers.append(len(found))
        said = "\n".join(f"{one.file}:{one.line} {one.code} {one.message}" for one in found)
        assert len(found) <= MOST, f"{name} {path}: {value!r} → {changed(value)!r}\n{said}"
        for problem in found:
            elsewhere = Path(problem.file).name != name
            assert not elsewhere or refers(problem, name, value), f"{name} {path}: {value!r}\n{said}"
    assert len(numbers) >= 20
    assert statistics.median(numbers) <= 1


def refers(problem: Problem, name: str, value: Any) -> bool:
    """Return whether an untouched file is rightly blamed: it names what changed, uses a changed word, plays a changed
    card, or is written in a changed language.
    """
    if name == "glossary.yaml":
        return problem.code in ("I18N-TERM", "REF-UNKNOWN")
    if name in ("vines.yaml", "spells.yaml", "layouts.yaml", "editions.yaml"):
        played = problem.file.endswith((".board.yaml", ".game.yaml"))
        return played or f'"{value}"' in problem.message or problem.code in ("I18N-STALE", "I18N-TERM", "I18N-QUOTE")
    return f'"{value}"' in problem.message or problem.code in (
        "I18N-LANGUAGE",
        "I18N-MISSING",
        "I18N-STALE",
        "I18N-SAME",
    )


WORST = [  # those that had the most problems when all were measured; a sample seldom meets them
    ("families.yaml", ("families", 2, "id")),
    ("families.yaml", ("families", 1, "name", "en")),
    ("game.yaml", ("game", "name", "en")),
    ("game.yaml", ("game", "languages", 0)),
    ("glossary.yaml", ("glossary", 9, "enforce")),
    ("glossary.yaml", ("glossary", 10, "enforce")),
    ("glossary.yaml", ("glossary", 12, "fr", "term")),
    ("glossary.yaml", ("glossary", 13, "de", "forms", 0)),
    ("spells.yaml", ("spells", 1, "name", "en")),
    ("spells.yaml", ("spells", 2, "id")),
]


@pytest.mark.parametrize(("name", "path"), WORST)
def test_what_one_change_has_caused_in_many_places_is_told_once(root: Path, name: str, path: Path_) -> None:
    [value] = [value for file, at, value in all_scalars() if (file, at) == (name, path)]
    found = problems_after(root, name, path, value)
    assert 0 < len(found) <= MOST, [f"{one.file}:{one.line} {one.code} {one.message}" for one in found]


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_changed_count_is_no_problem_unless_no_copy_is_left(root: Path, count: int) -> None:
    file = root / "cards" / GAME / "vines.yaml"
    before = file.read_text("utf-8")
    file.write_text(apply_edits(before, [Set(("vines", 0, "count"), count)], "vines.yaml"), "utf-8")
    found = [
        problem for problem in api.check(root, readings=READINGS).problems if problem.severity is not Severity.INFO
    ]
    file.write_text(before, "utf-8")
    assert [problem.code for problem in found] == (["DATA-COUNT"] if count == 0 else [])


def test_a_written_count_that_is_wrong_is_one_warning(root: Path) -> None:
    """In both editions: one card was changed, and one thing is said."""
    file = root / "cards" / GAME / "editions.yaml"
    before = file.read_text("utf-8")
    file.write_text(before.replace("of: vines", "count: 55, of: vines"), "utf-8")
    found = [
        problem for problem in api.check(root, readings=READINGS).problems if problem.severity is not Severity.INFO
    ]
    file.write_text(before, "utf-8")
    [problem] = found
    assert (problem.code, problem.severity) == ("REF-COUNT", Severity.WARNING)
    assert problem.message == 'edition "2023" lists 55 of "vine-card", there are 54 (edition "hu" too)'
