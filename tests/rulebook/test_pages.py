"""The pages as PDF readers see them: titles in order, bookmarks, language, tags, fonts; the booklet after folding."""

from __future__ import annotations

from itertools import pairwise

import pikepdf
import pypdfium2
import pytest

from cloudy_pnp.rulebook import BOOKLET
from cloudy_pnp.rulebook.arrange import draw_all
from cloudy_pnp.rulebook.book import Book, Figure, Listing, Paragraph, Section, Span, paragraphs, plain
from cloudy_pnp.rulebook.booklet import booklet_order
from cloudy_pnp.rulebook.compose import PAGES, rulebook_files
from cloudy_pnp.rulebook.pages import pdf_pages, typst_source
from rulebook.books import LANGUAGES, opened, page_texts, plain_text, shipped_book, shipped_files, shipped_theme

MM = 72 / 25.4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_section_title_is_there_in_order(lang: str) -> None:
    text = " ".join(page_texts(shipped_files(lang)[PAGES])[1:])
    chapters = [plain_text(plain(section.title)) for section in shipped_book(lang).sections if section.level == 2]
    at = text.index(chapters[-1]) + len(chapters[-1])  # behind the table of contents
    for section in shipped_book(lang).sections:
        title = plain_text(plain(section.title))
        at = text.find(title, at)
        assert at >= 0, title


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bookmarks_language_tags_and_fonts(lang: str) -> None:
    book = shipped_book(lang)
    with opened(shipped_files(lang)[PAGES]) as pdf, pdf.open_outline() as outline:
        titles = [(item.title, [child.title for child in item.children]) for item in outline.root]
        assert titles == [
            (plain(chapter.title), [plain(part.title) for part in parts]) for chapter, parts in book.chapters()
        ]
        assert str(pdf.Root.Lang).startswith(lang)
        assert bool(pdf.Root.MarkInfo.Marked)
        assert "/StructTreeRoot" in pdf.Root
        assert str(pdf.docinfo["/Title"]) == plain(book.title)
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]
        assert len(fonts) >= 4
        assert all("/FontFile2" in font or "/FontFile3" in font for font in fonts)
        names = {str(font.FontName).split("+")[-1].split("-")[0] for font in fonts}
        assert names == {"AlegreyaSans", "Fraunces"}  # those of the cards


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_belongs_together_stands_on_one_page(lang: str) -> None:
    """A spell with its figures, the first paragraph of a section, a list with the line that announces it."""
    pages = page_texts(shipped_files(lang)[PAGES])
    announced = 0
    for section in shipped_book(lang).sections:
        wanted = [plain(section.title)]
        for block, after in pairwise((*section.blocks, None)):
            if isinstance(block, Figure) and section.rules and section.rules[0].startswith("SPL-"):
                wanted += [picture.title for picture in block.pictures if not picture.beside]
            if isinstance(block, Paragraph) and isinstance(after, Listing):
                first = plain_text(next(paragraphs(after.items[0])))[:25]
                ending = plain_text(plain(block.spans))[-25:]
                assert [page for page in pages if ending in page and first in page], (section.id, ending)
                announced += 1
        if isinstance(section.blocks[0], Paragraph):
            wanted.append(plain(section.blocks[0].spans)[-25:])
        together = [page for page in pages if all(plain_text(text) in page for text in wanted)]
        assert together, (section.id, wanted)
    assert announced > 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_has_an_alternative_text(lang: str) -> None:
    with opened(shipped_files(lang)[PAGES]) as pdf:
        alts = [str(thing.Alt) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/Alt" in thing]
    wanted = [
        picture.alt
        for section in shipped_book(lang).sections
        for block in section.blocks
        if isinstance(block, Figure)
        for picture in block.pictures
    ]
    assert len(wanted) > 25
    assert set(wanted) <= set(alts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_a5_and_the_summary_is_the_last_one(lang: str) -> None:
    content = shipped_files(lang)[PAGES]
    texts = page_texts(content)
    assert plain_text(plain(shipped_book(lang).sections[-1].title)) in texts[-1]
    with opened(content) as pdf:
        for page in pdf.pages:
            assert [float(number) for number in page.mediabox] == pytest.approx([0, 0, 148 * MM, 210 * MM], abs=0.1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_the_booklet_is_at_its_place_after_folding(lang: str) -> None:
    pages = page_texts(shipped_files(lang)[PAGES])
    with opened(shipped_files(lang)[BOOKLET]) as pdf:
        assert len(pdf.pages) * 2 % 4 == 0
        width, height = (float(number) for number in list(pdf.pages[0].mediabox)[2:])
        assert (width, height) == pytest.approx((297 * MM, 210 * MM), abs=0.1)  # A4, not two A5
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert str(pdf.Root.Lang) == lang
    halves = halves_of(shipped_files(lang)[BOOKLET])
    # Fold the stack: sheets lie in each other, the first outermost. Leaf by leaf from the front.
    sheets = [halves[at : at + 2] for at in range(0, len(halves), 2)]
    folded = [half for front, back in sheets for half in (front[1], back[0])]
    folded += [half for front, back in reversed(sheets) for half in (back[1], front[0])]
    blanks = [number for number, text in enumerate(folded) if not text]
    assert len(blanks) == -len(pages) % 4
    assert [letters(text) for text in folded if text] == [letters(text) for text in pages]
    assert folded[-1] == pages[-1]
    assert all(number >= len(pages) - 1 for number in blanks)


def letters(text: str) -> str:
    """A text without what readers of PDF guess differently: spaces, hyphens at line ends."""
    return "".join(char for char in text if char.isalnum())


def halves_of(pdf: bytes) -> list[tuple[str, str]]:
    """The text of the left and of the right half of every side."""

    from rulebook.books import plain_text

    document = pypdfium2.PdfDocument(pdf)
    found = []
    for page in document:
        width, height = page.get_size()
        text = page.get_textpage()
        found.append(
            (
                plain_text(text.get_text_bounded(0, 0, width / 2, height)),
                plain_text(text.get_text_bounded(width / 2, 0, width, height)),
            )
        )
    document.close()
    return found


@pytest.mark.parametrize("pages", range(1, 41))
@pytest.mark.parametrize("last", [0, 1, 2])
def test_any_number_of_pages_folds_into_order(pages: int, last: int) -> None:
    if last > pages:
        pytest.skip("more at the end than there are")
    sides = booklet_order(pages, last)
    assert len(sides) * 2 % 4 == 0
    sheets = [sides[at : at + 2] for at in range(0, len(sides), 2)]
    folded = [page for front, back in sheets for page in (front[1], back[0])]
    folded += [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    assert [page for page in folded if page is not None] == list(range(pages))
    assert folded[len(folded) - last :] == list(range(pages - last, pages))
    assert last or folded[:pages] == list(range(pages))


def test_a_booklet_of_three_pages_has_a_free_back() -> None:
    """Only a player aid belongs on the back: the third page of rules faces the second."""
    book, theme = shipped_book("en", "harbour-lights"), shipped_theme("en", "harbour-lights")
    [(_, pages), (_, folded)] = rulebook_files(book, theme, (PAGES, BOOKLET))
    assert len(page_texts(pages)) == 3
    front, inside = page_texts(folded)
    assert "The end" not in front
    assert inside.index("The evening") < inside.index("Your turn")


def test_the_same_book_gives_the_same_bytes() -> None:
    assert dict(rulebook_files(shipped_book("hu"), shipped_theme("hu"))) == shipped_files("hu")


def test_markup_in_a_name_comes_out_as_text() -> None:
    hostile = '#panic("x") \\ $x$ <b> *no* _no_ @a "q" // c'
    original = shipped_book("en")
    section = Section("evil", 2, (Span(hostile),), (), (Paragraph((Span(hostile, strong=True),)),))
    book = Book("en", original.title, original.intro, original.cover, (section, original.sections[-1]))
    theme = shipped_theme("en")
    drawn = draw_all(book)
    assert hostile not in typst_source(book, drawn, theme)
    text = " ".join(page_texts(pdf_pages(book, drawn, theme)))
    assert text.count(hostile) == 3  # contents, heading, paragraph
