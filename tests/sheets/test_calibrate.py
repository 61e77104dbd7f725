"""What one reads off the calibration page, given as a shift, brings the back behind the front."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Page, Path, TextRun
from cloudy_pnp.export.paper import Flip, Mode, Paper
from cloudy_pnp.export.sheets.calibrate import calibration
from cloudy_pnp.export.sheets.catalogue import load_catalogue
from sheets.deck import A3, A4, BRIDGE, LETTER, flipped, leaves, sheet

SHIPPED = load_catalogue()
LANGUAGES = ["en", "de", "fr", "hu"]


def texts_on(page: Page) -> list[tuple[str, Point]]:
    return [
        (leaf.text, place(leaf.origin + Point(leaf.width / 2, -leaf.size / 3)))
        for leaf, place in leaves(page.items, frozenset())
        if isinstance(leaf, TextRun)
    ]


def cross_of(page: Page) -> Point:
    """Where the two 50 mm lines in the middle of the back meet; the ruler is another one, elsewhere."""
    lines = [
        place.bounds(leaf.outline.bounds)
        for leaf, place in leaves(page.items, frozenset())
        if isinstance(leaf, Path) and len(leaf.outline.segments) == 2
    ]
    [level, upright] = [box for box in lines if max(box.width, box.height) == pytest.approx(50)]
    assert level.centre.distance(upright.centre) < 1e-9
    return level.centre


def read_off(front: Page, at: Point) -> Point:
    """What a person reads: the numbers below and on the left of the grid, between which the cross lies."""
    numbers = [
        (float(text.replace("−", "-")), place)
        for text, place in texts_on(front)
        if text.replace("−", "").isdigit() and place.distance(Point(front.width / 2, front.height / 2)) < 20
    ]
    below = sorted((place.x, value) for value, place in numbers if place.y > front.height / 2 + 10.5)
    beside = sorted((place.y, value) for value, place in numbers if place.x < front.width / 2 - 10.5)
    below = [pair for pair in below if abs(pair[0] - front.width / 2) < 10.5]
    beside = [pair for pair in beside if abs(pair[0] - front.height / 2) < 10.5]
    assert len(below) == len(beside) == 5
    return Point(_between(below, at.x), _between(beside, at.y))


def _between(scale: list[tuple[float, float]], at: float) -> float:
    (first, low), (last, high) = scale[0], scale[-1]
    return low + (high - low) * (at - first) / (last - first)


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("error", [Point(0, 0), Point(2, -3.5), Point(-1, 0.5)])
def test_reading_is_the_shift_that_helps(flip: Flip, paper: Paper, error: Point) -> None:
    """A printer that moves the back by `error`: read, shift, print again, and the cross lies in the middle."""
    kind = sheet(Mode.DUPLEX, paper, flip=flip)
    front, back = calibration(kind, BRIDGE, SHIPPED.texts("en"))
    middle = Point(front.width / 2, front.height / 2)
    seen = flipped(back, flip)(cross_of(back) + error)
    reading = read_off(front, seen)
    _, again = calibration(kind, BRIDGE, SHIPPED.texts("en"), shift_back=reading)
    assert flipped(again, flip)(cross_of(again) + error).distance(middle) < 0.4  # text is centred by eye
    assert max(abs(reading.x), abs(reading.y)) == pytest.approx(max(abs(error.x), abs(error.y)), abs=0.4)


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


def test_only_duplex_sheets_are_calibrated() -> None:
    with pytest.raises(UserError, match="has no back pages that could be shifted"):
        list(calibration(sheet(Mode.GUTTERFOLD), BRIDGE, SHIPPED.texts("en")))
