"""The rules text of a spell card, composed from the spell's steps in every language of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.games.cloudy_kingdom.wording import (
    de as wording_de,
)
from cloudy_pnp.games.cloudy_kingdom.wording import (
    en as wording_en,
)
from cloudy_pnp.games.cloudy_kingdom.wording import (
    fr as wording_fr,
)
from cloudy_pnp.games.cloudy_kingdom.wording import (
    hu as wording_hu,
)
from cloudy_pnp.games.cloudy_kingdom.wording.clauses import Saying
from cloudy_pnp.games.cloudy_kingdom.wording.plan import plan

# A language is one function; the plan tells it what to say.
VOICES: Mapping[str, Callable[[Saying], str]] = {
    "en": wording_en.sentence,
    "de": wording_de.sentence,
    "fr": wording_fr.sentence,
    "hu": wording_hu.sentence,
}


def spell_text(steps: Sequence[Step], lang: str) -> str:
    """What the steps do, as the card says it; they have passed `effect_findings`. A language that is not in
    `VOICES` fails with a KeyError.

    >>> from cloudy_pnp.games.cloudy_kingdom.model.steps import Discard, Draw, Play
    >>> spell_text([Draw(2), Play("drawn", 1, "growth"), Discard("drawn")], "en")
    'Draw two vine cards. Play one of them following the growth rules and discard the other.'
    """
    voice = VOICES[lang]
    return " ".join(voice(saying) for saying in plan(steps))
