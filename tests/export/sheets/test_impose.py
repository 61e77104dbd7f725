"""Every back behind its front, marks beside the cards, pages one by one."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from chance import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Page, Path, TextRun
from cloudy_pnp.export.paper import CardFormat, Flip, Marks, Mode, Paper, Sheet
from cloudy_pnp.export.sheets.grid import Axis, best_grid
from cloudy_pnp.export.sheets.impose import Imposed, impose
from cloudy_pnp.workspace.drawn import Piece
from export.sheets.deck import (
    A3,
    A4,
    BRIDGE,
    LETTER,
    TEXTS,
    around_cards,
    back_of,
    cut,
    deck,
    flipped,
    leaves,
    plain_deck,
    seen_on,
    sheet,
    symbols,
)

TINY = 1e-6


def pages_of(pictures: list[Piece], kind: Sheet, card: CardFormat = BRIDGE, **options: Any) -> list[Page]:
    return list(impose(pictures, kind, card, TEXTS, title="Test game", **options))


def close(one: Rect, other: Rect, off: float = 0.01) -> bool:
    pairs = zip(one.corners, other.corners, strict=True)
    return all(a.distance(b) < off for a, b in pairs)


def assert_backs_behind_fronts(pictures: list[Piece], pages: list[Page], flip: Flip, card: CardFormat) -> None:
    """Turn each sheet over and look: every back lies exactly behind its front, and is upright there.

    Upright: who turns the cut card like the page of a book finds the top of the back where the top of the front was.
    """
    cards = symbols(pictures)
    found = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        to_front = flipped(back, flip)
        fronts, backs = seen_on(front, cards), seen_on(back, cards)
        assert len(fronts) == len(backs)
        for picture in pictures:
            if picture.front in fronts:
                found += 1
                ahead, behind = fronts[picture.front], backs[back_of(picture)]
                assert close(cut(ahead, card), to_front.bounds(cut(behind, card)))
                book = Transform.scaling(-1, 1, Point(card.width / 2, 0))  # the card's left is its back's right
                for corner in Rect(0, 0, card.width, card.height).corners:
                    assert ahead.place(corner).distance(to_front(behind.place(book(corner)))) < 0.01
    assert found == len(pictures)


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("number", [1, 2, 7, 9, 20])
def test_backs_lie_behind_their_fronts(flip: Flip, paper: Paper, number: int) -> None:
    pictures = deck(number)
    pages = pages_of(pictures, sheet(Mode.DUPLEX, paper, flip=flip))
    assert_backs_behind_fronts(pictures, pages, flip, BRIDGE)


def test_cards_lie_where_they_should_to_the_hundredth() -> None:
    pictures = deck(10)
    pages = pages_of(pictures, sheet(Mode.DUPLEX))
    assert len(pages) == 4
    cards = symbols(pictures)
    places = {symbol.name: cut(seen, BRIDGE) for page in pages for symbol, seen in seen_on(page, cards).items()}
    assert len(places) == 20
    expected = {
        "0 front": (19.275, 15.15),
        "4 front": (76.425, 104.05),
        "8 front": (133.575, 192.95),
        "0 back": (133.575, 15.15),
        "8 back": (19.275, 192.95),
        "9 front": (19.275, 15.15),
        "9 back": (133.575, 15.15),
    }
    for name, (x, y) in expected.items():
        assert close(places[name], Rect(x, y, 57.15, 88.9)), name


@pytest.mark.parametrize(("card", "axis"), [(BRIDGE, Axis.VERTICAL), (CardFormat("wide", 190, 60), Axis.HORIZONTAL)])
@pytest.mark.parametrize("number", [1, 3, 4, 10])
def test_folded_backs_lie_behind_their_fronts(card: CardFormat, axis: Axis, number: int) -> None:
    kind = sheet(Mode.GUTTERFOLD)
    assert best_grid(kind, card).mirror is axis
    pictures = deck(number, card)
    pages = pages_of(pictures, kind, card)
    cards = symbols(pictures)
    found = 0
    for page in pages:
        centre = Point(page.width / 2, page.height / 2)
        fold = Transform.scaling(-1, 1, centre) if axis is Axis.VERTICAL else Transform.scaling(1, -1, centre)
        seen = seen_on(page, cards)
        for picture in pictures:
            if picture.front in seen:
                found += 1
                front, back = seen[picture.front], seen[back_of(picture)]
                book = Transform.scaling(-1, 1, Point(card.width / 2, 0))
                for corner in Rect(0, 0, card.width, card.height).corners:
                    assert front.place(corner).distance(fold(back.place(book(corner)))) < 0.01
    assert found == number


def test_fold_line_lies_between_fronts_and_backs() -> None:
    pictures = deck(4)
    [page] = pages_of(pictures, sheet(Mode.GUTTERFOLD))
    dashed = [
        leaf.outline.bounds
        for leaf, _ in leaves(page.items, symbols(pictures))
        if isinstance(leaf, Path) and leaf.stroke and leaf.stroke.dashes
    ]
    assert [(box.x, box.width) for box in dashed] == [(148.5, 0)]
    assert dashed[0].height > 270 - 297 + 210  # nearly from edge to edge


def test_fronts_only() -> None:
    pictures = deck(10)
    pages = pages_of(pictures, sheet(Mode.FRONTS))
    shown = [set(seen_on(page, symbols(pictures))) for page in pages]
    assert shown == [{picture.front for picture in pictures[:9]}, {pictures[9].front}]


def test_service_pages_are_cards_with_bleed_and_nothing_else() -> None:
    pictures = deck(3)
    placed: list[Imposed] = []
    pages = pages_of(pictures, Sheet("service", Mode.SERVICE), imposed=placed)
    assert len(pages) == 6
    for page, symbol in zip(pages, (s for p in pictures for s in (p.front, back_of(p))), strict=True):
        assert (page.width, page.height) == pytest.approx((63.15, 94.9))
        assert page.trim_box == Rect(3, 3, 57.15, 88.9)
        assert page.bleed_box == page.media
        [(_, place)] = list(leaves(page.items, symbols(pictures)))
        assert seen_on(page, symbols(pictures))[symbol].symbol is symbol
        assert place(Point(0, 0)) == Point(3, 3)
    assert [(p.card, p.side, p.page) for p in placed[:3]] == [
        ("card-0", "front", 1),
        ("card-0", "back", 2),
        ("card-1", "front", 3),
    ]


KINDS = [
    sheet(Mode.DUPLEX),
    sheet(Mode.DUPLEX, LETTER),
    sheet(Mode.DUPLEX, A3, flip=Flip.SHORT),
    sheet(Mode.DUPLEX, gutter=6, marks=Marks.CARD),
    sheet(Mode.DUPLEX, gutter=2, marks=Marks.CARD),
    sheet(Mode.GUTTERFOLD),
    sheet(Mode.GUTTERFOLD, gutter=4, marks=Marks.CARD, bleed=0),
    sheet(Mode.FRONTS, bleed=0),
    sheet(Mode.FRONTS, marks=Marks.NONE),
]


def assert_nothing_on_cards(pictures: list[Piece], pages: list[Page], card: CardFormat, margin: float) -> None:
    """Marks, texts and neighbours stay off every card, cards off each other, everything inside the margin."""
    cards = symbols(pictures)
    for page in pages:
        seen = list(seen_on(page, cards).values())
        cuts = [cut(one, card) for one in seen]
        printable = page.media.inset(margin - 0.1)  # half a hairline
        for box in around_cards(page, cards):
            assert box in printable
            assert all(box & one.inset(TINY) is None for one in cuts)
        for one, place in zip(seen, cuts, strict=True):
            assert one.shown is not None
            assert place in one.shown.inset(-TINY)
            assert one.shown in printable
            assert sum(other & place.inset(TINY) is not None for other in cuts) == 1
            assert sum(bool(other.shown and other.shown & place.inset(TINY)) for other in seen) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [1, 5, 30])
def test_nothing_lies_on_a_card(kind: Sheet, number: int) -> None:
    pictures = deck(number)
    assert_nothing_on_cards(pictures, pages_of(pictures, kind), BRIDGE, kind.margin)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.marks is not Marks.NONE])
def test_every_cut_is_marked_on_both_ends(kind: Sheet) -> None:
    """For each side of each card there is a mark in its line, beyond both ends of the side."""
    pictures = deck(5)
    cards = symbols(pictures)
    for page in pages_of(pictures, kind):
        marks = list(around_cards(page, cards))
        upright = [box for box in marks if box.width < 0.2 and box.height < 10]
        level = [box for box in marks if box.height < 0.2 and box.width < 10]
        for seen in seen_on(page, cards).values():
            place = cut(seen, BRIDGE)
            for x in (place.left, place.right):
                ticks = [box for box in upright if abs(box.centre.x - x) < 0.01]
                assert min(box.bottom for box in ticks) <= place.top
                assert max(box.top for box in ticks) >= place.bottom
            for y in (place.top, place.bottom):
                ticks = [box for box in level if abs(box.centre.y - y) < 0.01]
                assert min(box.right for box in ticks) <= place.left
                assert max(box.left for box in ticks) >= place.right


def test_marks_are_thin() -> None:
    [page] = pages_of(deck(1), sheet(Mode.FRONTS))
    widths = {
        leaf.stroke.width
        for leaf, _ in leaves(page.items, frozenset())
        if isinstance(leaf, Path) and leaf.stroke and not leaf.fill
    }
    assert widths == {0.15}


@pytest.mark.parametrize("kind", [sheet(Mode.DUPLEX), sheet(Mode.DUPLEX, LETTER)])
def test_ruler_is_50_mm(kind: Sheet) -> None:
    pictures = deck(1)
    for page in pages_of(pictures, kind):
        lines = list(around_cards(page, symbols(pictures)))
        thin = [box for box in lines if min(box.width, box.height) < 0.2]
        longest = max(thin, key=lambda box: max(box.width, box.height))
        assert max(longest.width, longest.height) == pytest.approx(50, abs=1e-9)
        ends = [box for box in thin if 3 < max(box.width, box.height) < 3.5 and box & longest.inset(-1) is not None]
        assert len(ends) == 2
        assert ends[0].centre.distance(ends[1].centre) == pytest.approx(50, abs=1e-9)


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", [A4, LETTER, A3])
def test_registration_marks_lie_on_each_other(flip: Flip, paper: Paper) -> None:
    pictures = deck(1)
    front, back = pages_of(pictures, sheet(Mode.DUPLEX, paper, flip=flip))
    circles = [
        [
            place.bounds(leaf.outline.bounds).centre
            for leaf, place in leaves(page.items, symbols(pictures))
            if isinstance(leaf, Path) and len(leaf.outline.segments) == 10
        ]
        for page in (front, back)
    ]
    assert len(circles[0]) == len(circles[1]) == 2
    behind = {flipped(back, flip)(point).rounded(3) for point in circles[1]}
    assert {point.rounded(3) for point in circles[0]} == behind


def footers(pages: list[Page], pictures: list[Piece]) -> list[str]:
    cards = symbols(pictures)
    return [
        next(leaf.text for leaf, _ in leaves(page.items, cards) if isinstance(leaf, TextRun) and "·" in leaf.text)
        for page in pages
    ]


def test_footer_says_what_it_is() -> None:
    pictures = deck(10)
    assert footers(pages_of(pictures, sheet(Mode.DUPLEX)), pictures) == [
        "Test game · sheet 1/2 · fronts · long edge · en",
        "Test game · sheet 1/2 · backs · long edge · en",
        "Test game · sheet 2/2 · fronts · long edge · en",
        "Test game · sheet 2/2 · backs · long edge · en",
    ]
    assert footers(pages_of(pictures[:1], sheet(Mode.GUTTERFOLD)), pictures) == [
        "Test game · sheet 1/1 · fold here · en"
    ]


def test_number_of_sheets_is_told_only_when_known() -> None:
    pictures = deck(10)
    unknown = list(impose(iter(pictures), sheet(Mode.FRONTS), BRIDGE, TEXTS))
    assert footers(unknown, pictures) == ["sheet 1 · fronts · en", "sheet 2 · fronts · en"]
    known = list(impose(iter(pictures), sheet(Mode.FRONTS), BRIDGE, TEXTS, count=10))
    assert footers(known, pictures)[0] == "sheet 1/2 · fronts · en"


def test_long_title_is_cut_and_stays_off_the_cards() -> None:
    pictures = deck(9)
    pages = list(impose(pictures, sheet(Mode.DUPLEX), BRIDGE, TEXTS, title="Zwölf Boxkämpfer jagen Eva " * 8))
    assert_nothing_on_cards(pictures, pages, BRIDGE, 5)
    boxes = list(around_cards(pages[0], symbols(pictures)))
    registration = Rect(103, 297 - 5 - 4, 4, 4)
    assert sum(box & registration is not None for box in boxes) == 6  # its cross and its circle, no letter
    [text, _] = footers(pages, pictures)
    assert text.startswith("Zwölf Boxkämpfer jagen Eva Zwölf")
    assert text.endswith("… · sheet 1/1 · fronts · long edge · en")


def test_texts_that_are_too_long_are_refused() -> None:
    texts = replace(TEXTS, front="fronts " * 60)
    with pytest.raises(UserError, match=r'the footer "sheet 1/1 · fronts .* is too long for the sheet'):
        list(impose(deck(1), sheet(Mode.FRONTS), BRIDGE, texts, title="Title"))


@pytest.mark.parametrize("flip", Flip)
def test_shift_moves_everything_on_the_back_and_nothing_else(flip: Flip) -> None:
    pictures = deck(3)
    cards = symbols(pictures)
    kind = sheet(Mode.DUPLEX, flip=flip)
    straight, shifted = pages_of(pictures, kind), pages_of(pictures, kind, shift_back=Point(0.5, -1.25))
    assert straight[0] == shifted[0]
    before, after = list(around_cards(straight[1], cards)), list(around_cards(shifted[1], cards))
    assert len(before) == len(after) > 60
    for one, other in zip(before, after, strict=True):
        assert close(one + Point(0.5, -1.25), other)
    for symbol, seen in seen_on(straight[1], cards).items():
        moved = seen_on(shifted[1], cards)[symbol]
        assert close(cut(seen, BRIDGE) + Point(0.5, -1.25), cut(moved, BRIDGE))
        assert seen.shown and moved.shown and close(seen.shown + Point(0.5, -1.25), moved.shown)


def test_shift_that_is_too_large() -> None:
    with pytest.raises(UserError, match="the back is shifted by 11, 0 mm"):
        impose(deck(1), sheet(Mode.DUPLEX), BRIDGE, TEXTS, shift_back=Point(11, 0))
    with pytest.raises(UserError, match="nan"):
        impose(deck(1), sheet(Mode.DUPLEX), BRIDGE, TEXTS, shift_back=Point(float("nan"), 0))


@pytest.mark.parametrize("kind", [*KINDS, Sheet("service", Mode.SERVICE)])
def test_manifest_tells_what_lies_where(kind: Sheet) -> None:
    pictures = deck(11)
    placed: list[Imposed] = []
    pages = pages_of(pictures, kind, imposed=placed, shift_back=Point(0.3, 0.4))
    cards = symbols(pictures)
    assert len(placed) == (11 if kind.mode is Mode.FRONTS else 22)
    for record in placed:
        picture = next(picture for picture in pictures if picture.card == record.card)
        symbol = picture.front if record.side == "front" else back_of(picture)
        seen = seen_on(pages[record.page - 1], cards)[symbol]
        assert close(cut(seen, BRIDGE), record.cut, 1e-9)
        assert record.turned == (seen.place.a < 0)


def test_manifest_record() -> None:
    placed: list[Imposed] = []
    pages_of(deck(1), sheet(Mode.DUPLEX, flip=Flip.SHORT), imposed=placed)
    assert placed[1].as_dict() == {
        "card": "card-0",
        "copy": 1,
        "side": "back",
        "page": 2,
        "sheet": 1,
        "x": 19.275,
        "y": 192.95,
        "width": 57.15,
        "height": 88.9,
        "turned": True,
    }


def test_no_card_at_all() -> None:
    for kind in (sheet(Mode.DUPLEX), Sheet("service", Mode.SERVICE)):
        with pytest.raises(UserError, match="there is no card to print"):
            pages_of([], kind)


def test_errors_come_before_the_first_page() -> None:
    with pytest.raises(UserError, match="does not fit"):
        impose(iter(()), sheet(Mode.DUPLEX), CardFormat("poster", 250, 300), TEXTS)


def test_pictures_are_taken_as_pages_are_wanted() -> None:
    taken = 0

    def watched() -> Iterator[Piece]:
        nonlocal taken
        for picture in plain_deck(100):
            taken += 1
            yield picture

    pages = impose(watched(), sheet(Mode.DUPLEX), BRIDGE, TEXTS)
    next(pages)
    assert taken == 9
    next(pages)
    assert taken == 9
    next(pages)
    assert taken == 18


def test_ten_thousand_cards_in_little_memory() -> None:
    [shared] = plain_deck(1)

    def many() -> Iterator[Piece]:
        return (Piece(f"card-{number}", 1, shared.front, shared.back, shared.size) for number in range(10_000))

    pages = impose(many(), sheet(Mode.DUPLEX), BRIDGE, TEXTS, count=10_000)
    next(pages)
    tracemalloc.start()
    try:
        number = 1 + sum(1 for _ in pages)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert number == 2 * 1112
    assert peak < 3_000_000


def test_full_sheets_share_their_marks() -> None:
    """Stored once in a file, however many sheets there are."""
    pages = pages_of(plain_deck(27), sheet(Mode.DUPLEX))
    assert len({page.items[-2] for page in pages}) == 1


sizes = st.floats(10, 200).map(lambda value: round(value, 2))


@settings(max_examples=examples(150))
@given(
    width=sizes,
    height=sizes,
    paper=st.tuples(st.floats(60, 450), st.floats(60, 450)),
    margin=st.floats(0, 20),
    gutter=st.floats(0, 12),
    bleed=st.floats(0, 6),
    marks=st.sampled_from(Marks),
    mode=st.sampled_from([Mode.DUPLEX, Mode.GUTTERFOLD, Mode.FRONTS]),
    flip=st.sampled_from(Flip),
    number=st.integers(1, 30),
)
def test_any_cards_on_any_paper(
    width: float,
    height: float,
    paper: tuple[float, float],
    margin: float,
    gutter: float,
    bleed: float,
    marks: Marks,
    mode: Mode,
    flip: Flip,
    number: int,
) -> None:
    """Either it is a user's error, said in a sentence, or it is right."""
    card = CardFormat("any", width, height, safe=0)
    try:
        kind = sheet(mode, Paper("any", *paper), margin=margin, gutter=gutter, bleed=bleed, marks=marks, flip=flip)
        grid = best_grid(kind, card)
    except UserError as error:
        assert len(str(error)) > 40
        return
    # plain faces: drawing them is not what is tested here
    bounds = Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    pictures = [
        Piece(picture.card, 1, type(picture.front)("f", (), bounds), type(picture.front)("b", (), bounds), picture.size)
        for picture in plain_deck(min(number, 2 * grid.capacity))
    ]
    pages = pages_of(pictures, kind, card)
    assert_nothing_on_cards(pictures, pages, card, margin)
    if mode is Mode.DUPLEX:
        assert_backs_behind_fronts(pictures, pages, flip, card)
