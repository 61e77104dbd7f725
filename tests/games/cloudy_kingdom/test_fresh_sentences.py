"""How much is understood of 60 sentences per language that were written before the reader was last changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cloudy_pnp.cloudy_kingdom.model.steps import parse_steps
from cloudy_pnp.cloudy_kingdom.present.sentences import understand
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES
from cloudy_pnp.cloudy_kingdom.wording.readings import normal_form

SENTENCES = Path(__file__).parent / "sentences"
# Of 60, at least: understood at once; and with the first reading offered, doubts marked. Before the reader was changed:
# en 50, 58; de 49, 57; fr 49, 53; hu 49, 54.
AT_ONCE = {"en": 52, "de": 52, "fr": 55, "hu": 53}
CONFIRMED = {"en": 60, "de": 60, "fr": 59, "hu": 58}


def load(name: str) -> Any:
    return yaml.safe_load((SENTENCES / f"{name}.yaml").read_text("utf-8"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_share_of_fresh_sentences(lang: str) -> None:
    items = [(understand(item[lang], lang), normal_form(parse_steps(item["effect"]))) for item in load("fresh")]
    assert len(items) == 60
    assert sum(found.sure and found.readings == (meant,) for found, meant in items) >= AT_ONCE[lang]
    assert sum(found.readings[:1] == (meant,) for found, meant in items) >= CONFIRMED[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_read_wrong_without_a_doubt(lang: str) -> None:
    fresh = [(item[lang], (normal_form(parse_steps(item["effect"])),)) for item in load("fresh")]
    attacks = [(text, ()) for text in load("attacks")[lang]]
    assert len(attacks) == 30
    found = {text: (understand(text, lang), meant) for text, meant in (*fresh, *attacks)}
    wrong = [text for text, (reading, meant) in found.items() if reading.sure and reading.readings != meant]
    assert wrong == []
