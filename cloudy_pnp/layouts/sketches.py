"""From a layout and a card to a `Sketch`, for games with their own package and for data-only games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.game.contract import DrawnFace, EntryRef, Sketch
from cloudy_pnp.layouts.context import LayoutContext
from cloudy_pnp.layouts.draw import draw_face
from cloudy_pnp.layouts.model import Layouts, Size
from cloudy_pnp.layouts.values import format_value, with_icons


def sketch(
    layouts: Layouts,
    layout: str,
    entry: Mapping[str, Any],
    context: LayoutContext,
    *,
    name: str = "",
    group: str = "",
    about: EntryRef | None = None,
    size: Size | None = None,
) -> Sketch:
    """Return a side of a card, drawn by a layout on demand.

    `entry` holds the card's fields as the layout names them; a game may put anything into it. `about` is the entry of
    the card data to which findings are attached; `size` overrides the layout's own size.

    >>> layouts = Layouts([{"id": "plain", "size": [60, 90], "boxes": [{"text": {"text": "{name}", "at": "safe"}}]}])
    >>> face = sketch(layouts, "plain", {"id": "mill", "name": {"en": "The Mill"}}, LayoutContext("en"))
    >>> face.name, face.title, face.draw().symbol.bounds.width
    ('mill', 'The Mill', 66.4)
    """
    chosen = layouts[layout]
    real = size or layouts.size(layout)
    called = name or str(entry.get("id", layout))
    key = fingerprint.of_data(
        [
            layouts.line_of(layout),
            entry,
            context.lang,
            real,
            context.ink_saving,
            context.pseudo,
            context.fonts.mark,
            *([context.second] if context.second else []),
        ]
    )
    title, text = (format_value(entry.get(field), context.lang) for field in ("name", "text"))
    cached: list[DrawnFace] = []

    def draw() -> DrawnFace:
        if not cached:  # equal faces are the same symbol
            cached.append(draw_face(chosen, real, entry, context, called))
        return cached[0]

    return Sketch(called, group or layout, partial(draw), key, about, title, with_icons(text), layout=layout)
