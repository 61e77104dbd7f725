"""What a game is to the rest of the tool: a record of data and functions, composed, not inherited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from cloudy_pnp.core.problems import Finding
from cloudy_pnp.data.entries import Entries, Found, Kind

if TYPE_CHECKING:  # a check draws nothing and need not load the drawing modules
    from cloudy_pnp.draw.scene import Page, Symbol
    from cloudy_pnp.simulate.base import Simulation

Data = Mapping[str, Sequence[Mapping[str, Any]]]  # the sound entries of a game as plain data, by kind


class Judged(Protocol):
    """What the rules say about one scenario."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What is wrong with it, as data, by the rules, or by its author's claims."""

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of the contracts, without what only the caller knows (file, document, problems)."""

    def as_text(self) -> str:
        """The same for people: a picture in characters, and sentences. May contain colour codes."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of file that tells a situation of the game."""

    endings: tuple[str, ...]  # of file names; `check` runs every such file in the game's folder
    schema: str
    judge: Callable[[Any, Mapping[str, Any]], Judged]  # the game's model, a document that has passed the schema
    wrong: Callable[[Sequence[Finding]], Judged]  # the answer for a document that has not
    draw: Callable[[Data, Judged], Page | None]  # the game's data; no picture of what is wrong as data


@dataclass(frozen=True, slots=True)
class CardPicture:
    """One printable card. Both faces are scenes in millimetres with the origin at the top left corner of the cut
    card; their background is painted beyond the cut, out to the bleed. Equal faces are the same Symbol object.
    """

    card: str  # its id, fit for a file name
    copy: int  # from 1: each copy of a card may look a little different
    front: Symbol
    back: Symbol


@dataclass(frozen=True, slots=True)
class DeckWish:
    """What a deck should be drawn like."""

    lang: str
    edition: str | None = None  # the game's own default
    size: tuple[float, float] | None = None  # of a card in mm; the game's own without it
    ink_saving: bool = False
    pseudo: bool = False  # texts 30 % longer and accented, to find boxes that are too tight
    cards: tuple[str, ...] | None = None  # only what shows one of these entries (ids); None: the whole deck


@dataclass(frozen=True, slots=True)
class Deck:
    """The printable cards of a game in one language, and what is wrong with them."""

    name: str  # of the game, in that language
    size: tuple[float, float]
    pictures: Sequence[CardPicture]
    faces: Mapping[str, Symbol]  # one picture of every face as one looks at it, by the name of its file
    findings: Sequence[tuple[str, Finding]]  # card id, and what does not fit, lacks a glyph or looks too alike


@dataclass(frozen=True, slots=True)
class Sketch:
    """One face of `Deck.faces` before it is drawn: a preview draws only those that have changed."""

    name: str  # of its file
    group: str  # faces of one group stand together: the kind of their cards, "backs", …
    entry: str  # the id of the entry that it shows; none for what only the style decides
    title: str  # what players call it
    says: str  # what is written on it
    key: str  # all that the picture is made of: equal keys, equal pictures
    draw: Callable[[], tuple[Symbol, Sequence[Finding]]]  # findings are relative to the entry


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the rulebook, drawn only when it is needed."""

    draw: Callable[[], Page]
    alt: str  # what it shows, for those who do not see it
    title: str = ""
    caption: str = ""
    beside: bool = False  # stands beside the text that follows it, as a card does


@dataclass(frozen=True, slots=True)
class Handbook:
    """What a game gives to its rulebook, in one language and edition."""

    name: str  # of the game
    context: Mapping[str, Any]  # what templates print: texts are taken as they are, never as markup
    pictures: Mapping[str, Mapping[str, Picture]]  # by the function that templates call, and the name they give it
    cover: str  # the scenario whose picture is on the title page
    quotes: Mapping[str, Sequence[str]]  # section id: texts that it must hold as the cards print them


class Dialogue(Protocol):
    """Somebody at a terminal who answers questions."""

    def text(self, question: str, default: str = "") -> str:
        """A line of text."""

    def number(self, question: str, default: int, least: int, most: int) -> int:
        """A whole number."""

    def yes(self, question: str) -> bool:
        """Yes or no; no when in doubt."""

    def choice(self, question: str, options: Sequence[str]) -> int:
        """One of several, from 0."""


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of the command that starts a new card; it may be given several times where `many`."""

    name: str
    metavar: str
    help: str
    many: bool = False


Answers = Mapping[str, Sequence[str]]  # by the name of a flag


@dataclass(frozen=True, slots=True)
class Maker:
    """How a new card of a kind is started."""

    kind: str
    help: str
    example: str  # of a call, without the command itself
    flags: Sequence[Flag]
    named: bool  # whether the card has a name in every language; an id is all that others have
    ask: Callable[[Dialogue], Answers]
    make: Callable[[Answers], dict[str, Any]]  # the entry but for id and name; raises UserError
    comment: str  # for the author, above the card


def _as_it_is(_before: Data, after: Data, _packs: Sequence[Sequence[str]]) -> Data:
    return after


@dataclass(frozen=True, slots=True)
class Trials:
    """Cards of one kind can be tried out by playing: what the rules alone cannot say about them."""

    kind: str
    depend_on: tuple[str, ...]  # kinds whose data a verdict depends on, beside that of the card
    code: str
    begin: Callable[[Any], Callable[[str], list[Finding]]]  # the game's model; then a card's id: paths start there


@dataclass(frozen=True, slots=True)
class Game:
    """One game: what its data looks like, and what can be said about it."""

    id: str
    kinds: Mapping[str, Kind]
    codes: Mapping[str, str]  # every problem code of its own, with one sentence
    check: Callable[[Entries], Iterable[Found]]  # the rules, on sound entries
    build: Callable[[Data], Any]  # the game's model
    deck: Callable[[Data, DeckWish], Deck]
    sketches: Callable[[Data, str], Sequence[Sketch]]  # language; what broken data leaves to be drawn
    scenarios: Mapping[str, Scenario]  # by the name of the command that shows them
    rules: tuple[str, ...] = ()  # ids of the rules that players need: the rulebook has to cover them
    trials: Trials | None = None
    handbook: Callable[[Data, str, str | None], Handbook] | None = None  # language, edition; None: no rulebook
    composed: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)
    # kind: a text that the tool composes where an entry leaves it out, and the languages that it does it in
    settle: Callable[[Data, Data, Sequence[Sequence[str]]], Data] = _as_it_is
    # the data without packs, with packs, the ids of each pack: what follows from what they add
    simulation: Callable[[], Simulation] | None = None  # None: the computer cannot play it
    makers: Mapping[str, Maker] = field(default_factory=dict)  # by what people call such a card
    portrait: Callable[[str, Mapping[str, Any]], list[str]] = lambda _kind, _entry: []
    # kind and data of an entry: what its card looks like, in characters
