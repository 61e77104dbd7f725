"""Cutting machines: marks where the machine looks for them, cards clear of them, paths that other programs read."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import ezdxf.document
import ezdxf.recover
import pikepdf
import pypdfium2
import pytest
from ezdxf import options  # type: ignore[attr-defined]

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.scene import Page, Symbol
from cloudy_pnp.draw.scene import Path as Drawn
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.export.cutting import BLEED, PAPERS, CutSheet, cut_sheet, cuts_of, dxf_text, rounded_cut, svg_cuts
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.simulate import base
from cloudy_pnp.workspace.drawn import Piece
from export.house import export

CATALOGUE = load_catalogue()
LETTER = CATALOGUE.paper("letter")
SIZES = [(63.0, 88.0), (63.5, 88.9), (57.15, 88.9), (44.0, 68.0), (70.0, 120.0), (70.0, 70.0)]


def dark(page: Page, dpi: float = 254) -> tuple[list[list[bool]], float]:
    """Return which pixels of a page are dark, ten in a mm."""
    out = io.BytesIO()
    write_pdf([page], out)
    image = pypdfium2.PdfDocument(out.getvalue())[0].render(scale=dpi / 72, grayscale=True).to_pil()
    width = image.width
    values = image.tobytes()
    return [[value < 128 for value in values[row * width : (row + 1) * width]] for row in range(image.height)], 10.0


def test_the_length_of_the_marks_is_that_of_the_known_layout() -> None:
    sheet = cut_sheet((63.0, 88.0), LETTER)
    assert (sheet.columns, sheet.rows, sheet.turned) == (4, 2, False)
    assert sheet.length == pytest.approx(8.04, abs=0.005)  # 95 pixels at 300 dpi


def test_the_square_and_the_angles_are_where_the_machine_looks() -> None:
    """Measured in the picture: the square's ink goes from 9.5 to 15.5 mm; an angle's line has its middle at 10 mm."""
    sheet = cut_sheet((63.0, 88.0), LETTER)
    rows, mm = dark(Page(*sheet.page, sheet.drawn_marks()))
    width = len(rows[0])

    def span(line: list[bool], start: float, end: float) -> tuple[float, float]:
        found = [at for at in range(int(start * mm), int(end * mm)) if line[at]]
        return found[0] / mm, (found[-1] + 1) / mm

    assert span(rows[125], 0, 30) == pytest.approx((9.5, 15.5), abs=0.1)
    column = [row[125] for row in rows]
    assert span(column, 0, 30) == pytest.approx((9.5, 15.5), abs=0.1)
    right = width / mm
    top = span(rows[100], 200, right)  # the arm of the angle at the top right
    assert top == pytest.approx((279.4 - 10 - sheet.length, 279.4 - 9.5), abs=0.1)
    across = span([row[int((right - 14) * mm)] for row in rows], 0, 30)
    assert across == pytest.approx((9.5, 10.5), abs=0.1)
    low = span([row[100] for row in rows], 180, 215.9)
    assert low == pytest.approx((215.9 - 10 - sheet.length, 215.9 - 9.5), abs=0.1)
    assert not any(rows[int(205.9 * mm)][int(260 * mm) :]), "three marks: nothing at the bottom right"


def test_four_marks_are_four_angles() -> None:
    sheet = cut_sheet((63.0, 88.0), LETTER, 4)
    rows, mm = dark(Page(*sheet.page, sheet.drawn_marks()))
    assert rows[int(205.9 * mm)][int(269 * mm)], "one at the bottom right"
    assert not rows[int(13 * mm)][int(13 * mm)], "no square at the top left"


@pytest.mark.parametrize("marks", [3, 4])
@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("size", SIZES)
def test_cards_keep_clear_of_the_marks_on_six_papers(name: str, size: tuple[float, float], marks: int) -> None:
    sheet = cut_sheet(size, CATALOGUE.paper(name), marks)
    assert sheet.page[0] > sheet.page[1]
    assert 5 <= sheet.length <= 20
    whole = Rect(0, 0, *sheet.page)
    assert len(sheet.cells) == sheet.capacity >= 1
    for number, cell in enumerate(sheet.cells):
        assert sorted((cell.width, cell.height)) == pytest.approx(sorted(size))
        painted = cell.inset(-BLEED)
        assert painted in whole
        assert all((mark & painted) is None for mark in sheet.ink)
        assert all((other.inset(-BLEED + 1e-9) & painted) is None for other in sheet.cells[:number])
    middle = Rect.around(corner for cell in sheet.cells for corner in cell.corners).centre
    assert (middle.x, middle.y) == pytest.approx((whole.centre.x, whole.centre.y))


def test_a_card_too_large_is_one_line() -> None:
    with pytest.raises(UserError, match="does not fit between the marks"):
        cut_sheet((200.0, 290.0), LETTER)


@pytest.mark.parametrize("size", [(63.0, 88.0), (70.0, 120.0)])
def test_a_back_lies_behind_its_front_and_stands_upright(size: tuple[float, float]) -> None:
    """The page is turned over its long (upper) edge: a mark at the top of the front is behind the one of the back."""
    top = rectangle(Rect(size[0] / 2 - 5, 5, 10, 10))
    face = Symbol("x", (Drawn(top, fill=Colour(0, 0, 0)),), Rect(0, 0, *size))
    sheet = cut_sheet(size, LETTER)
    front, back = sheet.pages([Piece("a", 1, face, face, size)])
    fronts, _ = dark(Page(front.width, front.height, front.items[:1]), 72)
    backs, _ = dark(back, 72)
    turned = backs[::-1]
    wrong = sum(
        one != other for row, behind in zip(fronts, turned, strict=True) for one, other in zip(row, behind, strict=True)
    )
    assert sum(map(sum, fronts)) > 500
    assert wrong < 120, "but for a pixel at the rim"


def read_dxf(text: str) -> ezdxf.document.Drawing:
    drawing, audit = ezdxf.recover.read(io.BytesIO(text.encode()))
    assert audit.errors == []
    assert audit.fixes == []
    return drawing


def test_a_dxf_is_read_by_another_program_without_complaint() -> None:
    sheet = cut_sheet((63.0, 88.0), LETTER)
    drawing = read_dxf(dxf_text(sheet.cuts(), [[Point(1, 2), Point(3, 4)]], sheet.page[1]))
    assert drawing.dxfversion == "AC1015"
    assert drawing.units == 4
    assert {"cut", "fold"} <= {layer.dxf.name for layer in drawing.layers}
    lines = list(drawing.modelspace().query("LWPOLYLINE"))
    cuts = [one for one in lines if one.dxf.layer == "cut"]
    assert len(cuts) == 8
    assert all(one.closed for one in cuts)
    for one, cell in zip(cuts, sheet.cells, strict=True):
        points = one.get_points("xyb")
        assert [round(abs(bulge), 8) for _, _, bulge in points] == [0, 0.41421356] * 4
        xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
        assert (min(xs), max(xs)) == pytest.approx((cell.left, cell.right), abs=1e-5)
        assert (min(ys), max(ys)) == pytest.approx((sheet.page[1] - cell.bottom, sheet.page[1] - cell.top), abs=1e-5)
    from ezdxf import path

    box = path.bbox([path.make_path(cuts[0])])
    assert (box.size.x, box.size.y) == pytest.approx((63, 88), abs=1e-3), "arcs turn outwards, not inwards"


def test_the_same_paths_are_the_same_bytes() -> None:
    paths = [rounded_cut(Rect(10, 20, 63, 88), 3)]
    text = dxf_text(paths, [], 297)
    assert dxf_text(paths, [], 297) == text, "neither random ids nor the time"
    assert not options.write_fixed_meta_data_for_testing, "other users of the library keep their own setting"


@pytest.mark.parametrize("target", ["silhouette", "die-line"])
def test_a_missing_library_is_one_line_with_the_command_that_adds_it(
    tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "find_spec", lambda _name: None)
    with pytest.raises(UserError, match=rf"^export {target} needs ezdxf: .* -m pip install .*\[cutting\]'?$"):
        export(tmp_path, target)
    assert not list(tmp_path.rglob("*.pdf"))


def test_svg_has_the_same_paths_in_a_layer() -> None:
    text = svg_cuts([rounded_cut(Rect(10, 20, 63, 88), 3)], [[Point(0, 0), Point(5, 5)]], (279.4, 215.9))
    svg = ElementTree.fromstring(text)  # noqa: S314 - our own file
    assert (svg.get("width"), svg.get("viewBox")) == ("279.4mm", "0 0 279.4 215.9")
    layers = {one.get("id"): one for one in svg}
    assert list(layers) == ["cut", "fold"]
    path = layers["cut"][0].get("d") or ""
    assert path.startswith("M13 20 L70 20 A3 3 0 0 1 73 23 L73 105")
    assert path.endswith("Z")


def test_curves_are_close_enough() -> None:
    [path] = cuts_of(circle(Point(11, 11), 11))
    assert len(path.corners) > 30
    for x, y, _ in path.corners:
        assert Point(x, y).distance(Point(11, 11)) == pytest.approx(11, abs=0.02)


def test_files_for_the_machine(tmp_path: Path) -> None:
    folder, report = export(tmp_path, "silhouette", "die-line", paper="letter")
    assert report.exit_code == 0
    made = folder / "silhouette-letter"
    assert {path.name for path in made.iterdir()} == {
        "cards-63.5x88.9.pdf",
        "cards-63.5x88.9.dxf",
        "cards-63.5x88.9-cuts.svg",
    }
    assert len(pypdfium2.PdfDocument(made / "cards-63.5x88.9.pdf")) == 6, "24 cards, eight on a sheet, with backs"
    read_dxf((made / "cards-63.5x88.9.dxf").read_text("utf-8"))
    lines = folder / "die-line"
    with pikepdf.open(lines / "die-line.pdf") as pdf:
        assert len(pdf.pages) == 3, "cards, tokens and the box"
        assert b"CutContour" in b"".join(bytes(str(thing), "utf-8") for thing in pdf.objects)
        assert [round(float(side) * 25.4 / 72, 2) for side in pdf.pages[0].trimbox] == [3, 3, 66.5, 91.9]
    read_dxf((lines / "amber-light.dxf").read_text("utf-8"))


def test_a_box_has_folds(tmp_path: Path) -> None:
    folder, _ = export(tmp_path, "die-line", game="cloudy-kingdom", cards=("tuck-box",))
    drawing = read_dxf((folder / "die-line-selection-tuck-box/tuck-box.dxf").read_text("utf-8"))
    kinds = [one.dxf.layer for one in drawing.modelspace()]
    assert kinds.count("cut") == 1
    assert kinds.count("fold") > 5


def test_a_sheet_is_plain_data() -> None:
    assert CutSheet((279.4, 215.9), (63.0, 88.0), 4, 2, False) == cut_sheet((63.0, 88.0), Paper("x", 215.9, 279.4))
