"""What a spell's text has to say, before any language says it.

The steps are read once, as a player would hear them: which cards were just spoken of ("it", "the other"), which
have to be named again, what goes into one sentence, what is left over at the end. The languages then only choose
words; each of them renders a `Saying`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal, TypeAlias

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ROW_OF,
    ChooseOne,
    Discard,
    Draw,
    ExtraTurn,
    ForceRedraw,
    Keep,
    MissTurn,
    MoveTop,
    OfferRedraw,
    OnlyIf,
    PlaceSelf,
    PlainStep,
    Play,
    Repeat,
    Say,
    Steal,
    Step,
    Take,
    TakeBack,
)
from cloudy_pnp.games.cloudy_kingdom.wording.clauses import (
    HIGHEST_WORD,
    Block,
    Cards,
    ChoiceBlock,
    Clause,
    ConditionBlock,
    DiscardHand,
    DrawCards,
    KeepOne,
    Link,
    NeighbourMisses,
    Origin,
    OwnWords,
    PlayCards,
    PlayedWhere,
    PlayHand,
    PutAway,
    PutAwayUnplayed,
    RepeatBlock,
    Saying,
    Sentence,
    TakeTop,
)

Said: TypeAlias = tuple[Clause, int] | Block  # a clause with how many times it is done, or a block


def plan(steps: Sequence[Step], lang: str = "") -> list[Saying]:
    """The sentences that say what the steps do; the steps have passed `effect_findings`.

    The language matters only for texts that people carry out.

    >>> plan([Draw(1), Play("drawn", 1, "growth")])[0].second
    PlayCards(cards=Cards(origin='drawn', count=1, whole=True, said='just', fewer=False, of_two=False), \
spot='growth', may=False)
    """
    reader = _Reader(lang)
    return _sentences([*_read_all(reader, steps), *((clause, 1) for clause in reader.leftovers())])


def _sentences(said: Iterable[Said]) -> list[Saying]:
    """Clauses that belong together share a sentence; each sentence knows how it goes on from the one before."""
    sayings: list[Saying] = []
    for item in said:
        last = sayings[-1] if sayings else None
        if not isinstance(item, tuple):
            sayings.append(replace(item, link=_link(last, item)))
            continue
        clause, times = item
        if isinstance(last, Sentence):
            joins = last.second is None and last.times == 1
            if isinstance(clause, PlayCards | KeepOne | PutAway) and joins and _joins(last.first, clause):
                sayings[-1] = Sentence(last.first, clause, last.link)
                continue
            if isinstance(clause, DrawCards) and clause.more and isinstance(last.first, DrawCards):
                clause = DrawCards(clause.count, more=True, short=True)
        sayings.append(Sentence(clause, None, _link(last, clause), times))
    return sayings


def _plain_sentences(said: Iterable[Said]) -> tuple[Sentence, ...]:
    """The sentences of a block's steps; blocks hold no blocks."""
    return tuple(saying for saying in _sentences(said) if isinstance(saying, Sentence))


def _link(last: Saying | None, what: Clause | Block) -> Link:
    """After a block the reader is told that it is over; otherwise every other sentence says "then"."""
    if last is None or isinstance(what, PutAway | PutAwayUnplayed | OwnWords):
        return ""
    if isinstance(what, ConditionBlock):  # after options it would read as a part of the last one
        return "then" if isinstance(last, ChoiceBlock) else ""
    if isinstance(last, ConditionBlock):
        return "anyway"
    goes_on = isinstance(last, Sentence) and last.link
    return "then" if not goes_on and _begins_something(what) else ""


def _joins(before: Clause, clause: PlayCards | KeepOne | PutAway) -> bool:
    """Whether one sentence holds both: draw and play it; play one and discard the other."""
    match before, clause:
        case DrawCards() | TakeTop() | TakeBack(), PlayCards(Cards(said="just", whole=True), may=False):
            return True
        case DrawCards() | TakeTop() | TakeBack(), PutAway(Cards(said="just")):
            return True
        case DrawCards() | TakeTop() | TakeBack(), KeepOne(Cards(said="just", whole=True)):
            return True
        case PlayCards(may=False), PutAway(Cards(said="rest")):
            return True
    return False


def _begins_something(what: Clause | Block) -> bool:
    """Only what does not go on from the sentence before can be said to come after it."""
    match what:
        case (
            PlayCards(Cards(said="just"))
            | KeepOne(Cards(said="just"))
            | DiscardHand()
            | PutAway()
            | PutAwayUnplayed()
            | OfferRedraw()
        ):
            return False
        case ForceRedraw("others"):
            return False
        case NeighbourMisses() | ExtraTurn():  # they happen after the spell whatever comes before
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
    lang: str = ""
    groups: dict[Origin, _Group] = field(default_factory=lambda: {"drawn": _Group(), "taken": _Group()})
    focus: tuple[Origin, Literal["just", "rest", "maybe"]] | None = None  # what the reader has in mind
    has_drawn: bool = False
    last: Literal["one drawn", "this", "other"] = "other"  # what the spell placed last, and first if it is one
    placed: int = 0

    def copy(self) -> _Reader:
        """A reader that goes on by itself from here."""
        return replace(self, groups={origin: replace(group) for origin, group in self.groups.items()})

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
        if said == "again" and group.sure:
            group.total = group.have
        cards = Cards(
            origin,
            count if known or not whole else None,
            whole,
            said,
            fewer=said == "again" and group.played,
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

    def keep(self, origin: Origin) -> KeepOne:
        """One card stays in hand: said like a card that is played."""
        placed = self.last, self.placed
        cards = self.play(origin, Play(origin, 1, "growth")).cards
        self.last, self.placed = placed
        return KeepOne(cards)

    def put_away(self, origin: Origin) -> Iterator[Clause]:
        """What is left of the cards goes: nothing is said where nothing can be left."""
        group = self.groups[origin]
        said = self._said(origin)
        if group.have and group.sure:
            of_two = group.total == 2
            yield PutAway(Cards(origin, group.have, True, said, fewer=said == "again" and group.played, of_two=of_two))
        elif group.total:
            in_mind = self.focus == (origin, "maybe") and not group.sure
            if in_mind:
                yield PutAwayUnplayed(origin, "it" if group.total == 1 else "them")
            else:
                yield PutAwayUnplayed(origin, "again", single=group.total == 1)
        group.clear()
        self.focus = None

    def leftovers(self) -> Iterator[Clause]:
        """SPL-10: cards that the spell has not placed do not stay with the player."""
        for origin, group in self.groups.items():
            if group.have or not group.sure:
                yield from self.put_away(origin)

    def _said(self, origin: Origin) -> Literal["just", "rest", "again"]:
        match self.focus:
            case (about, ("just" | "rest") as said) if about == origin:
                return said
        return "again"

    def _spot(self, step: Play, said: str) -> PlayedWhere:
        if step.where != "on-last":
            return step.where
        if self.last == "this":
            return "on-this"
        only_one = self.placed == 1 and self.last == "one drawn"
        return "on-first" if only_one and step.source == "drawn" and said != "again" else "on-last"

    def _placed(self, what: Literal["one drawn", "this", "other"]) -> None:
        self.last, self.placed = what, self.placed + 1

    def _distracted(self) -> None:
        """Another card was spoken of: "the first" would no longer be understood."""
        if self.last == "one drawn":
            self.last = "other"

    def read(self, step: PlainStep, times: int) -> Iterator[Clause]:
        """What the text says for a step; a step that has no words of its own here is said as it is."""
        match step:
            case Draw(count):
                yield DrawCards(count, self.has_drawn, short=False)
                self.has_drawn = True
                self.get("drawn", count)
            case Take():
                yield TakeTop(times)
                self.get("taken", times)
            case Steal() | TakeBack():
                yield step
                self.get("taken", times)
                if isinstance(step, Steal):
                    self.focus = None  # "it" might be the card that the other player draws
            case Play(source="hand"):
                yield PlayHand(self._spot(step, "again"), step.optional)
                self.focus = None
                self._placed("other")
            case Play():
                yield self.play("taken" if step.source == "taken" else "drawn", step)
            case Keep(source):
                yield self.keep(source)
            case Say(text):
                own = text[self.lang] if self.lang in text else next(iter(text.texts.values()), "")
                yield OwnWords(own.rstrip(". "))
                self.focus = None
            case Discard("drawn"):
                yield from self.put_away("drawn")
            case Discard():
                yield DiscardHand()
                self.focus = None
            case _:
                yield NeighbourMisses(times) if step == MissTurn("next") else step
                self.focus = None
                if isinstance(step, PlaceSelf | MoveTop):
                    self._placed("this" if isinstance(step, PlaceSelf) else "other")
                elif ROW_OF[type(step)].affects:
                    self._distracted()

    # Inside a block "it" might be what its beginning speaks of: cards are named again. A block may be left out, or not
    # be the same each time: what is known after it is what holds in any case.

    def choose(self, options: Sequence[Sequence[PlainStep]]) -> Iterator[ChoiceBlock]:
        """Every option goes on from the same position."""
        self.focus = None
        branches = [self.copy() for _ in options]
        bodies = [_plain_sentences(_read_all(branch, steps)) for branch, steps in zip(branches, options, strict=True)]
        if any(bodies):
            yield ChoiceBlock(tuple(bodies))
        self._meet(branches)

    def only_if(self, step: OnlyIf) -> Iterator[ConditionBlock]:
        self.focus = None
        branch = self.copy()
        if body := _plain_sentences(_read_all(branch, step.steps)):
            yield ConditionBlock(step.what, step.compare == "at-least", step.number, body)
        self._meet([self, branch])

    def repeat(self, step: Repeat) -> Iterator[RepeatBlock]:
        """The body is said as it is done the first time, unless a later time has other cards before it."""
        self.focus = None
        once, wording = self.copy(), self.copy()
        list(_read_all(once, step.steps))
        for origin, group in wording.groups.items():
            if once.groups[origin].have != group.have or not once.groups[origin].sure:
                group.sure = False
        wording._distracted()
        if wording.last == "this":
            wording.last = "other"
        if body := _plain_sentences(_read_all(wording, step.steps)):
            yield RepeatBlock(step.times, body)
        for origin, group in once.groups.items():
            more = (group.have - self.groups[origin].have) * (step.times - 1)
            group.have = max(0, group.have + more)
            group.total = max(group.total if group.sure else group.total * step.times, group.have)
        self._meet([once])

    def _meet(self, branches: Sequence[_Reader]) -> None:
        for origin in self.groups:
            self.groups[origin] = _in_common([branch.groups[origin] for branch in branches])
        self.has_drawn = all(branch.has_drawn for branch in branches)
        self.placed = max(branch.placed for branch in branches)
        self.focus, self.last = None, "other"


def _in_common(groups: Sequence[_Group]) -> _Group:
    """What is known of a group of cards when one of several things has happened to it."""
    least = min(group.have for group in groups)
    return _Group(
        have=least,
        total=max(group.total for group in groups),
        sure=all(group.sure and group.have == least for group in groups),
        played=any(group.played for group in groups),
    )


def _read_all(reader: _Reader, steps: Sequence[Step]) -> Iterator[Said]:
    """What the text says, in order; the same thing done several times in a row is said once."""
    for step, run in groupby(steps):
        times = len(list(run))
        match step:
            case ChooseOne(options):
                for _ in range(times):
                    yield from reader.choose(options)
            case OnlyIf():
                for _ in range(times):
                    yield from reader.only_if(step)
            case Repeat():
                for _ in range(times):
                    yield from reader.repeat(step)
            case Draw() | Play() | Discard() | PlaceSelf() | Keep() | Say():
                for _ in range(times):
                    yield from ((clause, 1) for clause in reader.read(step, 1))
            case _:
                for clause in reader.read(step, times):
                    counted = isinstance(clause, TakeTop | NeighbourMisses)
                    yield clause, 1 if counted else times
