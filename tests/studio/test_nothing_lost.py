"""Undo, other programs, other tabs, a slow server, a page that is left: nothing is lost or gets to another card."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from chance import SEED
from playwright.sync_api import Page, expect

from studio.browser import CHROMIUM, Profile, held, until
from studio.game import Served, served
from studio.small_game import NAME, SmallGame, card

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
    for path, content in before.items():
        if path.read_bytes() != content:
            path.write_bytes(content)


def opened(context: Profile, reached: Served, name: str, view: str = "form") -> Page:
    page = context.new_page(height=900)
    page.goto(reached.place(f"/edit?card=cards/{name}"))
    page.wait_for_selector("html[data-ready]")
    page.locator(f"[data-view={view}]").click()
    return page


def field(page: Page, key: str) -> str:
    return f"#form [data-key$='.{key}']"


def text_of(page: Page) -> str:
    return page.locator("#text").input_value()


def type_after(page: Page, after: str, words: str) -> None:
    """Type something behind a text that stands in the file."""
    script = "(field, after) => { const at = field.value.indexOf(after) + after.length;"
    page.locator("#text").focus()
    page.locator("#text").evaluate(f"{script} field.setSelectionRange(at, at); }}", after)
    page.keyboard.type(words)


def save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("saved")


# --- undo --------------------------------------------------------------------------------------------------


def test_what_somebody_else_saved_is_no_step_that_undo_takes_back(
    context: Profile, reached: Served, small: SmallGame
) -> None:
    page = opened(context, reached, "bee", "text")
    small.change("one.yaml", "Says ant", "Says ant, too")
    until(page, lambda: "Says ant, too" in text_of(page))
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("Control+z")
    assert "Says ant, too" in text_of(page)
    type_after(page, "Says bee", " and I")
    small.change("one.yaml", "Says cat", "Says cat, too")
    until(page, lambda: "Says cat, too" in text_of(page))
    page.keyboard.press("Control+z")
    assert "Says bee\n" in text_of(page), "mine is taken back"
    assert "Says cat, too" in text_of(page), "theirs is not"
    page.keyboard.press("Control+y")
    save(page)
    assert all(f"Says {said}\n" in small.read("one.yaml") for said in ("ant, too", "bee and I", "cat, too"))


def test_undo_ends_where_somebody_else_has_changed_the_same_place(
    context: Profile, reached: Served, small: SmallGame
) -> None:
    page = opened(context, reached, "bee", "text")
    type_after(page, "Says bee", "!")
    save(page)
    small.change("one.yaml", "Says bee!", "Says wasp")
    until(page, lambda: "Says wasp" in text_of(page))
    page.keyboard.press("Control+z")
    assert "Says wasp" in text_of(page)
    expect(page.locator("#undo")).to_be_disabled()


# --- the right card ----------------------------------------------------------------------------------------


def test_a_card_that_is_inserted_above_moves_no_edit_of_the_form(
    context: Profile, reached: Served, small: SmallGame
) -> None:
    page = opened(context, reached, "bee")
    expect(page.locator(field(page, "id"))).to_have_value("bee")
    looks = held(page, "**/api/look")
    small.change("one.yaml", "cards:\n", f"cards:\n{card('asp')}")
    until(page, lambda: "id: asp" in text_of(page))
    page.locator(field(page, "cost+")).click()  # the form is still the one from before
    for route in looks:
        route.continue_()
    until(page, lambda: text_of(page) != small.read("one.yaml"))
    save(page)
    assert small.read("one.yaml").partition("- id: bee")[2].partition("cost: ")[2].startswith("4")
    assert small.read("one.yaml").count("cost: 3") == 3


def test_delete_undo_and_edit_at_once(context: Profile, reached: Served, small: SmallGame) -> None:
    before = small.read("one.yaml")
    page = opened(context, reached, "bee")
    page.locator("#more").click()
    page.locator("dialog button.danger").click()
    expect(page.locator(field(page, "id"))).to_have_value("cat")
    looks = held(page, "**/api/look")
    page.locator("#undo").click()
    until(page, lambda: text_of(page) == before)
    page.locator(field(page, "cost+")).click()  # the form shows the cat
    until(page, lambda: bool(looks))
    looks[0].continue_()
    until(page, lambda: text_of(page) != before)
    head, end = before.split("- id: cat")
    assert text_of(page) == f"{head}- id: cat{end.replace('cost: 3', 'cost: 4')}"


@pytest.mark.parametrize(("name", "text"), [("wasp", ""), ("bee", card("bee"))], ids=["nowhere", "twice"])
def test_an_edit_of_a_card_that_is_not_there_once_is_refused(
    reached: Served, small: SmallGame, name: str, text: str
) -> None:
    asked = {
        "name": f"cards/{NAME}/one.yaml",
        "text": small.read("one.yaml") + text,
        "target": {"kind": "cards", "id": name},
        "edits": [{"op": "set", "path": ["cost"], "value": 9}],
    }
    status, answer = reached.call("POST", "/api/edit", asked)
    assert status == 422
    assert f'"{name}"' in answer["error"]


# --- two who write ------------------------------------------------------------------------------------------


def test_two_tabs_change_two_cards_of_a_file(context: Profile, reached: Served, small: SmallGame) -> None:
    one, other = opened(context, reached, "ant", "text"), opened(context, reached, "cat", "text")
    type_after(one, "Says ant", " one")
    type_after(other, "Says cat", " other")
    type_after(other, "about bee", " other")
    one.bring_to_front()
    save(one)
    other.bring_to_front()
    until(other, lambda: "Says ant one\n" in text_of(other))
    other.keyboard.type("!")  # where the caret was
    save(other)
    expect(other.locator("#notice")).to_be_hidden()
    saved = small.read("one.yaml")
    assert all(f"{said}\n" in saved for said in ("Says ant one", "Says cat other", "about bee other!"))


@pytest.mark.parametrize("kept", ["mine", "theirs"])
def test_only_the_place_that_both_have_changed_is_asked_about(
    context: Profile, reached: Served, small: SmallGame, kept: str
) -> None:
    page = opened(context, reached, "cat", "text")
    type_after(page, "Says cat", " of mine")
    type_after(page, "Says ant", " of mine")
    small.write("one.yaml", small.read("one.yaml").replace("Says cat", "Says cat of theirs").replace("bee", "wasp"))
    expect(page.locator("#notice")).to_contain_text("en: Says cat of theirs")
    expect(page.locator("#notice")).to_contain_text("en: Says cat of mine")
    page.locator("#notice button", has_text={"mine": "Keep mine", "theirs": "Take theirs"}[kept]).click()
    expect(page.locator("#notice")).to_be_hidden()
    text = text_of(page)
    assert f"Says cat of {kept}\n" in text
    assert "Says ant of mine\n" in text
    assert "id: wasp" in text
    save(page)
    assert small.read("one.yaml") == text
    if kept == "theirs":
        page.locator("#undo").click()
        assert "Says cat of mine\n" in text_of(page), "what was given up can be brought back"
        page.locator("#redo").click()
        save(page)


def test_a_save_takes_what_is_not_known_yet(context: Profile, reached: Served, small: SmallGame) -> None:
    page = opened(context, reached, "cat", "text")
    type_after(page, "Says cat", " mine")
    puts = held(page, "**/api/file")
    page.keyboard.press("Control+s")
    until(page, lambda: bool(puts))
    small.change("one.yaml", "Says ant", "Says ant theirs")
    puts[0].continue_()
    expect(page.locator("#state")).to_have_text("saved")
    assert "Says ant theirs\n" in small.read("one.yaml")
    assert "Says cat mine\n" in small.read("one.yaml")


# --- a slow server ------------------------------------------------------------------------------------------


def test_a_page_that_is_left_during_a_slow_request_has_everything_when_one_returns(
    context: Profile, reached: Served
) -> None:
    page = opened(context, reached, "bee", "text")
    looks = held(page, "**/api/look")
    type_after(page, "Says bee", " of the winding night")
    page.goto(reached.place("/"))
    expect(page.locator("#unsaved")).to_contain_text("one.yaml")
    page.locator("#unsaved a").click()
    page.wait_for_selector("html[data-ready]")
    assert "Says bee of the winding night\n" in text_of(page)
    assert len(looks) == 1


def test_edits_of_the_form_that_wait_are_made_when_one_returns(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "bee")
    edits = held(page, "**/api/edit")
    page.locator(field(page, "name.en")).press("End")
    page.keyboard.type("hive")
    page.locator(field(page, "cost+")).click()
    until(page, lambda: bool(edits))
    page.goto(reached.place("/"))
    page.goto(reached.place("/edit?card=cards/bee"))
    page.wait_for_selector("html[data-ready]")
    until(page, lambda: "id: bee\n    name: {en: Beehive}\n    suit: sun\n    cost: 4\n" in text_of(page))
    expect(page.locator("#unsaved")).to_contain_text("one.yaml")


def test_edits_of_the_form_survive_a_text_that_cannot_be_read_meanwhile(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "bee")
    edits = held(page, "**/api/edit")
    page.locator(field(page, "name.en")).press("End")
    page.keyboard.type("ABCDEF")
    until(page, lambda: bool(edits))
    page.locator("[data-view=text]").click()
    type_after(page, "name: {en: Ant", "[")
    edits[0].continue_()
    until(page, lambda: "{en: BeeABCDEF}" in text_of(page))
    assert "{en: Ant[}" in text_of(page)


# --- what is not saved --------------------------------------------------------------------------------------


def test_every_page_says_what_is_not_saved_and_print_asks(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "bee", "text")
    expect(page.locator("#unsaved")).to_be_empty()
    type_after(page, "Says bee", "!")
    expect(page.locator("#unsaved")).to_contain_text("one.yaml")
    other = context.new_page()
    for place in ("/", "/sheets", "/fit", "/play", "/rulebook", "/print"):
        other.goto(reached.place(place))
        expect(other.locator("#unsaved a")).to_have_text("one.yaml")
    other.locator("#build .begin").click()
    expect(other.locator("dialog li")).to_have_text(f"cards/{NAME}/one.yaml")
    other.locator("dialog button", has_text="Cancel").click()
    expect(other.locator("#job")).to_be_hidden()
    page.bring_to_front()
    save(page)
    expect(page.locator("#unsaved")).to_be_empty()
    expect(other.locator("#unsaved")).to_be_empty()


def test_a_draft_of_another_tab_is_offered_and_can_be_discarded(context: Profile, reached: Served) -> None:
    page = opened(context, reached, "bee", "text")
    type_after(page, "Says bee", "!")
    other = opened(context, reached, "bee", "text")
    other.locator("#notice button", has_text="Discard").click()
    expect(other.locator("#unsaved")).to_be_empty()
    page.keyboard.type("?")
    other.reload()
    other.locator("#notice button", has_text="Restore").click()
    assert "Says bee!?" in text_of(other)
    save(other)
    until(page, lambda: page.locator("#state").inner_text() == "saved")


def test_random_changes_of_different_lines_are_merged(context: Profile, reached: Served) -> None:
    """Between two changes there may be nothing: then somebody is asked. What is merged has both, each in its place."""
    chance = random.Random(SEED)
    cases: list[tuple[str, str, str, str]] = []
    for _ in range(2000):
        sides: list[list[str]] = [[], [], [], []]  # base, mine, theirs, both
        for number in range(chance.randint(1, 30)):
            line = f"line {number}\n"
            lines = [line] * 4
            change = chance.choice((f"new {number}\n", f"{line}more {number}\n", ""))
            match chance.randint(0, 8):
                case 0:
                    lines = [line, change, line, change]
                case 1:
                    lines = [line, line, change, change]
            for side, text in zip(sides, lines, strict=True):
                side.append(text)
        base, mine, theirs, both = map("".join, sides)
        cases.append((base, mine, theirs, both))
    page = context.new_page()
    page.goto(reached.place("/fit"))
    merge = "async (all) => { const { merged } = await import('/static/merge.js');"
    made = page.evaluate(f"{merge} return all.map(([base, mine, theirs]) => merged(base, mine, theirs)); }}", cases)
    pairs = [(text, case[3]) for text, case in zip(made, cases, strict=True) if text is not None]
    assert len(pairs) > len(cases) / 3
    assert [text for text, _ in pairs] == [both for _, both in pairs]
