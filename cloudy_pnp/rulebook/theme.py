"""How a rulebook looks: its layout, colours and fixed words, each from the first folder that has the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.source import read_source
from cloudy_pnp.draw.colour import Colour

COLOURS, WORDS, STYLE, LAYOUT = "look.yaml", "words.yaml", "book.css", "book.typ"
THEME_FILES = (COLOURS, WORDS, STYLE, LAYOUT)
_MODES = ("light", "dark")

# Which text stands on what: the pages and the web page use no other pairs.
PAIRS = (
    *(("ink", "paper"), ("soft", "paper"), ("heading", "paper"), ("subheading", "paper"), ("link", "paper")),
    *(("quote", "paper"), ("tip-ink", "tip"), ("quote", "tip")),
)


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by name, by day and by night; the words of one language; the style of the web page and of the pages."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    words: Mapping[str, str]
    style: str  # CSS
    layout: str  # Typst


def theme_file(folders: Sequence[Path], name: str) -> Path:
    """The file of a theme that counts: that of the first folder that has it."""
    found = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if found is None:
        raise UserError(f"there is no file {name} in {shown(folders[0])}")
    return found


def load_theme(folders: Sequence[Path], lang: str, further: Path | None = None) -> Theme:
    """The theme of a rulebook in a language; `further` is a file with the words of one more language."""
    colours, words = (_mapping(theme_file(folders, name)) for name in (COLOURS, WORDS))
    more = _mapping(further) if further and further.is_file() else {}
    try:
        words = {name: {**text, **more.get(name, {})} for name, text in words.items()}
        light, dark = ({name: Colour.parse(value).hex for name, value in colours[mode].items()} for mode in _MODES)
        spoken = {name: text[lang] for name, text in words.items()}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UserError(f"the rulebook's theme in {shown(folders[0])} is not complete: {error}") from error
    style, layout = (_text(theme_file(folders, name)) for name in (STYLE, LAYOUT))
    return Theme(light, dark, spoken, style, layout)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UserError(f"cannot read {shown(path)}: {reason}") from error


def _mapping(path: Path) -> dict[str, Any]:
    source = read_source(path, shown(path))
    if source.problems:
        problem = source.problems[0]
        raise UserError(f"cannot read {shown(path)}: line {problem.line}: {problem.message}")
    data = source.documents[0] if source.documents else {}
    return data if isinstance(data, dict) else {}


def contrast(first: str, second: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    light, dark = sorted((_luminance(Colour.parse(colour)) for colour in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(part) for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
