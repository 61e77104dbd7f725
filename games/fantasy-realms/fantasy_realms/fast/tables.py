"""The effects of a game as tables for the compiled code.

Cards and suits are numbers in the order of the data. Every group of cards that an effect matches is a range of *parts*
(selectors); for each part a table holds whether it matches a card with a certain name and suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cloudy_pnp.simulate.numba_code import Bytes, Ints
from fantasy_realms.model import realm as fx
from fantasy_realms.model.realm import Card, Realm, whiches
from fantasy_realms.rules.score import tier_points

# kinds of rows
PER_CARD, ONCE, SUM, HIGHEST, RUNS, SETS, DIFFER = 0, 1, 2, 3, 4, 5, 6
BLANK, UNLESS, IF = 10, 11, 12
CLEAR, WORD = 20, 21
# kinds of choices
NO_CHOICE, COPY_HAND, COPY_GAME, CHANGE_SUIT, CLEAR_ONE, TAKE = 0, 1, 2, 3, 4, 5

MOST = 10  # places of a hand in the tables; a hand has eight cards


# columns of Tables.card
SUIT_OF, STRENGTH_OF, FIRST_BONUS, END_BONUS, FIRST_PENALTY, END_PENALTY, FIRST_CLEAR, END_CLEAR = range(8)
CHOICE, TURN, COPIES, FIRST_CHOICE, END_CHOICE, ASKED, HAS_SETS = range(8, 15)
# columns of Tables.row
KIND, POINTS_OF, SKIP, FIRST_PART, END_PART, FIRST_TEST, END_TEST, EVERY = range(8)
# columns of Tables.test
TEST_PART, TEST_END, PRESENT = range(3)
# columns of Tables.part
OTHER, WORDS, LASTING = range(3)
# places of Tables.plain
TRUE_SUITS, SUITS, LONGEST_ONLY = range(3)


class Tables(NamedTuple):
    """Everything about a game, as a few arrays: compiled functions pass each of them along."""

    card: Ints  # a line per card: suit, strength; ranges of its rows; its choice, and the references of its effects
    row: Ints  # a line an effect: points are also the suit of a word or the number of a tier table;
    # SKIP is the row to continue with once this one has paid
    test: Ints  # a line a test of a condition
    part: Ints  # a line a selector: its suits as bits; whether it means something without any suit word
    match: Bytes  # [part, name, suit]: bit 1 matched, bit 2 matched whatever suit words are struck out
    names: Bytes  # [card, name]: bit 1 may be copied (or taken) by the card, bit 2 named by its effects
    tiers: Ints  # [tier table, number of cards]
    plain: Ints  # true suits as bits, number of suits, variant in which only the longest run scores


class _Writer:
    """Collects rows, tests and parts while the cards are read."""

    def __init__(self, realm: Realm) -> None:
        self.cards = {card: index for index, card in enumerate(realm.cards)}
        self.suits = {suit: index for index, suit in enumerate(realm.suits)}
        self.rows: list[tuple[int, int, int, int, int, int, int, int]] = []
        self.tests: list[tuple[int, int, int]] = []
        self.parts: fx.Which = ()
        self.tiers: list[list[int]] = [[0] * (MOST + 1)]

    def which(self, which: fx.Which) -> tuple[int, int]:
        first = len(self.parts)
        self.parts = (*self.parts, *which)
        return first, len(self.parts)

    def condition(self, condition: fx.Condition | None) -> tuple[int, int, int]:
        first = len(self.tests)
        if condition is None:
            return first, first, 1
        self.tests.extend((*self.which(test.which), int(test.present)) for test in condition.tests)
        return first, len(self.tests), int(condition.every)

    def tier_table(self, tiers: Sequence[fx.Tier]) -> int:
        self.tiers.append([tier_points(tiers, count) for count in range(MOST + 1)])
        return len(self.tiers) - 1

    def row(
        self, kind: int, points: int, which: fx.Which = (), when: fx.Condition | None = None, after: int = 1
    ) -> None:
        at = len(self.rows)
        self.rows.append((kind, points, at + after, *self.which(which), *self.condition(when)))

    def effects(self, effects: Sequence[fx.Bonus | fx.Penalty | fx.Clearing]) -> tuple[int, int]:
        first = len(self.rows)
        for effect in effects:
            self.effect(effect)
        return first, len(self.rows)

    def effect(self, effect: fx.Bonus | fx.Penalty | fx.Clearing, after: int = 1) -> None:
        match effect:
            case fx.PerCard(points, of, when):
                self.row(PER_CARD, points, of, when, after)
            case fx.Once(points, when):
                self.row(ONCE, points, (), when, after)
            case fx.FirstOf(cases):
                for index, case in enumerate(cases):
                    self.effect(case, len(cases) - index)
            case fx.Strengths(of, take):
                self.row(SUM if take == "sum" else HIGHEST, 0, of)
            case fx.Runs(tiers):
                self.row(RUNS, self.tier_table(tiers))
            case fx.Sets(tiers):
                self.row(SETS, self.tier_table(tiers))
            case fx.SuitsDiffer(points):
                self.row(DIFFER, points)
            case fx.Blank(of):
                self.row(BLANK, 0, of)
            case fx.BlankedUnless(having):
                self.row(UNLESS, 0, having)
            case fx.BlankedIf(having):
                self.row(IF, 0, having)
            case fx.ClearPenalty(of):
                self.row(CLEAR, 0, of)
            case fx.ClearWord(word, on):
                self.row(WORD, self.suits[word], on)


@lru_cache(maxsize=16)
def tables_of(realm: Realm, longest_only: bool = False) -> Tables:
    """Return the tables of a game."""
    writer = _Writer(realm)
    cards = list(realm.cards.values())
    bonus = [writer.effects(card.bonus) for card in cards]
    penalty = [writer.effects(card.penalty) for card in cards]
    clears = [writer.effects(card.clears) for card in cards]
    choices = [_choice(writer, card) for card in cards]
    references = [_References.of(writer, card) for card in cards]
    lines = []
    for n, card in enumerate(cards):
        effects = (*bonus[n], *penalty[n], *clears[n])
        turn = -1 if card.choice is None else realm.deciding.index(card.id)
        sets = int(any(isinstance(effect, fx.Sets) for effect in card.bonus))
        decision = (choices[n].kind, turn, choices[n].copies, *choices[n].which)
        lines.append((writer.suits[card.suit], card.strength, *effects, *decision, references[n].suits, sets))
    copied = [[other.suit in choices[n].suits and other is not card for other in cards] for n, card in enumerate(cards)]
    names = np.array(copied, np.uint8) + 2 * np.array([some.names for some in references], np.uint8)
    names = names.reshape(len(cards), len(cards))  # also without any cards
    true_suits = sum(1 << writer.suits[suit] for suit in realm.true_suits)
    match_table, parts = _parts(writer)
    return Tables(
        card=_ints(lines),
        row=_ints(writer.rows or [(0,) * 8]),
        test=_ints(writer.tests or [(0,) * 3]),
        part=parts,
        match=match_table,
        names=names,
        tiers=_ints(writer.tiers),
        plain=_ints([true_suits, len(realm.suits), int(longest_only)]),
    )


class _Choice(NamedTuple):
    """The choice of a card, as numbers."""

    kind: int = NO_CHOICE
    copies: int = 0  # the fields that are copied, as bits
    which: tuple[int, int] = (0, 0)  # the tests of the cards that it may be about
    suits: frozenset[str] = frozenset()  # of the names that it may copy or take


_FIELDS = {"name": 1, "suit": 2, "strength": 4, "penalty": 8}


def _choice(writer: _Writer, card: Card) -> _Choice:
    match card.choice:
        case None:
            return _Choice()
        case fx.Copy(source, fields, allowed):
            kind = COPY_HAND if source == "hand" else COPY_GAME
            return _Choice(kind, sum(_FIELDS[field] for field in fields), suits=allowed)
        case fx.ChangeSuit(of):
            return _Choice(CHANGE_SUIT, which=writer.which(of))
        case fx.ClearOne(of):
            return _Choice(CLEAR_ONE, which=writer.which(of))
        case taking:
            return _Choice(TAKE, suits=taking.suits)


class _References(NamedTuple):
    """The names that the effects of a card refer to."""

    names: list[int]  # for each card of the game: 1 or 0
    suits: int  # as bits

    @classmethod
    def of(cls, writer: _Writer, card: Card) -> _References:
        """Read it from a card."""
        parts = [part for which in whiches(card) for part in which]
        names = frozenset().union(*(part.cards | part.except_cards for part in parts))
        suits = frozenset().union(*(part.suits | part.except_suits for part in parts))
        return cls([int(name in names) for name in writer.cards], sum(1 << writer.suits[suit] for suit in suits))


def _ints(values: object) -> Ints:
    return np.ascontiguousarray(values, np.int64)


def _parts(writer: _Writer) -> tuple[Bytes, Ints]:
    count = max(1, len(writer.parts))
    match_table = np.zeros((count, len(writer.cards), len(writer.suits)), np.uint8)
    parts = np.zeros((count, 3), np.int64)
    for index, part in enumerate(writer.parts):
        words = sum(1 << writer.suits[suit] for suit in part.suits)
        parts[index] = (part.other, words, part.every or bool(part.cards))
        for name, row in writer.cards.items():
            for suit, column in writer.suits.items():
                free = suit not in part.except_suits and name not in part.except_cards
                lasting = free and (part.every or name in part.cards)
                match_table[index, row, column] = part.matches(name, suit) + 2 * lasting
    return match_table, parts
