"""Card Game Simulator: a folder with `cgs.json`, all cards as JSON, their pictures, and decks as plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.export.pictures.things import Picture
from cloudy_pnp.export.tabletop.setting import Deck, Setting

Json = dict[str, Any]
_BRACKETS = re.compile(r"[\[\]()\s]+")


@dataclass(frozen=True, slots=True)
class CgsGame:
    """The files of a game. `address` is where they will be found; empty: only in the folder."""

    game: str  # the id, which is the code of the set too
    lang: str
    setting: Setting
    address: str = ""

    @property
    def main(self) -> Deck | None:
        """The largest deck: the program knows one size of cards and one usual back."""
        return max(self.setting.decks, key=lambda deck: len(deck.cards), default=None)

    def definition(self) -> Json:
        """cgs.json."""
        setting, main = self.setting, self.main
        width, height = main.size if main else (63.5, 88.9)
        made: Json = {
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
            made["gameBoardCards"] = [{"card": main.cards[0].copy.front.name, "boards": boards}]
        if self.address:
            made |= self._addresses()
        return made

    def _addresses(self) -> Json:
        setting, at = self.setting, self.address.rstrip("/")
        backs = [{"id": one.name, "url": f"{at}/backs/{one.name}.png"} for one in self.backs()]
        decks = [{"name": deck.id, "url": f"{at}/decks/{deck.id}.txt"} for deck in setting.decks]
        more: Json = {
            "autoUpdateUrl": f"{at}/cgs.json",
            "allCardsUrl": f"{at}/AllCards.json",
            "allSetsUrl": f"{at}/AllSets.json",
            "cardImageUrl": f"{at}/sets/{{cardSet}}/{{cardId}}.{{cardImageFileType}}",
            "cardBackImageUrl": f"{at}/CardBack.png",
            "cardBackFaceImageUrls": backs,
            "deckUrls": decks,
            "gameStartDecks": decks[:1],
        }
        if setting.boards:
            more["gameBoardUrls"] = [{"id": one.id, "url": f"{at}/boards/{one.id}.png"} for one in setting.boards]
        return more

    def fronts(self) -> dict[str, Picture]:
        """A picture for every look of a card, by the card's id in the program."""
        return {card.copy.front.name: card.copy.front for deck in self.setting.decks for card in deck.cards}

    def backs(self) -> list[Picture]:
        """Every back once."""
        some = [card.copy.back for deck in self.setting.decks for card in deck.cards]
        return list({back.name: back for back in some if back is not None}.values())

    def cards(self) -> list[Json]:
        """AllCards.json."""
        made: dict[str, Json] = {}
        for deck in self.setting.decks:
            for card in deck.cards:
                name = card.copy.front.name
                told = {"id": name, "name": card.thing.title, "set": self.game, "text": card.thing.text}
                made.setdefault(name, {**told, "deck": deck.id})
        return list(made.values())

    def sets(self) -> list[Json]:
        """AllSets.json."""
        return [{"code": self.game, "name": self.setting.name}]

    def deck(self, deck: Deck) -> str:
        """A deck: on each line how many of which card."""
        counts: dict[str, int] = {}
        titles: dict[str, str] = {}
        for card in deck.cards:
            name = card.copy.front.name
            counts[name] = counts.get(name, 0) + 1
            titles[name] = _BRACKETS.sub(" ", card.thing.title).strip()
        lines = [f"{count} [{name}] {titles[name]} ({self.game})" for name, count in counts.items()]
        return "\n".join([f"# {_BRACKETS.sub(' ', self.setting.name)}: {deck.id}", *lines]) + "\n"


def _inches(size: Sequence[float]) -> Json:
    return {"x": round(size[0] / 25.4, 4), "y": round(size[1] / 25.4, 4)}
