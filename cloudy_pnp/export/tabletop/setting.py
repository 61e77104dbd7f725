"""The contents of a virtual table: decks of cards, boards, pieces; a mat with their places, and sheets of pictures.

Cards of one kind and size that share a back are a deck; those whose backs show an entry are a deck, too, each with its
own back. Pieces of one kind that share a back are drawn from one pile; all others lie with their equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.files import read_json
from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw import scene
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Group, Page, Stroke, Symbol
from cloudy_pnp.draw.shapes import rectangle, rounded
from cloudy_pnp.export.things import Copy, Picture, Thing
from cloudy_pnp.game.contract import ComponentKind

GAP = 10.0  # mm around every place on the mat
MOST_PLACES = 6  # in a row
_MOST_BYTES = 10_000  # of our own table
_FELT = Colour.parse("#2f5d50")
_LINE = Stroke(Colour.parse("#9dc0b4"), 0.8)
_FINE = 200  # dpi: a deck is split into more sheets rather than drawn coarser
T = TypeVar("T")


@cache
def usual_values() -> Mapping[str, dict[str, Any]]:
    """Return what the files of virtual tables hold in every export, by kind of object."""
    values: Mapping[str, dict[str, Any]] = read_json(Path(__file__).with_name("objects.json"), _MOST_BYTES)
    return values


class DealtCard(Struct, frozen=True):
    """A copy of a card or piece in a deck."""

    thing: Thing
    copy: Copy
    number: int  # of the copy, from 1

    @property
    def id(self) -> str:
        """A unique id, valid in a file name."""
        return f"{self.thing.id}--{self.number}"


class Deck(Struct, frozen=True):
    """Cards or pieces of one size in a pile."""

    id: str
    name: str  # the name for players, unique among the decks
    size: tuple[float, float]
    back: Picture | None  # None: each has its own, or it is blank
    own_backs: bool
    cards: tuple[DealtCard, ...]

    @property
    def kind(self) -> ComponentKind:
        """The kind of its components."""
        return self.cards[0].thing.kind

    @property
    def is_secret(self) -> bool:
        """Whether a common back hides which is which."""
        return self.back is not None


class Setting(Struct, frozen=True, dict=True):
    """Everything on the table."""

    name: str  # of the game
    decks: tuple[Deck, ...]
    boards: tuple[Thing, ...]
    pieces: tuple[Deck, ...]  # tokens, figures and pads

    @cached_property
    def mat(self) -> Mat:
        """A mat with a place for every deck, and a discard place next to it."""
        return Mat(tuple(deck.size for deck in self.decks))


def setting_of(name: str, things: Iterable[Thing]) -> Setting:
    """Return everything of a game except its box."""
    all_things = [_standing(thing) for thing in things if thing.kind is not ComponentKind.BOX]
    boards = tuple(thing for thing in all_things if thing.kind is ComponentKind.BOARD)
    decks = list(_decks(name, [thing for thing in all_things if thing.kind is not ComponentKind.BOARD]))
    cards = tuple(deck for deck in decks if deck.kind is ComponentKind.CARD)
    return Setting(name, cards, boards, tuple(deck for deck in decks if deck.kind is not ComponentKind.CARD))


def _standing(thing: Thing) -> Thing:
    """Return a folded figure, whose front is the lower half of the printed area. Others are unchanged."""
    if thing.kind is not ComponentKind.STANDEE:
        return thing
    width, height = thing.size[0], thing.size[1] / 2
    front_box = Rect(0.0, 0.0, width, height)

    def half(picture: Picture) -> Picture:
        lower = Group(picture.page(0.0).items, Transform.translation(0.0, -height))
        symbol = Symbol(picture.name, (Group((lower,), clip=rectangle(front_box)),), front_box)
        return replace(picture, symbol=symbol, size=(width, height), outline=None)

    copies = {copy.front.name: Copy(half(copy.front), None) for copy in thing.copies}
    component = replace(thing.component, size=(width, height), outline=None, folds=None)
    return replace(thing, component=component, copies=tuple(copies[copy.front.name] for copy in thing.copies))


def _decks(game: str, things: Iterable[Thing]) -> Iterator[Deck]:
    piles: dict[tuple[ComponentKind, tuple[float, float], str, str, bool], list[DealtCard]] = {}
    for thing in things:
        for number, copy in enumerate(thing.copies, 1):
            back = thing.component.back(number) if thing.component.back else None
            own_back = back is not None and back.entry is not None
            common = "" if own_back or copy.back is None else copy.back.name
            is_mixed = thing.kind is ComponentKind.CARD or bool(common)
            belongs = (thing.pile or thing.group) if is_mixed else thing.id
            key = (thing.kind, thing.size, belongs, common, own_back)
            piles.setdefault(key, []).append(DealtCard(thing, copy, number))
    ids: set[str] = set()
    names: set[str] = set()
    alone = sum(key[0] is ComponentKind.CARD for key in piles) == 1
    for (_, size, _, _, own_back), cards in piles.items():
        first = cards[0]
        group = first.thing.group
        if len({card.thing.id for card in cards}) == 1 and first.thing.kind is not ComponentKind.CARD:
            group, called = first.thing.id, first.thing.name
        else:
            called = first.thing.pile or (game if alone else group.replace("-", " ").capitalize())
        identity, name = _unique(group, "-", ids), _unique(called, " ", names)
        yield Deck(identity, name, size, None if own_back else first.copy.back, own_back, tuple(cards))


def _unique(name: str, joint: str, used: set[str]) -> str:
    """Add a name to the used ones, with a number if it is already used, and return it."""
    unique, number = name, 2
    while unique in used:
        unique, number = f"{name}{joint}{number}", number + 1
    used.add(unique)
    return unique


class Mat(Struct, frozen=True, dict=True):
    """Places in rows: for each deck one to draw from and one to discard to."""

    sizes: tuple[tuple[float, float], ...]

    @cached_property
    def cell(self) -> tuple[float, float]:
        """The size of a place; a mat without any is small."""
        return (
            max((width for width, _ in self.sizes), default=60.0) + GAP,
            max((height for _, height in self.sizes), default=60.0) + GAP,
        )

    @cached_property
    def columns(self) -> int:
        """The number of pairs of places in a row."""
        return max(1, min(len(self.sizes), MOST_PLACES // 2))

    @cached_property
    def size(self) -> tuple[float, float]:
        """The size of the mat in mm."""
        rows = max(1, -(-len(self.sizes) // self.columns))
        return self.columns * 2 * self.cell[0] + GAP, rows * self.cell[1] + GAP

    def places(self, deck: int) -> tuple[Point, Point]:
        """Return the centres of the two places of a deck, in mm from the top left corner."""
        row, column = divmod(deck, self.columns)
        y = GAP + row * self.cell[1] + (self.cell[1] - GAP) / 2
        first = GAP + column * 2 * self.cell[0] + (self.cell[0] - GAP) / 2
        return Point(first, y), Point(first + self.cell[0], y)

    def page(self) -> Page:
        """Draw the mat."""
        frames = tuple(
            scene.Path(rounded(Rect.centred(place, size[0] + 2, size[1] + 2), 4), stroke=_LINE)
            for number, size in enumerate(self.sizes)
            for place in self.places(number)
        )
        return Page(*self.size, (scene.Path(rectangle(Rect(0.0, 0.0, *self.size)), fill=_FELT), *frames))


class Limits(Struct, frozen=True):
    """The limits of a program: columns and rows, and pixels per side."""

    columns: int = 10
    rows: int = 7
    pixels: int = 4095


class Atlas(Struct, frozen=True):
    """A grid of cells with a size in pixels."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of the whole picture."""
        return self.columns * self.cell[0], self.rows * self.cell[1]


def atlas_for(count: int, size: tuple[float, float], dpi: float, limits: Limits) -> Atlas:
    """Return the grid with the finest cells for some cards of a size in mm; ties go to the fewest cells.

    >>> atlas_for(54, (57.15, 88.9), 300, Limits())
    Atlas(columns=9, rows=6, cell=(438, 682))
    """
    ways = []
    for columns in range(1, limits.columns + 1):
        rows = -(-count // columns)
        if rows <= limits.rows:
            fine = min(dpi, limits.pixels * 25.4 / (columns * size[0]), limits.pixels * 25.4 / (rows * size[1]))
            cell = (max(int(size[0] * fine / 25.4 + 1e-9), 1), max(int(size[1] * fine / 25.4 + 1e-9), 1))
            ways.append((round(fine, 3), -columns * rows, -abs(columns - rows), Atlas(columns, rows, cell)))
    return max(ways, key=lambda way: way[:3])[3]


def split_cards(cards: Sequence[T], size: tuple[float, float], dpi: float, limits: Limits) -> list[Sequence[T]]:
    """Split cards into as few equal parts as possible so that each has a fine enough sheet."""
    fine = min(dpi, _FINE)
    across = min(limits.columns, int(limits.pixels * 25.4 / (size[0] * fine)))
    down = min(limits.rows, int(limits.pixels * 25.4 / (size[1] * fine)))
    most = max(across * down, 1)
    parts = -(-len(cards) // most)
    share = -(-len(cards) // parts)
    return [cards[first : first + share] for first in range(0, len(cards), share)]
