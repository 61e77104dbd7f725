"""Card lists and playtest sheets: everything is on them, as few pages as possible, nothing in a text is acted on."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import html5lib
import pypdfium2
import pytest

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.curves import Outliner
from cloudy_pnp.draw.scene import Path as Drawn
from cloudy_pnp.draw.scene import Stroke, Symbol
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.lists import playtest_pages, room_for
from cloudy_pnp.export.paper import Paper
from export.house import HOSTILE, export, hostile_root, kinds_root

A4 = Paper("a4", 210, 297)


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, report = export(tmp_path_factory.mktemp("lists"), "card-list", "playtest", lang="de")
    assert report.exit_code == 0
    return folder


def test_the_csv_has_every_component(lists: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((lists / "card-list.csv").read_text("utf-8-sig"))))
    assert len(rows) == 26
    assert sum(int(row["copies"]) for row in rows) == 49
    gull = rows[0]
    assert (gull["id"], gull["kind"], gull["name"], gull["width"]) == ("white-gull", "ships", "Die Weiße Möwe", "63.5")
    assert all(row["name"] for row in rows)


def test_texts_are_those_of_any_field_and_kinds_those_of_the_data(tmp_path: Path) -> None:
    folder, report = export(
        tmp_path / "out", "card-list", "picture-set", game="deck", root=kinds_root(tmp_path), dpi=40
    )
    assert report.exit_code == 0
    for file in ("card-list.csv", "picture-set-40dpi/cards.csv"):
        rows = {row["id"]: row for row in csv.DictReader(io.StringIO((folder / file).read_text("utf-8-sig")))}
        assert rows["heroes-1"]["text"] == "Draw 1 cards and choose one.\nBrave."
        assert {row["kind"] for row in rows.values()} == {"heroes", "monsters", "lands", "coins", "marks"}
    assert "Draw 2 cards and choose one" in (folder / "card-list.md").read_text("utf-8")


def test_all_lists_say_the_same(lists: Path) -> None:
    pdf = pypdfium2.PdfDocument(lists / "card-list.pdf")
    on_paper = " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf)
    page = html5lib.parse((lists / "card-list.html").read_bytes(), treebuilder="etree", namespaceHTMLElements=False)
    web = "".join(page.itertext())
    text = (lists / "card-list.md").read_text("utf-8")
    for row in csv.DictReader(io.StringIO((lists / "card-list.csv").read_text("utf-8-sig"))):
        assert row["name"] in web
        assert f"{row['copies']} × **{row['name']}**" in text
        assert f"{row['copies']} × {row['name']}" in on_paper
    assert page.find(".").get("lang") == "de"
    assert len(page.findall(".//img")) == 26


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    folder, report = export(tmp_path / "out", "card-list", game="deck", root=hostile_root(tmp_path))
    assert report.exit_code == 0
    [row] = csv.DictReader(io.StringIO((folder / "card-list.csv").read_text("utf-8-sig")))
    assert row["name"] == f"'{HOSTILE}"[:1] + HOSTILE, "a spreadsheet takes it for a text"
    page = html5lib.parse((folder / "card-list.html").read_bytes(), treebuilder="etree", namespaceHTMLElements=False)
    assert page.find(".//script") is None
    assert HOSTILE in "".join(page.itertext())
    assert r"\[x\](javascript:y)" in (folder / "card-list.md").read_text("utf-8")
    assert "<script>" not in (folder / "card-list.md").read_text("utf-8").replace(r"\<script\>", "")


def test_half_size_on_as_few_pages_as_possible(lists: Path) -> None:
    assert room_for((31.75, 44.45), A4).capacity == 36
    pdf = pypdfium2.PdfDocument(lists / "playtest.pdf")
    assert len(pdf) == 1, "24 cards of half the size"
    face = Symbol("x", (), Rect(-3, -3, 69.5, 94.9))
    for count, pages in ((36, 1), (37, 2), (72, 2)):
        assert len(list(playtest_pages([(face, (63.5, 88.9))] * count, A4, "x"))) == pages
    with pytest.raises(UserError, match="does not fit"):
        list(playtest_pages([(face, (500.0, 500.0))], A4, "x"))


def test_a_playtest_sheet_has_only_black_and_white(lists: Path) -> None:
    image = pypdfium2.PdfDocument(lists / "playtest.pdf")[0].render(scale=2).to_pil().convert("RGB")
    colours = image.getcolors(1 << 24)
    assert colours
    assert all(max(colour) - min(colour) <= 3 for _, colour in colours)
    white = sum(count for count, colour in colours if min(colour) > 200)
    assert white / (image.width * image.height) > 0.85


def test_areas_become_lines() -> None:
    large, small = rectangle(Rect(0, 0, 50, 50)), rectangle(Rect(0, 0, 3, 3))
    dark, light = Colour(0.1, 0.0, 0.2), Colour(0.9, 0.8, 0.7)
    told = Outliner().items(
        (
            Drawn(large, fill=dark),
            Drawn(small, fill=dark),
            Drawn(large, fill=light),
            Drawn(large, fill=light, stroke=Stroke(dark, 2.0)),
            Drawn(large, fill=dark, opacity=0.1),
        )
    )
    seen = [(one.fill, one.stroke.width if one.stroke else None) for one in told if isinstance(one, Drawn)]
    assert seen == [(WHITE, 0.12), (BLACK, None), (WHITE, None), (WHITE, 0.35)]
