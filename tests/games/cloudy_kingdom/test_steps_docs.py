"""The table of the guide says something true about every step."""

from __future__ import annotations

import json
import runpy
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from games.cloudy_kingdom.spell_strategy import spell_data

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, VERBS, parse_steps, step_definitions, steps_data
from cloudy_pnp.cloudy_kingdom.scenarios.record import KEYS
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.data.schema import Schema

MAKE_SCHEMA = runpy.run_path(str(Path(__file__).parents[3] / "tools/make_schema.py"))
SCHEMA_FILE: Path = MAKE_SCHEMA["schema_file"]()
SCHEMA = Schema.load((SCHEMA_FILE.parent,), "spells")
BEFORE: dict[str, list[dict[str, Any]]] = {
    "play": [{"draw": 1}],
    "discard": [{"draw": 1}],
    "keep": [{"take": {"from": "discard", "which": "top"}}],
}  # what an example needs to make sense


def test_the_schema_is_made_from_the_table() -> None:
    """`make docs` writes it; whoever changes a row has to run that."""
    text = SCHEMA_FILE.read_text("utf-8")
    assert MAKE_SCHEMA["schema_text"](text) == text
    definitions = json.loads(text)["$defs"]
    assert [*VERBS, "say", "choose", "repeat", "only-if"] == list(definitions["step"]["properties"])
    forms = {form.step for verb in VERBS.values() for form in verb.forms}
    assert forms == STEPS.keys() - {"say", "choose", "repeat", "only-if"}
    assert definitions.items() >= step_definitions().items()
    assert list(definitions["plain-step"]["x-elsewhere"]) == [name for name, row in STEPS.items() if row.block]


@pytest.mark.parametrize("name", STEPS)
def test_the_example_is_a_spell(name: str) -> None:
    doc = STEPS[name]
    step = yaml.safe_load(doc.example)
    effect: list[dict[str, Any]] = [*BEFORE.get(name, []), step]
    assert SCHEMA.findings({"spells": [spell_data("own", effect)]}) == []
    errors = [
        finding for finding in effect_findings(effect, name == "place-self") if finding.severity is Severity.ERROR
    ]
    assert errors == []
    assert isinstance(parse_steps([step])[0], STEPS[name].kind)


@pytest.mark.parametrize("name", STEPS)
def test_it_is_said_in_sentences(name: str) -> None:
    doc = STEPS[name]
    assert all(text[0].isupper() and text.endswith(".") for text in (doc.meaning, doc.legality))


def test_a_record_may_hold_the_entry_of_every_choice() -> None:
    """The schema of records knows each key, so that what a step asks for can be written down and replayed."""
    known = json.loads((SCHEMA_FILE.parent / "record.schema.json").read_text("utf-8"))["$defs"]["choice"]["properties"]
    written = {key for keys in KEYS.values() for key in keys}
    assert written - set(known) == set()


def values_of(schema: dict[str, Any]) -> list[Any]:
    """Some values of a field: every word, both truth values, the bounds of a number."""
    if "enum" in schema:
        return list(schema["enum"])
    return [True, False] if schema.get("type") == "boolean" else [schema["minimum"], schema["maximum"]]


@pytest.mark.parametrize("name", VERBS)
def test_what_the_schema_accepts_is_a_form_of_the_verb(name: str) -> None:
    """Any combination of fields is either a step, which is written in the same way again, or one clear problem."""
    schema, verb = step_definitions()[f"step-{name}"], VERBS[name]
    parts = schema.get("properties", {verb.alone: schema})
    found = 0
    for chosen in product(*([None, *values_of(part)] for part in parts.values())):
        fields = {key: value for key, value in zip(parts, chosen, strict=True) if value is not None}
        value = fields.get(verb.alone) if verb.alone else fields
        problems = SCHEMA.findings({"spells": [{"id": "own", "name": {"en": "Own"}, "effect": [{name: value}]}]})
        if not problems:
            assert verb.form(value) is not None, value
            plain = {key: part for key, part in fields.items() if part is not False}
            assert steps_data(parse_steps([{name: value}])) == [{name: value if verb.alone else plain}]
            found += 1
    assert found
