"""What a spell's text has to say, before any language says it.

The steps are read once, as a player would hear them: which cards were just spoken of ("it", "the other"), which
have to be named again, what goes into one sentence, what is left over at the end. The languages then only choose
words; each of them renders a `Sentence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, TypeAlias

from cloudy_pnp.games.cloudy_kingdom.steps import (
    Discard,
    Draw,
    OfferRedraw,
    PlaceSelf,
    Play,
    Remove,
    Step,
    Take,
    Turn,
)

HIGHEST_WORD = 9  # up to here numbers are written as words; "all" needs no number beyond it
Origin: TypeAlias = Literal["drawn", "taken"]
Spot: TypeAlias = Literal["growth", "empty", "on-first", "on-this", "on-last"]


@dataclass(frozen=True, slots=True)
class Cards:
    """Which of the drawn or taken cards a clause means, and how the reader knows them.

    `said` is "just" for cards named right before (it, one of them), "rest" for those that a card was just played
    from (the other, two more), "anew" for cards that have to be named again (the cards you drew).
    """

    origin: Origin
    count: int | None  # None: all there are, however many
    whole: bool  # no card of these stays behind
    said: Literal["just", "rest", "anew"]
    fewer: bool = False  # named anew, but some of them are gone by now
    of_two: bool = False  # the rest is one of two: "the other", not "the last"


@dataclass(frozen=True, slots=True)
class DrawCards:
    count: int
    more: bool  # not the first cards that the spell draws
    short: bool  # the sentence before speaks of drawing too: "another one"


@dataclass(frozen=True, slots=True)
class TakeTop:
    count: int


@dataclass(frozen=True, slots=True)
class PlayCards:
    cards: Cards
    spot: Spot
    may: bool


@dataclass(frozen=True, slots=True)
class PlayHand:
    spot: Spot
    may: bool


@dataclass(frozen=True, slots=True)
class DiscardHand:
    pass


@dataclass(frozen=True, slots=True)
class PutAway:
    """Drawn cards are discarded, taken ones go back to where they came from."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class PutAwayUnplayed:
    """The same for cards of which nobody knows beforehand how many stay behind."""

    origin: Origin
    said: Literal["it", "them", "anew"]


@dataclass(frozen=True, slots=True)
class OthersRedraw:
    pass


@dataclass(frozen=True, slots=True)
class RemoveTop:
    pass


@dataclass(frozen=True, slots=True)
class TurnStack:
    quarters: int


@dataclass(frozen=True, slots=True)
class PlaceThis:
    on_card: bool
    sealed: bool


Clause: TypeAlias = (
    DrawCards
    | TakeTop
    | PlayCards
    | PlayHand
    | DiscardHand
    | PutAway
    | PutAwayUnplayed
    | OthersRedraw
    | RemoveTop
    | TurnStack
    | PlaceThis
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to do, or two that belong together."""

    first: Clause
    second: PlayCards | PutAway | None = None
    then: bool = False  # say that it comes after the sentence before
    times: int = 1


def plan(steps: Sequence[Step]) -> list[Sentence]:
    """The sentences that say what the steps do; the steps have passed `effect_findings`.

    >>> plan([Draw(1), Play("drawn", 1, "growth")])[0].second
    PlayCards(cards=Cards(origin='drawn', count=1, whole=True, said='just', fewer=False, of_two=False), \
spot='growth', may=False)
    """
    sentences: list[Sentence] = []
    for clause, times in _clauses(steps):
        last = sentences[-1] if sentences else None
        if last and last.second is None and isinstance(clause, PlayCards | PutAway) and _joins(last.first, clause):
            sentences[-1] = Sentence(last.first, clause, last.then)
            continue
        if isinstance(clause, DrawCards) and clause.more and last and isinstance(last.first, DrawCards):
            clause = DrawCards(clause.count, more=True, short=True)
        then = last is not None and not last.then and _begins_something(clause)
        sentences.append(Sentence(clause, None, then, times))
    return sentences


def _joins(before: Clause, clause: PlayCards | PutAway) -> bool:
    """Whether one sentence holds both: draw and play it; play one and discard the other."""
    match before, clause:
        case DrawCards() | TakeTop(), PlayCards(Cards(said="just", whole=True), may=False):
            return True
        case DrawCards() | TakeTop(), PutAway(Cards(said="just")):
            return True
        case PlayCards(may=False), PutAway(Cards(said="rest")):
            return True
    return False


def _begins_something(clause: Clause) -> bool:
    """Only what does not go on from the sentence before can be said to come after it."""
    match clause:
        case PlayCards(Cards(said="just")) | DiscardHand() | PutAway() | PutAwayUnplayed() | OthersRedraw():
            return False
    return True


# --- reading the steps -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Group:
    """The drawn or the taken cards that wait to be played."""

    have: int = 0
    total: int = 0  # how many there were when the text last named them; 0: nothing can be left
    sure: bool = True  # False once a player may have left some unplayed
    played: bool = False  # some of those that were named are gone

    def clear(self) -> None:
        self.have, self.total, self.sure, self.played = 0, 0, True, False


@dataclass(slots=True)
class _Reader:
    groups: dict[Origin, _Group] = field(default_factory=lambda: {"drawn": _Group(), "taken": _Group()})
    focus: tuple[Origin, Literal["just", "rest", "maybe"]] | None = None  # what the reader has in mind
    has_drawn: bool = False
    last: Literal["one drawn", "this", "other"] = "other"  # what the spell placed last, and first if it is one
    placed: int = 0

    def get(self, origin: Origin, count: int) -> None:
        """Cards are drawn or taken."""
        group = self.groups[origin]
        alone = group.have == 0 and group.sure
        if alone:
            group.clear()
        group.have += count
        group.total += count
        self.focus = (origin, "just") if alone else None

    def play(self, origin: Origin, step: Play) -> PlayCards:
        group = self.groups[origin]
        count = group.have if step.count == "all" else step.count
        whole = step.count == "all" or (group.sure and count == group.have)
        known = group.sure and not (whole and count > HIGHEST_WORD)
        said = self._said(origin)
        if said == "anew" and group.sure:
            group.total = group.have
        cards = Cards(
            origin,
            count if known or not whole else None,
            whole,
            said,
            fewer=said == "anew" and group.played,
            of_two=group.total == 2,
        )
        spot = self._spot(step, said)
        if whole and not step.optional:
            group.have, group.sure = 0, True
        else:
            group.have = max(0, group.have - count)
            group.sure = group.sure and not step.optional
        group.played = True
        self.focus = (origin, "rest" if group.have else "maybe") if group.sure else (origin, "maybe")
        self._placed("one drawn" if origin == "drawn" and count == 1 and not step.optional else "other")
        return PlayCards(cards, spot, step.optional)

    def put_away(self, origin: Origin) -> Iterator[Clause]:
        """What is left of the cards goes: nothing is said where nothing can be left."""
        group = self.groups[origin]
        said = self._said(origin)
        if group.have and group.sure:
            of_two = group.total == 2
            yield PutAway(Cards(origin, group.have, True, said, fewer=said == "anew" and group.played, of_two=of_two))
        elif group.total:
            in_mind = self.focus == (origin, "maybe") and not group.sure
            yield PutAwayUnplayed(origin, "anew" if not in_mind else "it" if group.total == 1 else "them")
        group.clear()
        self.focus = None

    def leftovers(self) -> Iterator[Clause]:
        """SPL-10: cards that the spell has not placed do not stay with the player."""
        for origin, group in self.groups.items():
            if group.have or not group.sure:
                yield from self.put_away(origin)

    def _said(self, origin: Origin) -> Literal["just", "rest", "anew"]:
        match self.focus:
            case (about, ("just" | "rest") as said) if about == origin:
                return said
        return "anew"

    def _spot(self, step: Play, said: str) -> Spot:
        if step.where != "on-last":
            return step.where
        if self.last == "this":
            return "on-this"
        only_one = self.placed == 1 and self.last == "one drawn"
        return "on-first" if only_one and step.source == "drawn" and said != "anew" else "on-last"

    def _placed(self, what: Literal["one drawn", "this", "other"]) -> None:
        self.last, self.placed = what, self.placed + 1

    def _distracted(self) -> None:
        """Another card was spoken of: "the first" would no longer be understood."""
        if self.last == "one drawn":
            self.last = "other"

    def read(self, step: Step, times: int) -> Iterator[Clause]:
        match step:
            case Draw(count):
                yield DrawCards(count, self.has_drawn, short=False)
                self.has_drawn = True
                self.get("drawn", count)
            case Take():
                yield TakeTop(times)
                self.get("taken", times)
            case Play(source="hand"):
                yield PlayHand(self._spot(step, "anew"), step.optional)
                self.focus = None
                self._placed("other")
            case Play(source=("drawn" | "taken") as origin):
                yield self.play(origin, step)
            case Discard("drawn"):
                yield from self.put_away("drawn")
            case _:
                yield self._on_the_board(step)
                self.focus = None

    def _on_the_board(self, step: Step) -> Clause:
        match step:
            case Remove():
                self._distracted()
                return RemoveTop()
            case Turn(quarters=quarters):
                self._distracted()
                return TurnStack(quarters)
            case PlaceSelf(where, sealed):
                self._placed("this")
                return PlaceThis(where == "on-card", sealed)
            case OfferRedraw():
                return OthersRedraw()
        return DiscardHand()


def _clauses(steps: Sequence[Step]) -> Iterator[tuple[Clause, int]]:
    """What the text says, in order; the same thing done several times in a row is said once."""
    reader = _Reader()
    for step, run in groupby(steps):
        times = len(list(run))
        if isinstance(step, Take | Remove | Turn | OfferRedraw):
            yield from ((clause, 1 if isinstance(clause, TakeTop) else times) for clause in reader.read(step, times))
        else:
            for _ in range(times):
                yield from ((clause, 1) for clause in reader.read(step, 1))
    yield from ((clause, 1) for clause in reader.leftovers())
