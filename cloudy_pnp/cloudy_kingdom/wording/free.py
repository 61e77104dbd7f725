"""Free sentences: what people write when they have not read the wording tables.

Words become concepts (`concepts.py`), and concepts become clauses (`frames.py`). Here the clauses of a text become
steps, one sentence after the other, with conditions, choices and repetitions. Then the steps are compared with the
text. What stays unexplained is shown to the author.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.steps import ChooseOne, OnlyIf, PlaceSelf, Play, Repeat, Step
from cloudy_pnp.cloudy_kingdom.wording import frames, ledger
from cloudy_pnp.cloudy_kingdom.wording.concepts import ENDS, Concept, synonyms
from cloudy_pnp.cloudy_kingdom.wording.readings import Waiting

_DIE = 6
MOST_VERBS = 50  # and conditions; a text with more of them is not read: no spell has so many steps
_MOST_OTHERS = 6  # frames of the best reading that are left out, to see whether there is another one
_CONTINUED = {"play", "discard", "keep", "nothing"}  # rows that go on with what the step before did
_ONE_BY_ONE = {"remove", "turn", "move", "clear"}  # steps for one card or stack: "remove two cards" does it twice


class Guess(Struct, frozen=True):
    """A way to read a text: its steps, what it costs, and the parts of the text that it does not explain."""

    steps: tuple[Step, ...]
    cost: float
    unclear: tuple[tuple[int, int], ...]
    doubt: float = frames.NEVER  # the cost without that of verbs that belong to a step with another one


class _Story(Struct):
    """The steps of a text so far, sentence by sentence."""

    steps: tuple[Step, ...] = ()
    cost: float = 0.0
    also: float = 0.0  # of the cost: verbs that belong to a step with another one
    unclear: list[tuple[int, int]] = field(default_factory=list)
    last: tuple[Step, ...] = ()  # of the sentence before
    rows: list[str] = field(default_factory=list)  # of the clauses so far
    hand: bool = False  # the card in hand was spoken of
    used: list[frames.Frame] = field(default_factory=list)
    banned: tuple[frames.Frame, ...] = ()
    gapped: bool = False

    def tell(self, concepts: Sequence[Concept]) -> bool:
        """Add a sentence; whether it tells a step. "Before that, …" goes before the sentence before."""
        said = [concept for concept in concepts if concept.name != "earlier" or not self.last]
        if self.steps and all(concept.name != "then" for concept in said):  # first of all, but not the first sentence
            self._doubt([concept for concept in said if concept.name == "at-first"])
        new = self._block(said[1:] if said and said[0].name == "after" else said)
        if new:
            at = len(self.steps) - len(self.last) * (len(said) < len(concepts))
            self.steps, self.last = (*self.steps[:at], *new, *self.steps[at:]), new
        return bool(new)

    def _block(self, concepts: list[Concept]) -> tuple[Step, ...] | None:
        names = [concept.name for concept in concepts]
        again = [i for i, name in enumerate(names) if [*names[max(0, i - 2) : i], name] == ["number", "or", "if"]]
        concepts = [concept for i, concept in enumerate(concepts) if i not in again]  # "on a five or on a six"
        names = [concept.name for concept in concepts]
        if "before" in names and "," in names[names.index("before") :]:  # "Before you play …, draw …"
            start, end = names.index("before"), names.index(",", names.index("before"))
            concepts = [*concepts[:start], *concepts[end:], concepts[end], *concepts[start + 1 : end]]
            names = [concept.name for concept in concepts]
        if at := _second_part(concepts):
            return (*(self._block(concepts[:at]) or ()), *(self._block(concepts[at:]) or ()))
        if "if" in names and (parts := _condition(concepts)):
            (what, compare, number), body, left = parts
            self._doubt([*_between(concepts, body), *left])
            unsaid = [c for c in concepts if c not in body and c.name == "number" and abs(c.number or 0) > number + 1]
            self._doubt(unsaid if what != "die" else [])
            if what == "die" and not _one_range([concept for concept in concepts if concept not in body]):
                self._doubt([concept for concept in concepts if concept.name == "if"])
            self.hand = self.hand or what == "hand-ends"
            self.rows.append(what)
            inner = self._block(body)
            return (OnlyIf(what, compare, number, self._plain_only(inner)),) if inner else None  # type: ignore[arg-type]
        if "times" in names:
            return self._repeated(concepts, names.index("times"))
        if {"or", "either", "option"}.intersection(names):
            return self._choice(concepts)
        return self._plain(concepts)

    def _plain_only(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Blocks hold no blocks: a sentence that wants that is not understood."""
        if any(isinstance(step, ChooseOne | Repeat | OnlyIf) for step in steps):
            self.cost += frames.BAD
        return steps

    def _choice(self, concepts: list[Concept]) -> tuple[Step, ...] | None:
        """Options, each with its own verb; or one verb, and a word that may be one or the other."""
        if at := _first_option(concepts):
            return (*self._plain(concepts[:at]), *(self._choice(concepts[at:]) or ()))
        before, after = _around(concepts, "or")
        tail: list[Concept] = []
        parts = _options(concepts)
        if {"or", "option"}.isdisjoint(concept.name for concept in concepts):
            parts = _listed(concepts)
            if len(parts) not in (2, 3):
                return self._plain(concepts)
        if before and after and frames.doing_names().isdisjoint(concept.name for concept in _until_cut(after)):
            after, tail = _until_cut(after), after[len(_until_cut(after)) :]
            parts = [[*before, *after[1:]], [*before[:-1], *after]]
        self._doubt(_for_all(parts))
        options = [self._plain_only(option) for option in (self._plain(part) for part in parts) if option]
        if len(options) == len(parts):  # what one option says, the other does not say for it
            for option, part in zip(options, parts, strict=True):
                self._unsaid(part, option)
        if len(options) > 1 and len(set(options)) == 1:  # "a hole or a block": either is the same step
            return (*options[0], *self._plain(tail))
        if len(options) in (2, 3):
            return (ChooseOne(tuple(options)), *self._plain(tail))  # type: ignore[arg-type]
        self.cost += frames.BAD if "or" in {concept.name for concept in concepts} else 0
        return self._plain(concepts)

    def _repeated(self, concepts: list[Concept], at: int) -> tuple[Step, ...] | None:
        times = concepts[at].number
        rest = [*concepts[:at], *concepts[at + 1 :]]
        if times is None and at and concepts[at - 1].name == "number":
            times, rest = concepts[at - 1].number, [*concepts[: at - 1], *concepts[at + 1 :]]
        if times is None:  # "the next time" is no number of times
            self._doubt([concepts[at]])
            return self._block(rest)
        is_repeat = any(concept.name == "repeat" for concept in rest)
        if times == 1 and len(rest) < len(concepts) - 1 and not is_repeat:  # "swap two stacks one time"
            return self._block(rest)
        times = max(2, times)  # "repeat this once" is twice in all
        all_of_it = is_repeat or not any(map(frames.weight_of, concepts[:at]))
        ends = [i for i, concept in enumerate(rest) if i >= at and concept.name in (",", ";", "then")]
        end = len(rest) if all_of_it or not ends else ends[0]
        inner = self._plain([concept for concept in rest[:end] if concept.name != "repeat"])
        if inner:
            return (Repeat(times, inner), *self._plain(rest[end:]))  # type: ignore[arg-type]
        self.steps = self.steps[: len(self.steps) - len(self.last)]
        return (Repeat(times, self._plain_only(self.last)),) if self.last else None  # type: ignore[arg-type]

    def _plain(self, concepts: Sequence[Concept]) -> tuple[Step, ...]:
        cost, clauses, left = frames.read_clauses(concepts, self.rows, self.banned, gapped=self.gapped)
        self.cost += cost - frames.STEP * sum(clause.frame.row != "nothing" for clause in clauses)
        self.hand = self.hand or any(concept.name == "hand" for concept in concepts)
        self.unclear += [(concept.start, concept.end) for concept in left]
        self.also += sum(clause.second_verb() for clause in clauses)
        steps: tuple[Step, ...] = ()
        for clause in clauses:
            waiting = Waiting().through((*self.steps, *steps))
            more = clause.steps(waiting, hand=self.hand)
            if clause.frame.row == "seal":
                self.steps, steps = _sealed(self.steps), _sealed(steps)
            elif more is None:
                self.cost += frames.BAD
                self.unclear += [(clause.concepts[0].start, clause.concepts[-1].end)]
            else:
                wrong = clause.uncounted(more, waiting, (*self.steps, *steps))
                if clause.frame.row == "discard" and waiting.nothing and self._places((*self.steps, *steps)):
                    wrong = [*clause.concepts[:1]]  # "play it. Discard it."
                steps = _one_fewer(steps, more, waiting)
                match more:
                    case (Play(source, int(count), "apart"),) if count > 1 and not self._places((*self.steps, *steps)):
                        more = Play(source, 1, "growth"), Play(source, count - 1, "apart")  # apart from each other
                times = {concept.number for concept in wrong if clause.frame.row in _ONE_BY_ONE}
                if times and times <= {2, 3, 4} and len(times) == 1:
                    more = (Repeat(max(filter(None, times)), more),)  # type: ignore[arg-type]
                    wrong *= clause.frame.row != "remove"  # "turn two stacks": the same one twice is not meant
                self._doubt(wrong)
                steps = (*steps, *more)
            self.rows += clause.frame.row.split("+")
            self.used.append(clause.frame)
        return steps

    def _places(self, steps: Sequence[Step]) -> bool:
        return any(isinstance(step, Play | PlaceSelf) for step in steps)

    def _doubt(self, concepts: Collection[Concept]) -> None:
        """Note words that the steps do not say."""
        self.cost += len(concepts)
        self.unclear += [(concept.start, concept.end) for concept in concepts]

    def compare(self, concepts: Sequence[Concept]) -> None:
        """Note the differences between what the whole text says and what the steps say."""
        untold = self._unsaid(concepts, self.steps)
        self.cost += len(untold) + ledger.idle(self.steps)

    def _unsaid(self, concepts: Sequence[Concept], steps: Sequence[Step]) -> Collection[str]:
        """Note words that steps do not say; return the values that no word tells."""
        unsaid, untold = ledger.differences({concept.name for concept in concepts}, steps, frames.told_values())
        self._doubt([concept for concept in concepts if concept.name in unsaid])
        return untold


def _sealed(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Seal the spell card that was placed last."""
    match steps:
        case (*before, PlaceSelf(where)):
            return (*before, PlaceSelf(where, sealed=True))
    return steps


def _one_fewer(steps: tuple[Step, ...], more: Sequence[Step], waiting: Waiting) -> tuple[Step, ...]:
    """Leave a card for a step that tells where the last of them goes: "play both, the second on top of the first"."""
    match steps, more:
        case (*before, Play(source, count, where, optional)), [Play(other, 1)] if source == other:
            number = Waiting().through(before) if count == "all" else count
            have = getattr(number, source) if isinstance(number, Waiting) and source != "hand" else number
            if getattr(waiting, source, 1) == 0 and isinstance(have, int) and have > 1:
                return (*before, Play(source, have - 1, where, optional))
    return steps


def _first_option(concepts: list[Concept]) -> int:
    """Return where a choice begins after other steps: at "either", or at the first of two "or" after "then"; else 0."""
    ors = [index for index, concept in enumerate(concepts) if concept.name == "or"]
    starts = [index for index, concept in enumerate(concepts) if concept.name == "either"]
    starts += [index for index in ors[:1] if len(ors) > 1 and index and concepts[index - 1].name == "then"]
    start = min(starts, default=0)
    between = concepts[start : next((index for index in ors if index > start), None)]
    has_verbs = [any(concept.name in frames.verb_names() for concept in part) for part in (concepts[:start], between)]
    return start if all(has_verbs) else 0


def _around(concepts: list[Concept], name: str) -> tuple[list[Concept], list[Concept]]:
    """Split concepts at a word that occurs once; return nothing if it occurs more often."""
    words = [concept for concept in concepts if concept.name in (name, *frames.CUTS) or frames.weight_of(concept)]
    at = [index for index, concept in enumerate(words) if concept.name == name]
    return (words[: at[0]], words[at[0] + 1 :]) if len(at) == 1 else ([], [])


def _until_cut(concepts: list[Concept]) -> list[Concept]:
    end = next((index for index, concept in enumerate(concepts) if concept.name in (",", ";", "then")), len(concepts))
    return concepts[:end]


def _second_part(concepts: Sequence[Concept]) -> int:
    """Return where a condition begins that is not for what comes before: "…; if …", "… and if …"; else 0."""
    for at, concept in enumerate(concepts):
        before = [other.name for other in concepts[:at]]
        after = (other.name for other in concepts[at + 1 :])
        if (
            concept.name == "if"
            and (joined := [name for name in before if name != ","])
            and joined[-1] in (";", "and", "then")
            and not (frames.verb_names() - {"toss"}).isdisjoint(before)
            and not frames.doing_names().isdisjoint(after)
        ):
            return at
    return 0


def _condition(concepts: list[Concept]) -> tuple[tuple[str, str, int], list[Concept], list[Concept]] | None:
    """Return the condition of a sentence, from "if" to a mark or verb, the rest, and words it does not explain."""
    start = next(index for index, concept in enumerate(concepts) if concept.name == "if")
    names = [concept.name for concept in concepts]
    marks = [
        i
        for i, name in enumerate(names)
        if i > start
        and (name in (frames.CUTS | frames.doing_names() | {"choose"}) or names[i - 1] in ("heads", "tails"))
        and names[i - 1 : i + 4 : 2] != ["number", "number", "number"]  # "4, 5 or 6"
    ]
    tries = [
        (frames.cost_of(frame, concepts[start + 1 : end]), end, place)
        for end in (*marks, len(concepts))
        for place, frame in enumerate(frames.frame_table()[1])
    ]
    cost, end, place = min(tries)
    frame, said = frames.frame_table()[1][place], concepts[start + 1 : end]
    left = [concept for concept in said if frames.weight_of(concept) and concept.name not in frame.explained]
    rest = [*concepts[:start], *concepts[end:]]
    return ((frame.row, *_bound(said, frame.row)), rest, left) if cost < 2 else None


def _between(concepts: Sequence[Concept], body: Sequence[Concept]) -> list[Concept]:
    """Return the "if" of a condition between two steps: in "swap two stacks, if …, draw a card" it is for either."""
    at = next(index for index, concept in enumerate(concepts) if concept.name == "if")
    steps = frames.doing_names() - {"toss"}
    sides = [[concept.name for concept in body if (concept in concepts[:at]) is before] for before in (True, False)]
    return [] if any(steps.isdisjoint(side) for side in sides) else [concepts[at]]


def _bound(concepts: Sequence[Concept], what: str) -> tuple[str, int]:
    names = {concept.name for concept in concepts}
    numbers = [concept.number for concept in concepts if concept.name == "number" and concept.number is not None]
    number = max(numbers, default=1)
    if what == "die" and len(numbers) > 1:  # "5 or 6", "1 or 2"
        return ("at-least", min(numbers)) if number == _DIE else ("at-most", number)
    if what in ("draw-pile", "discard-pile") and "not" in names and names & {"empty", "none"}:
        return "at-least", 1
    if names & {"none", "not"} and names & {"more-than", "at-least"}:
        return "at-most", number if "more-than" in names else number - 1
    if names & {"none", "not"} or ("empty" in names and "place" not in names):
        return "at-most", 0
    if "tails" in names:
        return "at-most", 0
    if "fewer" in names:
        return "at-most", number - 1
    if what == "connections-behind":  # which is how many more, by itself: "more than two", but "two more than you"
        number += any((one.name, two.name) == ("more-than", "number") for one, two in pairwise(concepts))
    elif "more-than" in names:
        return "at-least", number + 1
    return ("at-most" if "at-most" in names else "at-least"), number


def _one_range(concepts: Sequence[Concept]) -> bool:
    """Return whether the numbers of a die between "or" are all up to one or down to one: "5 or 6", but not "2 or 4"."""
    pairs = zip(concepts, concepts[1:], concepts[2:], strict=False)
    either = [(one.number or 0, two.number or 0) for one, mark, two in pairs if _is_choice(one, mark, two)]
    numbers = sorted({number for pair in either for number in pair})
    return not numbers or (
        numbers == [*range(numbers[0], numbers[-1] + 1)] and (numbers[0] == 1 or numbers[-1] == _DIE)
    )


def _is_choice(one: Concept, mark: Concept, two: Concept) -> bool:
    return one.name == two.name == "number" and mark.name in ("or", ",", "and")


def _listed(concepts: list[Concept]) -> list[list[Concept]]:
    """Options after "choose one of these:", each with a verb, between semicolons or commas."""
    start = next(index for index, concept in enumerate(concepts) if concept.name == "either")
    for mark in (";", ",", "and"):
        parts = _split(concepts[start + 1 :], {mark})
        if len(parts) > 1 and all(any(concept.name in frames.verb_names() for concept in part) for part in parts):
            return parts
    return []


def _options(concepts: list[Concept]) -> list[list[Concept]]:
    """Return the options of a sentence with "or", or with a), b); a list before the last "or" may have commas only."""
    names = [concept.name for concept in concepts]
    told = "either" in names
    marks = {"or", "option"} | ({";"} if (";", "or") in pairwise(names) else set())
    if "option" in names:
        concepts = concepts[names.index("option") :]
    parts = _split([concept for concept in concepts if concept.name != "either"], marks)
    if len(parts) == 2 and not any(concept.name in ("then", ";") for concept in parts[0]):
        pieces = _split(parts[0], {","})
        if not told or any(frames.verb_names().isdisjoint(concept.name for concept in piece) for piece in pieces):
            pieces = [list(clause.concepts) for clause in frames.read_clauses(parts[0])[1]]
            pieces *= not any(concept.name == "and" for concept in parts[0])
        if len(pieces) == 2 and (first := frames.read_clauses(pieces[1])[1]) and first[0].frame.row not in _CONTINUED:
            parts = [*pieces, parts[1]]
    return parts


def _for_all(parts: Sequence[Sequence[Concept]]) -> list[Concept]:
    """Return "then" in the last of several options only: what follows may be for all of them."""
    then = [[index for index, concept in enumerate(part) if concept.name == "then"] for part in parts]
    if len(parts) < 2 or any(then[:-1]) or not then[-1]:
        return []
    at, last = then[-1][0], [concept.name for concept in parts[-1]]
    steps = frames.doing_names()
    return [] if steps.isdisjoint(last[:at]) or steps.isdisjoint(last[at:]) else [parts[-1][at]]


def _split(concepts: Sequence[Concept], marks: Collection[str]) -> list[list[Concept]]:
    """Split concepts at marks; parts that say nothing are left out."""
    parts: list[list[Concept]] = [[]]
    for concept in concepts:
        if concept.name in marks:
            parts.append([])
        else:
            parts[-1].append(concept)
    return [part for part in parts if any(frames.weight_of(concept) for concept in part)]


def guesses(text: str, lang: str) -> list[Guess]:
    """Return the likeliest steps of a free text, and others that explain it as well; none without synonyms."""
    words = synonyms(lang)
    if words is None:
        return []
    concepts, unknown = words.concepts(text)
    if sum(concept.name in frames.verb_names() or concept.name == "if" for concept in concepts) > MOST_VERBS:
        return [Guess((), frames.NEVER, ((0, len(text)),))]
    gapped, used_gapped = _told(concepts, unknown, (), gapped=True)
    best, used = _told(concepts, unknown, ())
    is_gapped = gapped.cost < best.cost
    if is_gapped:
        best, used = gapped, used_gapped
    tried = [frame for frame in dict.fromkeys(used) if frame.row != "nothing"][:_MOST_OTHERS]
    others = [_told(concepts, unknown, (frame,), gapped=is_gapped)[0] for frame in tried]
    if best.cost <= gapped.cost <= best.cost + frames.STEP and not gapped.unclear:
        others.append(replace(gapped, cost=best.cost))
    found: dict[tuple[Step, ...], Guess] = {}
    for guess in sorted((best, *others), key=lambda guess: guess.cost):
        found.setdefault(guess.steps, guess)
    return list(found.values())


def _told(
    concepts: Sequence[Concept],
    unknown: Sequence[tuple[int, int]],
    banned: tuple[frames.Frame, ...],
    *,
    gapped: bool = False,
) -> tuple[Guess, list[frames.Frame]]:
    """Read the sentences one after the other, without some frames."""
    story, sentence = _Story(banned=banned, gapped=gapped), list[Concept]()
    for concept, following in pairwise((*concepts, Concept(".", None, 0, 0), Concept(".", None, 0, 0))):
        if concept.name not in ENDS:
            sentence.append(concept)
        elif following.name == "or" and sentence and not story.steps:  # "Swap two stacks. Or take another turn."
            sentence.append(concept._replace(name=";"))
        elif sentence:
            if concept.name == "?" and any(map(frames.weight_of, sentence)):  # "No cards left? Then …" is a condition
                told = any(other.name == "if" for other in sentence)
                start = [] if told else [Concept("if", None, sentence[0].start, sentence[0].start)]
                sentence = [*start, *sentence, Concept(",", None, concept.start, concept.end)]
                continue
            before = replace(story, unclear=[*story.unclear], rows=[*story.rows], used=[*story.used])
            if story.tell(sentence) or concept.end == 0 or story.rows != before.rows:
                sentence = []
            else:  # "Choose a field." belongs to what follows
                story = before
                sentence.append(Concept(",", None, concept.start, concept.end))
    story.compare(concepts)
    cost, unclear = story.cost + len(set(unknown)), tuple(sorted({*story.unclear, *unknown}))
    return Guess(story.steps, cost, unclear, cost - story.also), story.used
