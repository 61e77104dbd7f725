"""The pictures of the pages: Typst sets a dot of one pixel where each of them belongs, and they take the dots' places.

Typst reads SVG slowly and writes what several pictures share once for each of them; our own PDF has it once.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence

import pikepdf

from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.press.standard import Press
from cloudy_pnp.draw.scene import Page

_FIRST = 0x5A  # the red of every dot; its green and blue are the number of the picture


def dot(number: int) -> bytes:
    """A PNG of one pixel that says which picture belongs there.

    >>> dot(258)[1:4]
    b'PNG'
    """
    pixel = bytes((0, _FIRST, *number.to_bytes(2, "big")))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixel, 9)), (b"IEND", b""))
    parts = (struct.pack(">I", len(data)) + kind + data + _checksum(kind + data) for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _checksum(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))


def with_pictures(pdf: bytes, pages: Sequence[Page], press: Press | None = None) -> bytes:
    """A document with every dot replaced by its picture, with `press` in print colours; the same bytes every time."""
    drawn = io.BytesIO()
    write_pdf(pages, drawn, press=press)
    drawn.seek(0)
    with pikepdf.open(io.BytesIO(pdf)) as target, pikepdf.open(drawn) as source:
        forms = [_form(source, page, target) for page in source.pages]
        for page in target.pages:
            things = page.obj.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
            for name, thing in list(things.items()):
                number = _number(thing)
                if number is not None:
                    things[name] = forms[number]
        out = io.BytesIO()
        target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _number(thing: pikepdf.Object) -> int | None:
    """Which picture belongs to an image; None if it is no dot."""
    if thing.get("/Subtype") != "/Image" or (int(thing.Width), int(thing.Height)) != (1, 1):
        return None
    pixel = thing.read_bytes()
    return int.from_bytes(pixel[1:3], "big") if len(pixel) == 3 and pixel[0] == _FIRST else None


def _form(source: pikepdf.Pdf, page: pikepdf.Page, target: pikepdf.Pdf) -> pikepdf.Object:
    """A page of ours that fills the unit square, as an image does."""
    form = target.copy_foreign(page.obj.Contents)
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    left, bottom, right, top = (float(number) for number in page.mediabox)
    form.BBox = pikepdf.Array(page.mediabox)
    wide, high = 1 / (right - left), 1 / (top - bottom)
    form.Matrix = pikepdf.Array([wide, 0, 0, high, -left * wide, -bottom * high])
    for name in ("/Resources", "/Group"):
        if name in page.obj:
            form[name] = target.copy_foreign(source.make_indirect(page.obj[name]))
    return form
