"""The pictures of the cards: suits told apart without colour, figures in poses of their own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageChops, ImageStat

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.painted import contrast
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.draw.shapes import rectangle
from fantasy_realms.art import pictures
from fantasy_realms.present import components

ART = data_root(Path(pictures.__file__).parents[1]) / "templates/fantasy-realms/art"
CARD = Rect(0, 0, 63.5, 88.9)
GREY = "#777777"
ELEMENTALS = ("earth-elemental", "water-elemental", "air-elemental", "fire-elemental")
PEOPLE = (
    "beastmaster",
    "collector",
    "doppelganger",
    "empress",
    "enchantress",
    "king",
    "princess",
    "queen",
    "warlock-lord",
)


def drawn(items: Items, box: Rect, ground: str, dpi: int = 60) -> Image.Image:
    """Some items on a ground, in grey."""
    page = Page(box.width, box.height, (Shape(rectangle(box), Colour.parse(ground)), *items))
    return Image.open(io.BytesIO(png_bytes(page, dpi))).convert("L")


def difference(first: Image.Image, second: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(first, second)).mean[0]


@cache
def frame(emblem: str) -> Image.Image:
    """The upper edge of a card's frame, in a colour that all suits have."""
    whole = drawn(pictures.border(emblem, "", GREY, CARD), CARD, Colour.parse(GREY).darker(0.12).hex)
    return whole.crop((0, 0, whole.width, round(3 * 60 / 25.4)))


@cache
def figure(name: str) -> Image.Image:
    box = Rect(0, 0, 100, 80)
    return drawn(pictures.picture(name, "wizard", GREY, "star", box), box, "#ffffff", 25)


def test_every_emblem_has_a_pattern_for_the_frame() -> None:
    assert {path.stem for path in (ART / "border").glob("*.svg")} == {*pictures.EMBLEMS, "corner"}


def test_patterns_of_suits_are_told_apart_without_colour() -> None:
    for first, second in combinations(pictures.EMBLEMS, 2):
        assert difference(frame(first), frame(second)) > 2, (first, second)


@pytest.mark.parametrize("colour", ["#2f3440", "#79aecb", "#d79b1c", "#6b3fa0", "#7d5a3c"])
def test_a_pattern_shows_on_dark_and_light_frames(colour: str) -> None:
    ground = Colour.parse(colour).darker(0.12)
    plain, patterned = (drawn(items, CARD, ground.hex) for items in ((), pictures.border("crown", "", colour, CARD)))
    assert difference(plain, patterned) > 1
    mark = pictures.tones_of("", colour)["mark"]
    assert abs(mark.luminance - ground.luminance) > 0.08


def test_a_pattern_stays_in_the_frame() -> None:
    inside = CARD.inset(pictures.BAND + 0.6)
    whole = drawn(pictures.border("drop", "", GREY, CARD), CARD, "#ffffff", 100)
    scale = 100 / 25.4
    corners = (inside.x, inside.y, inside.right, inside.bottom)
    left, top, right, bottom = (round(side * scale) for side in corners)
    assert whole.crop((left, top, right, bottom)).getextrema() == (255, 255)


def test_elementals_and_people_have_poses_of_their_own() -> None:
    for group in (ELEMENTALS, PEOPLE):
        for first, second in combinations(group, 2):
            assert difference(figure(first), figure(second)) > 15, (first, second)


def test_the_sign_behind_a_text_is_faint_on_the_paper_of_the_layout() -> None:
    layout = yaml.safe_load((ART.parent / "layouts/card.yaml").read_text("utf-8"))["layout"]
    assert components.PANEL.hex == layout["colours"]["paper"]
    ink = Colour.parse(layout["colours"]["ink"])
    for colour in ("#2f3440", "#79aecb", "#d79b1c", "#6b3fa0", "#cf4420"):
        [sign] = components.watermark(CARD, {"suit": {"emblem": "crown", "colour": colour}})
        assert isinstance(sign, Shape)
        assert isinstance(sign.fill, Colour)
        assert contrast(ink, sign.fill) > 10, colour


def texts() -> Iterator[tuple[str, str]]:
    yield from ((name, (ART / f"{name}.svg").read_text("utf-8")) for name in (*ELEMENTALS, *PEOPLE))


def test_new_figures_are_free_of_transparency() -> None:
    assert [name for name, text in texts() if "opacity" in text] == []
