"""A table as a file of card data: its rows are entries, and problems name the cell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, meant, path_text, quoted
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.columns import LONGEST_HEADER, Column, Columns, is_empty, odd, prefixes, put
from cloudy_pnp.data.tables.grid import Grid

_SIGNS = "=+-@\t\r'"  # a spreadsheet takes the first ones for the start of a formula; the apostrophe marks a text


@dataclass(slots=True, eq=False)
class TableFile(SourceFile):
    """A table whose rows are cards."""

    grid: Grid = field(default_factory=lambda: Grid(""))
    places: dict[DataPath, tuple[int, int]] = field(default_factory=dict)  # row and column, from 1

    def line_of(self, document: int, path: DataPath) -> int:  # noqa: ARG002 - a table is one document
        """Return the line or row of a card."""
        return self._place(path)[0]

    def problems_at(self, findings: Iterable[Finding]) -> list[Problem]:
        """Convert findings to problems at their cells, which the message names."""
        return [self._at(finding) for finding in findings]

    def cell_of(self, path: DataPath) -> str:
        """Name the cell of a value, such as `B2`; for a value without a cell, that of its row."""
        return self.grid.cell(*self._place(path))

    def _place(self, path: DataPath) -> tuple[int, int]:
        return next((self.places[prefix] for prefix in prefixes(path) if prefix in self.places), (1, 1))

    def _at(self, finding: Finding) -> Problem:
        row, column = self._place(finding.path)
        message = f"{self.cell_of(finding.path)}: {finding.message}"
        spot, path = self.grid.spot(row, column), path_text(finding.path)
        return Problem(finding.code, finding.severity, self.name, *spot, path, message, finding.hint)


def table_file(grid: Grid, kind: str, schema: Schema, languages: Sequence[str]) -> TableFile:
    """Convert the rows of a table to cards, with the fields named by the column headers."""
    reading = _Reading(grid, kind, Columns(schema, languages))
    entries = reading.entries()
    whole = not any(problem.code in ("TABLE-READ", "TABLE-LIMIT", "TABLE-SHEET") for problem in grid.problems)
    return TableFile(
        grid.name, grid.text, grid.text, [{kind: entries}], list(grid.problems), whole, [1], None, grid, reading.places
    )


class _Reading:
    """A table while it is read."""

    def __init__(self, grid: Grid, kind: str, columns: Columns) -> None:
        self.grid, self.kind, self.columns = grid, kind, columns
        self.places: dict[DataPath, tuple[int, int]] = {}

    def entries(self) -> list[dict[str, Any]]:
        rows = [row for row in self.grid.rows if not all(map(is_empty, row.cells))]
        if not rows:
            if not self.grid.problems:
                self.grid.add(
                    "TABLE-HEAD", "the table is empty", "name the fields in its first row: id, name_en, count"
                )
            return []
        headers = self._headers(rows[0].number, rows[0].cells)
        entries: list[dict[str, Any]] = []
        used: set[str] = set()
        numbers: dict[str, int] = {}
        for row in rows[1:]:
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

    def _headers(self, line: int, cells: Sequence[Any]) -> dict[int, Column]:
        headers: dict[int, Column] = {}
        names = list(self.columns.properties())
        for number, cell in enumerate(cells):
            place = (line, number + 1)
            if is_empty(cell):
                continue
            column = self.columns.find(str(cell)) if len(str(cell)) <= LONGEST_HEADER else None
            if len(str(cell)) > LONGEST_HEADER:
                self._note(
                    "TABLE-HEAD",
                    f"a column header has {len(str(cell)):,} characters; at most {LONGEST_HEADER} are read",
                    "shorten it",
                    place,
                    Severity.ERROR,
                )
            elif column is None:
                self._note(
                    "TABLE-COLUMN",
                    f"{quoted(str(cell))} is not a field: the column is not read",
                    meant(str(cell), names),
                    place,
                )
            elif any(column.path == earlier.path for earlier in headers.values()):
                self._note(
                    "TABLE-HEAD",
                    f"a second column for {'.'.join(column.path)}: {quoted(str(cell))}",
                    "delete one",
                    place,
                    Severity.ERROR,
                )
            else:
                headers[number] = column
        if not headers:
            self._note(
                "TABLE-HEAD",
                "the first row names no field",
                f"wanted: {', '.join(names[:12])}",
                (line, 1),
                Severity.ERROR,
            )
        return headers

    def _note(
        self,
        code: str,
        message: str,
        hint: str,
        place: tuple[int, int],
        severity: Severity = Severity.INFO,
        path: DataPath = (),
    ) -> None:
        message, spot = f"{self.grid.cell(*place)}: {message}", self.grid.spot(*place)
        self.grid.problems.append(Problem(code, severity, self.grid.name, *spot, path_text(path), message, hint))

    def _cell(self, entry: dict[str, Any], where: DataPath, column: Column, cell: Any, place: tuple[int, int]) -> None:
        strange = odd(cell)
        if strange:
            message = f"the cell holds {strange}, which is no {'.'.join(column.path)}"
            hint, path = "format the cell as text and type the value again", (*where, *column.path)
            self._note("TABLE-CELL", message, hint, place, Severity.ERROR, path)
            cell = str(cell)
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
        base = slug(str(name)) or "card"
        number, name_id = numbers.get(base, 1), base
        while name_id in used:
            number += 1
            name_id = f"{base}-{number}"
        numbers[base] = number
        return name_id


def slug(text: str) -> str:
    """Convert a name to an id.

    >>> slug("Az Öreg Mennydörgés!")
    'az-oreg-mennydorges'
    """
    letters = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:60].strip("-")
