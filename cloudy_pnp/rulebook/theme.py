"""The look of a rulebook: its layout, colours and fixed words, each from the first folder that has the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import display_path, read_text, require_inside
from cloudy_pnp.data.source import read_map
from cloudy_pnp.draw.colour import Colour

COLOURS, WORDS, STYLE, LAYOUT = "look.yaml", "words.yaml", "book.css", "book.typ"
THEME_FILES = (COLOURS, WORDS, STYLE, LAYOUT)
NUMBER = "{number}"  # the placeholder for the number in a fixed word
PLAN = "pages.yaml"  # optional
_MODES = ("light", "dark")
_LARGEST = 1_000_000  # bytes of a style or a layout
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
_NOT_IN_STYLE = ("</", "<!", "@import", "://")  # the end of the style, and external resources

# Text and background colours: the pages and the web page use no other pairs.
PAIRS = (
    *(("ink", "paper"), ("soft", "paper"), ("heading", "paper"), ("subheading", "paper"), ("link", "paper")),
    *(("quote", "paper"), ("tip-ink", "tip"), ("quote", "tip"), ("cover-ink", "cover"), ("paper", "subheading")),
)


class Theme(Struct, frozen=True):
    """Colours by name, by day and by night; the words of a language; the styles of the web page and of the pages."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    words: Mapping[str, str]
    style: str  # CSS
    layout: str  # Typst
    starts: tuple[str, ...] = ()  # the sections that start a page, if pages are planned
    layout_name: str = LAYOUT  # the file name shown to users
    second: Mapping[str, str] = field(default_factory=dict)  # the words of the second language of a book


def around_number(word: str, value: str) -> tuple[str, str, str]:
    """Return the parts of a fixed word before a number, the number, and after it; `{number}` marks the position.

    A word without the mark comes before the number, as in "Step 3". A plus sign belongs to the word.

    >>> around_number("Step", "3"), around_number("{number}. lépés", "3"), around_number("ages {number}+", "8+")
    (('Step ', '3', ''), ('', '3', '. lépés'), ('ages ', '8', '+'))
    """
    if NUMBER not in word:
        return f"{word} ", value, ""
    before, after = word.split(NUMBER, 1)
    return before, value.removesuffix("+"), after


def badge(word: str, value: str) -> tuple[str, str]:
    """Return the large and the small line that show a fact about the game on the cover.

    >>> badge("players", "2–4"), badge("ab {number} Jahren", "8+"), badge("{number} and up", "8+")
    (('2–4', 'players'), ('ab 8', 'Jahren'), ('8', 'and up'))
    """
    if NUMBER not in word or not value:
        return value, word
    before, number, after = around_number(word, value)
    sign, _, rest = after.partition(" ")
    return (f"{before}{number}{sign}", rest) if rest else (f"{number}{sign}", before.strip())


def theme_file(folders: Sequence[Path], name: str) -> Path:
    """Return a theme file from the first folder that has it."""
    path = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if path is None:
        raise UserError(f"there is no file {name} in {display_path(folders[0])}")
    return path


def load_theme(folders: Sequence[Path], lang: str, further: Path | None = None) -> Theme:
    """Load the theme of a rulebook in a language; `further` is a file with the words of another language."""
    colours, words = (_mapping(theme_file(folders, name)) for name in (COLOURS, WORDS))
    more = _mapping(further) if further and further.is_file() else {}
    try:
        words = {name: {**text, **more.get(name, {})} for name, text in words.items()}
        light, dark = ({name: Colour.parse(value).hex for name, value in colours[mode].items()} for mode in _MODES)
        spoken = {name: _word(name, text.get(lang) or next(iter(text.values()))) for name, text in words.items()}
        for name in _mapping(shipped_root() / "templates/rulebook" / WORDS):
            if name not in spoken:
                raise ValueError(f"the word {quoted(name)} is missing")
        for name in (*light, *dark, *spoken):
            if not _NAME.fullmatch(name):  # it becomes a part of the style and of the pages
                raise ValueError(f"{quoted(name)} is not a name: a-z, 0-9 and -")
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UserError(f"the rulebook's theme in {display_path(folders[0])} is not complete: {error}") from error
    style, layout = (read_text(_inside(theme_file(folders, name)), _LARGEST) for name in (STYLE, LAYOUT))
    if wrong := next((part for part in _NOT_IN_STYLE if part in style.casefold()), None):
        raise UserError(
            f"{display_path(theme_file(folders, STYLE))} must not hold {quoted(wrong)}: it is a part of one page"
        )
    return Theme(
        light, dark, spoken, style, layout, _starts(folders[0] / PLAN), display_path(theme_file(folders, LAYOUT))
    )


def _starts(path: Path) -> tuple[str, ...]:
    """Return the sections that start a page in a game's own page plan."""
    names = _mapping(path).get("starts", ()) if path.is_file() else ()
    return tuple(str(name) for name in names) if isinstance(names, list) else ()


def _word(name: str, text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{quoted(name)} is not a text")
    return text


def _mapping(path: Path) -> dict[str, Any]:
    return read_map(_inside(path))


def _inside(path: Path) -> Path:
    """Return a file of a theme, which must not be a symlink that points outside its folder."""
    return require_inside(path, path.parent)
