"""Scenes to PDF: vector, small, the same bytes every time.

Coordinates stay in millimetres with y down: one transform at the start of each page does the rest.

>>> import io
>>> from cloudy_pnp.draw.scene import Page
>>> out = io.BytesIO()
>>> write_pdf([Page(63.5, 88.9, ())], out)
1

Sheets, and other pages, as PDF files.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import compress, count
from pathlib import Path
from typing import BinaryIO
from weakref import WeakKeyDictionary

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFont

from cloudy_pnp.core import progress
from cloudy_pnp.core.budget import infrequent_gc
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.colour import Gradient, LinearGradient
from cloudy_pnp.draw.inks import PRODUCER, Inks, Press, Standard, coated, metadata
from cloudy_pnp.draw.pdf_content import Drawing, Layer, Mask, Named, Overprint, Shade, Spot, Translator, fade, numbers
from cloudy_pnp.draw.press.separate import Separator
from cloudy_pnp.draw.raster import PdfImage, pdf_image
from cloudy_pnp.draw.scene import Font, Page, Raster, Symbol

# Characters that must be escaped in a PDF string: brackets, the backslash, and line ends, which readers change.
_ESCAPED = {ord(char): f"\\{ord(char):03o}" for char in "()\\\r\n"}


class PdfFile(pdfdoc.PDFDocument):  # type: ignore[misc]  # reportlab has no types
    """A PDF file written object by object, independent of the clock and of chance.

    With a `standard` it contains what PDF/X requires: metadata, and the profile of the printing condition.
    """

    def __init__(
        self, out: BinaryIO, title: str, lang: str, duplex: str | None, standard: Standard | None = None
    ) -> None:
        version = standard.version if standard else "1.6"
        major, minor = map(int, version.split("."))
        super().__init__(dummyoutline=1, compression=1, invariant=1, pdfVersion=(major, minor), lang=lang)
        self.standard, self._lang = standard, lang
        self.Catalog.Outlines = None
        self.info.title, self.info.author, self.info.subject = title, "", ""
        self.info.creator = self.info.producer = PRODUCER
        # "Fit to page" is how cards get the wrong size: disable it in the print dialogue.
        wishes = {"PrintScaling": "/None", **({"Duplex": f"/{duplex}"} if duplex else {})}
        if standard is None:  # a press has no print dialogue
            self.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(wishes)
        self._out = out
        self._at = 0
        self._offsets: dict[int, int] = {}
        self._layers: dict[str, str] = {}
        self._write(f"%PDF-{version}\n".encode() + b"%\xe2\xe3\xcf\xd3\n")
        self._pages = self._number(self.Pages)
        self.fonts = f"{self.idToObjectNumberAndVersion['BasicFonts'][0]} 0 R"

    def add(self, dictionary: str, packed: bytes | None = None, *, filtered: bool = True) -> str:
        """Write an object (the inside of its dictionary, and its packed stream) and return the reference to it.

        Metadata is not `filtered` (packed): programs without PDF support search for it.
        """
        self.objectcounter += 1
        number = self.objectcounter
        if packed is None:
            self._put(number, f"<<{dictionary}>>".encode("latin-1"))
        else:
            self.updateSignature(packed)
            how = "/Filter/FlateDecode" if filtered else ""
            head = f"<<{dictionary}{how}/Length {len(packed)}>>\nstream\n"
            self._put(number, b"".join((head.encode("latin-1"), packed, b"\nendstream")))
        return f"{number} 0 R"

    def add_image(self, image: PdfImage, more: str = "") -> str:
        """Write a raster picture as it is packed."""
        self.objectcounter += 1
        number = self.objectcounter
        self.updateSignature(image.packed)
        head = (
            f"<</Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}/BitsPerComponent 8"
            f"/ColorSpace/{image.space}{image.more}{more}/Filter/{image.filter}/Length {len(image.packed)}>>\nstream\n"
        )
        self._put(number, b"".join((head.encode("latin-1"), image.packed, b"\nendstream")))
        return f"{number} 0 R"

    def layer(self, name: str) -> str:
        """Return the reference to a layer, written on first use."""
        if name not in self._layers:
            self._layers[name] = self.add(f"/Type/OCG/Name{_text(name)}")
        return self._layers[name]

    def add_page(self, dictionary: str) -> None:
        """Write a page and add it to the page tree."""
        self.Pages.addPage(self.add(f"/Type/Page/Parent {self._pages} 0 R{dictionary}"))

    def finish(self) -> None:
        """Write the rest: fonts, page tree, catalogue, cross references, trailer."""
        for font in self.delayedFonts:
            font.addObjects(self)
        self.info.invariant = True
        self.info.digest(self.signature)
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        more = {self._number(self.Catalog): self._catalogue(), self._number(self.info): self._identification()}
        number = 0
        while number < self.objectcounter:  # formatting an object may add others
            number += 1
            if number not in self._offsets:
                content: bytes = pdfdoc.format(self.idToObject[self.numberToId[number]], self, toplevel=1)
                if number in more:  # entries that reportlab's dictionary does not support
                    content = content.rstrip().removesuffix(b">>") + more[number].encode("ascii") + b">>"
                self._put(number, content)
        start = self._at
        rows = [f"{self._offsets[at]:010d} 00000 n \n" for at in range(1, number + 1)]
        table = f"xref\n0 {number + 1}\n0000000000 65535 f \n{''.join(rows)}"
        self._write(table.encode("ascii"))
        trailer = pdfdoc.PDFTrailer(startxref=start, Size=number + 1, Root=root, Info=info, ID=self.ID())
        self._write(trailer.format(self))

    def _catalogue(self) -> str:
        """Return the entries of the catalogue that reportlab lacks: layers, and the requirements of PDF/X."""
        parts = []
        if self._layers:
            all_layers = " ".join(self._layers.values())
            parts.append(
                f"/OCProperties<</OCGs[{all_layers}]/D<</Name(cloudy-pnp)/Order[{all_layers}]/ON[{all_layers}]>>>>"
            )
        if self.standard is not None:
            profile = coated()
            packet = metadata(self.standard, self.info.title, self._lang)
            self.updateSignature(packet)
            where = self.add("/Type/Metadata/Subtype/XML", packet, filtered=False)
            stream = self.add("/N 4/Alternate/DeviceCMYK", zlib.compress(profile.data, 9))
            intent = (
                f"/Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier({profile.identifier})"
                f"/OutputCondition({_escape(profile.condition)})/Info({_escape(profile.condition)})"
                f"/RegistryName(http://www.color.org)/DestOutputProfile {stream}"
            )
            parts.append(f"/Metadata {where}/OutputIntents[{self.add(intent)}]")
        return "".join(parts)

    def _identification(self) -> str:
        if self.standard is None:
            return ""
        return f"/GTS_PDFXVersion({_escape(self.standard.label)})"

    def _number(self, content: pdfdoc.PDFObject) -> int:
        number: int = self.idToObjectNumberAndVersion[self.Reference(content).name][0]
        return number

    def _put(self, number: int, content: bytes) -> None:
        self._offsets[number] = self._at
        self._write(b"%d 0 obj\n%s\nendobj\n" % (number, content))

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._at += len(data)


def _escape(text: str) -> str:
    return text.translate(_ESCAPED)


def _text(text: str) -> str:
    """Encode a text string in any alphabet."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


class PdfFont:
    """A font in a file: the code of each character, in subsets of at most 256.

    Its size is always 1; the text matrix scales it. So a text is shown the same way at every size.
    """

    def __init__(self, font: Font, file: PdfFile) -> None:
        self._codes = _Codes(_reportlab_font(font), file)
        self.selected = self._codes.selected(0)

    def show(self, text: str, kerns: tuple[int, ...]) -> str:
        """Return the operators that show a kerned text, once the font has been `selected`."""
        codes = list(map(self._codes.__getitem__, text))
        for at in compress(count(), kerns):  # most are 0
            codes[at] += _MOVES[kerns[at]]
        return f"[({''.join(codes)})] TJ"


class _Codes(dict[str, str]):
    """The notation of each character inside a `TJ` array; a new one gets the next free code of the font."""

    def __init__(self, font: TTFont, file: PdfFile) -> None:
        super().__init__()
        self._font, self._file = font, file

    def __missing__(self, char: str) -> str:
        ((subset, (number,)),) = self._font.splitString(char, self._file)
        code = _ESCAPED.get(number, chr(number))
        if subset:  # a rare character beyond the first 256: switch to its subset and back
            code = f")] TJ {self.selected(subset)} [({code})] TJ {self.selected(0)} [("
        self[char] = code
        return code

    def selected(self, subset: int) -> str:
        """Return the operator that selects a subset of the font."""
        self._font.splitString(" ", self._file)  # its first character creates the first subset
        return f"{self._font.getSubsetInternalName(subset, self._file)} 1 Tf"


class _Moves(dict[int, str]):
    """The notation of a kern between the characters of a `TJ` array: there it counts to the left."""

    def __missing__(self, kern: int) -> str:
        self[kern] = f"){-kern}("
        return self[kern]


_MOVES = _Moves()


@cache
def _reportlab_font(font: Font) -> TTFont:
    face = fonts.load(font)
    return TTFont(face.name, io.BytesIO(face.data), asciiReadable=False, shapable=False)


__all__ = ["Duplex", "Inks", "write_pdf"]

POINTS = 72 / 25.4

_KINDS = {"X": "XObject", "S": "Shading", "G": "ExtGState", "C": "ColorSpace", "L": "Properties"}

# A symbol is translated once per process, not once per file: the same cards are on several kinds of sheets.
_DRAWN: dict[Inks, WeakKeyDictionary[Symbol, Drawing]] = {inks: WeakKeyDictionary() for inks in Inks}
_PREPARED: dict[Press, Callable[[Page], Page]] = {}


class Duplex(StrEnum):
    """The duplex setting preselected in the print dialogue."""

    LONG_EDGE = "DuplexFlipLongEdge"
    SHORT_EDGE = "DuplexFlipShortEdge"


def write_pdf(
    pages: Iterable[Page],
    out: BinaryIO,
    *,
    inks: Inks = Inks.RGB,
    title: str = "",
    lang: str = "en",
    duplex: Duplex | None = None,
    press: Press | None = None,
) -> int:
    """Write pages to a file as they come, and return their number.

    A page may be freed as soon as the next one is requested, so `pages` can be a generator of any length. With `press`
    the file is for a print service: PDF/X, with colours separated into inks (`inks` is ignored).
    """
    if press is not None:
        inks = Inks.CMYK
    file = PdfFile(out, title, lang, duplex.value if duplex else None, press.standard if press else None)
    book = _Book(file, inks)
    ready = _preparation(press)
    count = 0
    with infrequent_gc():
        for page in pages:
            book.page(ready(page))
            count += 1
    book.file.finish()
    return count


def _preparation(press: Press | None) -> Callable[[Page], Page]:
    """Return the preparation of a page before it is written: nothing, or what the press requires."""
    if press is None:
        return lambda page: page
    if press not in _PREPARED:
        separate = Separator(press.most_ink).page
        from cloudy_pnp.draw.press.flatten import Flattener  # slow to import, and few files need it

        flatten = Flattener().page
        _PREPARED[press] = separate if press.standard is Standard.X4 else lambda page: flatten(separate(page))
    return _PREPARED[press]


class _Book:
    """A file: the objects its pages share, and the meaning of the names in a drawing."""

    def __init__(self, file: PdfFile, inks: Inks) -> None:
        self.file = file
        flat = file.standard is Standard.X1A
        self._translator = Translator(inks, self._font, layers=not flat)
        self._space = "/DeviceCMYK" if inks is Inks.CMYK else "/DeviceRGB"
        self._group = "" if flat else f"/Group<</S/Transparency/CS{self._space}>>"
        self._drawn = _DRAWN[inks]
        self._fonts: dict[Font, PdfFont] = {}
        self._font_ids: dict[int, tuple[Font, PdfFont]] = {}  # keeps the key alive, so that its id stays unique
        self._symbols: WeakKeyDictionary[Symbol, str] = WeakKeyDictionary()
        self._images: dict[str, str] = {}
        self._inks = inks
        self._others: dict[Shade | Mask | Overprint | Spot | Layer | float, str] = {}

    def page(self, page: Page) -> None:
        upright = f"{POINTS:.7f} 0 0 {-POINTS:.7f} 0 {page.height * POINTS:.4f} cm 4 M"
        drawing = self._translator.drawing(page.items, page.media, start=upright)
        resources = self._resources(drawing)
        stream = self.file.add("", drawing.packed)
        boxes = {"Media": page.media, "Bleed": page.bleed_box, "Trim": page.trim_box}
        parts = [f"/{name}Box[{_box(box, page.height)}]" for name, box in boxes.items()]
        self.file.add_page(f"{''.join(parts)}{self._group}{resources}/Contents {stream}")

    def _font(self, font: Font) -> PdfFont:
        """Return the font of this file. Runs share their `Font` object, and looking up its id is faster."""
        entry = self._font_ids.get(id(font))
        if entry is None:
            if font not in self._fonts:
                self._fonts[font] = PdfFont(font, self.file)
            entry = self._font_ids[id(font)] = (font, self._fonts[font])
        return entry[1]

    def _resources(self, drawing: Drawing) -> str:
        """Return the resources named in a drawing, writing those that are not in the file yet."""
        kinds: dict[str, list[str]] = {letter: [] for letter in _KINDS}
        for resource, name in drawing.named.items():
            kinds[name[1]].append(f"{name} {self._reference(resource)}")
        fonts = f"/Font {self.file.fonts}" if drawing.has_text else ""
        parts = [f"/{_KINDS[letter]}<<{''.join(names)}>>" for letter, names in kinds.items() if names]
        return f"/Resources<<{fonts}{''.join(parts)}>>"

    def _reference(self, resource: Named) -> str:
        match resource:
            case Symbol():
                return self._symbol(resource)
            case Drawing():
                return self._form(resource)
            case Raster():
                return self._image(resource)
        reference = self._others.get(resource)
        if reference is None:
            match resource:
                case Shade(gradient, grey):
                    reference = self._shading(gradient, grey)
                case Mask(gradient, box):
                    reference = self.file.add(f"/SMask<</S/Luminosity/G {self._form(fade(gradient, box))}>>")
                case Overprint(fill, line):
                    reference = self.file.add(f"/op {_bool(fill)}/OP {_bool(line)}/OPM {int(fill or line)}")
                case Spot(name, inks):
                    tint = _function((0, 1), ((0.0,) * 4, inks))
                    reference = f"[/Separation/{name}/DeviceCMYK{tint}]"
                case Layer(name):
                    reference = self.file.layer(name)
                case _:
                    reference = self.file.add(f"/ca {resource:.4f}/CA {resource:.4f}")
            self._others[resource] = reference
        return reference

    def _symbol(self, symbol: Symbol) -> str:
        """Return the reference to a symbol's form, written on first use."""
        form = self._symbols.get(symbol)
        if form is None:
            drawing = self._drawn.get(symbol)
            if drawing is None:
                drawing = self._translator.drawing(symbol.items, symbol.bounds)
                if not drawing.has_text:
                    self._drawn[symbol] = drawing
            form = self._symbols[symbol] = self._form(drawing)
        return form

    def _image(self, raster: Raster) -> str:
        """Return the reference to a raster picture, written on first use and then freed."""
        reference = self._images.get(raster.key)
        if reference is None:
            image = pdf_image(raster, self._inks, flat=not self._group)
            mask = f"/SMask {self.file.add_image(image.mask)}" if image.mask else ""
            reference = self._images[raster.key] = self.file.add_image(image, mask)
        return reference

    def _form(self, drawing: Drawing) -> str:
        box = drawing.box
        corners = f"{box.left:.3f} {box.top:.3f} {box.right:.3f} {box.bottom:.3f}"
        head = f"/Type/XObject/Subtype/Form/BBox[{corners}]{drawing.group}{self._resources(drawing)}"
        return self.file.add(head, drawing.packed)

    def _shading(self, gradient: Gradient, grey: bool) -> str:
        parts = self._translator.parts
        values = [(stop.opacity,) if grey else parts(stop.colour) for stop in gradient.stops]
        function = _function([stop.offset for stop in gradient.stops], values)
        if isinstance(gradient, LinearGradient):
            ends: tuple[float, ...] = (gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y)
        else:
            centre = gradient.centre
            ends = (centre.x, centre.y, 0.0, centre.x, centre.y, gradient.radius)
        kind = 2 if isinstance(gradient, LinearGradient) else 3
        space = "/DeviceGray" if grey else self._space
        return self.file.add(
            f"/ShadingType {kind}/ColorSpace{space}/Coords[{numbers(ends)}]/Extend[true true]/Function{function}"
        )


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _box(rect: Rect, height: float) -> str:
    """Return a page box in points with y up."""
    corners = (rect.left, height - rect.bottom, rect.right, height - rect.top)
    return " ".join(f"{value * POINTS:.4f}" for value in corners)


def _function(offsets: Sequence[float], values: Sequence[Sequence[float]]) -> str:
    """Return the function from 0…1 to colour components that is linear between stops."""
    places, colours = list(offsets), list(values)
    if places[0] > 0:
        places.insert(0, 0.0)
        colours.insert(0, colours[0])
    if places[-1] < 1:
        places.append(1.0)
        colours.append(colours[-1])
    spans = [
        (end, f"<</FunctionType 2/Domain[0 1]/C0[{numbers(c0)}]/C1[{numbers(c1)}]/N 1>>")
        for start, end, c0, c1 in zip(places, places[1:], colours, colours[1:], strict=False)
        if end > start  # two stops at one offset make a hard edge
    ]
    if len(spans) == 1:
        return spans[0][1]
    edges = " ".join(f"{end:.5f}" for end, _ in spans[:-1])
    parts = "".join(function for _, function in spans)
    return f"<</FunctionType 3/Domain[0 1]/Functions[{parts}]/Bounds[{edges}]/Encode[{'0 1 ' * len(spans)}]>>"


def write_pages(
    target: Path, pages: Iterable[Page], title: str, lang: str, press: Press | None = None, duplex: Duplex | None = None
) -> tuple[int, tuple[float, float]]:
    """Write pages, and return their number and the size of the last one in mm. A file for a press is checked."""
    size = (0.0, 0.0)

    def measured_pages() -> Iterator[Page]:
        nonlocal size
        for number, page in enumerate(pages, 1):
            if press is not None:  # flattening is slow
                progress.at(f"{target.name}, page {number}")
            size = (page.width, page.height)
            yield page

    with target.open("wb") as out:
        count = write_pdf(measured_pages(), out, title=title, lang=lang, duplex=duplex, press=press)
    if press is not None:
        from cloudy_pnp.draw.press.preflight import require_valid  # slow to import

        require_valid(target, press)
    return count, size
