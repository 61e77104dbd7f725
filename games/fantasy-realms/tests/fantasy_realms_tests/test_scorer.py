"""The scorer for the phone in a real browser: its engine against ours, and what a player does with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chance import SEED, examples
from fantasy_realms_tests.helpers import choices_of, vectors
from playwright.sync_api import Browser, Page, expect
from studio.browser import CHROMIUM, chromium, until

from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load
from fantasy_realms.fast.engine import FastScorer
from fantasy_realms.model.realm import base_realm
from fantasy_realms.present.scorer_page import scorer_page
from fantasy_realms.rules.score import score_hand

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)
LANGUAGES = ("en", "de", "fr", "hu")
RANDOM_HANDS = int(os.environ.get("SCORER_HANDS", examples(500)))
SCORE = """(hands) => hands.map(([hand, mode, fixed, longest]) => {
  const told = mode === "best" ? scorer.best(hand, fixed) : scorer.score(hand, fixed, longest);
  return {total: told.total, base: told.base, choices: told.choices,
          cards: Object.fromEntries(told.cards.map((card) => [card.card, card.points])),
          blanked: told.cards.filter((card) => card.blankedBy.length).map((card) => card.card).sort()};
})"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages in all languages."""
    data = load(home_of("fantasy-realms")).entries.data()
    place = tmp_path_factory.mktemp("scorer")
    for lang in LANGUAGES:
        (place / f"{lang}.html").write_text(scorer_page(data, lang), "utf-8")
    return place


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """The English page; whatever the browser complains about, or asks from a network, fails the test."""
    yield from _opened(browser, folder / "en.html")


def _opened(browser: Browser, path: Path) -> Iterator[Page]:
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: complaints.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    yield page
    page.close()
    assert complaints == []


def test_every_vector(page: Page) -> None:
    every = vectors()
    questions = [
        [
            one["hand"],
            one.get("mode", "given"),
            one.get("choices", {}),
            one.get("variants", {}).get("runs") == "longest",
        ]
        for one in every
    ]
    for vector, answer in zip(every, page.evaluate(SCORE, questions), strict=True):
        assert answer["total"] == vector.get("total", answer["total"]), vector["id"]
        for card, points in vector.get("per_card", {}).items():
            assert answer["cards"][card] == points, vector["id"]
        if "blanked" in vector:
            assert answer["blanked"] == sorted(vector["blanked"]), vector["id"]


@pytest.mark.fuzz
def test_random_hands(page: Page) -> None:
    """The same totals, shares and blanked cards as the engines in Python, by choices that are as good."""
    realm, chance = base_realm(), Random(SEED + 14)
    scorer = FastScorer.of(realm)
    for size in (7, 8, 5):
        hands = [chance.sample(list(realm.cards), size) for _ in range(RANDOM_HANDS // 3 + 1)]
        answers: list[dict[str, Any]] = page.evaluate(SCORE, [[hand, "best", {}, False] for hand in hands])
        for hand, answer in zip(hands, answers, strict=True):
            best = scorer.best(hand)
            assert (answer["total"], answer["base"]) == (best.total, best.base), hand
            same = score_hand(realm, hand, choices_of(answer["choices"]))
            assert (same.total, same.base) == (best.total, best.base), hand  # the choices are as good as ours
            assert answer["cards"] == {card.card: card.points for card in same.cards}, hand
            assert answer["blanked"] == list(same.blanked), hand


def test_a_player_taps_a_hand(page: Page) -> None:
    for card in ("mountain", "smoke", "wildfire"):
        page.locator(f"#card-{card}").click()
    expect(page.locator("#total")).to_have_text("126")
    expect(page.locator("[data-card=mountain]")).to_contain_text("+50 (Smoke and Wildfire)")
    page.locator("#card-mirage").click()
    page.locator("#choice-mirage").select_option(label="Great Flood")
    expect(page.locator("[data-card=mirage]")).to_contain_text("counts as Great Flood (Flood)")
    page.locator("#out-mirage").click()
    expect(page.locator("#hand li")).to_have_count(3)

    def is_remembered() -> bool:
        """A browser writes down what a page keeps some time after it; the page itself writes nothing when it opens."""
        page.reload()
        return page.locator("#total").inner_text() == "126"

    until(page, is_remembered)
    page.locator("#reset").click()
    expect(page.locator("#total")).to_have_text("0")


def test_players_ranking_and_ties(page: Page) -> None:
    page.locator("#reset").click()
    page.locator("#card-king").click()
    page.locator("#add").click()
    expect(page.locator("#card-king")).to_be_disabled()  # there is only one of each card
    page.locator("#card-rainstorm").click()
    expect(page.locator("#places li")).to_have_count(2)
    expect(page.locator("#tie")).to_be_visible()
    page.locator("#card-knights").click()
    expect(page.locator("#places li").first).to_contain_text("1. Player 2 20")
    page.locator("#remove").click()
    expect(page.locator("#ranking")).to_be_hidden()


def test_a_hand_is_not_too_large(page: Page) -> None:
    for card in ("king", "queen", "princess", "warlord", "empress", "knights", "dragon", "hydra"):
        page.locator(f"#card-{card}").click()
    expect(page.locator("#hand li")).to_have_count(7)
    expect(page.locator("#status")).to_contain_text("7 cards")
    page.locator("#card-dragon").click()
    page.locator("#card-necromancer").click()
    page.locator("#card-hydra").click()
    expect(page.locator("#hand li")).to_have_count(8)


def test_search_knows_accents_and_suits(browser: Browser, folder: Path) -> None:
    for page in _opened(browser, folder / "hu.html"):
        page.locator("#search").fill("ozonviz")
        expect(page.locator("#cards button")).to_have_count(1)
        page.locator("#search").fill("xyz")
        expect(page.locator("#cards")).to_have_text("Nincs ilyen lap.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_the_language_and_can_be_used_without_a_mouse(browser: Browser, folder: Path, lang: str) -> None:
    for page in _opened(browser, folder / f"{lang}.html"):
        assert page.locator("html").get_attribute("lang") == lang
        assert "{" not in page.locator("body").inner_text()
        for button in page.locator("button, select, input").all():
            assert button.evaluate(
                "(node) => (node.labels?.length || node.ariaLabel || node.textContent).toString().trim()"
            )
        page.locator("#card-king").focus()
        page.keyboard.press("Space")
        expect(page.locator("#card-king")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#card-king")).to_be_focused()


def test_light_and_dark(page: Page) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2
