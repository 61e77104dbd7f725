"""The order file of mpc-autofill, which fills in an order at MakePlayingCards or Printer Studio."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from cloudy_pnp.export.services.order import Ordered

FOLDER = "cards"  # the program's folder for pictures, next to the order


def order_xml(cards: Sequence[Ordered], stock: str, ending: str) -> str:
    """Write the order: each picture once, with its slots (from 0). The most common back fills all other slots."""
    backs = [card.copy.back.name if card.copy.back else "" for card in cards]
    usual = max(dict.fromkeys(backs), key=backs.count, default="")
    fronts = _slots([card.copy.front.name for card in cards])
    other_backs = _slots([back if back != usual else "" for back in backs])
    titles = {card.copy.front.name: card.copy.front.title or card.thing.title for card in cards}
    titles |= {card.copy.back.name: card.copy.back.title for card in cards if card.copy.back}
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
    if other_backs:
        lines += [
            " <backs>",
            *(_card(name, slots, titles.get(name, ""), ending) for name, slots in other_backs.items()),
            " </backs>",
        ]
    lines += [f" <cardback>{FOLDER}/{usual}.{ending}</cardback>" if usual else " <cardback></cardback>", "</order>"]
    return "\n".join(lines) + "\n"


def _slots(names: Sequence[str]) -> dict[str, list[int]]:
    slots_by_name: dict[str, list[int]] = {}
    for slot, name in enumerate(names):
        if name:
            slots_by_name.setdefault(name, []).append(slot)
    return slots_by_name


def _card(name: str, slots: Sequence[int], title: str, ending: str) -> str:
    """Write a card. File names come from ids; the query is only for people."""
    return (
        f"  <card><id>{FOLDER}/{name}.{ending}</id><sourceType>Local File</sourceType>"
        f"<slots>{','.join(map(str, slots))}</slots><name>{name}.{ending}</name>"
        f"<query>{_escape_title(title)}</query></card>"
    )


def _escape_title(text: str) -> str:
    """Convert a title to XML: on one line, without characters that XML cannot represent."""
    printable = "".join(char for char in " ".join(text.split()) if char.isprintable())
    return escape(printable)
