"""The same question about the same files has the same answer: `check` of a sound game that nobody has touched, and
`build` of what is up to date, are told again without loading anything.

What an answer depends on is its key: the call, every file of the root and of what is shipped by all that they hold, the
tool itself and the installed packages by their times, and the surroundings that any of it looks at. Only the best
answers are kept: not one problem, not even a note. A root with links, or with very much in it, is judged every time.
What is kept lies with the other verdicts in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cloudy_pnp import __version__
from cloudy_pnp.core import marks
from cloudy_pnp.core.places import CARDS, PACKS, SCHEMA, TEMPLATES, cache_folder, find_root, is_root
from cloudy_pnp.core.shipped import shipped_root

# What may be in such a call: flags, and options with a value. With anything else the command itself is asked.
_FLAGS = {"check": ("--render", "--no-render", "--warnings-as-errors", "--quiet", "-q"), "build": ()}
_VALUES = {
    "check": ("--root", "--game", "--format"),
    "build": ("--root", "--game", "--out", "--lang", "--only", "--sheet"),
}
_FORMATS = ("text", "json")
_KEPT = 100  # answers; older ones are forgotten
_LARGEST = 4 * 1024 * 1024  # bytes of one
_COLOURS = ("\x1b[32m", "\x1b[0m")


class Question:
    """A call that may have been answered before, about files as they are now."""

    def __init__(self, words: Sequence[str], root: Path) -> None:
        self._words, self._root = list(words), root.resolve()
        self._key, self._times = self._now()

    def answer(self) -> str | None:
        """What was printed when the same was asked before; None when it was not, or what was made has changed."""
        try:
            with marks.opened(str(self._place)) as file:
                kept = json.loads(file.read(_LARGEST))
            text, made, folders = kept["says"], kept["made"], kept["folders"]
            sound = isinstance(text, str) and _is_harmless(text)
            same = all(_sha256(path) == made[path] for path in made)
            return text if sound and same and all(marks.by_time([path]) == folders[path] for path in folders) else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError, marks.Unlike):
            return None

    def keep(self, text: str, made: Mapping[str, str], folders: Iterable[Path]) -> None:
        """Keep an answer, if its files have not changed since the question, and forget the oldest ones."""
        from cloudy_pnp.core.files import forget_oldest, write_atomic
        from cloudy_pnp.core.problems import UserError

        try:
            times = {str(folder.resolve()): marks.by_time([str(folder.resolve())]) for folder in folders}
            content = json.dumps({"says": text, "made": made, "folders": times}).encode()
            if len(content) < _LARGEST and self._now() == (self._key, self._times):
                write_atomic(self._place, content, lasting=False)
                forget_oldest(self._place.parent, "*.json", _KEPT)
        except (OSError, ValueError, UserError, marks.Unlike):
            pass  # the next call is judged again

    @property
    def _place(self) -> Path:
        return cache_folder() / "answers" / f"{self._key}.json"

    def _now(self) -> tuple[str, str]:
        """The key, and when the files in it were written."""
        roots = dict.fromkeys((self._root, shipped_root().resolve()))
        places = [str(root / name) for root in roots for name in (CARDS, PACKS, SCHEMA, TEMPLATES)]
        places += [str(self._root / name) for name in ("cloudy-pnp.toml", "pyproject.toml")]
        content, times = marks.by_content(places)
        about = [self._words, str(Path.cwd()), content, _tool(), _surroundings()]
        return hashlib.sha256(json.dumps(about).encode()).hexdigest(), times


_asked: Question | None = None


def ask(words: Sequence[str]) -> str | None:
    """What is known to be the answer to a call; None when the command has to be run."""
    global _asked
    try:
        root = _root(words)
        if root is None:
            return None
        _asked = Question(words, root)
    except (OSError, ValueError, marks.Unlike):
        return None
    return _asked.answer()


def tell(text: str) -> bool:
    """Print an answer; False where that fails: then the command itself is asked, which says why."""
    left = text.encode(sys.stdout.encoding, "backslashreplace")
    try:
        while left:
            left = left[os.write(sys.stdout.fileno(), left) :]
    except OSError:
        return False
    return True


def keep(text: str, made: Mapping[str, str] | None = None, folders: Iterable[Path] = ()) -> None:
    """Keep the answer to this process's question, as long as files (`made`, by sha256) and the folders of the game's
    package do not change.
    """
    if _asked is not None:
        for mark in () if is_coloured() else _COLOURS:
            text = text.replace(mark, "")
        _asked.keep(text, made or {}, folders)


def is_coloured() -> bool:
    """Whether standard output takes colours, as click decides it."""
    if os.environ.get("NO_COLOR"):
        return False
    return os.environ.get("FORCE_COLOR", "0") not in ("", "0") or sys.stdout.isatty()


def _root(words: Sequence[str]) -> Path | None:
    """The root that a call is about, if it is one of those that are answered again."""
    if not words or words[0] not in _FLAGS or os.name != "posix":
        return None
    given = {}
    rest = iter(words[1:])
    for word in rest:
        name, equals, value = word.partition("=")
        if name in _VALUES[words[0]]:
            given[name] = value if equals else next(rest, "")
            if not given[name]:
                return None
        elif word not in _FLAGS[words[0]]:
            return None
    if given.get("--format", "text") not in _FORMATS:
        return None
    root = Path(given["--root"]) if "--root" in given else find_root(Path.cwd())
    return root if is_root(root) else None


def _tool() -> list[str]:
    """The tool's own files, and the packages that are installed beside it."""
    package = str(Path(__file__).parents[1])
    beside = [Path(path) for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    times = [f"{path} {path.stat().st_mtime_ns}" for path in beside if path.is_dir()]
    return [__version__, sys.version, marks.by_time([package]), *sys.path, *times]


def _surroundings() -> list[object]:
    """What else an answer depends on: our own variables, letters and colours."""
    own = sorted((name, value) for name, value in os.environ.items() if name.startswith("CLOUDY_PNP_"))
    letters = (sys.stdout.encoding, sys.getfilesystemencoding())
    return [own, letters, is_coloured()]


def _sha256(path: str) -> str:
    with marks.opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_harmless(text: str) -> bool:
    """Whether nothing in a text is a command to a terminal or to a log, whoever has written it."""
    for mark in (*_COLOURS, "\n"):
        text = text.replace(mark, "")
    return text.isprintable() and "::" not in text and "##[" not in text
