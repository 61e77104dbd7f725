"""The page that measures how far a printer shifts the back: a grid in front, a cross behind.

Whoever holds the printed sheet against a light sees where the cross lies on the grid. Its numbers are already
what the back has to be moved by, so nobody has to think about signs and about what is mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import line
from cloudy_pnp.draw.text import Align, TextStyle, fit_text, text_line
from cloudy_pnp.export.paper import CardFormat, Mode, Sheet
from cloudy_pnp.export.sheets.grid import STRIP, Axis, Grid, Strips, best_grid
from cloudy_pnp.export.sheets.impose import MOST_SHIFT, NO_SHIFT
from cloudy_pnp.export.sheets.marks import FONT, HAIRLINE, footer, furniture
from cloudy_pnp.export.sheets.texts import SheetTexts

_CROSS = 25.0  # half its length: it goes on beyond the numbers
_FINE = Stroke(Colour.grey(0.6), 0.1)
_TITLE = TextStyle(FONT, 5.0, 3.0, align=Align.CENTRE)
_STEPS = TextStyle(FONT, 3.6, 2.0, hyphenate=False, gap=0.35)


def calibration(
    sheet: Sheet, card: CardFormat, texts: SheetTexts, *, title: str = "", shift_back: Point = NO_SHIFT
) -> Iterator[Page]:
    """Two pages for the paper and the flip of a duplex sheet, used as it is for the cards (upright or lying).

    With a `shift_back` the back is moved as that of the cards would be: the proof that it helped.
    """
    if sheet.mode is not Mode.DUPLEX:
        raise UserError(f"the sheet {quoted(sheet.id)} has no back pages that could be shifted")
    grid = best_grid(sheet, card)
    centre = Point(grid.width / 2, grid.height / 2)
    flip = texts.flip(sheet.flip)
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(texts.steps, start=1))
    front = [
        *_words(grid, texts.title, steps.replace("{flip}", flip), texts.lang),
        *_scale(grid, centre),
    ]
    back = [*_words(grid, texts.calibration_back, "", texts.lang), *_cross(centre)]
    shift = Transform.translation(shift_back.x, shift_back.y)
    for side, items, move in ((texts.front, front, Transform()), (texts.back, back, shift)):
        around = (*furniture(grid), footer(grid, title, f"{side} · {flip} · {texts.lang}"))
        yield Page(grid.width, grid.height, (Group((*items, *around), move),))


def _words(grid: Grid, title: str, steps: str, lang: str) -> Iterator[Item]:
    """Title and steps in the part of the page above the grid."""
    edge = grid.sheet.margin + 5.0
    top = edge + (STRIP if grid.strips is Strips.BELOW else 0.0)
    side = edge + (STRIP if grid.strips is Strips.BESIDE else 0.0)
    box = Rect(side, top, grid.width - 2 * side, grid.height / 2 - _CROSS - top - 5.0)
    head = Rect(box.x, box.y, box.width, 12.0)
    rest = Rect(box.x, head.bottom, box.width, box.bottom - head.bottom)
    for text, place, style in ((title, head, _TITLE), (steps, rest, _STEPS)):
        if text:
            setting = fit_text(text, place, style, lang)
            if setting.findings:
                raise UserError(f"the calibration page: {setting.findings[0].message}")
            yield from setting.items


def _scale(grid: Grid, centre: Point) -> Iterator[Item]:
    """A grid of millimetres with numbers below and on the left.

    The back is seen from behind: turned about a vertical line, what lies too far right here lies too far left
    there and has to go right; turned about a horizontal line it is the other way round.
    """
    across, down = (1, -1) if grid.mirror is Axis.VERTICAL else (-1, 1)
    most = int(MOST_SHIFT)
    steps = sorted(range(-most, most + 1), key=lambda step: step % 5 == 0)  # the strong lines over the fine ones
    for step in steps:
        stroke = _FINE if step % 5 else HAIRLINE
        for start, end in (
            (Point(step, -most), Point(step, most)),
            (Point(-most, step), Point(most, step)),
        ):
            yield Path(line(centre + start, centre + end), stroke=stroke)
    for step in range(-most, most + 1, 5):
        below, beside = centre + Point(step, most + 3.2), centre + Point(-most - 1.2, step + 0.9)
        yield text_line(_number(step * across), below, FONT, 2.6, align=Align.CENTRE)
        yield text_line(_number(step * down), beside, FONT, 2.6, align=Align.RIGHT)
    yield text_line("X", centre + Point(most + 4.0, most + 3.5), FONT, 3.6, align=Align.CENTRE)
    yield text_line("Y", centre + Point(-most - 2.4, -most - 2.6), FONT, 3.6, align=Align.CENTRE)


def _number(value: int) -> str:
    return f"−{-value}" if value < 0 else f"{value}"


def _cross(centre: Point) -> Iterator[Item]:
    for axis in (Point(1.0, 0.0), Point(0.0, 1.0)):
        yield Path(line(centre - axis * _CROSS, centre + axis * _CROSS), stroke=HAIRLINE)
