"""The plan of a spell's text, independent of the language.

The steps are read once, from the point of view of a player: which cards were just mentioned ("it", "the other"), which
must be named again, which clauses share a sentence, which cards remain at the end. The languages then only choose
words; each of them renders a `Saying`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.wording import clauses
from cloudy_pnp.i18n.habits import habits_of

Part: TypeAlias = tuple[clauses.Clause, int] | clauses.Block  # a clause with how many times it is done, or a block


def plan(steps: Sequence[kinds.Step], lang: str = "", *, whole: bool = True) -> list[clauses.Saying]:
    """Return the sentences that describe the steps, which have passed `effect_findings`.

    The language matters only for texts that people carry out. Without `whole` more steps may follow.

    >>> plan([kinds.Draw(1), kinds.Play("drawn", 1, "growth")])[0].second
    PlayCards(cards=Cards(origin='drawn', count=1, whole=True, mention='just', fewer=False, of_two=False), \
spot='growth', may=False)
    """
    reader = _Reader(lang)
    parts = [*_read_all(reader, steps)]
    return _sentences([*parts, *((clause, 1) for clause in reader.leftovers())] if whole else parts)


def _sentences(parts: Iterable[Part], *, inside: bool = False) -> list[clauses.Saying]:
    """Join clauses that belong together into sentences, each linked to the one before."""
    sayings: list[clauses.Saying] = []
    for item in parts:
        last = sayings[-1] if sayings else None
        if not isinstance(item, tuple):
            sayings.append(replace(item, link=_link(last, item, inside=inside)))
            continue
        clause, times = item
        if isinstance(last, clauses.Sentence):
            alone = last.second is None and last.times == 1
            if alone and isinstance(clause, clauses.Second) and _joins(last.first, clause):
                sayings[-1] = clauses.Sentence(last.first, clause, last.link)
                continue
            if isinstance(clause, clauses.DrawCards) and clause.more and isinstance(last.first, clauses.DrawCards):
                clause = clauses.DrawCards(clause.count, more=True, short=True)
        sayings.append(clauses.Sentence(clause, None, _link(last, clause, inside=inside), times))
    return sayings


def _plain_sentences(parts: Iterable[Part]) -> tuple[clauses.Sentence, ...]:
    """Return the sentences of a block's steps; blocks hold no blocks."""
    return tuple(saying for saying in _sentences(parts, inside=True) if isinstance(saying, clauses.Sentence))


def _link(last: clauses.Saying | None, part: clauses.Clause | clauses.Block, *, inside: bool) -> clauses.Link:
    """Return the link to the sentence before; "then" at most every other time."""
    # Without a link it would read as a part of the block.
    if isinstance(last, clauses.ChoiceBlock | clauses.RepeatBlock):
        return "after"
    if last is None or isinstance(
        part, clauses.PutAway | clauses.PutAwayUnplayed | clauses.OwnWords | clauses.ConditionBlock
    ):
        return ""
    if isinstance(last, clauses.ConditionBlock):
        return "anyway"
    goes_on = isinstance(last, clauses.Sentence) and last.link
    return "then" if not goes_on and _begins_something(part, inside=inside) else ""


def _joins(before: clauses.Clause, clause: clauses.Second) -> bool:
    """Return whether one sentence holds both: draw and play it; play one and discard the other."""
    gets = isinstance(before, clauses.DrawCards | clauses.TakeTop | kinds.TakeBack)
    match clause.cards.mention, clause:
        case "just", clauses.PlayCards(cards, may=may):
            return gets and cards.whole and not may
        case "just", clauses.KeepOne(cards):
            return gets and cards.whole
        case "just", clauses.PutAway():
            return gets
        case "rest", clauses.PutAway():
            return isinstance(before, clauses.PlayCards) and not before.may
    return False


def _begins_something(part: clauses.Clause | clauses.Block, *, inside: bool) -> bool:
    """Return whether a clause begins something new instead of continuing the sentence before."""
    match part:
        case clauses.PlayCards(clauses.Cards(mention="just")) | clauses.KeepOne(clauses.Cards(mention="just")):
            return False
        case (
            clauses.DiscardHand()
            | kinds.OfferRedraw()
            | kinds.ForceRedraw("others")
            | clauses.NeighbourMisses()
            | kinds.ExtraTurn()
        ):
            return inside  # sentences of their own are clear without
    return True


# --- reading the steps -------------------------------------------------------------------------------------


class _Group(Struct):
    """The drawn or the taken cards that wait to be played."""

    have: int = 0
    total: int = 0  # how many there were when the text last named them; 0: nothing can be left
    sure: bool = True  # False once a player may have left some unplayed
    played: bool = False  # some of those that were named are gone

    def clear(self) -> None:
        self.have, self.total, self.sure, self.played = 0, 0, True, False


class _Reader(Struct):
    lang: str = ""
    groups: dict[clauses.Origin, _Group] = field(default_factory=lambda: {"drawn": _Group(), "taken": _Group()})
    focus: tuple[clauses.Origin, Literal["just", "rest", "maybe"]] | None = None  # the cards the reader has in mind
    has_drawn: bool = False
    last: Literal["one drawn", "this", "other"] = "other"  # placed last; "one drawn" if also the first
    placed: int = 0

    @property
    def has_none_drawn(self) -> bool:
        """Return whether a step that discards the drawn cards would say nothing."""
        return not self.groups["drawn"].have and not self.groups["drawn"].total

    def copy(self) -> _Reader:
        """Return an independent copy of this reader."""
        return replace(self, groups={origin: replace(group) for origin, group in self.groups.items()})

    def get(self, origin: clauses.Origin, count: int) -> None:
        """Note that cards are drawn or taken."""
        group = self.groups[origin]
        alone = group.have == 0 and group.sure
        if alone:
            group.clear()
        group.have += count
        group.total += count
        self.focus = (origin, "just") if alone else None

    def play(self, origin: clauses.Origin, step: kinds.Play) -> clauses.PlayCards:
        group = self.groups[origin]
        count = group.have if step.count == "all" else step.count
        whole = step.count == "all" or (group.sure and count == group.have)
        countable = group.sure and not (whole and count > clauses.HIGHEST_WORD)
        mention = self._mention_of(origin)
        if mention == "again" and group.sure:
            group.total = group.have
        cards = clauses.Cards(
            origin,
            count if countable or not whole else None,
            whole,
            mention,
            fewer=mention == "again" and group.played,
            of_two=group.total == 2,
        )
        spot = self._spot(step, mention)
        if whole and not step.optional:
            group.have, group.sure = 0, True
        else:
            group.have = max(0, group.have - count)
            group.sure = group.sure and not step.optional
        group.played = True
        self.focus = (origin, "rest" if group.have else "maybe") if group.sure else (origin, "maybe")
        self._placed("one drawn" if origin == "drawn" and count == 1 and not step.optional else "other")
        return clauses.PlayCards(cards, spot, step.optional)

    def keep(self, origin: clauses.Origin) -> clauses.KeepOne:
        """One card stays in hand: said like a card that is played."""
        placed = self.last, self.placed
        cards = self.play(origin, kinds.Play(origin, 1, "growth")).cards
        self.last, self.placed = placed
        return clauses.KeepOne(cards)

    def put_away(self, origin: clauses.Origin) -> Iterator[clauses.Clause]:
        """Yield the clause that puts away the remaining cards, if any can remain."""
        group = self.groups[origin]
        mention = self._mention_of(origin)
        if group.have and group.sure:
            of_two = group.total == 2
            yield clauses.PutAway(
                clauses.Cards(
                    origin, group.have, True, mention, fewer=mention == "again" and group.played, of_two=of_two
                )
            )
        elif group.total:
            in_mind = self.focus == (origin, "maybe") and not group.sure
            if in_mind:
                yield clauses.PutAwayUnplayed(origin, "it" if group.total == 1 else "them")
            else:
                yield clauses.PutAwayUnplayed(origin, "again", single=group.total == 1)
        group.clear()
        self.focus = None

    def leftovers(self) -> Iterator[clauses.Clause]:
        """SPL-10: yield the clauses for cards that the spell has not placed."""
        for origin, group in self.groups.items():
            if group.have or not group.sure:
                yield from self.put_away(origin)

    def _mention_of(self, origin: clauses.Origin) -> Literal["just", "rest", "again"]:
        match self.focus:
            case (about, ("just" | "rest") as mention) if about == origin:
                return mention
        return "again"

    def _spot(self, step: kinds.Play, mention: str) -> clauses.PlayedWhere:
        if step.where != "on-last":
            return step.where
        if self.last == "this":
            return "on-this"
        only_one = self.placed == 1 and self.last == "one drawn"
        return "on-first" if only_one and step.source == "drawn" and mention != "again" else "on-last"

    def _placed(self, card: Literal["one drawn", "this", "other"]) -> None:
        self.last, self.placed = card, self.placed + 1

    def _distracted(self) -> None:
        """Note that another card was mentioned, so that "the first" would be unclear."""
        if self.last == "one drawn":
            self.last = "other"

    def read(self, step: kinds.PlainStep, times: int) -> Iterator[clauses.Clause]:
        """Yield the clauses for a step; a step without a clause class is yielded as it is."""
        match step:
            case kinds.Draw(count):
                yield clauses.DrawCards(count, self.has_drawn, short=False)
                self.has_drawn = True
                self.get("drawn", count)
            case kinds.Take():
                yield clauses.TakeTop(times)
                self.get("taken", times)
            case kinds.Steal() | kinds.TakeBack():
                yield step
                self.get("taken", times)
                if isinstance(step, kinds.Steal):
                    self.focus = None  # "it" might be the card that the other player draws
            case kinds.Play(source="hand"):
                yield clauses.PlayHand(self._spot(step, "again"), step.optional)
                self.focus = None
                self._placed("other")
            case kinds.Play():
                yield self.play("taken" if step.source == "taken" else "drawn", step)
            case kinds.Keep(source):
                yield self.keep(source)
            case kinds.Say(text):
                own = text[self.lang] if self.lang in text else next(iter(text.texts.values()), "")
                yield clauses.OwnWords(habits_of(self.lang).well_spaced(own).rstrip(". "))
                self.focus = None
            case kinds.Discard("drawn"):
                yield from self.put_away("drawn")
            case kinds.Discard():
                yield clauses.DiscardHand()
                self.focus = None
            case _:
                yield clauses.NeighbourMisses(times) if step == kinds.MissTurn("next") else step
                self.focus = None
                if isinstance(step, kinds.PlaceSelf | kinds.MoveTop):
                    self._placed("this" if isinstance(step, kinds.PlaceSelf) else "other")
                elif kinds.ROW_OF[type(step)].affects:
                    self._distracted()

    # Inside a block "it" might refer to its beginning: cards are named again. A block may be skipped, or differ
    # each time: after it, only the facts that hold in any case are known.

    def choose(self, options: Sequence[Sequence[kinds.PlainStep]]) -> Iterator[clauses.ChoiceBlock]:
        """Read every option from the same state."""
        self.focus = None
        branches = [self.copy() for _ in options]
        bodies = [_plain_sentences(_read_all(branch, steps)) for branch, steps in zip(branches, options, strict=True)]
        if any(bodies):
            yield clauses.ChoiceBlock(tuple(bodies))
        self._meet(branches)

    def only_if(self, step: kinds.OnlyIf) -> Iterator[clauses.ConditionBlock]:
        self.focus = None
        branch = self.copy()
        if body := _plain_sentences(_read_all(branch, step.steps)):
            yield clauses.ConditionBlock(step.what, step.compare == "at-least", step.number, body)
        self._meet([self, branch])

    def repeat(self, step: kinds.Repeat) -> Iterator[clauses.RepeatBlock]:
        """Read the body as it is done the first time, unless a later time has other cards before it."""
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
            yield clauses.RepeatBlock(step.times, body)
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
    """Return the facts about a group of cards that hold on every branch."""
    least = min(group.have for group in groups)
    return _Group(
        have=least,
        total=max(group.total for group in groups),
        sure=all(group.sure and group.have == least for group in groups),
        played=any(group.played for group in groups),
    )


def _read_all(reader: _Reader, steps: Sequence[kinds.Step]) -> Iterator[Part]:
    """Yield the parts of the text in order; merge equal steps in a row."""
    index = 0
    while index < len(steps):
        step, times = steps[index], 1
        end = index = index + 1
        while end < len(steps) and (
            steps[end] == step or (reader.has_none_drawn and steps[end] == kinds.Discard("drawn"))
        ):
            end += 1
            if steps[end - 1] == step:  # a discard between equal steps that says nothing does not part them
                index, times = end, times + 1
        match step:
            case kinds.ChooseOne(options):
                for _ in range(times):
                    yield from reader.choose(options)
            case kinds.OnlyIf():
                for _ in range(times):
                    yield from reader.only_if(step)
            case kinds.Repeat():
                for _ in range(times):
                    yield from reader.repeat(step)
            case kinds.Draw() | kinds.Play() | kinds.Discard() | kinds.PlaceSelf() | kinds.Keep() | kinds.Say():
                for _ in range(times):
                    yield from ((clause, 1) for clause in reader.read(step, 1))
            case _:
                for clause in reader.read(step, times):
                    counted = isinstance(clause, clauses.TakeTop | clauses.NeighbourMisses)
                    yield clause, 1 if counted else times
