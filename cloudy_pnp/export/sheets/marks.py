"""Everything on a sheet except cards: cut marks, the fold, ruler, registration marks, footer.

None of it ever overlaps a card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.scene import Font, Group, Item, Line, Move, Outline, Path, Stroke, TextRun
from cloudy_pnp.draw.shapes import circle, line, rounded
from cloudy_pnp.draw.text import text_line, text_width
from cloudy_pnp.export.paper import Marks, Mode
from cloudy_pnp.export.sheets.grid import RULER, STRIP, Axis, Cell, Grid, Strips

HAIRLINE = Stroke(BLACK, 0.15)
_HALO = Stroke(WHITE, 0.6)  # under marks on bleed, so that they are visible on dark pictures
_FOLD = Stroke(BLACK, 0.15, dashes=(2.0, 1.0))

# The path of a cutting machine. Its ink has the name expected by such machines, and overprints everything.
CUT_INK = "CutContour"
_CUT = Stroke(Colour(0.9, 0.0, 0.5, (0.0, 1.0, 0.0, 0.0), overprint=True, spot=CUT_INK), 0.1)

FOLD_INK = "Crease"
_CREASE = Stroke(Colour(0.0, 0.3, 0.9, (1.0, 0.0, 0.0, 0.0), overprint=True, spot=FOLD_INK), 0.1, dashes=(2.0, 1.0))

_FROM_CARD = 0.5  # marks keep this distance from every card
_LONGEST_TICK = 4.0
_RADIUS = 1.2  # of a registration mark; its cross is longer
_ARM = 2.0
_INSIDE = 4.0  # the used part of the strip: the rest separates it from the marks

FONT = Font("Alegreya Sans")
_SIZE, _LEAST_SIZE = 2.4, 1.6
_MOST_CHARACTERS = 120  # of a title: more never fit, and each costs an attempt
_BASELINE = 2.8  # of the text in the strip
_BETWEEN = 2.0  # around the registration mark


def cut_marks(grid: Grid, filled: Collection[Cell]) -> tuple[Item, ...]:
    """Draw the cut marks for the cards in some cells, and the fold."""
    items: list[Item] = []
    if grid.sheet.marks is Marks.CARD:
        inner = _tick_outline(sorted(set(_inner_ticks(grid, filled))))
        if inner.segments:
            items += [Path(inner, stroke=_HALO), Path(inner, stroke=HAIRLINE)]
    if grid.sheet.marks is not Marks.NONE:
        items.append(Path(_tick_outline(list(_edge_ticks(grid, filled))), stroke=HAIRLINE))
    if grid.sheet.mode is Mode.GUTTERFOLD:
        fold = _fold(grid)
        items += [Path(fold, stroke=_HALO), Path(fold, stroke=_FOLD)]
    return tuple(items)


def corner_marks(size: tuple[float, float], margin: float) -> tuple[Item, ...]:
    """Draw ticks at the corners of a piece, out to its margin: the lines along which it is cut."""
    ticks: list[_Tick] = []
    for x, outwards in ((0.0, -1.0), (size[0], 1.0)):
        for y, down in ((0.0, -1.0), (size[1], 1.0)):
            ticks += [(x + outwards * _FROM_CARD, y, x + outwards * margin, y)]
            ticks += [(x, y + down * _FROM_CARD, x, y + down * margin)]
    outline = _tick_outline(ticks)
    return Path(outline, stroke=_HALO), Path(outline, stroke=HAIRLINE)


def die_line(cuts: Iterable[Rect], corner: float) -> Item:
    """Draw a die line with round corners around every card, on a separate layer."""
    lines = tuple(Path(rounded(cut, min(corner, cut.width / 2, cut.height / 2)), stroke=_CUT) for cut in cuts)
    return Group(lines, layer=CUT_INK)


def contour(cut: Outline | None, folds: Outline | None = None) -> tuple[Item, ...]:
    """Draw the lines of a shape, cuts and folds each on a separate layer and in a separate ink."""
    lines = ((cut, _CUT, CUT_INK), (folds, _CREASE, FOLD_INK))
    return tuple(Group((Path(way, stroke=stroke),), layer=ink) for way, stroke, ink in lines if way is not None)


_Tick = tuple[float, float, float, float]


def _tick_outline(ticks: Sequence[_Tick]) -> Outline:
    return Outline(
        tuple(part for x1, y1, x2, y2 in ticks for part in (Move(Point(x1, y1)), Line(Point(x2, y2)))),
    )


def _edge_ticks(grid: Grid, filled: Collection[Cell]) -> Iterator[_Tick]:
    """Yield a tick at both ends of every cut line, outside all cards and their bleed."""
    cards = [grid.rect(cell) for cell in filled]
    xs = {round(x, 6) for card in cards for x in (card.left, card.right)}
    ys = {round(y, 6) for card in cards for y in (card.top, card.bottom)}
    block = grid.block
    near, far = _span(grid.outer.y, grid.reach.y)
    for x in sorted(xs):
        yield x, block.top - far, x, block.top - near
        yield x, block.bottom + near, x, block.bottom + far
    near, far = _span(grid.outer.x, grid.reach.x)
    for y in sorted(ys):
        yield block.left - far, y, block.left - near, y
        yield block.right + near, y, block.right + far, y


def _span(bleed: float, reach: float) -> tuple[float, float]:
    near = max(bleed, _FROM_CARD)
    return near, min(near + _LONGEST_TICK, reach)


def _inner_ticks(grid: Grid, filled: Collection[Cell]) -> Iterator[_Tick]:
    """Yield ticks in the gaps between cards: from each corner of a card towards the middle of the gap."""
    for row, col in filled:
        card = grid.rect((row, col))
        for index, y, out in ((row, card.top, -1), (row + 1, card.bottom, 1)):
            if 0 < index < len(grid.tops):
                half = grid.gap(grid.tops, index, card.height) / 2
                for x in (card.left, card.right):
                    yield round(x, 6), y + out * _FROM_CARD, round(x, 6), y + out * half
        for index, x, out in ((col, card.left, -1), (col + 1, card.right, 1)):
            if 0 < index < len(grid.lefts):
                half = grid.gap(grid.lefts, index, card.width) / 2
                for y in (card.top, card.bottom):
                    yield x + out * _FROM_CARD, round(y, 6), x + out * half, round(y, 6)


def _fold(grid: Grid) -> Outline:
    """Return a line from margin to margin, between fronts and backs, which stops before a strip."""
    upright = grid.mirror is Axis.VERTICAL
    crosses = upright == (grid.strips is Strips.BELOW)
    start = grid.sheet.margin + (STRIP if crosses else 0.0)
    if upright:
        return line(Point(grid.width / 2, start), Point(grid.width / 2, grid.height - start))
    return line(Point(start, grid.height / 2), Point(grid.width - start, grid.height / 2))


def furniture(grid: Grid) -> tuple[Item, ...]:
    """Draw the parts common to every page: the ruler, and a registration mark in the middle of both strips.

    The marks coincide after turning on either edge. Held against a light, they show the shift.
    """
    length, near, far = strips(grid)
    mark = registration(Point(length / 2, _INSIDE / 2))
    return (Group((*ruler(Point(0.0, 0.0)), *mark), near), Group(mark, far))


def strips(grid: Grid) -> tuple[float, Transform, Transform]:
    """Return the length of the strips, and the transforms from their coordinates to the page.

    A strip's origin is its top left corner in reading direction. The first strip is the lower one, or the left one,
    read upwards.
    """
    margin = grid.sheet.margin
    if grid.strips is Strips.BELOW:
        near = Transform.translation(margin, grid.height - margin - _INSIDE)
        return grid.width - 2 * margin, near, Transform.translation(margin, margin)
    upwards = Transform.rotation(-90)
    near = Transform.translation(margin, grid.height - margin) @ upwards
    far = Transform.translation(grid.width - margin - _INSIDE, grid.height - margin) @ upwards
    return grid.height - 2 * margin, near, far


def ruler(start: Point) -> tuple[Item, ...]:
    """Draw a ruler of exactly 50 mm, measured between the middles of its first and its last tick."""
    bottom = start.y + 3.6
    ticks: list[_Tick] = [(start.x, bottom, start.x + RULER, bottom)]
    for at in range(int(RULER) + 1):
        height = 3.2 if at in (0, int(RULER)) else 2.2 if at % 10 == 0 else 1.5 if at % 5 == 0 else 0.8
        ticks.append((start.x + at, bottom - height, start.x + at, bottom))
    label = text_line(f"{RULER:g}\u00a0mm", Point(start.x + RULER + 1.2, start.y + _BASELINE), FONT, _SIZE)
    return (Path(_tick_outline(ticks), stroke=HAIRLINE), label)


def registration(centre: Point) -> tuple[Item, ...]:
    """Draw a circle with a cross."""
    x, y = centre.x, centre.y
    cross = _tick_outline([(x - _ARM, y, x + _ARM, y), (x, y - _ARM, x, y + _ARM)])
    return (Path(cross + circle(centre, _RADIUS), stroke=HAIRLINE),)


def footer(grid: Grid, title: str, rest: str) -> Item:
    """Set a line at the end of the strip. A title that is too long is shortened with an ellipsis."""
    length, near, _ = strips(grid)
    return Group((_footer_line(title, rest, Point(length, _BASELINE), length / 2 - _ARM - _BETWEEN),), near)


def _footer_line(title: str, rest: str, end: Point, room: float) -> TextRun:
    cut, title = len(title) > _MOST_CHARACTERS, title[:_MOST_CHARACTERS]
    text = f"{title}{'…' if cut else ''} · {rest}" if title else rest
    em = text_width(text, FONT, 1.0)
    size = min(_SIZE, max(room / em, _LEAST_SIZE))
    while em * size > room and title:
        title = title[:-1].rstrip()
        text = f"{title}… · {rest}" if title else rest
        em = text_width(text, FONT, 1.0)
    if em * size > room:
        raise UserError(f"the footer {quoted(text)} is too long for the sheet: shorten the texts of the sheets")
    return text_line(text, Point(end.x - em * size, end.y), FONT, size)
