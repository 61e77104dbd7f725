"""Free sentences: what people write when they have not read the wording tables.

Words become concepts (`draw`, `discard-pile`, `empty`) by the synonyms of a language; sentences are cut at commas and
verbs; frames, the same for every language, say which concepts together are a step. Of all ways to explain a sentence by
frames, the one that leaves the fewest concepts unexplained is taken. What stays unexplained is shown to the author. All
words and frames are data: templates/cloudy-kingdom/synonyms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_own
from cloudy_pnp.games.cloudy_kingdom.model.steps import ChooseOne, OnlyIf, PlaceSelf, Play, Repeat, Step
from cloudy_pnp.games.cloudy_kingdom.wording import ledger
from cloudy_pnp.games.cloudy_kingdom.wording.readings import Waiting, clause_steps, step_words

FOLDER = shipped_root() / "templates/cloudy-kingdom/synonyms"
_TOKEN = re.compile(r"[^\W\d_]+|\d{1,3}|[.,;:!?()–\n]")
_SPELLED = {"où": "ouu", "dès": "dees", "még": "meeg"}  # words that are others without their accents: ou, des, meg
_ENDS = {".", "!", "?", "\n"}
_CUTS = {",", ";", ":", "(", ")", "–", "and", "then"}
_STEM, _GAP = 3, 7  # letters that phrases are looked up by; words that a gap may have
_WIDEST = 6  # segments that one frame explains
_VERB, _BAD = 3.0, 5.0  # what an unexplained verb costs, or a word that turns the meaning round
_STEP, _ALSO = 0.4, 0.5  # what a step costs: of two readings the shorter; and a second verb that belongs to it
_DIE = 6
_USED = "ª"  # instead of a word that belongs to a phrase: no word of a text is folded to it
NEVER = 99.0
MOST_VERBS = 50  # and conditions; a text with more of them is not read: no spell has so many steps
_MOST_OTHERS = 6  # frames of the best reading that are left out, to see whether there is another one
_CONTINUED = {"play", "discard", "keep", "nothing"}  # rows that go on with what the step before did
_ONE_BY_ONE = {"remove", "turn", "move", "clear"}  # steps for one card or stack: "remove two cards" does it twice
_REST = {"rest", "the-others", "nth"}
_SPOTS = {"growth", "empty", "on-last", "on-first", "on-card", "anywhere", "apart", "under"}


class Token(NamedTuple):
    """A word or a mark, folded, and where it is in the text."""

    text: str
    start: int
    end: int


class Concept(NamedTuple):
    """The meaning of one or more words."""

    name: str
    number: int | None
    start: int  # in the text
    end: int


class Phrase(NamedTuple):
    """Words of a language that stand for concepts, or for a number; each part is one of several; "~" is a gap."""

    parts: Sequence[Sequence[Sequence[str]]]
    names: tuple[str, ...]
    number: int | None


class Guess(Struct, frozen=True):
    """A way to read a text: its steps, what it costs, and the parts of the text that it does not explain."""

    steps: tuple[Step, ...]
    cost: float
    unclear: tuple[tuple[int, int], ...]
    doubt: float = NEVER  # the cost without that of verbs that belong to a step with another one


# --- words to concepts -------------------------------------------------------------------------------------


def fold(text: str, lang: str) -> list[Token]:
    """Return the words of a text without accents and capitals.

    >>> [token.text for token in fold("Lege-la été, Plaetze!", "de")]
    ['lege', 'la', 'ete', ',', 'platze', '!']
    """
    plain, places = [], []
    for place, letter in enumerate(text):
        for part in unicodedata.normalize("NFKD", letter.lower().replace("ß", "ss").replace("×", "x")):
            if not unicodedata.combining(part):
                plain.append(part)
                places.append(place)
    joined = "".join(plain)
    tokens = []
    for match in _TOKEN.finditer(joined):
        start, end = places[match.start()], places[match.end() - 1] + 1
        word = re.sub("([aou])e", r"\1", match[0]) if lang == "de" else match[0]
        tokens.append(Token(_SPELLED.get(unicodedata.normalize("NFC", text[start:end].lower()), word), start, end))
    return tokens


class Synonyms(Struct, dict=True):
    """The words of a language and the concepts that they stand for."""

    lang: str
    data: Mapping[str, Any]
    _near: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _alike(self) -> dict[str, list[tuple[str, str]]]:
        """By first letter, stems and the word that stands for them, the longest first."""
        stems: dict[str, list[tuple[str, str]]] = {}
        for word, listed in self.data.get("alike", {}).items():
            [name] = fold(word, self.lang)
            for stem in listed:
                [token] = fold(stem.rstrip("*"), self.lang)
                stems.setdefault(token.text[0], []).append((token.text + "*" * stem.endswith("*"), name.text))
        return {letter: sorted(pairs, key=lambda pair: -len(pair[0])) for letter, pairs in stems.items()}

    @cached_property
    def _endings(self) -> dict[str, str]:
        """Every ending of a word, and the one that stands for it."""
        listed = self.data.get("endings", {})
        return {"": "", **{ending: name for name, endings in listed.items() for ending in endings.split()}}

    def same(self, word: str) -> str:
        """Return the word that stands for this one and others like it: "tiles" are "cards"."""
        for stem, name in self._alike.get(word[:1], ()):
            if stem[-1] != "*":
                if word == stem:
                    return name
            elif word.startswith(stem[:-1]) and (ending := self._endings.get(word[len(stem) - 1 :])) is not None:
                return name + ending
        return word

    def _words(self, text: str) -> list[str]:
        words = list[str]()
        for part in re.findall(r"~|[^\s~]+", text):
            tokens = [self.same(token.text) for token in fold(part.rstrip("*"), self.lang)] or [part]
            words += [*tokens[:-1], tokens[-1] + "*" * part.endswith("*")]
        return words

    def _phrase(self, text: str, names: str, number: int | None = None) -> Phrase:
        """Read "(lay|put)* it (down|)": in brackets are the choices for a word or a part of one."""
        parts = list[list[list[str]]]()
        for part in re.findall(r"(?:\([^()]*\)|[^\s()])+", text):
            choices = [piece.strip("()").split("|") for piece in re.findall(r"\([^()]*\)|[^()]+", part)]
            parts.append([self._words("".join(choice)) for choice in product(*choices)])
        return Phrase(parts, tuple(names.split()), number)

    @cached_property
    def phrases(self) -> list[Phrase]:
        """Every phrase with its concepts or its number."""
        phrases = [self._phrase(str(text), names) for names, listed in self.data["concepts"].items() for text in listed]
        for name in [name for name in self.data if name not in ("ignore", "endings", "alike", "concepts")]:
            for number, listed in self.data[name].items():
                phrases += [self._phrase(str(text), name, int(number)) for text in listed]
        return phrases

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        """By first word, or by the beginning of one ("dra*"), the places of the phrases that may begin with it."""
        index: dict[str, list[int]] = {}
        for place, phrase in enumerate(self.phrases):
            for first in _firsts(phrase.parts):
                index.setdefault(f"{first[:-1][:_STEM]}*" if first[-1] == "*" else first, []).append(place)
        return index

    def _match(self, words: Sequence[str], start: int) -> tuple[Phrase, list[int]] | None:
        """Return the longest phrase that begins at a word, the first of equals, and the places of its words."""
        keys = (words[start], *(f"{words[start][:size]}*" for size in range(1, _STEM + 1)))
        phrases = (
            self.phrases[place] for place in sorted({place for key in keys for place in self._index.get(key, ())})
        )
        fits = [(fit, phrase) for phrase in phrases if (fit := _fit(phrase.parts, words, start)) and fit.places]
        if not fits:
            return None
        best, phrase = max(fits, key=lambda item: item[0][:3])
        return phrase, best.places

    @cached_property
    def ignored(self) -> frozenset[str]:
        """Words that mean nothing here."""
        return frozenset(self.same(token.text) for token in fold(self.data["ignore"], self.lang))

    @cached_property
    def _vocabulary(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """Whole words, and beginnings of words."""
        parts = (part for phrase in self.phrases for part in phrase.parts)
        words = {word for part in parts for choice in part for word in choice} - {"~"}
        return frozenset(word for word in words if word[-1] != "*"), tuple(w[:-1] for w in words if w[-1] == "*")

    def known(self, word: str) -> bool:
        """Return whether a word is one of the language's here."""
        whole, stems = self._vocabulary
        return not word.isalpha() or word in self.ignored or word in whole or word.startswith(stems)

    def spelled(self, word: str) -> str:
        """Return the word that a misspelt one is nearest to; the word itself if there is none."""
        if word not in self._near:
            whole, stems = self._vocabulary
            stems += tuple(stem.rstrip("*") for listed in self._alike.values() for stem, _ in listed)
            room = 0 if len(word) < 4 else 1 if len(word) < 9 else 2
            known = [known for known in sorted({*whole, *stems}) if known[:1] == word[:1] and len(known) > 3]
            near = [(distance(word, other, room), -len(other), other) for other in known if other in whole]
            near += [(_begins_like(word, s, room), -len(s), s) for s in known if s in stems and len(s) > 4]
            near = [item for item in near if item[0] <= room]
            self._near[word] = min(near)[2] if near and room else word
        return self._near[word]

    def concepts(self, text: str) -> tuple[list[Concept], list[tuple[int, int]]]:
        """Return the concepts of a text in order, with its marks, and the words that are not known."""
        tokens = [Token(".", 0, 0), *fold(text, self.lang)]  # a phrase may begin with a sentence
        words = [self.same(token.text) for token in tokens]
        words = [word if self.known(word) else self.same(self.spelled(word)) for word in words]
        concepts, unknown = list[Concept](), list[tuple[int, int]]()
        said = set[int]()  # the places of words that belong to a phrase
        for here, token in enumerate(tokens):
            if here in said:
                continue
            if re.fullmatch("[a-d1-4]", words[here]) and words[here + 1 : here + 2] == [")"]:  # a) … b) …
                said.add(here + 1)
                concepts.append(Concept("option", None, token.start, token.end))
            elif match := self._match(words, here):
                phrase, places = match
                said.update(places)
                words = [
                    _USED if place in said else word for place, word in enumerate(words)
                ]  # a word is in one phrase
                concepts += [Concept(name, phrase.number, token.start, tokens[places[-1]].end) for name in phrase.names]
            elif token.text.isdigit():
                concepts.append(Concept("number", int(token.text), token.start, token.end))
            elif not token.text.isalpha():
                if token.text in "!:" and (not concepts or concepts[-1].name in _ENDS):  # "Abracadabra!", a title
                    unknown = [word for word in unknown if concepts and word[0] < concepts[-1].start]
                    continue
                concepts.append(Concept(token.text, None, token.start, token.end))
            elif words[here] not in self.ignored:
                unknown.append((token.start, token.end))
        return concepts, unknown


def _firsts(parts: Sequence[Sequence[Sequence[str]]]) -> Iterator[str]:
    """Yield the words that a phrase may begin with."""
    for part in parts:
        yield from (choice[0] for choice in part if choice)
        if all(part):
            return


class _Fit(NamedTuple):
    """How a phrase fits a text: how many words it has there, how small its gaps are, its letters, and the places."""

    words: int
    nearness: int
    letters: int
    places: list[int]


def _fit(parts: Sequence[Sequence[Sequence[str]]], words: Sequence[str], start: int) -> _Fit | None:
    """Return how a phrase fits the words from `start` on, the longest way if there is a choice."""
    if not parts:
        return _Fit(0, 0, 0, [])
    if parts[0] == [["~"]]:
        return _fit_after_gap(parts[1:], words, start)
    fits = list[_Fit]()
    for choice in parts[0]:
        place = start
        for word in choice:
            place += words[place : place + 1] == [","]  # a comma may be between any two words
            if place >= len(words) or not _is(words[place], word):
                break
            place += 1
        else:
            if rest := _fit(parts[1:], words, place):
                letters = rest.letters + sum(map(len, choice))
                places = [*range(start, place), *rest.places]
                fits.append(_Fit(rest.words + len(choice), rest.nearness, letters, places))
    return max(fits, default=None)


def _fit_after_gap(parts: Sequence[Sequence[Sequence[str]]], words: Sequence[str], start: int) -> _Fit | None:
    """Return how the words after a gap fit; the gap counts as a word."""
    for place in range(start, min(start + _GAP + 1, len(words))):
        if (fit := _fit(parts, words, place)) and fit.places:
            places = [place for place in fit.places if words[place] != ","]
            return _Fit(fit.words + 1, fit.nearness - places[0] + start, fit.letters, places)
        if not words[place].isalnum():
            return None
    return None


def _is(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) and word[0].isalpha() if wanted[-1] == "*" else word == wanted


def _begins_like(word: str, stem: str, room: int) -> int:
    """Return how many letters are wrong in the beginning of a word."""
    return min(distance(word[:size], stem, room) for size in range(len(stem) - room, len(stem) + room + 1))


def distance(word: str, other: str, most: int) -> int:
    """Return how many letters are wrong, missing, superfluous or exchanged; more than `most` is not counted out.

    >>> distance("thier", "their", 2), distance("neigbour", "neighbour", 2)
    (1, 1)
    """
    if abs(len(word) - len(other)) > most:
        return most + 1
    before, row = [0] * (len(other) + 1), list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        older, before, row = before, row, [i] + [0] * len(other)
        for j, wanted in enumerate(other, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                row[j] = min(row[j], older[j - 2] + 1)
        if min(row) > most:
            return most + 1
    return row[-1]


@cache
def synonyms(lang: str) -> Synonyms | None:
    """Return the synonyms of a language, if it has any."""
    path = FOLDER / f"{lang}.yaml"
    return Synonyms(lang, _read(path)) if path.is_file() else None


def _read(path: Path) -> Mapping[str, Any]:
    data: Mapping[str, Any] = read_own(path)["synonyms"]
    return data


# --- concepts to steps -------------------------------------------------------------------------------------


class Frame(Struct, frozen=True):
    """The concepts that together are a step: all that it needs, and others that belong to it."""

    row: str
    needs: tuple[frozenset[str], ...]
    belongs: frozenset[str]
    excludes: frozenset[str]
    words: frozenset[str]
    after: frozenset[str]  # the rows one of which must come before

    @property
    def explained(self) -> frozenset[str]:
        """Every concept that the frame speaks of."""
        return self.belongs.union(*self.needs)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Frame:
        """From data."""
        needs = tuple(frozenset(item.split("|")) for item in data.get("needs", "").split())
        belongs = frozenset(data.get("with", "").split())
        sets = (frozenset(data.get(key, "").split()) for key in ("without", "words", "after"))
        nouns = frozenset().union(*needs) - _verbs()
        return cls(data["row"], needs, belongs | nouns, *sets)


@cache
def _verbs() -> frozenset[str]:
    return frozenset(_read(FOLDER / "frames.yaml")["verbs"].split())


@cache
def _does() -> frozenset[str]:
    """Return the concepts that can be a step."""
    return _verbs() | {"extra-turn"}


@cache
def _frames() -> tuple[tuple[Frame, ...], tuple[Frame, ...], frozenset[str], frozenset[str], frozenset[str]]:
    data = _read(FOLDER / "frames.yaml")
    frames, conditions = (tuple(Frame.of(item) for item in data[key]) for key in ("frames", "conditions"))
    return frames, conditions, _verbs(), frozenset(data["free"].split()), frozenset(data["reversing"].split())


@cache
def _tells() -> Mapping[str, Sequence[str]]:
    return {name: values.split() for name, values in _read(FOLDER / "frames.yaml")["tells"].items()}


def _weight(concept: Concept) -> float:
    _, _, verbs, free, reversing = _frames()
    if concept.name in free or not concept.name[0].isalpha() or (concept.name == "number" and concept.number == 1):
        return 0.0
    return _BAD if concept.name in reversing else _VERB if concept.name in verbs else 1.0


def _cost(frame: Frame, concepts: Sequence[Concept]) -> float:
    """Return the cost of what a frame leaves unexplained; `NEVER` if it does not fit."""
    names = {concept.name for concept in concepts}
    return _unexplained(frame, concepts, names) if _fits(frame, names) else NEVER


def _fits(frame: Frame, names: Collection[str]) -> bool:
    return frame.excludes.isdisjoint(names) and not any(need.isdisjoint(names) for need in frame.needs)


@lru_cache(maxsize=2_000)
def _fitting(names: frozenset[str]) -> tuple[Frame, ...]:
    """Return the frames that fit some concepts."""
    return tuple(frame for frame in _frames()[0] if _fits(frame, names))


def _unexplained(frame: Frame, concepts: Sequence[Concept], names: Collection[str]) -> float:
    """Return the cost of what a frame that fits leaves unexplained."""
    verbs, cost = _frames()[2], 0.0 if frame.row == "nothing" else _STEP
    needed = [next(c for c in concepts if c.name in _first(need, names)) for need in frame.needs]
    for concept in concepts:
        if concept in needed:
            continue
        belongs = concept.name in frame.belongs
        cost += _weight(concept) if not belongs else _ALSO if concept.name in verbs else 0.0
    return cost


def _first(need: frozenset[str], names: Collection[str]) -> frozenset[str]:
    """Of what a frame needs, a verb rather than another word."""
    there = need.intersection(names)
    return there & _verbs() or there


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


class _Clause(NamedTuple):
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
        verbs = [concept for concept in self.concepts if concept.name in _verbs() & self.frame.explained]
        needed = sum(not need.isdisjoint(_verbs()) for need in self.frame.needs)
        return _ALSO * (len(verbs) > needed)

    def uncounted(self, steps: Sequence[Step], waiting: Waiting, before: Sequence[Step]) -> list[Concept]:
        """Return the numbers that the steps of the clause do not have; its verb, if they have one that it lacks."""
        counts = ledger.counts(before if self.frame.row == "nothing" else steps, waiting)
        numbers = [concept for concept in self.concepts if concept.name == "number"]
        wrong = [concept for concept in numbers if (concept.number or 0) > 1 and concept.number not in counts]
        return wrong or [*self.concepts[:1]] * ledger.untold(steps, {concept.name for concept in self.concepts})


def _segments(concepts: Sequence[Concept], *, gapped: bool = False) -> list[list[Concept]]:
    """Cut at commas, at words that join, and before a second verb.

    With `gapped`, cards without a verb have the one before: "play the first on an empty field and the other on top".
    """
    verbs, segments = _frames()[2], [list[Concept]()]
    for concept in concepts:
        if concept.name in _CUTS:
            segments.append([])
        else:
            if concept.name == "else":
                segments.append([])
            elif concept.name in verbs and any(other.name in verbs for other in segments[-1]):
                segments.append(_own_number(segments[-1]))
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


def _own_number(segment: list[Concept]) -> list[Concept]:
    """Take a second number off the end of a segment: where verbs come last, it belongs to the verb that follows."""
    numbers = [index for index, concept in enumerate(segment) if concept.name == "number"]
    if len(numbers) < 2 or not any(concept.name == "card" for concept in segment[numbers[0] : numbers[-1]]):
        return []
    tail = segment[numbers[-1] :]
    if any(concept.name in _verbs() for concept in tail):
        return []
    del segment[numbers[-1] :]
    return tail


def _clauses(
    concepts: Sequence[Concept], before: Collection[str] = (), banned: Collection[Frame] = (), *, gapped: bool = False
) -> tuple[float, list[_Clause], list[Concept]]:
    """Return the cheapest way to explain concepts by frames, one after the other, and what it leaves unexplained."""
    segments = _segments(concepts, gapped=gapped)
    # for each number of segments: the cost, where the last clause begins, its frame, and the rows so far
    best: list[tuple[float, int, Frame | None, frozenset[str]]] = [(0.0, 0, None, frozenset(before))]
    for end in range(1, len(segments) + 1):
        options: list[tuple[float, int, Frame | None]] = []
        for start in range(max(0, end - _WIDEST), end):
            cost, _, _, rows = best[start]
            window = _window(segments, start, end)
            names = frozenset(concept.name for concept in window)
            options += [
                (cost + _unexplained(frame, window, names), start, frame)
                for frame in _fitting(names)
                if frame not in banned
                and (not frame.after or rows & frame.after)
                and not (frame.row in ("play", "keep", "discard") and _leaves(segments[start:end]))
            ]
            if start == end - 1:
                options.append((cost + sum(map(_weight, window)), start, None))
        cost, start, frame = min(options, key=lambda option: option[0])
        best.append((cost, start, frame, best[start][3].union(frame.row.split("+") if frame else ())))
    clauses: list[_Clause] = []
    left: list[Concept] = []
    end = len(segments)
    while end:
        _, start, frame, _ = best[end]
        window = _window(segments, start, end)
        left = [c for c in window if _weight(c) and not (frame and c.name in frame.explained)] + left
        clauses = ([_Clause(frame, tuple(window))] if frame else []) + clauses
        end = start
    return best[-1][0], clauses, left


def _leaves(segments: Sequence[Sequence[Concept]]) -> bool:
    """Return whether cards come before the rest of them: "play 1, the rest on the discard pile" is two steps."""
    names = [{concept.name for concept in segment} for segment in segments]
    cards = [index for index, segment in enumerate(names) if segment & {"number", "them"} and not segment & _REST]
    return bool(cards) and any(segment & _REST for segment in names[cards[0] + 1 :])


def _window(segments: Sequence[Sequence[Concept]], start: int, end: int) -> list[Concept]:
    return [concept for segment in segments[start:end] for concept in segment]


class _Story(Struct):
    """The steps of a text so far, sentence by sentence."""

    steps: tuple[Step, ...] = ()
    cost: float = 0.0
    also: float = 0.0  # of the cost: verbs that belong to a step with another one
    unclear: list[tuple[int, int]] = field(default_factory=list)
    last: tuple[Step, ...] = ()  # of the sentence before
    rows: list[str] = field(default_factory=list)  # of the clauses so far
    hand: bool = False  # the card in hand was spoken of
    used: list[Frame] = field(default_factory=list)
    banned: tuple[Frame, ...] = ()
    gapped: bool = False

    def tell(self, concepts: Sequence[Concept]) -> bool:
        """Add a sentence; whether it tells a step. "Before that, …" goes before the sentence before."""
        said = [concept for concept in concepts if concept.name != "earlier"]
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
            (what, compare, number), body = parts
            self._doubt(_between(concepts, body))
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
            self.cost += _BAD
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
        if before and after and _does().isdisjoint(concept.name for concept in _until_cut(after)):
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
        self.cost += _BAD if "or" in {concept.name for concept in concepts} else 0
        return self._plain(concepts)

    def _repeated(self, concepts: list[Concept], at: int) -> tuple[Step, ...] | None:
        times = concepts[at].number
        rest = [*concepts[:at], *concepts[at + 1 :]]
        if times is None and at and concepts[at - 1].name == "number":
            times, rest = concepts[at - 1].number, [*concepts[: at - 1], *concepts[at + 1 :]]
        if times is None:  # "the next time" is no number of times
            self._doubt([concepts[at]])
            return self._block(rest)
        times = max(2, times)  # "repeat this once" is twice in all
        all_of_it = any(concept.name == "repeat" for concept in rest) or not any(map(_weight, concepts[:at]))
        ends = [i for i, concept in enumerate(rest) if i >= at and concept.name in (",", ";", "then")]
        end = len(rest) if all_of_it or not ends else ends[0]
        inner = self._plain([concept for concept in rest[:end] if concept.name != "repeat"])
        if inner:
            return (Repeat(times, inner), *self._plain(rest[end:]))  # type: ignore[arg-type]
        self.steps = self.steps[: len(self.steps) - len(self.last)]
        return (Repeat(times, self._plain_only(self.last)),) if self.last else None  # type: ignore[arg-type]

    def _plain(self, concepts: Sequence[Concept]) -> tuple[Step, ...]:
        cost, clauses, left = _clauses(concepts, self.rows, self.banned, gapped=self.gapped)
        self.cost += cost - _STEP * sum(clause.frame.row != "nothing" for clause in clauses)
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
                self.cost += _BAD
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
                    more, wrong = (Repeat(max(filter(None, times)), more),), []  # type: ignore[arg-type]
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
        unsaid, untold = ledger.differences({concept.name for concept in concepts}, steps, _tells())
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
    has_verbs = [any(concept.name in _verbs() for concept in part) for part in (concepts[:start], between)]
    return start if all(has_verbs) else 0


def _around(concepts: list[Concept], name: str) -> tuple[list[Concept], list[Concept]]:
    """Split concepts at a word that occurs once; return nothing if it occurs more often."""
    words = [concept for concept in concepts if concept.name in (name, *_CUTS) or _weight(concept)]
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
            and not (_verbs() - {"toss"}).isdisjoint(before)
            and not _does().isdisjoint(after)
        ):
            return at
    return 0


def _condition(concepts: list[Concept]) -> tuple[tuple[str, str, int], list[Concept]] | None:
    """Return the condition of a sentence and what is left of it; it begins at "if" and ends at some mark or verb."""
    start = next(index for index, concept in enumerate(concepts) if concept.name == "if")
    names = [concept.name for concept in concepts]
    marks = [
        i
        for i, name in enumerate(names)
        if i > start
        and (name in (_CUTS | _does() | {"choose"}) or names[i - 1] in ("heads", "tails"))
        and names[i - 1 : i + 4 : 2] != ["number", "number", "number"]  # "4, 5 or 6"
    ]
    tries = [
        (_cost(frame, concepts[start + 1 : end]), end, frame.row)
        for end in (*marks, len(concepts))
        for frame in _frames()[1]
    ]
    cost, end, what = min(tries)
    return (
        ((what, *_bound(concepts[start + 1 : end], what)), [*concepts[:start], *concepts[end:]]) if cost < 2 else None
    )


def _between(concepts: Sequence[Concept], body: Sequence[Concept]) -> list[Concept]:
    """Return the "if" of a condition between two steps: in "swap two stacks, if …, draw a card" it is for either."""
    at = next(index for index, concept in enumerate(concepts) if concept.name == "if")
    steps = _does() - {"toss"}
    sides = [[concept.name for concept in body if (concept in concepts[:at]) is before] for before in (True, False)]
    return [] if any(steps.isdisjoint(side) for side in sides) else [concepts[at]]


def _bound(concepts: Sequence[Concept], what: str) -> tuple[str, int]:
    names = {concept.name for concept in concepts}
    numbers = [concept.number for concept in concepts if concept.name == "number" and concept.number is not None]
    number = max(numbers, default=1)
    if what == "die" and len(numbers) > 1:  # "5 or 6", "1 or 2"
        return ("at-least", min(numbers)) if number == _DIE else ("at-most", number)
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
        if len(parts) > 1 and all(any(concept.name in _verbs() for concept in part) for part in parts):
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
        if not told or any(_verbs().isdisjoint(concept.name for concept in piece) for piece in pieces):
            pieces = [list(clause.concepts) for clause in _clauses(parts[0])[1]]
            pieces *= not any(concept.name == "and" for concept in parts[0])
        if len(pieces) == 2 and (first := _clauses(pieces[1])[1]) and first[0].frame.row not in _CONTINUED:
            parts = [*pieces, parts[1]]
    return parts


def _for_all(parts: Sequence[Sequence[Concept]]) -> list[Concept]:
    """Return "then" in the last of several options only: what follows may be for all of them."""
    then = [[index for index, concept in enumerate(part) if concept.name == "then"] for part in parts]
    if len(parts) < 2 or any(then[:-1]) or not then[-1]:
        return []
    at, last = then[-1][0], [concept.name for concept in parts[-1]]
    return [] if _does().isdisjoint(last[:at]) or _does().isdisjoint(last[at:]) else [parts[-1][at]]


def _split(concepts: Sequence[Concept], marks: Collection[str]) -> list[list[Concept]]:
    """Split concepts at marks; parts that say nothing are left out."""
    parts: list[list[Concept]] = [[]]
    for concept in concepts:
        if concept.name in marks:
            parts.append([])
        else:
            parts[-1].append(concept)
    return [part for part in parts if any(_weight(concept) for concept in part)]


def guesses(text: str, lang: str) -> list[Guess]:
    """Return the likeliest steps of a free text, and others that explain it as well; none without synonyms."""
    words = synonyms(lang)
    if words is None:
        return []
    concepts, unknown = words.concepts(text)
    if sum(concept.name in _verbs() or concept.name == "if" for concept in concepts) > MOST_VERBS:
        return [Guess((), NEVER, ((0, len(text)),))]
    gapped, used_gapped = _told(concepts, unknown, (), gapped=True)
    best, used = _told(concepts, unknown, ())
    is_gapped = gapped.cost < best.cost
    if is_gapped:
        best, used = gapped, used_gapped
    frames = [frame for frame in dict.fromkeys(used) if frame.row != "nothing"][:_MOST_OTHERS]
    others = [_told(concepts, unknown, (frame,), gapped=is_gapped)[0] for frame in frames]
    if best.cost <= gapped.cost <= best.cost + _STEP and not gapped.unclear:
        others.append(replace(gapped, cost=best.cost))
    found: dict[tuple[Step, ...], Guess] = {}
    for guess in sorted((best, *others), key=lambda guess: guess.cost):
        found.setdefault(guess.steps, guess)
    return list(found.values())


def _told(
    concepts: Sequence[Concept], unknown: Sequence[tuple[int, int]], banned: tuple[Frame, ...], *, gapped: bool = False
) -> tuple[Guess, list[Frame]]:
    """Read the sentences one after the other, without some frames."""
    story, sentence = _Story(banned=banned, gapped=gapped), list[Concept]()
    for concept, following in pairwise((*concepts, Concept(".", None, 0, 0), Concept(".", None, 0, 0))):
        if concept.name not in _ENDS:
            sentence.append(concept)
        elif following.name == "or" and sentence and not story.steps:  # "Swap two stacks. Or take another turn."
            sentence.append(concept._replace(name=";"))
        elif sentence:
            if (
                concept.name == "!" and len(sentence) == 1 and sentence[0].name not in ("coin", "die")
            ):  # a cry, not a step
                sentence = []
                continue
            if concept.name == "?" and any(map(_weight, sentence)):  # "No cards left? Then …" is a condition
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
    cost, unclear = story.cost + len(unknown), tuple(sorted({*story.unclear, *unknown}))
    return Guess(story.steps, cost, unclear, cost - story.also), story.used
