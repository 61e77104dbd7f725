"""A small game in two languages, and ten invented changes to it, all in one diff."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

import cloudy_pnp
from cloudy_pnp.diff.compare import Diff
from cloudy_pnp.diff.formats import json_format, markdown_format, picture_files, text_format
from cloudy_pnp.diff.page import html_format

_DATA = re.compile(r'base64,[\w+/=]+"')

_GAME = """\
game:
  id: meadow
  name: {en: Meadow, de: Wiese}
  languages: [en, de]
  choices:
    suits:
      sun: {name: {en: Sun, de: Sonne}, colour: "#d9902f"}
      moon: {name: {en: Moon, de: Mond}, colour: "#4a5a8a"}
  kinds:
    cards:
      layout: card
      fields:
        name: words
        suit: {type: choice, of: suits}
        cost: {type: number, least: 0, most: 99}
        text: {type: words, optional: true}
        picture: {type: picture, optional: true}
"""
_LAYOUT = """\
layout:
  id: card
  size: poker
  boxes:
    - rectangle: {at: bleed, fill: "{suit.colour}"}
    - text: {text: "{name}", at: {left: 5, right: 5, top: 6, height: 9}}
    - text: {text: "{cost}", at: {left: 5, right: 5, top: 18, height: 9}}
    - picture: {file: "{picture}", at: {left: 10, right: 10, top: 28, height: 12}, when: {picture: {given: true}}}
    - text: {text: "{text}", at: {left: 6, right: 6, top: 45, bottom: 6}, when: {text: {given: true}}}
"""
_CARDS = """\
cards:
  - {id: ant, count: 2, name: {en: Ant, de: Ameise}, suit: sun, cost: 1, text: {en: Carry two leaves., de: Trag.}}
  - {id: bee, count: 1, name: {en: Bee, de: Biene}, suit: sun, cost: 2, text: {en: Collect honey., de: Sammle Honig.}}
  - {id: cat, count: 1, name: {en: Cat, de: Kater}, suit: sun, cost: 3, picture: cat.png}
  - {id: dog, count: 1, name: {en: Dog, de: Hund}, suit: moon, cost: 4}
  - {id: elk, count: 1, name: {en: Elk, de: Elch}, suit: moon, cost: 5}
  - {id: fox, count: 1, name: {en: Fox, de: Fuchs}, suit: mon, cost: 6}
  - {id: gnu, count: 1, name: {en: Gnu, de: Gnuu}, suit: sun, cost: 7}
"""
CHANGES = (  # before, after, and what it is
    ("id: ant, count: 2", "id: ant, count: 3", "a count"),
    ("Carry two leaves.", "Carry three green leaves.", "words of one language"),
    ("de: Gnuu", "de: Gnu", "a name of one language, and a warning"),
    ("suit: mon,", "suit: moon,", "a problem that is fixed"),
    ("suit: moon, cost: 4", "suit: mooon, cost: 4", "a problem that appears"),
    ("cost: 5", "cost: 50", "a number"),
    ("Sammle Honig.", "Honig für `@alle` <script>alert(1)</script>.", "hostile words"),
    ("  - {id: gnu", "  - {id: hen, name: {en: Hen, de: Henne}, suit: sun, cost: 1}\n  - {id: gnu", "a new card"),
    ("id: elk", "id: eel", "a removed and a new card"),
)  # the tenth is the picture of the cat, under the same name


def write_game(root: Path) -> Path:
    """Write the game before the changes; returns its folder of cards."""
    folder, layouts = root / "cards/meadow", root / "templates/meadow/layouts"
    for place in (folder, layouts):
        place.mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME, "utf-8")
    (folder / "cards.yaml").write_text(_CARDS, "utf-8")
    (layouts / "card.yaml").write_text(_LAYOUT, "utf-8")
    (folder / "cat.png").write_bytes(_picture("orange"))
    return folder


def make_changes(folder: Path) -> None:
    """Make all changes."""
    file = folder / "cards.yaml"
    text = file.read_text("utf-8")
    for before, after, what in CHANGES:
        assert before in text, what
        text = text.replace(before, after)
    file.write_text(text, "utf-8")
    (folder / "cat.png").write_bytes(_picture("black"))


def compare_changes(folder: Path) -> Diff:
    """Compare the game before and after the changes, in folders next to each other."""
    write_game(folder / "before")
    shutil.copytree(folder / "before", folder / "after")
    make_changes(folder / "after/cards/meadow")
    return cloudy_pnp.open(folder / "after").diff(str(folder / "before"), str(folder / "after"))


def golden_texts(diff: Diff) -> dict[str, str]:
    """Return the diff in all formats, without the names of folders and the pixels of pictures."""
    pictures = {key: name for key, name, _ in picture_files(diff)}
    named = replace(diff, base="before", head="after")
    return {
        "ten.txt": text_format(named),
        "ten.md": markdown_format(named, pictures),
        "ten.html": _DATA.sub('base64,…"', html_format(named)),
        "ten.json": json.dumps(json.loads(json_format(named, pictures)), ensure_ascii=False, indent=1) + "\n",
    }


def _picture(colour: str) -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (400, 120), colour).save(content, "PNG")
    return content.getvalue()
