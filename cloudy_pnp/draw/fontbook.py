"""The fonts of a game: files in its `fonts/` folders by family, the roles that game.yaml gives them, and fallbacks.

A font file comes from anywhere. It is parsed only in the bounded worker; this process reads what `describe_font`
returns there, and later the plain TrueType file that `fonts` prepares from it.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from cloudy_pnp.core import budget
from cloudy_pnp.core.cache import cached_values, store_values
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.data.files import below, display_path, is_within
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font

ENDINGS = (".ttf", ".otf", ".woff", ".woff2")
FOLDER = "fonts"
FALLBACK, BODY = "fallback", "body"
_FONT = "Alegreya Sans"  # of texts, unless a style or game.yaml names another one
_MOST_FILES = 200
_REGULAR = 400
_OTHER_WEIGHT = 200  # a difference that everybody sees
_SYSTEM = {
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": (r"C:\Windows\Fonts",),
}


class FontFile(Struct, frozen=True):
    """The content of a font file; `problem` says why it cannot be used."""

    path: str
    sha256: str
    family: str = ""
    lightest: int = 400
    boldest: int = 400
    italic: bool = False
    characters: int = 0
    problem: str = ""

    @property
    def style(self) -> str:
        """The weights and the slant, for lists."""
        weights = str(self.lightest) if self.lightest == self.boldest else f"{self.lightest}–{self.boldest}"
        return f"{weights} italic" if self.italic else weights


class FontBook(Struct, frozen=True, dict=True):
    """The fonts that layouts of one game may name: a role of game.yaml, a family of a file, or an installed family.

    >>> FontBook().font("Alegreya Sans", 700)
    Font(family='Alegreya Sans', weight=700, italic=False)
    """

    folders: tuple[Path, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)  # a family by its role
    fallback: tuple[str, ...] = ()  # families for characters that the font lacks
    system: tuple[str, ...] = ()  # families that may come from this computer

    @cached_property
    def files(self) -> tuple[FontFile, ...]:
        """Every font file of the game, and of the system those of the families that the game names."""
        own = [(path, folder.parent) for folder in self.folders for path in _font_files(folder)]
        files = [_read(path, within) for path, within in own[:_MOST_FILES]]
        too_many = f"there are {len(own)} font files; at most {_MOST_FILES} are read"
        files += [FontFile(str(path), "", problem=too_many) for path, _ in own[_MOST_FILES:][:1]]
        return (*files, *(_read(path) for name in self.system for path in _system_files(name)))

    @property
    def body(self) -> str:
        """The family of a text whose style does not name one."""
        return self.roles.get(BODY, _FONT)

    @cached_property
    def _used(self) -> set[str]:
        """The families that a layout or game.yaml names, of which every file is tried."""
        return set()

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield the path of each file of the game that cannot be used, and why: also those of used families."""
        for file in self.files:
            problem = file.problem or (self._trial(file) if file.family.casefold() in self._used else "")
            if problem:
                yield file.path, problem

    def _trial(self, file: FontFile) -> str:
        """Return why a font cannot be drawn with, which only drawing shows; a font of this computer is trusted."""
        if Path(file.path).parent not in self.folders:
            return ""
        with budget.reading(display_path(Path(file.path))):
            return _try(file)

    @cached_property
    def mark(self) -> list[object]:
        """Return what cards drawn with these fonts depend on."""
        return [dict(self.roles), list(self.fallback), [font.sha256 for font in self.files]]

    def font(self, name: str, weight: int = 400, italic: bool = False) -> Font:
        """Return the font of a role or a family, with the fallbacks of the game."""
        family = self.roles.get(name, name)
        chain = tuple(self._plain(other, weight, italic) for other in self.fallback if not _same(other, family))
        usable = tuple(font for font in chain if fonts.is_installed(font))
        return self._plain(family, weight, italic, usable)

    def _plain(self, family: str, weight: int, italic: bool, chain: tuple[Font, ...] = ()) -> Font:
        self._used.add(family.casefold())
        files = [file for file in self.files if _same(file.family, family) and not (file.problem or self._trial(file))]
        files = [file for file in files if file.italic is italic] or files
        if not files:
            return Font(family, weight, italic, fallback=chain)
        best = min(files, key=lambda file: max(file.lightest - weight, weight - file.boldest, 0))
        weight = min(max(weight, best.lightest), best.boldest)
        return Font(best.family, weight, best.italic, best.path, best.sha256, chain)

    def substitutes(self, style: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the settings of a style, weight or italic, that the files of its family lack, with the family."""
        name, weight = style.get("font", self.body), style.get("weight")
        font = self._plain(self.roles.get(name, name), weight or _REGULAR, style.get("italic", False))
        if font.file and style.get("italic") and not font.italic:
            yield "italic", font.family
        if font.file and weight and abs(font.weight - weight) >= _OTHER_WEIGHT:
            yield "weight", font.family

    def is_usable(self, name: str, weight: int = 400) -> bool:
        """Return whether a role or family can be drawn with; a damaged file, which is reported, may be any family."""
        font = self._plain(self.roles.get(name, name), weight, italic=False)
        return fonts.is_installed(font) or any(self.problems())

    def families(self) -> list[str]:
        """Return the families of the game's files and the installed ones, for hints and lists."""
        import fontpkg

        own = [file.family for file in self.files if not file.problem]
        return list(dict.fromkeys((*own, *sorted(fontpkg.family(name).name for name in fontpkg.families()))))


NO_FONTS = FontBook()


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _font_files(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.glob("*") if path.suffix.lower() in ENDINGS and path.is_file())


def _system_files(family: str) -> Iterator[Path]:
    """Yield the files of this computer that are probably of a family: their names begin like it."""
    begin = re.sub(r"[^a-z0-9]", "", family.lower())
    for place in _SYSTEM.get(sys.platform, ()):
        folder = Path(place).expanduser()
        for path in sorted(below(folder)) if begin else ():
            if path.suffix.lower() in ENDINGS and re.sub(r"[^a-z0-9]", "", path.stem.lower()).startswith(begin):
                yield path


def _read(path: Path, within: Path | None = None) -> FontFile:
    if within is not None and not is_within(path, within):
        return FontFile(str(path), "", problem="it is a symlink that points outside the game's folder")
    try:
        stat = path.stat()
    except OSError as error:
        return FontFile(str(path), "", problem=f"it cannot be read: {error.strerror}")
    with budget.reading(display_path(path)):
        file = _read_once(str(path), stat.st_size, stat.st_mtime_ns)
    if budget.is_used_up():  # what exceeds the budget of one run may fit into that of the next
        _read_once.cache_clear()
        _try.cache_clear()
    return file


@cache
def _try(file: FontFile) -> str:
    """Prepare a font at about its regular weight; return the reason if that fails."""
    weight = min(max(_REGULAR, file.lightest), file.boldest)
    try:
        fonts.load(Font(file.family, weight, file.italic, file.path, file.sha256))
    except UserError as error:
        return str(error)
    return ""


@cache
def _read_once(path: str, size: int, _changed: int) -> FontFile:
    if size > fonts.LARGEST_FOREIGN:
        return FontFile(path, "", problem=f"it has {size:,} bytes; at most {fonts.LARGEST_FOREIGN:,} are read")
    try:
        content = read_plain(Path(path), fonts.LARGEST_FOREIGN)
    except OSError as error:
        return FontFile(path, "", problem=f"it cannot be read: {error.strerror}")
    sha256 = hashlib.sha256(content).hexdigest()
    known = cached_values("font-files", sha256)
    try:
        return FontFile(**{**known, "path": path, "sha256": sha256}) if known else _describe(path, content, sha256)
    except TypeError:  # another version has kept it
        return _describe(path, content, sha256)


def _describe(path: str, content: bytes, sha256: str) -> FontFile:
    try:
        found = FontFile(path, sha256, **FILES.call(fonts.describe_font, content))
    except Ended as ended:
        return FontFile(path, sha256, problem=f"it cannot be read: {ended}")
    except UserError as error:  # not kept: a package that is missing today may be installed tomorrow
        return FontFile(path, sha256, problem=str(error))
    store_values("font-files", sha256, {key: value for key, value in asdict(found).items() if key != "path"})
    return found


def font_book(folders: Iterable[Path], spec: Mapping[str, Any]) -> FontBook:
    """Return the fonts of a game: files in some folders, and what game.yaml says under `fonts`."""
    named: dict[str, Any] = {role: value for role, value in spec.items() if role != FALLBACK}
    chain: Sequence[Any] = spec.get(FALLBACK, ())
    system = [value["system"] for value in (*named.values(), *chain) if isinstance(value, Mapping)]
    return FontBook(
        tuple(dict.fromkeys(folders)),
        {role: _family(value) for role, value in named.items()},
        tuple(_family(value) for value in chain),
        tuple(dict.fromkeys(system)),
    )


def _family(value: Any) -> str:
    return str(value["system"] if isinstance(value, Mapping) else value)
