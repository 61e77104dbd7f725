"""A room of playingcards.io: a flat table of 1600 × 1000 units with piles, boards, counters, and a hand for everyone.

The file is a list of widgets; cards belong to a deck, which is in a pile. Small pieces are cards too: the table
supports no other objects with custom pictures.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.export.tabletop.setting import Setting
from cloudy_pnp.export.things import Copy, Picture
from cloudy_pnp.game.contract import ComponentKind

Widget = dict[str, Any]
WIDTH, HEIGHT = 1600.0, 1000.0
_HAND = 820.0  # the table is above it
_USUAL = 1.8  # units per mm: cards are as high as the table's own
_EDGE, _GAP, _LABEL, _BUTTON = 30.0, 16.0, 26.0, 40.0
_COUNTERS = 4
_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest date of the format


class Pile(Struct, frozen=True):
    """Components of one size that are stacked, optionally with a discard place next to them."""

    id: str
    label: str
    size: tuple[float, float]
    copies: tuple[tuple[str, str, Copy], ...]  # id, name, pictures
    own_backs: bool
    discard: bool


class _Box(Struct):
    """Something that needs space on the table."""

    id: str
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


class Room(Struct):
    """A collector of widgets, and of their pictures by file name."""

    pictures: dict[str, Picture] = field(default_factory=dict)

    def widgets(self, setting: Setting) -> list[Widget]:
        """Return the table, set up to play."""
        piles = list(piles_of(setting))
        boxes, scale = _arrange(setting, piles)
        places = {box.id: box for box in boxes}
        widgets: list[Widget] = [{"id": "hand", "type": "hand", "x": 50, "y": int(_HAND), "z": 1, "dragging": None}]
        for number, board in enumerate(setting.boards):
            box = places[f"board {board.id}"]
            widgets.append(
                {
                    **_widget(f"board-{board.id}", "board", box, 2 + number),
                    "boardImage": self._address(board.copies[0].front),
                }
            )
        for pile in piles:
            widgets += self._pile(pile, places, scale)
        for number in range(_COUNTERS):
            box = places[f"counter {number}"]
            counter = {"counterValue": 0, "label": str(number + 1)}
            widgets.append({**_widget(f"counter-{number + 1}", "counter", box, 50 + number), **counter})
        return widgets

    def _pile(self, pile: Pile, places: dict[str, _Box], scale: float) -> Iterator[Widget]:
        pile_box = places[f"pile {pile.id}"]
        label = {"label": pile.label, "hasShuffleButton": True}
        yield {**_widget(f"pile-{pile.id}", "cardPile", pile_box, 10), **label}
        if pile.discard:
            discard_box = places[f"discard {pile.id}"]
            yield {
                **_widget(f"discard-{pile.id}", "cardPile", discard_box, 11),
                "label": "",
                "hasShuffleButton": False,
            }
        width, height = round(pile.size[0] * scale), round(pile.size[1] * scale)
        types: dict[str, dict[str, str]] = {}
        cards = []
        for number, (name, title, copy) in enumerate(pile.copies):
            back = copy.back or copy.front
            kind = {"label": title, "image": self._address(copy.front)}
            if pile.own_backs:
                kind["back"] = self._address(back)
            same = next((type_name for type_name, type_kind in types.items() if type_kind == kind), None)
            types.setdefault(same or name, kind)
            cards.append(
                {
                    "id": f"card-{name}",
                    "type": "card",
                    "x": pile_box.x + 4,
                    "y": pile_box.y + 4,
                    "z": 100 + number,
                    "deck": f"deck-{pile.id}",
                    "cardType": same or name,
                    "parent": f"pile-{pile.id}",
                    "faceup": False,
                }
            )
        first = pile.copies[0][2]
        yield {
            "id": f"deck-{pile.id}",
            "type": "cardDeck",
            "parent": f"pile-{pile.id}",
            "x": pile_box.x + 4,
            "y": pile_box.y + 4,
            "z": 12,
            "cardWidth": width,
            "cardHeight": height,
            "cardTypes": types,
            "faceTemplate": _template(width, height, "dynamic", "image"),
            "backTemplate": _template(width, height, "dynamic", "back")
            if pile.own_backs
            else _template(width, height, "static", self._address(first.back or first.front)),
        }
        yield from cards

    def _address(self, picture: Picture) -> str:
        file = f"{picture.name}.png"
        self.pictures[file] = picture
        return f"package://userassets/{file}"


def piles_of(setting: Setting) -> Iterator[Pile]:
    """Yield the piles of decks, then of pieces."""
    for deck in (*setting.decks, *setting.pieces):
        copies = tuple((card.id, card.thing.name, card.copy) for card in deck.cards)
        discard = deck.kind is ComponentKind.CARD
        yield Pile(deck.id, deck.name, deck.size, copies, deck.own_backs, discard)


def _arrange(setting: Setting, piles: Sequence[Pile]) -> tuple[list[_Box], float]:
    """Arrange everything in rows above the hand, as large as fits."""
    scale = _USUAL
    while True:
        boxes = list(_boxes(setting, piles, scale))
        if _flow(boxes):
            return boxes, scale
        scale *= 0.93


def _boxes(setting: Setting, piles: Sequence[Pile], scale: float) -> Iterator[_Box]:
    for board in setting.boards:
        yield _Box(f"board {board.id}", board.size[0] * scale, board.size[1] * scale)
    for pile in piles:
        width, height = pile.size[0] * scale + 8, pile.size[1] * scale + 8
        yield _Box(f"pile {pile.id}", width, height)
        if pile.discard:
            yield _Box(f"discard {pile.id}", width, height)
    for number in range(_COUNTERS):
        yield _Box(f"counter {number}", 140.0, 44.0)


def _flow(boxes: Sequence[_Box]) -> bool:
    """Place boxes in columns of rows: each as far left as there is room next to and below the earlier ones.

    A board is high: lower boxes are stacked next to it.
    """
    placed: list[_Box] = []
    for box in boxes:
        spots = sorted(
            {(_EDGE, _EDGE + _LABEL)}
            | {(other.x + other.width + _GAP, other.y) for other in placed}
            | {(other.x, other.y + other.height + _LABEL + _BUTTON) for other in placed}
            | {(_EDGE, other.y + other.height + _LABEL + _BUTTON) for other in placed},
            key=lambda spot: (spot[1], spot[0]),
        )
        free = next((spot for spot in spots if _is_free(box, spot, placed)), None)
        if free is None:
            return False
        box.x, box.y = (round(value, 2) for value in free)
        placed.append(box)
    return True


def _is_free(box: _Box, spot: tuple[float, float], placed: Sequence[_Box]) -> bool:
    x, y = spot
    if x + box.width > WIDTH - _EDGE or y + box.height + _BUTTON > _HAND:
        return False
    return all(
        x + box.width + _GAP <= other.x + 1e-6
        or other.x + other.width + _GAP <= x + 1e-6
        or y + box.height + _LABEL + _BUTTON <= other.y + 1e-6
        or other.y + other.height + _LABEL + _BUTTON <= y + 1e-6
        for other in placed
    )


def _widget(name: str, kind: str, box: _Box, z: int) -> Widget:
    size = {"width": round(box.width, 2), "height": round(box.height, 2)}
    return {"id": name, "type": kind, "x": box.x, "y": box.y, "z": z, **size}


def _template(width: int, height: int, kind: str, value: str) -> Widget:
    image = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "transparent"}
    return {"includeBorder": False, "includeRadius": False, "objects": [{**image, "valueType": kind, "value": value}]}


def zip_members(members: Mapping[str, bytes]) -> bytes:
    """Write an archive of members by name. Pictures are already compressed and stored unchanged."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            packed = name.endswith((".png", ".jpg", ".webp"))
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=6)
    return out.getvalue()
