"""The cards of the game, as the scorer, the search, the players and the printer read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct, field

from cloudy_pnp.i18n.wording import Rows
from fantasy_realms.model import effects as fx

Texts = Mapping[str, str]  # one text per language


class Suit(Struct, frozen=True):
    """A suit; a joker suit is the wild cards' own and no card is ever changed into it."""

    id: str
    name: Texts
    joker: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        return Suit, (self.id, dict(self.name), self.joker)


class Card(Struct, frozen=True):
    """One card: there is one of each in the game."""

    id: str
    name: Texts
    suit: str
    strength: int
    bonus: tuple[fx.Bonus, ...] = ()
    clears: tuple[fx.Clearing, ...] = ()
    choice: fx.Choice | None = None
    penalty: tuple[fx.Penalty, ...] = ()
    also: tuple[str, ...] = ()  # further names under which people know the card
    text: Texts | None = None  # the author's own wording; in languages that it lacks, the text is composed

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[object, ...]:
        effects = (self.bonus, self.clears, self.choice, self.penalty)
        text = dict(self.text) if self.text is not None else None
        return Card, (self.id, dict(self.name), self.suit, self.strength, *effects, self.also, text)


# RES-1 and RES-2: the order of decisions. Cards of one kind decide in the order of the data.
_TURN: Mapping[type[fx.Choice], int] = {fx.TakeCard: 0, fx.Copy: 1, fx.ChangeSuit: 3, fx.ClearOne: 4}


class Realm(Struct, frozen=True):
    """Every suit and card of the game, in the order of the data."""

    suits: Mapping[str, Suit]
    cards: Mapping[str, Card]
    deciding: tuple[str, ...]  # the cards with a choice, in the order in which they decide
    wording: Mapping[str, Rows] = field(default_factory=dict)  # by language: rows of the project and of packs

    def __getitem__(self, card: str) -> Card:
        return self.cards[card]

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling: frozen maps cannot be pickled as they are."""
        return realm_of, (dict(self.suits), dict(self.cards), self.wording)

    @property
    def true_suits(self) -> tuple[str, ...]:
        """The suits that a card can be changed into: all but the wild cards' own."""
        return tuple(suit.id for suit in self.suits.values() if not suit.joker)


def realm_of(
    suits: Mapping[str, Suit], cards: Mapping[str, Card], wording: Mapping[str, Rows] = MappingProxyType({})
) -> Realm:
    """Build the game from these suits and cards.

    RES-1: a copy of a card in hand is decided before a copy of any card of the game.
    """

    def turn(card: Card) -> tuple[int, int]:
        choice = card.choice
        later = isinstance(choice, fx.Copy) and choice.source == "game"
        return (_TURN[type(choice)] + later, 0) if choice is not None else (99, 0)

    deciding = sorted((card for card in cards.values() if card.choice is not None), key=turn)
    order = tuple(card.id for card in deciding)
    return Realm(MappingProxyType(dict(suits)), MappingProxyType(dict(cards)), order, dict(wording))


def whiches(card: Card) -> Iterator[fx.Which]:
    """Yield every group of cards that the effects of a card refer to."""
    for effect in (*card.bonus, *card.penalty, *card.clears, *((card.choice,) if card.choice else ())):
        match effect:
            case fx.FirstOf(cases):
                for case in cases:
                    yield from _award_whiches(case)
            case fx.PerCard() | fx.Once():
                yield from _award_whiches(effect)
            case (
                fx.Strengths(which)
                | fx.Blank(which)
                | fx.BlankedIf(which)
                | fx.BlankedUnless(which)
                | fx.ClearPenalty(which)
            ):
                yield which
            case fx.ClearWord(_, which) | fx.ClearOne(which) | fx.ChangeSuit(which):
                yield which


def _award_whiches(award: fx.PerCard | fx.Once) -> Iterator[fx.Which]:
    if isinstance(award, fx.PerCard):
        yield award.of
    if award.when is not None:
        yield from (test.which for test in award.when.tests)
