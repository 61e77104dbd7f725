"""The preflight of a file for a print service: the clauses of PDF/X that matter, checked on the file's objects.

No free program validates PDF/X, so these are our own checks (ISO 15930-4 for X-1a:2003, ISO 15930-7 for X-4). The build
runs them on every file for the press; a file that fails is never published.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
from msgspec import Struct

from cloudy_pnp.draw.inks import Press, Standard

_STRINGS = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_COLOURS = (b"k", b"K", b"rg", b"RG", b"cs", b"CS", b"BI")
_BEFORE = {b"", *(bytes([char]) for char in b" \t\r\n\f\v)]>")}
_AFTER = {b"", *(bytes([char]) for char in b" \t\r\n\f\v([</")}
_PASSED: set[tuple[bytes, float]] = set()  # valid contents and their limits: several files contain the same cards
_OPERANDS = 120  # bytes in front of an operator: more than four numbers or one name need
_FINE_SPACES = {"/DeviceCMYK", "/DeviceGray", "/Pattern"}
_ROUNDING = 1e-3


class Fault(Struct, frozen=True):
    """A violation in a file: the clause and the details."""

    clause: str
    message: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


class PreflightError(Exception):
    """A file for the press violates its standard: a bug of this tool, never of the card data."""


def require_valid(file: Path, press: Press) -> None:
    """Check a file. Raises PreflightError with all violations."""
    require_valid_data(file.read_bytes(), press, file.name)


def require_valid_data(data: bytes, press: Press, name: str) -> None:
    """Check the contents of a file that is not written yet. Raises PreflightError."""
    faults = list(preflight(data, press))
    if faults:
        violations = "; ".join(dict.fromkeys(map(str, faults)))
        raise PreflightError(f"{name} is not valid {press.standard.label}: {violations}")


def preflight(data: bytes, press: Press) -> Iterator[Fault]:
    """Yield everything in a file that its standard forbids, and everything it lacks."""
    standard = press.standard
    yield from _header(data, standard)
    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PasswordError:
        yield Fault("encryption", "the file is encrypted")
        return
    with pdf:
        if pdf.is_encrypted:
            yield Fault("encryption", "the file is encrypted")
        if "/ID" not in pdf.trailer:
            yield Fault("id", "the trailer has no ID")
        yield from _information(pdf, standard)
        yield from _intent(pdf)
        yield from _catalogue(pdf, standard)
        for number, page in enumerate(pdf.pages, start=1):
            yield from (Fault(fault.clause, f"page {number}: {fault.message}") for fault in _page(page.obj))
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                yield from _object(item, press)


def _header(data: bytes, standard: Standard) -> Iterator[Fault]:
    version = data[5:8].decode("latin-1")
    if not data.startswith(b"%PDF-") or version > standard.version:
        yield Fault("version", f"the file is PDF {version}, later than {standard.version}")
    if standard is Standard.X1A and re.search(rb"/Type\s*/(?:ObjStm|XRef)\b", data):
        yield Fault("version", "the file has compressed objects, which PDF 1.4 does not know")


def _information(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[Fault]:
    info = pdf.trailer.get("/Info", pikepdf.Dictionary())
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(info.get(key, "")):
            yield Fault("information", f"{key[1:]} is missing")
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield Fault("trapped", "Trapped is neither True nor False")
    packet = bytes(pdf.Root.Metadata.read_bytes()).decode("utf-8") if "/Metadata" in pdf.Root else ""
    if standard is Standard.X1A:
        if str(info.get("/GTS_PDFXVersion", "")) != standard.label:
            yield Fault("identification", f"GTS_PDFXVersion is not {standard.label}")
        return
    if f"<pdfxid:GTS_PDFXVersion>{standard.label}<" not in packet:
        yield Fault("identification", f"the metadata do not say {standard.label}")
    needed = ("dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID", "xmpMM:VersionID")
    for key in (*needed, "xmpMM:RenditionClass", "pdf:Trapped"):
        if f"<{key}>" not in packet:
            yield Fault("metadata", f"{key} is missing")


def _intent(pdf: pikepdf.Pdf) -> Iterator[Fault]:
    intents = [intent for intent in pdf.Root.get("/OutputIntents", []) if intent.get("/S") == pikepdf.Name.GTS_PDFX]
    if len(intents) != 1:
        yield Fault("output intent", f"there are {len(intents)} output intents for print, not one")
        return
    for key in ("/OutputConditionIdentifier", "/Info"):
        if not str(intents[0].get(key, "")):
            yield Fault("output intent", f"{key[1:]} is missing")
    if "/DestOutputProfile" not in intents[0]:
        yield Fault("output intent", "no profile is embedded")
        return
    stream = intents[0].DestOutputProfile
    if stream.get("/N") != 4 or stream.read_bytes()[12:20] != b"prtrCMYK":
        yield Fault("output intent", "the profile is not that of a CMYK printer")


def _catalogue(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[Fault]:
    root = pdf.Root
    for key in ("/AcroForm", "/OpenAction", "/AA", "/Collection"):
        if key in root:
            yield Fault("actions", f"the catalogue has {key[1:]}")
    for key in ("/JavaScript", "/EmbeddedFiles"):
        if key in root.get("/Names", pikepdf.Dictionary()):
            yield Fault("actions", f"the catalogue names {key[1:]}")
    if "/OCProperties" in root:
        if standard is Standard.X1A:
            yield Fault("layers", "the file has layers")
        elif "/Name" not in root.OCProperties.get("/D", {}):
            yield Fault("layers", "the layers' configuration has no name")


def _page(page: pikepdf.Dictionary) -> Iterator[Fault]:
    boxes = {name: _box(page, name) for name in ("/MediaBox", "/BleedBox", "/TrimBox", "/ArtBox")}
    if boxes["/MediaBox"] is None:
        yield Fault("boxes", "there is no MediaBox")
    if (boxes["/TrimBox"] is None) == (boxes["/ArtBox"] is None):
        yield Fault("boxes", "there must be a TrimBox or an ArtBox, and only one")
    around = [(name, box) for name, box in boxes.items() if box is not None]
    for (outer, outer_box), (inner, inner_box) in pairwise(around):
        if not _holds(outer_box, inner_box):
            yield Fault("boxes", f"the {inner[1:]} goes beyond the {outer[1:]}")
    if len(page.get("/Annots", [])):
        yield Fault("annotations", "there are annotations")
    for key in ("/AA", "/PresSteps"):
        if key in page:
            yield Fault("actions", f"the page has {key[1:]}")


def _box(page: pikepdf.Dictionary, name: str) -> list[float] | None:
    node: Any = page
    while node is not None and name not in node:
        node = node.get("/Parent") if name == "/MediaBox" else None
    return [float(value) for value in node[name]] if node is not None else None


def _holds(outer: list[float], inner: list[float]) -> bool:
    low = all(theirs >= mine - _ROUNDING for mine, theirs in zip(outer[:2], inner[:2], strict=True))
    return low and all(theirs <= mine + _ROUNDING for mine, theirs in zip(outer[2:], inner[2:], strict=True))


def _object(item: pikepdf.Object, press: Press) -> Iterator[Fault]:
    """Check an object that may occur anywhere in a file: font, state, colour, picture, content."""
    kind, subtype = item.get("/Type"), item.get("/Subtype")
    if kind == pikepdf.Name.Font:
        yield from _font(item)
    if item.get("/S") in (pikepdf.Name.JavaScript, pikepdf.Name.URI, pikepdf.Name.Launch, pikepdf.Name.GoTo):
        yield Fault("actions", f"there is an action ({item.S})")
    yield from _state(item, press.standard)
    yield from _group(item, press.standard)
    if "/ShadingType" in item or subtype == pikepdf.Name.Image:
        space = item.get("/ColorSpace")
        if space is not None and not _is_fine(space):
            yield Fault("colour", f"a gradient or a picture is in {_space_name(space)}")
    if "/ShadingType" in item:
        yield from _tints(item, press.most_ink)
    for name, space in dict(_resources(item).get("/ColorSpace", {})).items():
        if not _is_fine(space):
            yield Fault("colour", f"the colour space {name} is {_space_name(space)}")
    if isinstance(item, pikepdf.Stream):
        yield from _stream(item, press)


def _resources(item: pikepdf.Object) -> Any:
    resources = item.get("/Resources")
    return resources if isinstance(resources, pikepdf.Dictionary) else {}


def _font(font: pikepdf.Object) -> Iterator[Fault]:
    if font.get("/Subtype") in (pikepdf.Name.Type0, pikepdf.Name.Type3):
        return  # the descendants of the first are separate fonts, and the second is drawn
    descriptor: Any = font.get("/FontDescriptor", {})
    if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
        yield Fault("fonts", f"{font.get('/BaseFont', 'a font')} is not embedded")


def _state(item: pikepdf.Object, standard: Standard) -> Iterator[Fault]:
    """Check graphics states wherever they are, recognized by their keys."""
    states = [item, *dict(_resources(item).get("/ExtGState", {})).values()]
    for state in states:
        if not isinstance(state, pikepdf.Dictionary) or "/ShadingType" in state:
            continue
        if any(key in state for key in ("/TR", "/HTP")) or state.get("/TR2", pikepdf.Name.Default) != "/Default":
            yield Fault("transfer", "a graphics state has a transfer curve or a halftone phase")
        if standard is Standard.X1A:
            opaque = all(float(state.get(key, 1)) == 1 for key in ("/ca", "/CA") if not _is_name(state.get(key)))
            if not opaque or state.get("/BM", pikepdf.Name.Normal) not in ("/Normal", "/Compatible"):
                yield Fault("transparency", "a graphics state is transparent")
            if _is_mask(state.get("/SMask")):
                yield Fault("transparency", "there is a soft mask")


def _is_name(value: Any) -> bool:
    return isinstance(value, pikepdf.Object)


def _is_mask(value: Any) -> bool:
    return value is not None and value != pikepdf.Name("/None")


def _group(item: pikepdf.Object, standard: Standard) -> Iterator[Fault]:
    group = item.get("/Group")
    if not isinstance(group, pikepdf.Dictionary) or group.get("/S") != pikepdf.Name.Transparency:
        return
    if standard is Standard.X1A:
        yield Fault("transparency", "there is a transparency group")
    elif "/CS" in group and not _is_fine(group.CS):
        yield Fault("colour", f"a transparency group mixes in {_space_name(group.CS)}")


def _is_fine(space: Any) -> bool:
    """Check whether a colour space is CMYK, grey, or a spot colour over one of these."""
    if isinstance(space, pikepdf.Name):
        return str(space) in _FINE_SPACES
    kind = str(space[0])
    if kind in ("/Separation", "/DeviceN"):
        return _is_fine(space[2])
    if kind == "/Indexed":
        return _is_fine(space[1])
    if kind == "/Pattern":
        return len(space) == 1 or _is_fine(space[1])
    return kind in _FINE_SPACES


def _space_name(space: Any) -> str:
    return str(space if isinstance(space, pikepdf.Name) else space[0]).lstrip("/")


def _tints(shading: pikepdf.Object, most: float) -> Iterator[Fault]:
    if shading.get("/ColorSpace") == pikepdf.Name.DeviceCMYK:
        for function in (shading.Function, *shading.Function.get("/Functions", [])):
            for end in ("/C0", "/C1"):
                total = sum(float(value) for value in function.get(end, []))
                if total > most + _ROUNDING:
                    yield Fault("ink", f"a gradient has {total * 100:.0f}% of ink, more than {most * 100:.0f}%")


def _stream(stream: pikepdf.Stream, press: Press) -> Iterator[Fault]:
    filters: Any = stream.get("/Filter", [])
    names = [filters] if isinstance(filters, pikepdf.Name) else list(filters)
    for name in names:
        if str(name) in ("/LZWDecode", "/Crypt") or (
            press.standard is Standard.X1A and str(name) in ("/JBIG2Decode", "/JPXDecode")
        ):
            yield Fault("filters", f"a stream is packed with {str(name)[1:]}")
    subtype = stream.get("/Subtype")
    if subtype == pikepdf.Name.PS:
        yield Fault("postscript", "there is PostScript inside")
    if subtype == pikepdf.Name.Image and _is_mask(stream.get("/SMask")) and press.standard is Standard.X1A:
        yield Fault("transparency", "a picture has a soft mask")
    if subtype == pikepdf.Name.Form or not stream.keys() - {"/Length", "/Filter", "/DecodeParms"}:
        checked = (sha256(stream.read_raw_bytes()).digest(), press.most_ink)
        if checked not in _PASSED:
            faults = list(_content(stream.read_bytes(), press.most_ink))
            if not faults:
                _PASSED.add(checked)
            yield from faults


def _content(content: bytes, most: float) -> Iterator[Fault]:
    """Check the operators of a page or a form; a stream that is neither (a font's table) has none that match."""
    if b"\0" in content:
        return
    code = _STRINGS.sub(b" () ", content) if b"(" in content or b"<" in content else content
    wettest = 0.0
    for operator, at in _find_colours(code):
        operands = code[max(0, at - _OPERANDS) : at].replace(b"/", b" /").split()
        match operator:
            case b"k" | b"K":
                wettest = max(wettest, sum(map(float, operands[-4:])))
            case b"cs" | b"CS":
                if operands[-1] in (b"/DeviceRGB", b"/CalRGB", b"/Lab"):
                    yield Fault("colour", f"a colour is set in {operands[-1].decode()[1:]}")
            case b"BI":
                yield Fault("colour", "there is an inline image, whose colours are not checked")
            case _:
                yield Fault("colour", f"a colour is set with {operator.decode()}")
                break
    if wettest > most + _ROUNDING:
        yield Fault("ink", f"a colour has {wettest * 100:.0f}% of ink, more than {most * 100:.0f}%")


def _find_colours(code: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the operators that set a colour, and where; a regular expression takes three times as long."""
    for operator in _COLOURS:
        at = code.find(operator)
        while at >= 0:
            end = at + len(operator)
            if code[at - 1 : at] in _BEFORE and code[end : end + 1] in _AFTER:
                yield operator, at
            at = code.find(operator, end)
