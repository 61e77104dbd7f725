"""How long after a click does a real browser show the board with the move on it?

Against the same click without drawing: the way to the server and back, the rules, and what the page says about them.
The computer does not answer: two people play.
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
from studio.game import GameFolder, served

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine")
PLAY = pytest.mark.benchmark(group="from a click to the move on the board in the browser (aim: 150 ms)")
ROUNDS = 12
# Place a card on the first legal place; then the time until the page says so, or until the new board is there.
_PLACE = """(event) => new Promise((told, failed) => {
  setTimeout(() => failed(new Error("what was expected did not come")), 20000);
  document.querySelector(".spot.legal").click();
  const begin = performance.now();
  const done = () => requestAnimationFrame(() => told(performance.now() - begin));
  if (event === "board") document.addEventListener("board", done, { once: true });
  else new MutationObserver((_, watching) => { watching.disconnect(); done(); }).observe(document.documentElement,
    { attributeFilter: ["data-at"] });
  document.getElementById("place").click();
})"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@contextmanager
def two_people(browser: Browser, folder: Path) -> Iterator[Page]:
    """A game of two people who sit at one screen."""
    with served(GameFolder(folder)) as running:
        page = browser.new_page(viewport={"width": 1280, "height": 820})
        page.set_default_timeout(PATIENCE)
        page.goto(running.place("/play"))
        page.wait_for_selector("html[data-whole]")
        page.locator("#new").click()
        for seat in page.locator("dialog select.seat").all():
            seat.select_option("human")
        page.locator("#with-curtain").uncheck()  # they look into each other's cards
        page.locator("#seed").fill("7")
        page.locator("dialog button.main").click()
        page.wait_for_selector(".spot.legal")
        yield page


def measure(benchmark: Any, page: Page, event: str) -> None:
    """By the browser's own clock, without the way back to us."""
    times: list[float] = []

    def run() -> None:
        times.append(page.evaluate(_PLACE, event))

    run()  # the first move finds nothing warm
    times.clear()
    benchmark.pedantic(run, setup=lambda: page.wait_for_timeout(150), rounds=ROUNDS)
    benchmark.extra_info["in the browser"] = f"{min(times):.0f} ms, median {median(times):.0f} ms"


@PLAY
def test_baseline_the_page_knows_of_the_move(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """The rules, and the way there and back, without the picture."""
    with two_people(browser, tmp_path) as page:
        measure(benchmark, page, "")


@PLAY
def test_the_move_is_on_the_board(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """The picture of the new board is drawn, sent and shown."""
    with two_people(browser, tmp_path) as page:
        measure(benchmark, page, "board")
