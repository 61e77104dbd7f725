"""How a card's effects become sentences, whatever the language: each language is a voice that chooses the words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fantasy_realms.model.effects import (
    Blank,
    BlankedIf,
    BlankedUnless,
    Bonus,
    ChangeSuit,
    Choice,
    Clearing,
    ClearOne,
    ClearPenalty,
    Condition,
    Copy,
    CopyField,
    FirstOf,
    Holds,
    Once,
    Penalty,
    PerCard,
    Runs,
    Sets,
    Strengths,
    SuitsDiffer,
    TakeCard,
    Tier,
    Which,
)
from fantasy_realms.model.realm import Card, Realm

MINUS = "−"
FIELDS: tuple[CopyField, ...] = ("name", "suit", "strength", "penalty")
Gender: TypeAlias = Literal["m", "f", "n"]


@dataclass(frozen=True, slots=True)
class CardText:
    """The text of a card; either part may be empty."""

    bonus: str
    penalty: str

    @property
    def whole(self) -> str:
        return " ".join(part for part in (self.bonus, self.penalty) if part)


@dataclass(frozen=True, slots=True)
class Noun:
    """What an effect speaks of: the cards of a suit, one card, or every card; perhaps with exceptions."""

    kind: Literal["suit", "card", "every"]
    id: str = ""
    other: bool = False
    excepted: tuple[Noun, ...] = ()


class Voice(ABC):
    """One language. The methods without a body are its words."""

    def __init__(self, realm: Realm, lang: str) -> None:
        self.realm = realm
        self.lang = lang

    def text(self, card: Card) -> CardText:
        """Bonus, clearing and choice make one part of the text, the penalty the other."""
        sentences = [self.bonus(effect) for effect in card.bonus]
        sentences += [self.clearing(effect) for effect in card.clears]
        if card.choice is not None:
            sentences.append(self.choice(card.choice))
        penalty = [self.penalty(clause) for clause in card.penalty]
        return CardText(" ".join(map(_sentence, sentences)), " ".join(map(_sentence, penalty)))

    # --- what is said

    def bonus(self, effect: Bonus) -> str:
        match effect:
            case PerCard() | Once():
                return self.award("+", effect)
            case FirstOf(cases):
                return self.otherwise([self.award("+", case) for case in cases])
            case Strengths(of, "sum"):
                return self.strength_sum(self.nouns(of))
            case Strengths(of):
                return self.strength_highest(self.nouns(of))
            case Runs(tiers):
                return self.runs(self.tiers(tiers))
            case Sets(tiers):
                return self.sets(self.tiers(tiers))
            case SuitsDiffer(points):
                return self.suits_differ(f"+{points}")

    def clearing(self, effect: Clearing) -> str:
        if isinstance(effect, ClearPenalty):
            return self.clears(self.nouns(effect.of))
        return self.strikes(self.suit_name(effect.word), self.nouns(effect.on))

    def choice(self, choice: Choice) -> str:
        match choice:
            case Copy("hand", fields):
                return self.copies_hand([field for field in FIELDS if field in fields])
            case Copy(_, fields, suits):
                return self.copies_game([field for field in FIELDS if field in fields], self.suits(suits))
            case ChangeSuit():
                return self.changes_suit()
            case ClearOne(of):
                return self.clears_one(self.nouns(of))
            case TakeCard(suits):
                return self.takes(self.suits(suits))

    def penalty(self, clause: Penalty) -> str:
        match clause:
            case PerCard() | Once():
                return self.award(MINUS, clause)
            case Blank(of):
                return self.blanks(self.nouns(of))
            case BlankedUnless(having):
                return self.blanked_without(self.nouns(having))
            case BlankedIf(having):
                return self.blanked_with(self.nouns(having))

    def award(self, sign: str, award: PerCard | Once) -> str:
        points = f"{sign}{award.points}"
        if isinstance(award, Once):
            return self.once(points, self.condition(award.when))
        each = self.per_card(points, self.nouns(award.of))
        return each if award.when is None else self.when(each, self.condition(award.when))

    def condition(self, condition: Condition) -> str:
        """Tests joined; a group of one card each reads as a plain list."""
        return self.tests([(self.nouns(test.which), test) for test in condition.tests], condition.every)

    # --- nouns

    def nouns(self, which: Which) -> list[Noun]:
        """The suits and cards of some selectors, in the order of the game; exceptions go with the last of each."""
        nouns: list[Noun] = []
        for part in which:
            excepted = (
                *(Noun("suit", suit) for suit in self.realm.suits if suit in part.except_suits),
                *(Noun("card", card) for card in self.realm.cards if card in part.except_cards),
            )
            named = [Noun("every", other=part.other)] if part.every else []
            named += [Noun("suit", suit, part.other) for suit in self.realm.suits if suit in part.suits]
            named += [Noun("card", card) for card in self.realm.cards if card in part.cards]
            last = named[-1]
            nouns += [*named[:-1], Noun(last.kind, last.id, last.other, excepted)]
        return nouns

    def suits(self, suits: frozenset[str]) -> list[Noun]:
        return [Noun("suit", suit) for suit in self.realm.suits if suit in suits]

    def suit_name(self, suit: str) -> str:
        return self.realm.suits[suit].name[self.lang]

    def card_name(self, card: str) -> str:
        return self.realm.cards[card].name[self.lang]

    def plain(self, noun: Noun) -> str:
        """A noun by itself, as in a list."""
        return self.quoted(self.card_name(noun.id)) if noun.kind == "card" else self.suit_name(noun.id)

    def tiers(self, tiers: Sequence[Tier]) -> str:
        return ", ".join(self.tier(tier) for tier in tiers)

    def joined(self, words: Sequence[str], link: str) -> str:
        """A, B and C."""
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {link} {words[-1]}"

    def quoted(self, name: str) -> str:
        return name

    # --- words

    @abstractmethod
    def per_card(self, points: str, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def once(self, points: str, condition: str) -> str: ...

    @abstractmethod
    def when(self, award: str, condition: str) -> str: ...

    @abstractmethod
    def tests(self, tests: Sequence[tuple[list[Noun], Holds]], every: bool) -> str: ...

    @abstractmethod
    def otherwise(self, awards: Sequence[str]) -> str: ...

    @abstractmethod
    def strength_sum(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def strength_highest(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def runs(self, tiers: str) -> str: ...

    @abstractmethod
    def sets(self, tiers: str) -> str: ...

    @abstractmethod
    def tier(self, tier: Tier) -> str: ...

    @abstractmethod
    def suits_differ(self, points: str) -> str: ...

    @abstractmethod
    def clears(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def strikes(self, word: str, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def copies_hand(self, fields: Sequence[CopyField]) -> str: ...

    @abstractmethod
    def copies_game(self, fields: Sequence[CopyField], nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def changes_suit(self) -> str: ...

    @abstractmethod
    def clears_one(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def takes(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def blanks(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def blanked_without(self, nouns: Sequence[Noun]) -> str: ...

    @abstractmethod
    def blanked_with(self, nouns: Sequence[Noun]) -> str: ...


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
