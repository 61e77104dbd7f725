"""The project's own sheets, papers, formats and print services: what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Problem, UserError
from cloudy_pnp.data.files import absolute, display_path, is_within
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.report import Part

_PATTERNS = ("sheets/*", "services/*", "*.y*ml")


def print_files(home: Home, paths: Iterable[Path]) -> list[Path]:
    """Return those of some files that describe how a project is printed."""
    templates = absolute(home.root / "templates")
    places = [templates / name for name in ("sheets", "services", "formats.yaml", "papers.yaml")]
    return [path for path in paths if any(absolute(path).is_relative_to(place) for place in places)]


def check_print_files(home: Home, files: Files | None = None, only: Sequence[Path] = ()) -> list[Part]:
    """Check the files, or only some; without any, only shipped ones are used and nothing is read."""
    files, templates = files or Files(), home.root / "templates"
    unsaved = any(is_within(path, templates) for path in files.unsaved)
    if not unsaved and not any(any(templates.glob(pattern)) for pattern in _PATTERNS):
        return []
    key = "" if unsaved else _fingerprint(home)  # problems name files relative to the current folder
    found = partial(_problems, home, files)
    problems = cached("sheets", [key, str(Path.cwd())], Problem, found) if key else found()
    names = dict.fromkeys(map(display_path, only)) or dict.fromkeys(problem.file for problem in problems)
    by_file = {name: [problem for problem in problems if problem.file == name] for name in names}
    sources = [SourceFile(name, _text(Path(name), files), problems=some) for name, some in by_file.items()]
    return [Part(tuple(sources), (), {})]


def _problems(home: Home, files: Files) -> list[Problem]:
    from cloudy_pnp.export.services.catalogue import load_services
    from cloudy_pnp.export.sheets.catalogue import load_catalogue

    folders = home.template_folders
    return [*load_catalogue(folders, files=files).problems, *load_services(folders, files).problems]


def _fingerprint(home: Home) -> str:
    """Return the fingerprint of these files; empty where they cannot be read."""
    inside = {
        folder: [path for pattern in _PATTERNS for path in folder.glob(pattern)] for folder in home.template_folders
    }
    try:
        return fingerprint.of_data([[str(folder), fingerprint.of_files(inside[folder], folder)] for folder in inside])
    except OSError:
        return ""


def _text(path: Path, files: Files) -> str:
    try:
        return files.source(path, None).original
    except UserError:
        return ""
