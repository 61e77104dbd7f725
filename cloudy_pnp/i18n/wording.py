"""Composed sentences as data: a table of rows for each language, and what fills them.

A *row* is a text with *slots* in braces, or several *forms* of such a text. A game says what a sentence means as a
`Phrase`: the row to use, the words that are true of it, and what goes into its slots. The first form whose words are
all true is used; `other` fits always. A slot that the game does not fill is another row of the table, under the same
words; `{number.object}` adds a word, `{Steps}` begins with a capital letter. There are no conditions or expressions,
so the same rows can be matched against a text. docs/reference/wording.md is the translators' page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from gettext import c2py
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted, suggest
from cloudy_pnp.data.source import read_own

OTHER = "other"
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
COUNTED = (*NUMBERS, "singular", "few")  # the words that can be true of a number
DIGITS = "digits"  # the slot that a game fills with a number
_PLURALS = {"two": (2, 3), "singular": (21, 25), "few": (3, 5)}  # words for the first of two numbers, if plurals differ
_SLOT = re.compile(r"\{([A-Za-z][a-z0-9-]*)(?:\.([a-z][a-z0-9-]*))?\}")
_MOST_SLOTS = 12  # of one text
_LONGEST = 2_000  # characters of a text whose slots are filled
_DEEPEST = 10  # levels of nested rows in it
_MOST_NAMED = 8  # missing rows in a message
_NEEDLESS = re.compile(r" +(?=[ ,.;:)]|$)|^ +|(?<=[!?…])\.")  # spaces at an empty slot; a stop after "!"

RowData: TypeAlias = str | Mapping[str, str]
Rows: TypeAlias = Mapping[str, RowData]  # the rows of a table as they are written


class Phrase(Struct, frozen=True):
    """A sentence or a part of one before any language words it."""

    row: str
    words: frozenset[str] = frozenset()
    slots: Mapping[str, Phrase | str] = field(default_factory=dict)


class RowUse(Struct, frozen=True):
    """The use of a row by a game: the words that choose its form, and the slots that the game fills."""

    words: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()


class Slot(Struct, frozen=True):
    """A place in a text: a slot of the game or another row, perhaps asked for with one more word."""

    name: str
    asks: frozenset[str] = frozenset()
    capital: bool = False


class Form(Struct, frozen=True):
    """One text of a row, and the alternative sets of words that choose it."""

    key: str
    fits: tuple[frozenset[str], ...]
    parts: tuple[str | Slot, ...]

    @property
    def slots(self) -> Iterator[Slot]:
        """Its slots, from left to right."""
        return (part for part in self.parts if isinstance(part, Slot))

    @property
    def has_words(self) -> bool:
        """Whether it is more than slots."""
        return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in self.parts)


def number_words(count: int) -> frozenset[str]:
    """Return the words for a number: its name up to nine, and the plural that Slavic languages have for it.

    >>> sorted(number_words(2)), sorted(number_words(12)), sorted(number_words(21)), sorted(number_words(33))
    (['few', 'two'], [], ['singular'], ['few'])
    """
    is_teen = 11 <= count % 100 <= 14
    plural = () if is_teen else ("singular",) if count % 10 == 1 else ("few",) if 2 <= count % 10 <= 4 else ()
    return frozenset((*NUMBERS[count : count + 1], *plural))


def capitalize(text: str) -> str:
    """Make the first letter a capital and leave the others as they are."""
    text = text.lstrip(" ")
    return text[:1].upper() + text[1:]


def parse_forms(row: RowData) -> tuple[Form, ...]:
    """Read a row; a plain text is its only form.

    >>> [form.key for form in parse_forms({"one, two whole": "{number} card", "other": "{number} cards"})]
    ['one, two whole', 'other']
    """
    texts = {OTHER: row} if isinstance(row, str) else row
    return tuple(Form(key, _alternatives(key), _parts(text)) for key, text in texts.items())


def _alternatives(key: str) -> tuple[frozenset[str], ...]:
    return (frozenset(),) if key == OTHER else tuple(frozenset(part.split()) for part in key.split(","))


def _parts(text: str) -> tuple[str | Slot, ...]:
    parts: list[str | Slot] = []
    end = 0
    for match in _SLOT.finditer(text):
        name, asks = match[1], frozenset({match[2]} - {None})
        parts += [text[end : match.start()], Slot(name[0].lower() + name[1:], asks, name[0].isupper())]
        end = match.end()
    return tuple(part for part in (*parts, text[end:]) if part)


class Table:
    """The sentences of a language. Its rows have passed `table_findings`."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._forms: dict[str, tuple[Form, ...]] = {}

    def sentence(self, phrase: Phrase) -> str:
        """Word a phrase as a sentence of its own.

        >>> rows = {"draw": {"one": "draw {then} a card.", "other": "draw {then} {digits} cards."},
        ...         "then": {"later": "again", "other": ""}}
        >>> Table(rows).sentence(Phrase("draw", slots={"digits": "12"}))
        'Draw 12 cards.'
        """
        return capitalize(self.part(phrase))

    def part(self, phrase: Phrase) -> str:
        """Word a phrase as a part of a sentence."""
        return _NEEDLESS.sub("", self._text(phrase))

    def _text(self, phrase: Phrase) -> str:
        forms = self._forms.get(phrase.row)
        if forms is None:
            forms = self._forms[phrase.row] = parse_forms(self._rows[phrase.row])
        chosen = next(form for form in forms if any(words <= phrase.words for words in form.fits))
        return "".join(part if isinstance(part, str) else self._fill(part, phrase) for part in chosen.parts)

    def _fill(self, slot: Slot, phrase: Phrase) -> str:
        text = phrase.slots[slot.name] if slot.name in phrase.slots else Phrase(slot.name, phrase.words, phrase.slots)
        if isinstance(text, Phrase):
            text = self._text(Phrase(text.row, text.words | slot.asks, text.slots))
        return capitalize(text) if slot.capital else text


# --- checks ------------------------------------------------------------------------------------------------------


def table_findings(rows: Rows, uses: Mapping[str, RowUse]) -> Iterator[Finding]:
    """WORDING: yield everything that keeps a table from wording any phrase; paths start at `rows`.

    `uses` lists the rows that the game asks for; every other row has to fill a slot of one of those.
    """
    yield from _findings(_Question(repr(rows), tuple(uses.items()), rows))


class _Question(Struct, frozen=True, eq=False):
    """A table to check. A check of a project asks the same for every pack: equal texts have equal findings."""

    text: str
    uses: tuple[tuple[str, RowUse], ...]
    rows: Rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and (self.text, self.uses) == (other.text, other.uses)

    def __hash__(self) -> int:
        return hash((self.text, self.uses))


@lru_cache(maxsize=16)
def _findings(question: _Question) -> tuple[Finding, ...]:
    check = _Check(question.rows, dict(question.uses))
    return (*check.missing_rows(), *(finding for name in question.rows for finding in check.row(name)))


def own_findings(rows: Rows, own: Collection[str], uses: Mapping[str, RowUse]) -> Iterator[Finding]:
    """Yield the findings about a table for the author of some of its rows; the others were checked before.

    What an own row spoils elsewhere is shown at the table as a whole, unless a row is merely no longer needed.
    """
    for finding in table_findings(rows, uses):
        if not finding.path or finding.path[0] in own:
            yield finding
        elif finding.code == "WORDING-SLOT":
            yield replace(finding, path=(), message=f"row {quoted(finding.path[0])}: {finding.message}")


def lost_slots(source: Rows, rows: Rows, own: Iterable[str], uses: Mapping[str, RowUse]) -> Iterator[Finding]:
    """WORDING-SLOT: yield own forms that lack what a slot of the source's form says, unless they name the number.

    A number may move from one row to another: a row that never has it does not lack it, but a sentence without it does.
    """
    theirs, mine = _Check(source, uses), _Check(rows, uses)
    for name in own:
        anywhere = None if name in uses else mine.filled([Slot(name)], frozenset())
        for form in mine.forms[name] if name in source else ():
            lost: dict[str, None] = {}
            for words in form.fits:
                known = mine.filled(form.slots, words) | ({DIGITS} if words & set(NUMBERS) else set())
                chosen = next((base for base in theirs.forms[name] if any(fit <= words for fit in base.fits)), None)
                for slot in chosen.slots if chosen else ():
                    missing = theirs.filled([slot], words) - known
                    if DIGITS in (missing if anywhere is None else missing & anywhere):
                        lost[slot.name] = None
            path = (name,) if isinstance(rows[name], str) else (name, form.key)
            for slot_name in lost:
                message, hint = f"the text lacks {{{slot_name}}}, which the source has", "write it where it belongs"
                yield Finding("WORDING-SLOT", path, message, hint, Severity.WARNING)


def with_plurals(rows: Rows, uses: Mapping[str, RowUse], plurals: str) -> Rows:
    """Return rows with a further form wherever a number needs one by the rule for plurals of a language.

    >>> rows = {"draw": {"one": "draw a card", "other": "draw {digits} cards"}}
    >>> polish = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    >>> list(with_plurals(rows, {"draw": RowUse(frozenset(COUNTED), frozenset({"digits"}))}, polish)["draw"])
    ['one', 'few', 'other']
    """
    try:
        plural_of = c2py(plurals.partition("plural=")[2].rstrip("; "))
        needed = [word for word, (number, other) in _PLURALS.items() if plural_of(number) != plural_of(other)]
    except (ValueError, ArithmeticError, RecursionError):
        needed = []  # no rule, or not one of gettext's
    check = _Check(rows, uses)
    return {name: check.with_forms(name, needed) for name in rows} if needed else rows


def used_rows(rows: Rows, uses: Mapping[str, RowUse]) -> Rows:
    """Return the rows of a table that its sentences consist of."""
    users = _Check(rows, uses).users
    return {name: row for name, row in rows.items() if users[name]}


class _Check:
    def __init__(self, rows: Rows, uses: Mapping[str, RowUse]) -> None:
        self.rows, self.uses = rows, uses
        self.forms = {name: parse_forms(row) for name, row in rows.items()}
        slots = [slot for forms in self.forms.values() for form in forms for slot in form.slots]
        self.asked = frozenset[str]().union(*(slot.asks for slot in slots))
        self._measures: dict[frozenset[str], _Measure] = {}

    @cached_property
    def users(self) -> dict[str, set[str]]:
        """For each row, the rows of the game whose sentences it is a part of."""
        users: dict[str, set[str]] = {name: set() for name in self.rows}
        for name, use in self.uses.items():
            waiting = [name] if name in self.rows else []
            while waiting:
                row = waiting.pop()
                if name not in users[row]:
                    users[row].add(name)
                    inner = {slot.name for form in self.forms[row] for slot in form.slots} - use.slots
                    waiting += [other for other in inner if other in self.rows]
        return users

    def filled(self, slots: Iterable[Slot], words: frozenset[str]) -> set[str]:
        """Return the slots of the game that fill some slots where at least some words are true."""
        measure, found = self._measure(self._game_slots), set[str]()
        for slot in slots:
            if slot.name in self._game_slots:
                found.add(slot.name)
                continue
            for form in self.forms.get(slot.name, ()):
                size = measure.form(form, (slot.name,))
                found.update(size.slots if size else ())
                if any(fit <= words | slot.asks for fit in form.fits):
                    break
        return found

    @cached_property
    def _game_slots(self) -> frozenset[str]:
        return frozenset[str]().union(*(use.slots for use in self.uses.values()))

    def with_forms(self, name: str, words: Sequence[str]) -> RowData:
        """Return a row with forms for some words of numbers before each form that needs them."""
        row, known = self.rows[name], frozenset[str]().union(*(self.uses[user].words for user in self.users[name]))
        named = any(fit & set(NUMBERS) for form in self.forms[name] for fit in form.fits)
        texts: dict[str, str] = {}
        for form, text in zip(self.forms[name], [row] if isinstance(row, str) else row.values(), strict=True):
            if form.has_words and self._says_a_number(form, named):
                for word in filter(known.__contains__, words):
                    parts = form.key.split(",")
                    key = word if form.key == OTHER else ", ".join(f"{word} {part.strip()}" for part in parts)
                    texts |= {} if word in texts else {key: text}
            texts[form.key] = text
        return row if len(texts) == len(self.forms[name]) else texts

    def _says_a_number(self, form: Form, named: bool) -> bool:
        """Check whether a form has a number that its key does not name: any, or where no form names one, a bare one."""
        numbers = [slot for slot in form.slots if DIGITS in self.filled([slot], frozenset())]
        bare = [slot for slot in numbers if slot.name == DIGITS or not self.forms[slot.name][-1].has_words]
        return bool(numbers if named else bare) and not any(fit & set(NUMBERS) for fit in form.fits)

    def missing_rows(self) -> Iterator[Finding]:
        missing = [name for name in self.uses if name not in self.rows]
        if missing:
            more = f" and {len(missing) - _MOST_NAMED} more" if len(missing) > _MOST_NAMED else ""
            message = f"the table lacks rows: {', '.join(missing[:_MOST_NAMED])}{more}"
            yield Finding("WORDING-ROW", (), message, "add them; another language's table shows their slots and forms")

    def row(self, name: str) -> Iterator[Finding]:
        users = self.users[name]
        if not users:
            hint = suggest(name, [use for use in self.uses if use not in self.rows]) or "use it in a slot, or delete it"
            yield Finding("WORDING-ROW", (name,), f"no sentence uses the row {quoted(name)}", hint, at_key=True)
            return
        if name in self._circles:
            message = "the row contains itself, by way of its slots"
            yield Finding("WORDING-LOOP", (name,), message, "fill its slots with rows that do not use it", at_key=True)
        words = self.asked.union(*(self.uses[user].words for user in users))
        earlier: list[frozenset[str]] = []
        for form in self.forms[name]:
            path = (name,) if isinstance(self.rows[name], str) else (name, form.key)
            yield from self._form(form, path, words, earlier)
            yield from self._slots(name, form, path)
            earlier += form.fits
        if frozenset() not in earlier:
            message = f"the row {quoted(name)} has no form for all other cases"
            yield Finding("WORDING-FORM", (name,), message, f"add {OTHER}: … as the last form", at_key=True)

    def _form(
        self, form: Form, path: DataPath, words: Collection[str], earlier: Collection[frozenset[str]]
    ) -> Iterator[Finding]:
        for unknown in dict.fromkeys(word for fit in form.fits for word in sorted(fit) if word not in words):
            message = f"{quoted(unknown)} is never true of this row"
            yield Finding("WORDING-FORM", path, message, suggest(unknown, sorted(words)), at_key=True)
        if any(any(before <= fit for before in earlier) for fit in form.fits):
            message = f"the form {quoted(form.key)} is never used: one before it fits as well"
            yield Finding("WORDING-FORM", path, message, "put the form with more words first", at_key=True)

    def _slots(self, name: str, form: Form, path: DataPath) -> Iterator[Finding]:
        users = [self.uses[user].slots for user in sorted(self.users[name])]
        text = "".join(part for part in form.parts if isinstance(part, str))
        if "{" in text or "}" in text:
            hint = "write {row}, {row.form} or, to begin with a capital letter, {Row}"
            yield Finding("WORDING-SLOT", path, "a brace does not belong to a slot", hint)
        slots = list(form.slots)
        if len(slots) > _MOST_SLOTS:
            message = f"the text has {len(slots)} slots; at most {_MOST_SLOTS} are allowed"
            yield Finding("WORDING-SLOT", path, message, "split it into rows")
            return
        for slot in dict.fromkeys(slots):
            if slot.name not in self.rows and not all(slot.name in known for known in users):
                known = frozenset.intersection(*users) | self.rows.keys()
                message = f"there is nothing to fill the slot {quoted(slot.name)}"
                yield Finding("WORDING-SLOT", path, message, suggest(slot.name, sorted(known)))
            for asked in sorted(slot.asks - self._listed):
                message = f"no row lists the form {quoted(asked)}"
                yield Finding("WORDING-FORM", path, message, f"add it to a row, or write {{{slot.name}}}")
        if name in self.uses:
            yield from self._filled(name, form, path)

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(word for forms in self.forms.values() for form in forms for fit in form.fits for word in fit)

    def _measure(self, slots: frozenset[str]) -> _Measure:
        """Return the measure of all rows for a set of slots that the game fills."""
        return self._measures.setdefault(slots, _Measure(self.forms, slots))

    @cached_property
    def _circles(self) -> frozenset[str]:
        """The rows that contain themselves, by way of their slots."""
        for name, use in self.uses.items():
            if name in self.rows:
                self._measure(use.slots).row(name, ())
        return frozenset(row for measure in self._measures.values() for row in measure.circles)

    def _filled(self, name: str, form: Form, path: DataPath) -> Iterator[Finding]:
        """Report what only shows when a text is filled: a slot that is used twice, a text that grows and grows."""
        slots = self.uses[name].slots
        size = self._measure(slots).form(form, (name,))
        if size is None:  # the rows that go in circles are reported
            return
        if size.length > _LONGEST or size.depth > _DEEPEST:
            much = f"{_LONGEST:,} characters" if size.length > _LONGEST else f"{_DEEPEST} nested rows"
            message = f"the text has more than {much} when its slots are filled"
            yield Finding("WORDING-SLOT", path, message, "write it with fewer slots")
        for slot, times in size.slots.items():
            if times > 1:
                message = f"the text has the slot {quoted(slot)} {times} times"
                yield Finding("WORDING-SLOT", path, message, f"write {{{slot}}} once")


class _Size(NamedTuple):
    """The most that filling a text can give."""

    length: int  # characters
    depth: int  # nested rows
    slots: Counter[str]  # how often each slot of the game is used


class _Measure:
    """Measures filled texts without composing them: each row once."""

    def __init__(self, forms: Mapping[str, tuple[Form, ...]], slots: Collection[str]) -> None:
        self.forms, self.slots = forms, slots
        self.sizes: dict[str, _Size | None] = {}
        self.circles: set[str] = set()

    def form(self, form: Form, above: tuple[str, ...]) -> _Size | None:
        """Return None for a text that contains one of the rows above it."""
        length, depth, uses = sum(len(part) for part in form.parts if isinstance(part, str)), 0, Counter[str]()
        for slot in form.slots:
            if slot.name in self.slots:
                uses[slot.name] += 1
            elif slot.name in self.forms:
                if slot.name in above:
                    self.circles.update(above[above.index(slot.name) :])
                    return None
                inner = self.row(slot.name, above)
                if inner is None:
                    return None
                length, depth, uses = length + inner.length, max(depth, inner.depth), uses + inner.slots
        return _Size(length, depth + 1, uses)

    def row(self, name: str, above: tuple[str, ...]) -> _Size | None:
        if name not in self.sizes:
            largest: _Size | None = _Size(0, 0, Counter())
            for form in self.forms[name]:
                size = self.form(form, (*above, name))
                if size is None or largest is None:
                    largest = None
                    break
                length, depth = max(largest.length, size.length), max(largest.depth, size.depth)
                largest = _Size(length, depth, largest.slots | size.slots)
            self.sizes[name] = largest
        return self.sizes[name]


# --- tables in files ---------------------------------------------------------------------------------------------


@cache
def shipped_rows(folder: Path, lang: str) -> Rows:
    """Read the rows of a shipped table once; none where the folder has no table of that language."""
    path = folder / f"{lang}.yaml"
    if not path.is_file():
        return {}
    rows: Rows = read_own(path)["wording"]["rows"]
    return rows


def merged_rows(tables: Iterable[Mapping[str, Any]]) -> dict[str, Rows]:
    """Return the rows of entries of the kind `wording` by language; a later entry replaces rows of an earlier one.

    >>> merged_rows([{"id": "de", "rows": {"a": "1", "b": "2"}}, {"id": "de", "rows": {"b": "3"}}])
    {'de': {'a': '1', 'b': '3'}}
    """
    merged: dict[str, Rows] = {}
    for table in tables:
        merged[table["id"]] = {**merged.get(table["id"], {}), **table["rows"]}
    return merged


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
