"""Tables: cells with their places, fields by heads, what spreadsheets do to data, and the way back."""

from __future__ import annotations

import csv
import datetime
import io
import shutil
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
import yaml

from cloudy_pnp.core.problems import Finding, Severity, UserError
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.columns import Columns
from cloudy_pnp.data.tables.grid import MOST_ROWS, grid_of
from cloudy_pnp.data.tables.read import TableFile, TableUse, join_tables, read_sheet, table_file
from cloudy_pnp.data.tables.write import csv_bytes, ods_bytes, table_rows, xlsx_bytes
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load
from cloudy_pnp.workspace.tables import export_table, fetched, import_table

SCHEMA = Schema(
    {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "count": {"type": "integer"},
            "name": {"$ref": "#/$defs/localized"},
            "suit": {"type": "string", "enum": ["flame", "tide"]},
            "strength": {"type": "integer"},
            "fast": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "costs": {"type": "array", "items": {"type": "integer"}},
            "face": {"type": "object", "properties": {"vines": {"type": "array", "items": {}}}},
            "text": {"type": "string"},
        },
        "$defs": {"localized": {"type": "object"}},
    }
)


def _read(content: bytes, name: str = "cards.csv") -> TableFile:
    return table_file(grid_of(content, name), "cards", SCHEMA, ["en", "de"])


def _entries(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = _read(text.encode()).documents[0]["cards"]
    return found


def test_a_column_header_has_a_bound() -> None:
    """One of 60,000 spaces took half a minute."""
    table = _read(f"id,a{' ' * 100_000}b\nmill,3\n".encode())
    assert table.documents == [{"cards": [{"id": "mill"}]}]
    [problem] = table.problems
    assert (problem.code, "100,002 characters" in problem.message) == ("TABLE-HEAD", True)


@pytest.mark.parametrize(
    ("header", "language"), [("name:de", "de"), ("Name_DE", "de"), ("name _ de", "de"), ("name", "en")]
)
def test_a_column_header_names_a_language(header: str, language: str) -> None:
    assert _entries(f"id,{header}\nmill,M\n") == [{"id": "mill", "name": {language: "M"}}]


@pytest.mark.parametrize("head", ["count", "Qty", "QUANTITY", "Copies", " Count "])
def test_the_number_of_copies_has_many_names(head: str) -> None:
    assert _entries(f"id,{head}\nmill,3\n") == [{"id": "mill", "count": 3}]


def test_heads_name_fields_languages_and_parts() -> None:
    text = "ID;Name_EN;name:de;name;face.vines;Tags\nmill;A;B;;[[n, e]];old; \n"
    assert _entries(text.replace(";name;", ";").replace(";;", ";"))[0] == {
        "id": "mill",
        "name": {"en": "A", "de": "B"},
        "face": {"vines": [["n", "e"]]},
        "tags": ["old"],
    }


def test_cells_become_what_their_fields_want() -> None:
    [card] = _entries('id,strength,fast,tags,costs,text\nmill,007,Yes,"a;b ; c",1;2,007\n')
    assert card == {"id": "mill", "strength": 7, "fast": True, "tags": ["a", "b", "c"], "costs": [1, 2], "text": "007"}


def test_a_card_without_an_id_is_called_by_its_name() -> None:
    text = "name,strength\nThe Mill,1\nThe Mill,2\nŐsz!,3\n"
    assert [card["id"] for card in _entries(text)] == ["the-mill", "the-mill-2", "osz"]


def test_a_problem_names_its_cell_and_stands_at_its_place() -> None:
    table = _read(b'id,suit,name_en\nmill,flame,"a, b"\nwell,tide,x\n')
    [problem] = table.problems_at([Finding("SCHEMA-VALUE", ("cards", 0, "name", "en"), "odd")])
    assert (problem.file, problem.line, problem.column, problem.message) == ("cards.csv", 2, 12, "C2: odd")
    [missing] = table.problems_at([Finding("SCHEMA-REQUIRED", ("cards", 1), "gone")])
    assert (missing.line, missing.message) == (3, "A3: gone")


def test_lines_of_a_csv_count_as_an_editor_counts_them() -> None:
    table = _read(b'id,text\nmill,"two\nlines"\nwell,x\n')
    assert table.line_of(0, ("cards", 1)) == 4


def _codes(table: TableFile) -> list[str]:
    return [problem.code for problem in table.problems]


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (b"", ["TABLE-HEAD"]),
        (b"a,b\n1,2\n", ["TABLE-HEAD"]),
        (b"id,count,qty\na,1,2\n", ["TABLE-HEAD"]),
        (b"id,strengt\na,1\n", ["TABLE-COLUMN"]),
        (b"id\n\xff\xfe\n", ["TABLE-READ"]),
        (b"id\n\0\n", ["TABLE-READ"]),
        (b'id,text\na,"' + b"x" * 200_000 + b'"\n', ["TABLE-READ"]),
        (b"id\n" + b"a\n" * (MOST_ROWS + 5), ["TABLE-LIMIT"]),
        (b"id,text\na,#REF!\n", ["TABLE-CELL"]),
    ],
)
def test_bad_csv(content: bytes, codes: list[str]) -> None:
    assert sorted(_codes(_read(content))) == codes


@pytest.mark.parametrize(
    ("header", "field"),
    [
        *((head, ("name", "de")) for head in ("Name DE", "name (de)", "NAME [DE]", "Name Deutsch", "name.de")),
        *((head, ("count",)) for head in ("Anzahl", "Stück", "Stückzahl", "Quantité", "darab", "Menge")),
        ("Stärke!", ("strength",)),
        ("name (same)", ("name", "same")),
    ],
)
def test_a_heading_of_real_people_names_its_field(header: str, field: tuple[str, ...]) -> None:
    column = Columns(SCHEMA, ["en", "de"], {"Stärke!": "strength"}).find(header)
    assert column is not None
    assert column.path == field


def test_a_word_that_is_no_language_of_the_game_is_not_taken_for_one() -> None:
    assert Columns(SCHEMA, ["en", "de"]).find("Name alt") is None
    assert Columns(SCHEMA, ["en", "de"]).find("Name fr") is None


NAMES = {"flame": ["Flame", "Flamme"], "tide": ["Tide", "Flut"]}


@pytest.mark.parametrize("cell", ["flame", "Flame", "FLAMME", " flamme "])
def test_a_choice_is_an_id_or_a_name_in_any_case(cell: str) -> None:
    schema = {"type": "string", "enum": ["flame", "tide"], "x-names": NAMES}
    columns = Columns(SCHEMA, ["en"])
    assert columns.value(cell, schema) == "flame"
    assert columns.value(f"{cell}, Flut", {"type": "array", "items": schema}) == ["flame", "tide"]
    assert columns.value("fire", schema) == "fire"


@pytest.mark.parametrize("cell", ["2,50", "2.5", 2.5])
def test_a_number_with_decimals_has_a_comma_or_a_point(cell: str | float) -> None:
    assert Columns(SCHEMA, ["en"]).value(cell, {"type": "number"}) == 2.5


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8-sig"])
def test_old_encodings_are_read_where_they_are_unambiguous(encoding: str) -> None:
    table = _read('id,name_de,text\nx,Flöße für Größe,"à bientôt – „ja“"\n'.encode(encoding))
    [card] = table.documents[0]["cards"]
    assert (card["name"]["de"], card["text"]) == ("Flöße für Größe", "à bientôt – „ja“")
    assert table.problems == []


def test_a_text_that_two_encodings_explain_is_refused() -> None:
    assert _codes(_read("id,text\nx,sűrű\n".encode("cp1250"))) == ["TABLE-READ"]
    [card] = _read("id,text\nx,sűrű erdő\n".encode("cp1250")).documents[0]["cards"]
    assert card["text"] == "sűrű erdő"


@pytest.mark.parametrize("after", [b"</f>", b"</f><v/>", b"</f><v></v>"])
def test_a_formula_without_a_result_is_named(after: bytes) -> None:
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.add_worksheet("Notes").write_formula("B2", "=1+1", value="")
    sheet = book.add_worksheet("Deck")
    sheet.write_row(0, 0, ["id", "strength", "text"])
    sheet.write_row(1, 0, ["mill"])
    sheet.write_formula(1, 1, "=1+1")
    book.close()
    with zipfile.ZipFile(out) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts["xl/worksheets/sheet2.xml"] = parts["xl/worksheets/sheet2.xml"].replace(b"</f><v>0</v>", after)
    again = io.BytesIO()
    with zipfile.ZipFile(again, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    table = table_file(grid_of(again.getvalue(), "cards.xlsx", "Deck"), "cards", SCHEMA, ["en", "de"])
    [problem] = table.problems
    assert (problem.code, problem.line, problem.column) == ("TABLE-CELL", 2, 2)
    assert "a formula without a result" in problem.message


def test_the_error_of_a_formula_in_a_spreadsheet_is_named() -> None:
    """The reader of spreadsheets returns an empty cell for it."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["id", "strength"])
    sheet.write_row(1, 0, ["mill"])
    sheet.write_formula(1, 1, "=#REF!+1", value="#REF!")
    book.close()
    [problem] = _read(out.getvalue(), "cards.xlsx").problems
    assert (problem.code, problem.line, problem.column) == ("TABLE-CELL", 2, 2)
    assert "the error #REF! of a formula" in problem.message


def test_cells_beyond_the_last_heading_are_reported_once() -> None:
    [problem] = _read(b"id,strength\nmill,3,stray\ninn,4,stray\n").problems
    assert (problem.code, problem.severity, problem.line) == ("TABLE-COLUMN", Severity.WARNING, 2)


def test_a_column_that_is_close_to_a_field_is_a_warning() -> None:
    severities = {head: _read(f"id,{head}\na,1\n".encode()).problems[0].severity for head in ("strengt", "notes")}
    assert severities == {"strengt": Severity.WARNING, "notes": Severity.INFO}


def test_a_misspelt_word_for_the_number_of_copies_is_a_warning() -> None:
    [problem] = _read(b"id,Anzhal\na,1\n").problems
    assert (problem.severity, '{"Anzhal": count}' in problem.hint) == (Severity.WARNING, True)


@pytest.mark.parametrize("cell", ["2", "2,0", "2.00"])
def test_a_whole_number_may_have_empty_decimals(cell: str) -> None:
    assert Columns(SCHEMA, ["en"]).value(cell, {"type": "integer"}) == 2


def test_a_missing_column_is_one_problem_and_an_empty_cell_is_at_its_place() -> None:
    table = _read(b"id,suit\nmill,flame\ninn,\nbarn,tide\n")
    gone = [
        Finding("SCHEMA-REQUIRED", ("cards", index), 'the key "name" is missing', missing="name") for index in range(3)
    ]
    [problem] = table.problems_at(gone)
    assert (problem.line, problem.message) == (1, "A1: the table has no column for name")
    [problem] = table.problems_at(
        [Finding("SCHEMA-REQUIRED", ("cards", 1), 'the key "suit" is missing', missing="suit")]
    )
    assert (problem.line, problem.column) == (3, 5)
    assert problem.message == "B3: the cell is empty: every card needs suit"
    table = _read(b"id,nmae,suit,notes\nmill,Mill,flame,\n")
    [problem] = table.all_problems(gone)
    assert (problem.column, problem.message) == (
        4,
        'B1: the table has no column for name ("nmae", "notes" are not read)',
    )
    assert problem.hint.endswith('columns: {"nmae": name}')


def test_kinds_share_a_table_by_a_column() -> None:
    grid = grid_of(b"Type,id,strength,suit\nHero,mill,3,\nquest,inn,,tide\nQust,barn,,\nhero,oak,1,\n", "all.csv")
    heroes = Schema({"properties": {"id": {"type": "string"}, "strength": {"type": "integer"}}})
    quests = Schema({"properties": {"id": {"type": "string"}, "suit": {"type": "string"}}})
    table = join_tables(
        [
            read_sheet(grid, "heroes", heroes, ["en"], TableUse(rows={"type": ["hero"]})),
            read_sheet(grid, "quests", quests, ["en"], TableUse(rows={"type": ["quest"]})),
        ]
    )
    assert table.documents == [
        {
            "heroes": [{"id": "mill", "strength": 3}, {"id": "oak", "strength": 1}],
            "quests": [{"id": "inn", "suit": "tide"}],
        }
    ]
    [problem] = table.problems
    assert (problem.code, problem.severity, problem.line) == ("TABLE-ROW", Severity.WARNING, 4)
    assert '"Qust" chooses no kind: 1 row is not read' in problem.message


def test_kinds_that_share_a_table_miss_a_column_once() -> None:
    grid = grid_of(b"Type,id,Kosten,more\nhero,mill,3,\nquest,inn,,4\n", "all.csv")
    schema = Schema({"properties": {"id": {"type": "string"}, "price": {}}, "required": ["id", "price"]})
    with_more = Schema({"properties": {"id": {"type": "string"}, "price": {}, "more": {}}, "required": ["id", "price"]})
    table = join_tables(
        [
            read_sheet(grid, "heroes", schema, ["en"], TableUse(rows={"type": ["hero"]})),
            read_sheet(grid, "quests", with_more, ["en"], TableUse(rows={"type": ["quest"]})),
        ]
    )
    findings = [
        Finding("SCHEMA-REQUIRED", (kind, 0), 'the key "price" is missing', missing="price")
        for kind in ("heroes", "quests")
    ]
    [problem] = table.all_problems(findings)
    assert problem.message == 'C1: the table has no column for price ("Kosten" is not read)'


def test_rows_of_a_kind_that_cannot_be_read_are_not_reported() -> None:
    grid = grid_of(b"Type,id\nhero,mill\nQuest,inn\nnote,x\n", "all.csv")
    schema = Schema({"properties": {"id": {"type": "string"}}})
    heroes = read_sheet(grid, "heroes", schema, ["en"], TableUse(rows={"type": ["hero"]}))
    [problem] = join_tables([heroes], claimed=["hero", "quest"]).problems
    assert (problem.code, problem.line) == ("TABLE-ROW", 4)


def _xlsx(rows: list[list[Any]], first: int = 0, merged: str = "") -> bytes:
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "default_date_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet("Deck")
    for number, row in enumerate(rows, first):
        sheet.write_row(number, 0, row)
    if merged:
        sheet.merge_range(merged, "x")
    book.close()
    return out.getvalue()


def test_a_spreadsheet_gives_numbers_back_as_whole_ones() -> None:
    table = _read(_xlsx([["id", "strength", "text"], ["mill", 3, 7]], first=2), "cards.xlsx")
    assert table.documents[0]["cards"] == [{"id": "mill", "strength": 3, "text": "7"}]
    [problem] = table.problems_at([Finding("X", ("cards", 0, "strength"), "odd")])
    assert (problem.line, problem.column, problem.message) == (4, 2, "Deck!B4: odd")


def test_a_date_where_an_id_is_wanted_is_told_at_its_cell() -> None:
    table = _read(_xlsx([["id", "strength"], [datetime.date(2026, 3, 1), 3]]), "cards.xlsx")
    [problem] = table.problems
    assert problem.code == "TABLE-CELL"
    assert problem.message.startswith("Deck!A2: the cell holds the date or time 2026-03-01")


def test_merged_cells_are_told() -> None:
    table = _read(_xlsx([["id", "strength"], ["mill", 3]], merged="A3:A5"), "cards.xlsx")
    assert [(problem.code, problem.line) for problem in table.problems] == [("TABLE-MERGED", 3)]


def test_a_packed_bomb_and_what_is_no_spreadsheet() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * 300_000_000)
    assert _codes(_read(out.getvalue(), "cards.xlsx")) == ["TABLE-LIMIT"]
    assert _codes(_read(b"PK nothing", "cards.xlsx")) == ["TABLE-READ"]
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    assert _codes(_read(empty.getvalue(), "cards.ods")) == ["TABLE-READ"]


CARDS: list[dict[str, Any]] = [
    {
        "id": "mill",
        "count": 2,
        "name": {"en": "=cmd|x", "de": "Mühle", "same": ["de"]},
        "fast": True,
        "tags": ["a", "b"],
    },
    {"id": "well", "name": {"en": "'=quoted"}, "tags": ["a;b", "1"], "costs": [], "face": {"vines": [["n"], ["e"]]}},
    {"id": "gate", "text": "two\nlines", "strength": -3, "fast": False, "costs": [3]},
]


@pytest.mark.parametrize("ending", ["csv", "xlsx", "ods"])
def test_written_and_read_again_cards_are_the_same(ending: str) -> None:
    heads, rows = table_rows(CARDS, SCHEMA, ["en", "de"])
    writers = {
        "csv": lambda: csv_bytes(heads, rows),
        "xlsx": lambda: xlsx_bytes(heads, rows, {"suit": ["flame"]}, "cards"),
        "ods": lambda: ods_bytes(heads, rows, "cards"),
    }
    content = writers[ending]()
    table = _read(content, f"cards.{ending}")
    assert table.problems == []
    assert table.documents[0]["cards"] == CARDS
    assert content == writers[ending]()


def test_formulas_are_no_formulas() -> None:
    heads, rows = table_rows(CARDS, SCHEMA, ["en", "de"])
    assert b"'=cmd|x" in csv_bytes(heads, rows)
    with zipfile.ZipFile(io.BytesIO(xlsx_bytes(heads, rows, {}, "cards"))) as packed:
        assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize("kind", ["spells", "vines"])
@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".ods"])
def test_cards_of_our_own_game_go_out_and_come_back_unchanged(kind: str, ending: str, tmp_path: Path) -> None:
    shipped = home_of("cloudy-kingdom")
    shutil.copytree(shipped.cards, tmp_path / "cards" / "cloudy-kingdom")
    home, file = home_of("cloudy-kingdom", tmp_path), tmp_path / f"table{ending}"
    content, count = export_table(home, kind, file)
    file.write_bytes(content)
    found = import_table(home, file, kind)
    assert count > 5
    assert (found.problems, found.files, found.changed, found.added, found.missing) == ([], {}, 0, [], [])


def test_a_changed_cell_changes_one_line_and_keeps_comments(tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "cloudy-kingdom"
    shutil.copytree(home_of("cloudy-kingdom").cards, folder)
    path = folder / "vines.yaml"
    before = path.read_text("utf-8")
    home, file = home_of("cloudy-kingdom", tmp_path), tmp_path / "vines.csv"
    text = export_table(home, "vines", file)[0].decode("utf-8-sig")
    first = load(home).entries.of("vines")[0].data
    file.write_text(
        text.replace(f"{first['id']},{first['count']},", f"{first['id']},77,", 1) + "new-one,1,[[n]],,\n", "utf-8"
    )
    found = import_table(home, file, "vines")
    [(changed, after)] = found.files.items()
    assert changed.name == "vines.yaml"
    assert (found.changed, found.added) == (1, ["new-one"])
    lines, new = before.splitlines(), after.splitlines()
    assert len([line for line in lines if line not in new]) == 1, "all other lines stay, comments too"
    assert "new-one" in after


def test_a_wrong_cell_imports_nothing(tmp_path: Path) -> None:
    shutil.copytree(home_of("cloudy-kingdom").cards, tmp_path / "cards" / "cloudy-kingdom")
    file = tmp_path / "vines.csv"
    file.write_text("id,count,vines\nstem,many,[[n]]\n", "utf-8")
    found = import_table(home_of("cloudy-kingdom", tmp_path), file, "vines")
    assert [problem.message[:4] for problem in found.problems] == ["B2: "]
    assert found.files == {}


def test_a_text_that_is_not_translated_is_an_empty_cell(tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "cloudy-kingdom"
    shutil.copytree(home_of("cloudy-kingdom").cards, folder)
    data = yaml.safe_load((folder / "spells.yaml").read_text("utf-8"))
    del data["spells"][0]["name"]["de"]
    (folder / "spells.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    home, file = home_of("cloudy-kingdom", tmp_path), tmp_path / "spells.csv"
    file.write_bytes(export_table(home, "spells", file)[0])
    rows = csv.DictReader(io.StringIO(file.read_text("utf-8-sig")))
    assert [row["name_de"] == "" for row in rows] == [number == 0 for number in range(len(data["spells"]))]
    assert import_table(home, file, "spells").changed == 0


@pytest.mark.parametrize(("old", "new"), [("count: 6", "count: six"), ("- id: stem", "- id: [stem")])
@pytest.mark.parametrize("way", ["import", "export"])
def test_no_table_where_some_cards_cannot_be_read(way: str, old: str, new: str, tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "cloudy-kingdom"
    shutil.copytree(home_of("cloudy-kingdom").cards, folder)
    home, file = home_of("cloudy-kingdom", tmp_path), tmp_path / "vines.csv"
    file.write_bytes(export_table(home, "vines", file)[0])
    vines = folder / "vines.yaml"
    vines.write_text(vines.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(UserError, match=r"some vines cannot be read.*vines\.yaml"):
        import_table(home, file, "vines") if way == "import" else export_table(home, "vines", file)


@pytest.mark.parametrize("name", ["stem", "brand-new"])
def test_two_rows_with_one_id_import_nothing(name: str, tmp_path: Path) -> None:
    shutil.copytree(home_of("cloudy-kingdom").cards, tmp_path / "cards" / "cloudy-kingdom")
    file = tmp_path / "vines.csv"
    file.write_text(f"count,id,vines\n6,{name},[[n]]\n2,bend,[[n]]\n3,{name},[[s]]\n", "utf-8")
    found = import_table(home_of("cloudy-kingdom", tmp_path), file, "vines")
    [problem] = found.problems
    assert (problem.code, problem.line) == ("REF-DUPLICATE", 4)
    assert problem.message == f'B4: the id "{name}" is already in B2'
    assert (found.files, found.added, found.changed) == ({}, [], 0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "cards.csv").write_text("id,count\nmill,1\n")
    (tmp_path / "page.csv").write_text("<!doctype html><p>log in")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    found = HTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{found.server_port}"
    found.shutdown()
    thread.join()
    found.server_close()


def test_a_published_table_is_fetched(server: str) -> None:
    assert fetched(f"{server}/cards.csv", ".csv") == b"id,count\nmill,1\n"


@pytest.mark.parametrize(("path", "reason"), [("/page.csv", "web page"), ("/none.csv", "not found|404")])
def test_what_is_no_table_is_not_kept(path: str, reason: str, server: str) -> None:
    with pytest.raises(UserError, match=reason):
        fetched(server + path, ".csv")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://example.com/a.csv", "ftp://x/a.csv", "cards.csv"])
def test_only_safe_addresses_are_asked(url: str) -> None:
    with pytest.raises(UserError, match="https"):
        fetched(url, ".csv")


def test_a_table_without_rows_is_a_warning() -> None:
    [problem] = _read(b"id,count\n").problems
    assert (problem.code, problem.severity) == ("TABLE-HEAD", Severity.WARNING)
    assert _read(b"id,count\nmill,1\n").problems == []
