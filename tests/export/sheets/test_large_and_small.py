"""Boards, boxes, figures and tokens on paper, measured: what is cut, folded and glued fits together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.kit.nets import GLUE, TUCK, Net, standee, tuck_box
from cloudy_pnp.draw.scene import Group, Line, Move, Outline, Page, Path, Symbol
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.tiles import (
    MARGIN,
    OVERLAP,
    _parts,
    lines_of,
    lost_bleed,
    margin_of,
    nest,
    nested_pages,
    tiled_pages,
    tiles_of,
)
from cloudy_pnp.workspace.drawn import Piece
from export.sheets.deck import leaves

A3, A4, LETTER = Paper("a3", 297, 420), Paper("a4", 210, 297), Paper("letter", 215.9, 279.4)
EXACT = 0.1  # mm: how well parts have to meet


def piece(width: float, height: float, *, net: Net | None = None, card: str = "thing", copy: int = 1) -> Piece:
    bounds = Rect(0, 0, width, height).inset(-3)
    symbol = Symbol(card, (Path(rectangle(bounds), fill=BLACK),), bounds)
    return Piece(card, copy, symbol, None, (width, height), net.cut if net else None, net.folds if net else None)


def lines(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """The lines of an outline that is made of single lines."""
    for start, end in zip(outline.segments[::2], outline.segments[1::2], strict=True):
        assert isinstance(start, Move)
        assert isinstance(end, Line)
        yield start.to, end.to


def ticks(page: Page) -> tuple[list[float], list[float]]:
    """Return where the marks on a page say to cut: the x of upright ticks and the y of level ones, as printed."""
    marks = page.items[1]
    assert isinstance(marks, Group)
    assert isinstance(marks.items[0], Path)
    across, down = set(), set()
    for start, end in lines(marks.items[0].outline):
        a, b = marks.transform(start), marks.transform(end)
        if abs(a.x - b.x) < 1e-9:
            across.add(round(a.x, 6))
        else:
            down.add(round(a.y, 6))
    return sorted(across), sorted(down)


@pytest.mark.parametrize("size", [(260.0, 260.0), (400.0, 300.0), (594.0, 841.0), (150.0, 500.0)])
@pytest.mark.parametrize("paper", [A3, A4, LETTER], ids=lambda paper: paper.id)
def test_a_tiled_board_joins_after_the_cut(size: tuple[float, float], paper: Paper) -> None:
    """Each page is cut at its marks and laid where its picture belongs: no gap, no double strip beyond 0.1 mm."""
    tiles = tiles_of(size, paper)
    pages = list(tiled_pages(piece(*size), paper, "Board", "sheet {number}"))
    assert len(pages) == len(tiles)
    parts = []
    for tile, page in zip(tiles, pages, strict=True):
        picture = page.items[0]
        assert isinstance(picture, Group)
        (left, right), (top, bottom) = ticks(page)
        back = picture.transform.inverse  # from the page to the picture: where the cut part belongs
        corner, end = back(Point(left, top)), back(Point(right, bottom))
        parts.append(Rect(corner.x, corner.y, end.x - corner.x, end.y - corner.y))
        assert tile.shown + tile.shift in Rect(0, 0, page.width, page.height).inset(MARGIN)
        assert picture.clip is not None
        assert picture.clip.bounds == tile.shown
    xs = sorted({round(part.left, 3) for part in parts}), sorted({round(part.right, 3) for part in parts})
    ys = sorted({round(part.top, 3) for part in parts}), sorted({round(part.bottom, 3) for part in parts})
    for (starts, ends), length in ((xs, size[0]), (ys, size[1])):
        assert abs(starts[0]) < EXACT
        assert abs(ends[-1] - length) < EXACT
        assert all(abs(end - start) < EXACT for end, start in zip(ends, starts[1:], strict=False))
    assert sum(part.width * part.height for part in parts) == pytest.approx(size[0] * size[1], rel=1e-6)


def test_every_page_but_the_last_shows_the_strip_that_the_next_is_glued_onto() -> None:
    row = [tile for tile in tiles_of((500, 150), A4) if tile.row == 0]
    assert len(row) > 1
    for tile, after in pairwise(row):
        assert tile.shown.right - tile.part.right == pytest.approx(10)
        assert after.part.left == pytest.approx(tile.part.right)


@pytest.mark.parametrize("bleed", [0.0, 3.0, 4.5])
def test_what_a_page_shows_around_its_part(bleed: float) -> None:
    """The bleed at the sides of the board, a strip to glue on before the next part, half of it after the last one."""
    tiles = tiles_of((500, 700), A3, bleed)
    rows, cols = max(tile.row for tile in tiles), max(tile.col for tile in tiles)
    assert min(rows, cols) >= 1
    for tile in tiles:
        around = (
            tile.part.left - tile.shown.left,
            tile.part.top - tile.shown.top,
            tile.shown.right - tile.part.right,
            tile.shown.bottom - tile.part.bottom,
        )
        assert around == pytest.approx(
            (
                bleed if tile.col == 0 else OVERLAP / 2,
                bleed if tile.row == 0 else OVERLAP / 2,
                bleed if tile.col == cols else OVERLAP,
                bleed if tile.row == rows else OVERLAP,
            )
        )


def test_a_standee_folds_front_and_back_onto_each_other() -> None:
    """Measured from the paths: the middle fold is the mirror that takes the front to the back, feet and outline too."""
    net = standee(20, 30, 8)
    heights = sorted({start.y for start, _ in lines(net.folds)})
    assert len(heights) == 3
    mirror = Transform.scaling(1, -1, Point(0, heights[1]))
    assert mirror.bounds(net.faces["front"]) == net.faces["back"]
    assert mirror.bounds(net.faces["front foot"]) == net.faces["back foot"]
    assert {mirror(point).rounded() for point in net.cut.points()} == {point.rounded() for point in net.cut.points()}
    assert heights[1] - heights[0] == heights[2] - heights[1] == 30
    assert all(end.x - start.x == 20 for start, end in lines(net.folds))
    bounds = net.cut.bounds
    assert (bounds.width, bounds.height) == net.size == (20, 2 * (30 + 8))


def test_the_back_of_a_standee_is_upright_when_it_is_folded() -> None:
    """A dot at the top left of each picture: the back's is below the fold, and on the other side of the figure."""
    net = standee(20, 30, 8)
    dot = (Path(rectangle(Rect(1, 2, 0, 0)), fill=BLACK),)
    symbol = net.symbol("figure", (), {"front": dot, "back": dot})
    groups = [item for item in symbol.items if isinstance(item, Group)]
    places = [group.transform(Point(1, 2)).rounded() for group in groups]
    assert places == [Point(1, 8 + 30 + 2), Point(19, 8 + 30 - 2)]


@pytest.mark.parametrize(("width", "height", "depth"), [(58.7, 90.4, 22.0), (65, 90, 45), (120, 70, 12)])
def test_a_tuck_box_closes(width: float, height: float, depth: float) -> None:
    """Measured from the folds: four walls go round, lid and base are as large as the opening, the strip is glued."""
    net = tuck_box(width, height, depth)
    upright = sorted(start.x for start, end in lines(net.folds) if start.x == end.x)
    level = sorted((start.y, start.x, end.x) for start, end in lines(net.folds) if start.y == end.y)
    right = net.cut.bounds.right
    walls = [b - a for a, b in pairwise([*upright, right])]
    assert walls == pytest.approx([depth, width, depth, width])
    assert sum(walls) == pytest.approx(2 * (width + depth))
    assert {round(end.y - start.y, 6) for start, end in lines(net.folds) if start.x == end.x} == {height}
    lids = [y for y, start, end in level if end == pytest.approx(right) and end - start == pytest.approx(width)]
    assert [b - a for a, b in pairwise(lids)] == pytest.approx([depth, height, depth])  # lid, back, base
    flaps = [(start, end) for _, start, end in level if end < right - 1]
    assert [end - start for start, end in flaps] == pytest.approx([depth] * 4)
    assert upright[0] == pytest.approx(GLUE)
    assert lids[0] == pytest.approx(TUCK)
    bounds = net.cut.bounds
    assert (bounds.left, bounds.top, bounds.width, bounds.height) == pytest.approx((0, 0, *net.size), abs=1e-6)


def test_a_box_has_no_cut_marks_but_its_own_outline() -> None:
    net = tuck_box(58, 90, 20)
    [page] = tiled_pages(piece(*net.size, net=net), A4, "Box", "{number}")
    assert ticks(page) == ([], [])
    [large, *_] = tiled_pages(piece(400, 300), A4, "Board", "{number}")
    assert len(ticks(large)[0]) == 2


def many() -> list[Piece]:
    sizes = {"cloud": (28, 20, 20), "being": (13, 50, 24), "castle": (20, 78, 16)}
    return [piece(w, h, card=card, copy=n) for card, (w, h, count) in sizes.items() for n in range(1, count + 1)]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
def test_small_pieces_lie_apart_on_as_few_pages_as_their_area_allows(paper: Paper) -> None:
    pages = list(nested_pages(many(), paper, "Pieces", "{number}"))
    placed = [one for _, some in pages for one in some]
    assert sorted((one.piece.card, one.piece.copy) for one in placed) == sorted((one.card, one.copy) for one in many())
    room = Rect(0, 0, paper.width - 2 * MARGIN, paper.height - 2 * MARGIN)
    for one in placed:
        assert one.cut in room
        assert one.transform().bounds(Rect(0, 0, *one.piece.size)).centre.rounded() == one.cut.centre.rounded()
        for other in placed:
            if other is not one and other.page == one.page:
                assert one.cut.inset(-one.margin + 1e-6) & other.cut.inset(-other.margin + 1e-6) is None
    area = sum((one.size[0] + 2 * margin_of(one)) * (one.size[1] + 2 * margin_of(one)) for one in many())
    assert len(pages) <= area / (room.width * room.height) + 1


def middles(page: Page) -> list[Point]:
    """The middle of each piece on a page."""
    group = page.items[0]
    assert isinstance(group, Group)
    inner = [item for item in group.items if isinstance(item, Group) and item.clip is not None]
    return [group.transform(item.transform(item.clip.bounds.centre)) for item in inner if item.clip]


def shown(page: Page) -> list[Group]:
    """The groups of the pieces on a page."""
    group = page.items[0]
    assert isinstance(group, Group)
    return [item for item in group.items if isinstance(item, Group)]


def test_rectangular_pieces_have_cut_marks_at_their_corners() -> None:
    """A domino is cut along the lines through its ticks, which lie outside it and inside what is printed."""
    [(page, placed)] = nested_pages([piece(25, 50, copy=n) for n in range(1, 9)], A4, "Dominoes", "{number}")
    assert len(placed) == len(shown(page)) == 8
    for one, group in zip(placed, shown(page), strict=True):
        halo, marks = (item for item in group.items if isinstance(item, Path))
        assert halo.outline == marks.outline
        cut, printed = Rect(0, 0, *one.piece.size), Rect(0, 0, *one.piece.size).inset(-one.margin)
        found = list(lines(marks.outline))
        assert {start.x for start, end in found if start.x == end.x} == {cut.left, cut.right}
        assert {start.y for start, end in found if start.y == end.y} == {cut.top, cut.bottom}
        assert len(found) == 8
        for tick in found:
            outside = [not (cut.left <= at.x <= cut.right and cut.top <= at.y <= cut.bottom) for at in tick]
            assert outside == [True, True]
            assert Rect.around(tick) in printed.inset(-1e-9)


def test_pieces_with_an_outline_are_cut_along_it() -> None:
    net = standee(20, 30, 8)
    [(page, _)] = nested_pages([piece(*net.size, net=net)], A4, "Figures", "{number}")
    [group] = shown(page)
    drawn = [item.outline for item in group.items if isinstance(item, Path)]
    assert drawn == [net.cut, net.cut, net.folds, net.folds]
    [tiled] = tiled_pages(piece(*net.size, net=net), A4, "Figure", "{number}")
    assert isinstance(tiled.items[0], Group)
    assert net.cut in [item.outline for item in tiled.items[0].items if isinstance(item, Path)]


@pytest.mark.parametrize(("bleed", "margin"), [(0.0, 1.5), (2.0, 2.0), (4.0, 4.0)])
def test_pieces_keep_the_bleed_of_their_picture(bleed: float, margin: float) -> None:
    bounds = Rect(0, 0, 20, 30).inset(-bleed)
    token = Piece("token", 1, Symbol("token", (), bounds), None, (20, 30))
    [(page, [first, second])] = nested_pages([token, token], A4, "Tokens", "{number}")
    assert first.margin == margin
    assert second.cut.left - first.cut.right == pytest.approx(2 * margin)
    clip = shown(page)[0].clip
    assert clip is not None
    assert clip.bounds == Rect(0, 0, 20, 30).inset(-margin)


def test_a_piece_as_large_as_the_page_keeps_less_bleed() -> None:
    room = A4.width - 2 * MARGIN
    [(_, [one])] = nested_pages([piece(room - 3, 270)], A4, "Pad", "{number}")
    assert one.margin == 1.5
    [(_, finding)] = lost_bleed([one], "a4")
    assert (finding.code, "room for 1.5 of its 3 mm" in finding.message) == ("PRINT-5", True)
    assert list(lost_bleed(nest([piece(50, 70)], room, 270), "a4")) == []


def test_backs_lie_behind_their_fronts() -> None:
    back = Symbol("back", (), Rect(-3, -3, 20, 36))
    some = [Piece("a", 1, back, back, (14, 30)), Piece("b", 1, back, None, (50, 20))]
    front, behind = (page for page, _ in nested_pages(some, A4, "x", "{number}"))
    [there] = middles(behind)
    assert any(abs(one.x + there.x - front.width) < 1e-6 and abs(one.y - there.y) < 1e-6 for one in middles(front))


def test_what_fits_on_no_page_is_said() -> None:
    with pytest.raises(UserError, match="does not fit on the paper"):
        nest([piece(300, 300)], 200, 280)


def test_a_piece_with_an_outline_is_printed_with_it() -> None:
    """The cut lines of tokens and figures, in black over a light line, so that they show on any picture."""
    net = standee(30, 50, 10)
    shaped = piece(*net.size, net=net)
    cut = [item for item in lines_of(shaped) if isinstance(item, Path) and item.outline == net.cut]
    assert [item.stroke.colour == BLACK for item in cut if item.stroke] == [False, True]
    assert lines_of(piece(30, 50)) == ()
    [[page, _], *_] = nested_pages([shaped], A4, "x", "{number}")
    drawn = [leaf.outline for leaf, _ in leaves(page.items, frozenset()) if isinstance(leaf, Path)]
    assert drawn.count(net.cut) == 2


def test_the_smallest_paper_that_can_be_tiled() -> None:
    """Each page has to show more than the strips that overlap."""
    least, bleed = 1.5 * OVERLAP + 3, 3
    assert len(_parts(40, least + 0.5, bleed)) == 80
    with pytest.raises(UserError, match="too small to lay out anything in tiles"):
        _parts(40, least, bleed)
