"""Symbols are translated once and go into many files: each file must still be whole and right on its own."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from draw.pictures import EARTH, LEAF, SANS, SKY, everything, pdf_of

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw import pdf_content
from cloudy_pnp.draw.colour import LinearGradient, fading
from cloudy_pnp.draw.inks import Inks, Press, Standard
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.scene import Group, Item, Outline, Page, Path, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.draw.text import text_line

BOX = Rect(0, 0, 20, 20)


def page(*items: Item) -> Page:
    return Page(50, 50, items)


def moss() -> Symbol:
    """A symbol with everything that a file must give a meaning to: a symbol, gradients, opacities, a faded group."""
    dot = Symbol("dot", (Path(circle(Point(3, 3), 2), fill=EARTH, opacity=0.5),), BOX)
    glow = LinearGradient(Point(0, 0), Point(20, 0), fading(LEAF))
    sky = LinearGradient.between(Point(0, 0), Point(0, 20), SKY, LEAF)
    faded = Group((Path(rectangle(Rect(8, 8, 6, 6)), fill=SKY), Use(dot)), opacity=0.25)
    items = (Path(rectangle(BOX), fill=sky), Path(rectangle(BOX), fill=glow), Use(dot), faded)
    return Symbol("moss", items, BOX)


def test_a_symbol_is_translated_once_for_all_files(monkeypatch: pytest.MonkeyPatch) -> None:
    leaf = circle(Point(5, 5), 4)
    symbol = Symbol("leaf", (Path(leaf, fill=LEAF),), BOX)
    translated: list[Outline] = []
    usual = pdf_content.outline_operators

    def watched(outline: Outline) -> str:
        translated.append(outline)
        return usual(outline)

    monkeypatch.setattr(pdf_content, "outline_operators", watched)
    for _ in range(3):
        pdf_of(page(Use(symbol)))
    assert translated == [leaf]
    pdf_of(page(Use(symbol)), inks=Inks.CMYK)  # other inks are another translation
    assert translated == [leaf, leaf]


def test_a_flattened_face_is_translated_once_except_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    leaf = circle(Point(5, 5), 4)
    items = (Path(leaf, fill=LEAF), Path(leaf, fill=SKY, opacity=0.5), text_line("Kürtő", Point(2, 8), SANS, 4))
    symbol = Symbol("face", items, BOX)
    translated: list[Outline] = []
    usual = pdf_content.outline_operators

    def watched(outline: Outline) -> str:
        translated.append(outline)
        return usual(outline)

    monkeypatch.setattr(pdf_content, "outline_operators", watched)
    for times in range(3):
        out = io.BytesIO()
        write_pdf([page(Use(symbol))], out, press=Press(Standard.X1A))
        if not times:
            first, count = out.getvalue(), len(translated)
    assert count > 1
    assert len(translated) == count
    assert out.getvalue() == first
    assert "Kürtő" in pypdfium2.PdfDocument(first)[0].get_textpage().get_text_range()


def test_a_second_file_is_the_same_as_the_first_and_as_one_alone() -> None:
    symbol = moss()
    first = pdf_of(page(Use(symbol)))
    pdf_of(everything(), page(Use(symbol, Transform.translation(5, 5))))
    assert pdf_of(page(Use(symbol))) == first == pdf_of(page(Use(moss())))


def test_every_name_stands_for_something_in_each_file() -> None:
    symbol = moss()
    for before in ((), tuple(everything().items)):
        with pikepdf.open(io.BytesIO(pdf_of(page(*before, Use(symbol))))) as pdf:
            forms = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/BBox" in thing]
            assert len(forms) >= 4  # moss, dot, the faded group, the mask
            for content in (*pdf.pages, *forms):
                known = {str(name) for kind in content.Resources.values() for name in kind}
                for step in pikepdf.parse_content_stream(content):
                    if str(step.operator) in ("Do", "sh", "gs", "Tf"):
                        assert str(step.operands[0]) in known


def test_text_in_a_symbol_has_the_codes_of_its_file() -> None:
    """In the second file other letters come first, so that the same letters have other codes."""
    symbol = Symbol("name", (text_line("Kürtő", Point(2, 8), SANS, 4),), BOX)
    for before in ("", "őűtrüK"):
        items = [Use(symbol)]
        data = pdf_of(page(*([text_line(before, Point(2, 30), SANS, 4)] if before else []), *items))
        document = pypdfium2.PdfDocument(data)
        assert "Kürtő" in document[0].get_textpage().get_text_range()
        document.close()
