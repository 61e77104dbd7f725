"""Pictures: found by their exact names, judged by their printed size, stored once; bombs are refused."""

from __future__ import annotations

import base64
import io
import os
import re
import struct
import sys
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from draw.compare import pdf_picture, share_of_different_pixels, svg_picture
from PIL import Image as Pillow
from PIL import ImageCms, ImageOps

from cloudy_pnp.core import budget, cache
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import FILES, Worker
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.inks import Inks
from cloudy_pnp.draw.kit.art import ArtFile, Tones, own_symbol
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.raster import _ADAM7, MOST_PIXELS, BadPicture, data_uri, open_raster, pdf_image, png_copy
from cloudy_pnp.draw.scene import Image, Page, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.layouts import pictures
from cloudy_pnp.layouts.pictures import NoPicture, Picture, Pictures


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
    found = Pictures([tmp_path / "game"])
    assert found.find("art/Mill.png").width == 60
    for name in ("art/mill.png", "../outside.png", "link.png", str(tmp_path / "outside.png"), "art", ""):
        with pytest.raises(NoPicture) as caught:
            found.find(name)
        assert caught.value.finding.code == "PICTURE-MISSING"
    with pytest.raises(NoPicture) as caught:
        found.find("art/mill.png")
    assert caught.value.finding.hint == 'did you mean "art/Mill.png"? Upper and lower case matter.'


def test_too_few_pixels_and_other_proportions_are_warned_of(tmp_path: Path) -> None:
    _picture(tmp_path / "a.png", (300, 300))
    picture = Pictures([tmp_path]).find("a.png")
    assert list(picture.findings(Rect(0, 0, 30, 30), "cover")) == [], "254 dpi, square"
    [coarse] = picture.findings(Rect(0, 0, 60, 60), "cover")
    assert (coarse.code, coarse.hint) == ("PICTURE-DPI", "use a picture of 709 × 709 pixels")
    [shape] = picture.findings(Rect(0, 0, 30, 15), "cover")
    assert shape.code == "PICTURE-SHAPE"
    assert "50% of it is cut off" in shape.message


# --- what cameras and programs put into files ------------------------------------------------------------------------


def _photo(path: Path, orientation: int = 1, size: tuple[int, int] = (60, 40), **more: Any) -> Path:
    """A picture with four corners of different colours, and the notes of a camera."""
    image = Pillow.new("RGB", size, "white")
    half = (size[0] // 2, size[1] // 2)
    image.paste("red", (0, 0, *half))
    image.paste("green", (half[0], 0, size[0], half[1]))
    image.paste("blue", (0, half[1], half[0], size[1]))
    exif = Pillow.Exif()
    exif[0x0112], exif[0x010F] = orientation, "SECRETCAMERA"
    exif.get_ifd(0x8825)[1] = "N"  # a place
    image.save(path, exif=exif, **more)
    return path


def _in_box(picture: Picture, box: Rect) -> Page:
    return Page(box.width, box.height, picture.items(box, "contain", (0.5, 0.5), rectangle(box)))


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp"])
def test_pictures_stand_upright_everywhere(name: str, orientation: int, tmp_path: Path) -> None:
    path = _photo(tmp_path / name, orientation, quality=95)
    upright = ImageOps.exif_transpose(Pillow.open(path)).convert("RGB")
    picture = Pictures([tmp_path]).find(name)
    assert (picture.width, picture.height) == upright.size
    page = _in_box(picture, Rect(0, 0, upright.width / 4, upright.height / 4))
    for drawn in (pdf_picture(page), svg_picture(page)):
        assert share_of_different_pixels(drawn, upright.resize(drawn.size)) < 0.06


LINES: Any = SimpleNamespace(outline=1.0, detail=1.0, fine=1.0)


@pytest.mark.parametrize("orientation", [3, 6])
def test_art_of_a_project_stands_upright(orientation: int, tmp_path: Path) -> None:
    path = _photo(tmp_path / "tower.png", orientation)
    upright = ImageOps.exif_transpose(Pillow.open(path)).convert("RGB")
    art = own_symbol(ArtFile("tower", "key", path), Tones({}, LINES, BLACK))
    assert art.bounds == Rect(0, 0, *upright.size)
    drawn = pdf_picture(Page(art.bounds.width, art.bounds.height, (Use(art),)))
    assert share_of_different_pixels(drawn, upright.resize(drawn.size)) < 0.06


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp"])
@pytest.mark.parametrize("inks", Inks)
def test_the_notes_of_a_camera_are_not_published(name: str, inks: Inks, tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    path = _photo(tmp_path / name, 6, icc_profile=profile)
    assert b"SECRETCAMERA" in path.read_bytes()
    page = Page(20, 20, (Image(open_raster(path, name), Rect(0, 0, 20, 20)),))
    out = io.BytesIO()
    write_pdf([page], out, inks=inks)
    assert b"SECRETCAMERA" not in out.getvalue()
    [(kind, packed)] = re.findall(r"data:image/(\w+);base64,([^\"]+)", svg_text(page))
    embedded = base64.b64decode(packed)
    assert b"SECRETCAMERA" not in embedded
    shown, original = Pillow.open(io.BytesIO(embedded)), Pillow.open(path)
    assert (shown.info["icc_profile"], f".{kind}".replace("jpeg", "jpg")) == (profile, path.suffix)
    assert not shown.getexif()
    assert shown.convert("RGB").tobytes() == original.convert("RGB").tobytes()


@pytest.mark.parametrize("marker", [0xD0, 0xE0, 0xE1, 0xEC, 0xFE])
def test_only_known_segments_of_a_jpeg_are_published(marker: int, tmp_path: Path) -> None:
    path = _photo(tmp_path / "a.jpg")
    content, secret = path.read_bytes(), b"JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02SECRETTHUMB!"
    path.write_bytes(content[:2] + bytes([0xFF, marker, 0, 2 + len(secret)]) + secret + content[2:])
    raster = open_raster(path, "a.jpg")
    for published in (pdf_image(raster, Inks.RGB).packed, base64.b64decode(data_uri(raster).partition(",")[2])):
        assert b"SECRET" not in published
        assert Pillow.open(io.BytesIO(published)).tobytes() == Pillow.open(path).tobytes()


def test_only_known_chunks_of_a_webp_are_published(tmp_path: Path) -> None:
    content = _photo(tmp_path / "a.webp").read_bytes().replace(b"EXIF", b"mine")
    (tmp_path / "a.webp").write_bytes(content)
    assert b"SECRETCAMERA" in content
    assert b"SECRETCAMERA" not in base64.b64decode(data_uri(open_raster(tmp_path / "a.webp", "a")).partition(",")[2])


@pytest.mark.parametrize("progressive", [False, True])
def test_a_photo_of_two_pictures_is_its_first_one(progressive: bool, tmp_path: Path) -> None:
    """Phones write them (MPO): `check` was silent, and `build` failed."""
    second = Pillow.new("RGB", (60, 40), "black")
    first = Pillow.open(_photo(tmp_path / "first.png"))
    first.save(tmp_path / "a.jpg", "MPO", save_all=True, append_images=[second], progressive=progressive)
    with Pillow.open(tmp_path / "a.jpg") as image:
        assert image.format == "MPO"
    page = _in_box(Pictures([tmp_path]).find("a.jpg"), Rect(0, 0, 15, 10))
    drawn = svg_picture(page)
    assert share_of_different_pixels(drawn, first.convert("RGB").resize(drawn.size)) < 0.06
    assert share_of_different_pixels(pdf_picture(page), drawn) < 0.06
    out = io.BytesIO()
    write_pdf([page], out)
    assert out.getvalue().count(b"\xff\xd8\xff") == 1


def _png(
    rows: bytes, size: tuple[int, int] = (80, 80), interlaced: int = 0, *, last: bytes = b"", note: bytes = b""
) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, interlaced))
    more = chunk(last, note) if last else b""
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + more + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "rows", [b"", b"garbage", zlib.compress(bytes(241 * 10)), zlib.compress(bytes(241 * 80))[:-20]]
)
@pytest.mark.parametrize("interlaced", [0, 1])
def test_a_png_without_all_of_its_pixels_is_damaged(rows: bytes, interlaced: int, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(_png(rows, interlaced=interlaced))
    with pytest.raises(NoPicture) as caught:
        Pictures([tmp_path]).find("a.png")
    finding = caught.value.finding
    assert (finding.code, "damaged" in finding.message) == ("PICTURE-READ", True)
    assert finding.hint == "save it again as PNG or JPEG"


@pytest.mark.parametrize("row", [0, 1, 79])
def test_a_png_with_a_row_that_no_program_can_unpack_is_damaged(row: int, tmp_path: Path) -> None:
    rows = bytearray((b"\0" + bytes(240)) * 80)
    rows[row * 241] = 5
    (tmp_path / "a.png").write_bytes(_png(zlib.compress(bytes(rows))))
    with pytest.raises(BadPicture, match="unknown way"):
        open_raster(tmp_path / "a.png", "a.png")


def test_a_png_with_two_headers_is_damaged(tmp_path: Path) -> None:
    """Pillow, which packs it, rejects the second."""
    content = _png(zlib.compress((b"\0" + bytes(240)) * 80), last=b"IHDR", note=bytes(13))
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(BadPicture, match="header"):
        open_raster(tmp_path / "a.png", "a.png")


@pytest.mark.parametrize("size", [None, 4, 771])
def test_a_png_without_a_proper_palette_is_damaged(size: int | None, tmp_path: Path) -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 3, 0, 0, 0))
    palette = b"" if size is None else chunk(b"PLTE", bytes(size))
    pixels = chunk(b"IDAT", zlib.compress(bytes(20)))
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + header + palette + pixels + chunk(b"IEND", b""))
    with pytest.raises(BadPicture, match="palette"):
        open_raster(tmp_path / "a.png", "a.png")


@pytest.mark.parametrize(("last", "note"), [(b"iCCP", b""), (b"zTXt", b"a\0\xc6b"), (b"fcTL", b"x")])
def test_what_follows_the_pixels_of_a_png_does_not_matter(last: bytes, note: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(_png(zlib.compress((b"\0" + bytes(240)) * 80), last=last, note=note))
    raster = open_raster(tmp_path / "a.png", "a.png")
    assert pdf_image(raster, Inks.CMYK).space == "DeviceCMYK"
    assert png_copy(raster.read())


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (8, 8), (33, 17)])
def test_the_pixels_of_an_interlaced_png_are_counted(size: tuple[int, int], tmp_path: Path) -> None:
    width, height = size
    rows = sum(
        (1 + 3 * len(range(x, width, across))) * len(range(y, height, down))
        for x, y, across, down in _ADAM7
        if range(x, width, across)
    )
    (tmp_path / "a.png").write_bytes(_png(zlib.compress(bytes(rows)), size, 1))
    assert open_raster(tmp_path / "a.png", "a").width == width
    (tmp_path / "a.png").write_bytes(_png(zlib.compress(bytes(rows - 1)), size, 1))
    with pytest.raises(BadPicture, match="damaged"):
        open_raster(tmp_path / "a.png", "a")


@pytest.mark.parametrize(("mode", "as_it_is"), [("RGB", True), ("L", True), ("P", False), ("RGBA", False)])
def test_an_ordinary_png_goes_into_a_pdf_as_it_is(mode: str, as_it_is: bool, tmp_path: Path) -> None:
    path = _picture(tmp_path / "a.png", (300, 200), mode)
    page = Page(30, 20, (Image(open_raster(path, "a"), Rect(0, 0, 30, 20)),))
    out = io.BytesIO()
    write_pdf([page], out)
    assert (b"/Predictor 15" in out.getvalue()) is as_it_is
    assert share_of_different_pixels(pdf_picture(page), svg_picture(page)) < 0.01


def test_a_picture_that_changes_after_it_was_examined_is_not_printed(tmp_path: Path) -> None:
    raster = open_raster(_picture(tmp_path / "a.png"), "a")
    _picture(tmp_path / "a.png", (50, 40))
    with pytest.raises(UserError, match=r"a\.png has changed"):
        write_pdf([Page(60, 40, (Image(raster, Rect(0, 0, 10, 10)),))], io.BytesIO())


def test_a_picture_is_examined_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    path = _photo(tmp_path / "a.jpg", 6)
    first = open_raster(path, "a")
    monkeypatch.setattr(FILES, "call", None)
    again = open_raster(path, "a")
    assert (again.width, again.orientation, again.form) == (60, 6, "JPEG RGB") == (first.width, 6, first.form)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems only bound the time")
def test_a_picture_that_needs_too_much_memory_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "file-megabytes=50")
    raster = open_raster(_picture(tmp_path / "a.png", (3000, 3000)), "a.png")
    page = Page(60, 40, (Image(raster, Rect(0, 0, 10, 10)),))
    with pytest.raises(UserError, match=r"a\.png cannot be printed: this needs more than 50 megabytes"):
        write_pdf([page], io.BytesIO(), inks=Inks.CMYK)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 5"><rect width="4" height="4"/></svg>'


def test_an_svg_is_read_once_and_drawn_the_same_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    (tmp_path / "a.svg").write_text(SVG.format(10))
    first = Pictures([tmp_path]).find("a.svg")
    pictures._CACHE.clear()
    again = Pictures([tmp_path]).find("a.svg")
    box = Rect(0, 0, 20, 10)
    assert (again.width, again.height) == (10, 5) == (first.width, first.height)
    assert svg_text(_in_box(again, box)) == svg_text(_in_box(first, box))
    assert again.symbol is not None
    assert again.symbol() is again.symbol(), "a symbol is known by identity"
    pictures._CACHE.clear()
    later = Pictures([tmp_path]).find("a.svg")
    (tmp_path / "a.svg").write_text(SVG.format(11))
    with pytest.raises(UserError, match=r"a\.svg has changed"):
        _in_box(later, box)


def test_a_worker_that_ends_in_the_middle_of_a_picture_costs_that_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.svg").write_text(SVG.format(12.5))
    (tmp_path / "b.svg").write_text(SVG.format(13.5))
    monkeypatch.setattr(FILES, "call", lambda *given: Worker.call(FILES, os.abort))
    with pytest.raises(NoPicture) as caught:
        Pictures([tmp_path]).find("a.svg")
    assert caught.value.finding.code == "PICTURE-READ"
    monkeypatch.undo()
    assert Pictures([tmp_path]).find("b.svg").width == 13.5
