"""The cells of a table file, read without trust: bounded, no formula computed, no macro run."""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import Problem, Severity, UserError

ENDINGS = (".csv", ".tsv", ".xlsx", ".ods")
CODES = {
    "TABLE-READ": "A table cannot be read: it is damaged, locked, or not what its name says.",
    "TABLE-LIMIT": "A table has more rows, columns or bytes than are read.",
    "TABLE-SHEET": "A spreadsheet does not have the sheet that is wanted.",
    "TABLE-HEAD": "A table has no heads of columns, or the same head twice.",
    "TABLE-COLUMN": "A column of a table is no field of its cards; it is not read.",
    "TABLE-CELL": "A cell holds a date, an error or a formula without a value where words or numbers are wanted.",
    "TABLE-MERGED": "Cells of a table are merged: only the first of them has a value.",
    "TABLE-MACRO": "A spreadsheet holds macros, which are never run.",
}
MOST_BYTES = 32 * 1024 * 1024
MOST_UNPACKED = 256 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS = 300
Cell = str | int | float | bool | datetime.date | datetime.datetime | datetime.time | datetime.timedelta | None


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, and the line (or row) that it stands in, from 1."""

    number: int
    cells: list[Any]


@dataclass(slots=True)
class Grid:
    """A table as it stands in its file."""

    name: str
    sheet: str = ""  # of a spreadsheet
    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    text: str = ""  # of a CSV file
    delimiter: str = ","

    def add(
        self, code: str, message: str, hint: str = "", place: tuple[int, int] = (1, 1), *, error: bool = True
    ) -> None:
        """Note a problem at a row and a column."""
        severity = Severity.ERROR if error else Severity.WARNING
        where = f"{self.cell(*place)}: " if place != (1, 1) else ""
        self.problems.append(Problem(code, severity, self.name, *place, "", where + message, hint))

    def spot(self, row: int, column: int) -> tuple[int, int]:
        """Line and column for an editor: in a CSV file the column is that of the text."""
        if not self.text:
            return row, column
        lines = self.text.split("\n", row)
        starts = list(offsets(lines[row - 1], self.delimiter)) if row <= len(lines) else []
        return row, starts[column - 1] if column <= len(starts) else 1

    def cell(self, row: int, column: int) -> str:
        """What people call a cell.

        >>> Grid("x.xlsx", "Sheet1").cell(7, 28)
        'Sheet1!AB7'
        """
        letters, rest = "", column
        while rest > 0:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{self.sheet}!{letters}{row}" if self.sheet else f"{letters}{row}"


def read_grid(path: Path, name: str, sheet: str = "") -> Grid:
    """The cells of a file. Raises UserError only when the file itself cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            grid = Grid(name)
            grid.add("TABLE-LIMIT", f"the file has {path.stat().st_size:,} bytes; at most {MOST_BYTES:,} are read")
            return grid
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from error
    return grid_of(content, name, sheet)


def grid_of(content: bytes, name: str, sheet: str = "") -> Grid:
    """The cells of a file's bytes; whatever is wrong is in `problems`.

    >>> [row.cells for row in grid_of(b"id;count\\nmill;2\\n", "x.csv").rows]
    [['id', 'count'], ['mill', '2']]
    """
    if name.lower().endswith((".csv", ".tsv")):
        return _csv(content, name)
    return _spreadsheet(content, name, sheet)


def _csv(content: bytes, name: str) -> Grid:
    grid = Grid(name)
    try:
        grid.text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = f"byte {error.start:,} is not UTF-8"
        grid.problems.append(
            Problem("TABLE-READ", Severity.ERROR, name, line, 1, "", message, "save it as “CSV UTF-8”")
        )
        return grid
    if "\0" in grid.text:
        grid.add("TABLE-READ", "the file holds zero bytes: it is no CSV", "save it as “CSV UTF-8”")
        return grid
    head = grid.text.partition("\n")[0]
    grid.delimiter = "\t" if name.lower().endswith(".tsv") else max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(grid.text, newline=""), delimiter=grid.delimiter)
    start = 1
    try:
        for cells in reader:
            if _too_large(grid, len(grid.rows), cells, start):
                break
            grid.rows.append(Row(start, list(cells)))
            start = reader.line_num + 1
    except csv.Error as error:
        message = f"the row cannot be read: {error}"
        grid.problems.append(
            Problem("TABLE-READ", Severity.ERROR, name, start, 1, "", message, "look for a quote too many")
        )
    return grid


def _too_large(grid: Grid, rows: int, cells: list[Any], line: int) -> bool:
    if rows >= MOST_ROWS or len(cells) > MOST_COLUMNS:
        message = f"the table has more than {MOST_ROWS:,} rows or {MOST_COLUMNS} columns; the rest is not read"
        grid.problems.append(Problem("TABLE-LIMIT", Severity.ERROR, grid.name, line, 1, "", message, "split it"))
        return True
    return False


def _spreadsheet(content: bytes, name: str, wanted: str) -> Grid:
    grid = Grid(name)
    if not _is_bearable(content, grid):
        return grid
    try:
        from python_calamine import CalamineError, load_workbook
    except ImportError:  # pragma: no cover - a dependency of the package
        raise UserError("reading spreadsheets needs the package python-calamine") from None
    try:
        book = load_workbook(io.BytesIO(content))
        names = book.sheet_names
        chosen = wanted or (names[0] if names else "")
        if chosen not in names:
            grid.add("TABLE-SHEET", f"there is no sheet “{chosen}”", f"there are: {', '.join(names)[:200]}")
            return grid
        grid.sheet = chosen
        sheet = book.get_sheet_by_name(chosen)
        skipped = sheet.start[0] if sheet.start else 0  # empty rows before the first
        for number, cells in enumerate(sheet.iter_rows(), 1):
            if _too_large(grid, len(grid.rows), cells, number):
                break
            if number > skipped:
                grid.rows.append(Row(number, cells))
        for (top, left), (bottom, right) in list(getattr(sheet, "merged_cell_ranges", None) or ())[:200]:
            until = grid.cell(bottom + 1, right + 1).rpartition("!")[2]
            message = f"this cell is merged with those up to {until}: only it has a value"
            grid.add("TABLE-MERGED", message, "split the cells, and fill each", (top + 1, left + 1))
    except (CalamineError, OSError, ValueError, TypeError) as error:
        grid.rows.clear()
        grid.add(
            "TABLE-READ", f"the spreadsheet cannot be read: {str(error)[:120]}", "save it again as .xlsx, or as CSV"
        )
    return grid


def _is_bearable(content: bytes, grid: Grid) -> bool:
    """Spreadsheets are packed: how large they are unpacked stands in their directory, and is bounded here."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, OSError, ValueError):
        grid.add("TABLE-READ", "the file is no spreadsheet", "save it again as .xlsx or .ods, or as CSV")
        return False
    if sum(part.file_size for part in parts) > MOST_UNPACKED or len(parts) > 5_000:
        grid.add("TABLE-LIMIT", f"the spreadsheet has more than {MOST_UNPACKED:,} bytes when unpacked")
        return False
    if any(part.filename.endswith("vbaProject.bin") or part.filename.startswith("Basic/") for part in parts):
        grid.add("TABLE-MACRO", "the spreadsheet holds macros, which are never run", "save it without", error=False)
    return True


def offsets(line: str, delimiter: str) -> Iterator[int]:
    """Where the cells of a CSV line begin, from 1.

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
