"""`make mutants`: break the code at random, one place at a time, and run the tests of its area.

`make mutants SEED=… COUNT=…` repeats a run, `WITHIN=cloudy_pnp/export` breaks only what is below a path. A mutant that
survives shows code that no test of its area needs. The project is copied first: nothing in it is changed.
"""

from __future__ import annotations

import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LONGEST = 300  # CPU seconds of a process that runs the tests of one mutant; an endless loop counts as found
WAITING = 3600  # seconds for all of it: a machine that has much else to do kills no mutant
SKIPPED = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "dist", "output")
KINGDOM, GAME = "cloudy_pnp/cloudy_kingdom", "tests/games/cloudy_kingdom"
STEPS = (f"{GAME}/model/test_steps.py", f"{GAME}/model/test_grown_steps.py")
WORDING = (f"{GAME}/test_wording.py", f"{GAME}/test_wording_numbers.py", f"{GAME}/test_sentence_corpus.py")
# A folder or a file: its tests. The longest path that fits counts; `tests/repo/test_mutants.py` misses none.
AREAS: dict[str, Sequence[str]] = {
    "cloudy_pnp": ["tests/test_project.py", "tests/cli/test_check_games.py", "tests/cli/test_command.py"],
    "cloudy_pnp/cli": ["tests/cli"],
    KINGDOM: ["tests/bad", "tests/games/test_conformance.py"],
    f"{KINGDOM}/art": [f"{GAME}/art"],
    f"{KINGDOM}/balance": ["tests/simulate/test_balance.py", "tests/simulate/test_verdicts.py"],
    f"{KINGDOM}/checks": [
        f"{GAME}/checks", *STEPS, f"{GAME}/test_wording_numbers.py", f"{GAME}/test_custom_spells.py", "tests/bad",
    ],
    f"{KINGDOM}/model": [f"{GAME}/model", f"{GAME}/rules", "tests/bad"],
    f"{KINGDOM}/present": [
        f"{GAME}/test_blanks.py", f"{GAME}/test_lesson.py", f"{GAME}/art", "tests/cli/test_new.py", "tests/rulebook",
        "tests/studio/test_table.py",
    ],
    f"{KINGDOM}/rules": [
        f"{GAME}/rules", *STEPS, f"{GAME}/scenarios/test_record.py", f"{GAME}/test_invariants.py",
        f"{GAME}/test_custom_spells.py",
    ],
    f"{KINGDOM}/scenarios": [f"{GAME}/scenarios", "tests/bad"],
    f"{KINGDOM}/sim": [f"{GAME}/sim"],
    f"{KINGDOM}/wording": [*WORDING, f"{GAME}/test_sentences.py", f"{GAME}/test_every_word_counts.py"],
    "cloudy_pnp/core": ["tests/core", "tests/workspace", "tests/draw/test_geometry.py", "tests/bad"],
    "cloudy_pnp/data": ["tests/data", "tests/bad"],
    "cloudy_pnp/diff": ["tests/diff"],
    "cloudy_pnp/draw": ["tests/draw", "tests/layouts"],
    "cloudy_pnp/draw/press": ["tests/draw/press", "tests/export/test_press_pages.py"],
    "cloudy_pnp/export": ["tests/export"],
    "cloudy_pnp/export/sheets": ["tests/export/sheets", "tests/export/test_leaves.py"],
    "cloudy_pnp/game": ["tests/games/test_data_game.py", "tests/games/test_data_pieces.py", "tests/games"],
    "cloudy_pnp/i18n": ["tests/i18n", "tests/bad"],
    "cloudy_pnp/layouts": ["tests/layouts", "tests/bad"],
    "cloudy_pnp/lsp": ["tests/lsp"],
    "cloudy_pnp/rulebook": ["tests/rulebook", "tests/games/test_data_book.py"],
    "cloudy_pnp/simulate": ["tests/simulate"],
    "cloudy_pnp/studio": ["tests/studio"],
    "cloudy_pnp/testing": ["tests/games/test_conformance.py"],
    "cloudy_pnp/web": ["tests/web"],
    "cloudy_pnp/workspace": ["tests/workspace", "tests/bad", "tests/cli", "tests/i18n"],
    "cloudy_pnp/workspace/drawn.py": ["tests/workspace/test_drawn_set.py", "tests/workspace/test_drawn.py"],
    "cloudy_pnp/workspace/print_checks.py": ["tests/workspace/test_print_checks.py", "tests/workspace/test_painted.py"],
    "games/fantasy-realms/fantasy_realms": ["games/fantasy-realms/tests", "tests/bad"],
    "games/luftschloesser/luftschloesser": ["games/luftschloesser/tests", "tests/bad"],
}  # fmt: skip
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
}  # fmt: skip


class Mutant(NamedTuple):
    """One expression of a file, and what replaces it."""

    path: str
    line: int
    before: str
    after: str
    source: str  # the whole file with the mutant


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    content = source.encode()
    for node in _expressions(tree):
        mutated = _mutated(node)
        if mutated is not None and node.end_lineno is not None and node.end_col_offset is not None:
            start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
            after = f"({ast.unparse(mutated)})"
            text = b"".join((content[:start], after.encode(), content[end:])).decode()
            yield Mutant(path, node.lineno, ast.unparse(node), after, text)


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that are evaluated: no annotations, decorators, formatted texts or type-only code."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list") or isinstance(value, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr):
                yield child
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.pattern):
                yield from _expressions(child)


def _mutated(node: ast.expr) -> ast.expr | None:
    """Return the expression with one change, or None where there is none to make."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in SWAPPED:
            return ast.Compare(left, [SWAPPED[type(operator)]()], [right])  # type: ignore[list-item]
        case ast.BoolOp(operator, values):
            return ast.BoolOp(SWAPPED[type(operator)](), values)  # type: ignore[arg-type]
        case ast.BinOp(left, operator, right) if type(operator) in SWAPPED:
            return ast.BinOp(left, SWAPPED[type(operator)](), right)  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            return ast.Constant(value + 1)
    return None


def area_of(path: str) -> str:
    """Return the area of a file.

    >>> area_of("cloudy_pnp/draw/press/areas.py"), area_of("cloudy_pnp/api.py")
    ('cloudy_pnp/draw/press', 'cloudy_pnp')
    """
    return max((area for area in AREAS if f"{path}/".startswith(f"{area}/")), key=len)


def modules() -> list[str]:
    """Return every module that may be mutated."""
    roots = {area for area in AREAS if not any(area.startswith(f"{other}/") for other in AREAS)}
    return sorted(path.relative_to(ROOT).as_posix() for root in roots for path in (ROOT / root).rglob("*.py"))


def main(seed: int, count: int, within: str = "") -> int:
    """Print each mutant with its fate, and the rate at the end; exit code 1 if the tests fail without any.

    `within`: a path; only what is below it is mutated.
    """
    every = [
        mutant
        for path in modules()
        if f"{path}/".startswith(within)
        for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))
    ]
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=SKIPPED)
        for area in sorted({area_of(mutant.path) for mutant in chosen}):
            if shown := _failure(copy, AREAS[area]):
                print(f"the tests of {area} fail without a mutant:\n{shown}")
                return 1
        killed = 0
        for number, mutant in enumerate(chosen, 1):
            path = copy / mutant.path
            before = path.read_bytes()
            path.write_text(mutant.source, "utf-8")
            is_found = bool(_failure(copy, _tests_of(mutant.path)))
            path.write_bytes(before)
            killed += is_found
            fate = "killed  " if is_found else "SURVIVED"
            print(f"{number:3} {fate} {mutant.path}:{mutant.line} {mutant.before} → {mutant.after}", flush=True)
    print(f"SEED={seed} COUNT={len(chosen)} of {len(every)}: {killed} killed, {killed / max(1, len(chosen)):.0%}")
    return 0


def _tests_of(path: str) -> list[str]:
    """Return the tests of a file: its examples first, then those of its area."""
    has_examples = b">>>" in (ROOT / path).read_bytes()
    return [*([path] if has_examples else []), *AREAS[area_of(path)]]


def _failure(copy: Path, tests: Sequence[str]) -> str:
    """Return the end of the output if some test fails (or doesn't end) in the copy of the project."""
    command = [sys.executable, "-m", "pytest", "-x", *tests]
    packages = os.pathsep.join(map(str, (copy, *sorted(copy.glob("games/*")))))  # not those that are installed
    with tempfile.TemporaryDirectory() as compiled:  # a mutant may have the time and size of another
        environment = {**os.environ, "PYTHONPATH": packages, "PYTHONPYCACHEPREFIX": compiled}
        try:
            done = subprocess.run(
                command, cwd=copy, env=environment, capture_output=True, timeout=WAITING, check=False,
                preexec_fn=_bound_time,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "it does not end"
    return "" if done.returncode == 0 else f"{done.stdout.decode()[-2000:]}\nexit code {done.returncode}"


def _bound_time() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
