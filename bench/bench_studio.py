"""The studio in a real browser: from a key to what is said about the text and its pictures; a gallery of 1,000 cards.

Keys against a desk that says nothing, the same way through the same server; the large gallery against that of the
shipped game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from studio.browser import CHROMIUM, PATIENCE, chromium
from studio.game import GameFolder, Served, served

from bench.table_deck import make
from cloudy_pnp.studio.desk import Desk, DeskResult
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.workspace.home import home_of

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine")
KEYS = pytest.mark.benchmark(group="from a key to problems and four pictures (aim: 150 ms)")
CARDS = pytest.mark.benchmark(group="from an address to the first picture of the gallery (aim: 1,000 cards in 2 s)")
ROUNDS = 15
LARGE = 1_000
# A promise of what is said about the text as it is after the next key.
_NEXT = """() => { window.said = new Promise((told) => {
  document.addEventListener("looked", function seen(event) {
    if (event.detail.text !== document.getElementById("text").value) return;
    document.removeEventListener("looked", seen);
    requestAnimationFrame(() => told(event.detail.milliseconds));
  });
}); }"""
_SEEN = "() => [...document.querySelectorAll('li.card img[src]')].some((one) => one.complete && one.naturalWidth)"
_SCROLL = """async (step) => {
  const times = [];
  for (let top = 0; top < document.body.scrollHeight; top += step) {
    const begin = performance.now();
    scrollTo({ top, behavior: "instant" });
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - begin);
  }
  return times;
}"""


class Silent(Desk):
    """Says nothing about any text."""

    def look(self, name: str, text: str, card: str = "") -> DeskResult:  # noqa: ARG002
        return DeskResult([], True, "", [], [], ["en"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


def typing(browser: Browser, made: Served) -> Page:
    """The desk, with the caret behind the name of a card."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.set_default_timeout(PATIENCE)
    page.goto(made.place("/edit?card=spells/twist"))
    page.wait_for_selector("html[data-ready]")
    page.locator("#text").focus()
    script = "field => { const at = field.value.indexOf('en: Twist') + 9; field.setSelectionRange(at, at); }"
    page.locator("#text").evaluate(script)
    return page


def key(page: Page, number: int) -> float:
    """Milliseconds from a key to problems and pictures, by the clock of the page."""
    page.keyboard.press("x" if number % 2 == 0 else "Backspace")
    return float(page.evaluate("window.said"))


def rest(page: Page) -> None:
    """What the last key has set off is over."""
    page.wait_for_timeout(150)
    page.evaluate(_NEXT)


@contextmanager
def served_deck(folder: Path) -> Iterator[Served]:
    """A studio with a deck that was made of a table."""
    with served(GameFolder.__new__(GameFolder), preview=Preview(home_of("plain", folder))) as made:
        yield made


def visited(browser: Browser, made: Served) -> Page:
    """The gallery, as soon as there is a picture."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE)
    page.goto(made.address)
    page.wait_for_function(_SEEN)
    return page


def _keys(benchmark: Any, browser: Browser, made: Served) -> None:
    page = typing(browser, made)
    times: list[float] = []
    rest(page)
    key(page, 1)
    benchmark.pedantic(lambda: times.append(key(page, len(times))), setup=lambda: rest(page), rounds=ROUNDS)
    benchmark.extra_info["in the browser"] = f"{min(times):.0f} ms, median {median(times):.0f} ms"
    page.close()


@KEYS
def test_baseline_a_desk_that_says_nothing(
    benchmark: Any, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, the way to the server and back."""
    monkeypatch.setattr("cloudy_pnp.studio.server.Desk", Silent)
    with served(GameFolder(tmp_path)) as made:
        _keys(benchmark, browser, made)


@KEYS
def test_a_letter_of_a_name(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """The game is checked, the card is drawn in four languages."""
    with served(GameFolder(tmp_path)) as made:
        _keys(benchmark, browser, made)


def _first_picture(benchmark: Any, browser: Browser, made: Served) -> Page:
    pages: list[Page] = []

    def before() -> None:
        while pages:
            pages.pop().close()

    benchmark.pedantic(lambda: pages.append(visited(browser, made)), setup=before, rounds=5)
    return pages[-1]


@CARDS
def test_baseline_the_shipped_game(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """Some fifty pictures."""
    with served(GameFolder(tmp_path)) as made:
        _first_picture(benchmark, browser, made).close()


@CARDS
def test_a_thousand_cards(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """A deck of a table, each card with a picture and a text of 250 letters; then it is scrolled from end to end."""
    make(LARGE, tmp_path)
    with served_deck(tmp_path) as made:
        page = _first_picture(benchmark, browser, made)
        page.wait_for_function(f"() => document.querySelectorAll('li.card').length === {LARGE}")
        times = page.evaluate(_SCROLL, 700)
        page.close()
    frames = f"{median(times):.0f} ms a frame, {sorted(times)[int(len(times) * 0.95)]:.0f} ms in 95 %"
    benchmark.extra_info["scrolled"] = frames
