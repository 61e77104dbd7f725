"""An ICC profile of a printing condition: the inks that look like a colour, and the look of inks.

Only what the shipped profile needs is read: tables of 16 bits (`mft2`) between Lab and inks. Interpolation is done
here, with sums and products alone, so that every machine gets the same inks.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import cache
from itertools import product

from msgspec import Struct

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
