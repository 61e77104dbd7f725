"""A table as a file of card data: its rows are entries, and problems name the cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, nearest, quoted, suggest
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.columns import (
    COUNTS,
    LONGEST_HEADER,
    Column,
    Columns,
    folded,
    is_empty,
    odd,
    plain,
    prefixes,
    put,
    slug,
)
from cloudy_pnp.data.tables.grid import Grid, Row, damaged_text
from cloudy_pnp.data.text import unwanted_message, visible_unwanted, without_unwanted

_SIGNS = "=+-@\t\r'"  # what a spreadsheet takes for a formula at the start of a cell, and the mark that says it is none
_SHOWN_HEADS = 5
_SEPARATORS = re.compile(r"[;,|\t]")
_TITLES = 5  # rows above a header, at most


class TableUse(Struct, frozen=True):
    """The use of a table for a kind of card, as game.yaml declares it."""

    file: str = ""  # in the game's folder; empty: the one that is named after the kind
    sheet: str = ""
    rows: Mapping[str, Sequence[str]] = field(default_factory=dict)  # only those with one of these words in a column
    columns: Mapping[str, str] = field(default_factory=dict)  # by heading, the field


class Sheet(Struct, frozen=True):
    """The part of a table that holds one kind."""

    grid: Grid
    line: int = 1  # of the column headers
    columns: Mapping[tuple[str, ...], int] = field(default_factory=dict)  # by path, from 1
    unread: Mapping[int, tuple[str, Problem]] = field(default_factory=dict)  # headers that are no field of this kind
    others: Mapping[int, tuple[int, str]] = field(default_factory=dict)  # rows of other kinds: column and word
    words: frozenset[str] = frozenset()  # the words that choose the rows of this kind
    damaged: frozenset[int] = frozenset()  # columns whose texts are damaged, from 1


class TableFile(SourceFile, eq=False):
    """A table whose rows are cards, of one kind or of several."""

    sheets: dict[str, Sheet] = field(default_factory=dict)  # by kind
    places: dict[DataPath, tuple[int, int]] = field(default_factory=dict)  # row and column, from 1

    def line_of(self, document: int, path: DataPath) -> int:  # noqa: ARG002 - a table is one document
        """Return the line or row of a card."""
        return self._place(path)[0]

    def problems_at(self, findings: Iterable[Finding]) -> list[Problem]:
        """Place findings at their cells, named in the message; a missing column is one problem, not one per row."""
        return list(dict.fromkeys(self._at(finding) for finding in findings))

    def cell_of(self, path: DataPath) -> str:
        """Name the cell of a value, such as `B2`; of a value without a cell, that of its row."""
        return self._sheet(path).grid.cell(*self._place(path))

    def all_problems(self, findings: Iterable[Finding]) -> list[Problem]:
        """Return every problem of the file; that a column is missing includes the headers that are not read."""
        findings = list(findings)
        lacking = [one for one in findings if one.missing and one.severity is not Severity.INFO]
        named = {
            other.unread[column - 1][1]
            for kind in {one.path[:1] for one in lacking if not self._column_for(one)}
            for column in list(self._unread_heads(self._sheet(kind)))[:_SHOWN_HEADS]
            for other in self._sharing(self._sheet(kind))
        }
        return [*(one for one in self.problems if one not in named), *self.problems_at(findings)]

    def column_of(self, path: DataPath) -> tuple[str, int]:
        """Return the kind and the column of a value."""
        return str(path[0]) if path else "", self._place(path)[1]

    def _unread_heads(self, sheet: Sheet) -> dict[int, str]:
        """Return the headers that no kind on a sheet reads, by column from 1."""
        numbers = set.intersection(*(set(other.unread) for other in self._sharing(sheet)))
        return {number + 1: head for number in sorted(numbers) if (head := sheet.unread[number][0])}

    def _sharing(self, sheet: Sheet) -> list[Sheet]:
        return [other for other in self.sheets.values() if other.grid.sheet == sheet.grid.sheet]

    def _column_for(self, finding: Finding) -> int:
        """Return the column of what a finding misses, from 1; 0 where there is none."""
        columns, absent = self._sheet(finding.path).columns, _absent(finding)
        return next((column for path, column in columns.items() if path[: len(absent)] == absent), 0)

    def _sheet(self, path: DataPath) -> Sheet:
        return self.sheets.get(str(path[0]) if path else "", next(iter(self.sheets.values())))

    def _place(self, path: DataPath) -> tuple[int, int]:
        return next((self.places[prefix] for prefix in prefixes(path) if prefix in self.places), (1, 1))

    def _at(self, finding: Finding) -> Problem:
        sheet, (row, column) = self._sheet(finding.path), self._place(finding.path)
        if finding.missing:
            name = ".".join(_absent(finding))
            if number := self._column_for(finding):
                column = number
                finding = replace(finding, message=f"the cell is empty: every card needs {name}", hint="fill it in")
            else:
                finding, column = _no_column(finding, name, self._unread_heads(sheet))
                row = sheet.line
        elif finding.code == "I18N-SAME" and "same: [" in finding.hint:
            hint = f"translate it; if that is intended, write the language in a column {finding.path[-2]}_same"
            finding = replace(finding, hint=hint)
        placed = replace(finding, message=f"{sheet.grid.cell(row, column)}: {finding.message}")
        return placed.at(self.name, *sheet.grid.spot(row, column))


def _absent(finding: Finding) -> tuple[str, ...]:
    """Return the path in a card of what a finding misses."""
    return (*(str(step) for step in finding.path[2:]), finding.missing)


def _no_column(finding: Finding, name: str, unread: Mapping[int, str]) -> tuple[Finding, int]:
    """Return the one problem about a missing column, whatever the number of rows and kinds, and its column.

    That is the column of the header that is probably meant, otherwise the first.
    """
    heads = {plain(head): number for number, head in unread.items()}
    close = nearest(plain(name.replace(".", "-")), heads) or (next(iter(heads)) if len(heads) == 1 else None)
    place = heads[close] if close else 1
    message, hint = f"the table has no column for {name}", f"add the column {name.replace('.', '_')}"
    if unread:
        some = list(unread.values())[:_SHOWN_HEADS]
        message += f" ({', '.join(some)} {'is' if len(unread) == 1 else 'are'} not read)"
        hint += f"; or name it in game.yaml: columns: {{{unread.get(place, some[0])}: {name}}}"
    return replace(finding, path=(), message=message, hint=hint), place


def table_file(grid: Grid, kind: str, schema: Schema, languages: Sequence[str]) -> TableFile:
    """Read the cards of a table: one per row, with the fields named by the column headers."""
    return join_tables([read_sheet(grid, kind, schema, languages, TableUse())])


def read_sheet(grid: Grid, kind: str, schema: Schema, languages: Sequence[str], use: TableUse) -> TableFile:
    """Read the cards of one kind in a table, as a file to be joined with those of other kinds."""
    reading = _Reading(grid, kind, Columns(schema, languages, use.columns), use)
    entries = reading.entries()
    whole = not any(problem.code in ("TABLE-READ", "TABLE-LIMIT", "TABLE-SHEET") for problem in grid.problems)
    damaged = frozenset(reading.damaged)
    sheet = Sheet(grid, reading.line, reading.numbers, reading.unread, reading.others, reading.words, damaged)
    return TableFile(
        name=grid.name,
        original=grid.text,
        text=grid.text,
        documents=[{kind: entries}],
        problems=list(grid.problems),
        whole=whole,
        starts=[1],
        sheets={kind: sheet},
        places=reading.places,
        several=True,
    )


def join_tables(files: Sequence[TableFile], claimed: Iterable[str] = ()) -> TableFile:
    """Return one file for the kinds that share a table; a column or row counts as unread if no kind reads it.

    Words that are `claimed` by a kind choose rows of a table that cannot be read; that is reported elsewhere.
    """
    first, *others = files
    for other in others:
        first.documents[0].update(other.documents[0])
        first.sheets.update(other.sheets)
        first.places.update(other.places)
        first.problems = list(dict.fromkeys((*first.problems, *other.problems)))
        first.whole = first.whole and other.whole
    by_sheet: dict[str, list[Sheet]] = {}
    for sheet in first.sheets.values():
        by_sheet.setdefault(sheet.grid.sheet, []).append(sheet)
    for sheets in by_sheet.values():
        numbers = set.intersection(*(set(sheet.unread) for sheet in sheets))
        for number in sorted(numbers):  # the kind that has a name close to it knows best
            first.problems.append(min((sheet.unread[number][1] for sheet in sheets), key=_closeness))
        first.problems += _unclaimed(sheets, {folded(word) for word in claimed})
    return first


def _closeness(problem: Problem) -> tuple[bool, bool]:
    return not problem.hint.startswith("did you mean"), problem.severity is not Severity.WARNING


def _unclaimed(sheets: Sequence[Sheet], claimed: Set[str]) -> Iterator[Problem]:
    """TABLE-ROW: a word that chooses no kind; reported once, at its first row."""
    sheets = [sheet for sheet in sheets if sheet.words]
    if not sheets:
        return
    grid, known = sheets[0].grid, sorted(set().union(*(sheet.words for sheet in sheets)))
    rows = set.intersection(*(set(sheet.others) for sheet in sheets))
    first: dict[str, tuple[int, int]] = {}
    count: dict[str, int] = {}
    for row in sorted(rows):
        column, word = sheets[0].others[row]
        if folded(word) in claimed:
            continue
        first.setdefault(word, (row, column))
        count[word] = count.get(word, 0) + 1
    for word, place in first.items():
        near = not word or nearest(word, known) is not None
        what = f"{quoted(word)} chooses no kind" if word else "the cell is empty and chooses no kind"
        message = f"{what}: {count[word]} {'row is' if count[word] == 1 else 'rows are'} not read"
        severity = Severity.WARNING if near else Severity.INFO
        yield grid.problem("TABLE-ROW", message, suggest(word, known), place, severity)


class _Reading:
    """A table while it is read."""

    def __init__(self, grid: Grid, kind: str, columns: Columns, use: TableUse) -> None:
        self.grid, self.kind, self.columns, self.use = grid, kind, columns, use
        self.places: dict[DataPath, tuple[int, int]] = {}
        self.line = 1
        self.numbers: dict[tuple[str, ...], int] = {}
        self.unread: dict[int, tuple[str, Problem]] = {}
        self.others: dict[int, tuple[int, str]] = {}
        self.words = frozenset(word for words in use.rows.values() for word in words)
        self.damaged: set[int] = set()

    def entries(self) -> list[dict[str, Any]]:
        rows = [row for row in self.grid.rows if not all(map(is_empty, row.cells))]
        is_read = not any(problem.severity is Severity.ERROR for problem in self.grid.problems)
        if not rows:
            if is_read:
                hint = "name the fields in its first row: id, name_en, count"
                self.grid.add("TABLE-HEAD", "the table is empty", hint)
            return []
        if len(rows) == 1 and is_read:
            message = "the table has only column headers: it adds no cards"
            self.grid.add("TABLE-HEAD", message, "add a row for each card", severity=Severity.WARNING)
        self.line = rows[0].number
        if self._is_title(rows):
            return []
        headers = self._headers(rows[0].number, rows[0].cells)
        if not headers:
            return []
        self._damaged_texts(headers, rows)
        self._beyond(rows[0].cells, rows[1:])
        entries: list[dict[str, Any]] = []
        used: set[str] = set()
        numbers: dict[str, int] = {}
        for row in self._chosen(rows[0], rows[1:]):
            where: DataPath = (self.kind, len(entries))
            self.places[where] = (row.number, 1)
            entry: dict[str, Any] = {}
            for number, cell in enumerate(row.cells):
                column = headers.get(number)
                if column is not None and not is_empty(cell):
                    self._cell(entry, where, column, cell, (row.number, number + 1))
            if "id" not in entry and "id" in self.columns.properties():
                entry = {"id": self._id(entry, used, numbers), **entry}
            used.add(str(entry.get("id")))
            entries.append(entry)
        return entries

    def _is_title(self, rows: Sequence[Row]) -> bool:
        """TABLE-HEAD: report rows above the header, such as a title."""
        known = [sum(self._column(cell) is not None for cell in row.cells) for row in rows[: _TITLES + 1]]
        line = next((number for number, count in enumerate(known) if count), 0)
        if line == 0 or known[line] < 2:
            return False
        message = f"row {rows[0].number} is not a header; row {rows[line].number} looks like one"
        hint = f"delete everything above row {rows[line].number}"
        self._note("TABLE-HEAD", message, hint, (rows[0].number, 1))
        return True

    def _column(self, cell: Any) -> Column | None:
        readable = isinstance(cell, str) and not is_empty(cell) and len(cell) <= LONGEST_HEADER
        return self.columns.find(cell) if readable else None

    def _damaged_texts(self, headers: Mapping[int, Column], rows: Sequence[Row]) -> None:
        """TABLE-TEXT: report columns whose texts are damaged or swapped, once each."""
        for number, column in headers.items():
            if column.schema.get("type") != "string" or "enum" in column.schema:
                continue
            cells = [(row.number, cell) for row in rows[1:] for cell in row.cells[number : number + 1]]
            texts = [(line, cell) for line, cell in cells if isinstance(cell, str) and not is_empty(cell)]
            lang = column.path[-1] if len(column.path) > 1 else ""
            for damage in damaged_text(str(rows[0].cells[number]), lang, texts, number + 1):
                self.damaged.add(number + 1)
                self._note("TABLE-TEXT", damage.message, damage.hint, damage.place, damage.severity)

    def _chosen(self, heads: Row, rows: Sequence[Row]) -> Iterator[Row]:
        """Yield the rows of this kind, where game.yaml says by which words in which columns they are chosen."""
        wanted: list[tuple[int, set[str]]] = []
        for head, words in self.use.rows.items():
            number = next((at for at, cell in enumerate(heads.cells) if plain(str(cell)) == plain(head)), None)
            if number is None:
                known = [str(cell) for cell in heads.cells if not is_empty(cell)]
                message = f"there is no column {quoted(head)}, which chooses the {self.kind}"
                self._note("TABLE-HEAD", message, suggest(head, known), (heads.number, 1))
                self.words = frozenset()
                return
            wanted.append((number, {folded(word) for word in words}))
        for row in rows:
            cells = [(number, str(row.cells[number] or "") if number < len(row.cells) else "") for number, _ in wanted]
            wrong = next((at for at, (_, word) in enumerate(cells) if folded(word) not in wanted[at][1]), None)
            if wrong is None:
                yield row
            else:
                self.others[row.number] = (cells[wrong][0] + 1, cells[wrong][1].strip())

    def _beyond(self, heads: Sequence[Any], rows: Sequence[Row]) -> None:
        """TABLE-COLUMN: cells in a column without a header, reported once per column."""
        seen: set[int] = set()
        for row in rows:
            for number, cell in enumerate(row.cells):
                named = number < len(heads) and not is_empty(heads[number])
                if not named and number not in seen and not is_empty(cell):
                    seen.add(number)
                    place = (row.number, number + 1)
                    message = f"{quoted(str(cell))} is in a column without a header: the column is not read"
                    hint = "name it in the first row"
                    problem = self.grid.problem("TABLE-COLUMN", message, hint, place, Severity.WARNING)
                    self.unread[number] = "", problem

    def _headers(self, line: int, cells: Sequence[Any]) -> dict[int, Column]:
        headers: dict[int, Column] = {}
        names = list(self.columns.properties())
        unread: list[tuple[int, str]] = []
        for number, cell in enumerate(cells):
            place = (line, number + 1)
            if is_empty(cell):
                continue
            column = self.columns.find(str(cell)) if len(str(cell)) <= LONGEST_HEADER else None
            if len(str(cell)) > LONGEST_HEADER:
                message = f"a column header has {len(str(cell)):,} characters; at most {LONGEST_HEADER} are read"
                self._note("TABLE-HEAD", message, "shorten it", place)
            elif column is None:
                unread.append((number, str(cell)))
            elif any(column.path == other.path for other in headers.values()):
                message = f"a second column for {'.'.join(column.path)}: {quoted(str(cell))}"
                self._note("TABLE-HEAD", message, "delete one", place)
            else:
                headers[number] = column
        self.numbers = {column.path: number + 1 for number, column in headers.items()}
        for number, head in unread:
            if sum(self._column(part) is not None for part in _SEPARATORS.split(head)) > 1:
                hint = "give each a column of its own, here and in the rows"
                self._note("TABLE-HEAD", f"{quoted(head)} names several fields", hint, (line, number + 1))
                return {}  # a field of each card would be lost
        if not headers:
            hint = f"wanted: {', '.join(names[:12])}"
            self._note("TABLE-HEAD", "the first row names no field", hint, (line, 1))
            return {}  # each card would lack every field
        self._not_read(line, unread, {column.path[0] for column in headers.values()})
        return headers

    def _not_read(self, line: int, unread: Sequence[tuple[int, str]], there: set[str]) -> None:
        """TABLE-COLUMN: a warning where a card needs a field that no column has, or where the name is close to one."""
        names = list(self.columns.properties())
        choosing = {plain(head) for head in self.use.rows}
        lacking = [name for name in self.columns.required if name != "id" and name not in there]
        for number, head in unread:
            if plain(head) in choosing:
                continue
            free = [name for name in names if name not in there]
            language = self.columns.language_meant(head)
            close = language or nearest(head, free)
            if not close and "count" in free and nearest(folded(head), COUNTS):
                close = "count"
            hint = f'did you mean "{language}"?' if language else suggest(head, free if close else names)
            if not language and (lacking or close):
                field = close or lacking[0]
                hint = f'{hint} Or name it in game.yaml: columns: {{"{head[:60]}": {field}}}'.strip()
            message = f"{quoted(head)} is not a field: the column is not read"
            severity = Severity.WARNING if lacking or close else Severity.INFO
            problem = self.grid.problem("TABLE-COLUMN", message, hint, (line, number + 1), severity)
            self.unread[number] = quoted(head), problem

    def _note(self, *given: Any) -> None:
        self.grid.problems.append(self.grid.problem(*given))

    def _cell(self, entry: dict[str, Any], where: DataPath, column: Column, cell: Any, place: tuple[int, int]) -> None:
        strange, hint = odd(cell)
        if strange:
            message = f"the cell holds {strange} instead of {'.'.join(column.path)}"
            self._note("TABLE-CELL", message, hint, place, Severity.ERROR, (*where, *column.path))
            cell = str(cell)
        if isinstance(cell, str) and (char := visible_unwanted(cell)):
            self._note("TABLE-CELL", *unwanted_message(char)[1:], place, Severity.ERROR, (*where, *column.path))
            cell = without_unwanted(cell)
        if isinstance(cell, str) and self.grid.text and len(cell) > 1 and cell[0] == "'" and cell[1] in _SIGNS:
            cell = cell[1:]
        put(entry, column.path, self.columns.value(cell, column.schema))
        self.places[(*where, *column.path)] = place
        for length in range(1, len(column.path)):
            self.places.setdefault((*where, *column.path[:length]), place)

    def _id(self, entry: dict[str, Any], used: set[str], numbers: dict[str, int]) -> str:
        """Derive the id of a card from its name; a second one of that name gets a number."""
        name = entry.get("name", entry.get("title", ""))
        if isinstance(name, dict):
            name = next(iter(name.values()), "")
        base = slug(str(name), self.columns.languages[0]) or self.kind
        number, name_id = numbers.get(base, 1), base
        while name_id in used:
            number += 1
            name_id = f"{base}-{number}"
        numbers[base] = number
        return name_id
