"""Draw the pictures of docs/rulebook.md: each example of that page as the rulebook of Harbour Lights prints it."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from PIL import ImageChops

from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.rulebook.files import PAGES, make_book, rulebook_files
from cloudy_pnp.rulebook.theme import load_theme
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

DOCS = Path(__file__).parent
PAGE = DOCS / "rulebook.md"
ROOT = DOCS.parent / "games/harbour-lights"
EXAMPLE = re.compile(r"!\[[^\]]*\]\(gallery/rulebook-(?P<name>[a-z-]+)\.png\)\n\n```\n(?P<text>.*?)```", re.DOTALL)
_SCALE = 1.5  # pixels per point
_MARGIN = 12  # pixels around the picture


def main() -> None:
    """Write one picture for each example."""
    for match in EXAMPLE.finditer(PAGE.read_text("utf-8")):
        draw(match["text"], DOCS / f"gallery/rulebook-{match['name']}.png")


def draw(text: str, target: Path) -> None:
    """Print an example, and cut out what is printed of it."""
    with tempfile.TemporaryDirectory() as folder:
        book_folder = Path(folder)
        shutil.copy(ROOT / "docs/cards.png", book_folder / "cards.png")
        (book_folder / "en.md.j2").write_text(f"# Example\n\n## Example {{#example}}\n\n{text}", "utf-8")
        home = home_of("harbour-lights", ROOT)
        template = find_templates(book_folder, ["en"])["en"]
        book = make_book(home.game, load(home).entries.data(), template, {}, {})
        pdf = dict(rulebook_files(book, load_theme(home.book_styles, "en"), [PAGES]))[PAGES]
    page = pypdfium2.PdfDocument(pdf)[1]
    picture = page.render(scale=_SCALE).to_pil().convert("RGB")
    heading = int(picture.height * 0.257)  # the table of contents and the heading
    body = picture.crop((0, heading, picture.width, int(picture.height * 0.93)))
    box = ImageChops.invert(body.convert("L")).point(lambda level: 255 if level > 12 else 0).getbbox()
    if box:
        _, top, _, bottom = box
        body = body.crop((0, max(0, top - _MARGIN), body.width, bottom + _MARGIN))
    body.quantize(64).save(target, optimize=True)


if __name__ == "__main__":
    main()
