"""The vocabulary of a spell's text, independent of the language: kinds of clauses, and the contents of a sentence.

`plan` makes sentences of a spell's steps, `phrases` names the rows for them; the tables hold the words.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.model.steps import Counted, SingleStep

HIGHEST_WORD = 9  # up to here numbers are written as words; "all" needs no number beyond it
Origin: TypeAlias = Literal["drawn", "taken"]
PlayedWhere: TypeAlias = Literal["growth", "empty", "on-first", "on-this", "on-last", "anywhere", "apart", "under"]
# The link to the sentence before: none, "then", "in any case" after a condition, "after that" where a block ends.
Link: TypeAlias = Literal["", "then", "anyway", "after"]


class Cards(Struct, frozen=True):
    """The drawn or taken cards that a clause refers to, and how the reader knows them.

    `mention` is "just" for cards named right before (it, one of them), "rest" for those that a card was just played
    from (the other, two more), "again" for cards that have to be named again (the cards you drew).
    """

    origin: Origin
    count: int | None  # None: all there are, however many
    whole: bool  # no card of these stays behind
    mention: Literal["just", "rest", "again"]
    fewer: bool = False  # named again, but some of them are gone by now
    of_two: bool = False  # the rest is one of two: "the other", not "the last"


class DrawCards(Struct, frozen=True):
    count: int
    more: bool  # not the first cards that the spell draws
    short: bool  # the sentence before mentions drawing too: "another one"


class TakeTop(Struct, frozen=True):
    count: int


class PlayCards(Struct, frozen=True):
    cards: Cards
    spot: PlayedWhere
    may: bool


class KeepOne(Struct, frozen=True):
    cards: Cards


class PlayHand(Struct, frozen=True):
    spot: PlayedWhere
    may: bool


class DiscardHand(Struct, frozen=True):
    pass


class PutAway(Struct, frozen=True):
    """Drawn and taken cards are discarded, wherever they came from."""

    cards: Cards


class PutAwayUnplayed(Struct, frozen=True):
    """The same for an unknown number of cards left unplayed."""

    origin: Origin
    mention: Literal["it", "them", "again"]
    single: bool = False  # named again, and there is only one card


class OwnWords(Struct, frozen=True):
    """A text that people carry out, without its full stop."""

    text: str


class NeighbourMisses(Struct, frozen=True):
    turns: int


CardClause: TypeAlias = DrawCards | TakeTop | PlayCards | KeepOne | PlayHand | DiscardHand | PutAway | PutAwayUnplayed
Second: TypeAlias = PlayCards | KeepOne | PutAway  # may share a sentence with the clause before
# A step whose words depend on nothing else is a clause by itself.
Clause: TypeAlias = CardClause | NeighbourMisses | OwnWords | SingleStep


class Sentence(Struct, frozen=True):
    """One thing to do, or two that belong together."""

    first: Clause
    second: Second | None = None
    link: Link = ""
    times: int = 1


class ChoiceBlock(Struct, frozen=True):
    """One of several lists of things to do; an empty list is to do nothing."""

    options: tuple[tuple[Sentence, ...], ...]
    link: Link = ""


class RepeatBlock(Struct, frozen=True):
    """The same things several times."""

    times: int
    body: tuple[Sentence, ...]
    link: Link = ""


class ConditionBlock(Struct, frozen=True):
    """Things to do only when a count is high, or low, enough."""

    what: Counted
    at_least: bool
    number: int
    body: tuple[Sentence, ...]
    link: Link = ""


Block: TypeAlias = ChoiceBlock | RepeatBlock | ConditionBlock
Saying: TypeAlias = Sentence | Block
