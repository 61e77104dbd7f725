"""Pictures and pages: right, sound, harmless, and readable in a real browser."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from contrast import contrast

from cloudy_pnp import api
from cloudy_pnp.cloudy_kingdom.balance.study import overview, study
from cloudy_pnp.cloudy_kingdom.sim.config import SimulationConfig
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.simulate.intervals import Estimate
from cloudy_pnp.simulate.report import html_report, json_report, picture_svg, text_report, ticks
from cloudy_pnp.simulate.study import Bars, Column, Figure, HeatMap, Histogram, Remark, Section, Study, Table
from simulate.fake import FakeSimulator
from simulate.pages import Page

CHROMIUM = Path("/usr/bin/chromium")
EVIL = '<script>alert(1)</script> & "quotes" {{ 7*7 }} \''


def figure(picture: Any, columns: list[tuple[str, Any]], rows: list[tuple[Any, ...]]) -> Figure:
    return Figure(
        "one", "A title", "What it says.", Table(tuple(Column(*one) for one in columns), tuple(rows)), picture
    )


def shapes(svg: str, tag: str, kind: str) -> list[dict[str, str]]:
    found = ElementTree.fromstring(svg).iter(tag)  # noqa: S314  our own
    return [shape.attrib for shape in found if kind in shape.attrib.get("class", "").split()]


def test_bars_are_as_long_as_their_values_and_whiskers_as_their_intervals() -> None:
    rows = [("a", Estimate(0.2, 0.1, 0.3, 9)), ("b", Estimate(0.4, 0.35, 0.45, 9)), ("c", Estimate(-0.1, -0.2, 0.0, 9))]
    svg = picture_svg(figure(Bars(1, 0.3, "fair"), [("x", "text"), ("y", "points")], rows), "p")
    widths = [float(bar["width"]) for bar in shapes(svg, "rect", "bar")]
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.2)
    assert widths[2] == pytest.approx(widths[0] / 2, abs=0.2)
    flat = [line for line in shapes(svg, "line", "whisker") if line["y1"] == line["y2"]]
    lengths = [float(line["x2"]) - float(line["x1"]) for line in flat]
    assert lengths[0] == pytest.approx(widths[0], abs=0.2)  # 0.2 wide, as the first bar is long
    assert lengths[1] == pytest.approx(widths[0] / 2, abs=0.2)
    zero = float(shapes(svg, "line", "axis")[0]["x1"])
    [mark] = shapes(svg, "line", "mark")
    assert float(mark["x1"]) - zero == pytest.approx(1.5 * widths[0], abs=0.2)
    bars = shapes(svg, "rect", "bar")
    assert float(bars[2]["x"]) + widths[2] == pytest.approx(zero, abs=0.2)  # to the left


def test_histogram_stands_on_its_numbers() -> None:
    rows = [(turn, count) for turn, count in ((10, 4), (11, 0), (12, 8), (13, 2))]
    svg = picture_svg(figure(Histogram(12, "median 12"), [("t", "count"), ("n", "count")], rows), "p")
    bars = shapes(svg, "rect", "bar")
    heights = [float(bar["height"]) for bar in bars]
    assert [round(height / heights[2], 2) for height in heights] == [2, 4, 1]
    [mark] = shapes(svg, "line", "mark")
    assert float(bars[1]["x"]) < float(mark["x1"]) < float(bars[1]["x"]) + float(bars[1]["width"])


def test_heat_map_is_darkest_where_the_value_is_highest() -> None:
    rows = [(row, col, 10.0 * row + col) for row in range(2) for col in range(3)]
    edges = {"north": ["a", "b", "c"], "west": ["d", "e"]}
    svg = picture_svg(figure(HeatMap(2, 3, edges), [("r", "count"), ("c", "count"), ("v", "number")], rows), "p")
    heat = [float(field["fill-opacity"]) for field in shapes(svg, "rect", "heat")]
    assert heat == sorted(heat)
    assert (heat[0], heat[-1]) == (0.06, 1.0)
    assert [text in svg for text in (">a<", ">e<", ">12.0<")] == [True] * 3


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0.037), (-3, 12), (17, 17), (0, 123456)])
def test_ticks_are_few_and_round(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 1 <= len(found) <= 7
    assert all(low <= tick <= high for tick in found)
    assert found == sorted(set(found))


def test_pictures_of_nothing_and_of_little() -> None:
    nan = float("nan")
    for picture, rows in (
        (Bars(1), []),
        (Bars(1), [("a", nan)]),
        (Bars(1), [("a", 0.0)]),
        (Histogram(), [(5, 1)]),
        (Histogram(), []),
    ):
        ElementTree.fromstring(picture_svg(figure(picture, [("x", "text"), ("y", "rate")], rows), "p"))  # noqa: S314
    assert picture_svg(figure(None, [("x", "text")], []), "p") == ""


def evil_study() -> Study:
    rows = ((EVIL, Estimate(0.5, 0.4, 0.6, 10)),)
    table = Table((Column(EVIL), Column(EVIL, "rate")), rows)
    one = Figure("f", EVIL, EVIL, table, Bars(1, 0.2, EVIL))
    return Study(
        "s",
        EVIL,
        10,
        ((EVIL, EVIL),),
        (),
        (Remark("bad", EVIL), Remark("plain", EVIL)),
        (Section("x", EVIL, EVIL, (one,)),),
        ((1, EVIL),),
    )


def test_whatever_stands_in_the_data_stays_text() -> None:
    page = html_report(EVIL, [evil_study(), evil_study()], EVIL)
    assert "<script" not in page
    assert "49" not in re.sub(r"[0-9.]{3,}", "", page)
    tags = {tag for tag, _ in Page(page).tags}
    assert not tags & {"script", "iframe", "img", "link", "object"}
    assert not any(name.startswith("on") for _, found in Page(page).tags for name in found)


@pytest.fixture(scope="module")
def studies() -> list[Study]:
    kingdom = api.load()
    found = []
    for seats in (2, 4):
        config = SimulationConfig(("greedy",) * seats, seed=1, spells="random")
        simulator = FakeSimulator.of(kingdom, config)
        results = simulator.play(0, 300)
        found.append(study(kingdom, config, simulator.names, results, results))
    return [overview(found), *found]


def test_the_page_is_accessible_and_needs_no_network(studies: list[Study]) -> None:
    text = html_report("Title", studies, "command")
    page = Page(text)
    ids = [found["id"] for _, found in page.tags if "id" in found]
    assert len(ids) == len(set(ids))
    pictures = [found for tag, found in page.tags if tag == "svg" and "aria-hidden" not in found]
    assert len(pictures) > 10
    for found in pictures:
        assert found["role"] == "img"
        assert set(str(found["aria-labelledby"]).split()) <= set(ids)
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(str(found["href"]).startswith("#") for tag, found in page.tags if tag == "a")
    assert "url(" not in text
    assert "@import" not in text


def test_the_same_studies_give_the_same_bytes(studies: list[Study]) -> None:
    first, second = (
        (html_report("T", studies, "c"), json_report(studies, "c", {}), text_report(studies)) for _ in range(2)
    )
    assert first == second


def test_text_report_fits_a_terminal(studies: list[Study]) -> None:
    text = text_report(studies)
    tables = [line for line in text.splitlines() if line.startswith("  ")]
    assert max(map(len, tables)) <= 120
    assert "Where cards are placed\n  " in text


def colours(mode: str) -> dict[str, str]:
    css = (shipped_root() / "templates/report/report.css").read_text("utf-8")
    blocks = re.findall(r":root \{([^}]*)\}", css)
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", blocks[mode == "dark"]))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_text_can_be_read(mode: str) -> None:
    found = colours(mode)
    pairs = [(ink, on) for ink in ("ink", "soft", "heading", "subheading", "link") for on in ("paper", "card")]
    pairs += [("ink", f"{mood}-bg") for mood in ("good", "watch", "bad", "plain")]
    pairs += [(mood, f"{mood}-bg") for mood in ("good", "watch", "bad", "plain")]
    pairs += [(ink, sky) for ink in ("heading", "subheading", "ink") for sky in ("sky", "sky-deep")]
    pairs += [("on-heat", "heat"), ("ink", "field")]
    for ink, on in pairs:
        assert contrast(found[ink], found[on]) >= 4.5, (ink, on)
    for line, on in (("bar", "card"), ("mark", "card"), ("bar-line", "bar")):
        assert contrast(found[line], found[on]) >= (2.0 if line == "bar" else 3.0), (line, on)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("no chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 1200), ("light", 360)])
def test_in_a_browser(browser: Any, studies: list[Study], tmp_path: Path, scheme: str, width: int) -> None:
    file = tmp_path / "report.html"
    file.write_text(html_report("Title", studies, "command"), "utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert said == []
    assert asked == [file.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(255, 253, 248)" if scheme == "light" else "rgb(26, 29, 39)")
    outside = page.evaluate(
        """() => [...document.querySelectorAll('figure svg text')].filter(text => {
            const box = text.getBoundingClientRect(), svg = text.ownerSVGElement.getBoundingClientRect();
            return box.left < svg.left - 1 || box.right > svg.right + 1 || box.top < svg.top - 1;
        }).map(text => text.textContent)"""
    )
    assert outside == []
    page.close()
