"""The rules text of a spell card, composed from the spell's steps in every language of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from cloudy_pnp.games.cloudy_kingdom.model.steps import Step

if TYPE_CHECKING:
    from cloudy_pnp.games.cloudy_kingdom.wording.clauses import Saying

# A language is one module with one function; the plan tells it what to say. They are loaded when a spell is worded.
VOICES = ("en", "de", "fr", "hu")


def spell_text(steps: Sequence[Step], lang: str) -> str:
    """What the steps do, as the card says it; they have passed `effect_findings`. A language that is not in
    `VOICES` fails with a KeyError.

    >>> from cloudy_pnp.games.cloudy_kingdom.model.steps import Discard, Draw, Play
    >>> spell_text([Draw(2), Play("drawn", 1, "growth"), Discard("drawn")], "en")
    'Draw two vine cards. Play one of them following the growth rules and discard the other.'
    """
    from cloudy_pnp.games.cloudy_kingdom.wording.plan import plan

    if lang not in VOICES:
        raise KeyError(lang)
    voice: Callable[[Saying], str] = import_module(f"cloudy_pnp.games.cloudy_kingdom.wording.{lang}").sentence
    return " ".join(voice(saying) for saying in plan(steps))
