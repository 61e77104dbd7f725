"""Sizes of cards and of paper, and the description of a sheet of cards. All lengths are millimetres.

Anything unprintable is rejected by the constructor: every existing `Sheet` can be used.

A measured printer: where it puts the back, and how to correct it.

The values read off the four grids of the calibration page are the moves that the back needs at four places. The affine
map nearest to all four (least squares) is stored; shift, skew and stretch are its parts.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, convert
from msgspec.structs import asdict

from cloudy_pnp.core.files import read_json, write_atomic
from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.core.shipped import user_folder
from cloudy_pnp.data.files import display_path
from cloudy_pnp.draw.inks import Standard

DEFAULT_FORMAT = "bridge"
DEFAULT_SHEET = "cards-a4-duplex"

CARD_SIDES = (10.0, 500.0)
PAPER_SIDES = (50.0, 2000.0)
MOST_SAFE = 20.0
MOST_MARGIN = 100.0
MOST_GUTTER = 50.0
MOST_BLEED = 20.0
MOST_CORNER = 20.0
LEAST_BLEED = 2.0  # needed for cutting by hand

_SIZE = re.compile(r"\s*+(\d++(?:\.\d++)?+)\s*+[x×]\s*+(\d++(?:\.\d++)?+)\s*+(?:mm)?+\s*+", re.IGNORECASE)


class CardFormat(Struct, frozen=True):
    """The size of a cut card. Text stays `safe` mm away from the cut, which is never quite exact.

    >>> CardFormat.custom("60x90")
    CardFormat(id='60x90', width=60.0, height=90.0, safe=3.0)
    """

    id: str
    width: float
    height: float
    safe: float = 3.0

    def __post_init__(self) -> None:
        _check(f"the width of the card {quoted(self.id)}", self.width, *CARD_SIDES)
        _check(f"the height of the card {quoted(self.id)}", self.height, *CARD_SIDES)
        most = min(MOST_SAFE, self.width / 2, self.height / 2)
        _check(f"the safe zone of the card {quoted(self.id)}", self.safe, 0.0, most)

    @classmethod
    def custom(cls, text: str) -> CardFormat:
        """Parse a custom format from its width and height: `60x90`."""
        return cls(text.strip(), *_size(text, "card"))


class Paper(Struct, frozen=True):
    """A sheet of paper. Its orientation depends on what fits best.

    >>> Paper.custom("200 × 300 mm").height
    300.0
    """

    id: str
    width: float
    height: float

    def __post_init__(self) -> None:
        _check(f"the width of the paper {quoted(self.id)}", self.width, *PAPER_SIDES)
        _check(f"the height of the paper {quoted(self.id)}", self.height, *PAPER_SIDES)

    @classmethod
    def custom(cls, text: str) -> Paper:
        """Parse a custom paper from its width and height: `200x300`."""
        return cls(text.strip(), *_size(text, "paper"))


class Mode(StrEnum):
    """The way fronts and backs are combined."""

    DUPLEX = "duplex"  # printed on both sides: a page of fronts, a page of backs, and so on
    GUTTERFOLD = "gutterfold"  # printed on one side, folded in the middle and glued
    FRONTS = "fronts"  # no backs
    SERVICE = "service"  # for a print service: one card per page, front and back in turn


class Flip(StrEnum):
    """The edge of the paper about which a duplex printer turns it."""

    LONG = "long"
    SHORT = "short"


class Marks(StrEnum):
    """The position of cut marks."""

    EDGE = "edge"  # only around all the cards
    CARD = "card"  # also in the gaps between them
    NONE = "none"


class Sheet(Struct, frozen=True):
    """The layout of cards on paper.

    `margin` is the border that a printer leaves white, `gutter` the gap between two cards (0: they touch and share
    their cut), `bleed` how far pictures extend beyond the cut where there is room for it, `corner` the radius of the
    die line (0: none is drawn). A service has no paper: its pages are as large as a card with bleed. `pdfx` and `ink`
    are the requirements of a service: a standard (then the sheet is always in print colours), and the total ink limit
    (%).
    """

    id: str
    mode: Mode
    paper: Paper | None = None
    margin: float = 5.0
    gutter: float = 0.0
    bleed: float = 3.0
    marks: Marks = Marks.EDGE
    flip: Flip = Flip.LONG
    corner: float = 0.0
    pdfx: Standard | None = None
    ink: float | None = None

    def __post_init__(self) -> None:
        sheet = f"of the sheet {quoted(self.id)}"
        _check(f"the margin {sheet}", self.margin, 0.0, MOST_MARGIN)
        _check(f"the gutter {sheet}", self.gutter, 0.0, MOST_GUTTER)
        _check(f"the bleed {sheet}", self.bleed, 0.0, MOST_BLEED)
        _check(f"the corner {sheet}", self.corner, 0.0, MOST_CORNER)
        if self.paper is None and self.mode is not Mode.SERVICE:
            raise UserError(f"the sheet {quoted(self.id)} needs a paper, such as a4")
        if self.paper is not None and min(self.paper.width, self.paper.height) - 2 * self.margin < LEAST_ROOM:
            size = f"{self.paper.width:g} × {self.paper.height:g} mm"
            raise UserError(f"the margin {sheet} is {self.margin:g} mm: it leaves no room on paper of {size}")
        if self.marks is Marks.CARD and self.gutter < LEAST_MARKED_GUTTER:
            raise UserError(
                f"the sheet {quoted(self.id)} marks every card, but its gutter of {self.gutter:g} mm has no room for"
                f" marks: make it at least {LEAST_MARKED_GUTTER:g} mm, or mark only the edge"
            )


LEAST_MARKED_GUTTER = 2.0
LEAST_ROOM = 20.0  # mm of the shorter side of the paper


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:  # also rejects NaN
        raise UserError(f"{name} is {value:g} mm: it must be from {least:g} to {most:g} mm")


def _size(text: str, kind: str) -> tuple[float, float]:
    match = _SIZE.fullmatch(text)
    if not match:
        example = {"card": "60x90", "paper": "200x300"}[kind]
        raise UserError(f"{quoted(text)} is not a size of a {kind}: write width and height in mm, such as {example}")
    return float(match[1]), float(match[2])


MOST_MOVE = 10.0  # mm
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_VERSION = 1


class Printer(Struct, frozen=True):
    """The correction of back pages of a size (mm) and orientation: a map about the middle of the page."""

    name: str
    page: tuple[float, float]
    shift: tuple[float, float]  # mm
    map: tuple[float, float, float, float]  # mm per mm: x by x, x by y, y by x, y by y
    left: float  # mm: the largest error that the map does not correct

    @property
    def skew(self) -> float:
        """The rotation of the back, in degrees."""
        return math.degrees((self.map[2] - self.map[1]) / 2)

    @property
    def stretch(self) -> tuple[float, float]:
        """The horizontal and vertical scaling of the back, in percent."""
        return (self.map[0] * 100, self.map[3] * 100)

    def fits(self, width: float, height: float) -> bool:
        """Check whether the printer was measured on pages of this orientation."""
        return (width <= height) == (self.page[0] <= self.page[1])

    def correction(self, width: float, height: float) -> Transform:
        """Return the transform of a back page."""
        a, b, c, d = self.map
        x, y = width / 2, height / 2
        return Transform(1 + a, c, b, 1 + d, self.shift[0] - a * x - b * y, self.shift[1] - c * x - d * y)

    def summary(self) -> str:
        """Describe the correction in words."""
        across, down = self.stretch
        return (
            f"shift {self.shift[0]:+.2f}, {self.shift[1]:+.2f} mm; skew {self.skew:+.3f}°;"
            f" stretch {across:+.3f}%, {down:+.3f}%; at most {self.left:.2f} mm are left"
        )


def fit_printer(name: str, page: tuple[float, float], places: Sequence[Point], moves: Sequence[Point]) -> Printer:
    """Return the printer that needs these moves at these places of its back pages.

    >>> corners = [Point(20, 20), Point(190, 20), Point(20, 277), Point(190, 277)]
    >>> fit_printer("office", (210, 297), corners, [Point(0.5, -1)] * 4).shift
    (0.5, -1.0)
    """
    if not _NAME.fullmatch(name):
        raise UserError(f"{quoted(name)} is not a name for a printer: use a-z, 0-9 and -")
    for move in moves:
        if not (abs(move.x) <= MOST_MOVE and abs(move.y) <= MOST_MOVE):  # also rejects NaN
            raise UserError(f"{move.x:g},{move.y:g} is beyond the range of the grids: at most {MOST_MOVE:g} mm")
    middle = Point(page[0] / 2, page[1] / 2)
    rows = [(1.0, place.x - middle.x, place.y - middle.y) for place in places]
    across, down = (_fit(rows, [getattr(move, axis) for move in moves]) for axis in ("x", "y"))
    left = max(
        math.hypot(_at(across, row) - move.x, _at(down, row) - move.y) for row, move in zip(rows, moves, strict=True)
    )
    return Printer(
        name,
        page,
        (round(across[0], 4) + 0.0, round(down[0], 4) + 0.0),
        tuple(round(value, 7) + 0.0 for value in (*across[1:], *down[1:])),  # type: ignore[arg-type]
        round(left, 4),
    )


def _at(parts: Sequence[float], row: Sequence[float]) -> float:
    return sum(part * value for part, value in zip(parts, row, strict=True))


def _fit(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve least squares for three unknowns, by the normal equations."""
    sums = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    right = [sum(row[i] * value for row, value in zip(rows, values, strict=True)) for i in range(3)]
    for i in range(3):
        if abs(sums[i][i]) < 1e-9:
            raise UserError("the four places are on one line: measure all four corners")
        for j in range(3):
            if j != i:
                share = sums[j][i] / sums[i][i]
                sums[j] = [mine - share * theirs for mine, theirs in zip(sums[j], sums[i], strict=True)]
                right[j] -= share * right[i]
    return [right[i] / sums[i][i] for i in range(3)]


def config_folder() -> Path:
    """Return the folder of the user's settings, by the convention of the system."""
    return user_folder(".config", "XDG_CONFIG_HOME", "APPDATA")


def _folder() -> Path:
    return config_folder() / "printers"


def keep(printer: Printer) -> Path:
    """Save a printer and return its path."""
    path = _folder() / f"{printer.name}.json"
    data = {"version": _VERSION, **asdict(printer)}
    del data["name"]  # is that of the file
    write_atomic(path, (json.dumps(data, indent=2) + "\n").encode())
    return path


def find_printer(name: str) -> Printer:
    """Return a printer by its name. Raises UserError if it is unknown or its file is damaged."""
    names = sorted(path.stem for path in _folder().glob("*.json")) if _folder().is_dir() else []
    if name not in names:
        hint = suggest(name, names) if names else "measure it with calibrate first"
        raise UserError(f"there is no printer {quoted(name)}; {hint}")
    path = _folder() / f"{name}.json"
    try:
        printer = convert({**read_json(path, 10_000), "name": name}, Printer)
    except (OSError, ValueError, TypeError) as error:
        raise UserError(
            f"{display_path(path)} is not a printer that calibrate has written: measure it again"
        ) from error
    numbers = (*printer.page, *printer.shift, *printer.map, printer.left)
    small = max(map(abs, printer.shift)) <= MOST_MOVE and max(map(abs, printer.map)) <= 0.2 and min(printer.page) > 0
    if not (small and all(map(math.isfinite, numbers))):
        raise UserError(f"{display_path(path)} is not a printer that calibrate has written: measure it again")
    return printer
