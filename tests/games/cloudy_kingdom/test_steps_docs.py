"""The table of the guide says something true about every step."""

from __future__ import annotations

import json

import pytest
import yaml
from games.cloudy_kingdom.spell_strategy import spell_data

from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.games.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.games.cloudy_kingdom.model.steps import STEPS, parse_steps
from cloudy_pnp.games.cloudy_kingdom.model.steps_docs import STEP_DOCS

FOLDER = shipped_root() / "schema/cloudy-kingdom"
SCHEMA = Schema.load((FOLDER,), "spells")
BEFORE = {"play": [{"draw": 1}], "discard": [{"draw": 1}]}  # what an example needs to make sense


def test_every_step_is_documented() -> None:
    content = json.loads((FOLDER / "spells.schema.json").read_text("utf-8"))
    definitions = content["$defs"]
    assert list(STEP_DOCS) == list(STEPS) == list(definitions["step"]["properties"])
    blocks = set(definitions["plain-step"]["x-elsewhere"])
    assert set(definitions["plain-step"]["properties"]) == set(STEPS) - blocks


@pytest.mark.parametrize("name", STEP_DOCS)
def test_the_example_is_a_spell(name: str) -> None:
    doc = STEP_DOCS[name]
    step = yaml.safe_load(doc.example)
    effect = [*BEFORE.get(name, []), step]
    assert list(step) == [name]
    assert SCHEMA.findings({"spells": [spell_data("own", effect)]}) == []
    errors = [found for found in effect_findings(effect, name == "place-self") if found.severity is Severity.ERROR]
    assert errors == []
    assert isinstance(parse_steps([step])[0], type(STEPS[name](step[name])))


@pytest.mark.parametrize("name", STEP_DOCS)
def test_it_is_said_in_sentences(name: str) -> None:
    doc = STEP_DOCS[name]
    assert all(text[0].isupper() and text.endswith(".") for text in (doc.meaning, doc.legality))
