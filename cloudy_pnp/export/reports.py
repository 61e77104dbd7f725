"""What is wrong before anything is made: codes, reports on card data as the configuration wants them, print files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Problem, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.data.files import absolute, display_path, is_within
from cloudy_pnp.data.source import SourceFile, read_own
from cloudy_pnp.game.contract import Game
from cloudy_pnp.workspace.causes import omit_consequences
from cloudy_pnp.workspace.config import heard, read_config, untranslated_as_errors
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import TEMPLATES, Home
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.report import DataError, Part, Report, by_cause, has_errors, is_untranslated, joined

_PATTERNS = ("sheets/*", "services/*", "*.y*ml")


def without_errors(loaded: Loaded, strict: bool = False) -> Loaded:
    """Return the same game. Raises DataError when its card data has errors; `strict`: or untranslated texts."""
    refuse_errors(card_report(loaded), strict)
    return loaded


def refuse_errors(report: Report, strict: bool = False) -> None:
    """Raise DataError for a report with errors; `strict`: or with untranslated texts."""
    report = untranslated_as_errors(report) if strict else report
    if report.exit_code:
        raise DataError(report)


def card_report(loaded: Loaded, more: Sequence[SourceFinding] = ()) -> Report:
    """Report what is wrong with card data, also that of packs; and what a pack has broken in a file of the game."""
    findings = tuple(omit_consequences(loaded, (*loaded.findings, *more)))
    shared = [
        source for source, found in findings if is_untranslated(found) and not loaded.home.scenario_of(source.name)
    ]
    sources = {source.name: source for source in (*loaded.card_files, *shared)}
    if loaded.packs:
        sources |= {source.name: source for source, _ in findings if has_errors([source], findings)}
    part = Part(tuple(sources.values()), findings, loaded.entries.cards, tuple(loaded.files.unreadable), loaded.hidden)
    return by_cause(configured(loaded, part), loaded.home.is_scenario)


def configured(loaded: Loaded, part: Part) -> Report:
    """Return a report without problems that the project's configuration, or a comment on the line, suppresses."""
    codes = codes_of(loaded.game)
    report, config = joined([part], codes), read_config(loaded.home.root, codes)
    problems = heard(report.problems, report.sources, config)
    return replace(report, problems=problems, cards=sum(loaded.entries.cards.values()))


def codes_of(*games: Game[Any]) -> Mapping[str, str]:
    """Return every code that a problem of these games may have, with one sentence; those of the tool come first."""
    by_game = (item for game in games for item in game.data.codes.items())
    return {**_shared_codes(), **dict(by_game)}


@cache
def _shared_codes() -> Mapping[str, str]:
    codes: Mapping[str, str] = read_own(shipped_root() / TEMPLATES / "codes.yaml")
    return codes


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
    return [Part(tuple(sources))]


def _problems(home: Home, files: Files) -> list[Problem]:
    from cloudy_pnp.export.services import load_services
    from cloudy_pnp.export.sheets import load_catalogue

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
