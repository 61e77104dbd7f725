"""The smallest game that prints: one kind of card from a table, a layout for its front and one for its back."""

from __future__ import annotations

from cloudy_pnp.workspace.home import CARDS, TEMPLATES

_GAME = """\
# yaml-language-server: $schema=../../schema/common/data-game.schema.json
# What a card of this game says, and which layout draws it. Add fields here, then columns to cards.csv.
game:
  id: {id}
  name: {{en: {title}}}
  languages: [en]
  choices:
    suits:
      sun: {{name: {{en: Sun}}, colour: "#d9902f", icon: sun}}
      moon: {{name: {{en: Moon}}, colour: "#4a5a8a", icon: moon}}
  kinds:
    cards:
      layout: card
      fields:
        name: words
        suit: {{type: choice, of: suits}}
        cost: {{type: number, least: 0, most: 5}}
        text: words
"""
_CARDS = """\
name_en,suit,cost,count,text_en
Early Bird,sun,1,2,Draw a card. If it is a {sun} draw another one.
High Noon,sun,3,1,"Everybody shows their hand. Then take one card, from anyone."
Night Owl,moon,1,2,Look at the top three cards and put them back in any order.
Full Moon,moon,4,1,Play all your {moon} cards at once.
"""
_CARD = """\
# yaml-language-server: $schema=../../../schema/common/layout.schema.json
# Boxes are painted in order; distances are millimetres from the sides of the card.
layout:
  id: card
  size: poker
  back: back
  colours: {ink: "#2a2530", paper: "#fbf5e6"}
  styles:
    body: {size: 3.6, smallest: 2.6, colour: ink, align: centre, vertical: middle}
    title: {like: body, font: Fraunces, weight: 600, size: 5.2, smallest: 3.4, one-line: true}
  boxes:
    - rectangle: {at: bleed, fill: paper}
    - rectangle: {id: head, at: {in: bleed, bottom: "48%"}, fill: "{suit.colour}"}
    - pattern: {pattern: dots, at: head, colour: paper, opacity: 0.12}
    - icons: {icon: "{suit}", at: {y: 26, width: 24, height: 24}, colour: paper}
    - text: {text: "{name}", at: {left: 5, right: 5, top: 47, height: 9}, style: title}
    - icons: {icon: coin, count: "{cost}", at: {in: safe, top: 54, height: 5}, size: 4.5, colour: "{suit.colour}"}
    - text: {text: "{text}", at: {left: 6, right: 6, top: 63, bottom: 6}, style: body}
"""
_BACK = """\
# yaml-language-server: $schema=../../../schema/common/layout.schema.json
layout:
  id: back
  size: poker
  boxes:
    - rectangle: {at: bleed, fill: {gradient: ["#3b3550", "#6a5a80"]}}
    - pattern: {pattern: lozenges, at: bleed, colour: "#ffffff", opacity: 0.08}
    - frame: {at: {left: 5, right: 5, top: 5, bottom: 5}, line: {colour: "#e8d9b0", width: 0.5}, ornament: diamond}
    - icons: {icon: star, at: {width: 22, height: 22}, colour: "#e8d9b0"}
"""


def first_game(game_id: str, title: str) -> dict[str, bytes]:
    """Return its files, by their paths in a project."""
    texts = {
        f"{CARDS}/{game_id}/game.yaml": _GAME.format(id=game_id, title=title),
        f"{CARDS}/{game_id}/cards.csv": _CARDS,
        f"{TEMPLATES}/{game_id}/layouts/card.yaml": _CARD,
        f"{TEMPLATES}/{game_id}/layouts/back.yaml": _BACK,
    }
    return {path: text.encode() for path, text in texts.items()}
