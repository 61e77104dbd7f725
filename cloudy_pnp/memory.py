"""The last verdict on a rulebook, kept in the user's cache folder: most checks look at one that has not changed.

Rendering four templates takes longer than all other checks of a game together. The key of a verdict is everything that
it was made from, the tool's own files too, so that an old one is never taken for a new one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import cloudy_pnp
from cloudy_pnp.problems import Problem, Severity

_KEPT = 50  # verdicts; older ones are forgotten


def cache_folder() -> Path:
    """The same as the fonts' (`draw.fonts.cache_folder`), without importing what draws."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "cloudy-pnp"


def remembered(made_from: object, judge: Callable[[], list[Problem]]) -> list[Problem]:
    """The verdict on plain data, from memory if it was judged before. Without a writable cache it is judged anew."""
    text = json.dumps([_tool(), made_from], sort_keys=True, ensure_ascii=False, default=str)
    path = cache_folder() / "rulebook" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
    try:
        known = json.loads(path.read_text("utf-8"))
        return [Problem(**{**item, "severity": Severity(item["severity"])}) for item in known]
    except (OSError, ValueError, TypeError, KeyError):
        problems = judge()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps([problem.as_dict() for problem in problems]), "utf-8")
        beside.replace(path)
        for old in sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)[:-_KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        pass  # the next check judges again
    return problems


def _tool() -> list[tuple[str, int, int]]:
    """The tool's own files as they are now."""
    folder = Path(cloudy_pnp.__file__).parent
    files = sorted(folder.rglob("*.py"))
    return [
        (file.relative_to(folder).as_posix(), stat.st_size, stat.st_mtime_ns)
        for file in files
        for stat in [file.stat()]
    ]
