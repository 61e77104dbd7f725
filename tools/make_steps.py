"""Write docs/reference/steps.md: every step that a spell can be made of, from the code itself. Run by `make docs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cloudy_pnp.cloudy_kingdom.model.steps import STEP_RULES, STEPS, StepRow, parse_steps
from cloudy_pnp.cloudy_kingdom.present.blanks import step_examples
from cloudy_pnp.cloudy_kingdom.wording.compose import spell_text

HEAD = """# The steps of a spell

A spell's `effect` is a list of steps, carried out from first to last. There are no others: a closed set that the engine
plays, the cards say in four languages, and `check` understands; the simulator plays those not marked *not simulated*.
Made from the code by `make docs`.

| step | what it does | when it is possible |
|---|---|---|
"""
WORDS = """
`choose`, `repeat` and `only-if` hold plain steps, not each other.

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
    steps = "".join(f"| `{doc.example}` | {doc.meaning}{_played(doc)} | {doc.legality} |\n" for doc in docs)
    rules = "".join(f"- **{id}** {text}\n" for id, text in STEP_RULES.items())
    words = "".join(
        f"| {', '.join(f'`{name}`' for name in names)} | {' | '.join(_texts(effect))} |\n"
        for names, effect in step_examples()
    )
    records = "".join(f"| `{doc.name}` | {doc.choice} |\n" for doc in docs if doc.choice)
    return HEAD + steps + WORDS + words + RECORDS + records + RULES + rules


def _played(doc: StepRow) -> str:
    return "" if doc.simulated else " *Not simulated.*"


def _texts(effect: Sequence[Mapping[str, Any]]) -> list[str]:
    return [spell_text(parse_steps(effect), lang) for lang in ("en", "de", "fr", "hu")]


def main() -> None:
    """Write the file beside this script."""
    (Path(__file__).parents[1] / "docs/reference/steps.md").write_text(table(), "utf-8")


if __name__ == "__main__":
    main()
