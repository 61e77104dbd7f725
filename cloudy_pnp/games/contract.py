"""What a game is to the rest of the tool: a record of capabilities, composed, not inherited.

Only `data` is required. Every other capability is named as `"module:name"` and imported when it is first asked for, so
that a check of cards does not load the drawing, and a game that cannot be played has nothing to say about moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from cloudy_pnp.core.problems import Finding, UserError
from cloudy_pnp.data.entries import Entries, Found, Kind

if TYPE_CHECKING:  # a check draws nothing and need not load the drawing modules
    from cloudy_pnp.draw.scene import Outline, Page, Symbol
    from cloudy_pnp.i18n.wording import RowUse
    from cloudy_pnp.simulate.base import Simulation

M = TypeVar("M")  # the game's model: what its rules work on
S = TypeVar("S")  # a position of the game
A = TypeVar("A")  # a move
T = TypeVar("T")

Data = Mapping[str, Sequence[Mapping[str, Any]]]  # the sound entries of a game as plain data, by kind


KEPT_COPIES = 20  # of a card: their pictures stay in memory; those of more are drawn when they are printed


@dataclass(frozen=True, slots=True)
class Lazy(Generic[T]):
    """Something that is imported only when it is needed, named as `"module:name"`.

    >>> Lazy("math:sqrt").load()(9.0)
    3.0
    """

    target: str
    given: tuple[Any, ...] = ()  # arguments that come first: then the thing is a function of the others
    made: bool = False  # the thing is what the function makes of them

    def load(self) -> T:
        """The thing itself."""
        module, _, name = self.target.partition(":")
        thing: Any = getattr(import_module(module), name)
        if self.made:
            thing = thing(*self.given)
        elif self.given:
            thing = partial(thing, *self.given)
        found: T = thing
        return found


# --- data: the only capability that every game has -----------------------------------------------------------


class EntryRef(NamedTuple):
    """An entry of the card data: two kinds may use the same id."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Trials(Generic[M]):
    """Cards of one kind can be tried out by playing: what the rules alone cannot say about them."""

    kind: str
    depend_on: tuple[str, ...]  # kinds whose data a verdict depends on, beside that of the card
    code: str
    begin: Lazy[Callable[[M], Callable[[str], list[Finding]]]]  # then a card's id: paths start at its entry


def _unchanged(_before: Data, after: Data, _packs: Sequence[Sequence[str]]) -> Data:
    return after


def _no_fields(_data: Data) -> Mapping[str, Collection[str]]:
    return {}


@dataclass(frozen=True, slots=True)
class DataPart(Generic[M]):
    """What the game's data looks like, and what can be said about it."""

    kinds: Sequence[Kind]
    codes: Mapping[str, str]  # every problem code of its own, with one sentence
    check: Callable[[Entries], Iterable[Found]]  # the rules, on sound entries
    model: Lazy[Callable[[Data], M]]
    trials: Trials[M] | None = None
    composed: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)
    # kind: a text that the tool composes where an entry leaves it out, and the languages that it does it in
    wording: Lazy[Mapping[str, RowUse]] | None = None  # the rows of the tables that composed texts are made of
    derive_from_packs: Callable[[Data, Data, Sequence[Sequence[str]]], Data] = _unchanged
    # the data without packs, with packs, the ids of each pack: what follows from what they add
    layout_fields: Callable[[Data], Mapping[str, Collection[str]]] = _no_fields
    # for each layout, the fields of the cards that it draws, where that is known
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # schemas that are made from data, not read from a file: they come first
    tables: Mapping[str, str] = field(default_factory=dict)
    # tables in the game's folder, perhaps with #sheet, and the kind of card that each holds


# --- components: what is printed -----------------------------------------------------------------------------


class ComponentKind(StrEnum):
    """What a thing to print is."""

    CARD = "card"
    BOARD = "board"
    TOKEN = "token"  # noqa: S105 - a piece of cardboard
    STANDEE = "standee"
    PAD = "pad"
    BOX = "box"


class DrawnFace(NamedTuple):
    """A drawn face, and what does not fit or lacks a glyph; paths of findings start at the face's entry."""

    symbol: Symbol
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class Sketch:
    """One side of a component, drawn when it is asked for. Deck, preview and rulebook all use the same sketches.

    It is a scene in millimetres with the origin at the top left corner of the cut component; its background is painted
    beyond the cut, out to the bleed. Equal faces are the same Symbol object.
    """

    name: str  # of its file
    group: str  # faces of one group are shown together: the kind of their cards, "backs", …
    draw: Callable[[], DrawnFace]
    key: str = ""  # all that the picture is made of: equal keys, equal pictures
    entry: EntryRef | None = None  # the entry that it shows; none for what only the style decides
    title: str = ""  # what players call it
    text: str = ""  # what is written on it
    quarters: int = 0  # quarter turns clockwise that put a side upright which is printed sideways

    def __call__(self, _copy: int) -> Sketch:
        """Return the sketch itself: the front or back of a component whose copies all look alike."""
        return self

    def page(self) -> Page:
        """A picture of the face as it is cut."""
        from cloudy_pnp.draw.scene import page_of

        return page_of(self.draw().symbol)


@dataclass(frozen=True, slots=True)
class Component:
    """Something to print and cut out. Each copy may look a little different."""

    id: str  # fit for a file name
    size: tuple[float, float]  # mm
    front: Callable[[int], Sketch]  # of a copy, from 1
    back: Callable[[int], Sketch] | None  # None: not printed
    copies: int = 1
    kind: ComponentKind = ComponentKind.CARD
    outline: Outline | None = None  # where it is cut; None: a rectangle
    safe: float = 3.0  # mm inside the cut that text keeps clear
    bleed: float = 3.0  # mm beyond the cut that its background is painted
    shows: tuple[EntryRef, ...] = ()  # the entries that are printed on it
    folds: Outline | None = None  # where it is folded after cutting
    places: tuple[tuple[float, float], ...] = ()  # mm: where other things are laid on a board
    name: str = ""  # what players call it, in the language of the set; empty: the titles of its sides
    pile: str = ""  # what players call the cards it is kept with; empty: the glossary's word for the group, if any


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How the components of a game are to be drawn."""

    lang: str
    edition: str | None = None  # the game's own default
    card_size: tuple[float, float] | None = None  # mm; the game's own without it
    ink_saving: bool = False
    pseudo: bool = False  # texts 30 % longer and accented, to find boxes that are too tight
    entries: tuple[str, ...] | None = None  # only what shows one of these entries (ids); None: everything
    partial: bool = False  # the data has errors: draw what is left of it


@dataclass(frozen=True, slots=True)
class PrintSet:
    """Everything of a game that is printed, in one language."""

    name: str  # of the game, in that language
    components: Sequence[Component]
    faces: Sequence[Sketch]  # every face once, as one looks at it
    findings: Sequence[tuple[EntryRef | None, Finding]] = ()  # about the set as a whole: colours too alike
    renamed: Mapping[tuple[str, EntryRef | None], str] = field(default_factory=dict)
    # the new names of faces that shared one, by their old name and entry; games leave it empty

    def __post_init__(self) -> None:
        names = unique_names(self.faces)
        pairs = list(zip(self.faces, names, strict=True))
        renamed = {(face.name, face.entry): name for face, name in pairs if name != face.name}
        if renamed:
            faces = [face if name == face.name else replace(face, name=name) for face, name in pairs]
            object.__setattr__(self, "faces", faces)
            object.__setattr__(self, "renamed", {**self.renamed, **renamed})


def unique_names(sketches: Sequence[Sketch], taken: Collection[str] = ()) -> list[str]:
    """Return a file name for each sketch that no other has and that is not taken: its own name, or that with a number.
    A card with the same name as the back of others keeps its id.
    """
    wanted = {sketch.name for sketch in sketches}
    used = set(taken)
    names = dict[int, str]()
    by_id = sorted(enumerate(sketches), key=lambda pair: pair[1].entry is None or pair[1].entry.id != pair[1].name)
    for index, sketch in by_id:
        name, number = sketch.name, 2
        while name in used or (name in wanted and name != sketch.name):
            name, number = f"{sketch.name}-{number}", number + 1
        used.add(name)
        names[index] = name
    return [names[index] for index in range(len(sketches))]


class Components(Protocol):
    """How a game makes what is printed of it, from sound data."""

    def __call__(self, data: Data, options: RenderOptions) -> PrintSet:
        """Nothing is drawn yet."""


@dataclass(frozen=True, slots=True)
class ArtPart:
    """What a game's pictures, SVG files in `templates/<game>/art`, can use."""

    tones: Callable[[Data], Collection[str]]  # the names of all tones that one of them may use
    entries: Callable[[Data], Collection[str]]  # ids of entries that may have their own picture, named after their id
    size: tuple[float, float]  # mm: how large the picture of an entry is printed


# --- book ----------------------------------------------------------------------------------------------------


CARD_SCALE = 0.46  # of a card beside the text that speaks of it


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the rulebook, drawn only when it is needed."""

    draw: Callable[[], Page]
    alt: str  # what it shows, for those who do not see it
    title: str = ""
    caption: str = ""
    beside: bool = False  # stands beside the text that follows it, as a card does
    wide: bool = False  # takes the width of the text, with its caption above
    scale: float = 0.27  # on the page; a figure that would be too large there becomes smaller
    steps: Callable[[], Sequence[Page]] | None = None  # how it came about, for readers who can turn pages back


@dataclass(frozen=True, slots=True)
class Facts:
    """What a box says about its game: numbers, or empty texts."""

    players: str = ""
    age: str = ""
    minutes: str = ""

    @classmethod
    def of(cls, game: Mapping[str, Any]) -> Facts:
        """From the entry of a game.

        >>> Facts.of({"players": [2, 4], "age": 8})
        Facts(players='2–4', age='8+', minutes='')
        """
        age = f"{game['age']}+" if "age" in game else ""
        return cls(_span(game.get("players", ())), age, _span(game.get("minutes", ())))


def _span(numbers: Sequence[int]) -> str:
    return "–".join(str(number) for number in dict.fromkeys(numbers))


NO_FACTS = Facts()


def game_texts(game: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return what a template of the rulebook prints as `game`: name, credits and notice, the latter two optional.

    >>> game_texts({"name": {"en": "Tides"}}, "en")
    {'name': 'Tides', 'credits': [], 'notice': ''}
    """
    credits = [{"role": item["role"][lang], "names": item["names"]} for item in game.get("credits", ())]
    return {"name": game["name"][lang], "credits": credits, "notice": game.get("notice", {}).get(lang, "")}


@dataclass(frozen=True, slots=True)
class BookContext:
    """What a game gives to its rulebook, in one language and edition."""

    name: str  # of the game
    context: Mapping[str, Any]  # what templates print: texts are taken as they are, never as markup
    pictures: Mapping[str, Mapping[str, Picture]]  # by the function that templates call, and the name they give it
    cover: Picture | str  # the title page: a picture, or the name of a scenario
    quotes: Mapping[str, Sequence[str]]  # section id: texts that it must hold as the cards print them
    facts: Facts = NO_FACTS
    foot: Picture | None = None  # what runs along the foot of every page, pale


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rulebook of a game: what its templates can use, and which rules they must cover."""

    context: Lazy[Callable[[Data, str, str | None], BookContext]]  # language, edition
    rules: tuple[str, ...] = ()  # ids of the rules that players need


# --- scenarios: files that tell a situation --------------------------------------------------------------------


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
class Scenario(Generic[M]):
    """A kind of file that tells a situation of the game."""

    help: str  # of the command that judges such files: one line
    details: str  # the rest of its help, with examples
    endings: tuple[str, ...]  # of file names; `check` runs every such file in the game's folder
    schema: str
    judge: Lazy[Callable[[M, Mapping[str, Any]], Judged]]  # a document that has passed the schema
    invalid: Lazy[Callable[[Sequence[Finding]], Judged]]  # the answer for a document that has not
    draw: Lazy[Callable[..., Page | None]] | None = None  # Data, Judged; no picture of what is not valid data
    steps: Lazy[Callable[[Data, Any], Sequence[Page]]] | None = None  # pictures of the way to what `draw` shows
    wide: bool = False  # whether the picture takes the width of a page in the rulebook
    scale: float = 0.27  # of its picture there
    worded: bool = False  # whether the picture has words: then the language is the third thing that `draw` is given
    titled: bool = True  # whether the JSON of an answer tells the title of the document
    words: str = ""  # what may be called instead of files, for --help; empty: only files
    from_words: Lazy[Callable[[M, Sequence[str]], str]] | None = None  # such words as the text of a document

    def picture(self, data: Data, judged: Judged, lang: str) -> Page | None:
        """A document as a picture, where the game draws one."""
        words = (lang,) if self.worded else ()
        return self.draw.load()(data, judged, *words) if self.draw else None


# --- commands: what only this game is asked ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """How a command of a game was called."""

    words: Sequence[str]
    flags: Mapping[str, Sequence[str]]  # by name; those that were not given are missing
    tell: Callable[[str], None]  # how far it is, for somebody who waits; says nothing when nobody looks


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command of a game answers."""

    data: Mapping[str, Any]  # --format json
    text: str
    draw: Callable[[], Page] | None = None  # --draw
    failed: bool = False  # exit code 1


@dataclass(frozen=True, slots=True)
class GameCommand(Generic[M]):
    """A command that a game brings along; the tool adds --format, --draw, --pack, --game and --root."""

    help: str
    details: str  # the rest of its help, with examples
    flags: Sequence[Flag]
    run: Lazy[Callable[[M, Call], Answer]]  # raises UserError when the call is wrong
    words: str = ""  # what may stand behind the command, for --help; empty: nothing
    draws: bool = False  # whether there is a picture


# --- play ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[str, ...]  # nobody: a draw
    by: str  # the rule that ended it


Spots = Mapping[str, tuple[float, float, float, float]]  # places on a picture by name: x, y, width, height in mm


class Choose(Protocol):
    """A computer player."""

    def __call__(self, position: Any, moves: Sequence[Any], seed: int) -> int:
        """Which of the legal moves it makes."""


Plan = Mapping[str, Any]  # a game that is about to begin: its record as far as it is decided, the rest is dealt


@dataclass(frozen=True, slots=True)
class Arranging(Generic[M, S]):
    """Games that begin in the middle: from a scenario, from a position that somebody puts up, with a card to try.

    Whatever a plan says may come from a browser: what is wrong with it is a UserError, and nothing else.
    """

    blank: Callable[[M, int], Plan]  # an empty table for so many players
    scenario: Callable[[M, Mapping[str, Any]], Plan]  # a document that has passed its schema
    scenarios: tuple[str, ...]  # the commands that judge such documents
    of: Callable[[S], Plan]  # a position of a game; whoever is to move comes first
    change: Callable[[M, Plan, Mapping[str, Any], str], Plan]  # what somebody does to it, in whose language
    choices: Callable[[M, Plan, str], Mapping[str, Any]]  # all that can be done to it, in a language
    begin: Callable[[M, Plan, int], S]  # dealt by a seed
    trial: Callable[[M, str, str, int], Plan]  # kind and id of a card: a position in which it can be used
    tries: tuple[str, ...]  # the kinds of cards that can be tried
    spots: Callable[[Data, S], Spots] = lambda _data, _position: {}  # further places on the picture than those of moves


def choice(
    label: str, act: Mapping[str, Any], value: str, options: Sequence[tuple[str, str]], group: str = ""
) -> dict[str, Any]:
    """A row among the `choices` of a plan: what is chosen now, and what else there is, each with its words; `act` tells
    `change` which one it is. Rows of a group stand together.
    """
    return {"label": label, "act": act, "value": value, "options": options, "group": group}


@dataclass(frozen=True, slots=True)
class Table(Generic[M, S, A]):
    """What a screen shows beside the moves themselves. A game without it is played from a list of its moves.

    A move as plain data has `picks` where it is made step by step: a card of the hand, places on the picture, words,
    each as `{"pick": "card" | "spot" | "word", "value": …, "words": …}`; moves that begin alike share them.
    """

    entry: Callable[[S, A, str], Mapping[str, Any]]  # a move as plain data; different moves, different data
    words: Callable[[S, A, str], str]  # what a move does, in a few words of a language
    refusal: Callable[[S, Mapping[str, Any], str], tuple[str, str] | None]
    # of a move as plain data: the rule that forbids it, and why; None when it is legal
    read: Callable[[M, Mapping[str, Any]], tuple[S, Sequence[A]]]  # a record: its first position and its moves
    picture: Callable[[Data, S], Page] | None = None  # the board; with a ground, only what lies upon it
    ground: tuple[Callable[[Data, S], Page], Callable[[S], Any]] | None = None
    # what stays the same from move to move, and what it is made of: drawn and sent once
    size: Callable[[Data, S], tuple[tuple[float, float], Spots]] | None = None
    # of the picture, and where on it a move may point to
    tells: Callable[[S, str, Sequence[bool]], Mapping[str, Any]] | None = None
    # what else there is to show, in a language; the seats whose cards may be seen
    ended: Callable[[S, str], str] | None = None  # how the game ended, in a sentence
    players: Mapping[str, Lazy[Choose]] = field(default_factory=dict)  # computer players by name, beside a random one
    cards: str = ""  # the kind of card that hands hold, where other kinds have the same ids
    named: tuple[str, ...] = ()  # the kinds of entries that players and words go by: {id} in words is such a name
    arranging: Lazy[Arranging[M, S]] | None = None


@dataclass(frozen=True, slots=True)
class Play(Generic[M, S, A]):
    """Moves by the rules. A position is frozen; a random key is passed in and never drawn from the air."""

    seats: Callable[[M], Sequence[int]]  # for how many players there is a game
    start: Callable[[M, int, int], S]  # players, seed
    to_move: Callable[[S], str]  # the player whose turn it is
    legal: Callable[[S], Sequence[A]]  # nothing: the game is over
    apply: Callable[[S, A], S]
    outcome: Callable[[S], Outcome | None]  # None: it goes on
    broken: Callable[[S], Sequence[str]]  # invariants that do not hold: always empty
    view: Callable[[S], Mapping[str, Any]]
    # the position as plain data, for a table on a screen; "players" lists the names of all, in turn order
    encode: Callable[[S, Sequence[A]], Mapping[str, Any]]  # the first position and all moves: a record to replay
    table: Lazy[Table[M, S, A]] | None = None


# --- authoring -------------------------------------------------------------------------------------------------


class Dialogue(Protocol):
    """Somebody at a terminal who answers questions."""

    def text(self, question: str, default: str = "", judge: Callable[[str], str] = ...) -> str:
        """A line of text; `judge` says what is wrong with one, or nothing."""

    def number(self, question: str, default: int, least: int, most: int) -> int:
        """A whole number."""

    def yes(self, question: str) -> bool:
        """Yes or no; no when in doubt."""

    def choice(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """One of several, from 0."""

    def reject(self, message: str) -> NoReturn:
        """Say why the last answer will not do, and ask for it again."""


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of the command that starts a new card; it may be given several times where `many`."""

    name: str
    metavar: str
    help: str
    many: bool = False


Answers = Mapping[str, Sequence[str]]  # by the name of a flag


class Unclear(Exception):
    """What somebody wrote in their own words is not understood, or not for sure: lines that explain it. Exit code 1."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


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
    read: Callable[[Answers, Dialogue | None], tuple[Answers, Sequence[str]]] | None = None
    # answers in somebody's own words become others, with lines to show them; raises Unclear


def _no_portrait(_kind: str, _entry: Mapping[str, Any]) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class Authoring:
    """How authors start new cards, and see them in a terminal."""

    makers: Mapping[str, Maker]  # by what people call such a card
    portrait: Callable[[str, Mapping[str, Any]], list[str]] = _no_portrait
    # kind and data of an entry: what its card looks like, in characters
    vocabulary: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    # what `list` calls the words that cards are made of, such as steps: each with what it means


# --- the game --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game(Generic[M]):
    """One game: its id, its data, and what else it can do."""

    id: str
    data: DataPart[M]
    components: Lazy[Components] | None = None
    prints: tuple[ComponentKind, ...] = (ComponentKind.CARD,)  # the kinds among them: known before anything is drawn
    book: Rulebook | None = None
    scenarios: Mapping[str, Scenario[M]] = field(default_factory=dict)  # by the name of the command that judges them
    commands: Mapping[str, GameCommand[M]] = field(default_factory=dict)  # further ones, by name
    pages: Mapping[str, Lazy[Callable[[Data, str], str]]] = field(default_factory=dict)
    # web pages that work on their own, by the name of the file: made of sound data, in a language
    play: Lazy[Play[M, Any, Any]] | None = None  # positions and moves are the game's own affair
    simulation: Lazy[Simulation] | None = None
    authoring: Lazy[Authoring] | None = None
    art: Lazy[ArtPart] | None = None  # pictures in templates/<game>/art that projects and packs can replace
    shipped: Path | None = None  # the folder with its own cards/, schema/, templates/ (`data_root`); None: the tool's
    described_in: Path | None = None  # of a game that is data only: the file that says what it is

    @property
    def code(self) -> tuple[Path, ...]:
        """The folder of the package that the game is written in; none for a game that is part of the tool or data."""
        package = import_module(self.data.model.target.partition(":")[0].partition(".")[0])
        return () if package.__name__ == __name__.partition(".")[0] else tuple(map(Path, package.__path__))

    def need(self, capability: Lazy[T] | None, what: str) -> T:
        """A capability that a command cannot do without. Raises UserError where the game lacks it."""
        if capability is None:
            raise UserError(f"{self.id} {what}")
        return capability.load()
