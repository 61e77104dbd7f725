"""axe, the checker of accessibility, run inside of a page; its rules are those of WCAG 2.2 AA, and good practice."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations'], iframes: false})"


@cache
def _source() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


_TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""


def assert_sound(page: Page, place: str) -> None:
    """A whole page: axe has nothing serious to say, it has one title, fits the window, and no name is there twice."""
    assert faults(page) == [], place
    assert page.locator("h1").count() == 1, place
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
    assert page.evaluate(_TWICE) == [], place


def faults(page: Page) -> list[str]:
    """Return what is serious or critical on a page as it is now."""
    page.evaluate(_source())
    found: list[dict[str, Any]] = page.evaluate(_RUN, _RULES)["violations"]
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {one['nodes'][0]['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
