"""From the phrases that a text was read as to the steps of a spell, and the normal form of steps.

Texts do not tell everything: "it" is a card that was drawn or one that was taken. What is open is tried in the order of
what is likely; who calls words the steps again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.wording import clauses
from cloudy_pnp.cloudy_kingdom.wording.phrases import ROWS
from cloudy_pnp.cloudy_kingdom.wording.plan import plan
from cloudy_pnp.i18n.localized import Localized
from cloudy_pnp.i18n.wording import Fills, Reading, Rows, TableReader

_CLAUSES = tuple(name for name in ROWS if name in kinds.STEPS and not kinds.STEPS[name].block and name != "say")
_SINGLE = (*_CLAUSES, "play-hand", "discard-hand", "discard-unplayed")
_BODY = ("inner", "steps")
FILLS: Fills = {
    "sentence": {"step": (*_SINGLE, "pair", "choose", "repeat", "only-if")},
    "inner": {"step": (*_SINGLE, "pair")},
    "pair": {"first": ("draw", "take", "take-back", "play"), "second": ("play", "discard", "keep")},
    "steps": {"first": ("inner",), "rest": _BODY},
    "options": {"first": (*_BODY, "nothing"), "rest": (*_BODY, "nothing", "options")},
    "choose": {"options": ("options",)},
    "repeat": {"steps": _BODY},
    "only-if": {"condition": get_args(kinds.Counted), "steps": _BODY},
}
_SPOTS = get_args(kinds.Where)
EXCLUSIVE = (
    (*_SPOTS, "on-first", "on-this"),
    ("drawn", "taken"),
    ("just", "rest", "again"),
    ("it", "them", "again"),
    ("at-least", "at-most"),
    ("then", "anyway", "after"),
)


def table_reader(rows: Rows) -> TableReader:
    """Return a reader for the table of a language."""
    return TableReader(rows, ROWS, FILLS, EXCLUSIVE)


# --- the normal form ---------------------------------------------------------------------------------------


def normal_form(steps: Sequence[kinds.Step]) -> tuple[kinds.Step, ...]:
    """Return the explicit steps with the same text.

    Left-over drawn cards are discarded by their own step, the number of cards played is a number where the text has
    one, and steps that the text does not mention are omitted.

    >>> normal_form([kinds.Draw(2), kinds.Play("drawn", 1, "growth")])[-1]
    Discard(source='drawn')
    """
    return tuple(step for saying in plan(steps) for step in _said(saying))


def _said(saying: clauses.Saying) -> Iterator[kinds.Step]:
    match saying:
        case clauses.ChoiceBlock(options):
            yield kinds.ChooseOne(tuple(_plain(option) for option in options))
        case clauses.RepeatBlock(times, body):
            if inner := _plain(body):
                yield kinds.Repeat(times, inner)
        case clauses.ConditionBlock(what, at_least, number, body):
            if inner := _plain(body):
                yield kinds.OnlyIf(what, "at-least" if at_least else "at-most", number, inner)
        case clauses.Sentence(first, second, _, times):
            yield from [step for _ in range(times) for step in _steps(first)]
            yield from _steps(second) if second is not None else ()


def _plain(body: Iterable[clauses.Sentence]) -> tuple[kinds.PlainStep, ...]:
    return _plain_steps(step for saying in body for step in _said(saying))


def _steps(clause: clauses.Clause) -> list[kinds.PlainStep]:
    match clause:
        case clauses.DrawCards(count):
            return [kinds.Draw(count)]
        case clauses.TakeTop(count):
            return [kinds.Take("discard-top")] * count
        case clauses.PlayCards(cards, spot, may):
            return [kinds.Play(cards.origin, "all" if cards.count is None else cards.count, _where(spot), may)]
        case clauses.PlayHand(spot, may):
            return [kinds.Play("hand", 1, _where(spot), may)]
        case clauses.KeepOne(cards):
            return [kinds.Keep(cards.origin)]
        case clauses.DiscardHand():
            return [kinds.Discard("hand")]
        case clauses.PutAway(clauses.Cards(origin)) | clauses.PutAwayUnplayed(origin):
            return [kinds.Discard("drawn")] if origin == "drawn" else []
        case clauses.NeighbourMisses(turns):
            return [kinds.MissTurn("next")] * turns
        case clauses.OwnWords(text):
            return [kinds.Say(Localized.of({"en": text}))]
    return [clause]


def _where(spot: str) -> kinds.Where:
    return next((where for where in _SPOTS if where == spot), "on-last")


# --- from phrases to steps ---------------------------------------------------------------------------------


class Waiting(Struct, frozen=True):
    """The cards a spell can refer to at one point of its text: how many drawn and taken, and which were named last."""

    drawn: int = 0
    taken: int = 0
    focus: clauses.Origin = "drawn"
    offered: int = 0  # drawn cards that the player may have played

    @property
    def nothing(self) -> bool:
        """Return whether no card waits."""
        return not self.drawn and not self.taken

    def after(self, step: kinds.Step) -> Waiting:
        """Return the cards at hand after a step."""
        match step:
            case kinds.Draw(count):
                return replace(self, drawn=self.drawn + count, focus="drawn")
            case kinds.Play("drawn", int(count), optional=True):
                return replace(self, offered=self.offered + count)
            case kinds.Play("drawn" | "taken" as source, count) if not step.optional:
                left = 0 if count == "all" else max(0, getattr(self, source) - count)
                return replace(self, **{source: left}, focus=source)
            case kinds.Keep(source):
                return replace(self, **{source: max(0, getattr(self, source) - 1)}, focus=source)
            case kinds.Discard("drawn"):
                return replace(self, drawn=0, offered=0)
            case kinds.Repeat(times, inner):
                return self.through([*inner] * times)
            case kinds.OnlyIf(steps=inner):
                return self.through(inner)
            case kinds.ChooseOne(options):
                return self.through(options[0]) if options else self
        return replace(self, taken=self.taken + 1, focus="taken") if takes(step) else self

    def through(self, steps: Iterable[kinds.Step]) -> Waiting:
        """Return the cards at hand after some steps."""
        state = self
        for step in steps:
            state = state.after(step)
        return state

    def origins(self, words: frozenset[str]) -> list[clauses.Origin]:
        """Return where the cards of a clause may come from, the likely one first."""
        if "drawn" in words:
            return ["drawn"]
        if "taken" in words:
            return ["taken"]
        other: clauses.Origin = "taken" if self.focus == "drawn" else "drawn"
        origins: list[clauses.Origin] = [self.focus, other]
        return sorted(origins, key=lambda origin: getattr(self, origin) == 0)


_NOTHING = Waiting()


def takes(step: kinds.Step) -> bool:
    """Return whether a card waits as taken after a step."""
    return type(step) in {kinds.STEPS[name].kind for name in ("take", "steal", "take-back")}


class StepReader(Struct, frozen=True):
    """From the phrases of one text to steps.

    `fits` tells whether a step can be worded like a part of the text; `begins`, whether a step with blocks, after the
    steps so far, is worded like the text up to a place.
    """

    fits: Callable[[kinds.PlainStep, Reading], bool]
    begins: Callable[[kinds.Step, int], bool]

    def read(
        self,
        readings: Sequence[Reading],
        waiting: Waiting = _NOTHING,
        before: tuple[kinds.Step, ...] = (),
        begins: Callable[[tuple[kinds.Step, ...], int], bool] = lambda *_: True,
    ) -> Iterator[tuple[kinds.Step, ...]]:
        """Every list of steps that sentences may mean after others, likely ones first; `begins`: up to a place."""
        if not readings:
            yield before
            return
        step = readings[0].slot("step")
        if step is None:
            return
        times = (readings[0].number() or 1) if "repeated" in readings[0].words else 1
        for first in self._phrase(step, waiting):
            steps = (*before, *(first * times))
            if begins(steps, readings[0].end):
                yield from self.read(readings[1:], waiting.through(first * times), steps, begins)

    def _phrase(self, reading: Reading, waiting: Waiting) -> Iterator[tuple[kinds.Step, ...]]:
        match reading.row:
            case "pair":
                first, second = reading.slot("first"), reading.slot("second")
                for one in self._phrase(first, waiting) if first else ():
                    for two in self._phrase(second, waiting.through(one)) if second else ():
                        yield (*one, *two)
            case "choose":
                yield from self._choices(_joined(reading.slot("options"), "options"), waiting, ())
            case "repeat":
                for inner in self._body(reading.slot("steps"), waiting):
                    yield (kinds.Repeat(reading.number() or 2, inner),)
            case "only-if":
                condition = reading.slot("condition")
                for inner in self._body(reading.slot("steps"), waiting) if condition else ():
                    yield from ((kinds.OnlyIf(*bound, inner),) for bound in _bounds(condition))
            case _:
                steps = [*clause_steps(reading.row, reading.words, reading.number(), waiting)]
                if reading.row in kinds.STEPS and len(steps) > 1 and len(steps[0]) == 1:
                    steps = [one for one in steps if one and self.fits(one[0], reading)] or steps
                yield from steps

    def _choices(
        self, options: Sequence[Reading], waiting: Waiting, chosen: tuple[tuple[kinds.PlainStep, ...], ...]
    ) -> Iterator[tuple[kinds.Step, ...]]:
        """Yield the steps of a choice, option by option: one that is not worded like the text is given up at once."""
        if not options:
            yield (kinds.ChooseOne(chosen),)
            return
        more = [()] * (len(options) - 1)

        def begins(steps: tuple[kinds.Step, ...], end: int) -> bool:
            return self.begins(kinds.ChooseOne((*chosen, _plain_steps(steps), *more)), end)

        for body in [()] if options[0].row == "nothing" else self._body(options[0], waiting, begins):
            yield from self._choices(options[1:], waiting, (*chosen, body))

    def _body(
        self,
        reading: Reading | None,
        waiting: Waiting,
        begins: Callable[[tuple[kinds.Step, ...], int], bool] = lambda *_: True,
    ) -> Iterator[tuple[kinds.PlainStep, ...]]:
        """Yield the steps inside a block: its parts are sentences without a full stop."""
        yield from map(_plain_steps, self.read(_joined(reading, "steps"), waiting, (), begins))


def _plain_steps(steps: Iterable[kinds.Step]) -> tuple[kinds.PlainStep, ...]:
    return tuple(step for step in steps if not isinstance(step, kinds.ChooseOne | kinds.Repeat | kinds.OnlyIf))


def _bounds(condition: Reading | None) -> Iterator[tuple[kinds.Counted, Literal["at-least", "at-most"], int]]:
    """Yield the bounds that a condition may ask for."""
    for what in get_args(kinds.Counted):
        if condition is not None and what == condition.row:
            number = condition.number()
            if not condition.words & {"at-most", "none"}:
                yield what, "at-least", 1 if number is None else number
            if "at-least" not in condition.words:
                yield what, "at-most", number or 0


def _joined(reading: Reading | None, row: str) -> list[Reading]:
    """Return the parts of a list that is worded as its first part and the rest."""
    if reading is None or reading.row != row:
        return [reading] if reading else []
    first = reading.slot("first")
    return [*([first] if first else []), *_joined(reading.slot("rest"), row)]


def clause_steps(
    row: str, words: frozenset[str], number: int | None, waiting: Waiting
) -> Iterator[tuple[kinds.PlainStep, ...]]:
    """Yield the steps that one clause may mean, likely ones first."""
    match row:
        case "draw":
            yield from ((step,) for step in single_steps(row, words, number or 1))
        case "take":
            yield (kinds.Take("discard-top"),) * (number or 1)
        case "play":
            for origin in waiting.origins(words):
                have = getattr(waiting, origin)
                likely: list[kinds.Count] = [number] if number else [*dict.fromkeys((have or 1, 1)), "all"]
                counts: list[kinds.Count] = ["all"] if "uncounted" in words else likely
                for where, count in product(_spots(words), counts):
                    yield (kinds.Play(origin, count, where, "may" in words),)
        case "play-hand":
            yield from ((kinds.Play("hand", 1, where, "may" in words),) for where in _spots(words))
        case "keep":
            yield from ((kinds.Keep(origin),) for origin in waiting.origins(words))
        case "discard-hand":
            yield (kinds.Discard("hand"),)
        case "discard" | "discard-unplayed":
            yield from ((kinds.Discard("drawn"),) if origin == "drawn" else () for origin in waiting.origins(words))
        case "miss-turn":
            yield (kinds.MissTurn("chosen"),) if "chosen" in words else (kinds.MissTurn("next"),) * (number or 1)
        case _:
            yield from ((step,) for step in single_steps(row, words, number))


def _spots(words: frozenset[str]) -> list[kinds.Where]:
    """Return where a card goes: what the words tell, or first the place that is never named by itself."""
    told = [where for where in _SPOTS if where in words]
    if told or words & {"on-first", "on-this"}:
        return told or ["on-last"]
    return ["on-last", *(where for where in _SPOTS if where != "on-last")]


def single_steps(row: str, words: frozenset[str], number: int | None) -> Iterator[Any]:
    """Yield the values of a step by its schema; a value that the words do not tell may be any."""
    schema = kinds.STEPS[row].schema
    parts = schema.get("properties", {"": schema})
    values: list[list[Any]] = []
    for name, part in parts.items():
        if "enum" in part:
            values.append([word for word in part["enum"] if word in words] or part["enum"])
        elif part.get("type") == "boolean":
            values.append([name in words])
        else:
            every = range(part["minimum"], part["maximum"] + 1)
            values.append([number] if number in every else [] if number is not None else [*every])
    for chosen in product(*values):
        yield kinds.STEPS[row].kind(*chosen)


def step_words(row: str) -> frozenset[str]:
    """Return the words that choose a value of a step."""
    schema = kinds.STEPS[row].schema if row in kinds.STEPS else {}
    parts = schema.get("properties", {"": schema}).values()
    return frozenset(word for part in parts for word in part.get("enum", ()))
