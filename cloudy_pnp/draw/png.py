"""Pages to pixels, through pypdfium2. It is not thread-safe: use a process for each.

>>> from cloudy_pnp.draw.scene import Page
>>> png_bytes(Page(25.4, 50.8, ()), dpi=10)[:4]
b'\\x89PNG'
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pypdfium2

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.scene import Page

if TYPE_CHECKING:
    from PIL.Image import Image

_RUNS = 3  # zlib's strategy Z_RLE


def png_bytes(page: Page, dpi: float = 300, *, grey: bool = False, oversample: int = 1) -> bytes:
    """Render a page as a PNG file. Raises UserError if it would have more pixels than the budget allows."""
    if page.width * page.height * (dpi * oversample / 25.4) ** 2 > budget.limit("pixels"):
        raise UserError(f"{budget.over('pixels')}: lower --dpi, or write .svg; {budget.raising('pixels')}")
    out = io.BytesIO()
    write_pdf([page], out)
    (image,) = pdf_images(out.getvalue(), dpi, grey=grey, oversample=oversample)
    return encode_png(image, dpi)


def pdf_images(pdf: bytes, dpi: float = 300, *, grey: bool = False, oversample: int = 1) -> Iterator[Image]:
    """Render the pages of a PDF as pictures, one at a time.

    pdfium moves each character to a whole pixel. With `oversample` it renders at that many times the size and the
    picture is reduced: small text then looks as it will print, for the square of the time.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            image: Image = page.render(scale=dpi / 72 * oversample, grayscale=grey).to_pil()
            yield image.reduce(oversample) if oversample > 1 else image
    finally:
        document.close()


def encode_png(image: Image, dpi: float) -> bytes:
    """Encode a picture as a PNG file, without transparency where it has none.

    Only runs of equal bytes are packed: faster than the usual search, and for cards smaller than with level 1.
    """
    if image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1, compress_type=_RUNS, dpi=(dpi, dpi))
    return out.getvalue()
