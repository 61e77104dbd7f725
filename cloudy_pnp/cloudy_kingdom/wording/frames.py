"""Concepts to clauses: frames, the same for every language, say which concepts together are a step.

Sentences are cut at commas and verbs. Of all ways to explain a sentence by frames, the one that leaves the fewest
concepts unexplained is taken. The frames are data: templates/cloudy-kingdom/synonyms/frames.yaml.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.model.steps import Step
from cloudy_pnp.cloudy_kingdom.wording import ledger
from cloudy_pnp.cloudy_kingdom.wording.concepts import FOLDER, Concept, read_table
from cloudy_pnp.cloudy_kingdom.wording.readings import Waiting, clause_steps, step_words

CUTS = {",", ";", ":", "(", ")", "–", "and", "then"}
_WIDEST = 6  # segments that one frame explains
_VERB, BAD = 3.0, 5.0  # what an unexplained verb costs, or a word that turns the meaning round
STEP, _ALSO = 0.4, 0.5  # what a step costs: of two readings the shorter; and a second verb that belongs to it
NEVER = 99.0
_REST = {"rest", "the-others", "nth"}
_REFER = {"nothing", "play", "keep", "discard"}  # rows whose verb may be alone: "draw a card and play"
_ALONE = {"play", "keep"}  # verbs that are a step with a mere "it": "take the top card and play it" never discards
_SPOTS = {"growth", "empty", "on-last", "on-first", "on-card", "anywhere", "apart", "under"}


class Frame(Struct, frozen=True):
    """The concepts that together are a step: all that it needs, and others that belong to it."""

    row: str
    needs: tuple[frozenset[str], ...]
    belongs: frozenset[str]
    excludes: frozenset[str]
    words: frozenset[str]
    after: frozenset[str]  # the rows one of which must come before
    explained: frozenset[str]  # every concept that the frame speaks of
    nouns: frozenset[str]  # of them, those that bind a second verb

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Frame:
        """From data."""
        needs = tuple(frozenset(item.split("|")) for item in data.get("needs", "").split())
        belongs = frozenset(data.get("with", "").split())
        without, words, after = (frozenset(data.get(key, "").split()) for key in ("without", "words", "after"))
        nouns = frozenset().union(*needs) - verb_names()
        listed = frozenset(name for name, rows in _belong().items() if data["row"] in rows)
        explained = (belongs | nouns | listed).union(*needs)
        binds = explained - verb_names() - {"number"} - frozenset(read_table(FOLDER / "frames.yaml")["free"].split())
        return cls(data["row"], needs, belongs | nouns | listed, without, words, after, explained, binds)


@cache
def verb_names() -> frozenset[str]:
    return frozenset(read_table(FOLDER / "frames.yaml")["verbs"].split())


@cache
def _belong() -> Mapping[str, frozenset[str]]:
    """Return the concepts that belong to every frame of some rows: the kind of their object, a choice, a place."""
    return {name: frozenset(rows.split()) for name, rows in read_table(FOLDER / "frames.yaml")["belong"].items()}


@cache
def doing_names() -> frozenset[str]:
    """Return the concepts that can be a step."""
    return verb_names() | {"extra-turn"}


@cache
def frame_table() -> tuple[tuple[Frame, ...], tuple[Frame, ...], frozenset[str], frozenset[str], frozenset[str]]:
    data = read_table(FOLDER / "frames.yaml")
    frames, conditions = (tuple(Frame.of(item) for item in data[key]) for key in ("frames", "conditions"))
    return frames, conditions, verb_names(), frozenset(data["free"].split()), frozenset(data["reversing"].split())


@cache
def told_values() -> Mapping[str, Sequence[str]]:
    return {name: values.split() for name, values in read_table(FOLDER / "frames.yaml")["tells"].items()}


def weight_of(concept: Concept) -> float:
    _, _, verbs, free, reversing = frame_table()
    if concept.name in free or not concept.name[0].isalpha() or (concept.name == "number" and concept.number == 1):
        return 0.0
    return BAD if concept.name in reversing else _VERB if concept.name in verbs else 1.0


def cost_of(frame: Frame, concepts: Sequence[Concept]) -> float:
    """Return the cost of what a frame leaves unexplained; `NEVER` if it does not fit."""
    names = {concept.name for concept in concepts}
    return _unexplained(frame, concepts, names) if _fits(frame, names) else NEVER


def _fits(frame: Frame, names: Collection[str]) -> bool:
    return frame.excludes.isdisjoint(names) and not any(need.isdisjoint(names) for need in frame.needs)


@lru_cache(maxsize=2_000)
def _fitting(names: frozenset[str]) -> tuple[Frame, ...]:
    """Return the frames that fit some concepts."""
    return tuple(frame for frame in frame_table()[0] if _fits(frame, names))


def _unexplained(frame: Frame, concepts: Sequence[Concept], names: Collection[str]) -> float:
    """Return the cost of what a frame that fits leaves unexplained."""
    verbs, cost = frame_table()[2], 0.0 if frame.row == "nothing" else STEP
    needed = _needed(frame, concepts, names)
    for concept in concepts:
        if concept in needed:
            continue
        belongs = concept.name in frame.belongs
        cost += weight_of(concept) if not belongs else _ALSO if concept.name in verbs else 0.0
    return cost


def _needed(frame: Frame, concepts: Sequence[Concept], names: Collection[str]) -> list[Concept]:
    """Return the words for what a frame needs."""
    return [next(c for c in concepts if c.name in _first(need, names)) for need in frame.needs]


def _first(need: frozenset[str], names: Collection[str]) -> frozenset[str]:
    """Of what a frame needs, a verb rather than another word."""
    there = need.intersection(names)
    return there & verb_names() or there


def _number(concepts: Sequence[Concept], row: str) -> int | None:
    names = {concept.name for concept in concepts}
    numbers = [concept.number for concept in concepts if concept.name == "number" and concept.number]
    number = max(numbers, default=1 if names & {"nth", "more"} and row == "play" else None)
    if row == "turn":
        quarters = next((count for count, name in ((3, "three-quarters"), (2, "half")) if name in names), 1)
        pairs = pairwise(concepts)
        quarters = next(
            (one.number or 1 for one, two in pairs if (one.name, two.name) == ("number", "quarter")), quarters
        )
        return 4 - quarters if "counter-clockwise" in names else quarters
    return number


class Clause(NamedTuple):
    frame: Frame
    concepts: tuple[Concept, ...]

    def steps(self, waiting: Waiting, *, hand: bool) -> tuple[Step, ...] | None:
        """Return the likeliest steps; None where the concepts contradict each other. "It" may be the card in `hand`."""
        if self.frame.row in ("nothing", "seal"):
            return ()
        steps: tuple[Step, ...] = ()
        names = {concept.name for concept in self.concepts}
        if self.frame.words:  # the frame tells the values, not a word that is also one
            names = names - step_words(self.frame.row) | self.frame.words
        for row in self.frame.row.split("+"):
            own = names if row == self.frame.row else names - {"drawn"} | {"taken"}
            spots = own & _SPOTS - {"growth"}  # "on an empty field, following the growth rules" is on an empty field
            words = own - {"growth"} if spots else own | {"growth"}
            if row == "play" and own & {"them", "all"} and not own & {"it"} and "number" not in own:
                words |= {"uncounted"}
            number = None if row == "take" and row != self.frame.row else _number(self.concepts, row)
            number = 1 if number is None and "it" in own and "them" not in own and row in ("play", "keep") else number
            if (
                row in ("play", "discard")
                and row == self.frame.row
                and hand
                and waiting.nothing
                and own.isdisjoint(("drawn", "taken"))
            ):
                row = f"{row}-hand"
            first = next(clause_steps(row, frozenset(words), number, waiting.through(steps)), None)
            if first is None:
                return None
            steps += first
        return steps

    def second_verb(self) -> float:
        """Return the cost of one verb that belongs to the step with another one."""
        verbs = [concept for concept in self.concepts if concept.name in verb_names() & self.frame.explained]
        needed = sum(not need.isdisjoint(verb_names()) for need in self.frame.needs)
        return _ALSO * (len(verbs) > needed)

    def uncounted(self, steps: Sequence[Step], waiting: Waiting, before: Sequence[Step]) -> list[Concept]:
        """Return the numbers that the steps of the clause do not have; its first word, if one is missing."""
        counts = ledger.counts(before if self.frame.row == "nothing" else steps, waiting)
        numbers = [concept for concept in self.concepts if concept.name == "number"]
        wrong = [concept for concept in numbers if (concept.number or 0) > 1 and concept.number not in counts]
        names = {concept.name for concept in self.concepts}
        return wrong or [*self.concepts[:1]] * (
            ledger.untold(steps, names) or (names <= verb_names() and self.frame.row not in _REFER)
        )


def _segments(concepts: Sequence[Concept], *, gapped: bool = False) -> list[list[Concept]]:
    """Cut at commas, at words that join, and before a second verb.

    With `gapped`, cards without a verb have the one before: "play the first on an empty field and the other on top".
    """
    verbs, segments = frame_table()[2], [list[Concept]()]
    for concept in concepts:
        if concept.name == "then" and segments[-1] and {other.name for other in segments[-1]} <= verbs:
            continue  # "draw then a card" is one part
        if concept.name in CUTS:
            segments.append([])
        else:
            if concept.name == "else" or (concept.name in verbs and any(other.name in verbs for other in segments[-1])):
                segments.append([])
            segments[-1].append(concept)
    verb: Concept | None = None
    for segment in segments:
        names = {concept.name for concept in segment}
        if (
            gapped
            and verb
            and verb.name == "play"
            and names.isdisjoint(verbs)
            and names & {"nth", "rest", "number", "more"}
        ):
            segment.insert(0, verb._replace(end=verb.start))
        verb = next((concept for concept in segment if concept.name in verbs), verb)
    return [segment for segment in segments if segment]


def read_clauses(
    concepts: Sequence[Concept], before: Collection[str] = (), banned: Collection[Frame] = (), *, gapped: bool = False
) -> tuple[float, list[Clause], list[Concept]]:
    """Return the cheapest way to explain concepts by frames, one after the other, and what it leaves unexplained."""
    segments = _segments(concepts, gapped=gapped)
    # for each number of segments: the cost, where the last clause begins, its frame, and the rows so far
    best: list[tuple[float, int, Frame | None, frozenset[str]]] = [(0.0, 0, None, frozenset(before))]
    for end in range(1, len(segments) + 1):
        options: list[tuple[float, int, Frame | None]] = []
        for start in range(max(0, end - _WIDEST), end):
            cost, _, _, rows = best[start]
            window = window_of(segments, start, end)
            names = frozenset(concept.name for concept in window)
            options += [
                (
                    cost + _unexplained(frame, window, names) + _VERB * len(_loose(frame, segments[start:end])),
                    start,
                    frame,
                )
                for frame in _fitting(names)
                if frame not in banned
                and (not frame.after or rows & frame.after)
                and not (frame.row in ("play", "keep", "discard") and _leaves(segments[start:end]))
            ]
            if start == end - 1:
                options.append((cost + sum(map(weight_of, window)), start, None))
        cost, start, frame = min(options, key=lambda option: option[0])
        best.append((cost, start, frame, best[start][3].union(frame.row.split("+") if frame else ())))
    clauses: list[Clause] = []
    left: list[Concept] = []
    end = len(segments)
    while end:
        _, start, frame, _ = best[end]
        window = window_of(segments, start, end)
        loose = _loose(frame, segments[start:end]) if frame else []
        left = [c for c in window if c in loose or (weight_of(c) and not (frame and c.name in frame.explained))] + left
        clauses = ([Clause(frame, tuple(window))] if frame else []) + clauses
        end = start
    return best[-1][0], clauses, left


def _loose(frame: Frame, segments: Sequence[Sequence[Concept]]) -> list[Concept]:
    """Return second verbs that may be steps of their own: nothing else of the frame is in their part of the sentence.

    "Take an uncovered card and put it in the box" is one step; in "… and play it" or "that you put in the box" two.
    """
    words = [concept for segment in segments for concept in segment]
    needed = _needed(frame, words, {concept.name for concept in words})
    loose = list[Concept]()
    for segment in segments:
        second = next((concept for concept in segment if concept.name in verb_names()), None)
        if second and (second not in needed or (second.name in _ALONE and second.name not in frame.row)):
            bound = any(concept.name in frame.nouns for concept in segment)
            if not bound or "you" in [word.name for word in words if word.end <= second.start][-1:]:
                loose.append(second)
    return loose


def _leaves(segments: Sequence[Sequence[Concept]]) -> bool:
    """Return whether cards come before the rest of them: "play 1, the rest on the discard pile" is two steps."""
    names = [{concept.name for concept in segment} for segment in segments]
    cards = [index for index, segment in enumerate(names) if segment & {"number", "them"} and not segment & _REST]
    return bool(cards) and any(segment & _REST for segment in names[cards[0] + 1 :])


def window_of(segments: Sequence[Sequence[Concept]], start: int, end: int) -> list[Concept]:
    return [concept for segment in segments[start:end] for concept in segment]
