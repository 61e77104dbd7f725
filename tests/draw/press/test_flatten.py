"""Without transparency a page looks the same, and nothing of it is pixels."""

from __future__ import annotations

import io
import math
import random

import numpy as np
import pikepdf
import pytest
from draw.pictures import SANS, everything
from draw.press.separations import INKS, needs_ghostscript, plates

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour, LinearGradient, RadialGradient, Stop, fading
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.press.areas import Raster, stroke_outline
from cloudy_pnp.draw.scene import Cap, Group, Item, Page, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, line, polygon, rectangle
from cloudy_pnp.draw.text import text_line

SKY, LEAF, RED = Colour.parse("#7fb4d8"), Colour.parse("#4c8c3f"), Colour.parse("#c03030")
GROUND = Path(rectangle(Rect(0, 0, 30, 30)), fill=LinearGradient.between(Point(0, 0), Point(30, 0), SKY, WHITE))
DISC = Path(circle(Point(15, 15), 9), fill=LEAF)


def pdf_of(page: Page, standard: Standard) -> bytes:
    out = io.BytesIO()
    write_pdf([page], out, title="Test", press=Press(standard))
    return out.getvalue()


def fade(*stops: Stop) -> LinearGradient:
    return LinearGradient(Point(5, 5), Point(25, 20), stops)


CASES: dict[str, tuple[Item, ...]] = {
    "an area": (GROUND, DISC, Path(rectangle(Rect(10, 3, 8, 22)), fill=RED, opacity=0.4)),
    "on bare paper": (Path(rectangle(Rect(10, 3, 8, 22)), fill=RED, opacity=0.4),),
    "two over each other": (
        GROUND,
        Path(rectangle(Rect(5, 5, 15, 15)), fill=RED, opacity=0.4),
        Path(rectangle(Rect(10, 10, 15, 15)), fill=LEAF, opacity=0.6),
    ),
    "a line": (GROUND, DISC, Path(line(Point(3, 3), Point(27, 24)), stroke=Stroke(RED, 3, Cap.ROUND), opacity=0.5)),
    "letters": (GROUND, DISC, Group((text_line("Ag", Point(5, 22), SANS, 18, colour=RED),), opacity=0.5)),
    "a gradient": (GROUND, DISC, Path(circle(Point(15, 15), 12), fill=fade(*fading(RED, 0.9)))),
    "a glow": (GROUND, DISC, Path(circle(Point(15, 15), 12), fill=RadialGradient(Point(15, 15), 12, fading(RED)))),
    "a hole": (GROUND, Path(circle(Point(15, 15), 9) + circle(Point(15, 15), 4), RED, opacity=0.5, rule="evenodd")),
    "inside a clip": (
        GROUND,
        Group((DISC, Path(rectangle(Rect(0, 10, 30, 6)), fill=RED, opacity=0.5)), clip=circle(Point(12, 12), 7)),
    ),
    "in a symbol": (
        GROUND,
        Use(
            Symbol("s", (DISC, Path(rectangle(Rect(3, 12, 24, 5)), fill=RED, opacity=0.5)), Rect(0, 0, 30, 30)),
            Transform.rotation(30, Point(15, 15)),
        ),
        Path(rectangle(Rect(0, 0, 1, 1)), fill=RED, opacity=0.5),
    ),
}


@needs_ghostscript
@pytest.mark.parametrize("name", CASES)
def test_plates_are_the_same(name: str) -> None:
    page = Page(30, 30, CASES[name])
    [faded], [flat] = (plates(pdf_of(page, standard), 100) for standard in (Standard.X4, Standard.X1A))
    for ink in INKS:
        off = np.abs(faded[ink] - flat[ink])
        assert (off > 0.03).mean() < 0.03, ink  # the edges: Ghostscript does not smooth them
        inside = off[2:-2, 2:-2]
        assert np.median(inside) < 0.01


@pytest.mark.parametrize("page", [everything(), *(Page(30, 30, items) for items in CASES.values())])
def test_no_pixels_and_no_transparency(page: Page) -> None:
    with pikepdf.open(io.BytesIO(pdf_of(page, Standard.X1A))) as pdf:
        whole = b"".join(thing.unparse(resolved=True) for thing in pdf.objects)
    for word in (b"/SMask", b"/Group", b"/ca ", b"/CA ", b"/Image"):
        assert word not in whole, word


def test_what_is_hidden_is_not_drawn_again() -> None:
    """A faded square on a white sheet over a hundred discs: the discs do not shine through."""
    discs = tuple(Path(circle(Point(15, 15), 1 + at / 10), fill=LEAF) for at in range(100))
    sheet = Path(rectangle(Rect(0, 0, 30, 30)), fill=WHITE)
    square = Path(rectangle(Rect(5, 5, 20, 20)), fill=RED, opacity=0.5)
    filled = []
    for items in ((*discs, sheet), discs):
        with pikepdf.open(io.BytesIO(pdf_of(Page(30, 30, (*items, square)), Standard.X1A))) as pdf:
            filled.append(pdf.pages[0].Contents.read_bytes().split().count(b"f"))
    # The discs and the sheet, the sheet again; the discs, then the paper and those that show around the largest.
    assert filled == [102, 104]


def test_cells_of_an_area() -> None:
    raster = Raster(Rect(0, 0, 10, 10), 1.0)
    square = raster.area(rectangle(Rect(2, 2, 6, 6)))
    assert bin(square.inner).count("1") == 25
    assert square.outer & square.inner == square.inner
    ring = raster.area(rectangle(Rect(0.5, 0.5, 9, 9)) + rectangle(Rect(3, 3, 4, 4)), evenodd=True)
    assert not ring.inner & raster.area(rectangle(Rect(4.2, 4.2, 1.6, 1.6))).inner
    assert raster.area(polygon(Point(20, 20), Point(30, 20), Point(25, 30))).outer == 0


def test_no_touched_cell_is_missed_and_no_cell_is_covered_in_part() -> None:
    chance = random.Random(7)
    raster = Raster(Rect(0, 0, 20, 20), 1.0)
    bit = {(row, at): 1 << ((row + 2) * 32 + at + 2) for row in range(20) for at in range(20)}
    for _ in range(60):
        corners = [Point(chance.uniform(-2, 22), chance.uniform(-2, 22)) for _ in range(chance.randint(3, 7))]
        cells, line = raster.area(polygon(*corners), evenodd=True), raster.line(polygon(*corners), 1.5)
        for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
            for step in range(101):
                point = here.towards(there, step / 100)
                if cell := bit.get((math.floor(point.y), math.floor(point.x))):
                    assert cells.outer & cell
                    assert not cells.inner & cell
                for side in (point + Point.polar(0.75, angle) for angle in range(0, 360, 45)):
                    if cell := bit.get((math.floor(side.y), math.floor(side.x))):
                        assert line.outer & cell


@pytest.mark.parametrize("seed", range(6))
def test_a_placed_curve_is_where_its_points_are(seed: int) -> None:
    """Moved, turned and slanted: the same cells as of the outline whose points were moved before."""
    chance = random.Random(seed)
    raster = Raster(Rect(0, 0, 30, 30), 0.5)
    place = (
        Transform.translation(chance.uniform(10, 20), chance.uniform(10, 20))
        @ Transform.rotation(chance.uniform(0, 360))
        @ Transform(1, chance.uniform(-0.8, 0.8), chance.uniform(-0.8, 0.8), 1.3, 0, 0)
    )
    curve = circle(Point(2, -3), 5)
    assert raster.area(curve, place=place) == raster.area(curve.moved(place))
    assert raster.line(curve, 1, place) == raster.line(curve.moved(place), 1)
    assert raster.area(curve, place=place).inner
    assert raster.area(curve, place=place) != raster.area(curve)


def test_a_dashed_line_as_an_area() -> None:
    area = stroke_outline(line(Point(0, 0), Point(10, 0)), Stroke(RED, 1, dashes=(2, 1)))
    assert sum(type(segment).__name__ == "Move" for segment in area.segments) == 4
    assert area.bounds == Rect(0, -0.5, 10, 1)
