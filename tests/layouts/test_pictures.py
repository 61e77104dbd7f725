"""Pictures: found by their exact names, judged by their printed size, stored once; bombs are refused."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from draw.compare import pdf_picture, share_of_different_pixels, svg_picture
from PIL import Image as Pillow

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.inks import Inks
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.raster import MOST_PIXELS, BadPicture, open_raster
from cloudy_pnp.draw.scene import Image, Page
from cloudy_pnp.layouts.pictures import NoPicture, Pictures


def _picture(path: Path, size: tuple[int, int] = (60, 40), mode: str = "RGB", kind: str | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Pillow.linear_gradient("L").resize(size).convert(mode)
    image.save(path, kind)
    return path


def _bomb(path: Path, width: int, height: int) -> Path:
    """A PNG whose header promises far more pixels than its few bytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b""))
    return path


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
def test_pdf_and_svg_show_the_same_picture(name: str, tmp_path: Path) -> None:
    raster = open_raster(_picture(tmp_path / name), name)
    page = Page(40, 30, (Image(raster, Rect(5, 5, 30, 20)),))
    assert share_of_different_pixels(pdf_picture(page), svg_picture(page)) < 0.01


def test_transparency_is_kept(tmp_path: Path) -> None:
    image = Pillow.new("RGBA", (40, 40), (255, 0, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 20, 40))
    image.save(tmp_path / "half.png")
    page = Page(20, 20, (Image(open_raster(tmp_path / "half.png", "half"), Rect(0, 0, 20, 20)),))
    shown = pdf_picture(page)
    assert shown.getpixel((10, 60)) == (255, 0, 0)
    assert shown.getpixel((100, 60)) == (255, 255, 255)


def test_a_picture_is_stored_once_however_often_it_is_shown(tmp_path: Path) -> None:
    raster = open_raster(_picture(tmp_path / "a.jpg", (800, 600)), "a")
    out = io.BytesIO()
    write_pdf([Page(60, 40, tuple(Image(raster, Rect(0, 0, 10, 10)) for _ in range(9))) for _ in range(5)], out)
    assert out.getvalue().count(b"/DCTDecode") == 1
    assert len(out.getvalue()) < 1.2 * (tmp_path / "a.jpg").stat().st_size + 5000


def test_print_inks_hold_for_pictures_too(tmp_path: Path) -> None:
    raster = open_raster(_picture(tmp_path / "a.png"), "a")
    out = io.BytesIO()
    write_pdf([Page(60, 40, (Image(raster, Rect(0, 0, 10, 10)),))], out, inks=Inks.CMYK)
    assert b"/ColorSpace/DeviceCMYK" in out.getvalue()
    assert b"/DeviceRGB" not in out.getvalue()


@pytest.mark.parametrize("size", [(40_000, 40_000), (2, MOST_PIXELS)])
def test_a_bomb_is_only_its_header(size: tuple[int, int], tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="pixels"):
        open_raster(_bomb(tmp_path / "bomb.png", *size), "bomb")


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"hello", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0 broken"])
def test_what_is_no_picture(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(content)
    with pytest.raises(BadPicture, match=r"not a PNG|damaged"):
        open_raster(tmp_path / "no.png", "no")


def test_a_damaged_picture(tmp_path: Path) -> None:
    good = _picture(tmp_path / "a.png", (300, 300)).read_bytes()
    (tmp_path / "b.png").write_bytes(good[: len(good) // 2])
    with pytest.raises(BadPicture, match=r"damaged|not a PNG"):
        open_raster(tmp_path / "b.png", "b")


def test_names_are_exact_and_stay_inside(tmp_path: Path) -> None:
    _picture(tmp_path / "game" / "art" / "Mill.png")
    _picture(tmp_path / "outside.png")
    (tmp_path / "game" / "link.png").symlink_to(tmp_path / "outside.png")
    pictures = Pictures([tmp_path / "game"])
    assert pictures.find("art/Mill.png").width == 60
    for name in ("art/mill.png", "../outside.png", "link.png", str(tmp_path / "outside.png"), "art", ""):
        with pytest.raises(NoPicture) as caught:
            pictures.find(name)
        assert caught.value.finding.code == "PICTURE-MISSING"
    with pytest.raises(NoPicture) as caught:
        pictures.find("art/mill.png")
    assert caught.value.finding.hint == 'did you mean "art/Mill.png"?'


def test_too_few_pixels_and_other_proportions_are_warned_of(tmp_path: Path) -> None:
    _picture(tmp_path / "a.png", (300, 300))
    picture = Pictures([tmp_path]).find("a.png")
    assert list(picture.findings(Rect(0, 0, 30, 30), "cover")) == [], "254 dpi, square"
    [coarse] = picture.findings(Rect(0, 0, 60, 60), "cover")
    assert (coarse.code, coarse.hint) == ("PICTURE-DPI", "use a picture of 709 × 709 pixels")
    [shape] = picture.findings(Rect(0, 0, 30, 15), "cover")
    assert shape.code == "PICTURE-SHAPE"
    assert "50% of it is cut off" in shape.message
