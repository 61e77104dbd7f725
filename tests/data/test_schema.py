"""The schemas themselves: sound, explained, and every keyword of theirs put into words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import _SENTENCES, Schema
from cloudy_pnp.game.registry import find_game, is_known

PLACES = [shipped_root(), *sorted((shipped_root() / "games").glob("*"))]
FILES = [path for place in PLACES for path in sorted((place / "schema").rglob("*.schema.json"))]
# Keywords that say where or what without being able to fail, and those whose parts fail in their place.
SILENT = {"$schema", "$id", "$defs", "$ref", "title", "description", "examples", "default"}
SILENT |= {"properties", "patternProperties", "propertyNames", "items", "prefixItems", "allOf", "if", "then"}
OURS = {"x-names", "x-rule", "x-elsewhere", "x-key", "x-older", "x-sentence", "patternErrorMessage"}
MAPS = ("properties", "patternProperties", "$defs")
DATA = ("x-elsewhere", "x-names", "examples", "default", "enum", "const", "required", "dependentRequired")


def parts(schema: Any, path: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, with where it stands."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key, value in schema.items():
        if key in MAPS:
            for name, part in value.items():
                yield from parts(part, f"{path}/{key}/{name}")
        elif key in ("prefixItems", "allOf"):
            for number, part in enumerate(value):
                yield from parts(part, f"{path}/{key}/{number}")
        elif key not in DATA:
            yield from parts(value, f"{path}/{key}")


def schema_of(path: Path) -> dict[str, Any]:
    """The content of a schema file."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_schema_is_a_schema(path: Path) -> None:
    assert schema_of(path)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema_of(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_keyword_has_a_sentence(path: Path) -> None:
    for place, part in parts(schema_of(path)):
        assert part.keys() <= SILENT | OURS | _SENTENCES.keys(), place


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_rule_named_is_a_rule(path: Path) -> None:
    """Of its own game; the schemas that all games share name none."""
    rules = {place: part["x-rule"] for place, part in parts(schema_of(path)) if "x-rule" in part}
    codes = find_game(path.parent.name).data.codes if is_known(path.parent.name) else {}
    assert {place: rule for place, rule in rules.items() if rule not in codes} == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_key_is_explained(path: Path) -> None:
    """An editor shows the title or the description, here or at the definition, while somebody types."""
    schema = Schema.load((path.parent,), path.name.removesuffix(".schema.json")).bundled
    for place, part in parts(schema):
        if "/allOf/" in place:  # a case of a schema that is explained above
            continue
        for key, value in part.get("properties", {}).items():
            target = schema["$defs"][value["$ref"].rsplit("/", 1)[1]] if "$ref" in value else {}
            assert {"title", "description"} & ({*value} | {*target}), f"{place}/properties/{key}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_pattern_says_what_it_wants(path: Path) -> None:
    for place, part in parts(schema_of(path)):
        assert "pattern" not in part or "patternErrorMessage" in part, place


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_example_is_sound(path: Path) -> None:
    schema = Schema.load((path.parent,), path.name.removesuffix(".schema.json")).bundled
    count = 0
    for place, part in parts(schema):
        for example in part.get("examples", []):
            found = Schema({**part, "$defs": schema["$defs"]}).findings(example)
            assert found == [], f"{place}: {example}"
            count += 1
    assert count
