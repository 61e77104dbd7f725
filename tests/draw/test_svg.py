from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from draw.compare import pdf_picture, share_of_different_pixels, svg_picture
from draw.pictures import DOT, LANGUAGES, LEAF, SANS, TEXTS, everything
from msgspec.structs import replace
from PIL.Image import Image as Picture

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Symbol, Use
from cloudy_pnp.draw.shapes import circle
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.draw.text import TextStyle, fit_text

SVG = "{http://www.w3.org/2000/svg}"


def root_of(page: Page, prefix: str = "", title: str = "") -> ET.Element:
    return ET.fromstring(svg_text(page, prefix=prefix, title=title))  # noqa: S314  # our own text


@pytest.fixture(scope="module")
def in_pdf() -> Picture:
    """Return what the PDF of the page with every feature looks like."""
    return pdf_picture(everything())


def test_svg_and_pdf_are_the_same_picture(in_pdf: Picture) -> None:
    """A page that uses every feature: fewer than 0.5 % of the pixels may differ."""
    assert share_of_different_pixels(in_pdf, svg_picture(everything())) < 0.001


@pytest.mark.parametrize("what", ["moved", "left out", "turned"])
def test_the_comparison_sees_a_small_difference(in_pdf: Picture, what: str) -> None:
    """A tenth of a millimetre, one missing leaf: the test above must be able to fail."""
    page = everything()
    changed: dict[str, tuple[Item, ...]] = {
        "moved": (Group(page.items, Transform.translation(0.1, 0)),),
        "left out": tuple(item for item in page.items if not isinstance(item, Use)),
        "turned": (Group(page.items, Transform.rotation(0.2)),),
    }
    assert share_of_different_pixels(in_pdf, svg_picture(replace(page, items=changed[what]))) > 0.005


def test_size_and_title() -> None:
    root = root_of(Page(63.5, 88.9, ()), title="Ein & Zwei")
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63.5mm", "88.9mm", "0 0 63.5 88.9")
    assert root.findtext(f"{SVG}title") == "Ein & Zwei"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_is_there_to_be_read_and_searched(lang: str) -> None:
    setting = fit_text(TEXTS[lang], Rect(0, 0, 40, 30), TextStyle(SANS, 3), lang, {"dot": DOT})
    root = root_of(Page(40, 30, setting.items))
    lines = "".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert lines == "".join(line.replace("[dot]", "") for line in setting.lines)
    assert all(text.get("fill-opacity") == "0" for text in root.iter(f"{SVG}text"))


def test_each_letter_is_drawn_once() -> None:
    setting = fit_text("anna anna", Rect(0, 0, 40, 30), TextStyle(SANS, 3), "de")
    root = root_of(Page(40, 30, setting.items))
    defs = root.find(f"{SVG}defs")
    assert defs is not None
    assert len(defs.findall(f"{SVG}path")) == 2
    assert len(list(root.iter(f"{SVG}use"))) == 8


def test_a_symbol_is_stored_once() -> None:
    leaf = Symbol("leaf", (Path(circle(Point(0, 0), 3), fill=LEAF),), Rect(-3, -3, 6, 6))
    items: tuple[Item, ...] = tuple(Use(leaf, Transform.translation(x, 5)) for x in range(9))
    root = root_of(Page(20, 20, (*items, Group(items[:2]))))
    assert len(list(root.iter(f"{SVG}symbol"))) == 1
    assert len(list(root.iter(f"{SVG}use"))) == 11


def test_ids_have_the_prefix_that_was_asked_for() -> None:
    ids = [element.get("id") for element in root_of(everything(), prefix="card7-").iter() if element.get("id")]
    assert len(ids) > 10 and len(set(ids)) == len(ids)
    assert all(name and name.startswith("card7-") for name in ids)
    assert svg_text(everything()).count("url(#") == svg_text(everything(), prefix="p-").count("url(#p-")


def test_the_same_text_every_time() -> None:
    assert svg_text(everything()) == svg_text(everything())
