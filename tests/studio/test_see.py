"""Seeing in a real browser: the gallery in other orders, sheets page by page, the rulebook, how texts fit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Page, Route, expect

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.studio.edits import Edits
from cloudy_pnp.studio.fitting import Fitting
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.proofs import Proofs, SheetRequest
from cloudy_pnp.workspace.home import home_of
from studio.axe import assert_sound
from studio.browser import CHROMIUM, PATIENCE, Profile, held, until
from studio.game import GAME, GameFolder, Served

needs_browser = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)


def opened(context: Profile, running: Served, place: str, patience: int = PATIENCE) -> Page:
    page = context.new_page()
    page.goto(running.place(place))
    ready = "#kinds button" if place.partition("?")[0] == "/" else "html[data-ready]"
    page.wait_for_selector(ready, timeout=patience)
    return page


def titles(page: Page, group: str) -> list[str]:
    return page.locator(f"section[aria-labelledby=group-{group}] .title").all_inner_texts()


# --- the gallery -------------------------------------------------------------------------------------------


@needs_browser
def test_the_gallery_in_another_order(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/?kind=spells")
    printed = titles(page, "spells")
    page.locator("#sort").select_option("title")
    assert titles(page, "spells") == sorted(printed, key=str.lower)
    assert "sort=title" in page.url
    page.locator("#sort").select_option("")
    assert titles(page, "spells") == printed
    before = game.read("spells.yaml")
    try:
        page.locator("#sort").select_option("edited")
        game.change("spells.yaml", "en: Twist", "en: Twirl")
        until(page, lambda: titles(page, "spells")[0] == "Twirl")
        page.locator("#sort").select_option("problems")
        game.change("spells.yaml", "- remove:", "- remoove:")
        until(page, lambda: titles(page, "spells")[0] == "Chop It Down")
    finally:
        game.write("spells.yaml", before)
    until(page, lambda: titles(page, "spells") == printed)


@needs_browser
def test_an_order_that_was_left_does_not_come_back(context: Profile, running: Served) -> None:
    page = opened(context, running, "/?kind=spells")
    printed = titles(page, "spells")
    waiting = held(page, "**/api/cards?*")
    page.locator("#sort").select_option("edited")
    until(page, lambda: len(waiting) == 1)
    page.locator("#sort").select_option("problems")  # before the answer is there
    answer = waiting[0].fetch()
    cards = answer.json()["cards"]
    for one in cards:
        one["edited"] = float(one["id"] == "twist")
    with page.expect_response("**/api/cards?*"):
        waiting[0].fulfill(json={"cards": cards})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert titles(page, "spells") == printed


@needs_browser
def test_a_picture_that_did_not_come_is_asked_for_again(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/?kind=spells")
    before = game.read("spells.yaml")
    tries: list[str] = []

    def refuse(route: Route) -> None:
        tries.append(route.request.url)
        route.fulfill(status=404)

    page.route("**/picture/*", refuse, times=1)
    old = page.locator("#card-inspiration img").get_attribute("src")
    try:
        game.change("spells.yaml", "en: Inspiration", "en: Idea")
        until(page, lambda: page.locator("#card-inspiration img").get_attribute("src") != old)
        assert len(tries) == 1
        assert page.locator("#card-inspiration img").evaluate("image => image.naturalWidth") > 0
    finally:
        game.write("spells.yaml", before)


@needs_browser
def test_a_page_that_nobody_sees_holds_no_connection_and_knows_all_when_it_is_seen(
    context: Profile, running: Served, game: GameFolder
) -> None:
    page = opened(context, running, "/?kind=spells")
    before = game.read("spells.yaml")
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(hide, True)
    try:
        game.change("spells.yaml", "en: Twist", "en: Twirl")
        until(page, lambda: running.studio.current.faces["en"]["twist"].title == "Twirl")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert "Twist" in titles(page, "spells")
        assert asked == []
        page.evaluate(hide, False)
        until(page, lambda: "Twirl" in titles(page, "spells"))
    finally:
        game.write("spells.yaml", before)


@needs_browser
def test_the_gallery_saves_ink_and_shows_an_edition(context: Profile, running: Served) -> None:
    page = opened(context, running, "/?kind=spells")
    picture = page.locator("#card-chop img")
    coloured = picture.get_attribute("src")
    page.locator("#ink").check()
    until(page, lambda: picture.get_attribute("src") != coloured)
    assert "ink=1" in page.url
    assert page.locator("#edition option").nth(1).inner_text() == "2023 edition"
    page.locator("#ink").uncheck()
    until(page, lambda: picture.get_attribute("src") == coloured)


def test_a_card_is_as_old_as_its_last_edit(tmp_path: Path) -> None:
    edits = Edits(tmp_path / "edits.json")
    assert edits.note([("a/x", {"n": 1}, 5.0), ("a/y", {"n": 1}, 5.0)]) == {"a/x": 5.0, "a/y": 5.0}
    again = Edits(tmp_path / "edits.json")
    assert again.note([("a/x", {"n": 2}, 9.0), ("a/y", {"n": 1}, 9.0)]) == {"a/x": 9.0, "a/y": 5.0}
    (tmp_path / "edits.json").write_text("[1, {", "utf-8")
    assert Edits(tmp_path / "edits.json").note([("a/y", {"n": 1}, 7.0)]) == {"a/y": 7.0}


# --- sheets ------------------------------------------------------------------------------------------------


@needs_browser
def test_sheets_are_turned_page_by_page_and_lead_to_the_card(
    context: Profile, running: Served, game: GameFolder
) -> None:
    page = opened(context, running, "/sheets")
    expect(page.locator("#said")).to_contain_text("10 sheets · 20 pages")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith(".svg") else None)
    first = page.locator("#pages img").first
    until(page, lambda: bool(first.evaluate("image => image.complete && image.naturalWidth > 0")))
    page.locator("#sheet").select_option("cards-service")
    until(page, lambda: page.locator("#pages figure").count() > 100)
    assert len(asked) < 100, "what nobody sees is not drawn"
    page.locator("#sheet").select_option("cards-a4-gutterfold")
    until(page, lambda: 20 < page.locator("#pages figure").count() < 30)
    page.locator("#pages button").first.click()
    expect(page.locator(".spot").first).to_be_attached()
    expect(page.locator("#large .on")).to_contain_text("stem")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#large-title")).to_have_text("page 2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".spot[href*='vines%2Fstem']").first).to_be_attached()
    page.keyboard.press("Escape")
    before = game.read("vines.yaml")
    count = page.locator("#pages figure").count()
    try:
        game.change("vines.yaml", "count: 6", "count: 24")
        until(page, lambda: page.locator("#pages figure").count() > count)
    finally:
        game.write("vines.yaml", before)
    until(page, lambda: page.locator("#pages figure").count() == count)


@needs_browser
@pytest.mark.parametrize(("place", "asks"), [("/fit", "**/api/fit"), ("/sheets", "**/api/sheets?*")])
def test_a_save_during_the_first_look_at_a_page_is_shown(
    context: Profile, running: Served, game: GameFolder, place: str, asks: str
) -> None:
    page = context.new_page()
    waiting = held(page, asks)
    page.goto(running.place(place))
    until(page, lambda: len(waiting) == 1)
    old = waiting[0].fetch()
    before = game.read("spells.yaml")
    saves = running.studio.current.saves
    try:
        game.change("spells.yaml", "en: Twist", "en: Twirl")
        until(page, lambda: running.studio.current.saves > saves)
        with page.expect_request(asks):  # once more
            waiting[0].fulfill(response=old)
    finally:
        game.write("spells.yaml", before)


def test_all_icons_are_shown_with_their_names(game: GameFolder, running: Served) -> None:
    """Those of the project too; the page of the editor leads there."""
    icons = game.root / "cards" / "cloudy-kingdom" / "icons"
    icons.mkdir()
    (icons / "berry.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    )
    answer = running.ask("GET", "/icons.svg", running.key)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert all(f">{name}<".encode() in answer.body for name in ("berry", "coin", "sun"))
    assert b'href="icons.svg"' in running.ask("GET", "/edit", running.key).body


def test_what_cannot_be_shown_is_told(game: GameFolder, running: Served) -> None:
    proofs = Proofs(Project(home_of(GAME, game.root)))
    for wish, said in (
        (SheetRequest("en", "nothing"), "there is no sheet"),
        (SheetRequest("xx", "cards-a4-duplex"), "not a language"),
        (SheetRequest("en", "cards-a4-duplex", deck="none"), "there is no pack"),
        (SheetRequest("en", "cards-a4-duplex", edition="1999"), "there is no edition"),
        (SheetRequest("en", "cards-a4-duplex", format="5000x9000"), "5000"),
    ):
        with pytest.raises(UserError, match=said):
            proofs.sheets(wish)
    assert proofs.page("no-key", 0) is None
    with pytest.raises(UserError, match="to show"):
        proofs.build("../secret", "en")
    with pytest.raises(UserError, match="not a language"):
        proofs.build("boxes", "--out")
    for path in ("/sheet/x/0.svg", "/sheet/x/0.json", "/proof/../../secret", "/proof-page/x/0/../../secret.pdf"):
        assert running.get(path).status == 404
    status, answer = running.call("GET", "/api/sheets?lang=en&sheet=nothing")
    assert (status, "there is no sheet" in answer["error"]) == (422, True)


def test_cards_with_errors_are_not_printed(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    game.change("spells.yaml", "- remove:", "- remoove:")
    with pytest.raises(UserError, match="errors"):
        Proofs(Project(home_of(GAME, game.root))).sheets(SheetRequest("en", "cards-a4-duplex"))


def test_a_box_is_built_to_be_looked_at(game: GameFolder) -> None:
    proofs = Proofs(Project(home_of(GAME, game.root)))
    files = proofs.build("boxes", "en")["files"]
    assert [one["name"] for one in files] == ["en/boxes/tuck-box-a4.pdf", "en/boxes/tuck-box-letter.pdf"]
    assert (proofs.picture(files[0]["name"], 0) or b"")[:8] == b"\x89PNG\r\n\x1a\n"
    assert proofs.picture(files[0]["name"], 9) is None
    assert not (game.root / "output").exists(), "what is only looked at lies in the cache"


# --- the rulebook ------------------------------------------------------------------------------------------


@needs_browser
def test_the_rulebook_as_a_web_page_and_as_pages(context: Profile, running: Served) -> None:
    page = opened(context, running, "/rulebook?lang=en", 6 * PATIENCE)  # it is set for the first time
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("Cloudy Kingdom")
    page.locator("#as").select_option("pages")
    expect(page.locator("#said")).to_contain_text("pages")
    first = page.locator(".leafs img").first
    until(page, lambda: bool(first.evaluate("image => image.complete && image.naturalWidth > 300")))
    answer = running.get("/proof/en/rulebook.html")
    policy = answer.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in running.get("/rulebook").headers["content-security-policy"]
    assert_sound(page, "/rulebook")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 820})
    assert_sound(page, "/rulebook")


@needs_browser
def test_a_printed_list_stays_with_the_line_above_it(context: Profile) -> None:
    """Wherever it comes in a column: the lines between two lists are one more than a column has."""
    style = (shipped_root() / "templates/rulebook/book.css").read_text("utf-8")
    lists = [f"<p>The end {one}:</p><ul><li>First {one}</li></ul>{'<p>·</p>' * 29}" for one in range(10, 45)]
    page = context.new_page()
    page.set_content(f"<style>{style}</style><main>{''.join(lists)}</main>")
    pages = [leaf.get_textpage() for leaf in pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))]

    def column(words: str) -> tuple[int, bool]:
        """The page on which words stand, and whether that is on its right half."""
        for number, text in enumerate(pages):
            if found := text.search(words).get_next():
                return number, text.get_charbox(found[0])[0] > 297
        raise AssertionError(words)

    assert [one for one in range(10, 45) if column(f"The end {one}") != column(f"First {one}")] == []


# --- texts -------------------------------------------------------------------------------------------------


@needs_browser
def test_the_tightest_texts_of_all_languages_come_first(context: Profile, running: Served, game: GameFolder) -> None:
    before = game.read("spells.yaml")
    game.change("spells.yaml", "hu: Csavarás", "hu: Csavarásokéscsavargatásokhosszúneve")
    try:
        page = opened(context, running, "/fit")
        expect(page.locator("#said")).to_contain_text("1 do not fit")
        first = page.locator("tbody tr").first
        expect(first.locator("th a")).to_have_text("Twist")
        expect(first.locator("td.bad")).to_contain_text("mm")
        page.locator("#find").fill("burning")
        expect(page.locator("tbody tr")).to_have_count(1 + ("name" in page.locator("tbody").inner_text()))
        page.locator("#find").fill("")
    finally:
        game.write("spells.yaml", before)
    expect(page.locator("#said")).to_contain_text("all of them fit")
    page.evaluate("localStorage.ui = 'hu'")
    page.reload()
    page.locator("#find").fill("csavarás")  # cards are found and named as the page speaks
    expect(page.locator("tbody th a").first).to_have_text("Csavarás")
    page.evaluate("delete localStorage.ui")
    page.locator("tbody th a").first.click()
    page.wait_for_url(re.compile("/edit.card=spells"))


@needs_browser
@pytest.mark.parametrize(("place", "found"), [("/fit", "tbody tr"), ("/", "#card-burning-crossing")])
def test_text_typed_before_the_page_is_ready_counts(context: Profile, running: Served, place: str, found: str) -> None:
    page = context.new_page()
    waiting = held(page, "**/api/words?*")
    page.goto(running.place(place))
    until(page, lambda: len(waiting) == 1)
    page.locator("#find").fill("burning")
    waiting[0].continue_()
    expect(page.locator(found).first).to_contain_text("Burning Crossing")
    expect(page).to_have_url(re.compile("find=burning"))


def test_what_has_not_changed_is_not_set_again(game: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    fitting = Fitting(Project(home_of(GAME, game.root)))
    table = fitting.table()
    assert table["languages"] == ["en", "de", "fr", "hu"]
    texts = [one for row in table["rows"] for one in row["fits"].values()]
    assert all(one["reserve"] >= 0 and 0 < one["fill"] <= 1.001 for one in texts)
    worst = [min(one["reserve"] for one in row["fits"].values()) for row in table["rows"]]
    assert worst == sorted(worst)

    def no_fit(*_: Any, **__: Any) -> Any:
        raise AssertionError("it was set again")

    monkeypatch.setattr("cloudy_pnp.draw.kit.lettering.fit_text", no_fit)
    assert fitting.table() == table
