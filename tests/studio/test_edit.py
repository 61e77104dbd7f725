"""Editing in a real browser: text, form, fixes, two tabs, edits from outside, and what is left after a crash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from cloudy_pnp import api
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.home import home_of
from studio.browser import CHROMIUM, PATIENCE, Profile, until
from studio.game import GAME, GameFolder, Served, StudioProcess, save, served

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)
SPELLS, VINES = f"cards/{GAME}/spells.yaml", f"cards/{GAME}/vines.yaml"


@pytest.fixture
def context(profile: Profile, game: GameFolder) -> Iterator[Profile]:
    """A browser that has never been here, and the game as it was."""
    before = {path: path.read_bytes() for path in sorted(game.folder.glob("*.yaml"))}
    yield profile
    profile.forget()
    for path, content in before.items():
        if path.read_bytes() != content:
            path.write_bytes(content)


def opened(context: Profile, running: Served, place: str) -> Page:
    page = context.new_page()
    page.goto(running.place(place))
    page.wait_for_selector("html[data-ready]")
    return page


def put_caret(page: Page, after: str) -> None:
    """The caret behind a text that stands in the file."""
    script = "(field, after) => { const at = field.value.indexOf(after) + after.length;"
    page.locator("#text").focus()
    page.locator("#text").evaluate(f"{script} field.setSelectionRange(at, at); }}", after)


def said(page: Page) -> str:
    """Return what stands on the card in all four languages."""
    return " | ".join(page.locator("#faces figcaption span").all_inner_texts())


def test_a_typo_is_mended_by_one_click(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/edit?card=spells/inspiration")
    before = game.read("spells.yaml")
    expect(page.locator("#faces img")).to_have_count(4)
    expect(page.locator("#faces figcaption span").first).to_contain_text("Draw two vine cards")
    put_caret(page, "- draw")
    page.keyboard.type("w")
    expect(page.locator("#under")).to_contain_text('unknown step "draww"')
    expect(page.locator("#faces figure.stale")).to_have_count(4)
    page.locator("#under button").click()
    expect(page.locator("#verdict")).to_contain_text("no errors")
    assert page.locator("#text").input_value() == before
    expect(page.locator("#state")).to_have_text("saved")
    page.keyboard.press("Control+z")
    expect(page.locator("#verdict")).to_contain_text("1 error")
    page.keyboard.press("Control+y")
    expect(page.locator("#verdict")).to_contain_text("no errors")
    assert game.read("spells.yaml") == before


def test_a_spell_is_composed_of_blocks_in_four_languages(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    page.locator("#new").click()
    page.locator("dialog input[name=title]").fill("Wind")
    expect(page.locator("dialog input[name=id]")).to_have_value("wind")
    page.locator("dialog button.main").click()
    until(page, lambda: "id: wind\n    name: {en: Wind}\n" in page.locator("#text").input_value())
    page.locator("[data-view=form]").click()
    form = page.locator("#form")
    for lang, name in (("de", "Wind und mehr"), ("fr", "Vent"), ("hu", "Szél")):
        expect(form.locator(f"input[lang={lang}]")).to_be_empty()
        form.locator(f"input[lang={lang}]").fill(name)
    form.get_by_label("Draw +1").click()
    expect(page.locator("#faces")).to_contain_text("Draw three vine cards")
    form.locator(".add").select_option("extra-turn")
    expect(form.locator(".step")).to_have_count(4)
    form.get_by_label("Remove this: Play").click()
    expect(form.locator(".step")).to_have_count(3)
    until(page, lambda: "ohne" in said(page) or "noch" in said(page) or "weiter" in said(page))
    assert len(set(said(page).split(" | "))) == 4, "the text is composed in every language"
    form.locator("[data-key$='.add']").first.select_option("look")
    expect(form.locator(".step")).to_have_count(4)
    page.locator("#undo").click()
    expect(form.locator(".step")).to_have_count(3)
    form.locator("[data-key$='.picture']").fill("kite, wind")
    until(page, lambda: "kite" in page.locator("#text").input_value())
    page.locator("#save").click()
    expect(page.locator("#state")).to_have_text("saved")
    text = game.read("spells.yaml")
    assert re.search(r"picture:\s*(\[kite, wind\]|- kite\s+- wind)", text), text
    assert "# The eight spells of the rules" in text, "comments survive"
    assert "draw: 3" in text
    report = api.check(game.root, GAME)
    assert [problem for problem in report.problems if "wind" in problem.message and problem.code == "SCHEMA-KEY"] == []
    page.goto(running.place("/print"))
    page.wait_for_selector("html[data-ready]")
    page.locator("input[name=exporters][value=sheets]").uncheck()
    page.locator("input[name=exporters][value=svg]").check()
    page.locator("#build .begin").click()
    expect(page.locator("#doing")).to_have_text("build: done", timeout=4 * PATIENCE)
    assert "three" in (game.root / "output" / GAME / "en" / "svg" / "wind.svg").read_text("utf-8"), "and printed"


def test_a_vine_is_drawn_by_clicking_its_ends(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/edit?card=vines/stem")
    page.locator("[data-view=form]").click()
    picture = page.locator("#faces img").get_attribute("src")

    def end(name: str) -> None:
        page.locator(f"#form .end.{name}").click()

    end("n")
    end("e")
    expect(page.locator("#form .end.e")).to_have_attribute("aria-label", "e: joined with n, s")
    end("w")
    end("w")
    expect(page.locator("#form .end.w")).to_have_attribute("aria-label", "w: a dead end")
    page.locator("#form .break.s").click()
    expect(page.locator("#form .break.s")).to_have_text("○")
    page.get_by_label("Copies in the deck −1").click()
    until(page, lambda: "count: 5" in page.locator("#text").input_value())
    until(page, lambda: page.locator("#faces img").get_attribute("src") != picture)
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("saved")
    begin = "- id: stem\n    count: 5\n    vines: [[n, e, s], [w]]\n    breaks:"
    assert begin in game.read("vines.yaml")
    assert "kind: hole" in game.read("vines.yaml")


def test_two_tabs_do_not_overwrite_each_other(context: Profile, running: Served, game: GameFolder) -> None:
    one, other = (opened(context, running, "/edit?card=spells/twist") for _ in range(2))
    for page, name in ((one, "Twirl"), (other, "Whirl")):
        put_caret(page, "en: Twist")
        for _ in "Twist":
            page.keyboard.press("Backspace")
        page.keyboard.type(name)
    one.locator("#save").click()
    expect(one.locator("#state")).to_have_text("saved")
    expect(other.locator("#notice")).to_contain_text("Someone else changed the same place")
    assert "Whirl" in other.locator("#text").input_value(), "nothing that was typed is lost"
    other.keyboard.press("Control+s")
    expect(other.locator("#notice")).to_be_visible()
    assert "Twirl" in game.read("spells.yaml")
    other.locator("#notice button", has_text="Keep mine").click()
    expect(other.locator("#state")).to_have_text("saved")
    assert "Whirl" in game.read("spells.yaml")
    until(one, lambda: "Whirl" in one.locator("#text").input_value())


def test_an_edit_from_outside_is_seen(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    game.change("spells.yaml", "en: Twist", "en: Twirl")
    until(page, lambda: "en: Twirl" in page.locator("#text").input_value())
    put_caret(page, "en: Twirl")
    page.keyboard.type("!")
    game.change("spells.yaml", "en: Twirl", "en: Swirl")
    expect(page.locator("#notice")).to_be_visible()
    page.locator("#notice button", has_text="Take theirs").click()
    assert "en: Swirl" in page.locator("#text").input_value()
    expect(page.locator("#state")).to_have_text("saved")


def test_a_killed_server_loses_nothing_that_was_typed(context: Profile, tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    before = game.read("spells.yaml")
    first = StudioProcess(game)
    page = context.new_page()
    try:
        page.goto(first.place("/edit?card=spells/twist"))
        page.wait_for_selector("html[data-ready]")
        put_caret(page, "en: Twist")
        page.keyboard.type(" again")
        expect(page.locator("#state")).to_have_text("not saved")
        until(page, lambda: any("Twist again" in one.text for one in Project(home_of(GAME, game.root)).drafts(SPELLS)))
    finally:
        first.kill()
    page.keyboard.type(" and again")
    expect(page.locator("#state")).to_contain_text("The server does not answer; your text stays here.")
    assert game.read("spells.yaml") == before, "no file is half written"
    second = StudioProcess(game, first.port)
    try:
        expect(page.locator("#verdict")).to_contain_text("no errors")
        other = context.new_page()  # as if the browser had died too
        other.goto(second.place("/edit?card=spells/twist"))
        other.locator("#notice button", has_text="Restore").click()
        assert "en: Twist again" in other.locator("#text").input_value()
        other.close()
        page.bring_to_front()
        page.keyboard.press("Control+s")
        expect(page.locator("#state")).to_have_text("saved")
        assert "en: Twist again and again" in game.read("spells.yaml")
    finally:
        second.kill()


def test_a_card_in_a_new_pack_and_a_new_file(context: Profile, tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    with served(game) as made:
        page = opened(context, made, "/edit?card=spells/twist")
        page.locator("#new").click()
        page.locator("dialog input[name=id]").fill("gust")
        page.locator("dialog select[name=where]").select_option("pack:")
        page.locator("dialog button.main").click()
        expect(page.locator("dialog")).to_be_visible()  # a pack needs a name
        page.locator("dialog input[name=pack]").fill("my-gales")
        page.locator("dialog button.main").click()
        until(page, lambda: "id: gust" in page.locator("#text").input_value())
        assert (game.root / "packs/my-gales/pack.yaml").is_file()
        expect(page.locator("#file code")).to_have_text("packs/my-gales/spells/gust.yaml")
        page.locator("#more").click()
        page.locator("dialog button", has_text="Duplicate").click()
        page.locator("dialog select[name=where]").select_option(f"cards/{GAME}")
        page.locator("dialog button.main").click()
        expect(page.locator("#file code")).to_have_text(f"cards/{GAME}/spells/gust-2.yaml")
        save(game.root / "packs/my-gales/spells/gust.yaml", "spells: [")
        until(page, lambda: made.studio.current.errors > 0)  # the new pack is watched, too


def test_what_refers_to_a_card_is_told_before_it_is_deleted(
    context: Profile, running: Served, game: GameFolder
) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    page.locator("#more").click()
    page.locator("dialog button.danger").click()
    expect(page.locator("dialog")).to_contain_text("will be wrong when it is gone")
    expect(page.locator("dialog .uses a").first).to_contain_text("editions.yaml")
    page.locator("dialog button.danger").click()
    until(page, lambda: "id: twist" not in page.locator("#text").input_value())
    page.locator("#undo").click()
    until(page, lambda: page.locator("#text").input_value() == game.read("spells.yaml"))


def test_suggestions_and_the_keyboard_alone(context: Profile, running: Served) -> None:
    page = opened(context, running, "/edit?card=spells/inspiration")
    put_caret(page, "      - discard: {from: drawn}")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("- ex")
    expect(page.locator("#menu li").first).to_contain_text("extra-turn")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+ ")
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("no errors")
    assert "      - discard: {from: drawn}\n      - extra-turn: self\n" in page.locator("#text").input_value()
    put_caret(page, "- draw")
    expect(page.locator("#about")).to_contain_text("Draw vine cards")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "text", "the keyboard is not caught in the field"


def test_a_new_name_goes_everywhere(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    page.locator("#more").click()
    expect(page.locator(".uses")).to_contain_text("editions.yaml")
    page.locator("dialog input[name=id]").fill("whirl")
    page.locator("dialog button.main").click()
    until(page, lambda: "id: whirl" in page.locator("#text").input_value())
    assert "twist" not in game.read("editions.yaml")
    assert "whirl" in game.read("editions.yaml")
    assert api.check(game.root, GAME).exit_code == 0


def test_search_filter_and_order(context: Profile, running: Served) -> None:
    page = opened(context, running, "/edit")
    page.locator("#search").fill("GROWTH spells")
    assert page.locator("#cards button b").all_inner_texts() == ["Rapid Growth"]
    page.locator("#search").fill("")
    page.locator("#kind").select_option("spells")
    page.locator("#sort").select_option("title")
    names = page.locator("#cards button b").all_inner_texts()
    assert names == sorted(names)
    assert len(names) == 8
    page.locator("#cards button", has_text="Twist").click()
    until(page, lambda: "spells%2Ftwist" in page.url)
    expect(page.locator("#faces figcaption span").first).to_contain_text("Turn a whole stack")


def test_another_language_of_the_studio_and_a_phone(context: Profile, running: Served) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    with page.expect_navigation():
        page.locator("#ui").select_option("hu")
    expect(page.locator("#save")).to_have_text("Mentés")
    assert page.locator("html").get_attribute("lang") == "hu"
    page.set_viewport_size({"width": 360, "height": 700})
    expect(page.locator("#shelf")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".panes button", has_text="Kártyák").click()
    expect(page.locator("#shelf")).to_be_visible()


def test_a_sentence_becomes_the_steps(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/edit?card=spells/inspiration")
    page.locator("[data-view=form]").click()
    box = page.get_by_label("Describe it in your own words")
    box.fill("Tickle the dragon.")
    box.press("Enter")
    expect(page.locator("#form").get_by_text("[Tickle]")).to_be_visible()
    box.fill("Draw four cards, play two and throw the rest away.")
    box.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile(r"- draw: 4\n\s+- play: .*count: 2"))
    expect(page.locator("#faces figcaption span").first).to_contain_text("Draw four vine cards")


@pytest.fixture
def other_file(game: GameFolder) -> Iterator[str]:
    """A second file of the same form: a place in one of them is a place in the other, too."""
    path = game.folder / "more.yaml"
    spell = "  - id: more-{0}\n    name: {{en: More {0}}}\n    effect: [{{swap: {{which: stacks}}}}]\n"
    save(path, f"spells:\n{spell.format('a')}{spell.format('b')}")
    yield "spells/more-b"
    path.unlink()


def test_a_late_reading_of_a_sentence_changes_no_other_card(context: Profile, running: Served, other_file: str) -> None:
    """The answer of a slow server came after another file was opened, and went into that file."""
    page = opened(context, running, "/edit?card=spells/inspiration")
    page.locator("[data-view=form]").click()
    waiting: list[Route] = []
    page.route("**/api/sentence", lambda route: waiting.append(route))
    box = page.get_by_label("Describe it in your own words")
    box.fill("Draw four cards, play two and throw the rest away.")
    box.press("Enter")
    until(page, lambda: bool(waiting))
    page.locator(f"[data-card='{other_file}']").click()
    expect(page.locator("#text")).to_have_value(re.compile("more-b"))
    expect(page.locator("#form [data-key$='.id']")).to_have_value("more-b")
    for route in waiting:
        with page.expect_response("**/api/sentence"):
            route.continue_()
    page.wait_for_timeout(100)  # the answer is used by then, if it is used
    expect(page.locator("#text")).to_have_value(re.compile("which: stacks(.|\n)*which: stacks"))
    expect(box).to_have_value("")
    page.locator("[data-card='spells/inspiration']").click()
    expect(box).to_have_value("Draw four cards, play two and throw the rest away.")


def test_a_sentence_is_read_while_it_is_typed_and_stays_in_its_box(context: Profile, running: Served) -> None:
    page = opened(context, running, "/edit?card=spells/inspiration")
    page.locator("[data-view=form]").click()
    box = page.get_by_label("Describe it in your own words")
    text = "Sieh dir die drei obersten Karten des Zugstapels an und lege sie in beliebiger Reihenfolge wieder obenauf."
    box.fill(text)  # not in the language of the studio
    reading = page.locator("#form").get_by_role("button", name="Look at the top three cards of the draw pile")
    expect(reading).to_be_visible()
    expect(page.locator("#text")).to_have_value(re.compile("- draw: 2"))
    box.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile("- look: {from: draw-pile, count: 3, sort: true}"))
    expect(box).to_have_value(text)
    page.locator("#form .step").get_by_role("button", name="+").click()
    expect(page.locator("#text")).to_have_value(re.compile("- look: {from: draw-pile, count: 4, sort: true}"))
    expect(box).to_have_value("")  # the steps are no longer those of the sentence
