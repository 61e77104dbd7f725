"""Layouts as data: the positions and contents of boxes on a card (`templates/<game>/layouts/*.yaml`).

A game with its own package draws its cards with them like this:

    layouts = Layouts(data["layout"])
    context = LayoutContext(options.lang, art={"mountain": draw_mountain}, ink_saving=options.ink_saving)
    face = sketch(layouts, "card", {**entry, "strength": 12}, context, about=EntryRef("cards", entry["id"]))
"""

from cloudy_pnp.layouts.draw import sketch
from cloudy_pnp.layouts.model import Layout, Layouts
from cloudy_pnp.layouts.paint import Art, LayoutContext
from cloudy_pnp.layouts.pictures import Pictures

__all__ = ["Art", "Layout", "LayoutContext", "Layouts", "Pictures", "sketch"]
