"""A packed spreadsheet, unpacked under bounds before anybody reads it.

Three things that it says of itself are not believed: how large its parts are (its directory may lie), where its cells
stand, and how much they hold. The reader lays cells out in a grid, with memory for every field up to the last one, and
a copy of a text for every cell that has it: a file of 1 KB with one cell at XFD1048576, or with one long text that a
thousand cells share, would end the program. So the parts are unpacked here, cells and letters are counted, and the
reader is given a file that holds nothing else. What two readers could understand in two ways is refused.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass
from xml.parsers import expat

MOST_UNPACKED = 96 * 1024 * 1024
MOST_FIELDS = 3_000_000  # of a sheet, up to its last row and column
MOST_ELEMENTS = 2_000_000
MOST_LETTERS = 30_000_000  # in all cells, texts that cells share or repeat written out
_MOST_PARTS = 2_000
_DEEPEST = 60
_READ = (".xml", ".rels")
_PLAIN = ("mimetype",)
_COUNTED = ("r", "t", "c", "number-rows-repeated", "number-columns-repeated")  # attributes that say where and how often


class NotBearable(Exception):
    """Why a spreadsheet is not read: a code, what is wrong, and what to do."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What is read of a spreadsheet, as a file; whether there were macros in it; and how much there is to read."""

    content: bytes
    macros: bool
    elements: int
    no_result: dict[str, frozenset[tuple[int, int]]]  # by sheet, the cells with a formula and no value


def unpacked(content: bytes) -> Unpacked:
    """A spreadsheet without everything that is not read. Raises NotBearable."""
    out = io.BytesIO()
    elements = size = 0
    letters, formulas = _Letters(), _Formulas()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(out, "w") as plain:
            parts = packed.infolist()
            if len(parts) > _MOST_PARTS:
                raise _too_large(f"the spreadsheet has {len(parts):,} parts; at most {_MOST_PARTS:,} are read")
            names = [part.filename for part in parts]
            if len(set(names)) < len(names):
                raise _damaged("a part of it appears twice")
            for part in parts:
                if not part.filename.lower().endswith((*_READ, *_PLAIN)):
                    continue
                if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise _damaged("it is packed in an unusual way")
                with packed.open(part) as stream:
                    text = stream.read(MOST_UNPACKED - size + 1)  # however small it says it is
                size += len(text)
                if size > MOST_UNPACKED:
                    raise _too_large(f"the spreadsheet has more than {MOST_UNPACKED:,} bytes when unpacked")
                if part.filename not in _PLAIN:
                    elements += _judged(text, part.filename, MOST_ELEMENTS - elements, letters, formulas)
                elif b"<" in text:  # a sheet could be there, uncounted
                    raise _damaged(f"{part.filename} holds something else")
                plain.writestr(zipfile.ZipInfo(part.filename), text)  # no date: the clock may be wrong
            letters.judge()
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError, NotImplementedError) as error:
        raise _damaged(str(error)[:100]) from None
    macros = any(name.endswith("vbaProject.bin") or name.startswith("Basic/") for name in names)
    return Unpacked(out.getvalue(), macros, elements, formulas.by_sheet())


def _damaged(why: str) -> NotBearable:
    hint = "save it again as .xlsx or .ods, or as CSV"
    return NotBearable("TABLE-READ", f"the file is not a valid spreadsheet: {why}", hint)


def _too_large(why: str) -> NotBearable:
    return NotBearable("TABLE-LIMIT", why, "split it, or delete cells far away from the cards")


def _judged(text: bytes, name: str, most: int, letters: _Letters, formulas: _Formulas) -> int:
    """How many elements a part has. Raises NotBearable where they, or the fields of its sheets, are too many."""
    parser, extent = expat.ParserCreate(namespace_separator=" "), _Extent()
    parser.buffer_text = True
    letters.next_part()
    formulas.next_part(name)
    count = depth = 0

    def start(tag: str, given: dict[str, str]) -> None:
        nonlocal count, depth
        count, depth = count + 1, depth + 1
        if count > most or depth > _DEEPEST:
            raise _too_large(f"the spreadsheet has more than {MOST_ELEMENTS:,} elements, or they are nested too deeply")
        plain: dict[str, str] = {}
        for key, value in given.items():
            own = key.rpartition(" ")[2]
            if own in plain and own in _COUNTED:
                raise _damaged(f"{name}: the attribute {own} appears twice")
            plain[own] = max(value, plain.get(own, ""), key=len)
        extent.begin(tag.rpartition(" ")[2], plain)
        letters.begin(tag.rpartition(" ")[2], plain)
        formulas.begin(tag.rpartition(" ")[2], plain)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        extent.end(tag.rpartition(" ")[2])
        letters.end(tag.rpartition(" ")[2])
        formulas.end(tag.rpartition(" ")[2])

    def no_entities(*_: object) -> None:
        raise _damaged("it defines entities")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = letters.add
    parser.StartDoctypeDeclHandler = no_entities
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise _damaged(f"{name}: {error}") from None
    return count


class _Extent:
    """How far the cells of a sheet reach that hold something; of both formats, whatever the part is called."""

    def __init__(self) -> None:
        self._row = self._rows = self._column = self._columns = self._repeated = 0
        self._cell = self._full = False

    def begin(self, tag: str, given: dict[str, str]) -> None:
        if self._cell:
            self._full = True  # a cell with something in it
            return
        match tag:
            case "worksheet" | "table":
                self._row = self._rows = self._columns = 0
            case "row":
                self._row = _number(given.get("r")) or self._row + 1
                self._column = 0
            case "c":
                row, column = _place(given.get("r", ""))
                self._column = column or self._column + 1
                self._row = row or self._row
                self._cell, self._full = True, False
            case "table-row":
                self._repeated = _number(given.get("number-rows-repeated")) or 1
                self._column = 0
            case "table-cell" | "covered-table-cell":
                self._column += _number(given.get("number-columns-repeated")) or 1
                self._cell, self._full = True, any(key.endswith("value") for key in given)

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


class _Letters:
    """How much the cells hold, of both formats: texts that are repeated, or shared, as often as they are."""

    def __init__(self) -> None:
        self._cells = 0  # letters of cells that are repeated
        self._row = self._row_times = self._cell_times = 0
        self._shared: list[int] = []  # the longest text of each number, in whatever part
        self._wanted: Counter[str] = Counter()  # numbers of shared texts, as they are written
        self._number = 0  # of the text in this part
        self._held: int | None = None  # letters of the cell or text that one is in
        self._named: list[str] | None = None  # the number that a cell holds, piece by piece

    def next_part(self) -> None:
        self._number, self._held, self._named = 0, None, None

    def add(self, text: str) -> None:
        if self._held is not None:
            self._held += len(text)
        if self._named is not None:
            self._named.append(text)

    def begin(self, tag: str, given: dict[str, str]) -> None:
        match tag:
            case "si":
                if self._held is not None:
                    raise _damaged("a text is nested in another one")
                self._held = 0
            case "c" if given.get("t") == "s":
                self._named = []
            case "s" if self._held is not None:  # so many spaces
                self._held += _number(given.get("c")) or 1
            case "table-row":
                self._row, self._row_times = 0, _number(given.get("number-rows-repeated")) or 1
            case "table-cell" | "covered-table-cell":
                self._cell_times = _number(given.get("number-columns-repeated")) or 1
                self._held = sum(len(text) for key, text in given.items() if key.endswith(("value", "formula")))

    def end(self, tag: str) -> None:
        match tag:
            case "si":
                self._shared += [0] * (self._number + 1 - len(self._shared))
                self._shared[self._number] = max(self._shared[self._number], self._held or 0)
                self._number, self._held = self._number + 1, None
            case "c" if self._named is not None:
                self._wanted["".join(self._named)] += 1
                self._named = None
            case "table-cell" | "covered-table-cell":
                self._row += (self._held or 0) * self._cell_times
                self._held = None
            case "table-row":
                self._cells += self._row * self._row_times

    def judge(self) -> None:
        """Raises NotBearable where it is too much."""
        longest = max(self._shared, default=0)
        shared = sum(times * self._length(number, longest) for number, times in self._wanted.items())
        if self._cells + shared > MOST_LETTERS:
            raise _too_large(f"the cells of the spreadsheet hold more than {MOST_LETTERS:,} characters")

    def _length(self, number: str, longest: int) -> int:
        plain = number.isascii() and number.isdigit() and len(number) < 9
        return self._shared[int(number)] if plain and int(number) < len(self._shared) else longest


class _Formulas:
    """The cells of an .xlsx file that have a formula and no value, by the sheet that they are in."""

    def __init__(self) -> None:
        self._cells: dict[str, set[tuple[int, int]]] = {}  # by part
        self._sheets: list[tuple[str, str]] = []  # the name of a sheet, and the id of its part
        self._parts: dict[str, str] = {}  # by id
        self._part, self._place, self._formula, self._value = "", (0, 0), False, False

    def next_part(self, name: str) -> None:
        self._part = name.rpartition("/")[2]

    def begin(self, tag: str, given: dict[str, str]) -> None:
        match tag:
            case "sheet":
                self._sheets.append((given.get("name", ""), given.get("id", "")))
            case "Relationship" if self._part == "workbook.xml.rels":
                self._parts[given.get("Id", "")] = given.get("Target", "").rpartition("/")[2]
            case "c":
                self._place, self._formula, self._value = _place(given.get("r", "")), False, False
            case "f":
                self._formula = True
            case "v" | "is":
                self._value = True

    def end(self, tag: str) -> None:
        if tag == "c" and self._formula and not self._value:
            self._cells.setdefault(self._part, set()).add(self._place)

    def by_sheet(self) -> dict[str, frozenset[tuple[int, int]]]:
        return {name: frozenset(self._cells.get(self._parts.get(part, ""), ())) for name, part in self._sheets}


def _number(text: str | None) -> int:
    text = text.lstrip("+").lstrip("0") if text else text  # the reader allows a plus sign
    return int(text[:18]) if text and text.isascii() and text.isdigit() else 0


def _place(reference: str) -> tuple[int, int]:
    """Row and column of a cell by its name; 0 for what is not said.

    >>> _place("AB12")
    (12, 28)
    """
    letters = reference.rstrip("0123456789")
    column = 0
    for letter in letters[:8].upper():
        if "A" <= letter <= "Z":
            column = column * 26 + ord(letter) - 64
    return _number(reference[len(letters) :]), column
