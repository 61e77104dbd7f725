"""Which inks print what, read from the plates that Ghostscript makes."""

from __future__ import annotations

import io
from pathlib import Path as File

import numpy as np
import pytest
from draw.pictures import BOLD, SANS, everything
from draw.press.separations import INKS, needs_ghostscript, plates, total
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour, LinearGradient, RadialGradient, Stop
from cloudy_pnp.draw.inks import LEAST_TINT, Press, Standard, coated, difference, lab
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.press.separate import FINE_LINE, RICH_BLACK, Separator
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke, Symbol, TextRun, Use
from cloudy_pnp.draw.shapes import line, rectangle
from cloudy_pnp.draw.text import text_line

INK, SKY, RED = Colour.parse("#2b2a38"), Colour.parse("#7bb7cf"), Colour.parse("#b3274f")
WET = Colour.parse("#0a1420")


def pressed(*items: Item, most: float = 3.0, standard: Standard = Standard.X4) -> bytes:
    out = io.BytesIO()
    write_pdf([Page(40, 40, items)], out, title="Test", press=Press(standard, most))
    return out.getvalue()


def separated(item: Path | TextRun, *beneath: Path, most: float = 3.0) -> Path | TextRun:
    found = Separator(most).page(Page(40, 40, (*beneath, item))).items[-1]
    assert isinstance(found, Path | TextRun)
    return found


def test_dark_text_is_black_alone_and_prints_over() -> None:
    run = separated(text_line("Text", Point(5, 10), SANS, 3, colour=INK))
    assert isinstance(run, TextRun)
    assert run.colour.inks == (0, 0, 0, 1)
    assert run.colour.overprint


def test_light_text_is_left_out_of_its_ground_and_prints_over_nothing() -> None:
    run = separated(text_line("Text", Point(5, 10), SANS, 3, colour=WHITE))
    assert isinstance(run, TextRun)
    assert run.colour.inks == (0, 0, 0, 0)
    assert not run.colour.overprint


def test_large_coloured_letters_keep_their_colour_and_small_ones_do_not() -> None:
    large = separated(text_line("A", Point(5, 20), BOLD, 8, colour=RED))
    small = separated(text_line("A", Point(5, 20), BOLD, 3, colour=RED))
    assert isinstance(large, TextRun) and isinstance(small, TextRun)
    assert large.colour.inks[1] > 0.8
    assert small.colour.inks[:3] == (0, 0, 0)


@pytest.mark.parametrize(("width", "black"), [(FINE_LINE, True), (FINE_LINE + 0.01, False)])
def test_fine_dark_lines_are_black_alone(width: float, black: bool) -> None:
    path = separated(Path(line(Point(0, 0), Point(9, 9)), stroke=Stroke(Colour.parse("#5b4a3e"), width)))
    assert isinstance(path, Path) and path.stroke is not None
    assert (path.stroke.colour.inks[:3] == (0, 0, 0)) is black
    assert path.stroke.colour.overprint is black


@pytest.mark.parametrize(("side", "inks"), [(14.9, (0, 0, 0, 1)), (15, RICH_BLACK)])
def test_only_large_black_areas_are_rich(side: float, inks: tuple[float, ...]) -> None:
    path = separated(Path(rectangle(Rect(1, 1, side, 30)), fill=BLACK))
    assert isinstance(path, Path) and isinstance(path.fill, Colour)
    assert path.fill.inks == inks


def test_an_ink_does_not_vanish_within_a_gradient() -> None:
    """It stays in the middle of the gradient; the ends are as areas of their colours, and to white every ink fades."""
    pale, mint, sky = (
        Colour(0.7, 0.8, 0.9, cmyk=(0.3, 0.04, 0.0, 0.0)),
        Colour(0.7, 0.9, 0.9, cmyk=(0.3, 0.0, 0.1, 0.0)),
        Colour(0.6, 0.8, 0.9, cmyk=(0.4, 0.0, 0.0, 0.0)),
    )
    colours = (sky, pale, mint, sky, WHITE, sky)
    found = separated(Path(rectangle(Rect(5, 5, 30, 30)), LinearGradient.between(Point(0, 0), Point(30, 0), *colours)))
    assert isinstance(found, Path) and isinstance(found.fill, LinearGradient)
    assert [stop.colour.inks for stop in found.fill.stops] == [
        (0.4, 0.0, 0.0, 0.0),
        (0.3, 0.04, LEAST_TINT, 0.0),
        (0.3, LEAST_TINT, 0.1, 0.0),
        (0.4, 0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 0.0),
        (0.4, 0.0, 0.0, 0.0),
    ]


@needs_ghostscript
@pytest.mark.parametrize("standard", Standard)
@pytest.mark.parametrize("sky", ["#bfe6dc", "#c3cdf2", "#cfe8f5"])
def test_plates_show_no_edge_where_a_gradient_ends_in_its_ground(sky: str, standard: Standard) -> None:
    ground, glow, cloud = Colour.parse(sky), Colour.parse("#fff3d6"), Colour.parse("#f3c9d8")
    box = Rect(10, 10, 20, 20)
    fill = RadialGradient(
        box.centre, 10, (Stop(0.0, glow), Stop(0.5, cloud), Stop(0.9, ground, 0.9), Stop(1.0, ground))
    )
    pdf = pressed(Path(rectangle(Rect(0, 0, 40, 40)), ground), Path(rectangle(box), fill), standard=standard)
    [page] = plates(pdf, 200)
    corner = round(10.2 / 25.4 * 200)  # inside the box, beyond the circle
    for ink, plate in page.items():
        assert abs(plate[corner, corner] - plate[5, 5]) <= 0.01, ink
    assert abs(page["Cyan"][157, 157] - page["Cyan"][5, 5]) > 0.1  # there is a glow


def lines_on(ground: Colour, line_of: Stroke) -> tuple[Item, ...]:
    """A line drawn in every way that fades it."""
    strokes = [Path(line(Point(5, y), Point(35, y)), stroke=line_of) for y in (5, 12, 19, 26, 33)]
    fill = Path(rectangle(Rect(0, 0, 40, 40)), ground)
    face = Symbol("face", (replace(strokes[4], opacity=0.7),), Rect(0, 0, 40, 40))
    return (
        fill,
        strokes[0],
        replace(strokes[1], opacity=0.85),
        Group((strokes[2],), opacity=0.55),
        Group((Group((replace(strokes[3], opacity=0.9),), opacity=0.9),)),
        Use(face),
    )


@needs_ghostscript
@pytest.mark.parametrize("standard", Standard)
@pytest.mark.parametrize("most", [2.4, 3.0])
@pytest.mark.parametrize(
    ("ground", "colour", "width"),
    [
        ("#5aa05a", "#5b4a3e", 0.22),
        ("#7bb7cf", "#000000", 0.6),
        ("#b3274f", "#5a5a5a", 0.2),
    ],
)
def test_plates_of_a_dark_line_add_black_and_take_no_colour_away(
    ground: str, colour: str, width: float, most: float, standard: Standard
) -> None:
    items = lines_on(Colour.parse(ground), Stroke(Colour.parse(colour), width))
    [page] = plates(pressed(*items, most=most, standard=standard), 400)
    assert total(page) <= most + 0.01
    for ink in ("Cyan", "Magenta", "Yellow"):
        assert np.ptp(page[ink]) < 0.01, ink
    for y in (5, 12, 19, 26, 33):
        there = page["Black"][round((y - 1) / 25.4 * 400) : round((y + 1) / 25.4 * 400), 300]
        assert there.max() - there[0] > 0.2, y


VINE, LEAF, BUD = "#79b24a", "#5fa843", "#ec9a97"


@needs_ghostscript
@pytest.mark.parametrize("standard", Standard)
@pytest.mark.parametrize("ground", [VINE, LEAF, BUD])
@pytest.mark.parametrize(
    ("colour", "opacity"),
    [
        ("#1f5138", 0.85),  # the grooves of a vine
        ("#1f5a3c", 0.55),  # the veins of a leaf
        ("#1f5a3c", 1.0),  # the edges of leaf and bud
        ("#5d3a1e", 0.6),  # the grain of wood
    ],
)
def test_plates_of_a_fine_line_look_as_on_the_screen(
    ground: str, colour: str, opacity: float, standard: Standard
) -> None:
    beneath, drawn = Colour.parse(ground), Colour.parse(colour)
    stroke = Path(line(Point(5, 20), Point(35, 20)), stroke=Stroke(drawn, 0.22), opacity=opacity)
    [page] = plates(pressed(Path(rectangle(Rect(0, 0, 40, 40)), beneath), stroke, standard=standard), 600)
    middle = round(20 / 25.4 * 600)
    c, m, y, k = (float(page[ink][middle, middle]) for ink in INKS)
    screen = lab(*(under + (over - under) * opacity for under, over in zip(beneath.rgb, drawn.rgb, strict=True)))
    assert difference(coated().looks((c, m, y, k)), screen) < 12


@needs_ghostscript
def test_plates_of_a_line_on_a_ground_too_wet_for_black() -> None:
    """It has other inks too: black alone would take the blue away."""
    items = lines_on(Colour.parse("#28309c"), Stroke(BLACK, 0.2))
    [page] = plates(pressed(*items, most=1.8), 400)
    assert total(page) <= 1.81
    line_inks = {ink: page[ink][round(5 / 25.4 * 400), 300] for ink in ("Cyan", "Magenta")}
    assert all(part > 0.3 for part in line_inks.values()), line_inks


def test_black_prints_over_only_where_the_ink_dries() -> None:
    ground = Path(rectangle(Rect(0, 0, 20, 40)), fill=Colour.parse("#1f5138"))  # 178 % without its black
    beside, on = (text_line("x", Point(x, 10), SANS, 3, colour=INK) for x in (30, 5))
    for run, most, over in ((on, 3.0, True), (on, 2.4, False), (beside, 2.4, True)):
        found = separated(run, ground, most=most)
        assert isinstance(found, TextRun)
        assert found.colour.overprint is over


def test_the_same_symbol_stays_the_same() -> None:
    symbol = Symbol("x", (Path(rectangle(Rect(0, 0, 5, 5)), fill=SKY),), Rect(0, 0, 5, 5))
    separator = Separator(3.0)
    assert separator.symbol(symbol) is separator.symbol(symbol)


@needs_ghostscript
def test_plates_of_text_on_a_colour() -> None:
    """Black over blue: the letters are on the black plate, and no other plate has a hole for them."""
    ground = Path(rectangle(Rect(0, 0, 40, 40)), fill=SKY)
    [page] = plates(pressed(ground, text_line("HHHH", Point(5, 20), BOLD, 4, colour=INK)), 200)
    assert page["Black"].max() > 0.99
    for ink in ("Cyan", "Magenta", "Yellow"):
        assert np.ptp(page[ink]) < 0.01, ink
    [knocked] = plates(pressed(ground, text_line("HHHH", Point(5, 20), BOLD, 4, colour=WHITE)), 200)
    assert np.ptp(knocked["Cyan"]) > 0.4


@needs_ghostscript
@pytest.mark.parametrize("most", [2.4, 3.0])
@pytest.mark.parametrize("standard", Standard)
def test_nowhere_more_ink_than_the_press_dries(most: float, standard: Standard) -> None:
    out = io.BytesIO()
    write_pdf([everything()], out, title="Test", press=Press(standard, most))
    wet = Path(rectangle(Rect(0, 0, 40, 40)), fill=WET)
    text = text_line("HHHH", Point(5, 20), BOLD, 4, colour=INK)
    for pdf in (out.getvalue(), pressed(wet, text, most=most, standard=standard)):
        for page in plates(pdf):
            assert total(page) <= most + 0.01


@needs_ghostscript
def test_a_line_to_cut_along_has_a_plate_of_its_own() -> None:
    cut = Colour(1, 0, 1, (0, 1, 0, 0), overprint=True, spot="CutContour")
    for standard in Standard:
        border = Path(rectangle(Rect(5, 5, 30, 30)), stroke=Stroke(cut, 0.3))
        ground = Path(rectangle(Rect(0, 0, 40, 40)), fill=SKY)
        [page] = plates(pressed(ground, border, standard=standard))
        assert page["CutContour"].max() == 1
        assert np.ptp(page["Magenta"]) < 0.01


def test_needs_the_profile_that_is_shipped() -> None:
    folder = File(__file__).parents[3] / "templates" / "press"
    assert {path.name for path in folder.iterdir()} == {"coated-fogra39.icc", "LICENSE", "README.md"}
