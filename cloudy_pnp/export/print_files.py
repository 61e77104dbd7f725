"""The project's own sheets, papers, formats and print services: what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Problem, UserError
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import SourceFile, read_source
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.report import Part

_PATTERNS = ("sheets/*", "services/*", "*.y*ml")


def check_print_files(home: Home) -> list[Part]:
    """Check the files; without any, only shipped ones are used and nothing is read."""
    if not any(any((home.root / "templates").glob(pattern)) for pattern in _PATTERNS):
        return []
    key = _fingerprint(home)  # problems name files relative to the current folder
    problems = cached("sheets", [key, str(Path.cwd())], Problem, lambda: _problems(home)) if key else _problems(home)
    names = dict.fromkeys(problem.file for problem in problems)
    by_file = {name: [problem for problem in problems if problem.file == name] for name in names}
    sources = [SourceFile(name, _text(Path(name)), problems=some) for name, some in by_file.items()]
    return [Part(tuple(sources), (), {})]


def _problems(home: Home) -> list[Problem]:
    from cloudy_pnp.export.services.catalogue import load_services
    from cloudy_pnp.export.sheets.catalogue import load_catalogue

    folders = home.template_folders
    return [*load_catalogue(folders).problems, *load_services(folders).problems]


def _fingerprint(home: Home) -> str:
    """Return the fingerprint of these files; empty where they cannot be read."""
    inside = {
        folder: [path for pattern in _PATTERNS for path in folder.glob(pattern)] for folder in home.template_folders
    }
    try:
        return fingerprint.of_data([[str(folder), fingerprint.of_files(inside[folder], folder)] for folder in inside])
    except OSError:
        return ""


def _text(path: Path) -> str:
    try:
        return read_source(path, display_path(path)).original
    except UserError:
        return ""
