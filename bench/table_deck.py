"""The common job of card tools: a CSV with title, text of 250 characters, picture and a number of icons, to A4 sheets.

`python -m bench.table_deck make N FOLDER` writes the table, the pictures and the layout; `… typst|reportlab|ours N
FOLDER` prints them. Nine poker cards a page, fronts only.
"""

from __future__ import annotations

import csv
import random
import sys
from pathlib import Path

PICTURES = 20
WORDS = (
    *("the", "old", "mill", "turns", "slowly", "while", "seven", "ships", "wait", "outside", "for", "a", "light"),
    *("that", "nobody", "has", "lit", "since", "last", "winter"),
)
WIDTH, HEIGHT, PAGE = 63.5, 88.9, (210.0, 297.0)

GAME = """game:
  id: plain
  name: {en: Plain}
  languages: [en]
  kinds:
    cards:
      layout: plain
      fields: {name: words, text: words, picture: picture, stars: number}
"""
LAYOUT = """layout:
  id: plain
  size: poker
  boxes:
    - rectangle: {at: bleed, fill: "#f7efdc"}
    - picture: {file: "{picture}", at: {left: 4, right: 4, top: 14, height: 32}}
    - text: {text: "{name}", at: {left: 4, right: 4, top: 4, height: 8}, style: {size: 5, smallest: 3, one-line: true}}
    - text: {text: "{text}", at: {left: 4, right: 4, top: 48, bottom: 12}, style: {size: 3.2, smallest: 2.2}}
    - icons: {icon: star, count: "{stars}", at: {left: 4, right: 4, bottom: 4, height: 6}, size: 5, colour: "#b8343a"}
"""


def make(cards: int, folder: Path) -> None:
    """The table, the pictures, and the layout for us."""
    from PIL import Image

    game = folder / "cards" / "plain"
    layouts = folder / "templates" / "plain" / "layouts"
    game.mkdir(parents=True)
    layouts.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, "utf-8")
    (layouts / "plain.yaml").write_text(LAYOUT, "utf-8")
    chance = random.Random(1)
    for number in range(PICTURES):
        noise = Image.effect_noise((660, 390), 60 + number).convert("RGB")
        noise.save(game / f"{number}.jpg", quality=80)
    with (game / "cards.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["id", "name_en", "text_en", "picture", "stars"])
        for number in range(cards):
            text = ""
            while len(text) < 240:
                text += chance.choice(WORDS) + " "
            title = " ".join(chance.choice(WORDS).title() for _ in range(2))
            writer.writerow(
                [f"card-{number}", title, f"{text.strip().capitalize()}.", f"{number % PICTURES}.jpg", 1 + number % 5]
            )


def ours(cards: int, folder: Path) -> None:  # noqa: ARG001 - the table says how many
    """The command that a user calls."""
    from cloudy_pnp.cli.main import main

    options = ["--lang", "en", "--only", "sheets", "--sheet", "cards-a4-fronts"]
    main(["build", "--root", str(folder), *options, "--out", str(folder / "output")])


def typst(cards: int, folder: Path) -> None:  # noqa: ARG001
    """The same cards as a Typst document that reads the table."""
    import typst as compiler

    (folder / "deck.typ").write_text(
        """#set page(paper: "a4", margin: (x: 9.75mm, y: 15mm))
#set text(font: "Alegreya Sans", size: 9pt, hyphenate: true)
#let rows = csv("cards/plain/cards.csv", row-type: dictionary)
#let star = polygon(fill: rgb("#b8343a"), (2.5mm, 0mm), (3.1mm, 1.9mm), (5mm, 1.9mm), (3.5mm, 3mm), (4mm, 5mm),
  (2.5mm, 3.8mm), (1mm, 5mm), (1.5mm, 3mm), (0mm, 1.9mm), (1.9mm, 1.9mm))
#let card(row) = block(width: 63.5mm, height: 88.9mm, fill: rgb("#f7efdc"), inset: 4mm)[
  #text(size: 14pt, row.name_en) \\
  #image("cards/plain/" + row.picture, width: 55.5mm, height: 32mm, fit: "cover")
  #par(justify: false, row.text_en)
  #place(bottom + center, stack(dir: ltr, spacing: 0.5mm, ..range(int(row.stars)).map(_ => star)))
]
#grid(columns: 3, ..rows.map(card))
""",
        "utf-8",
    )
    compiler.compile(str(folder / "deck.typ"), output=str(folder / "typst.pdf"), root=str(folder), font_paths=_fonts())


def _fonts() -> list[str]:
    import fontpkg

    return [str(Path(fontpkg.path("Alegreya Sans", 400, "normal")).parent)]


def reportlab(cards: int, folder: Path) -> None:  # noqa: ARG001
    """reportlab's canvas: lines broken by its own helper, no hyphens, no kerning, no fit."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.units import mm
    from reportlab.lib.utils import ImageReader, simpleSplit
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(folder / "reportlab.pdf"), pagesize=(PAGE[0] * mm, PAGE[1] * mm))
    pictures = {
        f"{number}.jpg": ImageReader(str(folder / "cards/plain" / f"{number}.jpg")) for number in range(PICTURES)
    }
    paper, red = HexColor("#f7efdc"), HexColor("#b8343a")
    with (folder / "cards/plain/cards.csv").open(encoding="utf-8", newline="") as rows:
        for number, row in enumerate(csv.DictReader(rows)):
            if number and number % 9 == 0:
                canvas.showPage()
            left = (9.75 + number % 3 * WIDTH) * mm
            top = (PAGE[1] - 15 - number % 9 // 3 * HEIGHT) * mm
            canvas.setFillColor(paper)
            canvas.rect(left, top - HEIGHT * mm, WIDTH * mm, HEIGHT * mm, stroke=0, fill=1)
            canvas.setFillColorRGB(0, 0, 0)
            canvas.setFont("Helvetica", 14)
            canvas.drawString(left + 4 * mm, top - 9 * mm, row["name_en"])
            canvas.drawImage(pictures[row["picture"]], left + 4 * mm, top - 46 * mm, 55.5 * mm, 32 * mm)
            canvas.setFont("Helvetica", 9)
            for line, text in enumerate(simpleSplit(row["text_en"], "Helvetica", 9, 55.5 * mm)):
                canvas.drawString(left + 4 * mm, top - 52 * mm - line * 10.5, text)
            canvas.setFillColor(red)
            for star in range(int(row["stars"])):
                canvas.rect(left + (18 + star * 5.5) * mm, top - 85 * mm, 5 * mm, 5 * mm, stroke=0, fill=1)
    canvas.save()


if __name__ == "__main__":
    {"make": make, "ours": ours, "typst": typst, "reportlab": reportlab}[sys.argv[1]](
        int(sys.argv[2]), Path(sys.argv[3])
    )
