"""One file, one card, one list of problems: what the page Edit does while the server is slow or the text is broken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from cloudy_pnp import api
from cloudy_pnp.core.problems import Severity
from studio.axe import faults
from studio.browser import CHROMIUM, Profile, held, until
from studio.game import Served, served
from studio.small_game import NAME, TABLE, SmallGame

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    return SmallGame(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def reached(small: SmallGame) -> Iterator[Served]:
    with served(small, preview=small.preview()) as made:
        yield made


@pytest.fixture
def context(profile: Profile, small: SmallGame) -> Iterator[Profile]:
    """A browser that has never been here, and the game as it was."""
    before = {path: path.read_bytes() for path in sorted(small.folder.glob("*.*"))}
    yield profile
    profile.forget()
    for path in [path for path in small.folder.rglob("*.*") if path not in before]:
        path.unlink()
    for path, content in before.items():
        if path.read_bytes() != content:
            path.write_bytes(content)


def opened(context: Profile, reached: Served, card: str, view: str = "form") -> Page:
    page = context.new_page(height=900)
    page.goto(reached.place(f"/edit?card=cards/{card}"))
    page.wait_for_selector("html[data-ready]")
    page.locator(f"[data-view={view}]").click()
    return page


def field(page: Page, key: str) -> str:
    return f"#form [data-key$='.{key}']"


def choose(page: Page, card: str) -> None:
    page.locator(f"#cards [data-card='cards/{card}']").click()


def errors(small: SmallGame) -> int:
    return api.check(small.root, NAME, render=True).count(Severity.ERROR)


def text_of(page: Page) -> str:
    return page.locator("#text").input_value()


def test_an_edit_that_is_answered_late_stays_in_its_file(context: Profile, reached: Served, small: SmallGame) -> None:
    page = opened(context, reached, "ant")
    waiting = held(page, "**/api/edit")
    page.locator(field(page, "cost+")).click()
    until(page, lambda: len(waiting) == 1)
    for _ in range(2):
        page.locator(field(page, "cost+")).click()
    choose(page, "dog")
    page.wait_for_timeout(100)
    waiting[0].continue_()
    expect(page.locator("#file code")).to_have_text(f"cards/{NAME}/two.yaml")
    expect(page.locator(field(page, "id"))).to_have_value("dog")
    assert text_of(page) == small.read("two.yaml")
    expect(page.locator("#state")).to_have_text("saved")
    choose(page, "ant")
    expect(page.locator(field(page, "id"))).to_have_value("ant")
    assert text_of(page) == small.read("one.yaml").replace("cost: 3", "cost: 6", 1)
    page.locator("#save").click()
    expect(page.locator("#state")).to_have_text("saved")
    assert small.read("one.yaml").count("cost: 6") == 1


def test_what_is_typed_while_an_edit_is_on_its_way_stays(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "ant")
    waiting = held(page, "**/api/edit")
    page.locator(field(page, "name.en")).press("End")
    page.keyboard.type("hill")
    until(page, lambda: len(waiting) == 1)
    page.locator("[data-view=text]").click()
    page.locator("#text").evaluate(
        "field => { const at = field.value.indexOf('Says bee') + 8; field.setSelectionRange(at, at); field.focus(); }"
    )
    page.keyboard.type("xyz")
    waiting[0].continue_()
    until(page, lambda: "name: {en: Anthill}" in text_of(page))
    page.keyboard.type("!")
    assert "en: Says beexyz!\n" in text_of(page)


def test_a_card_stays_chosen_while_its_text_cannot_be_read(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "bee", "text")
    expect(page.locator("#faces img")).to_have_count(1)
    page.locator("#text").evaluate(
        "field => { const at = field.value.indexOf('{en: Bee}') + 1; field.setSelectionRange(at, at); field.focus(); }"
    )
    page.keyboard.press("Backspace")
    expect(page.locator("#verdict")).to_contain_text("error")
    expect(page.locator("#faces figure.stale")).to_have_count(1)
    assert "cards%2Fbee" in page.url
    expect(page.locator("#cards [aria-current=true]")).to_have_attribute("data-card", "cards/bee")
    page.locator("[data-view=form]").click()
    expect(page.locator(field(page, "id"))).to_have_value("bee")
    expect(page.locator("#form .locked")).to_have_text(
        "The file cannot be read at the moment. Fix it under “Text” first."
    )
    expect(page.locator(field(page, "name.en"))).to_be_disabled()
    page.locator("#undo").click()
    expect(page.locator(field(page, "name.en"))).to_be_enabled()
    expect(page.locator(field(page, "id"))).to_have_value("bee")
    expect(page.locator("#faces figure.stale")).to_have_count(0)


def test_an_id_is_renamed_with_what_refers_to_it(context: Profile, reached: Served, small: SmallGame) -> None:
    page = opened(context, reached, "bee")
    expect(page.locator(field(page, "id"))).not_to_be_editable()
    page.locator(field(page, "id.rename")).click()
    page.locator("dialog input[name=id]").fill("wasp")
    page.locator("dialog button.main").click()
    until(page, lambda: "- id: wasp\n" in small.read("one.yaml"))
    expect(page.locator(field(page, "id"))).to_have_value("wasp")


def test_pages_and_check_count_the_same_errors(context: Profile, reached: Served, small: SmallGame) -> None:
    small.write("one.yaml", small.read("one.yaml").replace("suit: sun", "suit: son"))
    small.write("two.yaml", small.read("two.yaml").replace("cost: 3", "cost: many", 1))
    assert errors(small) == 4
    page = opened(context, reached, "dog", "text")
    expect(page.locator("#verdict")).to_contain_text("✕ 4 errors")
    expect(page.locator("#verdict")).to_contain_text("5 in other files")
    page.locator("#problems-here button", has_text="one.yaml:6").click()
    expect(page.locator("#file code")).to_have_text(f"cards/{NAME}/one.yaml")
    expect(page.locator("#verdict")).to_contain_text("✕ 4 errors")
    page.goto(reached.place("/"))
    expect(page.locator("#verdict")).to_have_text("4 errors, 2 warnings")


def test_a_broken_card_is_shown_and_one_that_is_gone_is_not(
    context: Profile, reached: Served, small: SmallGame
) -> None:
    page = context.new_page(height=900)
    page.goto(reached.place("/"))
    expect(page.locator("#card-cards-bee, #card-bee")).to_have_count(1)
    text = small.read("one.yaml").replace("id: bee", "id: wasp")
    small.write("one.yaml", text.replace("cost: 3", "cost: many", 1))
    expect(page.locator("li.card[data-stale=true]")).to_have_count(1)
    expect(page.locator("#card-wasp")).to_have_count(1)
    expect(page.locator("#card-bee")).to_have_count(0)
    expect(page.locator("#card-ant .mark")).to_contain_text("last good picture")


def test_a_row_of_a_table_says_why_its_form_is_fixed(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "early-bird")
    expect(page.locator("#form .locked")).to_contain_text("This card is a row of cards.csv.")
    expect(page.locator(field(page, "name.en"))).to_be_disabled()
    expect(page.locator(field(page, "cost+"))).to_be_disabled()
    page.locator("#more").click()
    expect(page.locator("dialog")).to_contain_text("This card is a row of cards.csv.")
    expect(page.locator("dialog button.danger")).to_have_count(0)


def test_a_new_card_and_a_copy_become_rows(context: Profile, reached: Served, small: SmallGame) -> None:
    page = opened(context, reached, "early-bird")
    page.locator("#new").click()
    page.locator("dialog input[name=id]").fill("new-moon")
    page.locator("dialog button.main").click()
    until(page, lambda: small.read("cards.csv") == f"{TABLE}New Moon,sun,0,,New Moon\n")
    expect(page.locator(field(page, "id"))).to_have_value("new-moon")
    page.locator("#more").click()
    page.locator("dialog button.main", has_text="Duplicate").click()
    page.locator("dialog input[name=id]").fill("old-moon")
    page.locator("dialog button.main").click()
    until(page, lambda: small.read("cards.csv").endswith("\nOld Moon,sun,0,,New Moon\n"))
    expect(page.locator("#faces img")).to_have_count(1)
    assert errors(small) == 0


def test_a_new_card_that_no_row_can_hold_is_refused(context: Profile, reached: Served, small: SmallGame) -> None:
    table = "name_en,suit,cost\nEarly Bird,sun,1\n"
    small.write("cards.csv", table)
    page = opened(context, reached, "ant")
    page.locator("#new").click()
    page.locator("dialog input[name=id]").fill("new-moon")
    page.locator("dialog select[name=where]").select_option(f"cards/{NAME}/cards.csv")
    page.locator("dialog button.main").click()
    expect(page.locator("#told")).to_contain_text("has no column for text.en")
    assert small.read("cards.csv") == table


def test_a_refused_edit_resets_its_field(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "ant")
    page.route("**/api/edit", lambda route: route.fulfill(status=422, json={"error": "not today"}), times=1)
    page.locator(field(page, "cost+")).click()
    expect(page.locator("#told")).to_have_text("not today")
    expect(page.locator(field(page, "cost"))).to_have_value("3")
    page.locator(field(page, "cost+")).click()
    until(page, lambda: "cost: 4" in text_of(page))


def test_the_state_is_right_again_when_the_server_answers_again(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "ant", "text")
    page.route("**/api/look", lambda route: route.abort())
    page.locator("#text").focus()
    page.keyboard.type("# ")
    expect(page.locator("#state")).to_contain_text("The server does not answer")
    page.unroute("**/api/look")
    expect(page.locator("#state")).to_have_text("not saved")


def test_every_button_of_a_game_that_is_data_only_has_a_name(context: Profile, reached: Served) -> None:
    page = context.new_page(height=900)
    page.goto(reached.place("/"))
    page.wait_for_selector("#kinds button")
    assert faults(page) == []
    page.goto(reached.place("/edit?card=cards/early-bird"))
    page.wait_for_selector("html[data-ready]")
    page.locator("[data-view=form]").click()
    assert faults(page) == []


def test_a_draft_of_a_file_that_was_left_at_once_is_kept(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "ant", "text")
    page.locator("#text").focus()
    page.keyboard.type("# mine")
    choose(page, "dog")
    expect(page.locator("#file code")).to_have_text(f"cards/{NAME}/two.yaml")
    page.wait_for_load_state("networkidle")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    choose(page, "ant")
    until(page, lambda: "# mine" in text_of(page))
