"""Understand a sentence: the steps of a spell, from a text in any language that has a wording table."""

from __future__ import annotations

from functools import cache, lru_cache

from cloudy_pnp.cloudy_kingdom.model.steps import Step
from cloudy_pnp.cloudy_kingdom.wording.compose import SpellTexts, spell_text
from cloudy_pnp.cloudy_kingdom.wording.readings import StepReader, Waiting, normal_form, table_reader
from cloudy_pnp.i18n.wording import Reading, TableReader, squeeze

_MOST_TRIES = 2_000  # beginnings of a text that are worded again, to see whether they say it


def steps_worded(text: str, lang: str, texts: SpellTexts = spell_text) -> list[tuple[Step, ...]]:
    """Return the steps whose composed text is exactly this one, apart from spaces and capitals."""
    steps = _Search(squeeze(text), lang, texts).steps_from(0, ())
    return [] if steps is None else [normal_form(steps)]


class _Search:
    """Read a text sentence by sentence; steps that do not word its beginning are given up at once."""

    def __init__(self, wanted: str, lang: str, texts: SpellTexts) -> None:
        self.wanted, self.lang, self.texts = wanted, lang, texts
        self.tried: set[tuple[int, tuple[Step, ...]]] = set()
        self.worded: dict[tuple[int, tuple[Step, ...]], bool] = {}
        self.sentences = _reader(texts, lang).reads(wanted, "sentence")
        self.fits = cache(self._fits)

    def _fits(self, step: Step, reading: Reading) -> bool:
        part = self.wanted[reading.start : reading.end]
        return any(squeeze(text).rstrip(".") == part for text in self.texts.clauses(step, self.lang))

    def steps_from(self, start: int, before: tuple[Step, ...]) -> tuple[Step, ...] | None:
        """Return the steps of the whole text, given those before a place."""
        if start == len(self.wanted):
            return before if squeeze(self.texts(before, self.lang)) == self.wanted else None
        reader = StepReader(self.fits, lambda step, end: self._begins((*before, step), end))
        for sentence in self.sentences(start):
            for new in reader.read([sentence], Waiting().through(before)):
                steps = (*before, *new)
                if (sentence.end, steps) in self.tried:
                    continue
                self.tried.add((sentence.end, steps))
                if sentence.end > start and self._begins(steps, sentence.end):
                    found = self.steps_from(sentence.end, steps)
                    if found is not None:
                        return found
        return None

    def _begins(self, steps: tuple[Step, ...], end: int) -> bool:
        """Return whether the text of some steps begins like this one; cards may be left, or be put away."""
        if (end, steps) not in self.worded and len(self.worded) < _MOST_TRIES:
            said = (squeeze(self.texts(steps, self.lang, whole=whole)) for whole in (False, True))
            self.worded[end, steps] = any(text.startswith(self.wanted[:end]) for text in said)
        return self.worded.get((end, steps), False)


@lru_cache(maxsize=8)
def _reader(texts: SpellTexts, lang: str) -> TableReader:
    return table_reader(texts.rows(lang))
