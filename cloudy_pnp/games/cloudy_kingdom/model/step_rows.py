"""The rows of the step table, and the JSON Schema made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

JsonSchema: TypeAlias = dict[str, Any]


class StepRow(Struct, frozen=True):
    """One step: how it is read, its explanation for authors, and the rule that a bad choice for it breaks."""

    name: str  # its key in YAML
    kind: type  # the class of a step that has been read
    rule: str  # the rule that introduces the step; a choice that does not fit the step breaks it
    schema: JsonSchema
    example: str  # YAML of one entry of `effect`
    meaning: str
    legality: str
    choice: str  # its entry in a game record; empty when nothing is chosen
    block: bool  # holds other steps, and cannot be held by another block
    affects: Literal["", "card", "field"]  # part of the board: a card on it, or any field
    simulated: bool  # whether the compiled simulator plays it; it skips spells with a step it does not play
    read: Callable[[Any], Any] | None  # from data that has passed the schema; None: the fields as the schema lists them

    def parse(self, value: Any) -> Any:
        """Parse the step from data that has passed the schema."""
        if self.read is not None:
            return self.read(value)
        properties = self.schema.get("properties")
        if properties is None:
            return self.kind(value)
        return self.kind(*(value[name] for name in properties if name in value))


# --- parts of a schema -------------------------------------------------------------------------------------


def number(title: str, description: str, low: int, high: int) -> JsonSchema:
    """Return the schema of a whole number in a range."""
    text = {"description": description} if description else {}
    return {"title": title, **text, "type": "integer", "minimum": low, "maximum": high}


def one_of(title: str, description: str, *words: str) -> JsonSchema:
    """Return the schema of a word from a list."""
    return {"title": title, **({"description": description} if description else {}), "enum": list(words)}


def yes_or_no(title: str, description: str) -> JsonSchema:
    """Return the schema of a truth value that defaults to false."""
    return {
        "title": title,
        **({"description": description} if description else {}),
        "type": "boolean",
        "default": False,
    }


def fields(
    title: str, description: str, properties: Mapping[str, JsonSchema], example: Any, optional: tuple[str, ...] = ()
) -> JsonSchema:
    """Return the schema of a mapping with these keys, all required except the optional ones."""
    return {
        "title": title,
        "description": description,
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
        "examples": [example],
    }


def plain_steps(title: str, description: str, **more: Any) -> JsonSchema:
    """Return the schema of the steps inside a block."""
    return {
        "title": title,
        "type": "array",
        "items": {"$ref": "#/$defs/plain-step"},
        "minItems": 1,
        "maxItems": 9,
        "description": description,
        **more,
    }


def step_definitions(rows: Mapping[str, StepRow]) -> JsonSchema:
    """Return the part of `$defs` in the schema of spells that the table defines."""
    everywhere = [name for name, row in rows.items() if not row.block]
    blocks = [name for name in rows if name not in everywhere]
    listed = f"{', '.join(blocks[:-1])} {{}} {blocks[-1]}"
    beside = f"put it next to this one, not inside: {listed.format('and')} hold plain steps only"
    return {
        "step": {**_any_of("A step", "One thing that the spell does.", rows), "x-sentence": True},
        "plain-step": {
            **_any_of("A plain step", f"One thing that the spell does; no {listed.format('or')}.", everywhere),
            "x-elsewhere": dict.fromkeys(blocks, beside),
        },
        **{f"step-{name}": row.schema for name, row in rows.items()},
    }


def _any_of(title: str, description: str, names: Iterable[str]) -> JsonSchema:
    return {
        "title": title,
        "x-key": "step",
        "description": description,
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {name: {"$ref": f"#/$defs/step-{name}"} for name in names},
        "additionalProperties": False,
    }
