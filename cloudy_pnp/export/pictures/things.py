"""The components of a game as other programs know them: with a name, a text, and a picture for every look.

Copies of a card may look a little different. Each look is one picture, whose name comes from the id of its face; a
further look of the same face has a number behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cloudy_pnp.draw.fingerprint import look
from cloudy_pnp.draw.markup import plain
from cloudy_pnp.draw.scene import Outline, Page, Symbol
from cloudy_pnp.export.exporter import Job
from cloudy_pnp.export.pictures.shapes import CORNER, as_cut, with_bleed
from cloudy_pnp.export.sheets.select import printed_ids
from cloudy_pnp.games.contract import Component, ComponentKind, EntryRef, Sketch
from cloudy_pnp.workspace.drawn import DrawnSet


@dataclass(frozen=True, slots=True)
class Picture:
    """One look of one side of a component."""

    name: str  # fit for a file name, unique in the game
    symbol: Symbol
    size: tuple[float, float]  # mm, as it is cut
    outline: Outline | None
    title: str  # what players call what it shows
    text: str  # what is written on it, without marks

    def page(self, corner: float = CORNER) -> Page:
        """As it is cut."""
        return as_cut(self.symbol, self.outline, corner)

    def square(self) -> Page:
        """As it is cut, with its corners: for what cuts them itself."""
        return as_cut(self.symbol, self.outline)

    def beyond(self, bleed: float) -> Page:
        """With what is painted beyond the cut."""
        return with_bleed(self.symbol, bleed)


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a component."""

    front: Picture
    back: Picture | None


@dataclass(frozen=True, slots=True)
class Thing:
    """A component with its copies."""

    component: Component
    title: str
    text: str  # of both sides
    copies: tuple[Copy, ...]

    @property
    def id(self) -> str:
        """The id of the component."""
        return self.component.id

    @property
    def kind(self) -> ComponentKind:
        """What it is."""
        return self.component.kind

    @property
    def size(self) -> tuple[float, float]:
        """As it is cut, in mm."""
        return self.component.size


def things_of(job: Job, *kinds: ComponentKind) -> list[Thing]:
    """Everything that is printed at least once, or what was chosen; of some kinds, or of all."""
    components = job.drawn.printed.components
    meant = printed_ids(job.request.cards, components)
    chosen = {name for names in meant.values() for name in names}
    some = [one for one in components if one.copies and (not chosen or one.id in chosen)]
    some = [one for one in some if not kinds or one.kind in kinds]
    job.drawn.refuse_too_many(sum(one.copies for one in some))
    return _Naming(job.drawn).things(some)


@dataclass(slots=True)
class _Naming:
    drawn: DrawnSet
    known: dict[tuple[str, Outline | None], Picture] = field(default_factory=dict)  # by look and cut
    taken: set[str] = field(default_factory=set)

    def things(self, components: Iterable[Component]) -> list[Thing]:
        some = list(components)
        faces = self.drawn.printed.faces
        said: dict[EntryRef, Sketch] = {face.entry: face for face in reversed(faces) if face.entry is not None}
        self.taken = {side(1).name for one in some for side in (one.front, one.back) if side is not None}
        return [self._thing(one, said) for one in some]

    def _thing(self, component: Component, said: dict[EntryRef, Sketch]) -> Thing:
        copies = []
        for number in range(1, component.copies + 1):
            piece = self.drawn.piece(component, number)
            front = self._picture(component, component.front(number), piece.front, said)
            back = component.back(number) if component.back else None
            behind = self._picture(component, back, piece.back, said) if back and piece.back else None
            copies.append(Copy(front, behind))
        first = copies[0]
        sides = [side for side in (first.front, first.back) if side is not None]
        written = [side for side in sides if side.text] or sides[:1]
        title = " / ".join(dict.fromkeys(side.title for side in written if side.title)) or component.id
        texts = [f"{side.title}: {side.text}" if len(written) > 1 else side.text for side in written if side.text]
        return Thing(component, title, "\n".join(texts), tuple(copies))

    def _picture(self, component: Component, sketch: Sketch, symbol: Symbol, said: dict[EntryRef, Sketch]) -> Picture:
        key = (look(symbol), component.outline)
        if key not in self.known:
            known = {picture.name for picture in self.known.values()}
            name, number = sketch.name, 2
            while name in known or (name in self.taken and name != sketch.name):
                name, number = f"{sketch.name}-{number}", number + 1
            face = said.get(sketch.entry) if sketch.entry else None
            title = sketch.title or (face.title if face else "")
            text = sketch.text or (face.text if face and face.group == sketch.group else "")
            self.known[key] = Picture(name, symbol, component.size, component.outline, title, plain(text))
        return self.known[key]
