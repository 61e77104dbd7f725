"""Pictures of pixels: opened without trust, and packed for PDF and SVG.

A file is only believed as far as its header until its size is known to be bearable. Its pixels are read when a back end
writes them, one picture at a time, so that memory does not grow with their number.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zlib
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.core import budget
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.inks import Inks, inks_for
from cloudy_pnp.draw.scene import Raster

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 80_000_000  # an A3 page at 600 dpi has 70 million
_FORMATS = ("PNG", "JPEG", "WEBP")
_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}


class BadPicture(Exception):
    """A file is no picture that can be printed; the message says why."""


def open_raster(path: Path, name: str) -> Raster:
    """A picture file, judged by its header and by a quick look through it. Raises BadPicture."""
    try:
        content = read_plain(path, MOST_BYTES)
        if len(content) > MOST_BYTES:
            raise BadPicture(f"the file has {path.stat().st_size:,} bytes; at most {MOST_BYTES:,} are read")
    except OSError as error:
        raise BadPicture(f"the file cannot be read: {error.strerror}") from error
    image = _opened(content)
    width, height = image.size
    if not budget.spend("pictures", width * height):
        raise BadPicture(f"{budget.over('pictures')}; {budget.raising('pictures')}")
    _look_through(content)
    return Raster(name, width, height, hashlib.sha256(content).hexdigest(), partial(_read, path))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path.name}: {error.strerror}") from error


def _opened(content: bytes) -> Image:
    """The picture behind a header. Nothing is unpacked yet, so a bomb is only its header."""
    import warnings

    from PIL import Image as Pillow

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the size is judged here, with a bound of our own
            image = Pillow.open(io.BytesIO(content), formats=_FORMATS)
    except Pillow.DecompressionBombError:
        raise BadPicture(f"the picture has far more than the {MOST_PIXELS:,} pixels that are printed") from None
    except (OSError, ValueError, SyntaxError):
        raise BadPicture("the file is not a PNG, JPEG or WebP picture") from None
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise BadPicture(f"the picture has {width:,} × {height:,} pixels; at most {MOST_PIXELS:,} in all are printed")
    return image


def _look_through(content: bytes) -> None:
    """Whether the rest is what the header promises: sums of a PNG, an eighth of a JPEG, all of a WebP."""
    image = _opened(content)
    try:
        if image.format == "PNG":
            image.verify()
        else:
            if image.format == "JPEG":
                image.draft("RGB", (max(image.width // 8, 1), max(image.height // 8, 1)))
            image.load()
    except (OSError, ValueError, SyntaxError, zlib.error) as error:
        raise BadPicture(f"the picture is damaged: {error}") from None


@dataclass(frozen=True, slots=True)
class PdfImage:
    """A picture as a PDF stores it, with its transparency apart."""

    width: int
    height: int
    space: str
    filter: str
    packed: bytes
    more: str = ""
    mask: PdfImage | None = None


def pdf_image(raster: Raster, inks: Inks, *, flat: bool = False) -> PdfImage:
    """The pixels in the file's inks; `flat`: on white, not transparent. A JPEG in RGB or grey goes in as it is."""
    content = raster.read()
    try:
        image = _opened(content)
        if image.format == "JPEG" and image.mode in ("RGB", "L") and inks is Inks.RGB:
            space = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            return PdfImage(*image.size, space, "DCTDecode", content)
        return _packed(image, inks, flat)
    except (BadPicture, OSError, ValueError, SyntaxError) as error:
        raise UserError(f"the picture {raster.name} cannot be printed: {error}") from error


def _packed(image: Image, inks: Inks, flat: bool) -> PdfImage:
    mask = None
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        full = image.convert("RGBA")
        alpha = full.getchannel("A")
        if flat:
            from PIL import Image as Pillow

            paper = Pillow.new("RGBA", full.size, "white")
            paper.alpha_composite(full)
            full = paper
        elif alpha.getextrema() != (255, 255):
            mask = PdfImage(*alpha.size, "DeviceGray", "FlateDecode", zlib.compress(alpha.tobytes(), 6))
        image = full.convert("RGB")
    elif image.mode == "L" and inks is Inks.RGB:
        return PdfImage(*image.size, "DeviceGray", "FlateDecode", zlib.compress(image.tobytes(), 6))
    elif image.mode != "RGB":
        image = image.convert("RGB")
    if inks is Inks.CMYK:
        image = image.filter(_separation())  # type: ignore[arg-type]  # a table of colours is a filter too
        return PdfImage(*image.size, "DeviceCMYK", "FlateDecode", zlib.compress(image.tobytes(), 6), "", mask)
    return PdfImage(*image.size, "DeviceRGB", "FlateDecode", zlib.compress(image.tobytes(), 6), "", mask)


@cache
def _separation() -> object:
    """The inks of every colour, by a table between whose entries Pillow interpolates."""
    from PIL.ImageFilter import Color3DLUT

    return Color3DLUT.generate(17, lambda r, g, b: inks_for(r, g, b), channels=4, target_mode="CMYK")


def data_uri(raster: Raster) -> str:
    """The file inside an address, for SVG."""
    content = raster.read()
    kind = _TYPES[_opened(content).format or "PNG"]
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"
