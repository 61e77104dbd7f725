"""The PDF file itself: reportlab's document, written to disk while it grows.

reportlab keeps every page until the end. Here a page or a form is written as soon as it is finished and then freed, so
memory does not grow with the number of cards; reportlab's own objects (fonts, catalogue, trailer) follow at the end.
"""

from __future__ import annotations

import io
import zlib
from functools import cache
from itertools import compress, count
from typing import BinaryIO

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFont

from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.inks import PRODUCER, Standard, coated, metadata
from cloudy_pnp.draw.raster import PdfImage
from cloudy_pnp.draw.scene import Font

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
