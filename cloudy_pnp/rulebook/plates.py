"""The pictures of the pages: Typst sets a dot of one pixel for each of them, and the pictures replace the dots.

Typst reads SVG slowly and duplicates parts shared by several pictures; our own PDF writer stores them once.
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
    """Return a PNG of one pixel that encodes the number of a picture.

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
    """Replace every dot of a document with its picture, with `press` in print colours; the same bytes every time."""
    pictures = io.BytesIO()
    write_pdf(pages, pictures, press=press)
    pictures.seek(0)
    with pikepdf.open(io.BytesIO(pdf)) as target, pikepdf.open(pictures) as source:
        forms = [_form(source, page, target) for page in source.pages]
        for page in target.pages:
            images = page.obj.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
            for name, image in list(images.items()):
                number = _number(image)
                if number is not None:
                    images[name] = forms[number]
        out = io.BytesIO()
        target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _number(image: pikepdf.Object) -> int | None:
    """Return the number of the picture for an image; None if it is not a dot."""
    if image.get("/Subtype") != "/Image" or (int(image.Width), int(image.Height)) != (1, 1):
        return None
    pixel = image.read_bytes()
    return int.from_bytes(pixel[1:3], "big") if len(pixel) == 3 and pixel[0] == _FIRST else None


def _form(source: pikepdf.Pdf, page: pikepdf.Page, target: pikepdf.Pdf) -> pikepdf.Object:
    """Return a page as a form that fills the unit square, as an image does."""
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
