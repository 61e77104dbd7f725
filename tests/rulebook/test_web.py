"""The web page: well-formed, closed in itself, with landmarks, and readable by day and by night."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

import pytest
from contrast import contrast

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.rulebook.arrange import draw_all
from cloudy_pnp.rulebook.book import Book, Paragraph, Section, Span, figures, plain
from cloudy_pnp.rulebook.compose import WEB
from cloudy_pnp.rulebook.theme import PAIRS
from cloudy_pnp.rulebook.web import _stepping, html_page
from rulebook.books import LANGUAGES, shipped_book, shipped_files, shipped_theme

FOLDER = shipped_root() / "templates/rulebook"
VOID = {"meta", "br", "link", "hr", "input", "img"}


def tree(text: str) -> ElementTree.Element:
    """Our pages are written so that XML readers take them too: then nothing is left open."""
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - our own page


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_well_formed_with_one_of_each_landmark(lang: str) -> None:
    text = shipped_files(lang)[WEB].decode()
    assert text.startswith("<!DOCTYPE html>\n")
    page = tree(text)
    assert page.get("lang") == lang
    for tag in ("header", "nav", "main", "h1", "title"):
        assert len(list(page.iter(tag))) == 1, tag
    assert not [element for element in page.iter() if element.tag in VOID and (len(element) or element.text)]
    for element in page.iter():
        if element.tag in ("p", "h1", "h2", "h3"):
            inside = {child.tag for child in element.iter()} - {element.tag}
            assert inside <= {"strong", "em", "br", "b"}, inside
        if element.tag in ("ul", "ol"):
            assert {child.tag for child in element} == {"li"}


def test_headings_step_by_step_and_as_in_the_book(lang: str) -> None:
    page = tree(shipped_files(lang)[WEB].decode())
    [main] = page.iter("main")
    headings = [(element.tag, "".join(element.itertext())) for element in main.iter() if element.tag in ("h2", "h3")]
    assert headings == [(f"h{section.level}", plain(section.title)) for section in shipped_book(lang).sections]
    assert headings[0][0] == "h2"


def test_ids_are_unique_and_every_link_leads_somewhere_inside(lang: str) -> None:
    text = shipped_files(lang)[WEB].decode()
    page = tree(text)
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    links = [element.get("href") for element in page.iter() if element.get("href")]
    links += [f"#{name}" for element in page.iter() for name in (element.get("aria-labelledby"),) if name]
    links += [f"#{name}" for name in re.findall(r"url\(#([^)]+)\)", text)]
    assert len(links) > 50
    assert {link for link in links if link and link.removeprefix("#") not in ids} == set()


def test_nothing_is_fetched(lang: str) -> None:
    text = shipped_files(lang)[WEB].decode()
    assert not re.search(r"<script|<link|<img|<iframe|@import|\bsrc=|url\((?!#|data:font/woff;base64,)", text)
    assert set(re.findall(r"https?://[^\s\"']+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_every_picture_has_an_alternative_text(lang: str) -> None:
    page = tree(shipped_files(lang)[WEB].decode())
    parents = {child: parent for parent in page.iter() for child in parent}
    pictures = [element for element in page.iter() if element.get("role") == "img"]
    on_the_way = [item for item in pictures if parents[item].get("class") == "frames" and item is not parents[item][-1]]
    assert len({element.get("aria-label") for element in on_the_way}) == len(on_the_way)
    labels = [element.get("aria-label") for element in pictures if element not in on_the_way]
    wanted = [
        picture.alt
        for section in shipped_book(lang).sections
        for figure in figures(section.blocks)
        for picture in figure.pictures
    ]
    assert labels[1:] == wanted
    assert all(labels)


def test_small_enough_for_a_phone(lang: str) -> None:
    assert len(shipped_files(lang)[WEB]) < 3_000_000


def test_the_fonts_are_in_the_page(lang: str) -> None:
    text = shipped_files(lang)[WEB].decode()
    packed = re.findall(r'@font-face \{ font-family: "([^"]+)"; font-weight: (\d+); font-style: (\w+)', text)
    assert packed == [
        ("Alegreya Sans", "400", "normal"),
        ("Alegreya Sans", "700", "normal"),
        ("Alegreya Sans", "400", "italic"),
        ("Fraunces", "600", "normal"),
    ]
    for data in re.findall(r"url\(data:font/woff;base64,([^)]+)\)", text):
        assert base64.b64decode(data)[:4] == b"wOFF"


def test_stories_are_told_step_by_step(lang: str) -> None:
    """One button for each picture, the last one chosen, and a rule of the style that shows what was chosen."""
    text = shipped_files(lang)[WEB].decode()
    stories = [element for element in tree(text).iter("div") if element.get("class") == "story"]
    assert len(stories) >= 5
    for story in stories:
        buttons, (frames, labels) = story.findall("input"), story.findall("div")
        assert len(buttons) == len(frames) == len(labels) > 1
        assert [button.get("checked") for button in buttons] == [None] * (len(buttons) - 1) + ["checked"]
        assert [label.get("for") for label in labels] == [button.get("id") for button in buttons]
        assert len({button.get("name") for button in buttons}) == 1
        second = {"en": "Step 2", "de": "Schritt 2", "fr": "Étape 2", "hu": "2. lépés"}[lang]
        assert "".join(labels[1].itertext()) == second
        assert f"input:nth-of-type({len(buttons)}):checked ~ .frames > :nth-child({len(buttons)})" in text


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_contrast_of_all_text_is_at_least_aa(mode: str) -> None:
    look = shipped_theme("en")
    colours = {"light": look.light, "dark": look.dark}[mode]
    for text, ground in PAIRS:
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def test_the_pairs_are_all_that_the_style_uses() -> None:
    """Every colour comes from the look; texts have only colours that are tested on the ground they stand on."""
    css = (FOLDER / "book.css").read_text("utf-8")
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?!.*\{)|rgb\(|hsl\(", css)
    css += _stepping(draw_all(shipped_book("en")))
    texts = set(re.findall(r"(?<![-\w])color: var\(--([\w-]+)\)", css))
    grounds = set(re.findall(r"background: var\(--([\w-]+)\)", css))
    assert texts == {text for text, _ in PAIRS}
    assert grounds == {ground for _, ground in PAIRS}
    typst = (FOLDER / "book.typ").read_text("utf-8")
    assert set(re.findall(r"fill: colour\.([\w-]+)", typst)) - {"tip", "accent", "cover"} <= texts


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == 21.0
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")


def test_markup_in_a_name_comes_out_as_text() -> None:
    hostile = '<script>alert("1")</script> & \' </style> <!-- '
    original = shipped_book("en")
    section = Section("evil", 2, (Span(hostile),), (hostile,), (Paragraph((Span(hostile, emphasis=True),)),))
    book = Book("en", (Span(hostile),), original.intro, original.cover, (section,))
    text = html_page(book, draw_all(book), shipped_theme("en"))
    assert "<script" not in text
    page = tree(text)
    [heading] = page.iter("h1")
    assert "".join(heading.itertext()) == hostile
    assert [element.get("data-rules") for element in page.iter("section")] == [hostile]
