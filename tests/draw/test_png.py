from __future__ import annotations

import io

import pytest
from draw.pictures import everything
from PIL import Image

from cloudy_pnp.draw.pixels import png_bytes


@pytest.mark.parametrize(("dpi", "size"), [(72, (197, 269)), (150, (411, 561)), (300, (821, 1121))])
def test_pictures_have_the_size_that_was_asked_for(dpi: int, size: tuple[int, int]) -> None:
    picture = Image.open(io.BytesIO(png_bytes(everything(), dpi)))
    assert abs(picture.width - size[0]) <= 1 and abs(picture.height - size[1]) <= 1
    assert picture.info["dpi"][0] == pytest.approx(dpi, rel=1e-3)


def test_grey_pictures_have_no_colour() -> None:
    assert Image.open(io.BytesIO(png_bytes(everything(), 72, grey=True))).mode == "L"
    assert Image.open(io.BytesIO(png_bytes(everything(), 72))).mode == "RGB"


def test_smooth_pictures_have_the_same_size_and_finer_letters() -> None:
    rough = Image.open(io.BytesIO(png_bytes(everything(), 100)))
    fine = Image.open(io.BytesIO(png_bytes(everything(), 100, oversample=3)))
    assert abs(rough.width - fine.width) <= 1
    assert len(fine.getcolors(1 << 24) or ()) > len(rough.getcolors(1 << 24) or ())
