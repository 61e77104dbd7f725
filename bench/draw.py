"""The plain job that other tools can do too: 1,000 poker cards on A4 with crop marks, to PDF.

Each card has a background, a title of its own with accents, 250 characters of wrapped text and six shapes. It is
drawn by this package, by raw reportlab (the same primitives, no layout: lines are cut by counting letters) and by
Typst: `python -m bench.draw ours|reportlab|typst CARDS OUT.pdf`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path as File

COLUMNS, ROWS = 3, 3
WIDTH, HEIGHT = 63.5, 88.9
PAGE = (210.0, 297.0)
LEFT, TOP = (PAGE[0] - COLUMNS * WIDTH) / 2, (PAGE[1] - ROWS * HEIGHT) / 2
MARK = 5.0
TITLE_SIZE, TEXT_SIZE, LEADING = 5.0, 3.2, 1.2
PAD = 5.0

_FIRST = ["Árvíztűrő", "Größte", "Élève", "Tükörfúró", "Übermut", "Façade", "Hűvös", "Straße", "Cœur", "Őszi"]
_SECOND = ["Ranke", "Wolke", "Kürtő", "Forêt", "Völgy", "Brücke", "Château", "Szellő", "Blüte", "Tűz"]
_TEXT = (
    "Lege diese Karte quer über eine beliebige andere Karte, die noch niemand bedeckt hat. Ziehe danach zwei neue "
    "Karten vom Stapel, wähle eine davon aus und lege die übrige Karte offen auf die Ablage. Wer zuletzt an der "
    "Reihe war, darf seine größte Brücke um ein Viertel drehen, solange kein Hindernis den Weg versperrt."
)


def title(number: int) -> str:
    """Every card has its own title."""
    return f"{_FIRST[number % 10]} {_SECOND[number // 10 % 10]} {number}"


def body(number: int) -> str:
    """About 250 characters that begin at another word each time."""
    words = _TEXT.split()
    at = number % len(words)
    return " ".join(words[at:] + words[:at])[:250].rsplit(" ", 1)[0]


def colours(number: int) -> list[tuple[int, int, int]]:
    """Six colours of a card's shapes."""
    return [((number * 37 + i * 40) % 256, (number * 59 + i * 30) % 256, 120 + i * 20) for i in range(6)]


def places(number: int) -> tuple[int, float, float]:
    """Sheet, left and top of a card."""
    sheet, rest = divmod(number, COLUMNS * ROWS)
    row, column = divmod(rest, COLUMNS)
    return sheet, LEFT + column * WIDTH, TOP + row * HEIGHT


def marks() -> Iterator[tuple[float, float, float, float]]:
    """Crop marks at the sheet's edge: x1, y1, x2, y2."""
    for column in range(COLUMNS + 1):
        x = LEFT + column * WIDTH
        yield x, TOP - MARK, x, TOP - 1
        yield x, TOP + ROWS * HEIGHT + 1, x, TOP + ROWS * HEIGHT + MARK
    for row in range(ROWS + 1):
        y = TOP + row * HEIGHT
        yield LEFT - MARK, y, LEFT - 1, y
        yield LEFT + COLUMNS * WIDTH + 1, y, LEFT + COLUMNS * WIDTH + MARK, y


def ours(out: File, count: int) -> None:
    """The job with this package: scene, layout with hyphenation and kerning, PDF."""
    from cloudy_pnp.core.geometry import Point, Rect, Transform
    from cloudy_pnp.draw.colour import BLACK, Colour
    from cloudy_pnp.draw.pdf import write_pdf
    from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path, Stroke, Symbol, Use
    from cloudy_pnp.draw.shapes import circle, line, rectangle
    from cloudy_pnp.draw.text import TextStyle, fit_text

    sans = Font("Alegreya Sans")
    name_style = TextStyle(Font("Alegreya Sans", 700), TITLE_SIZE, one_line=True)
    text_style = TextStyle(sans, TEXT_SIZE, 2.4, leading=LEADING)
    name_box = Rect(PAD, PAD, WIDTH - 2 * PAD, 8)
    text_box = Rect(PAD, 32, WIDTH - 2 * PAD, 50)
    ground = Path(rectangle(Rect(0, 0, WIDTH, HEIGHT)), fill=Colour.parse("#f4ead0"))
    discs = [circle(Point(10 + i * 8.7, 22), 3.5) for i in range(6)]
    hair = Stroke(BLACK, 0.15)
    crop = Symbol(
        "crop",
        tuple(Path(line(Point(x1, y1), Point(x2, y2)), stroke=hair) for x1, y1, x2, y2 in marks()),
        Rect(0, 0, *PAGE),
    )

    def card(number: int) -> Item:
        shapes = [
            Path(disc, fill=Colour(red / 255, green / 255, blue / 255))
            for disc, (red, green, blue) in zip(discs, colours(number), strict=True)
        ]
        name = fit_text(title(number), name_box, name_style, "de")
        text = fit_text(body(number), text_box, text_style, "de")
        assert not name.findings + text.findings
        _, x, y = places(number)
        return Group((ground, *shapes, *name.items, *text.items), Transform.translation(x, y))

    def pages() -> Iterator[Page]:
        each = COLUMNS * ROWS
        for first in range(0, count, each):
            cards = tuple(card(number) for number in range(first, min(first + each, count)))
            yield Page(*PAGE, (*cards, Use(crop)))

    with out.open("wb") as file:
        write_pdf(pages(), file, title="Plain job", lang="de")


def raw(out: File, count: int) -> None:
    """The same primitives straight to reportlab."""
    from reportlab.lib.units import mm
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name, path in _font_files().items():
        pdfmetrics.registerFont(TTFont(name, str(path)))
    canvas = Canvas(str(out), pagesize=(PAGE[0] * mm, PAGE[1] * mm), invariant=1, pageCompression=1)
    canvas.setTitle("Plain job")
    last = -1
    for number in range(count):
        sheet, left, top = places(number)
        if sheet != last:
            if last >= 0:
                canvas.showPage()
            last = sheet
            canvas.setLineWidth(0.15 * mm)
            for x1, y1, x2, y2 in marks():
                canvas.line(x1 * mm, (PAGE[1] - y1) * mm, x2 * mm, (PAGE[1] - y2) * mm)

        canvas.setFillColorRGB(0.957, 0.918, 0.816)
        canvas.rect(left * mm, (PAGE[1] - top - HEIGHT) * mm, WIDTH * mm, HEIGHT * mm, stroke=0, fill=1)
        for i, (red, green, blue) in enumerate(colours(number)):
            canvas.setFillColorRGB(red / 255, green / 255, blue / 255)
            canvas.circle((left + 10 + i * 8.7) * mm, (PAGE[1] - top - 22) * mm, 3.5 * mm, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont("Bold", TITLE_SIZE * mm)
        canvas.drawString((left + PAD) * mm, (PAGE[1] - top - PAD - 4) * mm, title(number))
        canvas.setFont("Sans", TEXT_SIZE * mm)
        text = body(number)
        for row in range(0, len(text), 36):
            y = PAGE[1] - top - 34.5 - row / 36 * TEXT_SIZE * LEADING
            canvas.drawString((left + PAD) * mm, y * mm, text[row : row + 36])
    canvas.save()


def typst(out: File, count: int) -> None:
    """The same job as a Typst document; the cards are written into it as data."""
    import typst as compiler

    rows = ",\n".join(
        f'("{title(n)}", "{body(n)}", ({", ".join(f"rgb({r}, {g}, {b})" for r, g, b in colours(n))}))'
        for n in range(count)
    )
    lines = "\n".join(
        f"place(line(start: ({x1}mm, {y1}mm), end: ({x2}mm, {y2}mm), stroke: 0.15mm))" for x1, y1, x2, y2 in marks()
    )
    source = f"""
#set page(width: {PAGE[0]}mm, height: {PAGE[1]}mm, margin: 0mm)
#set text(font: "Alegreya Sans", lang: "de", hyphenate: true)
#set par(leading: 0.55em)
#let cards = ({rows},)
#let crop = {{ {lines} }}
#let card(data) = box(width: {WIDTH}mm, height: {HEIGHT}mm, fill: rgb("f4ead0"), {{
  for (i, colour) in data.at(2).enumerate() {{
    place(dx: 6.5mm + i * 8.7mm, dy: 18.5mm, circle(radius: 3.5mm, fill: colour))
  }}
  place(dx: {PAD}mm, dy: {PAD}mm, text(size: {TITLE_SIZE}mm, weight: "bold", data.at(0)))
  place(dx: {PAD}mm, dy: 32mm, box(width: {WIDTH - 2 * PAD}mm, text(size: {TEXT_SIZE}mm, data.at(1))))
}})
#for sheet in cards.chunks({COLUMNS * ROWS}) {{
  page({{
    crop
    for (n, data) in sheet.enumerate() {{
      let (row, column) = (calc.quo(n, {COLUMNS}), calc.rem(n, {COLUMNS}))
      place(dx: {LEFT}mm + column * {WIDTH}mm, dy: {TOP}mm + row * {HEIGHT}mm, card(data))
    }}
  }})
}}
"""
    document = out.with_suffix(".typ")
    document.write_text(source, encoding="utf-8")
    folder = str(next(iter(_font_files().values())).parent)
    compiler.compile(str(document), output=str(out), font_paths=[folder], ignore_system_fonts=True)


def _font_files() -> dict[str, File]:
    import fontpkg

    return {"Sans": File(fontpkg.path("alegreya-sans", 400)), "Bold": File(fontpkg.path("alegreya-sans", 700))}


JOBS = {"ours": ours, "reportlab": raw, "typst": typst}

if __name__ == "__main__":
    JOBS[sys.argv[1]](File(sys.argv[3]), int(sys.argv[2]))
