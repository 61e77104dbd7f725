"""Problems that only drawing finds: texts that do not fit, letters that a font lacks, art too close to the cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core import budget, fingerprint, progress
from cloudy_pnp.core.cache import cached_verdict, store_verdict
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted, value_at
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding
from cloudy_pnp.game.contract import (
    KEPT_COPIES,
    Component,
    ComponentKind,
    Data,
    DrawnFace,
    EntryRef,
    Game,
    PrintSet,
    RenderOptions,
    Sketch,
)
from cloudy_pnp.i18n.localized import Untranslated, is_translated
from cloudy_pnp.i18n.pairs import split_pair
from cloudy_pnp.workspace.home import WORDING

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Outline, Symbol

BLEED = 3.0  # mm; what a print service wants at least
Drawn = tuple[str, EntryRef | None, Finding]  # language, the entry that it is about, what was found


class Piece(Struct, frozen=True):
    """One copy of a component, drawn. Equal faces are the same Symbol object."""

    card: str  # the id of the component
    copy: int  # from 1
    front: Symbol
    back: Symbol | None
    size: tuple[float, float]  # mm
    outline: Outline | None = None  # where it is cut; None: a rectangle
    folds: Outline | None = None  # where it is folded after cutting


class Copy(Struct, frozen=True):
    """One copy of a component that is to be printed and not drawn yet."""

    component: Component
    copy: int  # from 1
    picture: int  # the copy that it looks like: another one where there are more than the deck has

    @property
    def card(self) -> str:
        """The id of the component."""
        return self.component.id

    @property
    def size(self) -> tuple[float, float]:
        """In mm."""
        return self.component.size


class DrawnSet:
    """The components of a game, each face drawn once and only when it is asked for."""

    def __init__(self, printed: PrintSet) -> None:
        self.printed = printed
        self._pieces: dict[tuple[str, int], Piece] = {}
        self._number = sum(min(component.copies, KEPT_COPIES) for component in printed.components)
        self._findings: dict[tuple[EntryRef | None, Finding], None] = dict.fromkeys(printed.findings)
        self._judged: WeakSet[Symbol] = WeakSet()

    def copies(self, *kinds: ComponentKind) -> Iterator[Copy]:
        """Yield every copy of every component, or of some kinds, in order; nothing is drawn yet."""
        for component in self.printed.components:
            if not kinds or component.kind in kinds:
                yield from (Copy(component, copy, copy) for copy in range(1, component.copies + 1))

    def first_copies(self) -> Iterator[Copy]:
        """Yield only as many copies of each component as are kept: others differ in nothing that is checked."""
        for component in self.printed.components:
            yield from (Copy(component, copy, copy) for copy in range(1, min(component.copies, KEPT_COPIES) + 1))

    def pieces(self, *kinds: ComponentKind) -> Iterator[Piece]:
        """Yield every copy, drawn."""
        return map(self.drawn, self.copies(*kinds))

    def drawn(self, copy: Copy) -> Piece:
        """Return one copy, drawn."""
        piece = self.piece(copy.component, copy.picture)
        return piece if copy.copy == copy.picture else replace(piece, copy=copy.copy)

    def piece(self, component: Component, copy: int) -> Piece:
        """Return one copy of a component. Of a deck with very many copies of a card, only the first are kept."""
        key = (component.id, copy)
        if key in self._pieces:
            return self._pieces[key]
        progress.at("drawing", len(self._pieces), self._number)
        front = component.front(copy)
        back = component.back(copy) if component.back else None
        faces = (self._draw(front), self._draw(back) if back else None)
        symbols = (faces[0].symbol, faces[1].symbol if faces[1] else None)
        piece = Piece(component.id, copy, *symbols, component.size, component.outline, component.folds)
        if not all(symbol is None or symbol in self._judged for symbol in symbols):
            self._judged.update(symbol for symbol in symbols if symbol is not None)
            self._check_faces(component, (front, faces[0]), (back, faces[1]))
        if copy <= KEPT_COPIES:
            self._pieces[key] = piece
        return piece

    def refuse_too_many(self, number: int) -> None:
        """Raise UserError before anything is drawn if there are more pieces than a build prints."""
        if number > budget.limit("copies"):
            raise UserError(f"{number:,} pieces are too many: {budget.over('copies')}; {budget.raising('copies')}")

    def findings(self) -> list[tuple[EntryRef | None, Finding]]:
        """Return what is wrong with the faces drawn so far, and with the set as a whole."""
        return list(self._findings)

    def _draw(self, sketch: Sketch) -> DrawnFace:
        face = sketch.draw()
        self._findings |= dict.fromkeys((sketch.entry, finding) for finding in face.findings)
        return face

    def _check_faces(self, component: Component, *faces: tuple[Sketch | None, DrawnFace | None]) -> None:
        """Check how front and back are printed; where a text does not fit, report only that."""
        from cloudy_pnp.workspace.print_checks import face_findings

        for side, (sketch, face) in zip(("front", "back"), faces, strict=True):
            if sketch is not None and face is not None:
                about = sketch.entry or next(iter(component.shows), None)
                name, bleed = f"{side} of {quoted(component.id)}", min(BLEED, component.bleed)
                tight = {entry for entry, finding in self._findings if finding.code == "FIT-1"}
                # the cards on the front of a box are a picture: small, one over the other
                hidden = ("PRINT-7", "PRINT-12") if component.kind is ComponentKind.BOX else ()
                for finding in face_findings(face, name, component.size, bleed, component.safe, component.outline):
                    if finding.code not in hidden and (finding.code != "PRINT-2" or about not in tight):
                        layout = (sketch.layout,) if sketch.layout else ()
                        self._findings[about, replace(finding, cause=finding.cause or layout)] = None


PSEUDO = "pseudo"  # in place of a language: the source's texts, 30% longer


def drawn_findings(
    game: Game[Any],
    mark: str,
    data: Data,
    languages: Sequence[str],
    cards: Collection[str],
    entries: tuple[str, ...] | None = None,
) -> Iterator[Drawn]:
    """Return what drawing finds in some entries (ids), or in all; nothing is written.

    The verdict on each entry in each language is cached as long as it and the rest of the game are the same. `cards`:
    the kinds whose entries are drawn independently of each other; everything depends on the other kinds. Findings about
    no entry (a pad, the colours of all families) belong to the whole game, and are not reported for some entries.
    """
    rest = fingerprint.of_data([mark, game.id, {kind: some for kind, some in data.items() if kind not in cards}])
    wanted = _cache_keys(data, rest, cards, entries)
    everything = [*languages, list(wanted.values())]
    if cached_verdict("drawn", everything, Finding) == []:  # nothing was wrong with any of them
        return
    is_clean = True
    for lang in (*languages, PSEUDO) if len(languages) > 1 else languages:
        verdicts = _recall_verdicts(lang, wanted)
        missing = [ref for ref in wanted if ref not in verdicts]
        budget.tick()
        yield from _in_language(lang, verdicts)
        try:
            new = _draw_entries(game, data, lang, languages[0], missing)
        except _TooMany:
            message = f"{len(missing):,} cards were not drawn: {budget.over('faces')}"
            finding = Finding("YAML-LIMIT", (), message, budget.raising("faces"), Severity.WARNING, limit="faces")
            yield lang, next((ref for ref in missing if ref), None), finding
            return
        for ref, findings in new.items():
            store_verdict(_space(lang), wanted[ref], findings)
        yield from _in_language(lang, new)
        is_clean = is_clean and not any(verdicts.values()) and not any(new.values())
    if is_clean:
        store_verdict("drawn", everything, [])


def _cache_keys(
    data: Data, rest: str, cards: Collection[str], entries: tuple[str, ...] | None
) -> dict[EntryRef | None, list[object]]:
    """Return what the verdict on each entry depends on; None means the whole game."""
    keys: dict[EntryRef | None, list[object]] = {
        EntryRef(kind, str(item["id"])): [rest, kind, item if kind in cards else item["id"]]
        for kind, some in data.items()
        for item in some
        if "id" in item and (entries is None or item["id"] in entries)
    }
    if entries is None:
        keys[None] = [rest, sorted(ref.id for ref in keys if ref)]
    return keys


_Verdicts = dict[EntryRef | None, list[Finding]]  # on entries, in one language


def _space(lang: str) -> str:
    return f"drawn-{lang}"


def _recall_verdicts(lang: str, wanted: Mapping[EntryRef | None, list[object]]) -> _Verdicts:
    """Return the verdicts that the cache has."""
    verdicts = {ref: cached_verdict(_space(lang), made_from, Finding) for ref, made_from in wanted.items()}
    return {ref: findings for ref, findings in verdicts.items() if findings is not None}


def _draw_entries(game: Game[Any], data: Data, lang: str, source: str, missing: Sequence[EntryRef | None]) -> _Verdicts:
    """Return the verdicts on some entries; raise _TooMany where the budget doesn't suffice."""
    verdicts: _Verdicts = {ref: [] for ref in missing}
    if missing:
        only = None if None in verdicts else tuple(ref.id for ref in missing if ref)
        with progress.part(lang):
            findings = _draw_all(game, data, lang, source, only)
        for about, finding in findings:
            if about in verdicts:
                verdicts[about].append(finding)
    return verdicts


def _in_language(lang: str, verdicts: _Verdicts) -> Iterator[Drawn]:
    return ((lang, ref, finding) for ref, findings in verdicts.items() for finding in findings)


class _TooMany(Exception):
    """The run's budget does not suffice to draw them all: none of them is drawn."""


def _draw_all(
    game: Game[Any], data: Data, lang: str, source: str, entries: tuple[str, ...] | None
) -> list[tuple[EntryRef | None, Finding]]:
    """Draw some entries, of each the first copies.

    Texts are also tried longer than the source: a box too tight for that warns translators.
    """
    if game.components is None:
        return []
    if lang != PSEUDO:
        first, second = split_pair(lang)
        drawn = DrawnSet(game.printed(data, RenderOptions(first, entries=entries, second=second)))
        some = list(drawn.first_copies())
        if not budget.spend("faces", len(some)):
            raise _TooMany
        with suppress(budget.OverTime):  # the others are not drawn, nor those of the next language
            for copy in some:
                drawn.drawn(copy)
        return drawn.findings()
    longer = game.printed(data, RenderOptions(source, pseudo=True, entries=entries))
    faces = [sketch for sketch in longer.faces if sketch.text]
    if not budget.spend("faces", len(faces)):
        raise _TooMany
    tight = []
    for number, sketch in enumerate(faces):
        progress.at("drawing longer texts", number, len(faces))
        found = [finding for finding in sketch.draw().findings if finding.code == "FIT-1"]
        tight += [(sketch.entry, _as_translation(finding)) for finding in found]
    return tight


_TOO_LONG = re.compile(r'"[^"]*" is (?=[0-9.]+ mm too )')


def _as_translation(finding: Finding) -> Finding:
    """Return a warning for translators: the box is too tight for a text longer than the source."""
    message = _TOO_LONG.sub("a translation that is 30% longer than the text would be ", finding.message, count=1)
    hint = "make the box larger, allow a smaller size, or shorten the text"
    return replace(finding, message=message, hint=hint, severity=Severity.WARNING)


def placed(entries: Entries, drawn: Iterable[Drawn], own_layouts: Collection[str] = ()) -> list[SourceFinding]:
    """Return the findings of drawing where their entries are written.

    Each is reported once, whatever the number of languages and printed cards that show it. A fault that a layout in one
    of the files `own_layouts` causes on several cards is reported once, at the layout.
    """
    somewhere = entries.of("style") or entries.of("game")
    entries_by_ref: dict[EntryRef | None, Entry] = {
        EntryRef(kind, str(entry.data["id"])): entry
        for kind, some in entries.by_kind.items()
        for entry in some
        if "id" in entry.data
    }
    results = []
    at_source = ((lang, about, _at_source(finding, entries_by_ref.get(about))) for lang, about, finding in drawn)
    for langs, about, finding in _once(list(dict.fromkeys(at_source))):
        entry = entries_by_ref.get(about) or somewhere[0]
        message = finding.message if langs == PSEUDO else f"{langs}: {finding.message}"
        results.append((entry.source, replace(finding, message=message).under(*entry.path)))
    layouts = {entry.id: entry for entry in entries.of("layout") if entry.source.name in own_layouts}
    sizes = {kind: len(some) for kind, some in entries.by_kind.items()}
    return list(_at_layouts(list(dict.fromkeys(results)), layouts, sizes))


def _at_source(finding: Finding, entry: Entry | None) -> Finding:
    """Return a finding about a text that is not translated as one about the source text, which is printed instead."""
    texts: Any = value_at(entry.data, finding.path[:-1]) if entry else None
    value = value_at(texts, finding.path[-1:])
    if not isinstance(value, Untranslated):
        return finding
    source = next(lang for lang, text in texts.items() if text == value)
    return replace(finding, path=(*finding.path[:-1], source))


_ALWAYS = ("PRINT-3", "ICON-COLOUR")  # which no card can cause
_FEW = 2  # cards with a fault that their layout may have caused: each is reported at its place
_FEW_TEXTS = 10  # the same for texts that do not fit, which may all be too long
_ONE_FONT = "FONT-STYLE"  # has one cause, whatever the number of layouts and cards
_FEW_OF_ALL = 4  # the same where no card of a kind has a text that fits
_AT_LAYOUT = {
    "PRINT-2": "move the box away from the edge of the card",
    "PRINT-3": "paint the background out to the bleed: at: bleed",
    "PRINT-7": "raise size or smallest in the style, or use larger cards",
    "FIT-1": "make the box larger, or allow a smaller size with smallest; or shorten the texts",
}


def _at_layouts(
    found: Sequence[SourceFinding], layouts: Mapping[str, Entry], sizes: Mapping[str, int]
) -> Iterator[SourceFinding]:
    """Report a fault that several cards have because of their layout once, at the layout.

    `sizes`: the number of entries of each kind.
    """
    groups: dict[tuple[object, ...], list[SourceFinding]] = {}
    for source, finding in found:
        key: tuple[object, ...] = (
            (finding.code, finding.severity, finding.cause) if finding.cause[:1] and finding.cause[0] in layouts else ()
        )
        if finding.code == _ONE_FONT:
            key = (finding.code, finding.message.partition(": ")[2])
        groups.setdefault(key or (source, finding), []).append((source, finding))
    for same in groups.values():
        source, finding = same[0]
        cards = len({(other.name, one.path[:2]) for other, one in same})
        layout = layouts.get(str(finding.cause[0])) if finding.cause else None
        every = cards == sum(sizes.get(kind, 0) for kind in {str(one.path[0]) for _, one in same if one.path})
        few_texts = _FEW_OF_ALL if every else _FEW_TEXTS
        few = 0 if finding.code in _ALWAYS else few_texts if finding.code == "FIT-1" else _FEW
        if cards <= few or layout is None:
            yield from same[:1] if finding.code == _ONE_FONT else same
            continue
        where = f" (and {cards - 1} more card{'s' if cards > 2 else ''})" if cards > 1 else ""
        hint = _AT_LAYOUT.get(finding.code, finding.hint)
        path = (*layout.path, *finding.cause[1:])
        yield layout.source, replace(finding, path=path, message=finding.message + where, hint=hint, at_key=True)


_PRINTED = re.compile(r'(front|back) of "[^"]*"')  # which of the printed cards that show an entry


def _once(drawn: Sequence[Drawn]) -> Iterator[tuple[str, EntryRef | None, Finding]]:
    """Return one finding per cause.

    A finding that an entry has in several languages, or on several printed cards, is reported for the first, with all
    languages named. Where a text does not fit in a language, that it is small, or that longer ones would not fit
    either, is not reported.
    """
    tight = {about for _, about, finding in drawn if finding.code == "FIT-1" and finding.severity is Severity.ERROR}
    groups: dict[tuple[object, ...], list[tuple[str, Finding]]] = {}
    met: dict[tuple[object, ...], int] = {}  # how many of a sort one printed card has, in one language
    for lang, about, finding in drawn:
        if about in tight and (finding.code == "PRINT-7" or (finding.code == "FIT-1" and lang == PSEUDO)):
            continue
        sort = (about, finding.code, finding.severity, finding.path)
        card = _PRINTED.search(finding.message)
        here = (*sort, lang, card.group() if card else "")
        met[here] = met.get(here, 0) + 1
        groups.setdefault((*sort, met[here]), []).append((lang, finding))
    for (subject, *_), same in groups.items():
        langs = ", ".join(dict.fromkeys(lang for lang, _ in same))
        yield langs, subject if isinstance(subject, EntryRef) else None, same[0][1]


MARK = "#d6336c"  # a colour that stands out on any card
_SIDE = 3.0  # mm of a corner that it covers
LAYER = "untranslated"


def proof_set(game: Game[Any], printed: PrintSet, data: Data, lang: str) -> PrintSet:
    """Return the set with a small triangle in a corner of each face whose texts are partly in the source language."""
    entries = untranslated_entries(game, data, lang)
    if not entries:
        return printed
    marked: dict[Any, Any] = {}  # by face: equal faces stay the same Symbol object

    def mark(sketch: Sketch, component: Component | None = None) -> Sketch:
        about = {sketch.entry} if sketch.entry else set(component.shows if component else ())
        if not entries & about:
            return sketch
        draw = sketch.draw

        def draw_marked() -> DrawnFace:
            face = draw()
            if face.symbol not in marked:
                marked[face.symbol] = _with_mark(face)
            return face._replace(symbol=marked[face.symbol])

        return replace(sketch, draw=draw_marked, key=sketch.key and f"{sketch.key} {LAYER}")

    def side(component: Component, make: Callable[[int], Sketch]) -> Callable[[int], Sketch]:
        return lambda copy: mark(make(copy), component)

    components = [
        replace(component, front=side(component, component.front)) if entries & set(component.shows) else component
        for component in printed.components
    ]
    return replace(printed, components=components, faces=[mark(face) for face in printed.faces])


def untranslated_entries(game: Game[Any], data: Data, lang: str, *, but: str = "") -> set[EntryRef]:
    """Return the entries with a text that is printed in the source language instead; `but`: a field that may be."""
    borrowed = [table.get("borrowed", False) for table in data.get(WORDING, ()) if table["id"] == lang]
    lacks_table = bool(borrowed) and all(borrowed)
    return {
        EntryRef(kind, str(item["id"]))
        for kind, items in data.items()
        for item in items
        if "id" in item
        and (
            not is_translated({field: value for field, value in item.items() if field != but}, lang)
            or (lacks_table and kind in game.data.composed and game.data.composed[kind][0] not in item)
        )
    }


def _with_mark(face: DrawnFace) -> Any:
    from cloudy_pnp.core.geometry import Point
    from cloudy_pnp.draw.colour import Colour
    from cloudy_pnp.draw.scene import CLOSE, Group, Line, Move, Outline, Path

    corner = Outline((Move(Point(0, 0)), Line(Point(_SIDE, 0)), Line(Point(0, _SIDE)), CLOSE))
    mark = Group((Path(corner, fill=Colour.parse(MARK)),), layer=LAYER)
    return replace(face.symbol, items=(*face.symbol.items, mark))
