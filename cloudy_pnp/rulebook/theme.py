"""The rulebook's colours and fixed words, from `templates/rulebook/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import shown
from cloudy_pnp.draw.colour import Colour

# Which text stands on what: the pages and the web page use no other pairs.
PAIRS = (
    *(("ink", "paper"), ("soft", "paper"), ("heading", "paper"), ("subheading", "paper"), ("link", "paper")),
    *(("quote", "paper"), ("tip-ink", "tip"), ("quote", "tip")),
)


@dataclass(frozen=True, slots=True)
class Look:
    """Colours by name, by day and by night, and the words of one language."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    words: Mapping[str, str]


def load_look(folder: Path, lang: str, further: Path | None = None) -> Look:
    """What a folder of rulebook templates says about looks, in a language; `further` is a file with more words."""
    colours, words = (_mapping(folder / name) for name in ("look.yaml", WORDS))
    more = _mapping(further) if further and further.is_file() else {}
    try:
        words = {name: {**text, **more.get(name, {})} for name, text in words.items()}
        light, dark = ({name: Colour.parse(value).hex for name, value in colours[mode].items()} for mode in _MODES)
        return Look(light, dark, {name: text[lang] for name, text in words.items()})
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UserError(f"the rulebook's look in {shown(folder)} is not complete: {error}") from error


WORDS = "words.yaml"
_MODES = ("light", "dark")


def _mapping(path: Path) -> dict[str, dict[str, str]]:
    try:
        data = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    except OSError as error:
        raise UserError(f"cannot read {shown(path)}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {shown(path)}: {' '.join(str(error).split())}") from error
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
