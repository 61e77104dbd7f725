"""Boxes: the name below the thumb's notch, facts and contents in every language, a size for every way to make cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from cli.command import call

from cloudy_pnp.core.geometry import IDENTITY, Transform
from cloudy_pnp.draw.kit.nets import NOTCH, deck_box
from cloudy_pnp.draw.scene import Group, Item, TextRun, Use
from cloudy_pnp.export.request import BOX, BuildRequest
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.game import registry
from cloudy_pnp.game.contract import Component, ComponentKind, RenderOptions
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load_base

GAMES = ("cloudy-kingdom", "harbour-lights", *sorted(set(registry.game_ids()) - {"cloudy-kingdom", "harbour-lights"}))
LANGUAGES = ("en", "de", "fr", "hu")
AIR = 3.0  # mm between the notch and the name


def _box(game: str, lang: str, **box: object) -> Component | None:
    loaded = load_base(home_of(game))
    make = loaded.game.components
    assert make is not None
    parts = make.load()(loaded.entries.data(), RenderOptions(lang, box=box)).components
    return next((part for part in parts if part.kind is ComponentKind.BOX), None)


def _runs(items: Sequence[Item], place: Transform = IDENTITY) -> Iterator[tuple[str, Transform, TextRun]]:
    for item in items:
        match item:
            case TextRun():
                yield item.text, place, item
            case Group(inner, transform):
                yield from _runs(inner, place @ transform)
            case Use(symbol, transform):
                yield from _runs(symbol.items, place @ transform)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_box_has_its_name_below_the_notch_and_its_facts(game: str, lang: str) -> None:
    box = _box(game, lang)
    if box is None:
        pytest.skip("this game has no box")
    face = box.front(1).draw()
    assert [finding for finding in face.findings if finding.code.startswith("FIT")] == []
    runs = list(_runs(face.symbol.items))
    words = " ".join(text for text, _, _ in runs)
    entry = load_base(home_of(game)).entries.data()["game"][0]
    assert f"{entry['players'][0]}–{entry['players'][1]}" in words
    assert str(entry["age"]) in words
    assert box.folds is not None
    net = [box.folds.segments[at : at + 2] for at in range(0, len(box.folds.segments), 2)]
    sides = sorted({ends[0].to.x for ends in net if ends[0].to.x == ends[1].to.x})  # type: ignore[union-attr]
    top = min(ends[0].to.y for ends in net if ends[0].to.x == ends[1].to.x)  # type: ignore[union-attr]
    left, right = sides[1], sides[2]
    upright = [(text, place, run) for text, place, run in runs if abs(place.b) < 0.01]
    name = entry["name"][lang].split()[0]
    front = [
        place(run.origin).y - run.size * 0.75
        for text, place, run in upright
        if name in text and left <= place(run.origin).x <= right and place(run.origin).y > top
    ]
    assert front
    assert all(y >= top + NOTCH + AIR - 0.1 for y in front)


@pytest.mark.parametrize("game", GAMES)
def test_a_box_fits_cards_made_in_any_way(game: str) -> None:
    usual = _box(game, "en")
    if usual is None:
        pytest.skip("this game has no box")
    boxes = [_box(game, "en", cards=made) for made in ("paper", "bought", "glued")]
    widths = [box.size[0] for box in boxes if box is not None]
    assert widths == sorted(widths)
    assert widths[0] < widths[1] == usual.size[0] < widths[2]
    sleeved, heavy = _box(game, "en", sleeves=True), _box(game, "en", paper=400)
    assert sleeved is not None
    assert heavy is not None
    assert min(sleeved.size[0], heavy.size[0]) > usual.size[0]


def test_a_box_for_heavier_paper_is_deeper() -> None:
    depths = [deck_box((63, 88), 50, paper=weight).faces["left"].width for weight in (None, 200, 300, 400)]
    assert [round(depth, 1) for depth in depths] == [17.1, 11.6, 16.6, 21.6]


def test_options_of_a_box_name_its_files() -> None:
    request = BuildRequest(box="glued", sleeves=True)
    assert request.render_options("en", load_catalogue()).box == {"cards": "glued", "sleeves": True}
    assert request.ending(*BOX) == "-for-glued-sleeves"
    assert BuildRequest().render_options("en", load_catalogue()).box == {}


def test_a_box_is_built_as_asked(tmp_path: Path) -> None:
    options = ("--only", "boxes", "--lang", "en", "--paper", "a4", "--out", tmp_path)
    assert call("build", "--game", "harbour-lights", *options, "--box", "paper", "--sleeves").code == 0
    assert call("build", "--game", "harbour-lights", *options).code == 0
    paths = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.pdf"))
    names = ("boxes-for-paper-sleeves/tuck-box-a4-for-paper-sleeves.pdf", "boxes/tuck-box-a4.pdf")
    assert paths == [f"harbour-lights/en/{name}" for name in names]


def test_a_layout_of_the_front_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    assert call("init", tmp_path / "x", "--empty").code == 0
    path = tmp_path / "x/cards/x/game.yaml"
    path.write_text(path.read_text("utf-8").replace("  kinds:", "  box: {layout: lid}\n  kinds:", 1), "utf-8")
    out = call("check", "--root", tmp_path / "x")
    assert (out.code, "REF-UNKNOWN" in out.out, '"lid"' in out.out) == (1, True, True)


def test_a_fan_of_cards_on_a_box_is_a_picture(tmp_path: Path) -> None:
    """Its small, overlapping texts are not meant to be read."""
    assert call("init", tmp_path / "x", "--empty").code == 0
    path = tmp_path / "x/cards/x/game.yaml"
    path.write_text(path.read_text("utf-8").replace("  kinds:", "  box: {}\n  kinds:", 1), "utf-8")
    out = call("build", "--root", tmp_path / "x", "--only", "boxes", "--paper", "a4", "--out", tmp_path / "out")
    assert (out.code, "PRINT-" in out.out + out.err) == (0, False)
