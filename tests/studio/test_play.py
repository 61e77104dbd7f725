"""Games in a real browser: whole, from a scenario, from a position that was put up, with a card to try; the command
line replays their records.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli.command import REPOSITORY, call
from playwright.sync_api import Browser, Page, expect

from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.workspace.home import home_of
from studio.axe import faults
from studio.browser import CHROMIUM, Profile, held, until
from studio.game import GAME, GameFolder, Served, served

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)
MOST = 400  # things that somebody does in one game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameFolder:
    """Cloudy Kingdom with one scenario."""
    made = GameFolder(tmp_path_factory.mktemp("play"))
    (made.folder / "boards").mkdir()
    shutil.copy(REPOSITORY / "cards" / GAME / "boards" / "example-d.board.yaml", made.folder / "boards")
    return made


@contextmanager
def at_table(profile: Profile, running: Served, path: str = "/play") -> Iterator[Page]:
    """Yield a page with a table."""
    page = profile.new_page()
    page.goto(running.place(path))
    page.wait_for_selector("html[data-ready]" if path == "/play" else "#cards button")
    yield page
    profile.forget()


@pytest.fixture
def page(profile: Profile, running: Served) -> Iterator[Page]:
    with at_table(profile, running) as made:
        yield made


def root(page: Page, key: str) -> str:
    return page.locator("html").get_attribute(f"data-{key}") or ""


def waits(page: Page) -> bool:
    """Return whether somebody at the screen has to do something, or the game is over."""
    return root(page, "over") == "yes" or page.locator("#turn").get_attribute("data-human") == "yes"


def deal(page: Page, seed: int, seats: int = 0) -> None:
    """A new game of a person against the computer."""
    before = root(page, "match")
    page.locator("#new").click()
    if seats:
        page.locator("#many").select_option(str(seats))
    page.locator("#seed").fill(str(seed))
    page.locator("dialog button.main").click()
    until(page, lambda: root(page, "match") != before and waits(page))


def test_who_begins_and_who_waits_is_chosen(page: Page, game: GameFolder) -> None:
    before = root(page, "match")
    page.locator("#new").click()
    page.locator("#many").select_option("3")
    for seat, kind in enumerate(("random", "human")):
        page.locator("#seats select.seat").nth(seat).select_option(kind)
    page.locator("select[name=first]").select_option("Seat 2")
    page.locator("select[name=waits]").select_option("Seat 1")
    page.locator("dialog button.main").click()
    until(page, lambda: root(page, "match") != before and waits(page))
    keep(page, "second-begins")
    record = json.loads((game.folder / "games/second-begins.game.yaml").read_text("utf-8"))
    assert (record["first"], record["waits"]) == (record["players"][1], record["players"][0])
    assert replayed(game.root, GAME, "second-begins")["turns"] == 0


def keep(page: Page, name: str) -> None:
    page.locator("#keep").click()
    page.locator("dialog input[name=name]").fill(name)
    page.locator("dialog button.main").click()
    expect(page.locator("#told")).to_contain_text("cloudy-pnp replay")


def replayed(root_folder: Path, game: str, name: str) -> dict[str, object]:
    """Return what the command line says about a record that was saved."""
    record = root_folder / "cards" / game / "games" / f"{name}.game.yaml"
    result = call("replay", record, "--game", game, "--root", root_folder, "--format", "json")
    assert result.code == 0, result.out + result.err
    told: dict[str, object] = json.loads(result.out)
    assert told["legal"] is True
    return told


def play_on(page: Page) -> None:
    """To the end, on the last legal place each time."""
    for _ in range(MOST):
        if root(page, "over") == "yes":
            return
        before = root(page, "at")
        legal = page.locator(".spot.legal")
        if legal.count():
            legal.last.dispatch_event("click")
            page.locator("#place").click()
        else:
            page.locator("#list button").first.click()
        until(page, lambda before=before: root(page, "at") != before and waits(page))  # type: ignore[misc]
    raise AssertionError("the game does not end")


def test_a_whole_game_against_the_computer_is_replayed_by_the_command_line(page: Page, game: GameFolder) -> None:
    deal(page, 2)  # a short one
    play_on(page)
    expect(page.locator("#finale h2")).to_contain_text("wins!")
    expect(page.locator("#finale small")).to_contain_text("END-")
    keep(page, "evening")
    assert replayed(game.root, GAME, "evening")["winners"]
    page.locator("#open").click()
    page.locator("dialog button.main").click()
    expect(page.locator("html")).to_have_attribute("data-at", f"0/{page.locator('#log li').count()}")
    expect(page.locator("#finale")).to_be_hidden()


def test_an_illegal_place_names_its_rule_and_moves_can_be_undone(page: Page) -> None:
    deal(page, 1)
    page.locator('[data-spot="1,1"]').click()
    expect(page.locator("#why")).to_contain_text("GRO-2")
    expect(page.locator("#why")).to_contain_text("must touch a castle")
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
    until(page, lambda: root(page, "at") != "0/0" and waits(page))
    words = page.locator("#log li").all_inner_texts()
    assert len(words) >= 2
    page.locator("#back").click()
    expect(page.locator("html")).to_have_attribute("data-at", f"0/{len(words)}")
    page.locator("#forth").click()
    expect(page.locator("html")).to_have_attribute("data-at", f"{len(words)}/{len(words)}")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-at", f"{len(words)}/{len(words)}")


def test_what_is_asked_for_while_the_computer_thinks_is_done_then(page: Page) -> None:
    deal(page, 1)
    thinking = held(page, "**/api/play/step")
    page.locator(".spot.legal").first.dispatch_event("click")
    page.locator("#place").click()
    until(page, lambda: len(thinking) == 1)
    before = root(page, "match")
    page.locator("#new").click()
    page.locator("dialog button.main").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert root(page, "match") == before
    thinking[0].continue_()
    until(page, lambda: root(page, "match") != before and waits(page))


def test_a_game_from_a_scenario(page: Page, game: GameFolder) -> None:
    page.locator("#scenes").click()
    page.wait_for_selector("dialog[data-looked]")
    expect(page.locator("#scene option")).to_have_text(["Example D: not connected yet"])
    before = root(page, "match")
    page.locator("dialog button[value=play]").click()
    until(page, lambda: root(page, "match") != before and waits(page))
    page.locator(".spot.legal").first.dispatch_event("click")
    page.locator("#place").click()
    until(page, lambda: root(page, "at") != "0/0" and waits(page))
    keep(page, "from-example-d")
    assert replayed(game.root, GAME, "from-example-d")["turns"]
    text = (game.folder / "games" / "from-example-d.game.yaml").read_text("utf-8")
    assert json.loads(text)["setup"]["cards"], "what lay there before the first turn"


def test_a_spell_that_is_not_saved_can_be_tried(profile: Profile, running: Served, game: GameFolder) -> None:
    with at_table(profile, running, "/edit?file=cards/cloudy-kingdom/spells.yaml&card=spells/chop") as page:
        page.wait_for_selector("#faces img")
        page.locator("#text").fill(game.read("spells.yaml").replace("en: Chop It Down,", "en: Lop,"))
        page.locator("#text").press("Control+Home")
        for _ in range(5):
            page.keyboard.press("ArrowDown")  # the card that the caret is in is the one to be tried
        expect(page.locator("#state")).to_have_text("not saved")
        until(page, lambda: "card=spells%2Fchop" in page.url)
        page.locator("#try").click()
        page.wait_for_selector("html[data-over]")
        spell = page.locator('[data-spell="chop"]')
        expect(spell).to_have_attribute("aria-disabled", "false")
        expect(spell.locator("img")).to_have_attribute("alt", "Lop")
        spell.click()
        expect(page.locator("#casting")).to_contain_text("Choose a field.")
        before = root(page, "at")
        page.locator(".spot.legal").first.click()
        until(page, lambda: root(page, "at") != before and waits(page))
        expect(page.locator("#log")).to_contain_text("casts “Lop”")
    assert "Lop" not in game.read("spells.yaml")


def test_a_curtain_falls_between_two_people(page: Page, game: GameFolder) -> None:
    page.locator("#new").click()
    expect(page.locator("#with-curtain")).to_be_hidden()  # one person alone
    page.locator("select.seat").nth(1).select_option("human")
    expect(page.locator("#with-curtain")).to_be_checked()
    page.locator("#seed").fill("1")
    page.locator("dialog button.main").click()
    expect(page.locator("#curtain")).to_contain_text("Pass the screen to:")
    expect(page.locator("#unveil")).to_be_focused()
    first = page.locator("#players .now").get_attribute("data-player")
    assert page.locator("#hand *, .spot.legal, #list *").count() == 0, "nothing tells what somebody holds"
    page.keyboard.press("Enter")
    expect(page.locator("#hand .held")).to_have_count(1)
    expect(page.locator("#curtain")).to_be_hidden()
    page.locator(".spot.legal").first.dispatch_event("click")
    page.locator("#place").click()
    expect(page.locator("#unveil")).to_be_focused()
    assert page.locator("#players .now").get_attribute("data-player") != first
    assert page.locator("#hand *, .spot.legal").count() == 0
    assert faults(page) == []
    page.locator("#back").click()
    expect(page.locator("#hand .held")).to_have_count(1)  # the first one still has the screen
    page.locator("#forth").click()
    page.locator("#unveil").click()
    expect(page.locator(".spot.legal").first).to_be_attached()
    page.locator("#new").click()
    page.locator("select.seat").nth(1).select_option("human")
    page.locator("#with-curtain").uncheck()
    before = root(page, "match")
    page.locator("dialog button.main").click()
    until(page, lambda: root(page, "match") != before and waits(page))
    expect(page.locator("#hand .held")).to_have_count(1)


def test_keys_alone_are_enough(page: Page) -> None:
    deal(page, 1)
    page.locator("#back").focus()
    for _ in range(30):  # backwards to the board: one stop, not sixteen
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.classList.contains('spot')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_be_enabled()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "place":
            break
    page.keyboard.press("Enter")
    until(page, lambda: root(page, "at") != "0/0" and waits(page))
    page.keyboard.press("Control+z")
    until(page, lambda: root(page, "at").startswith("0/"))


def test_nobody_is_left_out(page: Page) -> None:
    """axe has nothing serious to say about a refusal and a dialog."""
    page.locator('[data-spot="1,1"]').dispatch_event("click")
    expect(page.locator("#why")).not_to_be_empty()
    assert faults(page) == []
    page.locator("#scenes").click()
    page.wait_for_selector("dialog[data-looked]")
    assert faults(page) == []


def test_the_table_on_a_phone_in_german(browser: Browser, running: Served) -> None:
    with at_table(Profile(browser, "de-DE"), running) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        deal(page, 1)
        page.locator('[data-spot="1,1"]').dispatch_event("click")
        expect(page.locator("#why")).to_contain_text("eine Burg")
        until(page, lambda: page.locator(".spot").count() == 16)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        nameless = (
            "all => all.filter(one => !(one.ariaLabel || one.textContent.trim() || one.querySelector('img')?.alt))"
        )
        assert page.locator("button:visible").evaluate_all(nameless + ".length") == 0


# --- the other games ---------------------------------------------------------------------------------------


@contextmanager
def other(profile: Profile, root_folder: Path, name: str) -> Iterator[Page]:
    """Another game of the box, at a table of its own."""
    shutil.copytree(home_of(name).cards, root_folder / "cards" / name)
    with (
        served(GameFolder.__new__(GameFolder), preview=Preview(home_of(name, root_folder))) as running,
        at_table(profile, running) as page,
    ):
        yield page


def test_luftschloesser_is_played_from_a_scenario_to_its_end(profile: Profile, tmp_path: Path) -> None:
    with other(profile, tmp_path, "luftschloesser") as page:
        until(page, lambda: waits(page))
        page.locator('[data-spot="6"]').click()
        expect(page.locator("#why")).to_contain_text("TURN-1")  # first a card
        page.locator("#scenes").click()
        page.wait_for_selector("dialog[data-looked]")
        page.locator("#scene").select_option(label="The third castle")
        expect(page.locator("dialog select.seat")).to_have_count(4)
        before = root(page, "match")
        page.locator("dialog button[value=play]").click()
        until(page, lambda: root(page, "match") != before and waits(page))
        page.locator('.held[data-id="sun-12"]').click()
        page.locator('[data-spot="3"]').click()
        expect(page.locator("#why")).to_contain_text("WEA-1")
        page.locator('[data-spot="12"]').click()
        expect(page.locator("html")).to_have_attribute("data-at", "1/1")
        page.locator('[data-spot="6"]').click()
        page.get_by_text("Build a castle").dispatch_event("click")
        expect(page.locator("#why")).to_contain_text("ACT-3")
        page.keyboard.press("Escape")
        page.locator('[data-spot="2"]').click()
        page.locator('[data-word-pick="build"]').click()
        expect(page.locator("#finale h2")).to_have_text("Green wins!")
        expect(page.locator("#finale")).to_contain_text("Green has 3 castles in the air.")
        keep(page, "clouds")
    assert replayed(tmp_path, "luftschloesser", "clouds")["winners"] == ["green"]


def test_fantasy_realms_is_played_to_its_end(profile: Profile, tmp_path: Path) -> None:
    with other(profile, tmp_path, "fantasy-realms") as page:
        deal(page, 5, seats=3)
        page.locator("#zones .hand button").first.dispatch_event("click")
        expect(page.locator("#why")).to_contain_text("PLAY-2")  # first take a card
        for _ in range(MOST):
            if root(page, "over") == "yes":
                break
            before = root(page, "at")
            pile = page.locator(".pick[data-card=pile]")
            (pile if pile.count() else page.locator("#zones .hand .pick").last).click()
            until(page, lambda before=before: root(page, "at") != before and waits(page))  # type: ignore[misc]
        expect(page.locator("#finale h2")).to_contain_text("wins!")
        expect(page.locator("#zones .hand .total")).to_have_count(3)  # everybody shows what the hand is worth
        keep(page, "realms")
    assert replayed(tmp_path, "fantasy-realms", "realms")["winners"]
