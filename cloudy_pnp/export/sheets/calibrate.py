"""The page that measures where a printer puts the back: a grid in each corner in front, a cross behind each.

Held against a light, the printed sheet shows where the crosses are on the grids. The numbers there are already the
required moves of the back, so that users need not think about signs and mirroring. Four places show more than one:
whether the back is rotated, and whether it is larger. Patches show how the printer reproduces colours.
"""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import line, rectangle
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text, text_line
from cloudy_pnp.export.paper import CardFormat, Mode, Printer, Sheet
from cloudy_pnp.export.sheets import SheetTexts
from cloudy_pnp.export.sheets.grid import STRIP, Axis, Grid, Strips, best_grid
from cloudy_pnp.export.sheets.impose import MOST_SHIFT, NO_SHIFT, back_place
from cloudy_pnp.export.sheets.marks import FONT, HAIRLINE, footer, furniture

_CROSS = 13.0  # half its length: it extends beyond the grid
_AROUND = 18.0  # from the middle of a grid to the end of its numbers
_FINE = Stroke(Colour.grey(0.6), 0.1)
_TITLE = TextStyle(FONT, 5.0, 3.0, align=Align.CENTRE)
_STEPS = TextStyle(FONT, 3.6, 2.0, hyphenate=False, gap=0.35)
_PATCHES = TextStyle(FONT, 2.8, 2.0, align=Align.CENTRE, vertical=Vertical.BOTTOM)
_BOLD = Font("Alegreya Sans", 700)
_GREYS = tuple(Colour.grey(1 - step / 10) for step in range(11))
_COLOURS = tuple(
    Colour.parse(f"#{code:06x}")
    for code in (0x009EE3, 0xE6007E, 0xFFED00, 0xE30613, 0x009640, 0x312783, 0x7BB7CF, 0x79B24A, 0xE9B23A, 0xF3D9C4)
)


def calibration(
    sheet: Sheet,
    card: CardFormat,
    texts: SheetTexts,
    *,
    title: str = "",
    shift_back: Point = NO_SHIFT,
    printer: Printer | None = None,
) -> Iterator[Page]:
    """Yield two pages for the paper and the flip of a duplex sheet, in the orientation used for the cards.

    With a `shift_back` or a `printer` the back is moved like that of the cards, to verify the correction.
    """
    if sheet.mode is not Mode.DUPLEX:
        raise UserError(f"the sheet {quoted(sheet.id)} has no back pages that could be shifted")
    grid = best_grid(sheet, card)
    flip = texts.flip(sheet.flip)
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(texts.steps, start=1))
    front = [
        *_words(grid, texts.title, steps.replace("{flip}", flip), texts.lang),
        *_patches(grid, texts),
        *(item for number, place in enumerate(corners(grid), start=1) for item in _scale(grid, place, number)),
    ]
    back: list[Item] = [*_words(grid, texts.calibration_back, "", texts.lang)]
    for number, place in enumerate(behind(grid), start=1):
        back += [*_cross(place), _label(place, number)]
    moved = back_place(grid, shift_back, printer)
    for side, items, move in ((texts.front, front, Transform()), (texts.back, back, moved)):
        around = (*furniture(grid), footer(grid, title, f"{side} · {flip} · {texts.lang}"))
        yield Page(grid.width, grid.height, (Group((*items, *around), move),))


def corners(grid: Grid) -> tuple[Point, Point, Point, Point]:
    """Return the centres of the four grids, in reading order."""
    x, y = _edges(grid)
    inset_x, inset_y = x + _AROUND, y + _AROUND
    right, bottom = grid.width - inset_x, grid.height - inset_y
    return (Point(inset_x, inset_y), Point(right, inset_y), Point(inset_x, bottom), Point(right, bottom))


def behind(grid: Grid) -> tuple[Point, ...]:
    """Return the positions of the crosses on the back page, behind the grids."""
    upright = grid.mirror is Axis.VERTICAL
    return tuple(
        Point(grid.width - place.x, place.y) if upright else Point(place.x, grid.height - place.y)
        for place in corners(grid)
    )


def _edges(grid: Grid) -> tuple[float, float]:
    """Return the space taken by the margin and the strips with ruler and footer, across and down."""
    margin = grid.sheet.margin + 2.0
    return (
        margin + (STRIP if grid.strips is Strips.BESIDE else 0.0),
        margin + (STRIP if grid.strips is Strips.BELOW else 0.0),
    )


def _words(grid: Grid, title: str, steps: str, lang: str) -> Iterator[Item]:
    """Set the title between the upper grids, the steps in the middle of the page."""
    x, y = _edges(grid)
    beside = x + 2 * _AROUND + 4.0
    head = Rect(beside, y + 4.0, grid.width - 2 * beside, 2 * _AROUND - 8.0)
    top = y + 2 * _AROUND + 4.0
    rest = Rect(x + 8.0, top, grid.width - 2 * x - 16.0, grid.height - 2 * top)
    for text, place, style in ((title, head, _TITLE), (steps, rest, _STEPS)):
        if text:
            if min(place.width, place.height) < 10:
                raise UserError(f"the paper of the sheet {quoted(grid.sheet.id)} is too small for the calibration page")
            setting = fit_text(text, place, style, lang)
            if setting.findings:
                raise UserError(f"the calibration page: {setting.findings[0].message}")
            yield from setting.items


def _patches(grid: Grid, texts: SheetTexts) -> Iterator[Item]:
    """Draw colours and steps of grey between the lower grids, with their explanation."""
    x, y = _edges(grid)
    beside = x + 2 * _AROUND + 6.0
    width = grid.width - 2 * beside
    bottom = grid.height - y - 3.0
    for row, colours in enumerate((_COLOURS, _GREYS)):
        side = min(width / len(colours), 11.0)
        left = grid.width / 2 - side * len(colours) / 2
        top = bottom - (2 - row) * 9.0
        for at, colour in enumerate(colours):
            yield Path(rectangle(Rect(left + at * side, top, side, 8.0)), fill=colour)
        row_box = Rect(left, top, side * len(colours), 8.0)
        yield Path(rectangle(row_box), stroke=_FINE)
    if not texts.patches:
        return
    setting = fit_text(texts.patches, Rect(beside, bottom - 33.0, width, 13.0), _PATCHES, texts.lang)
    if setting.findings:
        raise UserError(f"the calibration page: {setting.findings[0].message}")
    yield from setting.items


def _scale(grid: Grid, centre: Point, corner: int) -> Iterator[Item]:
    """Draw a grid of millimetres with numbers below and on the left.

    The back is seen from behind: turned about a vertical line, a cross that is too far right here is too far left there
    and has to move right; turned about a horizontal line it is the other way round.
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
    yield text_line("X", centre + Point(most + 3.0, most + 3.5), FONT, 3.6, align=Align.CENTRE)
    yield text_line("Y", centre + Point(-most - 2.4, -most - 2.6), FONT, 3.6, align=Align.CENTRE)
    yield _label(centre, corner)


def _label(centre: Point, corner: int) -> Item:
    """Draw the number of a grid, and of the cross behind it."""
    return text_line(f"{corner}", centre + Point(MOST_SHIFT + 3.0, -MOST_SHIFT + 1.0), _BOLD, 6.0, align=Align.CENTRE)


def _number(value: int) -> str:
    return f"−{-value}" if value < 0 else f"{value}"


def _cross(centre: Point) -> Iterator[Item]:
    for axis in (Point(1.0, 0.0), Point(0.0, 1.0)):
        yield Path(line(centre - axis * _CROSS, centre + axis * _CROSS), stroke=HAIRLINE)
