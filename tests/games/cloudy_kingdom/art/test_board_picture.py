"""Boards as pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from games.cloudy_kingdom.art.studio import colour, kingdom, style
from PIL import Image

from cloudy_pnp.cloudy_kingdom.art.board_picture import board_scene
from cloudy_pnp.cloudy_kingdom.art.marks import Lesson
from cloudy_pnp.cloudy_kingdom.model.cards import Castles
from cloudy_pnp.cloudy_kingdom.model.face import Direction
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Castle, Placed, connected
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Cubic, Group, Item, Line, Move, Page, Path, TextRun

N, E, S, W = Direction
LONG, SHORT, MARGIN = 88.9, 57.15, 5.0
CASTLES: Castles = {"north": ("raven", "rose"), "east": (None, "sun"), "south": ("rose", None), "west": (None, None)}


def placed(card: str, facing: Direction, *, sealed: bool = False) -> Placed:
    return Placed(card, kingdom().face(card), facing, sealed)


def a_board() -> Board:
    """Rose is connected: in from the north over [0, 1], around the bend to [0, 0], and down."""
    board = Board.empty(2, 2, CASTLES)
    board = board.placed((0, 1), placed("stem", N)).placed((0, 1), placed("tee-end", W))
    board = board.placed((0, 0), placed("stem", E)).placed((0, 0), placed("bend-left", S))
    return board.placed((1, 0), placed("crossing", N))


def paths(items: tuple[Item, ...]) -> Iterator[Path]:
    for item in items:
        if isinstance(item, Path):
            yield item
        elif isinstance(item, Group):
            yield from paths(item.items)


def colour_at(page: Page, at: Point) -> tuple[int, int, int]:
    shown = Image.open(io.BytesIO(png_bytes(page, 50.8))).convert("RGB")
    return colour(shown, int(at.x * 2), int(at.y * 2))


def centre(row: int, col: int) -> Point:
    edge = MARGIN + SHORT + 1
    return Point(edge + (col + 0.5) * LONG, edge + (row + 0.5) * LONG)


def test_the_page_holds_the_board_and_its_castles() -> None:
    page = board_scene(a_board(), kingdom(), style())
    assert page.width == page.height == pytest.approx(2 * LONG + 2 * (SHORT + 1 + MARGIN))
    bare = board_scene(Board.empty(2, 3), kingdom(), style())
    assert (bare.width, bare.height) == pytest.approx((3 * LONG + 2 * MARGIN, 2 * LONG + 2 * MARGIN))


def test_cards_lie_where_they_were_placed_and_face_the_right_way() -> None:
    page = board_scene(a_board(), kingdom(), style())
    field = centre(1, 0)
    red, green, blue = colour_at(page, field + Point(0.0, -30.0))  # the crossing's vine on the north arm
    assert green > red and green > blue
    assert colour_at(page, field + Point(37.0, 0.0)) == colour_at(page, field + Point(37.0, 37.0))  # no east arm: table
    red, green, blue = colour_at(page, centre(0, 1) + Point(30.0, 27.6))  # the lying card's sky
    assert blue > red
    red, green, blue = colour_at(page, centre(0, 1) + Point(0.0, 35.0))  # of the stem below it, the south arm
    assert green > red and green > blue


def test_a_figure_shows_nothing_of_the_fields_around_it() -> None:
    """Their dotted outlines touch its edge: stray dashes."""
    board = Board.empty(4, 4).placed((1, 1), placed("stem", N))
    page = board_scene(board, kingdom(), style(), lesson=Lesson())
    assert not [path for path in paths(page.items) if path.stroke and path.stroke.dashes]
    pointed = board_scene(board, kingdom(), style(), lesson=Lesson(stops=(((1, 2), None),)))
    assert len([path for path in paths(pointed.items) if path.stroke and path.stroke.dashes]) == 1  # the empty field


def test_the_route_runs_from_gate_to_gate_along_the_vines() -> None:
    board = a_board()
    [connection] = connected(board)
    assert connection.route == ((0, 1), (0, 0), (1, 0))
    page = board_scene(board, kingdom(), style(), routes=[connection])
    [route] = strokes(page, "rose")
    segments = route.outline.segments
    assert isinstance(segments[0], Move) and isinstance(segments[-1], Line)
    assert segments[0].to.x == pytest.approx(centre(0, 1).x) and segments[0].to.y < centre(0, 1).y - LONG / 2
    assert segments[-1].to.x == pytest.approx(centre(1, 0).x) and segments[-1].to.y > centre(1, 0).y + LONG / 2
    wide = [segment for segment in segments if isinstance(segment, Cubic)]
    tee, bend = wide  # around a joint the way is narrow, along a bend as wide as the vine's own curve
    assert centre(0, 1).distance(tee.to) == pytest.approx(11.0, abs=0.1)
    assert centre(0, 0).distance(bend.to) == pytest.approx(24.0, abs=0.1)
    joint = [segment.to for segment in segments if isinstance(segment, Line) and segment.to.x < centre(0, 1).x - 40]
    assert joint[0].x == pytest.approx(centre(0, 1).x - LONG / 2) and joint[0].y == pytest.approx(centre(0, 1).y)


def strokes(page: Page, family: str) -> list[Path]:
    """The lines in a family's colour, without those on cards."""
    tone = Colour.parse(kingdom().families[family].colour)
    found = [item for item in page.items if isinstance(item, Path) and item.stroke is not None]
    return [item for item in found if item.stroke is not None and item.stroke.colour == tone]


def test_routes_have_the_winners_colours_and_run_side_by_side() -> None:
    """Rose goes straight down two fields; Raven comes in from the side, goes down with her, and out."""
    sides: Castles = {"north": ("rose",), "east": ("raven", None), "south": ("rose",), "west": (None, "raven")}
    board = Board.empty(2, 1, sides)
    for field in ((0, 0), (1, 0)):
        board = board.placed(field, placed("stem", E)).placed(field, placed("crossing", N))
    routes = connected(board)
    assert {(route.family, route.route) for route in routes} == {(name, ((0, 0), (1, 0))) for name in ("rose", "raven")}
    page = board_scene(board, kingdom(), style(), routes=routes)
    [rose], [raven] = strokes(page, "rose"), strokes(page, "raven")
    shared = page.height / 2  # the side between the two fields
    across = [[to.x for to in ends(line) if abs(to.y - shared) < 0.01] for line in (rose, raven)]
    assert [len(places) for places in across] == [1, 1]
    assert abs(across[0][0] - across[1][0]) == pytest.approx(3.6, abs=0.01)
    assert ends(rose)[0].x == pytest.approx(page.width / 2) == pytest.approx(ends(rose)[-1].x), "alone, it is centred"
    casings = [path for path in paths(page.items) if path.stroke and path.stroke.colour == style().colours.route]
    assert len(casings) == 2


def ends(path: Path) -> list[Point]:
    return [segment.to for segment in path.outline.segments if isinstance(segment, Move | Line | Cubic)]


def test_marks_are_letters_beside_fields_and_castles() -> None:
    page = board_scene(a_board(), kingdom(), style(), marks={(0, 0): "A", Castle(N, 1): "Ő"})
    texts = {item.text: item.origin for item in page.items if isinstance(item, TextRun)}
    assert list(texts) == ["A", "Ő"]
    assert texts["A"].x < centre(0, 0).x and texts["A"].y < centre(0, 0).y
    assert texts["Ő"].y < centre(0, 1).y - LONG / 2


def test_vacant_slots_are_dotted() -> None:
    def dotted(board: Board) -> int:
        scene = board_scene(board, kingdom(), style())
        return sum(path.stroke is not None and path.stroke.dashes != () for path in paths(scene.items))

    assert dotted(Board.empty(2, 2, CASTLES)) == 4 + 4  # the fields and the four vacant slots
    assert dotted(a_board()) == 1 + 4
    assert dotted(Board.empty(1, 1)) == 1  # no castles at all: nobody asks for slots


def test_a_sealed_card_burns() -> None:
    board = Board.empty(1, 1).placed((0, 0), placed("burning-crossing", N, sealed=True))
    scene = board_scene(board, kingdom(), style())
    middle = Point(MARGIN + LONG / 2, MARGIN + LONG / 2)
    for angle in range(0, 360, 15):  # a ring of fire around the middle, open in it
        red, green, blue = colour_at(scene, middle + Point.polar(7.2, angle))
        assert red > green > blue
    red, green, blue = colour_at(scene, middle)
    assert green > red


def test_every_face_and_every_facing_can_be_drawn_in_both_looks() -> None:
    for ink_saving in (False, True):
        for facing in Direction:
            board = Board.empty(5, 5)
            cards = [*kingdom().vines, "burning-crossing", "broken-crossing"]
            for index, card in enumerate(cards):
                board = board.placed((index // 5, index % 5), placed(card, facing))
            page = board_scene(board, kingdom(), style(), ink_saving=ink_saving)
            assert len(page.items) > len(cards)
