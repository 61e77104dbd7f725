"""Understand a sentence: the steps of a spell, from a text in any language that has a wording table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice

from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.games.cloudy_kingdom.wording.compose import SpellTexts, spell_text
from cloudy_pnp.games.cloudy_kingdom.wording.readings import StepReader, normal_form, table_reader
from cloudy_pnp.i18n.reading import Reading, TableReader, squeeze

_MOST_TRIES = 50_000  # ways to read a text; many are the same steps
_MOST_WORDED = 1_000  # lists of steps that are worded again, to see whether they say the text


def steps_worded(text: str, lang: str, texts: SpellTexts = spell_text) -> list[tuple[Step, ...]]:
    """Return the steps whose composed text is exactly this one, apart from spaces and capitals."""
    wanted = squeeze(text)
    tried: set[tuple[Step, ...]] = set()
    for steps in islice(_tries(wanted, lang, texts), _MOST_TRIES):
        if steps not in tried and squeeze(texts(steps, lang)) == wanted:
            return [normal_form(steps)]
        tried.add(steps)
        if len(tried) > _MOST_WORDED:
            break
    return []


def _tries(wanted: str, lang: str, texts: SpellTexts) -> Iterator[tuple[Step, ...]]:
    """Yield steps that a text may mean by the rows of its table."""

    def fits(step: Step, reading: Reading) -> bool:
        part = wanted[reading.start : reading.end]
        return any(squeeze(text).rstrip(".") == part for text in texts.clauses(step, lang))

    steps = StepReader(cache(fits))
    for readings in _reader(texts, lang).whole(wanted, "sentence"):
        yield from steps.read(readings)


@lru_cache(maxsize=8)
def _reader(texts: SpellTexts, lang: str) -> TableReader:
    return table_reader(texts.rows(lang))
