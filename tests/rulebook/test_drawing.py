"""The pictures of a book: each whole in itself, and what they share written once."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.rulebook.drawing import COVER, Drawn, draw_all
from rulebook.books import shipped_book


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    return draw_all(shipped_book("en"))


def test_every_picture_has_what_it_needs_and_nothing_else(drawn: Drawn) -> None:
    assert len(drawn.pages) > 30
    for name, page in drawn.pages.items():
        text = drawn.picture(name)
        root = ElementTree.fromstring(text)  # noqa: S314 - our own picture
        assert root.get("viewBox") == f"0 0 {page.width:g} {page.height:g}"
        there = re.findall(r' id="([^"]+)"', text)
        used = re.findall(r'(?:href="|url\()#([^")]+)', text)
        assert len(there) == len(set(there))
        assert set(there) == set(used), name


def test_a_picture_has_the_paths_of_its_page(drawn: Drawn) -> None:
    alone = svg_text(drawn.pages[COVER])
    assert drawn.picture(COVER).count("<path") == alone.count("<path")
    assert drawn.picture(COVER).count("<use") == alone.count("<use") + 1


def test_what_pictures_share_is_written_once(drawn: Drawn) -> None:
    each = sum(len(drawn.picture(name)) for name in drawn.pages)
    assert len(drawn.sprite) < each / 3
    assert drawn.sprite.count("<symbol") == len([name for name in drawn.definitions if name.startswith("p-s")])
