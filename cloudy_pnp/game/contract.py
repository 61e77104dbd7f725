"""The interface of a game: a record of capabilities, composed, not inherited.

Only `data` is required. Every other capability is named as `"module:name"` and imported on first use, so that a check
of cards does not load the drawing code, and a game that cannot be played needs no moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from cloudy_pnp.core.problems import DataPath, Finding, UserError
from cloudy_pnp.data.entries import RULES, Entries, Kind, SourceFinding
from cloudy_pnp.data.tables.read import TableUse
from cloudy_pnp.i18n import habits

if TYPE_CHECKING:  # a check draws nothing and need not load the drawing modules
    from cloudy_pnp.draw.fontbook import FontBook
    from cloudy_pnp.draw.scene import Font, Outline, Page, Symbol
    from cloudy_pnp.i18n.wording import RowUse
    from cloudy_pnp.simulate.base import Simulation

M = TypeVar("M")  # the game's model: the data its rules work on
S = TypeVar("S")  # a position of the game
A = TypeVar("A")  # a move
T = TypeVar("T")

Data = Mapping[str, Sequence[Mapping[str, Any]]]  # the valid entries of a game as plain data, by kind


KEPT_COPIES = 20  # of a card: their pictures stay in memory; those of more are drawn when they are printed


def _habits_in(data: Data) -> AbstractContextManager[None]:
    return habits.using(data.get(habits.KIND, ()))


class Lazy(Struct, Generic[T], frozen=True):
    """An object that is imported on first use, named as `"module:name"`.

    >>> Lazy("math:sqrt").load()(9.0)
    3.0
    """

    target: str
    given: tuple[Any, ...] = ()  # leading arguments: then the object is a function of the others
    made: bool = False  # the object is the function's result for them

    def load(self) -> T:
        """Return the object."""
        module, _, name = self.target.partition(":")
        target_object: Any = getattr(import_module(module), name)
        if self.made:
            target_object = target_object(*self.given)
        elif self.given:
            target_object = partial(target_object, *self.given)
        loaded: T = target_object
        return loaded


# --- data: the only capability that every game has -----------------------------------------------------------


class EntryRef(NamedTuple):
    """An entry of the card data: two kinds may use the same id."""

    kind: str
    id: str


class Trials(Struct, Generic[M], frozen=True):
    """Cards of a kind that are test-played, to find what the rules alone cannot."""

    kind: str
    depend_on: tuple[str, ...]  # kinds whose data a verdict depends on, in addition to that of the card
    code: str
    begin: Lazy[Callable[[M], Callable[[str], list[Finding]]]]  # then a card's id: paths start at its entry


class DataPart(Struct, Generic[M], frozen=True):
    """The format of the game's data, and its checks."""

    kinds: Sequence[Kind]
    codes: Mapping[str, str]  # every problem code of the game, with one sentence
    check: Callable[[Entries], Iterable[SourceFinding]]  # the rules, on valid entries
    model: Lazy[Callable[[Data], M]]
    trials: Trials[M] | None = None
    composed: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)
    # kind: a text that the tool composes if an entry omits it, and the languages in which it does
    wording: Lazy[Mapping[str, RowUse]] | None = None  # the rows of the tables for composed texts
    derive_from_packs: Callable[[Data, Data, Sequence[Sequence[str]]], Data] = lambda _before, after, _packs: after
    # the data without packs, with packs, the ids of each pack: the consequences of the additions
    layout_fields: Callable[[Data], Mapping[str, Mapping[str, Collection[str]]]] = lambda _data: {}
    # by layout: the fields of its cards, if known, each with its possible values; none where any is possible
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # schemas that are made from data, not read from a file: they come first
    fonts: FontBook | None = None  # that layouts may name, in addition to the installed ones
    tables: Mapping[str, TableUse] = field(default_factory=dict)
    # by kind of card, how a table in the game's folder holds them
    players: Sequence[int] = ()  # the numbers of players that the rules allow; none: as many as the data says


# --- components: printed objects -----------------------------------------------------------------------------


class ComponentKind(StrEnum):
    """The kind of a component."""

    CARD = "card"
    BOARD = "board"
    TOKEN = "token"  # noqa: S105 - a piece of cardboard
    STANDEE = "standee"
    PAD = "pad"
    BOX = "box"


class DrawnFace(NamedTuple):
    """A drawn face, and findings about its texts; their paths start at the face's entry.

    `boxes` names the box of a layout, as the cause of a finding does, by the `id()` of the items that it paints.
    """

    symbol: Symbol
    findings: Sequence[Finding] = ()
    boxes: Mapping[int, DataPath] = MappingProxyType({})


class Sketch(Struct, frozen=True):
    """A side of a component, drawn on demand. Deck, preview and rulebook all use the same sketches.

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
    layout: str = ""  # the layout that draws it

    def __post_init__(self) -> None:
        force_setattr(self, "draw", habits.keep_habits(self.draw))

    def __call__(self, _copy: int) -> Sketch:
        """Return the sketch itself: the front or back of a component whose copies all look alike."""
        return self

    def page(self) -> Page:
        """Return a picture of the face as it is cut."""
        from cloudy_pnp.draw.scene import page_of

        return page_of(self.draw().symbol)


class Component(Struct, frozen=True):
    """Something to print and cut out. Each copy may look a little different."""

    id: str  # valid in a file name
    size: tuple[float, float]  # mm
    front: Callable[[int], Sketch]  # of a copy, from 1
    back: Callable[[int], Sketch] | None  # None: not printed
    copies: int = 1
    kind: ComponentKind = ComponentKind.CARD
    outline: Outline | None = None  # the cutting line; None: a rectangle
    safe: float = 3.0  # mm inside the cut that are free of text
    bleed: float = 3.0  # mm beyond the cut that are painted
    shows: tuple[EntryRef, ...] = ()  # the entries printed on it
    folds: Outline | None = None  # the folds after cutting
    places: tuple[tuple[float, float], ...] = ()  # mm: the places of other pieces on a board
    name: str = ""  # the name for players, in the language of the set; empty: the titles of its sides
    pile: str = ""  # the name of the cards it is kept with; empty: the glossary's word for the group, if any

    def __post_init__(self) -> None:
        force_setattr(self, "front", habits.keep_habits(self.front))
        force_setattr(self, "back", self.back and habits.keep_habits(self.back))


class BuildOption(Struct, frozen=True):
    """An option that a game adds to `build` and `export` as `--name`. Its values are ids of the game's card data."""

    name: str
    kind: str  # of the entries whose ids are the values
    help: str


class RenderOptions(Struct, frozen=True):
    """The options for drawing the components of a game."""

    lang: str
    card_size: tuple[float, float] | None = None  # mm; None: the game's own
    ink_saving: bool = False
    pseudo: bool = False  # texts 30% longer and accented, to find boxes that are too tight
    entries: tuple[str, ...] | None = None  # only components that show one of these entries (ids); None: everything
    partial: bool = False  # the data has errors: draw the rest
    options: Mapping[str, str] = field(default_factory=dict)  # values of the game's own options, by name
    second: str = ""  # the language of a smaller text below each text; empty: none
    box: Mapping[str, Any] = field(default_factory=dict)  # overrides `box` of game.yaml: {cards: glued, sleeves: true}


class PrintSet(Struct, frozen=True):
    """All components of a game, in one language."""

    name: str  # of the game, in that language
    components: Sequence[Component]
    faces: Sequence[Sketch]  # every face once, in its reading orientation
    findings: Sequence[tuple[EntryRef | None, Finding]] = ()  # about the set as a whole: colours too alike
    renamed: Mapping[tuple[str, EntryRef | None], str] = field(default_factory=dict)
    # the new names of faces that shared one, by their old name and entry; games leave it empty
    second: str = ""  # `RenderOptions.second`, from a game that can print two languages

    def __post_init__(self) -> None:
        names = unique_names(self.faces)
        pairs = list(zip(self.faces, names, strict=True))
        renamed = {(face.name, face.entry): name for face, name in pairs if name != face.name}
        if renamed:
            faces = [face if name == face.name else replace(face, name=name) for face, name in pairs]
            force_setattr(self, "faces", faces)
            force_setattr(self, "renamed", {**self.renamed, **renamed})


def unique_names(sketches: Sequence[Sketch], taken: Collection[str] = ()) -> list[str]:
    """Return a unique file name for each sketch, not among the taken ones: its own name, or that with a number.

    A card with the same name as the back of others keeps its id.
    """
    own_names = {sketch.name for sketch in sketches}
    used = set(taken)
    names = dict[int, str]()
    by_id = sorted(enumerate(sketches), key=lambda pair: pair[1].entry is None or pair[1].entry.id != pair[1].name)
    for index, sketch in by_id:
        name, number = sketch.name, 2
        while name in used or (name in own_names and name != sketch.name):
            name, number = f"{sketch.name}-{number}", number + 1
        used.add(name)
        names[index] = name
    return [names[index] for index in range(len(sketches))]


class Components(Protocol):
    """A function that creates the components of a game from valid data."""

    def __call__(self, data: Data, options: RenderOptions) -> PrintSet:
        """Return the components without drawing them."""


class ArtPart(Struct, frozen=True):
    """The settings for a game's pictures, SVG files in `templates/<game>/art`."""

    tones: Callable[[Data], Collection[str]]  # the names of all tones that a picture may use
    entries: Callable[[Data], Collection[str]]  # ids of entries that may have their own picture, named after their id
    size: tuple[float, float]  # mm: the printed size of an entry's picture
    named: Callable[[Data], Collection[str]] = lambda _data: ()  # further pictures that entries name


# --- book ----------------------------------------------------------------------------------------------------


CARD_SCALE = 0.46  # of a card next to its text


class Picture(Struct, frozen=True):
    """A picture in the rulebook, drawn on demand."""

    draw: Callable[[], Page]
    alt: str  # a description for people who cannot see it
    title: str = ""
    caption: str = ""
    beside: bool = False  # next to the text that follows it, like a card
    wide: bool = False  # as wide as the text, with its caption above
    scale: float = 0.27  # on the page; a figure that is too large is reduced
    steps: Callable[[], Sequence[Page]] | None = None  # the steps leading to it, for readers who can turn pages back

    def __post_init__(self) -> None:
        force_setattr(self, "draw", habits.keep_habits(self.draw))
        force_setattr(self, "steps", self.steps and habits.keep_habits(self.steps))


class Facts(Struct, frozen=True):
    """The facts on a game's box: numbers, or empty texts."""

    players: str = ""
    age: str = ""
    minutes: str = ""

    @classmethod
    def of(cls, game: Mapping[str, Any]) -> Facts:
        """Read the facts from the entry of a game.

        >>> Facts.of({"players": [2, 4], "age": 8})
        Facts(players='2–4', age='8+', minutes='')
        """
        age = f"{game['age']}+" if "age" in game else ""
        return cls(_span(game.get("players", ())), age, _span(game.get("minutes", ())))


def _span(numbers: Sequence[int]) -> str:
    return "–".join(str(number) for number in dict.fromkeys(numbers))


NO_FACTS = Facts()


def game_texts(game: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return the variable `game` of rulebook templates: name, credits and notice, the latter two optional.

    >>> game_texts({"name": {"en": "Tides"}}, "en")
    {'name': 'Tides', 'credits': [], 'notice': ''}
    """
    credits = [{"role": item["role"][lang], "names": item["names"]} for item in game.get("credits", ())]
    return {"name": game["name"][lang], "credits": credits, "notice": game.get("notice", {}).get(lang, "")}


class BookContext(Struct, frozen=True):
    """The data for a game's rulebook, in one language."""

    name: str  # of the game
    context: Mapping[str, Any]  # the variables of templates: texts are printed literally, never as markup
    pictures: Mapping[str, Mapping[str, Picture]]  # by the function that templates call, and the name they pass
    cover: Picture | str  # the title page: a picture, or the name of a scenario
    quotes: Mapping[str, Sequence[str]]  # section id: texts that it must contain as the cards print them
    facts: Facts = NO_FACTS
    foot: Picture | None = None  # what runs along the foot of every page, pale
    fonts: Sequence[Font] = ()  # for characters that the book's own lack


class Rulebook(Struct, frozen=True):
    """The rulebook of a game: the context of its templates, and the rules they must cover."""

    context: Lazy[Callable[[Data, str, Mapping[str, str]], BookContext]]  # language, values of the game's options
    rules: tuple[str, ...] = ()  # ids of the rules that players need

    def texts(self, data: Data, lang: str, options: Mapping[str, str]) -> BookContext:
        """Return the data for the templates of a language; `decisions` lists what the sources left open."""
        ours = [{"rule": entry["id"], "text": entry["ours"][lang]} for entry in data.get(RULES, ()) if "ours" in entry]
        with _habits_in(data):
            book = self.context.load()(data, lang, options)
        return replace(book, context={"decisions": ours, **book.context})


# --- scenarios: files that describe a situation ----------------------------------------------------------------


class Evaluation(Protocol):
    """The verdict of the rules on a scenario."""

    @property
    def findings(self) -> Sequence[Finding]:
        """Its problems, as data, by the rules, or by its author's claims."""

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the fields added by the caller (file, document, problems)."""

    def as_text(self) -> str:
        """Return a text for people: a picture in characters, and sentences. May contain colour codes."""


class Scenario(Struct, Generic[M], frozen=True):
    """A kind of file that describes a situation of the game."""

    help: str  # of the command that evaluates such files: one line
    details: str  # the rest of its help, with examples
    endings: tuple[str, ...]  # of file names; `check` runs every such file in the game's folder
    schema: str
    judge: Lazy[Callable[[M, Mapping[str, Any]], Evaluation]]  # evaluates a document that has passed the schema
    invalid: Lazy[Callable[[Sequence[Finding]], Evaluation]]  # the answer for a document that has not
    draw: Lazy[Callable[..., Page | None]] | None = None  # Data, Evaluation; no picture of invalid data
    steps: Lazy[Callable[[Data, Any], Sequence[Page]]] | None = None  # pictures of the steps leading to that of `draw`
    wide: bool = False  # whether the picture takes the width of a page in the rulebook
    scale: float = 0.27  # of its picture there
    worded: bool = False  # whether the picture has words: then `draw` gets the language as third argument
    titled: bool = True  # whether the JSON of an answer contains the title of the document
    words: str = ""  # arguments instead of files, for --help; empty: only files
    from_words: Lazy[Callable[[M, Sequence[str]], str]] | None = (
        None  # converts such arguments to the text of a document
    )

    def picture(self, data: Data, evaluation: Evaluation, lang: str) -> Page | None:
        """Draw a document, if the game has a picture of it."""
        words = (lang,) if self.worded else ()
        with _habits_in(data):
            return self.draw.load()(data, evaluation, *words) if self.draw else None


# --- commands: those of this game only ---------------------------------------------------------------------------


class Call(Struct, frozen=True):
    """A call of a game's command."""

    words: Sequence[str]
    flags: Mapping[str, Sequence[str]]  # by name; only the given ones
    tell: Callable[[str], None]  # reports progress, if it is shown


class Answer(Struct, frozen=True):
    """The result of a game's command."""

    data: Mapping[str, Any]  # --format json
    text: str
    draw: Callable[[], Page] | None = None  # --draw
    failed: bool = False  # exit code 1


class GameCommand(Struct, Generic[M], frozen=True):
    """A command of a game; the tool adds --format, --draw, --pack, --game and --root."""

    help: str
    details: str  # the rest of its help, with examples
    flags: Sequence[Flag]
    run: Lazy[Callable[[M, Call], Answer]]  # raises UserError for incorrect usage
    words: str = ""  # the arguments of the command, for --help; empty: none
    draws: bool = False  # whether there is a picture


# --- play ------------------------------------------------------------------------------------------------------


class Outcome(Struct, frozen=True):
    """The end of a game."""

    winners: tuple[str, ...]  # empty: a draw
    by: str  # the rule that ended it


Spots = Mapping[str, tuple[float, float, float, float]]  # places on a picture by name: x, y, width, height in mm


class Choose(Protocol):
    """A computer player."""

    def __call__(self, position: Any, moves: Sequence[Any], seed: int) -> int:
        """Return the index of the chosen legal move."""


Plan = Mapping[str, Any]  # a game about to begin: its record as far as it is decided, the rest is dealt


class Arranging(Struct, Generic[M, S], frozen=True):
    """Games that begin in the middle: from a scenario, or with a card to test.

    A plan may come from a browser: an invalid one raises UserError, and nothing else.
    """

    scenario: Callable[[M, Mapping[str, Any]], Plan]  # a document that has passed its schema
    scenarios: tuple[str, ...]  # the commands that evaluate such documents
    begin: Callable[[M, Plan, int], S]  # dealt by a seed
    trial: Callable[[M, str, str, int], Plan]  # kind and id of a card: a position in which it can be used
    tries: tuple[str, ...]  # the kinds of cards that can be tested
    roles: Mapping[str, str] = field(default_factory=dict)  # keys of a record that name a player, with their titles


class Table(Struct, Generic[M, S, A], frozen=True):
    """The screen of a game, in addition to its moves. A game without it is played from a list of its moves.

    A move as plain data has `picks` if it is made step by step: a card of the hand, places on the picture, words, each
    as `{"pick": "card" | "spot" | "word", "value": …, "words": …}`; moves that begin alike share them.
    """

    entry: Callable[[S, A, str], Mapping[str, Any]]  # a move as plain data; different moves, different data
    words: Callable[[S, A, str], str]  # a short description of a move in a language
    refusal: Callable[[S, Mapping[str, Any], str], tuple[str, str] | None]
    # of a move as plain data: the rule that forbids it, and why; None when it is legal
    read: Callable[[M, Mapping[str, Any]], tuple[S, Sequence[A]]]  # a record: its first position and its moves
    picture: Callable[[Data, S], Page] | None = None  # the board; with a ground, only what is on it
    ground: tuple[Callable[[Data, S], Page], Callable[[S], Any]] | None = None
    # the constant background, and what it depends on: drawn and sent once
    size: Callable[[Data, S], tuple[tuple[float, float], Spots]] | None = None
    # of the picture, and the places that a move may refer to
    tells: Callable[[S, str, Sequence[bool]], Mapping[str, Any]] | None = None
    # additional data to show, in a language; the seats whose cards are visible
    ended: Callable[[S, str], str] | None = None  # the end of the game, in a sentence
    players: Mapping[str, Lazy[Choose]] = field(default_factory=dict)  # computer players; there is also a random one
    cards: str = ""  # the kind of card in hands, if other kinds have the same ids
    named: tuple[str, ...] = ()  # the kinds of entries named in words: {id} in words is such a name
    arranging: Lazy[Arranging[M, S]] | None = None


class Play(Struct, Generic[M, S, A], frozen=True):
    """Moves by the rules. A position is frozen; randomness comes only from a key that is passed in."""

    seats: Callable[[M], Sequence[int]]  # the possible numbers of players
    start: Callable[[M, int, int], S]  # players, seed
    to_move: Callable[[S], str]  # the player whose turn it is
    legal: Callable[[S], Sequence[A]]  # empty: the game is over
    apply: Callable[[S, A], S]
    outcome: Callable[[S], Outcome | None]  # None: the game continues
    broken: Callable[[S], Sequence[str]]  # violated invariants: always empty
    view: Callable[[S], Mapping[str, Any]]
    # the position as plain data, for a table on a screen; "players" lists the names of all, in turn order
    encode: Callable[[S, Sequence[A]], Mapping[str, Any]]  # the first position and all moves: a record to replay
    table: Lazy[Table[M, S, A]] | None = None


# --- authoring -------------------------------------------------------------------------------------------------


class Flag(Struct, frozen=True):
    """An option of the command that creates a card; it may be repeated where `many`."""

    name: str
    metavar: str
    help: str
    many: bool = False


Answers = Mapping[str, Sequence[str]]  # by the name of a flag
PickReading = Callable[[str, Sequence[str], int], int]  # asks a person: question, options, default; which one, from 0


class Unclear(Exception):
    """A text in an author's own words is not understood, or has several readings; lines explain it. Exit code 1."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Maker(Struct, frozen=True):
    """A maker of new cards of a kind."""

    kind: str
    help: str
    example: str  # of a call, without the command itself
    flags: Sequence[Flag]
    named: bool  # whether the card has a name in every language; others have only an id
    make: Callable[[Answers], dict[str, Any]]  # the entry without id and name; raises UserError
    comment: str  # for the author, above the card
    template: Callable[[], tuple[Answers, Sequence[str]]]
    # without flags: those of a valid card to change, and further comments for its author
    read: Callable[[Answers, PickReading | None, Data], tuple[Answers, Sequence[str]]] | None = None
    # answers in free words become others, with lines to show them, by the data of project and pack; raises Unclear


class Authoring(Struct, frozen=True):
    """The creation of cards, and their display in a terminal."""

    makers: Mapping[str, Maker]  # by the usual name of such a card
    portrait: Callable[[str, Mapping[str, Any]], list[str]] = lambda _kind, _entry: []
    # kind and data of an entry: the look of its card, in characters
    vocabulary: Mapping[str, Callable[[], Sequence[tuple[str, str]]]] = field(default_factory=dict)
    # by the name for `list`: words for use in cards, such as steps, each with its meaning
    sentence: Callable[[str, str, Data], Mapping[str, Any]] | None = None
    # a text in the author's own words, its language, and the data: its readings, and whether there is no doubt


# --- the game --------------------------------------------------------------------------------------------------


class Game(Struct, Generic[M], frozen=True):
    """A game: its id, its data, and its other capabilities."""

    id: str
    data: DataPart[M]
    components: Lazy[Components] | None = None
    prints: tuple[ComponentKind, ...] = (ComponentKind.CARD,)  # their kinds, known before anything is drawn
    options: tuple[BuildOption, ...] = ()  # of `build` and `export`, for this game only
    book: Rulebook | None = None
    scenarios: Mapping[str, Scenario[M]] = field(default_factory=dict)  # by the name of the command that evaluates them
    commands: Mapping[str, GameCommand[M]] = field(default_factory=dict)  # further ones, by name
    blanks: Lazy[Callable[[Data, RenderOptions], PrintSet]] | None = None  # cards to write on, for `export blanks`
    pages: Mapping[str, Lazy[Callable[[Data, str], str]]] = field(default_factory=dict)
    # self-contained web pages, by the name of the file: from valid data, in a language
    play: Lazy[Play[M, Any, Any]] | None = None  # the types of positions and moves are private to the game
    simulation: Lazy[Simulation] | None = None
    authoring: Lazy[Authoring] | None = None
    art: Lazy[ArtPart] | None = None  # pictures in templates/<game>/art that projects and packs can replace
    shipped: Path | None = None  # the folder with its own cards/, schema/, templates/ (`data_root`); None: the tool's
    described_in: Path | None = None  # of a data-only game: its game file

    @property
    def code(self) -> tuple[Path, ...]:
        """The folder of the game's own package; empty for a game that is part of the tool or data."""
        package = import_module(self.data.model.target.partition(":")[0].partition(".")[0])
        return () if package.__name__ == __name__.partition(".")[0] else tuple(map(Path, package.__path__))

    def first_option(self, value: str) -> dict[str, str]:
        """Return a value of the first of the game's own options as `options`; empty without an option or a value."""
        return {option.name: value for option in self.options[:1] if value}

    def printed(self, data: Data, options: RenderOptions) -> PrintSet:
        """Return the components without drawing them. Raises UserError if the game has none."""
        with _habits_in(data):
            return self.need(self.components, "has nothing to print")(data, options)

    def try_printed(self, data: Data, options: RenderOptions) -> PrintSet | None:
        """Return the components; None if the game has none, or if the data has too many errors for a picture."""
        try:
            return self.printed(data, options) if self.components else None
        except (KeyError, IndexError, UserError):
            return None

    def need(self, capability: Lazy[T] | None, complaint: str) -> T:
        """Load a required capability. Raises UserError if the game lacks it."""
        if capability is None:
            raise UserError(f"{self.id} {complaint}")
        return capability.load()
