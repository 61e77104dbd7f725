"""Plain cards for the tests of sheets, and ways to look at a page: what is on it, and what lies behind what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Cubic, Font, Group, Item, Line, Move, Page, Path, Symbol, TextRun, Use
from cloudy_pnp.draw.shapes import polygon, rectangle, rounded
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.export.paper import CardFormat, Flip, Mode, Paper, Sheet
from cloudy_pnp.export.sheets import SheetTexts
from cloudy_pnp.workspace.drawn import Piece

BRIDGE = CardFormat("bridge", 57.15, 88.9)
A4, LETTER, A3 = Paper("a4", 210, 297), Paper("letter", 215.9, 279.4), Paper("a3", 297, 420)
TEXTS = SheetTexts(
    "en", "sheet {number}", "fronts", "backs", "fold here", "long edge", "short edge", "Title", ("Do {flip}.",), "Back"
)
_COLOURS = ("#7fb4d8", "#d8a27f", "#9fca7a", "#c79bd0", "#e3cf70", "#d87f95", "#7fd8c6")


def face(name: str, colour: str, card: CardFormat, bleed: float = 3.0) -> Symbol:
    """A coloured card with a frame, an arrow that points up, and its name."""
    cut = Rect(0.0, 0.0, card.width, card.height)
    whole = cut.inset(-bleed)
    ground, dark = Colour.parse(colour), Colour.parse(colour).darker(0.5)
    tip = cut.at(0.5, 0.25)
    size = card.width / 12
    items: tuple[Item, ...] = (
        Path(rectangle(whole), fill=ground),
        Path(rounded(cut.inset(3), 2), fill=ground.lighter(0.5)),
        Path(polygon(tip, tip + Point(-size, 2 * size), tip + Point(size, 2 * size)), fill=dark),
        text_line(name, cut.centre, Font("Alegreya Sans"), size, align=Align.CENTRE),
    )
    return Symbol(name, items, whole)


def deck(number: int, card: CardFormat = BRIDGE, bleed: float = 3.0) -> list[Piece]:
    """Cards with a front and a back of their own each, so that no two can be mistaken."""
    return [
        Piece(
            f"card-{index}",
            1,
            face(f"{index} front", _COLOURS[index % len(_COLOURS)], card, bleed),
            face(f"{index} back", "#8a93a8", card, bleed),
            (card.width, card.height),
        )
        for index in range(number)
    ]


def plain_deck(number: int) -> list[Piece]:
    """Cards with empty faces: quick to make in any number."""
    bounds = Rect(-3.0, -3.0, 63.15, 94.9)
    return [
        Piece(f"card-{i}", 1, Symbol("f", (), bounds), Symbol("b", (), bounds), (57.15, 88.9)) for i in range(number)
    ]


def sheet(mode: Mode, paper: Paper = A4, **options: object) -> Sheet:
    return Sheet("test", mode, paper, **options)  # type: ignore[arg-type]


class Seen(Struct, frozen=True, dict=True):
    """A symbol on a page: how it got there, and what of it is shown."""

    symbol: Symbol
    place: Transform
    shown: Rect | None


def leaves(
    items: Iterable[Item], cards: frozenset[Symbol], place: Transform = IDENTITY, shown: Rect | None = None
) -> Iterator[tuple[Item | Seen, Transform]]:
    """Everything painted on a page with its transform to the page; the cards' own symbols are not opened."""
    for item in items:
        match item:
            case Group(inner, transform, clip):
                there = place @ transform
                yield from leaves(inner, cards, there, there.bounds(clip.bounds) if clip else shown)
            case Use(symbol, transform) if symbol in cards:
                yield Seen(symbol, place @ transform, shown), place @ transform
            case Use(symbol, transform):
                yield from leaves(symbol.items, cards, place @ transform, shown)
            case _:
                yield item, place


def back_of(piece: Piece) -> Symbol:
    """Its back, which every piece here has."""
    assert piece.back is not None
    return piece.back


def symbols(pictures: Iterable[Piece]) -> frozenset[Symbol]:
    return frozenset(symbol for picture in pictures for symbol in (picture.front, back_of(picture)))


def seen_on(page: Page, cards: frozenset[Symbol]) -> dict[Symbol, Seen]:
    """The cards on a page."""
    return {leaf.symbol: leaf for leaf, _ in leaves(page.items, cards) if isinstance(leaf, Seen)}


def cut(seen: Seen, card: CardFormat) -> Rect:
    """Return where a card on a page is cut."""
    return seen.place.bounds(Rect(0.0, 0.0, card.width, card.height))


def around_cards(page: Page, cards: frozenset[Symbol]) -> Iterator[Rect]:
    """The rectangle of every stroke and every text on a page that is no part of a card.

    Each straight piece of a path counts by itself: the rectangle around all marks would hold all cards.
    """
    for leaf, place in leaves(page.items, cards):
        match leaf:
            case Path(outline, _, stroke):
                assert stroke is not None
                here = Point(0.0, 0.0)
                for segment in outline.segments:
                    match segment:
                        case Move(to):
                            here = to
                        case Line(to):
                            assert here.x == to.x or here.y == to.y
                            half = stroke.width / 2  # a line ends where it ends: its caps are flat
                            wide, high = (half, 0.0) if here.x == to.x else (0.0, half)
                            yield place.bounds(Rect.around((here, to)).inset(-wide, -high))
                            here = to
                        case Cubic(first, second, to):
                            yield place.bounds(Rect.around((here, first, second, to)).inset(-stroke.width / 2))
                            here = to
            case TextRun(origin, _, _, size, width):
                yield place.bounds(Rect(origin.x, origin.y - size * 0.8, width, size))


def flipped(page: Page, flip: Flip) -> Transform:
    """From a place on the back page to the place on the front page that it lies behind.

    A sheet turned about its left or right edge keeps its heights and mirrors left and right; turned about its top or
    bottom edge it is the other way round. Which of these edges is the long one depends on the sheet.
    """
    long_is_upright = page.height >= page.width
    about_side = long_is_upright == (flip is Flip.LONG)
    if about_side:
        return Transform.scaling(-1, 1, Point(page.width / 2, 0))
    return Transform.scaling(1, -1, Point(0, page.height / 2))
