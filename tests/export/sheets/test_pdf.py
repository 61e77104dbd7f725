"""The same promises on the printed file itself: what a reader of PDF finds where on the page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path as File
from typing import Any

import pikepdf
import pypdfium2
import pytest

from cloudy_pnp.core import progress
from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.draw.pdf import POINTS, write_pages, write_pdf
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.paper import CardFormat, Flip, Mode, Paper, Sheet
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.impose import impose
from export.sheets.deck import A3, A4, BRIDGE, LETTER, deck, flipped, sheet

SHIPPED = load_catalogue()
_FORM = 5  # the type of an object that shows a stored picture


def pdf_of(number: int, kind: Sheet, card: CardFormat = BRIDGE, **options: Any) -> bytes:
    out = io.BytesIO()
    pages = impose(deck(number, card), kind, card, SHIPPED.texts("hu"), title="Őrült tűzfű", **options)
    write_pdf(pages, out)
    return out.getvalue()


def cards_in(pdf: bytes, card: CardFormat) -> Iterator[dict[str, tuple[Rect, bool]]]:
    """For each page, the cards by the name printed on them: where they are cut in mm, whether upside down."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        height = page.get_height()
        text = page.get_textpage()
        found = {}
        for form in page.get_objects(filter=[_FORM], max_depth=1):
            matrix = form.get_matrix()
            left, bottom, right, top = form.get_bounds()
            to_page = Transform(*(value / POINTS for value in matrix.get()))
            corners = [to_page(corner) for corner in Rect(0, 0, card.width, card.height).corners]
            place = Rect.around(Point(corner.x, height / POINTS - corner.y) for corner in corners)
            names = re.findall(r"\d+ (?:front|back)", text.get_text_bounded(left, bottom, right, top))
            if len(names) == 1:  # the marks are stored too, and lie around all cards
                found[names[0]] = (place, to_page.a < 0)
        text.close()
        yield found
    document.close()


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", [A4, LETTER, A3])
def test_backs_behind_fronts(flip: Flip, paper: Paper) -> None:
    number = 23
    pages = list(cards_in(pdf_of(number, sheet(Mode.DUPLEX, paper, flip=flip)), BRIDGE))
    scenes = list(impose(deck(number), sheet(Mode.DUPLEX, paper, flip=flip), BRIDGE, SHIPPED.texts("hu")))
    checked = 0
    for index in range(0, len(pages), 2):
        turn = flipped(scenes[index], flip)
        for name, (place, turned) in pages[index].items():
            behind, back_turned = pages[index + 1][name.replace("front", "back")]
            assert not turned
            assert back_turned == (turn.d < 0)
            seen = turn.bounds(behind)
            assert Point(place.x, place.y).distance(Point(seen.x, seen.y)) < 0.01
            assert (seen.width, seen.height) == pytest.approx((BRIDGE.width, BRIDGE.height), abs=0.01)
            checked += 1
    assert checked == number


def test_places_to_the_hundredth() -> None:
    [front, back] = cards_in(pdf_of(9, SHIPPED.sheet("cards-a4-duplex")), BRIDGE)
    assert (front["0 front"][0].x, front["0 front"][0].y) == pytest.approx((13.275, 9.15), abs=0.01)
    assert (front["8 front"][0].x, front["8 front"][0].y) == pytest.approx((139.575, 198.95), abs=0.01)
    assert (back["0 back"][0].x, back["0 back"][0].y) == pytest.approx((139.575, 9.15), abs=0.01)
    [_, shifted] = cards_in(pdf_of(9, SHIPPED.sheet("cards-a4-duplex"), shift_back=Point(-0.7, 1.2)), BRIDGE)
    for name, (place, _) in back.items():
        moved = shifted[name][0]
        assert (moved.x - place.x, moved.y - place.y) == pytest.approx((-0.7, 1.2), abs=0.01)


@pytest.mark.parametrize(("name", "size"), [("cards-a4-duplex", (210, 297)), ("cards-a4-gutterfold", (297, 210))])
def test_pages_are_as_large_as_the_paper(name: str, size: tuple[float, float]) -> None:
    with pikepdf.open(io.BytesIO(pdf_of(2, SHIPPED.sheet(name)))) as pdf:
        for page in pdf.pages:
            assert _box(page, "/MediaBox") == pytest.approx((0, 0, *size), abs=0.01)


@pytest.mark.parametrize("bleed", [3, 3.175])
def test_boxes_of_service_pages(bleed: float) -> None:
    kind = Sheet("service", Mode.SERVICE, bleed=bleed)
    with pikepdf.open(io.BytesIO(pdf_of(2, kind))) as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            whole = (0, 0, 57.15 + 2 * bleed, 88.9 + 2 * bleed)
            assert _box(page, "/MediaBox") == pytest.approx(whole, abs=0.01)
            assert _box(page, "/BleedBox") == pytest.approx(whole, abs=0.01)
            trim = (bleed, bleed, bleed + 57.15, bleed + 88.9)
            assert _box(page, "/TrimBox") == pytest.approx(trim, abs=0.01)


def _box(page: pikepdf.Page, name: str) -> tuple[float, ...]:
    return tuple(float(value) / POINTS for value in page.obj[name])


def test_footers_can_be_read_with_all_their_letters() -> None:
    document = pypdfium2.PdfDocument(pdf_of(1, SHIPPED.sheet("cards-a4-duplex")))
    texts = [page.get_textpage().get_text_range() for page in document]
    assert "Őrült tűzfű · 1/1. ív · előlapok · a hosszú él mentén fordítva · hu" in texts[0]
    assert "hátlapok" in texts[1]
    document.close()


def test_ruler_on_paper_is_50_mm() -> None:
    """Counted in pixels at 508 dpi, 20 to the millimetre."""
    document = pypdfium2.PdfDocument(pdf_of(1, SHIPPED.sheet("cards-a4-compact")))
    picture = document[0].render(scale=508 / 72, grayscale=True).to_pil()
    document.close()
    row = round((297 - 5 - 4 + 0.8) * 20)  # through the long ticks at both ends of the ruler only
    dark = [x for x in range(70 * 20) if picture.getpixel((x, row)) < 128]
    groups = [[dark[0]]]
    for before, x in pairwise(dark):
        if x > before + 1:
            groups.append([])
        groups[-1].append(x)
    middles = [sum(group) / len(group) / 20 for group in groups]
    assert middles[0] == pytest.approx(5, abs=0.05)
    assert middles[1] - middles[0] == pytest.approx(50, abs=0.05)


def test_stored_once_and_the_same_every_time() -> None:
    """Marks of all full sheets and backs that are the same object are one picture in the file."""
    first, second = pdf_of(27, sheet(Mode.DUPLEX)), pdf_of(27, sheet(Mode.DUPLEX))
    assert first == second
    with pikepdf.open(io.BytesIO(first)) as pdf:
        stored = {form.objgen for page in pdf.pages for form in dict(page.obj.Resources.XObject.items()).values()}
    assert len(stored) == 27 * 2 + 1


def test_a_file_for_a_press_says_which_page_it_is_at(tmp_path: File) -> None:
    heard: list[str] = []
    pages = [Page(20, 20, ()), Page(20, 20, ())]
    with progress.reported_to(lambda what, *_: heard.append(what)):
        write_pages(tmp_path / "x.pdf", pages, "Deck", "en", Press(Standard.X1A))
        write_pages(tmp_path / "home.pdf", pages, "Deck", "en")
    assert heard == ["x.pdf, page 1", "x.pdf, page 2"]
