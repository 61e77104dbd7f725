from __future__ import annotations

import gc
import io
import math
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

import pikepdf
import pypdfium2
import pytest
from draw.pictures import BOLD, DISPLAY, EARTH, LANGUAGES, LEAF, SANS, TEXTS, everything, pdf_of

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import Colour, LinearGradient, Stop
from cloudy_pnp.draw.pdf import Duplex, Inks, write_pdf
from cloudy_pnp.draw.pixels import pdf_images
from cloudy_pnp.draw.scene import Font, Group, Page, Path, Symbol, Use
from cloudy_pnp.draw.shapes import circle, polyline, rectangle
from cloudy_pnp.draw.text import TextStyle, fit_text, text_line

MM = 72 / 25.4


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def text_of(data: bytes) -> str:
    """As a reader copies it; a line's end is a space."""
    document = pypdfium2.PdfDocument(data)
    pages = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return re.sub(r"\s+", " ", " ".join(pages))


def operators(data: bytes) -> Iterator[tuple[str, list[Any]]]:
    """Every operator of every page and form."""
    with opened(data) as pdf:
        for stream in pdf.objects:
            if isinstance(stream, pikepdf.Stream) and (
                stream.get("/Subtype") == "/Form" or not set(stream.keys()) - {"/Length", "/Filter"}
            ):
                try:
                    yield from ((str(i.operator), list(i.operands)) for i in pikepdf.parse_content_stream(stream))
                except pikepdf.PdfError:
                    continue  # a font file


def test_boxes_are_exact() -> None:
    page = Page(216.5, 303.25, (), Rect(10.1, 20.2, 63.5, 88.9), Rect(7.1, 17.2, 69.5, 94.9))
    with opened(pdf_of(page)) as pdf:
        (got,) = pdf.pages
        for box, rect in (("/MediaBox", page.media), ("/TrimBox", page.trim), ("/BleedBox", page.bleed)):
            left, bottom, right, top = (float(value) / MM for value in got[box])
            assert rect is not None
            wanted = (rect.left, page.height - rect.bottom, rect.right, page.height - rect.top)
            assert (left, bottom, right, top) == pytest.approx(wanted, abs=0.001)


def test_things_are_where_the_scene_says() -> None:
    """A square of 10 × 10 mm at (20, 30), and the same twice as large and moved: to a hundredth of a millimetre."""
    square = Path(rectangle(Rect(20, 30, 10, 10)), fill=EARTH)
    moved = Group((square,), Transform.translation(30, 5) @ Transform.scaling(2, about=Point(20, 30)))
    document = pypdfium2.PdfDocument(pdf_of(Page(100, 80, (square, moved))))
    boxes = [[value / MM for value in item.get_bounds()] for item in document[0].get_objects()]
    document.close()
    assert boxes == [
        pytest.approx([20, 80 - 40, 30, 80 - 30], abs=0.01),
        pytest.approx([50, 80 - 55, 70, 80 - 35], abs=0.01),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_can_be_copied_whole(lang: str) -> None:
    wide = TextStyle(SANS, 3.0)
    text = TEXTS[lang].replace("[dot] ", "").replace(" [dot]", "")
    setting = fit_text(text, Rect(5, 5, 190, 20), wide, lang)
    copied = text_of(pdf_of(Page(200, 40, setting.items)))
    plain = text.replace("**", "").replace("\u202f", " ")
    assert copied.replace("\u202f", " ").strip() == plain


def test_rare_letters_and_special_codes_survive() -> None:
    """More than 256 different characters need a second subset of the font; brackets must be escaped."""
    chars = [chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x180), *range(0x400, 0x460))]
    chars = [char for char in chars if not fit_text(char, Rect(0, 0, 9, 9), TextStyle(SANS, 3)).findings]
    chars.remove("\u00ad") if "\u00ad" in chars else None
    assert len(chars) > 300
    lines = ["".join(chars[at : at + 40]) for at in range(0, len(chars), 40)] + ["(a)\\b ő(ű Ж) ő"]
    items = tuple(text_line(line, Point(5, 8 + 6 * row), SANS, 3.5) for row, line in enumerate(lines))
    data = pdf_of(Page(200, 100, items))
    copied = text_of(data)
    for line in lines:
        assert line in copied
    with opened(data) as pdf:
        assert len(pdf.pages[0].Resources.Font.keys()) == 2
        assert b"\r" not in pdf.pages[0].Contents.read_bytes()  # a reader would take it for a line's end


def test_fonts_are_embedded_as_subsets_under_their_own_names() -> None:
    data = pdf_of(everything())
    with opened(data) as pdf:
        found = list(pdf.pages[0].Resources.Font.values())
        names = {str(font.BaseFont) for font in found}
        assert names == {"/AAAAAA+AlegreyaSans-400", "/AAAAAA+AlegreyaSans-700", "/AAAAAA+Fraunces-700"}
        for font in found:
            embedded = font.FontDescriptor.FontFile2.read_bytes()
            assert 1_000 < len(embedded) < 40_000  # a subset: the whole font has 85,000 and more
            assert "/ToUnicode" in font
        shapes = {font.FontDescriptor.FontFile2.read_bytes() for font in found}
        assert len(shapes) == 3


def test_the_font_goes_back_after_a_group() -> None:
    plain = text_line("regular", Point(5, 10), SANS, 3)
    again = text_line("again", Point(5, 30), SANS, 3)
    inside = Group((text_line("bold", Point(5, 20), BOLD, 3),), Transform.translation(1, 0))
    data = pdf_of(Page(50, 50, (plain, inside, again)))
    used = [str(operands[0]) for operator, operands in operators(data) if operator == "Tf"]
    assert used == ["/F1+0", "/F2+0"]  # the third text needs no change: the group's end took the font back
    assert text_of(data).split() == ["regular", "bold", "again"]


def test_a_cmyk_file_has_no_rgb_in_it() -> None:
    data = pdf_of(everything(), inks=Inks.CMYK)
    used = {operator for operator, _ in operators(data)}
    assert {"k", "K", "sh", "Do", "TJ", "gs"} <= used
    assert not used & {"rg", "RG", "g", "G", "cs", "CS", "sc", "scn", "SC", "SCN"}
    with opened(data) as pdf:
        whole = b"".join(stream.unparse(resolved=True) for stream in pdf.objects)
    assert b"DeviceCMYK" in whole
    assert b"DeviceRGB" not in whole
    assert {operator for operator, _ in operators(pdf_of(everything()))} >= {"rg", "RG"}


def test_own_inks_are_used_as_they_are() -> None:
    ink = Colour.parse("#203040", cmyk=(0.6, 0.4, 0.0, 0.3))
    data = pdf_of(Page(10, 10, (Path(circle(Point(5, 5), 3), fill=ink),)), inks=Inks.CMYK)
    (found,) = [operands for operator, operands in operators(data) if operator == "k"]
    assert [float(value) for value in found] == [0.6, 0.4, 0.0, 0.3]


def test_gradients_of_a_cmyk_file_have_the_inks_of_their_colours() -> None:
    fade = LinearGradient.between(Point(0, 0), Point(9, 0), EARTH, LEAF)
    data = pdf_of(Page(10, 10, (Path(circle(Point(5, 5), 3), fill=fade),)), inks=Inks.CMYK)
    with opened(data) as pdf:
        (shading,) = pdf.pages[0].Resources.Shading.values()
        for end, colour in (("/C0", EARTH), ("/C1", LEAF)):
            assert [float(value) for value in shading.Function[end]] == pytest.approx(colour.inks, abs=1e-4)


@pytest.mark.parametrize("opacity", [1.0, 0.5])
def test_what_follows_an_overprinting_text_does_not_overprint(opacity: float) -> None:
    """A form starts with the state of whoever draws it: black text before it must not make its colours overprint."""
    disc = Path(circle(Point(5, 5), 3), fill=LEAF)
    later = Use(Symbol("disc", (disc,), Rect(0, 0, 10, 10))) if opacity == 1 else Group((disc,), opacity=opacity)
    text = text_line("a", Point(1, 5), SANS, 3, colour=Colour(0, 0, 0, (0, 0, 0, 1), overprint=True))
    with opened(pdf_of(Page(10, 10, (text, later)), inks=Inks.CMYK)) as pdf:
        states = pdf.pages[0].Resources.ExtGState
        overprints: list[bool | str] = []
        for step in pikepdf.parse_content_stream(pdf.pages[0]):
            if str(step.operator) == "gs" and "/op" in states[str(step.operands[0])]:
                overprints.append(bool(states[str(step.operands[0])].op))
            elif str(step.operator) in ("TJ", "Do"):
                overprints.append(str(step.operator))
    assert overprints == [True, "TJ", False, "Do"]


def test_a_symbol_is_stored_once() -> None:
    leaf = Symbol("leaf", (Path(circle(Point(0, 0), 3), fill=LEAF),), Rect(-3, -3, 6, 6))
    uses = tuple(Use(leaf, Transform.translation(5 + x, 5 + y)) for x in range(0, 90, 8) for y in range(0, 90, 8))
    with opened(pdf_of(Page(100, 100, uses), Page(100, 100, uses[:3]))) as pdf:
        forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        assert len(pdf.pages[0].Resources.XObject.keys()) == 1
        for page in pdf.pages:
            assert next(iter(page.Resources.XObject.values())).objgen == forms[0].objgen


def test_a_symbol_is_cut_at_its_bounds() -> None:
    disc = Symbol("disc", (Path(circle(Point(0, 0), 5), fill=EARTH),), Rect(0, -5, 5, 10))
    (picture,) = pdf_images(pdf_of(Page(20, 20, (Use(disc, Transform.translation(10, 10)),))), dpi=254)
    assert picture.getpixel((95, 100)) == (255, 255, 255)
    assert picture.getpixel((105, 100)) == (138, 90, 50)


def test_a_faded_group_is_faded_as_one() -> None:
    red, blue = Colour.parse("#ff0000"), Colour.parse("#0000ff")
    two = (Path(rectangle(Rect(0, 0, 6, 10)), fill=red), Path(rectangle(Rect(4, 0, 6, 10)), fill=blue))
    (grouped,) = pdf_images(pdf_of(Page(10, 10, (Group(two, opacity=0.5),))), dpi=25.4)
    assert grouped.getpixel((2, 5)) == pytest.approx((255, 127, 127), abs=2)
    assert grouped.getpixel((5, 5)) == pytest.approx((127, 127, 255), abs=2)  # no red shines through


def test_gradients_hit_their_stops() -> None:
    stops = (Stop(0, Colour.grey(0)), Stop(0.5, Colour.grey(1)), Stop(1, Colour.grey(0), 0.0))
    fade = LinearGradient(Point(0, 0), Point(100, 0), stops)
    page = Page(100, 10, (Path(rectangle(Rect(0, 0, 100, 10)), fill=fade),))
    (picture,) = pdf_images(pdf_of(page), dpi=25.4, grey=True)
    seen = [picture.getpixel((x, 5)) for x in (1, 25, 50, 75, 98)]
    assert seen[0] < 12 and 120 < seen[1] < 136 and seen[2] > 250  # type: ignore[operator]
    assert seen[3] == pytest.approx(191, abs=6)  # half transparent over white
    assert seen[4] > 230  # type: ignore[operator]


def test_the_print_dialogue_is_asked_not_to_scale() -> None:
    out = io.BytesIO()
    write_pdf([everything()], out, title="Tölgy", lang="hu", duplex=Duplex.LONG_EDGE)
    with opened(out.getvalue()) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(pdf.Root.Lang) == "hu"
        assert str(pdf.docinfo["/Title"]) == "Tölgy"


def test_the_file_is_sound() -> None:
    with opened(pdf_of(everything(), everything(), inks=Inks.CMYK)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == 2


def test_no_pages_is_still_a_file() -> None:
    out = io.BytesIO()
    assert write_pdf([], out) == 0
    with opened(out.getvalue()) as pdf:
        assert len(pdf.pages) == 0


_AGAIN = """
import sys, hashlib
sys.path.insert(0, {tests!r})
from draw.pictures import everything, pdf_of
from cloudy_pnp.draw.svg import svg_text
print(hashlib.sha256(pdf_of(everything())).hexdigest(), hashlib.sha256(svg_text(everything()).encode()).hexdigest())
"""


def test_the_same_bytes_in_every_process() -> None:
    code = _AGAIN.format(tests=str(File(__file__).parents[1]))
    results = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(results) == 1
    assert pdf_of(everything()) == pdf_of(everything())


def test_memory_does_not_grow_with_the_pages() -> None:
    """Every page has a symbol and an outline of its own, as cards do."""

    def pages(count: int) -> Iterator[Page]:
        for number in range(count):
            shapes = tuple(Path(circle(Point(20, 20), 1 + at / 50 + number / 999), fill=LEAF) for at in range(150))
            face = Symbol("face", shapes, Rect(0, 0, 40, 40))
            yield Page(40, 40, (Use(face), text_line(f"Karte {number}", Point(3, 5), DISPLAY, 3)))

    def peak(count: int) -> int:
        with File(os.devnull).open("wb") as out:
            gc.collect()
            tracemalloc.start()
            write_pdf(pages(count), out)
            top = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return top

    peak(3)
    assert peak(60) < 1.3 * peak(30)  # by then as much garbage waits to be collected as ever does


def test_font_values_count_and_not_objects() -> None:
    lines = tuple(text_line("x", Point(3, 5 + at), Font("Alegreya Sans", 400), 3) for at in range(5))
    with opened(pdf_of(Page(20, 20, lines))) as pdf:
        assert len(pdf.pages[0].Resources.Font.keys()) == 1


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_is_never_written(value: float) -> None:
    shape = Path(rectangle(Rect(0, 0, 1, 1)), fill=Colour(0, 0, 0))
    far = Path(polyline([Point(0, 0), Point(value, 0)]), fill=Colour(0, 0, 0))
    for item in (Group((shape,), Transform(a=value)), far):
        with pytest.raises(UserError, match="not a number"):
            write_pdf([Page(10, 10, (item,))], io.BytesIO())
