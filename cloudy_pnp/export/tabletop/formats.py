"""A room of playingcards.io: a flat table of 1600 × 1000 units with piles, boards, counters, and a hand for everyone.

The file is a list of widgets; cards belong to a deck, which is in a pile. Small pieces are cards too: the table
supports no other objects with custom pictures.

Pictures, sheets of them, and a table that describes them: for virtual tabletops with uploads.

Card Game Simulator: a folder with `cgs.json`, all cards as JSON, their pictures, and decks as plain text.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import quote

from msgspec import Struct, field

from cloudy_pnp.draw.pixels import pixels_for
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.tabletop.setting import DealtCard, Deck, Limits, Setting, atlas_for, split_cards, usual_values
from cloudy_pnp.export.things import Copy, Picture, Thing, grid_page
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


HEADS = (
    *("id", "kind", "component", "deck", "copies", "name", "text", "front", "back"),
    *("sheet", "column", "row", "width", "height"),
)
Row = list[object]


class PictureSet(Struct):
    """`fronts/`, `backs/`, `sheets/` by the names of their files, each with its page and its pixels."""

    dpi: float
    limits: Limits = field(default_factory=Limits)
    pictures: dict[str, tuple[Page, tuple[int, int]]] = field(default_factory=dict)

    def rows(self, setting: Setting, things: dict[str, Thing]) -> Iterator[Row]:
        """Yield the rows of the table, collecting the pictures on the way."""
        for pile in piles_of(setting):
            yield from self._pile(pile, things)
        for board in setting.boards:
            front = self._alone("fronts", board.copies[0].front)
            about: Row = [board.id, board.group, board.kind.value, "", len(board.copies), board.name, board.text, front]
            yield [*about, "", "", "", "", *board.size]

    def _pile(self, pile: Pile, things: dict[str, Thing]) -> Iterator[Row]:
        places = self._sheets(pile)
        counts: dict[tuple[str, str], int] = {}
        first: dict[tuple[str, str], Row] = {}
        for name, title, copy in pile.copies:
            thing = things[name.rpartition("--")[0]]
            front = self._alone("fronts", copy.front)
            back = self._alone("backs", copy.back) if copy.back else ""
            counts[front, back] = counts.get((front, back), 0) + 1
            about: Row = [thing.id, thing.group, thing.kind.value, pile.label, title, thing.text]
            first.setdefault((front, back), [*about, front, back, *places[copy.front.name], *pile.size])
        for key, row in first.items():
            yield [*row[:4], counts[key], *row[4:]]

    def _sheets(self, pile: Pile) -> dict[str, tuple[str, int, int]]:
        """Return the sheet, column and row (from 1) by the name of a front."""
        looks = {copy.front.name: copy.front for _, _, copy in pile.copies}
        places = {}
        for number, part in enumerate(split_cards(list(looks), pile.size, self.dpi, self.limits), 1):
            atlas = atlas_for(len(part), pile.size, self.dpi, self.limits)
            name = f"sheets/{pile.id}-{number}.png"
            page = grid_page([looks[front].square() for front in part], atlas.columns, atlas.rows, pile.size)
            self.pictures[name] = (page, atlas.pixels)
            for index, front in enumerate(part):
                row, column = divmod(index, atlas.columns)
                places[front] = (name, column + 1, row + 1)
        return places

    def _alone(self, folder: str, picture: Picture) -> str:
        name = f"{folder}/{picture.name}.png"
        if name not in self.pictures:
            page = picture.page()
            fine = min(self.dpi, self.limits.pixels * 25.4 / max(page.width, page.height))
            self.pictures[name] = (page, pixels_for((page.width, page.height), fine))
        return name


Json = dict[str, Any]
_LONGEST = 60  # characters of a file name
_BRACKETS = re.compile(r"[\[\]()\s]+")


class CgsGame(Struct, frozen=True, dict=True):
    """The files of a game. `address` is their public location; empty: only in the folder."""

    game: str  # the id, also the code of the set
    lang: str
    setting: Setting
    address: str = ""

    @property
    def main(self) -> Deck | None:
        """The largest deck: the program supports one size of cards and one default back."""
        return max(self.setting.decks, key=lambda deck: len(deck.cards), default=None)

    def definition(self) -> Json:
        """Return the contents of cgs.json."""
        setting, main = self.setting, self.main
        width, height = main.size if main else (63.5, 88.9)
        game: Json = {
            **usual_values()["cgs"],
            "name": setting.name,
            "autoUpdate": 30 if self.address else -1,
            "cardSize": _inches((width, height)),
            "setCodeDefault": self.game,
            "setNameDefault": setting.name,
        }
        if setting.boards and main:
            board = setting.boards[0]
            offset = {"x": round(-board.size[0] / 50.8, 4), "y": round(-board.size[1] / 50.8, 4)}
            boards = [{"id": board.id, "offsetMin": offset, "size": _inches(board.size)}]
            game["gameBoardCards"] = [{"card": self.ids[_sides(main.cards[0])], "boards": boards}]
        if self.address:
            game |= self._addresses()
        return game

    def _addresses(self) -> Json:
        setting, at = self.setting, self.address.rstrip("/")
        backs = [{"id": item.name, "url": f"{at}/backs/{item.name}.png"} for item in self.backs()]
        decks = [{"name": name, "url": f"{at}/decks/{quote(name)}.txt"} for name in self.deck_files().values()]
        more: Json = {
            "autoUpdateUrl": f"{at}/cgs.json",
            "allCardsUrl": f"{at}/AllCards.json",
            "allSetsUrl": f"{at}/AllSets.json",
            "cardImageUrl": f"{at}/sets/{{cardSet}}/{{cardId}}.{{cardImageFileType}}",
            "cardBackImageUrl": f"{at}/CardBack.png",
            "cardBackFaceImageUrls": backs,
            "deckUrls": decks,
            "gameStartDecks": decks,
        }
        if setting.boards:
            more["gameBoardUrls"] = [{"id": item.id, "url": f"{at}/boards/{item.id}.png"} for item in setting.boards]
        return more

    @cached_property
    def ids(self) -> dict[tuple[str, str], str]:
        """The ids of cards in the program, by the names of front and back: a card there has one of each."""
        ids: dict[tuple[str, str], str] = {}
        for deck in self.setting.decks:
            for card in deck.cards:
                front, back = sides = _sides(card)
                if sides not in ids:
                    ids[sides] = front if front not in ids.values() else f"{front}--{back}"
        return ids

    def fronts(self) -> dict[str, Picture]:
        """Return a picture for every look of a card, by the card's id in the program."""
        return {self.ids[_sides(card)]: card.copy.front for deck in self.setting.decks for card in deck.cards}

    def backs(self) -> list[Picture]:
        """Return every back once."""
        backs = [card.copy.back for deck in self.setting.decks for card in deck.cards]
        return list({back.name: back for back in backs if back is not None}.values())

    def cards(self) -> list[Json]:
        """Return the contents of AllCards.json."""
        cards: dict[str, Json] = {}
        for deck in self.setting.decks:
            for card in deck.cards:
                entry: Json = {"id": self.ids[_sides(card)], "name": card.thing.name, "set": self.game}
                entry |= {"text": card.thing.text, "deck": deck.name}
                if card.copy.back is not None:
                    entry["backs"] = [card.copy.back.name]  # without it, the program shows CardBack.png
                cards.setdefault(entry["id"], entry)
        return list(cards.values())

    def sets(self) -> list[Json]:
        """Return the contents of AllSets.json."""
        return [{"code": self.game, "name": self.setting.name}]

    def deck(self, deck: Deck) -> str:
        """Write a deck: on each line a number and a card."""
        counts: dict[str, int] = {}
        titles: dict[str, str] = {}
        for card in deck.cards:
            name = self.ids[_sides(card)]
            counts[name] = counts.get(name, 0) + 1
            titles[name] = _BRACKETS.sub(" ", card.thing.name).strip()
        lines = [f"{count} [{name}] {titles[name]} ({self.game})" for name, count in counts.items()]
        heading = "# " + " – ".join(dict.fromkeys((self.setting.name, deck.name)))
        return "\n".join([_BRACKETS.sub(" ", heading), *lines]) + "\n"

    def deck_files(self) -> dict[str, str]:
        """Return the names of deck files without extension, by the ids of the decks: the program shows them."""
        names = {deck.id: _file_name(deck.name) or deck.id for deck in self.setting.decks}
        clash = len({name.casefold() for name in names.values()}) < len(names)
        return {deck.id: deck.id for deck in self.setting.decks} if clash else names


def _sides(card: DealtCard) -> tuple[str, str]:
    return card.copy.front.name, card.copy.back.name if card.copy.back else ""


def _file_name(text: str) -> str:
    """Convert a text to a file name that is valid on every system."""
    cleaned = "".join(char if char.isalnum() or char in " -" else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(cleaned.split())[:_LONGEST].strip()


def _inches(size: Sequence[float]) -> Json:
    return {"x": round(size[0] / 25.4, 4), "y": round(size[1] / 25.4, 4)}
