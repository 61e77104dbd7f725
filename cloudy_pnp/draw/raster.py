"""Raster pictures: opened as untrusted files, and packed for PDF and SVG.

Pillow sees a file only in the worker. A file is examined once, all of it: the result is cached by its fingerprint. Its
pixels are read when a back end writes them, one picture at a time, so that memory does not grow with their number.

The containers of picture files: JPEG segments, PNG chunks and WebP chunks, without decoding any pixels.

A published picture keeps its pixels and its colours. Everything else a camera or a program has stored in it (places,
names, dates, thumbnails, a second picture) is stripped.
"""

from __future__ import annotations

import base64
import io
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from cloudy_pnp.core import budget, fingerprint
from cloudy_pnp.core.cache import cached_values, store_values
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.draw.inks import Inks, inks_for
from cloudy_pnp.draw.scene import Group, Raster
from cloudy_pnp.draw.scene import Image as ImageItem

if TYPE_CHECKING:
    from PIL.Image import Image


PNG = b"\x89PNG\r\n\x1a\n"
_KEPT_CHUNKS = frozenset(
    (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"pHYs")
)
_LAST_CHUNKS = frozenset((b"IDAT", b"IEND"))
_KEPT_WEBP = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
_WEBP_NOTES = 0b1100  # the flags of a VP8X chunk for EXIF and XMP
_END_OF_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.S)
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by the colour type of a PNG
_PALETTE = 3  # the colour type
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_PIECE = 1 << 20
_LAST_FILTER = 4  # of the five that a row of a PNG may have


class BadContainer(Exception):
    """A file is malformed; the message gives the reason."""


def strip_metadata(content: bytes) -> bytes:
    """Return the first picture of a JPEG, PNG or WebP file without metadata; its pixels and colours are unchanged."""
    if content.startswith(b"\xff\xd8"):
        return b"".join(_jpeg_parts(content))
    if content.startswith(PNG):
        return PNG + b"".join(_png_parts(content))
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        body = b"WEBP" + b"".join(_webp_parts(content))
        return b"RIFF" + struct.pack("<I", len(body)) + body
    raise BadContainer("the file is not a PNG, JPEG or WebP picture")


# --- JPEG ------------------------------------------------------------------------------------------------------------


def _jpeg_parts(content: bytes) -> Iterator[bytes]:
    yield content[:2]
    at = 2
    while at + 4 <= len(content):
        if content[at] != 0xFF:
            raise BadContainer("bytes between the segments of a JPEG")
        marker = content[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == 0xD9:
            break
        end = at + 2 + int.from_bytes(content[at + 2 : at + 4])
        yield _kept_segment(marker, content[at:end])
        at = end
        if marker == 0xDA:
            marker_match = _END_OF_SCAN.search(content, at)
            end = marker_match.start() if marker_match else len(content)
            yield content[at:end]
            at = end
    yield b"\xff\xd9"


def _kept_segment(marker: int, segment: bytes) -> bytes:
    """Keep what decodes the pixels, the size in JFIF, the colour profile, and Adobe's note on the colour space."""
    data = segment[4:]
    match marker:
        case 0xE0 if data.startswith(b"JFIF\0") and len(data) >= 14:
            return b"\xff\xe0\x00\x10" + data[:12] + b"\0\0"  # without its thumbnail
        case 0xE2 if data.startswith(b"ICC_PROFILE\0"):
            return segment
        case 0xEE if data.startswith(b"Adobe"):
            return segment
    return segment if 0xC0 <= marker <= 0xCF or 0xDA <= marker <= 0xDD else b""


# --- PNG -------------------------------------------------------------------------------------------------------------


def _png_chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind of each chunk, and the chunk with its size and sum."""
    at = len(PNG)
    while at + 12 <= len(content):
        end = at + 12 + int.from_bytes(content[at : at + 4])
        kind, chunk = content[at + 4 : at + 8], content[at:end]
        if len(chunk) < end - at:
            break
        if zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:]):
            raise BadContainer("a checksum is wrong")
        yield kind, chunk
        at = end
        if kind == b"IEND":
            return
    raise BadContainer("the file ends too early")


def _png_parts(content: bytes) -> Iterator[bytes]:
    """Yield the chunks that are kept; after the first pixels nothing but pixels counts."""
    kept = _KEPT_CHUNKS
    for kind, chunk in _png_chunks(content):
        if kind == b"IDAT":
            kept = _LAST_CHUNKS
        if kind in kept:
            yield chunk


def png_pixels(content: bytes) -> bytes:
    """Return the packed pixels of a PNG unchanged. Raises BadContainer."""
    return b"".join(chunk[8:-4] for kind, chunk in _png_chunks(content) if kind == b"IDAT")


def check_png(content: bytes) -> bool:
    """Unpack the pixels of a PNG once, in pieces, to check that they are complete. Raises BadContainer.

    Return whether a PDF can embed them unchanged: grey or RGB of 8 bits, opaque, not interlaced.
    """
    listed = list(_png_chunks(content))
    kinds, chunks = [kind for kind, _ in listed], {kind: chunk[8:-4] for kind, chunk in listed}
    if kinds[0] != b"IHDR" or kinds.count(b"IHDR") > 1 or len(chunks[b"IHDR"]) != 13:
        raise BadContainer("it has no header, or several")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if colour not in _CHANNELS:
        raise BadContainer("its colours are not those of a PNG")
    if colour == _PALETTE and (len(chunks.get(b"PLTE", b"?")) % 3 or len(chunks[b"PLTE"]) > 768):
        raise BadContainer("its palette is damaged")
    passes = [
        (down, 1 + (across * depth * _CHANNELS[colour] + 7) // 8)
        for across, down in (_passes(width, height) if interlaced else [(width, height)])
        if across
    ]
    packed, expected = png_pixels(content), sum(rows * size for rows, size in passes)
    exact = _unpacked_size(packed, expected, passes) == expected
    ordinary = depth == 8 and colour in (0, 2) and not (b"tRNS" in chunks or interlaced)
    return ordinary and exact and len(packed) < expected * 9 // 10  # a PNG that is hardly packed is packed again


def _passes(width: int, height: int) -> Iterator[tuple[int, int]]:
    for x, y, across, down in _ADAM7:
        yield (width - x + across - 1) // across, (height - y + down - 1) // down


def _unpacked_size(packed: bytes, expected: int, passes: Sequence[tuple[int, int]]) -> int:
    """Return the size of the unpacked pixels, ignoring anything after the last row. Raises BadContainer."""
    inflater, size, rest = zlib.decompressobj(), 0, packed
    try:
        while size <= expected and not inflater.eof:
            piece = inflater.decompress(rest, _PIECE)
            rest = inflater.unconsumed_tail
            if any(kind > _LAST_FILTER for kind in _filters(piece, size, passes)):
                raise BadContainer("a row of its pixels is packed in an unknown way")
            size += len(piece)
            if not (piece or rest):
                break
    except zlib.error as error:
        raise BadContainer(f"its pixels cannot be unpacked ({error})") from None
    if size < expected:
        raise BadContainer(f"only {size / expected:.0%} of its pixels are there")
    return size


def _filters(piece: bytes, at: int, passes: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the first byte of every row in a piece of the unpacked pixels; it names the filter of the row."""
    begin = 0
    for rows, size in passes:
        end = begin + rows * size
        first = max(begin, at + (begin - at) % size)
        yield from piece[max(first - at, 0) : max(end - at, 0) : size]
        begin = end


# --- WebP ------------------------------------------------------------------------------------------------------------


def _webp_parts(content: bytes) -> Iterator[bytes]:
    at = 12
    while at + 8 <= len(content):
        size = struct.unpack("<I", content[at + 4 : at + 8])[0]
        kind, end = content[at : at + 4], at + 8 + size + size % 2
        part = content[at:end]
        if kind == b"VP8X" and size >= 10:
            part = part[:8] + bytes([part[8] & ~_WEBP_NOTES]) + part[9:]
        if kind in _KEPT_WEBP:
            yield part.ljust(end - at, b"\0") if end - at == len(part) + 1 else part
        at = end


MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 80_000_000  # an A3 page at 600 dpi has 70 million
_FORMATS = ("PNG", "JPEG", "WEBP")
_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
_ORIENTATION = 0x0112  # EXIF tag
_BAND = 4_000_000  # pixels packed at a time
_SPACES = {"RGB": "DeviceRGB", "L": "DeviceGray"}


class BadPicture(Exception):
    """A file is not a printable picture; the message says why."""


class Facts(Struct, frozen=True):
    """The properties of an examined picture: its stored size, and its rotation (EXIF)."""

    width: int
    height: int
    orientation: int
    format: str
    mode: str  # RGB or L if a PDF can embed the file unchanged


def open_raster(path: Path, name: str) -> Raster:
    """Open a picture file, and examine all of it unless that is cached. Raises BadPicture."""
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            raise BadPicture(f"the file has {size:,} bytes; at most {MOST_BYTES:,} are read")
        key = fingerprint.of_file(path)
        facts = _cached_facts(key)
        if facts is None:
            content = read_plain(path, MOST_BYTES)
            key = fingerprint.of_bytes(content)
            facts = _examine_file(content, key)
    except OSError as error:
        raise BadPicture(f"the file cannot be read: {error.strerror}") from error
    form, read = f"{facts.format} {facts.mode}", partial(_read, path, key)
    return Raster(name, facts.width, facts.height, key, read, form, facts.orientation)


def _cached_facts(key: str) -> Facts | None:
    """Return the cached facts of a picture; its pixels count towards the limit anyway."""
    match cached_values("pictures", key):
        case {"width": int(width), "height": int(height), "orientation": int(turn), "format": str(form), "mode": mode}:
            if min(width, height) < 1 or turn not in range(1, 9) or form not in _TYPES or mode not in ("", *_SPACES):
                return None
            _is_affordable(width, height)
            return Facts(width, height, turn, form, mode)
    return None


def _examine_file(content: bytes, key: str) -> Facts:
    try:
        facts, is_complete = FILES.call(examine, content)
    except Ended as ended:
        raise BadPicture(f"{ended}; {ended.hint}" if ended.hint else str(ended)) from None
    if is_complete:
        store_values("pictures", key, asdict(facts))
    return facts


def _is_affordable(width: int, height: int) -> bool:
    """Count the pixels towards the limit of the run; exceeding it is reported once per run."""
    affordable = budget.spend("pictures", width * height)
    run = budget.current()
    if run is not None and not affordable:
        run.first_over("pictures")
    return affordable


def _read(path: Path, key: str) -> bytes:
    try:
        content = read_plain(path, MOST_BYTES)
    except OSError as error:
        raise UserError(f"cannot read {path.name}: {error.strerror}") from error
    if fingerprint.of_bytes(content) != key:
        raise UserError(f"{path.name} has changed in the meantime: try again")
    return content


# --- in the worker ---------------------------------------------------------------------------------------------------


def examine(content: bytes) -> tuple[Facts, bool]:
    """Return the facts of a picture, and whether all of it was examined. Raises BadPicture.

    Where the run can afford no more pixels, only the header is read.
    """
    image = _open_picture(content)
    (width, height), form, mode = image.size, _format(image), image.mode
    is_complete = _is_affordable(width, height)
    plain = mode in _SPACES
    with _readable():
        if form == "PNG":
            plain = check_png(content) if is_complete else False
        elif is_complete:
            if form == "JPEG":
                image.draft("RGB", (max(width // 8, 1), max(height // 8, 1)))  # all of it is read, an eighth computed
            image.load()
        turned = form != "PNG" or b"eXIf" in content  # Pillow would decode all of a PNG to look for it
        orientation = _orientation(image) if turned else 1
    if form == "JPEG" and plain:
        try:
            strip_metadata(content)
        except BadContainer:
            plain = False
    return Facts(width, height, orientation, form, mode if plain and form != "WEBP" else ""), is_complete


@contextmanager
def _readable() -> Iterator[None]:
    """Turn whatever a damaged file makes the reader raise into BadPicture."""
    try:
        yield
    except (BadPicture, MemoryError):
        raise
    except (BadContainer, OSError, ValueError, SyntaxError) as error:
        raise BadPicture(f"the picture is damaged: {error}") from None
    except Exception:  # in the words of Python, which tell the author nothing
        raise BadPicture("the picture is damaged") from None


def _open_examined(content: bytes) -> Image:
    """Open a picture that was examined. Of a PNG nothing is left that only decoding would read, and reject."""
    return _open_picture(strip_metadata(content) if content.startswith(PNG) else content)


def _open_picture(content: bytes) -> Image:
    """Open a picture by its header. Nothing is unpacked yet, so a bomb is only its header."""
    import warnings

    from PIL import Image as Pillow

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the size is checked here, against our own limit
            image = Pillow.open(io.BytesIO(content), formats=_FORMATS)
    except Pillow.DecompressionBombError:
        raise BadPicture(f"the picture has far more than the {MOST_PIXELS:,} pixels that are printed") from None
    except (MemoryError, BadPicture):
        raise
    except Exception:
        raise BadPicture("the file is not a PNG, JPEG or WebP picture") from None
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise BadPicture(f"the picture has {width:,} × {height:,} pixels; at most {MOST_PIXELS:,} in all are printed")
    return image


def _format(image: Image) -> str:
    """Return PNG, JPEG or WEBP; a JPEG of several pictures, as taken by phones, counts as its first one."""
    return "JPEG" if image.format == "MPO" else image.format or ""


# By EXIF orientation: the directions of a stored row and column in the upright picture, and its first corner.
_TURNS = {
    1: ((1, 0), (0, 1), (0, 0)),
    2: ((-1, 0), (0, 1), (1, 0)),
    3: ((-1, 0), (0, -1), (1, 1)),
    4: ((1, 0), (0, -1), (0, 1)),
    5: ((0, 1), (1, 0), (0, 0)),
    6: ((0, 1), (-1, 0), (1, 0)),
    7: ((0, -1), (-1, 0), (1, 1)),
    8: ((0, -1), (1, 0), (0, 1)),
}
_LYING = (5, 6, 7, 8)


def upright_size(raster: Raster) -> tuple[int, int]:
    """Return width and height of the upright picture in pixels."""
    return (raster.height, raster.width) if raster.orientation in _LYING else (raster.width, raster.height)


def upright_image(raster: Raster, place: Rect) -> ImageItem | Group:
    """Return the picture upright in its area."""
    if raster.orientation == 1:
        return ImageItem(raster, place)
    (a, b), (c, d), (e, f) = _TURNS[raster.orientation]
    width, height = place.width, place.height
    turned = Transform(a * width, b * height, c * width, d * height, place.x + e * width, place.y + f * height)
    return Group((ImageItem(raster, Rect(0.0, 0.0, 1.0, 1.0)),), turned)


def _orientation(image: Image) -> int:
    try:
        orientation = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # whatever Pillow raises for damaged metadata: the picture itself is fine
        return 1
    return orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1


class PdfImage(Struct, frozen=True):
    """A picture as a PDF stores it, with its transparency separated."""

    width: int
    height: int
    space: str
    filter: str
    packed: bytes
    more: str = ""
    mask: PdfImage | None = None


def pdf_image(raster: Raster, inks: Inks, *, flat: bool = False) -> PdfImage:
    """Pack the pixels in the file's inks; `flat`: on white. An RGB or grey file is embedded unchanged."""
    content = raster.read()
    form, _, mode = raster.form.partition(" ")
    try:
        if mode and inks is Inks.RGB:
            size, space = (raster.width, raster.height), _SPACES[mode]
            if form == "JPEG":
                return PdfImage(*size, space, "DCTDecode", strip_metadata(content))
            rows = f"/DecodeParms<</Predictor 15/Colors {len(mode)}/BitsPerComponent 8/Columns {raster.width}>>"
            return PdfImage(*size, space, "FlateDecode", png_pixels(content), rows)
        return FILES.call(pack, content, inks, flat)
    except (BadPicture, BadContainer, Ended) as error:
        raise UserError(f"the picture {raster.name} cannot be printed: {error}") from error


def pack(content: bytes, inks: Inks, flat: bool) -> PdfImage:
    """Decode a picture and pack its pixels, band by band: it is in memory once. Raises BadPicture."""
    with _readable():
        image = _open_examined(content)
        image.load()
        return _pack_image(image, inks, flat)


def _pack_image(image: Image, inks: Inks, flat: bool) -> PdfImage:
    from PIL import Image as Pillow

    clear = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    grey = image.mode == "L" and inks is Inks.RGB and not clear
    colours, mask, opaque = zlib.compressobj(6), zlib.compressobj(6), True
    packed, masked = list[bytes](), list[bytes]()
    step = max(1, _BAND // image.width)
    for top in range(0, image.height, step):
        band = image.crop((0, top, image.width, min(top + step, image.height)))
        if clear:
            band = band.convert("RGBA")
            alpha = band.getchannel("A")
            if flat:
                paper = Pillow.new("RGBA", band.size, "white")
                paper.alpha_composite(band)
                band = paper
            else:
                opaque = opaque and alpha.getextrema() == (255, 255)
                masked.append(mask.compress(alpha.tobytes()))
        if not grey:
            band = band.convert("RGB")
        if inks is Inks.CMYK:
            band = band.filter(_separation())  # type: ignore[arg-type]  # a table of colours is a filter too
        packed.append(colours.compress(band.tobytes()))
    space = "DeviceCMYK" if inks is Inks.CMYK else "DeviceGray" if grey else "DeviceRGB"
    alpha_image = None
    if not opaque:
        alpha_image = PdfImage(*image.size, "DeviceGray", "FlateDecode", b"".join([*masked, mask.flush()]))
    return PdfImage(*image.size, space, "FlateDecode", b"".join([*packed, colours.flush()]), "", alpha_image)


@cache
def _separation() -> object:
    """Return the inks of every colour, as a table in which Pillow interpolates."""
    from PIL.ImageFilter import Color3DLUT

    return Color3DLUT.generate(17, lambda r, g, b: inks_for(r, g, b), channels=4, target_mode="CMYK")


def data_uri(raster: Raster) -> str:
    """Return the picture as a data URI, for SVG."""
    content = raster.read()
    kind = _TYPES[raster.form.partition(" ")[0]]
    try:
        content = strip_metadata(content)
    except BadContainer:
        content, kind = _as_png(raster.name, content), _TYPES["PNG"]
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _as_png(name: str, content: bytes) -> bytes:
    try:
        return FILES.call(png_copy, content)
    except (BadPicture, Ended) as error:
        raise UserError(f"the picture {name} cannot be drawn: {error}") from error


def png_copy(content: bytes) -> bytes:
    """Write the pixels of a picture again, as PNG without metadata. Raises BadPicture."""
    with _readable():
        image, out = _open_examined(content), io.BytesIO()
        clear = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        image.convert("RGBA" if clear else "RGB").save(out, "PNG")
        return out.getvalue()
