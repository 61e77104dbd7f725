"""Tabletop Playground: a package of templates. Everything is a card there, thick or thin: its size is known in cm."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.pictures.shapes import grid_page
from cloudy_pnp.export.pictures.things import Picture, Thing
from cloudy_pnp.export.tabletop.atlas import Atlas, Limits, atlas_for, parted
from cloudy_pnp.export.tabletop.setting import DealtCard, Setting

Json = dict[str, Any]
LIMITS = Limits(columns=10, rows=10, pixels=4095)
FOLDERS = ("Fonts", "Models", "Scripts", "Sounds", "States", "Templates", "Textures", "Thumbnails")
_THIN, _THICK = 0.05, 0.2  # cm


@dataclass(slots=True)
class Package:
    """Collects templates by the names of their files, and the textures that they show."""

    game: str
    lang: str
    dpi: float
    templates: dict[str, Json] = field(default_factory=dict)
    textures: dict[str, tuple[Page, tuple[int, int]]] = field(default_factory=dict)

    def manifest(self, name: str) -> Json:
        """What the package is."""
        return {"Name": name, "Version": "1", "GUID": self._guid("package")}

    def fill(self, setting: Setting) -> None:
        """Templates for all decks, boards and pieces."""
        for deck in setting.decks:
            # A card with a back of its own is a template of its own: a template has one back.
            piles: dict[str, list[DealtCard]] = {}
            for card in deck.cards:
                own = f"{deck.id}-{card.copy.front.name}-{card.copy.back.name if card.copy.back else ''}"
                piles.setdefault(own if deck.own_backs else deck.id, []).append(card)
            for name, cards in piles.items():
                self._cards(name, cards, deck.size)
        for thing in (*setting.boards, *setting.pieces):
            self._piece(thing)

    def _cards(self, name: str, cards: Sequence[DealtCard], size: tuple[float, float]) -> None:
        looks = {card.copy.front.name: card for card in cards}
        for part_number, part in enumerate(parted(list(looks), size, self.dpi, LIMITS), 1):
            file = name if part_number == 1 else f"{name}-{part_number}"
            atlas = atlas_for(len(part), size, self.dpi, LIMITS)
            front = self._texture(f"{file}-front", [looks[one].copy.front for one in part], atlas, size)
            back = looks[part[0]].copy.back
            behind = self._texture(f"{file}-back", [back], Atlas(1, 1, atlas.cell), size) if back else ""
            indices = [part.index(card.copy.front.name) for card in cards if card.copy.front.name in part]
            names = {str(index): looks[one].thing.title for index, one in enumerate(part)}
            texts = {str(index): looks[one].thing.text for index, one in enumerate(part)}
            self.templates[file] = {
                **self._card(file, name, size, front, behind, atlas, indices, _THIN),
                "CardNames": names,
                "CardMetadata": texts,
            }

    def _piece(self, thing: Thing) -> None:
        copy = thing.copies[0]
        atlas = atlas_for(1, thing.size, self.dpi, LIMITS)
        front = self._texture(f"{thing.id}-front", [copy.front], atlas, thing.size)
        behind = self._texture(f"{thing.id}-back", [copy.back or copy.front], atlas, thing.size)
        name = f"piece-{thing.id}"
        one = self._card(name, thing.title, thing.size, front, behind, atlas, [0], _THICK)
        self.templates[name] = {**one, "Metadata": thing.text, "HiddenInHand": False, "CanStack": False}

    def _texture(self, name: str, pictures: Sequence[Picture | None], atlas: Atlas, size: tuple[float, float]) -> str:
        cells = [picture.square() if picture else None for picture in pictures]
        file = f"{name}.jpg"
        self.textures[file] = (grid_page(cells, atlas.columns, atlas.rows, size), atlas.pixels)
        return file

    def _card(
        self,
        about: str,
        title: str,
        size: tuple[float, float],
        front: str,
        back: str,
        atlas: Atlas,
        indices: Sequence[int],
        thickness: float,
    ) -> Json:
        return {
            "Type": "Card",
            "GUID": self._guid(about),
            "Name": title,
            "Metadata": "",
            "CollisionType": "Regular",
            "Friction": 0.7,
            "Restitution": 0,
            "Density": 0.5,
            "SurfaceType": "Cardboard",
            "Roughness": 1,
            "Metallic": 0,
            "PrimaryColor": {"R": 255, "G": 255, "B": 255},
            "SecondaryColor": {"R": 0, "G": 0, "B": 0},
            "Flippable": True,
            "AutoStraighten": False,
            "ShouldSnap": True,
            "ScriptName": "",
            "Blueprint": "",
            "Models": [],
            "Collision": [],
            "SnapPointsGlobal": False,
            "SnapPoints": [],
            "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
            "Tags": [],
            "FrontTexture": front,
            "BackTexture": back,
            "HiddenTexture": "",
            "BackIndex": -2,
            "HiddenIndex": -1,
            "NumHorizontal": atlas.columns,
            "NumVertical": atlas.rows,
            "Width": round(size[0] / 10, 4),
            "Height": round(size[1] / 10, 4),
            "Thickness": thickness,
            "HiddenInHand": True,
            "UsedWithCardHolders": True,
            "CanStack": True,
            "UsePrimaryColorForSide": False,
            "FrontTextureOverrideExposed": False,
            "AllowFlippedInStack": False,
            "MirrorBack": True,
            "EmissiveFront": False,
            "Model": "Rounded",
            "Indices": list(indices),
            "CardNames": {},
            "CardMetadata": {},
            "CardTags": {},
        }

    def _guid(self, about: str) -> str:
        """32 hexadecimal digits, the same in every export."""
        return hashlib.sha256(f"{self.game} {self.lang} {about}".encode()).hexdigest()[:32].upper()


def empty_folders() -> Iterator[str]:
    """Those that the program expects although nothing is in them: a hidden file keeps each."""
    yield from (f"{folder}/.keep" for folder in FOLDERS if folder not in ("Templates", "Textures"))
