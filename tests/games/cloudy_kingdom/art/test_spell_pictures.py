"""Illustrations of spells: which one a spell gets, and that each is whole, inside its box and fine in every look."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from draw.compare import pdf_picture, share_of_different_pixels, svg_picture
from games.cloudy_kingdom.art.studio import kingdom, picture, style
from PIL import Image, ImageChops
from PIL.Image import Image as Picture

from cloudy_pnp.cloudy_kingdom.art.castles import arms_of
from cloudy_pnp.cloudy_kingdom.art.spell_face import spell_face
from cloudy_pnp.cloudy_kingdom.art.spell_pictures import chosen_picture, illustration, may_be_mirrored, picture_of
from cloudy_pnp.cloudy_kingdom.art.style import Pen, pen_for
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, parse_steps
from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_source
from cloudy_pnp.draw.kit.lettering import Letterer
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Group, Page, Use
from cloudy_pnp.draw.svg import svg_text

Effect = list[dict[str, Any]]

PLAY = {"play": {"from": "drawn", "count": 1, "where": "growth"}}
TURN = {"turn": {"which": "stack", "by": "quarter", "way": "right"}}
REMOVE = {"remove": {"which": "top", "to": "discard"}}
MOVE = {"move": {"which": "top", "where": "growth"}}
NEW_STEPS: dict[str, Effect] = {
    "swap": [{"swap": {"which": "stacks"}}],
    "move": [MOVE],
    "clear": [{"clear": {"what": "blocks"}}],
    "peek": [{"look": {"from": "draw-pile", "count": 3, "sort": True}}],
    "miss-turn": [{"miss-turn": "next"}],
    "extra-turn": [{"extra-turn": "self"}],
    "protect": [{"protect": {"against": "everything"}}],
    "choose": [{"choose": [[TURN], [REMOVE]]}],
}
VARIANTS: dict[str, Effect] = {
    **NEW_STEPS,
    "clear holes": [{"clear": {"what": "holes"}}],
    "clear breaks": [{"clear": {"what": "breaks"}}],
    "peek 2": [{"look": {"from": "draw-pile", "count": 2, "sort": True}}],
    "peek 4": [{"look": {"from": "draw-pile", "count": 4, "sort": True}}],
    "choose of three": [
        {"choose": [[{"swap": {"which": "stacks"}}], [MOVE], [{"protect": {"against": "everything"}}]]}
    ],
}
GOLDEN = Path(__file__).parents[1] / "golden/ten-spells.yaml"
PACK = shipped_root() / "packs/giants-and-gales/spells.yaml"
ROOM = 28  # mm on each side of the middle
LEFT, TOP, RIGHT = -22.5, -21.5, 22.5  # of the box of a picture, with half a millimetre for lines
BOTTOM = 25.5  # what grows out of the cloud below begins inside it


def spells(path: Path) -> dict[str, Effect]:
    return {spell["id"]: spell["effect"] for spell in read_source(path, path.name).documents[0]["spells"]}


def page(effect: Effect, pen: Pen | None = None) -> Page:
    shown = illustration(pen or pen_for(style()), parse_steps(effect))
    return Page(2 * ROOM, 2 * ROOM, (Use(shown, Transform.translation(ROOM, ROOM)),))


@cache
def pixels(name: str, *, ink_saving: bool = False) -> Picture:
    """A picture on white paper in grey, a pixel for a quarter of a millimetre."""
    pen = pen_for(style().saving_ink() if ink_saving else style())
    return Image.open(io.BytesIO(png_bytes(page(VARIANTS[name], pen), 25.4 * 4, grey=True))).convert("L")


def ink(name: str, *, ink_saving: bool) -> float:
    """Return how much a spell card takes."""
    pen = pen_for(style().saving_ink() if ink_saving else style())
    arms = arms_of(pen, next(iter(kingdom().families.values())))
    card = spell_face(pen, Letterer(pen, "en"), arms, "Spell", parse_steps(VARIANTS[name]), "What it does.")
    levels = picture(pen.frame.symbol("spell", card.items), dpi=60, grey=True).histogram()
    return sum((255 - level) * count for level, count in enumerate(levels)) / 255


def test_each_new_step_has_a_picture_of_its_own() -> None:
    shown = {picture_of(parse_steps(effect)) for effect in NEW_STEPS.values()}
    effects: list[Effect] = [[TURN], [REMOVE], [{"draw": 1}, PLAY]]
    old = {picture_of(parse_steps(effect)) for effect in effects}
    assert len(shown | old) == len(NEW_STEPS) + len(old)
    assert "wand" not in shown


def test_the_new_pictures_differ_in_grey_and_in_outlines() -> None:
    for one, other in combinations(NEW_STEPS, 2):
        for spare in (False, True):
            difference = ImageChops.difference(pixels(one, ink_saving=spare), pixels(other, ink_saving=spare))
            counts = difference.histogram()
            assert sum(counts[40:]) / sum(counts) > 0.05, (one, other, spare)


@pytest.mark.parametrize("name", sorted({*STEPS} - {"choose", "repeat", "only-if", "place-self"}))
def test_every_value_of_every_step_has_a_picture(name: str) -> None:
    """A spell in an author's words may use any of them."""
    schema, example = STEPS[name].schema, [yaml.safe_load(STEPS[name].example)]
    for step in [STEPS[name].parse(value) for value in schema["enum"]] if "enum" in schema else parse_steps(example):
        assert illustration(pen_for(style()), [step]).items


@pytest.mark.parametrize("path", [GOLDEN, PACK], ids=lambda path: path.parent.name)
def test_no_spell_of_the_examples_gets_the_wand(path: Path) -> None:
    found = spells(path)
    assert len(found) >= 6
    assert [name for name, effect in found.items() if picture_of(parse_steps(effect)) == "wand"] == []


@pytest.mark.parametrize(
    ("spell", "shown"),
    [
        ("whirlwind", "whirlwind"),
        ("gone-with-the-wind", "gust"),
        ("weather-forecast", "spyglass"),
        ("sleeping-giant", "dome"),
        ("lost-in-the-fog", "moon"),
        ("seven-league-boots", "boots"),
        ("hungry-goat", "goat"),
        ("magic-beans", "sprouts"),
        ("compost-heap", "pot"),
        ("april-weather", "fork"),
    ],
)
def test_the_most_telling_step_decides(spell: str, shown: str) -> None:
    assert picture_of(parse_steps(spells(GOLDEN)[spell])) == shown


@pytest.mark.parametrize(
    "block",
    [
        lambda steps: {"repeat": {"times": 2, "steps": steps}},
        lambda steps: {"only-if": {"what": "draw-pile", "at-least": 3, "steps": steps}},
    ],
    ids=["repeat", "only-if"],
)
@pytest.mark.parametrize(
    "effect",
    [
        [TURN],
        [{"draw": 1}, REMOVE],
        [{"look": {"from": "draw-pile", "count": 3, "sort": True}}],
        [{"draw": 2}, {"swap": {"which": "stacks"}}],
    ],
)
def test_a_block_shows_what_is_in_it(block: Any, effect: Effect) -> None:
    steps = parse_steps([block(effect)])
    assert picture_of(steps) == picture_of(parse_steps(effect))
    assert illustration(pen_for(style()), steps).items


def test_repeated_plays_are_as_many_sprouts() -> None:
    pen = pen_for(style())
    three = [{"repeat": {"times": 3, "steps": [{"draw": 1}, PLAY]}}]
    assert svg_text(page(three, pen)) == svg_text(page([{"draw": 1}, PLAY] * 3, pen))
    assert svg_text(page(three, pen)) != svg_text(page([{"draw": 1}, PLAY] * 2, pen))


def test_a_choice_shows_the_pictures_of_its_options() -> None:
    pen = pen_for(style())
    shown = svg_text(page([{"choose": [[{"swap": {"which": "stacks"}}], [MOVE]]}], pen))
    assert shown != svg_text(page([{"choose": [[{"swap": {"which": "stacks"}}], [TURN]]}], pen))
    assert shown != svg_text(page([{"choose": [[{"swap": {"which": "stacks"}}], [MOVE], [TURN]]}], pen))


def face_of(effect: Effect, key: str) -> str:
    pen = pen_for(style())
    arms = arms_of(pen, next(iter(kingdom().families.values())))
    drawn = spell_face(pen, Letterer(pen, "en"), arms, "Spell", parse_steps(effect), "What it does.", key)
    symbol = pen.frame.symbol("spell", drawn.items)
    return svg_text(Page(57.15, 88.9, (Use(symbol),)))


@pytest.mark.parametrize("effect", [[REMOVE], [TURN], [{"draw": 2}, PLAY]])
def test_two_spells_that_do_the_same_do_not_look_the_same(effect: Effect) -> None:
    shown = [face_of(effect, key) for key in ("chop", "beaver", "saw", "storm", "moth")]
    assert len(set(shown)) == 5
    assert face_of(effect, "chop") == shown[0]


def test_the_spells_of_the_box_keep_their_own_pictures_and_others_may_have_another() -> None:
    for spell in kingdom().spells.values():
        assert chosen_picture(spell.steps, spell.id) == picture_of(spell.steps), spell.id
    effects: list[Effect] = [
        [REMOVE],
        [TURN],
        [{"draw": 2}, PLAY],
        [{"take": {"from": "discard", "which": "top"}}, PLAY],
    ]
    for effect in effects:
        steps = parse_steps(effect)
        assert len({chosen_picture(steps, f"spell-{number}") for number in range(20)}) == 2


def key_of(steps: Any, shown: str) -> str:
    """An id of a spell that gets this picture."""
    return next(key for key in map(str, range(99)) if chosen_picture(steps, key) == shown)


@pytest.mark.parametrize(
    ("shown", "effect"),
    [
        ("lightning", [REMOVE]),
        ("sack", [{"draw": 4}, PLAY]),
        ("windmill", [TURN]),
        ("jar", [{"take": {"from": "discard", "which": "top"}}, PLAY]),
    ],
)
def test_a_second_picture_keeps_to_its_box_and_saves_ink(shown: str, effect: Effect) -> None:
    steps, levels = parse_steps(effect), []
    for look in (style(), style().saving_ink()):
        items = illustration(pen_for(look), steps, key_of(steps, shown)).items
        whole = Page(2 * ROOM, 2 * ROOM, (Group(items, Transform.translation(ROOM, ROOM)),))
        grey = Image.open(io.BytesIO(png_bytes(whole, 25.4 * 4, grey=True))).convert("L")
        box = ImageChops.invert(grey).point(lambda level: 255 if level > 24 else 0).getbbox()
        assert box
        left, top, right, bottom = (place / 4 - ROOM for place in box)
        assert left >= LEFT and top >= TOP and right <= RIGHT and bottom <= BOTTOM, (left, top, right, bottom)
        levels.append(sum((255 - level) * count for level, count in enumerate(grey.histogram())))
    assert levels[1] < 0.7 * levels[0]


def test_what_would_say_something_else_is_never_mirrored() -> None:
    assert not may_be_mirrored(pen_for(style()), parse_steps([TURN]))
    assert not may_be_mirrored(pen_for(style()), parse_steps([{"choose": [[TURN], [REMOVE]]}]))
    assert may_be_mirrored(pen_for(style()), parse_steps([REMOVE]))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_keeps_to_its_box(name: str) -> None:
    box = ImageChops.invert(pixels(name)).point(lambda level: 255 if level > 24 else 0).getbbox()
    assert box
    left, top, right, bottom = (place / 4 - ROOM for place in box)
    assert left >= LEFT and top >= TOP and right <= RIGHT and bottom <= BOTTOM, (left, top, right, bottom)
    assert right - left > 30 and bottom - top > 28  # seen at arm's length


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_saves_ink(name: str) -> None:
    """On a whole card, as for every other card that is not a vine card."""
    assert ink(name, ink_saving=False) * 0.05 < ink(name, ink_saving=True) < ink(name, ink_saving=False) * 0.5


@pytest.mark.parametrize("name", NEW_STEPS)
def test_a_picture_is_the_same_each_time_it_is_drawn(name: str) -> None:
    assert svg_text(page(NEW_STEPS[name], Pen(style()))) == svg_text(page(NEW_STEPS[name], Pen(style())))


@pytest.mark.parametrize("name", NEW_STEPS)
def test_svg_and_pdf_are_the_same_picture(name: str) -> None:
    shown = page(NEW_STEPS[name])
    pdf, svg = pdf_picture(shown, dpi=75), svg_picture(shown, dpi=75)
    assert share_of_different_pixels(pdf, svg) < 0.005
