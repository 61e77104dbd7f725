"""Wording tables in the other direction: from a text to the phrases that word it.

A row matches a text when one of its forms does, part by part. Which form that is says which words are true of the
phrase, as far as the text tells: the game decides the rest, and words the result again to see whether it is the same.
Spaces and capitals do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.i18n.wording import NUMBERS, Rows, RowUse, Slot, parse_forms

Fills = Mapping[str, Mapping[str, Sequence[str]]]  # by row and slot of the game: the rows that can fill it
_Form = tuple[frozenset[str], Sequence[str | Slot]]  # words that must be true, and squeezed texts and slots
_DIGITS = re.compile(r"\d{1,3}")
_MOST_READINGS = 200  # of one row at one place: a table that allows more is not read to the end
_ALIKE = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "…": "."})


class Reading(Struct, frozen=True):
    """A part of a text as a phrase: the words that must be true of it, its number and what fills its slots."""

    row: str
    start: int
    end: int
    words: frozenset[str] = frozenset()
    digits: str = ""
    slots: tuple[tuple[str, Reading], ...] = ()

    def number(self) -> int | None:
        """Return the number that the phrase names, in words or digits."""
        if self.digits:
            return int(self.digits)
        return next((value for value, word in enumerate(NUMBERS) if word in self.words), None)

    def slot(self, name: str) -> Reading | None:
        """Return what fills a slot."""
        return dict(self.slots).get(name)


def squeeze(text: str) -> str:
    """Return a text without spaces and capitals; typographic characters become plain ones.

    >>> squeeze("Spiele sie\\u00a0– oder nicht.")
    'spielesie-odernicht.'
    """
    return "".join(text.translate(_ALIKE).lower().split())


class TableReader(Struct):
    """Reads texts by the rows of one table. `exclusive`: words of which only one can be true at a time."""

    rows: Rows
    uses: Mapping[str, RowUse]
    fills: Fills
    exclusive: Sequence[Collection[str]] = ()
    _forms: dict[tuple[str, str, frozenset[str]], list[_Form]] = field(default_factory=dict)
    _agreed: dict[frozenset[str], bool] = field(default_factory=dict)

    def reads(self, text: str, row: str) -> Callable[[int], list[Reading]]:
        """Return a function: every way to read a row at a place of a squeezed text, each place read once."""
        reading = _Pass(self, text, {})
        return lambda start: reading.row(row, row, frozenset(), start)

    def forms(self, row: str, user: str, asks: frozenset[str]) -> list[_Form]:
        """Return the forms of a row that a user can have, with the words that must be true then; prepared once."""
        key = row, user, asks
        if key not in self._forms:
            known = self.uses[user].words
            self._forms[key] = [
                (fit - asks, [squeeze(part) if isinstance(part, str) else part for part in form.parts])
                for form in (parse_forms(self.rows[row]) if row in self.rows else ())
                for fit in form.fits
                if fit - asks <= known and self.agree(fit - asks)
            ]
        return self._forms[key]

    def agree(self, words: frozenset[str]) -> bool:
        """Return whether some words can be true together."""
        if words not in self._agreed:
            self._agreed[words] = all(len(words.intersection(group)) < 2 for group in (NUMBERS, *self.exclusive))
        return self._agreed[words]


class _Pass(Struct):
    """One text on its way through the rows; a row is read once at each place."""

    table: TableReader
    text: str
    known: dict[tuple[str, str, frozenset[str], int], list[Reading]]

    def row(self, row: str, user: str, asks: frozenset[str], start: int) -> list[Reading]:
        """Read a row that is used by a row of the game, or is one itself."""
        key = row, user, asks, start
        if key not in self.known:
            self.known[key] = []  # a row inside itself at the same place reads nothing
            readings: dict[Reading, None] = {}
            for needed, parts in self.table.forms(row, user, asks):
                if parts and isinstance(parts[0], str) and not self.text.startswith(parts[0], start):
                    continue
                states = [Reading(row, start, start, needed)]
                for part in parts:
                    states = [after for state in states for after in self._part(part, state, user, asks)]
                    if not states:
                        break
                readings.update(dict.fromkeys(states))
                if len(readings) >= _MOST_READINGS:
                    break
            self.known[key] = list(readings)
        return self.known[key]

    def _part(self, part: str | Slot, state: Reading, user: str, asks: frozenset[str]) -> Iterator[Reading]:
        if isinstance(part, str):
            if self.text.startswith(part, state.end):
                yield replace(state, end=state.end + len(part))
            return
        if part.name not in self.table.uses[user].slots:
            for inner in self.row(part.name, user, asks | part.asks, state.end):
                words = state.words | inner.words
                if self.table.agree(words):
                    digits, slots = state.digits or inner.digits, (*state.slots, *inner.slots)
                    yield replace(state, end=inner.end, words=words, digits=digits, slots=slots)
        elif part.name == "digits":
            if match := _DIGITS.match(self.text, state.end):
                yield replace(state, end=match.end(), digits=match[0])
        else:
            for filling in self.table.fills.get(user, {}).get(part.name, ()):
                for inner in self.row(filling, filling, part.asks, state.end):
                    yield replace(state, end=inner.end, slots=(*state.slots, (part.name, inner)))
