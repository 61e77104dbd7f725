"""Tables and pictures from strangers: however small the file, it costs little, and nothing in it is believed."""

from __future__ import annotations

import contextlib
import io
import os
import socket
import struct
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest.mock import Mock
from urllib.request import Request

import pytest
from cli.command import run

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables import grid as table_grid
from cloudy_pnp.data.tables import unpack
from cloudy_pnp.data.tables.grid import grid_of, read_grid, read_spreadsheet
from cloudy_pnp.data.tables.read import table_file
from cloudy_pnp.draw.raster import BadPicture, open_raster
from cloudy_pnp.draw.svg_read import BadSvg, read_svg
from cloudy_pnp.workspace import tables as fetch

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
PARTS = {
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="a" Type="{OFFICE}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets>'
    "</workbook>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="a" Type="{OFFICE}/worksheet" '
    'Target="worksheets/sheet1.xml"/></Relationships>',
}


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def workbook(rows: str, before: str = "", how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as packed:
        for name, text in PARTS.items():
            packed.writestr(name, text)
        sheet = f"{before}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
        packed.writestr("xl/worksheets/sheet1.xml", sheet)
    return out.getvalue()


def spreadsheet(rows: str) -> bytes:
    """The same as OpenDocument."""
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = f'<office:document-content{names}><office:body><office:spreadsheet><table:table table:name="S">{rows}'
    content += "</table:table></office:spreadsheet></office:body></office:document-content>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
    return out.getvalue()


def told(content: bytes, name: str = "x.xlsx") -> str:
    """The code of the one problem of a table of which nothing is read."""
    grid = read_spreadsheet(content, name, "")
    assert not grid.rows
    [problem] = grid.problems
    return problem.code


def test_a_small_table_is_read() -> None:
    rows = f'<row r="1">{cell("A1", "id")}</row><row r="3">{cell("B3", "mill")}</row>'
    assert grid_of(workbook(rows), "x.xlsx").rows[0].cells[0] == "id"
    plain = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell>'
        "</table:table-row>"
    )
    end = (
        '<table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="999"/>'
    )
    assert grid_of(spreadsheet(f"{plain}{end}</table:table-row>"), "x.ods").rows[0].cells == ["id"]


@pytest.mark.parametrize("spaces", ["2000000000", "+2000000000", "0002000000000"])
def test_repeated_spaces_are_counted(spaces: str) -> None:
    """A file of 705 bytes ended `check` with a signal, and took 5.8 GB in `table import`."""
    text = f'<text:p>a<text:s text:c="{spaces}"/>b</text:p>'
    row = f'<table:table-row><table:table-cell office:value-type="string">{text}</table:table-cell></table:table-row>'
    assert told(spreadsheet(row), "x.ods") == "TABLE-LIMIT"
    assert grid_of(spreadsheet(row.replace(spaces, "3")), "x.ods").rows[0].cells == ["a   b"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems only bound the time")
def test_what_the_reader_needs_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was not counted before: the process that reads the file is ended, and the next file is read."""
    row = f'<row r="1">{cell("A1", "x" * 5_000_000)}</row>'
    monkeypatch.setenv(budget.VARIABLE, "file-megabytes=25")
    [problem] = grid_of(workbook(row), "x.xlsx").problems
    assert problem.code == "TABLE-LIMIT"
    assert problem.hint.endswith("CLOUDY_PNP_LIMITS=file-megabytes=100")
    monkeypatch.undo()
    assert len(grid_of(workbook(row), "x.xlsx").rows[0].cells[0]) == 5_000_000


def test_a_cell_far_away_does_not_end_the_program(tmp_path: Path) -> None:
    """Its reader made room for 17 thousand million fields, and was ended by a signal."""
    far = workbook(f'<row r="1">{cell("A1", "id")}</row><row r="1048576">{cell("XFD1048576", "x")}</row>')
    assert len(far) < 2_000
    (tmp_path / "x.xlsx").write_bytes(far)
    script = "import sys; from pathlib import Path; from cloudy_pnp.data.tables.grid import read_grid; "
    script += "print(read_grid(Path(sys.argv[1]), 'x.xlsx').problems[0].code)"
    words = [sys.executable, "-c", script, str(tmp_path / "x.xlsx")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert (done.returncode, done.stdout) == (0, "TABLE-LIMIT\n")


@pytest.mark.parametrize(
    "row",
    [
        f'<row>{cell("A1", "a")}</row><row r="99999999">{cell("", "b")}</row>',
        '<row r="1"><c r="&#88;FD900000"><v>1</v></c></row>',
        "<row>" * 100 + "</row>" * 100,
    ],
)
def test_where_cells_stand_is_counted_as_the_reader_counts(row: str) -> None:
    assert told(workbook(row)) == "TABLE-LIMIT"


@pytest.mark.parametrize(
    "given",
    [
        ('table:number-rows-repeated="1048576"', 'table:number-columns-repeated="16384"'),
        ("", 'table:number-columns-repeated="4000000000"'),
        ('table:number-rows-repeated="18446744073709551615"', ""),
    ],
)
def test_what_is_repeated_without_end_is_not_written_out(given: tuple[str, str]) -> None:
    inside = f"<table:table-cell {given[1]}><text:p>x</text:p></table:table-cell>"
    row = f"<table:table-row {given[0]}>{inside}</table:table-row>"
    assert told(spreadsheet(row), "x.ods") == "TABLE-LIMIT"


FAR = f'<row r="1">{cell("A1", "x")}</row><row r="2">{cell("BZZ900000", "x")}</row>'


def packed_with(parts: dict[str, str], rows: str = "") -> bytes:
    """A workbook with other parts, or more of them."""
    out = io.BytesIO()
    sheet = f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in {**PARTS, "xl/worksheets/sheet1.xml": sheet, **parts}.items():
            packed.writestr(name, text)
    return out.getvalue()


def sharing(strings: str, *cells: str) -> bytes:
    """A workbook whose cells name texts that they share."""
    rels = PARTS["xl/_rels/workbook.xml.rels"].replace(
        "</Rel", f'<Relationship Id="b" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Rel'
    )
    rows = "".join(f'<row r="{row}"><c r="A{row}" t="s"><v>{text}</v></c></row>' for row, text in enumerate(cells, 1))
    return packed_with(
        {"xl/sharedStrings.xml": f"<sst {MAIN}>{strings}</sst>", "xl/_rels/workbook.xml.rels": rels}, rows
    )


@pytest.mark.parametrize(
    "given",
    [
        '<c xmlns:y="y" r="BZZ900000" y:r="A2"><v>1</v></c>',
        '<c xmlns:y="y" y:r="A2" r="BZZ900000"><v>1</v></c>',
        '<c r="BZZ0000000000000000000000000900000"><v>1</v></c>',
    ],
)
def test_no_other_spelling_hides_how_far_away_a_cell_is(given: str) -> None:
    """Each of these made the reader end the program."""
    rows = f'<row r="1">{cell("A1", "x")}</row><row r="2">{given}</row>'
    assert told(workbook(rows)) in ("TABLE-READ", "TABLE-LIMIT")


def test_a_sheet_in_the_part_that_is_no_sheet() -> None:
    rels = PARTS["xl/_rels/workbook.xml.rels"].replace("worksheets/sheet1.xml", "/mimetype")
    sheet = f"<worksheet {MAIN}><sheetData>{FAR}</sheetData></worksheet>"
    assert told(packed_with({"mimetype": sheet, "xl/_rels/workbook.xml.rels": rels})) == "TABLE-READ"


def test_an_attribute_that_an_office_program_says_twice() -> None:
    """So does every file of LibreOffice, and its last rows are repeated far beyond those that hold something."""
    twice = (
        '<table:table-cell office:value-type="string" xmlns:calc="calc" calc:value-type="string"><text:p>id</text:p>'
    )
    rest = '<table:table-row table:number-rows-repeated="1048575"><table:table-cell table:style-name="ce1" '
    rest += 'table:number-columns-repeated="16384"/></table:table-row>'
    content = spreadsheet(f"<table:table-row>{twice}</table:table-cell></table:table-row>{rest}")
    grid = grid_of(content, "x.ods")
    assert ([row.cells for row in grid.rows], grid.problems) == ([["id"]], [])


@pytest.mark.parametrize("now", [0.0, 5e9])
def test_a_clock_that_is_wrong(now: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """ZIP knows the years from 1980 to 2107 only."""
    content = sharing("<si><t>id</t></si>", "0")
    monkeypatch.setattr("time.time", lambda: now)
    assert grid_of(content, "x.xlsx").rows


def test_texts_that_cells_share_are_read() -> None:
    assert [row.cells for row in grid_of(sharing("<si><t>id</t></si><si><t>é</t></si>", "0", "1"), "x.xlsx").rows] == [
        ["id"],
        ["é"],
    ]


@pytest.mark.parametrize("number", ["0", "00", "+0", " 0", "x"])
def test_a_long_text_that_many_cells_share(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    """Every cell has a copy: 4 MB of a text in 4,000 cells would be 16 GB."""
    monkeypatch.setattr(unpack, "MOST_CHARACTERS", 1_000)
    assert told(sharing(f"<si><t>{'x' * 100}</t></si>", *[number] * 11)) == "TABLE-LIMIT"
    assert grid_of(sharing(f"<si><t>{'x' * 100}</t></si><si/>", *["0"] * 9, "1", "1"), "x.xlsx").rows


def test_texts_inside_of_texts_would_be_counted_in_another_way() -> None:
    assert told(sharing("<si><si><t>x</t></si><si><t>xx</t></si></si>", "1")) == "TABLE-READ"


@pytest.mark.parametrize("how", ["columns", "rows", "value"])
def test_a_long_text_that_is_repeated(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(unpack, "MOST_CHARACTERS", 1_000)
    rows = f"""<table:table-row{' table:number-rows-repeated="11"' if how == "rows" else ""}><table:table-cell
        office:value-type="string"{' table:number-columns-repeated="11"' if how != "rows" else ""}"""
    text = "x" * 100
    rows += f' office:string-value="{text}">' if how == "value" else f"><text:p>{text}</text:p>"
    assert told(spreadsheet(f"{rows}</table:table-cell></table:table-row>"), "x.ods") == "TABLE-LIMIT"


def test_a_directory_that_lies_about_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "MOST_UNPACKED", 1_000_000)
    honest = workbook(f'<row r="1">{cell("A1", "x" * 5_000_000)}</row>')
    assert told(honest) == "TABLE-LIMIT"
    lying = bytearray(honest)
    at = lying.rfind(b"PK\x01\x02")
    struct.pack_into("<I", lying, at + 24, 1_000)
    assert told(bytes(lying)) == "TABLE-READ"


@pytest.mark.parametrize(
    "content",
    [
        workbook("", '<!DOCTYPE x [<!ENTITY a "b">]>'),
        workbook("", how=zipfile.ZIP_LZMA),
        workbook("<row>"),
        workbook(cell("A1", "x"))[:-40],
        b"PK\x03\x04",
        b"",
    ],
    ids=["entities", "lzma", "damaged", "cut", "head", "empty"],
)
def test_what_is_no_sound_spreadsheet_is_one_problem(content: bytes) -> None:
    assert told(content) == "TABLE-READ"


def test_tables_share_the_budget_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("bytes=50", "nodes=9"):
        monkeypatch.setenv(budget.VARIABLE, limit)
        with budget.run():
            found = [grid_of(b"id,count\na,1\nb,2\n", f"{number}.csv") for number in range(9)]
        codes = [problem.code for grid in found for problem in grid.problems]
        assert codes == ["TABLE-LIMIT"]
        assert not found[-1].rows


def test_a_table_that_is_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "vines.csv")
    with pytest.raises(Exception, match="not a plain file"):
        read_grid(tmp_path / "vines.csv", "vines.csv")


def test_thousands_of_cards_of_one_name_and_of_problems(tmp_path: Path) -> None:
    """Each took a look at all cards, or at all lines, before it."""
    (tmp_path / "cards/cloudy-kingdom").mkdir(parents=True)
    (tmp_path / "cards/cloudy-kingdom/spells.csv").write_text("name_en,count\n" + "Same,x\n" * 15_000)
    result = run("check", "--root", tmp_path, env={"XDG_CACHE_HOME": str(tmp_path)})
    assert result.code == 1
    assert "same-9" in result.out or "SCHEMA" in result.out


def test_the_cells_of_a_long_row_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every header may be too long: each of 300 searched a row of 30 MB from its start."""
    grid, search = grid_of(b"id,name,text\nx,y,z\n", "x.csv"), Mock(wraps=table_grid.offsets)
    monkeypatch.setattr(table_grid, "offsets", search)
    places = [grid.spot(*place) for place in ((1, 1), (1, 2), (1, 3), (1, 4), (9, 1))]
    assert places == [(1, 1), (1, 4), (1, 9), (1, 1), (9, 1)]
    search.assert_called_once_with("id,name,text", ",")


def test_macros_do_not_excuse_an_empty_sheet() -> None:
    out = io.BytesIO(workbook(""))
    with zipfile.ZipFile(out, "a") as packed:
        packed.writestr("xl/vbaProject.bin", "")
    file = table_file(grid_of(out.getvalue(), "x.xlsx"), "cards", Schema({}), ["en"])
    assert [problem.code for problem in file.problems] == ["TABLE-MACRO", "TABLE-HEAD"]


# --- pictures -------------------------------------------------------------------------------------------------------

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
ROW = '<rect {} width="1" height="1"/>'


@pytest.mark.parametrize(
    "inside",
    [
        "<style>" + ".a," * 300_000 + "</style>",
        "<style>" + "/* " * 300_000 + "</style>",
        "<style>.a{" + "".join(f"x{n}:1;" for n in range(20_000)) + "}</style>" + ROW.format('class="a"') * 9_000,
        '<linearGradient id="g">' + '<stop offset="0"/>' * 9_000 + "</linearGradient>"
        + ROW.format('fill="url(#g)"') * 900,
        '<defs><path id="p" d="M0 0' + "L1 1" * 40_000 + '"/></defs>' + '<use href="#p"/>' * 9_000,
        '<clipPath id="c">' + ROW.format("") * 900 + "</clipPath>" + ROW.format('clip-path="url(#c)"') * 9_000,
    ],
    ids=["classes", "comments", "declarations", "stops", "paths", "clips"],
)  # fmt: skip
def test_what_a_picture_repeats_is_counted(inside: str) -> None:
    """None of them ended within a minute."""
    with pytest.raises(BadSvg):
        read_svg(SVG.format(inside).encode())


def test_a_style_sheet_is_read_as_before() -> None:
    style = "<style>/* a */ .a, .b-c { fill: red; stroke: none } .d{fill:#00ff00} /**/</style>"
    [path] = read_svg(SVG.format(style + ROW.format('class="b-c"')).encode()).items
    assert path.fill.red == 1  # type: ignore[union-attr]
    for wrong in ("rect{fill:red}", ".a{.b{}}", ".a", "}", ".a{fill:red", "@import 'x';"):
        with pytest.raises(BadSvg, match="style sheet is not understood"):
            read_svg(SVG.format(f"<style>{wrong}</style>").encode())


def test_pictures_share_the_budget_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit only headers are read: every picture is still there, and the run reports the limit once."""
    from PIL import Image

    for number in range(4):
        Image.new("RGB", (100, 100 + number)).save(tmp_path / f"{number}.png")
    good = (tmp_path / "3.png").read_bytes()
    (tmp_path / "3.png").write_bytes(good[:-5] + b"x" + good[-4:])
    monkeypatch.setenv(budget.VARIABLE, "pictures=15000")
    with budget.run() as run:
        open_raster(tmp_path / "0.png", "0.png")
        assert not run.reported
        for number in (1, 2, 3):
            assert open_raster(tmp_path / f"{number}.png", "x.png").height == 100 + number
        assert run.reported == {"pictures"}
    monkeypatch.undo()
    with pytest.raises(BadPicture, match="damaged"):
        open_raster(tmp_path / "3.png", "3.png")


# --- fetching -------------------------------------------------------------------------------------------------------


@pytest.fixture
def answering() -> Iterator[Callable[[Iterable[bytes]], str]]:
    """A server that sends what it is told to, whatever it is asked."""
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()
    threads: list[threading.Thread] = []

    def start(parts: Iterable[bytes]) -> str:
        def serve() -> None:
            talking, _ = listening.accept()
            with talking, contextlib.suppress(OSError):
                talking.recv(9_999)
                for part in parts:
                    talking.sendall(part)
                    if ended.wait(0.05):
                        return

        threads.append(threading.Thread(target=serve, daemon=True))
        threads[-1].start()
        return f"http://127.0.0.1:{listening.getsockname()[1]}/x.csv"

    yield start
    ended.set()
    for thread in threads:
        thread.join(10)
    listening.close()


def test_a_letter_at_a_time_does_not_keep_anybody_waiting(
    answering: Callable[[Iterable[bytes]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "_MOST_SECONDS", 0.5)
    url = answering([b"HTTP/1.0 200 OK\r\n\r\n", *[b"a"] * 1_000])
    with pytest.raises(UserError, match=r"no complete answer after 0\.5 seconds"):
        fetch.fetched(url, ".csv")


@pytest.mark.parametrize("sent", [b"nonsense\r\n", b"HTTP/1.0 200 OK\r\nx: " + b"y" * 99_999 + b"\r\n\r\n", b""])
def test_a_server_that_talks_nonsense_is_told(answering: Callable[[Iterable[bytes]], str], sent: bytes) -> None:
    with pytest.raises(UserError, match="cannot fetch"):
        fetch.fetched(answering([sent]), ".csv")


def test_nobody_is_led_from_the_web_to_this_machine() -> None:
    lead, answer = fetch._SafeRedirects().redirect_request, io.BytesIO()
    with pytest.raises(UserError, match="redirects to"):
        lead(Request("https://example.org/x"), answer, 302, "", {}, "http://127.0.0.1:631/x")  # type: ignore[no-untyped-call]
    assert answer.closed
