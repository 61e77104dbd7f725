"""The contents of a file for the press, by the standards of print services."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from uuid import UUID

from msgspec import Struct

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.inks import MOST_INK

PRODUCER = "cloudy-pnp with reportlab"
DATE = "2000-01-01T00:00:00+00:00"  # fixed: the same input gives the same bytes
LEAST_LIMIT, MOST_LIMIT = 1.8, 4.0


class Standard(StrEnum):
    """A standard of the family PDF/X (ISO 15930)."""

    X4 = "4"  # transparency and layers are allowed: the press's own software flattens last
    X1A = "1a"  # neither is: for services with older machines

    @property
    def label(self) -> str:
        """The label in the file."""
        return "PDF/X-4" if self is Standard.X4 else "PDF/X-1a:2003"

    @property
    def version(self) -> str:
        """The version of PDF it allows."""
        return "1.6" if self is Standard.X4 else "1.4"


class Press(Struct, frozen=True):
    """The requirements of a print service: a standard, and the total ink limit (3.0 is 300%).

    >>> Press(most_ink=2.4).standard.label
    'PDF/X-4'
    """

    standard: Standard = Standard.X4
    most_ink: float = MOST_INK

    def __post_init__(self) -> None:
        if not LEAST_LIMIT <= self.most_ink <= MOST_LIMIT:
            raise UserError(
                f"an ink limit of {self.most_ink * 100:g}% is not possible:"
                f" it must be from {LEAST_LIMIT * 100:g} to {MOST_LIMIT * 100:g}%"
            )


def document_id(*parts: str) -> str:
    """Derive a name for a document from its parts.

    >>> document_id("deck", "en") == document_id("deck", "en")
    True
    """
    digest = hashlib.sha256("\0".join(parts).encode()).digest()[:16]
    return f"uuid:{UUID(bytes=digest, version=4)}"


def metadata(standard: Standard, title: str, lang: str) -> bytes:
    """Return the XMP packet: title, dates, and for PDF/X-4 the standard of the file."""
    from html import escape  # slow to import

    identification = (
        f"<pdfxid:GTS_PDFXVersion>{standard.label}</pdfxid:GTS_PDFXVersion>" if standard is Standard.X4 else ""
    )
    text = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title, quote=False)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{escape(lang, quote=False)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>{DATE}</xmp:CreateDate><xmp:ModifyDate>{DATE}</xmp:ModifyDate>
<xmp:MetadataDate>{DATE}</xmp:MetadataDate><xmp:CreatorTool>cloudy-pnp</xmp:CreatorTool>
<xmpMM:DocumentID>{document_id(standard.label, title, lang)}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{PRODUCER}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
{identification}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
    return text.encode("utf-8")
