"""Many pages to picture files, using one process per core.

The pages become one PDF, which is written quickly; each process renders its share of it with pdfium and packs the
pictures, which takes nearly all of the time. A picture has exactly the requested number of pixels.

Pages to pixels, through pypdfium2. It is not thread-safe: use a process for each.

>>> from cloudy_pnp.draw.scene import Page
>>> png_bytes(Page(25.4, 50.8, ()), dpi=10)[:4]
b'\\x89PNG'
"""

from __future__ import annotations

import io
import multiprocessing
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.scene import Page

try:
    import pypdfium2
    from pypdfium2 import raw
except ImportError:  # some systems have no build of it: whoever plans pictures asks first
    pypdfium2 = raw = None

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


MM = 25.4  # in an inch
_SHARP = 220  # dpi; below it small characters are rendered at double size and reduced
_CANNOT_WRITE = 74  # exit code of a process that cannot write


class PictureFormat(StrEnum):
    """The format of a picture file."""

    PNG = "png"
    JPEG = "jpeg"
    WEBP = "webp"

    @property
    def ending(self) -> str:
        """The file name extension."""
        return "jpg" if self is PictureFormat.JPEG else self.value


class Shot(Struct, frozen=True):
    """A picture to render: the page, its size and its target file."""

    page: Page
    pixels: tuple[int, int]
    target: Path
    clear: bool = False  # transparent where nothing is painted; a JPEG is white there

    @property
    def dpi(self) -> float:
        """The resolution."""
        return self.pixels[0] * MM / self.page.width


class _Order(Struct, frozen=True):
    """A shot for another process: with the number of the page instead of the page."""

    number: int
    pixels: tuple[int, int]
    target: Path
    clear: bool
    dpi: float


def pixels_for(size: tuple[float, float], dpi: float) -> tuple[int, int]:
    """Return the number of pixels of a size in mm.

    >>> pixels_for((63.5, 88.9), 300)
    (750, 1050)
    """
    return max(round(size[0] * dpi / MM), 1), max(round(size[1] * dpi / MM), 1)


def take(shots: Sequence[Shot], form: PictureFormat, workers: int = 1) -> None:
    """Render some pictures. Raises UserError where a file cannot be written."""
    if not shots:
        return
    orders = [_Order(number, shot.pixels, shot.target, shot.clear, shot.dpi) for number, shot in enumerate(shots)]
    with tempfile.TemporaryDirectory(prefix=".pages-", dir=shots[0].target.parent) as folder:
        pages = Path(folder) / "pages.pdf"
        with pages.open("wb") as out:
            write_pdf((shot.page for shot in shots), out)
        workers = max(1, min(workers, len(shots) // 4))  # fewer are not worth starting a process
        if workers == 1:
            _draw(pages, orders, form)
            return
        processes = [
            multiprocessing.Process(target=_share, args=(pages, orders[first::workers], form))
            for first in range(workers)
        ]
        try:
            for process in processes:
                process.start()
            for process in processes:
                process.join()
        finally:
            for process in processes:
                process.kill()
        codes = {process.exitcode for process in processes}
        if _CANNOT_WRITE in codes:
            raise UserError(f"cannot write pictures to {shots[0].target.parent.name}: is the disk full?")
        if codes != {0}:
            raise RuntimeError(f"a process that draws pictures has failed: {sorted(map(str, codes))}")


def _share(pages: Path, orders: Sequence[_Order], form: PictureFormat) -> None:
    """Render the share of one of several processes."""
    try:
        _draw(pages, orders, form)
    except OSError:
        sys.exit(_CANNOT_WRITE)


def _draw(pages: Path, orders: Iterable[_Order], form: PictureFormat) -> None:
    document = pypdfium2.PdfDocument(pages)
    try:
        for order in orders:
            clear = order.clear and form is not PictureFormat.JPEG
            image = picture(document[order.number], order.pixels, order.dpi, clear=clear)
            save(image, order.target, form, order.dpi)
    finally:
        document.close()


def picture(page: Any, size: tuple[int, int], dpi: float, *, clear: bool = False) -> Image:
    """Render a page of a PDF in exactly this many pixels."""
    times = 1 if dpi >= _SHARP else 2
    width, height = size[0] * times, size[1] * times
    form = raw.FPDFBitmap_BGRA if clear else raw.FPDFBitmap_BGRx
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, form, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 0 if clear else 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
    image: Image = bitmap.to_pil()
    image = image if clear else image.convert("RGB")
    return image.reduce(times) if times > 1 else image


def save(image: Image, target: Path, form: PictureFormat, dpi: float) -> None:
    """Write a picture file. Packing WebP tighter takes twice the time for a few percent of the size."""
    if form is PictureFormat.JPEG:
        image.convert("RGB").save(target, "JPEG", quality=92, subsampling=0, dpi=(round(dpi), round(dpi)))
    elif form is PictureFormat.WEBP:
        image.save(target, "WEBP", quality=90, method=2)
    else:
        target.write_bytes(encode_png(image, dpi))
