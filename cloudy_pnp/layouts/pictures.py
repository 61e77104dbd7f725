"""Picture files of a game: found by their exact names, opened once, and checked at their printed size."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.cache import cached_values, store_values
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import DataPath, Finding, Severity, UserError, nearest, quoted
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.data.files import below, display_path, is_within
from cloudy_pnp.draw.colour import Colour, Paint
from cloudy_pnp.draw.kit.art import Look, read_in_look, tones_of
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.raster import BadPicture, open_raster, upright_image, upright_size
from cloudy_pnp.draw.scene import Group, Item, Outline, Raster, Symbol, Use
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.svg_read import MOST_BYTES as MOST_SVG
from cloudy_pnp.draw.svg_read import BadSvg, read_svg

ICONS = "icons"  # the folder whose SVG files are icons
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
LEAST_DPI = 200
_GOOD_DPI = 300
_MOST_FILES = 10_000
_MOST_PAINTS = 20_000  # of a vector picture that are compared
_OTHER_SHAPE = 1.3  # how much longer than the box's proportions a side may be


class NoPicture(Exception):
    """A picture that cannot be shown; the finding says why, with an empty path."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Picture(Struct, frozen=True):
    """An opened raster or vector picture; its size is in pixels or in units of its own."""

    name: str
    width: float
    height: float
    raster: Raster | None = None
    symbol: Callable[[], Symbol] | None = None  # read when it is first drawn
    read: Callable[[Look], Symbol] | None = None  # the file's picture in the tones of a box
    tones: frozenset[str] = frozenset()  # those of its style sheet
    look: Look | None = None  # of a picture with tones; its box is stored once for all cards, so the picture is not

    @property
    def tone(self) -> Colour | None:
        """The only colour of a vector picture; None: it has several, or pixels."""
        if self.symbol is None:
            return None
        tones = set(islice(_paints(self.symbol().items), _MOST_PAINTS))
        return only if len(tones) == 1 and isinstance(only := tones.pop(), Colour) else None

    def tinted(self, colour: Colour) -> Picture:
        """Return a vector picture all in one colour."""
        if self.symbol is None or self.tone == colour:
            return self
        symbol = _tinted_symbol(self.symbol(), colour)
        return replace(self, symbol=lambda: symbol)

    def in_look(self, tones: Mapping[str, Colour], ink_saving: bool) -> Picture:
        """Return a vector picture in those of some tones that it has; others keep the colour of the file."""
        if self.read is None:
            return self
        look = Look(tuple(sorted((name, tones[name]) for name in tones.keys() & self.tones)), ink_saving)
        return replace(self, symbol=partial(self.read, look), look=look)

    def items(self, box: Rect, fit: str, focus: tuple[float, float], outline: Outline) -> Items:
        """Draw the picture in a box, clipped to an outline."""
        return (Group(self._stretched(self.place(box, fit, focus)), clip=outline),)

    def patched(self, box: Rect, slice: float, border: float) -> Items:
        """Draw the picture as a frame: corners of `border` mm keep their shape, sides are stretched."""
        columns, rows = (_bands(side, slice) for side in (self.width, self.height))
        places_x, places_y = _bands(box.width, border), _bands(box.height, border)
        items: list[Group] = []
        for (from_x, wide), (to_x, broad) in zip(columns, places_x, strict=True):
            for (from_y, high), (to_y, tall) in zip(rows, places_y, strict=True):
                if min(wide, high, broad, tall) > 0:
                    across, down = broad / wide, tall / high
                    cell = Rect(box.x + to_x, box.y + to_y, broad, tall)
                    whole = Rect(
                        cell.x - from_x * across, cell.y - from_y * down, self.width * across, self.height * down
                    )
                    items.append(Group(self._stretched(whole), clip=rectangle(cell)))
        return tuple(items)

    def _stretched(self, place: Rect) -> Items:
        if self.raster is not None:
            return (upright_image(self.raster, place),)
        if self.symbol is None:
            return ()
        symbol = self.symbol()
        old = symbol.bounds
        across, down = place.width / old.width, place.height / old.height
        fitted = Transform(across, 0.0, 0.0, down, place.x - old.x * across, place.y - old.y * down)
        return (Use(symbol, fitted) if self.look is None else Group(symbol.items, fitted),)

    def place(self, box: Rect, fit: str, focus: tuple[float, float]) -> Rect:
        """Return the area of the whole picture; with `cover` it is larger than the box.

        >>> Picture("x", 200, 100).place(Rect(0, 0, 10, 10), "cover", (0.5, 0.5))
        Rect(x=-5.0, y=0.0, width=20.0, height=10.0)
        """
        across, down = box.width / self.width, box.height / self.height
        scale = min(across, down) if fit == "contain" else max(across, down)
        width, height = self.width * scale, self.height * scale
        return Rect(box.x + (box.width - width) * focus[0], box.y + (box.height - height) * focus[1], width, height)

    def findings(self, box: Rect, fit: str) -> Iterator[Finding]:
        """Yield PICTURE-DPI and PICTURE-SHAPE, with empty paths."""
        place = self.place(box, fit, (0.5, 0.5))
        if self.raster is not None:
            dpi = self.width / (place.width / 25.4)
            if dpi < LEAST_DPI:
                wide, high = (round(side / 25.4 * _GOOD_DPI) for side in (place.width, place.height))
                message = (
                    f"{quoted(self.name)} has {dpi:.0f} dpi on {place.width:.0f} × {place.height:.0f} mm"
                    f" ({self.width:g} × {self.height:g} pixels)"
                )
                hint = f"use a picture of {wide} × {high} pixels"
                yield Finding("PICTURE-DPI", (), message, hint, Severity.WARNING)
        shape, box_shape = self.width / self.height, box.width / box.height
        if max(shape / box_shape, box_shape / shape) > _OTHER_SHAPE:
            part = 1 - min(shape / box_shape, box_shape / shape)
            lost = f"{part:.0%} of it is cut off" if fit == "cover" else f"{part:.0%} of its box stays empty"
            message = f"{quoted(self.name)} has the proportions {shape:.2f}, its box {box_shape:.2f}: {lost}"
            hint = (
                "crop it, or choose the part with focus: [0.5, 0.2], or show all of it with fit: contain"
                if fit == "cover"
                else "change the box, or fill it with fit: cover"
            )
            yield Finding("PICTURE-SHAPE", (), message, hint, Severity.WARNING)


def _paints(items: Iterable[Item]) -> Iterator[Paint]:
    for item in items:
        match item:
            case Shape(_, fill, stroke):
                yield from (paint for paint in (fill, stroke.colour if stroke else None) if paint is not None)
            case Group(inner):
                yield from _paints(inner)
            case Use(symbol):
                yield from _paints(symbol.items)


@lru_cache(maxsize=256)
def _tinted_symbol(symbol: Symbol, colour: Colour) -> Symbol:
    """Return a symbol all in one colour; the same one each time, so that it is stored once in a file."""
    return replace(symbol, items=tuple(_tinted(item, colour) for item in symbol.items))


def _tinted(item: Item, colour: Colour) -> Item:
    match item:
        case Shape(_, fill, stroke):
            return replace(item, fill=fill and colour, stroke=stroke and replace(stroke, colour=colour))
        case Group(inner):
            return replace(item, items=tuple(_tinted(one, colour) for one in inner))
        case Use(symbol):
            return replace(item, symbol=_tinted_symbol(symbol, colour))
    return item


def _bands(whole: float, edge: float) -> tuple[tuple[float, float], ...]:
    """Return where the first edge, the middle and the last edge of a side begin, and how long they are."""
    edge = min(edge, whole / 2)
    return (0.0, edge), (edge, whole - 2 * edge), (whole - edge, edge)


_CACHE: dict[tuple[str, int, int, int], Picture | Finding] = {}
_CACHED_PICTURES = 2_000
_CACHED_TONES = 200  # looks of one file


class Pictures:
    """The folders searched for pictures, in order."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = tuple(folders)
        self._listed: dict[Path, frozenset[str]] = {}
        self._found: dict[str, Picture] = {}
        self._icons: dict[str, str] | None = None

    def find(self, name: str) -> Picture:
        """Return the picture with a name, searched for once. Raises NoPicture."""
        picture = self._found.get(name)
        if picture is None:
            picture = self._found[name] = self._find(name)
        return picture

    def _find(self, name: str) -> Picture:
        for folder in self.folders:
            path = self._exact(folder, name)
            if path is not None:
                return self._open(path, name)
        names = self.names()
        other_case = next((one for one in names if one.casefold() == name.casefold()), "")
        close = other_case or nearest(name, names)
        hint = f'did you mean "{close}"?' if close else f"put the file into {self._where()}"
        hint = f"{hint} Upper and lower case matter." if other_case else hint
        raise NoPicture(Finding("PICTURE-MISSING", (), f"there is no picture {quoted(name)}", hint))

    def problem(self, path: DataPath, name: str) -> Iterator[Finding]:
        """Yield the reason why a picture named at a path cannot be shown, if there is one."""
        try:
            self.find(name)
        except NoPicture as error:
            yield replace(error.finding, path=path)

    def names(self) -> dict[str, Path]:
        """Return the paths of all pictures by the name that cards use."""
        paths: dict[str, Path] = {}
        for folder in self.folders:
            for path in below(folder):
                inside = path.relative_to(folder)
                if path.suffix.lower() in ENDINGS and not any(part.startswith(".") for part in inside.parts):
                    paths.setdefault(inside.as_posix(), path)
                if len(paths) > _MOST_FILES:
                    return paths
        return paths

    def icons(self) -> Mapping[str, str]:
        """Return the SVG files in folders `icons/`: by the name in texts and rows, that of the picture."""
        if self._icons is None:
            files = (name for folder in self.folders for name in _svg_names(folder / ICONS))
            self._icons = {Path(name).stem.lower(): f"{ICONS}/{name}" for name in files}
        return self._icons

    def _where(self) -> str:
        return display_path(self.folders[0]) if self.folders else "the game's folder"

    def _exact(self, folder: Path, name: str) -> Path | None:
        """Return the file with an exact name: disks that ignore case must not match another one."""
        parts = Path(name).parts
        if not parts or Path(name).is_absolute() or ".." in parts or Path(name).suffix.lower() not in ENDINGS:
            return None
        current = folder
        for part in parts:
            if current not in self._listed:
                try:
                    self._listed[current] = frozenset(os.listdir(current))  # noqa: PTH208 - names alone
                except OSError:
                    self._listed[current] = frozenset()
            if part not in self._listed[current]:
                return None
            current = current / part
        return current if current.is_file() and is_within(current, folder) else None

    def _open(self, path: Path, name: str) -> Picture:
        try:
            stat = path.stat()
        except OSError:
            raise NoPicture(Finding("PICTURE-MISSING", (), f"there is no picture {quoted(name)}")) from None
        key = (str(path), stat.st_ino, stat.st_size, stat.st_mtime_ns)
        if key not in _CACHE:
            if len(_CACHE) >= _CACHED_PICTURES:
                _CACHE.clear()
            with budget.reading(display_path(path)):
                picture = _open_file(path, name)
            if not budget.is_used_up():  # a picture that exceeds the budget of one run may fit into that of the next
                _CACHE[key] = picture
        else:
            picture = _CACHE[key]
        if isinstance(picture, Finding):
            raise NoPicture(picture)
        return picture


def _svg_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*") if path.suffix.lower() == ".svg")


def _open_file(path: Path, name: str) -> Picture | Finding:
    if path.suffix.lower() != ".svg":
        try:
            raster = open_raster(path, name)
        except BadPicture as error:
            hint = "save it with fewer pixels" if "printed" in str(error) else "save it again as PNG or JPEG"
            return Finding("PICTURE-READ", (), f"{quoted(name)}: {error}", hint)
        return Picture(name, *upright_size(raster), raster=raster)
    return _open_svg(path, name)


def _open_svg(path: Path, name: str) -> Picture | Finding:
    """Open an SVG picture in the worker, or return only its size if the file was read before."""
    try:
        content = read_plain(path, MOST_SVG)
    except OSError as error:
        return Finding("PICTURE-READ", (), f"{quoted(name)}: the file cannot be read: {error.strerror}")
    key = hashlib.sha256(content).hexdigest()
    read = lru_cache(maxsize=_CACHED_TONES)(partial(_symbol, path, key))  # once for all cards
    tones = frozenset(tones_of(content))
    match cached_values("svg", key):
        case {"width": float(width), "height": float(height)} if min(width, height) > 0:
            return Picture(name, width, height, symbol=cache(partial(_symbol, path, key)), read=read, tones=tones)
    try:
        symbol = FILES.call(read_svg, content, path.stem)
    except Ended as ended:
        return Finding("PICTURE-READ", (), f"{quoted(name)}: {ended}", ended.hint or "save it again, or as PNG")
    except BadSvg as error:
        return Finding("PICTURE-SVG", (), f"{quoted(name)} is refused: {error}", "save it as plain SVG, or as PNG")
    width, height = symbol.bounds.width, symbol.bounds.height
    store_values("svg", key, {"width": width, "height": height})
    return Picture(name, width, height, symbol=lambda: symbol, read=read, tones=tones)


def _symbol(path: Path, key: str, look: Look | None = None) -> Symbol:
    """Read an SVG picture again. Raises UserError if that is no longer possible."""
    try:
        content = read_plain(path, MOST_SVG)
        if hashlib.sha256(content).hexdigest() != key:
            raise UserError(f"{path.name} has changed in the meantime: try again")
        if look is not None:
            return FILES.call(read_in_look, content, path.stem, look)
        return FILES.call(read_svg, content, path.stem)
    except (OSError, BadSvg, Ended) as error:
        raise UserError(f"the picture {path.name} cannot be drawn: {error}") from error
