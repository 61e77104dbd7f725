"""Art as SVG files: pictures an artist opens in Inkscape, in the colours and line widths of a game's style.

The classes of an element give its tone, and its role when ink is saved:

- `fill-leaf`, `line-leaf-line`, `stop-flame-light`: the fill, the line, or the stop of a gradient, in a tone. Tones are
  mixed as in `fill-berry-mix-30-cloud`: 30% of the way to cloud; further mixes follow from left to right.
- `outline`, `detail`, `fine`: the width of the line.
- `line`: no fill, round ends. `shape`: hides what is behind it; saving ink, it is white with a line around it.
  `cord`: a line that becomes white when ink is saved. `tint`: only without saving ink. `saving`: only when saving ink.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import UserError, nearest
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.scene import Raster, Symbol, Use
from cloudy_pnp.draw.svg_read import MOST_BYTES, BadSvg, SvgDocument, UnknownClass

if TYPE_CHECKING:
    from cloudy_pnp.draw.kit.pen import Lines

_PROPERTIES = {"fill": "fill", "line": "stroke", "stop": "stop-color"}
_WIDTHS = ("outline", "detail", "fine")
_ROLES = ("line", "shape", "cord", "tint", "saving")
_MIX = "-mix-"
_MOST_MIXES = 8
_ALWAYS = {"white": WHITE, "black": BLACK}
_ROUND = {"stroke-linejoin": "round"}
_ROUND_ENDS = {**_ROUND, "stroke-linecap": "round", "fill": "none"}
_DOCUMENTS = 256  # cached per process
_TONE = re.compile(r"\.(?:fill|line|stop)-([a-z0-9-]{1,60})\s*\{\s*(?:fill|stroke|stop-color)\s*:\s*(#[0-9a-fA-F]{6})")
_FINE = 0.2  # mm of the line around a shape of a layout's picture when ink is saved


class Tones(Struct, frozen=True, dict=True):
    """The classes of a game's art in one look: tones by name, line widths, and whether ink is saved."""

    colours: Mapping[str, Colour]
    lines: Lines
    ink: Colour
    ink_saving: bool = False

    def knows(self, name: str) -> bool:
        """Check whether a class belongs to the game. Raises UnknownClass for a tone that does not exist."""
        if name in _ROLES or name in _WIDTHS:
            return True
        prefix, dash, tone = name.partition("-")
        if not dash or prefix not in _PROPERTIES:
            return False
        self.colour(tone)
        return True

    def colour(self, tone: str) -> Colour:
        """Return the colour of a tone, mixed or not. Raises UnknownClass.

        >>> Tones({"sky": Colour.parse("#0000ff")}, None, BLACK).colour("sky-mix-50-white").hex
        '#8080ff'
        """
        first, *mixes = tone.split(_MIX)
        if len(mixes) > _MOST_MIXES:
            raise UnknownClass(f"the tone {tone[:60]!r} mixes more than {_MOST_MIXES} times")
        colour = self._plain(first)
        for mix in mixes:
            share, _, other = mix.partition("-")
            if not (share.isascii() and share.isdigit() and len(share) <= 3 and int(share) <= 100):
                raise UnknownClass(f"the tone {tone[:60]!r} is not mixed like berry-mix-30-cloud")
            colour = colour.mixed(self._plain(other), int(share) / 100)
        return colour

    def _plain(self, tone: str) -> Colour:
        colour = self.colours.get(tone) or _ALWAYS.get(tone)
        if colour is None:
            close = nearest(tone, self.colours)
            raise UnknownClass(f"there is no tone {tone[:60]!r}" + (f"; did you mean {close!r}?" if close else ""))
        return colour

    def declare(self, names: Collection[str], attributes: Mapping[str, str]) -> Mapping[str, str]:
        """Return the attributes set by the classes of an element in this look."""
        declared: dict[str, str] = {}
        if ("tint" in names and self.ink_saving) or ("saving" in names and not self.ink_saving):
            return {"display": "none"}
        if "line" in names or "cord" in names:
            declared |= _ROUND_ENDS
        elif "shape" in names:
            declared |= _ROUND
        for name in names:
            prefix, _, tone = name.partition("-")
            if tone and prefix in _PROPERTIES:
                declared[_PROPERTIES[prefix]] = _css(self.colour(tone))
            elif name in _WIDTHS:
                declared["stroke-width"] = repr(float(getattr(self.lines, name)))
        if self.ink_saving and "shape" in names:
            declared["fill"] = _css(WHITE)
            if "stroke" not in declared:
                declared["stroke"] = _css(self.ink)
                if "stroke-width" not in attributes:
                    declared.setdefault("stroke-width", repr(float(self.lines.fine)))
        if self.ink_saving and "cord" in names:
            declared["stroke"] = _css(WHITE)
        return declared


class Look(Struct, frozen=True):
    """The tones a layout gives to a picture, and whether ink is saved."""

    tones: tuple[tuple[str, Colour], ...]
    ink_saving: bool = False


class _FileTones(Tones, frozen=True):
    """The tones of a picture by its own style sheet, some of them replaced; other classes mean what the sheet says."""

    def knows(self, name: str) -> bool:
        """Check whether a class has a tone or a role here."""
        try:
            return name not in _WIDTHS and super().knows(name)
        except UnknownClass:
            return False

    def declare(self, names: Collection[str], attributes: Mapping[str, str]) -> Mapping[str, str]:
        """Return the attributes set by the known classes of an element."""
        return super().declare([name for name in names if self.knows(name)], attributes)


def tones_of(content: bytes) -> dict[str, Colour]:
    """Return the tones in the style sheet of a picture."""
    return {match[1]: Colour.parse(match[2]) for match in _TONE.finditer(content.decode("utf-8", "replace"))}


def read_in_look(content: bytes, name: str, look: Look) -> Symbol:
    """Read a picture in a layout's tones; one that is not given keeps the colour of the file. Raises BadSvg.

    >>> drawn = '<style>.fill-hull {fill:#ff0000}</style><rect class="fill-hull" width="4" height="4"/>'
    >>> svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawn}</svg>'
    >>> [read_in_look(svg.encode(), "x", Look(tones)).items[0].fill.hex for tones in ((), (("hull", BLACK),))]
    ['#ff0000', '#000000']
    """
    tones = tones_of(content) | dict(look.tones)
    rules = _FileTones(tones, Widths(_FINE, _FINE, _FINE), BLACK, look.ink_saving)
    return SvgDocument(content).symbol(name, rules)


def _css(colour: Colour) -> str:
    return f"color(srgb {colour.red!r} {colour.green!r} {colour.blue!r})"


class ArtFile(str):
    """A picture of a project or a pack.

    It is a text (its name and fingerprint): data that contains it changes with the picture, wherever the file is.
    """

    __slots__ = ("key", "name", "path")

    name: str  # without its ending
    key: str  # the fingerprint of its content
    path: Path

    def __new__(cls, name: str, key: str, path: Path) -> ArtFile:
        file = super().__new__(cls, f"{name} {key}")
        file.name, file.key, file.path = name, key, path
        return file

    def __getnewargs__(self) -> tuple[str, str, Path]:  # type: ignore[override]  # for other processes
        return self.name, self.key, self.path

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArtFile) and str.__eq__(self, other) and self.path == other.path

    __hash__ = str.__hash__


class Art(Struct, frozen=True):
    """The pictures of a game: the shipped ones, and their replacements in a project or pack.

    The later of two with one name wins. A picture with the id of an entry (`portraits`) belongs to that entry.
    """

    shipped: Path
    own: tuple[ArtFile, ...] = ()
    portraits: tuple[ArtFile, ...] = ()

    def __repr__(self) -> str:  # without a path, because keys of caches contain it
        return f"Art(own={self.own}, portraits={self.portraits})"

    def symbol(self, name: str, tones: Tones, box: Rect | None = None) -> Symbol:
        """Return a picture in a look. A custom one is fitted into the box, by default that of the shipped one."""
        path, custom = self.shipped / f"{name}.svg", _last(self.own, name)
        if custom is not None and not path.is_file():
            return own_symbol(custom, tones)
        document = _shipped_document(path)
        if custom is None:
            return document.symbol(name, tones)
        return _fit(own_symbol(custom, tones), box or document.box, document.box)

    def has_portrait(self, entry: str) -> bool:
        """Check whether an entry has its own picture."""
        return _last(self.portraits, entry) is not None

    def portrait(self, entry: str, tones: Tones, box: Rect, whole: Rect) -> Symbol:
        """Return the picture of an entry, fitted into a box unless its view box is `whole`, that of shipped pictures.

        Raises KeyError when it has none.
        """
        custom = _last(self.portraits, entry)
        if custom is None:
            raise KeyError(entry)
        return _fit(own_symbol(custom, tones), box, whole)


class Widths(Struct, frozen=True):
    """Line widths of art that has no classes for them."""

    outline: float = 1.0
    detail: float = 1.0
    fine: float = 1.0


def try_svg(content: bytes, tones: Collection[str]) -> None:
    """Draw a picture with these tones in every look, as a test. Raises BadSvg."""
    document, colours = SvgDocument(content), dict.fromkeys(tones, BLACK)
    for saving in (False, True):
        document.symbol("picture", Tones(colours, Widths(), BLACK, saving))


def _last(files: Sequence[ArtFile], name: str) -> ArtFile | None:
    return next((file for file in reversed(files) if file.name == name), None)


def own_symbol(file: ArtFile, tones: Tones) -> Symbol:
    """Return a picture of a project or a pack."""
    from cloudy_pnp.draw.raster import BadPicture, upright_image, upright_size  # most games have no such picture

    try:
        if file.path.suffix == ".svg":
            return _document(file).symbol(file.name, tones)
        raster = raster_of(file)
    except (OSError, BadSvg, BadPicture) as error:  # it was readable when it was checked
        raise UserError(f"the picture {file.path.name} cannot be drawn: {error}") from error
    box = Rect(0.0, 0.0, *upright_size(raster))
    return Symbol(file.name, (upright_image(raster, box),), box)


def _fit(symbol: Symbol, box: Rect, whole: Rect) -> Symbol:
    """Fit a picture into the middle of a box, or return it unchanged if its view box is `whole`."""
    old = symbol.bounds
    if old == whole:
        return symbol
    scale = min(box.width / old.width, box.height / old.height)
    middle = box.centre - old.centre * scale
    place = Transform(scale, 0.0, 0.0, scale, middle.x, middle.y)
    return Symbol(symbol.name, (Use(symbol, place),), box | whole)


@lru_cache(_DOCUMENTS)
def _shipped_document(path: Path) -> SvgDocument:
    try:
        return SvgDocument(read_plain(path, MOST_BYTES))
    except (OSError, BadSvg) as error:
        raise UserError(f"the picture {path.name} of the game cannot be read: {error}") from error


@lru_cache(_DOCUMENTS)
def _document(file: ArtFile) -> SvgDocument:
    content = read_plain(file.path, MOST_BYTES)
    if hashlib.sha256(content).hexdigest() != file.key:
        raise BadSvg("it has changed in the meantime: try again")
    return SvgDocument(content)


@lru_cache(_DOCUMENTS)
def raster_of(file: ArtFile) -> Raster:
    """Return a raster picture, opened once per process. Raises BadPicture."""
    from cloudy_pnp.draw.raster import open_raster

    return open_raster(file.path, file.name)
