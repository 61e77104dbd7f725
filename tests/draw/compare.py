"""Are the SVG and the PDF of a page the same picture?

Both are drawn at four times the resolution and then reduced: at 150 dpi alone pdfium moves each letter to a whole
pixel, which says nothing about the files.
"""

from __future__ import annotations

import io

import resvg_py
from PIL import Image, ImageChops
from PIL.Image import Image as Picture

from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.pixels import pdf_images
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.draw.svg import svg_text

DPI = 150
OVERSAMPLE = 4
TOLERANCE = 32  # of 255: an eighth of the way from black to white


def pdf_picture(page: Page, dpi: int = DPI, oversample: int = OVERSAMPLE) -> Picture:
    out = io.BytesIO()
    write_pdf([page], out)
    (picture,) = pdf_images(out.getvalue(), dpi, oversample=oversample)
    return picture.convert("RGB")


def svg_picture(page: Page, dpi: int = DPI, oversample: int = OVERSAMPLE) -> Picture:
    data = resvg_py.svg_to_bytes(svg_string=svg_text(page), dpi=dpi * oversample)
    drawn = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("RGB").reduce(oversample)


def share_of_different_pixels(one: Picture, other: Picture, tolerance: int = TOLERANCE) -> float:
    """The share (0 to 1) of pixels that differ by more than the tolerance in some colour.

    The two may differ by one row or column of pixels: programs round the size of a page up or down.
    """
    assert abs(one.width - other.width) <= 1 and abs(one.height - other.height) <= 1, (one.size, other.size)
    box = (0, 0, min(one.width, other.width), min(one.height, other.height))
    red, green, blue = ImageChops.difference(one.crop(box), other.crop(box)).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    counts = worst.histogram()
    return sum(counts[tolerance + 1 :]) / sum(counts)


def svg_and_pdf_differ_by(page: Page) -> float:
    """For tests of anything that is drawn: must be below 0.005."""
    return share_of_different_pixels(pdf_picture(page), svg_picture(page))
