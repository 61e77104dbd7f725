"""Draw the pictures of docs/how-to/rulebook.md: each example of that page as a rulebook prints it.

It is the one of Harbour Lights, or of Cloudy Kingdom for what only games with code have.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from msgspec.structs import replace
from PIL import Image, ImageChops

from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.rulebook.compose import PAGES, make_book, rulebook_files
from cloudy_pnp.rulebook.theme import load_theme
from cloudy_pnp.workspace.home import Home, home_of
from cloudy_pnp.workspace.load import load
from cloudy_pnp.workspace.scenarios import figure_documents, figure_files

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "how-to/rulebook.md"
HARBOUR = DOCS.parent / "games/harbour-lights"
WITH_CODE = ("figures", "box", "card")  # pictures from the book of Cloudy Kingdom
PAGES_SHOWN = ("pages",)  # pictures of whole pages
EXAMPLE = re.compile(r"!\[[^\]]*\]\(gallery/rulebook-(?P<name>[a-z-]+)\.png\)\n\n```\n(?P<text>.*?)```", re.DOTALL)
_SCALE = 1.5  # pixels per point
_MARGIN = 12  # pixels around the picture


def main() -> None:
    """Write one picture for each example."""
    for match in EXAMPLE.finditer(PAGE.read_text("utf-8")):
        home = home_of("cloudy-kingdom") if match["name"] in WITH_CODE else home_of("harbour-lights", HARBOUR)
        target = DOCS / f"gallery/rulebook-{match['name']}.png"
        if match["name"] in PAGES_SHOWN:
            draw_pages(home, match["text"], target)
        else:
            draw(home, match["text"], target)


def print_book(home: Home, text: str, starts: tuple[str, ...] = ()) -> pypdfium2.PdfDocument:
    """Print an example as a rulebook; some sections may start a page."""
    loaded = load(home)
    with tempfile.TemporaryDirectory() as folder:
        book_folder = Path(folder)
        shutil.copy(HARBOUR / "docs/cards.png", book_folder / "cards.png")
        (book_folder / "en.md.j2").write_text(f"# Example\n\n{text}", "utf-8")
        template = find_templates(book_folder, ["en"])["en"]
        documents = figure_documents(loaded, figure_files(loaded))
        book = replace(make_book(home.game, loaded.entries.data(), template, documents, {}), foot=None)
        theme = replace(load_theme(home.book_styles, "en"), starts=starts)
        return pypdfium2.PdfDocument(dict(rulebook_files(book, theme, [PAGES]))[PAGES])


def draw_pages(home: Home, text: str, target: Path) -> None:
    """Show the pages after the cover side by side."""
    pages = [page.render(scale=0.8).to_pil().convert("RGB") for page in print_book(home, text, ("setup", "turn"))][1:]
    whole = Image.new("RGB", (sum(page.width + _MARGIN for page in pages), pages[0].height), "#999999")
    for number, page in enumerate(pages):
        whole.paste(page, (number * (page.width + _MARGIN), 0))
    whole.crop((0, 0, whole.width - _MARGIN, whole.height // 2)).quantize(64).save(target, optimize=True)


def draw(home: Home, text: str, target: Path) -> None:
    """Print an example, and cut out what is printed of it."""
    page = print_book(home, f"## Example {{#example}}\n\n{text}")[1]
    picture = page.render(scale=_SCALE).to_pil().convert("RGB")
    heading = int(picture.height * 0.257)  # the table of contents and the heading
    body = picture.crop((0, heading, picture.width, int(picture.height * 0.93)))
    box = ImageChops.invert(body.convert("L")).point(lambda level: 255 if level > 12 else 0).getbbox()
    if box:
        _, top, _, bottom = box
        body = body.crop((0, max(0, top - _MARGIN), body.width, min(bottom + _MARGIN, body.height)))
    body.quantize(64).save(target, optimize=True)


if __name__ == "__main__":
    main()
