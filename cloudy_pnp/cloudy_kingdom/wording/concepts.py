"""Words of a sentence to concepts (`draw`, `discard-pile`, `empty`), by the synonyms of a language.

The synonyms are data: templates/cloudy-kingdom/synonyms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, field

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_own

FOLDER = shipped_root() / "templates/cloudy-kingdom/synonyms"
_TOKEN = re.compile(r"[^\W\d_]+|\d{1,3}|•|(?<![^\n])[ \t]*[-*·–](?=\s)|[.,;:!?()–\n]")
_BULLET = "•"
_UMLAUTS = {"ae": "ä", "oe": "ö", "ue": "ü"}
_UMLAUT = re.compile("[ao]e|(?<![aeoäq])ue")  # not in "baue", "neue"
ENDS = {".", "!", "?", "\n"}
_STEM, _GAP = 3, 7  # letters that phrases are looked up by; words that a gap may have
_USED = "ª"  # instead of a word that belongs to a phrase: no word of a text is folded to it


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
    needs: Sequence[frozenset[str]]  # a text without one word of each does not have the phrase


def fold(text: str, lang: str) -> list[Token]:
    """Return the words of a text without capitals; accents stay, as they tell words apart.

    >>> [token.text for token in fold("Lege-la été, Plaetze!", "de")]
    ['lege', 'la', 'été', ',', 'plätze', '!']
    """
    plain, places = list[str](), list[tuple[int, int]]()
    for place, letter in enumerate(text):
        joins = plain and unicodedata.combining(letter)
        for part in unicodedata.normalize("NFKC", letter.lower().replace("ß", "ss").replace("×", "x")):
            composed = unicodedata.normalize("NFC", plain[-1] + part) if joins else ""
            if len(composed) == 1:
                plain[-1], places[-1] = composed, (places[-1][0], place + 1)
            elif not unicodedata.combining(part):
                plain.append(part)
                places.append((place, place + 1))
    tokens = []
    for match in _TOKEN.finditer("".join(plain)):
        word = _UMLAUT.sub(lambda pair: _UMLAUTS[pair[0]], match[0]) if lang == "de" else match[0]
        word = _BULLET if word.strip() in ("-", "*", "·") or (word[0] in " \t–" and match[0] != "–") else word
        tokens.append(Token(word, places[match.start()][0], places[match.end() - 1][1]))
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
        firsts = ([choice[0] if choice else "*" for choice in part] for part in parts)
        needs = tuple(frozenset(words) for words in firsts if not any(word[-1] in "*~" for word in words))
        return Phrase(parts, tuple(names.split()), number, needs)

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
        keys, there = (words[start], *(f"{words[start][:size]}*" for size in range(1, _STEM + 1))), set(words)
        phrases = [
            self.phrases[place] for place in sorted({place for key in keys for place in self._index.get(key, ())})
        ]
        fits = [
            (fit, phrase)
            for phrase in phrases
            if not any(map(there.isdisjoint, phrase.needs)) and (fit := _fit(phrase.parts, words, start)) and fit.places
        ]
        if not fits:
            return None
        best, phrase = max(fits, key=lambda item: item[0][:3])
        return phrase, best.places

    @cached_property
    def ignored(self) -> frozenset[str]:
        """Function words: articles, pronouns and the like."""
        return frozenset(
            self.same(token.text)
            for lemmas in self.data["ignore"].values()
            for lemma in lemmas
            for token in fold(lemma, self.lang)
        )

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
        """Return the concepts of a text in order, with its marks, and the words that are not known or are misspelt."""
        tokens = [Token(".", 0, 0), *fold(text, self.lang)]  # a phrase may begin with a sentence
        words = [self.same(token.text) for token in tokens]
        new = [token for token, word in zip(tokens, words, strict=True) if not self.known(word)]
        concepts, unknown = list[Concept](), [(token.start, token.end) for token in new]
        words = [word if self.known(word) else self.same(self.spelled(word)) for word in words]
        said = set[int]()  # the places of words that belong to a phrase
        for here, token in enumerate(tokens):
            if here in said:
                continue
            if re.fullmatch("[a-d1-4]", words[here]) and words[here + 1 : here + 2] == [")"]:  # a) … b) …
                said.add(here + 1)
                unknown = [place for place in unknown if place[0] != token.start]
                concepts.append(Concept("option", None, token.start, token.end))
            elif match := self._match(words, here):
                phrase, places = match
                said.update(places)
                # a word is in one phrase
                words = [_USED if place in said else word for place, word in enumerate(words)]
                concepts += [Concept(name, phrase.number, token.start, tokens[places[-1]].end) for name in phrase.names]
            elif token.text == _BULLET:  # of a list after "choose one"; any other list is one sentence after the other
                if any(concept.name == "either" for concept in concepts):
                    while concepts[-1].name in (*ENDS, ";", ","):
                        concepts.pop()
                    concepts.append(Concept("option", None, token.start, token.end))
            elif token.text.isdigit():
                concepts.append(Concept("number", int(token.text), token.start, token.end))
            elif not token.text.isalpha():
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
    """The fit of a phrase in a text: the number of its words, how small its gaps are, its letters, and the places."""

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
    return Synonyms(lang, read_table(path)) if path.is_file() else None


@cache
def read_table(path: Path) -> Mapping[str, Any]:
    data: Mapping[str, Any] = read_own(path)["synonyms"]
    return data
