"""Typst's RGB pages in inks."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from draw.press.separations import needs_ghostscript, plates, total

from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.draw.press.convert import _room, convert_pdf
from cloudy_pnp.draw.press.preflight import preflight
from cloudy_pnp.draw.press.separate import area_inks

SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">
<defs><linearGradient id="g"><stop offset="0" stop-color="#7fb4d8"/><stop offset="1" stop-color="#4c8c3f"/>
</linearGradient><radialGradient id="m"><stop offset="0" stop-color="#c03030"/>
<stop offset="1" stop-color="#c03030" stop-opacity="0"/></radialGradient></defs>
<rect width="40" height="20" fill="url(#g)"/><circle cx="20" cy="10" r="9" fill="url(#m)"/>
<path d="M1 1L39 19" stroke="#5b4a3e" stroke-width="1"/><path d="M1 19L39 1" stroke="#c03030" opacity="0.5"/></svg>"""
SOURCE = """#set page(width: 60mm, height: 70mm, margin: 5mm)
#set text(fill: rgb("#2b2a38"), size: 9pt)
#text(fill: rgb("#204a9c"), size: 18pt)[Title]

Text (with brackets) and #link("https://example.org")[a link].

#rect(fill: rgb("#bfe1e8"), width: 100%)[HHHHHHHH]
#rect(fill: luma(50%), width: 10mm, height: 4mm)
#image("picture.svg", width: 40mm)
"""


def compile_pages(place: Path) -> bytes:
    """Compile main.typ in a process of its own, as the tool does: Typst's threads don't survive a fork."""
    code = "import typst; typst.compile('main.typ', output='main.pdf')"
    subprocess.run([sys.executable, "-c", code], cwd=place, check=True)
    return (place / "main.pdf").read_bytes()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    place: Path = tmp_path_factory.mktemp("typst")
    (place / "picture.svg").write_text(SVG, "utf-8")
    (place / "main.typ").write_text(SOURCE, "utf-8")
    return compile_pages(place)


def test_it_is_pdf_x4(pages: bytes) -> None:
    assert {fault.clause for fault in preflight(pages, Press())} >= {"colour", "output intent", "annotations"}
    made = convert_pdf(pages, Press(), "Rules – Szabályok ő", "hu")
    assert list(preflight(made, Press())) == []
    assert convert_pdf(pages, Press(), "Rules – Szabályok ő", "hu") == made
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Rules – Szabályok ő"
        assert pdf.pdf_version == "1.6"


def test_the_text_stays_text(pages: bytes) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(convert_pdf(pages, Press(), "t", "en"))
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "Text (with brackets) and a link." in text


@needs_ghostscript
@pytest.mark.parametrize("colour", ["#000000", "#5b4a3e"])
def test_plates_of_a_line_on_a_colour(colour: str, tmp_path: Path) -> None:
    """Black is added to what lies beneath; a stroke over a fill of the same shape too."""
    (tmp_path / "main.typ").write_text(
        f"""#set page(width: 40mm, height: 40mm, margin: 0mm, fill: rgb("#7fb4d8"))
#place(dx: 5mm, dy: 10mm, line(length: 30mm, stroke: 0.6pt + rgb("{colour}")))
#place(dx: 5mm, dy: 20mm, rect(width: 30mm, height: 10mm, fill: rgb("#7fb4d8"), stroke: 0.6pt + rgb("{colour}")))
""",
        "utf-8",
    )
    [page] = plates(convert_pdf(compile_pages(tmp_path), Press(), "t", "en"), 300)
    assert page["Black"].max() > 0.9
    for ink in ("Cyan", "Magenta", "Yellow"):
        assert np.ptp(page[ink]) < 0.01, ink


@needs_ghostscript
def test_plates(pages: bytes) -> None:
    """Text in black alone, printed over its ground; the large title in its colour; greys in black alone."""
    for most in (2.4, 3.0):
        [page] = plates(convert_pdf(pages, Press(most_ink=most), "t", "en"), 150)
        assert total(page) <= most + 0.01
    dpmm = 150 / 25.4
    title = {ink: plate[round(5 * dpmm) : round(12 * dpmm), : round(30 * dpmm)] for ink, plate in page.items()}
    assert title["Cyan"].max() > 0.8
    body = {ink: plate[round(14 * dpmm) : round(21 * dpmm)] for ink, plate in page.items()}
    assert body["Black"].max() > 0.99
    assert max(body[ink].max() for ink in ("Cyan", "Magenta", "Yellow")) < 0.01
    rows = np.where(page["Cyan"][:, round(50 * dpmm)] > 0.1)[0]
    band = page["Cyan"][rows[0] + 3 : rows[0] + round(5 * dpmm), round(6 * dpmm) : round(50 * dpmm)]
    assert np.ptp(band) < 0.01  # no hole for the letters
    black = page["Black"][rows[0] + 3 : rows[0] + round(5 * dpmm), round(6 * dpmm) : round(50 * dpmm)]
    assert black.max() > 0.99


def test_only_what_may_be_transparent(pages: bytes) -> None:
    with pytest.raises(ValueError, match="only PDF/X-4"):
        convert_pdf(pages, Press(Standard.X1A), "t", "en")


DARK, LIGHT = b"0.2 0.3 0.1", b"1 1 1"


@pytest.mark.parametrize("in_a_form", [False, True])
@pytest.mark.parametrize(("fill", "line", "is_wet"), [(LIGHT, DARK, False), (DARK, LIGHT, True), (DARK, DARK, True)])
def test_only_areas_leave_less_room_for_the_black_of_a_line(
    fill: bytes, line: bytes, is_wet: bool, in_a_form: bool
) -> None:
    drawing = b"/C cs %s scn 0 0 9 9 re f /C CS %s SCN 0 0 m 9 9 l S " % (fill, line)
    resources = pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(C=pikepdf.Name.DeviceRGB))
    with pikepdf.new() as document:
        page = document.add_blank_page(page_size=(50, 50))
        if in_a_form:
            form = document.make_stream(
                drawing, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, Resources=resources
            )
            page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
            page.obj.Contents = document.make_stream(b"/F Do")
        else:
            page.obj.Resources, page.obj.Contents = resources, document.make_stream(drawing)
        wet = sum(area_inks(Colour(0.2, 0.3, 0.1), 2.4).inks[:3])
        assert 1.4 < wet < 2.4
        assert _room(document, 2.4) == (pytest.approx(2.4 - wet) if is_wet else 1.0)
        assert _room(document, 3.9) == 1.0
