"""Cards as a table: CSV, or a spreadsheet with drop-downs. Reading it again gives the same cards."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cloudy_pnp.core.problems import DataPath, UserError, value_at
from cloudy_pnp.core.shipped import page_template
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.columns import Columns, is_empty, is_localized
from cloudy_pnp.data.tables.grid import grid_of
from cloudy_pnp.data.tables.read import _SIGNS, TableFile

if TYPE_CHECKING:
    from markupsafe import Markup

_CREATED = datetime(2000, 1, 1)
_WIDEST, _MOST_OPTIONS = 60, 250


def table_rows(
    entries: Sequence[Mapping[str, Any]], schema: Schema, languages: Sequence[str]
) -> tuple[list[str], list[list[Any]]]:
    """Return the headers of all columns that a card, or a new one, needs, and the cells of each card."""
    columns = Columns(schema, languages)
    paths = list(_paths(columns, entries, languages))
    rows = [[_cell(entry, path) for path in paths] for entry in entries]
    return ["_".join(path) if _is_text(columns, path) else ".".join(path) for path in paths], rows


def _paths(
    columns: Columns, entries: Sequence[Mapping[str, Any]], languages: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    for name, schema in columns.properties().items():
        if is_localized(schema):
            extra = dict.fromkeys(key for entry in entries for key in entry.get(name, {}))
            yield from ((name, lang) for lang in dict.fromkeys((*languages, *extra)))
        else:
            yield (name,)


def _is_text(columns: Columns, path: tuple[str, ...]) -> bool:
    return len(path) == 2 and is_localized(columns.properties().get(path[0], {}))


def _cell(entry: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    value = value_at(entry, path)
    match value:
        case None | str() | int() | float():
            return ("yes" if value else "no") if isinstance(value, bool) else value
        case list() if value and all(_is_simple(item) for item in value):
            return ";".join(map(str, value))
    return json.dumps(value, ensure_ascii=False)


def _is_simple(item: Any) -> bool:
    """Check whether an item can be in a list separated by ";", and be read again unchanged."""
    if isinstance(item, str):
        return bool(item) and ";" not in item and item.strip() == item and item[0] not in "[{" and not item.isdigit()
    return isinstance(item, int) and not isinstance(item, bool)


def csv_bytes(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """Write a CSV file that every spreadsheet opens. An apostrophe marks text that looks like a formula.

    >>> csv_bytes(["id", "text"], [["a", "=1+1"]]).decode("utf-8-sig")
    "id,text\\r\\na,'=1+1\\r\\n"
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows([[_harmless(cell) for cell in row] for row in rows])
    return out.getvalue().encode("utf-8-sig")


def with_row(text: str, name: str, entry: Mapping[str, Any], schema: Schema, languages: Sequence[str]) -> str:
    """Return a CSV text with another row at its end. Raises UserError if the table has no column for a value.

    If it has no column for ids, which are then derived from names, the card's name is derived from its id.

    >>> with_row("id;count\\r\\nmill;2", "x.csv", {"id": "inn"}, Schema({"properties": {"id": {}}}), ["en"])
    'id;count\\r\\nmill;2\\r\\ninn;\\r\\n'
    """
    grid = grid_of(text.encode("utf-8"), name)
    heads = next((row.cells for row in grid.rows if not all(map(is_empty, row.cells))), [])
    if grid.problems or not heads:
        raise UserError(f"{name} cannot be read as a table: fix that first")
    columns = Columns(schema, languages)
    paths = [column.path if (column := columns.find(str(head))) else () for head in heads]
    if ("id",) not in paths:
        entry = _named_by_id(entry)
    for path in _needed_columns(columns, entry):
        if path not in paths:
            raise UserError(f"{name} has no column for {'.'.join(path)}: add it to the first row")
    end = "\r\n" if "\r\n" in text else "\n"
    out = io.StringIO(newline="")
    cells = [_harmless(_cell(entry, path)) if path else "" for path in paths]
    csv.writer(out, delimiter=grid.delimiter, lineterminator=end).writerow(cells)
    return text + ("" if text.endswith("\n") else end) + out.getvalue()


def with_cells(table: TableFile, texts: Mapping[DataPath, str]) -> str:
    """Return a CSV text with other values in some cells, by their paths. A column that the table lacks is added."""
    sheet = next(iter(table.sheets.values()))  # all kinds of a CSV file are in one grid
    rows = {row.number: [str(cell) for cell in row.cells] for row in sheet.grid.rows}
    heads = next(cells for cells in rows.values() if not all(map(is_empty, cells)))
    columns: dict[DataPath, int] = {path: number - 1 for path, number in sheet.columns.items()}
    columns |= {path[2:]: column - 1 for path, (_, column) in table.places.items() if len(path) > 2}
    for path, text in texts.items():
        if path[2:] not in columns:
            columns[path[2:]] = len(heads)
            heads.append("_".join(map(str, path[2:])))
        row = rows[table.places[path[:2]][0]]
        row += [""] * (len(heads) - len(row))
        row[columns[path[2:]]] = str(_harmless(text))
    out = io.StringIO(newline="")
    end = "\r\n" if "\r\n" in sheet.grid.text else "\n"
    csv.writer(out, delimiter=sheet.grid.delimiter, lineterminator=end).writerows(rows.values())
    return out.getvalue()


def _named_by_id(entry: Mapping[str, Any]) -> dict[str, Any]:
    title = str(entry["id"]).replace("-", " ").title()
    key = next((key for key in ("name", "title") if key in entry), "")
    name = dict.fromkeys(entry[key], title) if key and isinstance(entry[key], Mapping) else title
    return {**{other: value for other, value in entry.items() if other != "id"}, **({key: name} if key else {})}


def _needed_columns(columns: Columns, entry: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the columns that the values of an entry need."""
    for key, value in entry.items():
        if is_localized(columns.properties().get(key, {})):
            yield from ((key, lang) for lang in value)
        else:
            yield (key,)


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] and cell[0] in _SIGNS else cell


def xlsx_bytes(
    heads: Sequence[str], rows: Sequence[Sequence[Any]], options: Mapping[str, Sequence[str]], title: str
) -> bytes:
    """Write a spreadsheet: headers stay visible, texts stay texts whatever they begin with, choices are drop-downs."""
    try:
        import xlsxwriter
    except ImportError:  # pragma: no cover - a dependency of the package
        raise UserError("writing spreadsheets needs the package xlsxwriter; CSV needs nothing") from None
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": _CREATED, "title": title})
    sheet = book.add_worksheet(title[:31])
    bold = book.add_format({"bold": True, "bg_color": "#efe6d2"})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    for column, head in enumerate(heads):
        sheet.write_string(0, column, head, bold)
        longest = max([len(head), *(len(str(row[column])) for row in rows if row[column] is not None)])
        sheet.set_column(column, column, min(longest + 2, _WIDEST), wrapped)
        words = options.get(head, ())
        if words and sum(map(len, words)) + len(words) <= _MOST_OPTIONS:  # the limit of Excel
            sheet.data_validation(1, column, len(rows) + 200, column, {"validate": "list", "source": list(words)})
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(number, column, cell)
            elif cell is not None:
                sheet.write_number(number, column, cell)
    sheet.freeze_panes(1, 1)
    book.close()
    return out.getvalue()


_ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_ODS_MANIFEST = f"""<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" \
manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS_TYPE}"/>\
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"""


def ods_bytes(heads: Sequence[str], rows: Sequence[Sequence[Any]], title: str) -> bytes:
    """Return a spreadsheet of LibreOffice: every text is a text, whatever it begins with."""
    template = page_template(Path(__file__).with_name("ods.xml.j2"), lines=_ods_lines)
    content = template.render(rows=[heads, *rows], title=title[:31])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr(zipfile.ZipInfo("mimetype"), _ODS_TYPE)  # first and not compressed, as the format demands
        for name, text in (("META-INF/manifest.xml", _ODS_MANIFEST), ("content.xml", content)):
            packed.writestr(zipfile.ZipInfo(name), text.encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _ods_lines(text: str) -> list[Markup]:
    from xml.sax.saxutils import escape  # only this format needs these two

    from markupsafe import Markup

    lines = _CONTROL.sub("", text).split("\n")
    return [Markup(_SPACES.sub(_ods_spaces, escape(line))) for line in lines]  # noqa: S704


def _ods_spaces(spaces: re.Match[str]) -> str:
    return f'<text:s text:c="{len(spaces[0])}"/>'


_SPACES = re.compile("^ +| +$|  +")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def options_of(schema: Schema, languages: Sequence[str]) -> dict[str, list[str]]:
    """Return the allowed words by column."""
    columns = Columns(schema, languages)
    fields = {name: columns.resolved(field) for name, field in columns.properties().items()}
    lists = {name: [str(word) for word in field["enum"]] for name, field in fields.items() if "enum" in field}
    return lists | {name: ["yes", "no"] for name, field in fields.items() if field.get("type") == "boolean"}
