"""What the rulebook needs of this game: its words, and pictures of its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import CARD_SCALE, BookContext, Data, Facts, Picture, RenderOptions, Sketch
from cloudy_pnp.games.fantasy_realms.model.parsing import realm_from_data
from cloudy_pnp.games.fantasy_realms.model.realm import Realm
from cloudy_pnp.games.fantasy_realms.wording import card_text

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page


_COVER = ("island", "unicorn", "warlock-lord", "dragon", "queen", "wildfire", "sword-of-keth")


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
        cover=Picture(partial(_cover, [cards[card] for card in _COVER]), ", ".join(name(card) for card in _COVER)),
        quotes={},
        facts=Facts.of(game),
    )


def _cover(cards: Sequence[Picture]) -> Page:
    """Cards in a fan, as a hand holds them, under the stars; the upper third is calm, for the title."""
    from cloudy_pnp.core.geometry import Point, Rect, Transform
    from cloudy_pnp.draw.colour import Colour, RadialGradient
    from cloudy_pnp.draw.kit.random import Random
    from cloudy_pnp.draw.scene import Group, Item, Page, Path, Stroke
    from cloudy_pnp.draw.shapes import circle, rectangle, rounded

    wide, high, hub = 134.0, 196.0, Point(67.0, 226.0)
    night = RadialGradient.between(Point(67, 128), 125, Colour.parse("#8a74bd"), Colour.parse("#1d1733"))
    items: list[Item] = [Path(rectangle(Rect(0, 0, wide, high)), night)]
    random, star = Random("stars"), Colour.parse("#fff6d8")
    for _ in range(90):
        at = Point(random.between(2, wide - 2), random.between(2, 110))
        items.append(Path(circle(at, random.between(0.14, 0.45)), star, opacity=random.between(0.3, 0.95)))
    for place, card in enumerate(cards):
        page = card.draw()
        turn = Transform.rotation((place - (len(cards) - 1) / 2) * 13.0, hub)
        spot = (
            Transform.translation(hub.x, 112.0) @ Transform.scaling(0.74) @ Transform.translation(-page.width / 2, -40)
        )
        edge = rounded(Rect(0, 0, page.width, page.height), 3)
        line = Path(edge, stroke=Stroke(Colour.parse("#f4ead2"), 0.9))
        items.append(Group((Group(page.items, clip=edge), line), turn @ spot))
    return Page(wide, high, tuple(items))


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
            card.name[lang],
            beside=True,
            scale=CARD_SCALE,
        )
        for card in realm.cards.values()
    }
