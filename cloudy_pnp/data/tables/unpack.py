"""A packed spreadsheet, unpacked under bounds before anybody reads it.

Two things that it says of itself are not believed: how large its parts are (its directory may lie), and where its cells
stand. The reader lays cells out in a grid, with memory for every field up to the last one: a file of 1 KB with one cell
at XFD1048576 would end the program. So the parts are unpacked here, the cells are counted, and the reader is given a
file that holds nothing else.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from xml.parsers import expat

MOST_UNPACKED = 96 * 1024 * 1024
MOST_FIELDS = 3_000_000  # of a sheet, up to its last row and column
MOST_ELEMENTS = 2_000_000
_MOST_PARTS = 2_000
_DEEPEST = 60
_READ = (".xml", ".rels")
_PLAIN = ("mimetype",)


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


def unpacked(content: bytes) -> Unpacked:
    """A spreadsheet without everything that is not read. Raises NotBearable."""
    out = io.BytesIO()
    elements = size = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(out, "w") as plain:
            parts = packed.infolist()
            if len(parts) > _MOST_PARTS:
                raise _too_large(f"the spreadsheet has {len(parts):,} parts; at most {_MOST_PARTS:,} are read")
            names = [part.filename for part in parts]
            if len(set(names)) < len(names):
                raise _damaged("a part of it is there twice")
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
                    elements += _judged(text, part.filename, MOST_ELEMENTS - elements)
                plain.writestr(part.filename, text)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError, NotImplementedError) as error:
        raise _damaged(str(error)[:100]) from None
    macros = any(name.endswith("vbaProject.bin") or name.startswith("Basic/") for name in names)
    return Unpacked(out.getvalue(), macros, elements)


def _damaged(why: str) -> NotBearable:
    hint = "save it again as .xlsx or .ods, or as CSV"
    return NotBearable("TABLE-READ", f"the file is no sound spreadsheet: {why}", hint)


def _too_large(why: str) -> NotBearable:
    return NotBearable("TABLE-LIMIT", why, "split it, or delete what is far away from the cards")


def _judged(text: bytes, name: str, most: int) -> int:
    """How many elements a part has. Raises NotBearable where they, or the fields of its sheets, are too many."""
    parser, extent = expat.ParserCreate(namespace_separator=" "), _Extent()
    count = depth = 0

    def start(tag: str, given: dict[str, str]) -> None:
        nonlocal count, depth
        count, depth = count + 1, depth + 1
        if count > most or depth > _DEEPEST:
            raise _too_large(f"the spreadsheet has more than {MOST_ELEMENTS:,} elements, or they are nested too deeply")
        extent.begin(tag.rpartition(" ")[2], {key.rpartition(" ")[2]: value for key, value in given.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        extent.end(tag.rpartition(" ")[2])

    def no_entities(*_: object) -> None:
        raise _damaged("it defines entities")

    parser.StartElementHandler, parser.EndElementHandler = start, end
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


def _number(text: str | None) -> int:
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
