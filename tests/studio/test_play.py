"""A game in a real browser, against the computer, to its end; the command line replays its record."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from cli.command import call
from playwright.sync_api import Browser, Page, expect

from studio.browser import CHROMIUM, PATIENCE, until
from studio.game import GAME, GameFolder, Served

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)


@pytest.fixture
def page(browser: Browser, running: Served) -> Iterator[Page]:
    """A table in a browser that does not like things to move."""
    context = browser.new_context(viewport={"width": 1280, "height": 820}, locale="en-US", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    made = context.new_page()
    made.goto(running.place("/play"))
    made.wait_for_selector("html[data-ready]")
    yield made
    context.close()


def at(page: Page) -> str:
    return str(page.locator("html").get_attribute("data-at"))


def mine(page: Page) -> bool:
    """Whether it is the turn of the person, or the game is over."""
    over = page.locator("html").get_attribute("data-over") == "yes"
    return over or "your turn" in page.locator("#turn").inner_text()


def test_a_whole_game_against_the_computer_is_replayed_by_the_command_line(page: Page, game: GameFolder) -> None:
    first = page.locator("html").get_attribute("data-match")
    page.locator("#seed").fill("2")  # a short one
    page.locator("#setup button.main").click()
    until(page, lambda: page.locator("html").get_attribute("data-match") != first and mine(page))
    for _ in range(40):
        if page.locator("html").get_attribute("data-over") == "yes":
            break
        before = at(page)
        legal = page.locator(".spot.legal")
        if legal.count():
            legal.last.dispatch_event("click")
            page.locator("#place").click()
        else:
            page.locator("#list button").first.click()
        until(page, lambda before=before: at(page) != before and mine(page))  # type: ignore[misc]
    expect(page.locator("#turn")).to_contain_text("Won by")
    page.locator("#keep").click()
    page.locator("dialog input[name=name]").fill("evening")
    page.locator("dialog button.main").click()
    expect(page.locator("#told")).to_contain_text("replay")
    record = game.folder / "games" / "evening.game.yaml"
    result = call("replay", record, "--root", game.root, "--format", "json")
    assert result.code == 0, result.err
    told = json.loads(result.out)
    assert told["legal"] is True
    assert told["winners"]
    assert GAME in record.read_text("utf-8")
    expect(page.locator("#records option")).to_have_count(1)
    page.locator("#load").click()
    expect(page.locator("html")).to_have_attribute("data-at", f"0/{page.locator('#log li').count()}")


def test_an_illegal_place_names_its_rule_and_moves_can_be_undone(page: Page) -> None:
    until(page, lambda: mine(page))
    page.locator('[data-spot="1,1"]').click()
    expect(page.locator("#why")).to_contain_text("GRO-2")
    expect(page.locator("#place")).to_be_disabled()
    page.locator('[data-spot="0,0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".ghost-card img")).to_have_class("f-n")
    page.keyboard.press("r")
    expect(page.locator("#why")).to_contain_text("GRO-2")
    page.keyboard.press("r")
    expect(page.locator("#place")).to_be_enabled()
    page.locator("#place").click()
    until(page, lambda: at(page) != "0/0" and mine(page))
    words = page.locator("#log li").all_inner_texts()
    assert len(words) >= 2
    page.locator("#back").click()
    expect(page.locator("html")).to_have_attribute("data-at", f"0/{len(words)}")
    page.locator("#forth").click()
    expect(page.locator("html")).to_have_attribute("data-at", f"{len(words)}/{len(words)}")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-at", f"{len(words)}/{len(words)}")


def test_the_table_on_a_phone_in_german(page: Page) -> None:
    with page.expect_navigation():
        page.locator("#ui").select_option("de")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator("#setup h2")).to_have_text("Ein neues Spiel")
    until(page, lambda: page.locator(".spot").count() == 16)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    nameless = "all => all.filter(one => !(one.ariaLabel || one.textContent.trim() || one.querySelector('img')?.alt))"
    assert page.locator("button:visible").evaluate_all(nameless + ".length") == 0
