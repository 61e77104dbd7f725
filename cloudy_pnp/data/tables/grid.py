"""The cells of an untrusted table file: bounded, no formula computed, no macro run."""

from __future__ import annotations

import codecs
import csv
import datetime
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, UserError, quoted
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.data.tables.columns import failed_formula
from cloudy_pnp.data.tables.unpack import SpreadsheetRejected, unpack
from cloudy_pnp.data.text import REPLACED

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


_QUOTED = re.compile(r'"(?:[^"]|"")*+"?')
_LOST = re.compile(r"(?<![^\W\d_])\?{2,}(?![^\W\d_])|\ufffd")  # a word of question marks only
_LETTER_LOST = re.compile(r"[^\W\d_]\?[^\W\d_]")  # Hungarian ő and ű, where an old encoding has no such letter
_CERTAIN = 4  # question marks in a row are never meant
_FOREIGN = re.compile(r"[^\x00-\x7f]{2,}")
_SCRIPTS = {  # languages that use only this one
    "CYRILLIC": "be bg mk ru uk",
    "GREEK": "el",
    "LATIN": "ca cs cy da de en es et eu fi fr ga gl hr hu is it lt lv mt nl no nb nn pl pt ro sk sl sq sv tr",
}
_FEW_LETTERS = 4  # prove no script


class Damage(Struct, frozen=True):
    """A damaged place: a row and a column, both from 1."""

    place: tuple[int, int]
    message: str
    hint: str
    severity: Severity = Severity.ERROR


def open_quote(text: str, start: int, delimiter: str) -> tuple[int, int, int] | None:
    """Find the cell whose quotes do not close, from a line on: the line and column it begins at, and its last line."""
    line, column, unquoted = start, 1, re.compile(rf"[^{delimiter}\n]+")
    position = sum(len(row) + 1 for row in text.split("\n", start - 1)[: start - 1])
    while position < len(text):
        if text[position] == '"' and (match := _QUOTED.match(text, position)):
            after = text[match.end() : match.end() + 1]
            last = line + match[0].count("\n")
            if not match[0].endswith('"') or len(match[0]) == 1 or (after and after not in (delimiter, "\n", "\r")):
                return line, column, last
            line, position = last, match.end()
            continue
        if text[position] == delimiter:
            column += 1
        elif text[position] == "\n":
            line, column = line + 1, 1
        elif plain := unquoted.match(text, position):
            position = plain.end()
            continue
        position += 1
    return None


def other_separator(head: str, rows: Sequence[str], delimiter: str, others: str) -> Damage | None:
    """Find rows that are separated differently than their header."""
    columns = head.count(delimiter) + 1
    filled = [row for row in rows if row.strip()]
    if columns < 2 or not filled or any(row.count(delimiter) >= columns - 1 for row in filled):
        return None
    other = next((sign for sign in others if all(row.count(sign) >= columns - 1 for row in filled)), None)
    if other is None:
        return None
    names = {"\t": "tabs", ",": "commas", ";": "semicolons"}
    message = f"the header is separated by {names[delimiter]}, the rows below it by {names[other]}"
    return Damage((1, 1), message, f"separate the header by {names[other]} too, or save the table again as “CSV UTF-8”")


def damaged_text(head: str, lang: str, cells: Sequence[tuple[int, str]], column: int) -> Iterator[Damage]:
    """Find texts of one column, given with their rows, that were destroyed when the table was saved, or swapped."""
    cure = "save the table again, as .xlsx or as “CSV UTF-8”, from where its texts are still right"
    lost = [
        (row, text) for row, text in cells if "://" not in text and (_LOST.search(text) or _LETTER_LOST.search(text))
    ]
    certain = any(len(word) >= _CERTAIN or word == REPLACED for _, text in lost for word in _LOST.findall(text))
    if certain or len(lost) > 1:
        row, text = lost[0]
        message = f"{quoted(text)}: letters became question marks when the table was saved{_more(len(lost))}"
        yield Damage((row, column), message, cure)
    broken = [(row, text, whole) for row, text in cells if (whole := _repaired(text)) != text]
    if broken:
        row, text, whole = broken[0]
        message = f"{quoted(text)} is probably {quoted(whole)}, read in the wrong encoding{_more(len(broken))}"
        yield Damage((row, column), message, cure, Severity.WARNING)
    expected = next((script for script, languages in _SCRIPTS.items() if lang in languages.split()), None)
    foreign = [
        (row, text, script) for row, text in cells if expected and (script := _script_of(text)) not in (None, expected)
    ]
    few = 1 if expected == "LATIN" else (len(cells) + 1) // 2  # names in Latin letters are common anywhere
    if len(foreign) >= few and foreign and not broken:
        row, text, script = foreign[0]
        message = f"{quoted(text)} is in {str(script).capitalize()} letters, which {quoted(lang)} does not use"
        hint = f"exchange the columns, or correct the header {quoted(head)}"
        yield Damage((row, column), message + _more(len(foreign)), hint, Severity.WARNING)


def _more(count: int) -> str:
    return f" ({count} cells of this column)" if count > 1 else ""


def _script_of(text: str) -> str | None:
    """Return the script of most letters of a text, if languages are known by it and it has more than a few letters."""
    counts = Counter(
        "LATIN" if char.isascii() else unicodedata.name(char, "").partition(" ")[0] for char in text if char.isalpha()
    )
    script, number = counts.most_common(1)[0] if counts else ("", 0)
    return script if script in _SCRIPTS and number >= _FEW_LETTERS else None


def _repaired(text: str) -> str:
    """Return a text as it was before its UTF-8 was read as an old Windows encoding.

    >>> _repaired("KÃ¼hne Ð‘Ñ€"), _repaired("Kühne «É»")
    ('Kühne Бр', 'Kühne «É»')
    """
    return _FOREIGN.sub(_repaired_run, text)


def _repaired_run(match: re.Match[str]) -> str:
    run = match[0]
    try:
        whole = b"".join(_old_byte(char) for char in run).decode("utf-8")
    except UnicodeError:
        return run
    is_plausible = all(
        "\xa0" <= char < "\u0180" or "\u0370" <= char < "\u0500" or "\u2010" <= char < "\u20b0" for char in whole
    )
    return whole if is_plausible else run


def _old_byte(char: str) -> bytes:
    """Return the byte of a character in Windows-1252; five of its bytes have none, and stand for themselves."""
    try:
        return char.encode("cp1252")
    except UnicodeEncodeError:
        return char.encode("latin-1")
