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
# A promise of the next view that the page shows, with the time by the clock of the system and the changed cards.
_NEXT = """() => {
  window.next = new Promise((told) => document.addEventListener(
    "shown",
    (event) => requestAnimationFrame(() => told([performance.timeOrigin + performance.now(), event.detail])),
    { once: true },
  ));
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


def expect_change(page: Page) -> None:
    """Begin to wait for the next view; call this before the save."""
    page.evaluate(_NEXT)


def change_seen(page: Page) -> tuple[float, list[str]]:
    """When the next view was seen (seconds since the epoch), and which cards have a new picture."""
    milliseconds, names = page.evaluate("window.next")
    return milliseconds / 1000, names
