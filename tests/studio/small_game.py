"""A small game that is data only: two YAML files and a table of cards of one kind."""

from __future__ import annotations

import shutil
from pathlib import Path

from cloudy_pnp.studio.guard import studio_folder
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.workspace.home import home_of
from studio.game import GameFolder, save

NAME = "small"
_GAME = """\
game:
  id: small
  name: {en: Small}
  languages: [en]
  choices:
    suits:
      sun: {name: {en: Sun}, colour: "#d9902f"}
      moon: {name: {en: Moon}, colour: "#4a5a8a"}
  kinds:
    cards:
      layout: card
      fields:
        name: words
        suit: {type: choice, of: suits}
        cost: {type: number, least: 0, most: 999}
        text: words
"""
_LAYOUTS = {
    "card": """\
layout:
  id: card
  size: poker
  back: back
  boxes:
    - rectangle: {at: bleed, fill: "#fbf5e6"}
    - text: {text: "{name}", at: {left: 5, right: 5, top: 6, height: 9}}
    - text: {text: "{text}", at: {left: 6, right: 6, top: 40, bottom: 6}}
""",
    "back": """\
layout:
  id: back
  size: poker
  boxes:
    - rectangle: {at: bleed, fill: "#3b3550"}
""",
}
TABLE = "name_en,suit,cost,count,text_en\nEarly Bird,sun,1,2,Draw a card.\nNight Owl,moon,2,1,Look around.\n"


def card(name: str) -> str:
    """One card, as somebody would write it."""
    return f"""\
  # about {name}
  - id: {name}
    name: {{en: {name.title()}}}
    suit: sun
    cost: 3
    text:
      en: Says {name}
"""


CARDS = {"one": ("ant", "bee", "cat"), "two": ("dog", "emu", "fox")}


class SmallGame(GameFolder):
    """A root with the small game."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.rmtree(studio_folder(root), ignore_errors=True)
        self.folder = root / "cards" / NAME
        layouts = root / "templates" / NAME / "layouts"
        for folder in (self.folder, layouts):
            folder.mkdir(parents=True)
        for name, text in _LAYOUTS.items():
            save(layouts / f"{name}.yaml", text)
        self.write("game.yaml", _GAME)
        self.write("cards.csv", TABLE)
        for file, names in CARDS.items():
            self.write(f"{file}.yaml", f"# file {file}\ncards:\n{''.join(card(name) for name in names)}")

    def preview(self) -> Preview:
        """Return what shows it."""
        return Preview(home_of(NAME, self.root))
