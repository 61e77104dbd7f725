"""What the rulebook needs of this game: its words, and pictures of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import BookContext, Data, Picture, RenderOptions, Sketch
from cloudy_pnp.games.fantasy_realms.model.parsing import realm_from_data
from cloudy_pnp.games.fantasy_realms.model.realm import Realm
from cloudy_pnp.games.fantasy_realms.wording import card_text

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page


def book_context(data: Data, lang: str, _edition: str | None) -> BookContext:
    """Everything in one language, from sound data."""
    realm, [game] = realm_from_data(data), data["game"]
    cards = _pictures(data, realm, lang)

    def name(card: str) -> str:
        if card not in realm.cards:
            raise UserError(f'there is no card "{card}"; {meant(card, realm.cards)}'.rstrip("; "))
        return realm[card].name[lang]

    return BookContext(
        name=game["name"][lang],
        context={
            "game": {
                "name": game["name"][lang],
                "credits": [{"role": item["role"][lang], "names": item["names"]} for item in game["credits"]],
                "notice": game["notice"][lang],
            },
            "count": len(realm.cards),
            "suits": [
                {
                    "name": suit.name[lang],
                    "cards": [card.name[lang] for card in realm.cards.values() if card.suit == suit.id],
                }
                for suit in realm.suits.values()
            ],
            "name": name,
        },
        pictures={"card": cards, "cards": cards},
        cover=Picture(cards["dragon"].draw, cards["dragon"].alt),
        quotes={},
    )


def _pictures(data: Data, realm: Realm, lang: str) -> dict[str, Picture]:
    @cache
    def faces() -> Mapping[str, Sketch]:
        from cloudy_pnp.games.fantasy_realms.present.components import components

        return {face.name: face for face in components(data, RenderOptions(lang)).faces}

    def draw(card: str) -> Page:
        return faces()[card].page()

    return {
        card.id: Picture(
            partial(draw, card.id),
            f"{card.name[lang]} ({realm.suits[card.suit].name[lang]}, {card.strength}): "
            f"{card_text(realm, card, lang).whole}",
            beside=True,
        )
        for card in realm.cards.values()
    }
