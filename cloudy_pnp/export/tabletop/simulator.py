"""Tabletop Simulator: a saved object, which is a JSON file that refers to pictures by address.

The format follows docs/how-to/export.md; rule numbers in comments refer to `tests/export/test_simulator.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.pdf_content import look
from cloudy_pnp.draw.scene import Cubic, Line, Outline, Page
from cloudy_pnp.export.tabletop.setting import (
    Atlas,
    DealtCard,
    Deck,
    Limits,
    Setting,
    atlas_for,
    split_cards,
    usual_values,
)
from cloudy_pnp.export.things import Copy, Picture, Thing, grid_page
from cloudy_pnp.game.contract import ComponentKind

Json = dict[str, Any]
LIMITS = Limits(columns=10, rows=7, pixels=4095)  # rules 2, 6 and 7
UNIT = 25.4  # mm per unit of the table
CARD = (56.0, 80.0)  # mm: a card of scale 1 (rule 9)
TILE = 50.8  # mm: the height of a tile of scale 1; its width follows the picture
_NO_MARKS = str.maketrans("[]", "()")  # the program interprets [b] and [ff0000] as commands
_APART, _BAG, _ROW = 20.0, 50.0, 480.0  # mm: between pieces, the width of a bag, the length of a row
_BOX, _CIRCLE = 0, 2  # shapes of tiles
_LAST_IN_FIRST_OUT, _AT_RANDOM = 0, 2  # orders of bags
_HIGH = 1.2  # the initial height of objects above the table
_FIRST_KEY, _KEYS = 100_000, 900_000  # numbers of sheets: far from those that people choose by hand (rule 5)


class ObjectPicture(Struct, frozen=True):
    """A picture in the file: its contents, its pixels, and whether it is cut out."""

    page: Page
    pixels: tuple[int, int]
    clear: bool = False  # a PNG; all others are JPEG


class SavedObject(Struct):
    """A collector of objects, and of their pictures by file name."""

    address: Callable[[str], str]  # of a file
    dpi: float
    pictures: dict[str, ObjectPicture] = field(default_factory=dict)
    keys: set[int] = field(default_factory=set)

    def contents(self, setting: Setting, rulebook: str | None) -> Json:
        """Return the file: the mat with all decks, boards behind it, pieces in front of it, and the rulebook."""
        mat = setting.mat
        objects = [self._mat(setting)] if setting.decks else []
        for number, deck in enumerate(setting.decks):
            place = mat.places(number)[0]
            objects.append(self._deck(deck, _from_middle(place, mat.size), setting))
        behind = mat.size[1] / 2 + 20.0
        for board in setting.boards:
            objects.append(self._board(board, -(behind + board.size[1] / 2)))
            behind += board.size[1] + 20.0
        for pieces, at in zip(setting.pieces, _in_rows(setting.pieces, mat.size), strict=True):
            objects.append(self._pieces(pieces, at))
        if rulebook is not None:
            objects.append(self._rulebook(rulebook, setting.name, Point(mat.size[0] / 2 + 120.0, 0.0)))
        return {**usual_values()["saved"], "ObjectStates": objects}

    def _deck(self, deck: Deck, at: Point, setting: Setting) -> Json:
        """Return a deck face down; a single card is not a deck (rule 4)."""
        by_look: dict[tuple[str, str | None], DealtCard] = {}
        for card in deck.cards:
            by_look.setdefault(_look(card.copy, deck.own_backs), card)
        sheets: dict[str, Json] = {}
        ids: dict[tuple[str, str | None], tuple[int, str]] = {}
        for number, part in enumerate(split_cards(list(by_look), deck.size, self.dpi, LIMITS), 1):
            key, sheet = self._sheet(deck, number, [by_look[card_look].copy for card_look in part])
            sheets[str(key)] = sheet
            for index, card_look in enumerate(part):
                ids[card_look] = (100 * key + index, str(key))  # rule 1
        place = _transform(at, deck.size[0] / CARD[0], deck.size[1] / CARD[1], face_down=True)
        cards = []
        for card in deck.cards:
            number, key_text = ids[_look(card.copy, deck.own_backs)]
            about = f"{deck.id} {card.id}"
            plain = _object("Card", about, card.thing.name, card.thing.text, place)
            sideways = deck.size[0] > deck.size[1]
            cards.append(
                {**plain, "CardID": number, "SidewaysCard": sideways, "CustomDeck": {key_text: sheets[key_text]}}
            )
        if len(cards) == 1:
            return cards[0]
        name = setting.name if len(setting.decks) == 1 else f"{setting.name} – {deck.name}"
        contents = _object("Deck", f"deck {deck.id}", name, "", place)
        return {
            **contents,
            "SidewaysCard": deck.size[0] > deck.size[1],
            "DeckIDs": [card["CardID"] for card in cards],  # rule 3
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }

    def _sheet(self, deck: Deck, number: int, copies: Sequence[Copy]) -> tuple[int, Json]:
        """Return a picture with the fronts, another with the backs or the common back."""
        atlas = atlas_for(len(copies), deck.size, self.dpi, LIMITS)
        fronts = self._grid(f"{deck.id}-{number}", [copy.front for copy in copies], atlas, deck.size)
        if deck.own_backs:
            backs = [copy.back for copy in copies]
            back = self._grid(f"{deck.id}-{number}-backs", backs, atlas, deck.size)
        else:
            single = Atlas(1, 1, atlas.cell)
            back = self._grid(f"{deck.id}-back", [deck.back], single, deck.size)
        key = _FIRST_KEY + int(_hash(fronts, back)[:8], 16) % _KEYS
        while key in self.keys:
            key += 1
        self.keys.add(key)
        return key, {
            "FaceURL": self.address(fronts),
            "BackURL": self.address(back),
            "NumWidth": atlas.columns,
            "NumHeight": atlas.rows,
            "BackIsHidden": True,  # rule 6: no slot is lost
            "UniqueBack": deck.own_backs,
            "Type": 0,
        }

    def _grid(self, name: str, pictures: Sequence[Picture | None], atlas: Atlas, size: tuple[float, float]) -> str:
        cells = [picture.square() if picture else None for picture in pictures]
        seen = [look(picture.symbol) if picture else "" for picture in pictures]
        return self._picture(
            name, ObjectPicture(grid_page(cells, atlas.columns, atlas.rows, size), atlas.pixels), *seen, str(atlas)
        )

    def _picture(self, name: str, picture: ObjectPicture, *made_of: str) -> str:
        """Return the name of a file.

        The program caches what it has fetched from an address, so another picture needs another name.
        """
        file = f"{name}-{_hash(*made_of)[:8]}.{'png' if picture.clear else 'jpg'}"
        self.pictures[file] = picture
        return file

    def _mat(self, setting: Setting) -> Json:
        """Return a mat with snap points for the cards."""
        mat = setting.mat
        pixels = _pixels(mat.size, 60)
        file = self._picture("mat", ObjectPicture(mat.page(), pixels), str(mat.sizes), str(pixels))
        places = [place for number in range(len(setting.decks)) for place in mat.places(number)]
        tile = self._tile("mat", setting.name, "", mat.size, (self.address(file),), Point(0.0, 0.0), places)
        return {**tile, "Locked": True}

    def _board(self, thing: Thing, y: float) -> Json:
        places = [Point(*place) for place in thing.component.places]
        addresses = self._sides(thing.copies[0], thing.size)
        tile = self._tile(thing.id, thing.name, thing.text, thing.size, addresses, Point(0.0, y), places)
        return {**tile, "Locked": True}

    def _tile(
        self,
        name: str,
        title: str,
        text: str,
        size: tuple[float, float],
        addresses: Sequence[str],
        at: Point,
        places: Sequence[Point] = (),
        *,
        outline: Outline | None = None,
        face_down: bool = False,
    ) -> Json:
        """Return a flat object with the picture of its front, or of both sides; places are in mm from its corner."""
        scale = size[1] / TILE
        place = _transform(at, scale, scale, face_down=face_down)
        tile = _object("Custom_Tile", f"tile {name}", title, text, place) | {"HideWhenFaceDown": face_down}
        image = _image(*addresses)
        image["CustomTile"] = {**usual_values()["tile"], "Type": _tile_shape(outline)}
        snaps = [_snap(_from_middle(place, size), scale) for place in places]
        return {**tile, "CustomImage": image, **({"AttachedSnapPoints": snaps} if snaps else {})}

    def _pieces(self, deck: Deck, at: Point) -> Json:
        """Return a single piece, or a bag of them: those whose backs are alike are drawn at random."""
        pieces = [self._piece(piece, at, deck.is_secret) for piece in deck.cards]
        if len(pieces) == 1:
            return pieces[0]
        bag = _object("Bag", f"bag {deck.id}", deck.name, "", _transform(at, 1.0, 1.0))
        order = {"Order": _AT_RANDOM if deck.is_secret else _LAST_IN_FIRST_OUT}
        return {**bag, "MaterialIndex": -1, "MeshIndex": -1, "Bag": order, "ContainedObjects": pieces}

    def _piece(self, piece: DealtCard, at: Point, is_secret: bool) -> Json:
        thing, copy = piece.thing, piece.copy
        scale = thing.size[0] / TILE
        place, about = _transform(at, scale, scale), f"piece {thing.id} {piece.number}"
        if thing.kind is ComponentKind.STANDEE:
            page, tall = copy.front.page(0.0), thing.size[1] / UNIT / 3
            pixels = _pixels(thing.size, self.dpi)
            cut_out = ObjectPicture(page, pixels, True)
            file = self._picture(copy.front.name, cut_out, look(copy.front.symbol), str(pixels))
            figure = _object("Figurine_Custom", about, thing.name, thing.text, _transform(at, tall, tall))
            return {**figure, "CustomImage": _image(self.address(file))}
        addresses = self._sides(copy, thing.size)
        if thing.kind is ComponentKind.TOKEN and copy.back is None:
            image = {**_image(*addresses), "CustomToken": usual_values()["token"]}
            return {**_object("Custom_Token", about, thing.name, thing.text, place), "CustomImage": image}
        outline = copy.front.outline
        name = f"{thing.id} {piece.number}"
        return self._tile(name, thing.name, thing.text, thing.size, addresses, at, outline=outline, face_down=is_secret)

    def _sides(self, copy: Copy, size: tuple[float, float]) -> list[str]:
        """Return the addresses of the front and, if there is one, the back."""
        return [self.address(self._face(side, size)) for side in (copy.front, copy.back) if side is not None]

    def _face(self, picture: Picture, size: tuple[float, float]) -> str:
        """Return a separate picture; one with an outline is cut out."""
        fine = min(self.dpi, LIMITS.pixels * 25.4 / max(size))
        clear = picture.outline is not None
        pixels = _pixels(size, fine)
        object_picture = ObjectPicture(picture.page(0.0), pixels, clear)
        return self._picture(picture.name, object_picture, look(picture.symbol), str(pixels))

    def _rulebook(self, file: str, title: str, at: Point) -> Json:
        book = _object("Custom_PDF", "rulebook", title, "", _transform(at, 2.0, 2.0))
        pdf = {"PDFUrl": self.address(file), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return {**book, "CustomPDF": pdf}


def _look(copy: Copy, own_backs: bool) -> tuple[str, str | None]:
    return copy.front.name, copy.back.name if own_backs and copy.back else None


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _pixels(size: tuple[float, float], dpi: float) -> tuple[int, int]:
    return max(int(size[0] * dpi / 25.4), 1), max(int(size[1] * dpi / 25.4), 1)


def _from_middle(place: Point, size: tuple[float, float]) -> Point:
    return Point(place.x - size[0] / 2, place.y - size[1] / 2)


def _in_rows(pieces: Sequence[Deck], mat: tuple[float, float]) -> Iterator[Point]:
    """Yield the centres of pieces in rows in front of the mat, without overlaps."""
    left, most = -mat[0] / 2, max(mat[0], _ROW)
    across, top, high = 0.0, mat[1] / 2 + _APART, 0.0
    for deck in pieces:
        width, height = (max(side, _BAG) for side in deck.size)
        if across and across + width > most:
            across, top, high = 0.0, top + high + _APART, 0.0
        yield Point(left + across + width / 2, top + height / 2)
        across, high = across + width + _APART, max(high, height)


def _transform(at: Point, across: float, along: float, *, face_down: bool = False) -> Json:
    """Return a position in mm from the middle of the table, y towards the player."""
    return {
        "posX": round(at.x / UNIT, 4),
        "posY": _HIGH,
        "posZ": round(-at.y / UNIT, 4),
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 180.0 if face_down else 0.0,  # rule 8
        "scaleX": round(across, 5),
        "scaleY": 1.0,
        "scaleZ": round(along, 5),
    }


def _snap(place: Point, scale: float) -> Json:
    """Return a position in the coordinates of its tile, which is rotated by 180° like everything on the table."""
    return {
        "Position": {"x": round(-place.x / UNIT / scale, 4), "y": 0.1, "z": round(place.y / UNIT / scale, 4)},
        "Rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
    }


def _image(front: str, back: str = "") -> Json:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def _tile_shape(outline: Outline | None) -> int:
    """Return the program's number for the shape of a tile. A hexagon is a rectangle with transparent corners.

    The program does not document which way the points of its own hexagons are.
    """
    kinds = [type(segment) for segment in outline.segments] if outline is not None else []
    return _CIRCLE if kinds.count(Cubic) == 4 and Line not in kinds else _BOX


def _object(name: str, about: str, title: str, text: str, transform: Json) -> Json:
    """Return the fields of every object; its GUID is the same in every export."""
    return {
        **usual_values()["object"],
        "GUID": _hash(about)[:6],
        "Name": name,
        "Transform": transform,
        "Nickname": title.translate(_NO_MARKS),
        "Description": text.translate(_NO_MARKS),
        "HideWhenFaceDown": name in ("Card", "Deck"),
        "Hands": name == "Card",
    }
