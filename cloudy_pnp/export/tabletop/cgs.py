"""Card Game Simulator: a folder with `cgs.json`, all cards as JSON, their pictures, and decks as plain text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from cloudy_pnp.export.tabletop.setting import DealtCard, Deck, Setting
from cloudy_pnp.export.things import Picture

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
            "name": setting.name,
            "autoUpdate": 30 if self.address else -1,
            "cardImageFileType": "png",
            "cardBackImageFileType": "png",
            "gameBoardImageFileType": "png",
            "cardNameIsUnique": False,
            "cardPrimaryProperty": "text",
            "cardProperties": [{"name": "text", "type": "string"}, {"name": "deck", "type": "string"}],
            "cardSize": _inches((width, height)),
            "deckFileType": "txt",
            "deckFileTxtId": "id",
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
