"""From screen colours to printing inks, through the profile of the printing condition.

Neutral colours are printed with black alone: three inks that should make a grey never quite do. Inks are whole
percentages, because a press is no more precise, and so that every machine gets the same values.

An ICC profile of a printing condition: the inks that look like a colour, and the look of inks.

Only what the shipped profile needs is read: tables of 16 bits (`mft2`) between Lab and inks. Interpolation is done
here, with sums and products alone, so that every machine gets the same inks.

The contents of a file for the press, by the standards of print services.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from uuid import UUID

from msgspec import Struct

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root

Lab = tuple[float, float, float]
Rgb = tuple[float, float, float]
Cmyk = tuple[float, float, float, float]

# sRGB to XYZ under D50, the light of print (Bradford), each row already divided by that light.
_TO_XYZ = (
    (0.4360747 / 0.9642, 0.3850649 / 0.9642, 0.1430804 / 0.9642),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322 / 0.8249, 0.0971045 / 0.8249, 0.7141733 / 0.8249),
)


def lab(red: float, green: float, blue: float) -> Lab:
    """Convert a screen colour (0 to 1) to lightness and two opponent colours under the light of print.

    >>> [round(value) for value in lab(1, 1, 1)]
    [100, 0, 0]
    """
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    x, y, z = (_root(sum(weight * part for weight, part in zip(row, light, strict=True))) for row in _TO_XYZ)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def _root(value: float) -> float:
    root: float = value ** (1 / 3) if value > 216 / 24389 else (value * 24389 / 27 + 16) / 116
    return root


def difference(first: Lab, second: Lab) -> float:
    """Return the difference between two colours (ΔE 1976); below 2 it is hardly visible."""
    return math.dist(first, second)


class _Table(Struct, frozen=True):
    """An `mft2` table: curves, a grid, curves. All values are from 0 to 1."""

    inputs: tuple[tuple[float, ...], ...]
    grid: int
    nodes: tuple[int, ...]
    outputs: tuple[tuple[float, ...], ...]

    @classmethod
    def read(cls, data: bytes) -> _Table:
        if data[:4] != b"mft2":
            raise ValueError(f"a table of the kind {data[:4]!r} cannot be read")
        ins, outs, grid = data[8], data[9], data[10]
        entries, results = struct.unpack(">HH", data[48:52])
        numbers = struct.unpack(f">{(len(data) - 52) // 2}H", data[52 : 52 + (len(data) - 52) // 2 * 2])
        start = ins * entries
        end = start + grid**ins * outs
        return cls(
            tuple(_curve(numbers[at * entries : (at + 1) * entries]) for at in range(ins)),
            grid,
            numbers[start:end],
            tuple(_curve(numbers[end + at * results : end + (at + 1) * results]) for at in range(outs)),
        )

    def __call__(self, *values: float) -> list[float]:
        last, outs = self.grid - 1, len(self.outputs)
        low, shares = [], []
        for curve, value in zip(self.inputs, values, strict=True):
            place = _on(curve, value) * last
            cell = min(int(place), last - 1)
            low.append(cell)
            shares.append(place - cell)
        sums = [0.0] * outs
        for corner in product((0, 1), repeat=len(low)):
            weight, at = 1.0, 0
            for step, cell, share in zip(corner, low, shares, strict=True):
                weight *= share if step else 1 - share
                at = at * self.grid + cell + step
            if weight:
                for out in range(outs):
                    sums[out] += weight * self.nodes[at * outs + out]
        return [_on(curve, value / 65535) for curve, value in zip(self.outputs, sums, strict=True)]


def _curve(numbers: Sequence[int]) -> tuple[float, ...]:
    return tuple(number / 65535 for number in numbers)


def _on(curve: Sequence[float], value: float) -> float:
    place = min(1.0, max(0.0, value)) * (len(curve) - 1)
    at = min(int(place), len(curve) - 2)
    return curve[at] + (curve[at + 1] - curve[at]) * (place - at)


class Profile(Struct, frozen=True):
    """A printing condition. `identifier` is its name in the ICC registry, `condition` its description."""

    data: bytes
    identifier: str
    condition: str
    _to_inks: _Table
    _to_lab: _Table

    @classmethod
    def of(cls, data: bytes, identifier: str, condition: str) -> Profile:
        """Read the bytes of a file. Raises ValueError if it is not a CMYK printer profile."""
        if data[12:20] != b"prtrCMYK" or data[20:24] != b"Lab ":
            raise ValueError("this is not an ICC profile of a CMYK printer")
        (count,) = struct.unpack(">I", data[128:132])
        tags = {
            data[at : at + 4]: struct.unpack(">II", data[at + 4 : at + 12]) for at in range(132, 132 + 12 * count, 12)
        }
        tables = [_Table.read(data[start : start + size]) for start, size in (tags[b"B2A1"], tags[b"A2B1"])]
        return cls(data, identifier, condition, *tables)

    def inks(self, colour: Lab) -> Cmyk:
        """Return the inks that look like a colour with the paper as white; otherwise the nearest (colorimetric)."""
        light, a, b = colour
        c, m, y, k = self._to_inks(light / 100 * 65280 / 65535, (a + 128) * 256 / 65535, (b + 128) * 256 / 65535)
        return (c, m, y, k)

    def looks(self, inks: Cmyk) -> Lab:
        """Return the look of inks, with the paper as white."""
        light, a, b = self._to_lab(*inks)
        return (light * 65535 / 65280 * 100, a * 65535 / 256 - 128, b * 65535 / 256 - 128)


@cache
def coated() -> Profile:
    """Return the shipped profile, offset on coated paper: the condition of services that print cards."""
    data = (shipped_root() / "templates" / "press" / "coated-fogra39.icc").read_bytes()
    return Profile.of(data, "FOGRA39", "Offset on coated paper (ISO 12647-2, FOGRA39)")


__all__ = ["LEAST_TINT", "MOST_INK", "Cmyk", "Inks", "black_for", "inks_for", "is_neutral"]

MOST_INK = 3.0  # wetter paper sticks to the next sheet
LEAST_TINT = 0.03  # lighter dots vanish on the press
_NEUTRAL = 3.0  # chroma below which a colour is a grey
_STEP = 0.02


class Inks(StrEnum):
    """The colours of a file: RGB for screens and home printers, CMYK for print services."""

    RGB = "rgb"
    CMYK = "cmyk"


@lru_cache(maxsize=4096)
def inks_for(red: float, green: float, blue: float, most: float = MOST_INK) -> Cmyk:
    """Return cyan, magenta, yellow and black for a screen colour, together never more than `most`.

    >>> inks_for(0.5, 0.7, 0.85)[3] < 0.2
    True
    >>> inks_for(0, 0, 0)
    (0.0, 0.0, 0.0, 1.0)
    """
    colour = lab(red, green, blue)
    if is_neutral(colour):
        return (0.0, 0.0, 0.0, black_for(colour[0]))
    return drier(coated().inks(colour), most)


def is_neutral(colour: Lab) -> bool:
    """Check whether a colour looks grey."""
    return colour[1] ** 2 + colour[2] ** 2 < _NEUTRAL**2


@lru_cache(maxsize=1024)
def black_for(lightness: float) -> float:
    """Return the amount of black that has a lightness. Black ink is not perfectly black: the scale is compressed.

    >>> black_for(0), black_for(100)
    (1.0, 0.0)
    """
    darkest = coated().looks((0.0, 0.0, 0.0, 1.0))[0]
    target = darkest + (100 - darkest) * lightness / 100
    return _tint(min(range(101), key=lambda k: abs(coated().looks((0.0, 0.0, 0.0, k / 100))[0] - target)) / 100)


def drier(inks: Cmyk, most: float) -> Cmyk:
    """Reduce the ink, keeping the look: black replaces the grey of the other three inks.

    >>> wet = (0.8, 0.8, 0.8, 0.4)
    >>> sum(drier(wet, 2.4)) <= 2.4
    True
    """
    printed = _printable(inks)
    if sum(printed) <= most + 1e-9:
        return printed
    profile, target, best = coated(), coated().looks(inks), inks
    black = inks[3]
    while sum(_printable(best)) > most + 1e-9 and black < 1:
        black = min(1.0, black + _STEP)
        best = _match_look(profile, target, (*best[:3], black))
    c, m, y, k = _printable(best)
    over = c + m + y + k - most
    if over > 1e-9:  # darker than any black: only less colour is left
        c, m, y = (ink * (most - k) / (c + m + y) for ink in (c, m, y))
    return tuple(int(ink * 100 + 1e-6) / 100 for ink in (c, m, y, k))  # type: ignore[return-value]


def _match_look(profile: Profile, target: Lab, start: Cmyk) -> Cmyk:
    """Return the three inks that come closest to a look with a given black: descend in ever smaller steps."""
    best, error = start, difference(profile.looks(start), target)
    step = 0.08
    while step > 0.004:
        moved = False
        for at in (0, 1, 2):
            for by in (-step, step):
                trial = list(best)
                trial[at] = min(1.0, max(0.0, trial[at] + by))
                inks = (trial[0], trial[1], trial[2], trial[3])
                far = difference(profile.looks(inks), target)
                if far < error - 1e-9:
                    best, error, moved = inks, far, True
        if not moved:
            step /= 2
    return best


def _printable(inks: Cmyk) -> Cmyk:
    c, m, y, k = (_tint(ink) for ink in inks)
    return (c, m, y, k)


def _tint(ink: float) -> float:
    """Round to whole percent, and to zero below the lightest printable tint."""
    return round(ink, 2) if ink >= LEAST_TINT else 0.0


PRODUCER = "cloudy-pnp with reportlab"
DATE = "2000-01-01T00:00:00+00:00"  # fixed: the same input gives the same bytes
LEAST_LIMIT, MOST_LIMIT = 1.8, 4.0


class Standard(StrEnum):
    """A standard of the family PDF/X (ISO 15930)."""

    X4 = "4"  # transparency and layers are allowed: the press's own software flattens last
    X1A = "1a"  # neither is: for services with older machines

    @property
    def label(self) -> str:
        """The label in the file."""
        return "PDF/X-4" if self is Standard.X4 else "PDF/X-1a:2003"

    @property
    def version(self) -> str:
        """The version of PDF it allows."""
        return "1.6" if self is Standard.X4 else "1.4"


class Press(Struct, frozen=True):
    """The requirements of a print service: a standard, and the total ink limit (3.0 is 300%).

    >>> Press(most_ink=2.4).standard.label
    'PDF/X-4'
    """

    standard: Standard = Standard.X4
    most_ink: float = MOST_INK

    def __post_init__(self) -> None:
        if not LEAST_LIMIT <= self.most_ink <= MOST_LIMIT:
            raise UserError(
                f"an ink limit of {self.most_ink * 100:g}% is not possible:"
                f" it must be from {LEAST_LIMIT * 100:g} to {MOST_LIMIT * 100:g}%"
            )


def document_id(*parts: str) -> str:
    """Derive a name for a document from its parts.

    >>> document_id("deck", "en") == document_id("deck", "en")
    True
    """
    digest = hashlib.sha256("\0".join(parts).encode()).digest()[:16]
    return f"uuid:{UUID(bytes=digest, version=4)}"


def metadata(standard: Standard, title: str, lang: str) -> bytes:
    """Return the XMP packet: title, dates, and for PDF/X-4 the standard of the file."""
    from html import escape  # slow to import

    version = f"<pdfxid:GTS_PDFXVersion>{standard.label}</pdfxid:GTS_PDFXVersion>" if standard is Standard.X4 else ""
    text = Path(__file__).with_name("metadata.xml").read_text("utf-8")
    plain = {"title": escape(title, quote=False), "lang": escape(lang, quote=False), "identification": version}
    return text.format(**plain, date=DATE, producer=PRODUCER, id=document_id(standard.label, title, lang)).encode()
