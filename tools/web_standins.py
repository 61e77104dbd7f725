"""Stand-ins for packages that only Pyodide's own distribution has, for a page that is built without it.

rpds-py: persistent maps, which the reference validator of schemas uses. PyYAML's C parser: its pure one, slower, with
the same events. Pillow: enough for SVG colours; a bitmap picture is rejected with one sentence. `make web` adds this
module to the page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from types import ModuleType
from typing import Any

NO_PICTURES = "this page was built without Pillow: it cannot read bitmap pictures; use an SVG, or the command"


def install() -> list[str]:
    """Add a stand-in for every missing package, and return their names."""
    missing = [name for name in _MAKERS if name not in sys.modules and not find_spec(name)]
    for name in missing:
        _MAKERS[name]()
    import yaml

    if not yaml.__with_libyaml__:
        _pure_yaml(yaml)
    return [*missing, *([] if yaml.__with_libyaml__ else ["libyaml"])]


def _add(name: str, **contents: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(contents, IS_STAND_IN=True)
    sys.modules[name] = module
    return module


class _Map(dict[Any, Any]):
    """A map whose changes are copies."""

    def insert(self, key: Any, value: Any) -> _Map:
        return _Map(self | {key: value})

    def remove(self, key: Any) -> _Map:
        if key not in self:
            raise KeyError(key)
        return self.discard(key)

    def discard(self, key: Any) -> _Map:
        return _Map({other: value for other, value in self.items() if other != key})

    def update(self, *others: Any, **named: Any) -> _Map:  # type: ignore[override]  # as in rpds: a copy
        changed = dict(self)
        changed.update(*others, **named)
        return _Map(changed)

    @classmethod
    def convert(cls, value: Mapping[Any, Any]) -> _Map:
        return value if isinstance(value, cls) else cls(value)


class _Set(frozenset[Any]):
    def insert(self, value: Any) -> _Set:
        return _Set(self | {value})

    def update(self, *others: Iterable[Any]) -> _Set:
        return _Set(self.union(*others))


class _List(tuple[Any, ...]):
    def __new__(cls, *values: Any) -> _List:
        return super().__new__(cls, values[0] if len(values) == 1 and not isinstance(values[0], str) else values)

    def push_front(self, value: Any) -> _List:
        return _List((value, *self))


def _rpds() -> None:
    _add("rpds", HashTrieMap=_Map, HashTrieSet=_Set, List=_List)


_NAMED = {"lightgray": (211, 211, 211), "darkseagreen": (143, 188, 143), "rebeccapurple": (102, 51, 153)}


def _colour(text: str) -> tuple[int, ...]:
    """Return a CSS colour as Pillow does. Raises ValueError for others."""
    from colorsys import hls_to_rgb

    from reportlab.lib.colors import getAllNamedColors

    if text in _NAMED:
        return _NAMED[text]
    named = getAllNamedColors().get(text)
    if named is not None:
        return tuple(round(255 * part) for part in named.rgb())
    if match := re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", text):
        digits = match[1] if len(match[1]) > 4 else "".join(2 * digit for digit in match[1])
        return tuple(bytes.fromhex(digits))
    number = r"\s*(-?\d+(?:\.\d+)?)"
    if match := re.fullmatch(rf"rgb\({number}\s*,{number}\s*,{number}\s*\)", text):
        return tuple(int(float(part)) for part in match.groups())
    if match := re.fullmatch(rf"rgb\({number}%\s*,{number}%\s*,{number}%\s*\)", text):
        return tuple(int(float(part) * 255 / 100 + 0.5) for part in match.groups())
    if match := re.fullmatch(rf"hsl\({number}\s*,{number}%\s*,{number}%\s*\)", text):
        hue, saturation, lightness = (float(part) for part in match.groups())
        return tuple(int(255 * part + 0.5) for part in hls_to_rgb(hue / 360, lightness / 100, saturation / 100))
    raise ValueError(text)


def _pillow() -> None:
    def reject(*_: object, **__: object) -> Any:
        from cloudy_pnp.draw.raster import BadPicture

        raise BadPicture(NO_PICTURES)

    image = type("Image", (), {})
    colours = _add("PIL.ImageColor", getrgb=_colour)
    bomb = type("DecompressionBombError", (Exception,), {})
    pictures = _add("PIL.Image", Image=image, open=reject, new=reject, DecompressionBombError=bomb)
    _add("PIL", __path__=[], Image=pictures, ImageColor=colours, __version__="0")


_MAKERS = {"rpds": _rpds, "PIL": _pillow}


def _pure_yaml(yaml: Any) -> None:
    from yaml.composer import Composer
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class CParser(Reader, Scanner, Parser, Composer):
        def __init__(self, stream: Any) -> None:
            Reader.__init__(self, stream)
            Scanner.__init__(self)
            Parser.__init__(self)
            Composer.__init__(self)

    names = ("BaseLoader", "SafeLoader", "FullLoader", "Loader", "BaseDumper", "SafeDumper", "Dumper")
    pure = {f"C{name}": getattr(yaml, name) for name in names}
    yaml.__dict__.update(pure)
    yaml.cyaml = _add("yaml.cyaml", CParser=CParser, **pure)
