"""Which ideas for spells the steps can say exactly: the effect of each, and what the card says in English."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import parse_steps
from cloudy_pnp.cloudy_kingdom.present.sentences import understand
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES, spell_text
from cloudy_pnp.cloudy_kingdom.wording.readings import normal_form

IDEAS = yaml.safe_load((Path(__file__).parent / "sentences/new_ideas.yaml").read_text("utf-8"))
EXACT: dict[int, tuple[list[dict[str, Any]], str]] = {
    7: (
        [{"discard": {"from": "hand", "who": "most-connections"}}],
        "Whoever of the other players has the most connections discards their vine card and draws a new one (in a "
        "tie, all of them do; without a connection, nobody does).",
    ),
    10: (
        [{"only-if": {"what": "discard-pile", "at-most": 0, "steps": [{"extra-turn": "self"}]}}],
        "Only if the discard pile is empty: take another turn after this one (you cannot win at its start).",
    ),
    11: (
        [{"swap": {"which": "hands"}}],
        "Have the players on your left and right exchange their vine cards.",
    ),
    14: (
        [{"look": {"from": "hand", "who": "chosen"}}, {"look": {"from": "draw-pile", "count": 2, "sort": True}}],
        "Look at the vine card of another player of your choice. Then look at the top two cards of the draw pile and "
        "put them back on top in any order.",
    ),
}


def test_there_are_28_ideas() -> None:
    assert [idea["n"] for idea in IDEAS] == [*range(1, 29)]
    assert all(idea.keys() == {"n", *LANGUAGES} for idea in IDEAS)


@pytest.mark.parametrize("number", EXACT)
def test_an_idea_is_said_exactly(number: int) -> None:
    effect, text = EXACT[number]
    assert effect_findings(effect, has_face=False) == []
    assert spell_text(parse_steps(effect), "en") == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_idea_is_misread_without_a_doubt(lang: str) -> None:
    found = {idea["n"]: understand(idea[lang], lang) for idea in IDEAS}
    meant = {number: (normal_form(parse_steps(effect)),) for number, (effect, _) in EXACT.items()}
    wrong = [number for number, reading in found.items() if reading.sure and reading.readings != meant.get(number)]
    assert wrong == []
