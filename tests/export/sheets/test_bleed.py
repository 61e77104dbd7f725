"""Every card has its bleed, or it is said (PRINT-5); and what may be asked of a print."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest

from cloudy_pnp.core.problems import Severity, UserError
from cloudy_pnp.draw.inks import Inks, Press, Standard
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.press.preflight import preflight
from cloudy_pnp.draw.scene import Group, Item, Page, Path
from cloudy_pnp.export.paper import LEAST_BLEED, Marks, Mode, Sheet
from cloudy_pnp.export.request import DEFAULT_SHEETS, SHEET, BuildRequest, PrintOptions
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.grid import best_grid, sheet_findings
from cloudy_pnp.export.sheets.impose import impose
from export.sheets.deck import BRIDGE, deck

SHIPPED = load_catalogue()
SIZES = {(card.width, card.height) for card in SHIPPED.formats.values()}


@pytest.mark.parametrize("name", DEFAULT_SHEETS)
def test_default_sheets_give_every_format_its_bleed(name: str) -> None:
    assert list(sheet_findings(SHIPPED.sheet(name), SIZES)) == []


@pytest.mark.parametrize("name", [sheet.id for sheet in SHIPPED.sheets.values() if sheet.paper])
def test_real_bleed_is_what_is_painted(name: str) -> None:
    """On a full sheet: how far each card's picture goes beyond its cut, on all four sides."""
    sheet = SHIPPED.sheet(name)
    grid = best_grid(sheet, BRIDGE)
    cells = [(row, col) for row in range(len(grid.tops)) for col in range(len(grid.lefts))]
    least = sheet.bleed
    for cell in cells:
        cut, shown = grid.rect(cell), grid.painted(cell, cells)
        least = min(
            least, cut.left - shown.left, cut.top - shown.top, shown.right - cut.right, shown.bottom - cut.bottom
        )
    assert grid.real_bleed == pytest.approx(least, abs=1e-3)


def test_letter_takes_eight_turned_cards_with_their_bleed() -> None:
    grid = best_grid(SHIPPED.sheet("cards-letter-duplex"), BRIDGE)
    assert (len(grid.lefts), len(grid.tops), grid.real_bleed) == (4, 2, 3.0)
    assert grid.width > grid.height


def test_a_sheet_without_bleed_says_so() -> None:
    [found] = sheet_findings(SHIPPED.sheet("cards-a4-compact"), [(57.15, 88.9)])
    assert (found.code, found.severity) == ("PRINT-5", Severity.WARNING)
    assert found.message == '"cards-a4-compact" gives cards of 57.15 × 88.9 mm 0.0 mm of bleed'
    assert "the neighbour" in found.hint
    narrow = PrintOptions(gutter=3).apply_to(SHIPPED.sheet("cards-a4-duplex"))
    [found] = sheet_findings(narrow, [(57.15, 88.9)])
    assert "1.5 mm of bleed" in found.message
    assert [finding.code for finding in sheet_findings(Sheet("s", Mode.SERVICE, bleed=1.9), [(60, 90)])] == ["PRINT-5"]
    assert not list(sheet_findings(Sheet("s", Mode.SERVICE, bleed=LEAST_BLEED), [(60, 90)]))


def test_options_change_the_sheet() -> None:
    sheet = SHIPPED.sheet("cards-a4-duplex")
    changed = PrintOptions(bleed=2, gutter=4, corner=3, borderless=True, pdfx=Standard.X1A, ink=240).apply_to(sheet)
    assert (changed.bleed, changed.gutter, changed.corner, changed.margin) == (2, 4, 3, 0)
    assert (changed.pdfx, changed.ink, changed.marks) == (Standard.X1A, 240, Marks.CARD)
    assert PrintOptions(gutter=0).apply_to(sheet).marks is Marks.EDGE
    assert PrintOptions().apply_to(sheet) == sheet
    with pytest.raises(UserError, match="the corner of the sheet"):
        PrintOptions(corner=99).apply_to(sheet)


def test_a_special_print_has_a_name_of_its_own() -> None:
    options = PrintOptions(bleed=2.5, gutter=4.0, pdfx=Standard.X1A, ink=240, printer="office")
    assert BuildRequest(printing=options).ending(*SHEET) == "-bleed-2.5-gutter-4-x1a-ink-240-office"
    assert BuildRequest(printing=PrintOptions(corner=3.0, borderless=True)).ending(*SHEET) == "-corner-3-borderless"
    assert BuildRequest().ending(*SHEET) == ""


def test_what_a_file_is_made_for() -> None:
    home, service = SHIPPED.sheet("cards-a4-duplex"), SHIPPED.sheet("cards-service-x1a")
    assert BuildRequest().press(home) is None
    assert BuildRequest(inks=Inks.CMYK).press(home) == Press()
    assert BuildRequest().press(service) == Press(Standard.X1A, 2.4)
    asked = BuildRequest(printing=PrintOptions(pdfx=Standard.X1A, ink=280))
    assert asked.press(asked.sheet("cards-a4-duplex", SHIPPED)) == Press(Standard.X1A, 2.8)


def die_lines(items: tuple[Item, ...]) -> Iterator[Path]:
    for item in items:
        if isinstance(item, Group):
            if item.layer == "CutContour":
                yield from (path for path in item.items if isinstance(path, Path))
            yield from die_lines(item.items)


@pytest.mark.parametrize("name", ["cards-a4-duplex", "cards-a4-gutterfold", "cards-service"])
def test_die_lines_lie_on_the_cuts_of_fronts(name: str) -> None:
    sheet = PrintOptions(corner=3).apply_to(SHIPPED.sheet(name))
    pages = list(impose(deck(4), sheet, BRIDGE, SHIPPED.texts("en")))
    lines = [list(die_lines(page.items)) for page in pages]
    assert sum(map(len, lines)) == 4
    for page, found in zip(pages, lines, strict=True):
        for path in found:
            box = path.outline.bounds
            assert (box.width, box.height) == pytest.approx((57.15, 88.9))
            assert path.stroke is not None and path.stroke.colour.spot == "CutContour"
            if name == "cards-service":
                assert (box.x, box.y) == pytest.approx((page.trim_box.x, page.trim_box.y))
    assert not list(die_lines(next(impose(deck(1), SHIPPED.sheet(name), BRIDGE, SHIPPED.texts("en"))).items))


@pytest.mark.parametrize("standard", [None, *Standard])
def test_die_lines_in_files(standard: Standard | None) -> None:
    """A layer for screens and PDF/X-4; an ink of its own on every press."""
    sheet = PrintOptions(corner=3).apply_to(SHIPPED.sheet("cards-service"))
    pages: Iterator[Page] = impose(deck(1), sheet, BRIDGE, SHIPPED.texts("en"))
    out = io.BytesIO()
    write_pdf(pages, out, title="Test", press=Press(standard) if standard else None)
    if standard:
        assert not list(preflight(out.getvalue(), Press(standard)))
    with pikepdf.open(io.BytesIO(out.getvalue())) as pdf:
        assert ("/OCProperties" in pdf.Root) is (standard is not Standard.X1A)
        spaces: Any = pdf.pages[0].Resources.get("/ColorSpace", {})
        assert [str(space[1]) for space in dict(spaces).values()] == (["/CutContour"] if standard else [])
