"""Cards with photos: a project of 200 cards, each with its own photo of 1 MB, and the same job as a Typst document.

`python -m bench.photos project FOLDER` writes the project, `python -m bench.photos typst FOLDER OUT.pdf` runs the job.
"""

from __future__ import annotations

import io
import struct
import subprocess
import sys
from pathlib import Path

from bench.draw import COLUMNS, HEIGHT, LEFT, PAGE, ROWS, TOP, WIDTH

CARDS = 200
PIXELS = (1500, 1050)
_GAME = """\
game:
  id: photos
  name: {en: Photos}
  languages: [en]
  kinds:
    cards:
      layout: card
      fields:
        name: words
        picture: picture
"""
_LAYOUT = """\
layout:
  id: card
  size: poker
  back: back
  styles:
    title: {font: Fraunces, weight: 600, size: 5.2, smallest: 3.4, one-line: true, align: centre}
  boxes:
    - rectangle: {at: bleed, fill: "#fbf5e6"}
    - picture: {file: "{picture}", at: {left: 5, right: 5, top: 5, height: 37.5}}
    - text: {text: "{name}", at: {left: 5, right: 5, top: 47, height: 9}, style: title}
"""


def photo() -> bytes:
    """Return a JPEG file of about 1 MB: noise, because a smooth picture would be smaller."""
    from PIL import Image

    parts = [Image.effect_noise((width, height), 60) for width, height in (PIXELS, (750, 525), (500, 350))]
    out = io.BytesIO()
    Image.merge("RGB", [part.resize(PIXELS) for part in parts]).save(out, "JPEG", quality=88)
    return out.getvalue()


def write_project(folder: Path) -> None:
    """Write the project. Photos differ in a comment only: decoding them takes as long as if they were different."""
    subprocess.run(
        [sys.executable, "-m", "cloudy_pnp", "init", str(folder), "--empty"], check=True, capture_output=True
    )
    (cards,) = (folder / "cards").iterdir()
    (layouts,) = (folder / "templates").glob("*/layouts")
    (cards / "game.yaml").write_text(_GAME.replace("id: photos", f"id: {cards.name}"), "utf-8")
    (layouts / "card.yaml").write_text(_LAYOUT, "utf-8")
    pictures, base = cards / "pictures", photo()
    pictures.mkdir()
    rows = ["name_en,picture,count"]
    for number in range(CARDS):
        comment = f"photo {number}".encode()
        marked = base[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + base[2:]
        (pictures / f"photo-{number}.jpg").write_bytes(marked)
        rows.append(f"Photo {number},pictures/photo-{number}.jpg,1")
    (cards / "cards.csv").write_text("\n".join(rows) + "\n", "utf-8")


def typst(folder: Path, out: Path) -> None:
    """Set the same cards with Typst."""
    import typst as compiler

    document = out.with_suffix(".typ")
    document.write_text(
        f"""
#set page(width: {PAGE[0]}mm, height: {PAGE[1]}mm, margin: 0mm)
#for sheet in range({CARDS}).chunks({COLUMNS * ROWS}) {{
  page(for (place-number, number) in sheet.enumerate() {{
    let (row, column) = (calc.quo(place-number, {COLUMNS}), calc.rem(place-number, {COLUMNS}))
    place(dx: {LEFT}mm + column * {WIDTH}mm, dy: {TOP}mm + row * {HEIGHT}mm, box(width: {WIDTH}mm, height: {HEIGHT}mm,
      fill: rgb("fbf5e6"), {{
        place(dx: 5mm, dy: 5mm, image("/photo-" + str(number) + ".jpg", width: 53.5mm))
        place(dx: 5mm, dy: 47mm, [Photo #number])
      }}))
  }})
}}
""",
        "utf-8",
    )
    (pictures,) = (folder / "cards").glob("*/pictures")
    local = pictures / "job.typ"
    document.rename(local)
    compiler.compile(str(local), output=str(out), root=str(pictures), ignore_system_fonts=True)
    local.unlink()


if __name__ == "__main__":
    if sys.argv[1] == "project":
        write_project(Path(sys.argv[2]))
    else:
        typst(Path(sys.argv[2]), Path(sys.argv[3]))
