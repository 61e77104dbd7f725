"""The containers of picture files: JPEG segments, PNG chunks and WebP chunks, without decoding any pixels.

A published picture keeps its pixels and its colours. Everything else a camera or a program has stored in it (places,
names, dates, thumbnails, a second picture) is stripped.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence

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
