"""A real browser: the one of the system, without a screen."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = next((path for path in ("/usr/bin/chromium", shutil.which("chromium")) if path and Path(path).exists()), "")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A promise of views with some changed cards, with the time by the clock of the system and the names of those cards.
_NEXT = """(cards) => {
  window.next = new Promise((told) => {
    const names = [];
    document.addEventListener("shown", function seen(event) {
      names.push(...event.detail);
      if (names.length < cards) return;
      document.removeEventListener("shown", seen);
      requestAnimationFrame(() => told([performance.timeOrigin + performance.now(), names]));
    });
  });
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, for as long as it is needed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def opened(browser: Browser, address: str) -> Page:
    """The page, once all cards are there."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address)
    page.wait_for_selector("#kinds button")  # which come after the cards
    return page


def expect_change(page: Page, cards: int = 0) -> None:
    """Begin to wait for the next view, or until some cards have changed; call this before the save."""
    page.evaluate(_NEXT, cards)


def change_seen(page: Page) -> tuple[float, list[str]]:
    """When it was seen (seconds since the epoch), and which cards have a new picture."""
    milliseconds, names = page.evaluate("window.next")
    return milliseconds / 1000, names
