"""Cards of a spreadsheet are shown like all others; they are changed in the spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest
import xlsxwriter
from data.test_hostile_tables import spreadsheet
from playwright.sync_api import expect

from studio.browser import CHROMIUM, Profile, until
from studio.game import Served, served
from studio.small_game import NAME, TABLE, SmallGame


def _xlsx(rows: list[list[str]]) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet("Deck")
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, row)
    book.close()
    return out.getvalue()


def _ods(rows: list[list[str]]) -> bytes:
    cell = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    return spreadsheet("".join(f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows))


WRITERS = {"xlsx": _xlsx, "ods": _ods}


def write(small: SmallGame, ending: str, table: str) -> None:
    rows = [[*row[:2], "0", *row[3:]] if row[2] != "cost" else row for row in csv.reader(io.StringIO(table))]
    (small.folder / f"cards.{ending}").write_bytes(WRITERS[ending](rows))


@pytest.fixture(scope="module", params=WRITERS)
def ending(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, ending: str) -> SmallGame:
    game = SmallGame(tmp_path_factory.mktemp("small"))
    (game.folder / "cards.csv").unlink()
    for name in ("one", "two"):
        (game.folder / f"{name}.yaml").unlink()
    write(game, ending, TABLE)
    return game


@pytest.fixture(scope="module")
def reached(small: SmallGame) -> Iterator[Served]:
    with served(small, preview=small.preview()) as made:
        yield made


def test_its_cards_are_listed_and_drawn_and_never_written(reached: Served, small: SmallGame, ending: str) -> None:
    name = f"cards/{NAME}/cards.{ending}"
    _, shelf = reached.call("GET", "/api/cards")
    assert [(one["id"], one["file"]) for one in shelf["cards"] if one["kind"] == "cards"] == [
        ("early-bird", name),
        ("night-owl", name),
    ]
    assert name not in shelf["places"].get("cards", []), "no new card goes there"
    _, file = reached.call("GET", f"/api/file?name={name}")
    assert (file["text"], file["sheet"], bool(file["mark"])) == ("", True, True)
    _, looked = reached.call("POST", "/api/look", {"name": name, "text": "", "card": "cards/night-owl"})
    assert looked["locked"] == "table"
    assert [face["title"] for face in looked["faces"]] == ["Night Owl"]
    _, checked = reached.call("POST", "/api/check", {"name": name, "text": ""})
    assert checked["failures"] == []
    before = (small.folder / f"cards.{ending}").read_bytes()
    for method in ("PUT", "DELETE"):
        asked = {"name": name, "text": "gone"}
        status, answer = reached.call(method, "/api/file", asked, if_match=f'"{file["mark"]}"')
        assert status == 422
        assert "open it in your spreadsheet" in answer["error"]
    assert (small.folder / f"cards.{ending}").read_bytes() == before


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)")
def test_its_form_says_where_to_change_it_and_follows(
    context: Profile, reached: Served, small: SmallGame, ending: str
) -> None:
    page = context.new_page(height=900)
    page.goto(reached.place("/edit"))
    expect(page.locator("#form [data-key$='.name.en']")).to_have_value("Early Bird")
    page.goto(reached.place("/edit?card=cards/night-owl"))
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#form .locked")).to_contain_text(f"This card is a row of cards.{ending}. Open it in your")
    expect(page.locator("#form [data-key$='.name.en']")).to_have_value("Night Owl")
    expect(page.locator("#form [data-key$='.name.en']")).to_be_disabled()
    expect(page.locator("[data-view=text]")).to_be_disabled()
    expect(page.locator("#state")).to_have_text("read-only")
    expect(page.locator("#faces img")).to_have_count(1)
    write(small, ending, TABLE.replace("Look around", "Look up"))
    until(page, lambda: "Look up" in page.locator("#faces").inner_text())
    page.locator("#cards [data-card='game/small']").click()
    expect(page.locator("#text")).to_be_visible()
    expect(page.locator("#text")).to_be_editable()
    write(small, ending, TABLE)
