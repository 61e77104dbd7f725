"""A layout of one's own as text and as a form, with cards that it draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from playwright.sync_api import Browser, Page, expect

from cloudy_pnp.studio.cards import Cards
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.project import Elsewhere, Project
from cloudy_pnp.workspace.home import home_of
from studio.browser import CHROMIUM, PATIENCE, held, until
from studio.game import Served, served

LAYOUT = "templates/tiny/layouts/card.yaml"
FILES = {
    "cards/tiny/game.yaml": """game:
  id: tiny
  name: {en: Tiny}
  languages: [en]
  kinds:
    cards: {layout: card, fields: {name: words}}
    coins: {component: token, layout: coin, fields: {}}
""",
    "cards/tiny/cards.yaml": "cards:\n  - {id: one, name: {en: One}}\n",
    "cards/tiny/coins.yaml": "coins:\n  - {id: penny}\n",
    LAYOUT: """# the card
layout:
  id: card
  extends: base
  boxes: # from below
    - rectangle: {at: {left: 5, right: 5, top: 5, height: 20}, fill: "#336699"} # the sky
    # who it is
    - text: {text: "{name}", at: safe}
""",
    "templates/tiny/layouts/base.yaml": "layout: {id: base, size: poker}\n",
    "templates/tiny/layouts/coin.yaml": "layout: {id: coin, size: [20, 20]}\n",
}


class Tiny(Struct, frozen=True):
    """A game of somebody's own."""

    root: Path

    def read(self) -> str:
        return (self.root / LAYOUT).read_text("utf-8")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    root = tmp_path_factory.mktemp("tiny")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return Tiny(root)


@pytest.fixture(scope="module")
def running(tiny: Tiny) -> Iterator[Served]:
    with served(tiny, preview=Preview(home_of("tiny", tiny.root))) as made:  # type: ignore[arg-type]
        yield made


def faces(desk: Desk, text: str, layout: str = "card") -> list[dict[str, Any]]:
    return desk.look(f"templates/tiny/layouts/{layout}.yaml", text, f"layout/{layout}").faces


def test_a_layout_is_shown_with_what_it_draws(tiny: Tiny) -> None:
    desk = Desk(Project(home_of("tiny", tiny.root)))
    before = faces(desk, tiny.read())
    assert [(face["name"], face["stale"]) for face in before] == [("one", False)]
    assert [face["name"] for face in faces(desk, FILES["templates/tiny/layouts/base.yaml"], "base")] == ["one"]
    after = faces(desk, tiny.read().replace("left: 5", "left: 9"))
    assert [face["picture"] for face in after] != [face["picture"] for face in before]
    broken = faces(desk, tiny.read().replace("boxes:", "boxs:"))
    assert [(face["picture"], face["stale"]) for face in broken] == [(after[0]["picture"], True)]
    gone = faces(desk, "layout: [", "base")  # others extend it
    assert [(face["name"], face["stale"]) for face in gone] == [("one", True)]


def test_layouts_are_listed_with_their_schema_and_nothing_else_of_templates(tiny: Tiny) -> None:
    project = Project(home_of("tiny", tiny.root))
    cards = Cards(project, Desk(project))
    listed = {one["id"]: one["file"] for one in cards.list("en")["cards"] if one["kind"] == "layout"}
    assert listed == {name: f"templates/tiny/layouts/{name}.yaml" for name in ("base", "card", "coin")}
    asked = cards.schema(LAYOUT)
    assert (asked["kind"], asked["single"], asked["kinds"]) == ("layout", True, ["layout"])
    assert "boxes" in asked["schema"]["properties"]
    assert "layout" not in cards.list("en")["kinds"]  # nothing that a new card could be
    for name in ("templates/tiny/book.yaml", "templates/formats.yaml", "templates/tiny/layouts/../../../x.yaml"):
        with pytest.raises(Elsewhere):
            project.path(name)


def test_a_folder_of_layouts_that_leads_elsewhere_is_left_alone(tmp_path: Path) -> None:
    for name, text in FILES.items():
        place = tmp_path / ("root" if name.startswith("cards/") else "other") / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    link = tmp_path / "root/templates/tiny/layouts"
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "other/templates/tiny/layouts")
    project = Project(home_of("tiny", tmp_path / "root"))
    assert not any("layouts" in name for name in project.names())
    with pytest.raises(Elsewhere):
        project.read(LAYOUT)


@pytest.fixture
def page(browser: Browser, running: Served) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 820}, locale="de-DE")
    context.add_init_script("localStorage.view = 'form'")
    context.set_default_timeout(PATIENCE)
    made = context.new_page()
    made.goto(running.place("/edit?card=layout/card"))
    made.wait_for_selector("html[data-ready]")
    yield made
    context.close()


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)")
def test_a_layout_is_authored_in_the_form(page: Page, tiny: Tiny) -> None:
    picture, text = page.locator("#faces img"), page.locator("#text")
    expect(page.locator("#form")).to_contain_text(
        "Was gemalt wird, der Reihe nach: Spätere Kästen liegen über früheren."
    )
    expect(picture).to_have_count(1)
    first = picture.get_attribute("src")

    page.get_by_role("button", name="Rechteck", exact=True).click()
    page.locator('[data-key="layout.boxes.0.rectangle.at.left"]').fill("12.5")
    expect(text).to_have_value(tiny.read().replace("left: 5", "left: 12.5"))
    expect(picture).not_to_have_attribute("src", str(first))
    second = picture.get_attribute("src")

    page.get_by_label("Kasten hinzufügen").select_option("ribbon")
    page.locator('[data-key="layout.boxes.2.ribbon.colour"]').fill("#aa2233")
    expect(picture).not_to_have_attribute("src", str(second))
    page.get_by_role("button", name="Früher: Band").click()
    expect(page.locator(".fold")).to_contain_text(["Rechteck", "Band", "Text"])
    page.get_by_label("Angabe hinzufügen").last.select_option("bleed")
    expect(text).to_have_value(re.compile(r"bleed: 3.2\n?$"))
    expect(page.locator("#verdict")).to_contain_text("keine Fehler")

    page.get_by_role("button", name="Speichern").click()
    until(page, lambda: "bleed: 3" in tiny.read())
    saved = tiny.read()
    for kept in ("# the card\n", "boxes: # from below\n", "left: 12.5", "# the sky\n", "# who it is\n"):
        assert kept in saved
    assert saved.index("- rectangle") < saved.index("- ribbon") < saved.index("- text")

    for _ in range(6):
        if page.locator("#undo").is_enabled():
            page.locator("#undo").click()
    expect(text).to_have_value(FILES[LAYOUT])
    expect(picture).to_have_attribute("src", str(first))
    page.get_by_role("button", name="Speichern").click()
    until(page, lambda: tiny.read() == FILES[LAYOUT])


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)")
def test_a_picture_that_comes_late_replaces_no_newer_one(page: Page) -> None:
    """After an undo the card stayed as it was before, if its picture took longer than the answer to the undo."""
    picture = page.locator("#faces img")
    expect(picture).to_have_count(1)
    first = picture.get_attribute("src")
    late = held(page, "**/picture/*.svg")
    page.get_by_role("button", name="Rechteck", exact=True).click()
    page.locator('[data-key="layout.boxes.0.rectangle.at.left"]').fill("12.5")
    until(page, lambda: bool(late))
    page.evaluate("window.seen = []; document.addEventListener('looked', (event) => seen.push(event.detail.text))")
    page.locator("#undo").click()
    until(page, lambda: page.evaluate("seen") == [FILES[LAYOUT]])
    late[0].continue_()
    until(page, lambda: len(page.evaluate("seen")) == 2)
    assert picture.get_attribute("src") == first
