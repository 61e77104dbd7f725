"""What is printed: cards with a name, a round bag, a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Font, Item, Path, Symbol
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.game.contract import (
    BookContext,
    Component,
    ComponentKind,
    Data,
    DrawnFace,
    EntryRef,
    Picture,
    PrintSet,
    RenderOptions,
    Sketch,
)

CARD, TOKEN, BLEED = (50.0, 70.0), (30.0, 30.0), 3.0


def _symbol(name: str, size: tuple[float, float], colour: str, *items: Item) -> Symbol:
    whole = Rect(-BLEED, -BLEED, size[0] + 2 * BLEED, size[1] + 2 * BLEED)
    return Symbol(name, (Path(rectangle(whole), fill=Colour.parse(colour)), *items), whole)


def _card(name: str, title: str, colour: str) -> DrawnFace:
    text = text_line(title, Point(CARD[0] / 2, CARD[1] / 2), Font("Alegreya Sans"), 4.0, align=Align.CENTRE)
    return DrawnFace(_symbol(name, CARD, colour, text))


def components(data: Data, options: RenderOptions) -> PrintSet:
    """Every card, and a bag for the pebbles."""
    faces, parts = [], []
    back = Sketch("back", "backs", lambda: DrawnFace(_symbol("back", CARD, "#445566")), "back")
    for kind in ("pebbles", "wishes"):
        for entry in data.get(kind, ()):
            title, colour = entry["name"].get(options.lang, ""), entry.get("colour", "#f0e6d0")
            if options.entries is not None and entry["id"] not in options.entries:
                continue
            about, draw = EntryRef(kind, entry["id"]), partial(_card, entry["id"], title, colour)
            face = Sketch(entry["id"], kind, draw, f"{title} {colour}", about, title)
            faces.append(face)
            copies = entry.get("count", 1)
            parts.append(Component(face.name, CARD, face, back, copies, shows=(about,)))
    round_bag = Path(circle(Point(15, 15), 12), fill=Colour.parse("#c8a46a"))
    bag = Sketch("bag", "tokens", lambda: DrawnFace(_symbol("bag", TOKEN, "#ffffff", round_bag)), "bag")
    parts.append(Component("bag", TOKEN, bag, None, 2, ComponentKind.TOKEN))
    [game] = data.get("game") or [{"name": {}}]
    return PrintSet(game["name"].get(options.lang, ""), parts, [*faces, bag, back])


def book_context(data: Data, lang: str, _options: Mapping[str, str]) -> BookContext:
    """The words and pictures of the rulebook."""
    [game] = data["game"]
    faces = {face.name: face for face in components(data, RenderOptions(lang)).faces}
    pictures = {name: Picture(face.page, face.title or name, beside=True) for name, face in faces.items()}
    heap = sum(entry["count"] for entry in data["pebbles"])
    name = game["name"][lang]
    return BookContext(name, {"game": {"name": name}, "heap": heap}, {"card": pictures}, pictures["bag"], {})
