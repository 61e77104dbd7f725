"""A real browser sees the cards change as they are saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import REPOSITORY
from playwright.sync_api import Browser, Page, expect

from studio.browser import CHROMIUM, change_seen, expect_change, held, opened, until
from studio.game import GAME, GameFolder, Served, served

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)
SPELLS = (REPOSITORY / "cards" / GAME / "spells.yaml").read_text("utf-8")
PICTURES = """() => Object.fromEntries(
  [...document.querySelectorAll(".card")].map((card) => [card.dataset.name, card.querySelector("img").src]))"""


@pytest.fixture(scope="module")
def one_page(browser: Browser, running: Served) -> Iterator[Page]:
    """The page, opened once. Whatever the browser complains about fails the last test."""
    complaints: list[str] = []
    page = opened(browser, running.address)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    page.close()
    assert complaints == []


@pytest.fixture(scope="module")
def pictures(one_page: Page) -> dict[str, str]:
    """The pictures of the unchanged game."""
    return dict(one_page.evaluate(PICTURES))


@pytest.fixture
def page(one_page: Page, pictures: dict[str, str], game: GameFolder) -> Page:
    """The page of the unchanged game, nothing filtered away."""
    if game.read("spells.yaml") != SPELLS:
        game.write("spells.yaml", SPELLS)
    if one_page.locator("#lang").input_value() != "en":
        one_page.locator("#lang").select_option("en")
    until(one_page, lambda: one_page.evaluate(PICTURES) == pictures)
    expect(one_page.locator("#verdict")).to_have_text("0 errors, 0 warnings")
    one_page.locator("#find").fill("")
    one_page.locator("#kinds button").first.click()
    return one_page


def test_the_changed_card_and_nothing_else_changes(page: Page, game: GameFolder) -> None:
    before = page.evaluate(PICTURES)
    page.evaluate("window.scrollTo({top: 600, behavior: 'instant'})")
    page.evaluate("document.getElementById('card-chop').querySelector('img').mine = true")
    place = "document.getElementById('card-chop').getBoundingClientRect().top"
    shown_at = page.evaluate(place)
    expect_change(page)
    game.change("spells.yaml", "en: Twist", "en: Twirl &amp; <b")
    _, names = change_seen(page)
    assert names == ["twist"]
    after = page.evaluate(PICTURES)
    assert {name for name in after if after[name] != before[name]} == {"twist"}
    assert page.evaluate("document.getElementById('card-chop').querySelector('img').mine"), "not touched at all"
    assert page.evaluate(place) == shown_at, "the page does not jump"
    assert page.locator(".card.fresh").evaluate_all("cards => cards.map(card => card.dataset.name)") == ["twist"]
    assert page.locator("#card-twist .title").inner_text() == "Twirl &amp; <b", "markup in the data is text"
    assert "Twirl &amp; <b: Turn" in str(page.locator("#card-twist img").get_attribute("alt"))
    assert "last change: Twirl &amp; <b" in page.locator("#status").inner_text()
    picture = page.evaluate("fetch(document.querySelector('#card-twist img').src).then(answer => answer.text())")
    assert "Twirl &amp;amp; &lt;b" in picture


def test_a_picture_that_comes_late_does_not_hide_a_newer_change(
    page: Page, pictures: dict[str, str], game: GameFolder
) -> None:
    waiting = held(page, "**/picture/*")
    game.change("spells.yaml", "en: Twist", "en: Twirl")
    until(page, lambda: len(waiting) == 1)
    expect_change(page)
    game.change("spells.yaml", "en: Chop It Down", "en: Chop It Up")
    assert change_seen(page)[1] == ["chop"]
    waiting[0].continue_()
    until(page, lambda: page.evaluate(PICTURES)["twist"] != pictures["twist"])
    assert page.locator(".card.fresh").evaluate_all("cards => cards.map(card => card.dataset.name)") == ["chop"]
    assert "last change: Chop It Up" in page.locator("#status").inner_text()


def test_broken_data_keeps_the_last_picture_and_tells_what_is_wrong(page: Page, game: GameFolder) -> None:
    before = page.evaluate(PICTURES)
    game.change("spells.yaml", "- draw: 2", "- <i>drow</i>: 2")
    card = page.locator("#card-inspiration")
    expect(card).to_have_attribute("data-severity", "error")
    assert page.evaluate(PICTURES) == before
    assert "last good picture" in card.locator(".mark").inner_text()
    first = page.locator("#list > li").first
    assert "spells.yaml:11:9" in first.locator(".place").inner_text()
    assert 'unknown step "<i>drow</i>"' in first.locator(".message").inner_text()
    first.locator("a").click()
    assert page.evaluate("document.activeElement.closest('.card').dataset.name") == "inspiration"
    game.write("spells.yaml", SPELLS)
    expect(page.locator("#list > li")).to_have_count(0)
    assert page.evaluate(PICTURES) == before


def test_it_can_be_used_with_the_keyboard(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("GROWTH rules")
    visible = page.locator(".card:visible").evaluate_all("cards => cards.map(card => card.dataset.name)")
    assert visible == ["inspiration", "broken-crossing", "rapid-growth", "green-thumb", "replant", "twist"]
    assert "find=GROWTH" in page.url
    page.locator("#card-replant button").focus()
    page.keyboard.press("Enter")
    assert page.locator("#large-title").inner_text() == "Replant"
    page.keyboard.press("ArrowRight")
    assert page.locator("#large-title").inner_text() == "Twist"
    page.keyboard.press("Escape")
    expect(page.locator("#large")).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('.card').dataset.name") == "replant"
    page.locator("#find").focus()
    page.keyboard.press("Escape")
    page.locator("#kinds button", has_text="castles").click()
    assert page.locator(".card:visible").count() == 4


def test_every_picture_and_control_has_a_name(page: Page) -> None:
    assert page.locator("img:not([alt]), img[alt='']").count() == 0
    tree = page.locator("body").aria_snapshot()
    assert 'button "Twist: Turn a whole stack' in tree
    assert 'searchbox "Find"' in tree
    assert 'combobox "Language"' in tree
    assert 'region "spells"' in tree
    assert 'complementary "Problems"' in tree


def test_another_language(page: Page, game: GameFolder) -> None:
    expect_change(page)
    game.change("spells.yaml", "en: Twist", "en: Twirl")
    change_seen(page)
    assert page.locator(".card.fresh").count() == 1
    expect_change(page, 0, "hu")
    page.locator("#lang").select_option("hu")
    change_seen(page)
    assert page.locator("#game").inner_text() == "Felleg Királyság"
    expect(page.locator("#card-chop .title")).to_have_text("Nyissz neki")  # cards come as they are drawn
    assert page.locator("#card-chop").get_attribute("lang") == "hu"
    assert page.locator(".card.fresh").count() == 0, "nobody has changed anything"
    assert "lang=hu" in page.url, "a reload shows the same"
    page.locator("#lang").select_option("en")
    expect(page.locator("#card-chop .title")).to_have_text("Chop It Down")


def test_it_fits_a_phone_and_the_night(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    until(page, lambda: page.evaluate("window.innerWidth") == 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(26, 29, 39)")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 253, 248)")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_it_comes_back_after_the_server_was_started_again(browser: Browser, tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    with served(game) as first:
        page = opened(browser, first.address)
        assert page.locator("#link").inner_text() == "live"
    expect(page.locator("#link")).to_have_attribute("data-state", "lost")
    game.change("spells.yaml", "en: Twist", "en: Twirl")
    expect_change(page)
    with served(game, first.port):
        _, names = change_seen(page)
        assert names == ["twist"]
        assert page.locator("#link").inner_text() == "live"
        page.close()
