"""A PDF of another program (Typst's, which supports only RGB) for the press: the same pages in inks, as PDF/X-4.

Colours are replaced where they are set, in the operators and in the gradients. Text and dark lines get black alone, as
in `separate`: the pictures of a rulebook are small, so all their lines are fine.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

import pikepdf

from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.inks import DATE, PRODUCER, Press, Standard, coated, metadata
from cloudy_pnp.draw.press.separate import SMALL_TEXT, area_inks, line_inks, text_inks

_TOKENS = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>"
    rb"|(?P<text>(?<![^\s\]>])BT(?![^\s/\[<(]))(?:\s+\d\s+Tr)?(?:\s*/\S+\s+(?P<size>[\d.]+)\s+Tf)?"
    rb"|/(?P<space>[^\s/\[\]<>()]+)\s+(?P<which>cs|CS)\s+(?P<numbers>(?:-?[\d.]+\s+)+)(?:scn|SCN|sc|SC)(?![^\s/\[<(])",
    re.DOTALL,
)
_LEFT = re.compile(rb"/(?!Pattern)[^\s/\[\]<>()]+\s+(?:cs|CS)(?![^\s/\[<(])")
_SMALL = SMALL_TEXT * 72 / 25.4  # points
# Whether areas and text, and whether lines, print over what is beneath. `op` alone leaves lines unchanged.
_OVER, _NOT_OVER = pikepdf.Name("/cpOver"), pikepdf.Name("/cpNot")
_LINE_OVER, _LINE_NOT_OVER = pikepdf.Name("/cpLineOver"), pikepdf.Name("/cpLineNot")


def convert_pdf(pdf: bytes, press: Press, title: str, lang: str) -> bytes:
    """Convert the pages to inks, dropping links, bookmarks and tags, which are for screens."""
    if press.standard is not Standard.X4:
        raise ValueError("transparency cannot be removed: only PDF/X-4 can be made from a finished file")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        masks = {
            state.SMask.G.objgen
            for state in document.objects
            if isinstance(state, pikepdf.Dictionary) and isinstance(state.get("/SMask"), pikepdf.Dictionary)
        }
        states = {
            _OVER: document.make_indirect(pikepdf.Dictionary(op=True, OPM=1)),
            _NOT_OVER: document.make_indirect(pikepdf.Dictionary(op=False, OPM=1)),
            _LINE_OVER: document.make_indirect(pikepdf.Dictionary(op=False, OP=True, OPM=1)),
            _LINE_NOT_OVER: document.make_indirect(pikepdf.Dictionary(op=False, OP=False, OPM=1)),
        }
        for page in document.pages:
            page.contents_coalesce()
        room = _room(document, press.most_ink)
        for page in document.pages:
            _page_boxes(page)
            _content(page.obj, page.obj.Contents, states, press.most_ink, room)
        for item in document.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == pikepdf.Name.Form:
                if item.objgen in masks:
                    _mask(item)
                else:
                    _content(item, item, states, press.most_ink, room)
                    if "/Group" in item:
                        item.Group.CS = pikepdf.Name.DeviceCMYK
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary):
                shading = item.get("/Shading") if item.get("/PatternType") == 2 else item
                if isinstance(shading, pikepdf.Dictionary) and "/ShadingType" in shading:
                    _shading(shading, press.most_ink)
        _finish(document, press, title, lang)
        out = io.BytesIO()
        document.remove_unreferenced_resources()
        document.save(
            out,
            deterministic_id=True,
            force_version=press.standard.version,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            fix_metadata_version=False,
        )
        return out.getvalue()


def _page_boxes(page: pikepdf.Page) -> None:
    page.obj.BleedBox = page.obj.TrimBox = pikepdf.Array(list(page.mediabox))
    for key in ("/Annots", "/StructParents", "/Tabs", "/AA"):
        if key in page.obj:
            del page.obj[key]
    if "/Group" in page.obj:
        page.obj.Group.CS = pikepdf.Name.DeviceCMYK


def _room(document: pikepdf.Pdf, most: float) -> float:
    """Return the share of black that may be added to the wettest area of a document."""
    colours: set[Colour] = set()
    for item in document.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.Page:
            colours.update(_fills(item, item.Contents))
        elif isinstance(item, pikepdf.Stream) and item.get("/Subtype") == pikepdf.Name.Form:
            colours.update(_fills(item, item))
        elif isinstance(item, pikepdf.Dictionary) and item.get("/FunctionType") == 2:
            ends = ([float(value) for value in item[end]] for end in ("/C0", "/C1"))
            colours.update(_colour(end, len(end)) for end in ends if len(end) in (1, 3))
    return min(1.0, most - max((sum(area_inks(colour, most).inks[:3]) for colour in colours), default=0.0))


def _fills(owner: Any, stream: Any) -> Iterator[Colour]:
    _, spaces = _spaces(owner)
    for match in _TOKENS.finditer(stream.read_bytes()):
        if match["which"] == b"cs" and spaces.get(match["space"]):
            yield _colour([float(part) for part in match["numbers"].split()], spaces[match["space"]] or 0)


def _spaces(owner: Any) -> tuple[Any, dict[bytes, int | None]]:
    """Return the resources of a page or a form, and the number of components in each of its colour spaces."""
    resources = owner.get("/Resources", pikepdf.Dictionary())
    spaces = dict(resources.get("/ColorSpace", {}))
    return resources, {name[1:].encode(): _channels(space) for name, space in spaces.items()}


def _content(owner: Any, stream: Any, states: Any, most: float, room: float) -> None:
    """Rewrite the operators of a page or a form."""
    resources, spaces = _spaces(owner)
    content = stream.read_bytes()
    matches = [match for match in _TOKENS.finditer(content) if match["text"] or match["space"]]
    written: list[bytes] = []
    at = 0
    for match, after in zip_longest(matches, matches[1:]):
        if match["text"] or spaces.get(match["space"]) is None:
            continue
        text_size = float(after["size"] or 0) if after is not None and after["text"] else None
        inks = _operator(match, spaces[match["space"]] or 0, text_size, most, room)
        written += (content[at : match.start()], inks)
        at = match.end()
    written.append(content[at:])
    result = b"".join(written)
    if _LEFT.search(_TOKENS.sub(lambda match: b"()" if not match["space"] else match.group(), result)):
        raise ValueError("a colour is set in an unknown way")
    stream.write(result)
    if "/ColorSpace" in resources:
        del resources["/ColorSpace"]
    if at:
        if "/ExtGState" not in resources:
            resources.ExtGState = pikepdf.Dictionary()
        for name, state in states.items():
            resources.ExtGState[name] = state


def _channels(space: Any) -> int | None:
    """Return the number of components in a colour space; None if it is neither RGB nor grey."""
    if isinstance(space, pikepdf.Name):
        return {"/DeviceRGB": 3, "/DeviceGray": 1}.get(str(space))
    return int(space[1].N) if str(space[0]) == "/ICCBased" and int(space[1].N) in (1, 3) else None


def _operator(match: re.Match[bytes], channels: int, text_size: float | None, most: float, room: float) -> bytes:
    """Return the operators for the inks of a colour; `text_size` is the size in points if it is for text."""
    numbers = [float(part) for part in match["numbers"].split()]
    colour = _colour(numbers, channels)
    if match["which"] == b"CS":
        inks = line_inks(colour, room, most)
        return b" %s K %s gs" % (_numbers(inks.inks), str(_LINE_OVER if inks.overprint else _LINE_NOT_OVER).encode())
    if text_size is not None:
        inks = text_inks(colour, small=text_size < _SMALL, most=most)
        return b" %s k %s gs" % (_numbers(inks.inks), str(_OVER if inks.overprint else _NOT_OVER).encode())
    return b" %s k %s gs" % (_numbers(area_inks(colour, most).inks), str(_NOT_OVER).encode())


def _colour(numbers: list[float], channels: int) -> Colour:
    red, green, blue = (round(part, 6) for part in (numbers * 3 if channels == 1 else numbers))
    return Colour(red, green, blue)


def _numbers(values: Any) -> bytes:
    return " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in values).encode()


def _mask(form: pikepdf.Stream) -> None:
    """Convert a soft mask to grey: the lighter, the more shows."""
    form.Group.CS = pikepdf.Name.DeviceGray
    for shading in dict(form.Resources.get("/Shading", {})).values():
        _recolour(shading, pikepdf.Name.DeviceGray, lambda c: (0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue,))


def _shading(shading: pikepdf.Dictionary, most: float) -> None:
    _recolour(shading, pikepdf.Name.DeviceCMYK, lambda colour: area_inks(colour, most).inks)


def _recolour(shading: Any, space: pikepdf.Name, inks: Callable[[Colour], tuple[float, ...]]) -> None:
    channels = _channels(shading.ColorSpace)
    if channels is None or (channels == 1 and space == pikepdf.Name.DeviceGray):
        if not isinstance(shading.ColorSpace, pikepdf.Name):
            shading.ColorSpace = space
        return
    shading.ColorSpace = space
    for function in (shading.Function, *shading.Function.get("/Functions", [])):
        for end in ("/C0", "/C1"):
            if end in function:
                colour = _colour([float(value) for value in function[end]], channels)
                function[end] = pikepdf.Array([round(value, 4) for value in inks(colour)])
        if int(function.FunctionType) not in (2, 3):
            raise ValueError("a gradient is written in an unknown way")
        if "/Range" in function:
            del function["/Range"]


def _finish(document: pikepdf.Pdf, press: Press, title: str, lang: str) -> None:
    root, profile = document.Root, coated()
    for key in ("/StructTreeRoot", "/MarkInfo", "/Names", "/Outlines", "/Dests", "/OpenAction", "/ViewerPreferences"):
        if key in root:
            del root[key]
    root.Metadata = document.make_stream(
        metadata(press.standard, title, lang), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML
    )
    stream = document.make_stream(profile.data, N=4, Alternate=pikepdf.Name.DeviceCMYK)
    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFX,
        OutputConditionIdentifier=profile.identifier,
        OutputCondition=profile.condition,
        Info=profile.condition,
        RegistryName="http://www.color.org",
        DestOutputProfile=stream,
    )
    root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])
    date = "D:" + re.sub(r"[-:T]", "", DATE.split("+")[0]) + "+00'00'"
    for key, value in {"/Title": title, "/CreationDate": date, "/ModDate": date, "/Producer": PRODUCER}.items():
        document.docinfo[key] = value
    document.docinfo["/Trapped"] = pikepdf.Name("/False")
    document.docinfo["/GTS_PDFXVersion"] = press.standard.label
