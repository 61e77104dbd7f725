"""Printing from the studio, the same way as the command line; seeing with other eyes; and what everybody can use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.studio.jobs import Jobs
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.home import home_of
from studio.browser import CHROMIUM, PATIENCE
from studio.game import GAME, GameFolder, Served

needs_browser = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)
PLACES = ("/", "/edit?card=spells/twist", "/play", "/print")
# Controls without a name, ids that stand twice, images without a text, texts with too little contrast.
FAULTS = """() => {
  const name = (one) => one.ariaLabel || one.labels?.[0]?.textContent.trim() || one.textContent.trim()
    || one.querySelector("img")?.alt || (one.getAttribute("aria-labelledby") ?? "");
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const faults = [...document.querySelectorAll("button, a[href], input, select, textarea, dialog[open]")]
    .filter((one) => seen(one) && !name(one)).map((one) => `no name: ${one.outerHTML.slice(0, 80)}`);
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  faults.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `twice: ${id}`));
  faults.push(...[...document.querySelectorAll("img:not([alt])")].map((one) => `no alt: ${one.src}`));
  const linear = (x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  const light = (rgb) => rgb.map((part) => linear(part / 255))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const parts = (colour) => {
    const [r, g, b, a] = colour.match(/[\\d.]+/g).map(Number);
    const most = colour.startsWith("color(") ? 255 : 1;
    return [r * most, g * most, b * most, a];
  };
  const apart = "#board, .strands, :disabled, [aria-hidden], option, #text, .blank";
  for (const one of document.querySelectorAll("main *, form *, aside *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !seen(one) || one.closest(apart)) continue;
    let ground = null;
    for (let at = one; at && !ground; at = at.parentElement) {
      const [r, g, b, a = 1] = parts(getComputedStyle(at).backgroundColor);
      if (a > 0.9) ground = [r, g, b];
    }
    const [r, g, b] = parts(getComputedStyle(one).color);
    const [dark, bright] = [light([r, g, b]), light(ground ?? [255, 255, 255])].sort((x, y) => x - y);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(1)}: ${one.outerHTML.slice(0, 90)}`);
  }
  return faults;
}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 820}, locale="en-US", reduced_motion="reduce")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def opened(context: BrowserContext, running: Served, place: str) -> Page:
    page = context.new_page()
    page.goto(running.place(place))
    page.wait_for_selector("#kinds button" if place == "/" else "html[data-ready]")
    return page


def until_done(jobs: Jobs) -> dict[str, Any]:
    end = time.monotonic() + 4 * PATIENCE / 1000
    while (job := jobs.offered()["job"])["state"] == "running":
        assert time.monotonic() < end
        time.sleep(0.05)
    return dict(job)


# --- work in the background --------------------------------------------------------------------------------


def test_only_what_is_offered_becomes_a_word_of_a_call(tmp_path: Path) -> None:
    jobs = Jobs(Project(home_of(GAME, GameFolder(tmp_path).root)))
    for asked in ({"languages": ["--out"]}, {"cards": "x"}, {"cards": [1]}):
        with pytest.raises(ValueError, match="are names"):
            jobs.begin("build", asked)
    with pytest.raises(UserError, match="no x among the sheets"):
        jobs.begin("build", {"sheets": ["x"]})
    with pytest.raises(UserError, match="no work called"):
        jobs.begin("rm", {})
    with pytest.raises(UserError, match="games are"):
        jobs.begin("simulate", {"games": 0})
    assert jobs.offered()["job"] is None


def test_work_can_be_stopped_and_is_one_at_a_time(tmp_path: Path) -> None:
    jobs = Jobs(Project(home_of(GAME, GameFolder(tmp_path).root)))
    assert jobs.begin("build", {"languages": ["en"], "exporters": ["sheets"]})["state"] == "running"
    with pytest.raises(UserError, match="already"):
        jobs.begin("simulate", {"games": 10})
    jobs.stop()
    assert until_done(jobs)["state"] == "stopped"
    assert jobs.offered()["files"] == [], "what was stopped leaves nothing half done"


@pytest.mark.parametrize("name", ["../../cards/x.yaml", "%2e%2e/%2e%2e/secret", "/etc/passwd", "no.pdf", "%00"])
def test_only_what_was_built_can_be_taken(running: Served, name: str) -> None:
    (running.studio.preview.home.root / "secret").write_text("x")
    assert running.get(f"/output/{name}").status == 404


@needs_browser
def test_a_build_from_the_page_writes_what_was_ticked(
    context: BrowserContext, running: Served, game: GameFolder
) -> None:
    page = opened(context, running, "/print")
    expect(page.locator("#made")).to_contain_text("Nothing has been built yet")
    for box in page.locator("input[name=exporters]:checked").all():
        box.uncheck()
    page.locator("input[name=exporters][value=svg]").check()
    page.locator("#begin").click()
    expect(page.locator("#job")).to_have_attribute("data-state", "done", timeout=4 * PATIENCE)
    expect(page.locator("#made h3")).to_have_text(["en"])
    assert running.get("/output/en/svg/stem.svg").status == 200
    assert (game.root / "output" / GAME / "en" / "svg" / "stem.svg").is_file()


# --- other eyes, and everybody -----------------------------------------------------------------------------


@needs_browser
def test_the_cards_with_other_eyes(context: BrowserContext, running: Served) -> None:
    page = opened(context, running, "/")
    picture = page.locator("#card-twist img")
    expect(picture).to_have_css("filter", "none")
    page.locator("#eyes").select_option("deuteranopia")
    expect(picture).to_have_css("filter", 'url("#see-deuteranopia")')
    assert "eyes=deuteranopia" in page.url
    wide = page.evaluate("document.querySelector('#card-twist img').offsetWidth")
    page.locator("#eyes").select_option("far")
    assert page.evaluate("document.querySelector('#card-twist img').offsetWidth") < wide / 1.5


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_has_a_name_and_every_text_can_be_read(
    context: BrowserContext, running: Served, scheme: Any
) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme=scheme)
    for place in PLACES:
        page.goto(running.place(place))
        page.wait_for_selector("#kinds button" if place == "/" else "html[data-ready]")
        assert page.evaluate(FAULTS) == [], place
        assert page.locator("h1:visible").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@needs_browser
def test_the_keyboard_reaches_everything_in_order(context: BrowserContext, running: Served) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    page.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(16):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.getAttribute('href')"))
    assert reached[0] == "#work", "first a way past everything"
    assert [one for one in reached if one in ("/", "/edit", "/play", "/print", "ui", "search", "new")] == [
        *("/", "/edit", "/play", "/print", "ui", "search", "new")
    ]
