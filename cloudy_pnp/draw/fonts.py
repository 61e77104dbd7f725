"""Fonts: looked up among the installed font packages, prepared once, with their metrics.

A prepared font is a plain TrueType file in which every character has exactly one glyph, so that measuring,
PDF and SVG cannot disagree:

* one weight, cut out of a variable font, under its own PostScript name (or bold would draw as regular);
* lining figures are the default ones (`lnum`): old-style figures look uneven on cards;
* the word space is wide enough: where it is narrow and an `f` leans into it, two words read as one;
* U+202F and similar spaces exist, as scaled spaces: most fonts lack them, French needs them;
* no ligatures, no hints, no other features: only outlines and kerning remain.
Preparing takes seconds, so the result is cached in the user's cache folder with a note of its source. Nothing is ever
downloaded.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cloudy_pnp.core.cache import cache_folder
from cloudy_pnp.core.files import lock_folder, read_json, read_plain, write_atomic
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.draw.scene import Font

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# Change this when `_prepare` changes: it is a part of the cache's key.
_RECIPE = "2"
_LARGEST_NOTE = 10_000  # bytes
_LARGEST_FONT = 20_000_000
LARGEST_FOREIGN = 30_000_000  # bytes of a font file of a game
_MOST_GLYPHS = 20_000  # of such a file
_UNITS = range(16, 16_385)  # of an em, by the specification: readers disagree about others
_DEEPEST = 5  # levels of composite glyphs
_NO_SPACE = "it has no space, and so no words can be set in it"
_PATIENCE = 30  # seconds to wait for another process that prepares fonts

# The narrowest word space, in ems, upright and italic: slanted characters lean further into it.
LEAST_SPACE = {False: 0.22, True: 0.28}
_WORD_SPACES = (0x0020, 0x00A0)
# Spaces that fonts may lack, as a share of their ordinary space. French sets U+202F before ! ? ; and U+2009 is its
# breakable twin.
_SPACES = {0x00A0: 1.0, 0x2007: 1.0, 0x2009: 0.65, 0x202F: 0.65}
# Characters that look like another by definition.
_TWINS = {0x2010: 0x002D, 0x2011: 0x002D}


class Face(Struct, frozen=True):
    """A prepared font. Lengths are in thousandths of an em."""

    font: Font
    name: str  # the PostScript name
    data: bytes  # the TrueType file
    advances: dict[str, float]  # of every character it has
    ascent: float
    descent: float  # how far below the baseline, positive
    cap_height: float
    x_height: float

    def __repr__(self) -> str:
        return f"Face({self.font})"

    def missing(self, text: str) -> tuple[str, ...]:
        """Return the characters of a text that the font lacks, each once, in order.

        >>> load(Font("Alegreya Sans")).missing("Tőke ★★")
        ('★',)
        """
        return tuple(dict.fromkeys(char for char in text if char not in self.advances))


@cache
def load(font: Font) -> Face:
    """Return the prepared face of a font. Raises UserError with a hint for a family that is not installed.

    >>> load(Font("Alegreya Sans", 700)).name
    'AlegreyaSans-700'
    """
    cached = _CachedFont.of(font.alone)
    data = cached.data()
    if data is None:
        source = Path(font.file) if font.file else _find(font)
        with lock_folder(cached.font.parent, _PATIENCE):  # languages built in parallel want the same fonts
            data = cached.data()
            if data is None:
                data = _prepare_foreign(source, font) if font.file else _prepare(source.read_bytes(), font)
                cached.keep(source, data)
    return _face(font, data)


def _prepare_foreign(source: Path, font: Font) -> bytes:
    """Prepare a game's own font file in the worker: nothing in it can end this process, or keep it waiting."""
    try:
        content = read_plain(source, LARGEST_FOREIGN)
        if hashlib.sha256(content).hexdigest() != font.sha256:
            raise UserError("it has changed in the meantime: try again")
        return FILES.call(prepare_font, content, font.alone)
    except (Ended, UserError, OSError) as error:
        raise UserError(f"the font file {quoted(source.name)} cannot be used: {error}") from None


@cache
def is_installed(font: Font) -> bool:
    """Check whether a font can be used.

    >>> is_installed(Font("Alegreya Sans")), is_installed(Font("No Such Face"))
    (True, False)
    """
    if font.file or _CachedFont.of(font.alone).data() is not None:
        return True
    try:
        _find(font)
    except UserError:
        return False
    return True


def normal(text: str) -> str:
    """Normalize a text for fonts: accents composed with their letters, no soft hyphens, no variants of emoji.

    >>> normal("Tu\\u030bz\\u00ad")
    'Tűz'
    """
    if text.isascii():
        return str(text)  # HarfBuzz accepts no subclass of str, as untranslated texts are
    text = unicodedata.normalize("NFC", text)
    for unseen in "\u00ad\ufe0e\ufe0f":  # `translate` looks at every character, and takes twenty times as long
        text = text.replace(unseen, "")
    return text


def _find(font: Font) -> Path:
    import fontpkg

    try:
        return Path(fontpkg.path(font.family, font.weight, "italic" if font.italic else "normal"))
    except fontpkg.FamilyNotInstalled:
        # No command to copy: the name comes from card data, which may be untrusted, and so would the package name.
        raise UserError(
            f"the font {quoted(font.family)} is not installed; fonts come from packages fontpkg-…"
        ) from None
    except fontpkg.FontpkgError as error:
        raise UserError(f"the font {quoted(font.family)} cannot be used: {error}") from None


def _postscript_name(font: Font) -> str:
    letters = "".join(char for char in font.family.title() if char.isascii() and char.isalnum())
    return f"{letters or 'Font'}{font.sha256[:6]}-{font.weight}{'Italic' if font.italic else ''}"


class _CachedFont(Struct, frozen=True):
    """A prepared font in the cache, in two files: the font itself and a note of its source.

    Looking a family up among the installed packages takes ten times as long as reading a prepared font. So the note
    records the source file; the font is valid as long as that file and fonttools are unchanged.
    """

    font: Path
    note: Path

    @classmethod
    def of(cls, font: Font) -> _CachedFont:
        """Each Python environment has its own: others may hold other versions of the packages."""
        place = hashlib.sha256(f"{_RECIPE}|{sys.prefix}|{font}|{font.sha256}".encode()).hexdigest()[:16]
        file = cache_folder() / "fonts" / f"{_postscript_name(font)}-{place}.ttf"
        return cls(file, file.with_suffix(".json"))

    def data(self) -> bytes | None:
        """Return the prepared font, or None if it is missing or outdated."""
        try:
            note = read_json(self.note, _LARGEST_NOTE)
            data = read_plain(self.font, _LARGEST_FONT)
            is_good = note == _note(Path(note["source"]), data)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return data if is_good else None

    def keep(self, source: Path, data: bytes) -> None:
        """Write whole files or nothing; without a writable cache the font is prepared again next time."""
        note = json.dumps(_note(source, data)).encode()
        try:
            for path, content in ((self.font, data), (self.note, note)):
                write_atomic(path, content, lasting=False)
        except UserError:
            return


def _note(source: Path, data: bytes) -> dict[str, object]:
    """Describe the source of a prepared font, the tools, and its own hash."""
    tools = find_spec("fontTools")
    made_with = Path(tools.origin).stat().st_mtime_ns if tools and tools.origin else 0
    stat = source.stat()
    return {
        "source": str(source),
        "size": stat.st_size,
        "changed": stat.st_mtime_ns,
        "fonttools": made_with,
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def describe_font(content: bytes) -> dict[str, Any]:
    """Return what a foreign font file contains, for `FontFile`. Runs in the worker; raises UserError."""
    with _readable():
        tt = _opened(content)
        names, axes = tt["name"], tt["fvar"].axes if "fvar" in tt else ()
        family = names.getDebugName(16) or names.getDebugName(1) or ""
        own = tt["OS/2"].usWeightClass if "OS/2" in tt else 400
        weights = next(([axis.minValue, axis.maxValue] for axis in axes if axis.axisTag == "wght"), [own, own])
        lightest, boldest = sorted(min(max(int(weight), 1), 1000) for weight in weights)
        if not family.strip():
            raise UserError("it does not name its family")
        return {
            "family": family.strip()[:100],
            "lightest": lightest,
            "boldest": boldest,
            "italic": bool(tt["head"].macStyle & 2),
            "characters": len(tt.getBestCmap() or ()),
        }


def prepare_font(content: bytes, font: Font) -> bytes:
    """Prepare a foreign font file, and use it once as a card and a PDF do. Runs in the worker; raises UserError."""
    from reportlab.pdfbase.ttfonts import TTFontFace

    with _readable():
        data = _prepare(content, font)
        characters = _face(font, data).advances
        if " " not in characters:
            raise UserError(_NO_SPACE)
        TTFontFace(io.BytesIO(data)).makeSubset([ord(char) for char in characters])
        return data


@contextmanager
def _readable() -> Iterator[None]:
    """Turn whatever a damaged file makes the reader raise into one sentence."""
    from fontTools.ttLib import TTLibError

    try:
        yield
    except (UserError, MemoryError):
        raise
    except TTLibError as error:
        raise UserError(f"the file is damaged: {str(error).strip().splitlines()[0][:100]}") from None
    except Exception:  # in the words of Python, which tell the author nothing
        raise UserError("the file is damaged") from None


def _opened(content: bytes) -> TTFont:
    """Open a foreign font file, unless it would take too long."""
    from fontTools.ttLib import TTFont

    if content[:4] == b"ttcf":
        raise UserError("it is a collection of fonts: save one of them as a file")
    if content[:4] == b"wOF2" and find_spec("brotli") is None:
        raise UserError("reading WOFF2 needs the package brotli: pip install brotli, or save the font as TTF")
    tt = TTFont(io.BytesIO(content), recalcTimestamp=False, lazy=True)
    if tt["maxp"].numGlyphs > _MOST_GLYPHS:
        raise UserError(f"it has {tt['maxp'].numGlyphs:,} glyphs; at most {_MOST_GLYPHS:,} are read: make a subset")
    if tt["head"].unitsPerEm not in _UNITS:
        raise UserError(f"the file is damaged: its em has {tt['head'].unitsPerEm:,} units")
    if not {"glyf", "CFF "} & set(tt.keys()):
        raise UserError("it has no outlines: colour fonts of pictures cannot be used")
    if 0x20 not in (tt.getBestCmap() or {}):
        raise UserError(_NO_SPACE)
    if "glyf" in tt:
        _check_composites(tt)
    return tt


def _check_composites(tt: TTFont) -> None:
    """Refuse composite glyphs that are nested deeply or endlessly."""
    glyf = tt["glyf"]
    depths: dict[str, int] = {}

    def depth(name: str, above: tuple[str, ...]) -> int:
        if name in above or len(above) > _DEEPEST:
            raise UserError(f"its glyph {quoted(name)} is made of others that are nested too deeply")
        if name not in depths:
            glyph = glyf[name]
            parts = [part.glyphName for part in glyph.components] if glyph.isComposite() else []
            depths[name] = 1 + max((depth(part, (*above, name)) for part in parts), default=0)
        return depths[name]

    for name in tt.getGlyphOrder():
        depth(name, ())


def _with_quadratic_outlines(tt: TTFont) -> None:
    """Replace the outlines of an OpenType font (CFF) by TrueType's."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, glyphs = tt.getGlyphOrder(), tt.getGlyphSet()
    made = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, tt["head"].unitsPerEm / 1000, reverse_direction=True))
        made[name] = pen.glyph()
    tt["loca"], tt["glyf"] = newTable("loca"), newTable("glyf")
    tt["glyf"].glyphOrder, tt["glyf"].glyphs = order, made
    tt["maxp"].tableVersion = 0x00010000
    for key in ("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"):
        setattr(tt["maxp"], key, 1 if key == "maxZones" else 0)
    for key in ("maxStackElements", "maxSizeOfInstructions", "maxComponentElements"):
        setattr(tt["maxp"], key, 0)
    del tt["CFF "]
    if "VORG" in tt:
        del tt["VORG"]
    tt["post"].formatType, tt.sfntVersion = 3.0, "\x00\x01\x00\x00"


def _prepare(content: bytes, font: Font) -> bytes:
    """See the module's docstring for what happens here."""
    from fontTools import subset
    from fontTools.ttLib import TTFont, newTable

    tt = _opened(content) if font.file else TTFont(io.BytesIO(content), recalcTimestamp=False, lazy=True)
    tt.flavor = None
    if "CFF " in tt and font.file:
        _with_quadratic_outlines(tt)
    if "glyf" not in tt:
        raise UserError(f"the font {quoted(font.family)} has no TrueType outlines: choose another one")
    if "fvar" in tt:
        tt = _instance(tt, font)
    _lining_figures(tt)
    _widen_spaces(tt, font)
    _add_characters(tt)
    options = subset.Options(
        layout_features=["kern"],
        hinting=False,
        glyph_names=False,
        notdef_outline=True,
        drop_tables=[*subset.Options._drop_tables_default, "GSUB", "STAT", "gasp", "MVAR", "HVAR", "avar", "name"],
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(tt.getBestCmap()))
    subsetter.subset(tt)
    tt["name"] = newTable("name")  # the old one would have been searched for names that kerning needs
    _rename(tt, _postscript_name(font))
    out = io.BytesIO()
    tt.save(out)
    return out.getvalue()


def _instance(tt: TTFont, font: Font) -> TTFont:
    """Return one weight of a variable font; other axes keep their default."""
    from fontTools.varLib.instancer import instantiateVariableFont

    place: dict[str, Any] = {axis.axisTag: axis.defaultValue for axis in tt["fvar"].axes}
    if "wght" in place:
        place["wght"] = font.weight
    return instantiateVariableFont(tt, place, inplace=True)


def _lining_figures(tt: TTFont) -> None:
    """Map digits to the glyphs of the `lnum` feature."""
    if "GSUB" not in tt:
        return
    table = tt["GSUB"].table
    lookups = [
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "lnum"
        for index in record.Feature.LookupListIndex
    ]
    changes: dict[str, str] = {}
    for index in lookups:
        for part in table.LookupList.Lookup[index].SubTable:
            single = part.ExtSubTable if part.LookupType == 7 else part
            if single.LookupType == 1:
                changes.update(single.mapping)
    for cmap in tt["cmap"].tables:
        if cmap.isUnicode():
            for digit in range(0x30, 0x3A):
                if digit in cmap.cmap:
                    cmap.cmap[digit] = changes.get(cmap.cmap[digit], cmap.cmap[digit])


def _widen_spaces(tt: TTFont, font: Font) -> None:
    least = round(LEAST_SPACE[font.italic] * tt["head"].unitsPerEm)
    best, metrics = tt.getBestCmap(), tt["hmtx"].metrics
    for code in _WORD_SPACES:
        if code in best:
            width, bearing = metrics[best[code]]
            metrics[best[code]] = (max(width, least), bearing)


def _add_characters(tt: TTFont) -> None:
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    best = tt.getBestCmap()
    added = {code: best[twin] for code, twin in _TWINS.items() if code not in best and twin in best}
    width, _ = tt["hmtx"][best[0x20]]
    order = tt.getGlyphOrder()
    for code, share in _SPACES.items():
        if code not in best:
            name = f"space.{code:04x}"
            order = [*order, name]
            tt["glyf"].glyphs[name] = Glyph()
            tt["hmtx"].metrics[name] = (round(width * share), 0)
            added[code] = name
    tt.setGlyphOrder(order)
    tt["glyf"].glyphOrder = order
    for cmap in tt["cmap"].tables:
        if cmap.isUnicode():
            cmap.cmap.update(added)


def _rename(tt: TTFont, name: str) -> None:
    family, _, style = name.partition("-")
    table = tt["name"]
    table.names = []
    for number, text in ((1, name), (2, "Regular"), (4, f"{family} {style}"), (6, name)):
        table.setName(text, number, 3, 1, 0x409)


def _face(font: Font, data: bytes) -> Face:
    """Read the metrics with HarfBuzz: it opens a font ten times as fast as fontTools does."""
    import uharfbuzz as hb

    face = hb.Face(data)
    scale = 1000 / face.upem
    shaper = hb.Font(face)
    advances = _advances(face.unicodes, shaper, scale)
    extents = shaper.get_font_extents("ltr")
    metrics = hb.OTMetricsTag
    cap, x = ((shaper.get_metric_position(tag) or 0) * scale for tag in (metrics.CAP_HEIGHT, metrics.X_HEIGHT))
    return Face(
        font,
        _postscript_name(font),
        data,
        advances,
        ascent=extents.ascender * scale,
        descent=-extents.descender * scale,
        cap_height=cap,
        x_height=x,
    )


def _advances(codes: Iterable[int], shaper: Any, scale: float) -> dict[str, float]:
    advances = {}
    for code in codes:
        glyph = shaper.get_nominal_glyph(code)
        if glyph is not None:
            advances[chr(code)] = shaper.get_glyph_h_advance(glyph) * scale
    return advances
