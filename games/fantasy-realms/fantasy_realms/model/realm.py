"""The cards of the game, as the scorer, the search, the players and the printer read them.

The vocabulary of effects on a hand.

A closed table: a new effect is a Struct here, a line in `parsing`, a case in `checks.effects`, one in `rules` and
`fast`, and rows in `wording/phrases.py` and in each table of `templates/fantasy-realms/wording`.

From card data that has passed `check` to the frozen model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from msgspec import Struct, convert, field
from msgspec.structs import replace

from cloudy_pnp.core.shipped import shipped_entries
from cloudy_pnp.i18n.wording import Rows, merged_rows

CopyField: TypeAlias = Literal["name", "suit", "strength", "penalty"]


class Selector(Struct, frozen=True, rename="kebab"):
    """Some cards of a hand: those of certain suits or names, or every card; never the excepted ones.

    `other` excludes the card on which the effect is printed.
    """

    suits: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    every: bool = False
    except_suits: frozenset[str] = frozenset()
    except_cards: frozenset[str] = frozenset()
    other: bool = False

    def matches(self, name: str, suit: str) -> bool:
        """Return whether a card that has this name and suit now is matched; the caller checks `other`.

        >>> land = Selector(suits=frozenset({"land"}), except_cards=frozenset({"mountain"}))
        >>> land.matches("cavern", "land"), land.matches("mountain", "land"), land.matches("cavern", "army")
        (True, False, False)
        """
        if suit in self.except_suits or name in self.except_cards:
            return False
        return self.every or suit in self.suits or name in self.cards

    def without_words(self, words: frozenset[str]) -> Selector | None:
        """RES-3: return the selector without these cleared suit words; None if no word is left.

        Only words that select cards can be cleared, not those of an exception.
        """
        if self.every or not words & self.suits:
            return self
        left = replace(self, suits=self.suits - words)
        return left if left.suits or left.cards else None


Which: TypeAlias = tuple[Selector, ...]  # cards that at least one of the selectors means


class Holds(Struct, frozen=True):
    """A condition: the hand has, or lacks, such a card."""

    which: Which
    present: bool = True


class Condition(Struct, frozen=True):
    """All of several tests, or any of them."""

    tests: tuple[Holds, ...]
    every: bool = True  # all of them must hold; otherwise one is enough


class PerCard(Struct, frozen=True):
    """Points for each such card; with a condition, only when it holds."""

    points: int
    of: Which
    when: Condition | None = None


class Once(Struct, frozen=True):
    """Points once, when the condition holds."""

    points: int
    when: Condition


class FirstOf(Struct, frozen=True):
    """The first award whose condition holds, and no other."""

    cases: tuple[PerCard | Once, ...]


class Strengths(Struct, frozen=True):
    """The base strengths of such cards: their sum, or the highest one."""

    of: Which
    take: Literal["sum", "highest"]


class Tier(Struct, frozen=True):
    """So many cards bring so many points."""

    cards: int
    points: int


class Runs(Struct, frozen=True):
    """Points for cards with consecutive base strengths; every separate run scores."""

    tiers: tuple[Tier, ...]


class Sets(Struct, frozen=True):
    """Points for differently named cards of one suit; every such suit scores."""

    tiers: tuple[Tier, ...]


class SuitsDiffer(Struct, frozen=True):
    """Points when no two cards share a suit."""

    points: int


class Blank(Struct, frozen=True):
    """Such cards are blanked."""

    of: Which


class BlankedUnless(Struct, frozen=True):
    """The card is blanked unless the hand has such a card."""

    having: Which


class BlankedIf(Struct, frozen=True):
    """The card is blanked if the hand has such a card."""

    having: Which


class ClearPenalty(Struct, frozen=True):
    """Such cards lose their whole penalty."""

    of: Which


class ClearWord(Struct, frozen=True):
    """One suit word is struck out of the penalties of such cards."""

    word: str
    on: Which


class Copy(Struct, frozen=True):
    """A wild card becomes like a card of the hand, or like any card of the game in some suits."""

    source: Literal["hand", "game"]
    fields: frozenset[CopyField]
    suits: frozenset[str] = frozenset()  # empty: any


class ChangeSuit(Struct, frozen=True):
    """One such card gets another suit."""

    of: Which


class ClearOne(Struct, frozen=True):
    """One such card loses its penalty."""

    of: Which


class TakeCard(Struct, frozen=True):
    """At the end of the game a card of these suits may be taken from the display as an extra card."""

    suits: frozenset[str]


Bonus: TypeAlias = PerCard | Once | FirstOf | Strengths | Runs | Sets | SuitsDiffer
Clearing: TypeAlias = ClearPenalty | ClearWord
Penalty: TypeAlias = PerCard | Once | Blank | BlankedUnless | BlankedIf
Choice: TypeAlias = Copy | ChangeSuit | ClearOne | TakeCard


def which_without_words(which: Which, words: frozenset[str]) -> Which:
    """RES-3: return the rest of a union of selectors; empty if nothing is left."""
    return tuple(left for part in which if (left := part.without_words(words)) is not None)


def penalty_without_words(clause: Penalty, words: frozenset[str]) -> Penalty | None:
    """RES-3: return the rest of a penalty clause without the cleared suit words; None if it is gone.

    >>> army = Selector(suits=frozenset({"army"}))
    >>> penalty_without_words(BlankedUnless((army,)), frozenset({"army"})) is None
    True
    >>> swamp = PerCard(3, (Selector(suits=frozenset({"army", "flame"})),))
    >>> sorted(penalty_without_words(swamp, frozenset({"army"})).of[0].suits)
    ['flame']
    """
    match clause:
        case Blank(of):
            left = which_without_words(of, words)
            return Blank(left) if left else None
        case BlankedUnless(having):
            left = which_without_words(having, words)
            return BlankedUnless(left) if left else None
        case BlankedIf(having):
            left = which_without_words(having, words)
            return BlankedIf(left) if left else None
        case PerCard(points, of, when):
            left = which_without_words(of, words)
            condition = _condition_without_words(when, words) if when else None
            return PerCard(points, left, condition) if left and bool(when) == bool(condition) else None
        case Once(points, when):
            condition = _condition_without_words(when, words)
            return Once(points, condition) if condition else None


def _condition_without_words(condition: Condition, words: frozenset[str]) -> Condition | None:
    tests = tuple(
        Holds(left, test.present) for test in condition.tests if (left := which_without_words(test.which, words))
    )
    return Condition(tests, condition.every) if tests else None


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
    bonus: tuple[Bonus, ...] = ()
    clears: tuple[Clearing, ...] = ()
    choice: Choice | None = None
    penalty: tuple[Penalty, ...] = ()
    also: tuple[str, ...] = ()  # further names under which people know the card
    text: Texts | None = None  # the author's own wording; in languages that it lacks, the text is composed

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[object, ...]:
        effects = (self.bonus, self.clears, self.choice, self.penalty)
        text = dict(self.text) if self.text is not None else None
        return Card, (self.id, dict(self.name), self.suit, self.strength, *effects, self.also, text)


# RES-1 and RES-2: the order of decisions. Cards of one kind decide in the order of the data.
_TURN: Mapping[type[Choice], int] = {TakeCard: 0, Copy: 1, ChangeSuit: 3, ClearOne: 4}


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
        later = isinstance(choice, Copy) and choice.source == "game"
        return (_TURN[type(choice)] + later, 0) if choice is not None else (99, 0)

    deciding = sorted((card for card in cards.values() if card.choice is not None), key=turn)
    order = tuple(card.id for card in deciding)
    return Realm(MappingProxyType(dict(suits)), MappingProxyType(dict(cards)), order, dict(wording))


def whiches(card: Card) -> Iterator[Which]:
    """Yield every group of cards that the effects of a card refer to."""
    for effect in (*card.bonus, *card.penalty, *card.clears, *((card.choice,) if card.choice else ())):
        match effect:
            case FirstOf(cases):
                for case in cases:
                    yield from _award_whiches(case)
            case PerCard() | Once():
                yield from _award_whiches(effect)
            case Strengths(which) | Blank(which) | BlankedIf(which) | BlankedUnless(which) | ClearPenalty(which):
                yield which
            case ClearWord(_, which) | ClearOne(which) | ChangeSuit(which):
                yield which


def _award_whiches(award: PerCard | Once) -> Iterator[Which]:
    if isinstance(award, PerCard):
        yield award.of
    if award.when is not None:
        yield from (test.which for test in award.when.tests)


Data = Mapping[str, Any]


def realm_from_data(data: Mapping[str, Sequence[Data]]) -> Realm:
    """Build the game from the lists of its kinds, `{"suits": […], "cards": […]}`, already checked.

    >>> realm = realm_from_data({
    ...     "suits": [{"id": "land", "name": {"en": "Land"}}],
    ...     "cards": [{"id": "hill", "name": {"en": "Hill"}, "suit": "land", "strength": 3}],
    ... })
    >>> realm["hill"].strength
    3
    """
    suits = {item["id"]: Suit(item["id"], texts(item["name"]), item.get("joker", False)) for item in data["suits"]}
    cards = {item["id"]: card_from_data(item) for item in data["cards"]}
    return realm_of(suits, cards, merged_rows(data.get("wording", ())))


def card_from_data(item: Data) -> Card:
    """Parse one card of the list `cards`."""
    return Card(
        item["id"],
        texts(item["name"]),
        item["suit"],
        item["strength"],
        tuple(_effect(effect, Bonus) for effect in item.get("bonus", ())),
        tuple(_effect(effect, Clearing) for effect in item.get("clears", ())),
        _effect(item["choice"], Choice) if "choice" in item else None,
        tuple(_effect(effect, Penalty) for effect in item.get("penalty", ())),
        tuple(item.get("also", ())),
        texts(item["text"]) if "text" in item else None,
    )


def texts(data: Data) -> Texts:
    """Parse a localized text; the mark `same: […]` is not a language."""
    return MappingProxyType({lang: text for lang, text in data.items() if lang != "same" and isinstance(text, str)})


def which_from_data(data: Any) -> Which:
    """Parse `all`, one selector or a list of them.

    >>> which_from_data("all")[0].every
    True
    """
    if data == "all":
        return (Selector(every=True),)
    parts = data if isinstance(data, list) else [data]
    return tuple(convert({**part, "every": not {"suits", "cards"} & {*part}}, Selector) for part in parts)


def _condition(data: Data) -> Condition:
    every = "any-of" not in data
    return Condition(tuple(map(_holds, data.get("all-of", [data]) if every else data["any-of"])), every)


def _holds(data: Data) -> Holds:
    return Holds(which_from_data(data["has" if "has" in data else "lacks"]), "has" in data)


def _per_card(data: Data) -> PerCard:
    when = _condition(data["when"]) if "when" in data else None
    return PerCard(data["points"], which_from_data(data["of"]), when)


def _strengths(data: Data) -> Strengths:
    take: Literal["sum", "highest"] = "sum" if "sum" in data else "highest"
    return Strengths(which_from_data(data[take]), take)


def _tiers(data: Sequence[Data]) -> tuple[Tier, ...]:
    return tuple(sorted((convert(tier, Tier, strict=False) for tier in data), key=lambda tier: tier.cards))


_EFFECTS: Mapping[str, Callable[[Any], Any]] = {
    "per-card": _per_card,
    "once": lambda data: Once(data["points"], _condition(data["when"])),
    "first-of": lambda cases: FirstOf(tuple(_effect(case, PerCard | Once) for case in cases)),
    "strengths": _strengths,
    "runs": lambda tiers: Runs(_tiers(tiers)),
    "sets": lambda tiers: Sets(_tiers(tiers)),
    "suits-differ": SuitsDiffer,
    "blank": lambda which: Blank(which_from_data(which)),
    "blanked-unless": lambda which: BlankedUnless(which_from_data(which)),
    "blanked-if": lambda which: BlankedIf(which_from_data(which)),
    "penalty-of": lambda which: ClearPenalty(which_from_data(which)),
    "word": lambda data: ClearWord(data["suit"], which_from_data(data["of"])),
    "copy": lambda data: convert({**data, "source": data["from"], "fields": data["takes"]}, Copy),
    "change-suit": lambda which: ChangeSuit(which_from_data(which)),
    "clear-one": lambda which: ClearOne(which_from_data(which)),
    "take-card": lambda data: convert(data, TakeCard),
}


def _effect(effect: Data, kinds: Any) -> Any:
    """Parse a map with one key, the name of an effect of these kinds."""
    [(name, data)] = effect.items()
    parsed = _EFFECTS[name](data)
    if not isinstance(parsed, kinds):
        raise ValueError(f"{name} is not allowed here")
    return parsed


@cache
def base_realm() -> Realm:
    """Return the 53 cards of the box, without packs.

    >>> len(base_realm().cards)
    53
    """
    return realm_from_data(shipped_entries(Path(__file__).parents[1], "fantasy-realms"))
