"""A packed spreadsheet, unpacked within limits before it is read.

Three claims of the file are not trusted: the size of its parts (its directory may be false), the positions of its
cells, and the size of their contents. The reader stores cells in a grid, with memory for every field up to the last
one, and a copy of a text for every cell that has it: a file of 1 KB with one cell at XFD1048576, or with one long text
shared by a thousand cells, would end the program. So the parts are unpacked here, cells and characters are counted, and
the reader receives a file that contains nothing else. Anything that two readers could understand in two ways is
rejected.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from xml.parsers import expat

from msgspec import Struct

MOST_UNPACKED = 96 * 1024 * 1024
MOST_FIELDS = 3_000_000  # in a sheet, up to its last row and column
MOST_ELEMENTS = 2_000_000
MOST_CHARACTERS = 30_000_000  # in all cells, shared and repeated texts counted every time
_MOST_PARTS = 2_000
_DEEPEST = 60
_LONGEST_ERROR = 20  # characters
_READ = (".xml", ".rels")
_PLAIN = ("mimetype",)
_COUNTED = ("r", "t", "c", "number-rows-repeated", "number-columns-repeated")  # positions and repetitions


class SpreadsheetRejected(Exception):
    """A spreadsheet is rejected: a code, a message, and a hint."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


class Unpacked(Struct, frozen=True):
    """The relevant contents of a spreadsheet as a file; whether it had macros; and its number of elements."""

    content: bytes
    macros: bool
    elements: int
    failures: dict[str, dict[tuple[int, int], str]]  # by sheet: cells with an error, or "" for a formula without value


def unpack(content: bytes) -> Unpacked:
    """Unpack the relevant parts of a spreadsheet. Raises SpreadsheetRejected."""
    out = io.BytesIO()
    elements = size = 0
    characters, formulas = _CharacterCounter(), _Formulas()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(out, "w") as plain:
            parts = packed.infolist()
            if len(parts) > _MOST_PARTS:
                raise _too_large(f"the spreadsheet has {len(parts):,} parts; at most {_MOST_PARTS:,} are read")
            names = [part.filename for part in parts]
            if len(set(names)) < len(names):
                raise _damage("a part of it appears twice")
            for part in parts:
                if not part.filename.lower().endswith((*_READ, *_PLAIN)):
                    continue
                if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise _damage("it is packed in an unusual way")
                with packed.open(part) as stream:
                    text = stream.read(MOST_UNPACKED - size + 1)  # whatever size it claims
                size += len(text)
                if size > MOST_UNPACKED:
                    raise _too_large(f"the spreadsheet has more than {MOST_UNPACKED:,} bytes when unpacked")
                if part.filename not in _PLAIN:
                    elements += _count_elements(text, part.filename, MOST_ELEMENTS - elements, characters, formulas)
                elif b"<" in text:  # a sheet could be there, uncounted
                    raise _damage(f"{part.filename} holds something else")
                plain.writestr(zipfile.ZipInfo(part.filename), text)  # no date: the clock may be wrong
            characters.check()
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError, NotImplementedError) as error:
        raise _damage(str(error)[:100]) from None
    macros = any(name.endswith("vbaProject.bin") or name.startswith("Basic/") for name in names)
    return Unpacked(out.getvalue(), macros, elements, formulas.by_sheet())


def _damage(why: str) -> SpreadsheetRejected:
    hint = "save it again as .xlsx or .ods, or as CSV"
    return SpreadsheetRejected("TABLE-READ", f"the file is not a valid spreadsheet: {why}", hint)


def _too_large(why: str) -> SpreadsheetRejected:
    return SpreadsheetRejected("TABLE-LIMIT", why, "split it, or delete cells far away from the cards")


def _count_elements(text: bytes, name: str, most: int, characters: _CharacterCounter, formulas: _Formulas) -> int:
    """Count the elements of a part. Raises SpreadsheetRejected if they, or the fields of its sheets, are too many."""
    parser, extent = expat.ParserCreate(namespace_separator=" "), _Extent()
    parser.buffer_text = True
    characters.next_part()
    formulas.next_part(name)
    count = depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count, depth
        count, depth = count + 1, depth + 1
        if count > most or depth > _DEEPEST:
            raise _too_large(f"the spreadsheet has more than {MOST_ELEMENTS:,} elements, or they are nested too deeply")
        plain: dict[str, str] = {}
        for key, value in attributes.items():
            local_name = key.rpartition(" ")[2]
            if local_name in plain and local_name in _COUNTED:
                raise _damage(f"{name}: the attribute {local_name} appears twice")
            plain[local_name] = max(value, plain.get(local_name, ""), key=len)
        extent.begin(tag.rpartition(" ")[2], plain)
        characters.begin(tag.rpartition(" ")[2], plain)
        formulas.begin(tag.rpartition(" ")[2], plain)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        extent.end(tag.rpartition(" ")[2])
        characters.end(tag.rpartition(" ")[2])
        formulas.end(tag.rpartition(" ")[2])

    def no_entities(*_: object) -> None:
        raise _damage("it defines entities")

    parser.StartElementHandler, parser.EndElementHandler = start, end

    def add(text: str) -> None:
        characters.add(text)
        formulas.add(text)

    parser.CharacterDataHandler = add
    parser.StartDoctypeDeclHandler = no_entities
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise _damage(f"{name}: {error}") from None
    return count


class _Extent:
    """The extent of the non-empty cells of a sheet, in both formats, whatever the part is called."""

    def __init__(self) -> None:
        self._row = self._rows = self._column = self._columns = self._repeated = 0
        self._cell = self._full = False

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        if self._cell:
            self._full = True  # a non-empty cell
            return
        match tag:
            case "worksheet" | "table":
                self._row = self._rows = self._columns = 0
            case "row":
                self._row = _number(attributes.get("r")) or self._row + 1
                self._column = 0
            case "c":
                row, column = _place(attributes.get("r", ""))
                self._column = column or self._column + 1
                self._row = row or self._row
                self._cell, self._full = True, False
            case "table-row":
                self._repeated = _number(attributes.get("number-rows-repeated")) or 1
                self._column = 0
            case "table-cell" | "covered-table-cell":
                self._column += _number(attributes.get("number-columns-repeated")) or 1
                self._cell, self._full = True, any(key.endswith("value") for key in attributes)

    def end(self, tag: str) -> None:
        if tag == "table-row":
            self._row += self._repeated
        elif self._cell and tag in ("c", "table-cell", "covered-table-cell"):
            self._cell = False
            if self._full:
                self._rows = max(self._rows, self._row + self._repeated)
                self._columns = max(self._columns, self._column)
                if self._rows * self._columns > MOST_FIELDS:
                    message = f"a sheet reaches to row {self._rows:,}, column {self._columns:,}"
                    raise _too_large(f"{message}; at most {MOST_FIELDS:,} fields are read")


class _CharacterCounter:
    """The number of characters in the cells, in both formats: repeated or shared texts count every time."""

    def __init__(self) -> None:
        self._cells = 0  # characters of repeated cells
        self._row = self._row_times = self._cell_times = 0
        self._shared: list[int] = []  # the longest text of each number, in whatever part
        self._uses: Counter[str] = Counter()  # numbers of shared texts, as they are written
        self._number = 0  # of the text in this part
        self._current: int | None = None  # characters of the current cell or text
        self._index_parts: list[str] | None = None  # the number in a cell, piece by piece

    def next_part(self) -> None:
        self._number, self._current, self._index_parts = 0, None, None

    def add(self, text: str) -> None:
        if self._current is not None:
            self._current += len(text)
        if self._index_parts is not None:
            self._index_parts.append(text)

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        match tag:
            case "si":
                if self._current is not None:
                    raise _damage("a text is nested in another one")
                self._current = 0
            case "c" if attributes.get("t") == "s":
                self._index_parts = []
            case "s" if self._current is not None:  # this many spaces
                self._current += _number(attributes.get("c")) or 1
            case "table-row":
                self._row, self._row_times = 0, _number(attributes.get("number-rows-repeated")) or 1
            case "table-cell" | "covered-table-cell":
                self._cell_times = _number(attributes.get("number-columns-repeated")) or 1
                self._current = sum(len(text) for key, text in attributes.items() if key.endswith(("value", "formula")))

    def end(self, tag: str) -> None:
        match tag:
            case "si":
                self._shared += [0] * (self._number + 1 - len(self._shared))
                self._shared[self._number] = max(self._shared[self._number], self._current or 0)
                self._number, self._current = self._number + 1, None
            case "c" if self._index_parts is not None:
                self._uses["".join(self._index_parts)] += 1
                self._index_parts = None
            case "table-cell" | "covered-table-cell":
                self._row += (self._current or 0) * self._cell_times
                self._current = None
            case "table-row":
                self._cells += self._row * self._row_times

    def check(self) -> None:
        """Check the total. Raises SpreadsheetRejected if it is too large."""
        longest = max(self._shared, default=0)
        shared = sum(times * self._length(number, longest) for number, times in self._uses.items())
        if self._cells + shared > MOST_CHARACTERS:
            raise _too_large(f"the cells of the spreadsheet hold more than {MOST_CHARACTERS:,} characters")

    def _length(self, number: str, longest: int) -> int:
        plain = number.isascii() and number.isdigit() and len(number) < 9
        return self._shared[int(number)] if plain and int(number) < len(self._shared) else longest


class _Formulas:
    """The cells of an .xlsx file with an error, or with a formula and no value, by sheet."""

    def __init__(self) -> None:
        self._cells: dict[str, dict[tuple[int, int], str]] = {}  # by part
        self._sheets: list[tuple[str, str]] = []  # the name of a sheet, and the id of its part
        self._parts: dict[str, str] = {}  # by id
        self._part, self._place, self._formula, self._error = "", (0, 0), False, False
        self._value: str | None = None  # the start of the text in the current cell

    def next_part(self, name: str) -> None:
        self._part = name.rpartition("/")[2]

    def add(self, text: str) -> None:
        if self._value is not None and len(self._value) < _LONGEST_ERROR:
            self._value += text[:_LONGEST_ERROR]

    def begin(self, tag: str, given: dict[str, str]) -> None:
        match tag:
            case "sheet":
                self._sheets.append((given.get("name", ""), given.get("id", "")))
            case "Relationship" if self._part == "workbook.xml.rels":
                self._parts[given.get("Id", "")] = given.get("Target", "").rpartition("/")[2]
            case "c":
                self._place, self._formula, self._value = _place(given.get("r", "")), False, None
                self._error = given.get("t") == "e"
            case "f":
                self._formula = True
            case "v" | "is":
                self._value = ""

    def end(self, tag: str) -> None:
        if tag == "c":
            if self._error or (self._formula and not self._value):
                self._cells.setdefault(self._part, {})[self._place] = self._value or ""
            self._value = None

    def by_sheet(self) -> dict[str, dict[tuple[int, int], str]]:
        return {name: self._cells.get(self._parts.get(part, ""), {}) for name, part in self._sheets}


def _number(text: str | None) -> int:
    text = text.lstrip("+").lstrip("0") if text else text  # the reader allows a plus sign
    return int(text[:18]) if text and text.isascii() and text.isdigit() else 0


def _place(reference: str) -> tuple[int, int]:
    """Return row and column of a cell name; 0 for a missing one.

    >>> _place("AB12")
    (12, 28)
    """
    characters = reference.rstrip("0123456789")
    column = 0
    for letter in characters[:8].upper():
        if "A" <= letter <= "Z":
            column = column * 26 + ord(letter) - 64
    return _number(reference[len(characters) :]), column
