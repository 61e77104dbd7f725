"""`make mutants`: break the rules, the checks and the sheets at random, one place at a time, and run their tests.

`make mutants SEED=… COUNT=…` repeats a run. A mutant that survives shows code that no test of its area needs. The
project is copied first: nothing in it is changed.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LONGEST = 300  # seconds for the tests of one mutant; an endless loop counts as found
SKIPPED = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "dist", "output")
GAME = "tests/games/cloudy_kingdom"
AREAS = {  # a folder: its tests
    "cloudy_pnp/cloudy_kingdom/rules": [
        f"{GAME}/rules",
        f"{GAME}/model/test_steps.py",
        f"{GAME}/model/test_grown_steps.py",
        f"{GAME}/scenarios/test_record.py",
        f"{GAME}/test_invariants.py",
        f"{GAME}/test_custom_spells.py",
    ],
    "cloudy_pnp/cloudy_kingdom/checks": [
        f"{GAME}/checks",
        f"{GAME}/model/test_steps.py",
        f"{GAME}/model/test_grown_steps.py",
        f"{GAME}/test_wording_numbers.py",
        f"{GAME}/test_custom_spells.py",
        "tests/bad",
    ],
    "cloudy_pnp/export/sheets": ["tests/export/sheets", "tests/export/test_leaves.py"],
}
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


def main(seed: int, count: int) -> int:
    """Print each mutant with its fate, and the rate at the end; exit code 1 if the tests fail without any."""
    every = [
        mutant
        for folder in AREAS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for mutant in mutants_of(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    ]
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=SKIPPED)
        for area in AREAS:
            if any(mutant.path.startswith(area) for mutant in chosen) and _is_found(copy, AREAS[area]):
                print(f"the tests of {area} fail without a mutant")
                return 1
        killed = 0
        for number, mutant in enumerate(chosen, 1):
            path = copy / mutant.path
            before = path.read_bytes()
            path.write_text(mutant.source, "utf-8")
            is_found = _is_found(copy, next(tests for area, tests in AREAS.items() if mutant.path.startswith(area)))
            path.write_bytes(before)
            killed += is_found
            fate = "killed  " if is_found else "SURVIVED"
            print(f"{number:3} {fate} {mutant.path}:{mutant.line} {mutant.before} → {mutant.after}", flush=True)
    print(f"SEED={seed} COUNT={len(chosen)} of {len(every)}: {killed} killed, {killed / max(1, len(chosen)):.0%}")
    return 0


def _is_found(copy: Path, tests: Sequence[str]) -> bool:
    """Return whether some test fails (or doesn't end) in the copy of the project."""
    command = [sys.executable, "-m", "pytest", "-x", *tests]
    packages = os.pathsep.join(map(str, (copy, *sorted(copy.glob("games/*")))))  # not those that are installed
    environment = {**os.environ, "PYTHONPATH": packages, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
