"""The rulebook's view of this game: its words, and pictures of its cards, its table and its box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.game.contract import CARD_SCALE, BookContext, Data, Facts, Picture, RenderOptions, Sketch, game_texts
from cloudy_pnp.i18n.localized import colon
from fantasy_realms.model.realm import Realm, realm_from_data
from fantasy_realms.present.words import words_in
from fantasy_realms.wording import card_text

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page


_COVER = ("island", "unicorn", "warlock-lord", "dragon", "queen", "wildfire", "sword-of-keth")
_EXPLAINED = "warship"  # it has a bonus and a penalty
_DISPLAY = ("swamp", "knights", "smoke", "hydra", "collector", "forge")
_HAND = ("candle", "bell-tower", "king", "rangers", "world-tree", "warhorse", "great-flood")
_IN_BOX = {"cards": ("swamp", "queen", "dragon"), "pad": ("pad",), "reference": ("reference",)}
_SIGN = 0.55  # how large the sign of a suit is
_PLACES = 10  # PLAY-4: cards in the display at the end


def book_context(data: Data, lang: str, _options: Mapping[str, str]) -> BookContext:
    """Return the context in one language, from valid data."""
    realm, [game] = realm_from_data(data), data["game"]
    drawer = _Drawer(data, realm, lang)
    cards = drawer.cards()

    def name(card: str) -> str:
        if card not in realm.cards:
            raise UserError(f'there is no card "{card}"; {suggest(card, realm.cards)}'.rstrip("; "))
        return realm[card].name[lang]

    return BookContext(
        name=game["name"][lang],
        context={
            "game": game_texts(game, lang),
            "count": len(realm.cards),
            "suits": [
                {
                    "name": suit.name[lang],
                    "cards": [
                        {"name": card.name[lang], "strength": card.strength}
                        for card in realm.cards.values()
                        if card.suit == suit.id
                    ],
                }
                for suit in realm.suits.values()
            ],
            "name": name,
        },
        pictures={
            "card": cards,
            "cards": cards,
            "suit": drawer.suits(),
            "explained": {"card": drawer.explain_card(cards)},
            "table": {"turn": drawer.table(), "aid": drawer.table(aid=True)},
            "box": drawer.box(len(realm.cards)),
        },
        cover=Picture(drawer.draw_cover, ", ".join(name(card) for card in _COVER if card in realm.cards)),
        quotes={},
        facts=Facts.of(game),
        foot=Picture(_draw_foot, game["name"][lang]),
    )


def _draw_foot() -> Page:
    from fantasy_realms.present.book_pictures import foot

    return foot()


class _Drawer:
    """The pictures of a book in one language, each drawn when it is needed."""

    def __init__(self, data: Data, realm: Realm, lang: str) -> None:
        self.data, self.realm, self.lang = data, realm, lang
        self.words = words_in(lang)

    @cached_property
    def faces(self) -> Mapping[str, Sketch]:
        from fantasy_realms.present.components import components

        return {face.name: face for face in components(self.data, RenderOptions(self.lang)).faces}

    def draw(self, name: str) -> Page:
        return self.faces[name].page()

    def drawn(self, names: Iterable[str]) -> list[Page]:
        """Draw some faces; replace those that a changed game does not have."""
        others = (card for card in self.realm.cards if card not in names)
        return [self.draw(name if name in self.faces else next(others)) for name in names]

    def cards(self) -> dict[str, Picture]:
        """Return every card by its id."""
        realm, lang = self.realm, self.lang
        return {
            card.id: Picture(
                partial(self.draw, card.id),
                f"{card.name[lang]} ({realm.suits[card.suit].name[lang]}, {card.strength}){colon(lang)} "
                f"{card_text(realm, card, lang).whole}",
                card.name[lang],
                beside=True,
                scale=CARD_SCALE,
            )
            for card in realm.cards.values()
        }

    def suits(self) -> dict[str, Picture]:
        """Return the sign of every suit, with its name."""

        def draw(suit: str) -> Page:
            from fantasy_realms.present.book_pictures import sign
            from fantasy_realms.present.components import suits_of

            entry = suits_of(self.data)[suit]
            return sign(str(entry["emblem"]), str(entry["colour"]))

        names = {suit.id: suit.name[self.lang] for suit in self.realm.suits.values()}
        return {
            suit: Picture(partial(draw, suit), name, name, beside=True, scale=_SIGN) for suit, name in names.items()
        }

    def explain_card(self, cards: Mapping[str, Picture]) -> Picture:
        """Draw a card with numbers at its parts."""
        shown = _EXPLAINED if _EXPLAINED in cards else next(iter(cards))

        def draw() -> Page:
            from fantasy_realms.present.book_pictures import explain_card

            return explain_card(self.draw(shown))

        return Picture(draw, f"1–4{colon(self.lang)} {cards[shown].alt}", beside=True, scale=1.0)

    def table(self, *, aid: bool = False) -> Picture:
        """Draw a turn; for the player aid small, next to the text, with larger numbers."""

        def draw() -> Page:
            from fantasy_realms.present.book_pictures import table

            disc = {"disc": 9.0} if aid else {}
            return table(self.draw("back"), self.drawn(_DISPLAY), self.drawn(_HAND), _PLACES, **disc)

        return Picture(draw, self.words["table"], beside=aid, wide=not aid, scale=0.62)

    def box(self, count: int) -> dict[str, Picture]:
        """Return the contents of the box, each with its number."""

        def draw(names: tuple[str, ...]) -> Page:
            from cloudy_pnp.draw.kit.figures import fanned

            return fanned(self.drawn(names))

        counted = {"cards": f"{count} {self.words['cards']}"}
        return {
            name: Picture(partial(draw, shown), words, words, beside=True)
            for name, shown in _IN_BOX.items()
            for words in (counted.get(name, self.words[name]),)
        }

    def draw_cover(self) -> Page:
        from fantasy_realms.present.book_pictures import cover

        return cover(self.drawn(_COVER))
