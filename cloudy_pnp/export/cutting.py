"""Files for cutting machines: paths, and the registration marks that locate them.

Cut paths, closed lines of corners connected by lines or arcs; and an SVG of them.

A bulge is the roundness of an arc: the tangent of a quarter of its angle, positive where the arc turns to the left on
paper whose y points upwards, as in DXF.

Silhouette machines: cards on a landscape page, and the registration marks that locate them.

Three marks are a filled square at the top left and two angles; four angles are for the Cameo 5 Alpha. Lengths follow
the layouts of silhouette-card-maker (MIT), whose files people cut with: see docs/how-to/export.md.

Cut paths as DXF (AutoCAD 2000, in mm): closed polylines with arcs, cuts and folds each on a separate layer.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path as File

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import page_template
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.pdf import Duplex
from cloudy_pnp.draw.scene import Close, Cubic, Group, Item, Join, Line, Move, Outline, Page, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle, rounded
from cloudy_pnp.export.exporter import Groups, Job
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import contour
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.export.things import CORNER as USUAL_CORNER
from cloudy_pnp.export.things import Thing, chosen_components, things_of
from cloudy_pnp.game.contract import ComponentKind
from cloudy_pnp.simulate.base import need_extra
from cloudy_pnp.workspace.drawn import Piece

QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter circle: 0.41421356
_FLAT = 0.02  # mm: the largest deviation of the lines that approximate a curve


class CutPath(Struct, frozen=True):
    """Corners in mm from the top left of the page, y downwards, each with the bulge of the line to the next one."""

    corners: tuple[tuple[float, float, float], ...]  # x, y, bulge

    def moved(self, x: float, y: float) -> CutPath:
        """Move the path."""
        return CutPath(tuple((corner_x + x, corner_y + y, bulge) for corner_x, corner_y, bulge in self.corners))

    @property
    def bounds(self) -> Rect:
        """The bounds of all corners; a rounded rectangle touches all its sides with corners."""
        return Rect.around(Point(x, y) for x, y, _ in self.corners)


def rounded_cut(rect: Rect, radius: float) -> CutPath:
    """Return a rectangle with round corners, clockwise from its top left.

    >>> len(rounded_cut(Rect(0, 0, 63, 88), 3).corners), len(rounded_cut(Rect(0, 0, 63, 88), 0).corners)
    (8, 4)
    """
    r = min(radius, rect.width / 2, rect.height / 2)
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    if r <= 0:
        return CutPath(((left, top, 0.0), (right, top, 0.0), (right, bottom, 0.0), (left, bottom, 0.0)))
    arc = -QUARTER  # clockwise on the page
    return CutPath(
        (
            (left + r, top, 0.0),
            (right - r, top, arc),
            (right, top + r, 0.0),
            (right, bottom - r, arc),
            (right - r, bottom, 0.0),
            (left + r, bottom, arc),
            (left, bottom - r, 0.0),
            (left, top + r, arc),
        )
    )


def cuts_of(outline: Outline) -> list[CutPath]:
    """Return the closed parts of an outline; its curves become short lines."""
    return [CutPath(tuple((at.x, at.y, 0.0) for at in part)) for part in _parts(outline) if len(part) > 2]


def lines_of(outline: Outline) -> list[list[Point]]:
    """Return all parts of an outline as lines, such as folds."""
    return [part for part in _parts(outline) if len(part) > 1]


def _parts(outline: Outline) -> Iterator[list[Point]]:
    part: list[Point] = []
    for segment in outline.segments:
        match segment:
            case Move(to):
                if part:
                    yield part
                part = [to]
            case Line(to):
                part.append(to)
            case Cubic(first, second, to):
                part.extend(_flat(part[-1], first, second, to))
            case Close():
                if len(part) > 1 and part[0].distance(part[-1]) < 1e-6:
                    part.pop()
    if part:
        yield part


def _flat(start: Point, first: Point, second: Point, end: Point) -> Sequence[Point]:
    """Return points along a curve, close enough together."""
    reach = max((start - first * 2 + second).length, (first - second * 2 + end).length)
    steps = max(1, math.ceil(math.sqrt(0.75 * reach / _FLAT)))
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        s = 1 - t
        points.append(start * s**3 + first * (3 * s * s * t) + second * (3 * s * t * t) + end * t**3)
    return points


def svg_cuts(cuts: Iterable[CutPath], folds: Iterable[Sequence[Point]], size: tuple[float, float]) -> str:
    """Write the file; layers are groups with an id, which Inkscape also treats as layers."""
    layers = (
        ("cut", "#ff0000", [_closed_path(path) for path in cuts]),
        ("fold", "#0000ff", [_open_path(fold) for fold in folds]),
    )
    template = page_template(File(__file__).with_name("cuts.svg.j2"))
    return template.render(layers=layers, size=[_number(side) for side in size])


def _closed_path(path: CutPath) -> str:
    """Write a path; its arcs are quarter circles."""
    corners = path.corners
    parts = [f"M{_number(corners[0][0])} {_number(corners[0][1])}"]
    for (x, _, bulge), (to_x, to_y, _) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if bulge:
            radius = abs(to_x - x) if abs(abs(bulge) - QUARTER) < 1e-9 else 0.0
            parts.append(f"A{_number(radius)} {_number(radius)} 0 0 1 {_number(to_x)} {_number(to_y)}")
        else:
            parts.append(f"L{_number(to_x)} {_number(to_y)}")
    return " ".join([*parts, "Z"])


def _open_path(fold: Sequence[Point]) -> str:
    return "M" + " L".join(f"{_number(at.x)} {_number(at.y)}" for at in fold)


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:g}"


INSET, THICK, SQUARE = 10.0, 1.0, 5.0  # mm
SHORTEST, LONGEST = 5.0, 20.0  # mm: an arm of an angle
GAP = 1.25  # mm between cards
BLEED = GAP / 2
CORNER = 3.0
PAPERS = ("letter", "legal", "tabloid", "a4", "a3", "arch-b")
_DPI = 300
_CLEAR = 0.5  # mm of white around a mark


def _px(mm: float) -> int:
    return round(mm * _DPI / 25.4)  # half to even


class CutSheet(Struct, frozen=True, dict=True):
    """A landscape page with cards of one size in its middle."""

    page: tuple[float, float]
    card: tuple[float, float]  # as placed on the page
    columns: int
    rows: int
    turned: bool  # a quarter turn clockwise
    marks: int = 3

    @property
    def capacity(self) -> int:
        """The number of cards on a page."""
        return self.columns * self.rows

    @cached_property
    def block(self) -> Rect:
        """The bounds of all cards."""
        width = self.columns * self.card[0] + (self.columns - 1) * GAP
        height = self.rows * self.card[1] + (self.rows - 1) * GAP
        return Rect((self.page[0] - width) / 2, (self.page[1] - height) / 2, width, height)

    @property
    def cells(self) -> list[Rect]:
        """The cut rectangles of the cards, row by row."""
        left, top = self.block.left, self.block.top
        return [
            Rect(left + column * (self.card[0] + GAP), top + row * (self.card[1] + GAP), *self.card)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    @cached_property
    def length(self) -> float:
        """The length of the angles' arms: up to the wider margin, in whole pixels at 300 dpi.

        >>> CutSheet((279.4, 215.9), (63, 88), 4, 2, False).length  # 95 pixels
        8.043333333333333
        """
        gap = _px(GAP)
        rims = [
            (_px(side) - count * _px(card) - (count + 1) * gap) // 2 + gap
            for side, count, card in zip(self.page, (self.columns, self.rows), self.card, strict=True)
        ]
        length = (max(rims) - _px(INSET) - gap) * 25.4 / _DPI
        return min(max(length, SHORTEST), LONGEST)

    @property
    def ink(self) -> list[Rect]:
        """The areas of the marks."""
        half, long = THICK / 2, self.length + THICK / 2
        boxes = [Rect(INSET - half, INSET - half, SQUARE + THICK, SQUARE + THICK)] if self.marks == 3 else []
        for at, right, down in self._angles():
            left, top = (
                (at.x - half if right > 0 else at.x + half - long),
                (at.y - half if down > 0 else at.y + half - long),
            )
            boxes += [Rect(left, at.y - half, long, THICK), Rect(at.x - half, top, THICK, long)]
        return boxes

    def _angles(self) -> Iterator[tuple[Point, int, int]]:
        """Yield the corner of each angle, and whether its arms go to the right and down (1) or not (-1)."""
        for right, down in ((-1, 1), (1, -1)) if self.marks == 3 else ((-1, 1), (1, -1), (1, 1), (-1, -1)):
            yield (
                Point(INSET if right > 0 else self.page[0] - INSET, INSET if down > 0 else self.page[1] - INSET),
                right,
                down,
            )

    @property
    def is_clear(self) -> bool:
        """Return whether no card is near a mark, and all marks have the required length."""
        painted = self.block.inset(-BLEED)
        inside = painted.left >= 0 and painted.top >= 0
        return inside and all((box.inset(-_CLEAR) & painted) is None for box in self.ink)

    def drawn_marks(self) -> tuple[Item, ...]:
        """Draw the marks in black."""
        stroke = Stroke(BLACK, THICK, join=Join.MITER)
        items: list[Item] = []
        if self.marks == 3:
            items.append(Path(rectangle(Rect(INSET, INSET, SQUARE, SQUARE)), fill=BLACK, stroke=stroke))
        for at, right, down in self._angles():
            ends = (at + Point(right * self.length, 0.0), at + Point(0.0, down * self.length))
            items.append(Path(Outline((Move(ends[0]), Line(at), Line(ends[1]))), stroke=stroke))
        return tuple(items)

    def cuts(self, corner: float = CORNER) -> list[CutPath]:
        """Return the cut paths of a full page."""
        return [rounded_cut(cell, corner) for cell in self.cells]

    def pages(self, pieces: Sequence[Piece]) -> Iterator[Page]:
        """Yield fronts with marks, then their backs, for duplex printing flipped on the long edge."""
        backs = any(piece.back is not None for piece in pieces)
        for first in range(0, len(pieces), self.capacity):
            placed_pieces = list(zip(self.cells, pieces[first : first + self.capacity], strict=False))
            fronts = tuple(self._face(piece.front, cell, 90 if self.turned else 0) for cell, piece in placed_pieces)
            yield Page(*self.page, (*fronts, *self.drawn_marks()))
            if backs:
                behind = tuple(
                    self._face(piece.back, self._behind(cell), 90 if self.turned else 180)
                    for cell, piece in placed_pieces
                    if piece.back is not None
                )
                yield Page(*self.page, behind)

    def _behind(self, cell: Rect) -> Rect:
        """Return the cell of a card on the back of the page, which is turned over its upper edge."""
        return Rect(cell.x, self.page[1] - cell.bottom, cell.width, cell.height)

    def _face(self, symbol: Symbol, cell: Rect, turn: int) -> Item:
        size = (cell.height, cell.width) if self.turned else (cell.width, cell.height)
        upright = Transform.translation(cell.centre.x - size[0] / 2, cell.centre.y - size[1] / 2)
        place = Transform.rotation(turn, cell.centre) @ upright if turn else upright
        return Group((Group((Use(symbol),), place),), clip=rectangle(cell.inset(-BLEED)))


def cut_sheet(card: tuple[float, float], paper: Paper, marks: int = 3) -> CutSheet:
    """Return the sheet with the most cards that keep clear of the marks; ties go to upright cards.

    >>> sheet = cut_sheet((63.0, 88.0), Paper("letter", 215.9, 279.4))
    >>> (sheet.columns, sheet.rows, sheet.turned)
    (4, 2, False)
    """
    page = (max(paper.width, paper.height), min(paper.width, paper.height))
    ways = []
    for turned in (False, True):
        width, height = (card[1], card[0]) if turned else card
        for columns in range(1, int(page[0] // width) + 1):
            for rows in range(1, int(page[1] // height) + 1):
                sheet = CutSheet(page, (width, height), columns, rows, turned, marks)
                if sheet.is_clear:
                    ways.append(sheet)
    if not ways:
        raise UserError(f"a card of {card[0]:g} × {card[1]:g} mm does not fit between the marks on {paper.id}")
    return max(ways, key=lambda way: (way.capacity, not way.turned, -abs(way.columns - way.rows)))


CUT, FOLD = "cut", "fold"
_COLOURS = {CUT: 1, FOLD: 5}  # red, blue


def need_dxf(target: str) -> None:
    """Raise UserError, with the command that helps, if the package that writes DXF is not installed."""
    need_extra("ezdxf", to=f"export {target}", extra="cutting")


def dxf_text(cuts: Iterable[CutPath], folds: Iterable[Sequence[Point]], height: float) -> str:
    """Write the file; y points upwards there, so it needs the page's height."""
    lines = [(CUT, path.corners, True) for path in cuts]
    lines += [(FOLD, tuple((at.x, at.y, 0.0) for at in fold), False) for fold in folds]
    with _fixed_metadata():
        from ezdxf import units  # an extra
        from ezdxf.filemanagement import new

        drawing, text = new("R2000", units=units.MM), io.StringIO()
        for layer, colour in _COLOURS.items():
            drawing.layers.add(layer, color=colour)
        for layer, corners, closed in lines:
            points = [(round(x, 6), round(height - y, 6), bulge) for x, y, bulge in corners]
            drawing.modelspace().add_lwpolyline(points, format="xyb", close=closed, dxfattribs={"layer": layer})
        drawing.write(text)
    return text.getvalue()


@contextmanager
def _fixed_metadata() -> Iterator[None]:
    """Keep the time and random ids out of the file: the same input gives the same bytes."""
    from ezdxf import options  # type: ignore[attr-defined]

    usual, options.write_fixed_meta_data_for_testing = options.write_fixed_meta_data_for_testing, True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = usual


def write_silhouette(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write for each size of cards a PDF to print, and the cut paths of the machine as DXF and SVG.

    All pages of a file share the paths: on a partly empty page, extra cuts do no harm.
    """
    need_dxf("silhouette")
    request = job.request
    paper = job.catalogue.paper(request.paper or "a4")
    corner = CORNER if request.printing.corner is None else request.printing.corner
    chosen = {card.id for card in chosen_components(job, job.deck, ComponentKind.CARD)}
    by_size: dict[tuple[float, float], list[Piece]] = {}
    for piece in job.deck.pieces(ComponentKind.CARD):
        if piece.card in chosen:
            by_size.setdefault(piece.size, []).append(piece)
    for folder, key in groups.items():
        for size, pieces in by_size.items():
            sheet = cut_sheet(size, paper, request.export.marks)
            stem = f"{folder}cards-{size[0]:g}x{size[1]:g}"
            listed = [{"card": piece.card, "copy": piece.copy} for piece in pieces]
            yield job.pdf(f"{stem}.pdf", key, sheet.pages(pieces), listed, duplex=Duplex.LONG_EDGE)
            cuts = sheet.cuts(corner)
            yield job.write(f"{stem}.dxf", key, dxf_text(cuts, (), sheet.page[1]).encode())
            yield job.write(f"{stem}-cuts.svg", key, svg_cuts(cuts, (), sheet.page).encode())


def write_die_line(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a PDF of all shapes, each on a page of its size; and for each shape DXF and SVG.

    Components of one shape share them.
    """
    need_dxf("die-line")
    printing = job.request.printing
    bleed = 3.0 if printing.bleed is None else printing.bleed
    shapes: dict[tuple[tuple[float, float], Outline | None], list[Thing]] = {}
    for thing in things_of(job):
        shapes.setdefault((thing.size, thing.component.outline), []).append(thing)
    for folder, key in groups.items():
        pages = []
        for (size, _), things in shapes.items():
            first = things[0]
            pages.append(_page(first, bleed, printing.corner))
            cuts = _cuts(first, printing.corner)
            folds = lines_of(first.component.folds) if first.component.folds else []
            stem = f"{folder}{first.id}"
            cards = [{"card": thing.id} for thing in things]
            yield job.write(f"{stem}.dxf", key, dxf_text(cuts, folds, size[1]).encode(), cards=cards)
            yield job.write(f"{stem}-cuts.svg", key, svg_cuts(cuts, folds, size).encode(), cards=cards)
        yield job.pdf(f"{folder}die-line.pdf", key, pages, [], press=job.request.press())


def _corner(thing: Thing, corner: float | None) -> float:
    usual = USUAL_CORNER if thing.kind is ComponentKind.CARD else 0.0
    return usual if corner is None else corner


def _cuts(thing: Thing, corner: float | None) -> list[CutPath]:
    if thing.component.outline is not None:
        return cuts_of(thing.component.outline)
    return [rounded_cut(Rect(0.0, 0.0, *thing.size), _corner(thing, corner))]


def _page(thing: Thing, bleed: float, corner: float | None) -> Page:
    """Draw the face with its bleed, and on top the lines to cut and to fold, in separate inks."""
    plain = thing.copies[0].front.beyond(bleed)
    outline = thing.component.outline or rounded(Rect(0.0, 0.0, *thing.size), _corner(thing, corner))
    lines = contour(outline, thing.component.folds)
    items = (*plain.items, Group(lines, Transform.translation(bleed, bleed)))
    return Page(plain.width, plain.height, items, trim=plain.trim, bleed=plain.media)
