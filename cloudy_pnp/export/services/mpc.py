"""The order file of mpc-autofill, which fills in an order at MakePlayingCards or Printer Studio."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from cloudy_pnp.export.services.order import Ordered

FOLDER = "cards"  # where the program looks for pictures, beside the order


def order_xml(cards: Sequence[Ordered], stock: str, ending: str) -> str:
    """The order: each picture once, with the slots (from 0) that it fills. The most usual back fills all others."""
    backs = [one.copy.back.name if one.copy.back else "" for one in cards]
    usual = max(dict.fromkeys(backs), key=backs.count, default="")
    fronts = _slots([one.copy.front.name for one in cards])
    others = _slots([back if back != usual else "" for back in backs])
    titles = {one.copy.front.name: one.copy.front.title or one.thing.title for one in cards}
    titles |= {one.copy.back.name: one.copy.back.title for one in cards if one.copy.back}
    lines = [
        "<order>",
        " <details>",
        f"  <quantity>{len(cards)}</quantity>",
        f"  <stock>{escape(stock)}</stock>",
        "  <foil>false</foil>",
        " </details>",
        " <fronts>",
        *(_card(name, slots, titles.get(name, ""), ending) for name, slots in fronts.items()),
        " </fronts>",
    ]
    if others:
        lines += [
            " <backs>",
            *(_card(name, slots, titles.get(name, ""), ending) for name, slots in others.items()),
            " </backs>",
        ]
    lines += [f" <cardback>{FOLDER}/{usual}.{ending}</cardback>" if usual else " <cardback></cardback>", "</order>"]
    return "\n".join(lines) + "\n"


def _slots(names: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for slot, name in enumerate(names):
        if name:
            found.setdefault(name, []).append(slot)
    return found


def _card(name: str, slots: Sequence[int], title: str, ending: str) -> str:
    """Names of files come from ids; the query is only for people."""
    return (
        f"  <card><id>{FOLDER}/{name}.{ending}</id><sourceType>Local File</sourceType>"
        f"<slots>{','.join(map(str, slots))}</slots><name>{name}.{ending}</name>"
        f"<query>{_said(title)}</query></card>"
    )


def _said(text: str) -> str:
    """A title as XML: on one line, without what XML has no way to write."""
    kept = "".join(char for char in " ".join(text.split()) if char.isprintable())
    return escape(kept)
