"""A face on a separate page: as it is cut, with round corners, or with its bleed."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group, Outline, Page, Symbol, Use
from cloudy_pnp.draw.shapes import rounded

CORNER = 3.0  # mm: as on most playing cards


def cut_of(symbol: Symbol) -> tuple[float, float]:
    """Return the cut size of a face, whose bounds include the bleed around the origin."""
    box = symbol.bounds
    return box.width + 2 * box.x, box.height + 2 * box.y


def with_bleed(symbol: Symbol, bleed: float) -> Page:
    """Return a face with its bleed, up to this many mm.

    >>> page = with_bleed(Symbol("x", (), Rect(-3, -3, 69.5, 94.9)), 3)
    >>> (page.width, round(page.height, 6), page.trim_box.x)
    (69.5, 94.9, 3)
    """
    width, height = cut_of(symbol)
    cut = Rect(bleed, bleed, width, height)
    return Page(width + 2 * bleed, height + 2 * bleed, (Use(symbol, Transform.translation(bleed, bleed)),), trim=cut)


def as_cut(symbol: Symbol, outline: Outline | None = None, corner: float = 0.0) -> Page:
    """Return a face as it is cut, along its outline or with round corners: nothing is painted outside."""
    width, height = cut_of(symbol)
    if outline is None and corner:
        outline = rounded(Rect(0.0, 0.0, width, height), min(corner, width / 2, height / 2))
    return Page(width, height, (Group((Use(symbol),), clip=outline),))


def grid_page(cells: list[Page | None], columns: int, rows: int, cell: tuple[float, float]) -> Page:
    """Place pictures of one size on a page, row by row, clipped to their cells."""
    from cloudy_pnp.draw.shapes import rectangle

    groups = []
    for index, page in enumerate(cells):
        if page is not None:
            row, column = divmod(index, columns)
            corner = Point(column * cell[0], row * cell[1])
            fit = Transform.scaling(cell[0] / page.width, cell[1] / page.height)
            place = Transform.translation(corner.x, corner.y) @ fit
            groups.append(Group(page.items, place, clip=rectangle(page.media)))
    return Page(columns * cell[0], rows * cell[1], tuple(groups))
