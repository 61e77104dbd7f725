"""Compare two states of a project, as data: what was added, removed or changed, and what each changed face looks like.

A state is a git revision, a folder, or the work tree with unsaved text. All of them are loaded and checked as `check`
does it, by the code of this installation: a revision's own code never runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from itertools import compress, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.core import budget, fingerprint
from cloudy_pnp.core.problems import DataPath, Problem, Severity, UserError, path_text, value_at
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.files import absolute, below, display_path
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.draw.scene import Page, Symbol
from cloudy_pnp.game.contract import ComponentKind, DrawnFace, EntryRef, RenderOptions, Sketch
from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.rulebook.book import figure_name
from cloudy_pnp.workspace.config import as_configured
from cloudy_pnp.workspace.drawn import placed
from cloudy_pnp.workspace.files import NOTHING_UNSAVED, Files
from cloudy_pnp.workspace.home import Home, home_of, is_root
from cloudy_pnp.workspace.load import Loaded, Sound, load_base, sound_part, with_packs
from cloudy_pnp.workspace.report import broken_entries, problems_of
from cloudy_pnp.workspace.revision import revision_root
from cloudy_pnp.workspace.scenarios import evaluate, figure_documents, figure_files, judge

if TYPE_CHECKING:
    from cloudy_pnp.core.geometry import Rect
    from cloudy_pnp.simulate.compare import Comparison

WORK_TREE = "the work tree"
_DESPITE = ("I18N-", "REF-UNKNOWN")  # problems with which a card can still be drawn
_MOST_FIELDS = 200  # of one card
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".ttf", ".otf", ".woff2")


class FieldChange(Struct, frozen=True):
    """A value of an entry before and after; None where it does not exist."""

    path: str
    before: Any
    after: Any


class FaceChange(Struct, frozen=True, dict=True):
    """A face that looks different, in one language; None where it does not exist. Figures have no language."""

    lang: str
    name: str
    before: DrawnFace | None
    after: DrawnFace | None
    texts: tuple[str, str] = ("", "")  # title and text together
    layout: str = ""  # the layout that draws it

    @cached_property
    def boxes(self) -> Sequence[Rect]:
        """Rectangles around what has changed; none for a face that is new or gone."""
        from cloudy_pnp.diff.boxes import changed_boxes

        if self.before is None or self.after is None:
            return ()
        return changed_boxes(self.before.symbol, self.after.symbol)


class CardChange(Struct, frozen=True):
    """An entry of card data that was added, removed or changed, or whose face looks different."""

    kind: str
    id: str
    pack: str
    change: str  # "added", "removed" or "changed"
    title: str
    fields: Sequence[FieldChange]
    faces: Sequence[FaceChange] = ()
    effects: int = 0  # cards that look different because of it

    @property
    def languages(self) -> list[str]:
        """The languages whose face has changed."""
        return list(dict.fromkeys(face.lang for face in self.faces if face.lang))


class SectionChange(Struct, frozen=True):
    """A section of the rulebook in one language."""

    lang: str
    section: str
    before: str
    after: str


class ScenarioChange(Struct, frozen=True):
    """A document of a scenario file whose verdict is different: the parts that differ. None: there is no document."""

    file: str
    document: int
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


class Diff(Struct, frozen=True):
    """All differences between two states."""

    base: str
    head: str
    game: str
    cards: Sequence[CardChange]
    counts: tuple[Mapping[str, int], Mapping[str, int]]  # copies by kind
    new: Sequence[Problem]
    fixed: Sequence[Problem]
    scenarios: Sequence[ScenarioChange]
    rulebook: Sequence[SectionChange]
    balance: Sequence[tuple[str, Comparison]] = ()  # by table: "3 players"
    notes: Sequence[str] = ()  # what was not compared
    languages: Sequence[str] = ()
    files: ExitStack = field(default_factory=ExitStack)  # temporary: pictures on cards

    def close(self) -> None:
        """Delete the temporary files; after that, cards with pictures from files cannot be written any more."""
        self.files.close()


class State(Struct, frozen=True, dict=True):
    """One of the two states, loaded and checked. A game that does not exist there has no parts."""

    name: str
    home: Home
    parts: Mapping[str, Loaded] = field(default_factory=dict)  # by pack; "" is the game itself
    problems: Sequence[Problem] = ()

    @property
    def prefix(self) -> str:
        """The beginning of the names of its files, which differs between states."""
        root = display_path(self.home.root)
        return "" if root == "." else f"{root}/"

    def name_of(self, file: str) -> str:
        """Return the name of a file below the root."""
        return file.removeprefix(self.prefix)

    @cached_property
    def pictures(self) -> Mapping[str, str]:
        """The fingerprints of picture and font files by name: a sketch knows only their names."""
        folders = (self.home.root / name for name in ("cards", "packs", "templates", "fonts", "icons"))
        files = [path for folder in folders for path in below(folder) if path.name.endswith(_PICTURES)]
        return {
            path.relative_to(self.home.root).as_posix(): fingerprint.of_file(path)
            for path in files
            if path.is_file() and not path.is_symlink()
        }


def compare(
    root: Path,
    game_id: str,
    base: str | None = None,
    head: str | None = None,
    packs: Sequence[Path] = (),
    unsaved: Mapping[Path, str] = NOTHING_UNSAVED,
    games: int = 0,
) -> Diff:
    """Compare a base with a head: git revisions, or folders with their own `cards/`.

    The default base is HEAD, the default head the work tree with `unsaved` texts. `games` is the number of simulated
    games for a comparison of balance; with 0 nothing is played.
    """
    if head is None and base and ".." in base.replace("...", "") and not Path(base).exists():
        base, _, head = base.partition("..")
    with ExitStack() as stack, budget.run():
        places = [_place(stack, root, name) for name in (base or "HEAD", head)]
        before = _load(places[0], game_id, base or "HEAD", packs, root, NOTHING_UNSAVED)
        after = _load(places[1], game_id, head or WORK_TREE, packs, root, NOTHING_UNSAVED if head else unsaved)
        return replace(_compare(before, after, games), files=stack.pop_all())


def _place(stack: ExitStack, root: Path, name: str | None) -> Path:
    if name is None:
        return root
    folder = Path(name)
    return folder if folder.is_dir() and is_root(folder) else stack.enter_context(revision_root(root, name))


def _load(
    place: Path, game_id: str, name: str, packs: Sequence[Path], root: Path, unsaved: Mapping[Path, str]
) -> State:
    """Load and check one state. Packs are looked up under the same name in each."""
    home = home_of(game_id, place) if _has_game(place, game_id) else replace(home_of(game_id, root), root=place)
    if not _has_game(place, game_id):
        return State(name, home)
    top, named = absolute(root), [absolute(pack) for pack in packs]
    wanted = [place / pack.relative_to(top) if pack.is_relative_to(top) else pack for pack in named]
    folders = [folder for folder in wanted if folder.is_dir()] if packs else home.packs
    files = Files(unsaved)
    loaded = load_base(home, files)
    parts = {"": with_packs(loaded)}
    for folder in folders:
        with_pack = with_packs(loaded, [folder])
        parts[folder.name] = with_pack
    report = as_configured(api.check(place, game_id, packs=folders if packs else (), unsaved=unsaved), place)
    state = State(name, home, parts)
    return replace(state, problems=[_relative(problem, state.prefix) for problem in report.problems])


def _has_game(place: Path, game_id: str) -> bool:
    return (place / "cards" / game_id).is_dir() or ((place / "packs").is_dir() and not (place / "cards").is_dir())


def _relative(problem: Problem, prefix: str) -> Problem:
    """Return a problem without the place of its root, which would make equal problems different."""
    if not prefix:
        return problem
    message, hint = (text.replace(prefix, "") for text in (problem.message, problem.hint))
    return replace(problem, file=problem.file.removeprefix(prefix), message=message, hint=hint)


def _compare(before: State, after: State, games: int) -> Diff:
    drawing = _Drawing(before, after)
    cards = list(_causes_first(before, after, list(drawing.cards())))
    drawing.notes.update(dict.fromkeys(_losses(drawing, cards)))
    new, fixed = _problem_changes([*before.problems, *drawing.problems[0]], [*after.problems, *drawing.problems[1]])
    return Diff(
        before.name,
        after.name,
        after.home.game.id,
        cards,
        (_counts(before), _counts(after)),
        new,
        fixed,
        list(_scenario_changes(before, after)),
        list(_rulebook_changes(before, after, drawing)),
        list(_balance(before, after, games)) if games else (),
        list(drawing.notes),
        _languages([*before.parts.values(), *after.parts.values()]),
    )


def _losses(drawing: _Drawing, cards: Sequence[CardChange]) -> Iterator[str]:
    """Yield what could not be compared: what cannot be read looks removed, and cards with errors aren't drawn."""
    for when, state, unseen in zip(("before", "after"), drawing.states, drawing.unseen, strict=True):
        for pack, part in state.parts.items():
            for source in part.pack_files if pack else part.own:
                if not source.whole:
                    yield f"parts of {state.name_of(source.name)} {when}: they cannot be read"
            wrong = broken_entries(part.findings, _DESPITE) | unseen
            for card in cards:
                entries = part.entries.named(card.kind) if card.pack == pack else {}
                if card.id in entries and (entries[card.id].source.name, *entries[card.id].path) in wrong:
                    yield f"the look of {card.kind}/{card.id} {when}: it has errors"


def _languages(parts: Iterable[Loaded | None]) -> list[str]:
    return list(dict.fromkeys(lang for part in parts if part for lang in part.languages))


def _causes_first(before: State, after: State, cards: Sequence[CardChange]) -> Iterator[CardChange]:
    """Yield what cards are made of, such as layouts, with the number of cards that look different because of it."""
    parts = [*before.parts.values(), *after.parts.values()]
    printed = {kind for part in parts for kind, about in part.kinds.items() if about.cards}
    is_cause = [card.kind not in {*printed, _FIGURE} and bool(card.fields) for card in cards]
    causes = list(compress(cards, is_cause))
    affected = [card for card in cards if card.kind in printed and card.faces and not card.fields]
    for cause in causes:
        is_layout = cause.kind == "layout"
        drawn = [card for card in affected if is_layout and any(face.layout == cause.id for face in card.faces)]
        yield replace(cause, effects=len(affected if len(causes) == 1 else drawn))
    yield from (card for card, first in zip(cards, is_cause, strict=True) if not first)


def _problem_changes(before: Sequence[Problem], after: Sequence[Problem]) -> tuple[list[Problem], list[Problem]]:
    """Return the problems that appeared and those that went away; a moved line is not a change."""

    def rest(these: Sequence[Problem], others: Sequence[Problem]) -> list[Problem]:
        left = Counter(_identity(problem) for problem in others)
        left_over = []
        for problem in these:
            left[_identity(problem)] -= 1
            if left[_identity(problem)] < 0:
                left_over.append(problem)
        return sorted(left_over, key=Problem.sort_key)

    return rest(after, before), rest(before, after)


def _identity(problem: Problem) -> tuple[str, ...]:
    return problem.code, problem.severity, problem.file, problem.path, problem.message


def _counts(state: State) -> dict[str, int]:
    """Return the number of copies by kind, over the game and its packs."""
    counts: dict[str, int] = {}
    for pack, loaded in state.parts.items():
        for kind, about in loaded.kinds.items():
            entries = loaded.entries.valid_parts(kind) if about.cards else []
            mine = [entry.data.get("count", 1) for entry in entries if bool(entry.pack) == bool(pack)]
            if mine:
                counts[kind] = counts.get(kind, 0) + sum(mine)
    return counts


# --- cards ---------------------------------------------------------------------------------------------------------

_Key = tuple[str, str, str]  # pack, kind, id
_Name = TypeVar("_Name")
_Made = TypeVar("_Made")


class _Drawing:
    """Changed entries with their faces. Only faces that may differ are drawn."""

    def __init__(self, before: State, after: State) -> None:
        self.states = (before, after)
        self.problems: tuple[list[Problem], list[Problem]] = ([], [])
        self.unseen: tuple[set[DataPath], set[DataPath]] = (set(), set())  # entries whose pictures cannot be drawn
        self.notes: dict[str, None] = {}  # in order
        self._all = before.pictures != after.pictures  # whether equal keys may be different pictures

    def cards(self) -> Iterator[CardChange]:
        """Yield every card that differs, in the order of the files."""
        for pack in dict.fromkeys(name for state in self.states for name in state.parts):
            parts = [state.parts.get(pack) for state in self.states]
            entries = [_entries(part, pack) for part in parts]
            documents = [_documents(part) if not pack else {} for part in parts]
            faces = self._faces(pack, parts)
            titles = {**_titles(parts[0]), **_titles(parts[1])}
            for key, face in self._figures(parts, documents) if not pack else ():
                faces.setdefault(key, []).append(face)
            keys = dict.fromkeys((*entries[0], *entries[1], *documents[0], *documents[1], *faces))
            for key in keys:
                old, new = (
                    _written(some[key]) if key in some else document.get(key)
                    for some, document in zip(entries, documents, strict=True)
                )
                fields = list(islice(_fields(old, new, ()), _MOST_FIELDS))
                mine = faces.get(key, [])
                if fields or mine:
                    change = "added" if old is None and new else "removed" if new is None and old else "changed"
                    name = titles.get(key[1:], "")
                    yield CardChange(key[1], key[2], pack, change, name, fields, mine)

    def _faces(self, pack: str, parts: Sequence[Loaded | None]) -> dict[_Key, list[FaceChange]]:
        sounds = [sound_part(part, _DESPITE) if part else None for part in parts]
        if not self._all and sounds[0] and sounds[1] and sounds[0].mark == sounds[1].mark:
            return {}
        changed: dict[_Key, list[FaceChange]] = {}
        found: tuple[list[Any], list[Any]] = ([], [])
        for lang in _languages(parts):
            sketches = [
                self.attempt(f"cards ({lang})", state, partial(_sketches, part, sound, lang, pack))
                for state, part, sound in zip(self.states, parts, sounds, strict=True)
            ]
            for name in dict.fromkeys((*sketches[0], *sketches[1])):
                pair = [some.get(name) for some in sketches]
                face = self._face(lang, pair, found)
                if face is not None:
                    sketch = pair[1] or pair[0]
                    about = sketch.entry if sketch and sketch.entry else EntryRef(name[0], name[1])
                    changed.setdefault((pack, *about), []).append(face)
        for number, (state, part) in enumerate(zip(self.states, parts, strict=True)):
            if part and part.entries.of("game"):
                again = problems_of(part.sources, [])
                there = placed(part.entries, found[number])
                pictures = (item for item in there if item[1].code.startswith("PICTURE-"))
                self.unseen[number].update(broken_entries(pictures, _DESPITE))
                drawn = problems_of(part.sources, there)
                only = [problem for problem in drawn if problem not in again]
                self.problems[number].extend(_relative(problem, state.prefix) for problem in only)
        return changed

    def attempt(self, what: str, state: State, make: Callable[[], Mapping[_Name, _Made]]) -> Mapping[_Name, _Made]:
        """Return what a function makes; nothing, with a note, where the data has too many errors for it."""
        try:
            return make()
        except (KeyError, IndexError, ValueError, UserError):
            if any(problem.severity is Severity.ERROR for problem in state.problems):
                self.notes[f"{what} {'before' if state is self.states[0] else 'after'}: the data has errors"] = None
            return {}

    def _face(self, lang: str, pair: Sequence[Sketch | None], found: tuple[list[Any], list[Any]]) -> FaceChange | None:
        old, new = pair
        if old and new and old.key and old.key == new.key and not self._all:
            return None
        if not budget.spend("faces", 2):
            self.notes[f"some cards were not drawn: {budget.over('faces')}; {budget.raising('faces')}"] = None
            return None
        drawn = [sketch.draw() if sketch else None for sketch in pair]
        for number, (sketch, face) in enumerate(zip(pair, drawn, strict=True)):
            if sketch and face:
                found[number].extend((lang, sketch.entry, finding) for finding in face.findings)
        if drawn[0] and drawn[1]:
            from cloudy_pnp.draw.pdf_content import look

            if look(drawn[0].symbol) == look(drawn[1].symbol):
                return None
        before, after = (f"{sketch.title}\n{sketch.text}".strip() if sketch else "" for sketch in pair)
        name = new.name if new else old.name if old else ""
        layout = new.layout if new else ""
        return FaceChange(lang, name, drawn[0], drawn[1], (before, after), layout)

    def _figures(
        self, parts: Sequence[Loaded | None], documents: Sequence[Mapping[_Key, Any]]
    ) -> Iterator[tuple[_Key, FaceChange]]:
        """Yield the pictures of the rulebook that look different, in the source language."""
        marks = [sound_part(part).mark if part else "" for part in parts]
        if marks[0] == marks[1] and documents[0] == documents[1] and not self._all:
            return
        from cloudy_pnp.draw.pdf_content import look

        drawn = [
            self.attempt("figures", state, lambda part=part: dict(_book_pictures(part))) if part else {}  # type: ignore[misc]
            for state, part in zip(self.states, parts, strict=True)
        ]
        for key in dict.fromkeys((*drawn[0], *drawn[1])):
            if not budget.spend("faces", 2):
                self.notes[f"some figures were not drawn: {budget.over('faces')}; {budget.raising('faces')}"] = None
                return
            pages = [some[key]() if key in some else None for some in drawn]
            faces = [DrawnFace(Symbol(key[2], page.items, page.media)) if page is not None else None for page in pages]
            looks = [look(face.symbol) if face else "" for face in faces]
            if looks[0] != looks[1]:
                yield key, FaceChange("", key[2], faces[0], faces[1])


def _entries(loaded: Loaded | None, pack: str) -> dict[_Key, Entry]:
    """Return the entries of the game or of a pack, kind by kind, in the order of their files."""
    entries: dict[_Key, Entry] = {}
    for kind in loaded.written_kinds if loaded else ():
        mine = [entry for entry in loaded.entries.valid_parts(kind) if bool(entry.pack) == bool(pack)] if loaded else []
        for entry in sorted(mine, key=lambda entry: (entry.source.name, *map(str, entry.path[:1]), *entry.path[1:2])):
            entries[pack, kind, str(entry.data.get("id", kind))] = entry
    return entries


def _written(entry: Entry) -> Any:
    """Return an entry as it is in its file: invalid parts, and nothing that follows from packs."""
    return value_at(entry.source.documents, (0, *entry.path), entry.data)


def _fields(before: Any, after: Any, path: DataPath) -> Iterator[FieldChange]:
    """Yield the smallest values that differ."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in {**before, **after}:
            yield from _fields(before.get(key), after.get(key), (*path, str(key)))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, pair in enumerate(zip(before, after, strict=True)):
            yield from _fields(*pair, (*path, index))
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield FieldChange(path_text(path), before, after)


def _titles(loaded: Loaded | None) -> dict[tuple[str, str], str]:
    """Return the names of entries in the game's first language."""
    lang = next(iter(loaded.languages), "") if loaded else ""
    names = {}
    for kind in loaded.written_kinds if loaded else ():
        for entry in loaded.entries.valid_parts(kind) if loaded else ():
            name = entry.data.get("name")
            if isinstance(name, Mapping) and isinstance(name.get(lang), str):
                names[kind, str(entry.data.get("id", kind))] = str(name[lang])
    return names


def _sketches(
    loaded: Loaded | None, sound: Sound | None, lang: str, pack: str
) -> dict[tuple[str, str, EntryRef | None], Sketch]:
    if loaded is None or sound is None or loaded.game.components is None or lang not in loaded.languages:
        return {}
    only = tuple(card for one in loaded.packs for card in one.ids) if pack else None
    printed = loaded.game.printed(sound.data, RenderOptions(lang, partial=True, entries=only))
    others = [item for item in printed.components if item.copies and item.kind is not ComponentKind.CARD]
    sides = [side(1) for item in others for side in (item.front, item.back) if side is not None]
    faces = {(face.group, face.name, face.entry): face for face in (*sides, *printed.faces)}
    return {name: face for name, face in faces.items() if not pack or face.entry}


# --- figures ---------------------------------------------------------------------------------------------------------

_FIGURE = "figure"


def _documents(loaded: Loaded | None) -> dict[_Key, Any]:
    """Return the documents that the rulebook may show as figures."""
    if loaded is None or loaded.game.book is None:
        return {}
    documents = figure_documents(loaded, [source for source in loaded.own if loaded.home.scenario_of(source.name)])
    return {("", _FIGURE, _figure_id(*name)): document for name, (_, document) in documents.items()}


def _figure_id(name: str, number: int) -> str:
    return name if number == 1 else f"{name}/{number}"


def _book_pictures(loaded: Loaded) -> Iterator[tuple[_Key, Callable[[], Page | None]]]:
    """Yield everything that the rulebook shows besides cards: figures, and what the game draws, such as layouts."""
    home, sound, game = loaded.home, sound_part(loaded, _DESPITE), loaded.game
    if game.book is None:
        return
    for source in figure_files(loaded):
        scenario = home.scenario_of(source.name)
        if scenario is not None and scenario.draw is not None:
            for number, document in enumerate(evaluate(loaded, scenario, source.name, [source]), 1):
                yield ("", _FIGURE, _figure_id(figure_name(source.name, scenario), number)), document.draw
    for kind, named in game.book.texts(sound.data, loaded.languages[0], {}).pictures.items():
        entries = {f"{kind}s", kind} & set(loaded.kinds)
        if not any(loaded.kinds[name].cards for name in entries) and not kind.startswith("card"):
            for name, picture in named.items():
                yield ("", next(iter(entries), kind), name), picture.draw


# --- scenarios, rulebook, balance ------------------------------------------------------------------------------------


def _scenario_changes(before: State, after: State) -> Iterator[ScenarioChange]:
    for pack in dict.fromkeys((*before.parts, *after.parts)):
        sides = [_scenarios(state, pack) for state in (before, after)]
        parts = [state.parts.get(pack) for state in (before, after)]
        sounds = [sound_part(part) if part else None for part in parts]
        same = sounds[0] and sounds[1] and sounds[0].mark == sounds[1].mark
        for name in dict.fromkeys((*sides[0], *sides[1])):
            old, new = (side.get(name) for side in sides)
            if same and old and new and old.original == new.original:
                continue
            verdicts = [
                _verdicts(state.home, source, sound)
                for state, source, sound in zip((before, after), (old, new), sounds, strict=True)
            ]
            for number in range(max(map(len, verdicts))):
                one, two = (some[number] if number < len(some) else None for some in verdicts)
                if one != two:
                    yield ScenarioChange(name, number, *_differing(one, two))


def _scenarios(state: State, pack: str) -> dict[str, SourceFile]:
    loaded = state.parts.get(pack)
    sources: Iterable[SourceFile] = () if loaded is None else loaded.pack_files if pack else loaded.own
    return {state.name_of(source.name): source for source in sources if state.home.scenario_of(source.name)}


def _verdicts(home: Home, source: SourceFile | None, sound: Sound | None) -> list[dict[str, Any]]:
    scenario = home.scenario_of(source.name) if source else None
    if source is None or scenario is None or sound is None:
        return []
    return [verdict.evaluation.as_dict() for verdict in judge(home, source, scenario, sound.model)]


def _differing(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> tuple[Mapping[str, Any] | None, Mapping[str, Any] | None]:
    """Return the parts of two verdicts that differ; all of one that has no counterpart, but for long lists of ports."""
    keys = [key for key in {**(before or {}), **(after or {})} if key != "ports"]
    if before is not None and after is not None:
        keys = [key for key in keys if before.get(key) != after.get(key)] or ["ports"]
    sides = (None if side is None else {key: side.get(key) for key in keys} for side in (before, after))
    old, new = sides
    return old, new


def _rulebook_changes(before: State, after: State, drawing: _Drawing) -> Iterator[SectionChange]:
    if _book_sources(before) == _book_sources(after):
        return
    from cloudy_pnp.rulebook.markdown import plain_section

    books = [dict(_book_texts(state, drawing)) for state in (before, after)]
    for key in dict.fromkeys((*books[0], *books[1])):
        old, new = (book.get(key, "") for book in books)
        if old != new:
            texts = [plain_section(source) if source else "" for source in (old, new)]
            if texts[0] != texts[1]:
                yield SectionChange(*key, *texts)


def _book_sources(state: State) -> Any:
    """Return everything that the texts of a rulebook are made of."""
    loaded = state.parts.get("")
    if loaded is None or not state.home.has_own_book:
        return None
    templates = find_templates(state.home.book, loaded.languages)
    texts = {lang: template.text for lang, template in templates.items()}
    return sound_part(loaded).mark, texts, [source.original for source in figure_files(loaded)]


def _book_texts(state: State, drawing: _Drawing) -> dict[tuple[str, str], str]:
    """Return the Markdown of each section by language and id; nothing for a shipped book, or one with errors."""
    loaded = state.parts.get("")
    if loaded is None or loaded.game.book is None or not state.home.has_own_book:
        return {}
    from cloudy_pnp.rulebook.compose import make_from, section_sources

    texts: dict[tuple[str, str], str] = {}
    sound = sound_part(loaded)
    documents = figure_documents(loaded, figure_files(loaded))
    for lang, template in find_templates(state.home.book, loaded.languages).items():
        make = partial(make_from, section_sources, loaded.game, sound.data, template, documents, {})
        sections = drawing.attempt(f"the rulebook ({lang})", state, make)
        texts |= {(lang, name): source for name, source in sections.items()}
    return texts


def _balance(before: State, after: State, games: int) -> Iterator[tuple[str, Comparison]]:
    """Play the same games with both decks, without packs, for each number of players."""
    from cloudy_pnp.simulate.base import Setting
    from cloudy_pnp.simulate.compare import compare as compare_series

    game = after.home.game
    simulation = game.need(game.simulation, "cannot be played by the computer")
    parts = [state.parts.get("") for state in (after, before)]
    models = [api.model_of(part, simulation.tolerated) for part in parts if part]
    if len(models) < len(parts):
        return  # the game is new, or gone
    simulation.prepare(lambda _: None)
    for seats in simulation.tables(models[0]):
        setting = Setting((simulation.default_policy,) * seats, 1, {})
        simulators = [simulation.simulator(model, setting) for model in models]
        series = [simulation.series(simulator, simulator.play(0, games)) for simulator in simulators]
        yield f"{seats} players", compare_series(*series)
