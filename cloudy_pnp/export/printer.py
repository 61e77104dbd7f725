"""A measured printer: where it puts the back, and how to correct it.

The values read off the four grids of the calibration page are the moves that the back needs at four places. The affine
map nearest to all four (least squares) is stored; shift, skew and stretch are its parts.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, convert
from msgspec.structs import asdict

from cloudy_pnp.core.files import read_json, write_atomic
from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.core.places import user_folder
from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.data.files import display_path

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
