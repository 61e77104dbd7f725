"""The vocabulary of effects on a hand.

A closed table: a new effect is a Struct here, a line in `parsing`, a case in `checks.effects`, one in `rules` and
`fast`, and rows in `wording/phrases.py` and in each table of `templates/fantasy-realms/wording`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

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
