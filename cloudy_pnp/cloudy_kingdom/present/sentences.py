"""A sentence becomes a spell: what was understood, what was not, and what could have been meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, Discard, Draw, Play, Step, Take, parse_steps, steps_data
from cloudy_pnp.cloudy_kingdom.wording.compose import SpellTexts, spell_text
from cloudy_pnp.cloudy_kingdom.wording.concepts import fold
from cloudy_pnp.cloudy_kingdom.wording.frames import NEVER
from cloudy_pnp.cloudy_kingdom.wording.free import MOST_VERBS, Guess, guesses
from cloudy_pnp.cloudy_kingdom.wording.readings import normal_form, single_steps
from cloudy_pnp.cloudy_kingdom.wording.understand import steps_worded
from cloudy_pnp.core.problems import Severity

LONGEST = 2_000  # characters: more does not fit on a card
_SURE, _DOUBTFUL = 0.9, 6.0  # what a reading may leave unexplained and still be sure; and still be shown
_NEAREST = 3


class Understanding(Struct, frozen=True):
    """The meaning of a text. With several readings, or with unclear parts, the author has to decide."""

    readings: tuple[tuple[Step, ...], ...] = ()  # the likeliest first, in their normal form
    unclear: tuple[tuple[int, int], ...] = ()  # parts of the text, from and to
    nearest: tuple[str, ...] = ()  # sentences that are understood, where something is not
    why: str = ""  # why there is no reading at all, if it is not the unclear parts

    @property
    def sure(self) -> bool:
        """Return whether there is one reading, and it explains every word."""
        return len(self.readings) == 1 and not self.unclear


def understand(text: str, lang: str, texts: SpellTexts = spell_text) -> Understanding:
    """Read a text as the steps of a spell: first by the wording table, then freely."""
    if len(text) > LONGEST:
        return Understanding(why=f"the text has {len(text):,} characters; at most {LONGEST:,} are read")
    worded = steps_worded(text, lang, texts) if text.strip() else []
    if worded:
        return Understanding(tuple(worded))
    found = guesses(text, lang)
    if not found:
        why = f"free sentences are not understood in {lang}, only those of its wording table"
        return Understanding(nearest=nearest_texts(text, lang, texts), why=why)
    good = [guess for guess in found if guess.steps and guess.cost < _DOUBTFUL and possible(guess.steps)]
    good = [guess for guess in good if guess.cost <= good[0].cost]
    readings = tuple(dict.fromkeys(normal_form(guess.steps) for guess in good))
    unclear = (good or found)[0].unclear
    if readings and not unclear and good[0].doubt > _SURE:
        unclear = ((0, len(text)),)
    if not readings:
        return Understanding((), unclear, nearest_texts(text, lang, texts), _reason(found[0]))
    return Understanding(readings, unclear, nearest_texts(text, lang, texts) if unclear else ())


def with_say(text: str, lang: str, found: Understanding, texts: SpellTexts) -> tuple[tuple[Step, ...], str] | None:
    """Return the steps of a text without its doubtful first or last part, and that part: players can carry it out.

    A part ends at a mark, so that no step loses a word of its own clause; the rest must be understood without a doubt.
    """
    marks = [match.end() for match in re.finditer(r"(?<![.,;:!?])[.,;:!?]++(?=\s)", text)]
    first, last = (min(found.unclear)[0], max(found.unclear)[1]) if found.unclear else (0, 0)
    for at in (
        max((mark for mark in marks if mark <= first), default=0),
        min((m for m in marks if m >= last), default=0),
    ):
        part, rest = (text[at:], text[:at]) if at <= first else (text[:at], text[at:])
        if at and (steps := understand(rest, lang, texts)).sure:
            return steps.readings[0], part.strip(" \n.,;:")
    return None


def _reason(guess: Guess) -> str:
    """Return why the best reading is none, unless the unclear parts say it."""
    if guess.cost >= NEVER:
        return f"the text has more than {MOST_VERBS} verbs and conditions, too many for the steps of a spell"
    errors = _errors(guess.steps) if guess.steps else []
    if errors:
        return f"the steps contradict each other: {errors[0]}"
    return "" if guess.unclear else "the sentence is not understood"


def possible(steps: Sequence[Step]) -> bool:
    """Return whether steps make sense in their order."""
    return not _errors(steps)


def _errors(steps: Sequence[Step]) -> list[str]:
    findings = effect_findings(steps_data(steps), has_face=True)
    return [finding.message for finding in findings if finding.severity is Severity.ERROR]


def marked(text: str, unclear: Sequence[tuple[int, int]]) -> str:
    """Return the text with what was not understood in brackets.

    >>> marked("Draw a dragon.", [(7, 13)])
    'Draw a [dragon].'
    """
    inside = {place for start, end in unclear for place in range(start, end)}
    parts = groupby(range(len(text)), key=inside.__contains__)
    pieces = [(is_unclear, "".join(text[place] for place in part)) for is_unclear, part in parts]
    return "".join(f"[{piece}]" if is_unclear else piece for is_unclear, piece in pieces)


# --- sentences that are understood -------------------------------------------------------------------------


def nearest_texts(text: str, lang: str, texts: SpellTexts = spell_text) -> tuple[str, ...]:
    """Return the composed sentences that have most in common with a text."""
    words = _stems(text, lang)
    scored = [(-len(words & stems) / (len(stems) + 3), example) for example, stems in _examples(texts, lang)]
    return tuple(example for score, example in sorted(scored)[:_NEAREST] if score < 0)


def _stems(text: str, lang: str) -> frozenset[str]:
    return frozenset(token.text[:5] for token in fold(text, lang) if re.fullmatch("[a-z]{3,}", token.text))


@cache
def _examples(texts: SpellTexts, lang: str) -> tuple[tuple[str, frozenset[str]], ...]:
    examples = dict.fromkeys(texts(steps, lang) for steps in example_steps())
    return tuple((example, _stems(example, lang)) for example in examples)


def example_steps() -> Iterator[tuple[Step, ...]]:
    """Every step with every value, with the cards that it needs."""
    for where in STEPS["play"].schema["properties"]["where"]["enum"]:
        after = (Draw(1), Play("drawn", 1, where)) if where in ("on-last", "apart") else ()
        yield (*after, Draw(2), Play("drawn", 1, where), Discard("drawn"))
        yield (*after, Take("discard-top"), Play("taken", 1, where))
    for name, row in STEPS.items():
        if row.block:
            yield parse_steps([{name: row.schema["examples"][0]}])
        elif name not in ("draw", "play", "discard", "take", "keep", "say"):
            yield from ((step,) for step in single_steps(name, frozenset(), None))
