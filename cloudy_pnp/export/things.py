"""The components of a game for other programs: with a name, a text, and a picture for every look.

Copies of a card may look a little different. Each look is one picture, whose name comes from the id of its face; a
further look of the same face has a number after it. Every target uses these names.

The selection of printed cards and their numbers of copies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, cycle, groupby, islice
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.draw.markup import plain
from cloudy_pnp.draw.pdf_content import look
from cloudy_pnp.draw.scene import Group, Outline, Page, Symbol, Use
from cloudy_pnp.draw.shapes import rounded
from cloudy_pnp.export.exporter import Job
from cloudy_pnp.game.contract import Component, ComponentKind, EntryRef, Sketch, unique_names
from cloudy_pnp.i18n.localized import name_of
from cloudy_pnp.workspace import drawn
from cloudy_pnp.workspace.drawn import DrawnSet, Piece

MOST_COPIES = 999
Printed = TypeVar("Printed", Piece, drawn.Copy)  # already drawn, or not


def select(
    pieces: Iterable[Printed],
    *,
    only: Collection[str] | None = None,
    quantity: Mapping[str, int] | None = None,
) -> Iterator[Printed]:
    """Yield the pieces of some cards (by id; None: all), with other numbers of copies than in the deck.

    If more copies are requested than exist, the pieces of the card are repeated. Raises UserError for an unknown id;
    because pieces may come from a generator, only after the last one.

    >>> from cloudy_pnp.draw.scene import Symbol
    >>> from cloudy_pnp.core.geometry import Rect
    >>> face = Symbol("face", (), Rect(0, 0, 1, 1))
    >>> deck = [Piece("stem", 1, face, face, (1, 1)), Piece("tee", 1, face, face, (1, 1))]
    >>> [(piece.card, piece.copy) for piece in select(deck, quantity={"stem": 2})]
    [('stem', 1), ('stem', 2), ('tee', 1)]
    """
    numbers = dict(quantity or {})
    for card, copies in numbers.items():
        if not 0 <= copies <= MOST_COPIES:
            raise UserError(f"{copies} copies of {quoted(card)} are not possible: from 0 to {MOST_COPIES}")
    return _select(pieces, only, numbers)


def printed_ids(names: Iterable[str], components: Sequence[Component]) -> dict[str, tuple[str, ...]]:
    """Return the components selected by some names.

    The id of a component selects that one, the id of an entry everything that shows it, so that a spell is all its
    printed cards.
    """
    component_ids = {component.id for component in components}
    showing: dict[str, list[str]] = {}
    for component in components:
        for entry in component.shows:
            showing.setdefault(entry.id, []).append(component.id)
    selected = {}
    for name in names:
        if name not in component_ids and name not in showing:
            names = sorted({*component_ids, *showing})
            raise UserError(f"there is no card {quoted(name)} to print; {suggest(name, names)}".rstrip("; "))
        selected[name] = (name,) if name in component_ids else tuple(showing[name])
    return selected


def _select(pieces: Iterable[Printed], only: Collection[str] | None, numbers: Mapping[str, int]) -> Iterator[Printed]:
    seen: set[str] = set()
    for card, run in groupby(pieces, key=lambda piece: piece.card):
        met = card in seen
        seen.add(card)
        if only is not None and card not in only:
            continue
        if card not in numbers:
            yield from run
        elif not met:  # the whole number at once, so that the copies of a card stay together
            yield from _copies(run, numbers[card])
    for card in dict.fromkeys(chain(only or (), numbers)):
        if card not in seen:
            raise UserError(f"there is no card {quoted(card)} to print; {suggest(card, sorted(seen))}".rstrip("; "))


def _copies(run: Iterable[Printed], number: int) -> Iterator[Printed]:
    available = list(run)
    for copy, piece in enumerate(islice(cycle(available), number), start=1):
        yield piece if copy <= len(available) else replace(piece, copy=copy)


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


class Picture(Struct, frozen=True):
    """A look of a side of a component."""

    name: str  # valid in a file name, unique in the game
    symbol: Symbol
    size: tuple[float, float]  # mm, as it is cut
    outline: Outline | None
    title: str  # the name for players
    text: str  # the text on it, without markup

    def page(self, corner: float = CORNER) -> Page:
        """Return the picture as it is cut."""
        return as_cut(self.symbol, self.outline, corner)

    def square(self) -> Page:
        """Return the picture as it is cut, with its corners: for targets that round them themselves."""
        return as_cut(self.symbol, self.outline)

    def beyond(self, bleed: float) -> Page:
        """Return the picture with its bleed."""
        return with_bleed(self.symbol, bleed)


class Copy(Struct, frozen=True):
    """A copy of a component."""

    front: Picture
    back: Picture | None


class Thing(Struct, frozen=True):
    """A component with its copies."""

    component: Component
    title: str
    text: str  # of both sides
    copies: tuple[Copy, ...]
    pile: str = ""  # the name of the cards it is kept with, if known

    @property
    def id(self) -> str:
        """The id of the component."""
        return self.component.id

    @property
    def name(self) -> str:
        """The name for players."""
        return self.component.name or self.title

    @property
    def group(self) -> str:
        """The group of its faces: in most games, the kind of its card data."""
        return self.component.front(1).group

    @property
    def kind(self) -> ComponentKind:
        """The kind of the component."""
        return self.component.kind

    @property
    def size(self) -> tuple[float, float]:
        """The cut size, in mm."""
        return self.component.size


class Face(Struct, frozen=True):
    """A separate picture, in its reading orientation."""

    picture: Picture
    card: str  # the id of the component, or the name of the face
    kind: ComponentKind


def things_of(job: Job, *kinds: ComponentKind) -> list[Thing]:
    """Return every component that is printed at least once, or the chosen ones; of some kinds, or of all."""
    naming = _Naming(job.deck)
    return [_with_words(naming.thing(component), job) for component in chosen_components(job, job.deck, *kinds)]


def chosen_components(job: Job, deck: DrawnSet, *kinds: ComponentKind) -> list[Component]:
    """Return the components that are printed at least once, or the chosen ones. Raises UserError for too many."""
    components = deck.printed.components
    chosen = {name for names in printed_ids(job.request.cards, components).values() for name in names}
    selected = [component for component in components if component.copies and (not chosen or component.id in chosen)]
    selected = [component for component in selected if not kinds or component.kind in kinds]
    deck.refuse_too_many(sum(component.copies for component in selected))
    return selected


def _with_words(thing: Thing, job: Job) -> Thing:
    """Name the pile of a thing, and a thing without a name on it, by the glossary's word for their group."""
    glossary, component = job.data.get("glossary", ()), thing.component
    pile = component.pile or name_of(glossary, thing.group, job.lang, plural=True)
    if not component.name and thing.title == component.id:
        component = replace(component, name=name_of(glossary, thing.group, job.lang) or pile)
    return replace(thing, component=component, pile=pile)


def faces_of(job: Job) -> Iterator[Face]:
    """Yield every face once: first those the game shows, by their names, then every further printed look.

    If cards are chosen, only their faces.
    """
    deck = job.deck
    choice = _Choice.of(job.request.cards, deck.printed.components)
    deck.refuse_too_many(sum(component.copies for component in choice.components))
    naming = _Naming(deck)
    for sketch in deck.printed.faces:
        if choice.has_face(sketch):
            owner, symbol = naming.owners.get(sketch.name), sketch.draw().symbol
            outline = owner.outline if owner else None
            picture = Picture(sketch.name, symbol, cut_of(symbol), outline, sketch.title, plain(sketch.text))
            yield Face(picture, sketch.name, owner.kind if owner else ComponentKind.CARD)
    names = {sketch.name for sketch in deck.printed.faces}
    for component in choice.components:
        for sketch, picture in naming.looks(component):
            if picture.name not in names and choice.has_look(sketch):
                yield Face(_upright(picture, sketch.quarters), component.id, component.kind)
            names.add(picture.name)


class _Choice(Struct, frozen=True):
    """The cards named by a request, or all if it names none."""

    components: Sequence[Component]
    names: Set[str]  # of components and faces
    ids: Set[str]  # of entries: a component's id selects only that component
    shown: Set[EntryRef]  # by the named components

    @classmethod
    def of(cls, requested: Iterable[str], components: Iterable[Component]) -> _Choice:
        """Choose among the components, without boxes."""
        printed = [item for item in components if item.copies and item.kind is not ComponentKind.BOX]
        names = frozenset(requested)
        ids = names - {component.id for component in printed}
        shown = {entry for component in printed if component.id in names for entry in component.shows}
        if names:
            printed = [item for item in printed if item.id in names or any(entry.id in ids for entry in item.shows)]
        return cls(printed, names, ids, shown)

    def has_face(self, sketch: Sketch) -> bool:
        """Check whether a face shown by the game belongs to the choice."""
        if not self.names or sketch.name in self.names or sketch.entry in self.shown:
            return True
        return sketch.entry is not None and sketch.entry.id in self.ids

    def has_look(self, sketch: Sketch) -> bool:
        """Check whether another look of its components belongs to it: a common back is only shown with all cards."""
        return not self.names or sketch.entry is not None or sketch.group != "backs"


def _upright(picture: Picture, quarters: int) -> Picture:
    """Turn a picture by quarters, clockwise. A picture with an outline is unchanged."""
    if quarters % 4 == 0 or picture.outline is not None:
        return picture
    turn = Transform.rotation(90 * quarters)
    cut = turn.bounds(Rect(0.0, 0.0, *picture.size))
    place = Transform.translation(-cut.x, -cut.y) @ turn
    symbol = Symbol(picture.name, (Group((Use(picture.symbol),), place),), place.bounds(picture.symbol.bounds))
    return replace(picture, symbol=symbol, size=(cut.width, cut.height))


class _Naming(Struct):
    """The names of all looks; a name never depends on the chosen cards."""

    deck: DrawnSet
    faces: dict[EntryRef, Sketch] = field(default_factory=dict)  # the face that shows an entry
    bases: dict[tuple[str, EntryRef | None], str] = field(default_factory=dict)  # by the name and entry of a sketch
    owners: dict[str, Component] = field(default_factory=dict)  # the first component with a side of that name
    names: dict[tuple[str, Outline | None], str] = field(default_factory=dict)  # by look and cut
    used: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)  # the names of all first looks
    pictures: dict[str, Picture] = field(default_factory=dict)

    def __post_init__(self) -> None:
        printed = self.deck.printed
        self.faces = {face.entry: face for face in reversed(printed.faces) if face.entry is not None}
        self.bases = {(face.name, face.entry): face.name for face in printed.faces} | dict(printed.renamed)
        sides: dict[tuple[str, EntryRef | None], tuple[Sketch, Component]] = {}
        for component in printed.components:
            for side in (component.front, component.back):
                if side is not None and component.copies:
                    sketch = side(1)
                    sides.setdefault((sketch.name, sketch.entry), (sketch, component))
        new = {key: sketch for key, (sketch, _) in sides.items() if key not in self.bases}
        names = unique_names(list(new.values()), set(self.bases.values()))
        self.bases.update(zip(new, names, strict=True))
        self.owners = {self.bases[key]: component for key, (_, component) in sides.items()}
        self.taken = set(self.bases.values())

    def thing(self, component: Component) -> Thing:
        """Draw a component with all its copies."""
        copies: list[Copy] = []
        for number in range(1, component.copies + 1):
            front, *behind = (
                self.pictures.setdefault(picture.name, picture) for _, picture in self._sides(component, number)
            )
            copies.append(Copy(front, behind[0] if behind else None))
        first = copies[0]
        sides = [side for side in (first.front, first.back) if side is not None]
        written = [side for side in sides if side.text] or sides[:1]
        title = " / ".join(dict.fromkeys(side.title for side in written if side.title)) or component.id
        texts = [f"{side.title}: {side.text}" if len(written) > 1 else side.text for side in written if side.text]
        return Thing(component, title, "\n".join(texts), tuple(copies))

    def looks(self, component: Component) -> Iterator[tuple[Sketch, Picture]]:
        """Yield both sides of every copy. Pictures are not kept: there may be hundreds of copies."""
        for number in range(1, component.copies + 1):
            yield from self._sides(component, number)

    def _sides(self, component: Component, number: int) -> Iterator[tuple[Sketch, Picture]]:
        piece, front = self.deck.piece(component, number), component.front(number)
        yield front, self._picture(component, front, piece.front)
        if component.back is not None and piece.back is not None:
            back = component.back(number)
            yield back, self._picture(component, back, piece.back)

    def _picture(self, component: Component, sketch: Sketch, symbol: Symbol) -> Picture:
        key = (look(symbol), component.outline)
        if key not in self.names:
            self.names[key] = self._new_name(sketch)
        name = self.names[key]
        face = self.faces.get(sketch.entry) if sketch.entry else None
        title = sketch.title or (face.title if face else "")
        text = sketch.text or (face.text if face and face.group == sketch.group else "")
        return Picture(name, symbol, component.size, component.outline, title, plain(text))

    def _new_name(self, sketch: Sketch) -> str:
        base = self.bases.get((sketch.name, sketch.entry), sketch.name)
        name, number = base, 2
        while name in self.used or (name in self.taken and name != base):
            name, number = f"{base}-{number}", number + 1
        self.used.add(name)
        return name
