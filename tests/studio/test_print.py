"""Printing from the studio, the same way as the command line; seeing with other eyes; and what everybody can use."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from cloudy_pnp import api
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.studio.jobs import Jobs, start_job
from cloudy_pnp.studio.project import Draft, Project
from cloudy_pnp.workspace.home import home_of
from studio.axe import assert_sound, faults
from studio.browser import CHROMIUM, PATIENCE, Profile
from studio.game import GAME, GameFolder, Served

DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'  # axe does not look into pictures
needs_browser = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"
)
PLACES = ("/", "/sheets", "/fit", "/edit?card=spells/twist", "/play", "/print")  # the rulebook: test_see.py


def opened(context: Profile, running: Served, place: str) -> Page:
    page = context.new_page()
    page.goto(running.place(place))
    page.wait_for_selector("#kinds button" if place == "/" else "html[data-ready]")
    return page


def until_done(jobs: Jobs) -> dict[str, Any]:
    end = time.monotonic() + 4 * PATIENCE / 1000
    while (job := jobs.options()["job"])["state"] == "running":
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
    with pytest.raises(UserError, match="no job called"):
        jobs.begin("rm", {})
    with pytest.raises(UserError, match="games must be"):
        jobs.begin("simulate", {"games": 0})
    with pytest.raises(UserError, match="nothing to compare"):
        jobs.begin("simulate", {"games": 1, "against": f"cards/{GAME}/vines.yaml"})
    with pytest.raises(UserError, match="no such file"):
        jobs.begin("simulate", {"games": 1, "against": "--root"})
    exports: list[tuple[dict[str, Any], str]] = [
        ({}, "choose what"),
        ({"targets": ["x"]}, "no x among"),
        ({"targets": ["png"], "dpi": 9}, "dpi"),
    ]
    for wrong, said in exports:
        with pytest.raises(UserError, match=said):
            jobs.begin("export", wrong)
    with pytest.raises(ValueError, match="are names"):
        jobs.begin("export", {"targets": ["png"], "paper": ["--out"]})
    assert jobs.options()["job"] is None


def test_unsaved_text_is_compared_with_the_saved_deck(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    project = Project(home_of(GAME, game.root))
    name = f"cards/{GAME}/vines.yaml"
    text = game.read("vines.yaml").replace("count: 6", "count: 3")
    project.keep(Draft(name, "tab", text, ""))
    jobs = Jobs(project)
    assert jobs.options()["drafts"] == [name]
    words = jobs._simulate({"games": 5, "against": name})
    root = Path(words[words.index("--root") + 1])
    assert (root / name).read_text("utf-8") == text
    assert root != game.root
    assert words[words.index("--against") + 1] == str(game.folder / "vines.yaml")
    assert api.check(root, GAME).exit_code == 0, "the copy is a whole game"
    project.forget(name, "tab")


def test_how_far_it_is_comes_from_its_terminal(tmp_path: Path) -> None:
    script = (
        "import sys, time\nassert sys.stderr.isatty()\nprint('made.pdf', flush=True)\n"
        "sys.stderr.write('a warning\\n\\r\\x1b[K██░░ 1,000/4,000 games'); sys.stderr.flush()\ntime.sleep(60)"
    )
    job = start_job("build", [sys.executable, "-c", script])
    end = time.monotonic() + PATIENCE / 1000
    while job.as_dict()["share"] != 0.25:
        assert time.monotonic() < end
        time.sleep(0.02)
    while set(job.lines) != {"made.pdf", "a warning"}:  # two pipes: one may be read before the other
        assert time.monotonic() < end
        time.sleep(0.02)
    jobs = Jobs(Project(home_of(GAME, GameFolder(tmp_path).root)))
    jobs._job = job
    jobs.stop()
    assert until_done(jobs)["state"] == "stopped"


def test_work_can_be_stopped_and_is_one_at_a_time(tmp_path: Path) -> None:
    jobs = Jobs(Project(home_of(GAME, GameFolder(tmp_path).root)))
    assert jobs.begin("build", {"languages": ["en"], "exporters": ["sheets"]})["state"] == "running"
    with pytest.raises(UserError, match="already"):
        jobs.begin("simulate", {"games": 10})
    jobs.stop()
    assert until_done(jobs)["state"] == "stopped"
    assert jobs.options()["files"] == [], "what was stopped leaves nothing half done"


@pytest.mark.parametrize("name", ["../../cards/x.yaml", "%2e%2e/%2e%2e/secret", "/etc/passwd", "no.pdf", "%00"])
def test_only_what_was_built_can_be_taken(running: Served, name: str) -> None:
    (running.studio.preview.home.root / "secret").write_text("x")
    assert running.get(f"/output/{name}").status == 404


@needs_browser
def test_a_build_from_the_page_writes_what_was_ticked(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/print")
    expect(page.locator("#made")).to_contain_text("Nothing has been built yet")
    for box in page.locator("input[name=exporters]:checked").all():
        box.uncheck()
    page.locator("input[name=exporters][value=svg]").check()
    page.locator("#build .begin").click()
    expect(page.locator("#doing")).to_have_text("build: done", timeout=4 * PATIENCE)
    expect(page.locator("#made h3")).to_contain_text(["English"])
    assert running.get("/output/en/svg/stem.svg").status == 200
    assert (game.root / "output" / GAME / "en" / "svg" / "stem.svg").is_file()
    with page.expect_download() as taken:
        page.get_by_label("Download en/svg").click()
    with ZipFile(taken.value.path()) as parcel:
        assert "stem.svg" in parcel.namelist()
    assert running.get("/parcel/en/nothing.zip").status == 404
    assert running.get("/parcel/%2e%2e/cards.zip").status == 404


@needs_browser
def test_an_export_from_the_page(context: Profile, running: Served, game: GameFolder) -> None:
    page = opened(context, running, "/print")
    page.locator("#tab-build").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-export")).to_be_focused()
    page.locator("input[name=targets][value=service]").check()
    expect(page.locator("#services-box")).to_be_visible()
    page.locator("input[name=targets][value=service]").uncheck()
    page.locator("input[name=targets][value=die-line]").check()
    page.locator("#export .begin").click()
    expect(page.locator("#doing")).to_have_text("export: done", timeout=4 * PATIENCE)
    made = {path.suffix for path in (game.root / "output" / GAME / "en").rglob("*.*") if "svg/" not in str(path)}
    assert {".dxf", ".pdf"} <= made


@needs_browser
def test_unsaved_text_is_simulated_from_the_page(context: Profile, running: Served, game: GameFolder) -> None:
    project, name = running.studio.project, f"cards/{GAME}/vines.yaml"
    project.keep(Draft(name, "tab", game.read("vines.yaml").replace("count: 6", "count: 12", 1), ""))
    try:
        page = opened(context, running, "/print")
        page.locator("#tab-simulate").click()
        page.locator("#games").fill("10")
        page.locator("#against").select_option(name)
        page.locator("#simulate .begin").click()
        expect(page.locator("#doing")).to_have_text("simulate: done", timeout=4 * PATIENCE)
        expect(page.locator("#said")).to_contain_text("Changes since vines.yaml: stem 6 → 12.")
        expect(page.locator("#said")).to_contain_text("games: 10;")
    finally:
        project.forget(name, "tab")


# --- other eyes, and everybody -----------------------------------------------------------------------------


@needs_browser
def test_the_cards_with_other_eyes(context: Profile, running: Served) -> None:
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
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_serious_on_any_page(context: Profile, running: Served, scheme: Any, width: int) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 820})
    page.route("**/sheet/*/*.svg", lambda route: route.fulfill(body=DOT, content_type="image/svg+xml"))
    for place in PLACES:
        page.goto(running.place(place))
        page.wait_for_selector("#kinds button" if place == "/" else "html[data-ready]", timeout=4 * PATIENCE)
        assert_sound(page, place)


@needs_browser
def test_axe_finds_nothing_serious_in_what_opens(context: Profile, running: Served) -> None:
    page = opened(context, running, "/")
    page.locator("li.card button").first.click()
    assert faults(page) == []
    page = opened(context, running, "/edit?card=spells/twist")
    page.locator("[data-view=form]").click()
    assert faults(page) == []
    page.locator("#more").click()
    expect(page.locator(".uses")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.locator("#new").click()
    assert faults(page) == []
    page = opened(context, running, "/print")
    for tab in ("export", "simulate"):
        page.locator(f"#tab-{tab}").click()
        assert faults(page) == []


@needs_browser
def test_the_keyboard_reaches_everything_in_order(context: Profile, running: Served) -> None:
    page = opened(context, running, "/edit?card=spells/twist")
    page.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(16):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.getAttribute('href')"))
    assert reached[0] == "#work", "first a way past everything"
    way = ["./", "edit", "play", "print", "ui", "search", "new"]
    assert [one for one in reached if one in way] == way
