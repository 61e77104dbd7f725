"""The cells of an untrusted table file: bounded, no formula computed, no macro run."""

from __future__ import annotations

import codecs
import csv
import datetime
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, UserError
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.data.tables.columns import failed_formula
from cloudy_pnp.data.tables.damage import open_quote, other_separator
from cloudy_pnp.data.tables.unpack import SpreadsheetRejected, unpack

ENDINGS = (".csv", ".tsv", ".xlsx", ".ods")
MOST_BYTES = 32 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS = 300
SEPARATORS = ",;\t"
_LOOKED_AT = 20  # rows, for their separator
_SAVE_AGAIN = "save it again as .xlsx, or as CSV"
_Place = tuple[int, int]  # row and column, from 1
Cell = str | int | float | bool | datetime.date | datetime.datetime | datetime.time | datetime.timedelta | None


class Row(Struct, frozen=True):
    """The cells of a row, and its line (or row) number, from 1."""

    number: int
    cells: list[Any]


class Grid(Struct):
    """The contents of a table file."""

    name: str
    sheet: str = ""  # of a spreadsheet
    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    text: str = ""  # of a CSV file
    _lines: list[str] | None = None
    _starts: tuple[int, list[int]] = (0, [])  # a row, and where its cells begin
    delimiter: str = ","

    def problem(
        self,
        code: str,
        message: str,
        hint: str = "",
        place: _Place = (1, 1),
        severity: Severity = Severity.ERROR,
        path: DataPath = (),
    ) -> Problem:
        """Return a problem at a row and a column, whose cell the message names."""
        finding = Finding(code, path, f"{self.cell(*place)}: {message}", hint, severity)
        return finding.at(self.name, *self.spot(*place))

    def add(
        self, code: str, message: str, hint: str = "", place: _Place = (1, 1), severity: Severity = Severity.ERROR
    ) -> None:
        """Add a problem at a row and a column; one about the whole table is at its start, and names no cell."""
        problem = self.problem(code, message, hint, place, severity)
        self.problems.append(problem if place != (1, 1) else replace(problem, message=message))

    def add_at(self, line: int, code: str, message: str, hint: str) -> None:
        """Add an error at the start of a line of the text."""
        self.problems.append(Finding(code, (), message, hint).at(self.name, line, 1))

    def spot(self, row: int, column: int) -> tuple[int, int]:
        """Return line and column for an editor: in a CSV file the column is that of the text."""
        if not self.text:
            return row, column
        if self._lines is None:
            self._lines = self.text.split("\n")
        if row > len(self._lines):
            return row, 1
        if self._starts[0] != row:  # every column of a row may have a problem
            self._starts = (row, list(islice(offsets(self._lines[row - 1], self.delimiter), MOST_COLUMNS)))
        return row, next(iter(self._starts[1][column - 1 : column]), 1)

    def cell(self, row: int, column: int) -> str:
        """Return the usual name of a cell.

        >>> Grid("x.xlsx", "Sheet1").cell(7, 28)
        'Sheet1!AB7'
        """
        letters, rest = "", column
        while rest > 0:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{self.sheet}!{letters}{row}" if self.sheet else f"{letters}{row}"


def read_grid(path: Path, name: str, sheet: str = "") -> Grid:
    """Read the cells of a file. Raises UserError only if the file itself cannot be read."""
    try:
        content = read_plain(path, MOST_BYTES)
        if len(content) > MOST_BYTES:
            grid = Grid(name)
            grid.add("TABLE-LIMIT", f"the file has {path.stat().st_size:,} bytes; at most {MOST_BYTES:,} are read")
            return grid
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from error
    return grid_of(content, name, sheet)


def grid_of(content: bytes, name: str, sheet: str = "") -> Grid:
    """Read the cells of a file's bytes; errors are in `problems`.

    >>> [row.cells for row in grid_of(b"id;count\\nmill;2\\n", "x.csv").rows]
    [['id', 'count'], ['mill', '2']]
    """
    if budget.is_over_time() or not budget.spend("bytes", len(content)):
        return _over(Grid(name), "bytes")
    if name.lower().endswith((".csv", ".tsv")):
        return _csv(content, name)
    return _spreadsheet(content, name, sheet)


def _over(grid: Grid, limit: str) -> Grid:
    """Report, once, a table that exceeds the run's budget."""
    run = budget.current()
    if budget.is_over_time():
        grid.add("TABLE-LIMIT", *budget.UNREAD)
    elif run is None or run.first_over(limit):
        message = budget.over(limit) + "; nothing more is read"
        finding = Finding("TABLE-LIMIT", (), message, budget.raising(limit), limit=limit)
        grid.problems.append(finding.at(grid.name, 1, 1))
    return grid


def _csv(content: bytes, name: str) -> Grid:
    grid = Grid(name)
    try:
        grid.text = _decoded(content)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        grid.add_at(line, "TABLE-READ", f"byte {error.start:,} is not UTF-8", "save it as “CSV UTF-8”")
        return grid
    if "\0" in grid.text:
        grid.add("TABLE-READ", "the file contains zero bytes: it is not CSV", "save it as “CSV UTF-8”")
        return grid
    head, *below = grid.text.split("\n", _LOOKED_AT + 1)
    grid.delimiter = "\t" if name.lower().endswith(".tsv") else max(SEPARATORS, key=head.count)
    damage = other_separator(head, below[:_LOOKED_AT], grid.delimiter, SEPARATORS)
    if damage:
        grid.add("TABLE-READ", damage.message, damage.hint, damage.place)
        return grid
    reader = csv.reader(io.StringIO(grid.text, newline=""), delimiter=grid.delimiter, strict=True)
    start = 1
    try:
        for cells in reader:
            if _too_large(grid, len(grid.rows), cells, start):
                break
            grid.rows.append(Row(start, list(cells)))
            start = reader.line_num + 1
    except csv.Error as error:
        grid.rows.clear()  # rows before it may be wrong too: a quote opens where another one should close
        unclosed = open_quote(grid.text, start, grid.delimiter)
        if unclosed is None:
            grid.add_at(start, "TABLE-READ", f"the row cannot be read: {error}", "look for a superfluous quote")
        else:
            line, column, last = unclosed
            until = f"ends in line {last}" if last > line else "goes on after its second quote"
            message = f"the cell begins with a quote and {until}: a quote is missing or superfluous"
            hint = "end the text with a quote; a quote inside a quoted text is written twice"
            grid.add("TABLE-READ", message, hint, (line, column))
    return grid


_SAME = "„“”‚‘’…–—€§©®°«»•™\u00a0"
_ALPHABETS = {  # the letters by which an old encoding shows itself; õ, ð and þ are not among them
    "cp1252": "àáâäåæçèéêëìíîïñòóôöøùúûüÿœßÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜŸŒ" + _SAME,
    "cp1250": "áäéíóöőúüűßÁÄÉÍÓÖŐÚÜŰ" + _SAME,
}


def _decoded(content: bytes) -> str:
    """Decode a CSV file: UTF-8, UTF-16 with its mark, or what only one old Windows encoding can mean.

    >>> _decoded("Flöße".encode("cp1252")), _decoded("tűző".encode("cp1250"))
    ('Flöße', 'tűző')
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        texts = {_in(content, encoding, letters) for encoding, letters in _ALPHABETS.items()} - {None}
        if len(texts) != 1:
            raise
        return str(texts.pop())


def _in(content: bytes, encoding: str, letters: str) -> str | None:
    """Decode a text; return None where it has characters that words in this encoding do not have."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if {char for char in text if not char.isascii()} <= set(letters) and "\0" not in text else None


def _too_large(grid: Grid, rows: int, cells: list[Any], line: int) -> bool:
    if rows >= MOST_ROWS or len(cells) > MOST_COLUMNS:
        message = f"the table has more than {MOST_ROWS:,} rows or {MOST_COLUMNS} columns; the rest is not read"
        grid.add_at(line, "TABLE-LIMIT", message, "split it")
        return True
    if not budget.spend("nodes", len(cells)):
        _over(grid, "nodes")
        return True
    return False


def _spreadsheet(content: bytes, name: str, sheet: str) -> Grid:
    """Read a spreadsheet in the worker: nothing in it can end this process, or block it for long."""
    try:
        return FILES.call(read_spreadsheet, content, name, sheet)
    except Ended as ended:
        grid = Grid(name)
        code = "TABLE-LIMIT" if ended.limit else "TABLE-READ"
        grid.add(code, f"the spreadsheet cannot be read: {ended}", ended.hint or "save it again as CSV")
        return grid


def read_spreadsheet(content: bytes, name: str, requested: str) -> Grid:
    """Read the cells of a spreadsheet, in this process."""
    grid = Grid(name)
    try:
        packed = unpack(content)
    except SpreadsheetRejected as error:
        grid.add(error.code, error.message, error.hint)
        return grid
    if not budget.spend("nodes", packed.elements):
        return _over(grid, "nodes")
    if packed.macros:
        message = "the spreadsheet holds macros, which are never run"
        grid.add("TABLE-MACRO", message, "save it without", severity=Severity.WARNING)
    try:
        from python_calamine import CalamineError, load_workbook
    except ImportError:  # pragma: no cover - a dependency of the package
        raise UserError("reading spreadsheets needs the package python-calamine") from None
    try:
        book = load_workbook(io.BytesIO(packed.content))
        names = book.sheet_names
        chosen = requested or (names[0] if names else "")
        if chosen not in names:
            grid.add("TABLE-SHEET", f"there is no sheet “{chosen}”", f"there are: {', '.join(names)[:200]}")
            return grid
        grid.sheet = chosen
        sheet = book.get_sheet_by_name(chosen)
        skipped = sheet.start[0] if sheet.start else 0  # empty rows before the first
        failures = packed.failures.get(chosen, {})
        for number, cells in enumerate(sheet.iter_rows(), 1):
            if _too_large(grid, len(grid.rows), cells, number):
                break
            values: list[Any] = list(cells)
            for column, cell in enumerate(cells, 1):
                if cell in ("", None) and (number, column) in failures:
                    values[column - 1] = failed_formula(failures[number, column])
            if number > skipped:
                grid.rows.append(Row(number, values))
        for (top, left), (bottom, right) in list(getattr(sheet, "merged_cell_ranges", None) or ())[:200]:
            until = grid.cell(bottom + 1, right + 1).rpartition("!")[2]
            message = f"this cell is merged with those up to {until}: only it has a value"
            grid.add("TABLE-MERGED", message, "split the cells and fill in each of them", (top + 1, left + 1))
    except (CalamineError, OSError, ValueError, TypeError) as error:
        grid.rows.clear()
        grid.add("TABLE-READ", f"the spreadsheet cannot be read: {str(error)[:120]}", _SAVE_AGAIN)
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # the reader, which is not Python code, has panicked
            raise
        grid.rows.clear()
        grid.add("TABLE-READ", "the spreadsheet cannot be read", _SAVE_AGAIN)
    return grid


def offsets(line: str, delimiter: str) -> Iterator[int]:
    """Yield the start positions of the cells of a CSV line, from 1.

    >>> list(offsets('a,"b,c",d', ","))
    [1, 3, 9]
    """
    yield 1
    quoted = False
    for at, char in enumerate(line, 1):
        if char == '"':
            quoted = not quoted
        elif char == delimiter and not quoted:
            yield at + 1
