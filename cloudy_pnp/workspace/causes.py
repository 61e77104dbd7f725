"""What follows from what: a cause is reported, and what is wrong only because of it is not.

Each row names what is hidden and the places where a cause hides it; no finding is recognized by its wording.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.read import TableFile
from cloudy_pnp.workspace.home import CARD_ENDINGS
from cloudy_pnp.workspace.loaded import Loaded

_LAYOUTS = ("LAYOUT-FIELD", "LAYOUT-FONT", "LAYOUT-ICON")  # what they name is defined in game.yaml
_NO_GAME = "GAME-FILE"
_ADDED_TWICE = 3  # ids of an add-on that the game has already: each is a slip
_TEXTS = ("I18N-", "DATA-SAME", "GLYPH-", "FIT-")


class Row(Struct, frozen=True):
    """A cause, and what it hides."""

    hidden: tuple[str, ...]  # beginnings of codes
    places: Callable[[Loaded, Sequence[SourceFinding]], Collection[Hashable]]  # those that a cause affects
    place: Callable[[SourceFile, Finding], Hashable]  # that of a finding


def _file(source: SourceFile, _finding: Finding) -> str:
    return source.name


def _text(source: SourceFile, finding: Finding) -> Hashable:
    return source.name, finding.document, finding.path[:-1]


def _translation(source: SourceFile, finding: Finding) -> Hashable:
    return source.name, finding.document, (*finding.path, finding.lang)


def _column(source: SourceFile, finding: Finding) -> Hashable:
    return (source.name, *source.column_of(finding.path)) if isinstance(source, TableFile) else None


def _contradictions(_loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    return {_text(*one) for one in found if one[1].code == "I18N-NUMBERS"}


def _invalid(_loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    return {
        (source.name, finding.document, finding.path[:length])
        for source, finding in found
        if finding.severity is Severity.ERROR
        for length in range(len(finding.path) + 1)
    }


def _damaged(_loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    tables = {id(source): source for source, _ in found if isinstance(source, TableFile)}.values()
    return {
        (table.name, kind, column)
        for table in tables
        for kind, sheet in table.sheets.items()
        for column in sheet.damaged
    }


def _beside(lost: Collection[str], found: Iterable[SourceFinding]) -> set[Hashable]:
    """Return the files that may refer to what others would have defined."""
    return {source.name for source, _ in found if source.name not in lost} if lost else set()


def _unread(loaded: Loaded) -> set[str]:
    return {source.name for source in loaded.card_files if not source.whole or not _is_map(source)}


def _is_map(source: SourceFile) -> bool:
    """Return whether a file holds anything that can be read as card data; a picture is not text."""
    return isinstance(next(iter(source.documents), None), dict) or not source.name.endswith(CARD_ENDINGS)


def _beside_lost(loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    nameless = {
        entry.source.name
        for kind, some in loaded.entries.partial.items()
        for entry in some
        if "id" not in entry.data and kind in loaded.kinds and not loaded.kinds[kind].single
    }
    twice = {source.name for source in loaded.card_files for one in source.problems if one.path.endswith(".id")}
    return _beside(_unread(loaded) | nameless | twice, found)


def _beside_game(loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    unread = _unread(loaded)
    return _beside(unread, found) if any(Path(name).stem == "game" for name in unread) else set()


def _after_limit(_loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    run = budget.current()
    return {source.name for source, _ in found} if run and run.reported & set(budget.READING) else set()


def _everywhere(_loaded: Loaded, found: Sequence[SourceFinding]) -> set[Hashable]:
    return {True} if any(finding.code == _NO_GAME for _, finding in found) else set()


def _not_of_form(_source: SourceFile, finding: Finding) -> bool:
    return not finding.code.startswith(("YAML-", "SCHEMA-", _NO_GAME))


ROWS = (
    Row(("I18N-DIFFERS",), _contradictions, _text),
    Row(("I18N-MISSING",), _invalid, _translation),
    Row(("REF-UNKNOWN",), _beside_lost, _file),
    Row(_LAYOUTS, _beside_game, _file),
    Row(("REF-UNKNOWN", "DATA-EMPTY", "LAYOUT-"), _after_limit, _file),
    Row(_TEXTS, _damaged, _column),
    Row(("",), _everywhere, _not_of_form),
)


def omit_consequences(loaded: Loaded, found: Sequence[SourceFinding]) -> list[SourceFinding]:
    """Return the findings without those that follow from others."""
    found = [*found, *_missing_game(loaded, found)]
    rows = [(row, places) for row in ROWS if (places := row.places(loaded, found))]
    return [
        one
        for one in found
        if not any(one[1].code.startswith(row.hidden) and row.place(*one) in places for row, places in rows)
    ]


def _missing_game(loaded: Loaded, found: Sequence[SourceFinding]) -> Iterator[SourceFinding]:
    """GAME-FILE: report an add-on that is a game whose game.yaml is missing."""
    doubled = [one for one in found if one[1].code == "REF-DUPLICATE" and one[1].path[1:2] and not one[0].problems]
    if len(doubled) > _ADDED_TWICE and not any(entry.source in loaded.own for entry in loaded.entries.of("game")):
        message = f"{display_path(loaded.home.cards)} has no game.yaml, and {len(doubled)} of its ids are those of the"
        hint = "put game.yaml back, or keep only new cards here: they are added to the shipped game"
        yield doubled[0][0], Finding(_NO_GAME, (), f"{message} shipped game", hint)
