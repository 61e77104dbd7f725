"""The pictures of a book: on the pages in place of their dots, on the web with what they share written once."""

from __future__ import annotations

import re

import pikepdf
import pytest

from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.rulebook.arrange import COVER, BookPictures, draw_all
from cloudy_pnp.rulebook.book import figures
from cloudy_pnp.rulebook.compose import PAGES
from rulebook.books import opened, shipped_book, shipped_files


@pytest.fixture(scope="module")
def drawn() -> BookPictures:
    return draw_all(shipped_book("en"))


def test_everything_that_is_used_is_there_once_and_nothing_else(drawn: BookPictures) -> None:
    assert len(drawn.pages) > 30
    there = list(drawn.vectors.definitions)
    sprite = drawn.vectors.sprite
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', sprite)) | set(drawn.vectors.ids.values())
    assert len(there) == len(set(there))
    assert set(there) == used
    assert set(drawn.vectors.ids) == set(drawn.pages)


def test_what_pictures_share_is_written_once(drawn: BookPictures) -> None:
    each = sum(len(svg_text(page)) for page in drawn.pages.values())
    assert len(drawn.vectors.sprite) < each / 3


def test_a_story_has_its_steps_and_they_look_at_the_same_place(drawn: BookPictures) -> None:
    assert {name.split("-step")[0] for steps in drawn.steps.values() for name in steps} == set(drawn.steps)
    assert len(drawn.steps["figure-win-by-axis-1"]) == 6  # seven cards; the last is the figure itself
    assert len(drawn.steps["figure-shared-victory-1"]) == 13
    for name, steps in drawn.steps.items():
        whole = drawn.pages[name]
        assert {(drawn.pages[step].width, drawn.pages[step].height) for step in steps} == {(whole.width, whole.height)}


def test_every_dot_has_become_its_picture(drawn: BookPictures) -> None:
    with opened(shipped_files("en")[PAGES]) as pdf:
        things = [thing for page in pdf.pages for thing in page.obj.Resources.get("/XObject", {}).values()]
        assert all(thing.Subtype == "/Form" for thing in things)
        shown = {tuple(round(float(number), 2) for number in thing.BBox) for thing in things if "/Matrix" in thing}
        images = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"]
        assert not images
    wanted = {
        COVER,
        *(name for part in shipped_book("en").sections for item in figures(part.blocks) for name in item.names),
    }
    sizes = {(round(drawn.pages[name].width), round(drawn.pages[name].height)) for name in wanted}
    points = 72 / 25.4
    assert sizes <= {(round(right / points), round(top / points)) for _, _, right, top in shown}
