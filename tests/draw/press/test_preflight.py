"""Every check is seen to fail on a file that breaks just its clause."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path as File
from typing import Any

import pikepdf
import pytest
from draw.pictures import everything, pdf_of

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.press.preflight import PreflightError, preflight, require_valid
from cloudy_pnp.draw.scene import Group, Page, Path, Stroke
from cloudy_pnp.draw.shapes import circle, rectangle

X4, X1A = Standard.X4, Standard.X1A


def file_for(standard: Standard, most: float = 3.0) -> bytes:
    out = io.BytesIO()
    write_pdf([everything(), everything()], out, title="Őrült tűzfű (1)", lang="hu", press=Press(standard, most))
    return out.getvalue()


@cache
def our_file(standard: Standard) -> bytes:
    """A file that passes, made once."""
    return file_for(standard)


def clauses(data: bytes, standard: Standard, most: float = 3.0) -> set[str]:
    return {fault.clause for fault in preflight(data, Press(standard, most))}


@pytest.mark.parametrize("standard", Standard)
def test_our_own_files_pass(standard: Standard) -> None:
    assert list(preflight(our_file(standard), Press(standard))) == []
    assert file_for(standard) == our_file(standard)


def test_a_file_for_the_screen_passes_nothing() -> None:
    found = clauses(pdf_of(everything()), X1A)
    assert {"version", "identification", "output intent", "colour", "transparency"} <= found


def test_an_x4_file_is_no_x1a_file() -> None:
    assert clauses(our_file(X4), X1A) == {"version", "identification", "transparency"}


def _annotate(pdf: pikepdf.Pdf) -> None:
    link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9])
    pdf.pages[1].obj.Annots = pikepdf.Array([pdf.make_indirect(link)])


def _unfont(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == pikepdf.Name.FontDescriptor:
            del thing["/FontFile2"]
            return


def _grow_trim(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.TrimBox = pikepdf.Array([0, 0, 999, 999])


def _no_trim(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[0].obj["/TrimBox"]


def _both(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.ArtBox = pdf.pages[0].obj.TrimBox


def _append(operators: bytes) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(operators, prepend=False)

    return change


def _state(**keys: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Resources.ExtGState["/Bad"] = pdf.make_indirect(pikepdf.Dictionary(**keys))

    return change


def _resource(kind: str, thing: Callable[[pikepdf.Pdf], object]) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        resources = pdf.pages[0].obj.Resources
        if kind not in resources:
            resources[kind] = pikepdf.Dictionary()
        resources[kind]["/Bad"] = thing(pdf)

    return change


def _picture(**keys: Any) -> Callable[[pikepdf.Pdf], None]:
    def thing(pdf: pikepdf.Pdf) -> pikepdf.Stream:
        whole = {"Width": 1, "Height": 1, "BitsPerComponent": 8, "ColorSpace": pikepdf.Name.DeviceGray, **keys}
        return pdf.make_stream(b"\0\0\0", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, **whole)

    return _resource("/XObject", thing)


def _wet_gradient(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/ShadingType" in thing:
            function = thing.Function.get("/Functions", [thing.Function])[0]
            if "/C0" in function and len(function.C0) == 4:
                function.C0 = pikepdf.Array([1, 1, 1, 1])
                return
    raise AssertionError("there is no gradient")


def _postscript(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Odd = pdf.make_stream(b"showpage", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.PS)


def _lzw(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Odd = pdf.make_stream(b"\x80\x40\x40")  # nothing, packed
    pdf.Root.Odd.Filter = pikepdf.Name.LZWDecode


def _profile(pdf: pikepdf.Pdf) -> None:
    profile = pdf.Root.OutputIntents[0].DestOutputProfile
    profile.write(profile.read_bytes().replace(b"prtrCMYK", b"mntrRGB ", 1))


def _delete(*path: str) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        thing: object = pdf.trailer if path[0] in ("/Info", "/ID") else pdf.Root
        for key in path[:-1]:
            thing = thing[int(key) if key.isdigit() else key]  # type: ignore[index]
        del thing[path[-1]]  # type: ignore[attr-defined]

    return change


def _set(key: str, value: object) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root[key] = value

    return change


def _metadata(old: bytes, new: bytes) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(old, new))

    return change


def _trap(pdf: pikepdf.Pdf) -> None:
    pdf.trailer.Info.Trapped = pikepdf.Name.Unknown


def _second_intent(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


GROUP = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB)
BROKEN: list[tuple[str, str, Callable[[pikepdf.Pdf], None]]] = [
    # what is broken, in which clause, how; for both standards
    ("a link", "annotations", _annotate),
    ("a font that is not there", "fonts", _unfont),
    ("a trim beyond the page", "boxes", _grow_trim),
    ("no trim", "boxes", _no_trim),
    ("trim and art", "boxes", _both),
    ("an RGB fill", "colour", _append(b"1 0 0 rg 0 0 9 9 re f")),
    ("an RGB line", "colour", _append(b"1 0 0 RG 0 0 9 9 re S")),
    ("an RGB space", "colour", _append(b"/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f")),
    ("a picture in the operators", "colour", _append(b"BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI")),
    ("a named RGB space", "colour", _resource("/ColorSpace", lambda _: pikepdf.Name.DeviceRGB)),
    (
        "a Lab space",
        "colour",
        _resource("/ColorSpace", lambda _: pikepdf.Array([pikepdf.Name.Lab, pikepdf.Dictionary()])),
    ),
    ("an RGB picture", "colour", _picture(ColorSpace=pikepdf.Name.DeviceRGB)),
    ("too much ink", "ink", _append(b"1 0.9 0.8 0.7 k 0 0 9 9 re f")),
    ("a wet gradient", "ink", _wet_gradient),
    ("a transfer curve", "transfer", _state(TR=pikepdf.Name.Identity)),
    ("JavaScript", "actions", _set("/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="1"))),
    ("a form", "actions", _set("/AcroForm", pikepdf.Dictionary())),
    ("an attachment", "actions", _set("/Names", pikepdf.Dictionary(EmbeddedFiles=pikepdf.Dictionary()))),
    ("no title", "information", _delete("/Info", "/Title")),
    ("no date", "information", _delete("/Info", "/ModDate")),
    ("trapped or not", "trapped", _trap),
    ("no output intent", "output intent", _delete("/OutputIntents")),
    ("two output intents", "output intent", _second_intent),
    ("no profile", "output intent", _delete("/OutputIntents", "0", "/DestOutputProfile")),
    ("no condition", "output intent", _delete("/OutputIntents", "0", "/OutputConditionIdentifier")),
    ("a profile of a screen", "output intent", _profile),
    ("PostScript", "postscript", _postscript),
    ("a patented packing", "filters", _lzw),
]
BROKEN_X4 = [
    ("no identification", "identification", _metadata(b"PDF/X-4<", b"PDF/X-5<")),
    ("no document id", "metadata", _metadata(b"xmpMM:DocumentID>", b"xmpMM:Other>")),
    ("mixing in RGB", "colour", _resource("/XObject", lambda pdf: pdf.make_stream(b"", Group=GROUP))),
    ("a nameless layer", "layers", _set("/OCProperties", pikepdf.Dictionary(D=pikepdf.Dictionary()))),
]
BROKEN_X1A = [
    ("no identification", "identification", _delete("/Info", "/GTS_PDFXVersion")),
    ("half opaque", "transparency", _state(ca=0.5)),
    ("another way of mixing", "transparency", _state(BM=pikepdf.Name.Multiply)),
    ("a soft mask", "transparency", _state(SMask=pikepdf.Dictionary(S=pikepdf.Name.Luminosity))),
    ("a group", "transparency", _resource("/XObject", lambda pdf: pdf.make_stream(b"", Group=GROUP))),
    ("layers", "layers", _set("/OCProperties", pikepdf.Dictionary(D=pikepdf.Dictionary(Name="x")))),
    ("a masked picture", "transparency", _picture(SMask=pikepdf.Dictionary(S=pikepdf.Name.Luminosity))),
]
ALL = [
    *((standard, *case) for standard in Standard for case in BROKEN),
    *((X4, *case) for case in BROKEN_X4),
    *((X1A, *case) for case in BROKEN_X1A),
]


@pytest.mark.parametrize(("standard", "what", "clause", "change"), ALL, ids=[f"{case[0]}: {case[1]}" for case in ALL])
def test_a_broken_file_is_found(
    standard: Standard, what: str, clause: str, change: Callable[[pikepdf.Pdf], None]
) -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(our_file(standard))) as pdf:
        change(pdf)
        pdf.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            compress_streams=False,
            fix_metadata_version=False,
        )
    assert clauses(out.getvalue(), standard) == {clause}, what


def test_an_encrypted_file_is_found() -> None:
    for password in ("", "secret"):
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(our_file(X4))) as pdf:
            pdf.save(out, encryption=pikepdf.Encryption(user=password, owner="x"))
        assert "encryption" in clauses(out.getvalue(), X4)


def test_compressed_objects_are_too_new_for_x1a() -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(our_file(X1A))) as pdf:
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert clauses(out.getvalue(), X1A) == {"version"}


def test_no_id() -> None:
    data = our_file(X4).replace(b"/ID", b"/XX")
    assert clauses(data, X4) == {"id"}


def test_the_limit_is_that_of_the_service() -> None:
    assert clauses(our_file(X4), X4, 1.8) == {"ink"}
    assert clauses(file_for(X4, 1.8), X4, 1.8) == set()


def test_a_content_that_passed_is_checked_again_for_another_limit() -> None:
    wet = Colour(0, 0, 0, (0.9, 0.8, 0.7, 0.1))
    out = io.BytesIO()
    write_pdf([Page(30, 30, (Path(rectangle(Rect(5, 5, 9, 9)), fill=wet),))], out, title="Wet", press=Press(X4))
    assert clauses(out.getvalue(), X4) == set()
    assert clauses(out.getvalue(), X4, 2.4) == {"ink"}


def test_the_build_demands_it(tmp_path: File) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(our_file(X4))
    require_valid(path, Press())
    with pytest.raises(PreflightError, match=r"cards\.pdf is not valid PDF/X-1a:2003: version: .*; transparency: "):
        require_valid(path, Press(X1A))


def test_layers_of_x4_are_none_in_x1a() -> None:
    cut = Colour(1, 0, 1, (0, 1, 0, 0), overprint=True, spot="CutContour")
    border = Group((Path(rectangle(Rect(5, 5, 9, 9)), stroke=Stroke(cut, 0.2)),), layer="Schnitt ő")
    for standard, there in ((X4, True), (X1A, False)):
        out = io.BytesIO()
        write_pdf(
            [Page(40, 40, (Path(circle(Point(5, 5), 3), fill=cut), border))], out, title="t", press=Press(standard)
        )
        assert clauses(out.getvalue(), standard) == set()
        with pikepdf.open(io.BytesIO(out.getvalue())) as pdf:
            assert ("/OCProperties" in pdf.Root) is there
            if there:
                assert str(pdf.Root.OCProperties.OCGs[0].Name) == "Schnitt ő"


def test_limits_that_no_press_has() -> None:
    for most in (0.5, 4.5, float("nan")):
        with pytest.raises(UserError, match="ink limit"):
            Press(most_ink=most)
