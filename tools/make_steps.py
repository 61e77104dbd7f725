"""Write docs/reference/steps.md: every step that a spell can be made of, from the code itself. Run by `make docs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cloudy_pnp.cloudy_kingdom.model.steps import FIELDS, OLDER_FORMS, STEP_RULES, STEPS, VERBS, StepRow, parse_steps
from cloudy_pnp.cloudy_kingdom.present.blanks import step_examples
from cloudy_pnp.cloudy_kingdom.wording.compose import spell_text
from cloudy_pnp.data.schema import flow_text

HEAD = """# The steps of a spell

A spell's `effect` is a list of steps, carried out from first to last. There are no others: a closed set that the engine
plays, the cards say in four languages, and `check` understands; the simulator plays those not marked *not simulated*.
Made from the code by `make docs`.

A step is a verb with fields, and a field means the same in every verb. A verb with a single field is written with its
value alone: `draw: 2`. `check` reports a field or a value that a verb does not have, and a step in an older notation,
which `check --fix` rewrites.
"""
GROUPS = {
    "Cards": ("draw", "play", "discard", "take", "keep", "give", "pass", "look"),
    "The board": ("remove", "turn", "move", "swap", "clear", "place-self", "protect"),
    "Turns and people": ("forbid", "miss-turn", "extra-turn", "say"),
    "Blocks": ("choose", "repeat", "only-if"),
}
TABLE = """
| step | what it does | when it is possible |
|---|---|---|
"""
FIELD_TABLE = """
`choose`, `repeat` and `only-if` hold plain steps, not each other.

## Fields

| field | value | meaning | in |
|---|---|---|---|
"""
OLDER = """
## Older notation

$ stands for a value, ... for the other fields.

| before | now |
|---|---|
"""
WORDS = """

## What the card says

| step | English | Deutsch | français | magyar |
|---|---|---|---|---|
"""
RECORDS = """
## In a game record

What a step asks for is one entry of `steps` in the turn of a `*.game.yaml`; `{skip: true}` where it is impossible or
left out. Steps that ask for nothing have no entry.

| step | entry |
|---|---|
"""
RULES = """
## Rules

What the spells of the rulebook do not need. The ids are those in the code and its tests; a choice that breaks one of
these rules is reported as SPL-10.

"""


def table() -> str:
    """The whole document."""
    docs = STEPS.values()
    steps = "".join(f"\n## {title}\n{TABLE}{''.join(map(_rows, verbs))}" for title, verbs in GROUPS.items())
    fields = "".join(_field(name, data) for name, data in FIELDS.items())
    older = "".join(f"| `{flow_text(old)}` | `{flow_text(new)}` |\n" for old, new in OLDER_FORMS)
    rules = "".join(f"- **{id}** {text}\n" for id, text in STEP_RULES.items())
    words = "".join(
        f"| {', '.join(f'`{flow_text(step)}`' for step in effect)} | {' | '.join(_texts(effect))} |\n"
        for _, effect in step_examples()
    )
    records = "".join(f"| `{doc.example}` | {doc.choice} |\n" for doc in docs if doc.choice)
    return HEAD + steps + FIELD_TABLE + fields + WORDS + words + RECORDS + records + RULES + rules + OLDER + older


def _rows(verb: str) -> str:
    """The forms of a verb."""
    steps = dict.fromkeys(form.step for form in VERBS[verb].forms) if verb in VERBS else [verb]
    rows = (STEPS[step] for step in steps)
    return "".join(f"| `{row.example}` | {row.meaning}{_played(row)} | {row.legality} |\n" for row in rows)


def _field(name: str, data: Mapping[str, Any]) -> str:
    """The values of a field, and the verbs that have them."""
    values: Mapping[str, str] = data.get("values", {"": data["description"]})
    return "".join(
        f"| `{name}` | {_code(value)} | {meaning} | {_verbs(name, value)} |\n" for value, meaning in values.items()
    )


def _code(value: str) -> str:
    return f"`{value}`" if value else ""


def _verbs(name: str, value: str) -> str:
    """The verbs that have a field with a value."""
    found = []
    for verb, row in VERBS.items():
        schemas = [form.schema(name) for form in row.forms if name in form.fields]
        if schemas and (not value or any(value in schema.get("enum", ()) for schema in schemas)):
            found.append(f"`{verb}`")
    return ", ".join(found)


def _played(doc: StepRow) -> str:
    return "" if doc.simulated else " *Not simulated.*"


def _texts(effect: Sequence[Mapping[str, Any]]) -> list[str]:
    return [spell_text(parse_steps(effect), lang) for lang in ("en", "de", "fr", "hu")]


def main() -> None:
    """Write the file beside this script."""
    (Path(__file__).parents[1] / "docs/reference/steps.md").write_text(table(), "utf-8")


if __name__ == "__main__":
    main()
