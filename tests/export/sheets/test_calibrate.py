"""What one reads off the calibration page, given as a shift, brings the back behind the front."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Page, Path, TextRun
from cloudy_pnp.export.paper import Flip, Mode, Paper, fit_printer
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.calibrate import behind, calibration
from cloudy_pnp.export.sheets.grid import best_grid
from export.sheets.deck import A3, A4, BRIDGE, LETTER, flipped, leaves, sheet

SHIPPED = load_catalogue()
LANGUAGES = ["en", "de", "fr", "hu"]


def texts_on(page: Page) -> list[tuple[str, Point]]:
    return [
        (leaf.text, place(leaf.origin + Point(leaf.width / 2, -leaf.size / 3)))
        for leaf, place in leaves(page.items, frozenset())
        if isinstance(leaf, TextRun)
    ]


def crosses_of(page: Page) -> list[Point]:
    """Return where the lines of the four crosses on the back meet, by the number next to each."""
    boxes = [
        place.bounds(leaf.outline.bounds)
        for leaf, place in leaves(page.items, frozenset())
        if isinstance(leaf, Path) and len(leaf.outline.segments) == 2
    ]
    lines = [box for box in boxes if max(box.width, box.height) == pytest.approx(26, rel=0.02)]
    assert len(lines) == 8
    middles = [level.centre for level, upright in zip(lines[::2], lines[1::2], strict=True)]
    numbers = {text: place for text, place in texts_on(page) if text in ("1", "2", "3", "4")}
    return [min(middles, key=numbers[number].distance) for number in ("1", "2", "3", "4")]


def middles_of(front: Page) -> list[Point]:
    """The middles of the four grids: where the two noughts beside each lead."""
    noughts = [place for text, place in texts_on(front) if text == "0"]
    assert len(noughts) == 8
    labels = {text: place for text, place in texts_on(front) if text in ("1", "2", "3", "4")}
    found = []
    for number in ("1", "2", "3", "4"):
        near = sorted(noughts, key=labels[number].distance)[:2]
        found.append(Point(max(place.x for place in near), min(place.y for place in near)))
    return found


def read_off(front: Page, middle: Point, at: Point) -> Point:
    """Return what a person reads: the numbers below and on the left of a grid, between which the cross lies."""
    numbers = [
        (float(text.replace("−", "-")), place - middle)
        for text, place in texts_on(front)
        if text.replace("−", "").isdigit() and place.distance(middle) < 18 and text not in ("1", "2", "3", "4")
    ]
    below = sorted((place.x, value) for value, place in numbers if place.y > 10.5 and abs(place.x) < 10.5)
    beside = sorted((place.y, value) for value, place in numbers if place.x < -10.5 and abs(place.y) < 10.5)
    return Point(_between(below, at.x - middle.x), _between(beside, at.y - middle.y))


def _between(scale: list[tuple[float, float]], at: float) -> float:
    (low, first), (high, last) = scale[0], scale[-1]
    return first + (last - first) * (at - low) / (high - low)


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("error", [Point(0, 0), Point(2, -3.5), Point(-1, 0.5)])
def test_reading_is_the_shift_that_helps(flip: Flip, paper: Paper, error: Point) -> None:
    """A printer that moves the back by `error`: read, shift, print again, and the crosses lie in the middles."""
    kind = sheet(Mode.DUPLEX, paper, flip=flip)
    front, back = calibration(kind, BRIDGE, SHIPPED.texts("en"))
    for number, middle in enumerate(middles_of(front)):
        seen = flipped(back, flip)(crosses_of(back)[number] + error)
        reading = read_off(front, middle, seen)
        _, again = calibration(kind, BRIDGE, SHIPPED.texts("en"), shift_back=reading)
        assert flipped(again, flip)(crosses_of(again)[number] + error).distance(middle) < 0.4  # text is centred by eye
        assert max(abs(reading.x), abs(reading.y)) == pytest.approx(max(abs(error.x), abs(error.y)), abs=0.4)


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_four_readings_make_good_a_skewed_and_stretched_back(flip: Flip, paper: Paper) -> None:
    """A printer that turns the back by 0.3°, makes it 0.4 % wider and 0.2 % lower, and moves it."""
    kind = sheet(Mode.DUPLEX, paper, flip=flip)
    front, back = calibration(kind, BRIDGE, SHIPPED.texts("en"))
    middle = Point(front.width / 2, front.height / 2)
    error = (
        Transform.translation(0.8, -0.6)
        @ Transform.rotation(0.3, middle)
        @ Transform.scaling(1.004, 0.998, about=middle)
    )
    grid = best_grid(kind, BRIDGE)
    moves = [
        read_off(front, place, flipped(back, flip)(error(cross)))
        for place, cross in zip(middles_of(front), crosses_of(back), strict=True)
    ]
    printer = fit_printer("test", (front.width, front.height), behind(grid), moves)
    assert printer.skew == pytest.approx(-0.3, abs=0.1)
    assert printer.stretch == pytest.approx((-0.4, 0.2), abs=0.15)
    _, again = calibration(kind, BRIDGE, SHIPPED.texts("en"), printer=printer)
    for place, cross, before in zip(middles_of(front), crosses_of(again), crosses_of(back), strict=True):
        assert flipped(again, flip)(error(cross)).distance(place) < 0.5  # as well as one can read
        assert flipped(back, flip)(error(before)).distance(place) > 0.6


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", [A4, LETTER, A3, Paper("a5", 148, 210)])
@pytest.mark.parametrize("flip", Flip)
def test_instructions_fit_in_every_language(lang: str, paper: Paper, flip: Flip) -> None:
    texts = SHIPPED.texts(lang)
    front, back = calibration(sheet(Mode.DUPLEX, paper, flip=flip), BRIDGE, texts, title="Spiel")
    words = " ".join(text for text, _ in texts_on(front))
    assert "--shift-back 0.5,-1" in words
    assert texts.flip(flip) in words
    assert "{" not in words
    assert texts.calibration_back.split()[0] in " ".join(text for text, _ in texts_on(back))


def test_both_axes_are_written_in_the_same_size() -> None:
    """And larger than the numbers, smaller than the number of the grid."""
    front, _ = calibration(sheet(Mode.DUPLEX), BRIDGE, SHIPPED.texts("en"))
    runs = [leaf for leaf, _ in leaves(front.items, frozenset()) if isinstance(leaf, TextRun)]
    [axis] = {run.size for run in runs if run.text in ("X", "Y")}
    [number] = {run.size for run in runs if run.text == "0"}
    assert number < axis < max(run.size for run in runs if run.text == "1")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", [A4, LETTER, A3, Paper("a5", 148, 210)])
def test_words_and_patches_cover_nothing_and_stay_on_the_page(lang: str, paper: Paper) -> None:
    front, _ = calibration(sheet(Mode.DUPLEX, paper), BRIDGE, SHIPPED.texts(lang))
    boxes, patches = list[Rect](), list[Rect]()
    for leaf, place in leaves(front.items, frozenset()):
        if isinstance(leaf, TextRun) and len(leaf.text) > 3:
            boxes.append(
                place.bounds(Rect(leaf.origin.x, leaf.origin.y - 0.6 * leaf.size, leaf.width, 0.6 * leaf.size))
            )
        if isinstance(leaf, Path) and leaf.fill is not None:
            patches.append(place.bounds(leaf.outline.bounds))
    scales = [Rect(at.x - 10, at.y - 10, 20, 20).inset(-4) for at in middles_of(front)]
    assert len(patches) >= 21
    for box in (*boxes, *patches):
        assert box in Rect(0, 0, front.width, front.height).inset(3)
        assert not [scale for scale in scales if box & scale]
    assert not [(box, patch) for box in boxes for patch in patches if box & patch]
    title, top = boxes[0], max(scale.top for scale in scales[:2])
    assert abs(title.centre.x - front.width / 2) < 0.5, "the title is in the middle"
    assert top < title.top < title.bottom < scales[0].bottom, "between the upper grids"


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
def test_patches_are_two_rows_in_the_middle(paper: Paper) -> None:
    front, _ = calibration(sheet(Mode.DUPLEX, paper), BRIDGE, SHIPPED.texts("en"))
    patches = [
        place.bounds(leaf.outline.bounds)
        for leaf, place in leaves(front.items, frozenset())
        if isinstance(leaf, Path) and leaf.fill is not None and leaf.outline.bounds.height == pytest.approx(8)
    ]
    rows = [[patch for patch in patches if patch.top == top] for top in sorted({patch.top for patch in patches})]
    assert [len(row) for row in rows] == [10, 11]
    for row in rows:
        assert (row[0].left + row[-1].right) / 2 == pytest.approx(front.width / 2)
        assert all(after.left == pytest.approx(patch.right) for patch, after in pairwise(row))
        assert row[0].width <= 11.001
    assert rows[1][0].top - rows[0][0].bottom == pytest.approx(1)
    [lower, upper] = [max(place.y for place in middles_of(front)), rows[0][0].top]
    assert lower - 18 < upper and rows[1][0].bottom < lower + 18, "between the lower grids"


def test_only_duplex_sheets_are_calibrated() -> None:
    with pytest.raises(UserError, match="has no back pages that could be shifted"):
        list(calibration(sheet(Mode.GUTTERFOLD), BRIDGE, SHIPPED.texts("en")))
