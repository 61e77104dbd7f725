"""Fonts embedded in a web page, so that it is self-contained."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable
from functools import cache

from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font


def font_faces(fonts: Iterable[Font]) -> str:
    """Return CSS that contains the fonts.

    >>> font_faces([Font("Alegreya Sans", 700)])[:77]
    '@font-face { font-family: "Alegreya Sans"; font-weight: 700; font-style: norm'
    """
    return "\n".join(_font_face(font) for font in fonts)


@cache
def _font_face(font: Font) -> str:
    data = base64.b64encode(_woff(fonts.load(font).data)).decode()
    style = "italic" if font.italic else "normal"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {style}; '
        f"font-display: swap; src: url(data:font/woff;base64,{data}) format('woff'); }}"
    )


def _woff(data: bytes) -> bytes:
    """Pack the tables of a TrueType file (WOFF 1.0)."""
    kind, count = struct.unpack(">IH", data[:6])
    entries, packed = b"", b""
    start, total = 44 + 20 * count, 12 + 16 * count
    for number in range(count):
        tag, checksum, offset, length = struct.unpack(">4sIII", data[12 + 16 * number : 28 + 16 * number])
        table = data[offset : offset + length]
        smaller = min(zlib.compress(table, 9), table, key=len)
        entries += struct.pack(">4sIIII", tag, start + len(packed), len(smaller), length, checksum)
        packed += smaller + bytes(-len(smaller) % 4)
        total += length + -length % 4
    size = start + len(packed)
    header = struct.pack(">4sIIHHIHHIIIII", b"wOFF", kind, size, count, 0, total, 1, 0, 0, 0, 0, 0, 0)
    return header + entries + packed
