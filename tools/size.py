"""Print the lines of code per package and folder, and the slack to the ceilings in pyproject.toml. Run by `make size`.

A line of Python counts unless it is blank, a comment or part of a docstring; in JavaScript every line counts. Tests
and vendored files are not counted.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
UNCOUNTED = {"tests", "vendor"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Package(NamedTuple):
    """A folder with a ceiling, and the lines of each folder inside."""

    name: str
    ceiling: int
    folders: Counter[str]
    modules: int

    @property
    def lines(self) -> int:
        """Count the lines of the whole package."""
        return self.folders.total()


def packages(root: Path = ROOT) -> Iterator[Package]:
    """Count every package that has a ceiling; a package inside another one counts only for itself."""
    ceilings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["size"]
    for suffix, count, names in ((".py", python_lines, ceilings["python"]), (".js", all_lines, ceilings["javascript"])):
        for name, ceiling in names.items():
            nested = [root / other for other in names if other.startswith(f"{name}/")]
            lines = {
                path: count(path.read_text("utf-8"))
                for path in sorted((root / name).rglob(f"*{suffix}"))
                if not UNCOUNTED & set(path.relative_to(root / name).parts)
                and not any(path.is_relative_to(folder) for folder in nested)
            }
            folders = Counter[str]()
            for path, number in lines.items():
                folders[path.parent.relative_to(root).as_posix()] += number
            yield Package(name, ceiling, folders, len(lines))


def python_lines(text: str) -> int:
    """Count the lines that are neither blank, comment nor docstring."""
    lines = text.splitlines()
    skipped = {number for number, line in enumerate(lines, 1) if not line.strip() or line.lstrip().startswith("#")}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            skipped.update(range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1))
    return len(lines) - len(skipped)


def all_lines(text: str) -> int:
    """Count every line."""
    return len(text.splitlines())


if __name__ == "__main__":
    for package in packages():
        print(
            f"{package.name:48}{package.modules:5} files{package.lines:8} of {package.ceiling:6}"
            f"{package.ceiling - package.lines:7} left"
        )
        for folder, number in sorted(package.folders.items()):
            print(f"  {folder:56}{number:9}")
